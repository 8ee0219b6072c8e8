"""Runs that are killed, stopped, run twice at once, or out of disk space: the real commands."""

import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from pokersim.errors import StoreUnusableError
from pokersim.runs.store import Store
from support.commands import run_here, run_shell
from support.process import Finished, clean_environment
from support.stores import JOB, keep, listed, small_chunks

__all__ = ["small_chunks"]
pytestmark = pytest.mark.usefixtures("own_folder")

GAME = ["--game", "stud", "--players", "2", "--seed", "11", "-f", "csv", "-q"]
LONG = ["simulate", *GAME, "-n", "30M"]
SHORT = ["simulate", *GAME, "-n", "1M"]
KILLS = 20
COMMIT_SECONDS = 0.2
COMMITS_OFTEN = f"""
from pokersim.cli.main import main
from pokersim.runs import store
store.COMMIT_SECONDS = {COMMIT_SECONDS}
main()
"""
"""Runs pokersim, which then commits five times a second."""


def started(args: Sequence[str]) -> "subprocess.Popen[str]":
    """Start a command that commits often."""
    return subprocess.Popen(
        [sys.executable, "-c", COMMITS_OFTEN, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=clean_environment(),
    )


def finished(process: "subprocess.Popen[str]") -> Finished:
    """Wait for a command."""
    out, err = process.communicate(timeout=300)
    return Finished(process.returncode, out, err)


def wait_for_chunks(store: Path, process: "subprocess.Popen[str]", beyond: int = 0) -> None:
    """Wait until a command that runs has brought more than some deals into a store."""
    while True:
        assert process.poll() is None, finished(process)
        with suppress(AssertionError, IndexError):  # it is just being made
            if store.exists() and listed(str(store))[0]["deals"] > beyond:
                return
        sleep(0.05)


def test_a_run_killed_at_twenty_random_moments_ends_like_an_undisturbed_one() -> None:
    """Each time it continues in one of two ways; no chunk that was kept is lost.

    It asks for more deals than any machine counts, so that every kill comes in mid-run: at a
    random moment between two commits.  In the end it asks for fewer.
    """
    store, rng, kept = Path("runs.sqlite"), random.Random(20), 0
    command = ["simulate", *GAME, "--store", str(store)]
    ways = [[*command, "-n", "1e12"]]
    for _ in range(KILLS):
        with started(rng.choice(ways)) as process:
            wait_for_chunks(store, process, kept)
            sleep(rng.uniform(0, COMMIT_SECONDS))
            process.kill()
            assert finished(process).code == -signal.SIGKILL
        run = listed(str(store))[0]
        assert run["deals"] > kept
        kept = run["deals"]
        ways[1:] = [["runs", "resume", run["run"], "--store", str(store), "-f", "csv"]]
    goal = ["-n", str(kept + 100_000)]  # the last chunk is not a whole one
    done = run_here([*command, *goal])
    assert done.code == 0
    assert done.out == run_here(["simulate", *GAME, "--no-store", *goal]).out


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [(signal.SIGINT, 130, "Interrupted"), (signal.SIGTERM, 143, "Terminated")],
)
def test_a_signal_keeps_what_was_counted_and_prints_how_to_resume(
    number: signal.Signals, code: int, word: str
) -> None:
    store = Path("my runs.sqlite")
    with started(["simulate", "-n", "1e12", "--seed", "3", "--store", str(store)]) as process:
        wait_for_chunks(store, process)
        process.send_signal(number)
        done = finished(process)
    found = listed(str(store))[0]
    assert done.code == code
    assert done.err == (
        f"To go on: pokersim runs resume {found['run']} --store 'my runs.sqlite'\n{word}\n"
    )
    assert f"Sampled: {found['deals']:,} deals" in done.out
    shown = run_here(["runs", "show", found["run"], "--store", str(store), "-f", "csv"]).out
    args = ["simulate", "-n", str(found["deals"]), "--seed", "3", "--no-store", "-f", "csv"]
    assert shown == run_here(args).out


