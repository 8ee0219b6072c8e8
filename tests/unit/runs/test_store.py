"""The store: what goes in comes out, nothing counts twice, and other files are refused."""

import hashlib
import sqlite3
import threading
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokersim.errors import InputError, StoreError, StoreUnusableError
from pokersim.rules.loader import load_ruleset
from pokersim.runs import database
from pokersim.runs.codec import json_of
from pokersim.runs.execute import Run
from pokersim.runs.jobs import COUNTS_VERSION, counts_bytes, counts_of, job_data, job_key, job_of
from pokersim.runs.plan import Chunk, Shard
from pokersim.runs.store import Session, Store, StoredJob, run_id
from pokersim.studies.simulate.showdown_job import ShowdownJob
from support.stores import (
    JOB,
    KINDS,
    SMALL_CHUNK,
    goal_of,
    keep,
    run_record,
    same,
    small_chunks,
    taken,
    undisturbed,
)

__all__ = ["small_chunks"]
pytestmark = pytest.mark.usefixtures("small_chunks")

N_DEALS = 4_500


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "runs.sqlite")
    yield found
    found.close()


# --- jobs and counts as data ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_job_comes_back_from_its_data(kind: str) -> None:
    data = job_data(KINDS[kind])
    assert data["kind"] == kind
    assert job_of(data) == KINDS[kind]
    assert job_data(job_of(data)) == data


@pytest.mark.parametrize("kind", KINDS)
def test_a_job_from_data_counts_the_same(kind: str) -> None:
    job = KINDS[kind]
    assert same(job_of(job_data(job)).count_chunk(3, 50), job.count_chunk(3, 50))


KNOWN = {
    "showdown": "fb4fd10f3d28c9c0",
    "draw": "68b3e070ef9ff52a",
    "stud": "335a4bd96ff8d8ba",
    "money": "756900f6c7864aa3",
}
"""Digests of what some deals of each kind count."""


@pytest.mark.parametrize("kind", KINDS)
def test_counts_of_a_job_change_only_with_the_version_of_counts(kind: str) -> None:
    counts = KINDS[kind].count_chunk(1, 500)
    digest = hashlib.sha256(b"".join(array.tobytes() for array in counts)).hexdigest()[:16]
    assert digest == KNOWN[kind], "kept runs would mix two kinds of counts: raise COUNTS_VERSION"
    assert COUNTS_VERSION == 2


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_depends_on_all_that_counts_depend_on(kind: str) -> None:
    job = KINDS[kind]
    others = [
        replace(job, seed=6),
        replace(job, rulesets=job.rulesets[:1]),
        replace(job, rulesets=job.rulesets[::-1]),
        replace(job, rulesets=(job.rulesets[0], replace(job.rulesets[1], name="mine"))),
    ]
    keys = {job_key(job_data(each)) for each in [job, *others]}
    assert len(keys) == len(others) + 1


def test_the_key_does_not_depend_on_titles_and_texts() -> None:
    standard = load_ruleset("standard")
    renamed = replace(standard, titles={"en": "Ours"}, about="As we play it.", source="us")
    assert job_key(job_data(ShowdownJob((renamed,), 2, 1))) == job_key(
        job_data(ShowdownJob((standard,), 2, 1))
    )


@pytest.mark.parametrize(
    ("field", "value"), [("counts", 0), ("chunk_deals", 7), ("kind", "whist"), ("job", {"x": 1})]
)
def test_a_job_of_another_version_is_refused(field: str, value: Any) -> None:
    with pytest.raises(InputError, match="another version of pokersim"):
        job_of({**job_data(JOB), field: value})


@pytest.mark.parametrize("kind", KINDS)
def test_counts_come_back_from_their_bytes(kind: str) -> None:
    job = KINDS[kind]
    counts = job.count_chunk(0, 40)
    back = counts_of(counts_bytes(counts), job.no_counts())
    assert type(back) is type(counts)
    assert same(back, counts)


def test_bytes_of_another_job_are_refused() -> None:
    data = counts_bytes(KINDS["stud"].count_chunk(0, 10))
    with pytest.raises(ValueError, match="counts where"):
        counts_of(data, JOB.no_counts())
    with pytest.raises(ValueError, match="header"):
        counts_of(b"nothing packed", JOB.no_counts())


# --- what is kept --------------------------------------------------------------------------------


def test_a_run_that_was_kept_is_not_counted_again(store: Store) -> None:
    first = keep(store, JOB, N_DEALS)
    again = keep(store, JOB, N_DEALS)
    assert (first.n_new, again.n_new, again.done) == (N_DEALS, 0, N_DEALS)
    assert same(again.counts, undisturbed(JOB, N_DEALS))
    assert same(taken(store, JOB, N_DEALS).counts, again.counts)


