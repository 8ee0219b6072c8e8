"""Tables on a terminal: no line is longer than the terminal; elsewhere nothing changes."""

import os
import pty
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabulate import SEPARATING_LINE

from pokersim.cli.shared import estimates, publish
from pokersim.cli.shared.output import line_width
from pokersim.report.formats.render import render
from pokersim.report.formats.wrap import fit_to_width
from pokersim.report.model import Column, Report
from pokersim.report.values import is_right
from support.commands import run_here

pytestmark = pytest.mark.usefixtures("own_folder")

WIDTH = 80
TWO = ["-r", "standard", "-r", "cats-and-dogs"]
FEW = ["-n", "500", "--seed", "1", "--no-store"]
COMMANDS = [
    ["audit", "-r", "standard", "-r", "skeet", "--bars"],
    ["frequency", "-r", "standard", "-r", "skeet", "-r", "soko"],
    ["equity", "AhAd", "KsKd", *TWO, "-n", "500", "--seed", "1", "--bars"],
    ["simulate", *TWO, *FEW, "--bars"],
    ["simulate", "--game", "stud", "--players", "3", *TWO, *FEW],
    ["simulate", *FEW, "--dry-run"],
    ["rules", "show", "skeet"],
]
SLOW_COMMANDS = [
    ["audit", "-r", "skeet", "--stage", "both"],
    ["draw", "9c9dAh7s2c", *TWO, "--classes"],
    ["draw", "--policy", "-r", "cats-and-dogs"],
    ["simulate", "--betting", "jackpots", "--policy", "rock,tight", *TWO, *FEW],
    ["compare", *TWO, "-n", "500", "--seed", "1", "--game", "draw"],
]


def table_lines(text: str) -> list[str]:
    """Return the lines of tables; titles, notes and sentences have no two blanks in a row."""
    return [line for line in text.splitlines() if "  " in line or line.startswith("--")]


@pytest.mark.parametrize(
    ("args", "lang"),
    [
        *((args, lang) for args in COMMANDS for lang in ("en", "ru")),
        *(pytest.param(args, "ru", marks=pytest.mark.slow) for args in SLOW_COMMANDS),
    ],
    ids=lambda value: " ".join(value[:4]) if isinstance(value, list) else value,
)
def test_every_table_fits_the_terminal(
    args: list[str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[Report] = []

    def kept(report: Report, *how: str | None) -> str:
        reports.append(report)
        return render(report, "table")

    monkeypatch.setattr(estimates, "MEASURED_SECONDS", 0)
    monkeypatch.setattr(publish, "line_width", lambda path: WIDTH)
    monkeypatch.setattr(publish, "render", kept)
    fitted = run_here([*args, "--lang", lang])
    assert fitted.code == 0, fitted.err
    whole = render(replace(reports[0], width=None), "table")
    assert max(map(len, table_lines(fitted.out))) <= WIDTH < max(map(len, table_lines(whole)))
    assert words_of(fitted.out) == words_of(whole)


def words_of(text: str) -> set[str]:
    return {word for word in text.split() if set(word) != {"-"}}


def test_the_list_of_runs_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_here(["simulate", *TWO, *FEW[:-1], "--store", "own"]).code == 0
    monkeypatch.setattr(publish, "line_width", lambda path: WIDTH)
    assert max(map(len, table_lines(run_here(["runs", "list", "--store", "own"]).out))) <= WIDTH


def test_only_a_terminal_has_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal, Path(os.devnull).open("w") as file:
        cases = [(terminal, "-"), (terminal, "/dev/stdout"), (terminal, "table.txt"), (file, "-")]
        widths = []
        for stream, path in cases:
            monkeypatch.setattr(sys, "stdout", stream)
            widths.append(line_width(path))
    os.close(ours)
    assert widths == [80, 80, None, None]


# --- the parts of a table ------------------------------------------------------------------------

WORDS = st.text("ab", min_size=1, max_size=9)
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Column], list[Sequence[str]]]:
    kinds = draw(st.lists(st.sampled_from(["text", "count"]), min_size=1, max_size=7))
    n_rows = draw(st.integers(0, 4))
    columns = [Column(f"field{i}", draw(TEXTS), kind) for i, kind in enumerate(kinds)]  # type: ignore[arg-type]
    rows = [
        [draw(TEXTS if kind == "text" else st.sampled_from(["1", "1,000"])) for kind in kinds]
        for _ in range(n_rows)
    ]
    return columns, [[column.heading for column in columns], SEPARATING_LINE, *rows]


@given(tables(), st.integers(20, 60))
@settings(max_examples=60)
def test_parts_hold_every_word_and_fit_unless_one_column_does_not(
    table: tuple[list[Column], list[Sequence[str]]], width: int
) -> None:
    columns, lines = table
    parts = fit_to_width(columns, lines, width)
    shown: dict[str, Counter[str]] = {}
    for part in parts:
        cells = [line for line in part.lines if line != SEPARATING_LINE]
        own = list(zip(*cells, strict=True))
        texts = [i for i, column in enumerate(columns) if not is_right(column)]
        n_first = texts[0] + 1 if texts else 1
        is_narrow = sum(max(map(len, each)) for each in own) + 2 * (len(own) - 1) <= width
        assert is_narrow or len(own) <= n_first + 1
        for column, each in zip(part.columns, own, strict=True):
            shown[column.field] = Counter(" ".join(each).split())
    assert shown == {
        column.field: Counter(
            " ".join(line[i] for line in lines if line != SEPARATING_LINE).split()
        )
        for i, column in enumerate(columns)
    }


def parts_of(fields: Sequence[str], total: Sequence[str], width: int) -> list[list[str]]:
    """Fit a table of a text and of numbers ten wide; give the fields and the last word of parts."""
    headed = [(field, "±" if field == "error" else field) for field in fields]
    columns = [Column("name", "Name"), *(Column(*each, "count") for each in headed)]
    headings = [column.heading for column in columns]
    row = ["flush", *("1" * 10 for _ in fields)]
    lines = [headings, SEPARATING_LINE, row, SEPARATING_LINE, total]
    parts = fit_to_width(columns, lines, width)
    return [[*(column.field for column in part.columns), part.lines[-1][0]] for part in parts]


def test_columns_of_one_ruleset_stay_together_and_an_error_with_its_value() -> None:
    fields = ["hands", "skeet a", "skeet b", "soko a", "soko b", "won", "error"]
    assert parts_of(fields, ["Total", *"1234567"], 30) == [
        ["name", "hands", "Total"],
        ["name", "skeet a", "skeet b", "Total"],
        ["name", "soko a", "soko b", "Total"],
        ["name", "won", "error", "Total"],
    ]


def test_a_part_without_totals_has_no_total_line() -> None:
    assert parts_of(["a", "b"], ["Total", "", "7"], 20) == [
        ["name", "a", "flush"],
        ["name", "b", "Total"],
    ]
