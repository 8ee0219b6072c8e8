"""What the compiler fills and the kernels read: arrays, and where in them a hand stands.

A *path* is one way to look at a hand, a row of ``values``.  Every hand has the path of its
multiset of ranks; a suit with enough cards adds paths for its ranks.  The strength of a hand is
the maximum over its paths.  Where the paths are does not depend on the rules, so rulesets are
ranked side by side as columns of one array.

    [ multisets ][ state x 8192 masks: five of a suit ][ state x 8192 x 15: four and a fifth ]

A *state* is how many wild cards and bugs a hand has; the fifth card is one of thirteen ranks,
a wild card or a bug.  Where four of a suit are never worse with a higher fifth card, which is so
unless a ruleset ranks them by more than the suit, each of these paths says the best that its
suit makes with that fifth card or a lower one, a wild one, or none: the highest is enough to look
at.  See :func:`pokersim.rules.compile.rank_tables.in_order_of_fifths`.
"""

from typing import NamedTuple

import numpy as np

from pokersim.constants import N_RANKS
from pokersim.packing import STATE_BITS, STATE_MASK

MAX_STRENGTHS = 65_535
"""Strengths are ``uint16``, and 0 means "no such hand"."""

N_MASKS = 1 << N_RANKS
N_FIFTHS = N_RANKS + 2
WILD_FIFTH, BUG_FIFTH = N_RANKS, N_RANKS + 1


MAX_COMBINATIONS = 63
"""What a hand can be is kept in the bits of one word."""


class RankTables(NamedTuple):
    """Several rulesets as arrays that a kernel can take; a column of ``values`` each.

    Attributes
    ----------
    card_word, card_bit
        ``uint64[56]``: the two words of each card id, see :mod:`pokersim.packing`.
    wild_word, by_hand
        ``uint64``: the word of a card that is wild; ``int64``: what else is wild in each hand,
        an index into :data:`pokersim.rules.deck.BY_HAND`.
    natural
        ``uint64``: the bits of cards that are not wild.
    start
        ``uint64``: what the sum of the words of a hand starts from.
    mixer, mask, row_bits, row_start
        The perfect hash of keys: ``uint64`` each, and ``uint32[rows]``.
    state_row
        ``uint8[64]``: the number of each state, by wild cards and eight times bugs.
    five_suited, four_suited
        ``int64``: where these paths begin; the latter -1 where four of a suit make nothing.
    fifths_in_order
        ``int64``: whether a higher fifth card is never worse, under any of the rulesets.
    best_four
        ``uint16[64, rulesets]``: the most that four of a suit can be worth, by wild cards and
        eight times bugs; 0 where they make nothing.
    values
        ``uint16[paths, rulesets]``: strengths; 0 where a path says nothing.
    category
        ``uint8[strengths + 1, rulesets]``: place in the ranking, 0 the best.
    """

    card_word: np.ndarray
    card_bit: np.ndarray
    wild_word: np.uint64
    by_hand: np.int64
    natural: np.uint64
    start: np.uint64
    mixer: np.uint64
    mask: np.uint64
    row_bits: np.uint64
    row_start: np.ndarray
    state_row: np.ndarray
    five_suited: np.int64
    four_suited: np.int64
    fifths_in_order: np.int64
    best_four: np.ndarray
    values: np.ndarray
    category: np.ndarray


class States(NamedTuple):
    """The states of hands of a size from a deck, numbered.

    Attributes
    ----------
    n_wild, n_bugs
        The most wild cards and bugs that such a hand can have.
    """

    n_wild: int
    n_bugs: int

    @property
    def n(self) -> int:
        """How many states there are."""
        return (self.n_wild + 1) * (self.n_bugs + 1)

    def number(self, n_wild: np.ndarray, n_bugs: np.ndarray) -> np.ndarray:
        """Return ``int64[n]``: the number of each state."""
        return np.asarray(n_wild.astype(np.int64) + (self.n_wild + 1) * n_bugs.astype(np.int64))

    def rows(self) -> np.ndarray:
        """Return ``uint8[64]``: the number of each state, as a packed hand has it."""
        packed = np.arange(STATE_MASK + 1)
        wild, bugs = packed & ((1 << STATE_BITS) - 1), packed >> STATE_BITS
        inside = (wild <= self.n_wild) & (bugs <= self.n_bugs)
        return np.where(inside, self.number(wild, bugs), 0).astype(np.uint8)
