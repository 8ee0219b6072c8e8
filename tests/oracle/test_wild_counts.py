"""Every hand of whole decks with wild cards: what each is worth, and how often each comes up.

A hand with one wild card more is worth the best of all that it becomes with a card in its place.
So every hand is judged by trying every card: from the oracle's verdicts on the 2,598,960 natural
hands to all fours with a joker, from those to all threes with two, and so on.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import comb

import numpy as np
import pytest

from pokersim.cards import card_text
from pokersim.rules.deck import Deck
from pokersim.rules.loader import parse_ruleset, play_with, shipped_names
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import count_frequencies, swapped
from pokersim.studies.rank import rank_hands
from support.oracle import ACE, RULESETS, Hand
from support.rulesets import TIE_DIGITS, verdicts
from support.wild_hands import DEUCES, KING_OF_HEARTS, ONE_EYED_JACKS, played
from support.wild_oracle import FIRST_JOKER, FIVE_ALIKE, Pack, bug_completes

# --- published counts ----------------------------------------------------------------------------

NAMES = (
    "five-of-a-kind", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "one-pair", "high-card",
)  # fmt: skip

SECTION_3_COUNTS = {
    "53, joker": (
        Pack(jokers=1),
        (13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540),
    ),
    "53, bug": (
        Pack(jokers=1, bug="orthodox"),
        (1, 204, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964),
    ),
    "deuces wild": (
        Pack(wild=DEUCES),
        (672, 2_552, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680),
    ),
}


def counted(pack: Pack, n_cards: int = 5) -> dict[str, int]:
    """Count the hands of a pack under the standard ruleset."""
    return {f.combination.id: f.hands for f in count_frequencies(played("standard", pack), n_cards)}


@pytest.mark.parametrize("name", SECTION_3_COUNTS)
def test_the_counts_are_those_that_the_rules_print(name: str) -> None:
    pack, hands = SECTION_3_COUNTS[name]
    assert counted(pack) == dict(zip(NAMES, hands, strict=True))


def test_one_joker_makes_the_published_best_hands() -> None:
    # B. Alspach, "Wild Cards in Profusion", Poker Digest 5 (2002), no. 8.
    found = counted(Pack(jokers=1))
    assert (found["five-of-a-kind"], found["straight-flush"]) == (13, 204)
    assert sum(found.values()) == 2_869_685


def test_two_jokers_make_the_published_straight_flushes() -> None:
    # bigtpoker.com, "How many straight flushes are possible with wildcards?"
    assert counted(Pack(jokers=2))["straight-flush"] == 624


SIXES = tuple(range(16, 20))
# B. Alspach, "Wild Cards in Profusion: Part 2", Poker Digest 5 (2002), no. 9: two and four of
# one rank wild, then two and four of a second rank as well.
FIVE_OF_A_KIND = [
    (ONE_EYED_JACKS, 72),
    (DEUCES, 672),
    ((*DEUCES, *ONE_EYED_JACKS), 2_762),
    ((*DEUCES, *SIXES), 8_152),
]


@pytest.mark.parametrize(("wild", "hands"), FIVE_OF_A_KIND)
def test_wild_ranks_make_the_published_numbers_of_five_of_a_kind(wild: Hand, hands: int) -> None:
    assert counted(Pack(wild=wild))["five-of-a-kind"] == hands


def test_six_cards_and_a_joker_make_the_published_royal_flushes() -> None:
    # B. Butler's tables of six-card hands with an ordinary joker.
    text = ["five-of-a-kind", "royal-flush", *RULESETS["standard"]]
    found = {f.combination.id: f.hands for f in count_frequencies(ranked(text, Deck(jokers=1)), 6)}
    assert (found["five-of-a-kind"], found["royal-flush"]) == (624, 1_132)


def ranked(names: list[str], deck: Deck) -> Ruleset:
    lines = ", ".join(f'"{name}"' for name in names)
    return play_with(parse_ruleset(f"ranking = [{lines}]", "x", "x"), deck)


# --- the paradox --------------------------------------------------------------------------------


def hands_of(rules: Ruleset, *names: str) -> tuple[int, ...]:
    found = {f.combination.id: f.hands for f in count_frequencies(rules)}
    return tuple(found[name] for name in names)


BOTH = ("three-of-a-kind", "two-pair")


def test_with_a_joker_three_of_a_kind_comes_more_often_than_two_pair_which_it_beats() -> None:
    assert hands_of(played("standard", Pack(jokers=1)), *BOTH) == (137_280, 123_552)


def test_in_the_other_order_it_is_the_other_way_round_and_wrong_again() -> None:
    other = swapped(played("standard", Pack(jokers=1)), *BOTH)
    assert hands_of(other, *BOTH) == (54_912, 205_920)


def test_with_the_bug_the_orthodox_order_is_that_of_rarity() -> None:
    found = list(counted(Pack(jokers=1, bug="orthodox")).values())
    assert found == sorted(found)


# --- every hand, judged by trying every card -----------------------------------------------------

NONE = -1
Values = dict[int, np.ndarray]
"""By the number of natural cards, ``int64[sets of so many cards]``; the others are wild."""


@lru_cache(maxsize=6)
def sets_of(size: int) -> np.ndarray:
    """Return ``uint8[n, size]``: all sets of cards of 52, each ascending, in their order."""
    members = chain.from_iterable(combinations(range(52), size))
    return np.fromiter(members, np.uint8, size * comb(52, size)).reshape(comb(52, size), size)


def number(cards: np.ndarray) -> np.ndarray:
    """Return ``int64[n]``: where ascending sets ``[n, size]`` stand among all of their size."""
    size = cards.shape[1]
    ways = np.array([[comb(n, k) for k in range(size + 1)] for n in range(52)])
    behind = np.zeros(len(cards), dtype=np.int64)
    for i in range(size):
        behind += ways[51 - cards[:, i].astype(np.int64), size - i]
    return comb(52, size) - 1 - behind


@lru_cache(maxsize=15)
def without(size: int, i: int) -> np.ndarray:
    """Return ``int64[n]``: the numbers of all sets of a size without their card at a place."""
    return number(np.delete(sets_of(size), i, axis=1))


@lru_cache(maxsize=1)
def class_of_hand() -> np.ndarray:
    """Return ``int32[2598960]``: which of the oracle's classes each natural hand belongs to."""
    hands = verdicts().hands
    found = np.zeros(comb(52, 5), dtype=np.int32)
    for suits in permutations(range(4)):
        renamed = (hands & 0xFC) | np.array(suits, dtype=np.uint8)[hands & 3]
        found[number(np.sort(renamed, axis=1))] = np.arange(len(hands))
    return found


