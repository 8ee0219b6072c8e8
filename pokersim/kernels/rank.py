"""Packed hands -> strengths.  Index, load, maximum; no rule of poker is known here.

The strength of a hand is the largest value over its paths: the multiset of its ranks always,
and the suited ranks of each suit with enough cards.  Tables: :class:`pokersim.tables.RankTables`.

The number of cards of a hand comes as ``shape``, a tuple of that length: the compiler then
knows it, unrolls the loops over the cards, and makes a kernel for each size.
"""

import numpy as np

from pokersim.kernels.jit import kernel
from pokersim.packing import (
    KEY_BITS,
    KEY_MASK,
    N_RANKS,
    N_SUITS,
    N_WORDS,
    RANKS_MASK,
    STATE_MASK,
    STATE_SHIFT,
    SUIT_BITS,
    SUIT_FLAG,
    SUIT_FLAGS,
)
from pokersim.tables import BUG_FIFTH, N_FIFTHS, N_MASKS, WILD_FIFTH, RankTables

Shape = tuple[int, ...]

_KEY_MASK = np.uint64(KEY_MASK)
_FLAGS = np.uint64(SUIT_FLAGS)
_FLAG = np.uint64(SUIT_FLAG)
_RANKS_MASK = np.uint64(RANKS_MASK)
_STATE_SHIFT = np.uint64(STATE_SHIFT)
_STATE_MASK = np.uint64(STATE_MASK)
_WILD_MASK = np.uint64(7)
_0 = np.uint64(0)
_1 = np.uint64(1)
_EVERY_SUIT = np.uint64(sum(1 << N_RANKS * suit for suit in range(N_SUITS)))
LOWEST, HOLE = 1, 2

# The number of the only bit of 16: a de Bruijn sequence, shifted, shows it in its top four bits.
_DE_BRUIJN = np.uint64(0x09AF)
_TOP_FOUR = np.uint64(12)
_FOUR_BITS = np.uint64(15)
_RANK_OF_BIT = np.zeros(16, dtype=np.uint8)
for _bit in range(16):
    _RANK_OF_BIT[(int(_DE_BRUIJN) << _bit >> 12) & 15] = _bit


def shape_of(size: int) -> Shape:
    """Return the shape that stands for hands of so many cards."""
    return (0,) * size


@kernel
def rank_path(
    hand: np.uint64,
    mixer: np.uint64,
    mask: np.uint64,
    row_bits: np.uint64,
    row_start: np.ndarray,
) -> np.int64:
    """Return the path of the ranks of a packed hand."""
    mixed = ((hand & _KEY_MASK) * mixer) & mask
    column = mixed & ((_1 << row_bits) - _1)
    return np.int64(row_start[mixed >> row_bits]) + np.int64(column)


@kernel
def has_suit(hand: np.uint64) -> np.bool_:
    """Whether some suit has as many cards as matter."""
    return np.bool_((hand & _FLAGS) != _0)


@kernel
def suited_paths(
    hand: np.uint64,
    bits: np.uint64,
    state_row: np.ndarray,
    five_suited: np.int64,
    four_suited: np.int64,
    found: np.ndarray,
) -> int:
    """Write the paths of the suits that have enough cards, and return how many there are.

    Parameters
    ----------
    hand, bits
        The packed hand, and its natural cards as bits.
    state_row, five_suited, four_suited
        As in the tables.
    found
        ``int64[MAX_SUITED_PATHS]``, written.
    """
    state = (hand >> _STATE_SHIFT) & _STATE_MASK
    row = np.int64(state_row[state]) * N_MASKS
    n = 0
    for suit in range(N_SUITS):
        if (hand >> np.uint64(KEY_BITS + SUIT_BITS * suit)) & _FLAG != _0:
            mask = (bits >> np.uint64(N_RANKS * suit)) & _RANKS_MASK
            at = row + np.int64(mask)
            found[n] = five_suited + at
            n += 1
            if four_suited >= 0:
                first = four_suited + at * N_FIFTHS
                rest = bits ^ (mask << np.uint64(N_RANKS * suit))
                rest |= rest >> np.uint64(2 * N_RANKS)
                rest = (rest | (rest >> np.uint64(N_RANKS))) & _RANKS_MASK
                while rest != _0:
                    lowest = rest & (~rest + _1)
                    place = ((lowest * _DE_BRUIJN) >> _TOP_FOUR) & _FOUR_BITS
                    found[n] = first + np.int64(_RANK_OF_BIT[place])
                    n += 1
                    rest ^= lowest
                if state & _WILD_MASK != _0:
                    found[n] = first + WILD_FIFTH
                    n += 1
                if state > _WILD_MASK:
                    found[n] = first + BUG_FIFTH
                    n += 1
    return n


