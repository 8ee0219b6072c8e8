"""Arrays of hands -> strengths.  Index, load, maximum; no rule of poker is known here.

A column of strengths is filled a ruleset at a time, because a loop over rulesets within that
over hands costs more than adding up the cards again.  The arrays are read through pointers and
indexed by numbers without a sign: a test for negative indexes costs as much as a card does.
"""

import numpy as np

from pokersim.constants import N_SUITS
from pokersim.kernels.jit import Integer, bit_length, kernel, lowest_bit, pointer_to, popcount
from pokersim.kernels.strength_index import (
    HOLE,
    Shape,
    first_suit,
    has_suit,
    make_wild,
    other_ranks,
    rank_path,
    ranks_of,
)
from pokersim.packing import EVERY_SUIT, N_WORDS, STATE_MASK, STATE_SHIFT, SUIT_FLAGS
from pokersim.table_layout import BUG_FIFTH, N_FIFTHS, N_MASKS, WILD_FIFTH, RankTables

BLOCK = 2048
"""Hands a pass; of no influence on the result."""

_FLAGS = np.uint64(SUIT_FLAGS)
_ONE_EACH = np.uint64(EVERY_SUIT)
_STATE_SHIFT = np.uint64(STATE_SHIFT)
_STATE_MASK = np.uint64(STATE_MASK)
_N_MASKS = np.uint64(N_MASKS)
_N_FIFTHS = np.uint64(N_FIFTHS)
_WILD_FIFTH = np.uint64(WILD_FIFTH)
_BUG_FIFTH = np.uint64(BUG_FIFTH)
_RANK = np.uint64(15)
_0 = np.uint64(0)
_1 = np.uint64(1)


@kernel
def rank_hands(
    cards: np.ndarray, shape: Shape, tables: RankTables, strengths: np.ndarray
) -> Integer:
    """Rank hands under every ruleset of the tables.

    Parameters
    ----------
    cards
        ``uint8[n, size]`` card ids, C-contiguous.
    shape
        From :func:`pokersim.kernels.strength_index.shape_of`.
    tables
        :class:`pokersim.table_layout.RankTables` for that size.
    strengths
        ``uint16[n, rulesets]``, C-contiguous, written.

    Returns
    -------
    int
        The first row that is no hand (an id that is no natural card, a card twice, a card
        that the deck has not), where ranking stopped; -1 when all rows are hands.
    """
    words, bits = checked_words(tables)
    room = np.empty(3 * BLOCK, dtype=np.uint64)
    ids, out = cards.reshape(-1), strengths.reshape(-1)
    n, good = np.uint64(cards.shape[0]), np.uint64(cards.shape[0])
    for r in range(tables.values.shape[1]):
        if tables.four_suited < 0 and tables.by_hand == 0:
            good = rank_once(ids, n, shape, tables, np.uint64(r), words, bits, out)
        else:
            good = rank_twice(ids, n, shape, tables, np.uint64(r), words, bits, room, out)
    return np.int64(-1) if good == n else np.int64(good)


@kernel
def checked_words(tables: RankTables) -> tuple[np.ndarray, np.ndarray]:
    """Return ``uint64[256]`` twice: the words and bits of all ids; no card has every bit.

    So no id has to be compared with anything: hands have as many bits as cards.
    """
    words = np.zeros(256, dtype=np.uint64)
    bits = np.full(256, ~_0)
    for card in range(N_WORDS):
        if tables.card_word[card] != _0:
            words[card] = tables.card_word[card]
            bits[card] = tables.card_bit[card]
    return words, bits


@kernel
def add_up(
    start: np.uint64,
    first: np.uint64,
    shape: Shape,
    card: np.ndarray,
    word: np.ndarray,
    bit: np.ndarray,
) -> tuple[np.uint64, np.uint64]:
    """Return a packed hand and the bits of its cards, the first of which stands at ``first``."""
    hand, bits = start, _0
    for j in range(len(shape)):
        own = card[first + np.uint64(j)]
        hand += word[own]
        bits |= bit[own]
    return hand, bits


