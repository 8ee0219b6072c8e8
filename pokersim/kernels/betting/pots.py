"""Chips on their way into the pot and out of it, side pots included, and the log of a hand."""

import numpy as np

from pokersim.kernels.betting.state import (
    ACTIVE,
    ALL_IN,
    BET,
    DEAD,
    DONE,
    EVENT_SIZE,
    FREE_FROM,
    FREE_TO,
    LEVEL,
    LOG_ROOM,
    N_EVENTS,
    N_SEATS,
    PHASE,
    PRICE,
    RESULT,
    RETURNED,
    ROUND,
    SHOWN,
    STACK,
    STRENGTH,
    TO_ACT,
    UNCONTESTED,
    WON,
    WON_POT,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit, popcount


@kernel
def pot_of(hand: np.ndarray) -> np.int64:
    """Return the chips in the pot, bets of this round included."""
    pot = hand[DEAD] - (hand[FREE_TO] - hand[FREE_FROM])
    for seat in range(hand[N_SEATS]):
        pot += hand[LEVEL + seat]
    return np.int64(pot)


@kernel
def note(
    hand: np.ndarray,
    log: np.ndarray,
    kind: Integer,
    seat: Integer,
    amount: Integer,
    card: Integer = -1,
) -> None:
    """Write what happened to the log, if there is room."""
    n = hand[N_EVENTS]
    if n < hand[LOG_ROOM]:
        at = n * EVENT_SIZE
        log[at], log[at + 1], log[at + 2], log[at + 3] = kind, seat, amount, card
        log[at + 4], log[at + 5], log[at + 6] = pot_of(hand), hand[PRICE], hand[ROUND]
    hand[N_EVENTS] = n + 1


@kernel
def pay(hand: np.ndarray, seat: Integer, amount: Integer) -> np.int64:
    """Move chips from a stack to the pot, as many as there are; return how many."""
    paid = min(amount, hand[STACK + seat])
    hand[STACK + seat] -= paid
    hand[BET + seat] += paid
    hand[LEVEL + seat] += paid
    if hand[STACK + seat] == 0:
        hand[ACTIVE] &= ~(1 << seat)
        hand[ALL_IN] |= 1 << seat
    return np.int64(paid)


@kernel
def players_in(hand: np.ndarray) -> np.int64:
    """Return the seats that have not folded, as a set."""
    return np.int64(hand[ACTIVE] | hand[ALL_IN])


@kernel
def is_one(seats: Integer) -> bool:
    """Whether a set that is not empty has a single seat."""
    return bool(seats & (seats - 1) == 0)


@kernel
def settle(hand: np.ndarray, log: np.ndarray) -> None:
    """Give back what nobody called, and share each pot among the best hands that play for it."""
    _return_uncalled(hand, log)
    hand[RESULT] = UNCONTESTED if is_one(players_in(hand)) else SHOWN
    hand[PHASE], hand[TO_ACT] = DONE, -1
    pot, low, number = hand[DEAD], np.int64(0), 0
    high = _next_level(hand, -1)
    while high >= 0:
        for seat in range(hand[N_SEATS]):
            pot += _paid_between(hand, seat, low, high)
        if pot > 0:
            _share(hand, log, pot, high, number)
            number += 1
        pot, low = np.int64(0), high
        high = _next_level(hand, low)


@kernel
def _return_uncalled(hand: np.ndarray, log: np.ndarray) -> None:
    most, second, owner = np.int64(0), np.int64(0), 0
    for seat in range(hand[N_SEATS]):
        level = hand[LEVEL + seat]
        if level > most:
            most, second, owner = level, most, seat
        else:
            second = max(second, level)
    back = _paid_between(hand, owner, second, most)
    if most > second:
        hand[LEVEL + owner] = second
        if owner == 0:
            hand[FREE_FROM] = min(hand[FREE_FROM], second)
            hand[FREE_TO] = min(hand[FREE_TO], second)
        hand[STACK + owner] += back
    if back > 0:
        note(hand, log, RETURNED, owner, back)


@kernel
def _next_level(hand: np.ndarray, floor: Integer) -> np.int64:
    """Return the lowest level above ``floor`` of those who have not folded, -1 for none."""
    found, players = np.int64(-1), players_in(hand)
    while players != 0:
        level = hand[LEVEL + lowest_bit(players)]
        players &= players - 1
        if level > floor and (found < 0 or level < found):
            found = level
    return found


@kernel
def _paid_between(hand: np.ndarray, seat: Integer, low: Integer, high: Integer) -> np.int64:
    """Return the chips that a seat has paid for the part of its level from ``low`` to ``high``."""
    top = min(hand[LEVEL + seat], high)
    paid = max(top - low, 0)
    if seat == 0:
        paid -= max(min(hand[FREE_TO], top) - max(hand[FREE_FROM], low), 0)
    return np.int64(paid)


@kernel
def _share(
    hand: np.ndarray, log: np.ndarray, pot: Integer, level: Integer, number: Integer
) -> None:
    """Share a pot among the best hands of a level; odd chips go from the dealer's left on."""
    best, winners, players = np.int64(-1), 0, players_in(hand)
    while players != 0:
        seat = lowest_bit(players)
        players &= players - 1
        if hand[LEVEL + seat] >= level and hand[STRENGTH + seat] >= best:
            winners = (winners if hand[STRENGTH + seat] == best else 0) | (1 << seat)
            best = hand[STRENGTH + seat]
    n_best = popcount(winners)
    part, odd = pot // n_best, pot % n_best
    while winners != 0:
        seat = lowest_bit(winners)
        winners &= winners - 1
        won = part + (odd > 0)
        odd = max(odd - 1, 0)
        hand[DEAD] -= won
        hand[STACK + seat] += won
        hand[WON + seat] += won
        note(hand, log, WON_POT, seat, won, number)
