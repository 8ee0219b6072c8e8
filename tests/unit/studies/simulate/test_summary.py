"""What simulated showdowns show: rows that add up, changes on the same deals, honest errors."""

from dataclasses import replace
from functools import lru_cache
from math import sqrt

import numpy as np
import pytest

from pokersim.kernels.showdown.records import ShowdownCounts
from pokersim.stats import wilson_interval
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.simulate.showdown_job import CHUNK_DEALS, ShowdownJob
from pokersim.studies.simulate.summary import (
    GroupRow,
    change_rows,
    deals_needed,
    group_rows,
    rarest_half_width,
    rarest_places,
    summarize,
    tally_rows,
)
from support.decks import DECKS, playing
from support.simulations import (
    CATS,
    N_DEALS,
    ROYAL_FLUSH,
    SHIPPED,
    SKEET,
    SOKO,
    STANDARD,
    dealt_of,
    groups_of,
    played,
    renamed,
    with_deck,
)

# What was dealt and what won


@pytest.mark.parametrize(("n_players", "stages"), [(1, ["dealt"]), (2, ["dealt", "winner"])])
def test_rows_go_by_ruleset_and_stage_and_place(n_players: int, stages: list[str]) -> None:
    rows = tally_rows(*played((CATS, SOKO), n_players))
    found = [(row.ruleset.name, row.stage, row.combination.id) for row in rows]
    assert found == [
        (ruleset.name, stage, combination.id)
        for ruleset in (CATS, SOKO)
        for stage in stages
        for combination in ruleset.ranking
    ]


@pytest.mark.parametrize("stage", ["dealt", "winner"])
@pytest.mark.parametrize("n_players", [2, 5])
def test_counts_of_a_stage_add_up_to_its_trials(n_players: int, stage: str) -> None:
    rows = tally_rows(*played((CATS, SOKO), n_players))
    n_trials = N_DEALS * (n_players if stage == "dealt" else 1)
    for ruleset in (CATS, SOKO):
        rows_here = [row for row in rows if row.ruleset == ruleset and row.stage == stage]
        assert {row.total for row in rows_here} == {sum(row.count for row in rows_here)}
        assert rows_here[0].total == n_trials


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_rows_carry_the_wilson_interval_of_their_count(confidence: float) -> None:
    for row in tally_rows(*played((CATS, SOKO), 2), confidence):
        assert (row.low, row.high) == wilson_interval(row.count, row.total, confidence)


def test_exact_value_of_a_hand_dealt_is_its_frequency() -> None:
    rows = tally_rows(*played(SHIPPED, 2))
    for ruleset in SHIPPED:
        expected = {f.combination.id: f.probability for f in count_frequencies(ruleset)}
        assert {i: row.exact for i, row in dealt_of(rows, ruleset).items()} == expected


def test_no_exact_value_is_given_for_winning_hands() -> None:
    rows = tally_rows(*played((CATS, SOKO), 2))
    assert {row.exact for row in rows if row.stage == "winner"} == {None}


def test_a_short_deck_has_its_own_exact_values() -> None:
    ruleset = with_deck(STANDARD, "36")
    rows = tally_rows(*played((ruleset,), 7))
    expected = {f.combination.id: f.probability for f in count_frequencies(ruleset)}
    assert {i: row.exact for i, row in dealt_of(rows, ruleset).items()} == expected


WILD = [
    ("bugs and deuces", 5),
    ("hole", 5),
    ("special bugs and jacks", 6),
    ("36, all aces wild, bugs", 7),
]


@lru_cache
def played_wild(deck_name: str, n_cards: int) -> tuple[ShowdownJob, ShowdownCounts]:
    """Give a job with wild cards and the counts of a few deals of it."""
    rulesets = tuple(playing(name, DECKS[deck_name]) for name in ("standard", "cats-and-dogs"))
    job = ShowdownJob(rulesets, 3, seed=8, n_cards=n_cards)
    return job, job.count_chunk(0, N_DEALS)


@pytest.mark.parametrize(("deck_name", "n_cards"), WILD)
def test_wild_cards_and_more_cards_have_their_own_exact_values(
    deck_name: str, n_cards: int
) -> None:
    job, counts = played_wild(deck_name, n_cards)
    rows = tally_rows(job, counts)
    for ruleset in job.rulesets:
        frequencies = count_frequencies(ruleset, n_cards)
        expected = {f.combination.id: f.probability for f in frequencies}
        assert {i: row.exact for i, row in dealt_of(rows, ruleset).items()} == expected


