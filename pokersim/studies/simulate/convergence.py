"""How well the quantity that a run watches is known: looked at again and again while it counts."""

from dataclasses import dataclass
from typing import Any

from pokersim.games.policies import BettingPolicy
from pokersim.kernels.betting.records import BettingCounts
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.stats import normal_quantile, wilson_interval
from pokersim.studies.betting.betting_results import chips_rows
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.simulate.showdown_job import C, TableJob
from pokersim.studies.simulate.summary import rarest_places


@dataclass(frozen=True)
class Estimate:
    """What is known of one quantity after some deals.

    Attributes
    ----------
    ruleset
        The rules.
    subject
        Of what: a combination, whose share of the hands dealt it is; a policy, or a seat from 1,
        whose chips won in a pot.
    value
        The estimate.
    low, high
        Its interval.
    exact
        The true value, where it is known.
    """

    ruleset: Ruleset
    subject: Combination | BettingPolicy | int
    value: float
    low: float
    high: float
    exact: float | None


def rarest_estimates(job: TableJob[C], counts: C, confidence: float = 0.95) -> list[Estimate]:
    """Return how often the rarest combination of each ruleset is dealt."""
    found = []
    for r, place in enumerate(rarest_places(job)):
        ranking = job.rankings[r]
        count, total = int(counts.dealt[r, place]), int(counts.dealt[r].sum())
        low, high = wilson_interval(count, total, confidence)
        exact = job.exact_dealt()[r][place]
        combination = ranking.ranking[place]
        found.append(Estimate(ranking.ruleset, combination, count / total, low, high, exact))
    return found


def chips_estimates(
    job: BettingJob, counts: BettingCounts, confidence: float = 0.95
) -> list[Estimate]:
    """Return what policies win a pot under each ruleset; seats, if all play alike."""
    z = normal_quantile(confidence)
    alike = len(job.kinds) == 1
    found = []
    for row in chips_rows(job, counts):
        subject: Any = row.seat if alike else row.policy if row.seat is None else None
        if subject is None or row.won.stderr is None:
            continue
        mean, error = row.won.mean, z * row.won.stderr
        found.append(Estimate(row.ruleset, subject, mean, mean - error, mean + error, None))
    return found
