"""Every hand of a deck counted: published counts, and small decks counted a second time.

Published: Brian Alspach, "6-Card Poker Hands", "7-Card Poker Hands" (2000), "7-Card Poker Hands
with Joker" (2003), and "Wild Cards in Profusion", part 2 (Poker Digest 5, 9, 2002); for the
36-card deck a thread on six plus hold'em (Two Plus Two, "Short Deck Hand Rankings", 2017).
"""

from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pokersim.kernels.enumerate import count_hands
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.compile.rank_tables import Places, has_four, spread
from pokersim.rules.deck import Deck, parse_deck, parse_wild
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import count_frequencies, count_strengths, swapped
from pokersim.table_layout import RankTables
from support.decks import DECKS, playing, slow_matches, slow_strengths, tables_for

ORTHODOX = (
    "straight-flush four-of-a-kind full-house flush straight "
    "three-of-a-kind two-pair one-pair high-card"
).split()


def counted(name: str, deck: Deck, n_cards: int) -> dict[str, int]:
    """Return the hands of each combination."""
    frequencies = count_frequencies(playing(name, deck), n_cards)
    return {f.combination.id: f.hands for f in frequencies}


# --- published counts ----------------------------------------------------------------------------


def test_six_cards_are_counted_as_published() -> None:
    published = [1_844, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900]
    assert sum(published) == comb(52, 6) == 20_358_520
    assert counted("standard", Deck(), 6) == dict(zip(ORTHODOX, published, strict=True))


def test_seven_cards_are_counted_as_published() -> None:
    published = [
        41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800,
        23_294_460,
    ]  # fmt: skip
    assert sum(published) == comb(52, 7) == 133_784_560
    assert counted("standard", Deck(), 7) == dict(zip(ORTHODOX, published, strict=True))


def test_fewer_strengths_are_left_when_the_best_five_count() -> None:
    standard = load_ruleset("standard")
    found = [np.count_nonzero(count_strengths(standard, n_cards)) for n_cards in (5, 6, 7)]
    assert found == [7_462, 6_075, 4_824]


def test_seven_cards_with_a_bug_are_counted_as_published() -> None:
    published = [
        1_128, 210_964, 307_472, 4_188_528, 6_172_088, 11_236_028, 7_470_676, 35_553_816,
        64_221_960, 24_780_420,
    ]  # fmt: skip
    assert sum(published) == comb(53, 7) == 154_143_080
    expected = dict(zip(["five-of-a-kind", *ORTHODOX], published, strict=True))
    assert counted("standard", Deck(jokers=1, bug="orthodox"), 7) == expected


@pytest.mark.parametrize(("wild", "published"), [("2", 609_760), ("2 3", 4_894_392)])
def test_five_of_a_kind_of_seven_cards_is_counted_as_published(wild: str, published: int) -> None:
    deck = Deck(wild=parse_wild(wild, Deck().ranks))
    assert counted("standard", deck, 7)["five-of-a-kind"] == published


def test_five_of_a_kind_of_seven_cards_with_two_wild_jacks() -> None:
    # Printed as 27,600, where 46 stands in the place of the 46 * 45 / 2 ways to choose two cards.
    one_wild = 2 * 12 * comb(46, 2)
    two_wild = 12 * (4 * comb(46, 2) + 46)
    deck = DECKS["one-eyed jacks"]
    assert counted("standard", deck, 7)["five-of-a-kind"] == one_wild + two_wild == 75_072
    assert one_wild + 12 * (4 * 46 + 46) == 27_600


def test_seven_of_36_cards_are_counted_as_published() -> None:
    # Played there with three of a kind above the straight.
    deck = parse_deck("36")
    ruleset = swapped(playing("standard", deck), "straight", "three-of-a-kind")
    found = {f.combination.id: f.hands for f in count_frequencies(ruleset, 7)}
    assert sum(found.values()) == comb(36, 7)
    expected = {
        "straight-flush": 1_860 + 8_700,
        "four-of-a-kind": 44_640,
        "full-house": 633_024,
        "flush": 175_560,
        "three-of-a-kind": 637_560,
    }
    assert {name: found[name] for name in expected} == expected


def test_what_one_card_does_not_reach_is_left_as_it_was() -> None:
    # A joker turns no hand into a high card or two pair, and makes what six cards lack.
    plain, wild = counted("standard", Deck(), 7), counted("standard", Deck(jokers=1), 7)
    assert [wild[name] for name in ("high-card", "two-pair")] == [23_294_460, 31_433_400]
    assert sum(wild.values()) == comb(53, 7)
    assert all(wild[name] >= plain[name] for name in plain)


