"""What a plan is going to do, and about how long it takes: what ``--dry-run`` tells."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from pokersim.cli.shared.batch import BatchOptions
from pokersim.cli.shared.options import usable_processors
from pokersim.cli.shared.simulations import simulation_of
from pokersim.cli.shared.storing import RunRequest, StoreChoice, goal_of, reading
from pokersim.report.job_sections import job_title
from pokersim.report.views.runs import Planned
from pokersim.runs.plan import shard_deals
from pokersim.runs.store import Store

MEASURED_SECONDS = 0.1
"""Deals are made for at least so long to learn how fast they are."""

_FIRST_DEALS = 1000


def planned(batch: Sequence[RunRequest], choice: StoreChoice, how: BatchOptions) -> list[Planned]:
    """Return what each job is going to do, beyond what is kept of it already."""
    if choice.none or not choice.path.exists():
        return [_planned(asked, how, None) for asked in batch]
    with reading(choice) as store:
        return [_planned(asked, how, store) for asked in batch]


def _planned(asked: RunRequest, how: BatchOptions, store: Store | None) -> Planned:
    asked = asked._replace(job=replace(asked.job))  # its tables go when it has been measured
    job, simulation = asked.job, simulation_of(asked.job)
    deals = asked.deals
    if asked.precision is not None and simulation.deals_needed is not None:
        deals = min(deals, simulation.deals_needed(asked.precision, asked.confidence))
    own = shard_deals(deals, job.chunk_deals, how.shard)
    kept = 0
    if store is not None:
        kept = min(own, store.deals(goal_of(asked._replace(deals=deals))))
    simulation.prepare(how.common.quiet)
    seconds = (own - kept) / _speed(job) / min(how.threads, usable_processors())
    tables = [table for table, missing in simulation.tables.items() if not missing]
    chunks = -(-(own - kept) // job.chunk_deals)
    return Planned(job_title(job), tables, own, asked.precision, kept, chunks, seconds)


def _speed(job: Any) -> float:
    """Return about how many deals a second one thread makes."""
    job.count_chunk(0, 1)  # whatever is compiled or worked out once
    n_deals: int = min(_FIRST_DEALS, job.chunk_deals)
    while True:
        started = perf_counter()
        job.count_chunk(0, n_deals)
        seconds = perf_counter() - started
        if seconds >= MEASURED_SECONDS or n_deals == job.chunk_deals:
            return n_deals / max(seconds, 1e-9)
        n_deals = min(4 * n_deals, job.chunk_deals)
