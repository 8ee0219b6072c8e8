"""Dealing, ranking, showing down and counting, one core: what `pokersim simulate` does."""

from collections.abc import Callable

import pytest

from benchmarks.packs import playing
from pokersim.studies.showdown import ShowdownJob

N_HANDS = 600_000

RULESETS = [("standard",), ("standard", "cats-and-dogs"), ("standard", "soko")]
WILD = [("52", 7), ("2 jokers", 5), ("2 jokers", 7), ("deuces", 7)]


def deal(
    rated: Callable[..., object],
    names: tuple[str, ...],
    n_players: int,
    pack: str = "52",
    n_cards: int = 5,
) -> None:
    """Count the deals that so many hands are enough for."""
    job = ShowdownJob(tuple(playing(name, pack) for name in names), n_players, 1, n_cards)
    rated(N_HANDS, "hands", job.count_chunk, 0, N_HANDS // n_players)


@pytest.mark.parametrize("names", RULESETS, ids="+".join)
@pytest.mark.parametrize("n_players", [1, 2, 6])
def test_count_showdowns(
    rated: Callable[..., object], n_players: int, names: tuple[str, ...]
) -> None:
    """Count deals; the rate is in hands, so divide by the players for deals."""
    deal(rated, names, n_players)


@pytest.mark.parametrize("names", [RULESETS[0], RULESETS[2]], ids="+".join)
@pytest.mark.parametrize(("pack", "n_cards"), WILD)
def test_count_wild_showdowns(
    rated: Callable[..., object], pack: str, n_cards: int, names: tuple[str, ...]
) -> None:
    """Count deals between two players with wild cards or more of them."""
    deal(rated, names, 2, pack, n_cards)
