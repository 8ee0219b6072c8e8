"""The checkout, its environment, and ``pokersim`` run as a process."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 600

CACHE = ROOT / ".pytest_cache" / "pokersim"
"""Machine code, tables, draw policies and answers of the oracle, kept from run to run.

Each is named by a hash of the sources that make it, so that none outlives them.
"""


class Finished(NamedTuple):
    """The exit code and the output of a process."""

    code: int
    out: str
    err: str


RunCli = Callable[..., Finished]


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment with this checkout importable and without pokersim's options."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("POKERSIM_", "_POKERSIM_", "NO_COLOR"))
    }
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    return {**kept, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **(extra or {})}
