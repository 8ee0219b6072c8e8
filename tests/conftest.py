"""Fixtures for all tests, and the limits that keep the quick tier quick."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from hypothesis import settings

from support.process import CACHE, TIMEOUT_SECONDS, Finished, RunCli, clean_environment

QUICK_SECONDS = 3.0
"""The most processor time that a test without the marker ``slow`` may take."""

MOST_MEGABYTES = 700
"""The most memory that a worker may use in the quick tier."""

_numbers = count()
_started = pytest.StashKey[float]()

# A process that a shell starts in the background ignores interrupts, and so would its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Examples that fail in CI must fail again at home, and a busy machine fails none.
settings.register_profile("local", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# Before the package is imported: this is where platformdirs looks.
os.environ["XDG_CACHE_HOME"] = str(CACHE)

# Commands print English, wherever the tests run.
for _name in ("LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(_name, None)
os.environ["LC_CTYPE"] = "C.UTF-8"


# --- limits --------------------------------------------------------------------------------------


def processor_seconds() -> float:
    """Return the processor time of this process and of the children it has waited for.

    A busy machine makes a test wait, but hardly changes what it costs.
    """
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[_started] = processor_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    measures_coverage = bool(getattr(item.config.option, "cov_source", None))
    if call.when == "teardown" and report.passed and not measures_coverage:
        seconds = processor_seconds() - item.stash[_started]
        if seconds > QUICK_SECONDS and not item.get_closest_marker("slow"):
            report.outcome = "failed"
            report.longrepr = (
                f"{item.nodeid} took {seconds:.1f} s of processor time; a test of the quick tier "
                f"may take {QUICK_SECONDS:g} s: make it quicker or mark it slow"
            )
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


class WorkerMemory:
    """The peak memory of each worker of pytest-xdist, printed in the summary."""

    def __init__(self) -> None:
        self.megabytes: list[int] = []

    def pytest_testnodedown(self, node: Any) -> None:
        self.megabytes.append(getattr(node, "workeroutput", {}).get("megabytes", 0))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.megabytes:
            shown = ", ".join(f"{megabytes} MB" for megabytes in self.megabytes)
            terminalreporter.write_line(f"peak memory of the workers: {shown}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        is_quick = session.config.option.markexpr == "not slow"
        if is_quick and max(self.megabytes, default=0) > MOST_MEGABYTES:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_configure(config: pytest.Config) -> None:
    if config.pluginmanager.has_plugin("dsession"):
        config.pluginmanager.register(WorkerMemory())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    """Mark every test in ``tests/slow`` as slow."""
    for item in items:
        if "slow" in item.path.relative_to(config.rootpath).parts:
            item.add_marker("slow")


# --- fixtures ------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep runs in a folder of the test's own, which is made when something is kept there."""
    folder = tmp_path_factory.getbasetemp() / f"data-{next(_numbers)}"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))  # where platformdirs looks
    return folder


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test's own, with no option of pokersim's in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in set(os.environ) - set(clean_environment()):
        monkeypatch.delenv(name)
    return tmp_path


@pytest.fixture
def cold_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Start without tables and draw policies on disk or in memory; machine code stays."""
    import_module("pokersim.kernels.jit")  # has found the folder of the machine code
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(folder / name))
    import_module("pokersim.studies.draw.holds").solve_policy.cache_clear()
    import_module("pokersim.studies.draw.draw_policies").holds.cache_clear()
    return folder / "pokersim"


@pytest.fixture
def run_cli(tmp_path: Path) -> RunCli:
    """Return ``run_cli(args, input=None, env=None, cwd=None)``, which runs ``pokersim``.

    ``input`` is text for the standard input, ``env`` is added to a clean environment, and the
    working directory is a folder of the test's own unless ``cwd`` is given.
    """

    def run(
        args: Sequence[str],
        input: str | None = None,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Finished:
        done = subprocess.run(
            [sys.executable, "-m", "pokersim", *args],
            input=input or "",
            capture_output=True,
            encoding="utf-8",
            env=clean_environment(env),
            cwd=cwd or tmp_path,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        return Finished(done.returncode, done.stdout, done.stderr)

    return run
