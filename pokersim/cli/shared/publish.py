"""The end of every command that reports: bars, the result, a chart if asked for."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

import click

from pokersim.cli.shared.options import Common, Pictures
from pokersim.cli.shared.output import emit, line_width, message, open_output
from pokersim.language import _
from pokersim.report.charts.chart_spec import ChartSpec
from pokersim.report.charts.image import draw_charts
from pokersim.report.formats.bars import with_bars
from pokersim.report.formats.render import render
from pokersim.report.model import Report


def publish(
    report: Report, common: Common, pictures: Pictures | None = None, table: str | None = None
) -> None:
    """Write a report where and how the options say.

    Parameters
    ----------
    report, common
        What to write, and the options that every command has.
    pictures
        What to draw, of commands that can.
    table
        The table that csv writes, by default the first.

    Raises
    ------
    InputError
        A file can't be written.
    """
    chart, bars = pictures or Pictures()
    if common.format == "html" and not report.repeat:
        report = replace(report, repeat=command_line(report.meta.get("seed")))
    report = as_read(report, common, bars)
    emit(render(report, common.format, table if common.format == "csv" else None), common.output)
    draw(report.figures, chart, common)


def as_read(report: Report, common: Common, bars: bool) -> Report:
    """Return a report with the bars asked for, as wide as there is room."""
    if common.format != "table":
        return report
    return replace(with_bars(report) if bars else report, width=line_width(common.output))


def draw(figures: Sequence[ChartSpec], chart: str | None, common: Common) -> None:
    """Draw figures into a file, if one is asked for; say so if there are none."""
    if chart is None:
        return
    if not figures:
        message(_("No chart {file}: there is nothing to draw").format(file=chart), common.quiet)
        return
    with open_output(chart) as stream:
        stream.write(draw_charts(figures, PurePath(chart).suffix.lower()))


def command_line(seed: object) -> str:
    """Return the command line that is run, with the seed that was drawn where it names none."""
    args = click.get_current_context().find_root().obj or []
    named = any(arg == "--seed" or arg.startswith("--seed=") for arg in args)
    added = [] if seed is None or named else ["--seed", str(seed)]
    return shlex.join(["pokersim", *args, *added])
