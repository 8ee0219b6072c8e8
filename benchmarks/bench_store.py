"""What it costs to keep a run: the same chunks counted with a store and without, and the store."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pokersim.games.spec import load_betting
from pokersim.rules.loader import load_ruleset
from pokersim.runs.execute import Run
from pokersim.runs.jobs import counts_bytes, counts_of
from pokersim.runs.plan import Chunk
from pokersim.runs.store import Store, StoredJob
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.betting.players import policies_of
from pokersim.studies.simulate.game_jobs import StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob

BOTH = (load_ruleset("standard"), load_ruleset("cats-and-dogs"))
JOBS: dict[str, Any] = {
    "showdown-2": ShowdownJob(BOTH[:1], 2, 1),
    "showdown-10": ShowdownJob(BOTH, 10, 1),
    "stud-2": StudJob(BOTH[:1], 2, 1),
    "money-6": BettingJob(load_betting("five-card-stud"), BOTH, policies_of(("tight",), 6), 1),
}
N_CHUNKS = {"showdown-2": 4, "showdown-10": 2, "stud-2": 8, "money-6": 1}


@pytest.mark.parametrize("kept", [False, True], ids=["counted", "kept"])
@pytest.mark.parametrize("name", JOBS)
def test_run(rated: Callable[..., object], tmp_path: Path, name: str, kept: bool) -> None:
    """A few chunks on one thread, and what they counted brought to the disk."""
    job, numbers = JOBS[name], count()

    def run() -> None:
        store = Store(tmp_path / f"{next(numbers)}.sqlite") if kept else None
        stored: StoredJob[Any] | None = StoredJob(store, "job", job) if store else None
        for _ in Run(job, N_CHUNKS[name] * job.chunk_deals, kept=stored).steps(1):
            pass
        if store:
            store.close()

    rated(N_CHUNKS[name], "chunks", run)


@pytest.mark.parametrize("name", JOBS)
def test_pack(rated: Callable[..., object], name: str) -> None:
    """Counts to bytes and back."""
    counts, zeros = JOBS[name].count_chunk(0, 10_000), JOBS[name].no_counts()
    rated(1, "chunks", lambda: counts_of(counts_bytes(counts), zeros))


def test_commit(rated: Callable[..., object], tmp_path: Path) -> None:
    """A chunk in a transaction of its own: what the disk takes."""
    store, numbers = Store(tmp_path / "runs.sqlite"), count()
    counts = counts_bytes(JOBS["stud-2"].count_chunk(0, 10_000))

    def commit() -> None:
        store.put_chunk("job", Chunk(next(numbers), 1), counts)
        store.flush()

    rated(1, "commits", commit)
    store.close()


def test_resume(rated: Callable[..., object], tmp_path: Path) -> None:
    """Chunks that are kept, read, checked and added."""
    store, job = Store(tmp_path / "runs.sqlite"), JOBS["stud-2"]
    counts = counts_bytes(job.count_chunk(0, 10_000))
    for number in range(1000):
        store.put_chunk("job", Chunk(number, job.chunk_deals), counts)
    store.flush()

    def resume() -> None:
        Run(job, 1000 * job.chunk_deals, kept=StoredJob(store, "job", job)).take_kept()

    rated(1000, "chunks", resume)
    store.close()
