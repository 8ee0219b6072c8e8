"""The sources behind what is kept on disk: machine code, tables and draw policies.

What was made by other sources must never be used.  So the name of everything kept contains a hash
of the modules that made it and of all modules of the package that these import.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).parent
_IMPORT = re.compile(
    rb"^[ \t]*(?:from pokersim([.\w]*) import (\([^)]*\)|.*)|import pokersim([.\w]*))", re.MULTILINE
)
_NAME = re.compile(rb"(\w+)(?:[ \t]+as[ \t]+\w+)?")


def sources_digest(*parts: str) -> str:
    """Return a hash of modules and of all that they import from the package.

    Parameters
    ----------
    parts
        Modules like ``"rules.loader"``, or packages, which stand for all of their modules.

    Returns
    -------
    str
        64 hex digits.
    """
    digest = hashlib.sha256()
    for path in sources_of(*parts):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=8)
def sources_of(*parts: str) -> tuple[Path, ...]:
    """Return the files of modules and of all that they import from the package, sorted."""
    waiting = [path for part in parts for path in _files(part)]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path.read_bytes())
    return tuple(sorted(found))


def _files(part: str) -> Iterable[Path]:
    """Return the files of a module or of a whole package."""
    path = _PACKAGE.joinpath(*part.split("."))
    return path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]


def _imported(source: bytes) -> Iterable[Path]:
    """Return the modules that a source imports from the package, wherever it does."""
    for package, names, module in _IMPORT.findall(source):
        base = _PACKAGE.joinpath(*(package or module).decode().strip(".").split("."))
        candidates = [base, *(base / name.decode() for name in _NAME.findall(names))]
        for candidate in candidates:
            if candidate.with_suffix(".py").is_file():
                yield candidate.with_suffix(".py")
            elif (candidate / "__init__.py").is_file() and candidate != _PACKAGE:
                yield candidate / "__init__.py"
