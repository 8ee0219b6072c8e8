"""Plays pots for chips by policies, many of them, and counts what happened.

A pot is the trial: hands are dealt until somebody wins it.  Every ruleset plays the same cards;
chance that is needed later (bluffs, a new stock) comes from the pot's own part of the stream.
"""

from typing import NamedTuple

import numpy as np

from pokersim.chips import (
    ACTIVE,
    ALL_IN,
    BETTING,
    CARDS,
    CARRIED,
    COMMON,
    DONE,
    DROPPED,
    GAME,
    HAND_SIZE,
    LEFT,
    LOOK,
    MINDS_SIGHT,
    N_COMMON,
    N_HELD,
    N_ROUNDS,
    N_SEATS,
    PENDING,
    PHASE,
    PLAYER,
    POLICY_SIZE,
    RAISES,
    RESULT,
    ROUND,
    SEED,
    SHOWN,
    STACK,
    STATE_SIZE,
    STATUS,
    STRENGTH,
    STUD,
    TO_ACT,
    WHOLE,
    WON,
)
from pokersim.kernels.betting import act, begin, go_on, legal_actions, move_deal
from pokersim.kernels.decide import chance, decide, number_of, thrown_of
from pokersim.kernels.jit import Integer, kernel, pointer_to
from pokersim.kernels.look import look, pointers_of
from pokersim.kernels.stock import can_discard, discard, roll, shuffle
from pokersim.tables import Outlook, RankTables

Stream = tuple[np.uint64, np.uint64, np.uint64]

MAX_DEALS = 1 << 14
"""Hands for one pot; reached only where nobody antes and nobody ever opens: a pot of nothing."""

DEALT, FINAL, SHOWDOWN, WINNER = 0, 1, 2, 3


class Scratch(NamedTuple):
    """Room to work in, which the caller keeps.

    Attributes
    ----------
    hand, log
        ``int64[STATE_SIZE]`` and ``int64[1]``: a hand under way, and a log without room.
    places, dealt
        ``int64[5]`` each.
    """

    hand: np.ndarray
    log: np.ndarray
    places: np.ndarray
    dealt: np.ndarray


def new_scratch() -> Scratch:
    """Return room for one thread."""
    sizes = STATE_SIZE, 1, HAND_SIZE, HAND_SIZE
    return Scratch(*(np.zeros(size, dtype=np.int64) for size in sizes))


@kernel
def play_pots(
    stream: Stream,
    n_pots: int,
    stack: int,
    deck: np.ndarray,
    n_needed: int,
    rules: np.ndarray,
    tables: tuple[RankTables, RankTables, RankTables, RankTables, RankTables],
    outlook: Outlook,
    policies: np.ndarray,
    draws: np.ndarray,
    seated: np.ndarray,
    scratch: Scratch,
    nets: np.ndarray,
    pots: np.ndarray,
    ends: np.ndarray,
    stages: np.ndarray,
    chips_won: np.ndarray,
) -> None:
    """Play pots under one ruleset.

    Parameters
    ----------
    stream
        ``(seed, job, chunk)``, each ``uint64``.
    n_pots, stack
        How many, and with how many chips every player begins each.
    deck, n_needed
        ``uint8[cards]`` ids ascending, and how many of them a hand can need.
    rules
        ``int64[RULES_SIZE]``, see :mod:`pokersim.chips`.
    tables
        As for :func:`pokersim.kernels.look.look`.
    outlook
        :class:`pokersim.tables.Outlook` of the ruleset.
    policies, draws
        ``int64[kinds * POLICY_SIZE]`` and ``int64[kinds]``: how each kind of player bets, and the
        row of the outlook's holds by which it draws.
    seated
        ``int64[players]``: the kind of each player in the first pot; they move on a seat a pot.
    scratch
        :class:`Scratch`.
    nets, pots
        ``int64[pots, players]`` and ``int64[pots]``, written: chips won by each player, by the
        seat that he began in, and the chips in the pot when it was won.
    ends, stages, chips_won
        A ruleset's part of :class:`pokersim.tables.MoneyCounts`, added to.
    """
    n_players = len(seated)
    seed, job, chunk = stream
    hand, log = pointer_to(scratch.hand), pointer_to(scratch.log)
    places, dealt = pointer_to(scratch.places), pointer_to(scratch.dealt)
    settings, how = pointer_to(rules), pointer_to(policies)
    seen = Outlook(
        pointer_to(outlook.place),
        pointer_to(outlook.choose),
        pointer_to(outlook.first),
        pointer_to(outlook.value),
        pointer_to(outlook.share),
        pointer_to(outlook.final),
        pointer_to(outlook.holds),
    )
    one, two, three, four, five = tables
    ranked = (
        pointers_of(one),
        pointers_of(two),
        pointers_of(three),
        pointers_of(four),
        pointers_of(five),
    )
    category = five.category
    for pot in range(n_pots):
        hand[N_SEATS], hand[CARRIED] = n_players, 0
        for seat in range(n_players):
            hand[STACK + seat], hand[PLAYER + seat] = stack, seat
        for deal in range(MAX_DEALS):
            hand[SEED], hand[SEED + 1] = np.int64(seed), np.int64(job)
            hand[SEED + 2], hand[SEED + 3] = np.int64(chunk), (pot << 32) | (deal << 16)
            shuffle(hand, deck, n_needed)
            begin(settings, hand, log)
            while hand[PHASE] != DONE:
                seat = hand[TO_ACT]
                if hand[PHASE] == LOOK:
                    look(settings, hand, ranked)
                    count_look(settings, hand, category, stages)
                    go_on(settings, hand, log)
                elif hand[PHASE] == BETTING:
                    kind = seated[(hand[PLAYER + seat] + pot) % n_players]
                    action = choose(settings, hand, seen, how, POLICY_SIZE * kind, places)
                    act(settings, hand, log, action)
                else:
                    kind = seated[(hand[PLAYER + seat] + pot) % n_players]
                    mask = throw_by(settings, hand, seen, draws[kind], len(deck), places, dealt)
                    discard(settings, hand, log, mask)
            if hand[RESULT] != LEFT:
                break
            ends[0] += 1
            move_deal(hand)
        for seat in range(n_players):
            nets[pot, hand[PLAYER + seat]] = hand[STACK + seat] - stack
        pots[pot] = count_end(hand, category, ends, stages, chips_won)


