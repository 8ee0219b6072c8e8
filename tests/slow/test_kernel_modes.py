"""Kernels compiled, as plain Python, and compiled with bounds checked: the same results."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from support.kernel_runs.__main__ import CHECKED, PLAIN, results
from support.process import ROOT, TIMEOUT_SECONDS, clean_environment


def run_in(option: str, path: Path) -> dict[str, np.ndarray]:
    """Return the results of a process with an option of Numba; a warning ends it."""
    environment = clean_environment({option: "1"})
    python = [sys.executable, "-W", "error::RuntimeWarning"]
    if option == PLAIN and os.environ.get("POKERSIM_COVERAGE"):
        python += ["-m", "coverage", "run", "--parallel-mode"]
    # In a folder of the user's choice, code with and without checks would have one name.
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [*python, "-m", "support.kernel_runs", str(path)],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{option}\n{done.stderr}"
    with np.load(path) as found:
        return dict(found)


def differing(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray]) -> list[str]:
    """Name the results that are not the same, sums of floats to 13 digits."""
    assert set(theirs) - set(ours) == {"compiled", "checked"}
    return [
        name
        for name, array in ours.items()
        if array.dtype != theirs[name].dtype
        or array.shape != theirs[name].shape
        or not np.allclose(array, theirs[name], rtol=1e-13, atol=1e-15)
        or (array.dtype.kind != "f" and not np.array_equal(array, theirs[name]))
    ]


@pytest.mark.parametrize("option", [PLAIN, CHECKED])
def test_results_are_those_of_the_compiled_kernels(option: str, tmp_path: Path) -> None:
    found = run_in(option, tmp_path / "results.npz")
    assert (bool(found["compiled"]), bool(found["checked"])) == (option == CHECKED, True)
    assert differing(results(), found) == []
