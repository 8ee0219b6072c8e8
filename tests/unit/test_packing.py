"""Cards as words: sums name the multiset of ranks, and flags go up with enough cards of a suit."""

from functools import lru_cache
from itertools import chain, combinations_with_replacement, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.constants import FIRST_JOKER, MAX_JOKERS
from pokersim.kernels.strength_index import rank_path
from pokersim.packing import (
    KEY_MASK,
    N_WORDS,
    STATE_BITS,
    STATE_MASK,
    STATE_SHIFT,
    SUIT_FLAGS,
    KeyLayout,
    card_words,
    layout,
    sizes,
    start_word,
    wild_word,
)
from pokersim.rules.deck import Deck
from pokersim.table_layout import States

WILD, BUG = 13, 14
BUG_CARD = FIRST_JOKER

# Hands of up to five cards, of six and seven; in a deck of wild cards or bugs, and of both.
LAYOUTS = [(5, False), (5, True), (7, False), (7, True)]
N_MULTISETS = {(5, False): 11_614, (5, True): 15_489, (7, False): 103_105, (7, True): 153_150}
"""Of thirteen ranks, each four times at most, of wild cards, and of at most four bugs."""

MOST_ROWS = {(5, False): 38_567, (5, True): 155_425, (7, False): 16_384, (7, True): 65_536}
"""Where a row begins takes four bytes: they should stay near the processor."""

MOST_EMPTY = 1 / 6
"""Share of the slots: fuller would be smaller, and takes longer to lay out."""

FULL_DECK = Deck(jokers=MAX_JOKERS).cards

layouts = pytest.mark.parametrize(("largest", "both"), LAYOUTS)


def multisets(size: int, both: bool) -> np.ndarray:
    """Return ``int8[n, size]``: every multiset of so many symbols, without help of the package."""
    drawn = chain.from_iterable(combinations_with_replacement(range(15 if both else 14), size))
    every = np.fromiter(drawn, np.int8).reshape(-1, size)
    # The symbols are in order: a fifth of a rank stands four places after the first.
    too_many = (every[:, 4:] == every[:, : max(0, size - 4)]) & (every[:, 4:] != WILD)
    return np.asarray(every[~too_many.any(axis=1)])


@lru_cache(maxsize=4)
def by_size(largest: int, both: bool) -> dict[int, np.ndarray]:
    """Return ``int8[n, size]``: all multisets of a layout, by size."""
    return {size: multisets(size, both) for size in sizes(largest)}


@lru_cache(maxsize=4)
def all_keys(largest: int, both: bool) -> np.ndarray:
    """Return the keys of all multisets."""
    keys = [layout(largest, both).keys(drawn) for drawn in by_size(largest, both).values()]
    return np.concatenate(keys)


@lru_cache(maxsize=4)
def all_slots(largest: int, both: bool) -> np.ndarray:
    """Return the slots of all multisets."""
    slots = [layout(largest, both).slots(drawn) for drawn in by_size(largest, both).values()]
    return np.concatenate(slots)


def words_of(drawn: np.ndarray, own: KeyLayout) -> np.ndarray:
    """Return ``uint64[n]``: the start and the words of cards, each of the next suit, added up."""
    cards = card_words(own, FULL_DECK, bug=True)[0]
    position = np.arange(drawn.shape[1])
    ids = np.where(drawn < WILD, 4 * drawn.astype(np.int64) + position % 4, BUG_CARD)
    words = np.where(drawn == WILD, np.uint64(wild_word(own)), cards[ids])
    start = np.uint64(start_word(own, drawn.shape[1], 5))
    return np.asarray(start + words.sum(axis=1, dtype=np.uint64))


@layouts
def test_every_multiset_has_a_key_of_its_own(largest: int, both: bool) -> None:
    keys = all_keys(largest, both)
    assert len(keys) == len(np.unique(keys)) == N_MULTISETS[largest, both]
    assert keys.max() <= layout(largest, both).mask <= KEY_MASK
    # A product of a key never runs over the word.
    assert int(keys.max()) * layout(largest, both).mixer < 2**63


@layouts
def test_every_multiset_has_a_slot_of_its_own_and_few_slots_are_empty(
    largest: int, both: bool
) -> None:
    slots, own, n = all_slots(largest, both), layout(largest, both), N_MULTISETS[largest, both]
    assert len(np.unique(slots)) == n
    assert slots.min() > 0
    assert slots.max() == own.n_slots - 1
    assert (own.n_slots - n) / own.n_slots < MOST_EMPTY
    assert len(own.row_start) <= MOST_ROWS[largest, both]


@layouts
def test_the_slots_do_not_depend_on_chance(largest: int, both: bool) -> None:
    again, before = layout.__wrapped__(largest, both), layout(largest, both)
    assert again._replace(row_start=before.row_start) == before
    assert np.array_equal(again.row_start, before.row_start)


@layouts
def test_mixing_loses_nothing_of_a_key(largest: int, both: bool) -> None:
    own, keys = layout(largest, both), all_keys(largest, both)
    mixed = keys * own.mixer & own.mask
    back = pow(own.mixer, -1, own.mask + 1)
    assert [int(m) * back & own.mask for m in mixed[::997]] == keys[::997].tolist()


@layouts
def test_keys_of_symbols_are_those_of_the_cards(largest: int, both: bool) -> None:
    own = layout(largest, both)
    for drawn in by_size(largest, both).values():
        keys = words_of(drawn, own) & np.uint64(KEY_MASK)
        assert np.array_equal(keys, own.keys(drawn).astype(np.uint64))


