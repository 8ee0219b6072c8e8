"""What the cards of each seat promise: looked up for all seats at a time, before anybody decides.

The tables are larger than the processor's near memory.  Lookups one behind the other, with nothing
decided between them, wait for it together; that is why this is no part of deciding.
"""

import numpy as np

from pokersim.chips import (
    AT_RANDOM,
    CARDS,
    COMMON,
    DROPPED,
    GAME,
    HAND_SIZE,
    MAX_SEATS,
    N_COMMON,
    N_HELD,
    N_SEATS,
    POLICY_SIZE,
    ROUND,
    STATUS,
    STRENGTH,
    STUD,
    WHOLE,
)
from pokersim.kernels.decide import number_of
from pokersim.kernels.jit import Integer, kernel
from pokersim.kernels.sort import sort_five
from pokersim.tables import Outlook

# Places in the prospects of a hand, one for each seat.
SHARE = 0
"""What share of hands is better, of 65,536."""
VALUE = SHARE + MAX_SEATS
"""What the cards promise, 0 to 65,535; see :class:`pokersim.tables.Outlook`."""
SIGHT = VALUE + MAX_SEATS
"""The same of the cards in sight alone, in stud."""
HOLD = SIGHT + MAX_SEATS
"""What the seat keeps in the draw: a bit for each card, the lowest place in the deck first."""
ORDER = HOLD + MAX_SEATS
"""Which card of the hand as dealt comes at each place of the sorted one, three bits each."""
PROSPECTS_SIZE = ORDER + MAX_SEATS

_INDEX_BITS = 3
_INDEX = (1 << _INDEX_BITS) - 1
_PLACES = 63
_NO_CARD = (_PLACES + 1) << _INDEX_BITS
"""Sorts behind every card, and its place reads as 0, of which nothing can be chosen."""


@kernel
def foresee(
    rules: np.ndarray,
    hand: np.ndarray,
    outlook: Outlook,
    policies: np.ndarray,
    draws: np.ndarray,
    kinds: np.ndarray,
    n_hands: Integer,
    keys: np.ndarray,
    prospects: np.ndarray,
) -> None:
    """Fill in what the policy of every seat decides by in the round that begins.

    Parameters
    ----------
    rules, hand
        See :mod:`pokersim.chips`; the cards have been looked at.
    outlook
        :class:`pokersim.tables.Outlook` of the ruleset.
    policies, draws
        As for :func:`pokersim.kernels.money.play_pots`.
    kinds
        ``int64[seats]``: the policy of each seat.
    n_hands
        How many hands of five the deck has: the length of a row of the outlook's holds.
    keys
        ``int64[5]``: room to work in.
    prospects
        ``int64[PROSPECTS_SIZE]``, written.
    """
    is_stud, is_drawn = rules[GAME] == STUD, rules[GAME] != STUD and hand[ROUND] > 0
    for seat in range(hand[N_SEATS]):
        at = POLICY_SIZE * kinds[seat]
        if hand[STATUS + seat] == DROPPED:
            continue
        if is_drawn:
            prospects[SHARE + seat] = outlook.final[hand[STRENGTH + seat]]
            continue
        n = _sort_cards(hand, outlook, seat, 0, keys)
        number = _number(outlook, keys)
        if policies[at + AT_RANDOM] == 0:
            value = np.int64(outlook.value[outlook.first[n] + number])
            prospects[VALUE + seat] = value
            prospects[SHARE + seat] = outlook.share[WHOLE * n + value]
        if not is_stud:
            prospects[HOLD + seat] = outlook.holds[n_hands * draws[kinds[seat]] + number]
            prospects[ORDER + seat] = _order(keys)


@kernel
def foresee_sight(
    hand: np.ndarray, outlook: Outlook, keys: np.ndarray, prospects: np.ndarray
) -> None:
    """Fill in what the cards in sight of every seat promise, in stud."""
    for seat in range(hand[N_SEATS]):
        if hand[STATUS + seat] != DROPPED:
            n = _sort_cards(hand, outlook, seat, 1, keys)
            number = outlook.first[n] + _number(outlook, keys)
            prospects[SIGHT + seat] = outlook.value[number]


@kernel
def is_beaten(hand: np.ndarray, prospects: np.ndarray, seat: Integer) -> bool:
    """Whether the up cards of another seat promise more than the cards of this one, in stud."""
    best = np.int64(0)
    for other in range(hand[N_SEATS]):
        if other != seat and hand[STATUS + other] != DROPPED:
            best = max(best, prospects[SIGHT + other])
    return bool(prospects[VALUE + seat] < best)


@kernel
def value_of(outlook: Outlook, places: np.ndarray, n: Integer) -> np.int64:
    """Return what ``n`` cards promise, 0 to 65,535; their places get sorted."""
    return np.int64(outlook.value[outlook.first[n] + number_of(places, n, outlook.choose)])


@kernel
def thrown_of(kept: Integer, order: Integer) -> np.int64:
    """Turn a hold of the sorted cards into the cards to throw, as bits of the hand as dealt."""
    mask = np.int64(0)
    for j in range(HAND_SIZE):
        thrown = 1 - ((kept >> j) & 1)
        mask |= thrown << ((order >> (_INDEX_BITS * j)) & _INDEX)
    return mask


@kernel
def _sort_cards(
    hand: np.ndarray, outlook: Outlook, seat: Integer, first: Integer, keys: np.ndarray
) -> np.int64:
    """Write a seat's cards from the ``first`` on in ascending order, common ones too.

    A key is the place in the deck, and behind it the number of the card in the hand.  Returns how
    many there are.
    """
    n = np.int64(0)
    for j in range(first, hand[N_HELD + seat]):
        keys[n] = (outlook.place[hand[CARDS + HAND_SIZE * seat + j]] << _INDEX_BITS) | j
        n += 1
    for j in range(hand[N_COMMON]):
        keys[n] = outlook.place[hand[COMMON + j]] << _INDEX_BITS
        n += 1
    for j in range(n, HAND_SIZE):
        keys[j] = _NO_CARD
    a, b, c, d, e = sort_five(keys[0], keys[1], keys[2], keys[3], keys[4])
    keys[0], keys[1], keys[2], keys[3], keys[4] = a, b, c, d, e
    return n


@kernel
def _number(outlook: Outlook, keys: np.ndarray) -> np.int64:
    """Return the number of the cards of sorted keys among the sets of so many cards."""
    number = np.int64(0)
    for j in range(HAND_SIZE):
        number += outlook.choose[(HAND_SIZE + 1) * ((keys[j] >> _INDEX_BITS) & _PLACES) + j + 1]
    return number


@kernel
def _order(keys: np.ndarray) -> np.int64:
    order = np.int64(0)
    for j in range(HAND_SIZE):
        order |= (keys[j] & _INDEX) << (_INDEX_BITS * j)
    return order
