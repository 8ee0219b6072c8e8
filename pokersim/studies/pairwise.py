"""Every hand of a deck against every other: what rulesets change, without a deal at random."""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.errors import InputError
from pokersim.language import _
from pokersim.stats import Moments, known_ratio
from pokersim.studies.draw.draw_policies import hands_in_order
from pokersim.studies.draw.holds import Deal
from pokersim.studies.simulate.showdown_job import TableJob
from pokersim.studies.simulate.summary import ChangeRow, GroupRow


def n_showdowns(job: TableJob[Any]) -> int:
    """Return in how many ways two players can be dealt five cards each.

    >>> from pokersim.rules.loader import load_ruleset
    >>> from pokersim.studies.compare import compare_job
    >>> n_showdowns(compare_job((load_ruleset("standard"),), "showdown", 2, seed=0))
    3986646103440
    """
    n = job.rulesets[0].deck.n_cards
    return comb(n, HAND_SIZE) * comb(n - HAND_SIZE, HAND_SIZE)


def n_steps(job: TableJob[Any]) -> int:
    """Return how many steps :func:`count_pairs` takes."""
    return 2 * len(job.rulesets) - 1


def count_pairs(
    job: TableJob[Any], step: Callable[[int], object] = lambda n: None
) -> tuple[list[ChangeRow], list[GroupRow]]:
    """Return what rulesets change in showdowns of two hands of five cards; exact.

    Parameters
    ----------
    job
        Of :func:`pokersim.studies.compare.compare_job`; its seed is of no account.
    step
        Called with 1 after each of :func:`n_steps` steps.

    Returns
    -------
    changes, groups
        For each ruleset but the base, in how many of all showdowns others win and what share of
        the pots moves; for each ruleset and group what its hands win.  All errors are 0.

    Raises
    ------
    InputError
        It is no showdown of two hands of five cards, or has a wild hole card.
    """
    check_countable(job)
    pairs = _Pairs(job)
    ends = []
    for r in range(len(job.rulesets)):
        ends.append(pairs.ends(r))
        step(1)
    changes = []
    for r in range(1, len(job.rulesets)):
        changes.append(pairs.change(r, ends))
        step(1)
    return changes, pairs.groups(ends)


def check_countable(job: TableJob[Any]) -> None:
    """Refuse what can't be counted pair by pair."""
    if job.game != "showdown":
        text = _("only showdowns of hands dealt can be counted exactly, not {game}")
        raise InputError(text.format(game=job.game))
    if job.n_players != 2:
        text = _("only 2 players can be counted exactly, not {n}")
        raise InputError(text.format(n=job.n_players))
    if job.n_cards != HAND_SIZE:
        text = _("only hands of {size} cards can be counted exactly, not {n}")
        raise InputError(text.format(size=HAND_SIZE, n=job.n_cards))
    if job.rulesets[0].deck.by_hand == "hole":
        name = job.rulesets[0].name
        text = _(
            "'{name}' has a wild hole card, which can't be counted exactly: omit --exact for "
            "a sample"
        )
        raise InputError(text.format(name=name))


