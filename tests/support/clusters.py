"""What the tests of the cluster share: a scheduler and workers that are processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from pokersim.rules.loader import load_ruleset
from pokersim.runs.execute import Run
from pokersim.studies.simulate.showdown_job import ShowdownJob
from support.process import clean_environment

SECONDS = 120
"""How long a process may take to start on a busy machine."""


class RealCluster:
    """A scheduler on the loopback interface, and workers with one thread each.

    Parameters
    ----------
    folder
        Where the processes keep their files.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._all: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            "dask_scheduler",
            "--host=127.0.0.1",
            "--port=0",
            "--no-dashboard",
            "--idle-timeout=600",  # if the test dies before it ends it
            f"--scheduler-file={file}",
        )
        until(file.exists)
        self.address: str = json.loads(file.read_text())["address"]

    def add_worker(self, preload: str = "") -> subprocess.Popen[bytes]:
        """Start a worker; it runs a piece of Python first."""
        more = []
        if preload:
            script = self._folder / f"preload_{len(self._all)}.py"
            script.write_text(preload)
            more = [f"--preload={script}"]
        where = f"--local-directory={self._folder}"
        one = ("--nthreads=1", "--no-nanny", "--no-dashboard", "--memory-limit=0")
        more += [where, "--death-timeout=60"]
        self.workers.append(self._start("dask_worker", self.address, *one, *more))
        return self.workers[-1]

    def stop(self) -> None:
        """End all processes that are left."""
        for process in self._all:
            process.kill()
            process.wait()

    def _start(self, program: str, *args: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *args]
        with (self._folder / "log.txt").open("ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, env=clean_environment())
        self._all.append(process)
        return process


@contextmanager
def real_cluster(folder: Path, n_workers: int) -> Iterator[RealCluster]:
    """Start a scheduler and workers, and end them after the body."""
    cluster = RealCluster(folder)
    try:
        for _ in range(n_workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.stop()


def until(holds: Any) -> None:
    """Wait until something holds."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def freeze(process: subprocess.Popen[bytes]) -> None:
    """Stop a process without ending it: what a machine without power or network looks like."""
    os.kill(process.pid, signal.SIGSTOP)


def quick_job(names: Sequence[str] = ("standard",), n_players: int = 1, seed: int = 5) -> Any:
    """Return a job whose chunks take a small part of a second."""
    return ShowdownJob(tuple(load_ruleset(name) for name in names), n_players, seed)


def counted(job: Any, n_deals: int) -> Run[Any]:
    """Count deals of a job on one thread of this process."""
    run: Run[Any] = Run(job, n_deals)
    for _ in run.steps(1):
        pass
    return run


def assert_same(run: Run[Any], other: Run[Any]) -> None:
    """Two runs have done the same deals and counted the same."""
    assert run.done == other.done
    for array, expected in zip(run.counts, other.counts, strict=True):
        np.testing.assert_array_equal(array, expected)
