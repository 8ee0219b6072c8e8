"""The ranking kernel: it judges every hand as the compiler does, and knows what is no hand."""

from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.kernels.paths import shape_of
from pokersim.kernels.rank import rank_hands
from pokersim.rules.classes import classes_of
from pokersim.rules.compiler import compile_ruleset
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import catalogue, load_ruleset, shipped_names
from pokersim.rules.pattern import Pattern
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.rules.scatter import showing_keys
from support.decks import (
    DECKS,
    differing,
    kernel_strengths,
    playing,
    random_hands,
    slow_strengths,
    tables_for,
)
from support.oracle import classes

SHIPPED = shipped_names()
SHORT_DECKS = ("36", "32", "9TJQKA", "2468TQA")
SIZES = (5, 6, 7)
JOKERS = range(52, 56)

ROYAL = (32, 36, 40, 44, 48)
ROYAL_SEVEN = (32, 36, 40, 44, 48, 0, 1)
FIRST_ID_TOO_HIGH = 56

natural_cards = st.integers(0, 51)
sizes = st.sampled_from(SIZES)


def some_hand(cards: st.SearchStrategy[int]) -> st.SearchStrategy[list[int]]:
    """Give hands of five to seven different cards."""
    return sizes.flatmap(lambda n: st.lists(cards, min_size=n, max_size=n, unique=True))


def first_bad_row(rows: list[list[int]], ruleset: Ruleset) -> int:
    """Rank hands with the kernel, and give the row it stops at."""
    cards = np.array(rows, dtype=np.uint8)
    size = cards.shape[1]
    strengths = np.zeros((len(rows), 1), dtype=np.uint16)
    return int(rank_hands(cards, shape_of(size), tables_for((ruleset,), size), strengths))


@lru_cache(maxsize=1)
def hand_of_every_class() -> np.ndarray:
    """Give a hand of each class alike up to suits; suits and the order of cards by chance."""
    rng = np.random.default_rng(1)
    cards = np.array([hand for hand, _ in classes()])
    suit_for = rng.permuted(np.tile(np.arange(4), (len(cards), 1)), axis=1)
    renamed = cards // 4 * 4 + np.take_along_axis(suit_for, cards % 4, axis=1)
    return np.asarray(rng.permuted(renamed, axis=1).astype(np.uint8))


# Five cards without wild ones


@pytest.mark.parametrize("name", SHIPPED)
def test_kernel_ranks_every_class_as_the_compiler_judges_it(name: str) -> None:
    ruleset, cards = load_ruleset(name), hand_of_every_class()
    expected = compile_ruleset(ruleset).strengths_of(classes_of(cards))
    wrong = np.flatnonzero(kernel_strengths(cards, ruleset)[:, 0] != expected)
    assert not len(wrong), cards[wrong[:3]].tolist()


@pytest.mark.parametrize("deck_name", SHORT_DECKS)
@pytest.mark.parametrize("name", ["standard", "skeet", "soko"])
def test_kernel_ranks_hands_of_short_decks_as_the_compiler_does(name: str, deck_name: str) -> None:
    deck = parse_deck(deck_name)
    ruleset = replace(load_ruleset(name), deck=deck)
    cards = hand_of_every_class()
    cards = np.ascontiguousarray(cards[np.isin(cards, deck.cards).all(axis=1)])
    expected = compile_ruleset(ruleset).strengths_of(classes_of(cards))
    wrong = np.flatnonzero(kernel_strengths(cards, ruleset)[:, 0] != expected)
    assert not len(wrong), cards[wrong[:3]].tolist()


# Five, six and seven cards, whatever is wild


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("deck_name", DECKS)
def test_hands_are_worth_the_best_five_of_their_cards(deck_name: str, name: str) -> None:
    ruleset = playing(name, DECKS[deck_name])
    ranking = compile_ruleset(ruleset)
    for size in SIZES:
        cards = random_hands(ruleset.deck, size, 150, seed=size)
        found, expected = kernel_strengths(cards, ruleset)[:, 0], slow_strengths(ranking, cards)
        assert differing(cards, found, expected) == []
        assert found.min() > 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("deck_name", ["52", "bugs and deuces", "hole, bugs and deuces"])
def test_rulesets_side_by_side_rank_as_each_does_alone(deck_name: str, size: int) -> None:
    rulesets = [playing(name, DECKS[deck_name]) for name in ("standard", "soko", "cats-over-flush")]
    cards = random_hands(DECKS[deck_name], size, 300)
    alone = np.stack([kernel_strengths(cards, ruleset)[:, 0] for ruleset in rulesets], axis=1)
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
        together = kernel_strengths(cards, *(rulesets[i] for i in order))
        assert np.array_equal(together, alone[:, order])


