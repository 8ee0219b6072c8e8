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

from pokersim.rules import cache
from pokersim.rules.compiler import Ranking, compile_ruleset
from pokersim.rules.deck import Deck
from pokersim.rules.scatter import rank_tables
from pokersim.tables import RankTables
from support.decks import DECKS, playing
from support.process import TIMEOUT_SECONDS, clean_environment

SIZE = 6


def ranking_of(name: str, deck: Deck) -> Ranking:
    """Compile a shipped ruleset played with a deck."""
    return compile_ruleset(playing(name, deck))


RANKING = ranking_of("standard", DECKS["odd ranks"])
EXPECTED = rank_tables([RANKING], SIZE)

GAMES = {
    "one": ([RANKING], 6),
    "seven cards": ([RANKING], 7),
    "side by side": ([ranking_of(name, DECKS["2 jokers"]) for name in ("soko", "skeet")], 6),
    "bugs and deuces": ([ranking_of("four-flush", DECKS["bugs and deuces"])], 7),
    "hole": ([ranking_of("standard", DECKS["hole"])], 6),
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
    """Ask for the expected tables, twice: once whatever is there, and once what was mended.

    Warnings are errors: a damaged file is nobody's trouble.
    """
    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)


def importable(extra: dict[str, str] | None = None) -> dict[str, str]:
    """Give the environment of a process that can import this file."""
    environment = clean_environment(extra)
    environment["PYTHONPATH"] += os.pathsep + str(Path(__file__).parent)
    return environment


def no_making(*args: object) -> RankTables:
    """Stand in for making tables where they must come from the disk."""
    raise AssertionError("made, not read")


# What is kept


@pytest.mark.parametrize("name", GAMES)
def test_tables_from_the_disk_are_those_that_were_made(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rankings, size = GAMES[name]
    expected = rank_tables(rankings, size)
    assert_same(cache.stored_tables(rankings, size), expected)
    monkeypatch.setattr(cache, "rank_tables", no_making)
    assert_same(cache.stored_tables(rankings, size), expected)


def test_every_game_has_a_file_of_its_own(folder: Path) -> None:
    for rankings, size in GAMES.values():
        cache.stored_tables(rankings, size)
    assert len(list(folder.iterdir())) == len(GAMES)


DECK_CHANGES = [
    Deck(),
    Deck(ace_low=False),
    Deck(jokers=1),
    Deck(jokers=1, bug="orthodox"),
    Deck(jokers=1, bug="special"),
    Deck(jokers=2),
    Deck(wild=(0,)),
    Deck(wild=(1,)),
    Deck(by_hand="lowest"),
    Deck(by_hand="hole"),
    Deck(jokers=1, double_ace_flush=True),
    Deck(jokers=1, natural_first=True),
]


def test_whatever_makes_other_tables_has_another_name() -> None:
    rankings = [ranking_of(name, deck) for name in ("soko", "skeet") for deck in DECK_CHANGES]
    sets = [[ranking] for ranking in rankings] + [rankings[:2], rankings[1::-1]]
    names = {cache._key(chosen, size) for chosen in sets for size in (6, 7)}
    assert len(names) == 2 * len(sets)


def test_a_name_is_the_same_in_another_process() -> None:
    code = "from test_cache import *; print(cache._key([RANKING], SIZE))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=importable({"PYTHONHASHSEED": "7"}),
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=True,
    )
    assert done.stdout.strip() == cache._key([RANKING], SIZE)


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


def test_the_version_tells_every_file_that_tables_are_made_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = cache._source_digest.__wrapped__
    package = tmp_path / "package"
    sources = ["rules/scatter.py", "rules/deck.py", "rules/readings.py"]
    sources += ["packing.py", "tables.py", "cards.py"]
    for name in sources:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("# nothing\n")
    monkeypatch.setattr(cache, "_PACKAGE", package)
    found = {digest()}
    for name in sources:
        (package / name).write_text("# something else\n")
        found.add(digest())
    assert len(found) == 1 + len(sources)
    monkeypatch.setattr(np, "__version__", "0.1")
    assert digest() not in found


def test_a_file_under_the_name_of_another_game_is_not_believed_to_be_whole(folder: Path) -> None:
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


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_file_is_made_again(name: str, kept: Path) -> None:
    kept.write_bytes(DAMAGE[name](kept.read_bytes()))
    loads_right()


def test_a_damaged_file_is_mended_on_the_disk(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.write_bytes(kept.read_bytes()[:-100])
    cache.stored_tables([RANKING], SIZE)
    monkeypatch.setattr(cache, "rank_tables", no_making)
    assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)


