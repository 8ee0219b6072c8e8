"""Where commands keep runs: the store that is asked for, or the user's own if it can be used."""

import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

import platformdirs

from pokersim import __version__
from pokersim.cli.shared.options import option
from pokersim.cli.shared.output import message
from pokersim.errors import InputError, StoreError, StoreUnusableError
from pokersim.language import _
from pokersim.runs.execute import Run
from pokersim.runs.jobs import job_data, job_key
from pokersim.runs.plan import Chunk, Shard
from pokersim.runs.store import Goal, Session, Store, StoredJob, StoredRun, run_id

store_option = option(
    "--store",
    metavar="FILE",
    help="The file that runs are kept in.  [default: runs.sqlite in the user's data folder]",
)
no_store_option = option("--no-store", is_flag=True, help="Keep nothing of this run.")


class RunRequest(NamedTuple):
    """A job, and what is asked of it.

    Attributes
    ----------
    job
        What to count.
    deals
        How many, at most if there is a precision.
    precision, confidence
        Half the width of the interval that is watched, None for no precision; the confidence.
    """

    job: Any
    deals: int
    precision: float | None
    confidence: float

    def is_ended(self, run: Run[Any]) -> bool:
        """Whether a run of the job did all that is asked, and not the deals alone."""
        return run.done > 0 and bool(run.enough and run.enough(run.counts))


class StoreChoice(NamedTuple):
    """Which store is used; without a file the user's own, and none if that can't be written."""

    file: str | None
    none: bool = False

    @property
    def path(self) -> Path:
        """The file."""
        if self.file is not None:
            return Path(self.file)
        return Path(platformdirs.user_data_dir("pokersim")) / "runs.sqlite"


def store_choice(store: str | None, no_store: bool) -> StoreChoice:
    """Return what the options mean."""
    if store is not None and no_store:
        raise InputError(
            _("--store says where the run is kept, --no-store that it is not: use one")
        )
    return StoreChoice(store, no_store)


@contextmanager
def reading(choice: StoreChoice) -> Iterator[Store]:
    """Open a store that is there."""
    store = Store(choice.path, write=False)
    try:
        yield store
    finally:
        store.close()


class StoreWriter:
    """Keeps a run in a store while it is counted, or keeps nothing.

    Parameters
    ----------
    store
        Where; None for nowhere.
    run
        What was written of it at its begin.
    choice
        How the store was named.
    """

    def __init__(self, store: Store | None, run: StoredRun, choice: StoreChoice) -> None:
        self._store = store
        self._run = run
        self._choice = choice
        self._session = os.urandom(8).hex()
        self._begun = now()
        self._n_new = 0

    @property
    def resume(self) -> str:
        """The command that goes on with the run; empty where nothing is kept."""
        if self._store is None:
            return ""
        where = "" if self._choice.file is None else f" --store {quote(self._choice.file)}"
        return f"pokersim runs resume {self._run.id}{where}"

    def kept(self, place: int, job: Any) -> "_ChunkWriter | None":
        """Return where the chunks of a job are kept; ``place`` is its number in the run, from 0."""
        if self._store is None:
            return None
        return _ChunkWriter(self, StoredJob(self._store, self._run.goals[place].job, job))

    def end(self, place: int, asked: RunRequest, run: Run[Any]) -> None:
        """Bring all that was counted of a job to the disk, and say how far it is."""
        self._n_new += run.n_new
        with self.lenient():
            if self._store is None:
                return
            self._store.flush()
            ended = Session(platform.node(), __version__, self._begun, now(), self._n_new)
            self._store.put_session(self._session, self._run.id, ended)
            if asked.is_ended(run) and run.done != self._run.goals[place].reached:
                goals = list(self._run.goals)
                goals[place] = replace(goals[place], reached=run.done)
                self._run = self._store.put_run(replace(self._run, goals=tuple(goals)), {})

    @contextmanager
    def lenient(self) -> Iterator[None]:
        """Go on without a store that nobody asked for, if it can't be written any more."""
        try:
            yield
        except StoreUnusableError as error:
            if self._choice.file is not None:
                raise
            self._store = None
            _warn(error)


class _ChunkWriter:
    """The chunks of a job in a store that may fail in mid-run."""

    def __init__(self, keeper: StoreWriter, stored: StoredJob[Any]) -> None:
        self._keeper = keeper
        self._stored: StoredJob[Any] | None = stored

    def get(self, chunk: Chunk) -> Any:
        """Return the counts of a chunk, or None if they are not there."""
        return self._stored.get(chunk) if self._stored else None

    def put(self, chunk: Chunk, counts: Any) -> None:
        """Keep the counts of a chunk."""
        if self._stored:
            stored, self._stored = self._stored, None
            with self._keeper.lenient():
                stored.put(chunk, counts)
                self._stored = stored

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks that are there, by number."""
        return self._stored.chunks() if self._stored else iter(())


@contextmanager
def keeping(
    choice: StoreChoice, name: str, batch: Sequence[RunRequest], shard: Shard
) -> Iterator[StoreWriter]:
    """Open the store for a run, and write what is asked of it.

    Parameters
    ----------
    choice
        Which store.
    name
        What the run is, in a few words.
    batch, shard
        Its jobs, and which part of them is counted.
    """
    data = {job_key(found): found for found in (job_data(asked.job) for asked in batch)}
    run = _run_of(name, batch, shard)
    keeper = StoreWriter(None, run, choice)
    store = None
    with keeper.lenient():
        if not choice.none:
            store = Store(choice.path)
            try:
                keeper = StoreWriter(store, store.put_run(run, data), choice)
            except BaseException:
                store.close()
                raise
    try:
        yield keeper
    finally:
        if store:
            with suppress(StoreError):  # what could not be written was told when it was tried
                store.close()


def now() -> str:
    """Return the time, in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")


def goal_of(asked: RunRequest) -> Goal:
    """Return what is asked of a job, as a store keeps it."""
    key = job_key(job_data(asked.job))
    return Goal(key, asked.job.chunk_deals, asked.deals, asked.precision, asked.confidence)


def _run_of(name: str, batch: Sequence[RunRequest], shard: Shard) -> StoredRun:
    goals = tuple(goal_of(asked) for asked in batch)
    time, seed = now(), batch[0].job.seed
    return StoredRun(run_id(goals), name, goals, *shard, seed, __version__, time, time)


def _warn(error: StoreError) -> None:
    """Say that a run is not kept; it is counted all the same, so that -q does not silence it."""
    text = _("Warning: {error}; this run is not kept. --no-store keeps nothing without a warning.")
    message(text.format(error=error))
