"""The end of every command that reports: bars, a chart where one is asked for, the result."""

from pathlib import PurePath

from pokersim.cli.options import Common, Pictures
from pokersim.cli.output import emit, message, open_output
from pokersim.report.bars import with_bars
from pokersim.report.charts import draw_charts
from pokersim.report.render import render
from pokersim.report.table import Report


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
        The table that csv writes, the first if left out.

    Raises
    ------
    InputError
        A file can't be written.
    """
    chart, bars = pictures or Pictures()
    shown = with_bars(report) if bars and common.format == "table" else report
    emit(render(shown, common.format, table if common.format == "csv" else None), common.output)
    if chart is not None and report.figures:
        with open_output(chart) as stream:
            stream.write(draw_charts(report.figures, PurePath(chart).suffix.lower()))
    elif chart is not None:
        message(f"No chart {chart}: there is nothing to draw", common.quiet)
