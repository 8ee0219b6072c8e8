"""Figures as SVG inside a page, drawn without any library: the page's style gives the colours.

What a figure says is also in its description, which those hear who don't see it.
"""

from collections.abc import Iterator
from html import escape
from itertools import chain
from math import log

from pokersim.report.charts.chart_spec import (
    ChartSpec,
    Mark,
    right_slots,
    tick_text,
    ticks,
    verdict_words,
    with_short_names,
)

_WIDTH, _LINE, _TOP, _BOTTOM = 680.0, 22.0, 26.0, 44.0
"""Units of the picture: its width, the height of a mark, what is above the first and below."""

_LETTER = 8.0
"""Units that a letter takes on average, where it is a wide one; Cyrillic ones are."""


def draw_svg(figure: ChartSpec) -> str:
    """Return a figure as an ``svg`` element.

    Examples
    --------
    >>> draw_svg(ChartSpec("bars", "<Skeet>", "Share", [Mark("Flush", 0.5, note="50%")]))[:78]
    '<svg class="bars" viewBox="0 0 680 92" role="img"><title>&lt;Skeet&gt;</title>'
    """
    told = escape(described(figure))
    height = _TOP + _LINE * figure.n_lines + _BOTTOM
    body = _WHOLE.get(figure.shape, _chart)(with_short_names(figure))
    return "".join(
        [
            f'<svg class="{figure.shape}" viewBox="0 0 {_WIDTH:g} {height:g}" role="img">',
            f"<title>{escape(figure.title)}</title><desc>{told}</desc>",
            *body,
            "</svg>",
        ]
    )


def described(figure: ChartSpec) -> str:
    """Return in words what a figure shows, a clause for each mark.

    Examples
    --------
    >>> described(ChartSpec("bars", "Skeet", "Share", [Mark("Flush", 0.5, note="50%")]))
    'Share. Flush: 50%.'
    """
    clauses = "; ".join(_in_words(mark, figure) for mark in figure.marks)
    return f"{figure.axis}. {clauses}."


def _in_words(mark: Mark, figure: ChartSpec) -> str:
    if figure.shape == "slope":
        verdict = f", {verdict_words(mark.verdict)}" if mark.verdict else ""
        return f"{mark.label}: {mark.other:g}, {mark.value:g}{verdict}"
    return f"{mark.label}: {mark.note}"


class _Frame:
    """Where things of a figure are: the ends of the axis, and lines from top to bottom."""

    def __init__(self, figure: ChartSpec) -> None:
        at_left = [mark.label for mark in figure.marks]
        at_right = [mark.note for mark in figure.marks]
        if figure.shape == "course":
            upright = figure.upright
            at_left, at_right = [tick_text(upright, value) for value in ticks(upright)], []
        self.left = max(map(len, at_left), default=0) * _LETTER + 12
        self.right = _WIDTH - max(map(len, at_right), default=0) * _LETTER - 12
        self.figure = figure
        self.bottom = _TOP + _LINE * figure.n_lines

    def x(self, value: float) -> float:
        """Return where a value is on the axis; what is beyond an end is put there."""
        low, high = self.figure.bounds
        is_log = self.figure.log or self.figure.shape == "course"
        share = _log_share(value, low, high) if is_log else (value - low) / (high - low)
        return round(self.left + (self.right - self.left) * min(max(share, 0.0), 1.0), 1)

    @staticmethod
    def y(number: int) -> float:
        """Return the middle of a line."""
        return _TOP + _LINE * (number + 0.5)


def _log_share(value: float, low: float, high: float) -> float:
    return log(value / low) / log(high / low) if value > 0 else 0.0


def _chart(figure: ChartSpec) -> Iterator[str]:
    frame = _Frame(figure)
    yield from _axis(figure, frame)
    if figure.other:
        yield from _legend(figure, frame)
    for number, mark in enumerate(figure.marks):
        y = frame.y(number)
        yield _text(frame.left - 8, y + 4, mark.label, "end")
        yield _text(frame.right + 8, y + 4, mark.note, "small")
        yield from _DRAWN[figure.shape](mark, frame, y)


def _axis(figure: ChartSpec, frame: _Frame) -> Iterator[str]:
    for value in ticks(figure):
        x = frame.x(value)
        yield f'<path class="grid" d="M{x:g} {_TOP:g}V{frame.bottom:g}"/>'
        yield _text(x, frame.bottom + 15, tick_text(figure, value), "small middle")
    middle = (frame.left + frame.right) / 2
    yield _text(middle, frame.bottom + 33, figure.axis, "small middle")


