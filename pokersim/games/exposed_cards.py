"""What a stud dealer says of the cards in sight: what they show, and what they can become."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from pokersim.constants import FIRST_JOKER, N_SUITS
from pokersim.rules.compile.classes import classes_of, mask_of
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.compile.rank_tables import showing_keys
from pokersim.rules.deck import ACE, Deck
from pokersim.rules.loader import catalogue
from pokersim.rules.pattern import runs, shows
from pokersim.rules.ruleset import Combination

FEWEST_TOLD = 3
"""The dealer speaks of straights and flushes after the third up card."""


class ExposedHand(NamedTuple):
    """What one to four cards in sight show.

    Attributes
    ----------
    combination
        What they count as.
    groups
        How many cards of which rank are alike, as ``(cards, rank)``, the most telling first.
    highest
        The highest rank.
    """

    combination: Combination
    groups: tuple[tuple[int, int], ...]
    highest: int

    @property
    def is_suited(self) -> bool:
        """Whether it is four cards of a suit that count."""
        return self.combination.pattern.suited is not None


def exposed_hand(ranking: Ranking, cards: Sequence[int]) -> ExposedHand:
    """Return what cards in sight show at best, in the eyes of the engine.

    Parameters
    ----------
    ranking
        The ruleset in play.
    cards
        One to four card ids.

    Examples
    --------
    >>> from pokersim.rules.compile.compiler import compile_ruleset
    >>> from pokersim.rules.loader import load_ruleset
    >>> found = exposed_hand(compile_ruleset(load_ruleset("standard")), [17, 19, 44])
    >>> found.combination.id, found.groups, found.highest
    ('one-pair', ((2, 4),), 11)
    """
    hands = _readings(ranking.deck, cards)
    classes = classes_of(hands)
    best = int(np.argmax(showing_keys(ranking, classes)))
    one = classes.take(np.array([best]))
    place = next(c for c in ranking.ranking if shows(c.pattern, one)[0])
    counts = one.counts[0]
    groups = sorted(((int(n), r) for r, n in enumerate(counts) if n > 1), reverse=True)
    return ExposedHand(place, tuple(groups), int(np.flatnonzero(counts).max()))


def _readings(deck: Deck, cards: Sequence[int]) -> np.ndarray:
    """Return ``uint8[n, k]``: the cards with every rank in the place of each wild card.

    The suit is that of the other cards; where they differ it says nothing.
    """
    natural = _natural(deck, cards)
    suit = natural[0] % N_SUITS if natural else 0
    ranks = [
        [ACE] if deck.bug and card >= FIRST_JOKER else deck.ranks
        for card in cards
        if card not in natural
    ]
    stands = product(*([N_SUITS * rank + suit for rank in each] for each in ranks))
    return np.array([[*natural, *wild] for wild in stands], dtype=np.uint8)


def can_be_flush(deck: Deck, cards: Sequence[int]) -> bool:
    """Whether own up cards, and others that nobody knows, can make a flush.

    >>> can_be_flush(Deck(), [0, 16, 48]), can_be_flush(Deck(), [0, 16, 49])
    (True, False)
    """
    return len({card % N_SUITS for card in _natural(deck, cards)}) <= 1


def can_be_straight(deck: Deck, cards: Sequence[int]) -> bool:
    """Whether own up cards, and others that nobody knows, can make an orthodox straight.

    >>> can_be_straight(Deck(), [0, 5, 48]), can_be_straight(Deck(), [0, 21, 48])
    (True, False)
    """
    ranks = [card // N_SUITS for card in _natural(deck, cards)]
    run = catalogue()["straight"].pattern.run
    assert run is not None
    own = mask_of(tuple(ranks))
    fits = any(own & mask == own for mask, _ in runs(run, deck.line))
    return len(set(ranks)) == len(ranks) and fits


def _natural(deck: Deck, cards: Sequence[int]) -> list[int]:
    """Return the cards that stand for themselves."""
    return [card for card in cards if card < FIRST_JOKER and card not in deck.wild]