@layouts
def test_the_kernel_finds_the_slots(largest: int, both: bool) -> None:
    own = layout(largest, both)
    numbers = (np.uint64(own.mixer), np.uint64(own.mask), np.uint64(own.row_bits))
    for drawn in by_size(largest, both).values():
        some = drawn[::211]
        found = [rank_path(word, *numbers, own.row_start) for word in words_of(some, own)]
        assert found == own.slots(some).tolist()


@layouts
def test_numbers_of_symbols_ascend(largest: int, both: bool) -> None:
    *ranks, wild, bug = layout(largest, both).numbers
    assert all(one < other for one, other in pairwise([*ranks, wild]))
    assert (bug > wild) if both else (bug == wild)


def flags(word: int) -> list[bool]:
    """Return which suits, clubs first, have their flag up."""
    return [bool(word & SUIT_FLAGS & (0xF << (32 + 4 * suit))) for suit in range(4)]


def test_a_flag_goes_up_with_enough_cards_of_the_suit_and_not_before() -> None:
    misses = []
    for size, suit, enough in product((5, 6, 7), range(4), (4, 5)):
        own = layout(5 if size == 5 else 7)
        words = card_words(own, FULL_DECK)[0]
        word = start_word(own, size, enough)
        up = []
        for rank in range(size):
            word += int(words[4 * rank + suit])
            up.append([s for s in range(4) if flags(word)[s]])
        if up != [[suit] if n >= enough else [] for n in range(1, size + 1)]:
            misses.append((size, suit, enough, up))
    assert misses == []


@given(
    st.sampled_from([4, 5]),
    st.booleans(),
    st.lists(st.integers(0, 55), min_size=1, max_size=7, unique=True),
)
def test_flags_are_up_for_the_suits_with_enough_cards_wild_ones_counted(
    enough: int, bug: bool, hand: list[int]
) -> None:
    own = layout(5 if len(hand) <= 5 else 7, both=True)
    words = card_words(own, FULL_DECK, wild=(0, 13), bug=bug)[0]
    word = start_word(own, len(hand), enough) + sum(int(words[card]) for card in hand)
    held = [
        sum(card >= 52 or card in (0, 13) or card % 4 == suit for card in hand) for suit in range(4)
    ]
    assert flags(word) == [n >= enough for n in held]


@given(st.lists(st.integers(0, 55), min_size=1, max_size=7, unique=True))
def test_wild_cards_and_bugs_are_counted_apart(hand: list[int]) -> None:
    own = layout(5 if len(hand) <= 5 else 7, both=True)
    deuces = (0, 1, 2, 3)
    words = card_words(own, FULL_DECK, deuces, bug=True)[0]
    word = start_word(own, len(hand), 5) + sum(int(words[card]) for card in hand)
    state = word >> STATE_SHIFT
    n_wild, n_bugs = sum(card < 4 for card in hand), sum(card >= 52 for card in hand)
    assert state == n_wild + (n_bugs << STATE_BITS)


@pytest.mark.parametrize(("size", "largest"), [(5, 5), (6, 7), (7, 7)])
def test_no_suit_counter_runs_over_into_the_next(size: int, largest: int) -> None:
    own = layout(largest)
    word = start_word(own, size, 4) + size * wild_word(own)
    assert [word >> (32 + 4 * suit) & 0xF for suit in range(4)] == [4 + size] * 4
    assert word >> STATE_SHIFT == size


@pytest.mark.parametrize(("n_wild", "n_bugs"), [(0, 0), (2, 0), (0, 4), (7, 4), (3, 2)])
def test_states_are_numbered_without_gaps(n_wild: int, n_bugs: int) -> None:
    states = States(n_wild, n_bugs)
    rows = states.rows()
    inside = [
        wild + (bugs << STATE_BITS) for bugs in range(n_bugs + 1) for wild in range(n_wild + 1)
    ]
    assert sorted(rows[inside].tolist()) == list(range(states.n))
    assert len(rows) == STATE_MASK + 1


def test_the_four_jokers_have_the_same_word() -> None:
    for bug in (False, True):
        jokers = card_words(layout(5, both=True), FULL_DECK, bug=bug)[0][FIRST_JOKER:]
        assert len(set(jokers.tolist())) == 1, bug


def test_jokers_are_wild_cards_unless_they_are_bugs() -> None:
    own = layout(7, both=True)
    words = [card_words(own, FULL_DECK, wild=(0,), bug=bug)[0] for bug in (False, True)]
    assert int(words[0][0]) == int(words[0][FIRST_JOKER]) == int(words[1][0]) == wild_word(own)
    assert int(words[1][FIRST_JOKER]) != wild_word(own)


@given(st.sets(st.integers(0, 51), max_size=12), st.integers(0, MAX_JOKERS))
def test_the_word_of_a_card_that_is_not_in_the_deck_is_zero(held: set[int], jokers: int) -> None:
    cards = np.array([*sorted(held), *range(52, 52 + jokers)], dtype=np.uint8)
    words = card_words(layout(5), cards, wild=tuple(sorted(held)[:2]))[0]
    assert np.flatnonzero(words).tolist() == cards.tolist()


def test_every_card_has_a_bit_of_its_own_and_a_suit_thirteen_in_a_row() -> None:
    bits = [int(bit) for bit in card_words(layout(5), FULL_DECK)[1]]
    assert bits[:52] == [1 << (13 * (card % 4) + card // 4) for card in range(52)]
    assert bits[52:] == [1 << joker for joker in range(52, N_WORDS)]


def test_bits_do_not_depend_on_what_is_wild() -> None:
    plain = card_words(layout(7), FULL_DECK)[1]
    assert np.array_equal(card_words(layout(7, both=True), FULL_DECK, (0, 1), bug=True)[1], plain)