@pytest.mark.parametrize("names", [SHIPPED, SHIPPED[::-1], ("standard", "soko", "cats-and-dogs")])
def test_many_rulesets_side_by_side_rank_every_class_as_each_does_alone(
    names: tuple[str, ...],
) -> None:
    rulesets, cards = [load_ruleset(name) for name in names], hand_of_every_class()
    alone = [kernel_strengths(cards, ruleset)[:, 0] for ruleset in rulesets]
    assert np.array_equal(kernel_strengths(cards, *rulesets), np.stack(alone, axis=1))


@given(hand=some_hand(natural_cards), data=st.data())
def test_order_of_cards_and_names_of_suits_do_not_matter(
    hand: list[int], data: st.DataObject
) -> None:
    other_order = data.draw(st.permutations(range(len(hand))), label="order")
    suit_for = data.draw(st.permutations(range(4)), label="suits")
    twin = [hand[i] // 4 * 4 + suit_for[hand[i] % 4] for i in other_order]
    strengths = kernel_strengths(
        np.array([hand, twin], dtype=np.uint8), *map(load_ruleset, SHIPPED)
    )
    assert strengths[0].tolist() == strengths[1].tolist()


@pytest.mark.parametrize(
    "deck_name", ["jokers and deuces", "bugs and deuces", "lowest, bugs, natural first"]
)
@given(data=st.data())
@settings(max_examples=40)
def test_the_order_of_cards_does_not_matter_to_wild_ones(
    deck_name: str, data: st.DataObject
) -> None:
    deck = DECKS[deck_name]
    hand = data.draw(some_hand(st.sampled_from(deck.cards.tolist())), label="hand")
    twin = data.draw(st.permutations(hand), label="twin")
    strengths = kernel_strengths(
        np.array([hand, twin], dtype=np.uint8), playing("soko", deck), playing("skeet", deck)
    )
    assert strengths[0].tolist() == strengths[1].tolist()


@pytest.mark.parametrize("deck_name", ["hole", "hole, bugs and deuces"])
@given(data=st.data())
@settings(max_examples=40)
def test_the_order_of_all_but_the_hole_card_does_not_matter(
    deck_name: str, data: st.DataObject
) -> None:
    deck = DECKS[deck_name]
    hand = data.draw(some_hand(st.sampled_from(deck.cards.tolist())), label="hand")
    twin = [hand[0], *data.draw(st.permutations(hand[1:]), label="twin")]
    strengths = kernel_strengths(np.array([hand, twin], dtype=np.uint8), playing("soko", deck))
    assert strengths[0].tolist() == strengths[1].tolist()


@pytest.mark.parametrize("deck_name", ["52", "2 jokers", "bugs and deuces", "natural first"])
@given(data=st.data())
@settings(max_examples=40)
def test_a_card_more_never_makes_a_hand_weaker(deck_name: str, data: st.DataObject) -> None:
    deck = DECKS[deck_name]
    cards = st.sampled_from(deck.cards.tolist())
    hand = data.draw(st.lists(cards, min_size=7, max_size=7, unique=True), label="hand")
    rulesets = [playing(name, deck) for name in ("soko", "skeet-over-flush")]
    strengths = [
        kernel_strengths(np.array([hand[:size]], dtype=np.uint8), *rulesets)[0].astype(int)
        for size in SIZES
    ]
    assert (np.diff(strengths, axis=0) >= 0).all(), strengths


# Rulesets that hypothesis makes up


def made_up(order: list[Combination], deck: Deck) -> Ruleset:
    """Give a ruleset of combinations in any order, the high card last."""
    ranking = (*order, catalogue()["high-card"])
    return Ruleset("made-up", {"en": "Made up"}, ranking, deck)


FOUR_FLUSH = catalogue()["four-flush"]
OF_FOUR_SUITED = [
    FOUR_FLUSH,
    replace(FOUR_FLUSH, id="paired-four-flush", pattern=Pattern(suited=4, counts=(2, 1, 1, 1))),
    replace(FOUR_FLUSH, id="deuced-four-flush", pattern=Pattern(suited=4, low=0)),
    replace(FOUR_FLUSH, id="four-flush-by-rank", tie_break="orthodox"),
]
"""Four of a suit, by more than the suit: a higher fifth card may be worse."""

ORDERS = st.lists(
    st.sampled_from([*(c for c in catalogue().values() if c.id != "high-card"), *OF_FOUR_SUITED]),
    min_size=1,
    max_size=14,
    unique_by=lambda combination: combination.id,
)


@given(
    order=ORDERS,
    deck_name=st.sampled_from(list(DECKS)),
    size=sizes,
    seed=st.integers(0, 999),
)
@settings(max_examples=50)
def test_hands_are_worth_the_best_five_under_any_order_of_combinations(
    order: list[Combination], deck_name: str, size: int, seed: int
) -> None:
    ruleset = made_up(order, DECKS[deck_name])
    ranking = compile_ruleset.__wrapped__(ruleset)
    cards = random_hands(ruleset.deck, size, 100, seed)
    found, expected = kernel_strengths(cards, ruleset)[:, 0], slow_strengths(ranking, cards)
    assert differing(cards, found, expected) == []


@pytest.mark.parametrize("deck_name", ["52", "1 joker", "2 jokers", "bug", "bugs and deuces"])
def test_a_flush_need_not_be_the_best_five_of_seven(deck_name: str) -> None:
    order = "three-of-a-kind two-pair four-flush flush one-pair".split()
    ruleset = made_up([catalogue()[name] for name in order], DECKS[deck_name])
    cards = random_hands(ruleset.deck, 7, 2_000)
    found = kernel_strengths(cards, ruleset)[:, 0]
    assert differing(cards, found, slow_strengths(compile_ruleset(ruleset), cards)) == []


@pytest.mark.parametrize("deck_name", ["52", "2 jokers", "deuces", "bugs and deuces"])
@pytest.mark.parametrize("extra", OF_FOUR_SUITED, ids=lambda combination: combination.id)
@pytest.mark.parametrize("size", SIZES)
def test_four_of_a_suit_may_be_worse_with_a_higher_fifth_card(
    size: int, extra: Combination, deck_name: str
) -> None:
    order = [extra, *(catalogue()[name] for name in "flush straight two-pair".split())]
    order += [FOUR_FLUSH] * (extra.id != "four-flush") + [catalogue()["one-pair"]]
    ruleset, usual = made_up(order, DECKS[deck_name]), playing("soko", DECKS[deck_name])
    cards = random_hands(ruleset.deck, size, 500)
    found = kernel_strengths(cards, usual, ruleset)
    for column, rules in ((0, usual), (1, ruleset)):
        expected = slow_strengths(compile_ruleset(rules), cards)
        assert differing(cards, found[:, column], expected) == []
    in_order = [bool(tables_for((r,), size).fifths_in_order) for r in (usual, ruleset)]
    assert in_order == [True, extra is FOUR_FLUSH]


@pytest.mark.parametrize("size", SIZES)
def test_with_a_higher_fifth_card_a_bug_may_be_no_fourth_of_the_suit(size: int) -> None:
    # With As 4s 3s and 2h a bug is the fourth spade; with As 4s 3s and Ah it can only be an ace.
    high = replace(FOUR_FLUSH, id="high", pattern=Pattern(suited=4, high=12), bug="no")
    unpaired = replace(high, id="unpaired", pattern=Pattern(suited=4, counts=(1,) * 5))
    unpaired = replace(unpaired, tie_break="groups", bug="orthodox")
    order = [high, unpaired, catalogue()["three-of-a-kind"]]
    ruleset = made_up(order, Deck(parse_deck("2345A").ranks, jokers=2, bug="orthodox"))
    cards = random_hands(ruleset.deck, size, 2_000)
    found = kernel_strengths(cards, ruleset)[:, 0]
    assert differing(cards, found, slow_strengths(compile_ruleset(ruleset), cards)) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_of_shipped_rulesets_the_highest_fifth_card_decides(name: str) -> None:
    for deck in DECKS.values():
        tables = tables_for((playing(name, deck),), 7)
        assert bool(tables.fifths_in_order) == (tables.four_suited >= 0)


# One to four cards in sight


def shown(ruleset: Ruleset, cards: np.ndarray) -> np.ndarray:
    """Give ``int64[n]``: what so few natural cards show, in order, the worst 1, without gaps."""
    size = cards.shape[1]
    ranking = compile_ruleset(ruleset)
    keys = showing_keys(ranking, classes_of(cards))
    every = np.array(list(combinations(ruleset.deck.cards[ruleset.deck.cards < 52], size)))
    known = np.unique(showing_keys(ranking, classes_of(every.astype(np.uint8))))
    return np.asarray(np.searchsorted(known, keys) + 1)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("name", SHIPPED)
def test_so_few_cards_show_what_the_compiler_says(name: str, size: int) -> None:
    ruleset = load_ruleset(name)
    step = 1 if size < 3 else 2
    cards = np.array(list(combinations(range(size % 2, 52, step), size)), dtype=np.uint8)
    found = kernel_strengths(cards, ruleset)[:, 0]
    assert differing(cards, found, shown(ruleset, cards)) == []


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["standard", "four-flush", "skeet"])
def test_a_wild_card_in_sight_shows_the_best_that_it_can(name: str, size: int) -> None:
    ruleset = playing(name, Deck(jokers=1))
    cards = random_hands(Deck(), size - 1, 40) if size > 1 else np.zeros((1, 0), dtype=np.uint8)
    for natural in cards:
        others = [card for card in range(52) if card not in natural]
        read_as = np.array([[*natural, card] for card in others], dtype=np.uint8)
        with_joker = np.array([[*natural, 52]], dtype=np.uint8)
        best = kernel_strengths(read_as, ruleset).max()
        assert kernel_strengths(with_joker, ruleset)[0, 0] == best, natural.tolist()