def test_two_processes_write_one_store() -> None:
    args = [*LONG[:-1], "3M", "--store", "both"]
    other = ["simulate", *GAME, "-n", "2M", "-r", "skeet", "--store", "both"]
    with started(args) as first, started(args) as second, started(other) as third:
        done = [finished(process) for process in (first, second, third)]
    assert [(each.code, each.err) for each in done] == [(0, "")] * 3
    assert done[0].out == done[1].out == run_here([*LONG[:-1], "3M", "--no-store"]).out
    assert done[2].out == run_here([*other[:-2], "--no-store"]).out
    assert sorted(run["deals"] for run in listed("both")) == [2_000_000, 3_000_000]


def test_a_closed_standard_output_keeps_the_run_and_is_quiet(own_folder: Path) -> None:
    line = f"set -o pipefail; pokersim {' '.join(SHORT)} --store runs | head -n 1"
    done = run_shell(line, own_folder)
    assert (done.code, done.err) == (0, "")
    assert listed("runs")[0]["state"] == "finished"


# --- no space ------------------------------------------------------------------------------------


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """Give a folder on a disk of its own with very little room."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder]
        if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("a small disk can't be mounted here")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def test_a_full_disk_is_reported_and_the_store_stays_usable(small_disk: Path) -> None:
    store = small_disk / "runs.sqlite"
    assert run_here([*SHORT, "--store", str(store)]).code == 0
    fill = small_disk / "fill"
    fd = os.open(fill, os.O_WRONLY | os.O_CREAT)
    with suppress(OSError):
        while True:
            os.write(fd, bytes(512))
    os.close(fd)
    done = run_here([*LONG[:-1], "5M", "--store", str(store)])
    assert done.code == 2
    assert f"Error: can't use the store {store}: " in done.err
    assert "Traceback" not in done.err
    fill.unlink()
    more = run_here([*LONG[:-1], "5M", "--store", str(store)])
    assert (more.code, more.out) == (0, run_here([*LONG[:-1], "5M", "--no-store"]).out)


def limited(args: Sequence[str], n_bytes: int) -> Finished:
    """Run a command that can write no file longer than this."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, "
        f"({n_bytes}, {n_bytes})); from pokersim.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        encoding="utf-8",
        env=clean_environment(),
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def test_a_full_store_ends_the_run_and_all_that_was_counted_is_printed() -> None:
    done = limited([*LONG, "--store", "runs"], 40 << 10)
    assert done.code == 2
    assert "Error: can't use the store runs: " in done.err
    deals = int(done.out.splitlines()[1].split(",")[7]) // 2
    args = [*LONG[:-1], str(deals)]
    assert done.out == run_here([*args, "--no-store"]).out
    assert run_here([*args, "--store", "runs"]).out == done.out


def test_a_full_default_store_is_a_warning(own_data: Path) -> None:
    done = limited(SHORT, 20 << 10)
    assert (done.code, done.out) == (0, run_here([*SHORT, "--no-store"]).out)
    store = own_data / "pokersim" / "runs.sqlite"
    assert done.err.startswith(f"Warning: can't use the store {store}: ")
    assert done.err.endswith("this run is not kept. --no-store says so without a warning.\n")


def test_a_store_below_a_file_is_refused_but_a_default_one_is_a_warning(own_data: Path) -> None:
    Path("file").write_text("x")
    done = run_here([*SHORT, "--store", "file/runs"])
    assert (done.code, done.out) == (2, "")
    assert done.err == "Error: can't use the store file/runs: its folder is a file\n"
    own_data.write_text("x")
    done = run_here([*SHORT, "-n", "1k"])
    assert done.code == 0
    assert done.err.startswith("Warning: can't use the store ")


def test_a_store_in_a_read_only_folder_can_be_read_only(small_chunks: None) -> None:
    """Root may write everywhere, so the test then works as another user."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Store(folder / "runs")
        keep(store, JOB, 3_000)
        store.close()
        folder.chmod(0o555)
        (folder / "runs").chmod(0o444)
        was_root = os.geteuid() == 0
        if was_root:
            os.seteuid(65534)
        try:
            with pytest.raises(StoreUnusableError, match="can't use the store"):
                Store(folder / "new")
            with pytest.raises(StoreUnusableError, match="can't use the store"):
                keep(Store(folder / "runs"), JOB, 5_000)
            found = Store(folder / "runs", write=False)
            assert found.runs()[0].goals[0].deals == 3_000
            found.close()
        finally:
            if was_root:
                os.seteuid(0)
            folder.chmod(0o755)
