"""Multisets of cards by rank, numbered, and steps between them as index arrays.

The symbols are the thirteen ranks, a wild card and a bug.  The multisets of a size are numbered
by the sum of binomials of their sorted symbols, so that taking a card away or adding one is
arithmetic on whole arrays: that is all that filling in wild cards and choosing the best five of
seven need.
"""

from functools import lru_cache
from math import comb

import numpy as np

from pokersim.constants import N_RANKS

WILD = N_RANKS
BUG = N_RANKS + 1
N_SYMBOLS = N_RANKS + 2
MAX_SIZE = 7

# The binomials of a symbol that fills the places from p to q - 1 add up to the difference of
# comb(symbol + q, q) and comb(symbol + p, p).  The next symbol begins at q: so the number of a
# multiset is the sum, over the symbols, of what is found here by how many cards are up to it.
_SHARE = np.array(
    [
        [
            comb(symbol + n, n) - (comb(symbol + 1 + n, n) if symbol + 1 < N_SYMBOLS else 1)
            for n in range(MAX_SIZE + 1)
        ]
        for symbol in range(N_SYMBOLS)
    ],
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


@lru_cache(maxsize=MAX_SIZE + 1)
def counts_of(size: int) -> np.ndarray:
    """Return ``int8[n, 15]``: how often each symbol occurs in each multiset of a size."""
    if size == 0:
        return np.zeros((1, N_SYMBOLS), dtype=np.int8)
    smaller = counts_of(size - 1)
    parts = []
    for symbol in range(N_SYMBOLS):
        counts = smaller[: comb(symbol + size - 1, size - 1)].copy()
        counts[:, symbol] += 1
        parts.append(counts)
    return np.concatenate(parts)


@lru_cache(maxsize=64)
def limited(size: int, most: int, n_wild: int, n_bugs: int) -> np.ndarray:
    """Return ``int64[k]``: the numbers of the multisets with at most so many of a symbol.

    Parameters
    ----------
    size
        Cards.
    most, n_wild, n_bugs
        The most of each rank, wild cards and bugs.
    """
    members, counts = multisets(size).T, counts_of(size)
    fits = (counts[:, WILD] <= n_wild) & (counts[:, BUG] <= n_bugs)
    for symbols, before in zip(members[most:], members, strict=False):
        fits &= (symbols != before) | (symbols >= N_RANKS)
    return np.flatnonzero(fits)


@lru_cache(maxsize=MAX_SIZE + 1)
def without(size: int) -> np.ndarray:
    """Return ``int64[size, n]``: the number of each multiset without its j-th symbol."""
    if size == 1:
        return np.zeros((1, N_SYMBOLS), dtype=np.int64)
    smaller = without(size - 1)
    parts = []
    for symbol in range(N_SYMBOLS):
        # One of the others goes, and the last symbol moves up behind them; or it goes itself.
        n = comb(symbol + size - 1, size - 1)
        last = comb(symbol + size - 2, size - 1)
        parts.append(np.vstack([smaller[:, :n] + last, np.arange(n)]))
    return np.concatenate(parts, axis=1)


@lru_cache(maxsize=MAX_SIZE + 1)
def with_symbol(size: int) -> np.ndarray:
    """Return ``int64[n, 15]``: the number of each multiset of a size with one symbol more."""
    symbols, upto = np.arange(N_SYMBOLS), np.cumsum(counts_of(size), axis=1, dtype=np.int64)
    below, above = _SHARE[symbols, upto], _SHARE[symbols, upto + 1]
    return np.asarray(np.cumsum(below, axis=1) - below + np.cumsum(above[:, ::-1], axis=1)[:, ::-1])


def numbers_of(counts: np.ndarray, n_wild: np.ndarray, n_bugs: np.ndarray) -> np.ndarray:
    """Return ``int64[n]``: the numbers of multisets given by counts, all of the same size.

    Parameters
    ----------
    counts
        ``int8[n, 13]`` natural cards of each rank.
    n_wild, n_bugs
        ``int8[n]``.
    """
    found, upto = np.zeros((2, len(counts)), dtype=np.int64)
    for symbol, count in enumerate((*counts.T, n_wild, n_bugs)):
        upto += count
        found += _SHARE[symbol, upto]
    return found
