"""Comparisons: groups by rank on the deals of a simulation, changes that are paired, holds."""

from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.hand_range import strengths_in_range
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.compare import (
    GAMES,
    compare_job,
    discard_rows,
    most_changed,
    worth_of_holds,
)
from pokersim.studies.draw.draw_policies import hands_in_order
from pokersim.studies.draw.holds import Deal, best_policy, share_of_pot
from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob, TableJob
from pokersim.studies.simulate.summary import GroupRow, change_rows, group_rows, tally_rows
from support.decks import DECKS, playing

N_DEALS = 20_000
SHORT = Deck(parse_deck("32").ranks)


def renamed(ruleset: Ruleset) -> Ruleset:
    """Return the same rules under another name."""
    return replace(ruleset, name=f"{ruleset.name}-again")


def rulesets(*names: str) -> tuple[Ruleset, ...]:
    """Return rulesets played with 32 cards, whose draws are quickly solved."""
    return tuple(playing(name, SHORT) for name in names)


def plain_job(job: TableJob[Any], game: str) -> TableJob[Any]:
    """Return the job of a simulation on the same deals."""
    kinds: dict[str, type[TableJob[Any]]] = {
        "showdown": ShowdownJob, "draw": DrawJob, "stud": StudJob,
    }  # fmt: skip
    return kinds[game](job.rulesets, job.n_players, job.seed)


@pytest.mark.parametrize("game", GAMES)
def test_the_groups_of_a_category_add_up_to_that_of_a_simulation(game: str) -> None:
    job = compare_job(rulesets("standard", "skeet"), game, 3, 5)
    plain = plain_job(job, game)
    counts, coarse = job.count_chunk(0, N_DEALS), plain.count_chunk(0, N_DEALS)
    assert tally_rows(job, counts) == tally_rows(plain, coarse)
    assert change_rows(job, counts) == change_rows(plain, coarse)
    fine = group_rows(job, counts)
    for row in group_rows(plain, coarse):
        of_it = [
            part
            for part in fine
            if part.ruleset == row.ruleset and part.group.id.partition(":")[0] == row.group.id
        ]
        assert sum(part.hands for part in of_it) == row.hands
        assert sum(part.equity.outcome for part in of_it) == pytest.approx(row.equity.outcome)
        assert sum(part.change.outcome for part in of_it) == pytest.approx(row.change.outcome)


@pytest.mark.parametrize(
    "deck_name",
    [
        "36",
        "odd ranks, jokers and sixes",
        pytest.param("1 joker", marks=pytest.mark.slow),
    ],
)
def test_a_group_is_a_hand_range_as_other_commands_write_it(deck_name: str) -> None:
    job = compare_job((playing("standard", DECKS[deck_name]),), "showdown", 2, 1)
    ranking = compile_ruleset(job.rulesets[0])
    number = job.tables.category[: ranking.n_strengths + 1, -1]
    assert len(job.groups) <= 255
    for k, group in enumerate(job.groups):
        expected = strengths_in_range(group.id, ranking)
        expected[0] = False
        assert (number[1:] == k).tolist() == expected[1:].tolist(), group.id


def test_hands_of_a_group_come_as_often_as_they_must() -> None:
    n_deals = 50_000
    job = compare_job(rulesets("standard"), "showdown", 2, 3)
    counts = job.count_chunk(0, n_deals)
    ranking = compile_ruleset(job.rulesets[0])
    for row in group_rows(job, counts):
        share = ranking.hands[strengths_in_range(row.group.id, ranking)].sum() / comb(32, 5)
        sigma = np.sqrt(2 * n_deals * share * (1 - share))
        assert abs(row.hands - 2 * n_deals * share) < 5 * sigma + 1, row.group.id


@pytest.mark.parametrize("game", GAMES)
def test_a_ruleset_against_itself_changes_nothing_and_has_no_error(game: str) -> None:
    skeet = playing("skeet", SHORT)
    job = compare_job((skeet, renamed(skeet)), game, 3, 11)
    counts = job.count_chunk(0, N_DEALS)
    assert [row.changed_winners for row in change_rows(job, counts)] == [0]
    rows = [row for row in group_rows(job, counts) if row.hands > 1]
    assert len(rows) > 20
    assert {(row.change.ratio, row.change.stderr) for row in rows} == {(0.0, 0.0)}
    assert most_changed(rows, 1.96) == []


