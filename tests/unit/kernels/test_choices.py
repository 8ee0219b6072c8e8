"""Choices of cards, and what is counted of them, against all combinations dealt one by one."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.kernels.choices import (
    ALL_FLAGS,
    BLOCK,
    FIRST_FLAG,
    are_suits_alike,
    begin_walk,
    next_choices,
    rank_choices,
)
from pokersim.kernels.enumerate import count_strengths
from pokersim.kernels.strength_index import has_suit, rank_path
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.table_layout import RankTables
from support.decks import DECKS, kernel_strengths, playing, tables_for

BY_CARD = ("52", "36", "2 jokers", "4 special bugs", "one-eyed jacks", "bugs and deuces")
"""Decks with the same wild cards in every hand."""


@st.composite
def situations(draw: st.DrawFn) -> tuple[str, str, list[int], list[int], int]:
    """Return a ruleset, a deck, cards held, cards left, and how many of these come."""
    deck_name = draw(st.sampled_from(BY_CARD))
    cards = [int(card) for card in DECKS[deck_name].cards]
    held = draw(st.lists(st.sampled_from(cards), max_size=5, unique=True))
    rest = st.sampled_from([card for card in cards if card not in held])
    size = draw(st.integers(5, 7)) - len(held)
    left = sorted(draw(st.lists(rest, min_size=0, max_size=9 + 3 * (size < 4), unique=True)))
    return draw(st.sampled_from(["standard", "soko"])), deck_name, held, left, max(size, 0)


def opened(
    name: str, deck_name: str, held: list[int], left: list[int], size: int
) -> tuple[RankTables, np.ndarray, np.uint64, np.uint64]:
    """Return the tables of the whole hand, the cards left, and the words of what is held."""
    tables = tables_for((playing(name, DECKS[deck_name]),), len(held) + size)
    hand = tables.start + tables.card_word[held].sum(dtype=np.uint64)
    bits = np.bitwise_or.reduce(tables.card_bit[held], initial=np.uint64(0))
    return tables, np.array(left, dtype=np.uint8), hand, bits


def walked(
    cards: np.ndarray,
    size: int,
    words: tuple[np.uint64, np.uint64],
    tables: RankTables,
    every: bool,
    flags: np.uint64 = ALL_FLAGS,
) -> Counter[tuple[int, int]]:
    """Walk through the choices and count the words of the hands listed."""
    walk = begin_walk(cards, size, *words, every, flags, tables)
    found: Counter[tuple[int, int]] = Counter()
    while n := next_choices(walk):
        found.update(zip(walk.hands[:n].tolist(), walk.bits[:n].tolist(), strict=True))
    return found


def dealt(
    cards: np.ndarray, size: int, words: tuple[np.uint64, np.uint64], tables: RankTables
) -> Counter[tuple[int, int]]:
    """Deal every choice, and count the words of the hands."""
    hand, bits = words
    found: Counter[tuple[int, int]] = Counter()
    for choice in combinations(cards, size):
        own = list(choice)
        held = np.bitwise_or.reduce(tables.card_bit[own], initial=bits)
        found[int(hand + tables.card_word[own].sum(dtype=np.uint64)), int(held)] += 1
    return found


def suited(hands: Counter[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """Return the hands of which a suit matters."""
    return Counter({words: n for words, n in hands.items() if has_suit(np.uint64(words[0]))})


@settings(max_examples=25)
@given(situations())
def test_choices_are_listed_once_all_or_those_of_which_a_suit_matters(
    situation: tuple[str, str, list[int], list[int], int],
) -> None:
    size = situation[-1]
    tables, cards, *words = opened(*situation)
    expected = dealt(cards, size, (words[0], words[1]), tables)
    assert walked(cards, size, (words[0], words[1]), tables, True) == expected
    assert walked(cards, size, (words[0], words[1]), tables, False) == suited(expected)


def test_a_walk_of_many_steps_goes_on_where_it_stood() -> None:
    cards = [*range(20), 24, 28, 32]
    tables, left, hand, bits = opened("soko", "bugs and deuces", [41, 45], cards, 4)
    expected = dealt(left, 4, (hand, bits), tables)
    assert len(expected) > 3 * BLOCK
    assert walked(left, 4, (hand, bits), tables, True) == expected
    assert suited(expected).total() > BLOCK
    assert walked(left, 4, (hand, bits), tables, False) == suited(expected)


@pytest.mark.parametrize("n_wild", [0, 1, 2, 3])
def test_hands_with_the_first_flag_stand_for_all_where_suits_are_alike(n_wild: int) -> None:
    cards = list(range(12, 28))
    jokers = list(range(52, 52 + n_wild))
    tables, left, hand, bits = opened("soko", "4 jokers", jokers, cards, 6 - n_wild)
    assert are_suits_alike(left)
    expected = suited(dealt(left, 6 - n_wild, (hand, bits), tables))
    first = Counter({w: n for w, n in expected.items() if w[0] & int(FIRST_FLAG)})
    assert walked(left, 6 - n_wild, (hand, bits), tables, False, FIRST_FLAG) == first
    twelfths = sum(12 // (w[0] & int(ALL_FLAGS)).bit_count() * n for w, n in first.items())
    assert 4 * twelfths == 12 * expected.total() > 0


def test_suits_are_alike_if_they_have_the_same_ranks() -> None:
    assert are_suits_alike(np.arange(52, dtype=np.uint8))
    assert are_suits_alike(np.array([48, 49, 50, 51, 0, 3, 2, 1], dtype=np.uint8))
    assert not are_suits_alike(np.arange(51, dtype=np.uint8))


@settings(max_examples=25)
@given(situations())
def test_ranks_are_listed_with_the_ways_to_choose_them(
    situation: tuple[str, str, list[int], list[int], int],
) -> None:
    size = situation[-1]
    tables, cards, hand, _ = opened(*situation)
    expected = Counter(
        int(
            rank_path(
                np.uint64(hand + tables.card_word[list(chosen)].sum(dtype=np.uint64)),
                tables.mixer,
                tables.mask,
                tables.row_bits,
                tables.row_start,
            )
        )
        for chosen in combinations(cards, size)
    )
    paths, ways = rank_choices(cards, size, hand, tables)
    assert len(set(paths.tolist())) == len(paths)
    assert dict(zip(paths.tolist(), ways.tolist(), strict=True)) == expected


@pytest.mark.parametrize("deck_name", [*BY_CARD, "lowest, joker and jacks"])
def test_strengths_are_counted_as_hands_dealt_have_them(deck_name: str) -> None:
    deck = DECKS[deck_name]
    rulesets = (playing("soko", deck), playing("skeet-flushes", deck))
    tables = tables_for(rulesets, 5)
    longest = max(compile_ruleset(ruleset).n_strengths for ruleset in rulesets)
    for n_held, size, n_left in ((5, 0, 20), (4, 1, 40), (3, 2, 30), (2, 3, 20), (0, 5, 15)):
        rng = np.random.default_rng(n_held)
        mixed = rng.permutation(deck.cards)
        # Of one suit for the most part, so that suits matter.
        mixed = mixed[np.argsort((mixed % 4 != 1) & (rng.random(len(mixed)) < 0.5), kind="stable")]
        held, left = mixed[:n_held], np.sort(mixed[n_held:][:n_left])
        hands = np.array([[*held, *more] for more in combinations(left, size)], dtype=np.uint8)
        strengths = kernel_strengths(hands, *rulesets)
        expected = [np.bincount(strengths[:, r], minlength=longest + 1) for r in range(2)]
        counts = np.full((longest + 1, 2), 10)
        hand = tables.start + tables.card_word[held].sum(dtype=np.uint64)
        bits = np.bitwise_or.reduce(tables.card_bit[held], initial=np.uint64(0))
        count_strengths(left, size, hand, bits, 2, tables, counts)
        assert (counts - 10).T.tolist() == [(2 * own).tolist() for own in expected], size
        count_strengths(left, size, hand, bits, -2, tables, counts)
        assert (counts == 10).all(), size


def test_more_cards_than_there_are_can_not_be_chosen() -> None:
    tables = tables_for((playing("standard", DECKS["52"]),), 5)
    for cards in (np.zeros(0, dtype=np.uint8), np.arange(3, dtype=np.uint8)):
        counts = np.zeros((len(tables.category), 1), dtype=np.int64)
        count_strengths(cards, 5, tables.start, np.uint64(0), 1, tables, counts)
        assert not counts.any()
