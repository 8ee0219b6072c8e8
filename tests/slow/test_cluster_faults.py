"""Faults of a cluster in mid-run: workers that leave, join or differ, and a lost scheduler."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokersim import __version__
from pokersim.errors import ClusterError
from pokersim.runs import cluster as module
from pokersim.runs.cluster import AHEAD, open_cluster
from pokersim.runs.execute import Run
from support.clusters import (
    RealCluster,
    assert_same,
    counted,
    freeze,
    quick_job,
    real_cluster,
    until,
)

pytest.importorskip("distributed", reason="the extra cluster is not installed")

OTHER_VERSION = "import pokersim\npokersim.__version__ = '0.0.1'\n"
NO_PROGRAM = "import sys\nsys.modules['pokersim'] = None\n"
OTHER_COUNTS = """
from pokersim.studies.simulate.showdown_job import ShowdownJob
def count_another(job, number, n_deals, count=ShowdownJob.count_chunk):
    return count(job, number + 1, n_deals)
ShowdownJob.count_chunk = count_another
"""
FAILS = """
from pokersim.runs import worker
def fail(ticket):
    raise MemoryError("no memory")
worker._opened = fail
"""


BATCH = 2


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", BATCH)
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.5)


@pytest.fixture
def real(tmp_path: Path) -> Iterator[RealCluster]:
    with real_cluster(tmp_path, n_workers=1) as cluster:
        yield cluster


def test_a_worker_killed_in_mid_run_changes_no_count(real: RealCluster) -> None:
    job, second = quick_job(), real.add_worker()
    n_deals = 4 * AHEAD * BATCH * job.chunk_deals
    with open_cluster(real.address) as cluster:
        until(lambda: cluster._count_threads() == 2)
        run: Run[Any] = Run(job, n_deals)
        steps = cluster.steps(run)
        next(steps)
        second.kill()
        for _ in steps:
            pass
        assert cluster._count_threads() == 1
    assert_same(run, counted(job, n_deals))


def test_a_worker_that_joins_in_mid_run_continues_alone_when_the_first_is_killed(
    tmp_path: Path,
) -> None:
    job = quick_job()
    n_deals = 2 * AHEAD * BATCH * job.chunk_deals
    with real_cluster(tmp_path, n_workers=0) as real, open_cluster(real.address) as cluster:
        first = real.add_worker()
        run: Run[Any] = Run(job, n_deals)
        steps = cluster.steps(run)
        next(steps)
        real.add_worker()
        until(lambda: cluster._count_threads() == 2)
        assert run.done < n_deals
        first.kill()
        for _ in steps:
            pass
    assert_same(run, counted(job, n_deals))


@pytest.mark.parametrize("frozen", [False, True], ids=["killed", "frozen"])
def test_what_was_counted_stays_when_the_scheduler_is_lost(
    frozen: bool, real: RealCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = quick_job()
    with open_cluster(real.address) as cluster:
        run: Run[Any] = Run(job, job.max_deals)
        steps = cluster.steps(run)
        next(steps)
        monkeypatch.setattr(module, "ANSWER_SECONDS", 1)
        monkeypatch.setattr(module, "JOIN_SECONDS", 1)
        freeze(real.scheduler) if frozen else real.scheduler.kill()
        with pytest.raises(ClusterError, match=f"scheduler {real.address} was lost"):
            for _ in steps:
                pass
    assert run.done >= job.chunk_deals
    assert_same(run, counted(job, run.done))
    for _ in run.steps(1):  # it continues where it was
        break
    assert_same(run, counted(job, run.done))


def test_a_run_without_workers_waits_for_one_and_then_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "JOIN_SECONDS", 1)
    with (
        real_cluster(tmp_path, n_workers=0) as real,
        open_cluster(real.address) as cluster,
        pytest.raises(ClusterError, match=f"no workers\n.*: dask worker {real.address}"),
    ):
        next(cluster.steps(Run(quick_job(), 1000)))


def test_when_the_last_worker_is_killed_the_run_ends(
    real: RealCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = quick_job()
    with open_cluster(real.address) as cluster:
        run: Run[Any] = Run(job, job.max_deals)
        steps = cluster.steps(run)
        next(steps)
        monkeypatch.setattr(module, "JOIN_SECONDS", 1)
        real.workers[0].kill()
        with pytest.raises(ClusterError, match="no workers"):
            for _ in steps:
                pass
    assert_same(run, counted(job, run.done))


@pytest.mark.parametrize(
    ("preload", "said"),
    [
        (OTHER_VERSION, f"has pokersim 0.0.1, and {__version__} is asked for"),
        (NO_PROGRAM, "can't load it: "),
        (OTHER_COUNTS, "counts otherwise in the first 1,000 deals of the job"),
    ],
    ids=["version", "none", "counts"],
)
def test_a_worker_that_differs_is_named(preload: str, said: str, tmp_path: Path) -> None:
    with real_cluster(tmp_path, n_workers=0) as real, open_cluster(real.address) as cluster:
        real.add_worker(preload)
        run: Run[Any] = Run(quick_job(), 10_000)
        with pytest.raises(ClusterError, match=f"the worker tcp://127.0.0.1:[0-9]+ {said}"):
            next(cluster.steps(run))
        assert run.done == 0


def test_a_worker_of_another_version_is_named_if_it_joins_in_mid_run(real: RealCluster) -> None:
    job = quick_job()
    with open_cluster(real.address) as cluster:
        run: Run[Any] = Run(job, job.max_deals)
        steps = cluster.steps(run)
        next(steps)
        real.add_worker(OTHER_VERSION)
        with pytest.raises(ClusterError, match=r"the worker tcp://127.0.0.1:[0-9]+ has pokersim"):
            for _ in steps:
                pass
    assert_same(run, counted(job, run.done))


def test_a_worker_without_the_program_that_joins_in_mid_run_is_ignored(real: RealCluster) -> None:
    job = quick_job()
    with open_cluster(real.address) as cluster:
        run: Run[Any] = Run(job, job.max_deals)
        steps = cluster.steps(run)
        next(steps)
        stranger = real.add_worker(NO_PROGRAM)
        until(lambda: next(steps) and stranger.poll() is not None)
        for _ in range(2 * AHEAD * BATCH):
            next(steps)
    assert_same(run, counted(job, run.done))


def test_a_worker_that_fails_is_named(tmp_path: Path) -> None:
    with real_cluster(tmp_path, n_workers=0) as real, open_cluster(real.address) as cluster:
        real.add_worker(FAILS)
        with pytest.raises(ClusterError, match=r"the worker \S+ failed: MemoryError: no memory"):
            next(cluster.steps(Run(quick_job(), 10_000)))
