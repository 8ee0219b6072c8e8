"""The order of all hands under every shipped ruleset is that of the oracle."""

from functools import lru_cache
from itertools import chain, combinations, permutations

import numpy as np
import pytest

from pokersim.kernels import rank as kernels
from pokersim.kernels.strength_index import shape_of
from pokersim.rules.compile.classes import HandClasses, classes_of, hand_classes
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.compile.rank_tables import rank_tables, showing_keys
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import rank_hands
from support.oracle import N_STRENGTHS, RULESETS, TOTAL
from support.rulesets import (
    differences,
    kernel_strengths,
    oracle_categories,
    oracle_strengths,
    verdicts,
)

every_ruleset = pytest.mark.parametrize("name", shipped_names())


def compiled(name: str) -> Ranking:
    return compile_ruleset(load_ruleset(name))


@lru_cache(maxsize=1)
def all_classes() -> HandClasses:
    """Return the oracle's classes as those of the package."""
    return classes_of(verdicts().hands)


# --- five cards --------------------------------------------------------------------------------


def test_shipped_rulesets_list_what_the_oracle_lists() -> None:
    found = {name: [c.id for c in load_ruleset(name).ranking] for name in shipped_names()}
    assert found == RULESETS


@every_ruleset
def test_every_hand_counts_and_compares_as_the_oracle_says(name: str) -> None:
    ranking = compiled(name)
    # The classes are judged in NumPy, without the kernel.
    strengths = ranking.strengths_of(all_classes())
    assert differences(strengths, oracle_strengths(name)) == []
    places = np.array([RULESETS[name].index(combination.id) for combination in ranking.ranking])
    assert differences(places[ranking.category[strengths]], oracle_categories(name)) == []


@every_ruleset
def test_the_kernel_gives_the_strengths_of_the_oracle(name: str) -> None:
    assert differences(kernel_strengths(name), oracle_strengths(name)) == []


@every_ruleset
def test_strengths_and_combinations_have_as_many_hands_as_the_oracle_counts(name: str) -> None:
    ranking, weights = compiled(name), verdicts().weights
    assert ranking.n_strengths == N_STRENGTHS[name]
    of_strength = np.bincount(oracle_strengths(name), weights).astype(int).tolist()
    assert ranking.hands.tolist() == of_strength
    of_place = np.bincount(oracle_categories(name), weights, len(RULESETS[name])).astype(int)
    counted = {f.combination.id: f.hands for f in count_frequencies(load_ruleset(name))}
    assert counted == dict(zip(RULESETS[name], of_place.tolist(), strict=True))


def test_shares_beaten_weigh_up_to_one_half() -> None:
    # Of any two hands one beats the other, or each has half.
    for name in shipped_names():
        ranking = compiled(name)
        mean = (ranking.beats * ranking.hands).sum() / TOTAL
        assert mean == pytest.approx(0.5, abs=1e-12), name


# Four-flushes and special flushes are where suits can go wrong.
@pytest.mark.parametrize("name", ["skeet-flushes", "soko"])
def test_renaming_suits_changes_no_strength(name: str) -> None:
    hands = verdicts().hands
    for suits in permutations(range(4)):
        renamed = (hands & 0xFC) | np.array(suits, dtype=np.uint8)[hands & 3]
        found = rank_hands(renamed, load_ruleset(name))
        assert differences(found, kernel_strengths(name)) == [], suits


@pytest.mark.parametrize("name", ["skeet-flushes", "soko"])
def test_the_order_of_the_cards_changes_no_strength(name: str) -> None:
    hands = verdicts().hands
    for order in permutations(range(5)):
        found = rank_hands(hands[:, order], load_ruleset(name))
        assert differences(found, kernel_strengths(name)) == [], order


def test_rulesets_ranked_side_by_side_keep_their_strengths() -> None:
    tables = rank_tables([compiled(name) for name in shipped_names()])
    strengths = np.zeros((len(verdicts().hands), len(shipped_names())), dtype=np.uint16)
    kernels.rank_hands(verdicts().hands, shape_of(5), tables, strengths)
    wrong = [
        name
        for column, name in zip(strengths.T, shipped_names(), strict=True)
        if (column != oracle_strengths(name)).any()
    ]
    assert wrong == []


