"""The ranking kernel: it judges every hand as the compiler does, and knows what is no hand."""

from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import classes

from pokersim.kernels.rank import rank_hands, rank_path, suited_path
from pokersim.packing import SUIT_FLAGS
from pokersim.rules.classes import classes_of
from pokersim.rules.compiler import compile_ruleset, showing_strengths
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.rank import tables_of

SHIPPED = shipped_names()
DECKS = ("36", "32", "9TJQKA", "2468TQA")
JOKERS = range(52, 56)

ROYAL = (32, 36, 40, 44, 48)
FIRST_ID_TOO_HIGH = 56

natural_cards = st.integers(0, 51)
hands = st.lists(natural_cards, min_size=5, max_size=5, unique=True)


def kernel_strengths(cards: np.ndarray, *rulesets: Ruleset) -> np.ndarray:
    """Rank hands with the kernel into ``uint16[n, rulesets]``; all must be hands."""
    strengths = np.zeros((len(cards), len(rulesets)), dtype=np.uint16)
    assert rank_hands(cards, tables_of(rulesets), strengths) == -1
    return strengths


def first_bad_row(rows: list[list[int]], *rulesets: Ruleset) -> int:
    """Rank hands with the kernel, and give the row it stops at."""
    strengths = np.zeros((len(rows), len(rulesets)), dtype=np.uint16)
    return rank_hands(np.array(rows, dtype=np.uint8), tables_of(rulesets), strengths)


@lru_cache(maxsize=1)
def hand_of_every_class() -> np.ndarray:
    """Give a hand of each class alike up to suits; suits and the order of cards by chance."""
    rng = np.random.default_rng(1)
    cards = np.array([hand for hand, _ in classes()])
    suit_for = rng.permuted(np.tile(np.arange(4), (len(cards), 1)), axis=1)
    renamed = cards // 4 * 4 + np.take_along_axis(suit_for, cards % 4, axis=1)
    return np.asarray(rng.permuted(renamed, axis=1).astype(np.uint8))


@pytest.mark.parametrize("name", SHIPPED)
def test_kernel_ranks_every_class_as_the_compiler_judges_it(name: str) -> None:
    ruleset, cards = load_ruleset(name), hand_of_every_class()
    expected = compile_ruleset(ruleset).strengths_of(classes_of(cards))
    wrong = np.flatnonzero(kernel_strengths(cards, ruleset)[:, 0] != expected)
    assert not len(wrong), cards[wrong[:3]].tolist()


@pytest.mark.parametrize("deck_name", DECKS)
@pytest.mark.parametrize("name", ["standard", "skeet", "soko"])
def test_kernel_ranks_hands_of_short_decks_as_the_compiler_does(name: str, deck_name: str) -> None:
    deck = parse_deck(deck_name)
    ruleset = replace(load_ruleset(name), deck=deck)
    cards = hand_of_every_class()
    cards = np.ascontiguousarray(cards[np.isin(cards, deck.cards).all(axis=1)])
    expected = compile_ruleset(ruleset).strengths_of(classes_of(cards))
    wrong = np.flatnonzero(kernel_strengths(cards, ruleset)[:, 0] != expected)
    assert not len(wrong), cards[wrong[:3]].tolist()


@pytest.mark.parametrize("names", [SHIPPED, SHIPPED[::-1], ("standard", "soko", "cats-and-dogs")])
def test_rulesets_side_by_side_rank_as_each_does_alone(names: tuple[str, ...]) -> None:
    rulesets, cards = [load_ruleset(name) for name in names], hand_of_every_class()
    alone = [kernel_strengths(cards, ruleset)[:, 0] for ruleset in rulesets]
    assert np.array_equal(kernel_strengths(cards, *rulesets), np.stack(alone, axis=1))


