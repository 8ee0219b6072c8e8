"""What the compiler fills and the kernels read: arrays, and where in them a hand stands.

A *path* is one way to look at a hand, a row of ``values``.  Every hand has the path of its
multiset of ranks; a suit with enough cards adds paths for its ranks.  The strength of a hand is
the maximum over its paths.  Where the paths are does not depend on the rules, so rulesets are
ranked side by side as columns of one array.

    [ multisets ][ state x 8192 masks: five of a suit ][ state x 8192 x 15: four and a fifth ]

A *state* is how many wild cards and bugs a hand has; the fifth card is one of thirteen ranks,
a wild card or a bug.
"""

from typing import NamedTuple

import numpy as np

from pokersim.packing import N_RANKS, STATE_BITS, STATE_MASK

MAX_STRENGTHS = 65_535
"""Strengths are ``uint16``, and 0 means "no such hand"."""

N_MASKS = 1 << N_RANKS
N_FIFTHS = N_RANKS + 2
WILD_FIFTH, BUG_FIFTH = N_RANKS, N_RANKS + 1

MAX_SPECIALS = 32
"""Special combinations of all rulesets together that groups can tell apart."""

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


class GroupTables(NamedTuple):
    """Which groups a hand belongs to.

    Attributes
    ----------
    special
        ``uint32[paths]``: one bit for each special combination that it can be read as, to be
        collected over all its paths.
    n_orthodox
        ``int64``: how many groups come before those of special combinations.
    share_index
        ``uint8[winners among the members + 1, winners + 1]``: number of the share of the pot
        that so many of so many winners take; equal shares have equal numbers.
    bits_set
        ``uint8[2 ** players]``: how many players a mask names.
    """

    special: np.ndarray
    n_orthodox: np.int64
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


class Spot(NamedTuple):
    """A point of a game from which cards are still to come.

    Attributes
    ----------
    cards
        ``uint8[m]``: the cards that may come.
    hand, bits
        ``uint64[players]``: what each player holds, start word included, and known common cards.
    owner
        ``int64[places]``: who gets the card of each place: a player, or behind them the board.
        A player's places lie side by side, those of the board are the last.
    kind
        ``int64[players]``: the row of ``allowed`` for each player.
    allowed
        ``bool[kinds, strengths + 1]``: which strengths under the first ruleset a hand of each
        kind may have; row 0 allows all.
    hands, first_hand, last_hand
        ``uint8[h, size]``, ``int64[players]`` twice: the hands of each player's kind are a range
        of rows; empty for those without a kind.
    """

    cards: np.ndarray
    hand: np.ndarray
    bits: np.ndarray
    owner: np.ndarray
    kind: np.ndarray
    allowed: np.ndarray
    hands: np.ndarray
    first_hand: np.ndarray
    last_hand: np.ndarray


class EquityCounts(NamedTuple):
    """What the deals of a spot add up to; ``int64``.

    Attributes
    ----------
    winners
        ``[rulesets, 2 ** players]``: deals, by the set of winners.
    shown
        ``[rulesets, players, categories, 3]``: what each player shows, by how it ends for him:
        lost, split, won alone.
    """

    winners: np.ndarray
    shown: np.ndarray
