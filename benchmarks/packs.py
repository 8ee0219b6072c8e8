"""Packs of cards with and without wild ones, and random hands of them."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from pokersim.rules.deck import Deck, parse_wild
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset

NATURAL = Deck()
PACKS = {
    "52": NATURAL,
    "1 joker": Deck(jokers=1),
    "2 jokers": Deck(jokers=2),
    "bug": Deck(jokers=1, bug="orthodox"),
    "deuces": replace(NATURAL, wild=parse_wild("2", NATURAL.ranks)),
    "lowest": Deck(by_hand="lowest"),
    "hole": Deck(by_hand="hole"),
}


def playing(name: str, pack: str) -> Ruleset:
    """Return a shipped ruleset played with a pack."""
    return play_with(load_ruleset(name), PACKS[pack])


@lru_cache(maxsize=2)
def random_hands(deck: Deck, size: int, n: int) -> np.ndarray:
    """Return ``uint8[n, size]`` random hands; ``n`` in ten thousands."""
    # The lowest of random numbers for each card are a random hand; by parts, to save memory.
    rng, part = np.random.default_rng(1), 10_000
    parts = [
        deck.cards[rng.random((part, deck.n_cards)).argpartition(size, axis=1)[:, :size]]
        for _ in range(n // part)
    ]
    return np.ascontiguousarray(np.concatenate(parts))
