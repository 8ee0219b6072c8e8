"""Whole answers in one call, where a question and its run are needed together."""

from collections.abc import Sequence
from typing import NamedTuple

from pokersim.cards import card_text, parse_cards, read_hand
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.draw.holds import HoldRow, draw_rows
from pokersim.studies.draw.joint import HoldJob, can_enumerate, exact_rows, sampled_rows
from pokersim.studies.equity.equities import (
    EquityJob,
    EquityRow,
    ShownRow,
    equity_rows,
    read_equity_state,
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
        As for :func:`pokersim.studies.equity.equities.read_equity_state`.
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
    job = read_equity_state(hands, rulesets, board, dead, n_cards)
    exact = job.evaluations <= budget
    job = job if exact else job.sampled(seed)
    run = Run(job, job.n_chunks if exact else n_deals)
    for _ in run.steps(n_threads):
        pass
    return Equities(job, equity_rows(job, run.counts), shown_rows(job, run.counts))


def find_holds(
    hand: str,
    ruleset: Ruleset,
    opponents: int = 1,
    against: str = "best",
    dead: str = "",
    budget: int = BUDGET,
    n_deals: int = 0,
    seed: int = 0,
    n_threads: int = 1,
) -> list[HoldRow]:
    """Tell what the 32 holds of a hand are worth: exactly within a budget, else by the model.

    Parameters
    ----------
    hand, dead
        Five cards, and others that are gone.
    ruleset, opponents, against
        As for :func:`pokersim.studies.draw.holds.draw_rows`.
    budget
        Most hands to be ranked for an exact answer; there is one against one who stands pat.
    n_deals, seed
        Deals of a sample in the place of either, 0 for none, and its seed.
    n_threads
        Of no influence on the result.

    Returns
    -------
    list[HoldRow]
        Best first; each says by what method it was found.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> best = find_holds("9c9dAh7s2c", load_ruleset("standard"), against="pat")[0]
    >>> best.hold, best.method, round(best.equity, 4)
    ('9d 9c', 'exact', 0.8055)
    """
    cards = read_hand(hand, jokers=ruleset.deck.jokers).cards
    gone = tuple(parse_cards(f"{card_text(cards)} {dead}")[len(cards) :].tolist())
    rows = draw_rows(cards, ruleset, opponents, against, gone)
    if n_deals:
        job = HoldJob(tuple(rows), seed, gone)
        run = Run(job, n_deals)
        for _ in run.steps(n_threads):
            pass
        return sampled_rows(job, run.counts)
    enumerable = can_enumerate(ruleset, opponents, against, len(gone), budget)
    return exact_rows(rows, gone) if enumerable else rows