def natural_values(ruleset: str, counting: Iterable[str] = ()) -> np.ndarray:
    """Return ``int64[2598960]``: what orders natural hands, as some combinations if any are named.

    The place of the category from the bottom, and below it the tie-break.
    """
    ranking = RULESETS[ruleset]
    values = np.full(len(verdicts().hands), NONE, dtype=np.int64)
    for from_bottom, name in enumerate(reversed(ranking)):
        if name in (counting or ranking):
            made = verdicts().makes[name]
            values[made] = (from_bottom << 4 * TIE_DIGITS) + verdicts().ties[name][made]
    return np.asarray(values[class_of_hand()])


def five_alike(ruleset: str, rank: int) -> int:
    """Return what five cards of a rank are worth: more than the whole ruleset."""
    return (len(RULESETS[ruleset]) << 4 * TIE_DIGITS) + rank


def with_wild_cards(
    natural: np.ndarray, alike: dict[int, int], may_be: Callable[[np.ndarray], np.ndarray]
) -> Values:
    """Let one card after the other be wild.

    Parameters
    ----------
    natural
        ``int64[2598960]``: values of natural hands.
    alike
        The values of five of a kind, by rank.
    may_be
        Says of card ids, ``uint8[n]``, which of them a wild card may stand for.
    """
    values = {5: natural}
    for size in (4, 3, 2, 1, 0):
        values[size] = np.full(comb(52, size), NONE, dtype=np.int64)
        for i in range(size + 1):
            rows = np.flatnonzero(may_be(sets_of(size + 1)[:, i]))
            others = without(size + 1, i)[rows]
            np.maximum.at(values[size], others, values[size + 1][rows])
        if size == 4:
            fours = np.array([[4 * rank + suit for suit in range(4)] for rank in alike])
            values[4][number(fours.reshape(-1, 4))] = list(alike.values())
    return values


@lru_cache(maxsize=1)
def with_jokers(ruleset: str) -> Values:
    """Return what hands are worth whose other cards stand for any card."""
    alike = {rank: five_alike(ruleset, rank) for rank in range(13)}
    return with_wild_cards(natural_values(ruleset), alike, lambda cards: cards < FIRST_JOKER)


