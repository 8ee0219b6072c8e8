"""Reports as data, which comes back as it was; and rows written one by one."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pokersim.report.formats.render import RENDERERS, AlignedFormat, render, stream
from pokersim.report.model import Column, Report, Table
from pokersim.report.values import human
from support.reports import (
    CHANGE,
    DATA_FORMATS,
    HUMAN_FORMATS,
    SMALL,
    TALLY_COLUMNS,
    TALLY_ROWS,
    csv_rows,
    one_table,
    one_text,
    streamed,
)


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


@given(st.text(st.characters(max_codepoint=0x2FFF, exclude_categories=["Cs"])))
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
    assert isinstance(layout, AlignedFormat)
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
