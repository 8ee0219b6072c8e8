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


class Shard(NamedTuple):
    """A part of a run that is counted by itself: every ``n``-th chunk, ``number`` from 1.

    >>> str(Shard(3, 16))
    '3/16'
    """

    number: int = 1
    n: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.n}"


WHOLE = Shard()
"""All of a run."""


class Job(Protocol[C_co]):
    """Anything that can count a chunk of itself."""

    @property
    def chunk_deals(self) -> int:
        """Deals in a whole chunk, a constant of the kind of job."""

    def no_counts(self) -> C_co:
        """Return counts that are all zero."""

    def count_chunk(self, number: int, n_deals: int) -> C_co:
        """Return what the first deals of a chunk add up to."""


def chunks(n_deals: int, chunk_deals: int, shard: Shard = WHOLE) -> Iterator[Chunk]:
    """Cut deals into chunks; the last one may be short.  Of a shard: those that are its own.

    The first deals of a short one are the same as those of a whole chunk, so that a job can grow.

    >>> list(chunks(5, 2))
    [Chunk(number=0, n_deals=2), Chunk(number=1, n_deals=2), Chunk(number=2, n_deals=1)]
    >>> list(chunks(5, 2, Shard(2, 2)))
    [Chunk(number=1, n_deals=2)]
    """
    for number in range(shard.number - 1, -(-n_deals // chunk_deals), shard.n):
        yield Chunk(number, min(chunk_deals, n_deals - number * chunk_deals))


def shard_deals(n_deals: int, chunk_deals: int, shard: Shard) -> int:
    """Return how many deals the chunks of a shard have together.

    >>> [shard_deals(5, 2, Shard(number, 2)) for number in (1, 2)]
    [3, 2]
    """
    n_chunks = -(-n_deals // chunk_deals)
    own = len(range(shard.number - 1, n_chunks, shard.n))
    has_last = own > 0 and (n_chunks - shard.number) % shard.n == 0
    return own * chunk_deals - has_last * (n_chunks * chunk_deals - n_deals)
