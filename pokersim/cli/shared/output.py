"""Where results go: whole files, or the standard output; all else goes to the standard error.

Data is bytes, text in UTF-8.  A file appears when it is complete, or stays as it was.  Trouble
with the standard error never stops a run.
"""

import io
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EPIPE
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from pokersim.errors import InputError, PokersimError
from pokersim.language import N_, _

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STDOUT = "-"
_STDOUT_PATHS = (STDOUT, "/dev/stdout")
_STDOUT_NAME = N_("the standard output")


class ReaderGone(Exception):
    """Whoever read the standard output has had enough, as ``head`` has."""


class _Sink(io.FileIO):
    """A raw file whose writing errors say which file it was.

    Only here can an error of writing be told from any other ``OSError`` of the same run.
    """

    def __init__(self, fd: int, shown: str, closefd: bool = True) -> None:
        super().__init__(fd, "w", closefd=closefd)
        self.shown = shown

    def write(self, data: "ReadableBuffer", /) -> int:
        with _named(self.shown):
            return super().write(data)


class _Stdout(_Sink):
    """The standard output: an error of it is told once, and all that follows is dropped."""

    def __init__(self) -> None:
        super().__init__(1, _STDOUT_NAME, closefd=False)

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except (InputError, ReaderGone):
            _discard(self.fileno())
            raise


@contextmanager
def _named(shown: str) -> Iterator[None]:
    """Turn an ``OSError`` into an error of the user's that names the place."""
    try:
        yield
    except OSError as error:
        if shown == _STDOUT_NAME and error.errno == EPIPE:
            raise ReaderGone from error
        raise InputError(_cant_write(shown, error.strerror)) from error


def _cant_write(path: str, reason: object) -> str:
    place = _("the standard output") if path == _STDOUT_NAME else path
    return _("can't write to {file}: {reason}").format(file=place, reason=reason)


def claim_streams() -> None:
    """Make the standard output tell its own errors, and fill closed streams with nothing.

    Without the filling, the next file opened would become the standard output or the standard
    error of everything that writes there.
    """
    while (fd := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(fd)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    given = sys.stdout or sys.stderr
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_Stdout()),
        encoding=given.encoding,
        errors=given.errors,
        line_buffering=os.isatty(1),
    )


def settle_streams() -> None:
    """Flush both streams, and drop what can't be written: Python's exit would fail on it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, InputError, ReaderGone):
            _discard(stream.fileno())


def check_output(path: str) -> None:
    """Raise what :func:`open_output` would, as far as that can be known without writing.

    Parameters
    ----------
    path
        A file, or ``-`` for the standard output, which always passes.

    Raises
    ------
    InputError
        The path is a folder, its folder does not exist, or one of them can't be written.
    """
    if path in _STDOUT_PATHS:
        return
    target = Path(os.path.realpath(path))
    folder = target.parent
    if not path:
        raise InputError(_("the name of the output file is empty; - is the standard output"))
    if target.is_dir():
        reason = _("it is a folder")
    elif not folder.is_dir():
        reason = _("there is no folder {folder}").format(folder=folder)
    elif target.exists() and not os.access(target, os.W_OK):
        reason = _("it is not yours to write")
    elif not _is_direct(path) and not os.access(folder, os.W_OK | os.X_OK):
        reason = _("the folder {folder} is not yours to write").format(folder=folder)
    else:
        return
    raise InputError(_cant_write(path, reason))


@contextmanager
def open_output(path: str) -> Iterator[BinaryIO]:
    """Open the standard output or a file to write bytes to.

    Parameters
    ----------
    path
        A file, or ``-`` for the standard output.  A regular file is written beside its place
        and put there at the end; on any error, an interrupt included, it stays as it was.
        What a link points to is replaced, not the link.  Devices and pipes are written directly.

    Yields
    ------
    BinaryIO
        Buffered; closed at the end, the standard output flushed.

    Raises
    ------
    InputError
        The file can't be written; names it and says why.
    """
    if path in _STDOUT_PATHS:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    check_output(path)
    if _is_direct(path):
        with _named(path):
            fd = os.open(path, os.O_WRONLY | os.O_APPEND)
        with _writer(fd, path) as stream:
            yield stream
        return
    with _replacing(Path(os.path.realpath(path)), path) as stream:
        yield stream


def emit(text: str, path: str = STDOUT) -> None:
    """Write a text, in UTF-8, to the standard output or as a whole file."""
    with open_output(path) as stream:
        stream.write(text.encode("utf-8", "surrogateescape"))


def line_width(path: str) -> int | None:
    """Return how many characters a line of a terminal has; None if something else is written."""
    if path not in _STDOUT_PATHS or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def message(text: str, quiet: bool = False) -> None:
    """Print a line on the standard error, unless quiet."""
    if not quiet:
        with suppress(OSError):
            click.echo(text, err=True)


def complain(error: PokersimError | str) -> None:
    """Print an error of the user's on the standard error, its first word red on a terminal."""
    label = click.style(_("Error:"), fg="red", bold=True)
    with suppress(OSError):
        click.echo(f"{label} {error}", err=True)


def shows_progress(enabled: bool | None = None) -> bool:
    """Whether there is a progress bar: on a terminal, unless it is not wanted."""
    return enabled is not False and sys.stderr.isatty()


@contextmanager
def progress(
    total: int, label: str, enabled: bool | None = None
) -> Iterator[Callable[[int, str | None], None]]:
    """Show a progress bar on the standard error while the body runs.

    Parameters
    ----------
    total
        Steps in all.
    label
        What stands before the bar.
    enabled
        ``False`` for no bar.  Without a terminal there is none in any case.

    Yields
    ------
    callable
        ``update(n, text)``: so many steps more are done; the text stands behind the bar until
        the next one that is not None.
    """
    if not shows_progress(enabled):
        yield lambda n, text: None
        return
    with click.progressbar(
        length=total,
        label=label,
        file=sys.stderr,
        show_eta=False,
        item_show_func=lambda text: text,
    ) as bar:
        yield bar.update


def _discard(fd: int) -> None:
    """Let all that is written to an open stream from now on vanish."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, fd)
    os.close(nowhere)


def _is_direct(path: str) -> bool:
    """Whether a path is no regular file, or names an open stream of this process."""
    if path.startswith(("/dev/fd/", "/dev/std")):
        return True
    place = Path(path)
    return place.exists() and not place.is_file()


@contextmanager
def _writer(fd: int, shown: str) -> Iterator[BinaryIO]:
    """Buffer a file that is open; flush it at the end, unless the body failed."""
    with _Sink(fd, shown) as raw:
        stream = io.BufferedWriter(raw)
        yield stream
        stream.flush()


@contextmanager
def _replacing(target: Path, shown: str) -> Iterator[BinaryIO]:
    """Write beside a file, and take its place at the end."""
    new = target.with_name(f".pokersim-{os.urandom(8).hex()}.tmp")
    try:
        with _named(shown):
            fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with _writer(fd, shown) as stream:
            _keep_owner_and_mode(target, fd)
            yield stream
            stream.flush()
            with _named(shown):
                os.fsync(fd)
        with _named(shown):
            new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _keep_owner_and_mode(target: Path, fd: int) -> None:
    """Give a new file what the one that it replaces has, as far as that is allowed."""
    with suppress(OSError):
        old = target.stat()
        if os.name == "posix":
            os.fchmod(fd, stat.S_IMODE(old.st_mode))
            os.fchown(fd, old.st_uid, old.st_gid)
