"""The kernels of the draw on small decks."""

from dataclasses import replace
from math import comb

import numpy as np

from pokersim.kernels.draw.holds import (
    best_holds,
    count_draws,
    final_shares,
    numbers_in,
    offsets,
    rank_all,
    signatures,
    sum_subsets,
)
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.deck import parse_deck, with_wild
from pokersim.rules.loader import load_ruleset
from pokersim.studies.frequency import tables_of

DECKS = {
    "three ranks": ("standard", "TJQ", None, None, None),
    "four ranks": ("cats-dogs-and-skeet", "2579", None, None, None),
    "two jokers": ("standard", "JQK", 2, None, None),
    "a bug": ("skeet", "QKA", 1, "orthodox", None),
    "one-eyed jacks wild": ("four-flush", "9JA", None, None, "one-eyed-jacks"),
    "a rank and a joker wild": ("soko", "2KA", 1, None, "2"),
}
"""Decks of 12 to 16 cards: ruleset, ranks, jokers, bug, wild cards."""


TINY = ("three ranks", "two jokers", "one-eyed jacks wild")


def ranking_of(name: str) -> Ranking:
    """Return the compiled ruleset of one of the decks."""
    ruleset, ranks, jokers, bug, wild = DECKS[name]
    deck = with_wild(parse_deck(ranks), jokers, bug, wild)
    return compile_ruleset(replace(load_ruleset(ruleset), deck=deck))


def random_values(ranking: Ranking, seed: int) -> np.ndarray:
    """Return a value for each strength, none like another."""
    return np.random.default_rng(seed).random(ranking.n_strengths + 1)


def summed(n: int, strengths: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Sum with the kernel; what was in the array before does not count."""
    sums = np.full(int(offsets(n)[-1]), np.nan)
    sum_subsets(n, strengths, values, sums)
    return sums


def groups_of(masks: tuple[int, ...]) -> np.ndarray:
    return np.array([masks.index(mask) for mask in masks])


def results() -> dict[str, np.ndarray]:
    """Run every kernel on small decks."""
    found: dict[str, np.ndarray] = {}
    for name in TINY:
        ranking = ranking_of(name)
        deck = ranking.deck
        # Ten cards are few enough for plain Python; jokers and wild cards stay among them.
        cards = np.sort(np.concatenate([deck.cards[:3], deck.cards[-7:]]))
        tables, n_hands = tables_of(ranking.ruleset), comb(10, 5)
        strengths, marks = np.zeros(n_hands, dtype=np.uint16), np.zeros(n_hands, dtype=np.uint64)
        rank_all(cards, tables, strengths)
        signatures(cards, groups_of(deck.suit_masks), marks)
        sums = summed(10, strengths, random_values(ranking, 9))
        every, numbers = np.arange(n_hands), np.zeros(comb(8, 5), dtype=np.int64)
        holds, worth = np.zeros(n_hands, dtype=np.uint8), np.zeros(n_hands)
        best_holds(10, sums, every, holds, worth)
        few_holds, few_worth = holds.copy(), worth.copy()
        best_holds(10, sums, every, few_holds, few_worth, 3)
        shares, counts = (np.zeros(ranking.n_strengths + 1) for _ in range(2))
        final_shares(10, every, np.full(n_hands, 1 / n_hands), holds, strengths, shares)
        drawn = counts.astype(np.int64)
        for size in range(6):
            count_draws(cards[:size], cards[5:], 5 - size, tables, drawn)
        numbers_in(np.array([0, 1, 3, 4, 5, 7, 8, 9]), numbers)
        arrays: tuple[np.ndarray, ...] = (
            strengths,
            marks,
            sums,
            holds,
            worth,
            few_holds,
            few_worth,
            shares,
            drawn,
            numbers,
        )
        found.update({f"{name} {i}": array for i, array in enumerate(arrays)})
    return found