@pytest.mark.parametrize(("deck_name", "n_cards"), WILD)
def test_counts_with_wild_cards_are_near_the_exact_values(deck_name: str, n_cards: int) -> None:
    job, counts = played_wild(deck_name, n_cards)
    for row in tally_rows(job, counts, confidence=1 - 1e-6):
        if row.exact is not None:
            assert row.low <= row.exact <= row.high, row


@pytest.mark.parametrize(("deck_name", "n_cards"), WILD)
def test_groups_of_wild_hands_win_the_pots(deck_name: str, n_cards: int) -> None:
    job, counts = played_wild(deck_name, n_cards)
    orthodox = {combination.id for combination in job.rulesets[0].ranking}
    for ruleset in job.rulesets:
        rows = groups_of(group_rows(job, counts), ruleset)
        won = [row.equity.outcome for group, row in rows.items() if group in orthodox]
        assert sum(won) == pytest.approx(N_DEALS, abs=1e-6)


@pytest.mark.parametrize(("deck_name", "n_cards"), WILD)
def test_orthodox_groups_of_wild_hands_are_those_dealt_under_the_standard_ruleset(
    deck_name: str, n_cards: int
) -> None:
    job, counts = played_wild(deck_name, n_cards)
    groups = groups_of(group_rows(job, counts), job.rulesets[1])
    dealt = dealt_of(tally_rows(job, counts), job.rulesets[0])
    assert {i: groups[i].hands for i in dealt} == {i: row.count for i, row in dealt.items()}


def test_winning_hands_are_better_than_hands_dealt() -> None:
    rows = tally_rows(*played((STANDARD,), 5))
    high_card = {row.stage: row.count / row.total for row in rows if "high" in row.combination.id}
    assert high_card["winner"] < high_card["dealt"]


# All that a simulation says


@pytest.mark.parametrize("n_players", [1, 3])
def test_a_summary_holds_the_rows_of_all_questions(n_players: int) -> None:
    job, counts = played((STANDARD, SKEET), n_players)
    summary = summarize(job, counts, 0.9)
    assert summary.tally == tally_rows(job, counts, 0.9)
    assert summary.change == (change_rows(job, counts, 0.9) if n_players > 1 else [])
    assert summary.group == (group_rows(job, counts) if n_players > 1 else [])
    assert summary.half_width == rarest_half_width(job, counts, 0.9)


# Changes


def test_the_same_rules_under_another_name_change_no_winner() -> None:
    job, counts = played((SKEET, renamed(SKEET, "twin")), 3)
    assert [row.changed_winners for row in change_rows(job, counts)] == [0]


def test_the_same_rules_under_another_name_change_no_equity() -> None:
    twin = renamed(SKEET, "twin")
    rows = groups_of(group_rows(*played((SKEET, twin), 3)), twin)
    changes = {(row.change.ratio, row.change.stderr) for row in rows.values() if row.hands}
    assert changes == {(0.0, 0.0)}


def test_changed_winners_are_counted_among_all_deals() -> None:
    rows = change_rows(*played((STANDARD, CATS, SOKO), 3))
    assert [(row.ruleset, row.base, row.total) for row in rows] == [
        (CATS, STANDARD, N_DEALS),
        (SOKO, STANDARD, N_DEALS),
    ]


def test_a_pot_that_is_won_by_others_moves_and_one_that_is_now_shared_moves_by_half() -> None:
    job, counts = played((STANDARD, CATS), 2)
    some = counts._replace(changed=np.array([[0, 0, 0], [30, 50, 0]]))
    row = change_rows(job, some)[0]
    assert row.changed_winners == 80
    assert row.moved.ratio == pytest.approx(55 / N_DEALS)
    assert row.moved.stderr == pytest.approx(
        sqrt((42.5 - 55**2 / N_DEALS) / (N_DEALS - 1) / N_DEALS)
    )


def test_changed_winners_carry_their_wilson_interval() -> None:
    for row in change_rows(*played((STANDARD, CATS, SOKO), 3), confidence=0.9):
        assert (row.low, row.high) == wilson_interval(row.changed_winners, row.total, 0.9)


def test_one_ruleset_has_nothing_to_change_from() -> None:
    assert change_rows(*played((STANDARD,), 2)) == []


# What hands of a group win


