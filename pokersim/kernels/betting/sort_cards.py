"""Puts the five cards of a hand in order."""

from typing import TypeVar

import numpy as np

from pokersim.kernels.jit import kernel

N = TypeVar("N", np.uint8, np.int64)


@kernel
def sort_five(a: N, b: N, c: N, d: N, e: N) -> tuple[N, N, N, N, N]:
    """Return five numbers in ascending order, by a network that has no branches."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d, e
