"""The same chunks counted by two threads and by two workers of a cluster, and a future alone."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pokersim.games.spec import load_betting
from pokersim.rules.loader import load_ruleset
from pokersim.runs.cluster import AHEAD, BATCH, Cluster, open_cluster
from pokersim.runs.execute import Counters, Run, Threads
from pokersim.runs.worker import ticket_of
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.betting.players import policies_of
from pokersim.studies.simulate.game_jobs import StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob

pytest.importorskip("distributed", reason="the extra cluster is not installed")

BOTH = (load_ruleset("standard"), load_ruleset("cats-and-dogs"))
JOBS: dict[str, Any] = {
    "showdown-2": ShowdownJob(BOTH[:1], 2, 1),
    "showdown-6": ShowdownJob(BOTH, 6, 1),
    "stud-2": StudJob(BOTH[:1], 2, 1),
    "money-6": BettingJob(load_betting("five-card-stud"), BOTH, policies_of(("tight",), 6), 1),
}

N_WORKERS = 2
N_CHUNKS = N_WORKERS * BATCH


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Give two processes of this machine with a thread each."""
    with open_cluster(f"local:{N_WORKERS}") as opened:
        yield opened


@pytest.mark.parametrize("by", ["threads", "cluster"])
@pytest.mark.parametrize("name", JOBS)
def test_run(rated: Callable[..., object], cluster: Cluster, name: str, by: str) -> None:
    """As many chunks as fill a batch of each worker; the last batches of a run are smaller."""
    job = JOBS[name]
    counters: Counters = cluster if by == "cluster" else Threads(N_WORKERS)

    def run() -> None:
        for _ in counters.steps(Run[Any](job, N_CHUNKS * job.chunk_deals)):
            pass

    rated(N_CHUNKS, "chunks", run, rounds=2)


def test_futures(rated: Callable[..., object], cluster: Cluster) -> None:
    """Batches with no chunk in them: what a future costs."""
    ticket, n_futures = ticket_of(JOBS["showdown-2"]), 100

    def run() -> None:
        waiting: list[Any] = []
        for _ in range(n_futures):
            if len(waiting) == AHEAD * N_WORKERS:
                cluster.counts_of(waiting.pop(0))
            waiting.append(cluster.send(ticket, []))
        for future in waiting:
            cluster.counts_of(future)

    rated(n_futures, "futures", run)
