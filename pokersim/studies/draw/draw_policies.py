"""The draw policies that games know by name: what each holds of every hand."""

from functools import lru_cache
from math import comb

import numpy as np

from pokersim.cards import rank_of
from pokersim.constants import FIRST_JOKER, HAND_SIZE, N_HOLDS
from pokersim.errors import InputError, nearest, there_are
from pokersim.language import _
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.pattern import Pattern
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.draw.holds import Deal, best_policy, check_drawable, stored_policy

POLICIES = ("best", "simple", "stand-pat", "draw-three-max")
SOLVED = {"best": HAND_SIZE, "draw-three-max": 3}
"""Policies that are worked out, and how many cards they throw at most."""

ONE_PAIR = Pattern(counts=(2, 1, 1, 1))
KEEP_ALL = N_HOLDS - 1
TWO_HIGHEST = 0b11000
WORTH_A_DRAW = 6
"""Four cards are drawn to if one card in so many completes them."""

_HANDS_AT_ONCE = 1 << 17


def check_policy(name: str) -> None:
    """Refuse the name of no policy."""
    if name not in POLICIES:
        hint = nearest(name, POLICIES) or there_are(POLICIES)
        raise InputError(_("there is no draw policy '{name}'").format(name=name) + hint)


def is_ready(ruleset: Ruleset, policy: str, opponents: int) -> bool:
    """Whether the holds of a policy are there at once; if not, they take some seconds."""
    if policy not in SOLVED:
        return True
    return stored_policy(ruleset, opponents, SOLVED[policy]) is not None


@lru_cache(maxsize=32)
def holds(ruleset: Ruleset, policy: str, opponents: int = 1) -> np.ndarray:
    """Return ``uint8[hands]``: what a policy holds of every five-card hand of the deck.

    Parameters
    ----------
    ruleset
        The rules that it plays by.
    policy
        ``best``, the policy of :func:`pokersim.studies.draw.holds.best_policy`; ``draw-three-max``,
        the best of those that throw three cards at most; ``stand-pat``, which throws nothing; or
        ``simple``, see :func:`simple_holds`.
    opponents
        How many players hold by the same policy against it, for those that are worked out.

    Returns
    -------
    uint8[hands]
        By the number of the hand, one bit a card kept, the lowest card first; see
        :mod:`pokersim.kernels.draw.holds`.

    Raises
    ------
    InputError
        There is no such policy, or nobody can draw so with this deck.
    """
    check_policy(policy)
    check_drawable(ruleset, opponents)
    if policy in SOLVED:
        return best_policy(ruleset, opponents, SOLVED[policy]).holds
    if policy == "simple":
        return simple_holds(ruleset)
    return np.full(comb(ruleset.deck.n_cards, HAND_SIZE), KEEP_ALL, dtype=np.uint8)


@lru_cache(maxsize=32)
def final_shares(ruleset: Ruleset, policy: str, opponents: int = 1) -> np.ndarray:
    """Return ``float64[strengths + 1]``: how likely each final strength is by a policy; exact.

    The hand is dealt from a whole deck and everything drawn comes from the cards not in it, which
    is so for every player at a table as long as the stock lasts.
    """
    if policy in SOLVED:
        return best_policy(ruleset, opponents, SOLVED[policy]).shares
    deal = _all_hands(ruleset)
    if policy == "stand-pat":
        return deal.dealt
    weights = np.full(deal.n_hands, 1 / deal.n_hands)
    return deal.final(np.arange(deal.n_hands), weights, holds(ruleset, policy, opponents))


def simple_holds(ruleset: Ruleset) -> np.ndarray:
    """Return ``uint8[hands]``: the holds of a rule of thumb that works under every ruleset.

    The first that applies:

    1. A combination that takes all five cards and is higher than one pair: stand pat.
    2. A combination of four above one pair (a four-flush): keep the best four, by 4.
    3. Wild cards: keep them and the natural cards that there are most of, the highest if equal.
       Without: keep all cards of equal rank.
    4. Four cards that one unseen card in six turns into a combination as in 1: keep those that
       most cards do it for, and of equals throw the lowest.
    5. Keep the two highest cards.
    """
    deal = _all_hands(ruleset)
    is_whole, is_four = _marks(deal.ranking)
    sums = deal.sums(is_whole.astype(np.float64))
    hands = hands_in_order(deal.n)
    found = np.empty(deal.n_hands, dtype=np.uint8)
    for first in range(0, deal.n_hands, _HANDS_AT_ONCE):
        part = slice(first, first + _HANDS_AT_ONCE)
        strengths = deal.strengths[part]
        outs = _outs(hands[part], sums, deal.n) - is_whole[strengths][:, None]
        four = KEEP_ALL ^ (1 << outs.argmax(axis=1))
        equals = _equal_cards(deal.cards[hands[part]], ruleset)
        is_draw = outs.max(axis=1) * WORTH_A_DRAW >= deal.n - HAND_SIZE
        found[part] = np.select(
            [is_whole[strengths], is_four[strengths], equals > 0, is_draw],
            [KEEP_ALL, four, equals, four],
            TWO_HIGHEST,
        )
    return found


