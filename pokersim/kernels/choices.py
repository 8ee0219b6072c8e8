"""The choices of some cards: by their ranks, those with a suit that matters, those apart.

Most hands are told by their ranks alone, and these come in few ways: :func:`rank_choices` lists
them, each with the number of hands it stands for.  Hands of which a suit matters are a few of
all, and :func:`next_choices` walks through them and no others.
"""

from typing import NamedTuple

import numpy as np

from pokersim.constants import N_SUITS
from pokersim.kernels.equity.records import CardSets
from pokersim.kernels.jit import Integer, kernel
from pokersim.kernels.strength_index import rank_path
from pokersim.packing import EVERY_SUIT, KEY_BITS, KEY_MASK, SUIT_BITS, SUIT_FLAG, SUIT_FLAGS
from pokersim.table_layout import RankTables

BLOCK = 1024
"""Choices a step of a walk lists; of no influence on the result."""


class Walk(NamedTuple):
    """A walk through the choices of some cards, and where it stands.

    Attributes
    ----------
    words, card_bits, more
        ``uint64[n]`` of each card to choose from, in order of the suits: its two words, and what
        each card behind it can at most add to the suits.
    every
        Whether all hands are listed; if not, those with one of the flags.
    flags
        ``uint64``: those of the suits to look for, :data:`ALL_FLAGS` or one of them.
    stands
        ``int64[1]``: how many cards but the last have been chosen, negative at the end.
    chosen
        ``int64[size + 1]``: ascending, the cards chosen last.
    sums, held
        ``uint64[size + 1]``: what a hand is with so many of them.
    hands, bits
        ``uint64[BLOCK]``: the two words of each hand of a step.
    """

    words: np.ndarray
    card_bits: np.ndarray
    more: np.ndarray
    every: bool
    flags: np.uint64
    stands: np.ndarray
    chosen: np.ndarray
    sums: np.ndarray
    held: np.ndarray
    hands: np.ndarray
    bits: np.ndarray


ALL_FLAGS = np.uint64(SUIT_FLAGS)
FIRST_FLAG = np.uint64(SUIT_FLAG << KEY_BITS)
"""That of the first suit; see :func:`are_suits_alike`."""

_FROM_ONE_TO_FLAG = np.uint64(SUIT_BITS - 1)
_KEY_MASK = np.uint64(KEY_MASK)
_EVERY_SUIT = np.uint64(EVERY_SUIT)
_SUIT_MASK = np.uint64((1 << SUIT_BITS) - 1)
_0 = np.uint64(0)
_1 = np.uint64(1)


@kernel
def rank_choices(
    cards: np.ndarray, size: int, hand: np.uint64, tables: RankTables
) -> tuple[np.ndarray, np.ndarray]:
    """List what choices of some cards make of a hand, by its ranks.

    Parameters
    ----------
    cards, size
        ``uint8[n]``: the cards to choose from; how many are chosen.
    hand
        The packed hand that they are added to.
    tables
        :class:`pokersim.table_layout.RankTables` of whole hands.

    Returns
    -------
    paths, ways
        ``int64[k]`` twice: the path of each multiset of ranks, and how many choices make it.
    """
    keys, n_alike = keys_of(cards, tables)
    n = len(keys)
    most = 1
    for j in range(size):  # ways to choose ranks, each as often as one likes
        most = most * (n + j) // (j + 1)
    paths, ways = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    chosen, taken = np.full(size + 1, -1), np.zeros(size + 1, dtype=np.int64)
    sums, times = np.full(size + 1, hand), np.ones(size + 1, dtype=np.int64)
    k, at = 0, 0
    if size == 0:
        paths[0] = rank_path(hand, tables.mixer, tables.mask, tables.row_bits, tables.row_start)
        ways[0] = 1
        k, at = 1, -1
    while at >= 0:
        chosen[at] += 1
        card = chosen[at]
        if card == n:
            at -= 1
            continue
        # One more of the same rank, or the first of another.
        before = taken[at] if at > 0 and card == chosen[at - 1] else np.int64(0)
        times[at + 1] = times[at] * (n_alike[card] - before) // (before + 1)
        if times[at + 1] == 0:
            continue
        sums[at + 1] = sums[at] + keys[card]
        if at + 1 < size:
            at += 1
            chosen[at], taken[at] = card - 1, before + 1
            continue
        paths[k] = rank_path(
            sums[size], tables.mixer, tables.mask, tables.row_bits, tables.row_start
        )
        ways[k] = times[size]
        k += 1
    return paths[:k], ways[:k]