def test_dealing_every_hand_meets_each_strength_as_often_as_the_weights_say() -> None:
    dealt = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * TOTAL)
    expected = compiled("skeet-flushes").hands
    met = np.zeros_like(expected)
    for hands in np.array_split(dealt.reshape(-1, 5), 10):  # one after the other, to save memory
        strengths = rank_hands(hands, load_ruleset("skeet-flushes"))
        met += np.bincount(strengths, minlength=len(met))
    assert met.tolist() == expected.tolist()


# --- showing hands of one to four cards ----------------------------------------------------------

SHAPES_SHOWN = {
    "four-of-a-kind": (4,),
    "three-of-a-kind": (3,),
    "two-pair": (2, 2),
    "one-pair": (2,),
    "high-card": (),
}


def shown_key(name: str, counts: list[int], suited: bool) -> tuple[int, ...]:
    """Return what orders showing hands: pairs and up by count, then ranks, larger groups first."""
    held = [rank for rank in range(13) if counts[rank]]
    groups = sorted(held, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = tuple(counts[rank] for rank in groups if counts[rank] > 1)
    shown = next(combination for combination, s in SHAPES_SHOWN.items() if s == shape)
    if suited and "four-flush" in RULESETS[name]:
        shown = "four-flush"
    return (-RULESETS[name].index(shown), *groups)


def shown_oracle(name: str, classes: HandClasses) -> np.ndarray:
    """Return ``int64[n]``: showing hands in the slow order, from 1."""
    suited = ((classes.n_suited == 4) & (classes.n_natural == 4)).tolist()
    keys = [
        shown_key(name, counts, is_suited)
        for counts, is_suited in zip(classes.counts.tolist(), suited, strict=True)
    ]
    place = {key: i + 1 for i, key in enumerate(sorted(set(keys)))}
    return np.array([place[key] for key in keys])


def showing_strengths(ranking: Ranking, size: int) -> tuple[HandClasses, np.ndarray]:
    """Return all classes of showing hands of a size, and their strengths from 1."""
    classes = hand_classes(size, tuple(range(13)))
    return classes, np.unique(showing_keys(ranking, classes), return_inverse=True)[1] + 1


def test_there_are_so_many_classes_of_showing_hands() -> None:
    # All ranks; all of a suit; from three cards on also all but one of a suit.
    expected = [13 + 13, 91 + 78, 455 + 286 + 78 * 13, 1820 + 715 + 286 * 13]
    found = [len(hand_classes(size, tuple(range(13))).counts) for size in (1, 2, 3, 4)]
    assert found == expected


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_showing_hands_compare_by_pairs_and_up_then_kickers(size: int) -> None:
    for name in ("standard", "skeet-flushes", "soko"):
        classes, strengths = showing_strengths(compiled(name), size)
        assert strengths.tolist() == shown_oracle(name, classes).tolist(), name


def test_suits_of_four_cards_show_nothing_where_there_is_no_four_flush() -> None:
    classes, strengths = showing_strengths(compiled("skeet-flushes"), 4)
    without = showing_strengths(compiled("cats-and-dogs-flushes"), 4)[1]
    suited = classes.n_suited == 4
    unsuited = classes.n_suited == 0
    rows = zip(classes.counts[unsuited], without[unsuited], strict=True)
    plain = {bytes(counts): strength for counts, strength in rows}
    twins = [plain[bytes(counts)] for counts in classes.counts[suited]]
    assert without[suited].tolist() == twins
    assert (strengths[suited] != twins).all()


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_packed_showing_hands_have_the_strengths_of_the_compiler(size: int) -> None:
    for name in ("skeet-flushes", "soko"):
        classes, strengths = showing_strengths(compiled(name), size)
        tables = rank_tables([compiled(name)], size)
        for first_suit in range(4):
            hands = np.array(dealt(classes, first_suit))
            found = np.zeros((len(hands), 1), dtype=np.uint16)
            assert kernels.rank_hands(hands, shape_of(size), tables, found) == -1
            assert found[:, 0].tolist() == strengths.tolist(), (name, first_suit)


def dealt(classes: HandClasses, first_suit: int) -> list[np.ndarray]:
    """Return a hand ``uint8[size]`` of each class: one suit for what shares one, else in turn."""
    hands = []
    for counts, mask in zip(classes.counts.tolist(), classes.suited.tolist(), strict=True):
        cards: list[int] = []
        for rank in range(13):
            for copy in range(counts[rank]):
                own = mask >> rank & 1 and copy == 0
                step = 0 if own else 1 + copy if mask else len(cards)
                cards.append(4 * rank + (first_suit + step) % 4)
        hands.append(np.array(cards, np.uint8))
    return hands
