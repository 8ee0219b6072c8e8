"""What tests share: the program as a process, and how hypothesis looks for examples."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import NamedTuple

import platformdirs
import pytest
from hypothesis import settings

_numbers = count()
ROOT = Path(__file__).resolve().parent.parent
TIMEOUT_SECONDS = 600

# What a shell starts in the background ignores interrupts, and so would every process of a test.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no failing case, and what fails in CI must fail again at home.
settings.register_profile("local", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


class Finished(NamedTuple):
    """A process that has ended: its exit code, and what it wrote."""

    code: int
    out: str
    err: str


RunCli = Callable[..., Finished]


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment with this checkout importable, and no option of pokersim's in it."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("POKERSIM_", "_POKERSIM_", "NO_COLOR"))
    }
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **(extra or {})}


@pytest.fixture(autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep runs in a place of the test's own, which is made when something is kept there."""
    folder = tmp_path_factory.getbasetemp() / f"data-{next(_numbers)}"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))  # what platformdirs goes by
    return folder


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test's own, with no option of pokersim's in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in set(os.environ) - set(clean_environment()):
        monkeypatch.delenv(name)
    return tmp_path


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep tables and policies in a folder of the test file's own; kernels stay where they are."""
    import_module("pokersim.kernels.jit")
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(platformdirs, "user_cache_dir", lambda name: str(folder / name))
        yield folder / "pokersim"


@pytest.fixture
def run_cli(tmp_path: Path) -> RunCli:
    """Return ``run_cli(args, input=None, env=None, cwd=None)``, which runs ``pokersim``.

    ``input`` is text for the standard input, ``env`` is added to a clean environment, and the
    working directory is a folder of the test's own unless ``cwd`` says otherwise.
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
