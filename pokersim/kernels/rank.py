"""Packed hands -> strengths.  Index, load, maximum; no rule of poker is known here.

The strength of a hand is the largest value over its paths: the multiset of its ranks always,
and the suited ranks of each suit with enough cards.  Tables: :class:`pokersim.tables.RankTables`.

The number of cards of a hand comes as ``shape``, a tuple of that length: the compiler then
knows it, unrolls the loops over the cards, and makes a kernel for each size.
"""

import numpy as np

from pokersim.kernels.jit import kernel
from pokersim.packing import (
    EVERY_SUIT,
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
_ONE_EACH = np.uint64(EVERY_SUIT)
_NO_CARD = np.uint64(1 << 63)
"""A bit that no card has: a hand starts with it, and what has every bit is twice in it."""
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
def other_ranks(bits: np.uint64, mask: np.uint64, suit: int) -> np.uint64:
    """Return the ranks, as bits, of the cards of all suits but one, whose ranks are ``mask``."""
    rest = bits ^ (mask << np.uint64(N_RANKS * suit))
    rest |= rest >> np.uint64(2 * N_RANKS)
    return (rest | (rest >> np.uint64(N_RANKS))) & _RANKS_MASK


@kernel
def rank_of_bit(bit: np.uint64) -> np.int64:
    """Return which rank a single bit is."""
    return np.int64(_RANK_OF_BIT[((bit * _DE_BRUIJN) >> _TOP_FOUR) & _FOUR_BITS])


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
                rest = other_ranks(bits, mask, suit)
                while rest != _0:
                    lowest = rest & (~rest + _1)
                    found[n] = first + rank_of_bit(lowest)
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
def best_of_one_suit(
    best: np.uint16, bits: np.uint64, first: np.int64, values: np.ndarray, r: int
) -> np.uint16:
    """Return the best of a strength and those of all suits; ``first`` is the path of no card.

    A suit with too few cards is worth nothing in the table, so none has to be told apart.
    """
    for suit in range(N_SUITS):
        mask = (bits >> np.uint64(N_RANKS * suit)) & _RANKS_MASK
        best = max(best, values[first + np.int64(mask), r])
    return best


@kernel
def best_of_four(
    best: np.uint16,
    hand: np.uint64,
    bits: np.uint64,
    first: np.int64,
    values: np.ndarray,
    r: int,
) -> np.uint16:
    """Return the best of a strength and those of four cards of a suit, each with every fifth."""
    for suit in range(N_SUITS):
        if (hand >> np.uint64(KEY_BITS + SUIT_BITS * suit)) & _FLAG != _0:
            mask = (bits >> np.uint64(N_RANKS * suit)) & _RANKS_MASK
            at = first + np.int64(mask) * N_FIFTHS
            rest = other_ranks(bits, mask, suit)
            while rest != _0:
                lowest = rest & (~rest + _1)
                best = max(best, values[at + rank_of_bit(lowest), r])
                rest ^= lowest
            best = max(best, values[at + WILD_FIFTH, r], values[at + BUG_FIFTH, r])
    return best


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
    bad = -1
    for r in range(tables.values.shape[1]):
        bad = rank_column(cards, shape, tables, r, strengths)
    return bad


@kernel
def checked_words(tables: RankTables) -> np.ndarray:
    """Return ``uint64[256, 2]``: the words and bits of all ids; what is no card has every bit.

    Side by side they are fetched at once, and no id has to be compared with anything.
    """
    words = np.zeros((256, 2), dtype=np.uint64)
    words[:, 1] = ~_0
    for card in range(N_WORDS):
        if tables.card_word[card] != _0:
            words[card, 0] = tables.card_word[card]
            words[card, 1] = tables.card_bit[card]
    return words


@kernel
def rank_column(
    cards: np.ndarray, shape: Shape, tables: RankTables, r: int, strengths: np.ndarray
) -> int:
    """Rank hands under one ruleset; see :func:`rank_hands`.

    One at a time, because a loop over rulesets within that over hands costs more than adding
    up the cards again.
    """
    start, natural_bits, by_hand = tables.start, tables.natural, tables.by_hand
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    state_row, best_four, values = tables.state_row, tables.best_four, tables.values
    five_suited, four_suited = tables.five_suited, tables.four_suited
    # Where a suit is flagged at four cards, it has five if it is flagged with one card less.
    fifth = _ONE_EACH if four_suited >= 0 and len(shape) > 4 else _0
    words = checked_words(tables)
    for i in range(cards.shape[0]):
        hand = start
        bits = _NO_CARD
        twice = _0
        for j in range(len(shape)):
            own = words[cards[i, j], 1]
            twice |= bits & own
            bits |= own
            hand += words[cards[i, j], 0]
        if twice != _0:
            return i
        natural = bits & natural_bits
        if by_hand != 0:
            hole = by_hand == HOLE
            if not hole or words[cards[i, 0], 1] & natural != _0:
                card = np.int64(cards[i, 0]) if hole else np.int64(-1)
                hand, natural = make_wild(hand, natural, card, tables.card_word, tables.wild_word)
        best = values[rank_path(hand, mixer, mask, row_bits, row_start), r]
        state = (hand >> _STATE_SHIFT) & _STATE_MASK
        most = best_four[state, r]
        # One branch, not two: what it leads to is rare, and hard to foretell.
        whole = has_suit(hand - fifth)
        if whole | ((best < most) & has_suit(hand)):
            row = np.int64(state_row[state]) * N_MASKS
            if whole:
                best = best_of_one_suit(best, natural, five_suited + row, values, r)
            if best < most:
                first = four_suited + row * N_FIFTHS
                best = best_of_four(best, hand, natural, first, values, r)
        strengths[i, r] = best
    return -1