def with_bugs(ruleset: str, bug: str) -> Values:
    """Return what hands are worth whose other cards are bugs."""
    aces = {ACE: five_alike(ruleset, ACE)}
    as_aces = with_wild_cards(natural_values(ruleset), aces, lambda cards: cards // 4 == ACE)
    completed = natural_values(ruleset, bug_completes(Pack(bug=bug)))
    completing = with_wild_cards(completed, {}, lambda cards: cards < FIRST_JOKER)
    values = {size: np.maximum(as_aces[size], completing[size]) for size in range(5)}
    return values | {5: natural_values(ruleset)}


def disorder(ruleset: str, pack: Pack, values: Values) -> list[str]:
    """Give a few hands that don't stand in one order where they stand in the other.

    Of natural hands one of each class, of the others all.
    """
    natural = [verdicts().hands, *(sets_of(size) for size in (4, 3, 2, 1))]
    hands = np.concatenate([with_up_to_four_jokers(cards) for cards in natural])
    of_classes = values[5][number(verdicts().hands)]
    theirs = np.concatenate([of_classes, *(values[size] for size in (4, 3, 2, 1))])
    ours = rank_hands(hands, played(ruleset, pack)).astype(np.int64)
    order = np.lexsort((ours, theirs))
    step, is_same = np.diff(ours[order]), np.diff(theirs[order]) == 0
    wrong = np.flatnonzero((step < 0) | ((step == 0) != is_same))[:3]
    return [card_text(hand) for i in wrong for hand in hands[order[i : i + 2]]]


def with_up_to_four_jokers(natural: np.ndarray) -> np.ndarray:
    """Return ``uint8[n, 5]``: natural cards and as many jokers as are missing."""
    jokers = np.arange(FIRST_JOKER, FIRST_JOKER + 5 - natural.shape[1], dtype=np.uint8)
    return np.concatenate([natural, np.tile(jokers, (len(natural), 1))], axis=1)


@pytest.mark.parametrize("ruleset", shipped_names())
def test_every_hand_with_up_to_four_jokers_compares_as_the_best_that_it_can_be(
    ruleset: str,
) -> None:
    assert disorder(ruleset, Pack(jokers=4), with_jokers(ruleset)) == []


@pytest.mark.parametrize("bug", ["orthodox", "special"])
@pytest.mark.parametrize("ruleset", shipped_names())
def test_every_hand_with_up_to_four_bugs_compares_as_the_best_that_it_can_be(
    ruleset: str, bug: str
) -> None:
    assert disorder(ruleset, Pack(jokers=4, bug=bug), with_bugs(ruleset, bug)) == []


def total_counts(ruleset: str, pack: Pack, values: Values) -> dict[str, int]:
    """Add up the hands of a deck by what they count as: natural cards, and wild ones besides."""
    names = [*reversed(RULESETS[ruleset]), FIVE_ALIKE]
    n_wild = len(pack.wild) + pack.jokers
    found: Counter[str] = Counter()
    for size in range(max(0, 5 - n_wild), 6):
        natural = ~np.isin(sets_of(size), pack.wild).any(axis=1)
        places = np.bincount(values[size][natural] >> 4 * TIE_DIGITS, minlength=len(names))
        for name, hands in zip(names, places.tolist(), strict=True):
            found[name] += hands * comb(n_wild, 5 - size)
    return +found


WILD = {
    "two jokers": Pack(jokers=2),
    "one-eyed jacks": Pack(wild=ONE_EYED_JACKS),
    "deuces": Pack(wild=DEUCES),
    "jokers, deuces, jacks and a king": Pack(
        jokers=2, wild=(*DEUCES, *ONE_EYED_JACKS, *KING_OF_HEARTS)
    ),
}


@pytest.mark.parametrize("ruleset", shipped_names())
def test_frequencies_are_those_of_all_hands_judged_by_trying_every_card(ruleset: str) -> None:
    for name, pack in WILD.items():
        found = {f.combination.id: f.hands for f in count_frequencies(played(ruleset, pack))}
        counts = {combination: hands for combination, hands in found.items() if hands}
        assert counts == total_counts(ruleset, pack, with_jokers(ruleset)), name


@pytest.mark.parametrize("bug", ["orthodox", "special"])
@pytest.mark.parametrize("ruleset", ["standard", "cats-over-flush", "skeet"])
def test_frequencies_with_bugs_are_those_of_all_hands(ruleset: str, bug: str) -> None:
    values = with_bugs(ruleset, bug)
    for jokers in (1, 2, 4):
        pack = Pack(jokers=jokers, bug=bug)
        found = {f.combination.id: f.hands for f in count_frequencies(played(ruleset, pack))}
        counts = {combination: hands for combination, hands in found.items() if hands}
        assert counts == total_counts(ruleset, pack, values), jokers
