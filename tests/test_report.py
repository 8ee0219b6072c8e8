"""Reports: the records, the cells, and every output format against its golden file.

``POKERSIM_UPDATE_GOLDEN=1 pytest tests/test_report.py`` writes the golden files anew.
"""

import csv
import io
import json
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pokersim.errors import InputError
from pokersim.report import render as render_module
from pokersim.report.cells import FORMS, fixed, human, plain
from pokersim.report.render import RENDERERS, Layout, Renderer, render, stream
from pokersim.report.table import Column, Kind, Report, Table

GOLDEN = Path(__file__).parent / "golden" / "report"
UPDATE_GOLDEN = os.environ.get("POKERSIM_UPDATE_GOLDEN") == "1"

DATA_FORMATS = ("json", "ndjson", "csv")
HUMAN_FORMATS = ("table", "markdown")
FLOAT_KINDS: tuple[Kind, ...] = ("decimal", "probability", "odds", "share")

TALLY_COLUMNS = (
    Column("combination", "Комбинация", "text", width=16),
    Column("place", "Place", "integer", width=5),
    Column("count", "Count", "count", width=9),
    Column("per_hand", "Per hand", "decimal", width=12),
    Column("probability", "Probability", "probability", width=11),
    Column("odds", "Odds", "odds", width=14),
    Column("exact", "Exact", "flag", width=5),
    Column("ties_by_share", "Ties", "breakdown", width=24),
    Column("cost", "Cost", "share", width=9),
    Column("legal", "Legal", "words", width=11),
    Column("won", "Won", "chips", width=8),
)
TALLY_ROWS: tuple[Mapping[str, object], ...] = (
    {
        "combination": "Большой тигр",
        "place": 1,
        "count": 4,
        "per_hand": -1234.5,
        "probability": 4 / 2_598_960,
        "odds": 649_740.0,
        "exact": True,
        "ties_by_share": [3, 0, 1],
        "cost": 0.00000154,
        "legal": ["call", "raise"],
        "won": -26.9274,
    },
    {
        "combination": 'скеет | "1e5", \\',
        "place": None,
        "count": 1_098_240,
        "per_hand": 0.000123456,
        "probability": 0.1,
        "odds": 2.3667,
        "exact": False,
        "ties_by_share": {"one-pair": 1500, "flush": 2},
        "cost": 0.25,
        "legal": ["a | b", 'say "1e5"'],
        "won": 0.000123,
    },
    {
        "combination": None,
        "place": 12,
        "count": 0,
        "per_hand": 0.0,
        "probability": 0.0,
        "odds": None,
        "exact": None,
        "ties_by_share": None,
        "cost": None,
        "legal": None,
        "won": None,
    },
)
TALLY = Table(
    "tally",
    "Частоты | Frequencies",
    TALLY_COLUMNS,
    TALLY_ROWS,
    total={"combination": "Итого", "count": 1_098_244, "odds": None},
    note="Places run from 1, the highest.",
)
CHANGE = Table(
    "change",
    "Changed winners",
    (Column("base", "Base"), Column("changed_winners", "Changed winners", "count")),
    ({"base": "10", "changed_winners": 1200}, {"base": "two\npairs", "changed_winners": 7}),
)
SMALL = Report(
    {"command": "simulate", "version": "0.1.0", "schema": 1, "rulesets": [{"name": "тигр"}]},
    (TALLY, CHANGE),
    notes=("Sampled: 1,000 deals, seed 7.", "Intervals at 95%."),
)


def one_table(columns: Sequence[Column], *rows: Mapping[str, object]) -> Report:
    return Report({}, (Table("only", "Only", columns, rows),))


def one_text(text: str) -> Report:
    """A text between two others, so that a break to either side shows."""
    columns = (Column("before", "Before"), Column("text", "Text"), Column("after", "After"))
    return one_table(columns, {"before": "a", "text": text, "after": "z"})


def streamed(format: str, report: Report) -> str:
    rows = stream(format)
    table = report.table()
    pieces = [rows.row(table.columns, row) for row in table.rows]
    head = rows.head(report.full_meta, table.columns)
    return head + rows.separator.join(pieces) + rows.tail()


