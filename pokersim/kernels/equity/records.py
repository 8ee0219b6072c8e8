"""What the kernels of equities read, and what they count."""

from typing import NamedTuple

import numpy as np

from pokersim.constants import N_RANKS

N_LOWEST = N_RANKS + 1
"""What the lowest rank of some cards can be: jokers alone have none, and count as above all."""


class CardSets(NamedTuple):
    """Sets of cards that come together.

    Attributes
    ----------
    cards, word, bits
        ``uint64[rows]``: the cards of each set as bits by their number among those that may
        come, and the sums of their words.
    low, times
        ``uint8[rows]``: their lowest rank, and for how many sets alike they stand.
    """

    cards: np.ndarray
    word: np.ndarray
    bits: np.ndarray
    low: np.ndarray
    times: np.ndarray


class EnumerationPlan(NamedTuple):
    """A point of a game from which cards are still to come, in stages.

    Attributes
    ----------
    cards
        ``uint8[m]``: the cards that may come, ascending.
    hand, bits
        ``uint64[players]``: what each player holds, start word included, and known common cards.
    owner, size
        ``int64[stages]``: who gets the cards of each stage, a player or behind them the board,
        and how many.
    alike
        ``bool[stages]``: whether a stage may be dealt for that of the player before.
    kind
        ``int64[stages]``: the row of ``allowed`` that a sampled hand must be in; 0 if any may be.
    allowed
        ``bool[kinds, strengths + 1]``: which strengths under the first ruleset are of a kind.
    row_from
        ``int64[stages, N_LOWEST + 1]``: the rows of a stage whose lowest rank is at least so
        high; a stage without rows has any cards that are left.
    rows
        The sets of cards that come together in a stage, in order of the lowest card.
    """

    cards: np.ndarray
    hand: np.ndarray
    bits: np.ndarray
    owner: np.ndarray
    size: np.ndarray
    alike: np.ndarray
    kind: np.ndarray
    allowed: np.ndarray
    row_from: np.ndarray
    rows: CardSets


class EquityCounts(NamedTuple):
    """What the deals of a spot add up to; ``int64``.

    Attributes
    ----------
    winners
        ``[rulesets, 2 ** players]``: deals, by the set of winners.
    shown
        ``[rulesets, players, categories, 3]``: what each player shows, by how it ends for him:
        lost, split, won alone.
    """

    winners: np.ndarray
    shown: np.ndarray
