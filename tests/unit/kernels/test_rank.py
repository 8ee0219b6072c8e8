"""The ranking kernel: it judges every hand as the compiler does, and refuses what is no hand."""

from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.kernels.rank import rank_hands
from pokersim.kernels.strength_index import shape_of
from pokersim.rules.compile.classes import classes_of
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import showing_keys
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import catalogue, load_ruleset, shipped_names
from pokersim.rules.pattern import Pattern
from pokersim.rules.ruleset import Combination, Ruleset
from support.decks import (
    DECKS,
    best_five_miss,
    differing,
    kernel_strengths,
    playing,
    random_hands,
    slow_strengths,
    tables_for,
)
from support.oracle import classes

SHIPPED = shipped_names()
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


# --- five cards without wild ones ----------------------------------------------------------------


def test_kernel_ranks_every_class_under_all_shipped_rulesets_as_the_compiler_judges_it() -> None:
    rulesets, cards = [load_ruleset(name) for name in SHIPPED], hand_of_every_class()
    judged, found = classes_of(cards), kernel_strengths(cards, *rulesets)
    misses = [
        (ruleset.name, differing(cards, found[:, r], compile_ruleset(ruleset).strengths_of(judged)))
        for r, ruleset in enumerate(rulesets)
    ]
    assert [(name, hands) for name, hands in misses if hands] == []


def test_kernel_ranks_hands_of_short_decks_as_the_compiler_does() -> None:
    misses = []
    for deck_name in ("36", "32", "9TJQKA", "2468TQA"):
        deck, cards = parse_deck(deck_name), hand_of_every_class()
        cards = np.ascontiguousarray(cards[np.isin(cards, deck.cards).all(axis=1)])
        for name in ("standard", "skeet", "soko"):
            ruleset = playing(name, deck)
            expected = compile_ruleset(ruleset).strengths_of(classes_of(cards))
            wrong = differing(cards, kernel_strengths(cards, ruleset)[:, 0], expected)
            misses += [(deck_name, name, wrong)] * bool(wrong)
    assert misses == []


# --- five, six and seven cards, whatever is wild -------------------------------------------------


# Each wild card and option of a deck, with a ruleset in which four of a suit matter or do not.
BEST_FIVES = {
    "52": "cats-over-flush",
    "32, ace high": "standard",
    "odd ranks": "four-flush",
    "3 jokers": "skeet-strict",
    "4 jokers": "soko",
    "bug": "cats-dogs-and-skeet",
    "4 special bugs": "four-flush",
    "deuces": "cats-and-dogs",
    "odd ranks, jokers and sixes": "soko",
    "special bugs and jacks": "skeet-flushes",
    "36, all aces wild, bugs": "soko",
    "double-ace flush": "skeet-over-flush",
    "natural first": "skeet",
    "lowest, joker and jacks": "cats-and-dogs-flushes",
    "lowest, bugs, natural first": "soko",
    "hole": "four-flush",
    "hole, jokers and jacks, natural first": "cats-dogs-and-skeet",
}


@pytest.mark.parametrize("size", SIZES)
def test_hands_are_worth_the_best_five_of_their_cards(size: int) -> None:
    misses = [best_five_miss(deck, name, size) for deck, name in BEST_FIVES.items()]
    assert [miss for miss in misses if miss] == []


@pytest.mark.parametrize(
    ("deck_name", "size"),
    [("52", 6), ("36, all aces wild, bugs", 5), ("lowest", 7)],
)
def test_rulesets_side_by_side_rank_as_each_does_alone(deck_name: str, size: int) -> None:
    rulesets = [playing(name, DECKS[deck_name]) for name in ("standard", "soko", "cats-over-flush")]
    cards = random_hands(DECKS[deck_name], size, 300)
    alone = np.stack([kernel_strengths(cards, ruleset)[:, 0] for ruleset in rulesets], axis=1)
    for order in ([0, 1, 2], [2, 0, 1]):
        together = kernel_strengths(cards, *(rulesets[i] for i in order))
        assert np.array_equal(together, alone[:, order])


