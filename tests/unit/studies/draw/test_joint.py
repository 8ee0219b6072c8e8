"""The draw without a model: every deal, or deals at random, against dealing one by one."""

from math import comb

import numpy as np
import pytest

from pokersim.cards import parse_cards
from pokersim.errors import InputError
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.draw.holds import HoldRow, draw_rows, solve_policy
from pokersim.studies.draw.joint import (
    HoldCounts,
    HoldJob,
    can_enumerate,
    exact_rows,
    is_precise,
    sampled_rows,
)
from pokersim.studies.equity.equities import EquityJob
from pokersim.studies.equity.hand_spec import HandSpec
from support.small_draws import all_deals, number_of, rules_on

SHORT = rules_on("standard", "32")
TIGHT = rules_on("standard", "TJQK")
"""Sixteen cards: a player who draws all five leaves one in the stock."""


def model_rows(
    hand: str, rules: Ruleset = SHORT, opponents: int = 1, against: str = "pat", dead: str = ""
) -> list[HoldRow]:
    gone = parse_cards(dead).tolist() if dead else []
    return draw_rows(parse_cards(hand), rules, opponents, against, gone)


def dealt(job: HoldJob, n_deals: int, n_threads: int = 1) -> HoldCounts:
    run = Run(job, n_deals)
    list(run.steps(n_threads))
    return run.counts


def hold_of(row: HoldRow) -> int:
    hand = np.sort(parse_cards(row.hand))
    return sum(1 << j for j, card in enumerate(hand) if card in row.kept)


# --- every deal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "hand", "dead"),
    [
        (rules_on("cats-dogs-and-skeet", "89TK"), "Kc Td 9h 8s 8c", "9s"),
        (rules_on("four-flush", "9TJQ", 1, None, "one-eyed-jacks"), "9c Td Js Jo Tc", "Jh"),
    ],
)
def test_every_hold_against_an_opponent_who_stands_pat_is_worth_what_all_deals_give(
    rules: Ruleset, hand: str, dead: str
) -> None:
    gone = parse_cards(dead).tolist() if dead else []
    rows = exact_rows(model_rows(hand, rules, dead=dead), gone)
    cards = np.sort(parse_cards(hand))
    live = np.setdiff1d(rules.deck.cards, [*cards, *gone])
    assert {hold_of(row) for row in rows} == set(range(32))
    for row in rows:
        expected = all_deals(cards, hold_of(row), live, None, rules)
        assert row.equity == pytest.approx(expected, abs=1e-12), row.hold
        assert (row.method, row.stderr) == ("exact", 0.0)


def test_to_stand_pat_is_worth_what_the_equity_of_the_hand_is() -> None:
    hand = "9c 9d Ah 8s 7c"
    (row,) = [row for row in exact_rows(model_rows(hand)) if row.drawn == 0]
    held = HandSpec(hand, tuple(parse_cards(hand).tolist()))
    job = EquityJob((SHORT,), (held, HandSpec("any")))
    run = Run(job, job.n_chunks)
    list(run.steps())
    winners = run.counts.winners[0]
    assert row.equity == (winners[1] + winners[3] / 2) / comb(27, 5)


def test_one_card_drawn_is_worth_what_its_finals_are() -> None:
    (row,) = [r for r in exact_rows(model_rows("Kc Jd Th 8s 7c")) if r.hold == "Kc Jd Th 8s"]
    worth = []
    for card in np.setdiff1d(SHORT.deck.cards, parse_cards(row.hand)):
        cards = (*row.kept.tolist(), int(card))
        discards = parse_cards("7c").tolist()
        job = EquityJob((SHORT,), (HandSpec("it", cards), HandSpec("any")), dead=tuple(discards))
        run = Run(job, job.n_chunks)
        list(run.steps())
        winners = run.counts.winners[0]
        worth.append((winners[1] + winners[3] / 2) / winners.sum())
    assert row.equity == pytest.approx(np.mean(worth), abs=1e-12)


def test_exact_holds_come_best_first() -> None:
    rows = exact_rows(model_rows("9c 9d Ah 8s 7c"))
    keys = [(-round(row.equity, 11), row.drawn) for row in rows]
    assert keys == sorted(keys)