@kernel
def rank_once(
    ids: np.ndarray,
    n: np.uint64,
    shape: Shape,
    tables: RankTables,
    r: np.uint64,
    card_words: np.ndarray,
    card_bits: np.ndarray,
    strengths: np.ndarray,
) -> np.uint64:
    """Rank hands of which few have suits that matter; return how many come before what is no hand.

    Parameters
    ----------
    ids, n
        ``uint8[n * size]``: the ids, and of how many hands.
    shape, tables
        As for :func:`rank_hands`.
    r
        The ruleset.
    card_words, card_bits
        From :func:`checked_words`.
    strengths
        ``uint16[n * rulesets]``, written.
    """
    card, word, bit = pointer_to(ids), pointer_to(card_words), pointer_to(card_bits)
    values, out = pointer_to(tables.values.reshape(-1)), pointer_to(strengths)
    row_start, state_row = pointer_to(tables.row_start), pointer_to(tables.state_row)
    start, natural, five_suited = tables.start, tables.natural, np.uint64(tables.five_suited)
    mixer, mask, row_bits = tables.mixer, tables.mask, tables.row_bits
    size, step = np.uint64(len(shape)), np.uint64(tables.values.shape[1])
    i = _0
    while i < n:
        hand, bits = add_up(start, i * size, shape, card, word, bit)
        if np.uint64(popcount(bits)) != size:
            return i
        path = np.uint64(rank_path(hand, mixer, mask, row_bits, row_start))
        best = values[path * step + r]
        flags = hand & _FLAGS
        if flags != _0:
            state = state_row[(hand >> _STATE_SHIFT) & _STATE_MASK]
            first = five_suited + np.uint64(state) * _N_MASKS
            bits &= natural
            best = max(best, values[(first + ranks_of(bits, first_suit(flags))) * step + r])
            if flags & (flags - _1) != _0:  # wild cards count for every suit
                best = best_of_suits(best, bits, first, values, step, r)
        out[i * step + r] = best
        i += _1
    return n


@kernel
def best_of_suits(
    best: np.uint16,
    bits: np.uint64,
    first: np.uint64,
    values: np.ndarray,
    step: np.uint64,
    r: np.uint64,
) -> np.uint16:
    """Return the best of a strength and those of all suits; ``first`` is the path of no card.

    A suit with too few cards is worth nothing in the table, so none has to be told apart.
    """
    for suit in range(N_SUITS):
        path = first + ranks_of(bits, np.uint64(suit))
        best = max(best, values[path * step + r])
    return best


@kernel
def rank_twice(
    ids: np.ndarray,
    n: np.uint64,
    shape: Shape,
    tables: RankTables,
    r: np.uint64,
    card_words: np.ndarray,
    card_bits: np.ndarray,
    room: np.ndarray,
    strengths: np.ndarray,
) -> np.uint64:
    """Rank hands where four of a suit make something, or each has its own wild cards.

    As :func:`rank_once`, but the suits of many hands matter, and which is hard to foretell: a
    first pass over a block ranks them as if none did, and lists those that have to be looked at
    again.  ``room`` is ``uint64[3 * BLOCK]``: their rows, packed hands and natural cards.
    """
    best_four = np.ascontiguousarray(tables.best_four[:, r])
    i = _0
    while i < n:
        end = min(i + np.uint64(BLOCK), n)
        i, n_listed = rank_ranks(
            ids, i, end, shape, tables, r, card_words, card_bits, best_four, room, strengths
        )
        rank_suits(n_listed, shape, tables, r, best_four, room, strengths)
        if i < end:
            return i
    return n


