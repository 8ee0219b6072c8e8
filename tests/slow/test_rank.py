"""All decks and sizes of hand under rulesets of all sorts; the quick tier has one for each deck."""

import pytest

from support.decks import DECKS, best_five_miss


@pytest.mark.parametrize("name", ["standard", "skeet-over-flush", "cats-dogs-and-skeet", "soko"])
def test_hands_are_worth_the_best_five_of_their_cards(name: str) -> None:
    misses = [best_five_miss(deck_name, name, size) for deck_name in DECKS for size in (5, 6, 7)]
    assert [miss for miss in misses if miss] == []
