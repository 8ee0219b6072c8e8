"""Make or mend the checkout's virtual environment; started by _env.sh when it is not ready.

An environment without a stamp is half made, and is made again.  So the stamps go before
anything is installed, and come back last.
"""

import fcntl
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EXTRAS = {"run": "", "test": "[dev]"}
"""What is installed for each kind of environment, besides the package itself."""

FAILED = 125
"""The exit code, apart from all those of pokersim and of the checks."""


def main(root: Path, kind: str) -> int:
    """Bring ``root/.venv`` to the given kind, alone; other runs wait and find it done."""
    try:
        with exclusive(root / ".venv.lock") as lock:
            if read_stamp(root, kind) != stamp(root):
                set_up(root, kind, lock)
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as error:
        if error.output:
            say(error.output.decode(errors="replace"))
        say(f"Error: could not install pokersim into {root / '.venv'}")
        say("  the message above says why; mend that (the network?) and run the command again")
        return FAILED
    except OSError as error:
        say(f"Error: could not make {root / '.venv'}: {error}")
        return FAILED
    return 0


@contextmanager
def exclusive(path: Path) -> Iterator[int]:
    """Hold a lock that the system drops with its last holder, however that one ends."""
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("pokersim: waiting for another set-up to finish")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


def set_up(root: Path, kind: str, lock: int) -> None:
    """Create the environment if it can't be kept, and install the package editable."""
    folder = root / ".venv"
    say(f"pokersim: preparing {folder} (the first time takes a minute)")
    stamps = {name: text for name in EXTRAS if (text := read_stamp(root, name))}
    kept = any(text.startswith(maker(root)) for text in stamps.values())
    for name in stamps:
        stamp_path(root, name).unlink()
    if not kept:
        venv.create(folder, clear=True, with_pip=True)
        stamps = {}
    try:
        install(root, kind, lock)
    except subprocess.CalledProcessError:
        # Pip gave up, and leaves what was there before as it was.
        write_stamps(root, stamps)
        raise
    done = ["run", "test"] if kind == "test" else ["run"]
    write_stamps(root, dict.fromkeys(done, stamp(root)))


def install(root: Path, kind: str, lock: int) -> None:
    """Run pip, which holds the lock too, so that it can't go on unseen when this one ends."""
    pip = [str(root / ".venv/bin/python"), "-m", "pip", "--disable-pip-version-check"]
    editable = ["install", "--no-input", "-q", "-q", "--editable", f".{EXTRAS[kind]}"]
    subprocess.run([*pip, *editable], check=True, cwd=root, pass_fds=[lock])


def maker(root: Path) -> bytes:
    """Return the head of a stamp: the folder, and the size of the Python in bytes."""
    python = root / ".venv/bin/python"
    return os.fsencode(f"{root}\n{python.stat().st_size if python.exists() else 0}\n")


def stamp(root: Path) -> bytes:
    """Return the stamp that a ready environment has; _env.sh composes the same."""
    return maker(root) + (root / "pyproject.toml").read_bytes()


def stamp_path(root: Path, kind: str) -> Path:
    """Return where the stamp of a kind lies."""
    return root / ".venv" / f"ready-{kind}"


def read_stamp(root: Path, kind: str) -> bytes:
    """Return the stamp of a kind as it is, empty if there is none."""
    path = stamp_path(root, kind)
    return path.read_bytes() if path.exists() else b""


def write_stamps(root: Path, stamps: dict[str, bytes]) -> None:
    """Write each stamp whole, so that none can be seen half written."""
    for kind, text in stamps.items():
        path = stamp_path(root, kind)
        new = path.with_suffix(".new")
        new.write_bytes(text)
        new.replace(path)


def say(text: str) -> None:
    """Print to the standard error: the standard output belongs to pokersim."""
    print(text, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
