"""Dealing, ranking, showing down and counting, one core: what `pokersim simulate` does."""

from collections.abc import Callable

import pytest

from pokersim.rules.loader import load_ruleset
from pokersim.studies.showdown import ShowdownJob

N_HANDS = 600_000

RULESETS = [("standard",), ("standard", "cats-and-dogs"), ("standard", "soko")]


@pytest.mark.parametrize("names", RULESETS, ids="+".join)
@pytest.mark.parametrize("n_players", [1, 2, 6])
def test_count_showdowns(
    rated: Callable[..., object], n_players: int, names: tuple[str, ...]
) -> None:
    """Count deals; the rate is in hands, so divide by the players for deals."""
    job = ShowdownJob(tuple(load_ruleset(name) for name in names), n_players, seed=1)
    rated(N_HANDS, "hands", job.count_chunk, 0, N_HANDS // n_players)
