"""What the kernels of games for chips read, and what they count."""

from typing import NamedTuple

import numpy as np


class HandValues(NamedTuple):
    """What cards promise under a ruleset, for players who decide by shares of hands.

    Attributes
    ----------
    place
        ``int64[56]``: the place of each card id in the ascending deck.
    choose
        ``int64[57 * 6]``: n over k, at ``6 * n + k``.
    first
        ``int64[6]``: where in ``value`` the sets of each number of cards begin.
    value
        ``uint16``: by the number of a set of cards, what it promises.  In a draw game, of five
        cards, the share of the pot that their best hold is worth; in stud, of one to five, how
        many of all final hands theirs beats in the mean.
    share
        ``uint16[6 * 65536]``: by how many cards and value, the share of such sets with more.
    final
        ``uint16[strengths + 1]``: the share of final hands that are better, in a draw game.
    holds
        ``uint8[policies * hands]``: what each draw policy keeps, see
        :mod:`pokersim.kernels.draw.holds`.
    """

    place: np.ndarray
    choose: np.ndarray
    first: np.ndarray
    value: np.ndarray
    share: np.ndarray
    final: np.ndarray
    holds: np.ndarray


class BettingCounts(NamedTuple):
    """What a chunk of pots played for chips adds up to; all ``int64``.

    Chips won or lost are kept as histograms, not as sums of squares, which could overflow: a
    place for each number of chips, with that for 0 in the middle.

    Attributes
    ----------
    player, policy
        ``[rulesets, players, nets]`` and ``[rulesets, policies, nets]``: pots by what the player
        of a seat, or all players of a policy together, won or lost.
    player_change, policy_change
        The same with ``2 * nets - 1`` places: pots by how much more that is than under the base
        ruleset.
    pot
        ``[rulesets, nets]``: pots by their size when they were won.
    ends
        ``[rulesets, 6]``: hands passed on to the next deal, pots won unshown in each of four
        rounds, and pots shown down.
    stages
        ``[rulesets, 4, categories]``: hands dealt, hands complete with the last round to come,
        hands shown down, and pots won at the showdown, by what they count as.
    chips_won
        ``[rulesets, categories + 1]``: chips won at the showdown by what the winner holds, and
        behind them those won unshown.
    """

    player: np.ndarray
    policy: np.ndarray
    player_change: np.ndarray
    policy_change: np.ndarray
    pot: np.ndarray
    ends: np.ndarray
    stages: np.ndarray
    chips_won: np.ndarray