@kernel
def choose(
    rules: np.ndarray,
    hand: np.ndarray,
    outlook: Outlook,
    policies: np.ndarray,
    at: Integer,
    places: np.ndarray,
) -> np.int64:
    """Return what a policy does in the seat whose turn it is."""
    seat = hand[TO_ACT]
    legal = legal_actions(rules, hand)
    limit = chance(policies, at, legal, hand[ROUND])
    rolled = roll(hand, limit) if limit > 0 else np.int64(0)
    share, beaten = np.int64(0), np.int64(0)
    if rules[GAME] != STUD and hand[ROUND] > 0:
        share = np.int64(outlook.final[hand[STRENGTH + seat]])
    else:
        n = _places_of(hand, outlook, seat, 0, places)
        value = value_of(outlook, places, n)
        share = np.int64(outlook.share[WHOLE * n + value])
        if rules[GAME] == STUD and policies[at + MINDS_SIGHT] != 0:
            beaten = np.int64(value < best_in_sight(hand, outlook, seat, places))
    behind = np.int64(-1)
    for other in range(hand[N_SEATS]):
        behind += hand[PENDING + other]
    return decide(policies, at, legal, hand[ROUND], hand[RAISES], behind, share, beaten, rolled)


@kernel
def value_of(outlook: Outlook, places: np.ndarray, n: Integer) -> np.int64:
    """Return what ``n`` cards promise, 0 to 65,535; their places get sorted."""
    return np.int64(outlook.value[outlook.first[n] + number_of(places, n, outlook.choose)])


@kernel
def best_in_sight(
    hand: np.ndarray, outlook: Outlook, seat: Integer, places: np.ndarray
) -> np.int64:
    """Return the most that the up cards of another seat promise, in stud."""
    best = np.int64(0)
    for other in range(hand[N_SEATS]):
        if other != seat and hand[STATUS + other] != DROPPED:
            n = _places_of(hand, outlook, other, 1, places)
            best = max(best, value_of(outlook, places, n))
    return best


@kernel
def _places_of(
    hand: np.ndarray, outlook: Outlook, seat: Integer, first: Integer, places: np.ndarray
) -> np.int64:
    """Write the places in the deck of a seat's cards, common ones too; return how many."""
    n = 0
    for j in range(first, hand[N_HELD + seat]):
        places[n] = outlook.place[hand[CARDS + HAND_SIZE * seat + j]]
        n += 1
    for j in range(hand[N_COMMON]):
        places[n] = outlook.place[hand[COMMON + j]]
        n += 1
    return np.int64(n)


@kernel
def throw_by(
    rules: np.ndarray,
    hand: np.ndarray,
    outlook: Outlook,
    draw: Integer,
    n_cards: Integer,
    places: np.ndarray,
    dealt: np.ndarray,
) -> np.int64:
    """Return the cards that a draw policy throws, as a mask of the hand as dealt.

    Where that is more than is allowed, the highest of them are kept.
    """
    n = _places_of(hand, outlook, hand[TO_ACT], 0, places)
    for j in range(HAND_SIZE):  # the number sorts the places
        dealt[j] = places[j]
    n_hands = outlook.choose[(HAND_SIZE + 1) * n_cards + HAND_SIZE]
    kept = np.int64(outlook.holds[n_hands * draw + number_of(places, n, outlook.choose)])
    j = HAND_SIZE - 1
    mask = thrown_of(kept, places, dealt)
    while not can_discard(rules, hand, mask):
        kept |= 1 << j
        j -= 1
        mask = thrown_of(kept, places, dealt)
    return mask


@kernel
def count_look(
    rules: np.ndarray, hand: np.ndarray, category: np.ndarray, stages: np.ndarray
) -> None:
    """Count the hands of five that a look has found: those dealt, and those complete."""
    if rules[GAME] != STUD and hand[ROUND] == 0:
        stage = DEALT
    elif hand[ROUND] == rules[N_ROUNDS] - 1:
        stage = FINAL
    else:
        return
    for seat in range(hand[N_SEATS]):
        if hand[STATUS + seat] != DROPPED:
            stages[stage, category[hand[STRENGTH + seat]]] += 1


@kernel
def count_end(
    hand: np.ndarray,
    category: np.ndarray,
    ends: np.ndarray,
    stages: np.ndarray,
    chips_won: np.ndarray,
) -> np.int64:
    """Count how a pot ended, and return the chips in it."""
    pot, best = np.int64(0), np.int64(0)
    shown = hand[RESULT] == SHOWN
    for seat in range(hand[N_SEATS]):
        won = hand[WON + seat]
        place = category[hand[STRENGTH + seat]]
        pot += won
        chips_won[place if shown else len(chips_won) - 1] += won
        if shown and (hand[STATUS + seat] == ACTIVE or hand[STATUS + seat] == ALL_IN):
            stages[SHOWDOWN, place] += 1
            best = max(best, hand[STRENGTH + seat])
    if hand[RESULT] == LEFT:
        return pot
    ends[len(ends) - 1 if shown else 1 + hand[ROUND]] += 1
    if shown:
        stages[WINNER, category[best]] += 1
    return pot