# What is no hand


@pytest.mark.parametrize("size", SIZES)
def test_no_hands_are_no_mistake(size: int) -> None:
    cards = np.zeros((0, size), dtype=np.uint8)
    assert kernel_strengths(cards, load_ruleset("soko")).shape == (0, 1)


@pytest.mark.parametrize("card", [FIRST_ID_TOO_HIGH, 63, 64, 120, 128, 255])
@pytest.mark.parametrize("size", SIZES)
def test_a_number_that_is_no_card_is_refused_with_its_row(card: int, size: int) -> None:
    good = list(ROYAL_SEVEN[:size])
    for at in range(size):
        bad = list(good)
        bad[at] = card
        assert first_bad_row([good, bad, bad], load_ruleset("soko")) == 1


@given(hand=some_hand(natural_cards), data=st.data())
def test_a_card_twice_is_refused_with_its_row(hand: list[int], data: st.DataObject) -> None:
    places = st.integers(0, len(hand) - 1)
    one, other = data.draw(places, label="one"), data.draw(places, label="other")
    bad = [*hand]
    bad[one] = hand[other]
    good = list(ROYAL_SEVEN[: len(hand)])
    expected = -1 if one == other else 2
    assert first_bad_row([good, hand, bad], load_ruleset("soko")) == expected


