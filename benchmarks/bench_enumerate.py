"""Counting every hand of a deck, one core: what `pokersim frequency --cards 7` waits for."""

from collections.abc import Callable
from math import comb

import pytest

from benchmarks.packs import PACKS, playing
from pokersim.rules.ruleset import Ruleset
from pokersim.studies import frequency

CASES = [
    ("standard", "52", 6),
    ("standard", "52", 7),
    ("four-flush", "52", 7),
    ("skeet", "52", 7),
    ("standard", "bug", 7),
    ("standard", "2 jokers", 7),
    ("standard", "deuces", 7),
    ("four-flush", "2 jokers", 7),
    ("standard", "lowest", 6),
]


def count(ruleset: Ruleset, n_cards: int) -> None:
    """Count all hands once more, with the tables at hand."""
    frequency._all_hands.cache_clear()
    frequency.count_frequencies(ruleset, n_cards)


@pytest.mark.parametrize(("name", "pack", "n_cards"), CASES)
def test_count_all_hands(rated: Callable[..., object], name: str, pack: str, n_cards: int) -> None:
    """Count strengths and combinations; the rate is in hands of the deck."""
    rated(comb(PACKS[pack].n_cards, n_cards), "hands", count, playing(name, pack), n_cards)
