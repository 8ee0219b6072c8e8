"""What a figure holds: marks along an axis, before anything decides how they are drawn.

Reports fill these records; :mod:`pokersim.report.charts.image` draws them with matplotlib into
files, :mod:`pokersim.report.charts.svg` as plain SVG into pages.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pokersim.language import N_, _, localized, number

Shape = Literal["bars", "change", "interval", "slope", "course"]
"""What a figure shows of its marks.

=========  ==========================  ==========================
shape      ``value``                   ``other``
=========  ==========================  ==========================
bars       length of a bar             a tick: the exact value
change     a dot, joined with          another: the value before
interval   a dot with its interval     a tick, where there is one
slope      a place at the right        the place at the left
course     a height, after ``at``      a level line: the exact value
=========  ==========================  ==========================
"""

DECADES = 7
"""Most powers of ten that a logarithmic axis goes down from its greatest value."""

COURSE_LINES = 11
"""How high a course is drawn, in the lines that other figures have for their marks."""

LONGEST_NAME, LONGEST_BY_SLOPE = 34, 31
"""Letters of a name that there is room for beside an axis; a slope has names on both sides."""

VERDICTS = ("too-low", "too-high", "paradox")
"""What stands out in a slope."""


@dataclass(frozen=True)
class Mark:
    """One line of a figure.

    Attributes
    ----------
    label
        What it is about.
    value, other
        See ``Shape``; None where there is none.
    low, high
        The interval of the value, where it was sampled.
    note
        The value as people read it, at the right.
    verdict
        Of a slope: one of ``VERDICTS``, or empty.
    at
        Of a course: after how many deals.
    """

    label: str
    value: float | None
    other: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""
    verdict: str = ""
    at: float = 0.0


@dataclass(frozen=True)
class ChartSpec:
    """Marks along one axis.

    Attributes
    ----------
    shape
        How they are drawn.
    title, axis
        What stands above, and below with the unit.
    marks
        From top to bottom; of a course, from left to right.
    value, other
        What a dot or bar is, and what a tick or second dot is; empty where nothing has one. In a
        slope ``value`` says what its lines are.
    log
        Whether the axis is logarithmic.
    percent
        Whether values are shares, 0..1, shown as percent; the axis of a course has deals.
    span
        The ends of the axis, where it is to be that of other figures too.
    below
        The title of the table that it stands below in a page; empty for behind all tables.
    """

    shape: Shape
    title: str
    axis: str
    marks: Sequence[Mark]
    value: str = ""
    other: str = ""
    log: bool = False
    percent: bool = True
    span: tuple[float, float] | None = None
    below: str = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of the axis, with room for every mark and interval.

        Examples
        --------
        >>> marks = [Mark("flush", 0.002), Mark("pair", 0.42)]
        >>> ChartSpec("bars", "Dealt", "Share", marks, log=True).bounds
        (0.001, 1.0)
        """
        if self.span is not None:
            return self.span
        if self.shape == "course":
            return self.marks[0].at, self.marks[-1].at
        fields = [(m.value, m.other, m.low, m.high) for m in self.marks]
        values = [value for of_mark in fields for value in of_mark if value is not None]
        if self.log:
            return _decades([value for value in values if value > 0])
        low, high = min(values, default=0.0), max(values, default=1.0)
        if self.shape == "bars":
            return min(low, 0.0), high or 1.0
        room = 0.04 * ((high - low) or abs(high) or 1.0)
        return low - room, high + room

    @property
    def n_lines(self) -> int:
        """How high it is, in lines."""
        return COURSE_LINES if self.shape == "course" else len(self.marks)

    @property
    def upright(self) -> "ChartSpec":
        """The axis of a course that goes up: that of its values."""
        return replace(self, shape="interval")


def _decades(values: Sequence[float]) -> tuple[float, float]:
    """Return the powers of ten around positive values, the lower one within reach."""
    top = math.ceil(math.log10(max(values, default=1.0)))
    # A bar begins at the lower end, so that the least value needs some room to be seen.
    bottom = math.floor(math.log10(min(values, default=0.1) * 0.95))
    return 10.0 ** max(bottom, top - DECADES), 10.0**top


