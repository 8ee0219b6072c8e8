"""Keeps compiled tables and other arrays on disk, named by all that went into them.

A file is written beside its place and moved there whole, and begins with a checksum of the rest:
one that is cut short, damaged or from another version is never used, only made again.
"""

import hashlib
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from pokersim.rules.compiler import Ranking
from pokersim.rules.scatter import rank_tables
from pokersim.tables import RankTables

STALE_SECONDS = 30 * 24 * 3600
"""A file that nobody has used for so long is thrown away."""

_PACKAGE = Path(__file__).parent.parent
_DIGEST_SIZE = hashlib.sha256().digest_size


def stored_tables(rankings: Sequence[Ranking], size: int) -> RankTables:
    """Return :func:`pokersim.rules.scatter.rank_tables`, from disk if they are there.

    Parameters
    ----------
    rankings
        Compiled rulesets of one deck.
    size
        Cards of a hand.
    """
    path = folder("tables") / f"{_key(rankings, size)}.npz"
    tables = _load(path)
    if tables is None:
        tables = rank_tables(rankings, size)
        _save(path, tables)
    return tables


def folder(kind: str) -> Path:
    """Return where arrays of a kind are kept."""
    return Path(platformdirs.user_cache_dir("pokersim")) / kind


def _key(rankings: Sequence[Ranking], size: int) -> str:
    content = (_source_digest(), [ranking.ruleset.digest for ranking in rankings], size)
    return hashlib.sha256(repr(content).encode()).hexdigest()[:24]


@lru_cache(maxsize=1)
def _source_digest() -> str:
    """Return a digest of the code that makes tables, so that another version makes its own."""
    sources = sorted((_PACKAGE / "rules").glob("*.py"))
    digest = hashlib.sha256(np.__version__.encode())
    for source in [*sources, *(_PACKAGE / f"{name}.py" for name in ("cards", "packing", "tables"))]:
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _load(path: Path) -> RankTables | None:
    """Return the tables of a file, or None where there is none that can be trusted."""
    arrays = load_arrays(path, RankTables._fields)
    if arrays is None:
        return None
    # What was a number comes back as an array without dimensions: kernels want the number.
    plain: dict[str, Any] = {name: a if a.ndim else a[()] for name, a in arrays.items()}
    return RankTables(**plain)


def _save(path: Path, tables: RankTables) -> None:
    save_arrays(path, {name: np.asarray(array) for name, array in tables._asdict().items()})


def load_arrays(path: Path, names: Sequence[str]) -> dict[str, np.ndarray] | None:
    """Return the arrays of a file, or None where there is none that can be trusted."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    content = data[_DIGEST_SIZE:]
    if data[:_DIGEST_SIZE] != hashlib.sha256(content).digest():
        return None
    with suppress(OSError):
        os.utime(path)
    with np.load(BytesIO(content), allow_pickle=False) as stored:
        return {name: stored[name] for name in names}


def save_arrays(path: Path, arrays: dict[str, np.ndarray], small: bool = False) -> None:
    """Write a file whole or not at all; a folder that can't be written is no trouble.

    ``small`` takes time to make the file small.
    """
    buffer = BytesIO()
    save: Any = np.savez_compressed if small else np.savez
    save(buffer, **arrays)
    content = buffer.getvalue()
    new = path.with_name(f".{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path.parent)
        new.write_bytes(hashlib.sha256(content).digest() + content)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()


def _sweep(folder: Path) -> None:
    for entry in folder.iterdir():
        with suppress(OSError):
            if entry.stat().st_mtime < time.time() - STALE_SECONDS:
                entry.unlink()
