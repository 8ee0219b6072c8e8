"""What a report holds: columns, rows and notes, before anything decides how they look.

A command fills these records; :mod:`pokersim.report.formats.render` writes them.  Nothing here
formats a value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pokersim.errors import InputError, nearest
from pokersim.language import _
from pokersim.report.charts.chart_spec import ChartSpec

Kind = Literal[
    "text",
    "integer",
    "count",
    "decimal",
    "chips",
    "probability",
    "odds",
    "flag",
    "breakdown",
    "words",
    "share",
]
"""What the values of a column are; ``None`` (not known, does not apply) fits every kind.

=============  ======================================  ==============================
kind           value                                   as people read it
=============  ======================================  ==============================
text           ``str``                                 as it is
integer        ``int``                                 ``1234``
count          ``int``, a number of things             ``1,234``
decimal        finite ``float``                        ``1,234.5000``
chips          finite ``float``: chips in the mean     ``0.278``
probability    finite ``float``, 0..1                  ``0.0001539%``
odds           finite ``float``: one in so many        ``1 in 1,234.5``
flag           ``bool``                                ``yes``, ``no``
breakdown      counts in order, or counts by name      ``3, 1``; ``flush 3, skeet 1``
words          texts in order                          ``call, raise``
share          finite ``float``, 0..1                  ``0.0002%``: always four places
=============  ======================================  ==============================
"""


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Parameters
    ----------
    field
        The key of the value in a row: the name in json, ndjson and csv.
    heading
        The name that people read: in English, translated where it is printed; or as it is, see
        ``is_name``.
    kind
        What the values are.
    width
        Characters to keep for the values when rows are printed one by one, before the
        others are known; a whole table measures its cells instead.
    bar
        Whether a bar stands beside each value where bars are asked for.
    is_name
        Whether the heading is a name, or translated already.
    error
        The field of a number of the same kind that tells how well the value is known: people
        read as many places of the value as of that.
    """

    field: str
    heading: str
    kind: Kind = "text"
    width: int | None = None
    bar: bool = False
    is_name: bool = False
    error: str = ""

    @property
    def title(self) -> str:
        """The heading in the language in use."""
        return self.heading if self.is_name else _(self.heading)


@dataclass(frozen=True)
class Table:
    """Rows under columns.

    Parameters
    ----------
    name
        What ``--table`` and the ``table`` field of a row call it.
    title
        The line above it where people read it.
    columns
        At least one; fields differ.
    rows
        Values by field.  Every field of the columns is there; others are passed over, so
        that a narrow table can share the rows of a wide one.
    total
        Values of a line of totals, only where people read it; a field left out is blank.
    note
        A line under the table, only where people read it.

    Raises
    ------
    ValueError
        There is no column, or two have the same field.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Mapping[str, object]]
    total: Mapping[str, object] | None = None
    note: str = ""

    def __post_init__(self) -> None:
        fields = {column.field for column in self.columns}
        if not fields or len(fields) < len(self.columns):
            raise ValueError(f"table {self.name!r}: columns need fields of their own")


@dataclass(frozen=True)
class Prose:
    """Lines for people where a table would not do: a title, and sentences under it."""

    title: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Report:
    """Everything that one command has to say.

    Parameters
    ----------
    meta
        What the numbers rest on (command, version, seed ...), as json has it; keeps its order.
    tables
        The rows for programs, in long format; at least one table, names differ.
    views
        The tables for people, wide and side by side, where they are not the same.
    notes
        Sentences for people under the tables; in json a list ``notes`` of ``meta``.
    prose
        What people read in place of the tables, where there is any.
    summary
        What people read above the tables.
    figures
        What pages and charts show beside the tables.
    repeat
        The command line that gives the same report again.
    width
        Characters of a line where people read it on a terminal; tables keep within it.

    Raises
    ------
    ValueError
        There is no table, or two have the same name.

    Examples
    --------
    >>> columns = (Column("combination", "Combination"), Column("hands", "Hands", "count"))
    >>> blaze = Table("frequency", "Frequencies", columns, [{"combination": "blaze", "hands": 768}])
    >>> Report({"command": "frequency"}, (blaze,), notes=("Exact.",)).full_meta
    {'command': 'frequency', 'notes': ['Exact.']}
    """

    meta: Mapping[str, object]
    tables: tuple[Table, ...]
    views: tuple[Table, ...] | None = None
    notes: tuple[str, ...] = ()
    prose: tuple[Prose, ...] = ()
    summary: tuple[Prose, ...] = ()
    figures: tuple[ChartSpec, ...] = ()
    repeat: str = ""
    width: int | None = None

    def __post_init__(self) -> None:
        names = {table.name for table in self.tables}
        if not names or len(names) < len(self.tables):
            raise ValueError("a report needs tables with names of their own")

    @property
    def human_tables(self) -> tuple[Table, ...]:
        """The tables that people read."""
        return self.tables if self.views is None else self.views

    @property
    def full_meta(self) -> dict[str, object]:
        """``meta`` with the notes, when there are any, as a list at its end."""
        return {**self.meta, "notes": list(self.notes)} if self.notes else dict(self.meta)

    def table(self, name: str | None = None) -> Table:
        """Return the table of that name, or the first.

        Raises
        ------
        InputError
            There is none of that name.
        """
        by_name = {table.name: table for table in self.tables}
        if name is None:
            return self.tables[0]
        if name not in by_name:
            hint = nearest(name, by_name)
            raise InputError(
                f"{name!r} is not a table of this report{hint}\n  tables: {', '.join(by_name)}"
            )
        return by_name[name]
