"""Has the chunks of a run counted by the workers of a Dask cluster.

Chunks go out in batches, a bounded number of them at a time, and come back as packed counts
that are added in the order of their numbers, as those of threads are.
"""

import logging
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic
from typing import Any, Generic

from pokersim import __version__
from pokersim.errors import ClusterError, InputError, PokersimError
from pokersim.language import _
from pokersim.runs.execute import Run
from pokersim.runs.jobs import counts_of
from pokersim.runs.plan import C, Chunk
from pokersim.runs.worker import count_batch, ticket_of, version

BATCH = 16
"""Chunks at most that one future counts; a future costs the scheduler the same for any number."""

AHEAD = 4
"""Batches handed out for each thread: a worker may be so much slower than the others."""

CONNECT_SECONDS = 30
ANSWER_SECONDS = 30
JOIN_SECONDS = 60
"""How long a scheduler may take to be reached and to answer, and a run may be without workers."""

LOOK_SECONDS = 5
"""How often workers that came and went are looked for."""

_IGNORE_INTERRUPT = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run by processes of this machine: Ctrl-C goes to all, and this process ends the others."""

_ADDRESS = re.compile(r"local:(?P<n>[1-9]\d{0,2})|tcp://\S+:\d{1,5}", re.ASCII)


class Cluster:
    """Workers that count chunks, see :class:`pokersim.runs.execute.Counters`.

    Parameters
    ----------
    client
        A client of Dask.
    name
        What the user calls the cluster.
    """

    def __init__(self, client: Any, name: str) -> None:
        self.name = name
        self._client = client
        self._n_threads = 0
        self._looked = 0.0

    def __str__(self) -> str:
        return _("the cluster {name}").format(name=self.name)

    def steps(self, run: Run[Any]) -> Generator[int, None, None]:
        """Count a run; yield the deals of each chunk as it is added.

        Raises
        ------
        ClusterError
            The scheduler was lost, no worker is left, or one counts otherwise.  What was counted
            before stays counted.
        """
        self._await_workers()
        batches = _Batches(self, run)
        yield from run.steps_by(batches.submit, batches.ahead)

    def n_threads(self) -> int:
        """Return how many threads the workers had a few seconds ago; one if there are none."""
        if not self._n_threads or monotonic() - self._looked > LOOK_SECONDS:
            self._n_threads = max(1, self._count_threads())
            self._looked = monotonic()
        return self._n_threads

    def send(self, ticket: str, batch: list[tuple[int, int]]) -> Any:
        """Hand a batch out and return its future; Dask forgets it when that is forgotten."""
        with self._told():
            return self._client.submit(count_batch, ticket, batch, pure=False)

    def counts_of(self, future: Any) -> list[bytes]:
        """Wait for a batch and return its counts, packed.

        Raises
        ------
        ClusterError
            See :meth:`steps`.
        """
        while True:
            with self._told():
                try:
                    fault, counts = future.result(timeout=JOIN_SECONDS)
                    break
                except TimeoutError:
                    self._await_workers()
        if fault:
            with self._told():
                raise _unfit(", ".join(*self._client.who_has([future]).values()), fault)
        found: list[bytes] = counts
        return found

    def _count_threads(self) -> int:
        with self._told():
            try:
                return sum(self._client.nthreads(callback_timeout=ANSWER_SECONDS).values())
            except TimeoutError:
                raise self._lost() from None

    def _await_workers(self) -> None:
        """Wait for a worker, if there is none, and refuse those that can't count."""
        if not self._count_threads():
            with self._told():
                try:
                    self._client.wait_for_workers(1, timeout=JOIN_SECONDS)
                except TimeoutError:
                    text = _(
                        "the scheduler {name} has no workers\n"
                        "  start some where pokersim is installed: dask worker {name}"
                    )
                    raise ClusterError(text.format(name=self.name)) from None
        self._refuse_strangers()

    def _refuse_strangers(self) -> None:
        """Raise an error that names a worker without this version of the program."""
        answers: dict[str, Any] = {}
        with suppress(Exception):  # what is wrong with the scheduler, the next call tells
            answers = self._client.run(version, on_error="return", callback_timeout=ANSWER_SECONDS)
        for worker, found in answers.items():
            if found == __version__ or isinstance(found, OSError):  # it is just leaving
                continue
            text = _("can't load pokersim {wanted}: {found}")
            if isinstance(found, str):
                text = _("has pokersim {found}, but {wanted} is needed")
            raise _unfit(worker, text.format(found=found, wanted=__version__))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn Dask's errors into ones that say what happened to the cluster."""
        from distributed import CancelledError
        from distributed.comm import CommClosedError

        try:
            if self._client.status != "running":
                raise self._lost()
            yield
        except PokersimError:
            raise
        except Exception as error:
            gone = isinstance(error, CancelledError | CommClosedError)
            if gone or self._client.status != "running":
                raise self._lost() from error
            self._refuse_strangers()
            reason = f"{type(error).__name__}: {error}"
            text = _("a worker of {name} failed: {reason}")
            raise ClusterError(text.format(name=self.name, reason=reason)) from error

    def _lost(self) -> ClusterError:
        text = _("the connection to the scheduler {name} was lost")
        return ClusterError(text.format(name=self.name))


