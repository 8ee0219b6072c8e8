"""The formats a report is written in: the one registry, ``RENDERERS``.

json, ndjson and csv are for programs: raw numbers of ``Report.tables``.  table, markdown and html
are for people: formatted cells of ``Report.human_tables``, with totals and notes.  All give text
that UTF-8 can hold, and nothing here writes it anywhere.  To add a format, write a
:class:`Renderer` (a :class:`RowFormat` if rows can go out one by one) and enter it.
"""

import json
import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabulate import SEPARATING_LINE, DataRow, Line, TableFormat, tabulate

from pokersim.errors import InputError, nearest
from pokersim.language import _
from pokersim.report.formats.wrap import fit_to_width
from pokersim.report.model import Column, Prose, Report, Table
from pokersim.report.values import Plain, cell, human, is_right, plain
from pokersim.rules.deck import Deck

STAND_IN = "\N{REPLACEMENT CHARACTER}"
"""Shown for a character that would break a line, a terminal or the encoding."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_JSON_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NEW_LINE = re.compile("\r\n|\r|\n")
_MARKDOWN_MARK = re.compile(r"[\\`*_\[\]<>&|~#]")
_CSV_QUOTED = re.compile('[",\r\n]')


class Renderer(ABC):
    """A format that whole reports are written in."""

    @abstractmethod
    def render(self, report: Report, chosen: Table) -> str:
        """Return the report as text; ``chosen`` is the table to write where only one fits."""


class RowFormat(Renderer):
    """A format whose rows can be written one by one, the others not yet known.

    ``head + separator.join(rows) + tail`` is what :meth:`render` gives for a report of one
    table, titles, totals and notes for people left out; notes for json go in by
    ``Report.full_meta``.  :meth:`row` depends on its arguments alone and puts a text that
    needs no escaping (letters and digits never do) as it is, so that one row can serve as
    the pattern of many.
    """

    separator: str = ""

    @abstractmethod
    def head(self, meta: Mapping[str, object], columns: Sequence[Column]) -> str:
        """Return what stands before the first row."""

    @abstractmethod
    def row(self, columns: Sequence[Column], row: Mapping[str, object]) -> str:
        """Return one row, with what ends it but without the separator."""

    def rows(self, columns: Sequence[Column], rows: Sequence[Mapping[str, object]]) -> list[str]:
        """Return what :meth:`row` does for each of several rows."""
        return [self.row(columns, row) for row in rows]

    def tail(self) -> str:
        """Return what stands after the last row."""
        return ""


def render(report: Report, format: str, table: str | None = None) -> str:
    """Write a report in a format.

    Parameters
    ----------
    report
        What to write.
    format
        A name in ``RENDERERS``.
    table
        The name of the table that csv writes, the first if left out.  Other formats write
        them all.

    Returns
    -------
    str
        The document; it ends with one newline (ndjson without a row is empty).

    Raises
    ------
    InputError
        There is no such format, or no such table.

    Examples
    --------
    >>> columns = (Column("combination", "Combination"), Column("hands", "Hands", "count"))
    >>> rows = [{"combination": "blaze", "hands": 768}, {"combination": "pair", "hands": 1098240}]
    >>> report = Report({}, (Table("frequency", "Frequencies", columns, rows),))
    >>> print(render(report, "table"), end="")
    Combination      Hands
    -----------  ---------
    blaze              768
    pair         1,098,240
    >>> print(render(report, "csv"), end="")
    combination,hands
    blaze,768
    pair,1098240
    """
    return _renderer(format).render(report, report.table(table))


def stream(format: str) -> RowFormat:
    """Return a format to write rows in one by one.

    Raises
    ------
    InputError
        There is no such format, or it needs all rows at once.

    Examples
    --------
    >>> stream("json").row((Column("hand", "Hand"),), {"hand": "AhAd9c6s3c"})
    '    {"hand": "AhAd9c6s3c"}'
    """
    renderer = _renderer(format)
    if not isinstance(renderer, RowFormat):
        names = [name for name, each in RENDERERS.items() if isinstance(each, RowFormat)]
        raise InputError(
            f"format {format!r} needs all rows at once\n  row by row: {', '.join(names)}"
        )
    return renderer


class Json(RowFormat):
    """One document of ``meta`` and ``rows``, a row a line."""

    separator = ",\n"

    def head(self, meta: Mapping[str, object], columns: Sequence[Column]) -> str:
        """Return the document up to its first row."""
        return _json({"meta": dict(meta)}, indent=2).removesuffix("\n}") + ',\n  "rows": [\n'

    def row(self, columns: Sequence[Column], row: Mapping[str, object]) -> str:
        """Return one object, without a line end."""
        return "    " + _json(_data(columns, row))

    def tail(self) -> str:
        """Return the end of the document."""
        return "\n  ]\n}\n"

    def render(self, report: Report, chosen: Table) -> str:
        """Return the document, with the rows of every table."""
        rows = self.separator.join("    " + _json(row) for row in _all_data(report))
        return self.head(report.full_meta, ()) + rows + self.tail()


class Ndjson(RowFormat):
    """The rows alone, an object a line."""

    def head(self, meta: Mapping[str, object], columns: Sequence[Column]) -> str:
        """Return nothing: there is no place for ``meta``."""
        return ""

    def row(self, columns: Sequence[Column], row: Mapping[str, object]) -> str:
        """Return one line."""
        return _json(_data(columns, row)) + "\n"

    def render(self, report: Report, chosen: Table) -> str:
        """Return a line for every row of every table."""
        return "".join(_json(row) + "\n" for row in _all_data(report))


class Csv(RowFormat):
    """One table as RFC 4180 has it, but for the line ends, which are newlines."""

    def head(self, meta: Mapping[str, object], columns: Sequence[Column]) -> str:
        """Return the line of field names."""
        return _csv_line([column.field for column in columns])

    def row(self, columns: Sequence[Column], row: Mapping[str, object]) -> str:
        """Return one record; it has more than one line where a text has."""
        return _csv_line([_csv_text(value) for value in _data(columns, row).values()])

    def render(self, report: Report, chosen: Table) -> str:
        """Return the chosen table."""
        rows = "".join(self.row(chosen.columns, row) for row in chosen.rows)
        return self.head(report.meta, chosen.columns) + rows


class AlignedFormat(RowFormat):
    """Columns of cells in line, laid out by tabulate: what table and markdown share."""

    form: TableFormat

    @abstractmethod
    def escape(self, text: str) -> str:
        """Return the text on one line, meaning only itself in this format."""

    @abstractmethod
    def block(self, table: Table, titled: bool, width: int | None) -> str:
        """Return one table with what belongs to it, without a line end."""

    @abstractmethod
    def passage(self, prose: Prose) -> str:
        """Return lines under their title, without a line end."""

    def head(self, meta: Mapping[str, object], columns: Sequence[Column]) -> str:
        """Return the headings and the rule under them."""
        return self.lay_out(columns, [self._kept_headings(columns), SEPARATING_LINE]) + "\n"

    def row(self, columns: Sequence[Column], row: Mapping[str, object]) -> str:
        """Return one line, its cells as wide as the columns' widths and headings."""
        return self.rows(columns, [row])[0]

    def rows(self, columns: Sequence[Column], rows: Sequence[Mapping[str, object]]) -> list[str]:
        """Return a line for each row, all laid out at once, which is much faster."""
        # Laid out under the same headings as the head was, so that the widths are the same.
        cells = [self._kept_headings(columns), *(self.cells(columns, row) for row in rows)]
        return [line + "\n" for line in self.lay_out(columns, cells).split("\n")[1:]]

    def render(self, report: Report, chosen: Table) -> str:
        """Return every table for people, or the prose that stands for them, and the notes."""
        tables = report.human_tables
        blocks = [self.passage(prose) for prose in report.prose] or [
            self.block(table, len(tables) > 1, report.width) for table in tables
        ]
        blocks = [*(self.passage(prose) for prose in report.summary), *blocks]
        again = _("To repeat it: {line}").format(line=report.repeat) if report.repeat else ""
        notes = [note for note in (*report.notes, again) if note]
        if notes:
            blocks.append(self.paragraphs(notes))
        return "\n\n".join(blocks) + "\n"

    def paragraphs(self, notes: Sequence[str]) -> str:
        """Return the notes, a line each."""
        return "\n".join(self.escape(note) for note in notes)

    def headings(self, columns: Sequence[Column]) -> list[str]:
        """Return the cells of the first line."""
        return [self.escape(column.title) for column in columns]

    def cells(self, columns: Sequence[Column], row: Mapping[str, object]) -> list[str]:
        """Return the cells of a row."""
        return [self.escape(cell(column, row)) for column in columns]

    def lines(self, table: Table) -> list[Sequence[str]]:
        """Return the cells of a table, line by line, without its totals."""
        rows = (self.cells(table.columns, row) for row in table.rows)
        return [self.headings(table.columns), SEPARATING_LINE, *rows]

    def total_cells(self, table: Table) -> list[str]:
        """Return the cells of the totals, blank where there is none."""
        total = table.total or {}
        return [
            self.escape(human(column, total[column.field])) if column.field in total else ""
            for column in table.columns
        ]

    def lay_out(self, columns: Sequence[Column], lines: Sequence[Sequence[str]]) -> str:
        """Return lines of cells, or ``SEPARATING_LINE``, with the columns aligned."""
        # The headings are a line like the others: as headers, tabulate would make their
        # columns two wider, and forget the alignment of a table without rows.
        return tabulate(
            lines,
            headers=(),
            tablefmt=self.form,
            disable_numparse=True,
            preserve_whitespace=True,
            colalign=["right" if is_right(column) else "left" for column in columns],
        )

    def _kept_headings(self, columns: Sequence[Column]) -> list[str]:
        """Return the headings, padded to the widths that the columns are to keep."""
        padded = []
        for column, heading in zip(columns, self.headings(columns), strict=True):
            pad = str.rjust if is_right(column) else str.ljust
            padded.append(pad(heading, column.width or 0))
        return padded


