"""Ranking arrays of hands, one core: random hands in, strengths out."""

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.packs import PACKS, playing, random_hands
from pokersim.kernels.rank import rank_hands
from pokersim.kernels.strength_index import shape_of
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import rank_tables

N_HANDS = 1_000_000

# A ruleset with four-flushes has to look at the suits of one hand in twenty more, of seven cards
# of one in five more.
RULESETS = [
    ("standard",),
    ("four-flush",),
    ("standard", "cats-and-dogs"),
    ("standard", "soko"),
]
WILD = [
    (pack, size, name)
    for pack in ("1 joker", "2 jokers", "bug", "deuces", "lowest", "hole")
    for size in (5, 7)
    for name in ("standard", "four-flush")
]


def rank(rated: Callable[..., object], names: tuple[str, ...], size: int, pack: str = "52") -> None:
    """Rank a million random hands under some rulesets."""
    rankings = [compile_ruleset(playing(name, pack)) for name in names]
    cards = random_hands(PACKS[pack], size, N_HANDS)
    strengths = np.zeros((N_HANDS, len(names)), dtype=np.uint16)
    tables = rank_tables(rankings, size)
    assert rated(N_HANDS, "hands", rank_hands, cards, shape_of(size), tables, strengths) == -1


@pytest.mark.parametrize("names", RULESETS, ids="+".join)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_rank_hands(rated: Callable[..., object], size: int, names: tuple[str, ...]) -> None:
    """Rank under every ruleset; a hand counts once however many there are."""
    rank(rated, names, size)


@pytest.mark.parametrize(("pack", "size", "name"), WILD)
def test_rank_wild_hands(rated: Callable[..., object], pack: str, size: int, name: str) -> None:
    """Rank hands of a deck with wild cards."""
    rank(rated, (name,), size, pack)