@lru_cache(maxsize=2)
def _all_hands(ruleset: Ruleset) -> Deal:
    return Deal(compile_ruleset(ruleset), ruleset.deck.cards)


def _marks(ranking: Ranking) -> tuple[np.ndarray, np.ndarray]:
    """Return ``bool[strengths + 1]`` twice: above one pair, what takes all five cards, or four."""
    patterns = [combination.pattern for combination in ranking.ranking]
    pair = patterns.index(ONE_PAIR) if ONE_PAIR in patterns else len(patterns) - 1
    whole = np.array([_takes_all(pattern) for pattern in patterns])
    four = np.array([not _takes_all(p) and p != Pattern(counts=p.counts) for p in patterns])
    is_above = ranking.category < pair
    is_above[0] = False
    return is_above & whole[ranking.category], is_above & four[ranking.category]


def _takes_all(pattern: Pattern) -> bool:
    """Whether no card of such a hand can be thrown without breaking it."""
    if pattern == Pattern(counts=pattern.counts):
        return pattern.counts is not None and 1 not in pattern.counts
    return pattern.suited != HAND_SIZE - 1 and (
        pattern.run is None or pattern.run.length == HAND_SIZE
    )


def hands_in_order(n: int) -> np.ndarray:
    """Return ``uint8[hands, 5]``: all hands of cards 0 to n - 1, ascending, by their numbers.

    >>> hands_in_order(6)[:3].tolist()
    [[0, 1, 2, 3, 4], [0, 1, 2, 3, 5], [0, 1, 2, 4, 5]]
    """
    subsets = np.zeros((1, 0), dtype=np.uint8)
    for size in range(1, HAND_SIZE + 1):
        parts = [
            np.column_stack([subsets[: comb(top, size - 1)], np.full(comb(top, size - 1), top)])
            for top in range(size - 1, n)
        ]
        subsets = np.concatenate(parts).astype(np.uint8)
    return subsets


def _outs(hands: np.ndarray, sums: np.ndarray, n: int) -> np.ndarray:
    """Return ``float64[hands, 5]``: sums over what contains the hand without its j-th card."""
    choose = np.array([[comb(card, k) for k in range(HAND_SIZE)] for card in range(n)])
    start = sum(comb(n, size) for size in range(HAND_SIZE - 1))
    found = np.empty(hands.shape, dtype=np.float64)
    for out in range(HAND_SIZE):
        kept = np.delete(hands, out, axis=1)
        number = sum(choose[kept[:, j], j + 1] for j in range(HAND_SIZE - 1))
        found[:, out] = sums[start + number]
    return found


def _equal_cards(cards: np.ndarray, ruleset: Ruleset) -> np.ndarray:
    """Return ``int64[hands]``: the cards of equal rank, or what to keep with wild ones; or 0."""
    of_deck = np.array(ruleset.deck.wild, dtype=np.uint8)
    wild = np.asarray((cards >= FIRST_JOKER) | np.isin(cards, of_deck))
    ranks = np.where(wild, -1, rank_of(cards)).astype(np.int8)
    n_equal = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    # Highest among equals: the cards are in ascending order.
    order = np.where(wild, -1, n_equal * HAND_SIZE + np.arange(HAND_SIZE))
    most = np.take_along_axis(ranks, order.argmax(axis=1)[:, None], axis=1)
    with_wild = wild | (ranks == most)
    kept = np.where(np.any(wild, axis=1, keepdims=True), with_wild, n_equal > 1)
    return np.asarray((kept << np.arange(HAND_SIZE)).sum(axis=1))
