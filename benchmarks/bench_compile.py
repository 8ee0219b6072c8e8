"""Compiling a ruleset, from its records to the arrays that kernels read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.packs import playing
from pokersim import packing
from pokersim.rules.compile import cache, classes, compiler, multisets
from pokersim.rules.compile import deal_classes as dealt
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import rank_tables
from pokersim.rules.compile.stored_tables import stored_tables
from pokersim.rules.ruleset import Ruleset

CASES = [
    ("standard", "52", 5),
    ("skeet", "52", 5),
    ("soko", "52", 5),
    ("standard", "52", 7),
    ("standard", "2 jokers", 7),
    ("skeet", "2 jokers", 7),
    ("soko", "deuces", 7),
]
SEVEN = [case for case in CASES if case[2] == 7]

cases = pytest.mark.parametrize(("name", "pack", "size"), CASES)
seven_cards = pytest.mark.parametrize(("name", "pack", "size"), SEVEN)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep tables in a folder that is empty at first."""
    monkeypatch.setattr(cache, "folder", lambda kind: tmp_path / kind)
    return tmp_path / "tables"


def forget() -> None:
    """Empty every cache of the memory that a new process finds empty."""
    for module in (classes, compiler, dealt, multisets, packing):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def compile_first(ruleset: Ruleset, size: int) -> None:
    """Compile as the first ruleset of a process, tables included, none of them on the disk."""
    forget()
    rank_tables([compile_ruleset(ruleset)], size)


def compile_next(ruleset: Ruleset, size: int) -> None:
    """Compile as a later ruleset with the same deck, tables included."""
    rank_tables([compile_ruleset.__wrapped__(ruleset)], size)


def compile_and_keep(ruleset: Ruleset, size: int, folder: Path) -> None:
    """Compile as the first ruleset of a process, and write its tables to the disk."""
    forget()
    for path in folder.glob("*"):
        path.unlink()
    stored_tables([compile_ruleset(ruleset)], size)


def compile_and_read(ruleset: Ruleset, size: int) -> None:
    """Compile as the first ruleset of a process, and read its tables from the disk."""
    forget()
    stored_tables([compile_ruleset(ruleset)], size)


@cases
def test_compile_first_ruleset(
    rated: Callable[..., object], name: str, pack: str, size: int
) -> None:
    """Find the classes of the deck and lay out the tables as well."""
    rated(1, "rulesets", compile_first, playing(name, pack), size)


@cases
def test_compile_next_ruleset(
    rated: Callable[..., object], name: str, pack: str, size: int
) -> None:
    """Judge the classes and fill a column."""
    rated(1, "rulesets", compile_next, playing(name, pack), size)


@seven_cards
def test_compile_with_cold_cache(
    rated: Callable[..., object], own_folder: Path, name: str, pack: str, size: int
) -> None:
    """Compile, fill the tables and write them."""
    rated(1, "rulesets", compile_and_keep, playing(name, pack), size, own_folder)


@seven_cards
def test_compile_with_warm_cache(
    rated: Callable[..., object], name: str, pack: str, size: int
) -> None:
    """Compile, and read the tables."""
    rated(1, "rulesets", compile_and_read, playing(name, pack), size)