class Text(AlignedFormat):
    """Aligned columns for a terminal."""

    form = TableFormat(
        lineabove=None,
        linebelowheader=Line("", "-", "  ", ""),
        linebetweenrows=None,
        linebelow=None,
        headerrow=DataRow("", "  ", ""),
        datarow=DataRow("", "  ", ""),
        padding=0,
        with_header_hide=None,
    )

    def escape(self, text: str) -> str:
        """Return the text without what would break a line or steer a terminal."""
        return _one_line(text)

    def block(self, table: Table, titled: bool, width: int | None) -> str:
        """Return a table under its title, when there are several, and above its note."""
        lines = self.lines(table)
        if table.total is not None:
            lines += [SEPARATING_LINE, self.total_cells(table)]
        fitted = (
            [(table.columns, lines)] if width is None else fit_to_width(table.columns, lines, width)
        )
        laid_out = "\n\n".join(self.lay_out(*part) for part in fitted)
        title = self.escape(table.title) if titled else ""
        return "\n".join(part for part in (title, laid_out, self.escape(table.note)) if part)

    def passage(self, prose: Prose) -> str:
        """Return the title, and each line a step in."""
        return "\n".join([self.escape(prose.title), *(f"  {self.escape(x)}" for x in prose.lines)])


def _markdown_rule(widths: Sequence[int], alignments: Sequence[str]) -> str:
    """Return the line under the headings, with a colon at the side where numbers stand."""
    cells = [
        "-" * (width - 1) + (":" if side == "right" else "-")
        for width, side in zip(widths, alignments, strict=True)
    ]
    return "|" + "|".join(cells) + "|"


