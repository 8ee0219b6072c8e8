"""A report in another language: what people read of it; data stays as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pokersim.report.charts.chart_spec import ChartSpec
from pokersim.report.model import Column, Prose, Report, Table
from pokersim.report.words import ENGLISH, say

NAMES = (
    "ruleset base betting name hash file hand hold discard cards winner combination reads_as plays "
    "tie_break outs example setting value source"
).split()
"""Fields that hold names, cards and what a file says: the same in every language."""


def in_language(report: Report, language: str) -> Report:
    """Return a report whose headings, sentences and words are in a language.

    Names of combinations and rulesets are in it already.  The rows for programs stay as they
    are, the notes among their ``meta`` do not.
    """
    if language == ENGLISH:
        return report
    return replace(
        report,
        language=language,
        views=tuple(_table(table, language) for table in report.human_tables),
        notes=tuple(say(note, language) for note in report.notes),
        prose=_passages(report.prose, language),
        summary=_passages(report.summary, language),
        figures=tuple(_figure(figure, language) for figure in report.figures),
    )


def columns_in(columns: Sequence[Column], language: str) -> tuple[Column, ...]:
    """Return columns with their headings, and values that have words, in a language."""
    if language == ENGLISH:
        return tuple(columns)
    return tuple(
        replace(column, heading=say(column.heading, language), language=language)
        for column in columns
    )


def _table(table: Table, language: str) -> Table:
    spoken = [c.field for c in table.columns if c.kind == "text" and c.field not in NAMES]
    return replace(
        table,
        title=say(table.title, language),
        columns=columns_in(table.columns, language),
        rows=[_row(row, spoken, language) for row in table.rows],
        total=None if table.total is None else _row(table.total, spoken, language),
        note=" ".join(say(note, language) for note in table.note.split("\n")),
    )


def _row(row: Mapping[str, object], fields: Sequence[str], language: str) -> Mapping[str, object]:
    said = {field: row[field] for field in fields if isinstance(row.get(field), str)}
    return {**row, **{field: say(str(text), language) for field, text in said.items()}}


def _passages(passages: Sequence[Prose], language: str) -> tuple[Prose, ...]:
    return tuple(
        Prose(say(each.title, language), [say(line, language) for line in each.lines])
        for each in passages
    )


def _figure(figure: ChartSpec, language: str) -> ChartSpec:
    return replace(
        figure,
        title=say(figure.title, language),
        below=say(figure.below, language),
        axis=say(figure.axis, language),
        value=say(figure.value, language),
        other=say(figure.other, language),
        marks=[replace(mark, label=say(mark.label, language)) for mark in figure.marks],
    )