@pytest.mark.parametrize("n_deals", [N_DEALS + 200, N_DEALS + 5_000, 5_000])
def test_a_run_that_grows_counts_what_is_missing_and_its_short_chunk(
    store: Store, n_deals: int
) -> None:
    keep(store, JOB, N_DEALS)
    grown = keep(store, JOB, n_deals)
    assert grown.n_new == n_deals - N_DEALS // SMALL_CHUNK * SMALL_CHUNK
    assert same(grown.counts, undisturbed(JOB, n_deals))


def test_a_run_that_shrinks_leaves_the_longer_one(store: Store) -> None:
    keep(store, JOB, N_DEALS)
    assert same(keep(store, JOB, 2_300).counts, undisturbed(JOB, 2_300))
    assert keep(store, JOB, N_DEALS).n_new == 0


@pytest.mark.parametrize("n_threads", [1, 2])
def test_shards_add_up_to_the_whole_run(tmp_path: Path, n_threads: int) -> None:
    own = Store(tmp_path / "own")
    for number in (1, 2, 3):
        part = Store(tmp_path / f"part-{number}")
        keep(part, JOB, N_DEALS, Shard(number, 3))
        own.merge(part)
        own.merge(part)  # twice counts once
        part.close()
    run = taken(own, JOB, N_DEALS)
    assert run.done == N_DEALS
    assert same(run.counts, undisturbed(JOB, N_DEALS))
    assert own.runs() == [run_record(JOB, N_DEALS)]
    own.close()


def test_a_shard_counts_its_own_chunks_alone(store: Store) -> None:
    run = keep(store, JOB, N_DEALS, Shard(2, 3))
    assert [chunk.number for chunk in store.chunks(goal_of(JOB, 1).job)] == [1, 4]
    assert (run.done, run.goal) == (1_500, 1_500)


def test_the_next_shard_in_the_same_store_makes_it_a_whole_run(store: Store) -> None:
    keep(store, JOB, N_DEALS, Shard(1, 2))
    assert store.runs()[0].shard == Shard(1, 2)
    keep(store, JOB, N_DEALS, Shard(2, 2))
    assert store.runs()[0].shard == Shard(1, 1)
    assert store.deals(goal_of(JOB, N_DEALS)) == N_DEALS


def test_a_run_stops_where_an_undisturbed_one_reaches_its_precision(store: Store) -> None:
    def enough(counts: Any) -> bool:
        return int(counts.dealt[0].sum()) >= 3 * 2_500

    keep(store, JOB, 2_000)
    keep(store, JOB, 9_000, Shard(3, 3))  # a chunk beyond a gap
    kept: StoredJob[Any] = StoredJob(store, goal_of(JOB, 1).job, JOB)
    run: Run[Any] = Run(JOB, 10**9, enough, kept=kept)
    list(run.steps(2))
    again: Run[Any] = Run(JOB, 10**9, enough, kept=kept)
    again.take_kept()
    store.flush()
    assert (run.done, again.done) == (3_000, 3_000)
    assert same(run.counts, undisturbed(JOB, 3_000))
    assert same(again.counts, run.counts)


def test_kept_counts_end_at_a_gap_when_a_precision_is_given(store: Store) -> None:
    keep(store, JOB, 9_000, Shard(1, 2))
    kept: StoredJob[Any] = StoredJob(store, goal_of(JOB, 1).job, JOB)
    run: Run[Any] = Run(JOB, 10**9, lambda counts: False, kept=kept)
    run.take_kept()
    assert run.done == SMALL_CHUNK


def test_deals_kept_are_those_asked_for(store: Store) -> None:
    keep(store, JOB, N_DEALS)
    asked = [goal_of(JOB, n) for n in (N_DEALS, N_DEALS + 1, 4_000, 2_500, 500)]
    assert [store.deals(goal) for goal in asked] == [N_DEALS, 4_000, 4_000, 2_000, 0]


def test_an_exported_run_is_a_store_of_that_run_alone(store: Store, tmp_path: Path) -> None:
    other = replace(JOB, seed=6)
    keep(store, JOB, N_DEALS)
    keep(store, other, 1_000)
    session = Session("here", "0", "2026-01-01 00:00:00", "2026-01-01 00:00:01", 5)
    store.put_session("s", run_record(JOB, 1).id, session)
    (tmp_path / "one").write_bytes(store.export(run_record(JOB, N_DEALS)))
    one = Store(tmp_path / "one", write=False)
    assert one.runs() == [run_record(JOB, N_DEALS)]
    assert one.sessions(run_record(JOB, 1).id) == [session]
    assert same(taken(one, JOB, N_DEALS).counts, undisturbed(JOB, N_DEALS))
    assert not list(one.chunks(goal_of(other, 1).job))
    one.close()


