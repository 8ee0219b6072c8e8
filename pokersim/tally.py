"""Counts of what happened, merged by addition: the only result a chunk of a run hands on."""

from typing import TypeVar

import numpy as np

T = TypeVar("T", bound=tuple[np.ndarray, ...])


def copy_of(counts: T) -> T:
    """Return counts that can be added to without touching these."""
    return type(counts)(*(array.copy() for array in counts))


def add(total: T, part: T) -> None:
    """Add the counts of a part to a total, in place.

    Raises
    ------
    ValueError
        The shapes differ: the counts are of different jobs.
    """
    for into, array in zip(total, part, strict=True):
        if into.shape != array.shape:
            raise ValueError(f"counts of shape {array.shape} can't be added to {into.shape}")
        into += array
