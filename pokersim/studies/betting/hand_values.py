"""What cards promise under a ruleset, exactly: the tables that betting policies decide by."""

from functools import lru_cache
from math import comb

import numpy as np

from pokersim.constants import FIRST_JOKER, HAND_SIZE, MAX_JOKERS
from pokersim.kernels.betting.records import HandValues
from pokersim.kernels.betting.state import WHOLE
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.draw.draw_policies import _all_hands, holds
from pokersim.studies.draw.holds import best_policy, share_of_pot

_TOP = WHOLE - 1


@lru_cache(maxsize=8)
def hand_values_of(ruleset: Ruleset, game: str, draws: tuple[str, ...]) -> HandValues:
    """Return what cards promise in a game.

    In a draw game a hand is worth the share of the pot that its best hold wins against one
    opponent who draws by the best policy; in stud, cards are worth the share of all hands that
    the hands they may become beat in the mean.

    Parameters
    ----------
    ruleset, game
        The rules, and ``draw`` or ``stud``.
    draws
        Draw policies, a row of holds for each; see :mod:`pokersim.studies.draw.draw_policies`.
    """
    place = np.zeros(FIRST_JOKER + MAX_JOKERS, dtype=np.int64)
    place[ruleset.deck.cards] = np.arange(ruleset.deck.n_cards)
    if game == "draw":
        return _draw_outlook(ruleset, place, draws)
    return _stud_outlook(ruleset, place)


def _draw_outlook(ruleset: Ruleset, place: np.ndarray, draws: tuple[str, ...]) -> HandValues:
    from pokersim.kernels.draw.holds import binomials

    deal = _all_hands(ruleset)
    policy = best_policy(ruleset)
    sums = deal.sums(share_of_pot(policy.shares, 1))
    _, worth = deal.holds(sums, np.arange(deal.n_hands))
    value = _scaled(worth)
    share = np.zeros((HAND_SIZE + 1, WHOLE), dtype=np.uint16)
    share[HAND_SIZE] = _share_above(value)
    better = policy.shares[::-1].cumsum()[::-1] - policy.shares
    return HandValues(
        place=place,
        choose=binomials().ravel(),
        first=np.zeros(HAND_SIZE + 1, dtype=np.int64),
        value=value,
        share=share.ravel(),
        final=_scaled(better),
        holds=np.concatenate([holds(ruleset, draw) for draw in draws]),
    )


def _stud_outlook(ruleset: Ruleset, place: np.ndarray) -> HandValues:
    from pokersim.kernels.draw.holds import binomials

    deal, ranking = _all_hands(ruleset), compile_ruleset(ruleset)
    n = ruleset.deck.n_cards
    below = deal.dealt.cumsum() - deal.dealt
    sums = deal.sums(below + deal.dealt / 2)
    sizes = range(HAND_SIZE + 1)
    first = np.cumsum([0, *(comb(n, size) for size in sizes)])
    share = np.zeros((HAND_SIZE + 1, WHOLE), dtype=np.uint16)
    value = np.zeros(len(sums), dtype=np.uint16)
    for size in sizes[1:]:
        part = slice(first[size], first[size + 1])
        value[part] = _scaled(sums[part] / comb(n - size, HAND_SIZE - size))
        share[size] = _share_above(value[part])
    return HandValues(
        place=place,
        choose=binomials().ravel(),
        first=first[:-1].astype(np.int64),
        value=value,
        share=share.ravel(),
        final=np.zeros(ranking.n_strengths + 1, dtype=np.uint16),
        holds=np.zeros(1, dtype=np.uint8),
    )


def _scaled(values: np.ndarray) -> np.ndarray:
    """Return shares from 0 to 1 as ``uint16``."""
    return np.asarray(np.rint(np.clip(values, 0, 1) * _TOP).astype(np.uint16))


def _share_above(values: np.ndarray) -> np.ndarray:
    """Return ``uint16[65536]``: what share of the values is above each."""
    counts = np.bincount(values, minlength=WHOLE)
    return _scaled(1 - counts.cumsum() / len(values))