def test_no_order_of_three_of_a_kind_and_two_pair_agrees_with_rarity() -> None:
    joker = playing("standard", Deck(jokers=1))
    exchanged = swapped(joker, "two-pair", "three-of-a-kind")
    counts = [
        {f.combination.id: f.hands for f in count_frequencies(ruleset)}
        for ruleset in (joker, exchanged)
    ]
    pairs = [(found["three-of-a-kind"], found["two-pair"]) for found in counts]
    assert pairs == [(137_280, 123_552), (54_912, 205_920)]


# --- five cards: dealt, and by the weights of classes --------------------------------------------


Deal = tuple[np.ndarray, np.uint64, int, int]


def deals_of(deck: Deck, tables: RankTables, size: int) -> list[Deal]:
    """Return natural cards to choose from, a start word, how many are chosen, and how often."""
    is_wild = np.isin(deck.cards, deck.wild)
    plain = deck.cards[~is_wild & (deck.cards < 52)]
    wild_word, bug_word = int(tables.wild_word), int(tables.card_word[52])
    return [
        (
            plain,
            np.uint64(int(tables.start) + n_wild * wild_word + n_bugs * bug_word),
            size - n_wild - n_bugs,
            comb(deck.n_wild, n_wild) * comb(deck.n_bugs, n_bugs),
        )
        for n_wild in range(min(size, deck.n_wild) + 1)
        for n_bugs in range(min(size - n_wild, deck.n_bugs) + 1)
    ]


