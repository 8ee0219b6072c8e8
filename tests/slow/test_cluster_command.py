"""``--cluster``: the output of threads, and an end that loses nothing and says why."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.clusters import RealCluster, real_cluster, until
from support.commands import assert_refused, rows_of, run_here
from support.process import Finished, RunCli, clean_environment

pytest.importorskip("distributed", reason="the extra cluster is not installed")

GAME = ("simulate", "-r", "standard", "--players", "1", "--seed", "5", "-f", "csv")
ENDLESS = (*GAME, "-n", "4G")
CHUNK_DEALS = 1 << 20


@pytest.fixture
def real(tmp_path: Path) -> Iterator[RealCluster]:
    with real_cluster(tmp_path, n_workers=1) as cluster:
        yield cluster


def until_kept(store: Path, process: subprocess.Popen[str]) -> None:
    """Wait until some chunk of a run is on the disk."""

    def is_kept() -> bool:
        assert process.poll() is None, "it ended by itself"
        listed = run_here(["runs", "list", "--store", str(store), "-f", "csv"])
        kept = rows_of(listed.out, "csv")  # empty while the store is just being made
        return any(int(run["deals"]) > 0 for run in kept)

    until(is_kept)


def start(args: tuple[str, ...]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pokersim", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=clean_environment(),
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str]) -> Finished:
    out, err = process.communicate(timeout=120)
    return Finished(process.returncode, out, err)


def total_of(text: str) -> int:
    """Return the deals that the rows of a tally are of."""
    return int(rows_of(text, "csv")[0]["total"])


def test_processes_of_this_machine_print_what_threads_print(run_cli: RunCli) -> None:
    game = (*GAME, "-n", "5M", "--no-store")
    here, there = run_cli(game), run_cli((*game, "--cluster", "local:2"))
    assert (there.code, there.out, there.err) == (0, here.out, "")


def test_a_lost_scheduler_is_reported_and_what_was_counted_is_kept(
    real: RealCluster, run_cli: RunCli, tmp_path: Path
) -> None:
    store = tmp_path / "runs.sqlite"
    with start((*ENDLESS, "--store", str(store), "--cluster", real.address)) as process:
        until_kept(store, process)
        real.scheduler.kill()
        done = ended(process)
    assert done.code == 2
    assert f"Error: the connection to the scheduler {real.address} was lost" in done.err
    assert "Traceback" not in done.err
    assert "To go on: pokersim runs resume" in done.err
    deals = total_of(done.out)
    assert deals % CHUNK_DEALS == 0
    again = run_cli((*GAME, "-n", str(deals), "--no-store"))
    assert again.out == done.out
    more = (*GAME, "-n", str(deals + 1))
    grown = run_cli((*more, "--store", str(store), "-v"))
    assert f"{deals:,} of them before" in grown.err
    assert grown.out == run_cli((*more, "--no-store")).out


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_to_all_its_processes_ends_a_local_cluster_quietly(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    store = tmp_path / "runs.sqlite"
    with start((*ENDLESS, "--store", str(store), "--cluster", "local:2")) as process:
        until_kept(store, process)
        if number == signal.SIGINT:  # what Ctrl-C does
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        done = ended(process)
    assert done.code == code
    assert total_of(done.out) >= CHUNK_DEALS
    assert "Traceback" not in done.err
    assert "distributed" not in done.err
    until(lambda: not is_group_there(process.pid))


def is_group_there(group: int) -> bool:
    """Whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("address", ["local", "local:0", "localhost:8786", "tcp://host"])
def test_an_unknown_kind_of_address_is_refused(address: str) -> None:
    done = run_here([*GAME, "--cluster", address])
    assert_refused(done, f"--cluster {address}: write local:4", "tcp://host:8786")


def test_a_run_whose_scheduler_can_not_be_reached_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("pokersim.runs.cluster.CONNECT_SECONDS", 1)
    store = tmp_path / "runs.sqlite"
    done = run_here([*GAME, "--store", str(store), "--cluster", "tcp://127.0.0.1:9"])
    assert_refused(done, "can't reach a scheduler at tcp://127.0.0.1:9", "dask scheduler")
    assert not store.exists()