@kernel
def keys_of(cards: np.ndarray, tables: RankTables) -> tuple[np.ndarray, np.ndarray]:
    """Return the different keys of some cards, and how many cards have each.

    Returns
    -------
    keys, n_alike
        ``uint64[n]`` and ``int64[n]``.
    """
    keys = np.empty(len(cards), dtype=np.uint64)
    n_alike = np.zeros(len(cards), dtype=np.int64)
    n = 0
    for card in cards:
        key = tables.card_word[card] & _KEY_MASK
        at = 0
        while at < n and keys[at] != key:
            at += 1
        keys[at] = key
        n_alike[at] += 1
        n = max(n, at + 1)
    return keys[:n], n_alike[:n]


@kernel
def in_suits(
    cards: np.ndarray, hand: np.uint64, flags: np.uint64, tables: RankTables
) -> tuple[np.ndarray, np.ndarray]:
    """Put cards in order of their suits: the wild ones, then those of which a hand has most.

    Returns
    -------
    cards, more
        ``uint8[n]``; and ``uint64[n]``: what each card behind one can at most add to the suits
        with these flags.
    """
    suit_of = np.array([suit_in(tables, card) for card in cards], dtype=np.int64)
    ordered, more = np.empty_like(cards), np.empty(len(cards), dtype=np.uint64)
    suit, later, k = np.int64(-1), _EVERY_SUIT, 0
    for _ in range(N_SUITS + 1):
        for i in range(len(cards)):
            if suit_of[i] == suit:
                ordered[k], more[k] = cards[i], later & (flags >> _FROM_ONE_TO_FLAG)
                k += 1
        if suit >= 0:
            later ^= one_of(suit)
        suit = fullest_suit(hand, later)
    return ordered, more


