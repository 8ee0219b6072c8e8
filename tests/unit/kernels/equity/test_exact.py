"""The kernels of equities: lists and cards left, bounded draws, and what a sample is drawn from."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokersim.kernels.equity import sampled as kernels
from pokersim.kernels.equity.exact import rank_rows
from pokersim.kernels.random import draw_below, fill_words
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.hand_range import strengths_in_range
from pokersim.rules.loader import load_ruleset
from pokersim.studies.equity.equities import EquityJob, read_equity_state
from support.equities import every_deal, job_of
from support.kernel_runs.equities import on_deck, spots


def test_every_way_is_counted_once_from_lists_and_from_the_cards_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _, job in spots():
        found = []
        for longest in (0, 10**9):
            monkeypatch.setattr("pokersim.studies.equity.enumeration_plan.SHORT_LIST", longest)
            own = replace(job)  # without what the job has computed so far
            counts = [own.count_chunk(i, 1) for i in range(own.n_chunks)]
            found.append([np.sum(array, axis=0).tolist() for array in zip(*counts, strict=True)])
        assert found[0] == found[1]


@pytest.mark.parametrize("size", [1, 2, 3, 52, 64, 65, 1_000])
def test_a_bounded_draw_takes_every_number_equally_often(size: int) -> None:
    words = np.zeros(200 * size if size < 200 else 60 * size, dtype=np.uint64)
    fill_words(np.uint64(5), np.uint64(0), np.uint64(0), np.uint64(0), words)
    found = np.array([draw_below(np.uint64(size), word) for word in words])
    kept = found[found >= 0]
    assert len(kept) > 0.45 * len(words)
    counts = np.bincount(kept, minlength=size)
    assert len(counts) == size
    if size > 1:
        assert_even(counts, np.full(size, 1 / size))


def assert_even(counts: np.ndarray, shares: np.ndarray) -> None:
    """Check counts by chi-square, to five sigma of its normal approximation."""
    expected = shares * counts.sum()
    degrees = len(counts) - 1
    distance = ((counts - expected) ** 2 / expected).sum()
    assert abs(distance - degrees) < 5 * np.sqrt(2 * degrees) + 10


JOINT = [
    (["four-of-a-kind", "full-house"], "QKA"),
    (["two-pair:KK,!two-pair:KKQQ", "AsAhKs", "four-of-a-kind"], "JQKA"),
    (["AsAhKsKd", "full-house:QQQ"], "QKA"),
    # Wide hand ranges: any hands are dealt, and kept if they are in range.
    (["!full-house", "!four-of-a-kind,!full-house:QQQ"], "QKA"),
    (["four-of-a-kind:AAAA,full-house", "!four-of-a-kind"], "QKA"),
]


@pytest.mark.parametrize(("hands", "ranks"), JOINT)
def test_every_possible_joint_hand_is_drawn_equally_often(
    hands: list[str], ranks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(hands, rulesets=on_deck(ranks, "standard"), seed=1)
    drawn: Counter[tuple[int, ...]] = Counter()

    held: list[np.ndarray] = []

    def note_hands(*args: Any) -> None:
        held.append(args[3].copy())
        rank_rows(*args)

    def note_fitting(strengths: np.ndarray, fits: np.ndarray, *rest: object) -> None:
        deals = np.array(held[-len(strengths) :]).T
        drawn.update(tuple(map(int, row)) for row in deals[fits > 0])

    monkeypatch.setattr(kernels, "rank_rows", note_hands)
    monkeypatch.setattr(kernels, "count_ranked", note_fitting)
    sample = getattr(kernels.sample_deals, "py_func", kernels.sample_deals)
    stream = (np.uint64(3), np.uint64(0), np.uint64(0))
    possible = possible_joint_hands(job)
    n_deals = max(len(possible), 2_000)
    stop = np.zeros(1, dtype=bool)
    assert sample(stream, n_deals, job.spot, stop, job.tables, job.no_counts())
    assert set(drawn) <= possible
    counts = np.array([drawn[joint] for joint in sorted(possible)])
    assert counts.sum() == n_deals
    assert_even(counts, np.full(len(possible), 1 / len(possible)))


def test_a_stopped_sample_ends_soon() -> None:
    job = read_equity_state(["9s9d", "any"], [load_ruleset("standard")]).sampled(seed=1)
    stream, counts = (np.uint64(1), np.uint64(0), np.uint64(0)), job.no_counts()
    stopped = np.ones(1, dtype=bool)
    assert kernels.sample_deals(stream, 100_000, job.spot, stopped, job.tables, counts)
    assert 0 < counts.winners.sum() < 100_000


def possible_joint_hands(job: EquityJob) -> set[tuple[int, ...]]:
    """Return the bits of the players' hands in every deal in which all are in range."""
    ranking = compile_ruleset(job.rulesets[0])
    bare = replace(job, holdings=tuple(replace(h, kind="") for h in job.holdings))
    wanted = [strengths_in_range(h.kind or "any", ranking) for h in job.holdings]
    deals = list(every_deal(bare)) if len(job.holdings) < 3 else _by_kind(job, wanted)
    worth: dict[tuple[int, ...], int] = {}
    hands = sorted({hand for deal in deals for hand in deal})
    cards = np.array(hands, dtype=np.uint8)
    strengths = ranking.strengths_of(ranking.classes_of(cards))
    worth = dict(zip(hands, map(int, strengths), strict=True))
    bits = job.tables.card_bit
    return {
        tuple(int(np.bitwise_or.reduce(bits[list(hand)])) for hand in deal)
        for deal in deals
        if all(kind[worth[hand]] for kind, hand in zip(wanted, deal, strict=True))
    }


def _by_kind(job: EquityJob, wanted: list[np.ndarray]) -> list[list[tuple[int, ...]]]:
    """Deal every way, but check each range as soon as its hand is complete: there are too many."""
    ranking = compile_ruleset(job.rulesets[0])
    deals: list[list[tuple[int, ...]]] = [[]]
    for kind, holding in zip(wanted, job.holdings, strict=True):
        size = 5 - len(holding.cards)
        own = [tuple(sorted((*holding.cards, *c))) for c in combinations(job.live_cards, size)]
        strengths = ranking.strengths_of(ranking.classes_of(np.array(own, dtype=np.uint8)))
        fitting = [hand for hand, s in zip(own, strengths, strict=True) if kind[s]]
        deals = [
            [*deal, hand]
            for deal in deals
            for hand in fitting
            if all(set(hand).isdisjoint(other) for other in deal)
        ]
    return deals
