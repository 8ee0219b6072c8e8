"""Multisets by number, and the steps between them, against lists made one by one."""

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
import pytest

from pokersim.rules.multisets import (
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

Multiset = tuple[int, ...]

sizes = pytest.mark.parametrize("size", range(1, MAX_SIZE + 1))
STEP = 97
"""Of large sizes, one multiset in so many is looked at."""


@lru_cache(maxsize=MAX_SIZE + 1)
def members(size: int) -> list[Multiset]:
    """Give all multisets of a size, ordered by the highest symbol first, then the next."""
    drawn = combinations_with_replacement(range(N_SYMBOLS), size)
    return sorted(drawn, key=lambda symbols: symbols[::-1])


@lru_cache(maxsize=MAX_SIZE + 1)
def number_of(size: int) -> dict[Multiset, int]:
    """Give the number of each multiset of a size."""
    return {symbols: number for number, symbols in enumerate(members(size))}


def some(size: int) -> range:
    """Give the numbers of the multisets that are looked at."""
    return range(0, len(members(size)), STEP if size > 3 else 1)


@pytest.mark.parametrize("size", range(MAX_SIZE + 1))
def test_multisets_are_ordered_by_the_highest_symbol(size: int) -> None:
    assert [tuple(row) for row in multisets(size).tolist()] == members(size)


@sizes
def test_each_symbol_is_counted(size: int) -> None:
    counted = counts_of(size)
    for number in some(size):
        times = Counter(members(size)[number])
        assert counted[number].tolist() == [times[symbol] for symbol in range(N_SYMBOLS)]


@sizes
def test_counts_lead_back_to_the_number(size: int) -> None:
    counts = counts_of(size)
    found = numbers_of(counts[:, :WILD], counts[:, WILD], counts[:, BUG])
    assert np.array_equal(found, np.arange(len(members(size))))


def test_no_counts_have_no_numbers() -> None:
    nothing = np.zeros(0, dtype=np.int8)
    assert len(numbers_of(np.zeros((0, WILD), dtype=np.int8), nothing, nothing)) == 0


@sizes
def test_one_symbol_less(size: int) -> None:
    fewer = without(size)
    for number in some(size):
        symbols = members(size)[number]
        left = [symbols[:place] + symbols[place + 1 :] for place in range(size)]
        assert fewer[:, number].tolist() == [number_of(size - 1)[one] for one in left]


@pytest.mark.parametrize("size", range(MAX_SIZE))
def test_one_symbol_more(size: int) -> None:
    more = with_symbol(size)
    for number in some(size):
        symbols = members(size)[number]
        grown = [tuple(sorted((*symbols, symbol))) for symbol in range(N_SYMBOLS)]
        assert more[number].tolist() == [number_of(size + 1)[one] for one in grown]


@pytest.mark.parametrize(("most", "n_wild", "n_bugs"), [(4, 0, 0), (4, 2, 1), (1, 4, 0), (1, 0, 4)])
@sizes
def test_only_so_many_of_a_symbol(size: int, most: int, n_wild: int, n_bugs: int) -> None:
    allowed = [*[most] * WILD, n_wild, n_bugs]
    fitting = [
        number
        for number, symbols in enumerate(members(size))
        if all(times <= allowed[symbol] for symbol, times in Counter(symbols).items())
    ]
    assert limited(size, most, n_wild, n_bugs).tolist() == fitting
