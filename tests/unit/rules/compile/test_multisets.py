"""Multisets by number, and the steps between them, compared with all of them written as numbers."""

from functools import lru_cache
from math import comb

import numpy as np

from pokersim.rules.compile.multisets import (
    BUG,
    MAX_SIZE,
    N_SYMBOLS,
    WILD,
    counts_of,
    limited,
    multisets,
    numbers_of,
    with_symbol,
    without,
)

SIZES = range(1, MAX_SIZE + 1)
SYMBOLS = np.arange(N_SYMBOLS)


def place_value(members: np.ndarray) -> np.ndarray:
    """Return ``int64[...]``: multisets as numbers whose first digit is the highest symbol."""
    digits = N_SYMBOLS ** np.arange(members.shape[-1])
    return np.asarray((members * digits).sum(axis=-1))


def number_in(size: int, members: np.ndarray) -> np.ndarray:
    """Return ``int64[...]``: the numbers of multisets of a size, each with its symbols in order."""
    return np.searchsorted(place_value(multisets(size)), place_value(members))


@lru_cache(maxsize=MAX_SIZE + 1)
def slow_counts(size: int) -> np.ndarray:
    """Return ``int64[n, 15]``: how often each symbol occurs."""
    return np.asarray((multisets(size)[:, :, None] == SYMBOLS).sum(axis=1))


def test_multisets_are_all_there_are_ordered_by_the_highest_symbol() -> None:
    for size in (0, *SIZES):
        members = multisets(size)
        assert members.shape == (comb(N_SYMBOLS + size - 1, size), size)
        assert np.isin(members, SYMBOLS).all(), size
        assert (np.diff(members, axis=1) >= 0).all(), size
        assert (np.diff(place_value(members)) > 0).all(), size


def test_each_symbol_is_counted() -> None:
    assert [size for size in SIZES if not np.array_equal(counts_of(size), slow_counts(size))] == []


def test_counts_lead_back_to_the_number() -> None:
    for size in SIZES:
        counts = slow_counts(size).astype(np.int8)
        found = numbers_of(counts[:, :WILD], counts[:, WILD], counts[:, BUG])
        assert np.array_equal(found, np.arange(len(counts))), size


def test_no_counts_have_no_numbers() -> None:
    nothing = np.zeros(0, dtype=np.int8)
    assert len(numbers_of(np.zeros((0, WILD), dtype=np.int8), nothing, nothing)) == 0


def test_one_symbol_less() -> None:
    for size in SIZES:
        left = [np.delete(multisets(size), place, axis=1) for place in range(size)]
        expected = number_in(size - 1, np.array(left))
        assert np.array_equal(without(size), expected), size


def test_one_symbol_more() -> None:
    for size in range(MAX_SIZE):
        some = slice(None, None, 1 if size < 4 else 17)
        members = multisets(size)[some]
        grown = np.broadcast_to(members[:, None, :], (len(members), N_SYMBOLS, size))
        symbols = np.broadcast_to(SYMBOLS[:, None], (len(members), N_SYMBOLS, 1))
        grown = np.sort(np.concatenate([grown, symbols], axis=2), axis=2)
        assert np.array_equal(with_symbol(size)[some], number_in(size + 1, grown)), size


def test_only_so_many_of_a_symbol() -> None:
    for most, n_wild, n_bugs in [(4, 0, 0), (4, 2, 1), (1, 4, 0), (1, 0, 4)]:
        allowed = [*[most] * WILD, n_wild, n_bugs]
        for size in SIZES:
            fitting = np.flatnonzero((slow_counts(size) <= allowed).all(axis=1))
            assert np.array_equal(limited(size, most, n_wild, n_bugs), fitting), (size, allowed)
