"""Run kernels and write their results to a file, or compile them.

Numba reads its options once, when it is imported, so a test that runs kernels uncompiled or with
bounds checked starts a process: ``python -m support.kernel_runs results.npz``.  To compile some
kernels and keep their machine code: ``python -m support.kernel_runs --parts hands draws``.
"""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import numpy as np

CHECKED = "NUMBA_BOUNDSCHECK"
PLAIN = "NUMBA_DISABLE_JIT"
PARTS = ("hands", "equities", "pots", "evenings", "draws", "studies")


def results(parts: Iterable[str] = PARTS) -> dict[str, np.ndarray]:
    """Return the results of kernels by name."""
    return {
        f"{part}: {name}": array
        for part in parts
        for name, array in import_module(f"support.kernel_runs.{part}").results().items()
    }


def bounds_are_checked() -> bool:
    """Whether a kernel that reads past an array fails; only to be tried where it may."""
    from pokersim.kernels.strength_index import rank_path

    try:
        hand, mixer, mask, row_bits = map(np.uint64, (1 << 20, 1, (1 << 23) - 1, 7))
        rank_path(hand, mixer, mask, row_bits, np.zeros(1, dtype=np.uint32))
    except IndexError:
        return True
    return False


def write(path: str) -> None:
    """Write the results of all kernels, and how they were run, to a file."""
    from pokersim.kernels.random import fill_words

    may_try = CHECKED in os.environ or PLAIN in os.environ
    about: dict[str, Any] = {
        "compiled": np.array(hasattr(fill_words, "signatures")),
        "checked": np.array(may_try and bounds_are_checked()),
    }
    np.savez(path, **{**results(), **about})


if __name__ == "__main__":
    if sys.argv[1] == "--parts":
        results(sys.argv[2:])
    else:
        write(sys.argv[1])
