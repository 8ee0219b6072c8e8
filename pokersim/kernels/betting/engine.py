"""The betting engine: forced bets, legal actions, rounds, the draw, pots, one step at a time.

It works on the integers of :mod:`pokersim.kernels.betting.state` and does not rank cards.  Callers,
compiled or in Python, drive it like this::

    begin(rules, hand, log)
    while hand[PHASE] != DONE:
        if hand[PHASE] == LOOK:        fill STRENGTH (and in stud SHOWING);  go_on(rules, hand, log)
        elif hand[PHASE] == BETTING:   act(rules, hand, log, one of legal_actions(rules, hand))
        else:                          discard(rules, hand, log, a mask that can_discard allows)

``log`` takes the numbers of one :class:`pokersim.kernels.betting.state.Event` after the other as
long as there is room: none for a batch.
"""

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.kernels.betting.deck_ops import deal_card, deal_round, next_drawer, put_aside_discards
from pokersim.kernels.betting.pots import is_one, note, pay, players_in, pot_of, settle
from pokersim.kernels.betting.state import (
    ACTIVE,
    AFTER_STRADDLES,
    ALL_IN,
    ANTE_DEALER,
    ANTE_EACH,
    ANTED,
    ANY_ROUND,
    BEST_SHOWING,
    BET,
    BET_NOW,
    BET_OR_FOLD,
    BETTING,
    BLIND,
    BLIND_BET,
    CALL,
    CARDS,
    CARRIED,
    CHECK,
    DEAD,
    DEALT,
    DEALT_UP,
    DONE,
    DRAWING,
    EVALUATING,
    FIRST_LATER,
    FOLD,
    FREE_FROM,
    FREE_TO,
    GAME,
    LATER,
    LEFT,
    LEFT_POT,
    LEVEL,
    LIMIT,
    MAX_RAISES,
    MAY_RAISE,
    MUST_BET,
    N_COMMON,
    N_DISCARDS,
    N_DRAWN,
    N_EVENTS,
    N_HELD,
    N_ROUNDS,
    N_SEATS,
    N_STRADDLES,
    NEVER,
    NEXT_CARD,
    OPENER,
    OPENER_FREE,
    OPENERS,
    OPENING,
    PASSED_ON,
    PENDING,
    PHASE,
    PLAYER,
    PRICE,
    RAISE,
    RAISES,
    RESULT,
    ROUND,
    SHOWING,
    STACK,
    STRADDLE,
    STRADDLED,
    STRADDLER_RAISES,
    STRENGTH,
    STUD,
    TO_ACT,
    WON,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit

# The start ---------------------------------------------------------------------------------------


@kernel
def begin(rules: np.ndarray, hand: np.ndarray, log: np.ndarray) -> None:
    """Start a hand: forced bets, then the cards.

    Parameters
    ----------
    rules
        ``int64[RULES_SIZE]``.
    hand
        ``int64[STATE_SIZE]``.  To be filled before: the number of seats, their stacks (each of
        one chip at least), the deck in dealing order, what the last hand has left, the seed, and
        the room in the log.
    log
        ``int64[LOG_ROOM * EVENT_SIZE]``, written.
    """
    n_seats = hand[N_SEATS]
    hand[ROUND] = hand[PRICE] = hand[RAISES] = hand[NEXT_CARD] = 0
    hand[N_DISCARDS] = hand[N_COMMON] = hand[N_EVENTS] = 0
    hand[FREE_FROM] = hand[FREE_TO] = 0
    hand[OPENER] = hand[TO_ACT] = hand[RESULT] = -1
    hand[DEAD], hand[CARRIED] = hand[CARRIED], 0
    hand[ACTIVE] = hand[MAY_RAISE] = (1 << n_seats) - 1
    hand[ALL_IN] = hand[PENDING] = 0
    for seat in range(n_seats):
        hand[BET + seat] = hand[LEVEL + seat] = hand[WON + seat] = hand[N_HELD + seat] = 0
        hand[STRENGTH + seat] = hand[SHOWING + seat] = 0
        hand[N_DRAWN + seat] = -1
    _post(rules, hand, log)
    for turn in range(HAND_SIZE if rules[GAME] != STUD else 2):
        up = rules[GAME] == STUD and turn == 1
        for seat in range(n_seats):
            deal_card(hand, log, seat, DEALT_UP if up else DEALT)
    hand[PHASE] = EVALUATING


@kernel
def _post(rules: np.ndarray, hand: np.ndarray, log: np.ndarray) -> None:
    """Take antes, blinds and straddles; who has too little gives what he has and is all in."""
    n_seats = hand[N_SEATS]
    if rules[ANTE_DEALER] > 0:
        paid = pay(hand, n_seats - 1, rules[ANTE_DEALER])
        hand[LEVEL + n_seats - 1] -= paid
        hand[DEAD] += paid
        note(hand, log, ANTED, n_seats - 1, paid)
    if rules[ANTE_EACH] > 0:
        for seat in range(n_seats):
            note(hand, log, ANTED, seat, pay(hand, seat, rules[ANTE_EACH]))
    for seat in range(n_seats):
        hand[BET + seat] = 0
    if rules[BLIND] > 0:
        hand[PRICE] = rules[BLIND]
        note(hand, log, BLIND_BET, 0, pay(hand, 0, rules[BLIND]))
        hand[OPENER] = 0
        for i in range(rules[N_STRADDLES]):
            hand[PRICE] = rules[STRADDLE + i]
            note(hand, log, STRADDLED, i + 1, pay(hand, i + 1, rules[STRADDLE + i]))


@kernel
def move_deal(hand: np.ndarray) -> None:
    """Move the deal to the next player with chips, after a hand; who has none leaves the table."""
    n_seats = hand[N_SEATS]
    stacks, players = np.empty(n_seats, dtype=np.int64), np.empty(n_seats, dtype=np.int64)
    dealer = 0
    while dealer < n_seats - 1 and hand[STACK + dealer] == 0:
        dealer += 1
    n = 0
    for step in range(1, n_seats + 1):
        seat = (dealer + step) % n_seats
        if hand[STACK + seat] > 0:
            stacks[n], players[n] = hand[STACK + seat], hand[PLAYER + seat]
            n += 1
    for seat in range(n):
        hand[STACK + seat], hand[PLAYER + seat] = stacks[seat], players[seat]
    hand[N_SEATS] = n


# Rounds ------------------------------------------------------------------------------------------


@kernel
def go_on(rules: np.ndarray, hand: np.ndarray, log: np.ndarray) -> None:
    """Go on after a look at the cards: to a round of betting, or past it where nobody can bet."""
    first_blind = hand[ROUND] == 0 and rules[BLIND] > 0
    hand[RAISES] = 0
    hand[PENDING] = hand[MAY_RAISE] = hand[ACTIVE]
    if first_blind and rules[STRADDLER_RAISES] == 0:
        hand[PENDING] &= ~(1 << rules[N_STRADDLES])
    hand[PHASE] = BETTING
    _turn(rules, hand, log, _first(rules, hand))


@kernel
def _first(rules: np.ndarray, hand: np.ndarray) -> np.int64:
    """Return the seat that is asked first, or behind which the asking begins."""
    if rules[FIRST_LATER] == BEST_SHOWING:
        best, first, seats = np.int64(-1), 0, hand[ACTIVE]
        while seats != 0:
            seat = lowest_bit(seats)
            seats &= seats - 1
            if hand[SHOWING + seat] > best:
                best, first = hand[SHOWING + seat], seat
        return np.int64(first)
    if hand[ROUND] == 0 or rules[FIRST_LATER] == AFTER_STRADDLES:
        return np.int64(rules[N_STRADDLES] + 1 if rules[BLIND] > 0 else 0)
    return np.int64(max(hand[OPENER], 0))


@kernel
def _turn(rules: np.ndarray, hand: np.ndarray, log: np.ndarray, start: Integer) -> None:
    """Give the turn to the next seat, from ``start`` on, that must act; else end the round.

    Behind the last seat comes the first: ``start`` may be the number of seats.
    """
    pending = hand[PENDING]
    if pending != 0 and not is_one(players_in(hand)):
        later = pending >> start
        seat = start + lowest_bit(later) if later != 0 else lowest_bit(pending)
        if not (is_one(hand[ACTIVE]) and _has_done_enough(hand, seat)):
            hand[TO_ACT] = seat
            return
    hand[TO_ACT] = -1
    _close_round(rules, hand, log)


@kernel
def _has_done_enough(hand: np.ndarray, seat: Integer) -> bool:
    """Whether nobody is all in for more than this seat, the only one that can still bet."""
    others = hand[ALL_IN]
    while others != 0:
        if hand[LEVEL + lowest_bit(others)] > hand[LEVEL + seat]:
            return False
        others &= others - 1
    return True


@kernel
def _close_round(rules: np.ndarray, hand: np.ndarray, log: np.ndarray) -> None:
    """End a round: the pot is won, stays for the next deal, or the hand goes on."""
    if is_one(players_in(hand)):
        settle(hand, log)
        return
    # Where somebody is all in, his right to the pot can't be dealt anew: the hand is played out.
    unopened = hand[PRICE] == 0 and hand[ALL_IN] == 0
    stays = rules[PASSED_ON] == ANY_ROUND or (rules[PASSED_ON] != NEVER and hand[ROUND] == 0)
    if unopened and stays:
        hand[CARRIED] = pot_of(hand)
        hand[RESULT], hand[PHASE] = LEFT, DONE
        note(hand, log, LEFT_POT, -1, hand[CARRIED])
        return
    if hand[ROUND] == rules[N_ROUNDS] - 1:
        settle(hand, log)
        return
    hand[ROUND] += 1
    hand[PRICE] = 0
    for seat in range(hand[N_SEATS]):
        hand[BET + seat] = 0
    if rules[GAME] == STUD:
        deal_round(rules, hand, log)
        hand[PHASE] = EVALUATING
    else:
        hand[PHASE] = DRAWING
        next_drawer(hand, 0)


# Betting -----------------------------------------------------------------------------------------


@kernel
def due(rules: np.ndarray, hand: np.ndarray, seat: Integer) -> np.int64:
    """Return the chips that a seat owes to stay, whether it has them or not."""
    paid = hand[BET + seat]
    if _is_free(rules, hand, seat):
        # A raise too short to count as one must be met all the same.
        paid = max(paid, _forced_price(rules))
    return np.int64(max(hand[PRICE] - paid, 0))


@kernel
def _is_free(rules: np.ndarray, hand: np.ndarray, seat: Integer) -> bool:
    """Whether a seat is the blind bettor and owes nothing yet."""
    free = rules[OPENER_FREE] == 1 and rules[BLIND] > 0 and seat == 0
    return bool(free and hand[ROUND] == 0 and hand[RAISES] == 0)


@kernel
def _forced_price(rules: np.ndarray) -> np.int64:
    """Return what the blind and the straddles make the bet."""
    n = rules[N_STRADDLES]
    return np.int64(rules[STRADDLE + n - 1] if n > 0 else rules[BLIND])


@kernel
def legal_actions(rules: np.ndarray, hand: np.ndarray) -> np.int64:
    """Return what the seat whose turn it is may do: a bit ``1 << action`` for each action."""
    seat = hand[TO_ACT]
    if seat < 0 or hand[PHASE] != BETTING:
        return np.int64(0)
    owed = due(rules, hand, seat)
    if hand[PRICE] == 0:
        rule = rules[OPENING] if hand[ROUND] == 0 else rules[LATER]
        if rule == MUST_BET:
            return np.int64(1 << BET_NOW)
        legal = 1 << (CHECK if rule != BET_OR_FOLD else FOLD)
        # Somebody can call: nobody is asked before a bet when all others are all in.
        opens = hand[ROUND] > 0 or hand[STRENGTH + seat] >= rules[OPENERS]
        return np.int64(legal | (1 << BET_NOW if opens else 0))
    legal = (1 << CALL) | (1 << FOLD) if owed > 0 else 1 << CHECK
    if (
        hand[RAISES] < rules[MAX_RAISES]
        and (hand[MAY_RAISE] >> seat) & 1
        and hand[BET + seat] + hand[STACK + seat] > hand[PRICE]
        and not is_one(hand[ACTIVE])
    ):
        legal |= 1 << RAISE
    return np.int64(legal)


@kernel
def price_after(rules: np.ndarray, hand: np.ndarray, action: Integer) -> np.int64:
    """Return what the bet to match will be after an action of the seat whose turn it is."""
    seat = hand[TO_ACT]
    if action not in (BET_NOW, RAISE):
        return np.int64(hand[PRICE])
    most = hand[BET + seat] + hand[STACK + seat]
    return np.int64(min(hand[PRICE] + rules[LIMIT + hand[ROUND]], most))


@kernel
def act(rules: np.ndarray, hand: np.ndarray, log: np.ndarray, action: Integer) -> None:
    """Do an action, which must be legal, for the seat whose turn it is."""
    seat = hand[TO_ACT]
    hand[PENDING] &= ~(1 << seat)
    paid = np.int64(0)
    if action == FOLD:
        _fold(rules, hand, seat)
    elif action in (CHECK, CALL):
        owed = due(rules, hand, seat)
        _claim_free(rules, hand, seat)
        paid = pay(hand, seat, owed)
        hand[MAY_RAISE] &= ~(1 << seat)
    else:
        paid = _bet(rules, hand, seat, action)
    note(hand, log, action, seat, paid)
    _turn(rules, hand, log, seat + 1)


@kernel
def _fold(rules: np.ndarray, hand: np.ndarray, seat: Integer) -> None:
    hand[ACTIVE] &= ~(1 << seat)
    if rules[GAME] != STUD and hand[ROUND] == 0:
        for j in range(HAND_SIZE):
            put_aside_discards(hand, hand[CARDS + HAND_SIZE * seat + j])


@kernel
def _claim_free(rules: np.ndarray, hand: np.ndarray, seat: Integer) -> None:
    """Count what a blind bettor does not owe, as long as nobody raises, as if he had paid it."""
    gap = _forced_price(rules) - hand[BET + seat]
    if _is_free(rules, hand, seat) and gap > 0:
        hand[FREE_FROM] = hand[LEVEL + seat]
        hand[FREE_TO] = hand[LEVEL + seat] + gap
        hand[LEVEL + seat] += gap
        hand[BET + seat] += gap


@kernel
def _owe_again(hand: np.ndarray) -> None:
    """Take it back: somebody has raised."""
    gap = hand[FREE_TO] - hand[FREE_FROM]
    hand[LEVEL] -= gap
    hand[BET] -= gap
    hand[FREE_FROM] = hand[FREE_TO] = 0


@kernel
def _bet(rules: np.ndarray, hand: np.ndarray, seat: Integer, action: Integer) -> np.int64:
    """Bet or raise by the limit, or by what is left; return the chips paid."""
    full = hand[PRICE] + rules[LIMIT + hand[ROUND]]
    target = price_after(rules, hand, action)
    paid = pay(hand, seat, target - hand[BET + seat])
    hand[PRICE] = target
    others = hand[ACTIVE] & ~(1 << seat)
    hand[PENDING] |= others
    # Less than a full raise must be called, but those who have acted can't raise it.
    hand[MAY_RAISE] = (hand[MAY_RAISE] & ~(1 << seat)) | (others if target == full else 0)
    if action == RAISE and target == full:
        hand[RAISES] += 1
        _owe_again(hand)
    if hand[OPENER] < 0:
        hand[OPENER] = seat
    return np.int64(paid)
