"""Every hand of a deck against every other that shares no card with it, counted and not dealt.

How many of some hands share no card with a hand is an alternating sum, over the subsets of its
cards, of how many of them contain it.  So hands are gone through in order, and those behind are
kept as how many of them contain each subset of up to four cards.  The whole hand is left out: none
of them contains all five of its cards but itself.  Of hands alike up to suits one asks for all.

Cards, hands and subsets are numbered as in :mod:`pokersim.kernels.draw.holds`.
"""

from typing import NamedTuple

import numpy as np

from pokersim.constants import HAND_SIZE, N_HOLDS
from pokersim.kernels.draw.holds import offsets, subset_numbers, subset_steps
from pokersim.kernels.jit import kernel

_SIZE = np.array([mask.bit_count() for mask in range(N_HOLDS)])
_PROPER = N_HOLDS - 1
"""How many subsets of a hand are smaller than it: all masks but the last."""


@kernel
def enter(at: np.ndarray, holding: np.ndarray) -> None:
    """Count a hand, its subsets at ``uint64[32]``, in the sums over those that hold each."""
    for mask in range(_PROPER):
        holding[at[mask]] += 1


@kernel
def count_apart(at: np.ndarray, holding: np.ndarray) -> np.int64:
    """Return how many of the hands counted share no card with one that is not among them."""
    total = np.int64(0)
    for mask in range(_PROPER):
        some = np.int64(holding[at[mask]])
        total += -some if _SIZE[mask] & 1 else some
    return total


@kernel
def count_weaker(
    n: int,
    hands: np.ndarray,
    order: np.ndarray,
    ends: np.ndarray,
    row: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Count the hands apart from a hand that are weaker, and those that are as strong.

    Parameters
    ----------
    n
        Cards of the deck.
    hands
        ``uint8[n over 5, 5]``: the cards of each hand, ascending, by its number.
    order, ends
        ``int32[n over 5]`` hands from the weakest; ``int64[strengths]``: where those of each
        strength end.
    row
        ``int32[n over 5]``: where a hand that is asked for has its counts; -1 for the others.
    counts
        ``int64[rows, 2]``, written: weaker, and as strong.
    """
    steps = subset_steps(n)
    holding = np.zeros(offsets(n)[HAND_SIZE], dtype=np.int32)
    at = np.empty(N_HOLDS, dtype=np.uint64)
    first = 0
    for last in ends:
        for i in range(first, last):
            if row[order[i]] >= 0:
                subset_numbers(hands[order[i]], steps, at)
                counts[row[order[i]], 0] = count_apart(at, holding)
        for i in range(first, last):
            subset_numbers(hands[order[i]], steps, at)
            enter(at, holding)
        for i in range(first, last):
            if row[order[i]] >= 0:
                subset_numbers(hands[order[i]], steps, at)
                # Now it is among them: the one that contains all five of its cards.
                both = count_apart(at, holding) - 1
                counts[row[order[i]], 1] = both - counts[row[order[i]], 0]
        first = last


class TwoOrders(NamedTuple):
    """All hands of a deck as two rulesets rank them, by the number of the hand.

    Attributes
    ----------
    hands
        ``uint8[n over 5, 5]``: the cards of each hand, ascending.
    base, strengths
        ``uint16[n over 5]`` each: strengths under the base and under the other rules.
    weights
        ``int32[n over 5]``: for how many hands each is asked; 0 where another stands for it.
    """

    hands: np.ndarray
    base: np.ndarray
    strengths: np.ndarray
    weights: np.ndarray


@kernel
def count_reversed(
    n: int, orders: TwoOrders, bit: int, order: np.ndarray, parted: np.ndarray
) -> int:
    """Count the pairs apart of which the stronger under the base is the weaker under other rules.

    Only those whose base strengths differ in one bit and in none above it: over all bits, from
    the highest, each pair is counted once.

    Parameters
    ----------
    n, orders
        Cards of the deck, and :class:`TwoOrders`.
    bit
        The bit, 0 the lowest.
    order
        ``int32[n over 5]``: hands by the bits above this one, and among those that agree in them
        the strongest under the other rules first.
    parted
        ``int32[n over 5]``, written: the order for the next bit down.

    Returns
    -------
    int
        Pairs, in whatever order they are dealt.
    """
    base, weights = orders.base, orders.weights
    steps = subset_steps(n)
    holding = np.zeros(offsets(n)[HAND_SIZE], dtype=np.int32)
    total, first = 0, 0
    while first < len(order):
        above = base[order[first]] >> (bit + 1)
        last, n_low, end = first, 0, first
        while last < len(order) and base[order[last]] >> (bit + 1) == above:
            if (base[order[last]] >> bit) & 1 == 0:
                n_low += 1
            elif weights[order[last]] > 0:
                end = last + 1
            last += 1
        # Whoever comes behind all that ask does not matter: mostly those with the bit come first.
        total += count_across(orders, bit, order[first:end], steps, holding)
        low, high = first, first + n_low
        for i in range(first, last):
            if (base[order[i]] >> bit) & 1 == 0:
                parted[low], low = order[i], low + 1
            else:
                parted[high], high = order[i], high + 1
        first = last
    return total


@kernel
def count_across(
    orders: TwoOrders, bit: int, order: np.ndarray, steps: np.ndarray, holding: np.ndarray
) -> int:
    """Count, for hands with a bit, those without it that come before as stronger and are apart.

    ``holding`` has to be zero, and is left so.
    """
    hands, base, strengths, weights = orders
    at = np.empty(N_HOLDS, dtype=np.uint64)
    total, n_entered, first = 0, 0, 0
    while first < len(order):
        last, strength = first, strengths[order[first]]
        while last < len(order) and strengths[order[last]] == strength:
            hand = order[last]
            if n_entered > 0 and weights[hand] > 0 and (base[hand] >> bit) & 1 == 1:
                subset_numbers(hands[hand], steps, at)
                total += weights[hand] * count_apart(at, holding)
            last += 1
        for i in range(first, last):
            if (base[order[i]] >> bit) & 1 == 0:
                subset_numbers(hands[order[i]], steps, at)
                enter(at, holding)
                n_entered += 1
        first = last
    if n_entered > 0:
        holding[:] = 0
    return total
