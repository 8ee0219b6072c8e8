"""What simulated showdowns say: how often combinations come up and win, and what rules change."""

from dataclasses import dataclass
from math import ceil
from typing import Any

from pokersim.kernels.showdown.records import GameCounts
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.stats import Moments, mean_of, moments, normal_quantile, wilson_interval
from pokersim.studies.frequency import hands_by_place
from pokersim.studies.simulate.showdown_job import C, TableJob


@dataclass(frozen=True)
class TallyRow:
    """How often a combination was dealt or won, and between which bounds the truth lies.

    Attributes
    ----------
    ruleset, stage, combination
        Where it was counted; the stage is ``dealt``, ``final`` (after the draw) or ``showdown``
        (hands shown), where a trial is a hand, or ``winner`` (a deal).
    count, total
        Of so many trials.
    low, high
        Wilson interval of the probability.
    exact
        The exact probability where it is known.
    """

    ruleset: Ruleset
    stage: str
    combination: Combination
    count: int
    total: int
    low: float
    high: float
    exact: float | None


@dataclass(frozen=True)
class ChangeRow:
    """In how many deals other players win than under the base ruleset, and how much.

    Attributes
    ----------
    ruleset, base
        The rules, and the rules compared with.
    changed_winners, total
        Deals that others win, or share otherwise, and all deals.
    low, high
        Wilson interval of the share of such deals.
    moved
        Share of all pots that goes to others than under the base.
    """

    ruleset: Ruleset
    base: Ruleset
    changed_winners: int
    total: int
    low: float
    high: float
    moved: Moments


@dataclass(frozen=True)
class GroupRow:
    """What the hands of a group win of the pots they play for.

    Attributes
    ----------
    ruleset, base, group
        The rules, the rules compared with, and the combination that all its hands match.
    hands
        Hands of the group dealt.
    equity, base_equity
        Share of the pot that a hand of it wins; None where none was dealt.
    change
        The difference, measured on the same deals.
    """

    ruleset: Ruleset
    base: Ruleset
    group: Combination
    hands: int
    equity: Moments
    base_equity: Moments
    change: Moments


@dataclass(frozen=True)
class SeatRow:
    """What a seat wins of the pots.

    Attributes
    ----------
    ruleset, seat
        The rules, and the seat from 1, the first at the dealer's left.
    policy
        How it draws; None where nobody does.
    equity
        Share of the pot.
    """

    ruleset: Ruleset
    seat: int
    policy: str | None
    equity: Moments


@dataclass(frozen=True)
class Outcome:
    """All that a simulation says.

    Attributes
    ----------
    tally, change, group
        What was dealt and won; where the winner changes; what kinds of hands win, empty for one
        player.
    seat
        What each seat wins, empty for one player and where all seats are alike.
    half_width
        Half the widest interval among the rarest combinations, see :func:`rarest_half_width`.
    """

    tally: list[TallyRow]
    change: list[ChangeRow]
    group: list[GroupRow]
    seat: list[SeatRow]
    half_width: float


def summarize(job: TableJob[C], counts: C, confidence: float = 0.95) -> Outcome:
    """Return all that the counts of a job say, with intervals of a confidence."""
    shown = job.n_players > 1
    return Outcome(
        tally=tally_rows(job, counts, confidence),
        change=change_rows(job, counts, confidence) if shown else [],
        group=group_rows(job, counts) if shown else [],
        seat=seat_rows(job, counts) if shown else [],
        half_width=rarest_half_width(job, counts, confidence),
    )


def tally_rows(job: TableJob[C], counts: C, confidence: float = 0.95) -> list[TallyRow]:
    """Return what was dealt and what won, by ruleset and stage, best combination first."""
    rows = []
    stages = job.stages(counts)
    for r, ranking in enumerate(job.rankings):
        for stage in stages:
            total = int(stage.counts[r].sum())
            for place, combination in enumerate(ranking.ranking):
                count = int(stage.counts[r, place])
                low, high = wilson_interval(count, total, confidence)
                exact = stage.exact[r][place] if stage.exact else None
                rows.append(
                    TallyRow(
                        ranking.ruleset, stage.name, combination, count, total, low, high, exact
                    )
                )
    return rows


def change_rows(job: TableJob[C], counts: C, confidence: float = 0.95) -> list[ChangeRow]:
    """Return in how many deals each ruleset changes the winners, against the first."""
    n_deals = int(counts.winner[0].sum())
    rows = []
    for r, ruleset in enumerate(job.rulesets[1:], start=1):
        changed = int(counts.changed[r].sum())
        low, high = wilson_interval(changed, n_deals, confidence)
        moved = mean_of(n_deals, counts.changed[r], 1 - job.shares)
        rows.append(ChangeRow(ruleset, job.rulesets[0], changed, n_deals, low, high, moved))
    return rows


def group_rows(job: TableJob[C], counts: C) -> list[GroupRow]:
    """Return what hands of each group win under each ruleset, and the change from the first."""
    n_deals = int(counts.winner[0].sum())
    rows = []
    for r, ruleset in enumerate(job.rulesets):
        for g, group in enumerate(job.groups):
            base = counts.group_base[g]
            changed = counts.group_changed[r, g]
            equity, change = moments(n_deals, base, changed, job.shares)
            base_equity, _ = moments(n_deals, base, None, job.shares)
            hands = int(equity.size)
            rows.append(
                GroupRow(ruleset, job.rulesets[0], group, hands, equity, base_equity, change)
            )
    return rows


def seat_rows(job: TableJob[C], counts: C) -> list[SeatRow]:
    """Return what each seat wins under each ruleset, with the policy by which it draws."""
    if not isinstance(counts, GameCounts):
        return []
    n_deals = int(counts.winner[0].sum())
    policies = job.seat_policies or (None,) * job.n_players
    rows = []
    for r, ruleset in enumerate(job.rulesets):
        for seat, policy in enumerate(policies):
            equity = mean_of(n_deals, counts.seat[r, seat], job.shares)
            rows.append(SeatRow(ruleset, seat + 1, policy, equity))
    return rows


def rarest_places(job: TableJob[Any]) -> list[int]:
    """Return the place, from 0, of the rarest combination that is dealt under each ruleset."""
    by_ruleset = [hands_by_place(rules, job.n_cards) for rules in job.rulesets]
    return [hands.index(min(n for n in hands if n)) for hands in by_ruleset]


def rarest_half_width(job: TableJob[C], counts: C, confidence: float = 0.95) -> float:
    """Return half the width of the widest interval among the rarest combinations dealt.

    This is the quantity that a precision asked for is about: when the rarest combination of
    each ruleset is known well enough, a run may stop.
    """
    widths = []
    for r, place in enumerate(rarest_places(job)):
        total = int(counts.dealt[r].sum())
        low, high = wilson_interval(int(counts.dealt[r, place]), total, confidence)
        widths.append((high - low) / 2)
    return max(widths)


def deals_needed(job: TableJob[Any], precision: float, confidence: float) -> int:
    """Return about how many deals a precision takes, in whole chunks, at most all there are."""
    z = normal_quantile(confidence)
    needed = 1.0
    for rules, place in zip(job.rulesets, rarest_places(job), strict=True):
        hands = hands_by_place(rules, job.n_cards)
        share = hands[place] / sum(hands)
        needed = max(needed, z * z * share * (1 - share) / precision / precision)
    return ceil(min(needed / job.n_players, job.max_deals) / job.chunk_deals) * job.chunk_deals
