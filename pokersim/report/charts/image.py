"""Figures as pictures in files: drawn by matplotlib, which is imported when one is wanted.

The same figures give the same bytes: no date is written, and names inside an SVG are hashed
with a fixed salt.  Colours are those of Okabe and Ito, told apart by the colour-blind; what they
say is said by the shape of a mark as well.
"""

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pokersim.errors import InputError
from pokersim.report.charts.chart_spec import (
    ChartSpec,
    right_slots,
    tick_text,
    ticks,
    with_short_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = (".png", ".svg")

INK, GREY = "#222222", "#999999"
BLUE, ORANGE, VERMILION, SKY = "#0072b2", "#e69f00", "#d55e00", "#56b4e9"

_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "pokersim",
    # Letters are drawn as shapes, so that Cyrillic looks the same where the font is not there.
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 11,
    "axes.edgecolor": GREY,
    "axes.titlelocation": "left",
}
_WIDTH, _LINE, _FRAME = 8.0, 0.24, 1.35
"""Inches: of a panel, of a mark in it, and what title and axis take of its height."""

_TITLE_LETTERS, _TITLE_LINES = 50, 3
"""Of a title, which begins where the axis does: letters of a line, and lines at most."""


def can_draw() -> bool:
    """Whether matplotlib is there and can be imported."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def check_name(name: str) -> None:
    """Refuse the name of a file that no picture can be written to.

    Raises
    ------
    InputError
        It ends neither in .png nor in .svg.
    """
    if not name.lower().endswith(SUFFIXES):
        raise InputError(f"a chart is a .png or an .svg file, and '{name}' ends in neither")


def draw_charts(figures: Sequence[ChartSpec], suffix: str) -> bytes:
    """Draw figures side by side, one under another where there are many.

    Parameters
    ----------
    figures
        At least one.
    suffix
        What kind of picture: one of ``SUFFIXES``.

    Returns
    -------
    bytes
        The file.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with matplotlib.rc_context(_SETTINGS):
        n_columns = min(len(figures), 2 if len(figures) <= 4 else 3)
        n_rows = ceil(len(figures) / n_columns)
        heights = [
            _FRAME + _LINE * max(f.n_lines for f in figures[n_columns * r : n_columns * (r + 1)])
            for r in range(n_rows)
        ]
        canvas, axes = pyplot.subplots(
            n_rows,
            n_columns,
            figsize=(_WIDTH * n_columns, sum(heights)),
            height_ratios=heights,
            squeeze=False,
            layout=ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.1),
        )
        for number, ax in enumerate(axes.flat):
            if number < len(figures):
                _panel(ax, with_short_names(figures[number]))
            else:
                ax.set_axis_off()
        stream = BytesIO()
        about = {"Date": None} if suffix == ".svg" else {"Software": None}
        canvas.savefig(stream, format=suffix[1:], dpi=144, metadata=about)
        pyplot.close(canvas)
    return stream.getvalue()


def _panel(ax: "Axes", figure: ChartSpec) -> None:
    # The legend has a line of its own between the title and the axis.
    has_legend = figure.other or figure.shape in ("slope", "course")
    title = "\n".join(wrap(figure.title, _TITLE_LETTERS)[:_TITLE_LINES])
    ax.set_title(title, fontweight="bold", color=INK, pad=20 if has_legend else 6)
    ax.set_xlabel(figure.axis, color=INK)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    if figure.shape == "slope":
        _slope(ax, figure)
        return
    if figure.log or figure.shape == "course":
        ax.set_xscale("log")
    ax.set_xlim(*figure.bounds)
    ax.set_xticks(ticks(figure), [tick_text(figure, value) for value in ticks(figure)])
    ax.minorticks_off()
    ax.grid(axis="x", color="#e5e5e5")
    ax.set_axisbelow(True)
    if figure.shape == "course":
        _heights(ax, figure)
    else:
        _names(ax, figure)
    _BODIES[figure.shape](ax, figure)
    if has_legend:
        ax.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1),
            ncols=2,
            frameon=False,
            fontsize=8,
            borderaxespad=0,
            borderpad=0.2,
        )


def _names(ax: "Axes", figure: ChartSpec) -> None:
    """Put labels at the left and values at the right of lines, the first on top."""
    lines = range(len(figure.marks))
    ax.set_ylim(len(figure.marks) - 0.4, -0.6)
    ax.set_yticks(lines, [mark.label for mark in figure.marks])
    for y, mark in enumerate(figure.marks):
        ax.annotate(
            mark.note,
            (1.01, y),
            xycoords=("axes fraction", "data"),
            va="center",
            color=INK,
            fontsize=8,
        )


def _heights(ax: "Axes", figure: ChartSpec) -> None:
    """Put values at the left of a course."""
    upright = figure.upright
    ax.set_ylim(*upright.bounds)
    ax.set_yticks(ticks(upright), [tick_text(upright, value) for value in ticks(upright)])
    ax.grid(axis="y", color="#e5e5e5")