_VERDICT_WORDS = {
    "fair": N_("fair"),
    "too-low": N_("too low"),
    "too-high": N_("too high"),
    "tied": N_("tied"),
    "impossible": N_("impossible"),
    "paradox": N_("paradox"),
}


def verdict_words(verdict: str) -> str:
    """Return a verdict of an audit as people read it.

    >>> verdict_words("too-low")
    'too low'
    """
    return _(_VERDICT_WORDS[verdict])


def with_short_names(figure: ChartSpec) -> ChartSpec:
    """Return a figure whose labels fit beside its axis: of what is longer the end is left out.

    Examples
    --------
    >>> with_short_names(ChartSpec("bars", "", "", [Mark("Flush " * 10, 0.5)])).marks[0].label
    'Flush Flush Flush Flush Flush Flu…'
    """
    is_slope = figure.shape == "slope"
    most = LONGEST_BY_SLOPE if is_slope else LONGEST_NAME
    marks = [replace(mark, label=_short(mark.label, most)) for mark in figure.marks]
    if is_slope:  # its value is no name, and has a line to itself
        return replace(figure, marks=marks)
    value, other = _short(figure.value, most), _short(figure.other, most)
    return replace(figure, marks=marks, value=value, other=other)


def _short(name: str, most: int) -> str:
    line = " ".join(name.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def on_one_axis(figures: Sequence[ChartSpec]) -> tuple[ChartSpec, ...]:
    """Return figures with the axis of all of them, so that they can be compared."""
    if not figures:
        return ()
    ends = [figure.bounds for figure in figures]
    span = min(low for low, _ in ends), max(high for _, high in ends)
    return tuple(replace(figure, span=span) for figure in figures)


def ticks(figure: ChartSpec) -> list[float]:
    """Return the round values of an axis within its bounds, four to eight; of deals, 1, 2, 5, 10.

    Examples
    --------
    >>> ticks(ChartSpec("change", "", "", [Mark("a", 0.0), Mark("b", 1.0)]))
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    low, high = figure.bounds
    if figure.shape == "course":
        steps = [n * 10.0**power for power in range(18) for n in (1, 2, 5)]
        within = [step for step in steps if low <= step <= high]
        return within if len(within) > 2 else [low, math.sqrt(low * high), high]
    if figure.log:
        first, last = round(math.log10(low)), round(math.log10(high))
        return [10.0**power for power in range(first, last + 1)]
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * n for n in (1, 2, 2.5, 5, 10) if power * n >= rough * 0.999)
    return [round(n * step, 12) for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def tick_text(figure: ChartSpec, value: float) -> str:
    """Return a round value of the axis as people read it.

    Examples
    --------
    >>> spec = ChartSpec("bars", "", "", [])
    >>> tick_text(spec, 1e-5), tick_text(spec, 0.25)
    ('0.001%', '25%')
    """
    if figure.shape == "course":
        return _count_text(value)
    if not figure.percent:
        return number(value, ",g")
    return localized(f"{100 * value:.10f}".rstrip("0").rstrip(".")) + "%"


def _count_text(value: float) -> str:
    """Write a number of deals as ``--deals`` takes it, to three digits.

    >>> _count_text(200_000), _count_text(5_000_000)
    ('200k', '5M')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{number(value / size, '.3g')}{letter}"
    return number(value, "g")


def right_slots(marks: Sequence[Mark]) -> list[int]:
    """Return where each mark of a slope ends, from 0: equal places side by side, none on another.

    Examples
    --------
    >>> right_slots([Mark("tiger", 2, 1), Mark("dog", 2, 2), Mark("straight", 1, 3)])
    [1, 2, 0]
    """
    order = sorted(range(len(marks)), key=lambda i: (marks[i].value or 0, marks[i].other or 0))
    slots = [0] * len(marks)
    for slot, i in enumerate(order):
        slots[i] = slot
    return slots
