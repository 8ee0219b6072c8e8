"""Decides for players who play by shares of hands: what a hand is worth, and what to do with it.

A policy is a row of integers, see :mod:`pokersim.chips`.  The same functions decide in a batch
and for one hand played in Python.
"""

import numpy as np

from pokersim.chips import (
    AT_RANDOM,
    BET_NOW,
    BET_SHARE,
    BLUFF,
    CALL,
    CALL_RAISE_SHARE,
    CALL_SHARE,
    CHECK,
    DROP,
    EARLY,
    HAND_SIZE,
    MINDS_SIGHT,
    N_ACTIONS,
    RAISE,
    RAISE_SHARE,
    RERAISE_SHARE,
    WHOLE,
)
from pokersim.kernels.draw import binomials
from pokersim.kernels.jit import Integer, kernel
from pokersim.tables import Outlook

_CHOOSE = binomials()


@kernel
def number_of(places: np.ndarray, n: Integer) -> np.int64:
    """Return the number, among sets of ``n`` cards, of those in ``places[:n]``, and sort them."""
    for i in range(1, n):
        place, j = places[i], i
        while j > 0 and places[j - 1] > place:
            places[j] = places[j - 1]
            j -= 1
        places[j] = place
    number = np.int64(0)
    for i in range(n):
        number += _CHOOSE[places[i], i + 1]
    return number


@kernel
def value_of(outlook: Outlook, places: np.ndarray, n: Integer) -> np.int64:
    """Return what ``n`` cards promise, 0 to 65,535; ``places[:n]`` get sorted."""
    return np.int64(outlook.value[outlook.first[n] + number_of(places, n)])


@kernel
def share_of(outlook: Outlook, value: Integer, n: Integer) -> np.int64:
    """Return the share of all sets of ``n`` cards that promise more, of 65,536."""
    return np.int64(outlook.share[n, value])


@kernel
def chance(policy: np.ndarray, legal: Integer, round_: Integer) -> np.int64:
    """Return of how many equal chances the decision takes one, 0 if it needs none."""
    if policy[AT_RANDOM] != 0:
        n = np.int64(0)
        for action in range(N_ACTIONS):
            n += (legal >> action) & 1
        return n
    return np.int64(WHOLE if policy[BLUFF + round_] > 0 else 0)


@kernel
def decide(
    policy: np.ndarray,
    legal: Integer,
    round_: Integer,
    raises: Integer,
    behind: Integer,
    share: Integer,
    beaten: Integer,
    roll: Integer,
) -> np.int64:
    """Return the action of a policy.

    Parameters
    ----------
    policy
        ``int64[POLICY_SIZE]``.
    legal
        A bit for each action allowed.
    round_, raises
        The round of betting, and raises in it so far.
    behind
        Players who must act after this one as things stand.
    share
        Share of hands that are better, of 65,536.
    beaten
        Whether somebody shows more than this hand promises, in stud.
    roll
        A random number below what :func:`chance` asks for.
    """
    if policy[AT_RANDOM] != 0:
        return _nth_action(legal, roll)
    if policy[BLUFF + round_] > roll and raises == 0:
        share = 0
    elif beaten and policy[MINDS_SIGHT] != 0:
        share = WHOLE
    opens, can_raise = (legal >> BET_NOW) & 1, (legal >> RAISE) & 1
    raise_share = policy[(RAISE_SHARE if raises == 0 else RERAISE_SHARE) + round_]
    call_share = policy[(CALL_SHARE if raises == 0 else CALL_RAISE_SHARE) + round_]
    if opens and share < policy[BET_SHARE + round_] - policy[EARLY] * behind:
        return np.int64(BET_NOW)
    if can_raise and share < raise_share:
        return np.int64(RAISE)
    if (legal >> CHECK) & 1:
        return np.int64(CHECK)
    if (legal >> CALL) & 1 and share < call_share:
        return np.int64(CALL)
    if (legal >> DROP) & 1:
        return np.int64(DROP)
    return np.int64(BET_NOW)  # a bet that must be made


@kernel
def _nth_action(legal: Integer, n: Integer) -> np.int64:
    for action in range(N_ACTIONS):
        if (legal >> action) & 1:
            if n == 0:
                return np.int64(action)
            n -= 1
    return np.int64(CHECK)


@kernel
def thrown_of(kept: Integer, sorted_places: np.ndarray, dealt: np.ndarray) -> np.int64:
    """Turn a hold of the sorted cards into the cards to throw, as bits of the hand as dealt.

    Parameters
    ----------
    kept
        A bit for each card kept, the lowest place first.
    sorted_places, dealt
        ``int64[5]``: the places of the cards in the deck, ascending and as dealt.
    """
    mask = np.int64(0)
    for j in range(HAND_SIZE):
        if (kept >> j) & 1 == 0:
            for i in range(HAND_SIZE):
                if dealt[i] == sorted_places[j]:
                    mask |= 1 << i
    return mask
