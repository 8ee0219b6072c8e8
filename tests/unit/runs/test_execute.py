"""Runs: the same counts for any number of threads, and whole chunks whatever ends them."""

import signal
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.runs.execute import AHEAD, GROWTH, Run
from pokersim.runs.plan import Chunk, chunks
from pokersim.studies.simulate.showdown_job import ShowdownJob
from support.decks import DECKS, playing

CHUNK_DEALS = 10


class Seen(NamedTuple):
    """Counts of the fake job: deals by chunk, and the sum of all that was dealt."""

    deals: np.ndarray
    total: np.ndarray


class FakeJob:
    """A job whose deals all differ, and whose chunks can fail.

    Parameters
    ----------
    n_chunks
        How many chunks there can be.
    before
        Called with the number of a chunk before it is counted.
    """

    chunk_deals = CHUNK_DEALS

    def __init__(self, n_chunks: int, before: Callable[[int], object] = lambda number: None):
        self.n_chunks = n_chunks
        self.before = before
        self.counted: list[int] = []

    def no_counts(self) -> Seen:
        return Seen(np.zeros(self.n_chunks, dtype=np.int64), np.zeros(1, dtype=np.int64))

    def count_chunk(self, number: int, n_deals: int) -> Seen:
        self.before(number)
        self.counted.append(number)
        seen = self.no_counts()
        seen.deals[number] = n_deals
        seen.total[0] = sum(worth(number, deal) for deal in range(n_deals))
        return seen


def worth(number: int, deal: int) -> int:
    """Give what a deal of a chunk adds to the total."""
    return (number * CHUNK_DEALS + deal + 1) ** 3


def of_first(n_chunks: int, n_deals: int) -> list[list[int]]:
    """Give the counts of the first deals of a job as lists."""
    sizes = [min(CHUNK_DEALS, max(0, n_deals - i * CHUNK_DEALS)) for i in range(n_chunks)]
    total = sum(worth(i, deal) for i, size in enumerate(sizes) for deal in range(size))
    return [sizes, [total]]


def as_lists(counts: Seen) -> list[list[int]]:
    """Give counts as lists, which print well and compare by value."""
    return [array.tolist() for array in counts]


def finished(job: FakeJob, n_deals: int, n_threads: int = 1) -> Run[Seen]:
    """Run a job to its end."""
    run = Run(job, n_deals)
    for _ in run.steps(n_threads):
        pass
    return run


def n_workers() -> int:
    """Count the threads of runs that are alive."""
    return sum(thread.name.startswith("pokersim") for thread in threading.enumerate())


@given(n_deals=st.integers(0, 1_000), chunk_deals=st.integers(1, 50))
def test_chunks_are_the_deals_cut_in_order(n_deals: int, chunk_deals: int) -> None:
    plan = list(chunks(n_deals, chunk_deals))
    assert [number for number, _ in plan] == list(range(len(plan)))
    assert sum(size for _, size in plan) == n_deals
    assert all(size == chunk_deals for _, size in plan[:-1])
    assert all(0 < size <= chunk_deals for _, size in plan)


@given(n_deals=st.integers(0, 300), more=st.integers(0, 300))
def test_a_longer_plan_begins_with_the_whole_chunks_of_a_shorter_one(
    n_deals: int, more: int
) -> None:
    whole = [chunk for chunk in chunks(n_deals, 7) if chunk.n_deals == 7]
    assert list(chunks(n_deals + more, 7))[: len(whole)] == whole


