"""Tables for a terminal that is too narrow: cells on several lines, columns in several parts."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tabulate import SEPARATING_LINE

from pokersim.report.model import Column
from pokersim.report.values import is_right

GAP = 2
"""Blanks between two columns."""

LEAST = 12
"""A column of texts is made no narrower than this, though its words would allow it."""

ERROR = "±"
"""The heading of a column that stays beside the one that it is about."""


class Part(NamedTuple):
    """Some columns of a table, and their cells line by line."""

    columns: Sequence[Column]
    lines: Sequence[Sequence[str]]


def fit_to_width(
    columns: Sequence[Column], lines: Sequence[Sequence[str]], width: int
) -> list[Part]:
    """Return a table as one that is no wider than so many characters, or as several such.

    Headings are broken at blanks, and texts.  Where that is not enough, the columns go into
    several parts, and those up to the first one of texts stand in each.  Columns whose fields
    begin with the same word and a blank, of one ruleset say, stay together if they can.

    Parameters
    ----------
    columns
        Of the table.
    lines
        The cells of each line, the headings first; or ``SEPARATING_LINE``.
    width
        Characters of a line.  A part with one column beside those that all have can be wider.

    Examples
    --------
    >>> columns = Column("name", "Name"), Column("hands", "Hands dealt", "count")
    >>> lines = [["Name", "Hands dealt"], ["Straight Flush", "40"]]
    >>> fit_to_width(columns, lines, 22)[0].lines
    [['', 'Hands'], ['Name', 'dealt'], ['Straight Flush', '40']]
    """
    own = _Cells(columns, lines)
    if _total(own.widths) <= width:
        return [Part(columns, lines)]
    return [own.part(group, width) for group in own.groups(width)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


class _Cells:
    """The cells of a table by column, and how wide they are and have to be."""

    def __init__(self, columns: Sequence[Column], lines: Sequence[Sequence[str]]) -> None:
        self._columns = columns
        self._lines = lines
        rows = [line for line in lines if line != SEPARATING_LINE]
        self._has_total = lines.count(SEPARATING_LINE) > 1
        texts = list(filter(self._is_text, range(len(columns))))
        self._first = list(range(texts[0] + 1 if texts else 1))
        self._by_column = [[row[i] for row in rows] for i in range(len(columns))]
        self.widths = [max(map(len, cells)) for cells in self._by_column]
        self._least = [self._least_width(i) for i in range(len(columns))]

    def _is_text(self, i: int) -> bool:
        return not is_right(self._columns[i])

    def _least_width(self, i: int) -> int:
        """Return how wide a column is whose heading, and cells if they are texts, are broken."""
        heading, *cells = self._by_column[i]
        if not self._is_text(i):
            return max(map(len, [*heading.split(" "), *cells]))
        words = [word for cell in self._by_column[i] for word in cell.split(" ")]
        return max(min(LEAST, self.widths[i]), *map(len, words))

    def groups(self, width: int) -> Iterator[list[int]]:
        """Yield the numbers of the columns of each part."""

        def is_narrow(group: list[int]) -> bool:
            return _total([self._least[i] for i in group]) <= width

        group = self._first
        for unit in self._units():
            whole = is_narrow([*self._first, *unit])
            for more in [unit] if whole else [[i] for i in unit]:
                if group != self._first and not is_narrow([*group, *more]):
                    yield group
                    group = self._first
                group = [*group, *more]
        yield group

    def _units(self) -> list[list[int]]:
        """Return the columns behind the first ones, those together that belong together."""
        units: list[list[int]] = []
        last = ""
        for i in range(len(self._first), len(self._columns)):
            column = self._columns[i]
            word, blank, _ = column.field.partition(" ")
            if units and (column.heading == ERROR or (blank and word == last)):
                units[-1].append(i)
            else:
                units.append([i])
            last = word
        return units

    def part(self, group: Sequence[int], width: int) -> Part:
        """Return some of the columns, their cells broken where that is needed."""
        widths = self._widths(group, width)
        lines: list[Sequence[str]] = []
        shown = self._lines[:-2] if self._lacks_total(group) else self._lines
        for number, line in enumerate(shown):
            if line == SEPARATING_LINE:
                lines.append(line)
                continue
            broken = [wrap(line[i], widths[i]) for i in group]
            n_lines = max(map(len, broken))
            if number == 0:  # headings stand on the rule
                broken = [[""] * (n_lines - len(cell)) + cell for cell in broken]
            lines += [list(each) for each in zip_longest(*broken, fillvalue="")]
        return Part([self._columns[i] for i in group], lines)

    def _lacks_total(self, group: Sequence[int]) -> bool:
        """Whether a line of totals would say nothing in a part."""
        return self._has_total and not any(
            self._lines[-1][i] for i in group if i not in self._first
        )

    def _widths(self, group: Sequence[int], width: int) -> dict[int, int]:
        """Return the width of each column: taken from where it makes the fewest lines more."""
        widths = {i: self.widths[i] for i in group}
        heights = {i: self._heights(i, widths[i]) for i in group}
        while _total(list(widths.values())) > width:
            narrower = {
                i: self._heights(i, widths[i] - 1) for i in group if widths[i] > self._least[i]
            }
            if not narrower:
                break
            costs = {
                i: sum(map(max, zip(*{**heights, i: own}.values(), strict=True)))
                for i, own in narrower.items()
            }
            best = min(costs, key=lambda i: (costs[i], self._is_text(i), -widths[i]))
            widths[best] -= 1
            heights[best] = narrower[best]
        return widths

    def _heights(self, i: int, width: int) -> list[int]:
        """Return how many lines each cell of a column takes."""
        return [len(wrap(cell, width)) for cell in self._by_column[i]]


def wrap(text: str, width: int) -> list[str]:
    """Break a text at blanks into lines of at most so many characters, longer words excepted.

    >>> wrap("fair at place 12, counting 768 there", 16)
    ['fair at place', '12, counting 768', 'there']
    """
    if len(text) <= width:
        return [text]
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