@pytest.mark.parametrize("n_players", [2, 3, 7])
def test_equities_weighted_by_hands_add_up_to_the_pots(n_players: int) -> None:
    job, counts = played((STANDARD, CATS, SOKO), n_players)
    orthodox = {combination.id for combination in STANDARD.ranking}
    for ruleset in job.rulesets:
        rows = groups_of(group_rows(job, counts), ruleset)
        won = [row.equity.outcome for group, row in rows.items() if group in orthodox]
        assert sum(won) == pytest.approx(N_DEALS, abs=1e-6)


def test_changes_of_orthodox_groups_weighted_by_hands_are_nothing_together() -> None:
    orthodox = {combination.id for combination in STANDARD.ranking}
    rows = groups_of(group_rows(*played((STANDARD, CATS), 3)), CATS)
    changes = [row.change.outcome for group, row in rows.items() if group in orthodox]
    assert sum(changes) == pytest.approx(0.0, abs=1e-9)


def test_orthodox_groups_hold_the_hands_dealt_under_the_standard_ruleset() -> None:
    job, counts = played((STANDARD, SKEET), 4)
    groups = groups_of(group_rows(job, counts), SKEET)
    dealt = dealt_of(tally_rows(job, counts), STANDARD)
    assert {i: groups[i].hands for i in dealt} == {i: row.count for i, row in dealt.items()}


def test_special_groups_hold_hands_that_count_as_something_higher_too() -> None:
    job, counts = played((STANDARD, SOKO), 6)
    groups = groups_of(group_rows(job, counts), SOKO)
    dealt = dealt_of(tally_rows(job, counts), SOKO)
    assert groups["four-straight"].hands > dealt["four-straight"].count > 0


def test_special_combinations_follow_the_orthodox_ones_once_each() -> None:
    job, counts = played((CATS, STANDARD, SOKO, SKEET), 2)
    names = [row.group.id for row in group_rows(job, counts) if row.ruleset == CATS]
    assert names[: len(STANDARD.ranking)] == [c.id for c in STANDARD.ranking]
    assert len(set(names)) == len(names) == len(STANDARD.ranking) + 11


def test_a_deal_is_one_trial_of_every_group() -> None:
    rows = group_rows(*played((STANDARD, CATS), 3))
    assert {row.equity.trials for row in rows} | {row.change.trials for row in rows} == {N_DEALS}


def test_change_is_the_equity_less_that_under_the_base() -> None:
    for row in group_rows(*played((STANDARD, CATS, SOKO), 3)):
        if row.hands:
            assert row.equity.ratio is not None
            assert row.base_equity.ratio is not None
            difference = row.equity.ratio - row.base_equity.ratio
            assert row.change.ratio == pytest.approx(difference, abs=1e-12)


def test_equity_under_the_base_is_that_of_the_base_ruleset() -> None:
    rows = group_rows(*played((STANDARD, CATS), 3))
    base, other = groups_of(rows, STANDARD), groups_of(rows, CATS)
    assert {i: row.equity for i, row in base.items()} == {
        i: row.base_equity for i, row in other.items()
    }


def test_a_combination_wins_more_where_it_is_worth_more() -> None:
    row = groups_of(group_rows(*played((STANDARD, CATS), 3)), CATS)["big-tiger"]
    assert row.change.ratio is not None
    assert row.change.stderr is not None
    assert row.change.ratio > 5 * row.change.stderr


def test_a_group_never_dealt_has_no_equity() -> None:
    job = ShowdownJob((STANDARD, CATS), 2, seed=8)
    rows = group_rows(job, job.count_chunk(0, 1))
    none = [row for row in rows if row.hands == 0]
    assert {(row.equity.ratio, row.change.ratio, row.change.stderr) for row in none} == {
        (None, None, None)
    }


# Errors


N_RUNS, N_DEALS_A_RUN, N_DEALS_OF_ALL = 100, 10_000, 400_000


@lru_cache(maxsize=1)
def short_runs_and_a_long_one() -> tuple[dict[str, GroupRow], list[dict[str, GroupRow]]]:
    """Give the groups of one long run, and of many short ones at other seeds."""

    def groups(seed: int, n_deals: int) -> dict[str, GroupRow]:
        job = ShowdownJob((STANDARD, CATS), 3, seed)
        return groups_of(group_rows(job, job.count_chunk(0, n_deals)), CATS)

    return groups(10**6, N_DEALS_OF_ALL), [groups(seed, N_DEALS_A_RUN) for seed in range(N_RUNS)]


