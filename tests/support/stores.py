"""What the tests of stores share: small jobs, runs that are kept, and the commands on them."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
import pytest

from pokersim.errors import PokersimError
from pokersim.games.spec import load_betting
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.runs.execute import Run
from pokersim.runs.jobs import job_data, job_key, job_of
from pokersim.runs.plan import WHOLE, Shard
from pokersim.runs.store import Goal, Store, StoredJob, StoredRun, run_id
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.betting.players import policies_of
from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob
from support.commands import run_here

SMALL_CHUNK = 1000
BOTH = (load_ruleset("standard"), load_ruleset("cats-and-dogs"))
SHORT = tuple(play_with(ruleset, parse_deck("32")) for ruleset in BOTH)
JOB = ShowdownJob(BOTH, 3, seed=5)
KINDS: dict[str, Any] = {
    "showdown": JOB,
    "draw": DrawJob(SHORT, 2, 5, ("simple",)),
    "stud": StudJob(BOTH, 4, 5),
    "money": BettingJob(
        load_betting("five-card-stud"), BOTH, policies_of(("rock", "maniac"), 2), 5, stack=20
    ),
}


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut showdowns into chunks of a thousand deals."""
    monkeypatch.setattr("pokersim.studies.simulate.showdown_job.CHUNK_DEALS", SMALL_CHUNK)


def goal_of(job: Any, n_deals: int) -> Goal:
    """Give what is asked of a job."""
    return Goal(job_key(job_data(job)), job.chunk_deals, n_deals, None, 0.95)


def run_record(job: Any, n_deals: int, shard: Shard = WHOLE) -> StoredRun:
    """Give the record of a run of one job."""
    goals = (goal_of(job, n_deals),)
    time = "2026-01-31 12:00:00"
    return StoredRun(run_id(goals), "a run", goals, *shard, job.seed, "0", time, time)


def keep(store: Store, job: Any, n_deals: int, shard: Shard = WHOLE) -> Run[Any]:
    """Count a job, keep it in a store, and give the run."""
    data = job_data(job)
    store.put_run(run_record(job, n_deals, shard), {job_key(data): data})
    run = Run(job, n_deals, kept=StoredJob(store, job_key(data), job), shard=shard)
    list(run.steps(2))
    store.flush()
    return run


def taken(store: Store, job: Any, n_deals: int) -> Run[Any]:
    """Give a run of what is kept of a job, and no more."""
    run: Run[Any] = Run(job, n_deals, kept=StoredJob(store, job_key(job_data(job)), job))
    run.take_kept()
    return run


def undisturbed(job: Any, n_deals: int) -> Any:
    """Give the counts of a job on one thread without a store."""
    run: Run[Any] = Run(job, n_deals)
    list(run.steps(1))
    return run.counts


def same(left: Sequence[np.ndarray], right: Sequence[np.ndarray]) -> bool:
    """Tell whether counts are equal to the digit."""
    return all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))


def use(path: Path) -> Any:
    """Do with a store's only run what `runs resume` does; give the counts, or the error."""
    try:
        store = Store(path)
    except PokersimError as error:
        return error
    try:
        runs = store.runs()
        if not runs:
            return None
        goal = runs[0].goals[0]
        job = job_of(store.job(goal.job))
        run: Run[Any] = Run(job, goal.deals, kept=StoredJob(store, goal.job, job))
        list(run.steps(1))
        return run.counts
    except PokersimError as error:
        return error
    finally:
        with suppress(PokersimError):  # what waits can't be written where what was read failed
            store.close()


def rows(*args: str) -> Any:
    """Run a command in this process and give the rows of its json."""
    done = run_here([*args, "-f", "json"])
    assert done.code == 0, done.err
    return json.loads(done.out)["rows"]


def listed(store: str) -> list[dict[str, Any]]:
    """Give the runs of a store, as `runs list` has them."""
    found: list[dict[str, Any]] = rows("runs", "list", "--store", store)
    return found


def users_store() -> Path:
    """Give the store that is used where none is named."""
    return Path(platformdirs.user_data_dir("pokersim")) / "runs.sqlite"
