"""Counts the chunks of a job on threads, and adds them up in the order of their numbers."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Generic

from pokersim.runs.plan import C, Chunk, Job, chunks
from pokersim.tally import add, copy_of

AHEAD = 2
"""Chunks handed out for each thread: one that it counts and one to go on with."""


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
    """

    def __init__(
        self,
        job: Job[C],
        n_deals: int,
        enough: Callable[[C], bool] | None = None,
        give_up: Callable[[], None] | None = None,
    ) -> None:
        self.job = job
        self.n_deals = n_deals
        self.enough = enough
        self.give_up = give_up
        # One attribute, so that an interrupt can't fall between counts and deals.
        self._so_far: tuple[C, int] = (job.no_counts(), 0)

    @property
    def counts(self) -> C:
        """What the deals so far add up to."""
        return self._so_far[0]

    @property
    def done(self) -> int:
        """Deals counted so far."""
        return self._so_far[1]

    def steps(self, n_threads: int = 1) -> Iterator[int]:
        """Count on so many threads; yield the deals of each chunk as it is added.

        Called again after an end that came too soon, it goes on where it was.

        Whatever ends the loop, an interrupt or an error, leaves ``counts`` and ``done`` as they
        were after the last chunk added; chunks still being counted are waited for, and dropped.
        """
        waiting: deque[tuple[Chunk, Future[C]]] = deque()
        size = self.job.chunk_deals
        plan = islice(chunks(self.n_deals, size), -(-self.done // size), None)
        with ThreadPoolExecutor(n_threads, thread_name_prefix="pokersim") as pool:
            try:
                while True:
                    while len(waiting) < AHEAD * n_threads and (chunk := next(plan, None)):
                        waiting.append((chunk, pool.submit(self.job.count_chunk, *chunk)))
                    if not waiting:
                        return
                    chunk, future = waiting.popleft()
                    counts = future.result()
                    self._add(chunk, counts)
                    yield chunk.n_deals
                    if self.enough and self.enough(self.counts):
                        return
            except BaseException:
                if self.give_up:
                    self.give_up()
                raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def _add(self, chunk: Chunk, counts: C) -> None:
        total = copy_of(self.counts)
        add(total, counts)
        self._so_far = (total, self.done + chunk.n_deals)