def csv_rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def check_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if UPDATE_GOLDEN:
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode()


# Golden files


@pytest.mark.parametrize("format", RENDERERS)
def test_every_format_writes_its_golden_file(format: str) -> None:
    check_golden(f"small.{format}", render(SMALL, format))


def test_csv_writes_the_table_that_is_named() -> None:
    check_golden("small.change.csv", render(SMALL, "csv", "change"))


def test_the_golden_report_has_every_kind() -> None:
    assert {column.kind for column in TALLY_COLUMNS} == set(FORMS)


# Data formats


def test_json_reads_back_with_meta_notes_and_rows_that_name_their_table() -> None:
    document = json.loads(render(SMALL, "json"))
    assert document == {
        "meta": {**SMALL.meta, "notes": list(SMALL.notes)},
        "rows": [{"table": table.name, **row} for table in SMALL.tables for row in table.rows],
    }


def test_json_keeps_the_order_of_meta_and_of_columns() -> None:
    document = json.loads(render(SMALL, "json"))
    assert list(document["meta"]) == [*SMALL.meta, "notes"]
    assert list(document["rows"][0]) == ["table", *(column.field for column in TALLY_COLUMNS)]


def test_json_has_a_line_for_every_row() -> None:
    lines = render(SMALL, "json").splitlines()
    rows = [json.loads(line.strip().rstrip(",")) for line in lines if '{"table"' in line]
    assert rows == json.loads(render(SMALL, "json"))["rows"]


def test_ndjson_has_the_rows_of_json() -> None:
    rows = [json.loads(line) for line in render(SMALL, "ndjson").splitlines()]
    assert rows == json.loads(render(SMALL, "json"))["rows"]


@pytest.mark.parametrize("format", ["json", "ndjson"])
def test_rows_of_a_single_table_do_not_name_it(format: str) -> None:
    assert '"table"' not in render(Report({}, (CHANGE,)), format)


def test_csv_reads_back_to_the_same_values() -> None:
    header, *records = csv_rows(render(SMALL, "csv"))
    assert header == [column.field for column in TALLY_COLUMNS]
    read: dict[str, Callable[[str], Any]] = {
        "text": str,
        "integer": int,
        "count": int,
        "decimal": float,
        "probability": float,
        "odds": float,
        "flag": json.loads,
        "breakdown": json.loads,
        "share": float,
        "words": json.loads,
        "chips": float,
    }
    for record, row in zip(records, TALLY_ROWS, strict=True):
        values = [
            read[column.kind](text) if text else None
            for column, text in zip(TALLY_COLUMNS, record, strict=True)
        ]
        assert values == list(row.values())


@pytest.mark.parametrize("format", DATA_FORMATS)
def test_data_ends_its_lines_with_newlines_alone(format: str) -> None:
    text = render(SMALL, format)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\r" not in text


def test_csv_shows_a_record_of_one_empty_field() -> None:
    columns = (Column("text", "Text"),)
    assert csv_rows(render(one_table(columns, {"text": None}), "csv")) == [["text"], [""]]


@pytest.mark.parametrize("format", DATA_FORMATS)
def test_data_takes_the_tables_and_not_the_views(format: str) -> None:
    with_views = Report(SMALL.meta, SMALL.tables, views=(CHANGE,), notes=SMALL.notes)
    assert render(with_views, format) == render(SMALL, format)


@given(st.text())
@example('"')
@example("a\rb\n")
@example("\u2028\x85\x00")
def test_any_text_comes_back_from_data(text: str) -> None:
    report = one_text(text)
    row = {"before": "a", "text": text, "after": "z"}
    assert json.loads(render(report, "json"))["rows"] == [row]
    assert [json.loads(line) for line in render(report, "ndjson").splitlines()] == [row]
    assert csv_rows(render(report, "csv"))[1:] == [["a", text, "z"]]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_float_comes_back_from_data(number: float) -> None:
    report = one_table((Column("number", "Number", "decimal"),), {"number": number})
    assert json.loads(render(report, "json"))["rows"][0]["number"] == number
    assert float(csv_rows(render(report, "csv"))[1][0]) == number


