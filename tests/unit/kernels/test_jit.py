"""Sets as bits: what compiled code makes of them is what Python does."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pokersim.kernels.jit import bit_length, kernel, lowest_bit, pointer_to, popcount, prefetch


@kernel
def described(bits: int) -> tuple[int, int, int]:
    """Give how many bits are set, the lowest, and how many it takes."""
    return popcount(bits), lowest_bit(bits), bit_length(bits)


@kernel
def read(numbers: np.ndarray, at: int) -> int:
    """Give an entry that has been asked for before."""
    pointer = pointer_to(numbers)
    prefetch(pointer, at)
    return int(pointer[at])


@given(st.sets(st.integers(0, 62), min_size=1))
def test_bits_of_a_set_are_counted_and_found(members: set[int]) -> None:
    """Of every set of numbers up to 62."""
    bits = sum(1 << member for member in members)
    expected = (len(members), min(members), max(members) + 1)
    assert described(bits) == expected
    assert (popcount(bits), lowest_bit(bits), bit_length(bits)) == expected


def test_no_bit_has_a_number_that_no_bit_has() -> None:
    assert described(0) == (0, 64, 0)
    assert (popcount(0), lowest_bit(0), bit_length(0)) == (0, 64, 0)


def test_what_is_asked_for_early_is_read_as_it_is() -> None:
    """Of every type that tables have."""
    for dtype in (np.uint8, np.uint16, np.int64):
        assert [read(np.arange(9, dtype=dtype), at) for at in range(9)] == list(range(9))
