"""Packed hands -> paths: the places where tables tell what a hand is worth.

The strength of a hand is the largest value over its paths: the multiset of its ranks always,
and the suited ranks of each suit with enough cards.  The tables are
:class:`pokersim.table_layout.RankTables`.

The number of cards of a hand comes as ``shape``, a tuple of that length: the compiler then
knows it, unrolls the loops over the cards, and makes a kernel for each size.
"""

import numpy as np

from pokersim.constants import N_RANKS, N_SUITS
from pokersim.kernels.jit import kernel, lowest_bit, pointer_to
from pokersim.packing import (
    KEY_BITS,
    KEY_MASK,
    RANKS_MASK,
    STATE_MASK,
    STATE_SHIFT,
    SUIT_BITS,
    SUIT_FLAGS,
)
from pokersim.table_layout import BUG_FIFTH, N_FIFTHS, N_MASKS, WILD_FIFTH, RankTables

Shape = tuple[int, ...]

SuitPlaces = tuple[np.ndarray, np.int64, np.int64]

_KEY_MASK = np.uint64(KEY_MASK)
_FLAGS = np.uint64(SUIT_FLAGS)
_FIRST_SUIT = np.uint64(KEY_BITS)
_SUIT_BITS = np.uint64(SUIT_BITS)
_N_RANKS = np.uint64(N_RANKS)
_TWO_SUITS = np.uint64(2 * N_RANKS)
_RANKS_MASK = np.uint64(RANKS_MASK)
_STATE_SHIFT = np.uint64(STATE_SHIFT)
_STATE_MASK = np.uint64(STATE_MASK)
_WILD_MASK = np.uint64(7)
_0 = np.uint64(0)
_1 = np.uint64(1)
_EVERY_SUIT = np.uint64(sum(1 << N_RANKS * suit for suit in range(N_SUITS)))
LOWEST, HOLE = 1, 2


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
def first_suit(flags: np.uint64) -> np.uint64:
    """Return the lowest suit that has a flag; there must be one."""
    return (np.uint64(lowest_bit(flags)) - _FIRST_SUIT) // _SUIT_BITS


@kernel
def ranks_of(bits: np.uint64, suit: np.uint64) -> np.uint64:
    """Return the ranks, as bits, of the cards of a suit."""
    return (bits >> (suit * _N_RANKS)) & _RANKS_MASK


@kernel
def all_ranks(bits: np.uint64) -> np.uint64:
    """Return the ranks, as bits, of the natural cards of all suits."""
    bits |= bits >> _TWO_SUITS
    return (bits | (bits >> _N_RANKS)) & _RANKS_MASK


@kernel
def other_ranks(bits: np.uint64, suit: np.uint64) -> np.uint64:
    """Return the ranks, as bits, of the natural cards of all suits but one."""
    return all_ranks(bits & ~(_RANKS_MASK << (suit * _N_RANKS)))


@kernel
def suit_places(tables: RankTables) -> SuitPlaces:
    """Return where the paths of suits are: ``state_row``, ``five_suited``, ``four_suited``."""
    return pointer_to(tables.state_row), tables.five_suited, tables.four_suited


@kernel
def suited_paths(hand: np.uint64, bits: np.uint64, suits: SuitPlaces, found: np.ndarray) -> int:
    """Write the paths of the suits that have enough cards, and return how many there are.

    Parameters
    ----------
    hand, bits
        The packed hand, and its natural cards as bits.
    suits
        From :func:`suit_places`.
    found
        ``int64[MAX_SUITED_PATHS]``, written.
    """
    state_row, five_suited, four_suited = suits
    state = (hand >> _STATE_SHIFT) & _STATE_MASK
    row = np.int64(state_row[state]) * N_MASKS
    n = 0
    flags = hand & _FLAGS
    while flags != _0:
        suit = first_suit(flags)
        flags &= flags - _1
        at = row + np.int64(ranks_of(bits, suit))
        found[n] = five_suited + at
        n += 1
        if four_suited >= 0:
            first = four_suited + at * N_FIFTHS
            rest = other_ranks(bits, suit)
            while rest != _0:
                found[n] = first + np.int64(lowest_bit(rest))
                n += 1
                rest &= rest - _1
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
    if card < 0:
        ranks = all_ranks(natural)
        if ranks == _0:
            return hand, natural
        rank = np.uint64(lowest_bit(ranks))
    else:
        rank = np.uint64(card // N_SUITS)
    for suit in range(N_SUITS):
        own = (natural >> (np.uint64(N_RANKS * suit) + rank)) & _1
        hand += own * (wild_word - card_word[np.uint64(N_SUITS) * rank + np.uint64(suit)])
    return hand, natural & ~(_EVERY_SUIT << rank)


MAX_SUITED_PATHS = N_SUITS * (1 + 3 + 2)
"""For each suit: five of it, and four with each of at most three other ranks or a wild card."""