@contextmanager
def open_cluster(address: str) -> Iterator[Cluster]:
    """Connect to a cluster, or start one on this machine, for as long as the body runs.

    Parameters
    ----------
    address
        ``local:4`` for four processes of this machine, or ``tcp://host:port`` of a scheduler.

    Raises
    ------
    InputError
        The address is neither.
    ClusterError
        Dask is not installed, or the scheduler can't be reached.
    """
    n_workers = local_workers(address)
    try:
        import distributed
    except ImportError as error:
        text = _(
            "--cluster needs Dask, which can't be loaded: {error}\n"
            "  install it with: pip install 'pokersim[cluster]'"
        )
        raise ClusterError(text.format(error=error)) from error
    _silence()
    with ExitStack() as stack:
        at: Any = address
        if n_workers:
            at = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=n_workers,
                    threads_per_worker=1,
                    memory_limit=None,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                    preload=_IGNORE_INTERRUPT,
                )
            )
        try:
            client = distributed.Client(at, timeout=CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            text = _(
                "can't reach a scheduler at {address}: {error}\n  start one with: dask scheduler"
            )
            raise ClusterError(text.format(address=address, error=error)) from error
        stack.callback(_close, client)
        yield Cluster(client, address)


def local_workers(address: str) -> int:
    """Return how many processes an address asks for here; 0 for a scheduler elsewhere.

    >>> local_workers("local:4"), local_workers("tcp://10.0.0.7:8786")
    (4, 0)
    """
    found = _ADDRESS.fullmatch(address)
    if not found:
        text = _(
            "--cluster {address}: write local:4 for four processes of this machine, or "
            "tcp://host:8786, the address of a Dask scheduler"
        )
        raise InputError(text.format(address=address))
    return int(found["n"] or 0)


def _unfit(worker: str, fault: str) -> ClusterError:
    text = _(
        "the worker {worker} {fault}\n"
        "  its counts were not used; a worker must count as pokersim {version} does here"
    )
    return ClusterError(text.format(worker=worker, fault=fault, version=__version__))


def _silence() -> None:
    """Keep Dask from telling of every lost connection, at length; we say it once."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _close(client: Any) -> None:
    with suppress(Exception):  # the scheduler may be gone
        client.close(timeout=1)


class _Batch:
    """Chunks that one future counts; sent when there are ``size``, or somebody waits for one."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.chunks: list[tuple[int, int]] = []
        self.future: Any = None
        self.counts: list[bytes] | None = None

    @property
    def is_closed(self) -> bool:
        """Whether no chunk can be added."""
        return self.future is not None or self.counts is not None


class _Part(Generic[C]):
    """A chunk of a batch, see :class:`pokersim.runs.execute.PendingCounts`."""

    def __init__(self, result: Callable[[], C]) -> None:
        self.result = result


class _Batches(Generic[C]):
    """Hands out the chunks of a run in batches."""

    def __init__(self, cluster: Cluster, run: Run[C]) -> None:
        self._cluster = cluster
        self._ticket = ticket_of(run.job)
        self._zeros = run.job.no_counts()
        self._n_left = -(-(run.goal - run.done) // run.job.chunk_deals)
        self._filling = self._empty_batch()

    def ahead(self) -> int:
        """Return how many chunks may be handed out now."""
        return AHEAD * BATCH * self._cluster.n_threads()

    def submit(self, chunk: Chunk) -> _Part[C]:
        """Put a chunk into the batch that is being filled, and send that if it is full."""
        if self._filling.is_closed:
            self._filling = self._empty_batch()
        batch, place = self._filling, len(self._filling.chunks)
        batch.chunks.append((chunk.number, chunk.n_deals))
        self._n_left -= 1
        if len(batch.chunks) == batch.size:
            self._send(batch)
        return _Part(lambda: self._counts(batch, place))

    def _empty_batch(self) -> _Batch:
        # The last ones are small, so that no worker has much to do when the others have nothing.
        share = self._n_left // (2 * self._cluster.n_threads())
        return _Batch(min(max(share, 1), BATCH))

    def _send(self, batch: _Batch) -> None:
        batch.future = self._cluster.send(self._ticket, batch.chunks)

    def _counts(self, batch: _Batch, place: int) -> C:
        if batch.counts is None:
            if batch.future is None:
                self._send(batch)
            batch.counts, batch.future = self._cluster.counts_of(batch.future), None
        try:
            return counts_of(batch.counts[place], self._zeros)
        except (ValueError, LookupError) as error:
            text = _("a worker did not return counts of the job: {error}")
            raise ClusterError(text.format(error=error)) from error