@pytest.mark.parametrize(
    "deck_name", ["4 jokers", "bugs and deuces", "lowest, bugs, natural first", "everything"]
)
@given(data=st.data())
@settings(max_examples=40)
def test_a_wild_card_twice_is_refused_with_its_row(deck_name: str, data: st.DataObject) -> None:
    deck = DECKS[deck_name]
    hand = data.draw(some_hand(st.sampled_from(deck.cards.tolist())), label="hand")
    wild = data.draw(st.sampled_from([52, *deck.wild]), label="wild")
    one, other = data.draw(st.permutations(range(len(hand))), label="places")[:2]
    bad = [*hand]
    bad[one] = bad[other] = wild
    assert first_bad_row([hand, bad], playing("skeet", deck)) == 1


@pytest.mark.parametrize("card", [0, 51, *JOKERS])
@pytest.mark.parametrize("size", SIZES)
def test_one_card_many_times_is_refused(card: int, size: int) -> None:
    for deck_name in ("52", "4 jokers", "bugs and deuces"):
        assert first_bad_row([[card] * size], playing("standard", DECKS[deck_name])) == 0


@pytest.mark.parametrize("name", SHIPPED)
@given(hand=some_hand(natural_cards), joker=st.sampled_from(JOKERS), data=st.data())
@settings(max_examples=40)
def test_a_joker_is_refused_with_its_row_where_the_deck_has_none(
    name: str, hand: list[int], joker: int, data: st.DataObject
) -> None:
    bad = [*hand]
    bad[data.draw(st.integers(0, len(hand) - 1), label="at")] = joker
    assert first_bad_row([hand, bad], load_ruleset(name)) == 1


@pytest.mark.parametrize("jokers", range(5))
@pytest.mark.parametrize("bug", ["", "orthodox", "special"])
def test_as_many_jokers_as_the_deck_has_are_taken(jokers: int, bug: str) -> None:
    deck = Deck(jokers=jokers, bug=bug if jokers else "")
    taken = [
        joker
        for joker in JOKERS
        if first_bad_row([[*ROYAL, joker, 7]], playing("soko", deck)) == -1
    ]
    assert taken == list(range(52, 52 + jokers))


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


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_the_deck_lacks_is_refused_with_its_row(size: int) -> None:
    ruleset = replace(load_ruleset("skeet"), deck=parse_deck("36"))
    good = [*ROYAL, 16, 17][:size]
    for at in range(size):
        bad = list(good)
        bad[at] = 15  # the five of spades; the deck begins with the sixes
        assert first_bad_row([good, good, bad], ruleset) == 2


def test_hands_before_a_bad_row_are_ranked_and_those_after_it_are_not() -> None:
    standard = load_ruleset("standard")
    cards = np.array([ROYAL, (0, 0, 1, 2, 3), ROYAL], dtype=np.uint8)
    strengths = np.zeros((3, 1), dtype=np.uint16)
    rank_hands(cards, shape_of(5), tables_for((standard,), 5), strengths)
    assert strengths[:, 0].tolist() == [7_462, 0, 0]
