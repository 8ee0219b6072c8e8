"""What a hand is worth against others, with the cards still to come: exact, or sampled.

The cards to come are dealt in every possible way if that costs no more than a budget of
evaluated hands, else at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

import numpy as np

from pokersim.constants import STREAMS
from pokersim.errors import InputError
from pokersim.kernels.equity.records import N_LOWEST, EnumerationPlan, EquityCounts
from pokersim.language import _, ngettext, number
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.stats import normal_quantile
from pokersim.studies.equity.enumeration_plan import count_evaluations, exact_plan, sampled_plan
from pokersim.studies.equity.equity_state import EquityState
from pokersim.studies.equity.hand_spec import (
    HandSpec,
    read_cards,
    read_hand_spec,
    tell_jokers_apart,
)

SAMPLE_CHUNK = 1 << 17
"""Deals in a chunk of a sampled job; a constant, since results depend on it."""

EXACT_CHUNKS = 64
"""Pieces at most that dealing every way is cut into."""


class TooFewDealsError(InputError):
    """Hands that hardly ever fit together; raised by threads, so its text is made when printed."""

    def __str__(self) -> str:
        found, n_tries = self.args
        text = ngettext(
            "{n} deal was found in about {n_tries} tries: the ranges leave each other too few "
            "cards\n  name wider ranges, fewer players, or fewer deals",
            "{n} deals were found in about {n_tries} tries: the ranges leave each other too few "
            "cards\n  name wider ranges, fewer players, or fewer deals",
            found,
        )
        return text.format(n=number(found), n_tries=number(n_tries))


@dataclass(frozen=True)
class EquityJob(EquityState):
    """A situation to be played out, every possible way or at random.

    Attributes
    ----------
    rulesets, holdings, board, dead, n_cards
        See :class:`pokersim.studies.equity.equity_state.EquityState`.
    seed
        Of the sample; None deals every possible way.
    """

    seed: int | None = None

    def sampled(self, seed: int) -> "EquityJob":
        """Return the same situation, to be sampled with a seed."""
        return replace(self, seed=seed)

    @cached_property
    def evaluations(self) -> int:
        """How many hands are ranked to deal every possible way; an estimate with kinds of hands."""
        return count_evaluations(self)

    @cached_property
    def spot(self) -> EnumerationPlan:
        """What the kernel deals from."""
        return exact_plan(self) if self.seed is None else sampled_plan(self)

    @property
    def chunk_deals(self) -> int:
        """Deals in a chunk; dealing every way, a chunk counts as one."""
        return 1 if self.seed is None else SAMPLE_CHUNK

    @property
    def n_chunks(self) -> int:
        """Chunks of dealing every way."""
        return min(EXACT_CHUNKS, self._n_first)

    @property
    def _n_first(self) -> int:
        """Rows of the first stage; if it is a player's and the only one, its lowest ranks."""
        owner = self.spot.owner
        if not len(owner):
            return 1
        only = len(owner) == 1 and owner[0] < len(self.holdings)
        return N_LOWEST if only else int(self.spot.row_from[0, N_LOWEST])

    @cached_property
    def _stop(self) -> np.ndarray:
        """``bool[1]``, read by the kernel while it counts."""
        return np.zeros(1, dtype=bool)

    def give_up(self) -> None:
        """End the chunks under way soon; what they counted is of no use, nor is the job."""
        self._stop[0] = True

    def no_counts(self) -> EquityCounts:
        """Return counts of the shapes of this job, all zero, and make the tables ready."""
        _ = self.tables, self.spot, self._stop
        n_rulesets, n_players = len(self.rulesets), len(self.holdings)
        n_categories = max(len(ranking.ranking) for ranking in self.rankings)
        return EquityCounts(
            np.zeros((n_rulesets, 1 << n_players), dtype=np.int64),
            np.zeros((n_rulesets, n_players, n_categories, 3), dtype=np.int64),
        )

    def count_chunk(self, number: int, n_deals: int) -> EquityCounts:
        """Count a chunk, see :class:`pokersim.runs.plan.Job`."""
        from pokersim.kernels.equity.exact import count_deals
        from pokersim.kernels.equity.sampled import MOST_TRIES, sample_deals

        counts = self.no_counts()
        if self.seed is None:
            n_first, n_chunks = self._n_first, self.n_chunks
            if number >= n_chunks:
                raise ValueError(f"chunk {number}: every way is dealt in {n_chunks}")
            first, last = n_first * number // n_chunks, n_first * (number + 1) // n_chunks
            count_deals(self.spot, first, last, self._stop, self.tables, counts)
        else:
            stream = (np.uint64(self.seed), np.uint64(STREAMS["equity"]), np.uint64(number))
            if not sample_deals(stream, n_deals, self.spot, self._stop, self.tables, counts):
                raise TooFewDealsError(int(counts.winners[0].sum()), MOST_TRIES)
        return counts

    def shared(self, counts: EquityCounts) -> EquityCounts:
        """Share what players alike got among them: they were dealt to in one order only."""
        winners, shown = counts.winners.copy(), counts.shown.copy()
        masks = np.arange(winners.shape[1])
        for group in self.alike if self.seed is None else ():
            inside = masks & sum(1 << player for player in group)
            n_winners = np.array([int(mask).bit_count() for mask in inside])
            same = (masks ^ inside) * (len(self.holdings) + 1) + n_winners
            totals = np.zeros((same.max() + 1, len(winners)), dtype=np.int64)
            np.add.at(totals, same, winners.T)
            winners = (totals[same].T // np.bincount(same)[same]).copy()
            shown[:, group] = shown[:, group].sum(axis=1, keepdims=True) // len(group)
        return EquityCounts(winners, shown)


def read_equity_state(
    hands: Sequence[str],
    rulesets: Sequence[Ruleset],
    board: str | None = None,
    dead: str = "",
    n_cards: int = 5,
) -> EquityJob:
    """Read hands, a board and dead cards.

    Parameters
    ----------
    hands
        One for each player, see :func:`pokersim.studies.equity.hand_spec.read_hand_spec`.
    rulesets
        One or several, played with one deck.
    board
        Common cards, up to five, or ``any``; None where there are none.
    dead
        Cards that nobody gets.
    n_cards
        Cards of a whole hand without a board, 5 to 7.

    Raises
    ------
    InputError, CardSyntaxError
        Something is no hand, or such a situation can't be.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> read_equity_state(["AhAs", "KdKc"], [load_ruleset("standard")], board="any").board_to_come
    5
    """
    if not rulesets:
        raise InputError(_("no ruleset is given: name at least one"))
    ranking = compile_ruleset(rulesets[0])
    holdings = [read_hand_spec(text, ranking) for text in hands]
    open_board = board is None or board.strip().lower() == "any"
    groups = [group for holding in holdings for group in (holding.cards, holding.discards)]
    groups += [() if open_board else read_cards(board or ""), read_cards(dead)]
    *own, common, gone = tell_jokers_apart(groups)
    return EquityJob(
        rulesets=tuple(rulesets),
        holdings=tuple(
            replace(holding, cards=held, discards=thrown)
            for holding, held, thrown in zip(holdings, own[::2], own[1::2], strict=True)
        ),
        board=None if board is None else common,
        dead=gone,
        n_cards=n_cards,
    )


@dataclass(frozen=True)
class EquityRow:
    """What one player wins under one ruleset.

    Attributes
    ----------
    ruleset, player, holding
        The rules, the player from 1, and what is known of his hand.
    wins
        Outcomes that he wins alone.
    ties_by_share
        Outcomes that he shares with one other, with two others and so on.
    equity, stderr
        His share of the pot, and its standard error, 0 if exact.
    outcomes
        Deals counted.
    """

    ruleset: Ruleset
    player: int
    holding: HandSpec
    wins: int
    ties_by_share: tuple[int, ...]
    equity: float
    stderr: float
    outcomes: int

    @property
    def ties(self) -> int:
        """Outcomes that he shares."""
        return sum(self.ties_by_share)


@dataclass(frozen=True)
class ShownRow:
    """How often a player shows a combination, and how it ends for him."""

    ruleset: Ruleset
    player: int
    combination: Combination
    shown: int
    won: int
    split: int
    outcomes: int


def equity_rows(job: EquityJob, counts: EquityCounts) -> list[EquityRow]:
    """Return what each player wins under each ruleset."""
    n_players, counts = len(job.holdings), job.shared(counts)
    masks = np.arange(1 << n_players)
    n_winners = np.array([int(mask).bit_count() for mask in masks])
    rows = []
    for r, ruleset in enumerate(job.rulesets):
        deals = int(counts.winners[r].sum())
        for player, holding in enumerate(job.holdings):
            own = counts.winners[r] * (masks >> player & 1)
            by_share = [int(own[n_winners == n].sum()) for n in range(1, n_players + 1)]
            total = sum(n / k for k, n in enumerate(by_share, start=1))
            square = sum(n / k**2 for k, n in enumerate(by_share, start=1))
            if not deals:
                raise InputError(_("no deal fits these hands: the ranges need the same cards"))
            equity = total / deals
            error = sqrt(max(0.0, square / deals - equity**2) / max(1, deals - 1))
            rows.append(
                EquityRow(
                    ruleset,
                    player + 1,
                    holding,
                    by_share[0],
                    tuple(by_share[1:]),
                    equity,
                    0.0 if job.seed is None else error,
                    deals,
                )
            )
    return rows


def shown_rows(job: EquityJob, counts: EquityCounts) -> list[ShownRow]:
    """Return which combinations each player shows, best first, and how it ends for him."""
    rows, counts = [], job.shared(counts)
    for r, ranking in enumerate(job.rankings):
        deals = int(counts.winners[r].sum())
        for player in range(len(job.holdings)):
            for place, combination in enumerate(ranking.ranking):
                lost, split, won = (int(n) for n in counts.shown[r, player, place])
                shown = lost + split + won
                if shown:
                    rows.append(
                        ShownRow(ranking.ruleset, player + 1, combination, shown, won, split, deals)
                    )
    return rows


def half_width(rows: Sequence[EquityRow], confidence: float) -> float:
    """Return half the widest interval of the first player's equity under any ruleset."""
    return max(row.stderr for row in rows if row.player == 1) * normal_quantile(confidence)


def is_precise(job: EquityJob, precision: float, confidence: float, counts: EquityCounts) -> bool:
    """Whether the equity of the first player is known to a precision under every ruleset."""
    return half_width(equity_rows(job, counts), confidence) <= precision
