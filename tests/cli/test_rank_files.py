"""``pokersim rank --input``: files of hands of any length, and every way a line can be wrong."""

# The Cyrillic letters are meant.
# ruff: noqa: RUF001

import io
import json
import os
import random
import re
import subprocess
import sys
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

from pokersim.errors import PokersimError
from pokersim.report.formats import stream
from pokersim.report.formats.stream import LONGEST_LINE, StreamCounts, rank_stream
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.loader import load_ruleset
from support.commands import (
    DATA_FORMATS,
    assert_golden,
    assert_refused,
    random_hands,
    rows_of,
    run_here,
)
from support.process import clean_environment

pytestmark = pytest.mark.usefixtures("own_folder")

RULESETS = ["-r", "standard", "-r", "skeet"]
TIGER, ROYAL = "KhJdTd9s8c", "AsKsQsJsTs"
MIXED = (
    "\ufeffKhJdTd9s8c\r\n"
    "\r\n"
    "   \t\n"
    "K-J-10-9-8\n"
    "10h,9h,8h,7h,6h\n"
    "A♠ K♠ Q♠ J♠ 10♠\r\n"
    "  kc qd jh 10s 9c  \n"
    "9c9d8s8h2c"
)
MIXED_HANDS = [
    "Kh Jd Td 9s 8c",
    "Ks Jh Td 9c 8s",
    "Th 9h 8h 7h 6h",
    "As Ks Qs Js Ts",
    "Kc Qd Jh Ts 9c",
    "9d 9c 8s 8h 2c",
]
BLOCK_BYTES = 8192
"""Bytes that are read at a time here; a fraction of what the package reads."""
SOME_BAD = "KhJdTd9s8c\nKhKhTd9s8c\n\nKhJdTd9s\nAsKsQsJsTs\n"


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read files in small blocks."""
    monkeypatch.setattr(stream, "BLOCK_BYTES", BLOCK_BYTES)


def type_in(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a text the standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def write(name: str, text: str) -> str:
    """Write a file of hands to the working directory, every byte as it is here."""
    Path(name).write_bytes(text.encode())
    return name


def ranked(source: bytes | io.BytesIO) -> tuple[list[str], list[int], StreamCounts]:
    """Rank a file in this process: the hands, the numbers of bad lines, and the counts."""
    bad: list[int] = []

    def note(line: int, error: PokersimError) -> bool:
        bad.append(line)
        return False

    rankings = [compile_ruleset(load_ruleset("standard"))]
    sink = io.BytesIO()
    source = io.BytesIO(source) if isinstance(source, bytes) else source
    counts = rank_stream(source, sink, rankings, 5, "csv", note)
    hands = [row["hand"] for row in rows_of(sink.getvalue().decode(), "csv")]
    return hands, bad, counts


# --- rows --------------------------------------------------------------------------------


def test_a_file_gives_the_rows_of_the_same_hands_as_arguments() -> None:
    hands = random_hands(20, seed=3)
    write("hands.txt", "\n".join(hands))
    for format in DATA_FORMATS:
        streamed = run_here(["rank", "--input", "hands.txt", *RULESETS, "-f", format])
        assert (streamed.code, streamed.err) == (0, "20 hands ranked\n")
        expected = []
        for hand in hands:  # one by one, since several hands at once would be compared
            expected += rows_of(run_here(["rank", hand, *RULESETS, "-f", format]).out, format)
        assert rows_of(streamed.out, format) == expected


def test_csv_and_ndjson_of_a_file_are_those_of_one_hand_to_the_byte() -> None:
    write("hands.txt", TIGER)
    for format in ("csv", "ndjson"):
        streamed = run_here(["rank", "--input", "hands.txt", *RULESETS, "-f", format])
        assert streamed.out == run_here(["rank", TIGER, *RULESETS, "-f", format]).out


@pytest.mark.parametrize("format", ["table", "markdown", "json"])
def test_a_file_for_people_is_the_golden_one(format: str) -> None:
    write("hands.txt", "\n".join([TIGER, ROYAL, "9c9d8s8h2c"]))
    done = run_here(["rank", "--input", "hands.txt", *RULESETS, "-f", format, "--lang", "ru"])
    assert done.code == 0
    assert_golden(f"rank-file.{format}", done.out)


def test_the_table_of_a_file_has_the_cells_of_hands_as_arguments() -> None:
    hands = random_hands(6, seed=4)
    write("hands.txt", "\n".join(hands))
    args = ["-r", "skeet", "-f", "markdown"]
    cells = [
        [cell.strip() for cell in line.split("|")]
        for line in run_here(["rank", "--input", "hands.txt", *args]).out.splitlines()
    ]
    for hand, own in zip(hands, cells[2:], strict=True):
        line = next(line for line in run_here(["rank", hand, *args]).out.splitlines()[4:])
        assert [cell.strip() for cell in line.split("|")] == own


def test_a_file_and_the_standard_input_are_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    write("hands.txt", MIXED)
    for args in (["--input", "hands.txt"], ["-"], ["--input", "-"]):
        type_in(MIXED.replace("\r\n", "\n"), monkeypatch)
        done = run_here(["rank", *args, "-f", "csv"])
        assert done.code == 0
        assert [row["hand"] for row in rows_of(done.out, "csv")] == MIXED_HANDS
        assert done.err == ("6 hands ranked; 1 were without suits and read as of mixed suits\n")


def test_every_notation_and_line_end_is_read() -> None:
    hands, bad, counts = ranked(MIXED.encode())
    assert (hands, bad) == (MIXED_HANDS, [])
    assert (counts.hands, counts.bad_lines, counts.assumed_suits) == (6, 0, 1)


def test_the_result_of_a_file_goes_whole_into_a_file() -> None:
    write("hands.txt", MIXED)
    printed = run_here(["rank", "--input", "hands.txt", "-f", "csv"])
    done = run_here(["rank", "--input", "hands.txt", "-f", "csv", "-o", "ranked.csv", "-q"])
    assert done == (0, "", "")
    assert Path("ranked.csv").read_text("utf-8") == printed.out


# --- where a file is cut to be read --------------------------------------------------------------


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_a_hand_may_lie_across_the_edge_of_a_block(ending: str) -> None:
    line = (TIGER + ending).encode()
    for inside in range(len(line) + 1):
        blanks = b"\n" * (BLOCK_BYTES - inside)
        hands, bad, _ = ranked(blanks + line + (ROYAL.encode() if ending else b""))
        assert hands == ["Kh Jd Td 9s 8c", *(["As Ks Qs Js Ts"] if ending else [])]
        assert bad == []


@pytest.mark.parametrize("first", ["\n" * BLOCK_BYTES, "bad\n" * (BLOCK_BYTES // 4)])
def test_a_block_without_a_hand_leaves_the_document_whole(first: str) -> None:
    write("hands.txt", f"{first}{TIGER}\n{ROYAL}\n")
    done = run_here(["rank", "--input", "hands.txt", "-f", "json"])
    assert [row["combination"] for row in rows_of(done.out, "json")] == [
        "high-card",
        "straight-flush",
    ]


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_pipe_may_hand_over_any_number_of_bytes_at_a_time(size: int) -> None:
    class Trickle(io.BytesIO):
        def read1(self, n: int | None = -1, /) -> bytes:
            return super().read1(min(n or -1, size) if n != -1 else size)

    hands, bad, _ = ranked(Trickle(MIXED.encode() + b"\nbad\n" + ROYAL.encode()))
    assert hands == [*MIXED_HANDS, "As Ks Qs Js Ts"]
    assert bad == [9]


def test_the_numbers_of_bad_lines_are_counted_over_all_blocks() -> None:
    line = TIGER.encode() + b"\n"
    n = BLOCK_BYTES // len(line) + 10
    hands, bad, counts = ranked(line * n + b"bad\n" + line * n + b"bad")
    assert (len(hands), bad) == (2 * n, [n + 1, 2 * n + 2])
    assert (counts.hands, counts.bad_lines) == (2 * n, 2)


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        pytest.param(TIGER.ljust(LONGEST_LINE), True, id="longest"),
        pytest.param(TIGER.ljust(LONGEST_LINE + 1), False, id="too long"),
        pytest.param(
            "K♥ Jd Td 9s 8c" + " " * (LONGEST_LINE - 16), True, id="longest, any notation"
        ),
        pytest.param("K♥ Jd Td 9s 8c" + " " * (LONGEST_LINE - 15), False, id="too long, any"),
        pytest.param(" " * (LONGEST_LINE + 1), False, id="blanks"),
        pytest.param(
            " " * BLOCK_BYTES * 2 + TIGER + " " * BLOCK_BYTES * 3,
            False,
            id="a hand that the cut would lose",
        ),
        pytest.param(
            TIGER + " " * BLOCK_BYTES * 2 + "2c" + " " * BLOCK_BYTES * 3,
            False,
            id="a card that the cut would lose",
        ),
        pytest.param("x" * BLOCK_BYTES * 3, False, id="rubbish"),
    ],
)
def test_a_line_of_4096_bytes_is_read_and_a_longer_one_is_no_hand(line: str, is_read: bool) -> None:
    for end in ("\n", ""):
        hands, bad, _ = ranked(f"{ROYAL}\n{line}{end}".encode())
        assert (len(hands), bad) == ((2, []) if is_read else (1, [2]))


# --- what is wrong with a line -------------------------------------------------------------------


def test_a_bad_line_is_reported_with_its_number_and_the_rest_goes_on() -> None:
    write("hands.txt", SOME_BAD)
    done = run_here(["rank", "--input", "hands.txt", "-f", "json"])
    assert done.code == 2
    assert [row["hand"] for row in rows_of(done.out, "json")] == [
        "Kh Jd Td 9s 8c",
        "As Ks Qs Js Ts",
    ]
    assert "Error: line 2 of 'hands.txt': 'Kh' appears twice" in done.err
    assert "    KhKhTd9s8c\n      ^^\n" in done.err
    assert "Error: line 4 of 'hands.txt': 4 cards, but a hand has 5\n" in done.err
    assert done.err.endswith("2 hands ranked, 2 lines are no hands\n")


def test_the_result_of_a_file_with_bad_lines_is_kept() -> None:
    write("hands.txt", SOME_BAD)
    done = run_here(["rank", "--input", "hands.txt", "-f", "csv", "-o", "ranked.csv"])
    assert (done.code, done.out) == (2, "")
    assert len(Path("ranked.csv").read_text().splitlines()) == 3


@pytest.mark.parametrize("format", DATA_FORMATS)
def test_strict_stops_at_the_first_bad_line(format: str) -> None:
    write("hands.txt", SOME_BAD)
    done = run_here(["rank", "--input", "hands.txt", "-f", format, "--strict"])
    assert done.code == 2
    assert [row["hand"] for row in rows_of(done.out, format)] == ["Kh Jd Td 9s 8c"]
    assert done.err.count("Error: line ") == 1
    assert re.search(r"\n1 hands? ranked, 1 lines? (is|are) no hands?\n$", done.err)


@pytest.mark.parametrize("old", [None, "old"])
def test_strict_writes_no_file(old: str | None) -> None:
    write("hands.txt", SOME_BAD)
    if old:
        write("ranked.csv", old)
    before = sorted(Path().iterdir())
    done = run_here(["rank", "--input", "hands.txt", "-f", "csv", "-o", "ranked.csv", "--strict"])
    assert_refused(done, "Error: line 2 of", "nothing is written to 'ranked.csv'")
    assert sorted(Path().iterdir()) == before
    assert old is None or Path("ranked.csv").read_text() == old


def test_after_twenty_bad_lines_the_rest_are_counted() -> None:
    write("hands.txt", "bad\n" * 1234 + TIGER)
    done = run_here(["rank", "--input", "hands.txt", "-f", "csv"])
    assert done.code == 2
    assert done.err.count("Error: line ") == 20
    assert "Error: and 1,214 more lines of 'hands.txt' that are no hands\n" in done.err
    assert "1,234 lines are no hands\n" in done.err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("KhJdТd9s8c", "'Т' is a Cyrillic letter that looks like the ten"),
        ("1s2s3s4s5s", "'1s' is not a card"),
        ("KhKhTd9s8c", "'Kh' appears twice"),
        ("KhJdTd9s", "4 cards, but a hand has 5"),
        ("KhJdTd9s8c7c", "6 cards, but a hand has 5"),
        ("KhJdTd9s8c\rAsKsQsJsTs\r", "10 cards, but a hand has 5"),
        ("KhJdTd9sJo", "the deck has no joker"),
        ("KhJdTd9s?", "unknown card '?'"),
        (",", "no cards"),
        ("\x00", "is not a card"),
    ],
)
def test_each_kind_of_bad_line_is_reported(text: str, problem: str) -> None:
    write("hands.txt", f"{text}\n")
    done = run_here(["rank", "--input", "hands.txt", "-f", "ndjson"])
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: line 1 of 'hands.txt': ")
    assert problem in done.err.splitlines()[0]


@pytest.mark.parametrize("seed", range(3))
def test_rubbish_is_reported_and_does_not_reach_the_terminal(seed: int) -> None:
    Path("rubbish").write_bytes(random.Random(seed).randbytes(200_000))
    done = run_here(["rank", "--input", "rubbish", "-f", "ndjson"])
    assert (done.code, done.out) == (2, "")
    assert done.err.count("Error: line ") == 20
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.err)


def test_a_card_that_the_deck_has_not_is_no_hand_of_a_file() -> None:
    write("short.toml", 'deck = "36"\nranking = ["flush", "high-card"]\n')
    write("hands.txt", f"{ROYAL}\nKhJdTd9s2c\n{TIGER}\n")
    done = run_here(["rank", "--input", "hands.txt", "-r", "short.toml", "-f", "csv"])
    assert done.code == 2
    assert len(done.out.splitlines()) == 3
    assert "Error: line 2 of 'hands.txt': the deck of 'short' (36) has no 2c" in done.err


# --- files that are none -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("none.txt", "can't read 'none.txt': No such file or directory"),
        (".", "'.' is a folder, not a file of hands"),
        ("hands.txt/x", "can't read 'hands.txt/x': Not a directory"),
    ],
)
def test_what_can_not_be_read_is_refused(name: str, problem: str) -> None:
    write("hands.txt", TIGER)
    before = sorted(Path().iterdir())
    assert_refused(run_here(["rank", "--input", name, "-o", "new"]), problem)
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "  \r\n",
        "\ufeff\n",
    ],
)
def test_a_file_without_a_hand_is_refused_and_nothing_written(text: str) -> None:
    write("hands.txt", text)
    before = sorted(Path().iterdir())
    done = run_here(["rank", "--input", "hands.txt", "-f", "csv", "-o", "new"])
    assert (done.code, done.out) == (2, "")
    assert "hands.txt'" in done.err
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("format", ["table", "json", "csv"])
def test_a_file_without_a_hand_prints_nothing(format: str) -> None:
    write("hands.txt", "")
    assert_refused(
        run_here(["rank", "--input", "hands.txt", "-f", format]),
        "there is no hand in 'hands.txt': write one a line, like KhJdTd9s8c",
    )


def test_an_empty_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in("", monkeypatch)
    done = run_here(["rank", "-", "-f", "ndjson"])
    assert_refused(done, "there is no hand in the standard input")


def test_reasons_are_not_for_files() -> None:
    write("hands.txt", TIGER)
    assert_refused(
        run_here(["rank", "--input", "hands.txt", "--explain"]), "--explain is for hands"
    )


# --- length, memory, and the end before the end --------------------------------------------------


@pytest.mark.parametrize("line", [TIGER + "\n", "x" * 11], ids=["many hands", "one long line"])
def test_memory_does_not_grow_with_the_file(line: str) -> None:
    def peak(n_blocks: int) -> int:
        source = io.BytesIO((line * (BLOCK_BYTES // len(line) * n_blocks)).encode())
        rankings = [compile_ruleset(load_ruleset("standard"))]
        with Path(os.devnull).open("wb") as sink:
            tracemalloc.start()
            rank_stream(source, sink, rankings, 5, "csv", lambda line, error: False)
            kept = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return kept

    _, few, many = peak(1), peak(5), peak(100)  # the first fills the caches
    assert many - few < 4 * BLOCK_BYTES


def test_rows_come_as_soon_as_their_hands_and_a_reader_that_leaves_ends_it_quietly() -> None:
    args = [sys.executable, "-m", "pokersim", "rank", "-", "-f", "ndjson", "-q"]
    with subprocess.Popen(
        args,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for hand in (TIGER, ROYAL):
            process.stdin.write(f"{hand}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["hand"].replace(" ", "") == hand
        process.stdout.close()
        process.stdin.write(f"{TIGER}\n".encode())
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_the_environment_and_the_file_set_options(monkeypatch: pytest.MonkeyPatch) -> None:
    write("pokersim.toml", '[rank]\ninput = "hands.txt"\nformat = "ndjson"\nquiet = true\n')
    write("hands.txt", TIGER)
    monkeypatch.setenv("POKERSIM_RANK_RULESET", "skeet soko")
    done = run_here(["rank"])
    rows = rows_of(done.out, "ndjson")
    assert (done.code, done.err) == (0, "")
    assert [row["ruleset"] for row in rows] == ["skeet", "soko"]


def test_rows_are_in_the_order_of_the_file() -> None:
    hands = random_hands(1000, seed=6)
    written, _, _ = ranked("\n".join(hands).encode())
    assert [sorted(hand.split()) for hand in written] == [
        sorted(hand[i:j] for i, j in pairwise(range(0, 11, 2))) for hand in hands
    ]


def test_a_wild_hole_card_stays_the_first_as_on_the_command_line() -> None:
    write("hole.toml", 'wild-by-hand = "hole"\nranking = ["straight", "one-pair", "high-card"]\n')
    hands = ["9h2s9dQcJc", "2s9h9dQcJc", "QcKdQh3s2d"]
    args = ["rank", "-r", "hole.toml", "-r", "standard", "-f", "ndjson", "-q"]
    write("hands.txt", "\n".join(hands))
    ranked = [
        row["hand"] for row in rows_of(run_here([*args, "--input", "hands.txt"]).out, "ndjson")
    ]
    assert ranked[0:3] == ["9h Qc Jc 9d 2s", "Qc Jc 9h 9d 2s", "2s Qc Jc 9h 9d"]
    rows = rows_of(run_here([*args, *hands]).out, "ndjson")
    assert ranked == [row["hand"] for row in rows if "hand" in row]