def _course(figure: ChartSpec) -> Iterator[str]:
    """Draw what was known after more and more deals, in the band of its interval."""
    frame, upright = _Frame(figure), figure.upright
    low, high = upright.bounds

    def y(value: float | None) -> float:
        share = ((value or 0.0) - low) / (high - low)
        return round(frame.bottom - (frame.bottom - _TOP) * share, 1)

    yield from _axis(figure, frame)
    for value in ticks(upright):
        yield f'<path class="grid" d="M{frame.left:g} {y(value):g}H{frame.right:g}"/>'
        yield _text(frame.left - 8, y(value) + 4, tick_text(upright, value), "small end")
    xs = [frame.x(mark.at) for mark in figure.marks]
    values, lows, highs = (
        [f"{x:g},{y(getattr(mark, field)):g}" for x, mark in zip(xs, figure.marks, strict=True)]
        for field in ("value", "low", "high")
    )
    yield f'<polygon class="band" points="{" ".join(chain(lows, reversed(highs)))}"/>'
    yield f'<polyline class="way" points="{" ".join(values)}"/>'
    yield f'<path class="way" d="M{frame.left:g} 10h16"/>'
    yield _text(frame.left + 22, 14, figure.value, "small")
    if figure.other:
        level, x = y(figure.marks[-1].other), frame.left + 46 + len(figure.value) * _LETTER
        yield f'<path class="exact" d="M{frame.left:g} {level:g}H{frame.right:g}"/>'
        yield f'<path class="exact" d="M{x:g} 10h16"/>'
        yield _text(x + 22, 14, figure.other, "small")


def _legend(figure: ChartSpec, frame: _Frame) -> Iterator[str]:
    x = min(frame.left, _WIDTH - 48 - (len(figure.other) + len(figure.value)) * _LETTER)
    before = "diamond" if figure.shape == "bars" else "before"
    if figure.shape == "interval":
        yield f'<path class="zero" d="M{x + 5:g} 4V16"/>'
    else:
        yield _sign(before, x + 5, 10)
    yield _text(x + 14, 14, figure.other, "small")
    x += 34 + len(figure.other) * _LETTER
    yield f'<circle class="sampled" cx="{x:g}" cy="10" r="5"/>'
    yield _text(x + 10, 14, figure.value, "small")


def _bar(mark: Mark, frame: _Frame, y: float) -> Iterator[str]:
    if mark.value is not None:
        start = frame.left if frame.figure.log else frame.x(0)
        width = max(frame.x(mark.value) - start, 0)
        yield f'<rect x="{start:g}" y="{y - 7:g}" width="{width:g}" height="14"/>'
    yield from _whisker(mark, frame, y)
    if mark.other is not None:
        yield _sign("diamond", frame.x(mark.other), y)


def _whisker(mark: Mark, frame: _Frame, y: float) -> Iterator[str]:
    if mark.low is not None and mark.high is not None:
        yield f'<path class="whisker" d="M{frame.x(mark.low):g} {y:g}H{frame.x(mark.high):g}"/>'


def _change(mark: Mark, frame: _Frame, y: float) -> Iterator[str]:
    if mark.value is None or mark.other is None:
        return
    way = "gain" if mark.value >= mark.other else "loss"
    yield f'<path class="{way}" d="M{frame.x(mark.other):g} {y:g}H{frame.x(mark.value):g}"/>'
    yield _sign("before", frame.x(mark.other), y)
    yield _sign(way, frame.x(mark.value), y)


def _interval(mark: Mark, frame: _Frame, y: float) -> Iterator[str]:
    if mark.other is not None:
        x = frame.x(mark.other)
        yield f'<path class="zero" d="M{x:g} {y - _LINE / 2:g}v{_LINE:g}"/>'
    yield from _whisker(mark, frame, y)
    if mark.value is not None:
        yield _sign("gain", frame.x(mark.value), y)


_DRAWN = {"bars": _bar, "change": _change, "interval": _interval}


def _slope(figure: ChartSpec) -> Iterator[str]:
    longest = max((len(mark.label) for mark in figure.marks), default=0)
    left = longest * _LETTER + 36
    right = _WIDTH - left
    for number, (mark, slot) in enumerate(
        zip(figure.marks, right_slots(figure.marks), strict=True)
    ):
        y, end = _Frame.y(number), _Frame.y(slot)
        yield f'<path class="{mark.verdict or "kept"}" d="M{left:g} {y:g}L{right:g} {end:g}"/>'
        yield _text(left - 8, y + 4, f"{mark.label}  {mark.other:g}", "end")
        yield _text(right + 8, end + 4, f"{mark.note}  {mark.label}", "")
    yield _text(_WIDTH / 2, 14, figure.value, "small middle")
    yield _text(_WIDTH / 2, _TOP + _LINE * len(figure.marks) + 24, figure.axis, "small middle")


_WHOLE = {"slope": _slope, "course": _course}
"""Figures that are no lines of marks one below another."""


def _sign(kind: str, x: float, y: float) -> str:
    if kind == "diamond":
        return f'<path class="diamond" d="M{x:g} {y - 5:g}l5 5l-5 5l-5 -5z"/>'
    if kind == "loss":
        return f'<rect class="loss" x="{x - 5:g}" y="{y - 5:g}" width="10" height="10"/>'
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="5"/>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'
