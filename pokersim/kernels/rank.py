"""Packed hands -> strengths.  Index, load, maximum; no rule of poker is known here.

The strength of a hand is the largest value over its paths: the multiset of its ranks always,
and the suited ranks of a suit with enough cards.  Tables: :class:`pokersim.tables.RankTables`.
"""

import numpy as np

from pokersim.cards import N_CARDS
from pokersim.kernels.jit import kernel
from pokersim.packing import (
    COLUMN_MASK,
    KEY_BITS,
    KEY_MASK,
    N_FIFTHS,
    N_SUITS,
    ROW_BITS,
    SUIT_BITS,
    SUIT_FLAG,
    SUIT_FLAGS,
    SUIT_MASK,
)
from pokersim.tables import RankTables, paths

_KEY_MASK = np.uint64(KEY_MASK)
_ROW_BITS = np.uint64(ROW_BITS)
_COLUMN_MASK = np.uint64(COLUMN_MASK)
_FLAGS = np.uint64(SUIT_FLAGS)
_KEY_BITS = np.uint64(KEY_BITS)
_SUIT_BITS = np.uint64(SUIT_BITS)
_SUIT_MASK = np.uint64(SUIT_MASK)
_FLAG = np.uint64(SUIT_FLAG)
_NONE = np.uint64(0)
_FIVE_SUITED = paths().five_suited
_FOUR_SUITED = paths().four_suited

FULL_HAND = 5


@kernel
def rank_path(hand: np.uint64, row_start: np.ndarray) -> np.int64:
    """Return the path of the ranks of a packed hand (``uint64`` sum, start included)."""
    key = hand & _KEY_MASK
    return np.int64(row_start[key >> _ROW_BITS]) + np.int64(key & _COLUMN_MASK)


@kernel
def suited_path(
    hand: np.uint64, cards: np.ndarray, first: int, n: int, four_index: np.ndarray
) -> np.int64:
    """Return the path of the suited cards of a hand whose suit flag is up.

    Parameters
    ----------
    hand
        The packed hand.
    cards, first, n
        ``uint8`` card ids; the hand is ``cards[first : first + n]``.
    four_index
        ``uint16[8192]``.
    """
    suit = 0
    for s in range(1, N_SUITS):
        if (hand >> (_KEY_BITS + _SUIT_BITS * np.uint64(s))) & _FLAG != _NONE:
            suit = s
    mask = np.int64(0)
    other = np.int64(0)
    n_suited = 0
    for i in range(first, first + n):
        rank = np.int64(cards[i]) >> 2
        if np.int64(cards[i]) & 3 == suit:
            mask |= np.int64(1) << rank
            n_suited += 1
        else:
            other = rank
    if n_suited == n:
        return _FIVE_SUITED + mask
    return _FOUR_SUITED + np.int64(four_index[mask]) * N_FIFTHS + other


@kernel
def rank_hands(cards: np.ndarray, tables: RankTables, strengths: np.ndarray) -> int:
    """Rank hands of five natural cards under every ruleset of the tables.

    Parameters
    ----------
    cards
        ``uint8[n, 5]`` card ids.
    tables
        :class:`pokersim.tables.RankTables`.
    strengths
        ``uint16[n, rulesets]``, written.

    Returns
    -------
    int
        The first row that is no hand (an id that is no natural card, a card twice, a card
        that the deck has not), where ranking stopped; -1 when all rows are hands.
    """
    card_word, starts, row_start, four_index, values, _ = tables
    start = starts[FULL_HAND]
    n_rulesets = values.shape[1]
    for i in range(cards.shape[0]):
        hand = start
        seen = np.uint64(0)
        twice = np.uint64(0)
        for j in range(FULL_HAND):
            card = cards[i, j]
            if card >= N_CARDS:
                return i
            bit = np.uint64(1) << np.uint64(card)
            twice |= seen & bit
            seen |= bit
            hand += card_word[card]
        if twice != _NONE:
            return i
        path = rank_path(hand, row_start)
        suited = np.int64(0)
        if hand & _FLAGS != _NONE:
            suited = suited_path(hand, cards[i], 0, FULL_HAND, four_index)
        for r in range(n_rulesets):
            strengths[i, r] = max(values[path, r], values[suited, r])
        if strengths[i, 0] == 0:
            return i
    return -1
