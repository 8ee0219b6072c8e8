"""The cluster: the same counts as one thread's, with a real scheduler and worker processes."""

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from pokersim.errors import ClusterError
from pokersim.games.policies import policies
from pokersim.games.spec import load_betting
from pokersim.rules.loader import load_ruleset
from pokersim.runs import cluster as module
from pokersim.runs.cluster import AHEAD, BATCH, Cluster, open_cluster
from pokersim.runs.execute import Run
from pokersim.runs.plan import Chunk, Shard, chunks
from pokersim.runs.worker import PROBE_DEALS, count_batch, ticket_of
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
from support.clusters import RealCluster, assert_same, counted, quick_job, real_cluster

pytest.importorskip("distributed", reason="the extra cluster is not installed")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealCluster]:
    with real_cluster(tmp_path_factory.mktemp("cluster"), n_workers=2) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def opened(real: RealCluster) -> Iterator[Cluster]:
    with open_cluster(real.address) as cluster:
        yield cluster


def rules(*names: str) -> Any:
    return tuple(load_ruleset(name) for name in names)


def money_job() -> BettingJob:
    simple = policies()["tight"]
    return BettingJob(load_betting("jackpots"), rules("standard"), (simple,) * 4, 3)


JOBS: dict[str, Callable[[], Any]] = {
    "showdown": lambda: quick_job(("standard", "skeet"), n_players=2),
    "draw": lambda: DrawJob(rules("standard"), 2, 7, ("simple",)),
    "stud": lambda: StudJob(rules("soko"), 3, 7),
    "money": money_job,
}


@pytest.mark.parametrize("kind", JOBS)
def test_every_kind_of_job_counts_what_one_thread_counts(kind: str, opened: Cluster) -> None:
    job = JOBS[kind]()
    n_deals = job.chunk_deals + 77
    run: Run[Any] = Run(job, n_deals)
    assert list(opened.steps(run)) == [chunk.n_deals for chunk in chunks(n_deals, job.chunk_deals)]
    assert_same(run, counted(job, n_deals))


def test_more_chunks_than_are_handed_out_at_once_are_added_in_their_order(
    opened: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 3)
    job = quick_job()
    n_deals = (2 * AHEAD * 3 + 5) * job.chunk_deals
    run: Run[Any] = Run(job, n_deals)
    assert sum(opened.steps(run)) == n_deals
    assert_same(run, counted(job, n_deals))


def test_a_precision_ends_after_the_same_chunk(opened: Cluster) -> None:
    job = quick_job()
    wanted = counted(job, 3 * job.chunk_deals)
    least = wanted.counts.dealt[0, 0]
    run: Run[Any] = Run(job, job.max_deals, lambda counts: bool(counts.dealt[0, 0] >= least))
    for _ in opened.steps(run):
        pass
    assert_same(run, wanted)


class Kept:
    """Counts of chunks in memory."""

    def __init__(self, counts: dict[Chunk, Any]) -> None:
        self.counts = counts

    def get(self, chunk: Chunk) -> Any:
        return self.counts.get(chunk)

    def put(self, chunk: Chunk, counts: Any) -> None:
        self.counts[chunk] = counts

    def chunks(self) -> Iterator[Chunk]:
        return iter(sorted(self.counts))


def test_kept_chunks_are_not_handed_out(opened: Cluster) -> None:
    job = quick_job()
    n_deals = 6 * job.chunk_deals
    kept = Kept({Chunk(n, job.chunk_deals): job.count_chunk(n, job.chunk_deals) for n in (0, 3)})
    run: Run[Any] = Run(job, n_deals, kept=kept)
    assert sum(opened.steps(run)) == n_deals
    assert run.n_new == 4 * job.chunk_deals
    assert len(kept.counts) == 6
    assert_same(run, counted(job, n_deals))


def test_shards_add_up(opened: Cluster) -> None:
    job = quick_job()
    n_deals = 5 * job.chunk_deals + 1
    halves = [Run[Any](job, n_deals, shard=Shard(number, 2)) for number in (1, 2)]
    for half in halves:
        assert sum(opened.steps(half)) == half.goal
    whole = counted(job, n_deals).counts.dealt
    assert (halves[0].counts.dealt + halves[1].counts.dealt == whole).all()


def test_a_job_of_the_most_chunks_is_handed_out_in_parts(
    opened: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, sent, send = quick_job(), [], opened.send
    run: Run[Any] = Run(job, job.max_deals)

    def noted(ticket: str, batch: list[tuple[int, int]]) -> Any:
        sent.extend(batch)
        return send(ticket, batch)

    monkeypatch.setattr(opened, "send", noted)
    n_steps = BATCH + 3
    assert len(list(islice(opened.steps(run), n_steps))) == n_steps
    most = AHEAD * BATCH * opened.n_threads() + n_steps
    assert sent == [(number, job.chunk_deals) for number in range(len(sent))]
    assert BATCH < len(sent) <= most


def test_a_worker_counts_nothing_that_it_would_count_differently() -> None:
    job = quick_job()
    ticket = ticket_of(job)
    assert count_batch(ticket, [(0, 10)])[0] == ""
    probe = ticket.index('"probe":"') + len('"probe":"')
    other = ticket[:probe] + "0" * 64 + ticket[probe + 64 :]
    said = f"counts otherwise in the first {PROBE_DEALS:,} deals of the job"
    assert count_batch(other, [(0, 10)]) == (said, [])
    assert "reads the rules" in count_batch(ticket.replace("high-card", "low-card"), [(0, 10)])[0]
    assert "another version" in count_batch(ticket.replace('"showdown"', '"bridge"'), [])[0]


def test_without_dask_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r"pip install 'pokersim\[cluster\]'"),
        open_cluster("local:2"),
    ):
        pass


def test_an_address_without_a_scheduler_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT_SECONDS", 1)
    with (
        pytest.raises(ClusterError, match=r"can't reach a scheduler at tcp://127\.0\.0\.1:9"),
        open_cluster("tcp://127.0.0.1:9"),
    ):
        pass
