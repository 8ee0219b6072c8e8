"""Machine code kept on disk: right whatever has become of the files, and never an error."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba.core import config
from numba.core.caching import IndexDataCacheFile

from pokersim.kernels.jit import kernel


def twice(number: int) -> int:
    """Give a number twice, compiled anew by each test."""
    return 2 * number


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep machine code in a folder of the test's own."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def hits() -> int:
    """Call the kernel as a new process does, and tell how often it was found on disk."""
    compiled: Any = kernel(twice)
    assert compiled(21) == 42
    return sum(compiled.stats.cache_hits.values())


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def scribble(path: Path) -> None:
    path.write_bytes(b"no machine code")


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [cut, empty, scribble, Path.unlink])
def test_damaged_machine_code_is_made_anew(
    folder: Path, kind: str, damage: Callable[[Path], object]
) -> None:
    assert [hits(), hits()] == [0, 1]
    (path,) = folder.rglob(f"*.{kind}")
    damage(path)
    assert [hits(), hits()] == [0, 1]


def test_a_file_that_cannot_be_mended_is_left(folder: Path) -> None:
    hits()
    (path,) = folder.rglob("*.nbi")
    path.unlink()
    path.mkdir()
    assert [hits(), hits()] == [0, 0]


def test_a_full_disk_keeps_nothing_and_is_no_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    assert [hits(), hits()] == [0, 0]
    assert not list(folder.rglob("*.nbc"))
