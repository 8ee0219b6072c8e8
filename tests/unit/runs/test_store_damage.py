"""Stores that were cut short or had bits flipped: a clear error or the right counts, always."""

import csv
import io
import random
from functools import lru_cache
from pathlib import Path

import pytest

from pokersim.errors import PokersimError
from pokersim.runs import database
from pokersim.runs.store import Store
from support.commands import run_here
from support.stores import JOB, keep, listed, same, small_chunks, undisturbed, use

__all__ = ["small_chunks"]
pytestmark = pytest.mark.usefixtures("small_chunks", "own_folder")

N_DEALS = 20_500
SIMULATE = [
    "simulate", "-r", "standard", "-r", "cats-and-dogs", "--players", "3", "--seed", "5",
    "-n", str(N_DEALS),
]  # fmt: skip


@pytest.fixture
def whole(small_chunks: None, own_folder: Path) -> bytes:
    """Give the bytes of a store of one run."""
    store = Store(Path("whole"))
    keep(store, JOB, N_DEALS)
    store.close()
    return Path("whole").read_bytes()


def flipped(data: bytes, rng: random.Random) -> bytes:
    """Give the bytes with one to three bits flipped, each second time in the first page."""
    found = bytearray(data)
    end = rng.choice((len(data), database._LEAST_BYTES))
    for _ in range(rng.randint(1, 3)):
        found[rng.randrange(end)] ^= 1 << rng.randrange(8)
    return bytes(found)


def cut(data: bytes, rng: random.Random) -> bytes:
    """Give the first bytes alone, or all with some in the middle zero or gone."""
    start = rng.randrange(1, len(data))
    end = min(len(data), start + rng.choice((1, 512, 4096)))
    how = rng.randrange(3)
    return (
        data[:start]
        + (b"" if how == 0 else bytes(end - start) if how == 1 else b"")
        + (b"" if how == 0 else data[end:])
    )


@pytest.mark.parametrize(
    ("harm", "n"), [(flipped, 60), (cut, 40), pytest.param(flipped, 200, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("is_checked", [True, False], ids=["small", "large"])
def test_a_damaged_store_gives_an_error_or_the_right_counts(
    whole: bytes, harm: object, n: int, is_checked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_checked:  # as for a file too large to be checked whole
        monkeypatch.setattr(database, "CHECKED_BYTES", 0)
    truth, path, errors = undisturbed(JOB, N_DEALS), Path("harmed"), 0
    for seed in range(n):
        path.write_bytes(harm(whole, random.Random(seed)))  # type: ignore[operator]
        found = use(path)
        if isinstance(found, PokersimError):
            errors += 1
            assert str(path) in str(found), seed
        elif found is not None:
            assert same(found, truth), seed
        Path("harmed-journal").unlink(missing_ok=True)
    assert errors > n / 10, "most damage was to unused bytes: the test shows little"


def tally(text: str) -> tuple[int, list[str]]:
    """Give the deals of a tally of three players in csv, and its counts."""
    found = list(csv.DictReader(io.StringIO(text)))
    return int(found[0]["total"]) // 3, [row["count"] for row in found]


@lru_cache
def right_tally(n_deals: int) -> list[str]:
    """Give the counts of a run that was never kept."""
    done = run_here([*SIMULATE[:-1], str(n_deals), "--no-store", "-f", "csv"])
    return tally(done.out)[1]


def test_commands_report_damage_and_print_only_right_counts(whole: bytes) -> None:
    refused, run = 0, listed("whole")[0]["run"]
    for seed in range(8):
        harmed = flipped(whole, random.Random(1000 + seed))
        for command in (["runs", "show", run], ["runs", "resume", run], SIMULATE):
            Path("harmed").write_bytes(harmed)
            done = run_here([*command, "--store", "harmed", "-f", "csv"])
            if done.code:
                refused += 1
                assert done.code == 2, (seed, command)
                assert "Error: " in done.err, (seed, command)
                assert "harmed" in done.err
            if done.out:  # of a run that was refused, what was whole before the damage
                deals, counts = tally(done.out)
                assert done.code or deals == N_DEALS
                assert counts == right_tally(deals)
    assert refused > 3


def test_a_damaged_chunk_is_reported_and_not_counted(whole: bytes) -> None:
    place = whole.rindex(b"x\x01")  # where a packed tally begins
    Path("harmed").write_bytes(whole[: place + 40] + b"\xff\0\xff" + whole[place + 43 :])
    done = run_here([*SIMULATE, "--store", "harmed", "-f", "csv"])
    deals, counts = tally(done.out)
    assert done.code == 2
    assert deals < N_DEALS
    assert counts == right_tally(deals)
    assert done.err.endswith(
        "Error: the store harmed is damaged: a row of the table 'chunk' is not as written\n"
        "  no count was taken from what is damaged; move the file away, or name another with "
        "--store\n"
    )


def test_nothing_is_taken_from_a_damaged_shard(whole: bytes) -> None:
    place = whole.rindex(b"x\x01")
    Path("harmed").write_bytes(whole[: place + 40] + b"\xff\0\xff" + whole[place + 43 :])
    other = [*SIMULATE[:-3], "6", "-n", "1000", "--store", "own"]
    assert run_here(other).code == 0
    before = Path("own").read_bytes()
    done = run_here(["runs", "merge", "harmed", "--store", "own"])
    assert (done.code, done.out) == (2, "")
    assert "the store harmed is damaged" in done.err
    assert Path("own").read_bytes() == before
