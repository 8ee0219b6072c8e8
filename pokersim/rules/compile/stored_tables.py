"""Rank tables kept on disk, named by the rulesets and the code that made them."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from pokersim.disk_cache import folder, load_arrays, save_arrays
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.compile.rank_tables import rank_tables
from pokersim.sources import sources_digest
from pokersim.table_layout import RankTables


def stored_tables(rankings: Sequence[Ranking], size: int) -> RankTables:
    """Return :func:`pokersim.rules.compile.rank_tables.rank_tables`, from disk if they are there.

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


def _key(rankings: Sequence[Ranking], size: int) -> str:
    content = (_source_digest(), [ranking.ruleset.digest for ranking in rankings], size)
    return hashlib.sha256(repr(content).encode()).hexdigest()[:24]


@lru_cache(maxsize=1)
def _source_digest() -> str:
    """Return a digest of the code that makes tables, so that another version makes its own."""
    return f"{np.__version__} {sources_digest('rules.compile')}"


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