@kernel
def rank_ranks(
    ids: np.ndarray,
    begin: np.uint64,
    end: np.uint64,
    shape: Shape,
    tables: RankTables,
    r: np.uint64,
    card_words: np.ndarray,
    card_bits: np.ndarray,
    best_fours: np.ndarray,
    room: np.ndarray,
    strengths: np.ndarray,
) -> tuple[np.uint64, np.uint64]:
    """Rank a block by its ranks and list the hands that a suit may make better.

    Return the first row that is no hand, or the end, and how many are listed.
    """
    card, word, bit = pointer_to(ids), pointer_to(card_words), pointer_to(card_bits)
    values, out = pointer_to(tables.values.reshape(-1)), pointer_to(strengths)
    row_start, best_four, listed = (
        pointer_to(tables.row_start),
        pointer_to(best_fours),
        pointer_to(room),
    )
    start, mixer, mask, row_bits = tables.start, tables.mixer, tables.mask, tables.row_bits
    size, step = np.uint64(len(shape)), np.uint64(tables.values.shape[1])
    # Where a suit is flagged at four cards, it has five if it is flagged with one card less.
    fifth = _ONE_EACH if tables.four_suited >= 0 and len(shape) > 4 else _0
    hole = tables.by_hand == HOLE
    i, k = begin, _0
    while i < end:
        hand, bits = add_up(start, i * size, shape, card, word, bit)
        if np.uint64(popcount(bits)) != size:
            return i, k
        bits &= tables.natural
        if tables.by_hand != 0:
            first = card[i * size]
            if not hole or bit[first] & bits != _0:
                shown = np.int64(first) if hole else np.int64(-1)
                hand, bits = make_wild(hand, bits, shown, tables.card_word, tables.wild_word)
        path = np.uint64(rank_path(hand, mixer, mask, row_bits, row_start))
        best = values[path * step + r]
        out[i * step + r] = best
        listed[k] = i
        listed[k + np.uint64(BLOCK)] = hand
        listed[k + np.uint64(2 * BLOCK)] = bits
        most = best_four[(hand >> _STATE_SHIFT) & _STATE_MASK]
        k += np.uint64(has_suit(hand - fifth) | ((best < most) & has_suit(hand)))
        i += _1
    return i, k


@kernel
def rank_suits(
    n: np.uint64,
    shape: Shape,
    tables: RankTables,
    r: np.uint64,
    best_fours: np.ndarray,
    room: np.ndarray,
    strengths: np.ndarray,
) -> None:
    """Look again at the hands of a list, at five of a suit and at four with every fifth."""
    values, out = pointer_to(tables.values.reshape(-1)), pointer_to(strengths)
    state_row, best_four, listed = (
        pointer_to(tables.state_row),
        pointer_to(best_fours),
        pointer_to(room),
    )
    five_suited, four_suited = np.uint64(tables.five_suited), np.uint64(tables.four_suited)
    step, in_order = np.uint64(tables.values.shape[1]), tables.fifths_in_order != 0
    k = _0
    while k < n:
        at = listed[k] * step + r
        hand = listed[k + np.uint64(BLOCK)]
        bits = listed[k + np.uint64(2 * BLOCK)]
        state = (hand >> _STATE_SHIFT) & _STATE_MASK
        row = np.uint64(state_row[state]) * _N_MASKS
        best = out[at]
        flags = hand & _FLAGS
        while flags != _0:
            suit = first_suit(flags)
            flags &= flags - _1
            path = row + ranks_of(bits, suit)
            first, rest = four_suited + path * _N_FIFTHS, other_ranks(bits, suit)
            if in_order:
                fifth = np.uint64(bit_length(rest)) - _1 if rest != _0 else _WILD_FIFTH
                best = max(best, values[(first + fifth) * step + r])
                continue
            best = max(best, values[(five_suited + path) * step + r])
            if best < best_four[state]:
                best = best_of_fifths(best, rest, shape, first, values, step, r)
        out[at] = best
        k += _1


@kernel
def best_of_fifths(
    best: np.uint16,
    rest: np.uint64,
    shape: Shape,
    first: np.uint64,
    values: np.ndarray,
    step: np.uint64,
    r: np.uint64,
) -> np.uint16:
    """Return the best of a strength and those of four cards of a suit with each of other ranks.

    As many are looked at as there can be: it costs less than to foretell how many there are.
    """
    for _ in range(len(shape) - 4):
        value = values[(first + (np.uint64(lowest_bit(rest)) & _RANK)) * step + r]
        best = max(best, value if rest != _0 else np.uint16(0))
        rest &= rest - np.uint64(rest != _0)
    best = max(best, values[(first + _WILD_FIFTH) * step + r])
    return max(best, values[(first + _BUG_FIFTH) * step + r])
