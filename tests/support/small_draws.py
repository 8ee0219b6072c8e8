"""What the tests of the draw share: rulesets on small decks, and hands drawn out one by one."""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np

from pokersim.rules.deck import parse_deck, with_wild
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.rank import rank_hands


def rules_on(
    name: str, ranks: str = "52", jokers: int = 0, bug: str | None = None, wild: str | None = None
) -> Ruleset:
    """Return a shipped ruleset on another deck."""
    deck = with_wild(parse_deck(ranks), jokers, bug, wild)
    return play_with(load_ruleset(name), deck)


def choices(n: int, size: int) -> np.ndarray:
    """Return ``int64[n over size, size]``: all ways to choose."""
    flat = np.fromiter((i for some in combinations(range(n), size) for i in some), np.int64)
    return flat.reshape(comb(n, size), size)


def number_of(hand: np.ndarray, rules: Ruleset) -> int:
    """Return the number of a hand of ascending ids in the whole deck."""
    places = np.searchsorted(rules.deck.cards, hand)
    return sum(comb(int(place), k) for k, place in enumerate(places, start=1))


def kept_of(hand: np.ndarray, hold: int) -> np.ndarray:
    """Return the cards that a hold keeps, a bit each, the lowest card first."""
    return hand[[j for j in range(5) if hold >> j & 1]]


def filled(kept: np.ndarray, stock: np.ndarray, more: np.ndarray | None = None) -> np.ndarray:
    """Return every hand that the cards kept become, drawn from a stock.

    If it is too short, all of it is taken and the rest comes from ``more``.
    """
    n_drawn = 5 - len(kept)
    if n_drawn > len(stock):
        assert more is not None
        kept, stock = np.concatenate([kept, stock]), more
        n_drawn = 5 - len(kept)
    drawn = stock[choices(len(stock), n_drawn)]
    return np.hstack([np.tile(kept, (len(drawn), 1)), drawn])


def share_won(own: int, others: np.ndarray) -> float:
    """Return the mean share of the pot of a strength against each of some."""
    return float(((others < own) + (others == own) / 2).mean())


def all_deals(
    hand: np.ndarray, hold: int, live: np.ndarray, holds: np.ndarray | None, rules: Ruleset
) -> float:
    """Return what a hold is worth against one opponent: every deal from one deck, one by one.

    ``holds`` is what the opponent keeps, by the number of the hand; None if they stand pat.
    """
    kept, discards = kept_of(hand, hold), kept_of(hand, 31 - hold)
    worth = []
    for final in filled(kept, live):
        own = int(rank_hands(final[None, :], rules)[0])
        left = np.setdiff1d(live, final)
        hands = left[choices(len(left), 5)]
        if holds is None:
            worth.append(share_won(own, rank_hands(hands, rules)))
            continue
        worth += [share_won(own, theirs) for theirs in _drawn(hands, left, discards, holds, rules)]
    return float(np.mean(worth))


def _drawn(
    hands: np.ndarray, left: np.ndarray, discards: np.ndarray, holds: np.ndarray, rules: Ruleset
) -> Iterator[np.ndarray]:
    """Give for each hand of the opponent the strengths that it becomes."""
    for other in hands:
        keeps = kept_of(other, int(holds[number_of(other, rules)]))
        yield rank_hands(filled(keeps, np.setdiff1d(left, other), discards), rules)
