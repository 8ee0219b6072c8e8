"""Decides for players who play by shares of hands: what a hand is worth, and what to do with it.

A policy is a row of integers, see :mod:`pokersim.kernels.betting.state`.  The same functions
decide in a batch and for one hand played in Python.
"""

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.kernels.betting.state import (
    AT_RANDOM,
    BET_NOW,
    BET_SHARE,
    BLUFF,
    CALL,
    CALL_RAISE_SHARE,
    CALL_SHARE,
    CHECK,
    EARLY,
    FOLD,
    MINDS_SIGHT,
    RAISE,
    RAISE_SHARE,
    RERAISE_SHARE,
    WHOLE,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit, popcount


@kernel
def number_of(places: np.ndarray, n: Integer, choose: np.ndarray) -> np.int64:
    """Return the number, among sets of ``n`` cards, of those in ``places[:n]``, and sort them.

    ``choose`` is ``int64[57 * 6]``, n over k at ``6 * n + k``.
    """
    for i in range(1, n):
        place, j = places[i], i
        while j > 0 and places[j - 1] > place:
            places[j] = places[j - 1]
            j -= 1
        places[j] = place
    number = np.int64(0)
    for i in range(n):
        number += choose[(HAND_SIZE + 1) * places[i] + i + 1]
    return number


@kernel
def chance(policies: np.ndarray, at: Integer, legal: Integer, round_: Integer) -> np.int64:
    """Return of how many equal chances the decision takes one, 0 if it needs none."""
    if policies[at + AT_RANDOM] != 0:
        return np.int64(popcount(legal))
    return np.int64(WHOLE if policies[at + BLUFF + round_] > 0 else 0)


@kernel
def decide(
    policies: np.ndarray,
    at: Integer,
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
    policies, at
        ``int64``, and where in it the numbers of the policy begin.
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
    if policies[at + AT_RANDOM] != 0:
        return _nth_action(legal, roll)
    if policies[at + BLUFF + round_] > roll and raises == 0:
        share = 0
    elif beaten and policies[at + MINDS_SIGHT] != 0:
        share = WHOLE
    opens, can_raise = (legal >> BET_NOW) & 1, (legal >> RAISE) & 1
    raise_share = policies[at + (RAISE_SHARE if raises == 0 else RERAISE_SHARE) + round_]
    call_share = policies[at + (CALL_SHARE if raises == 0 else CALL_RAISE_SHARE) + round_]
    if opens and share < policies[at + BET_SHARE + round_] - policies[at + EARLY] * behind:
        return np.int64(BET_NOW)
    if can_raise and share < raise_share:
        return np.int64(RAISE)
    if (legal >> CHECK) & 1:
        return np.int64(CHECK)
    if (legal >> CALL) & 1 and share < call_share:
        return np.int64(CALL)
    if (legal >> FOLD) & 1:
        return np.int64(FOLD)
    return np.int64(BET_NOW)  # a bet that must be made


@kernel
def _nth_action(legal: Integer, n: Integer) -> np.int64:
    for _ in range(n):
        legal &= legal - 1
    return np.int64(lowest_bit(legal))