@pytest.mark.parametrize("seed", range(8))
def test_a_file_cut_anywhere_is_made_again(seed: int, kept: Path) -> None:
    content = kept.read_bytes()
    for length in random.Random(seed).sample(range(len(content)), 4):
        kept.write_bytes(content[:length])
        loads_right()


def telling_bytes(content: bytes) -> list[int]:
    """Give where a file says what it holds: all that is no plain number of an array.

    These are the bytes around every mark of a member and of an array, and the end.
    """
    found = set(range(min(256, len(content)))) | set(range(len(content) - 1_800, len(content)))
    for mark in (b"PK\x03\x04", b"\x93NUMPY"):
        at = content.find(mark)
        while at >= 0:
            found |= set(range(at, min(at + 130, len(content))))
            at = content.find(mark, at + 1)
    return sorted(found)


@pytest.mark.parametrize("bit", range(8))
def test_a_bit_flipped_where_the_file_says_what_it_holds_does_no_harm(
    bit: int, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = kept.read_bytes()
    monkeypatch.setattr(cache, "rank_tables", lambda rankings, size: EXPECTED)
    monkeypatch.setattr(cache, "_save", lambda path, tables: None)
    for at in telling_bytes(content)[bit::16]:
        damaged = bytearray(content)
        damaged[at] ^= 1 << bit
        kept.write_bytes(damaged)
        assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)


@pytest.mark.parametrize("seed", range(8))
def test_bytes_changed_anywhere_do_no_harm(
    seed: int, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, rng = kept.read_bytes(), random.Random(seed)
    monkeypatch.setattr(cache, "rank_tables", lambda rankings, size: EXPECTED)
    monkeypatch.setattr(cache, "_save", lambda path, tables: None)
    for n_changes in (1, 1, 1, 1, 2, 5, 100):
        for positions in (range(len(content)), telling_bytes(content)):
            damaged = bytearray(content)
            for at in rng.choices(positions, k=n_changes):
                damaged[at] = rng.randrange(256)
            kept.write_bytes(damaged)
            assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)


def test_a_damaged_file_leaves_no_file_open(kept: Path) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("open files can't be told here")
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


@pytest.mark.parametrize("error", [PermissionError(13, "no"), OSError(28, "disk full")])
@pytest.mark.parametrize("method", ["mkdir", "open", "write_bytes", "replace", "iterdir"])
def test_a_disk_that_refuses_is_no_trouble(
    method: str, error: OSError, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True)
    before = getattr(Path, method)

    def refuse(path: Path, *args: object, **options: object) -> object:
        # Reading is another matter: there is nothing to be read yet.
        if folder in (path, path.parent) and args[:1] != ("rb",):
            raise error
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
    """Let a file have been used so long ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))
    return path


def test_files_that_nobody_used_for_long_are_thrown_away(kept: Path) -> None:
    old, new = (kept.with_name(name) for name in ("old.npz", "new.npz"))
    for path, seconds in ((old, cache.STALE_SECONDS + 60), (new, cache.STALE_SECONDS - 60)):
        path.write_bytes(b"")
        aged(path, seconds)
    cache.stored_tables([RANKING], 7)
    assert (old.exists(), new.exists(), kept.exists()) == (False, True, True)


def test_a_file_that_is_used_stays_young(kept: Path) -> None:
    aged(kept, cache.STALE_SECONDS - 60)
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
from test_cache import *
cache.folder = lambda kind: Path(sys.argv[1])
while not (Path(sys.argv[1]).parent / "go").exists():
    time.sleep(0.001)
for turn in range(24):
    for path in Path(sys.argv[1]).glob("*.npz"):
        if turn % 8 == int(sys.argv[2]):
            path.write_bytes(path.read_bytes()[:-7])
    assert_same(cache.stored_tables([RANKING], SIZE), EXPECTED)
print("right")
"""


def test_processes_that_write_read_and_spoil_the_same_file_all_have_the_right_tables(
    folder: Path,
) -> None:
    folder.mkdir(parents=True)
    started = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, str(folder), str(number)],
            env=importable(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for number in range(2)
    ]
    (folder.parent / "go").touch()
    ended = [process.communicate(timeout=TIMEOUT_SECONDS) for process in started]
    assert [(out, err) for out, err in ended] == [("right\n", "")] * 2
    assert {path.suffix for path in folder.iterdir()} == {".npz"}
