"""Cuts a job into chunks of a fixed size, so that its result does not depend on who runs it."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

C = TypeVar("C", bound=tuple[np.ndarray, ...])
C_co = TypeVar("C_co", bound=tuple[np.ndarray, ...], covariant=True)


class Chunk(NamedTuple):
    """A piece of a job: its number, which keys its stream, and how many deals of it count."""

    number: int
    n_deals: int


class Job(Protocol[C_co]):
    """Anything that can count a chunk of itself."""

    @property
    def chunk_deals(self) -> int:
        """Deals in a whole chunk, a constant of the kind of job."""

    def no_counts(self) -> C_co:
        """Return counts that are all zero."""

    def count_chunk(self, number: int, n_deals: int) -> C_co:
        """Return what the first deals of a chunk add up to."""


def chunks(n_deals: int, chunk_deals: int) -> Iterator[Chunk]:
    """Cut deals into chunks; the last one may be short.

    Its first deals are the same as those of a whole chunk, so that a job can grow.

    >>> list(chunks(5, 2))
    [Chunk(number=0, n_deals=2), Chunk(number=1, n_deals=2), Chunk(number=2, n_deals=1)]
    """
    for number in range(-(-n_deals // chunk_deals)):
        yield Chunk(number, min(chunk_deals, n_deals - number * chunk_deals))