def count_all(ruleset: Ruleset, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Deal every hand with the kernel; count strengths, and what hands can be read as."""
    ranking, deck = compile_ruleset(ruleset), ruleset.deck
    tables = tables_for((ruleset,), size)
    makes = spread(ranking.makes, Places(deck, size, has_four(ranking)))
    # A hand with one path has that of its ranks, and those come first.
    n_slots = int(tables.five_suited)
    bits = makes[:n_slots] >> np.arange(len(ranking.ranking))[:, None] & 1
    strengths = np.zeros(ranking.n_strengths + 1, dtype=np.int64)
    matching = np.zeros(len(ranking.ranking), dtype=np.int64)
    for cards, start, n_chosen, ways in deals_of(deck, tables, size):
        by_path = np.zeros(n_slots, dtype=np.int64)
        by_strength, by_combination = np.zeros_like(strengths), np.zeros_like(matching)
        count_hands(cards, n_chosen, start, tables, makes, by_path, by_strength, by_combination)
        np.add.at(by_strength, tables.values[:n_slots, 0], by_path)
        strengths += ways * by_strength
        matching += ways * (by_combination + bits @ by_path)
    return strengths, matching


# Decks in which all hands of a whole deck take long have fewer ranks.
FEWER = parse_deck("2789TJQKA").ranks
WHOLE = ("52", "1 joker", "deuces")
FIVE = {
    "52": "standard",
    "1 joker": "soko",
    "deuces": "skeet",
    "32, ace high": "cats-and-dogs",
    "jokers and deuces": "four-flush",
    "special bugs and jacks": "cats-dogs-and-skeet",
    "odd ranks, jokers and sixes": "skeet-strict",
    "36, all aces wild, bugs": "cats-over-flush",
    "double-ace flush": "skeet-flushes",
    "lowest, bugs, natural first": "skeet-over-flush",
    "hole, bugs and deuces": "cats-and-dogs-flushes",
}


@pytest.mark.parametrize("deck_name", FIVE)
def test_five_cards_dealt_are_those_of_the_classes(deck_name: str) -> None:
    deck = DECKS[deck_name]
    if deck_name not in WHOLE and len(deck.ranks) > len(FEWER):
        deck = replace(deck, ranks=FEWER)
    ruleset = playing(FIVE[deck_name], deck)
    ranking = compile_ruleset(ruleset)
    strengths, matching = count_all(ruleset, 5)
    assert strengths.tolist() == ranking.hands.tolist()
    assert matching.tolist() == (ranking.matching @ ranking.weights).tolist()


# --- small decks, counted a second time ----------------------------------------------------------


TINY = parse_deck("TJQKA").ranks
GAPS = parse_deck("257KA").ranks
FOUR_RANKS, THREE_RANKS = TINY[1:], TINY[2:]
SMALL_DECKS = {
    "natural": Deck(TINY),
    "gaps": Deck(GAPS),
    "2 jokers": Deck(TINY, jokers=2),
    "4 jokers": Deck(FOUR_RANKS, jokers=4),
    "2 bugs": Deck(GAPS, jokers=2, bug="orthodox"),
    "special bugs, tens wild": Deck(TINY, jokers=2, bug="special", wild=parse_wild("T", TINY)),
    "double-ace flush": Deck(TINY, wild=parse_wild("Th Ks", TINY), double_ace_flush=True),
    "natural first": Deck(TINY, jokers=1, wild=parse_wild("Js Jh", TINY), natural_first=True),
    "lowest": Deck(FOUR_RANKS, jokers=1, by_hand="lowest"),
    "lowest, bug, natural first": Deck(
        FOUR_RANKS, jokers=1, bug="special", by_hand="lowest", natural_first=True
    ),
    "hole": Deck(THREE_RANKS, jokers=2, by_hand="hole"),
    "hole, bug, a king wild": Deck(
        THREE_RANKS, jokers=2, bug="orthodox", wild=parse_wild("Ks", TINY), by_hand="hole"
    ),
}


def recount(ruleset: Ruleset, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Count every hand of a small deck by the best of its fives."""
    ranking, cards = compile_ruleset(ruleset), ruleset.deck.cards
    hands = np.array(list(combinations(range(len(cards)), size)))
    if ruleset.deck.by_hand == "hole":  # each card of a hand is its hole card once
        hands = np.concatenate([np.roll(hands, turn, axis=1) for turn in range(size)])
    if ruleset.deck.by_hand:
        strengths = slow_strengths(ranking, cards[hands])
        makes = slow_matches(ranking, cards[hands])
    else:
        strengths, makes = best_of_known_fives(ranking, hands)
    return np.bincount(strengths, minlength=ranking.n_strengths + 1), makes.sum(axis=0)


def best_of_known_fives(ranking: Ranking, hands: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Judge every five of a deck once, and look up the fives of each hand, given by positions."""
    cards = ranking.deck.cards
    fives = np.array(list(combinations(range(len(cards)), 5)))
    judged = ranking.classes_of(cards[fives])
    number = np.zeros((len(cards),) * 5, dtype=np.int64)
    number[tuple(fives.T)] = np.arange(len(fives))
    strengths, makes = ranking.strengths_of(judged), ranking.matches_of(judged)
    best = np.zeros(len(hands), dtype=np.int64)
    made = np.zeros((len(hands), len(makes)), dtype=bool)
    for chosen in combinations(range(hands.shape[1]), 5):
        five = number[tuple(hands[:, chosen].T)]
        best = np.maximum(best, strengths[five])
        made |= makes[:, five].T
    return best, made


QUICK = [
    ("gaps", 7),
    ("4 jokers", 7),
    ("2 bugs", 6),
    ("special bugs, tens wild", 6),
    ("double-ace flush", 6),
    ("natural first", 7),
    ("lowest, bug, natural first", 6),
    ("hole, bug, a king wild", 6),
]
REST = sorted({(deck_name, size) for deck_name in SMALL_DECKS for size in (6, 7)} - {*QUICK})


@pytest.mark.parametrize(
    ("deck_name", "size"),
    [*QUICK, *(pytest.param(*case, marks=pytest.mark.slow) for case in REST)],
)
def test_all_hands_of_a_small_deck_are_counted_as_in_a_recount(deck_name: str, size: int) -> None:
    ruleset = playing("skeet-flushes" if size == 6 else "soko", SMALL_DECKS[deck_name])
    ranking = compile_ruleset(ruleset)
    strengths, matching = recount(ruleset, size)
    found = count_all(ruleset, size)
    assert found[0].tolist() == strengths.tolist()
    assert found[1].tolist() == matching.tolist()
    # The study has ways of its own to count fewer hands.
    by_place = np.bincount(ranking.category, strengths, len(ranking.ranking)).astype(int)
    frequencies = count_frequencies(ruleset, size)
    assert [f.hands for f in frequencies] == by_place.tolist()
    assert [f.matching for f in frequencies] == matching.tolist()
    assert {f.total for f in frequencies} == {int(strengths.sum())}


@pytest.mark.parametrize(
    ("deck_name", "n_cards"), [("36", 7), ("deuces", 7), ("bugs and deuces", 6), ("hole", 6)]
)
def test_every_hand_is_counted_once(deck_name: str, n_cards: int) -> None:
    deck = replace(DECKS[deck_name], ranks=parse_deck("2347TA").ranks)
    n_hands = comb(deck.n_cards, n_cards) * (n_cards if deck.by_hand == "hole" else 1)
    frequencies = count_frequencies(playing("cats-dogs-and-skeet", deck), n_cards)
    assert sum(f.hands for f in frequencies) == n_hands
    assert all(f.hands <= f.matching <= n_hands for f in frequencies)
    assert frequencies[-1].matching == n_hands


@pytest.mark.parametrize("deck_name", ["jokers and deuces", "bugs and deuces"])
def test_a_hand_of_wild_cards_alone_is_counted(deck_name: str) -> None:
    deck = replace(DECKS[deck_name], ranks=parse_deck("2A").ranks)
    frequencies = count_frequencies(playing("standard", deck), 7)
    assert sum(f.hands for f in frequencies) == comb(12, 7)