class Markdown(AlignedFormat):
    """Tables of GitHub's Markdown under headings of level two; totals in bold."""

    form = TableFormat(
        lineabove=None,
        linebelowheader=_markdown_rule,
        linebetweenrows=None,
        linebelow=None,
        headerrow=DataRow("|", "|", "|"),
        datarow=DataRow("|", "|", "|"),
        padding=1,
        with_header_hide=None,
    )

    def escape(self, text: str) -> str:
        """Return the text with a backslash before every mark, and ``<br>`` for a new line."""
        return _one_line(_NEW_LINE.sub("<br>", _MARKDOWN_MARK.sub(r"\\\g<0>", text)))

    def block(self, table: Table, titled: bool, width: int | None) -> str:
        """Return a table between its title and its note; as wide as it is."""
        lines = self.lines(table)
        if table.total is not None:
            lines.append([f"**{cell}**" if cell else "" for cell in self.total_cells(table)])
        title = f"## {self.escape(table.title)}" if table.title else ""
        parts = [title, self.lay_out(table.columns, lines), self.escape(table.note)]
        return "\n\n".join(part for part in parts if part)

    def passage(self, prose: Prose) -> str:
        """Return a heading, and a list."""
        listed = "\n".join(f"- {self.escape(line)}" for line in prose.lines)
        return f"## {self.escape(prose.title)}\n\n{listed}"

    def paragraphs(self, notes: Sequence[str]) -> str:
        """Return the notes, a paragraph each."""
        return "\n\n".join(self.escape(note) for note in notes)


