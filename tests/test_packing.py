"""Cards as words: sums name the multiset of ranks, and flags go up with enough cards of a suit."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.packing import (
    KEY_MASK,
    MAX_SIZE,
    RANK_KEYS,
    SUIT_FLAGS,
    WILD_KEY,
    Slots,
    card_words,
    keys_of,
    slots,
    start_word,
)
from pokersim.tables import four_index, paths

WILD = 13
N_MULTISETS = 14 + 105 + 560 + 2_380 + 8_555
"""One to five of thirteen ranks, each four times at most, and of a wild card."""


def multisets() -> list[tuple[int, ...]]:
    """Give every multiset of one to five symbols, written without the help of the package."""
    return [
        drawn
        for size in range(1, 6)
        for drawn in combinations_with_replacement(range(14), size)
        if all(drawn.count(rank) <= 4 for rank in range(13))
    ]


def packed(symbols: tuple[int, ...]) -> int:
    """Add the words of cards, each of the next suit, behind the start of a hand."""
    words = card_words()
    held = [52 if symbol == WILD else 4 * symbol + i % 4 for i, symbol in enumerate(symbols)]
    return start_word(len(symbols), 5) + sum(int(words[card]) for card in held)


def all_keys() -> np.ndarray:
    return np.array([packed(symbols) & KEY_MASK for symbols in multisets()])


def test_there_are_so_many_multisets() -> None:
    assert len(multisets()) == N_MULTISETS


def test_every_multiset_has_a_key_of_its_own() -> None:
    assert len(np.unique(all_keys())) == N_MULTISETS


def test_every_key_has_a_slot_of_its_own() -> None:
    assert len(np.unique(slots().of(all_keys()))) == N_MULTISETS


def test_no_key_has_slot_zero() -> None:
    assert slots().of(all_keys()).min() > 0


def test_every_slot_is_inside_the_table() -> None:
    assert slots().of(all_keys()).max() < slots().n


@given(st.integers(0, KEY_MASK >> 9))
def test_no_key_at_all_leads_out_of_the_table(key: int) -> None:
    last = len(slots().row_start) * 128 - 1
    assert 0 <= slots().of(np.array([min(key, last)]))[0] < slots().n


def test_at_most_one_slot_in_eight_is_empty() -> None:
    assert slots().n <= N_MULTISETS * 8 / 7


def test_the_slots_do_not_depend_on_chance() -> None:
    again: Slots = slots.__wrapped__()
    assert again.n == slots().n
    assert again.row_start.tolist() == slots().row_start.tolist()


@pytest.mark.parametrize("size", range(1, MAX_SIZE + 1))
def test_keys_of_rank_counts_are_those_of_the_cards(size: int) -> None:
    natural = [drawn for drawn in multisets() if len(drawn) == size and WILD not in drawn]
    counts = np.array([np.bincount(drawn, minlength=13) for drawn in natural], dtype=np.int8)
    assert keys_of(counts, size).tolist() == [packed(drawn) & KEY_MASK for drawn in natural]


def test_a_key_never_reaches_the_suit_counters() -> None:
    assert all_keys().max() < KEY_MASK


def test_wild_and_rank_keys_ascend() -> None:
    assert [*RANK_KEYS, WILD_KEY] == sorted({*RANK_KEYS, WILD_KEY})


def flags(word: int) -> list[bool]:
    """Return which suits, clubs first, have their flag up."""
    return [bool(word & SUIT_FLAGS & (0xF << (32 + 4 * suit))) for suit in range(4)]


@pytest.mark.parametrize("enough", [4, 5])
@pytest.mark.parametrize("suit", range(4))
def test_a_flag_goes_up_with_enough_cards_of_the_suit_and_not_before(
    enough: int, suit: int
) -> None:
    word = start_word(5, enough)
    up = []
    for rank in range(5):
        word += int(card_words()[4 * rank + suit])
        up.append([s for s in range(4) if flags(word)[s]])
    assert up == [[suit] if n >= enough else [] for n in range(1, 6)]


@pytest.mark.parametrize("enough", [4, 5])
@given(st.lists(st.integers(0, 55), min_size=1, max_size=5, unique=True))
def test_flags_are_up_for_the_suits_with_enough_cards_wild_ones_counted(
    enough: int, hand: list[int]
) -> None:
    word = start_word(len(hand), enough) + sum(int(card_words()[card]) for card in hand)
    held = [sum(card >= 52 or card % 4 == suit for card in hand) for suit in range(4)]
    assert flags(word) == [n >= enough for n in held]


def test_no_suit_counter_runs_over_into_the_next() -> None:
    word = start_word(5, 4) + 5 * int(card_words()[52])
    assert [word >> (32 + 4 * suit) & 0xF for suit in range(4)] == [9] * 4
    assert word >> 48 == 0


def test_the_four_jokers_are_alike() -> None:
    assert len(set(card_words()[52:].tolist())) == 1


def test_sets_of_four_ranks_are_numbered_without_gaps() -> None:
    four = [mask for mask in range(8192) if mask.bit_count() == 4]
    assert four_index()[four].tolist() == list(range(715))


def test_the_paths_of_ranks_of_five_and_of_four_suited_cards_lie_side_by_side() -> None:
    assert paths() == (slots().n, slots().n + 8192, slots().n + 8192 + 715 * 13)
