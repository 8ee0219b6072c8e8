"""What the cards of each seat promise: looked up for all seats at a time, before anybody decides.

The tables are larger than the processor's near memory.  So the cards are numbered as soon as they
are dealt, and the memory is asked at once for what stands at their numbers; it is read when
something else has been done.
"""

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.kernels.betting.decisions import number_of
from pokersim.kernels.betting.pots import players_in
from pokersim.kernels.betting.records import HandValues
from pokersim.kernels.betting.sort_cards import sort_five
from pokersim.kernels.betting.state import (
    CARDS,
    COMMON,
    GAME,
    MAX_SEATS,
    N_COMMON,
    N_HELD,
    ROUND,
    STRENGTH,
    STUD,
    WHOLE,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit, prefetch

# Places in the prospects of a hand, one for each seat.
SHARE = 0
"""What share of hands is better, of 65,536."""
VALUE = SHARE + MAX_SEATS
"""What the cards promise, 0 to 65,535; see :class:`pokersim.kernels.betting.records.HandValues`."""
SIGHT = VALUE + MAX_SEATS
"""The same of the cards in sight alone, in stud."""
NUMBER = SIGHT + MAX_SEATS
"""Where in the outlook's values its cards stand."""
SIGHT_NUMBER = NUMBER + MAX_SEATS
"""The same of the cards in sight alone, in stud."""
HELD = SIGHT_NUMBER + MAX_SEATS
"""Where in the outlook's holds it is written what the seat keeps in the draw."""
ORDER = HELD + MAX_SEATS
"""Which card of the hand as dealt comes at each place of the sorted one, three bits each."""
PROSPECTS_SIZE = ORDER + MAX_SEATS

Five = tuple[np.int64, np.int64, np.int64, np.int64, np.int64]

_INDEX_BITS = 3
_INDEX = (1 << _INDEX_BITS) - 1
_PLACES = 63
_NO_CARD = (_PLACES + 1) << _INDEX_BITS
"""Sorts behind every card, and its place reads as 0, of which nothing can be chosen."""


@kernel
def number_cards(
    hand: np.ndarray,
    outlook: HandValues,
    draws: np.ndarray,
    kinds: np.ndarray,
    n_hands: Integer,
    prospects: np.ndarray,
) -> None:
    """Find the number of every seat's cards, and ask the memory for what they promise.

    Parameters
    ----------
    hand
        See :mod:`pokersim.kernels.betting.state`.
    outlook
        :class:`pokersim.kernels.betting.records.HandValues` of the ruleset.
    draws
        As for :func:`pokersim.kernels.betting.simulation.play_pots`.
    kinds
        ``int64[seats]``: the policy of each seat.
    n_hands
        How many hands of five the deck has, the length of a row of the outlook's holds; 0 in stud,
        where nothing is held.
    prospects
        ``int64[PROSPECTS_SIZE]``, written.
    """
    seats = players_in(hand)
    while seats != 0:
        seat = lowest_bit(seats)
        seats &= seats - 1
        cards = _sorted_cards(hand, outlook.place, seat, 0)
        number = _number(outlook, cards)
        at = outlook.first[hand[N_HELD + seat] + hand[N_COMMON]] + number
        prefetch(outlook.value, at)
        prospects[NUMBER + seat] = at
        if n_hands > 0:
            held = n_hands * draws[kinds[seat]] + number
            prefetch(outlook.holds, held)
            prospects[HELD + seat], prospects[ORDER + seat] = held, _order(cards)


@kernel
def number_sight(hand: np.ndarray, outlook: HandValues, prospects: np.ndarray) -> None:
    """Find the number of the cards in sight of every seat, in stud."""
    seats = players_in(hand)
    while seats != 0:
        seat = lowest_bit(seats)
        seats &= seats - 1
        number = _number(outlook, _sorted_cards(hand, outlook.place, seat, 1))
        at = outlook.first[hand[N_HELD + seat] + hand[N_COMMON] - 1] + number
        prefetch(outlook.value, at)
        prospects[SIGHT_NUMBER + seat] = at


@kernel
def foresee(
    rules: np.ndarray,
    hand: np.ndarray,
    outlook: HandValues,
    minds_sight: Integer,
    prospects: np.ndarray,
) -> None:
    """Fill in what the policy of every seat decides by in the round that begins.

    Parameters
    ----------
    rules, hand
        See :mod:`pokersim.kernels.betting.state`; the cards have been looked at.
    outlook
        :class:`pokersim.kernels.betting.records.HandValues` of the ruleset.
    minds_sight
        Whether the cards in sight matter to a policy, in stud.
    prospects
        ``int64[PROSPECTS_SIZE]``, written; the cards have been numbered, but after the draw.
    """
    is_drawn = rules[GAME] != STUD and hand[ROUND] > 0
    seats = players_in(hand)
    while seats != 0:
        seat = lowest_bit(seats)
        seats &= seats - 1
        if is_drawn:
            prospects[SHARE + seat] = outlook.final[hand[STRENGTH + seat]]
            continue
        n = hand[N_HELD + seat] + hand[N_COMMON]
        value = np.int64(outlook.value[prospects[NUMBER + seat]])
        prospects[VALUE + seat] = value
        prospects[SHARE + seat] = outlook.share[WHOLE * n + value]
        if minds_sight:
            prospects[SIGHT + seat] = outlook.value[prospects[SIGHT_NUMBER + seat]]


@kernel
def is_beaten(hand: np.ndarray, prospects: np.ndarray, seat: Integer) -> bool:
    """Whether the up cards of another seat promise more than the cards of this one, in stud."""
    best, others = np.int64(0), players_in(hand) & ~(1 << seat)
    while others != 0:
        best = max(best, prospects[SIGHT + lowest_bit(others)])
        others &= others - 1
    return bool(prospects[VALUE + seat] < best)


@kernel
def value_of(outlook: HandValues, places: np.ndarray, n: Integer) -> np.int64:
    """Return what ``n`` cards promise, 0 to 65,535; their places get sorted."""
    return np.int64(outlook.value[outlook.first[n] + number_of(places, n, outlook.choose)])


@kernel
def discarded_by(kept: Integer, order: Integer) -> np.int64:
    """Turn a hold of the sorted cards into the cards to throw, as bits of the hand as dealt."""
    mask = np.int64(0)
    for j in range(HAND_SIZE):
        thrown = 1 - ((kept >> j) & 1)
        mask |= thrown << ((order >> (_INDEX_BITS * j)) & _INDEX)
    return mask


@kernel
def _sorted_cards(hand: np.ndarray, place: np.ndarray, seat: Integer, first: Integer) -> Five:
    """Return a seat's cards from the ``first`` on in ascending order, common ones too.

    A card is its place in the deck, and behind it its number in the hand.
    """
    return sort_five(
        _card(hand, place, seat, first, 0),
        _card(hand, place, seat, first, 1),
        _card(hand, place, seat, first, 2),
        _card(hand, place, seat, first, 3),
        _card(hand, place, seat, first, 4),
    )


@kernel
def _card(
    hand: np.ndarray, place: np.ndarray, seat: Integer, first: Integer, j: Integer
) -> np.int64:
    n_held = hand[N_HELD + seat]
    if first <= j < n_held:
        return np.int64((place[hand[CARDS + HAND_SIZE * seat + j]] << _INDEX_BITS) | j)
    if n_held <= j < n_held + hand[N_COMMON]:
        return np.int64((place[hand[COMMON + j - n_held]] << _INDEX_BITS) | j)
    return np.int64(_NO_CARD)


@kernel
def _number(outlook: HandValues, cards: Five) -> np.int64:
    """Return the number of sorted cards among the sets of so many cards."""
    a, b, c, d, e = cards
    choose = outlook.choose
    number = choose[_column(a) + 1] + choose[_column(b) + 2] + choose[_column(c) + 3]
    return np.int64(number + choose[_column(d) + 4] + choose[_column(e) + 5])


@kernel
def _column(card: np.int64) -> np.int64:
    return np.int64((HAND_SIZE + 1) * ((card >> _INDEX_BITS) & _PLACES))


@kernel
def _order(cards: Five) -> np.int64:
    order = np.int64(0)
    for j in range(HAND_SIZE):
        order |= (cards[j] & _INDEX) << (_INDEX_BITS * j)
    return order
