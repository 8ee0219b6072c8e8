"""Lists the choices of some cards that renamed suits do not make of each other."""

import numpy as np

from pokersim.kernels.jit import kernel
from pokersim.tables import Rows

_0 = np.uint64(0)
_1 = np.uint64(1)


@kernel
def list_choices(
    size: int,
    words: np.ndarray,
    card_bits: np.ndarray,
    moves: np.ndarray,
    rows: Rows,
) -> int:
    """List the choices of some cards: one of those that renamings make of each other.

    Parameters
    ----------
    size
        How many cards are chosen, at least one.
    words, card_bits
        ``uint64[n]`` of each card.
    moves
        ``int64[renamings, n]``: what each renaming but the one that changes nothing makes of each
        card.
    rows
        Written: the first choice in order of those alike; its lowest card by number.

    Returns
    -------
    int
        Rows written.
    """
    n_moves, n = moves.shape
    chosen = np.full(size, -1)
    own = np.zeros(size + 1, dtype=np.uint64)
    sums, held = own.copy(), own.copy()
    images = np.zeros((size + 1, n_moves), dtype=np.uint64)
    row, at = 0, 0
    while at >= 0:
        chosen[at] += 1
        card = chosen[at]
        if card > n - (size - at):
            at -= 1
            continue
        own[at + 1] = own[at] | (_1 << np.uint64(card))
        # The first in order begins with cards that are the first in order, so that all that
        # begins otherwise can be left out at once.
        first, same = True, 1
        for k in range(n_moves):
            image = images[at, k] | (_1 << np.uint64(moves[k, card]))
            images[at + 1, k] = image
            apart = image ^ own[at + 1]
            same += apart == _0
            if apart & (~apart + _1) & image != _0:
                first = False
                break
        if not first:
            continue
        sums[at + 1], held[at + 1] = sums[at] + words[card], held[at] | card_bits[card]
        if at + 1 < size:
            at += 1
            chosen[at] = card
            continue
        rows.cards[row], rows.word[row], rows.bits[row] = own[size], sums[size], held[size]
        rows.low[row], rows.times[row] = chosen[0], (n_moves + 1) // same
        row += 1
    return row
