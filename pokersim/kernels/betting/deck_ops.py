"""Cards on their way from the deck to the seats, and from the seats to the cards thrown."""

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.kernels.betting.pots import note, players_in
from pokersim.kernels.betting.state import (
    ACE_DRAWS_FOUR,
    ASIDE,
    CARDS,
    COMMON,
    DEALT_COMMON,
    DEALT_UP,
    DECK,
    DISCARDED,
    DISCARDS,
    DRAWING,
    DREW,
    EVALUATING,
    MOST_DRAWN,
    N_COMMON,
    N_DECK,
    N_DISCARDS,
    N_DRAWN,
    N_HELD,
    N_ROUNDS,
    NEXT_CARD,
    OPENER,
    OPENERS,
    PHASE,
    ROUND,
    SEED,
    SHUFFLED,
    STOOD_PAT,
    TO_ACT,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit, popcount
from pokersim.kernels.random import DRAW_BITS, draw_below, words_of

_FIRST_ACE, _LAST_ACE = 48, 51
_N_WORDS = 12
"""Words for a whole deck, five cards each; seldom more."""
_DRAW_BITS = np.uint64(DRAW_BITS)
_SPARE = np.uint64(64 - DRAW_BITS)
_REST = np.uint64((1 << DRAW_BITS) - 1)
_RANGE = np.uint64(1 << DRAW_BITS)


@kernel
def shuffle(hand: np.ndarray, cards: np.ndarray, n: Integer, n_needed: Integer) -> None:
    """Put a deck into dealing order, from the hand's own stream.

    Parameters
    ----------
    hand
        Its stream moves on.
    cards, n
        ``uint8[n]`` ids of the deck, in an order that does not depend on chance.
    n_needed
        How many cards can be dealt at most: the others stay where they are.
    """
    for i in range(n):
        hand[DECK + i] = np.int64(cards[i])
    hand[N_DECK] = n
    at, first, block = _N_WORDS, np.int64(0), np.int64(0)
    word, other_word = np.uint64(0), np.uint64(0)
    last = np.int64(n_needed) if n_needed < n else np.int64(n - 1)
    while first < last:
        if at == _N_WORDS:
            block, at = _take_blocks(hand, _N_WORDS // 2), 0
        if at % 2 == 0:
            word, other_word = _words_of(hand, block + at // 2)
        else:
            word = other_word
        rest, ways = word >> _SPARE, np.uint64(1)
        at += 1
        n_drawn = np.int64(HAND_SIZE) if last - first > HAND_SIZE else last - first
        for i in range(first, first + n_drawn):
            rest *= np.uint64(n - i)
            ways *= np.uint64(n - i)
            other = i + np.int64(rest >> _DRAW_BITS)
            rest &= _REST
            hand[DECK + i], hand[DECK + other] = hand[DECK + other], hand[DECK + i]
        # As in kernels/deal.py: such a word would make some orders likelier, and is used up.
        if rest >= ways or rest >= _RANGE % ways:
            first += n_drawn


@kernel
def _take_blocks(hand: np.ndarray, n: Integer) -> np.int64:
    """Take blocks from the hand's own stream; return the first."""
    block = hand[SEED + 3]
    hand[SEED + 3] += n
    return np.int64(block)


@kernel
def _words_of(hand: np.ndarray, block: Integer) -> tuple[np.uint64, np.uint64]:
    """Return the two words of a block of the hand's own stream."""
    return words_of(
        np.uint64(hand[SEED]),
        np.uint64(hand[SEED + 1]),
        np.uint64(hand[SEED + 2]),
        np.uint64(block),
    )


@kernel
def deal_card(hand: np.ndarray, log: np.ndarray, seat: Integer, kind: Integer) -> None:
    """Deal the next card of the deck to a seat."""
    card = hand[DECK + hand[NEXT_CARD]]
    hand[CARDS + HAND_SIZE * seat + hand[N_HELD + seat]] = card
    hand[N_HELD + seat] += 1
    hand[NEXT_CARD] += 1
    note(hand, log, kind, seat, 0, card)


@kernel
def deal_round(rules: np.ndarray, hand: np.ndarray, log: np.ndarray) -> None:
    """Deal an up card to everybody, or one to all where the cards would not last."""
    players = players_in(hand)
    to_come = rules[N_ROUNDS] - 1 - hand[ROUND]
    if hand[N_DECK] - hand[NEXT_CARD] < popcount(players) + to_come:
        card = hand[DECK + hand[NEXT_CARD]]
        hand[COMMON + hand[N_COMMON]] = card
        hand[N_COMMON] += 1
        hand[NEXT_CARD] += 1
        note(hand, log, DEALT_COMMON, -1, 0, card)
        return
    while players != 0:
        deal_card(hand, log, lowest_bit(players), DEALT_UP)
        players &= players - 1


@kernel
def can_discard(rules: np.ndarray, hand: np.ndarray, mask: Integer) -> bool:
    """Whether the seat whose turn it is may throw the cards of a mask, bit 0 the first dealt."""
    if hand[PHASE] != DRAWING or mask < 0 or mask >= 1 << HAND_SIZE:
        return False
    n_thrown = popcount(mask)
    if n_thrown > hand[N_DECK] - hand[NEXT_CARD] + hand[N_DISCARDS]:
        return False
    if n_thrown <= rules[MOST_DRAWN]:
        return True
    if n_thrown != HAND_SIZE - 1 or rules[ACE_DRAWS_FOUR] == 0:
        return False
    kept = lowest_bit(((1 << HAND_SIZE) - 1) ^ mask)
    return bool(_FIRST_ACE <= hand[CARDS + HAND_SIZE * hand[TO_ACT] + kept] <= _LAST_ACE)


@kernel
def discard(rules: np.ndarray, hand: np.ndarray, log: np.ndarray, mask: Integer) -> None:
    """Throw the cards of a mask, which must be allowed, and draw as many.

    The moment the stock is empty all cards thrown so far, but not the drawing player's own, are
    shuffled into a new one.  Where openers are asked for, the opener keeps what he throws aside.
    """
    seat = hand[TO_ACT]
    first = CARDS + HAND_SIZE * seat
    n_own, left = popcount(mask), mask
    for i in range(n_own):
        card = hand[first + lowest_bit(left)]
        left &= left - 1
        hand[ASIDE + i] = card
        note(hand, log, DISCARDED, seat, 0, card)
    if n_own == 0:
        note(hand, log, STOOD_PAT, seat, 0)
    while mask != 0:
        _refill(hand, log)
        card, place = hand[DECK + hand[NEXT_CARD]], first + lowest_bit(mask)
        mask &= mask - 1
        hand[place] = card
        hand[NEXT_CARD] += 1
        note(hand, log, DREW, seat, 0, card)
    _refill(hand, log)
    if rules[OPENERS] == 0 or seat != hand[OPENER]:
        for i in range(n_own):
            put_aside_discards(hand, hand[ASIDE + i])
    hand[N_DRAWN + seat] = n_own
    next_drawer(hand, seat + 1)


@kernel
def next_drawer(hand: np.ndarray, start: Integer) -> None:
    """Give the turn to draw to the next player from ``start`` on; behind the last, look again."""
    later = players_in(hand) >> start
    if later != 0:
        hand[TO_ACT] = start + lowest_bit(later)
    else:
        hand[TO_ACT], hand[PHASE] = -1, EVALUATING


@kernel
def put_aside_discards(hand: np.ndarray, card: Integer) -> None:
    """Put a card with those that a new stock may be made of."""
    hand[DISCARDS + hand[N_DISCARDS]] = card
    hand[N_DISCARDS] += 1


@kernel
def _refill(hand: np.ndarray, log: np.ndarray) -> None:
    """Make a new stock of the cards thrown when the old one is empty, if there are any."""
    n = hand[N_DISCARDS]
    if hand[NEXT_CARD] < hand[N_DECK] or n == 0:
        return
    for i in range(n):
        hand[DECK + i] = hand[DISCARDS + i]
    for i in range(n - 1):
        other = i + roll(hand, n - i)
        hand[DECK + i], hand[DECK + other] = hand[DECK + other], hand[DECK + i]
    hand[N_DECK], hand[NEXT_CARD], hand[N_DISCARDS] = n, 0, 0
    note(hand, log, SHUFFLED, -1, n)


@kernel
def roll(hand: np.ndarray, limit: Integer) -> np.int64:
    """Return a random number from 0 to ``limit - 1`` from the hand's own stream, without bias."""
    while True:
        word, other_word = _words_of(hand, _take_blocks(hand, 1))
        number = draw_below(np.uint64(limit), word)
        if number < 0:
            number = draw_below(np.uint64(limit), other_word)
        if number >= 0:
            return number