@kernel
def are_suits_alike(cards: np.ndarray) -> np.bool_:
    """Whether some natural cards are the same ranks of each suit.

    Then each hand that has flags is one of four that differ by the names of suits alone, once for
    each of its flags, and those with the first flag are enough to look at.
    """
    ranks = np.zeros(N_SUITS, dtype=np.uint64)
    for card in cards:
        ranks[card % N_SUITS] |= _1 << np.uint64(card // N_SUITS)
    return np.bool_((ranks == ranks[0]).all())


@kernel
def suit_in(tables: RankTables, card: Integer) -> np.int64:
    """Return the suit of a card, -1 if it is wild."""
    is_natural = tables.card_bit[card] & tables.natural != _0
    return np.int64(card % N_SUITS) if is_natural else np.int64(-1)


@kernel
def one_of(suit: Integer) -> np.uint64:
    """Return what a card adds to its suit in a packed hand."""
    return _1 << place_of(suit)


@kernel
def place_of(suit: Integer) -> np.uint64:
    """Return where a packed hand counts the cards of a suit."""
    return np.uint64(KEY_BITS + SUIT_BITS * suit)


@kernel
def fullest_suit(hand: np.uint64, suits: np.uint64) -> np.int64:
    """Return of which of some suits, a one for each, a packed hand has most; the first if equal."""
    fullest, most = np.int64(0), _0
    for suit in range(N_SUITS):
        held = (hand >> place_of(suit)) & _SUIT_MASK
        if suits & one_of(suit) != _0 and held + _1 > most:
            fullest, most = np.int64(suit), held + _1
    return fullest


@kernel
def begin_walk(
    cards: np.ndarray,
    size: int,
    hand: np.uint64,
    bits: np.uint64,
    every: bool,
    flags: np.uint64,
    tables: RankTables,
) -> Walk:
    """Return where a walk through the choices of some cards begins.

    Parameters
    ----------
    cards, size
        ``uint8[n]``: the cards to choose from; how many are chosen.
    hand, bits
        The words of the hand that they are added to.
    every, flags
        See :class:`Walk`.  Only where the hand has as many of each suit may one be looked for.
    tables
        :class:`pokersim.table_layout.RankTables` of whole hands.
    """
    ordered, more = in_suits(cards, hand, flags, tables)
    return Walk(
        tables.card_word[ordered],
        tables.card_bit[ordered],
        more,
        every,
        flags,
        np.zeros(1, dtype=np.int64),
        np.full(size + 1, -1),
        np.full(size + 1, hand),
        np.full(size + 1, bits),
        np.empty(BLOCK, dtype=np.uint64),
        np.empty(BLOCK, dtype=np.uint64),
    )


@kernel
def next_choices(walk: Walk) -> int:
    """List the next hands of a walk in ``hands`` and ``bits``; return how many, 0 at the end."""
    words, card_bits, more, every = walk.words, walk.card_bits, walk.more, walk.every
    flags = walk.flags
    chosen, sums, held, hands, bits = walk.chosen, walk.sums, walk.held, walk.hands, walk.bits
    n, size, at = len(words), len(sums) - 1, walk.stands[0]
    k = 0
    if size == 0 and at == 0:
        at = -1
        if every or sums[0] & flags != _0:
            hands[0], bits[0] = sums[0], held[0]
            k = 1
    while at >= 0 and k < len(hands):
        chosen[at] += 1
        card, left = chosen[at], size - 1 - at
        if card >= n - left:
            at -= 1
            continue
        hand = sums[at] + words[card]
        if not every and (hand + np.uint64(left) * more[card]) & flags == _0:
            at -= 1  # no suit will have enough, whatever comes, and of those behind it neither
            continue
        own = held[at] | card_bits[card]
        if left > 0:
            at += 1
            sums[at], held[at], chosen[at] = hand, own, card
            continue
        hands[k], bits[k] = hand, own
        k += 1
    walk.stands[0] = at
    return k


@kernel
def list_choices(
    size: int,
    words: np.ndarray,
    card_bits: np.ndarray,
    moves: np.ndarray,
    rows: CardSets,
) -> int:
    """List the choices of some cards: one of those that renamings make of each other.

    Parameters
    ----------
    size
        How many cards are chosen, at least one.
    words, card_bits
        ``uint64[n]`` of each card.
    moves
        ``int64[renamings, n]``: what each renaming but the one that changes nothing makes of each
        card.
    rows
        Written: the first choice in order of those alike; its lowest card by number.

    Returns
    -------
    int
        Rows written.
    """
    n_moves, n = moves.shape
    chosen = np.full(size, -1)
    own = np.zeros(size + 1, dtype=np.uint64)
    sums, held = own.copy(), own.copy()
    images = np.zeros((size + 1, n_moves), dtype=np.uint64)
    row, at = 0, 0
    while at >= 0:
        chosen[at] += 1
        card = chosen[at]
        if card > n - (size - at):
            at -= 1
            continue
        own[at + 1] = own[at] | (_1 << np.uint64(card))
        # The first in order begins with cards that are the first in order, so that all that
        # begins otherwise can be left out at once.
        first, same = True, 1
        for k in range(n_moves):
            image = images[at, k] | (_1 << np.uint64(moves[k, card]))
            images[at + 1, k] = image
            apart = image ^ own[at + 1]
            if apart == _0:  # whose negative would overflow
                same += 1
            elif apart & (~apart + _1) & image != _0:
                first = False
                break
        if not first:
            continue
        sums[at + 1], held[at + 1] = sums[at] + words[card], held[at] | card_bits[card]
        if at + 1 < size:
            at += 1
            chosen[at] = card
            continue
        rows.cards[row], rows.word[row], rows.bits[row] = own[size], sums[size], held[size]
        rows.low[row], rows.times[row] = chosen[0], (n_moves + 1) // same
        row += 1
    return row
