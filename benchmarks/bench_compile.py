"""Compiling a ruleset, from its records to the arrays that kernels read."""

from collections.abc import Callable

import pytest

from pokersim import packing, tables
from pokersim.rules import compiler
from pokersim.rules.compiler import compile_ruleset, rank_tables
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset

NAMES = ["standard", "skeet", "soko"]
N_CLASSES = 16_757


def forget() -> None:
    """Empty every cache that a new process finds empty."""
    for cached in (compiler._deck_classes, packing.slots, tables.paths, tables.four_index):
        cached.cache_clear()


def compile_cold(ruleset: Ruleset) -> None:
    """Compile as the first ruleset of a process, tables included."""
    forget()
    rank_tables([compile_ruleset.__wrapped__(ruleset)])


def compile_next(ruleset: Ruleset) -> None:
    """Compile as a later ruleset with the same deck, tables included."""
    rank_tables([compile_ruleset.__wrapped__(ruleset)])


@pytest.mark.parametrize("name", NAMES)
def test_compile_first_ruleset(rated: Callable[..., object], name: str) -> None:
    """Find the classes of the deck and lay out the tables as well."""
    rated(N_CLASSES, "classes", compile_cold, load_ruleset(name))


@pytest.mark.parametrize("name", NAMES)
def test_compile_next_ruleset(rated: Callable[..., object], name: str) -> None:
    """Judge the classes and fill a column."""
    rated(N_CLASSES, "classes", compile_next, load_ruleset(name))
