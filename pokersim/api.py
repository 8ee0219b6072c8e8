"""Whole answers in one call, where a question and its run are needed together."""

from collections.abc import Sequence
from typing import NamedTuple

from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.equity import (
    EquityJob,
    EquityRow,
    ShownRow,
    equity_rows,
    read_situation,
    shown_rows,
)

BUDGET = 10**9
"""Most hands to be ranked or compared for an exact answer."""


class Equities(NamedTuple):
    """What hands are worth against each other.

    Attributes
    ----------
    job
        The situation; its ``seed`` is None if every possible way was dealt.
    rows
        What each player wins under each ruleset.
    shown
        What each player shows, and how it ends for him.
    """

    job: EquityJob
    rows: list[EquityRow]
    shown: list[ShownRow]

    @property
    def exact(self) -> bool:
        """Whether every possible way was dealt."""
        return self.job.seed is None


def find_equities(
    hands: Sequence[str],
    *rulesets: Ruleset,
    board: str | None = None,
    dead: str = "",
    n_cards: int = 5,
    budget: int = BUDGET,
    n_deals: int = 5_000_000,
    seed: int = 0,
    n_threads: int = 1,
) -> Equities:
    """Tell what hands are worth against each other: exactly within a budget, else by a sample.

    Parameters
    ----------
    hands, board, dead, n_cards
        As for :func:`pokersim.studies.equity.read_situation`.
    rulesets
        One or several, played with one deck.
    budget
        Most hands to be ranked or compared for an exact answer; 0 asks for a sample.
    n_deals, seed
        Of the sample.
    n_threads
        Of no influence on the result.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> found = find_equities(["KhJdTd8c(2h)", "9s9dAcAd3s"], load_ruleset("cats-and-dogs"))
    >>> found.exact, [(row.wins, row.outcomes) for row in found.rows]
    (True, [(6, 42), (36, 42)])
    """
    job = read_situation(hands, rulesets, board, dead, n_cards)
    exact = job.evaluations <= budget
    job = job if exact else job.sampled(seed)
    run = Run(job, job.n_chunks if exact else n_deals)
    for _ in run.steps(n_threads):
        pass
    return Equities(job, equity_rows(job, run.counts), shown_rows(job, run.counts))
