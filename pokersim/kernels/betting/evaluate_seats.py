"""Looks at the cards of a hand under way: what each seat holds, and what it shows."""

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.kernels.betting.pots import players_in
from pokersim.kernels.betting.state import (
    CARDS,
    COMMON,
    GAME,
    N_COMMON,
    N_HELD,
    ROUND,
    SHOWING,
    STRENGTH,
    STUD,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit, pointer_to
from pokersim.kernels.strength_index import has_suit, rank_path, suit_places, suited_paths
from pokersim.table_layout import RankTables


@kernel
def evaluate_seats(
    rules: np.ndarray, hand: np.ndarray, tables: tuple[RankTables, ...], found: np.ndarray
) -> None:
    """Fill in what whole hands are worth, and in stud what the cards in sight are.

    Parameters
    ----------
    rules, hand
        See :mod:`pokersim.kernels.betting.state`.
    tables
        :class:`pokersim.table_layout.RankTables` of one to five cards, the least first, of one
        ruleset: ``values`` and ``category`` are columns, ``[n]``.
    found
        ``int64[MAX_SUITED_PATHS]``: room to work in.
    """
    if rules[GAME] != STUD:
        _fill(hand, STRENGTH, 0, tables[4], found)
        return
    # One after the other: to choose a table by a number would copy all of them.
    if hand[ROUND] == 0:
        _fill(hand, SHOWING, 1, tables[0], found)
    elif hand[ROUND] == 1:
        _fill(hand, SHOWING, 1, tables[1], found)
    elif hand[ROUND] == 2:
        _fill(hand, SHOWING, 1, tables[2], found)
    else:
        _fill(hand, SHOWING, 1, tables[3], found)
        _fill(hand, STRENGTH, 0, tables[4], found)


@kernel
def _fill(
    hand: np.ndarray, place: Integer, first: Integer, tables: RankTables, found: np.ndarray
) -> None:
    """Fill in what the cards of each seat from the ``first`` on are worth, with the common ones."""
    card_word, card_bit, values = tables.card_word, tables.card_bit, tables.values
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    seats = players_in(hand)
    while seats != 0:
        seat = lowest_bit(seats)
        seats &= seats - 1
        word, bits = tables.start, np.uint64(0)
        for j in range(first, hand[N_HELD + seat]):
            card = hand[CARDS + HAND_SIZE * seat + j]
            word += card_word[card]
            bits |= card_bit[card]
        for j in range(hand[N_COMMON]):
            card = hand[COMMON + j]
            word += card_word[card]
            bits |= card_bit[card]
        best = np.int64(values[rank_path(word, mixer, mask, row_bits, row_start)])
        if has_suit(word):
            n_paths = suited_paths(word, bits & tables.natural, suit_places(tables), found)
            for k in range(n_paths):
                best = max(best, np.int64(values[found[k]]))
        hand[place + seat] = best


@kernel
def pointers_of(tables: RankTables) -> RankTables:
    """Return tables with pointers for arrays; the caller keeps the arrays."""
    return RankTables(
        pointer_to(tables.card_word),
        pointer_to(tables.card_bit),
        tables.wild_word,
        tables.by_hand,
        tables.natural,
        tables.start,
        tables.mixer,
        tables.mask,
        tables.row_bits,
        pointer_to(tables.row_start),
        pointer_to(tables.state_row),
        tables.five_suited,
        tables.four_suited,
        tables.fifths_in_order,
        pointer_to(tables.best_four),
        pointer_to(tables.values),
        pointer_to(tables.category),
    )
