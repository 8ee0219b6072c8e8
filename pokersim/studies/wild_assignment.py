"""Finds what the wild cards of a hand stand for, and which five of six or seven cards play."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from pokersim.cards import card_id, rank_of, suit_of
from pokersim.constants import FIRST_JOKER, HAND_SIZE, N_RANKS, N_SUITS
from pokersim.rules.compile.classes import HandClasses, classes_of
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.compile.wild_values import BEST, WildValues, read
from pokersim.rules.deck import ACE, Deck


def best_five(ranking: Ranking, cards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the five cards that play, in the order dealt, and which of them are wild.

    Of equal fives the first is taken.

    Parameters
    ----------
    ranking
        The rules.
    cards
        ``uint8[5]`` to ``uint8[7]``.

    Returns
    -------
    five, is_wild
        ``uint8[5]``, and ``bool[5]``, jokers apart.
    """
    chosen = np.array(list(combinations(range(len(cards)), HAND_SIZE)))
    # What is wild by hand depends on all the cards, not on the five.
    fives, is_wild = cards[chosen], ranking.deck.wild_cards(cards[None, :])[0][chosen]
    best = int(ranking.strengths_of(ranking.classes_of(fives, is_wild)).argmax())
    return fives[best], is_wild[best]


def wild_assignment(
    ranking: Ranking, cards: np.ndarray, is_wild: np.ndarray, place: int | None = None
) -> np.ndarray | None:
    """Return ``uint8[5]``: the best hand that five cards can be read as; None if none is wild.

    Parameters
    ----------
    ranking
        The rules.
    cards, is_wild
        ``uint8[5]``, and ``bool[5]`` which of them are wild, jokers apart.
    place
        The combination to read them as, an index into the ranking that they can be read as;
        the best if left out.
    """
    is_bug = (cards >= FIRST_JOKER) & bool(ranking.deck.bug)
    is_wild = is_wild | ((cards >= FIRST_JOKER) & ~is_bug)
    n_bugs, n_wild = int(is_bug.sum()), int(is_wild.sum())
    if not n_bugs + n_wild:
        return None
    held = [int(card) for card in cards[~(is_bug | is_wild)]]
    keys, bug_keys = ranking.target_keys, ranking.bug_keys
    if place is not None:
        keys, bug_keys = ranking.keys_as(place)
    deck, targets = ranking.deck, ranking.targets
    # What the hand is worth, and what it is worth when a bug is no ace.
    readings = read(deck, BEST, targets, keys, bug_keys)
    bug_readings = read(deck, BEST, targets, bug_keys, bug_keys)
    return np.array(_resolve(deck, held, n_wild, n_bugs, readings, bug_readings), dtype=np.uint8)


def _resolve(
    deck: Deck,
    held: list[int],
    n_wild: int,
    n_bugs: int,
    readings: WildValues,
    bug_readings: WildValues,
) -> list[int]:
    """Turn wild cards into cards one by one, each so that the hand keeps its worth."""
    goal = int(readings.of(_class(held, n_wild, n_bugs))[0])
    all_cards = [card_id(rank, suit) for rank in deck.ranks[::-1] for suit in (3, 2, 1, 0)]
    aces = [card for card in all_cards if rank_of(card) == ACE]
    while n_bugs:
        n_bugs -= 1
        card = _worth(readings, held, n_wild, n_bugs, aces, goal)
        if card is None:
            # A bug that is no ace: from here on the hand must be what bugs complete.
            readings = bug_readings
            card = _worth(readings, held, n_wild, n_bugs, all_cards, goal)
        held = [*held, _found(card)]
    while n_wild:
        n_wild -= 1
        held = [*held, _found(_worth(readings, held, n_wild, n_bugs, all_cards, goal))]
    return held


def _found(card: int | None) -> int:
    if card is None:
        raise AssertionError("no card keeps the worth of a hand that its reading promised")
    return card


def _worth(
    readings: WildValues,
    held: Sequence[int],
    n_wild: int,
    n_bugs: int,
    candidates: Sequence[int],
    goal: int,
) -> int | None:
    """Return the first card that makes the hand worth the goal, copies of held cards last."""
    # Not a fourth card of a suit if another does as well: no flush where none is meant.
    in_suit = [sum(suit_of(card) == suit for card in held) for suit in range(N_SUITS)]
    candidates = sorted(candidates, key=lambda card: (-rank_of(card), in_suit[suit_of(card)] > 2))
    fresh = [card for card in candidates if card not in held]
    copies = [card for card in candidates if card in held]
    for card in [*fresh, *copies]:
        value = int(readings.of(_class([*held, card], n_wild, n_bugs))[0])
        if value == goal:
            return card
    return None


def _class(held: Sequence[int], n_wild: int, n_bugs: int) -> HandClasses:
    """Return the class of a hand that holds these cards as what they are, and some wild ones."""
    if held:
        plain = classes_of(np.array([held], dtype=np.uint8))
    else:
        nothing = np.zeros(1, dtype=np.int8)
        counts = np.zeros((1, N_RANKS), dtype=np.int8)
        plain = HandClasses(counts, nothing, nothing.astype(np.uint16), nothing, nothing)
    one = np.ones(1, dtype=np.int8)
    return plain._replace(n_wild=one * n_wild, n_bugs=one * n_bugs)
