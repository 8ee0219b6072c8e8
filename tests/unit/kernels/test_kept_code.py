"""Machine code kept on disk: right whatever has become of the files, and never an error."""

import errno
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from numba.core import config
from numba.core.caching import IndexDataCacheFile

from pokersim.kernels import jit
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


# --- where it is kept ----------------------------------------------------------------------------


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a cache that can't be written; give the place of the folder that stands for it."""
    (tmp_path / "file").touch()
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / "file" / name))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(config, "CACHE_DIR", "")
    return tmp_path / f"pokersim-{os.getuid()}"


def test_without_a_cache_it_is_kept_in_a_private_folder_of_this_version(private: Path) -> None:
    for _ in range(2):
        jit._use_cache_folder()
        assert vars(config)["CACHE_DIR"] == str(private / jit.cache_key())
        assert private.stat().st_mode & 0o777 == 0o700
    assert [hits(), hits()] == [0, 1]
    assert list(private.rglob("*.nbc"))


def open_to_all(private: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private.mkdir()
    private.chmod(0o777)


def a_link(private: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (private.parent / "elsewhere").mkdir(mode=0o700)
    private.symlink_to(private.parent / "elsewhere")


def a_file(private: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private.touch()


def of_another(private: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = os.getuid() + 1
    private.with_name(f"pokersim-{stranger}").mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: stranger)


@pytest.mark.parametrize("spoil", [open_to_all, a_link, a_file, of_another])
def test_where_others_could_put_code_none_is_kept_and_none_beside_the_sources(
    private: Path,
    spoil: Callable[[Path, pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoil(private, monkeypatch)
    jit._use_cache_folder()
    assert vars(config)["CACHE_DIR"] == ""
    assert [hits(), hits()] == [0, 0]
    for folder in (private.parent, Path(__file__).parent):
        assert not list(folder.rglob("*.nb[ci]"))


@pytest.mark.parametrize("option", ["BOUNDSCHECK", "OPT"])
def test_machine_code_of_other_options_is_kept_apart(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = set()
    for value in (0, 1):
        monkeypatch.setattr(config, option, value)
        keys.add(jit.cache_key())
    assert len(keys) == 2
