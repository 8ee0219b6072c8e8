"""The holds of a hand without a model: everybody's cards come from one deck.

Against one who stands pat every deal is counted; against others, or more of them, deals are
drawn at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from pokersim.constants import HAND_SIZE, N_HOLDS, STREAMS
from pokersim.errors import InputError
from pokersim.language import _
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.stats import normal_quantile
from pokersim.studies.draw.holds import Deal, HoldRow, best_policy, policy_holds, unseen_cards

CHUNK_DEALS = 20_000
"""Deals in a chunk: part of the plan, so never changed for speed alone."""


class HoldCounts(NamedTuple):
    """What deals add up to: ``int64[32, opponents + 2]``, by the hold, and by how many share."""

    shares: np.ndarray


def can_enumerate(ruleset: Ruleset, opponents: int, against: str, n_dead: int, budget: int) -> bool:
    """Whether every deal can be counted by ranking no more hands than the budget allows."""
    n_hands = comb(ruleset.deck.n_cards - n_dead, HAND_SIZE)
    return against == "pat" and opponents == 1 and n_hands <= budget


def exact_rows(rows: Sequence[HoldRow], dead: Sequence[int] = ()) -> list[HoldRow]:
    """Return the holds of a hand with their exact equity against one who stands pat, best first.

    Parameters
    ----------
    rows
        Of :func:`pokersim.studies.draw.holds.draw_rows`, for one opponent who stands pat.
    dead
        As they were worked out with.
    """
    from pokersim.kernels.draw.joint import count_against_pat

    spot = _Spot(rows[0], tuple(dead))
    counts = np.zeros((N_HOLDS, 2), dtype=np.int64)
    strengths = spot.deal.strengths
    ends = np.cumsum(np.bincount(strengths, minlength=spot.deal.ranking.n_strengths + 1))
    count_against_pat(spot.deal.n, spot.own, strengths, ends, counts)
    found = []
    for row in rows:
        hold = spot.hold_of(row)
        left = len(spot.live) - row.drawn
        equity = 0.5
        if hold:
            won, split = counts[hold].tolist()
            equity = (won + split / 2) / (row.outcomes * comb(left, HAND_SIZE))
        found.append(replace(row, equity=equity, stderr=0.0, method="exact"))
    return _best_first(found)


class _Spot:
    """The cards of a player and those that he has not seen, numbered."""

    def __init__(self, row: HoldRow, dead: tuple[int, ...]) -> None:
        self.ruleset = row.ruleset
        self.cards = np.sort(row.cards)
        live = unseen_cards(self.cards, self.ruleset, row.opponents, dead)
        everything = np.sort(np.concatenate([self.cards, live]))
        self.deal = Deal(compile_ruleset(self.ruleset), everything)
        self.own = np.searchsorted(everything, self.cards).astype(np.int64)
        self.live = np.searchsorted(everything, live).astype(np.int64)

    def hold_of(self, row: HoldRow) -> int:
        """Return the cards that a row keeps, a bit each, the lowest card first."""
        return int((np.isin(self.cards, row.kept) << np.arange(HAND_SIZE)).sum())


@dataclass(frozen=True)
class HoldJob:
    """The holds of a hand, dealt out at random; see :class:`pokersim.runs.plan.Job`.

    Attributes
    ----------
    rows
        Of :func:`pokersim.studies.draw.holds.draw_rows`.
    seed
        Of the deals.
    dead
        As the rows were worked out with.

    Raises
    ------
    InputError
        There are too few cards for everybody to draw.
    """

    rows: tuple[HoldRow, ...]
    seed: int
    dead: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        most = (len(self.spot.live) - HAND_SIZE) // HAND_SIZE
        if self.rows[0].opponents > most:
            text = _(
                "{n} cards are left, enough to deal to {most} opponents who draw; omit "
                "--deals and --precision to use the model"
            )
            raise InputError(text.format(n=len(self.spot.live), most=most))

    @cached_property
    def spot(self) -> _Spot:
        """The cards."""
        return _Spot(self.rows[0], self.dead)

    @cached_property
    def holds(self) -> np.ndarray:
        """``uint8[hands]``: what the opponents keep of every hand of the cards."""
        one = self.rows[0]
        if one.against == "pat":
            return np.full(self.spot.deal.n_hands, N_HOLDS - 1, dtype=np.uint8)
        policy = best_policy(one.ruleset, one.opponents)
        return policy_holds(policy, self.spot.deal.cards)

    @property
    def chunk_deals(self) -> int:
        """Deals in a whole chunk."""
        return CHUNK_DEALS

    def no_counts(self) -> HoldCounts:
        """Return counts that are all zero, and make ready what the chunks share."""
        _ = self.holds
        return HoldCounts(np.zeros((N_HOLDS, self.rows[0].opponents + 2), dtype=np.int64))

    def count_chunk(self, number: int, n_deals: int) -> HoldCounts:
        """Count a chunk."""
        from pokersim.kernels.draw.joint import sample_draws

        counts, spot = self.no_counts(), self.spot
        stream = (np.uint64(self.seed), np.uint64(STREAMS["holds"]), np.uint64(number))
        sample_draws(
            stream,
            n_deals,
            self.rows[0].opponents,
            spot.own,
            spot.live,
            spot.deal.strengths,
            self.holds,
            counts.shares,
        )
        return counts


def sampled_rows(job: HoldJob, counts: HoldCounts) -> list[HoldRow]:
    """Return the holds with the equities that the deals show, best first."""
    found = []
    for row in job.rows:
        equity, stderr = _mean(counts.shares[job.spot.hold_of(row)])
        found.append(replace(row, equity=equity, stderr=stderr, method="sampled"))
    return _best_first(found)


def _mean(shares: np.ndarray) -> tuple[float, float]:
    """Return the mean share of the pot and its standard error."""
    n = int(shares.sum())
    taken = np.append(0, 1 / np.arange(1, len(shares)))
    mean = float(shares @ taken) / n
    square = float(shares @ taken**2) / n
    return mean, sqrt(max(0.0, square - mean**2) / max(1, n - 1))


def is_precise(job: HoldJob, precision: float, confidence: float, counts: HoldCounts) -> bool:
    """Whether the equity of the hold that is best in the model is known to a precision."""
    _, stderr = _mean(counts.shares[job.spot.hold_of(job.rows[0])])
    return stderr * normal_quantile(confidence) <= precision


def _best_first(rows: Sequence[HoldRow]) -> list[HoldRow]:
    # What is worth the same must not be put in order by the last digit of a float.
    return sorted(rows, key=lambda row: (-round(row.equity, 11), row.drawn))