@given(hand=hands, other_order=st.permutations(range(5)), suit_for=st.permutations(range(4)))
def test_order_of_cards_and_names_of_suits_do_not_matter(
    hand: list[int], other_order: list[int], suit_for: list[int]
) -> None:
    twin = [hand[i] // 4 * 4 + suit_for[hand[i] % 4] for i in other_order]
    strengths = kernel_strengths(
        np.array([hand, twin], dtype=np.uint8), *map(load_ruleset, SHIPPED)
    )
    assert strengths[0].tolist() == strengths[1].tolist()


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("name", SHIPPED)
def test_showing_hands_stand_in_the_same_tables(name: str, size: int) -> None:
    tables = tables_of((load_ruleset(name),))
    shown, expected = showing_strengths(compile_ruleset(load_ruleset(name)), size)
    place = {_bytes_of(shown.take(np.array([i]))): expected[i] for i in range(len(expected))}
    cards = np.array(list(combinations(range(0, 52, 1 if size < 3 else 3), size)), dtype=np.uint8)
    judged = classes_of(cards)
    for i, hand in enumerate(cards):
        packed = tables.start[size] + tables.card_word[hand].sum()
        path, suited = rank_path(packed, tables.row_start), np.int64(0)
        if packed & np.uint64(SUIT_FLAGS):
            suited = suited_path(packed, hand, 0, size, tables.four_index)
        strength = max(tables.values[path, 0], tables.values[suited, 0])
        assert strength == place[_bytes_of(judged.take(np.array([i])))], hand.tolist()


def _bytes_of(classes: tuple[np.ndarray, ...]) -> bytes:
    return b"".join(column.tobytes() for column in classes)


def test_no_hands_are_no_mistake() -> None:
    assert kernel_strengths(np.zeros((0, 5), dtype=np.uint8), load_ruleset("soko")).shape == (0, 1)


@pytest.mark.parametrize("card", [FIRST_ID_TOO_HIGH, 63, 64, 120, 128, 255])
@pytest.mark.parametrize("at", range(5))
def test_a_number_that_is_no_card_is_refused_with_its_row(card: int, at: int) -> None:
    bad = list(ROYAL)
    bad[at] = card
    assert first_bad_row([list(ROYAL), bad, bad], load_ruleset("soko")) == 1


@given(hand=hands, one=st.integers(0, 4), other=st.integers(0, 4))
def test_a_card_twice_is_refused_with_its_row(hand: list[int], one: int, other: int) -> None:
    bad = [*hand]
    bad[one] = hand[other]
    expected = -1 if one == other else 2
    assert first_bad_row([list(ROYAL), hand, bad], load_ruleset("soko")) == expected


@pytest.mark.parametrize("card", [0, 51, *JOKERS])
def test_one_card_five_times_is_refused(card: int) -> None:
    assert first_bad_row([[card] * 5], load_ruleset("standard")) == 0


@pytest.mark.parametrize("name", SHIPPED)
@given(hand=hands, at=st.integers(0, 4), joker=st.sampled_from(JOKERS))
def test_a_joker_is_refused_with_its_row(name: str, hand: list[int], at: int, joker: int) -> None:
    bad = [*hand]
    bad[at] = joker
    assert first_bad_row([hand, bad], load_ruleset(name)) == 1


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("name", ["standard", "soko"])
def test_a_joker_with_four_of_a_suit_is_refused(name: str, joker: int) -> None:
    accepted = [
        four
        for suit in range(4)
        for four in combinations(range(suit, 52, 4), 4)
        if first_bad_row([[*four, joker]], load_ruleset(name)) != 0
    ]
    assert not accepted, accepted[:3]


@pytest.mark.parametrize("at", range(5))
def test_a_card_that_the_deck_lacks_is_refused_with_its_row(at: int) -> None:
    ruleset = replace(load_ruleset("skeet"), deck=parse_deck("36"))
    bad = list(ROYAL)
    bad[at] = 15  # the five of spades; the deck begins with the sixes
    assert first_bad_row([list(ROYAL), list(ROYAL), bad], ruleset) == 2


def test_hands_before_a_bad_row_are_ranked_and_those_after_it_are_not() -> None:
    standard = load_ruleset("standard")
    cards = np.array([ROYAL, (0, 0, 1, 2, 3), ROYAL], dtype=np.uint8)
    strengths = np.zeros((3, 1), dtype=np.uint16)
    rank_hands(cards, tables_of((standard,)), strengths)
    assert strengths[:, 0].tolist() == [7_462, 0, 0]