@pytest.mark.parametrize("kind", ["equity", "change"])
@pytest.mark.parametrize("group", ["high-card", "one-pair", "two-pair"])
def test_standard_errors_are_as_large_as_results_differ(group: str, kind: str) -> None:
    long, short = short_runs_and_a_long_one()
    truth = getattr(long[group], kind).ratio
    found = [getattr(row[group], kind) for row in short]
    sigmas = np.array([(moments.ratio - truth) / moments.stderr for moments in found])
    # The mean square of 100 normal deviates is 1, give or take 0.14.
    assert np.mean(sigmas**2) == pytest.approx(1.0, abs=0.35)


# The rarest combination


def test_the_rarest_combination_is_the_one_with_the_fewest_hands() -> None:
    job, _ = played((STANDARD, SKEET), 2)
    named = [job.rankings[r].ranking[place].id for r, place in enumerate(rarest_places(job))]
    assert named == ["straight-flush", "round-the-corner-straight-flush"]


def test_the_rarest_combination_is_one_that_can_occur() -> None:
    never = replace(
        STANDARD, name="never", ranking=(*STANDARD.ranking[:1], ROYAL_FLUSH, *STANDARD.ranking[1:])
    )
    job = ShowdownJob((never,), 2, seed=8)
    assert job.rankings[0].ranking[rarest_places(job)[0]].id == "straight-flush"


PRECISE = [
    ShowdownJob((STANDARD,), 1, seed=8),
    ShowdownJob((STANDARD,), 2, seed=8),
    ShowdownJob((SOKO, SKEET), 3, seed=8),
    ShowdownJob((playing("standard", DECKS["2 jokers"]),), 2, seed=8),
    ShowdownJob((playing("standard", DECKS["special bugs and jacks"]),), 2, seed=8, n_cards=6),
]


def expected_half_width(job: ShowdownJob, n_deals: int) -> float:
    """Give the half width after so many deals that come out as their probabilities say."""
    counts = job.no_counts()
    for r, ruleset in enumerate(job.rulesets):
        shares = [f.probability for f in count_frequencies(ruleset, job.n_cards)]
        n_hands = n_deals * job.n_players
        counts.dealt[r, : len(shares)] = [round(share * n_hands) for share in shares]
    return rarest_half_width(job, counts, 0.99)


@pytest.mark.parametrize("precision", [1e-5, 1e-6, 1e-7])
@pytest.mark.parametrize("job", PRECISE)
def test_as_many_deals_as_are_needed_are_precise_and_a_chunk_less_are_not(
    job: ShowdownJob, precision: float
) -> None:
    n_deals = deals_needed(job, precision, 0.99)
    # The interval of few hands is a little wider than the rule of thumb that deals are told by.
    assert expected_half_width(job, n_deals) < 1.1 * precision
    if n_deals > CHUNK_DEALS:
        assert expected_half_width(job, n_deals - CHUNK_DEALS) > 0.99 * precision


@pytest.mark.parametrize("precision", [0.5, 1e-3, 1e-5, 1e-6])
@pytest.mark.parametrize("job", PRECISE)
def test_whole_chunks_are_needed_and_at_least_one(job: ShowdownJob, precision: float) -> None:
    n_deals = deals_needed(job, precision, 0.95)
    assert n_deals % CHUNK_DEALS == 0
    assert n_deals >= CHUNK_DEALS


@pytest.mark.parametrize("precision", [1e-12, 1e-200, 5e-324])
def test_no_more_deals_are_needed_than_there_are(precision: float) -> None:
    assert deals_needed(PRECISE[0], precision, 0.99) == PRECISE[0].max_deals


def test_a_higher_confidence_takes_more_deals() -> None:
    needed = [deals_needed(PRECISE[0], 1e-7, confidence) for confidence in (0.8, 0.95, 0.999)]
    assert needed == sorted(set(needed))


def test_half_width_is_that_of_the_widest_interval_of_the_rarest() -> None:
    job, counts = played((STANDARD, SKEET), 2)
    rows = tally_rows(job, counts)
    rarest = [
        dealt_of(rows, STANDARD)["straight-flush"],
        dealt_of(rows, SKEET)["round-the-corner-straight-flush"],
    ]
    widest = max((row.high - row.low) / 2 for row in rarest)
    assert rarest_half_width(job, counts) == widest
