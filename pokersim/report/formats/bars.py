"""Bars of block characters beside the numbers of a table, for a terminal."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pokersim.language import _, number
from pokersim.report.model import Column, Report, Table

WIDTH = 12
"""Characters of the longest bar."""

SPREAD = 1000
"""How many times the least value the greatest may be before bars become logarithmic."""

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def with_bars(report: Report) -> Report:
    """Return a report whose tables for people have bars beside the numbers that call for them.

    The bars of a column are drawn to its own greatest value; below a table stands when they
    are logarithmic, and what a character is then.

    Examples
    --------
    >>> column = Column("equity", "Equity", "probability", bar=True)
    >>> table = Table("equity", "Equity", (column,), [{"equity": 0.5}, {"equity": 0.25}])
    >>> shown = with_bars(Report({}, (table,))).human_tables[0]
    >>> [row["equity bar"] for row in shown.rows]
    ['████████████', '██████']
    """
    return replace(report, views=tuple(_with_bars(table) for table in report.human_tables))


def _with_bars(table: Table) -> Table:
    drawn = {c.field: _bars([row[c.field] for row in table.rows]) for c in table.columns if c.bar}
    columns: list[Column] = []
    for column in table.columns:
        columns.append(column)
        if column.bar:
            columns.append(Column(f"{column.field} bar", ""))
    rows: list[Mapping[str, object]] = [
        {**row, **{f"{field} bar": bars[i] for field, (bars, _) in drawn.items()}}
        for i, row in enumerate(table.rows)
    ]
    step = max((step for _, step in drawn.values()), default=0)
    note = table.note
    if step:
        scale = _("Bars are logarithmic: a character is about {x} times as much.")
        note = "\n".join(filter(None, (note, scale.format(x=number(step, ".2g")))))
    return replace(table, columns=columns, rows=rows, note=note)


def _bars(values: Sequence[object]) -> tuple[list[str], float]:
    """Return a bar for each value, and what a character multiplies by; 0 for a linear scale."""
    numbers = [float(value) if isinstance(value, int | float) else 0.0 for value in values]
    positive = [number for number in numbers if number > 0]
    if not positive:
        return [""] * len(numbers), 0
    top, least = max(positive), min(positive)
    if top <= SPREAD * least:
        return [_bar(number / top) for number in numbers], 0
    # The least value gets one character, so that nothing that occurs is without a bar.
    step = (top / least) ** (1 / (WIDTH - 1))
    logs = [1 + math.log(number / least, step) if number > 0 else 0.0 for number in numbers]
    return [_bar(length / WIDTH) for length in logs], step


def _bar(share: float) -> str:
    eighths = round(8 * WIDTH * max(share, 0.0))
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()
