"""The public names: each is there, and whole answers are those of their steps."""

from collections.abc import Mapping
from typing import Any

import pytest

import pokersim
from pokersim.errors import CardSyntaxError

# 36 cards have a third of the draws of 52.
STANDARD = pokersim.play_with(pokersim.load_ruleset("standard"), pokersim.parse_deck("36"))
PAIR = "9c9dAh7s6c"


def test_every_public_name_is_there() -> None:
    assert set(pokersim.__all__) == {*pokersim._HOMES, "__version__"}
    assert [name for name in pokersim.__all__ if getattr(pokersim, name) is None] == []


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'find_folds'"):
        pokersim.__getattr__("find_folds")


@pytest.mark.parametrize(
    ("options", "method"),
    [({}, "exact"), ({"budget": 1000}, "model"), ({"n_deals": 2000, "seed": 7}, "sampled")],
)
def test_holds_are_found_exactly_unless_another_way_is_chosen(
    options: Mapping[str, Any], method: str
) -> None:
    rows = pokersim.find_holds(PAIR, STANDARD, against="pat", **options)
    assert {row.method for row in rows} == {method}
    assert len({row.hold for row in rows}) == 32
    assert rows[0].hold in ("9d 9c", "Ah 9d 9c")


def test_dead_cards_are_never_drawn() -> None:
    rows = pokersim.find_holds(PAIR, STANDARD, against="pat", dead="9h 9s")
    (pair,) = (row for row in rows if row.hold == "9d 9c")
    assert "four-of-a-kind" not in [combination.id for combination, _ in pair.classes]


def test_a_dead_card_of_the_hand_is_refused() -> None:
    with pytest.raises(CardSyntaxError, match="'9c' appears twice"):
        pokersim.find_holds(PAIR, STANDARD, dead="9c")