@given(st.text(st.characters(codec=None)))
@example("\udc80")
def test_every_format_gives_text_that_utf_8_can_hold(text: str) -> None:
    for format in RENDERERS:
        render(one_text(text), format).encode()


# Formats for people


@pytest.mark.parametrize("format", HUMAN_FORMATS)
def test_people_read_the_views(format: str) -> None:
    with_views = Report({}, (TALLY,), views=(CHANGE,))
    assert render(with_views, format) == render(Report({}, (CHANGE,)), format)


def test_a_table_alone_goes_without_its_title() -> None:
    assert CHANGE.title not in render(Report({}, (CHANGE,)), "table").splitlines()
    assert CHANGE.title in render(SMALL, "table").splitlines()


@pytest.mark.parametrize("format", HUMAN_FORMATS)
@pytest.mark.parametrize("text", ["1e5", "10", "007", "0x1F", "True", "nan", "1,000.0", "  in"])
def test_text_that_looks_like_something_else_stays_as_it_is(format: str, text: str) -> None:
    line = render(one_text(text), format).splitlines()[-1]
    assert re.search(rf"a +(\| )?{text} +(\| )?z", line)


def test_numbers_stand_at_the_right_even_over_no_rows() -> None:
    columns = (Column("n", "Number of hands", "count", width=20), Column("a", "A", width=3))
    assert render(one_table(columns), "table") == "Number of hands  A\n---------------  -\n"
    assert render(one_table(columns), "markdown").endswith(
        "| Number of hands | A |\n|----------------:|---|\n"
    )
    assert stream("table").head({}, columns).splitlines()[0] == "     Number of hands  A"


@given(st.text(st.characters(codec=None)))
@example("a\nb\r\nc\x85\u2028\x1b[31m\x01")
def test_a_row_of_a_table_is_one_line(text: str) -> None:
    lines = render(one_text(text), "table").splitlines()
    assert len(lines) == 3
    assert lines[2].startswith("a ")
    assert lines[2].endswith(" z")


def markdown_cells(line: str) -> list[str]:
    """Split a row as GitHub does: at pipes without a backslash; then resolve what is escaped."""
    cells = re.findall(r"((?:\\.|[^\\|])*)\|", line)
    texts = [re.sub(r"\\(.)", r"\1", cell.replace("<br>", "\n")) for cell in cells]
    return [text[1:-1] for text in texts[1:]]


@given(st.text(st.characters(codec=None)))
@example("|\\")
@example("\\|")
@example("a\r\nb")
@example("<br>")
def test_a_cell_of_markdown_never_breaks_its_row(text: str) -> None:
    lines = render(one_text(text), "markdown").splitlines()
    assert len(lines) == 5
    before, cell, after = markdown_cells(lines[4])
    assert (before.strip(), after.strip()) == ("a", "z")
    # Control characters have stand-ins; all others have to come back.
    printable = re.sub(r"\r\n?", "\n", text)
    assert len(cell.rstrip()) <= max(len(printable), len("Text"))
    for written, read in zip(printable, cell.ljust(len(printable)), strict=False):
        assert read == written or read in " \N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize("format", HUMAN_FORMATS)
def test_titles_notes_and_headings_are_escaped_too(format: str) -> None:
    table = Table("t", "A\n|", (Column("a", "B\n|"),), (), note="C\n|")
    lines = render(Report({}, (table, CHANGE), notes=("D\n|",)), format).splitlines()
    shown = {"table": "{} |", "markdown": "{}<br>\\|"}[format]
    for letter in "ABCD":
        assert any(shown.format(letter) in line for line in lines)