def test_only_one_opponent_who_stands_pat_within_the_budget_is_exact() -> None:
    assert can_enumerate(SHORT, 1, "pat", 0, comb(32, 5))
    assert can_enumerate(SHORT, 1, "pat", 2, comb(30, 5))
    assert not can_enumerate(SHORT, 1, "pat", 0, comb(32, 5) - 1)
    assert not can_enumerate(SHORT, 2, "pat", 0, 10**9)
    assert not can_enumerate(SHORT, 1, "best", 0, 10**9)


# --- deals at random ---------------------------------------------------------------------------


def test_deals_against_an_opponent_who_stands_pat_agree_with_all_of_them() -> None:
    rows = model_rows("Kc Jd Th 8s 8c", rules_on("cats-and-dogs", "32", 1))
    exact = {row.hold: row.equity for row in exact_rows(rows)}
    job = HoldJob(tuple(rows), seed=5)
    for row in sampled_rows(job, dealt(job, 40_000)):
        assert row.stderr is not None
        assert abs(row.equity - exact[row.hold]) < 5 * row.stderr, row.hold
        assert row.method == "sampled"


def test_deals_against_an_opponent_who_draws_agree_with_all_even_where_the_stock_runs_out() -> None:
    hand = "Kc Kd Jh Ts Qc"
    rows = model_rows(hand, TIGHT, against="best")
    holds = solve_policy(TIGHT, 1).holds
    cards = np.sort(parse_cards(hand))
    live = np.setdiff1d(TIGHT.deck.cards, cards)
    job = HoldJob(tuple(rows), seed=6)
    for row in sampled_rows(job, dealt(job, 100_000)):
        if row.drawn in (0, 5):
            expected = all_deals(cards, hold_of(row), live, holds, TIGHT)
            assert row.stderr is not None
            assert abs(row.equity - expected) < 5 * row.stderr, row.hold


def test_a_player_who_holds_as_the_others_do_shares_the_pot_with_them() -> None:
    # Over random hands of the player; those of the others are dealt by the job.
    opponents, rng, shares = 4, np.random.default_rng(1), list[float]()
    rules = rules_on("cats-and-dogs", "32")
    policy = solve_policy(rules, opponents)
    for seed in range(15):
        hand = np.sort(rng.choice(rules.deck.cards, 5, replace=False))
        job = HoldJob(tuple(draw_rows(hand, rules, opponents)), seed)
        hold = policy.holds[number_of(hand, rules)]
        found = sampled_rows(job, dealt(job, 1_000))
        shares += [row.equity for row in found if hold_of(row) == hold]
    error = np.std(shares) / len(shares) ** 0.5
    assert abs(np.mean(shares) - 1 / (opponents + 1)) < 4 * error


def test_the_counts_do_not_depend_on_threads() -> None:
    job = HoldJob(tuple(model_rows("9c 9d Ah 8s 7c", opponents=2)), seed=1)
    parts = [job.count_chunk(i, n).shares for i, n in enumerate((20_000, 5_000))]
    for n_threads in (1, 3):
        counts = dealt(job, 25_000, n_threads).shares
        assert counts.tolist() == np.sum(parts, axis=0).tolist()
        assert counts.sum(axis=1).tolist() == [25_000] * 32


def test_a_sample_is_precise_when_the_hold_that_is_best_in_the_model_is() -> None:
    job = HoldJob(tuple(model_rows("9c 9d Ah 8s 7c")), seed=1)
    counts = dealt(job, 20_000)
    best = next(r for r in sampled_rows(job, counts) if r.hold == job.rows[0].hold)
    assert best.stderr is not None
    assert is_precise(job, 1.97 * best.stderr, 0.95, counts)
    assert not is_precise(job, 1.95 * best.stderr, 0.95, counts)


def test_too_many_opponents_to_be_dealt_out_are_refused() -> None:
    HoldJob(tuple(model_rows("9c 9d Ah 8s 7c", opponents=4)), seed=1)
    with pytest.raises(InputError, match="enough for 4 opponents who draw"):
        HoldJob(tuple(model_rows("9c 9d Ah 8s 7c", opponents=5)), seed=1)
