"""What the tests of simulations share: rulesets, jobs, and rows by name."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pokersim.kernels.showdown.records import ShowdownCounts
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import catalogue, load_ruleset, shipped_names
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.simulate.showdown_job import ShowdownJob
from pokersim.studies.simulate.summary import (
    GroupRow,
    TallyRow,
)

N_DEALS = 20_000
STANDARD = load_ruleset("standard")
CATS = load_ruleset("cats-and-dogs")
SKEET = load_ruleset("skeet")
SOKO = load_ruleset("soko")
ROYAL_FLUSH = catalogue()["royal-flush"]
SHIPPED = tuple(load_ruleset(name) for name in shipped_names())


@lru_cache
def played(rulesets: tuple[Ruleset, ...], n_players: int) -> tuple[ShowdownJob, ShowdownCounts]:
    """Give a job and the counts of a few deals of it."""
    job = ShowdownJob(rulesets, n_players, seed=8)
    return job, job.count_chunk(0, N_DEALS)


def renamed(ruleset: Ruleset, name: str) -> Ruleset:
    """Give the same rules under another name."""
    return replace(ruleset, name=name)


def with_deck(ruleset: Ruleset, deck: str) -> Ruleset:
    """Give the same rules for another deck."""
    return replace(ruleset, deck=parse_deck(deck))


def dealt_of(rows: Sequence[TallyRow], ruleset: Ruleset) -> dict[str, TallyRow]:
    """Give the rows of hands dealt under a ruleset by combination."""
    return {
        row.combination.id: row for row in rows if row.stage == "dealt" and row.ruleset == ruleset
    }


def groups_of(rows: Sequence[GroupRow], ruleset: Ruleset) -> dict[str, GroupRow]:
    """Give the rows of groups under a ruleset by the name of the group."""
    return {row.group.id: row for row in rows if row.ruleset == ruleset}
