"""The draw: the whole policy solved, told in rules, and the holds of one hand."""

from collections.abc import Callable

import pytest

from benchmarks.packs import playing
from pokersim.cards import parse_cards
from pokersim.studies.draw.holds import best_policy, draw_rows, solve_policy
from pokersim.studies.draw.joint import HoldJob, exact_rows
from pokersim.studies.draw.rule_list import find_rule_list

HAND = parse_cards("Kc Jd Th 8s 8c")
GAMES = [("standard", "52"), ("cats-dogs-and-skeet", "52"), ("standard", "deuces")]
N_DEALS = 20_000


@pytest.mark.parametrize(("name", "pack"), GAMES)
def test_solve_policy(rated: Callable[..., object], name: str, pack: str) -> None:
    """Solve a policy anew."""
    rated(1, "policies", solve_policy.__wrapped__, playing(name, pack), 1)


@pytest.mark.parametrize(("name", "pack"), GAMES)
def test_advise(rated: Callable[..., object], name: str, pack: str) -> None:
    """Tell a policy in rules."""
    rated(1, "policies", find_rule_list, best_policy(playing(name, pack), 1))


@pytest.mark.parametrize("against", ["best", "pat"])
def test_draw_rows(rated: Callable[..., object], against: str) -> None:
    """Work out the holds of a hand in the model, the policy at hand."""
    rated(1, "hands", draw_rows, HAND, playing("standard", "52"), 1, against)


def test_exact_rows(rated: Callable[..., object]) -> None:
    """Count every deal against one who stands pat, for all holds of a hand."""
    rated(1, "hands", exact_rows, draw_rows(HAND, playing("standard", "52"), 1, "pat"))


@pytest.mark.parametrize("opponents", [1, 4, 8])
def test_sample_draws(rated: Callable[..., object], opponents: int) -> None:
    """Deal the draw out at random, all holds on the same deals."""
    job = HoldJob(tuple(draw_rows(HAND, playing("standard", "52"), opponents)), 1)
    job.no_counts()
    rated(N_DEALS, "deals", job.count_chunk, 0, N_DEALS)
