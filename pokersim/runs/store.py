"""Keeps runs, and what their chunks counted, in one file; nothing in it counts twice.

A chunk is kept under the key of its job, its number and its deals.  Whoever counted it counted
the same, so that the same chunk from elsewhere changes nothing.  Every row has a checksum over
all that it says, its keys too: a row that was damaged is an error, and never a count.
"""

import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Generic

from pokersim.errors import InputError, StoreError, nearest
from pokersim.language import _
from pokersim.runs.codec import json_of, plain_of, record_of
from pokersim.runs.database import damaged, memory_database, open_database, told, transaction
from pokersim.runs.jobs import counts_bytes, counts_of, is_same
from pokersim.runs.plan import WHOLE, C, Chunk, Job, Shard

COMMIT_SECONDS = 1.0
"""Chunks of so long share a commit, which waits for the disk."""

LEAST_ID = 4
"""Digits of a run's id that must be given at least."""

_ID_DIGITS = 10
_TABLES = {
    "job": ("key", "content"),
    "run": ("id", "content"),
    "session": ("id", "run", "content"),
    "chunk": ("job", "number", "deals", "counts"),
}


@dataclass(frozen=True)
class Goal:
    """What is asked of a job.

    Attributes
    ----------
    job
        Its key, see :func:`pokersim.runs.jobs.job_key`.
    chunk_deals
        Deals in a whole chunk of it.
    deals
        How many are made, at most if there is a precision.
    precision, confidence
        Half the width that an interval must have, if one is asked for, and its confidence.
    reached
        Deals after which the precision was reached; None as long as it was not.
    """

    job: str
    chunk_deals: int
    deals: int
    precision: float | None
    confidence: float
    reached: int | None = None


@dataclass(frozen=True)
class StoredRun:
    """A run as it was last asked for.

    Attributes
    ----------
    id
        Ten hex digits; they follow from the jobs, not from what is asked of them.
    name
        What it is, in a few words.
    goals
        What is asked of its jobs, in their order.
    shard_number, n_shards
        Which part of it was counted here; ``1`` of ``1`` for all.
    seed
        Of the first job.
    version
        Of the program that began it.
    begun, changed
        Times in UTC, ``2026-01-31 12:00:00``.
    """

    id: str
    name: str
    goals: tuple[Goal, ...]
    shard_number: int
    n_shards: int
    seed: int
    version: str
    begun: str
    changed: str

    @property
    def shard(self) -> Shard:
        """The part of it that was counted here."""
        return Shard(self.shard_number, self.n_shards)


@dataclass(frozen=True)
class Session:
    """One time that a run was counted: who, when, and how many deals."""

    machine: str
    version: str
    begun: str
    ended: str
    deals: int


def run_id(goals: Iterable[Goal]) -> str:
    """Return the id of a run of these jobs."""
    keys = "".join(goal.job for goal in goals)
    return hashlib.sha256(keys.encode()).hexdigest()[:_ID_DIGITS]


