"""Plays pots for chips by policies, many of them, and counts what happened.

A pot is the trial: hands are dealt until somebody wins it.  Every ruleset plays the same cards;
chance that is needed later (bluffs, a new stock) comes from the pot's own part of the stream.
"""

from typing import NamedTuple

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.kernels.betting.decisions import chance, decide
from pokersim.kernels.betting.deck_ops import can_discard, discard, roll, shuffle
from pokersim.kernels.betting.engine import act, begin, go_on, legal_actions, move_deal
from pokersim.kernels.betting.evaluate_seats import evaluate_seats, pointers_of
from pokersim.kernels.betting.pots import players_in
from pokersim.kernels.betting.records import HandValues
from pokersim.kernels.betting.seat_values import (
    HELD,
    ORDER,
    PROSPECTS_SIZE,
    SHARE,
    discarded_by,
    foresee,
    is_beaten,
    number_cards,
    number_sight,
)
from pokersim.kernels.betting.state import (
    ACTIVE,
    BETTING,
    CARRIED,
    DONE,
    EVALUATING,
    GAME,
    LEFT,
    MAX_ROUNDS,
    MAX_SEATS,
    MINDS_SIGHT,
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
    STRENGTH,
    STUD,
    TO_ACT,
    WON,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit, pointer_to, popcount
from pokersim.kernels.strength_index import MAX_SUITED_PATHS
from pokersim.table_layout import RankTables

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
    prospects, kinds
        ``int64[PROSPECTS_SIZE]`` and ``int64[MAX_SEATS]``: what each seat's cards promise, and
        the policy that sits there.
    found
        ``int64[MAX_SUITED_PATHS]``.
    """

    hand: np.ndarray
    log: np.ndarray
    prospects: np.ndarray
    kinds: np.ndarray
    found: np.ndarray


def new_scratch() -> Scratch:
    """Return room for one thread."""
    sizes = STATE_SIZE, 1, PROSPECTS_SIZE, MAX_SEATS, MAX_SUITED_PATHS
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
    outlook: HandValues,
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
        ``int64[RULES_SIZE]``, see :mod:`pokersim.kernels.betting.state`.
    tables
        As for :func:`pokersim.kernels.betting.evaluate_seats.evaluate_seats`.
    outlook
        :class:`pokersim.kernels.betting.records.HandValues` of the ruleset.
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
        A ruleset's part of :class:`pokersim.kernels.betting.records.BettingCounts`, added to;
        the stages as one row.
    """
    n_players = len(seated)
    seed, job, chunk = stream
    hand, log = pointer_to(scratch.hand), pointer_to(scratch.log)
    prospects, kinds = pointer_to(scratch.prospects), pointer_to(scratch.kinds)
    found = pointer_to(scratch.found)
    settings, how = pointer_to(rules), pointer_to(policies)
    row, sits = pointer_to(draws), pointer_to(seated)
    seen = HandValues(
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
    category, ended = pointer_to(five.category), pointer_to(ends)
    counted, won = pointer_to(stages), pointer_to(chips_won)
    n_categories = len(chips_won) - 1
    pack, n_cards = pointer_to(deck), len(deck)
    is_stud = rules[GAME] == STUD
    n_hands = np.int64(0) if is_stud else seen.choose[(HAND_SIZE + 1) * n_cards + HAND_SIZE]
    for pot in range(n_pots):
        hand[N_SEATS], hand[CARRIED], first = n_players, 0, pot % n_players
        for seat in range(n_players):
            hand[STACK + seat], hand[PLAYER + seat] = stack, seat
        for deal in range(MAX_DEALS):
            for seat in range(hand[N_SEATS]):
                player = hand[PLAYER + seat] + first
                kinds[seat] = sits[player if player < n_players else player - n_players]
            minding = _minding(hand, how, kinds) if is_stud else np.int64(0)
            hand[SEED], hand[SEED + 1] = np.int64(seed), np.int64(job)
            hand[SEED + 2], hand[SEED + 3] = np.int64(chunk), (pot << 32) | (deal << 16)
            shuffle(hand, pack, n_cards, n_needed)
            begin(settings, hand, log)
            while hand[PHASE] != DONE:
                if hand[PHASE] == EVALUATING:
                    if is_stud or hand[ROUND] == 0:
                        number_cards(hand, seen, row, kinds, n_hands, prospects)
                    minds_sight = hand[ACTIVE] & minding != 0
                    if minds_sight:
                        number_sight(hand, seen, prospects)
                    evaluate_seats(settings, hand, ranked, found)
                    count_look(settings, hand, category, counted, n_categories)
                    foresee(settings, hand, seen, minds_sight, prospects)
                    go_on(settings, hand, log)
                elif hand[PHASE] == BETTING:
                    kind = kinds[hand[TO_ACT]]
                    act(
                        settings,
                        hand,
                        log,
                        choose(settings, hand, how, POLICY_SIZE * kind, prospects),
                    )
                else:
                    discard(settings, hand, log, discard_by(settings, hand, seen, prospects))
            if hand[RESULT] != LEFT:
                break
            ended[0] += 1
            move_deal(hand)
        for seat in range(n_players):
            nets[pot, hand[PLAYER + seat]] = hand[STACK + seat] - stack
        pots[pot] = count_end(hand, category, ended, counted, n_categories, won)


@kernel
def _minding(hand: np.ndarray, policies: np.ndarray, kinds: np.ndarray) -> np.int64:
    """Return the seats, as a set, whose policy minds what the others show."""
    seats = np.int64(0)
    for seat in range(hand[N_SEATS]):
        seats |= (policies[POLICY_SIZE * kinds[seat] + MINDS_SIGHT] != 0) << seat
    return seats


@kernel
def choose(
    rules: np.ndarray,
    hand: np.ndarray,
    policies: np.ndarray,
    at: Integer,
    prospects: np.ndarray,
) -> np.int64:
    """Return what a policy does in the seat whose turn it is."""
    seat = hand[TO_ACT]
    legal = legal_actions(rules, hand)
    limit = chance(policies, at, legal, hand[ROUND])
    rolled = roll(hand, limit) if limit > 0 else np.int64(0)
    minds = rules[GAME] == STUD and policies[at + MINDS_SIGHT] != 0
    beaten = np.int64(minds and is_beaten(hand, prospects, seat))
    share, behind = prospects[SHARE + seat], popcount(hand[PENDING]) - 1
    return decide(policies, at, legal, hand[ROUND], hand[RAISES], behind, share, beaten, rolled)


@kernel
def discard_by(
    rules: np.ndarray, hand: np.ndarray, outlook: HandValues, prospects: np.ndarray
) -> np.int64:
    """Return the cards that a draw policy throws, as a mask of the hand as dealt.

    Where that is more than is allowed, the highest of them are kept.
    """
    seat = hand[TO_ACT]
    kept, order = np.int64(outlook.holds[prospects[HELD + seat]]), prospects[ORDER + seat]
    j = HAND_SIZE - 1
    mask = discarded_by(kept, order)
    while not can_discard(rules, hand, mask):
        kept |= 1 << j
        j -= 1
        mask = discarded_by(kept, order)
    return mask


@kernel
def count_look(
    rules: np.ndarray,
    hand: np.ndarray,
    category: np.ndarray,
    stages: np.ndarray,
    n_categories: Integer,
) -> None:
    """Count the hands of five that a look has found: those dealt, and those complete.

    ``stages`` has ``n_categories`` places for each stage.
    """
    if rules[GAME] != STUD and hand[ROUND] == 0:
        stage = DEALT
    elif hand[ROUND] == rules[N_ROUNDS] - 1:
        stage = FINAL
    else:
        return
    seats = players_in(hand)
    while seats != 0:
        stages[n_categories * stage + category[hand[STRENGTH + lowest_bit(seats)]]] += 1
        seats &= seats - 1


@kernel
def count_end(
    hand: np.ndarray,
    category: np.ndarray,
    ends: np.ndarray,
    stages: np.ndarray,
    n_categories: Integer,
    chips_won: np.ndarray,
) -> np.int64:
    """Count how a pot ended, and return the chips in it; ``stages`` as for :func:`count_look`."""
    pot, best = np.int64(0), np.int64(0)
    shown = hand[RESULT] == SHOWN
    for seat in range(hand[N_SEATS]):
        won = hand[WON + seat]
        place = category[hand[STRENGTH + seat]]
        pot += won
        chips_won[place if shown else n_categories] += won
        if shown and (players_in(hand) >> seat) & 1:
            stages[n_categories * SHOWDOWN + place] += 1
            best = max(best, hand[STRENGTH + seat])
    if hand[RESULT] == LEFT:
        return pot
    ends[1 + (MAX_ROUNDS if shown else hand[ROUND])] += 1
    if shown:
        stages[n_categories * WINNER + category[best]] += 1
    return pot
