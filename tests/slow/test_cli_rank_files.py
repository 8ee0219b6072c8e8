"""``pokersim rank --input``: the memory of a process that reads files of many megabytes."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from support.commands import MEASURED, random_hands, run_code

pytestmark = pytest.mark.usefixtures("own_folder")


def memory_of(args: list[str], source: Path | None = None) -> tuple[int, str, int]:
    """Return the exit code, the standard error and the peak memory of a run in kilobytes."""
    with source.open("rb") if source else io.BytesIO() as stdin:
        given = {"stdin": stdin} if source else {}
        done = run_code(MEASURED, args, stdout=subprocess.DEVNULL, **given)
    *lines, memory = done.err.splitlines()
    kilobytes = int(memory) // (1024 if sys.platform == "darwin" else 1)
    return done.code, "\n".join(lines), kilobytes


def test_memory_does_not_grow_with_the_file() -> None:
    block = "\n".join(random_hands(200_000, seed=5)).encode() + b"\n"
    sizes = []
    for times in (2, 22):  # 4 MB and 48 MB
        with Path(f"{times}.txt").open("wb") as file:
            for _ in range(times):
                file.write(block)
        code, summary, kilobytes = memory_of(["rank", "--input", f"{times}.txt", "-f", "csv"])
        assert (code, summary) == (0, f"{200_000 * times:,} hands ranked")
        sizes.append(kilobytes)
    assert sizes[1] - sizes[0] < 15_000, sizes


def test_a_line_of_100_megabytes_is_refused_in_little_memory() -> None:
    with Path("long.txt").open("wb") as file:
        file.truncate(100_000_000)
    Path("small.txt").write_text("KhJdTd9s8c")
    small = memory_of(["rank", "--input", "small.txt"])[2]
    for args, source in ((["--input", "long.txt"], None), (["-"], Path("long.txt"))):
        code, problem, kilobytes = memory_of(["rank", *args, "-o", "new"], source)
        assert code == 2
        assert "line 1 of " in problem
        assert "a line of more than 4,096 bytes" in problem
        assert "write one hand a line" in problem
        assert "Traceback" not in problem
        assert kilobytes - small < 15_000
