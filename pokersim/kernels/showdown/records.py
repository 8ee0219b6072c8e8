"""What the kernels of showdowns and games without betting read, and what they count."""

from typing import NamedTuple

import numpy as np

MAX_SPECIALS = 32
"""Special combinations of all rulesets together that groups can tell apart."""


class GroupTables(NamedTuple):
    """Which groups a hand belongs to.

    Attributes
    ----------
    special
        ``uint32[paths]``: one bit for each special combination that it can be read as, to be
        collected over all its paths.
    n_orthodox
        ``int64``: how many groups come before those of special combinations.
    share_index
        ``uint8[winners among the members + 1, winners + 1]``: number of the share of the pot
        that so many of so many winners take; equal shares have equal numbers.
    bits_set
        ``uint8[2 ** players]``: how many players a mask names.
    """

    special: np.ndarray
    n_orthodox: np.int64
    share_index: np.ndarray
    bits_set: np.ndarray


class ShowdownCounts(NamedTuple):
    """What a chunk of showdowns adds up to; all ``int64``.

    Attributes
    ----------
    dealt
        ``[rulesets, categories]``: hands dealt, by what they count as.
    winner
        ``[rulesets, categories]``: deals, by what the best hand counts as.
    changed
        ``[rulesets, shares]``: deals won by others than under the base ruleset, by the share of
        the pot that stays with those who win it there.
    group_base
        ``[groups, hands + 1, shares]``: deals in which so many hands of a group took such a
        share of the pot under the base ruleset.
    group_changed
        ``[rulesets, groups, hands + 1, shares, shares]``: of these, the deals with other winners
        than under the base, by the share under the base and under the ruleset.
    """

    dealt: np.ndarray
    winner: np.ndarray
    changed: np.ndarray
    group_base: np.ndarray
    group_changed: np.ndarray


class DrawTables(NamedTuple):
    """What every player throws, looked up by the number of his hand.

    Attributes
    ----------
    holds
        ``uint8[policies, hands]``: one bit a card kept, the lowest card first; see
        :mod:`pokersim.kernels.draw.holds` for the numbers of hands.
    row
        ``int64[rulesets, players]``: the policy of each seat under each ruleset.
    """

    holds: np.ndarray
    row: np.ndarray


class GameCounts(NamedTuple):
    """What a chunk of games without betting adds up to; all ``int64``.

    Attributes
    ----------
    dealt, final
        ``[rulesets, categories]``: hands before and after the draw, by what they count as.
    winner, changed, group_base, group_changed
        As in :class:`ShowdownCounts`, of final hands; groups are of hands dealt.
    seat
        ``[rulesets, players, shares]``: deals of which a seat took such a share, if any.
    """

    dealt: np.ndarray
    final: np.ndarray
    winner: np.ndarray
    changed: np.ndarray
    group_base: np.ndarray
    group_changed: np.ndarray
    seat: np.ndarray