def test_a_plan_of_four_billion_chunks_is_made_as_it_goes() -> None:
    assert next(chunks(2**52, 2**20)) == Chunk(0, 2**20)


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_a_run_counts_the_deals_asked_for_each_chunk_once(n_threads: int) -> None:
    for n_deals in (0, 1, 9, 10, 11, 95, 100):
        job = FakeJob(10)
        run = finished(job, n_deals, n_threads)
        assert (run.done, as_lists(run.counts)) == (n_deals, of_first(10, n_deals))
        assert sorted(job.counted) == list(range(-(-n_deals // CHUNK_DEALS)))


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_steps_yield_the_deals_added(n_threads: int) -> None:
    assert list(Run(FakeJob(3), 25).steps(n_threads)) == [10, 10, 5]


def test_chunks_that_end_out_of_order_are_added_in_order() -> None:
    third_began = threading.Event()

    def before(number: int) -> None:
        # The third can only begin on the thread that has ended the second.
        if number == 2:
            third_began.set()
        elif number == 0:
            third_began.wait(timeout=60)

    job = FakeJob(4, before)
    run = Run(job, 40)
    seen = [run.counts.deals.tolist() for _ in run.steps(2)]
    assert (job.counted[0], seen) == (1, [of_first(4, n)[0] for n in (10, 20, 30, 40)])


def showdowns(deck_name: str, n_cards: int, n_players: int, seed: int) -> ShowdownJob:
    """Give a job that needs no tables from the disk where it deals five cards."""
    rulesets = tuple(playing(name, DECKS[deck_name]) for name in ("standard", "soko"))
    return ShowdownJob(rulesets, n_players, seed, n_cards)


JOBS = [("52", 5), ("2 jokers", 7), ("lowest", 5)]


@pytest.mark.parametrize(("deck_name", "n_cards"), JOBS)
def test_threads_change_no_count_of_showdowns(deck_name: str, n_cards: int) -> None:
    small = SmallChunks(showdowns(deck_name, n_cards, n_players=2, seed=4))
    n_deals = 10 * SmallChunks.chunk_deals + 17
    alone, together = Run(small, n_deals), Run(small, n_deals)
    assert sum(alone.steps()) == sum(together.steps(3)) == n_deals
    assert all(np.array_equal(*pair) for pair in zip(alone.counts, together.counts, strict=True))


class SmallChunks:
    """Showdowns in chunks of a thousand deals, so that a short run has many of them."""

    chunk_deals = 1_000

    def __init__(self, job: ShowdownJob) -> None:
        self.no_counts = job.no_counts
        self.count_chunk = job.count_chunk


@pytest.mark.parametrize(("deck_name", "n_cards"), JOBS)
def test_the_first_deals_of_a_chunk_do_not_depend_on_its_length(
    deck_name: str, n_cards: int
) -> None:
    job = showdowns(deck_name, n_cards, n_players=3, seed=5)
    lengths = [1, 2, 3, 255, 256, 257, 600]
    counted = [job.count_chunk(0, n_deals) for n_deals in lengths]
    grown = [
        (after - before).min()
        for one, two in pairwise(counted)
        for before, after in zip(one, two, strict=True)
    ]
    added = [int(two.winner[0].sum() - one.winner[0].sum()) for one, two in pairwise(counted)]
    assert (min(grown), added) == (0, [b - a for a, b in pairwise(lengths)])


def test_a_grown_run_has_passed_through_the_counts_of_the_shorter_one() -> None:
    shorter = as_lists(finished(FakeJob(10), 40).counts)
    longer = Run(FakeJob(10), 95)
    assert shorter in [as_lists(longer.counts) for _ in longer.steps()]


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_a_run_stops_at_the_first_chunk_that_is_enough(n_threads: int) -> None:
    run = Run(FakeJob(10), 95, enough=lambda counts: int(counts.total[0]) > 400_000)
    n_deals = sum(run.steps(n_threads))
    first = next(n for n in range(0, 100, 10) if of_first(10, n)[1][0] > 400_000)
    assert (n_deals, run.done, as_lists(run.counts)) == (first, first, of_first(10, first))


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_a_run_that_has_enough_counts_few_chunks_too_many(n_threads: int) -> None:
    job = FakeJob(1_000)
    list(Run(job, 10_000, enough=lambda counts: True).steps(n_threads))
    assert len(job.counted) <= AHEAD * n_threads


def test_chunks_not_yet_begun_are_not_counted_when_there_is_enough() -> None:
    begun, release = threading.Semaphore(0), threading.Event()
    timer = threading.Timer(0.5, release.set)

    def before(number: int) -> None:
        if number:
            begun.release()
            release.wait(timeout=60)

    def enough(counts: Seen) -> bool:
        for _ in range(2):
            begun.acquire(timeout=60)
        timer.start()
        return True

    job = FakeJob(10, before)

    # Two threads hold the second and the third chunk; the fourth is handed out, not begun.
    list(Run(job, 95, enough).steps(2))
    assert sorted(job.counted) == [0, 1, 2]


def test_enough_is_asked_once_a_chunk_in_order() -> None:
    asked: list[int] = []

    def enough(counts: Seen) -> bool:
        asked.append(int(counts.deals.sum()))
        return False

    list(Run(FakeJob(4), 35, enough).steps(3))
    assert asked == [10, 20, 30, 35]


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_an_interrupt_in_the_loop_leaves_whole_chunks(n_threads: int) -> None:
    run = Run(FakeJob(10), 95)
    with pytest.raises(KeyboardInterrupt):
        _interrupt_after(3, run.steps(n_threads))
    assert (run.done, as_lists(run.counts)) == (30, of_first(10, 30))


def _interrupt_after(n_steps: int, steps: Iterator[int]) -> None:
    for number, _ in enumerate(steps, start=1):
        if number == n_steps:
            raise KeyboardInterrupt


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to a thread here")
@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_an_interrupt_from_the_keyboard_leaves_whole_chunks(n_threads: int) -> None:
    main_thread = threading.main_thread().ident
    assert main_thread is not None

    def press(number: int) -> None:
        if number == 4:
            signal.pthread_kill(main_thread, signal.SIGINT)

    run = Run(FakeJob(1_000, before=press), 10_000)
    with pytest.raises(KeyboardInterrupt):
        list(run.steps(n_threads))
    assert as_lists(run.counts) == of_first(1_000, run.done)


# A run that is taken up again


@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("n_steps", [1, 9])
def test_an_interrupted_run_goes_on_where_it_was(n_steps: int, n_threads: int) -> None:
    run = Run(FakeJob(10), 95)
    with pytest.raises(KeyboardInterrupt):
        _interrupt_after(n_steps, run.steps(n_threads))
    assert list(run.steps(n_threads)) == [10] * (9 - n_steps) + [5]
    assert (run.done, as_lists(run.counts)) == (95, of_first(10, 95))


@pytest.mark.parametrize("n_threads", [1, 3])
def test_a_run_interrupted_many_times_ends_with_the_counts_of_one_go(n_threads: int) -> None:
    run = Run(FakeJob(10), 95)
    for _ in range(10):
        next(run.steps(n_threads))
    assert (run.done, as_lists(run.counts)) == (95, of_first(10, 95))


@pytest.mark.parametrize("n_threads", [1, 3])
def test_a_run_goes_on_after_a_chunk_that_failed_once(n_threads: int) -> None:
    fails = iter([True])

    def fail_once(number: int) -> None:
        if number == 4 and next(fails, False):
            raise MemoryError

    run = Run(FakeJob(10, before=fail_once), 95)
    with pytest.raises(MemoryError):
        list(run.steps(n_threads))
    assert list(run.steps(n_threads)) == [10, 10, 10, 10, 10, 5]
    assert as_lists(run.counts) == of_first(10, 95)


@pytest.mark.parametrize("n_threads", [1, 3])
def test_a_run_at_its_end_has_no_more_steps(n_threads: int) -> None:
    for n_deals in (0, 5, 90, 95):
        job = FakeJob(10)
        run = finished(job, n_deals, n_threads)
        n_counted = len(job.counted)
        assert list(run.steps(n_threads)) == []
        assert (len(job.counted), as_lists(run.counts)) == (n_counted, of_first(10, n_deals))


@pytest.mark.parametrize("n_threads", [1, 3])
def test_a_run_that_had_enough_adds_a_chunk_when_asked_again(n_threads: int) -> None:
    run = Run(FakeJob(10), 95, enough=lambda counts: True)
    assert [list(run.steps(n_threads)) for _ in range(11)] == [[10]] * 9 + [[5], []]
    assert as_lists(run.counts) == of_first(10, 95)


def test_a_run_may_go_on_with_another_number_of_threads() -> None:
    run = Run(FakeJob(10), 95)
    for n_threads in (3, 1, 2):
        list(islice(run.steps(n_threads), 3))
    assert list(run.steps()) == [5]
    assert as_lists(run.counts) == of_first(10, 95)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_showdowns_taken_up_again_are_those_of_one_go(n_threads: int) -> None:
    small = SmallChunks(showdowns("2 jokers", 7, n_players=2, seed=4))
    at_once, by_pieces = Run(small, 5_500), Run(small, 5_500)
    list(at_once.steps(n_threads))
    for _ in range(6):
        next(by_pieces.steps(n_threads))
    assert all(np.array_equal(*pair) for pair in zip(at_once.counts, by_pieces.counts, strict=True))


# Errors


def failing(error: type[BaseException], at: int) -> Callable[[int], None]:
    """Give what fails when a chunk is begun."""

    def fail(number: int) -> None:
        if number == at:
            raise error(f"chunk {number}")

    return fail


@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
def test_an_error_in_a_chunk_ends_the_run_after_the_chunks_before_it(
    error: type[BaseException], n_threads: int
) -> None:
    run = Run(FakeJob(10, before=failing(error, at=4)), 95)
    with pytest.raises(error, match="chunk 4"):
        list(run.steps(n_threads))
    assert (run.done, as_lists(run.counts), n_workers()) == (40, of_first(10, 40), 0)


def test_threads_end_after_an_interrupt_of_the_loop() -> None:
    with pytest.raises(KeyboardInterrupt):
        _interrupt_after(2, Run(FakeJob(10), 95).steps(3))
    assert n_workers() == 0


def test_threads_end_when_there_is_enough() -> None:
    list(Run(FakeJob(10), 95, enough=lambda counts: True).steps(3))
    assert n_workers() == 0


def test_counts_read_during_a_run_are_not_changed_by_it() -> None:
    run = Run(FakeJob(10), 95)
    steps = run.steps(2)
    next(steps)
    kept = run.counts
    list(steps)
    assert as_lists(kept) == of_first(10, 10)


class LargeCounts(FakeJob):
    """A fake job of any number of chunks whose counts take 80 kB."""

    def no_counts(self) -> Seen:
        return Seen(np.zeros(10_000, dtype=np.int64), np.zeros(1, dtype=np.int64))

    def count_chunk(self, number: int, n_deals: int) -> Seen:
        return self.no_counts()


def peak_memory(n_chunks: int) -> int:
    """Give the most bytes that a run of so many chunks holds at a time."""
    tracemalloc.start()
    try:
        finished(LargeCounts(n_chunks), n_chunks * CHUNK_DEALS, n_threads=2)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_of_a_run_does_not_grow_with_its_deals() -> None:
    short, long = peak_memory(40), peak_memory(400)
    assert long < 2 * short, (short, long)


@pytest.mark.parametrize("n_threads", [1, 3])
def test_a_run_is_looked_at_now_and_then_and_at_its_end(n_threads: int) -> None:
    run = Run(FakeJob(40), 40 * CHUNK_DEALS, look=lambda counts: int(counts.deals.sum()))
    list(run.steps(n_threads))
    deals = [deals for deals, _ in run.course]
    assert all(seen == deals for deals, seen in run.course)
    assert (deals[0], deals[-1]) == (CHUNK_DEALS, run.done)
    assert all(after >= GROWTH * before for before, after in pairwise(deals[:-1]))
    assert len(deals) < 20


def test_a_run_that_counted_nothing_has_no_course() -> None:
    assert Run(FakeJob(1), CHUNK_DEALS, look=len).course == []
