"""The order of all hands under every shipped ruleset is that of the oracle."""

from itertools import chain, combinations, permutations

import numpy as np
import pytest

from pokersim.kernels import rank as kernels
from pokersim.kernels.paths import shape_of
from pokersim.rules.classes import HandClasses, classes_of, hand_classes
from pokersim.rules.compiler import Ranking, compile_ruleset
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.rules.scatter import rank_tables, showing_keys
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import rank_hands
from support.oracle import N_STRENGTHS, RULESETS, SECTION_2_COUNTS, TOTAL
from support.rulesets import (
    differences,
    kernel_strengths,
    oracle_categories,
    oracle_strengths,
    verdicts,
)

every_ruleset = pytest.mark.parametrize("name", shipped_names())

STRENGTHS = N_STRENGTHS | {
    "cats-and-dogs": 7_462,
    "cats-and-dogs-flushes": 7_462,
    "cats-over-flush": 7_462,
    "four-flush": 16_707,
    "skeet": 16_612,
    "skeet-flushes": 16_612,
    "skeet-over-flush": 16_612,
    "skeet-strict": 16_632,
    "cats-dogs-and-skeet": 16_532,
}


def compiled(name: str) -> Ranking:
    return compile_ruleset(load_ruleset(name))


def judged(name: str) -> np.ndarray:
    """Return ``int64[n]``: the strengths of the oracle's classes, judged one by one in NumPy."""
    return compiled(name).strengths_of(classes_of(verdicts().hands))


# --- five cards --------------------------------------------------------------------------------


def test_the_oracle_knows_every_shipped_ruleset() -> None:
    assert set(shipped_names()) == set(RULESETS)


@every_ruleset
def test_a_ruleset_lists_what_the_oracle_lists(name: str) -> None:
    assert [combination.id for combination in load_ruleset(name).ranking] == RULESETS[name]


@every_ruleset
def test_every_hand_counts_as_what_the_oracle_says(name: str) -> None:
    ids = np.array([combination.id for combination in compiled(name).ranking])
    ours = ids[compiled(name).category[judged(name)]]
    assert differences(ours, np.array(RULESETS[name])[oracle_categories(name)]) == []


@every_ruleset
def test_every_two_hands_compare_as_the_oracle_says(name: str) -> None:
    assert differences(judged(name), oracle_strengths(name)) == []


@every_ruleset
def test_the_kernel_gives_the_strengths_of_the_oracle(name: str) -> None:
    assert differences(kernel_strengths(name), oracle_strengths(name)) == []


@every_ruleset
def test_so_many_strengths(name: str) -> None:
    n_strengths = compiled(name).n_strengths
    assert n_strengths == STRENGTHS[name]


@every_ruleset
def test_so_many_hands_count_as_each_combination(name: str) -> None:
    weights = np.bincount(oracle_categories(name), verdicts().weights, len(RULESETS[name]))
    counted = {f.combination.id: f.hands for f in count_frequencies(load_ruleset(name))}
    assert counted == dict(zip(RULESETS[name], weights.astype(int).tolist(), strict=True))


@pytest.mark.parametrize("name", SECTION_2_COUNTS)
def test_the_counts_are_those_that_the_rules_print(name: str) -> None:
    counted = {f.combination.id: f.hands for f in count_frequencies(load_ruleset(name))}
    assert counted == SECTION_2_COUNTS[name]


@every_ruleset
def test_every_strength_has_as_many_hands_as_the_oracle_counts(name: str) -> None:
    counted = np.bincount(oracle_strengths(name), verdicts().weights)
    assert compiled(name).hands.tolist() == counted.astype(int).tolist()


@every_ruleset
def test_shares_beaten_weigh_up_to_one_half(name: str) -> None:
    # Of any two hands one beats the other, or each has half.
    ranking = compiled(name)
    assert (ranking.beats * ranking.hands).sum() / TOTAL == pytest.approx(0.5, abs=1e-12)


# Four-flushes and special flushes are what suits may go wrong with.
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
    strengths = rank_hands(dealt.reshape(-1, 5), load_ruleset("skeet-flushes"))
    met = np.bincount(strengths)
    assert met.tolist() == compiled("skeet-flushes").hands.tolist()


# --- showing hands of one to four cards ----------------------------------------------------------

SHAPES_SHOWN = {
    "four-of-a-kind": (4,),
    "three-of-a-kind": (3,),
    "two-pair": (2, 2),
    "one-pair": (2,),
    "high-card": (),
}


def shown_key(name: str, counts: list[int], suited: bool) -> tuple[int, ...]:
    """Say what a showing hand is worth: pairs and up by count, then ranks, larger groups first."""
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


# All ranks; all of a suit; from three cards on also all but one of a suit.
every_size = pytest.mark.parametrize(
    ("size", "n"),
    [
        (1, 13 + 13),
        (2, 91 + 78),
        (3, 455 + 286 + 78 * 13),
        (4, 1820 + 715 + 286 * 13),
    ],
)


def showing_strengths(ranking: Ranking, size: int) -> tuple[HandClasses, np.ndarray]:
    """Give all classes of so many cards in sight, and their strengths from 1."""
    classes = hand_classes(size, tuple(range(13)))
    return classes, np.unique(showing_keys(ranking, classes), return_inverse=True)[1] + 1


@every_size
def test_there_are_so_many_classes_of_showing_hands(size: int, n: int) -> None:
    assert len(hand_classes(size, tuple(range(13))).counts) == n


@every_size
@every_ruleset
def test_showing_hands_compare_by_pairs_and_up_then_kickers(name: str, size: int, n: int) -> None:
    classes, strengths = showing_strengths(compiled(name), size)
    assert strengths.tolist() == shown_oracle(name, classes).tolist()


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
@pytest.mark.parametrize("name", ["standard", "skeet-flushes", "soko"])
def test_packed_showing_hands_have_the_strengths_of_the_compiler(name: str, size: int) -> None:
    classes, strengths = showing_strengths(compiled(name), size)
    tables = rank_tables([compiled(name)], size)
    for first_suit in range(4):
        hands = np.array(dealt(classes, first_suit))
        found = np.zeros((len(hands), 1), dtype=np.uint16)
        assert kernels.rank_hands(hands, shape_of(size), tables, found) == -1
        assert found[:, 0].tolist() == strengths.tolist(), first_suit


def dealt(classes: HandClasses, first_suit: int) -> list[np.ndarray]:
    """Give a hand ``uint8[size]`` of each class: one suit for what shares one, else in turn."""
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