# Cells


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        ("text", "", ""),
        ("integer", -1234, "-1234"),
        ("count", 2_598_960, "2,598,960"),
        ("decimal", 1234.5, "1,234.5000"),
        ("decimal", -0.0, "0.0000"),
        ("decimal", -0.00001234, "-0.00001234"),
        ("decimal", 1e-300, "1.000e-300"),
        ("chips", 1234.5678, "1,234.568"),
        ("chips", -0.00042, "-0.00042"),
        ("chips", 0, "0.000"),
        ("probability", 1, "100.0000%"),
        ("probability", 0.422569, "42.2569%"),
        ("probability", 1e-6, "0.0001000%"),
        ("probability", 1.539077e-6, "0.0001539%"),
        ("odds", 1234.5, "1 in 1,234"),
        ("odds", 1.0, "1 in 1.00"),
        ("flag", True, "yes"),
        ("flag", False, "no"),
        ("breakdown", (1200, 3), "1,200, 3"),
        ("breakdown", {"flush": 3, "skeet": 1}, "flush 3, skeet 1"),
        ("breakdown", [], ""),
        ("share", 0.0000154, "0.0015%"),
        ("share", 0.5, "50.0000%"),
        ("words", ["call", "raise"], "call, raise"),
        ("words", (), ""),
    ],
)
def test_people_read_a_value_of_each_kind(kind: Kind, value: object, shown: str) -> None:
    assert human(Column("x", "X", kind), value) == shown


@pytest.mark.parametrize("kind", FORMS)
def test_none_is_null_empty_and_a_dash(kind: Kind) -> None:
    report = one_table((Column("a", "A"), Column("x", "X", kind)), {"a": "a", "x": None})
    assert json.loads(render(report, "json"))["rows"] == [{"a": "a", "x": None}]
    assert render(report, "csv") == "a,x\na,\n"
    assert render(report, "table") == "A  X\n-  -\na  -\n"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_fixed_number_is_near_the_number_it_shows(number: float) -> None:
    shown = float(fixed(number, 4, 4).replace(",", ""))
    assert math.isclose(shown, number, rel_tol=0.5e-3)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, np.float64("nan")])
@pytest.mark.parametrize("kind", FLOAT_KINDS)
@pytest.mark.parametrize("format", RENDERERS)
def test_no_format_writes_a_number_that_is_none(format: str, kind: Kind, number: float) -> None:
    with pytest.raises(ValueError, match="None stands for no value"):
        render(one_table((Column("x", "X", kind),), {"x": number}), format)


def test_meta_holds_no_number_that_is_none() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        render(Report({"precision": math.inf}, (CHANGE,)), "json")


@pytest.mark.parametrize(
    ("kind", "value"),
    [("text", 10), ("integer", 1.0), ("count", "10"), ("decimal", []), ("breakdown", [0.5])],
)
def test_a_value_of_another_kind_is_refused_with_its_field(kind: Kind, value: object) -> None:
    with pytest.raises(TypeError) as caught:
        plain(Column("place", "Place", kind), value)
    assert caught.value.__notes__ == [f"in field 'place' of kind {kind}"]


def test_numpy_scalars_become_plain_numbers() -> None:
    columns = tuple(Column(kind, kind, kind) for kind in FORMS)
    values: tuple[object, ...] = (
        np.str_("a"),
        np.int64(1),
        np.uint16(2),
        np.float64(0.5),
        np.float32(1.5),
        np.float32(0.25),
        np.float64(2),
        np.True_,
        [np.str_("call")],
        np.array([1, 2]),
        np.float64(0.125),
    )
    row: dict[str, object] = dict(zip(FORMS, values, strict=True))
    report = Report({"seed": np.uint64(7)}, (Table("t", "T", columns, (row,)),))
    document = json.loads(render(report, "json"))
    assert document["meta"] == {"seed": 7}
    expected = ["a", 1, 2, 0.5, 1.5, 0.25, 2.0, True, ["call"], [1, 2], 0.125]
    assert list(document["rows"][0].values()) == expected
    line = 'a,1,2,0.5,1.5,0.25,2.0,true,"[""call""]","[1, 2]",0.125'
    assert render(report, "csv").splitlines()[1] == line


# Rows one by one


