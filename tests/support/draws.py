"""What the tests of the draw share: policies, holds and hands."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from pokersim.cards import card_text, parse_cards
from pokersim.rules.deck import parse_deck, with_wild
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.draw.holds import (
    HoldRow,
    draw_rows,
)
from pokersim.studies.rank import rank_hands

STANDARD = load_ruleset("standard")


def rules_on(
    name: str, ranks: str = "52", jokers: int = 0, bug: str | None = None, wild: str | None = None
) -> Ruleset:
    """Return a shipped ruleset on another deck."""
    deck = with_wild(parse_deck(ranks), jokers, bug, wild)
    return play_with(load_ruleset(name), deck)


def lowest_wild(name: str, ranks: str, jokers: int = 0) -> Ruleset:
    """Return a shipped ruleset on another deck, the lowest cards of each hand wild."""
    rules = rules_on(name, ranks, jokers)
    return play_with(rules, replace(rules.deck, by_hand="lowest"))


POLICIES = {
    "short deck": (rules_on("standard", "32"), 5),
    "special hands, five players": (rules_on("cats-dogs-and-skeet", "89TJQKA"), 4),
    "two jokers": (rules_on("standard", "9TJQKA", 2), 1),
    "a bug": (rules_on("skeet", "89TJQKA", 1, "special"), 2),
    "one-eyed jacks wild": (rules_on("soko", "9TJQKA", 0, None, "one-eyed-jacks"), 1),
    "five ranks": (rules_on("standard", "TJQKA"), 3),
    "lowest card wild": (lowest_wild("cats-and-dogs", "789TK", 1), 1),
    "ten cards": (rules_on("standard", "JQ", 2), 1),
}
"""Policies that settle."""


def choices(n: int, size: int) -> np.ndarray:
    """Return ``int64[n over size, size]``: all ways to choose."""
    flat = np.fromiter((i for some in combinations(range(n), size) for i in some), np.int64)
    return flat.reshape(comb(n, size), size)


def drawn_out(kept: np.ndarray, hand: np.ndarray, rules: Ruleset) -> np.ndarray:
    """Draw to some cards of a hand in every way and rank the hands."""
    live = np.setdiff1d(rules.deck.cards, hand)
    drawn = live[choices(len(live), 5 - len(kept))]
    return rank_hands(np.hstack([np.tile(kept, (len(drawn), 1)), drawn]), rules)


def holds_in(hand: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Give all holds of a hand in the order of the deck: as five bits, and as cards."""
    for hold in range(32):
        yield hold, hand[[j for j in range(5) if hold >> j & 1]]


def random_hands(rules: Ruleset, n: int, seed: int) -> list[np.ndarray]:
    """Return hands in the order of the deck."""
    rng = np.random.default_rng(seed)
    return [np.sort(rng.choice(rules.deck.cards, 5, replace=False)) for _ in range(n)]


def number_of(hand: np.ndarray, rules: Ruleset) -> int:
    places = np.searchsorted(rules.deck.cards, hand)
    return sum(comb(int(place), k) for k, place in enumerate(places, start=1))


@lru_cache
def rows_of(
    hand: str, rules: Ruleset = STANDARD, opponents: int = 1, against: str = "pat"
) -> dict[str, HoldRow]:
    """Return the holds of a hand by their cards in the order of the deck."""
    rows = draw_rows(parse_cards(hand), rules, opponents, against)
    return {in_order(row.hold): row for row in rows}


def in_order(cards: str) -> str:
    return card_text(np.sort(parse_cards(cards))) if cards else ""


def made(row: HoldRow) -> dict[str, int]:
    return {combination.id: count for combination, count in row.classes}
