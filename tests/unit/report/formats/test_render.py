"""Reports: every output format against its golden file, and what people read.

``POKERSIM_UPDATE_GOLDEN=1 pytest tests/unit/report/test_render.py`` writes the golden files anew.
"""

import os
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pokersim.errors import InputError
from pokersim.report.formats import render as render_module
from pokersim.report.formats.render import RENDERERS, Renderer, render, stream
from pokersim.report.model import Column, Report, Table
from pokersim.report.values import FORMS
from support.process import ROOT
from support.reports import (
    CHANGE,
    HUMAN_FORMATS,
    SMALL,
    TALLY,
    TALLY_COLUMNS,
    one_table,
    one_text,
)

GOLDEN = ROOT / "tests" / "golden" / "report"
UPDATE_GOLDEN = os.environ.get("POKERSIM_UPDATE_GOLDEN") == "1"


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


# Formats for people


@pytest.mark.parametrize("format", HUMAN_FORMATS)
def test_tables_show_the_views(format: str) -> None:
    with_views = Report({}, (TALLY,), views=(CHANGE,))
    assert render(with_views, format) == render(Report({}, (CHANGE,)), format)


def test_a_table_alone_goes_without_its_title() -> None:
    assert CHANGE.title not in render(Report({}, (CHANGE,)), "table").splitlines()
    assert CHANGE.title in render(SMALL, "table").splitlines()


@pytest.mark.parametrize("format", HUMAN_FORMATS)
def test_text_that_looks_like_another_value_is_unchanged(format: str) -> None:
    for text in ("1e5", "10", "007", "0x1F", "True", "nan", "1,000.0", "  in"):
        line = render(one_text(text), format).splitlines()[-1]
        assert re.search(rf"a +(\| )?{text} +(\| )?z", line), text


def test_numbers_are_aligned_right_even_without_rows() -> None:
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