def _bars(ax: "Axes", figure: ChartSpec) -> None:
    ys = range(len(figure.marks))
    least = figure.bounds[0]
    # Where an axis is logarithmic, a bar begins at its end and not at nothing.
    start = least if figure.log else 0.0
    lengths = [max((mark.value or 0.0) - start, 0.0) for mark in figure.marks]
    ax.barh(ys, lengths, left=start, height=0.62, color=SKY, label=figure.value)
    _whiskers(ax, figure, INK)
    _ticks(ax, figure)


def _ticks(ax: "Axes", figure: ChartSpec) -> None:
    """Mark the other value of each line by a diamond."""
    known = [(mark.other, y) for y, mark in enumerate(figure.marks) if mark.other is not None]
    if known:
        xs, ys = zip(*known, strict=True)
        ax.plot(xs, ys, "D", color=VERMILION, markersize=4.5, label=figure.other)


def _whiskers(ax: "Axes", figure: ChartSpec, colour: str) -> None:
    for y, mark in enumerate(figure.marks):
        if mark.low is not None and mark.high is not None:
            low = max(mark.low, figure.bounds[0])
            ax.plot([low, mark.high], [y, y], color=colour, linewidth=1.2, solid_capstyle="butt")


def _changes(ax: "Axes", figure: ChartSpec) -> None:
    """Join what was and what is; a gain is a dot, a loss a square."""
    for y, mark in enumerate(figure.marks):
        if mark.value is None or mark.other is None:
            continue
        colour = BLUE if mark.value >= mark.other else VERMILION
        ax.plot([mark.other, mark.value], [y, y], color=colour, linewidth=2.5, zorder=2)
    before = [(m.other, y) for y, m in enumerate(figure.marks) if m.other is not None]
    _dots(ax, before, "o", GREY, "white", figure.other)
    pairs = [(m.value, m.other, y) for y, m in enumerate(figure.marks) if m.value is not None]
    gains = [(value, y) for value, other, y in pairs if value >= (other or 0)]
    losses = [(value, y) for value, other, y in pairs if value < (other or 0)]
    _dots(ax, gains, "o", BLUE, BLUE, figure.value)
    _dots(ax, losses, "s", VERMILION, VERMILION, "" if gains else figure.value)


def _dots(ax: "Axes", places: Sequence[Any], shape: str, edge: str, fill: str, label: str) -> None:
    if places:
        xs, ys = zip(*places, strict=True)
        ax.plot(
            xs,
            ys,
            shape,
            markeredgecolor=edge,
            markerfacecolor=fill,
            markersize=6,
            linestyle="none",
            label=label or "_",
            zorder=3,
        )


def _intervals(ax: "Axes", figure: ChartSpec) -> None:
    ax.axvline(0, color=GREY, linewidth=1, label=figure.other)
    _whiskers(ax, figure, BLUE)
    dots = [(mark.value, y) for y, mark in enumerate(figure.marks) if mark.value is not None]
    _dots(ax, dots, "o", BLUE, BLUE, figure.value)


def _course(ax: "Axes", figure: ChartSpec) -> None:
    """Draw what was known after more and more deals, in the band of its interval."""
    deals, values, lows, highs = (
        [getattr(mark, field) for mark in figure.marks] for field in ("at", "value", "low", "high")
    )
    ax.fill_between(deals, lows, highs, color=SKY, alpha=0.35, linewidth=0)
    ax.plot(deals, values, ".-", color=BLUE, linewidth=1.6, label=figure.value)
    if figure.other:
        ax.axhline(
            figure.marks[-1].other or 0.0, color=VERMILION, linestyle="--", label=figure.other
        )


def _slope(ax: "Axes", figure: ChartSpec) -> None:
    """Join the place at the left with that at the right; what is out of place stands out."""
    ax.annotate(
        figure.value,
        (0, 1),
        (0, 6),
        xycoords="axes fraction",
        textcoords="offset points",
        color=INK,
        fontsize=8,
    )
    ax.set_xlim(0, 1)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.set_ylim(len(figure.marks) - 0.4, -0.6)
    ax.set_yticks(
        range(len(figure.marks)), [f"{mark.label}  {mark.other:g}" for mark in figure.marks]
    )
    for y, (mark, slot) in enumerate(zip(figure.marks, right_slots(figure.marks), strict=True)):
        style, colour, width = _LINES[mark.verdict]
        ax.plot([0.01, 0.99], [y, slot], style, color=colour, linewidth=width)
        ax.annotate(
            f"{mark.note}  {mark.label}",
            (1.01, slot),
            xycoords=("axes fraction", "data"),
            va="center",
            color=INK,
        )


_BODIES = {"bars": _bars, "change": _changes, "interval": _intervals, "course": _course}
_LINES = {
    "": ("-", GREY, 1.0),
    "too-low": ("--", VERMILION, 1.8),
    "too-high": ("-", BLUE, 3.0),
    "paradox": (":", INK, 1.8),
}
"""How a slope is drawn, by its verdict."""