class Html(Renderer):
    """One page with everything in it; takes Jinja2, which is imported when a page is written."""

    def render(self, report: Report, chosen: Table) -> str:
        """Return the page."""
        from pokersim.report.formats.page import page

        return page(report)


RENDERERS: dict[str, Renderer] = {
    "table": Text(),
    "json": Json(),
    "ndjson": Ndjson(),
    "csv": Csv(),
    "markdown": Markdown(),
    "html": Html(),
}
"""Every format by its name; the order is the one that help texts show."""


def _renderer(format: str) -> Renderer:
    if format not in RENDERERS:
        hint = nearest(format, RENDERERS)
        raise InputError(
            f"{format!r} is not an output format{hint}\n  formats: {', '.join(RENDERERS)}"
        )
    return RENDERERS[format]


def _data(columns: Sequence[Column], row: Mapping[str, object]) -> dict[str, Plain]:
    """Return the values of a row as data, in the order of the columns."""
    return {column.field: plain(column, row[column.field]) for column in columns}


def _all_data(report: Report) -> Iterator[dict[str, Plain]]:
    """Yield every row of every table; where there are several, the row names its own."""
    several = len(report.tables) > 1
    for table in report.tables:
        name: dict[str, Plain] = {"table": table.name} if several else {}
        for row in table.rows:
            yield name | _data(table.columns, row)


def _json(value: object, indent: int | None = None) -> str:
    """Return json that prints Russian as it is, and escapes what could break a line.

    NumPy integers become integers, and a deck its name.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, default=_plain)
    return _JSON_ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _plain(value: Any) -> object:
    return value.name if isinstance(value, Deck) else operator.index(value)


def _csv_text(value: Plain) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _json(value)


def _csv_line(fields: Sequence[str]) -> str:
    quoted = [
        '"' + field.replace('"', '""') + '"' if _CSV_QUOTED.search(field) else field
        for field in fields
    ]
    # A line of one empty field would read as no line at all.
    line = ",".join(quoted) or '""'
    return _SURROGATE.sub(STAND_IN, line) + "\n"


def _one_line(text: str) -> str:
    """Replace control characters: those that are blanks by a blank, others by a stand-in."""
    return _CONTROL.sub(lambda found: " " if found[0].isspace() else STAND_IN, text)