class Store:
    """A file of runs.

    Parameters
    ----------
    path
        The file.
    write
        Whether it is made if it is not there, and written.

    Raises
    ------
    StoreUnusableError, StoreError
        See :func:`pokersim.runs.database.open_database`; every method may raise them too.
    """

    def __init__(self, path: Path, write: bool = True) -> None:
        self.path = path
        self._database = open_database(path, write)
        self._waiting: list[tuple[str, int, int, bytes]] = []
        self._committed = monotonic()

    def close(self) -> None:
        """Commit what waits, and close the file."""
        with closing(self._database):
            self.flush()

    # --- runs ------------------------------------------------------------------------------------

    def put_run(self, run: StoredRun, jobs: Mapping[str, Mapping[str, Any]]) -> StoredRun:
        """Write what is now asked of a run, and its jobs, as data by key; return it.

        If it was there, it stays begun when it was, and its shards are parts of one whole.
        """
        with told(self.path), transaction(self._database):
            for key, data in jobs.items():
                self._insert("job", (key, json_of(data)))
            for row in self._rows("run", "WHERE id = ?", (run.id,)):
                run = _joined(run, record_of(StoredRun, json.loads(row[1])))
            self._insert("run", (run.id, json_of(plain_of(run))), replacing=True)
        return run

    def put_session(self, session_id: str, run: str, session: Session) -> None:
        """Write how a run was counted; the same id again replaces it."""
        with told(self.path), transaction(self._database):
            row = (session_id, run, json_of(plain_of(session)))
            self._insert("session", row, replacing=True)

    def runs(self) -> list[StoredRun]:
        """Return all runs, the one that changed last first."""
        found = [record_of(StoredRun, json.loads(row[1])) for row in self._rows("run")]
        return sorted(found, key=lambda run: run.changed, reverse=True)

    def find_run(self, run: str) -> StoredRun:
        """Return the run of an id, or of its first digits.

        Raises
        ------
        InputError
            There is none, there are several, or too few digits are given.
        """
        runs = self.runs()
        found = [each for each in runs if each.id.startswith(run.lower())]
        if found and len(run) < LEAST_ID:
            problem = _("'{run}' is too short for a run: write at least {n} digits")
            raise InputError(problem.format(run=run, n=LEAST_ID))
        if len(found) == 1:
            return found[0]
        if found:
            problem = _("several runs begin with '{run}': {list}")
            raise InputError(problem.format(run=run, list=", ".join(r.id for r in found)))
        text = _("there is no run '{run}' in the store {path}; it is empty")
        if runs:
            text = _("there is no run '{run}' in the store {path}{hint}\n  the newest: {list}")
        hint = nearest(run, [each.id for each in runs])
        newest = ", ".join(each.id for each in runs[:3])
        raise InputError(text.format(run=run, path=self.path, hint=hint, list=newest))

    def sessions(self, run: str) -> list[Session]:
        """Return the times that a run was counted, the first one first."""
        rows = self._rows("session", "WHERE run = ?", (run,))
        found = [record_of(Session, json.loads(row[2])) for row in rows]
        return sorted(found, key=lambda session: session.begun)

    def job(self, key: str) -> dict[str, Any]:
        """Return a job as data."""
        rows = list(self._rows("job", "WHERE key = ?", (key,)))
        if not rows:
            raise damaged(self.path, _("the job {key} is missing").format(key=key[:_ID_DIGITS]))
        data: dict[str, Any] = json.loads(rows[0][1])
        return data

    def delete(self, runs: Collection[StoredRun]) -> None:
        """Delete runs, with the chunks that no other run has, and give their room back."""
        ids = {run.id for run in runs}
        left = {goal.job for run in self.runs() if run.id not in ids for goal in run.goals}
        jobs = {goal.job for run in runs for goal in run.goals} - left
        with told(self.path), transaction(self._database):
            for table, column, values in (
                ("run", "id", ids),
                ("session", "run", ids),
                ("job", "key", jobs),
                ("chunk", "job", jobs),
            ):
                query = f"DELETE FROM {table} WHERE {column} = ?"
                self._database.executemany(query, [(value,) for value in values])
        with told(self.path):
            self._database.execute("VACUUM")

    # --- chunks ----------------------------------------------------------------------------------

    def put_chunk(self, job: str, chunk: Chunk, counts: bytes) -> None:
        """Keep what a chunk counted; after the next :meth:`flush` at the latest it is on disk."""
        self._waiting.append((job, *chunk, counts))
        if monotonic() - self._committed >= COMMIT_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Commit the chunks that wait for it."""
        if self._waiting:
            with told(self.path), transaction(self._database):
                for row in self._waiting:
                    self._insert("chunk", row)
            self._waiting = []
        self._committed = monotonic()

    def counts(self, job: str, chunk: Chunk) -> bytes | None:
        """Return what a chunk counted; None if it is not there."""
        where = "WHERE job = ? AND number = ? AND deals = ?"
        for row in self._rows("chunk", where, (job, *chunk)):
            counts: bytes = row[3]
            return counts
        return None

    def chunks(self, job: str) -> Iterator[Chunk]:
        """Yield the chunks of a job that are there, by number."""
        with told(self.path):
            query = "SELECT number, deals FROM chunk WHERE job = ? ORDER BY number, deals"
            for number, deals in self._database.execute(query, (job,)):
                yield Chunk(int(number), int(deals))

    def deals(self, goal: Goal) -> int:
        """Return how many deals of those that are asked for are there."""
        whole, rest = divmod(goal.reached or goal.deals, goal.chunk_deals)
        query = (
            "SELECT coalesce(sum(deals), 0) FROM chunk WHERE job = ? "
            "AND (deals = ? AND number < ? OR deals = ? AND number = ?)"
        )
        with told(self.path):
            asked = (goal.job, goal.chunk_deals, whole, rest, whole)
            return int(self._database.execute(query, asked).fetchone()[0])

    # --- other stores ----------------------------------------------------------------------------

    def merge(self, other: "Store") -> list[StoredRun]:
        """Take over all that another store has, all at once or not at all; return its runs.

        Raises
        ------
        StoreError
            The two say different things of the same chunk.
        """
        runs = []
        with told(self.path), transaction(self._database):
            for table in ("job", "session", "chunk"):
                for row in other._rows(table):
                    self._insert(table, row)
            for run in other.runs():
                for row in self._rows("run", "WHERE id = ?", (run.id,)):
                    run = _merged(run, record_of(StoredRun, json.loads(row[1])))
                self._insert("run", (run.id, json_of(plain_of(run))), replacing=True)
                runs.append(run)
        return runs

    def export(self, run: StoredRun) -> bytes:
        """Return a store of one run alone, as the bytes of a file."""
        copies = [("run", "WHERE id = ?", run.id), ("session", "WHERE run = ?", run.id)]
        for key in dict.fromkeys(goal.job for goal in run.goals):
            copies += [("job", "WHERE key = ?", key), ("chunk", "WHERE job = ?", key)]
        with closing(memory_database()) as small, told(self.path):
            with transaction(small):
                for table, where, value in copies:
                    for row in self._rows(table, where, (value,)):
                        _insert_into(small, table, row)
            data: bytes = small.serialize()
        return data

    # --- rows ------------------------------------------------------------------------------------

    def _rows(self, table: str, where: str = "", values: tuple[Any, ...] = ()) -> Iterator[Any]:
        """Yield the rows of a table, without the checksum that they were held against."""
        query = f"SELECT {', '.join(_TABLES[table])}, checksum FROM {table} {where}"
        with told(self.path):
            for *row, checksum in self._database.execute(query, values):
                if checksum != _checksum(table, row):
                    text = _("a row of the table '{table}' has changed since it was written")
                    raise damaged(self.path, text.format(table=table))
                yield tuple(row)

    def _insert(self, table: str, row: tuple[Any, ...], replacing: bool = False) -> None:
        if _insert_into(self._database, table, row, replacing) or table != "chunk":
            return
        if not is_same(self.counts(row[0], Chunk(row[1], row[2])) or b"", row[3]):
            text = _(
                "chunk {n} of the job {job} has other counts in the store {path}\n"
                "  one of the two was counted by another version or is damaged; nothing was "
                "changed"
            )
            raise StoreError(text.format(n=row[1], job=row[0][:_ID_DIGITS], path=self.path))


class StoredJob(Generic[C]):
    """A job's chunks in a store: what :class:`pokersim.runs.execute.Run` calls ``kept``."""

    def __init__(self, store: Store, key: str, job: Job[C]) -> None:
        self._store = store
        self._key = key
        self._zeros = job.no_counts()

    def get(self, chunk: Chunk) -> C | None:
        """Return the counts of a chunk, or None if they are not there."""
        data = self._store.counts(self._key, chunk)
        if data is None:
            return None
        try:
            return counts_of(data, self._zeros)
        except ValueError as error:
            text = _("chunk {n}: {error}")
            raise damaged(self._store.path, text.format(n=chunk.number, error=error)) from None

    def put(self, chunk: Chunk, counts: C) -> None:
        """Keep the counts of a chunk."""
        self._store.put_chunk(self._key, chunk, counts_bytes(counts))

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks that are there, by number."""
        return self._store.chunks(self._key)


def _joined(run: StoredRun, old: StoredRun) -> StoredRun:
    """Return a run that was there before, as it is asked for now."""
    shard = run.shard if run.shard == old.shard else WHOLE
    goals = tuple(
        before if replace(before, reached=None) == goal else goal
        for goal, before in zip(run.goals, old.goals, strict=True)
    )
    return replace(
        run,
        goals=goals,
        shard_number=shard.number,
        n_shards=shard.n,
        begun=min(old.begun, run.begun),
        changed=max(old.changed, run.changed),
    )


def _merged(run: StoredRun, own: StoredRun) -> StoredRun:
    """Return a run of two stores: of each job the greater goal."""
    both = zip(own.goals, run.goals, strict=True)
    goals = tuple(max(pair, key=lambda goal: (goal.deals, goal.reached or 0)) for pair in both)
    return replace(_joined(run, own), goals=goals)


def _insert_into(
    database: sqlite3.Connection, table: str, row: tuple[Any, ...], replacing: bool = False
) -> bool:
    """Write a row and its checksum; return whether it was new, or replaced another."""
    columns = (*_TABLES[table], "checksum")
    how = "REPLACE" if replacing else "IGNORE"
    places = ", ".join("?" * len(columns))
    query = f"INSERT OR {how} INTO {table} ({', '.join(columns)}) VALUES ({places})"
    return database.execute(query, (*row, _checksum(table, row))).rowcount > 0


def _checksum(table: str, row: Iterable[Any]) -> bytes:
    """Return 16 bytes over a row, its table and the types of its values."""
    digest = hashlib.blake2b(table.encode(), digest_size=16)
    for value in row:
        data = value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass")
        digest.update(f"{type(value).__name__} {len(data)} ".encode())
        digest.update(data)
    return digest.digest()
