"""Every deal to two players counted: equities and changed winners of a comparison."""

from collections.abc import Callable

import pytest

from benchmarks.packs import playing
from pokersim.studies.compare import compare_job
from pokersim.studies.pairwise import count_pairs, n_showdowns

CASES = [("skeet", "52"), ("cats-dogs-and-skeet", "52"), ("skeet", "2 jokers"), ("skeet", "deuces")]


@pytest.mark.parametrize(("name", "pack"), CASES)
def test_count_pairs(rated: Callable[..., object], name: str, pack: str) -> None:
    """Count every deal under standard and another ruleset, their tables at hand."""
    job = compare_job((playing("standard", pack), playing(name, pack)), "showdown", 2, seed=0)
    _ = job.tables, job.group_tables
    rated(n_showdowns(job), "deals", count_pairs, job)
