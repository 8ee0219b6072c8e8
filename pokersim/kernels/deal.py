"""Dealing without replacement, from one long stream of words.

Fisher and Yates on a deck that is never put back in order: any order is as good a start as
any other.  The draws of a hand share one word (Brackett-Rozinsky and Lemire, "Batched
ranged random integer generation", 2024): each draw multiplies what is left of the word by the
number of cards and takes what overflows, and the whole word is thrown away in the rare case
that would make some hands likelier than others.  No modulo, no bias.
"""

import numpy as np

from pokersim.kernels.jit import kernel
from pokersim.kernels.random import DRAW_BITS

Shape = tuple[int, ...]

_SHIFT = np.uint64(DRAW_BITS)
_REST = np.uint64((1 << DRAW_BITS) - 1)
_SPARE = np.uint64(64 - DRAW_BITS)
_RANGE = np.uint64(1 << DRAW_BITS)


@kernel
def reject_below(n_cards: int, n_hands: int, shape: Shape) -> np.ndarray:
    """Return ``uint64[n_hands]``: for each hand, the remainders of a word that are thrown away.

    A word is a number below 2**58; of the ``2**58 mod m`` surplus ones, ``m`` the ways to draw
    the hand in order, those are rejected whose last remainder is below that number.
    """
    limits = np.empty(n_hands, dtype=np.uint64)
    for hand in range(n_hands):
        ways = np.uint64(1)
        for j in range(len(shape)):
            ways *= np.uint64(n_cards - len(shape) * hand - j)
        limits[hand] = _RANGE % ways
    return limits


@kernel
def draw_hand(
    deck: np.ndarray, first: int, shape: Shape, word: np.uint64, limit: np.uint64
) -> np.bool_:
    """Bring the cards of a hand, drawn from ``deck[first:]``, to ``deck[first : first + size]``.

    Returns
    -------
    bool
        Whether the word was fair.  If not, the hand must be drawn again with another word;
        that the deck has changed its order meanwhile does not matter.
    """
    # Indexes without a sign: Numba would test others for counting from the end.
    rest = word >> _SPARE
    begin, n_cards = np.uint64(first), np.uint64(len(deck))
    for j in range(len(shape)):
        position = begin + np.uint64(j)
        rest *= n_cards - position
        other = position + (rest >> _SHIFT)
        rest &= _REST
        card = deck[other]
        deck[other] = deck[position]
        deck[position] = card
    return rest >= limit