@pytest.mark.parametrize("format", DATA_FORMATS)
@pytest.mark.parametrize("notes", [(), ("Exact.",)])
@pytest.mark.parametrize("rows", [TALLY_ROWS, ()])
def test_data_streamed_is_data_rendered(
    format: str, notes: tuple[str, ...], rows: tuple[Mapping[str, object], ...]
) -> None:
    report = Report(SMALL.meta, (Table("tally", "", TALLY_COLUMNS, rows),), notes=notes)
    assert streamed(format, report) == render(report, format)


@pytest.mark.parametrize("format", HUMAN_FORMATS)
def test_a_table_streamed_with_the_widths_of_its_cells_is_the_table_rendered(format: str) -> None:
    layout = stream(format)
    assert isinstance(layout, Layout)
    columns = []
    for column in TALLY_COLUMNS:
        cells = [layout.escape(human(column, row[column.field])) for row in TALLY_ROWS]
        columns.append(replace(column, width=max(map(len, cells))))
    report = one_table(columns, *TALLY_ROWS)
    rendered = render(report, format).removeprefix("## Only\n\n")
    assert streamed(format, report) == rendered


@pytest.mark.parametrize("format", [name for name in RENDERERS if name != "html"])
@pytest.mark.parametrize("hand", ["AhAd9c6s3c", "AhKh", "any"])
def test_a_row_serves_as_the_pattern_of_others(format: str, hand: str) -> None:
    columns = (Column("strength", "Strength", "integer", width=8), Column("hand", "Hand", width=10))
    rows = stream(format)
    placeholder = "0" * len(hand)
    before, after = rows.row(columns, {"strength": 1, "hand": placeholder}).split(placeholder)
    assert before + hand + after == rows.row(columns, {"strength": 1, "hand": hand})


def test_a_cell_wider_than_its_column_moves_its_own_row_only() -> None:
    columns = (Column("a", "A", width=3), Column("n", "N", "integer", width=3))
    rows = stream("table")
    assert rows.head({}, columns) == "A      N\n---  ---\n"
    assert rows.row(columns, {"a": "abcde", "n": 1}) == "abcde    1\n"
    assert rows.row(columns, {"a": "a", "n": 1}) == "a      1\n"


# Mistakes


def test_an_unknown_table_names_those_there_are() -> None:
    with pytest.raises(InputError) as caught:
        render(SMALL, "csv", "chnge")
    assert str(caught.value) == (
        "'chnge' is not a table of this report; did you mean 'change'?\n  tables: tally, change"
    )


def test_an_unknown_format_names_those_there_are() -> None:
    with pytest.raises(InputError) as caught:
        render(SMALL, "ndjsn")
    assert str(caught.value) == (
        "'ndjsn' is not an output format; did you mean 'ndjson'?\n"
        f"  formats: {', '.join(RENDERERS)}"
    )


def test_a_format_that_needs_all_rows_cannot_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    class Whole(Renderer):
        def render(self, report: Report, chosen: Table) -> str:
            return f"{len(report.tables)} {chosen.name}\n"

    monkeypatch.setitem(render_module.RENDERERS, "whole", Whole())
    assert render(SMALL, "whole") == "2 tally\n"
    with pytest.raises(InputError, match=r"'whole' needs all rows at once\n  row by row: table,"):
        stream("whole")


@pytest.mark.parametrize("format", RENDERERS)
def test_a_row_without_a_field_is_refused_and_another_field_passed_over(format: str) -> None:
    columns = (Column("a", "A"), Column("b", "B"))
    row = {"a": "x", "b": "y"}
    with pytest.raises(KeyError, match="b"):
        render(one_table(columns, {"a": "x"}), format)
    assert render(one_table(columns, row | {"c": 1}), format) == render(
        one_table(columns, row), format
    )


def test_fields_and_tables_have_names_of_their_own() -> None:
    twice = (Column("a", "A"), Column("a", "B"))
    for columns in (twice, ()):
        with pytest.raises(ValueError, match="columns need fields of their own"):
            Table("t", "T", columns, ())
    for tables in ((CHANGE, CHANGE), ()):
        with pytest.raises(ValueError, match="tables with names of their own"):
            Report({}, tables)