@given(hand=some_hand(natural_cards), data=st.data())
@settings(max_examples=50)
def test_order_of_cards_and_names_of_suits_do_not_matter(
    hand: list[int], data: st.DataObject
) -> None:
    other_order = data.draw(st.permutations(range(len(hand))), label="order")
    suit_for = data.draw(st.permutations(range(4)), label="suits")
    twin = [hand[i] // 4 * 4 + suit_for[hand[i] % 4] for i in other_order]
    strengths = kernel_strengths(
        np.array([hand, twin], dtype=np.uint8), *map(load_ruleset, ("skeet-flushes", "soko"))
    )
    assert strengths[0].tolist() == strengths[1].tolist()


@pytest.mark.parametrize(
    ("deck_name", "n_fixed"),
    [("36, all aces wild, bugs", 0), ("lowest, joker and jacks", 0), ("hole", 1)],
)
@given(data=st.data())
@settings(max_examples=25)
def test_the_order_of_all_but_the_hole_card_does_not_matter_to_wild_cards(
    deck_name: str, n_fixed: int, data: st.DataObject
) -> None:
    deck = DECKS[deck_name]
    hand = data.draw(some_hand(st.sampled_from(deck.cards.tolist())), label="hand")
    rest = data.draw(st.permutations(hand[n_fixed:]), label="rest")
    twin = [*hand[:n_fixed], *rest]
    strengths = kernel_strengths(np.array([hand, twin], dtype=np.uint8), playing("soko", deck))
    assert strengths[0].tolist() == strengths[1].tolist()


# --- rulesets that hypothesis makes up -----------------------------------------------------------


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
@settings(max_examples=15)
def test_hands_are_worth_the_best_five_under_any_order_of_combinations(
    order: list[Combination], deck_name: str, size: int, seed: int
) -> None:
    ruleset = made_up(order, DECKS[deck_name])
    ranking = compile_ruleset.__wrapped__(ruleset)
    cards = random_hands(ruleset.deck, size, 100, seed)
    found, expected = kernel_strengths(cards, ruleset)[:, 0], slow_strengths(ranking, cards)
    assert differing(cards, found, expected) == []


@pytest.mark.parametrize("deck_name", ["52", "2 jokers", "bug"])
def test_a_flush_need_not_be_the_best_five_of_seven(deck_name: str) -> None:
    order = "three-of-a-kind two-pair four-flush flush one-pair".split()
    ruleset = made_up([catalogue()[name] for name in order], DECKS[deck_name])
    cards = random_hands(ruleset.deck, 7, 2_000)
    found = kernel_strengths(cards, ruleset)[:, 0]
    assert differing(cards, found, slow_strengths(compile_ruleset(ruleset), cards)) == []


@pytest.mark.parametrize(("deck_name", "size"), [("52", 7), ("deuces", 6)])
@pytest.mark.parametrize("extra", OF_FOUR_SUITED, ids=lambda combination: combination.id)
def test_four_of_a_suit_may_be_worse_with_a_higher_fifth_card(
    extra: Combination, deck_name: str, size: int
) -> None:
    order = [extra, *(catalogue()[name] for name in "flush straight two-pair".split())]
    order += [FOUR_FLUSH] * (extra.id != "four-flush") + [catalogue()["one-pair"]]
    usual, ruleset = playing("soko", DECKS[deck_name]), made_up(order, DECKS[deck_name])
    cards = random_hands(ruleset.deck, size, 500)
    found = kernel_strengths(cards, usual, ruleset)
    for column, rules in enumerate((usual, ruleset)):
        expected = slow_strengths(compile_ruleset(rules), cards)
        assert differing(cards, found[:, column], expected) == []
    assert bool(tables_for((usual, ruleset), size).fifths_in_order) == (extra is FOUR_FLUSH)


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


# --- one to four cards in sight ------------------------------------------------------------------


def shown(ruleset: Ruleset, cards: np.ndarray) -> np.ndarray:
    """Number what so few natural cards show, the worst 1, without gaps: ``int64[n]``."""
    size = cards.shape[1]
    ranking = compile_ruleset(ruleset)
    keys = showing_keys(ranking, classes_of(cards))
    every = np.array(list(combinations(ruleset.deck.cards[ruleset.deck.cards < 52], size)))
    known = np.unique(showing_keys(ranking, classes_of(every.astype(np.uint8))))
    return np.asarray(np.searchsorted(known, keys) + 1)


@pytest.mark.parametrize("name", ["standard", "skeet-strict", "soko"])
def test_so_few_cards_show_what_the_compiler_says(name: str) -> None:
    misses = []
    for size, ranks in ((1, "52"), (2, "52"), (3, "52"), (4, "234589TA")):
        ruleset = playing(name, parse_deck(ranks))
        cards = np.array(list(combinations(ruleset.deck.cards[size % 2 :: 1 + size // 3], size)))
        found = kernel_strengths(cards, ruleset)[:, 0]
        misses += differing(cards, found, shown(ruleset, cards))
    assert misses == []


@pytest.mark.parametrize("name", ["standard", "four-flush", "skeet"])
def test_a_wild_card_in_sight_shows_the_best_that_it_can(name: str) -> None:
    ruleset = playing(name, Deck(jokers=1))
    misses = []
    for n_natural, n_hands in ((0, 1), (1, 15), (2, 25), (3, 40)):
        for natural in random_hands(Deck(), n_natural, n_hands).tolist():
            others = [card for card in range(52) if card not in natural]
            read_as = np.array([[*natural, card] for card in others], dtype=np.uint8)
            with_joker = np.array([[*natural, 52]], dtype=np.uint8)
            best = kernel_strengths(read_as, ruleset).max()
            if kernel_strengths(with_joker, ruleset)[0, 0] != best:
                misses.append(natural)
    assert misses == []


# --- what is no hand -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_no_hands_have_no_strengths(size: int) -> None:
    cards = np.zeros((0, size), dtype=np.uint8)
    assert kernel_strengths(cards, load_ruleset("soko")).shape == (0, 1)


@pytest.mark.parametrize("size", SIZES)
def test_a_number_that_is_no_card_is_refused_with_its_row(size: int) -> None:
    good, misses = list(ROYAL_SEVEN[:size]), []
    for card in (FIRST_ID_TOO_HIGH, 63, 64, 120, 128, 255):
        for at in range(size):
            bad = [*good[:at], card, *good[at + 1 :]]
            misses += [bad] * (first_bad_row([good, bad, bad], load_ruleset("soko")) != 1)
    assert misses == []


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
    "deck_name",
    ["odd ranks, jokers and sixes", "36, all aces wild, bugs", "lowest, joker and jacks"],
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


@pytest.mark.parametrize("deck_name", ["52", "4 jokers", "36, all aces wild, bugs"])
def test_one_card_many_times_is_refused(deck_name: str) -> None:
    ruleset = playing("standard", DECKS[deck_name])
    hands = [[card] * size for card in (0, 51, *JOKERS) for size in SIZES]
    assert [hand for hand in hands if first_bad_row([hand], ruleset) != 0] == []


@given(hand=some_hand(natural_cards), joker=st.sampled_from(JOKERS), data=st.data())
@settings(max_examples=40)
def test_a_joker_is_refused_with_its_row_where_the_deck_has_none(
    hand: list[int], joker: int, data: st.DataObject
) -> None:
    bad = [*hand]
    bad[data.draw(st.integers(0, len(hand) - 1), label="at")] = joker
    name = data.draw(st.sampled_from(["standard", "soko"]), label="name")
    assert first_bad_row([hand, bad], load_ruleset(name)) == 1


def test_as_many_jokers_as_the_deck_has_are_accepted() -> None:
    accepted = {
        deck: [
            joker
            for joker in JOKERS
            if first_bad_row([[*ROYAL, joker, 7]], playing("soko", deck)) == -1
        ]
        for deck in (Deck(), Deck(jokers=2), Deck(jokers=1, bug="orthodox"), Deck(jokers=4))
    }
    assert accepted == {deck: list(range(52, 52 + deck.jokers)) for deck in accepted}


@pytest.mark.parametrize("name", ["standard", "soko"])
def test_a_joker_with_four_of_a_suit_is_refused(name: str) -> None:
    hands = [
        [*four, joker]
        for joker in JOKERS
        for suit in range(4)
        for four in combinations(range(suit, 52, 4), 4)
    ]
    accepted = [hand for hand in hands if first_bad_row([hand], load_ruleset(name)) != 0]
    assert accepted == []


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_the_deck_lacks_is_refused_with_its_row(size: int) -> None:
    ruleset = playing("skeet", parse_deck("36"))
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
