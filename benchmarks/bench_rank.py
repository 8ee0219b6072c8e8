"""Ranking arrays of hands, one core: random hands in, strengths out."""

from collections.abc import Callable

import numpy as np
import pytest

from pokersim.kernels.rank import rank_hands
from pokersim.rules.loader import load_ruleset
from pokersim.studies.rank import tables_of

N_HANDS = 1_000_000

# A ruleset with four-flushes has to look at the suits of one hand in twenty more.
RULESETS = [
    ("standard",),
    ("four-flush",),
    ("standard", "cats-and-dogs"),
    ("standard", "soko"),
]


@pytest.fixture(scope="module")
def cards() -> np.ndarray:
    """Return ``uint8[N_HANDS, 5]`` random hands."""
    # The five lowest of 52 random numbers are a random hand; by parts, to save memory.
    rng = np.random.default_rng(1)
    parts = [rng.random((10_000, 52)).argpartition(5, axis=1)[:, :5] for _ in range(100)]
    return np.ascontiguousarray(np.concatenate(parts).astype(np.uint8))


@pytest.mark.parametrize("names", RULESETS, ids="+".join)
def test_rank_hands(
    rated: Callable[..., object], cards: np.ndarray, names: tuple[str, ...]
) -> None:
    """Rank under every ruleset; a hand counts once however many there are."""
    tables = tables_of(tuple(load_ruleset(name) for name in names))
    strengths = np.zeros((len(cards), len(names)), dtype=np.uint16)
    assert rated(len(cards), "hands", rank_hands, cards, tables, strengths) == -1