class _Pairs:
    """All hands of the deck of a comparison under its rulesets, and one of each kind alike."""

    def __init__(self, job: TableJob[Any]) -> None:
        from pokersim.kernels.rank import rank_hands
        from pokersim.kernels.strength_index import shape_of

        self.job = job
        deck = job.rulesets[0].deck
        deal = Deal(job.rankings[0], deck.cards)
        self.n = deal.n
        self.hands = hands_in_order(deal.n)
        self.first, shares = deal.kinds
        self.alike = np.rint(shares * deal.n_hands).astype(np.int64)
        strengths = np.zeros((deal.n_hands, len(job.rulesets) + 1), dtype=np.uint16)
        rank_hands(deck.cards[self.hands], shape_of(HAND_SIZE), job.tables, strengths)
        self.strengths = np.ascontiguousarray(strengths.T)

    def ends(self, r: int) -> np.ndarray:
        """Return ``int64[kinds, 2]``: how many hands one of each kind beats, and ties with."""
        order = np.argsort(self.strengths[r], kind="stable").astype(np.int32)
        return self._walk(order, self.strengths[r : r + 1])

    def change(self, r: int, ends: list[np.ndarray]) -> ChangeRow:
        """Return in how many showdowns others win than under the base."""
        reversed_pairs, order = self._reversed(r)
        ties_of_both = self._ties(self._walk(order, self.strengths[[0, r]]))
        # A pair that ties under one ruleset alone moves half a pot, a reversed one a whole.
        halves = self._ties(ends[0]) + self._ties(ends[r]) - 2 * ties_of_both
        total, whole = n_showdowns(self.job), 2 * reversed_pairs
        share = (whole + halves) / total
        moved = known_ratio(total, whole + halves / 2, total)
        base, ruleset = self.job.rulesets[0], self.job.rulesets[r]
        return ChangeRow(ruleset, base, whole + halves, total, share, share, moved)

    def groups(self, ends: list[np.ndarray]) -> list[GroupRow]:
        """Return what the hands of each group win under each ruleset."""
        # What each kind wins in half pots, which are whole numbers.
        won = [2 * beaten + split for beaten, split in (counts.T for counts in ends)]
        rows = []
        members = self._members()
        for r, ruleset in enumerate(self.job.rulesets):
            for group, is_in in zip(self.job.groups, members, strict=True):
                alike = self.alike[is_in]
                own, of_base = int(alike @ won[r][is_in]), int(alike @ won[0][is_in])
                ratios = [self._ratio(alike, halves) for halves in (own, of_base, own - of_base)]
                hands = int(alike.sum())
                rows.append(GroupRow(ruleset, self.job.rulesets[0], group, hands, *ratios))
        return rows

    def _ratio(self, alike: np.ndarray, halves: int) -> Moments:
        showdowns = int(alike.sum()) * comb(self.n - HAND_SIZE, HAND_SIZE)
        return known_ratio(n_showdowns(self.job), halves / 2, showdowns)

    def _members(self) -> list[np.ndarray]:
        """Return for each group ``bool[kinds]``, whether hands of a kind are of it."""
        n_ranked = int(self.job.group_tables.n_orthodox)
        number = self.job.tables.category[self.strengths[-1, self.first], -1]
        found = [number == group for group in range(n_ranked)]
        cards = self.job.rulesets[0].deck.cards[self.hands[self.first]]
        classes = self.job.rankings[0].classes_of(cards)  # they know the deck, but no rules
        for special in self.job.groups[n_ranked:]:
            ranking = next(of for of in self.job.rankings if special in of.ranking)
            found.append(ranking.matches_of(classes)[ranking.ranking.index(special)])
        return found

    def _walk(self, order: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """Count what is before each kind in an order, and beside it with equal ``keys``."""
        from pokersim.kernels.equity.pairwise import count_weaker

        row = np.full(len(order), -1, dtype=np.int32)
        row[self.first] = np.arange(len(self.first))
        counts = np.zeros((len(self.first), 2), dtype=np.int64)
        differs = np.ones(len(order), dtype=bool)
        differs[:-1] = (keys[:, order[1:]] != keys[:, order[:-1]]).any(axis=0)
        count_weaker(self.n, self.hands, order, np.flatnonzero(differs) + 1, row, counts)
        return counts

    def _reversed(self, r: int) -> tuple[int, np.ndarray]:
        """Return how many pairs a ruleset turns round, and the hands by base, then by it."""
        from pokersim.kernels.equity.pairwise import TwoOrders, count_reversed

        weights = np.zeros(self.strengths.shape[1], dtype=np.int32)
        weights[self.first] = self.alike
        orders = TwoOrders(self.hands, self.strengths[0], self.strengths[r], weights)
        order = np.argsort(self.strengths[r], kind="stable")[::-1].astype(np.int32)
        total, parted = 0, np.empty_like(order)
        for bit in reversed(range(int(self.strengths[0].max()).bit_length())):
            total += int(count_reversed(self.n, orders, bit, order, parted))
            order, parted = parted, order
        return total, order

    def _ties(self, ends: np.ndarray) -> int:
        return int(self.alike @ ends[:, 1])