def test_a_deleted_run_leaves_what_others_have_too(store: Store) -> None:
    other = replace(JOB, seed=6)
    keep(store, JOB, N_DEALS)
    keep(store, other, 1_000)
    goals = (goal_of(JOB, N_DEALS), goal_of(other, 1_000))
    both = replace(run_record(JOB, N_DEALS), id=run_id(goals), goals=goals)
    store.put_run(both, {})
    store.delete([both, run_record(other, 1_000)])
    assert store.runs() == [run_record(JOB, N_DEALS)]
    assert same(taken(store, JOB, N_DEALS).counts, undisturbed(JOB, N_DEALS))
    assert not list(store.chunks(goals[1].job))
    with pytest.raises(StoreError, match="is missing"):
        store.job(goals[1].job)


def test_other_counts_of_the_same_chunk_are_refused_and_nothing_is_taken(
    store: Store, tmp_path: Path
) -> None:
    keep(store, JOB, 1_000)
    wrong = Store(tmp_path / "wrong")
    keep(wrong, JOB, 3_000)
    key, chunk = goal_of(JOB, 1).job, Chunk(0, 1_000)
    wrong._database.execute("DELETE FROM chunk WHERE number = 0")
    wrong.put_chunk(key, chunk, counts_bytes(JOB.count_chunk(9, 1_000)))
    wrong.flush()
    with pytest.raises(StoreError, match=r"chunk 0 of the job .* has other counts"):
        store.merge(wrong)
    assert list(store.chunks(key)) == [chunk]
    wrong.close()


def test_counts_packed_at_another_level_are_the_same(store: Store) -> None:
    keep(store, JOB, 1_000)
    packed = zlib.compress(zlib.decompress(counts_bytes(JOB.count_chunk(0, 1_000))), level=9)
    store.put_chunk(goal_of(JOB, 1).job, Chunk(0, 1_000), packed)
    store.flush()
    assert same(taken(store, JOB, 1_000).counts, undisturbed(JOB, 1_000))


def test_a_run_is_found_by_its_first_digits(store: Store) -> None:
    keep(store, JOB, 1_000)
    run = run_record(JOB, 1_000)
    assert store.find_run(run.id) == store.find_run(run.id[:4]) == run
    with pytest.raises(InputError, match=f"there is no run 'zzzz'.*\n.*{run.id}"):
        store.find_run("zzzz")
    with pytest.raises(InputError, match=f"'{run.id[:3]}' is too short for a run: write 4 digits"):
        store.find_run(run.id[:3])


def test_two_threads_of_two_connections_write_one_store(tmp_path: Path) -> None:
    path, failures = tmp_path / "both", []

    def write() -> None:
        try:
            own = Store(path)
            for number in range(30):
                own.put_chunk("job", Chunk(number, 1), counts_bytes((np.arange(number),)))
                own.flush()
            own.close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    found = Store(path, write=False)
    assert [chunk.number for chunk in found.chunks("job")] == list(range(30))
    found.close()


# --- files that are no stores --------------------------------------------------------------------


def test_a_new_store_knows_its_program_and_format(store: Store) -> None:
    assert database._number(store._database, "user_version") == len(database.MIGRATIONS)
    assert database._number(store._database, "application_id") == database.APPLICATION


def test_an_older_store_is_brought_up_to_date_with_all_that_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Store(tmp_path / "old")
    keep(old, JOB, N_DEALS)
    old.close()
    more = (*database.MIGRATIONS, ("CREATE TABLE note (text TEXT)", "INSERT INTO note VALUES (1)"))
    monkeypatch.setattr(database, "MIGRATIONS", more)
    with pytest.raises(StoreUnusableError, match="is of an older version"):
        Store(tmp_path / "old", write=False)
    new = Store(tmp_path / "old")
    assert database._number(new._database, "user_version") == len(more)
    assert new._database.execute("SELECT text FROM note").fetchall() == [("1",)]
    assert same(taken(new, JOB, N_DEALS).counts, undisturbed(JOB, N_DEALS))
    new.close()


def test_a_migration_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old"
    old = Store(path)
    keep(old, JOB, 1_000)
    old.close()
    before = path.read_bytes()
    broken = (*database.MIGRATIONS, ("CREATE TABLE note (text TEXT)", "nonsense"))
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", broken)
        with pytest.raises(StoreError, match="nonsense"):
            Store(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_refused_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "new"
    Store(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute(f"PRAGMA user_version = {len(database.MIGRATIONS) + 1}")
    raw.close()
    before = path.read_bytes()
    for write in (True, False):
        with pytest.raises(StoreError, match="is of a newer version of pokersim"):
            Store(path, write)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello\n" * 1000, b"x", b"SQLite format 3\0" + b"\0" * 84])
def test_a_file_that_is_no_database_is_refused_and_not_changed(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"not a store of pokersim|damaged"):
        Store(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "other"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE song (title TEXT)")
    raw.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a store of pokersim"):
        Store(path)
    assert path.read_bytes() == before


def test_all_of_a_run_is_json(store: Store) -> None:
    keep(store, JOB, 1_000)
    assert json_of(store.job(goal_of(JOB, 1).job)) == json_of(job_data(JOB))
