"""Counts the chunks of a job on threads, and adds them up in the order of their numbers."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol

from pokersim.language import ngettext
from pokersim.runs.plan import WHOLE, C, C_co, Chunk, Job, Shard, chunks, shard_deals
from pokersim.tally import add, copy_of

AHEAD = 2
"""Chunks handed out for each thread: one that it counts and one to go on with."""

GROWTH = 1.2
"""How many times as many deals there are before a run is looked at again."""


class ChunkStore(Protocol[C]):
    """Where the counts of a job's chunks are kept, those of earlier runs too."""

    def get(self, chunk: Chunk) -> C | None:
        """Return the counts of a chunk, or None if they are not there."""

    def put(self, chunk: Chunk, counts: C) -> None:
        """Keep the counts of a chunk."""

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks that are there, by number."""


class PendingCounts(Protocol[C_co]):
    """The counts of a chunk that was handed out."""

    def result(self) -> C_co:
        """Wait for the counts and return them."""


class Run(Generic[C]):
    """A job under way; what it has counted so far is always whole chunks, the first ones.

    Parameters
    ----------
    job
        What to count, see :class:`pokersim.runs.plan.Job`.
    n_deals
        How many deals at most.
    enough
        Called with the counts after each chunk, in order; true ends the run.  What it sees does
        not depend on the number of threads, and so neither does the result.
    give_up
        Called when an interrupt or an error ends the run: chunks under way may end at once.
    kept
        Where chunks are looked for before they are counted, and kept when they are.
    shard
        Which of the chunks are counted; the others never are.
    look
        Called with the counts after more and more deals; what it returns makes the ``course``.
    """

    def __init__(
        self,
        job: Job[C],
        n_deals: int,
        enough: Callable[[C], bool] | None = None,
        give_up: Callable[[], None] | None = None,
        kept: ChunkStore[C] | None = None,
        shard: Shard = WHOLE,
        look: Callable[[C], Any] | None = None,
    ) -> None:
        self.job = job
        self.n_deals = n_deals
        self.enough = enough
        self.give_up = give_up
        self.kept = kept
        self.shard = shard
        self.look = look
        self._looks = list[tuple[int, Any]]()
        self.n_new = 0
        """Deals counted here, and not found where they were kept."""
        # One attribute, so that an interrupt can't fall between counts, deals and chunks.
        self._so_far: tuple[C, int, int] = (job.no_counts(), 0, 0)

    @property
    def counts(self) -> C:
        """What the deals so far add up to."""
        return self._so_far[0]

    @property
    def done(self) -> int:
        """Deals counted so far."""
        return self._so_far[1]

    @property
    def course(self) -> list[tuple[int, Any]]:
        """What ``look`` saw, each time after how many deals; the last time now."""
        before = [each for each in self._looks if each[0] < self.done]
        return [*before, (self.done, self.look(self.counts))] if self.look and self.done else []

    @property
    def goal(self) -> int:
        """Deals at the end, if nothing is enough before."""
        return shard_deals(self.n_deals, self.job.chunk_deals, self.shard)

    def steps(self, n_threads: int = 1) -> Generator[int, None, None]:
        """Count on so many threads; yield the deals of each chunk as it is added.

        Called again after an end that came too soon, it goes on where it was.

        Whatever ends the loop, an interrupt or an error, leaves ``counts`` and ``done`` as they
        were after the last chunk added; chunks still being counted are waited for, and dropped.
        """
        with ThreadPoolExecutor(n_threads, thread_name_prefix="pokersim") as pool:
            try:
                yield from self.steps_by(
                    lambda chunk: pool.submit(self.job.count_chunk, *chunk),
                    lambda: AHEAD * n_threads,
                )
            except BaseException:
                if self.give_up:
                    self.give_up()
                raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def steps_by(
        self, submit: Callable[[Chunk], PendingCounts[C]], ahead: Callable[[], int]
    ) -> Iterator[int]:
        """Do what :meth:`steps` does, whoever counts: ``submit`` hands a chunk out.

        Parameters
        ----------
        submit
            Returns what the counts of a chunk can be had from.
        ahead
            Returns how many chunks may be handed out now; no more than these are in memory.
        """
        waiting: deque[tuple[Chunk, C | None, PendingCounts[C] | None]] = deque()
        plan = islice(chunks(self.n_deals, self.job.chunk_deals, self.shard), self._so_far[2], None)
        while True:
            while len(waiting) < ahead() and (chunk := next(plan, None)):
                found = self.kept.get(chunk) if self.kept else None
                waiting.append((chunk, found, None if found is not None else submit(chunk)))
            if not waiting:
                return
            chunk, found, future = waiting.popleft()
            if future is None:
                assert found is not None, "a chunk is found or handed out"
                self._add(chunk, found)
            else:
                self._add_new(chunk, future.result())
            yield chunk.n_deals
            if self.enough and self.enough(self.counts):
                return

    def take_kept(self) -> None:
        """Add the chunks that are kept, and count none; the first ones only if some are enough."""
        if self.kept is None:
            return
        size = self.job.chunk_deals
        for chunk in self.kept.chunks():
            if chunk.n_deals != min(size, self.n_deals - chunk.number * size):
                continue  # of a longer run, or of a shorter one
            if self.enough and chunk.number != self._so_far[2]:
                return
            found = self.kept.get(chunk)
            assert found is not None, "it was there"
            self._add(chunk, found)
            if self.enough and self.enough(self.counts):
                return

    def _add_new(self, chunk: Chunk, counts: C) -> None:
        self._add(chunk, counts)
        self.n_new += chunk.n_deals
        if self.kept:
            self.kept.put(chunk, counts)

    def _add(self, chunk: Chunk, counts: C) -> None:
        total = copy_of(self.counts)
        add(total, counts)
        self._so_far = (total, self.done + chunk.n_deals, self._so_far[2] + 1)
        if self.look and (not self._looks or self.done >= GROWTH * self._looks[-1][0]):
            self._looks.append((self.done, self.look(total)))


class Counters(Protocol):
    """Whoever counts the chunks of runs; as text, who that is."""

    def steps(self, run: Run[Any]) -> Generator[int, None, None]:
        """Count a run; yield the deals of each chunk as it is added, see :meth:`Run.steps`."""


class Threads(NamedTuple):
    """So many threads of this process.

    >>> str(Threads(2))
    '2 threads'
    """

    n: int

    def __str__(self) -> str:
        return ngettext("{n} thread", "{n} threads", self.n).format(n=self.n)

    def steps(self, run: Run[Any]) -> Generator[int, None, None]:
        """Count a run; yield the deals of each chunk as it is added."""
        return run.steps(self.n)
