"""What a search for short advice counts: what parts of hands become, and what a rule would save."""

import numpy as np

from pokersim.constants import HAND_SIZE, N_HOLDS
from pokersim.kernels.draw.holds import hand_of, next_hand, offsets, subset_numbers, subset_steps
from pokersim.kernels.jit import kernel

_SIZE = np.array([mask.bit_count() for mask in range(N_HOLDS)])


@kernel
def count_made(n: int, places: np.ndarray, smallest: int, counts: np.ndarray) -> None:
    """Count what parts of hands become when they are filled up with any other cards.

    Parameters
    ----------
    n
        Cards of the deck.
    places
        ``uint8[n over 5]``: the place in the ranking of each hand, by its number.
    smallest
        The size of the smallest parts; the largest are one card short of a hand.
    counts
        ``uint16[parts, combinations]``, added to; parts by their numbers, less the number of the
        first.
    """
    steps, first = subset_steps(n), np.uint64(offsets(n)[smallest])
    hand = np.arange(HAND_SIZE)
    at = np.empty(N_HOLDS, dtype=np.uint64)
    for i in range(len(places)):
        subset_numbers(hand, steps, at)
        for mask in range(N_HOLDS - 1):
            if _SIZE[mask] >= smallest:
                counts[at[mask] - first, places[i]] += 1
        next_hand(hand)


@kernel
def find_parts(n: int, hands: np.ndarray, smallest: int, parts: np.ndarray) -> None:
    """Write which part each hold of some hands is.

    Parameters
    ----------
    n, smallest
        As for :func:`count_made`.
    hands
        ``int64[k]``: the numbers of the hands.
    parts
        ``int32[k, 32]``, written: by the hold, the row of ``counts``; -1 for smaller and whole
        hands.
    """
    steps, first = subset_steps(n), offsets(n)[smallest]
    hand = np.empty(HAND_SIZE, dtype=np.int64)
    at = np.empty(N_HOLDS, dtype=np.uint64)
    for i in range(len(hands)):
        hand_of(hands[i], hand)
        subset_numbers(hand, steps, at)
        for mask in range(N_HOLDS):
            inside = smallest <= _SIZE[mask] < HAND_SIZE
            parts[i, mask] = np.int64(at[mask]) - first if inside else -1


@kernel
def find_best_parts(
    parts: np.ndarray, needed: np.ndarray, made: np.ndarray, ways: np.ndarray, holds: np.ndarray
) -> None:
    """Find the part of each size that most other cards complete; of equals the one of high cards.

    Parameters
    ----------
    parts
        As for :func:`find_parts`.
    needed
        ``int64[k]``: cards of each hand that have to be kept, as a hold.
    made
        ``int64[parts]``: in how many ways each part becomes what is wanted.
    ways, holds
        ``int64[k, 5]`` and ``uint8[k, 5]``, written, by the size: the ways, and the hold; 0 where
        there are none.
    """
    ways[:], holds[:] = 0, 0
    for i in range(len(parts)):
        for mask in range(1, N_HOLDS - 1):
            if parts[i, mask] >= 0 and needed[i] & ~mask == 0:
                found, size = made[parts[i, mask]], _SIZE[mask]
                if found > 0 and found >= ways[i, size]:
                    ways[i, size], holds[i, size] = found, mask


@kernel
def sum_savings(
    rows: np.ndarray, losses: np.ndarray, rule: np.ndarray, paid: np.ndarray, savings: np.ndarray
) -> None:
    """Add up what a rule would save, by the rule that its hands follow now.

    Parameters
    ----------
    rows, losses
        ``int32[k]`` and ``float64[k]``: the hands that it applies to, and what they would lose.
    rule, paid
        ``int64[hands]`` and ``float64[hands]``: the rule that each hand follows, and what it loses.
    savings
        ``float64[rules]``, written.
    """
    savings[:] = 0
    for i in range(len(rows)):
        savings[rule[rows[i]]] += paid[rows[i]] - losses[i]
