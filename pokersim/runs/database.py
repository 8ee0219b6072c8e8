"""The file behind a store: how it is opened and made, and what SQLite's errors mean.

The journal is SQLite's own rollback journal and no write-ahead log: a store is one file when
nobody writes it, which can be copied, and network disks and read-only folders can hold it.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pokersim.errors import StoreError, StoreUnusableError
from pokersim.language import _

APPLICATION = 0x706B7273
"""Stands in the file's head: a database of another program is not written to."""

BUSY_SECONDS = 60
"""How long one waits for others who write the same store; a commit takes milliseconds."""

CHECKED_BYTES = 64 << 20
"""Up to this size the whole file is looked through when it is opened."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE job (key TEXT PRIMARY KEY, content TEXT NOT NULL, checksum BLOB NOT NULL)",
        "CREATE TABLE run (id TEXT PRIMARY KEY, content TEXT NOT NULL, checksum BLOB NOT NULL)",
        "CREATE TABLE session (id TEXT PRIMARY KEY, run TEXT NOT NULL, content TEXT NOT NULL, "
        "checksum BLOB NOT NULL)",
        "CREATE TABLE chunk (job TEXT NOT NULL, number INTEGER NOT NULL, deals INTEGER NOT NULL, "
        "counts BLOB NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (job, number, deals))",
    ),
)
"""What makes a store of each version out of the one before; the first makes it out of nothing."""

_MAGIC = b"SQLite format 3\0"
_LEAST_BYTES = 512
_UNUSABLE = (
    "SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_LOCKED",
    "SQLITE_NOMEM", "SQLITE_PERM", "SQLITE_READONLY",
)  # fmt: skip


def open_database(path: Path, write: bool) -> sqlite3.Connection:
    """Open a store's file, and bring it to this version if it is to be written.

    Parameters
    ----------
    path
        The file; made, with its folder, if it is to be written.
    write
        Whether it is.

    Raises
    ------
    StoreUnusableError
        The file can't be opened, made or written.
    StoreError
        It is damaged, no store, or of a newer version.
    """
    with told(path):
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.exists():
            text = _("there is no store {path}: nothing has been kept in it yet")
            raise StoreUnusableError(text.format(path=path))
        _check_head(path)
        mode = "rwc" if write else "rw" if os.access(path, os.W_OK) else "ro"
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        database = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            _prepare(database, path, write)
        except BaseException:
            database.close()
            raise
    return database


def memory_database() -> sqlite3.Connection:
    """Return an empty store that is in memory alone."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    _migrate(database)
    return database


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Do all that is in the body, or nothing of it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:  # a full disk may have ended it already
            database.execute("ROLLBACK")
        raise


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the disk into ones that say what is wrong with the store."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(_UNUSABLE):
            raise StoreUnusableError(_unusable(path, error)) from error
        if name == "SQLITE_NOTADB":
            raise StoreError(_no_store(path)) from error
        raise damaged(path, str(error)) from error
    except OSError as error:
        reason = error.strerror
        if isinstance(error, FileExistsError):
            reason = _("its folder is a file")
        raise StoreUnusableError(_unusable(path, reason)) from error


def damaged(path: Path, what: str) -> StoreError:
    """Return the error of a store that can't be trusted."""
    text = _(
        "the store {path} is damaged: {what}\n"
        "  damaged counts were not used; move the file away, or name another with --store"
    )
    return StoreError(text.format(path=path, what=what))


def _unusable(path: Path, reason: object) -> str:
    return _("can't use the store {path}: {reason}").format(path=path, reason=reason)


def _no_store(path: Path) -> str:
    text = _(
        "{path} is not a store of pokersim, or its first page is damaged\n"
        "  it was not changed; name another with --store"
    )
    return text.format(path=path)


def _check_head(path: Path) -> None:
    """Refuse a file that SQLite would write over, being too short for a database of its own."""
    if path.exists():
        with path.open("rb") as file:
            head = file.read(_LEAST_BYTES)
        if head and (len(head) < _LEAST_BYTES or not head.startswith(_MAGIC)):
            raise StoreError(_no_store(path))


def _prepare(database: sqlite3.Connection, path: Path, write: bool) -> None:
    # A commit that was told to have been made is made, even if the power fails right after it.
    database.execute("PRAGMA synchronous = EXTRA")
    version = _number(database, "user_version")
    application = _number(database, "application_id")
    n_objects = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if (application, version) != (0, 0) or n_objects:
        if application != APPLICATION:
            raise StoreError(_no_store(path))
        if version > len(MIGRATIONS):
            problem = _(
                "the store {path} is from a newer version of pokersim (its format is "
                "{version}, this one knows {known})\n"
                "  it was not changed; use that version, or name another store with --store"
            )
            raise StoreError(problem.format(path=path, version=version, known=len(MIGRATIONS)))
        _look_through(database, path)
    if version < len(MIGRATIONS):
        if not write:
            text = _("the store {path} is empty: a command that writes it, like simulate, fills it")
            if version:
                text = _(
                    "the store {path} has an older format: a command that writes it, like "
                    "simulate, updates it"
                )
            raise StoreUnusableError(text.format(path=path))
        _migrate(database)


def _look_through(database: sqlite3.Connection, path: Path) -> None:
    if path.stat().st_size > CHECKED_BYTES:
        return  # all that is read has a checksum of its own
    found: Sequence[str] = database.execute("PRAGMA quick_check(1)").fetchone()
    if found[0] != "ok":
        raise damaged(path, str(found[0]).replace("\n", " "))


def _migrate(database: sqlite3.Connection) -> None:
    """Bring a store to this version, whole or not at all, whoever else is just doing it."""
    with transaction(database):
        version = _number(database, "user_version")
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])