@kernel
def make_wild(
    hand: np.uint64,
    natural: np.uint64,
    card: np.int64,
    card_word: np.ndarray,
    wild_word: np.uint64,
) -> tuple[np.uint64, np.uint64]:
    """Make the cards of a rank wild in a packed hand, for rules that tell it by hand.

    Parameters
    ----------
    hand, natural
        The packed hand, and its natural cards as bits.
    card
        A natural card of the rank, or -1: the lowest there is.
    card_word, wild_word
        The words of all cards, and of one that is wild.
    """
    rank = card // N_SUITS
    if card < 0:
        rank = np.int64(0)
        while rank < N_RANKS and natural & (_EVERY_SUIT << np.uint64(rank)) == _0:
            rank += 1
        if rank == N_RANKS:
            return hand, natural
    for suit in range(N_SUITS):
        bit = _1 << np.uint64(N_RANKS * suit + rank)
        if natural & bit != _0:
            hand += wild_word - card_word[N_SUITS * rank + suit]
            natural ^= bit
    return hand, natural


MAX_SUITED_PATHS = N_SUITS * (1 + 3 + 2)
"""For each suit: five of it, and four with each of at most three other ranks or a wild card."""


@kernel
def rank_hands(cards: np.ndarray, shape: Shape, tables: RankTables, strengths: np.ndarray) -> int:
    """Rank hands under every ruleset of the tables.

    Parameters
    ----------
    cards
        ``uint8[n, size]`` card ids.
    shape
        From :func:`shape_of`.
    tables
        :class:`pokersim.tables.RankTables` for that size.
    strengths
        ``uint16[n, rulesets]``, written.

    Returns
    -------
    int
        The first row that is no hand (an id that is no natural card, a card twice, a card
        that the deck has not), where ranking stopped; -1 when all rows are hands.
    """
    card_word, card_bit, values = tables.card_word, tables.card_bit, tables.values
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    n_rulesets = values.shape[1]
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    for i in range(cards.shape[0]):
        hand = tables.start
        bits = np.uint64(0)
        twice = np.uint64(0)
        for j in range(len(shape)):
            card = cards[i, j]
            if card >= N_WORDS or card_word[card] == _0:
                return i
            twice |= bits & card_bit[card]
            bits |= card_bit[card]
            hand += card_word[card]
        if twice != _0:
            return i
        natural = bits & tables.natural
        if tables.by_hand != 0:
            hole = tables.by_hand == HOLE
            if not hole or card_bit[cards[i, 0]] & natural != _0:
                card = np.int64(cards[i, 0]) if hole else np.int64(-1)
                hand, natural = make_wild(hand, natural, card, card_word, tables.wild_word)
        path = rank_path(hand, mixer, mask, row_bits, row_start)
        for r in range(n_rulesets):
            strengths[i, r] = values[path, r]
        if has_suit(hand):
            n = suited_paths(
                hand, natural, tables.state_row, tables.five_suited, tables.four_suited, found
            )
            for k in range(n):
                for r in range(n_rulesets):
                    strengths[i, r] = max(strengths[i, r], values[found[k], r])
    return -1
