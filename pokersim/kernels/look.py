"""Looks at the cards of a hand under way: what each seat holds, and what it shows."""

import numpy as np

from pokersim.chips import (
    CARDS,
    COMMON,
    DROPPED,
    GAME,
    HAND_SIZE,
    N_COMMON,
    N_HELD,
    N_SEATS,
    SHOWING,
    STATUS,
    STRENGTH,
    STUD,
)
from pokersim.kernels.jit import Integer, kernel
from pokersim.kernels.rank import MAX_SUITED_PATHS, has_suit, rank_path, suited_paths
from pokersim.tables import RankTables


@kernel
def look(
    rules: np.ndarray,
    hand: np.ndarray,
    tables: tuple[RankTables, ...],
    column: Integer,
) -> None:
    """Fill in what whole hands are worth, and in stud what the cards in sight are.

    Parameters
    ----------
    rules, hand
        See :mod:`pokersim.chips`.
    tables
        :class:`pokersim.tables.RankTables` of one to five cards, the least first.
    column
        Which ruleset.
    """
    for seat in range(hand[N_SEATS]):
        if hand[STATUS + seat] != DROPPED:
            if hand[N_HELD + seat] + hand[N_COMMON] == HAND_SIZE:
                hand[STRENGTH + seat] = _strength(hand, seat, 0, tables[HAND_SIZE - 1], column)
            if rules[GAME] == STUD:
                n_up = hand[N_HELD + seat] - 1 + hand[N_COMMON]
                hand[SHOWING + seat] = _strength(hand, seat, 1, tables[n_up - 1], column)


@kernel
def _strength(
    hand: np.ndarray, seat: Integer, first: Integer, tables: RankTables, column: Integer
) -> np.int64:
    """Return what the cards of a seat from the ``first`` on are worth, with the common ones."""
    word, bits = tables.start, np.uint64(0)
    for j in range(first, hand[N_HELD + seat]):
        card = hand[CARDS + HAND_SIZE * seat + j]
        word += tables.card_word[card]
        bits |= tables.card_bit[card]
    for j in range(hand[N_COMMON]):
        card = hand[COMMON + j]
        word += tables.card_word[card]
        bits |= tables.card_bit[card]
    path = rank_path(word, tables.mixer, tables.mask, tables.row_bits, tables.row_start)
    best = np.int64(tables.values[path, column])
    if has_suit(word):
        found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
        n_paths = suited_paths(
            word,
            bits & tables.natural,
            tables.state_row,
            tables.five_suited,
            tables.four_suited,
            found,
        )
        for k in range(n_paths):
            best = max(best, np.int64(tables.values[found[k], column]))
    return best