def test_no_hold_is_changed_by_the_same_rules() -> None:
    skeet = playing("skeet", SHORT)
    rows = discard_rows(renamed(skeet), skeet)
    assert {(row.changed, row.cost, row.example) for row in rows} == {(0, 0.0, None)}


def test_the_most_changed_are_sure_and_in_order() -> None:
    job = compare_job(rulesets("standard", "skeet"), "showdown", 2, 3)
    rows = [r for r in group_rows(job, job.count_chunk(0, N_DEALS)) if r.ruleset.name == "skeet"]
    found = most_changed(rows, 2.0, 4)
    changes = [row.change.ratio or 0 for row in found]
    assert changes == sorted(changes, reverse=True)
    assert sum(change > 0 for change in changes) <= 4
    assert sum(change < 0 for change in changes) <= 4
    assert all(abs(row.change.ratio or 0) > 2 * (row.change.stderr or 0) for row in found)
    sure = [abs(r.change.ratio or 0) for r in rows if is_sure(r) and (r.change.ratio or 0) > 0]
    assert max(changes) == max(sure)


def is_sure(row: GroupRow) -> bool:
    """Whether a change is more than two of its errors."""
    return row.change.ratio is not None and abs(row.change.ratio) > 2 * (row.change.stderr or 0)


# --- holds ---------------------------------------------------------------------------------------


def test_what_a_hold_is_worth_is_the_mean_over_all_draws() -> None:
    ruleset = playing("skeet", Deck(parse_deck("JQK").ranks, jokers=1))
    deal = Deal(compile_ruleset(ruleset), ruleset.deck.cards)
    values = np.arange(len(deal.ranking.hands)) ** 1.5
    hands = hands_in_order(deal.n)
    holds = (np.arange(len(hands)) * 7 % 32).astype(np.uint8)
    found = worth_of_holds(deal.n, deal.sums(values), hands, holds)
    number = {tuple(hand): k for k, hand in enumerate(hands.tolist())}
    for k in range(0, len(hands), 41):
        hand = hands[k].tolist()
        kept = [card for j, card in enumerate(hand) if holds[k] >> j & 1]
        rest = [card for card in range(deal.n) if card not in hand]
        draws = combinations(rest, 5 - len(kept))
        finals = [number[tuple(sorted([*kept, *drawn]))] for drawn in draws]
        assert found[k] == pytest.approx(values[deal.strengths[finals]].mean())


def test_own_holds_are_worth_what_the_policy_is() -> None:
    ruleset = playing("four-flush", SHORT)
    policy = best_policy(ruleset)
    deal = Deal(compile_ruleset(ruleset), ruleset.deck.cards)
    sums = deal.sums(share_of_pot(policy.shares, 1))
    worth = worth_of_holds(deal.n, sums, hands_in_order(deal.n), policy.holds)
    assert worth.mean() == pytest.approx(policy.value, abs=1e-9)


def test_the_cost_of_the_holds_of_the_base_is_what_they_win_less() -> None:
    base, skeet = rulesets("standard", "skeet")
    rows = discard_rows(skeet, base)
    policy, deal = best_policy(skeet), Deal(compile_ruleset(skeet), skeet.deck.cards)
    weights = np.full(deal.n_hands, 1 / deal.n_hands)
    final = deal.final(np.arange(deal.n_hands), weights, best_policy(base).holds)
    lost = policy.value - final @ share_of_pot(policy.shares, 1)
    assert sum(row.hands for row in rows) == deal.n_hands
    mean = sum(row.cost * row.hands for row in rows) / deal.n_hands
    assert mean == pytest.approx(lost, abs=1e-8)
    assert mean > 0
    for row in rows:
        assert 0 <= row.changed <= row.hands
        assert (row.example is None) == (row.changed == 0)
        assert row.base_hold != row.hold or row.example is None
