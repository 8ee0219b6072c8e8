"""Dealing, drawing, ranking, showing down and counting, one core: what `pokersim simulate` does."""

from collections.abc import Callable

import pytest

from benchmarks.packs import playing
from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob

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


@pytest.mark.parametrize("names", RULESETS[:2], ids="+".join)
@pytest.mark.parametrize("n_players", [2, 6, 10])
def test_count_draws(rated: Callable[..., object], n_players: int, names: tuple[str, ...]) -> None:
    """Count deals of five-card draw by the best policy; with ten the stock always runs out."""
    job = DrawJob(tuple(playing(name, "52") for name in names), n_players, 1, ("best",))
    rated(N_HANDS, "hands", job.count_chunk, 0, N_HANDS // n_players)


@pytest.mark.parametrize("n_players", [2, 14])
def test_count_studs(rated: Callable[..., object], n_players: int) -> None:
    """Count deals of five-card stud."""
    job = StudJob((playing("standard", "52"),), n_players, 1)
    rated(N_HANDS, "hands", job.count_chunk, 0, N_HANDS // n_players)
