"""Which combinations hands can be read as, and how many hands are alike in that.

What a hand *can* be does not depend on the order of a ruleset; what it counts as is the first of
these in the order.  Some dozens of sets of combinations, each with its hands, recount a ruleset
in any order at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import Places, has_four, spread
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.studies.draw.draw_policies import hands_in_order
from pokersim.studies.draw.holds import Deal, best_policy, check_drawable
from pokersim.studies.frequency import deals_of, tables_of

SHARE_UNITS = 10**12
"""Shares are kept as integers, in units far above the rounding of floats and below any share."""

FIRST_SLOTS = 1 << 12


@dataclass(frozen=True)
class CombinationSets:
    """Hands by the set of combinations that they can be read as.

    Attributes
    ----------
    combinations
        What the deck can hold of a ruleset, best first; the last is what every hand makes.
    sets
        ``bool[sets, combinations]``.
    weights
        ``int64[sets]``: hands of each set, or their share in :data:`SHARE_UNITS`.
    total
        All hands, or :data:`SHARE_UNITS`: what the weights add up to, shares but for rounding.
    """

    combinations: tuple[Combination, ...]
    sets: np.ndarray
    weights: np.ndarray
    total: int

    def counts(self, order: Sequence[int]) -> np.ndarray:
        """Return ``int64[combinations]``: what counts as each, the combinations in some order.

        Parameters
        ----------
        order
            Numbers of all combinations, the best first.
        """
        best = np.asarray(order)[self.sets[:, order].argmax(axis=1)]
        counts = np.zeros(len(self.combinations), dtype=np.int64)
        np.add.at(counts, best, self.weights)
        return counts


def dealt_sets(ruleset: Ruleset, n_cards: int = HAND_SIZE) -> CombinationSets:
    """Return what hands dealt can be read as, in hands; exact.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> census = dealt_sets(load_ruleset("standard"))
    >>> census.counts(range(9))[:3].tolist()
    [40, 624, 3744]
    """
    ranking = compile_ruleset(ruleset)
    if n_cards == HAND_SIZE:
        return _census(ruleset, ranking.makes.of(ranking.classes), ranking.weights)
    return _census(ruleset, *_count_more_cards(ruleset, n_cards))


@lru_cache(maxsize=8)
def final_sets(ruleset: Ruleset) -> CombinationSets:
    """Return what hands can be read as after the draw, in shares; exact for the policy.

    Everybody draws by the policy that is best against itself under the ruleset as it stands, one
    against one; see :func:`pokersim.studies.draw.holds.best_policy`.

    Raises
    ------
    InputError
        Nobody can draw with such a deck.
    """
    from pokersim.kernels.draw.holds import final_shares, signatures

    check_drawable(ruleset, 1)
    ranking = compile_ruleset(ruleset)
    deal = Deal(ranking, ruleset.deck.cards)
    marks = np.zeros(deal.n_hands, dtype=np.uint64)
    masks = ruleset.deck.suit_masks
    signatures(deal.cards, np.array([masks.index(mask) for mask in masks]), marks)
    _, first, kind, hands = np.unique(
        marks, return_index=True, return_inverse=True, return_counts=True
    )
    cards = deal.cards[hands_in_order(deal.n)[first]]
    distinct, made = np.unique(ranking.makes.of(ranking.classes_of(cards)), return_inverse=True)
    shares = np.zeros(len(distinct))
    holds = best_policy(ruleset).holds[first]
    set_of_hand = made[kind].astype(np.uint16)
    final_shares(deal.n, first, hands / deal.n_hands, holds, set_of_hand, shares)
    in_units = np.rint(shares * SHARE_UNITS).astype(np.int64)
    return replace(_census(ruleset, distinct, in_units), total=SHARE_UNITS)


def _census(ruleset: Ruleset, made: np.ndarray, weights: np.ndarray) -> CombinationSets:
    """Put what is made, a bit a combination, and how often, into a census."""
    combinations = compile_ruleset(ruleset).ranking
    distinct, number = np.unique(made, return_inverse=True)
    hands = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(hands, number, weights)
    is_there = hands > 0
    sets = (distinct[is_there, None] >> np.arange(len(combinations)) & 1).astype(bool)
    return CombinationSets(combinations, sets, hands[is_there], int(hands.sum()))


def _count_more_cards(ruleset: Ruleset, n_cards: int) -> tuple[np.ndarray, np.ndarray]:
    """Return ``int64[n]`` twice: sets of combinations as bits, and hands of six or seven cards."""
    from pokersim.kernels.enumerate import count_sets

    ranking = compile_ruleset(ruleset)
    tables = tables_of(ruleset, n_cards)
    makes = spread(ranking.makes, Places(ranking.deck, n_cards, has_four(ranking)))
    made, hands = [makes], [np.zeros(len(makes), dtype=np.int64)]
    for cards, start, size, ways in deals_of(ruleset, tables, n_cards):
        n_slots, fits = FIRST_SLOTS, False
        while not fits:
            by_path = np.zeros(len(makes), dtype=np.int64)
            sets, counts = np.zeros(n_slots, dtype=np.int64), np.zeros(n_slots, dtype=np.int64)
            fits = count_sets(cards, size, start, tables, makes, by_path, sets, counts)
            n_slots *= 2
        hands[0] += by_path * ways
        made.append(sets)
        hands.append(counts * ways)
    return np.concatenate(made), np.concatenate(hands)
