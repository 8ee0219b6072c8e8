"""What pots played for chips say: what seats, policies and combinations win, and how it ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.games.policies import BettingPolicy
from pokersim.kernels.betting.records import BettingCounts
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.stats import normal_quantile, wilson_interval
from pokersim.studies.betting.betting_simulation import STAGES, BettingJob
from pokersim.studies.frequency import hands_by_place
from pokersim.studies.simulate.summary import TallyRow


class Chips(NamedTuple):
    """The mean of chips over pots, and its standard error, None for a single pot."""

    total: int
    mean: float
    stderr: float | None


def chips_of(histogram: np.ndarray, n_players: int = 1) -> Chips:
    """Return what a histogram says, for each of so many players who won it together.

    >>> chips_of(np.array([1, 0, 0, 0, 3]))
    Chips(total=4, mean=1.0, stderr=1.0)
    """
    n = int(histogram.sum())
    values = np.arange(len(histogram)) - len(histogram) // 2
    total = int((histogram * values).sum())
    if n == 0:
        return Chips(0, 0.0, None)
    mean = total / n
    squares = float((histogram * (values - mean) ** 2).sum())
    stderr = sqrt(squares / (n - 1) / n) / n_players if n > 1 else None
    return Chips(total, mean / n_players, stderr)


@dataclass(frozen=True)
class ChipsRow:
    """What a seat, or the players of a policy, win a pot.

    Attributes
    ----------
    ruleset
        The rules.
    seat
        From 1, the first at the dealer's left when the pot begins; None for all seats.
    policy
        How they play; None for all policies.
    hands
        Pots that they took part in, each player for himself.
    won
        Chips won, for a player and a pot.
    change
        How much more that is than under the base ruleset, with the same cards; None for the base.
    """

    ruleset: Ruleset
    seat: int | None
    policy: BettingPolicy | None
    hands: int
    won: Chips
    change: Chips | None


@dataclass(frozen=True)
class EndRow:
    """How many pots ended in a way.

    Attributes
    ----------
    ruleset
        The rules.
    end
        ``round-1`` to ``round-4``, won unshown in that round, or ``showdown``; ``passed-on`` are
        hands that nobody opened, and that left the pot to the next deal.
    count, total
        Of so many pots; for hands passed on, of so many hands.
    low, high
        Wilson interval of the share.
    """

    ruleset: Ruleset
    end: str
    count: int
    total: int
    low: float
    high: float


@dataclass(frozen=True)
class WinRow:
    """What a combination wins.

    Attributes
    ----------
    ruleset, combination
        The rules, and what the winner shows; None for pots won unshown.
    pots
        Pots that it won or shared as the best hand.
    chips
        Chips that it won, side pots too.
    total
        Chips won in all.
    """

    ruleset: Ruleset
    combination: Combination | None
    pots: int
    chips: int
    total: int


@dataclass(frozen=True)
class BettingOutcome:
    """All that a simulation of pots says.

    Attributes
    ----------
    chips
        What seats and policies win.
    ends, wins
        How pots end, and what wins them.
    pots
        The size of the pots under each ruleset.
    tally
        What was dealt, completed, shown, and what won.
    half_width
        Half the widest interval of what a policy wins a pot: what a precision is about.
    """

    chips: list[ChipsRow]
    ends: list[EndRow]
    wins: list[WinRow]
    pots: list[Chips]
    tally: list[TallyRow]
    half_width: float


def summarize_betting(
    job: BettingJob, counts: BettingCounts, confidence: float = 0.95
) -> BettingOutcome:
    """Return all that the counts of a job say, with intervals of a confidence."""
    return BettingOutcome(
        chips=chips_rows(job, counts),
        ends=end_rows(job, counts, confidence),
        wins=win_rows(job, counts),
        pots=[chips_of(histogram) for histogram in counts.pot],
        tally=betting_tally(job, counts, confidence),
        half_width=chips_half_width(job, counts, confidence),
    )


def chips_rows(job: BettingJob, counts: BettingCounts) -> list[ChipsRow]:
    """Return what policies win under each ruleset, and then what seats do."""
    n_pots = int(counts.pot[0].sum())
    only = job.kinds[0] if len(job.kinds) == 1 else None
    rows = []
    for r, ruleset in enumerate(job.rulesets):
        for k, kind in enumerate(job.kinds):
            n = int((job.seated == k).sum())
            change = chips_of(counts.policy_change[r, k], n) if r else None
            won = chips_of(counts.policy[r, k], n)
            rows.append(ChipsRow(ruleset, None, kind, n * n_pots, won, change))
        for seat in range(job.n_players):
            change = chips_of(counts.player_change[r, seat]) if r else None
            won = chips_of(counts.player[r, seat])
            rows.append(ChipsRow(ruleset, seat + 1, only, n_pots, won, change))
    return rows


def end_rows(job: BettingJob, counts: BettingCounts, confidence: float = 0.95) -> list[EndRow]:
    """Return how far the hands go."""
    rows = []
    for r, ruleset in enumerate(job.rulesets):
        passed, *unshown, shown = (int(n) for n in counts.ends[r])
        pots = int(counts.pot[r].sum())
        ends = [("passed-on", passed, pots + passed)] if job.betting.passed_on != "never" else []
        rounds = unshown[: job.betting.n_rounds]
        ends += [(f"round-{i}", count, pots) for i, count in enumerate(rounds, start=1)]
        for end, count, total in [*ends, ("showdown", shown, pots)]:
            rows.append(
                EndRow(ruleset, end, count, total, *wilson_interval(count, total, confidence))
            )
    return rows


def win_rows(job: BettingJob, counts: BettingCounts) -> list[WinRow]:
    """Return what combinations win, best first, and what is won unshown."""
    rows = []
    for r, ranking in enumerate(job.rankings):
        chips, total = counts.chips_won[r], int(counts.chips_won[r].sum())
        for place, combination in enumerate(ranking.ranking):
            pots = int(counts.stages[r, STAGES.index("winner"), place])
            rows.append(WinRow(ranking.ruleset, combination, pots, int(chips[place]), total))
        unshown = int(counts.ends[r, 1:-1].sum())
        rows.append(WinRow(ranking.ruleset, None, unshown, int(chips[-1]), total))
    return rows


def betting_tally(
    job: BettingJob, counts: BettingCounts, confidence: float = 0.95
) -> list[TallyRow]:
    """Return what was dealt, completed, shown down and won, by ruleset and stage."""
    rows = []
    for r, ranking in enumerate(job.rankings):
        dealt = hands_by_place(ranking.ruleset, HAND_SIZE)
        for s, stage in enumerate(STAGES):
            if stage == "dealt" and job.game == "stud":
                continue  # nobody has five cards when the betting begins
            column = counts.stages[r, s]
            total = int(column.sum())
            for place, combination in enumerate(ranking.ranking):
                count = int(column[place])
                low, high = wilson_interval(count, total, confidence)
                exact = dealt[place] / sum(dealt) if stage == "dealt" else None
                rows.append(
                    TallyRow(ranking.ruleset, stage, combination, count, total, low, high, exact)
                )
    return rows


def chips_half_width(job: BettingJob, counts: BettingCounts, confidence: float = 0.95) -> float:
    """Return half the widest interval of what a policy wins a pot; of a seat, if all are alike."""
    z = normal_quantile(confidence)
    alike = len(job.kinds) == 1
    histograms = counts.player if alike else counts.policy
    shares: Sequence[int] = [1] * job.n_players if alike else np.bincount(job.seated).tolist()
    errors = [
        chips_of(histogram, n).stderr
        for of_ruleset in histograms
        for histogram, n in zip(of_ruleset, shares, strict=True)
    ]
    return max(float("inf") if error is None else z * error for error in errors)
