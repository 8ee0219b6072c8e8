"""Every hand against every other: as a naive count of all pairs says, and as a sample does."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pokersim.errors import InputError
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.deck import Deck, parse_deck, parse_wild
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.compare import compare_job
from pokersim.studies.pairwise import count_pairs, n_showdowns, n_steps
from pokersim.studies.simulate.showdown_job import TableJob
from pokersim.studies.simulate.summary import ChangeRow, GroupRow, change_rows, group_rows
from support.decks import playing

FIVE_SIGMA = 1 - 5.7e-7
TIGERS = parse_deck("23578K").ranks
TOP = parse_deck("TJQKA").ranks


def turned(ruleset: Ruleset) -> Ruleset:
    """Return rules that rank all combinations but the last in reverse order."""
    *above, last = ruleset.ranking
    return replace(ruleset, name=f"{ruleset.name}-turned", ranking=(*above[::-1], last))


DECKS = {
    "16": (Deck(TOP[1:]), ("standard", "soko")),
    "17, bug": (Deck(TOP[1:], jokers=1, bug="special"), ("skeet-flushes",)),
    "16, wild cards of two suits": (
        Deck(TOP[1:], wild=parse_wild("one-eyed-jacks", TOP)),
        ("standard", "skeet"),
    ),
    "16, lowest": (Deck(TIGERS[:4], by_hand="lowest"), ("skeet-over-flush",)),
    "24": (Deck(TIGERS), ("standard", "cats-dogs-and-skeet")),
}


def job_on(name: str, kinds: tuple[str, ...] = ()) -> TableJob[Any]:
    """Return the comparison of some rules, and of the first in reverse, on a small deck."""
    deck, names = DECKS[name]
    rulesets = [playing(ruleset, deck) for ruleset in names]
    return compare_job((*rulesets, turned(rulesets[0])), "showdown", 2, 0, kinds=kinds)


@lru_cache(maxsize=8)
def counted(name: str) -> tuple[list[ChangeRow], list[GroupRow]]:
    """Give what is counted on a small deck."""
    return count_pairs(job_on(name))


def all_hands(deck: Deck) -> np.ndarray:
    """Give ``uint8[n, 5]``: every hand of a deck."""
    return np.array([*combinations(deck.cards.tolist(), 5)], dtype=np.uint8)


def naive(job: TableJob[Any]) -> tuple[np.ndarray, list[tuple[int, float]]]:
    """Show down every two hands: half pots won by ruleset and hand; winners changed, pots moved."""
    hands = all_hands(job.rulesets[0].deck)
    masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    strengths = [ranking.strengths_of(ranking.classes_of(hands)) for ranking in job.rankings]
    won = np.zeros((len(strengths), len(hands)), dtype=np.int64)
    changed, moved = [0] * len(strengths), [0.0] * len(strengths)
    for i, mask in enumerate(masks):
        apart = np.flatnonzero(masks & mask == 0)
        ends = [np.sign(own[i] - own[apart]) for own in strengths]
        for r, end in enumerate(ends):
            won[r, i] = (end + 1).sum()
            changed[r] += int((end != ends[0]).sum())
            moved[r] += float(np.abs(end - ends[0]).sum()) / 2
    return won, [*zip(changed, moved, strict=True)][1:]


def members(group: str, job: TableJob[Any], hands: np.ndarray) -> np.ndarray:
    """Return which hands are of a group, from the words that it is named by."""
    deck = job.rulesets[0].deck
    orthodox = compile_ruleset(playing("standard", deck))
    name, _, rank = group.partition(":")
    if name in [combination.id for combination in orthodox.ranking]:
        strengths = orthodox.strengths_of(orthodox.classes_of(hands)).tolist()
        known = {s: is_called(orthodox, s, name, rank) for s in set(strengths)}
        return np.array([known[strength] for strength in strengths])
    of_it = [r for r in job.rankings if name in [c.id for c in r.ranking]]
    ranking = of_it[0]
    place = [combination.id for combination in ranking.ranking].index(name)
    return np.asarray(ranking.matches_of(ranking.classes_of(hands))[place])


def is_called(ranking: Ranking, strength: int, name: str, rank: str) -> bool:
    """Whether a strength counts as a combination and is decided by a rank first."""
    first = ranking.tie_break(strength).partition("-")[0]
    return ranking.combination(strength).id == name and first == rank


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name == "24" else name for name in DECKS],
)
def test_every_pair_counts_as_a_naive_count_says(name: str) -> None:
    job = job_on(name)
    changes, groups = counted(name)
    won, changed = naive(job)
    total = comb(job.rulesets[0].deck.n_cards, 5) * comb(job.rulesets[0].deck.n_cards - 5, 5)
    assert {row.total for row in changes} == {total}
    found = [(row.changed_winners, row.moved.outcome) for row in changes]
    assert found == changed
    assert changed[-1][0] > 0
    hands = all_hands(job.rulesets[0].deck)
    each = total // len(hands)
    for row in groups:
        is_in = members(row.group.id, job, hands)
        r = job.rulesets.index(row.ruleset)
        own, base = int(won[r, is_in].sum()), int(won[0, is_in].sum())
        assert row.hands == is_in.sum(), row.group.id
        assert row.equity.size == row.hands * each
        found_here = (row.equity.outcome, row.base_equity.outcome, row.change.outcome)
        assert found_here == (own / 2, base / 2, (own - base) / 2), row.group.id


@pytest.mark.parametrize("name", ["16", "16, wild cards of two suits"])
def test_kinds_that_are_named_are_groups(name: str) -> None:
    kinds = ("one-pair:A", "two-pair")
    job = job_on(name, kinds)
    rows = count_pairs(job)[1][: len(job.groups)]
    assert [row.group.id for row in rows] == [*kinds, "all others"]
    fine = [row for row in counted(name)[1] if row.ruleset == row.base]
    for row in rows[:2]:
        parts = [part for part in fine if part.group.id.startswith(row.group.id)]
        assert sum(part.equity.outcome for part in parts) == row.equity.outcome
    assert sum(row.hands for row in rows) == comb(16, 5)


# --- whole decks ---------------------------------------------------------------------------------

WHOLE = ["32", pytest.param("52", marks=pytest.mark.slow)]


@lru_cache(maxsize=1)
def whole_deck(ranks: str) -> tuple[TableJob[Any], list[ChangeRow], list[GroupRow]]:
    """Return a comparison on a whole deck, with the base once more among the rulesets."""
    deck = Deck(parse_deck(ranks).ranks)
    standard, *others = (playing(name, deck) for name in ("standard", "skeet", "cats-and-dogs"))
    rulesets = (standard, *others, replace(standard, name="again"))
    job = compare_job(rulesets, "showdown", 2, 5)
    return job, *count_pairs(job)


@pytest.mark.parametrize("ranks", WHOLE)
def test_a_sample_is_within_five_sigma(ranks: str) -> None:
    job, changes, groups = whole_deck(ranks)
    counts = job.count_chunk(0, job.chunk_deals)
    for known, row in zip(changes, change_rows(job, counts, FIVE_SIGMA), strict=True):
        assert row.low <= known.low <= row.high
        assert_near(known.moved.ratio, row.moved.ratio, row.moved.stderr)
    seen = group_rows(job, counts)
    n_checked = 0
    for of_it, sampled in zip(groups, seen, strict=True):
        assert (of_it.ruleset, of_it.group) == (sampled.ruleset, sampled.group)
        if sampled.hands >= 1000:  # with fewer the error is no good estimate
            n_checked += 1
            one = 1 / sampled.hands
            assert_near(of_it.equity.ratio, sampled.equity.ratio, sampled.equity.stderr, one)
            assert_near(of_it.change.ratio, sampled.change.ratio, sampled.change.stderr, one)
    assert n_checked > 100


def assert_near(
    known: float | None, sampled: float | None, stderr: float | None, least: float = 0.0
) -> None:
    """Assert that a sampled number is within five of its errors.

    What was never seen seems to have no error, so its error counts as ``least``, that of one pot.
    """
    assert known is not None
    assert sampled is not None
    assert stderr is not None
    assert abs(known - sampled) <= 5 * max(stderr, least)


@pytest.mark.parametrize("ranks", WHOLE)
def test_all_hands_together_win_half_of_all_showdowns(ranks: str) -> None:
    job, _, groups = whole_deck(ranks)
    n = job.rulesets[0].deck.n_cards
    total = comb(n, 5) * comb(n - 5, 5)
    assert n_showdowns(job) == total
    n_ranked = int(job.group_tables.n_orthodox)
    for r in range(len(job.rulesets)):
        rows = groups[r * len(job.groups) :][:n_ranked]
        assert sum(row.equity.size for row in rows) == total
        assert sum(2 * row.equity.outcome for row in rows) == total


def test_the_same_rules_change_nothing() -> None:
    _, changes, groups = whole_deck("32")
    again = changes[-1]
    assert (again.changed_winners, again.moved.ratio, again.moved.stderr) == (0, 0.0, 0.0)
    rows = [row for row in groups if row.ruleset.name == "again" and row.hands]
    assert {(row.change.ratio, row.change.stderr) for row in rows} == {(0.0, 0.0)}


def test_changes_are_the_same_whichever_is_the_base() -> None:
    standard, skeet = (playing(name, Deck(TOP)) for name in ("standard", "four-flush"))
    there, back = (
        count_pairs(compare_job(rules, "showdown", 2, 0))[0][0]
        for rules in ((standard, skeet), (skeet, standard))
    )
    assert there.changed_winners == back.changed_winners > 0
    assert there.moved == back.moved


# --- what is asked for ---------------------------------------------------------------------------


def test_every_step_is_reported() -> None:
    job, steps = job_on("16"), list[int]()
    count_pairs(job, steps.append)
    assert steps == [1] * n_steps(job)


@pytest.mark.parametrize(
    ("deck", "more", "problem"),
    [
        (Deck(TOP), ("draw", 2, 0), "not draw"),
        (Deck(TOP), ("stud", 2, 0), "not stud"),
        (Deck(TOP), ("showdown", 3, 0), "not 3"),
        (Deck(TOP), ("showdown", 2, 0, 7), "not 7"),
        (Deck(TOP, by_hand="hole"), ("showdown", 2, 0), "'standard' has a wild hole card"),
    ],
)
def test_what_is_refused(deck: Deck, more: Sequence[Any], problem: str) -> None:
    rulesets = (playing("standard", deck), playing("skeet", deck))
    with pytest.raises(InputError, match=problem):
        count_pairs(compare_job(rulesets, *more))
