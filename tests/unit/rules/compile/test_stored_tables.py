"""Tables kept on disk: the right ones whatever has become of the file, and never an error."""

import os
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokersim import disk_cache
from pokersim.rules.compile import stored_tables as cache
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import rank_tables
from pokersim.table_layout import RankTables
from support.decks import DECKS, playing
from support.process import TIMEOUT_SECONDS, clean_environment

SIZE = 6
RANKING = compile_ruleset(playing("standard", DECKS["odd ranks"]))
EXPECTED = rank_tables([RANKING], SIZE)

GAMES = {
    "seven cards": (["standard"], "odd ranks", 7),
    "side by side": (["soko", "skeet"], "2 jokers", 6),
    "bugs and wild aces": (["four-flush"], "36, all aces wild, bugs", 6),
    "hole": (["standard"], "hole", 6),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder where tables are kept, a new one that is not there yet."""
    found = tmp_path / "cache" / "tables"
    monkeypatch.setattr(cache, "folder", lambda kind: found)
    return found


@pytest.fixture
def kept(folder: Path) -> Path:
    """Give a file with the expected tables."""
    cache.stored_tables([RANKING], SIZE)
    (path,) = folder.iterdir()
    return path


def assert_same(found: RankTables, expected: RankTables) -> None:
    """Fail with the name of the first arrays that differ, or are of another kind for a kernel."""
    pairs: Iterator[tuple[str, Any, Any]] = zip(RankTables._fields, found, expected, strict=True)
    for name, one, other in pairs:
        assert type(one) is type(other), name
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name
        if isinstance(one, np.ndarray):
            assert one.flags.c_contiguous, name
            assert one.flags.writeable, name


def loads_right() -> None:
    """Ask for the expected tables twice: from whatever is there, and from what was repaired.

    Warnings are errors: users see nothing of a damaged file.
    """
    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)


def no_making(*args: object) -> RankTables:
    """Stand in for making tables where they must come from the disk."""
    raise AssertionError("made, not read")


# What is kept


@pytest.mark.parametrize("name", GAMES)
def test_tables_from_the_disk_are_those_that_were_made(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, deck, size = GAMES[name]
    rankings = [compile_ruleset(playing(ruleset, DECKS[deck])) for ruleset in names]
    expected = rank_tables(rankings, size)
    assert_same(cache.stored_tables(rankings, size), expected)
    monkeypatch.setattr(cache, "rank_tables", no_making)
    assert_same(cache.stored_tables(rankings, size), expected)


def test_other_rulesets_decks_orders_and_sizes_have_other_names() -> None:
    # A digest of the ruleset changes with every option of the deck: test_deck_files.py.
    rankings = [
        compile_ruleset(playing(name, DECKS[deck]))
        for name in ("standard", "skeet")
        for deck in ("odd ranks", "36")
    ]
    sets = [*([ranking] for ranking in rankings), rankings[:2], rankings[1::-1]]
    names = {cache._key(chosen, size) for chosen in sets for size in (6, 7)}
    assert len(names) == 2 * len(sets)


def test_nothing_but_the_file_is_left_in_the_folder(kept: Path) -> None:
    loads_right()
    assert list(kept.parent.iterdir()) == [kept]


# Another version


def test_another_version_makes_its_own(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept.read_bytes()
    monkeypatch.setattr(cache, "_source_digest", lambda: "another version")
    loads_right()
    assert kept.read_bytes() == before
    assert len(list(kept.parent.iterdir())) == 2


def test_tables_of_another_numpy_have_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = cache._source_digest.__wrapped__
    found = digest()
    monkeypatch.setattr(np, "__version__", "0.1")
    assert digest() != found


def test_half_a_file_of_another_game_under_the_name_is_made_again(folder: Path) -> None:
    # Cut in the middle of another file: the name is right, the content is not.
    cache.stored_tables([RANKING], 7)
    (other,) = folder.iterdir()
    content = other.read_bytes()
    (folder / f"{cache._key([RANKING], SIZE)}.npz").write_bytes(content[: len(content) // 2])
    loads_right()


# Damage


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "one byte": lambda content: content[:1],
    "half written": lambda content: content[: len(content) // 2],
    "last byte missing": lambda content: content[:-1],
    "first byte missing": lambda content: content[1:],
    "a byte too many": lambda content: content + b"\0",
    "a byte too many before": lambda content: b"\0" + content,
    "twice": lambda content: content + content,
    "zeros": lambda content: bytes(len(content)),
    "zeros at the end": lambda content: content[: len(content) // 2] + bytes(len(content) // 2),
    "zeros at the beginning": lambda content: bytes(512) + content[512:],
    "text": lambda content: b"no tables\n" * 1_000,
    "pickled": lambda content: (
        b"\x80\x04\x95\x0f\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01K\x02K\x03e."
    ),
    "backwards": lambda content: content[::-1],
    "blocks exchanged": lambda content: content[4096:8192] + content[:4096] + content[8192:],
}


def test_a_damaged_file_is_made_again(kept: Path) -> None:
    content = kept.read_bytes()
    for damage in DAMAGE.values():
        kept.write_bytes(damage(content))
        loads_right()


def test_a_damaged_file_is_repaired_on_the_disk(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write_bytes(kept.read_bytes()[:-100])
    cache.stored_tables([RANKING], SIZE)
    monkeypatch.setattr(cache, "rank_tables", no_making)
    assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)


def test_a_file_cut_or_changed_anywhere_is_made_again(kept: Path) -> None:
    content, rng = kept.read_bytes(), random.Random(1)
    for length in rng.sample(range(len(content)), 4):
        kept.write_bytes(content[:length])
        loads_right()
    # In the checksum, in the head of the first array, at the end, and anywhere.
    for at in (0, 31, 32, 40, len(content) - 1, *rng.sample(range(len(content)), 4)):
        kept.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        loads_right()


def test_a_damaged_file_leaves_no_file_open(kept: Path) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("open files can't be counted here")
    content = kept.read_bytes()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for damaged in (content[:-1], b"", bytes(len(content))):
        kept.write_bytes(damaged)
        cache.stored_tables([RANKING], SIZE)
    assert len(list(Path("/proc/self/fd").iterdir())) <= before


# A folder that is no help


def test_a_file_in_the_place_of_the_folder_is_no_trouble(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("no folder")
    loads_right()
    assert folder.read_text() == "no folder"


def test_a_folder_in_the_place_of_the_file_is_no_trouble(folder: Path) -> None:
    path = folder / f"{cache._key([RANKING], SIZE)}.npz"
    (path / "inside").mkdir(parents=True)
    loads_right()
    assert list(folder.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="all may write everywhere")
def test_a_folder_that_can_not_be_written_is_no_trouble(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    try:
        loads_right()
        assert list(folder.iterdir()) == []
    finally:
        folder.chmod(0o700)


@pytest.mark.parametrize("method", ["mkdir", "open", "write_bytes", "replace", "iterdir"])
def test_a_disk_that_refuses_is_no_trouble(
    method: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True)
    before = getattr(Path, method)

    def refuse(path: Path, *args: object, **options: object) -> object:
        # Reading is another matter: there is nothing to be read yet.
        if folder in (path, path.parent) and args[:1] != ("rb",):
            raise OSError(28, "disk full")
        return before(path, *args, **options)

    monkeypatch.setattr(Path, method, refuse)
    loads_right()
    monkeypatch.undo()
    assert not [path for path in folder.rglob("*") if path.suffix == ".tmp"]


def test_a_file_that_can_not_be_marked_as_used_is_used_all_the_same(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(cache, "rank_tables", no_making)
    assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)


# Old files


def aged(path: Path, seconds: float) -> Path:
    """Date the last use of a file back."""
    then = time.time() - seconds
    os.utime(path, (then, then))
    return path


def test_files_that_nobody_used_for_long_are_deleted(kept: Path) -> None:
    old, new = (kept.with_name(name) for name in ("old.npz", "new.npz"))
    for path, seconds in (
        (old, disk_cache.STALE_SECONDS + 60),
        (new, disk_cache.STALE_SECONDS - 60),
    ):
        path.write_bytes(b"")
        aged(path, seconds)
    cache.stored_tables([RANKING], 7)
    assert (old.exists(), new.exists(), kept.exists()) == (False, True, True)


def test_a_file_that_is_used_counts_as_new(kept: Path) -> None:
    aged(kept, disk_cache.STALE_SECONDS - 60)
    cache.stored_tables([RANKING], SIZE)
    assert time.time() - kept.stat().st_mtime < 60


# Many at once


def test_threads_that_make_the_same_tables_all_have_them(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: cache.stored_tables([RANKING], SIZE), range(16)))
    for tables in found:
        assert_same(tables, EXPECTED)
    assert [path.suffix for path in folder.iterdir()] == [".npz"]


RACE = """
import sys, time
from pathlib import Path
import numpy as np
from pokersim.rules.compile import stored_tables as cache
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.compile.rank_tables import rank_tables

folder, number = Path(sys.argv[1]), int(sys.argv[2])
rankings = [compile_ruleset(play_with(load_ruleset("standard"), parse_deck("2468TQA")))]
expected = rank_tables(rankings, 6)
cache.folder = lambda kind: folder
(folder.parent / f"ready-{number}").touch()
while not (folder.parent / f"ready-{1 - number}").exists():
    time.sleep(0.001)
for turn in range(24):
    for path in folder.glob("*.npz"):
        if turn % 8 == number:
            path.write_bytes(path.read_bytes()[:-7])
    found = cache.stored_tables(rankings, 6)
    assert all(map(np.array_equal, found, expected))
print("right")
"""


def test_processes_that_damage_and_repair_the_same_file_all_have_the_right_tables(
    folder: Path,
) -> None:
    folder.mkdir(parents=True)
    started = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, str(folder), str(number)],
            # The name of the file does not depend on the hashes of a process.
            env=clean_environment({"PYTHONHASHSEED": str(number)}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for number in range(2)
    ]
    ended = [process.communicate(timeout=TIMEOUT_SECONDS) for process in started]
    assert [(out, err) for out, err in ended] == [("right\n", "")] * 2
    assert list(folder.iterdir()) == [folder / f"{cache._key([RANKING], SIZE)}.npz"]
