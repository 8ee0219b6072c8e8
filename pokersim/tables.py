"""What the compiler fills and the kernels read: arrays, and where in them a hand stands.

A *path* is one way to look at a hand, a row of ``values``.  Every hand has the path of its
rank multiset; a suit with enough cards adds the path of its suited ranks.  The strength of
a hand is the maximum over its paths.  The numbering of paths does not depend on the rules,
so rulesets are ranked side by side as columns of one array.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pokersim.packing import N_FIFTHS, N_FOURS, N_MASKS, card_words, slots, start_word

MAX_STRENGTHS = 65_535
"""Strengths are ``uint16``, and 0 means "no such hand"."""

MAX_COMBINATIONS = 256
"""Places in a ranking are ``uint8``."""


class RankTables(NamedTuple):
    """Several rulesets as arrays that a kernel can take; a column of ``values`` each.

    Attributes
    ----------
    card_word
        ``uint64[56]``: the packed word of each card id.
    start
        ``uint64[6]``: by hand size, what the sum of the words starts from.
    row_start
        ``uint16[rows]``: the perfect hash of keys, see :mod:`pokersim.packing`.
    four_index
        ``uint16[8192]``: number of each set of four ranks.
    values
        ``uint16[paths, rulesets]``: strengths; 0 where a path says nothing.
    category
        ``uint8[strengths + 1, rulesets]``: place in the ranking, 0 the best.
    """

    card_word: np.ndarray
    start: np.ndarray
    row_start: np.ndarray
    four_index: np.ndarray
    values: np.ndarray
    category: np.ndarray


class Paths(NamedTuple):
    """Where each kind of path begins in ``values``, and how many paths there are."""

    five_suited: int
    four_suited: int
    n: int


@lru_cache(maxsize=1)
def paths() -> Paths:
    """Return the layout: rank multisets, then five suited ranks, then four and a fifth."""
    five_suited = slots().n
    four_suited = five_suited + N_MASKS
    return Paths(five_suited, four_suited, four_suited + N_FOURS * N_FIFTHS)


@lru_cache(maxsize=1)
def four_index() -> np.ndarray:
    """Return ``uint16[8192]``: the number of each set of four ranks, in order of their masks."""
    masks = np.arange(N_MASKS)
    is_four = sum(masks >> rank & 1 for rank in range(N_FIFTHS)) == 4
    return np.where(is_four, np.cumsum(is_four) - 1, 0).astype(np.uint16)


def join_tables(
    values: Sequence[np.ndarray], categories: Sequence[np.ndarray], suit_cards: int
) -> RankTables:
    """Lay the columns of rulesets side by side.

    Parameters
    ----------
    values
        ``uint16[paths]`` of each ruleset.
    categories
        ``uint8[strengths + 1]`` of each ruleset.
    suit_cards
        The fewest cards of one suit that matter in any of them, 4 or 5.
    """
    longest = max(len(column) for column in categories)
    padded = [np.pad(column, (0, longest - len(column))) for column in categories]
    start = [start_word(size, suit_cards) for size in range(6)]
    return RankTables(
        card_word=card_words(),
        start=np.array(start, dtype=np.uint64),
        row_start=slots().row_start,
        four_index=four_index(),
        values=np.ascontiguousarray(np.stack(values, axis=1)),
        category=np.ascontiguousarray(np.stack(padded, axis=1)),
    )


MAX_SPECIALS = 32
"""Special combinations of all rulesets together that groups can tell apart."""


class GroupTables(NamedTuple):
    """Which groups a hand belongs to, by path; a natural hand's is the suited one if it has one.

    Attributes
    ----------
    orthodox
        ``uint8[paths]``: its category in orthodox poker, 0 the best.
    special
        ``uint32[paths]``: one bit for each special combination it makes.
    share_index
        ``uint8[winners among the members + 1, winners + 1]``: number of the share of the pot
        that so many of so many winners take; equal shares have equal numbers.
    bits_set
        ``uint8[2 ** players]``: how many players a mask names.
    """

    orthodox: np.ndarray
    special: np.ndarray
    share_index: np.ndarray
    bits_set: np.ndarray


class ShowdownCounts(NamedTuple):
    """What a chunk of showdowns adds up to; all ``int64``.

    Attributes
    ----------
    dealt
        ``[rulesets, categories]``: hands dealt, by what they count as.
    winner
        ``[rulesets, categories]``: deals, by what the best hand counts as.
    changed
        ``[rulesets]``: deals won by others than under the base ruleset.
    group_base
        ``[groups, hands + 1, shares]``: deals in which so many hands of a group took such a
        share of the pot under the base ruleset.
    group_changed
        ``[rulesets, groups, hands + 1, shares, shares]``: of these, the deals with other winners
        than under the base, by the share under the base and under the ruleset.
    """

    dealt: np.ndarray
    winner: np.ndarray
    changed: np.ndarray
    group_base: np.ndarray
    group_changed: np.ndarray
