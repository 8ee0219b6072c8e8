"""Multisets of cards by rank, numbered, and steps between them as index arrays.

The symbols are the thirteen ranks, a wild card and a bug.  The multisets of a size are numbered
by the sum of binomials of their sorted symbols, so that taking a card away or adding one is
arithmetic on whole arrays: that is all that filling in wild cards and choosing the best five of
seven need.
"""

from functools import lru_cache
from math import comb

import numpy as np

from pokersim.rules.classes import N_RANKS

WILD = N_RANKS
BUG = N_RANKS + 1
N_SYMBOLS = N_RANKS + 2
MAX_SIZE = 7

_BINOMIAL = np.array(
    [[comb(n, k) for k in range(MAX_SIZE + 1)] for n in range(N_SYMBOLS + MAX_SIZE)],
    dtype=np.int64,
)


@lru_cache(maxsize=MAX_SIZE + 1)
def multisets(size: int) -> np.ndarray:
    """Return ``int8[n, size]``: all multisets, each sorted, in the order of their numbers.

    >>> multisets(2)[:4].tolist()
    [[0, 0], [0, 1], [1, 1], [0, 2]]
    """
    if size == 0:
        return np.zeros((1, 0), dtype=np.int8)
    smaller = multisets(size - 1)
    parts = []
    for symbol in range(N_SYMBOLS):
        inner = smaller[: comb(symbol + size - 1, size - 1)]
        parts.append(np.column_stack([inner, np.full(len(inner), symbol, dtype=np.int8)]))
    return np.concatenate(parts)


def numbers(symbols: np.ndarray) -> np.ndarray:
    """Return ``int64[...]``: the numbers of sorted multisets ``int[..., size]``."""
    size = symbols.shape[-1]
    positions = np.arange(size)
    return np.asarray(_BINOMIAL[symbols.astype(np.int64) + positions, positions + 1].sum(axis=-1))


@lru_cache(maxsize=MAX_SIZE + 1)
def counts_of(size: int) -> np.ndarray:
    """Return ``int8[n, 15]``: how often each symbol occurs in each multiset of a size."""
    members = multisets(size)
    counts = np.zeros((len(members), N_SYMBOLS), dtype=np.int8)
    np.add.at(counts, (np.arange(len(members))[:, None], members.astype(np.int64)), 1)
    return counts


@lru_cache(maxsize=MAX_SIZE + 1)
def without(size: int) -> np.ndarray:
    """Return ``int64[n, size]``: the number of each multiset without its j-th symbol."""
    members = multisets(size).astype(np.int64)
    positions = np.arange(size)
    kept = _BINOMIAL[members + positions, positions + 1]
    moved = np.where(positions > 0, _BINOMIAL[members + positions - 1, positions], 0)
    left = np.cumsum(kept, axis=1) - kept
    right = np.cumsum(moved[:, ::-1], axis=1)[:, ::-1] - moved
    return np.asarray(left + right)


@lru_cache(maxsize=MAX_SIZE + 1)
def with_symbol(size: int) -> np.ndarray:
    """Return ``int64[n, 15]``: the number of each multiset of a size with one symbol more."""
    members = np.repeat(multisets(size)[:, None, :], N_SYMBOLS, axis=1)
    added = np.broadcast_to(
        np.arange(N_SYMBOLS, dtype=np.int8)[None, :, None], (*members.shape[:2], 1)
    )
    return numbers(np.sort(np.concatenate([members, added], axis=2), axis=2))


def numbers_of(counts: np.ndarray, n_wild: np.ndarray, n_bugs: np.ndarray) -> np.ndarray:
    """Return ``int64[n]``: the numbers of multisets given by counts, all of the same size.

    Parameters
    ----------
    counts
        ``int8[n, 13]`` natural cards of each rank.
    n_wild, n_bugs
        ``int8[n]``.
    """
    if len(counts) == 0:
        return np.zeros(0, dtype=np.int64)
    full = np.column_stack([counts, n_wild, n_bugs]).astype(np.int64)
    symbols = np.repeat(np.tile(np.arange(N_SYMBOLS), len(full)), full.ravel())
    return numbers(symbols.reshape(len(full), -1))
