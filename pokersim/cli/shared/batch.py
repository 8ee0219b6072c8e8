"""Runs jobs one after the other, keeps what they count, and reports each as it ends.

What `simulate` does with one job or a plan, and `runs resume` and `runs show` with a run that
is kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from time import perf_counter
from typing import Any, NamedTuple

import click

from pokersim.cli.shared.options import Common, Pictures, option
from pokersim.cli.shared.output import emit, message, open_output
from pokersim.cli.shared.publish import as_read, draw, publish
from pokersim.cli.shared.rulesets import notes_of
from pokersim.cli.shared.running import RunProgress, Stop, count_with_bar
from pokersim.cli.shared.simulations import RunSummary, simulation_of
from pokersim.cli.shared.storing import RunRequest, StoreWriter
from pokersim.errors import ClusterError, InputError, StoreError
from pokersim.language import _, number
from pokersim.report.charts.chart_spec import ChartSpec
from pokersim.report.job_sections import job_text, job_title, joined_json, joined_page, of_job
from pokersim.report.model import Report
from pokersim.runs.execute import ChunkStore, Counters, Run
from pokersim.runs.plan import WHOLE, Shard
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.simulate.convergence import Estimate

_SHARD = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)


class ShardType(click.ParamType):  # type: ignore[type-arg]
    """A part of a run, ``3/16``.

    Examples
    --------
    >>> ShardType().convert("3/16", None, None)
    Shard(number=3, n=16)
    """

    name = "shard"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Shard:
        """Read a shard; click calls this."""
        if isinstance(value, Shard):
            return value
        found = _SHARD.fullmatch(str(value))
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            text = _("{value!r} is no shard: write 3/16 for the third of sixteen")
            self.fail(text.format(value=value), param, ctx)
        return Shard(int(found[1]), int(found[2]))


shard_option = option(
    "--shard",
    type=ShardType(),
    default=WHOLE,
    metavar="I/N",
    help="Count only this part of the run, to be merged with the others by `runs merge`.",
)


class BatchOptions(NamedTuple):
    """How a batch is counted and reported.

    Attributes
    ----------
    threads, progress
        How many threads, and whether there is a bar; None for on a terminal.
    shard
        Which part of every job is counted.
    table, common, pictures
        The table that csv writes, how results are written, and what is drawn.
    """

    threads: int
    progress: bool | None
    shard: Shard
    table: str
    common: Common
    pictures: Pictures = Pictures()


def check_tables(batch: Sequence[RunRequest], table: str, common: Common) -> None:
    """Refuse a table that some job does not have, before anything is counted."""
    if common.format != "csv":
        return
    for place, asked in enumerate(batch, start=1):
        missing = simulation_of(asked.job).tables[table]
        if missing:
            text = _("--table {table} is {problem}")
            if len(batch) > 1:
                text = _("job {n}: --table {table} is {problem}")
            raise InputError(text.format(n=place, table=table, problem=missing))
    if table != "tally" and len({isinstance(asked.job, BettingJob) for asked in batch}) > 1:
        text = _(
            "--table {table} has other columns for games with betting than without: csv can't "
            "hold both; take another format, or two plans"
        )
        raise InputError(text.format(table=table))


def check_shard(batch: Sequence[RunRequest], shard: Shard) -> None:
    """Refuse to count a part of what ends nobody knows where."""
    if shard.n > 1 and any(asked.precision is not None for asked in batch):
        raise InputError(
            _(
                "--shard: where a precision is reached depends on what the other shards count; "
                "ask for a number of deals, with --deals"
            )
        )


def count_batch(
    batch: Sequence[RunRequest], keeper: StoreWriter, how: BatchOptions, counters: Counters
) -> None:
    """Count all jobs and write what they have to say; what ends it early is raised at the end."""
    counting = _Counting(batch, keeper, how, counters)
    write_reports(counting.reports(), [asked.job for asked in batch], how)
    if counting.stop is not None:
        if keeper.resume:
            message(_("To go on: {line}").format(line=keeper.resume), how.common.quiet)
        raise counting.stop


def write_reports(
    reports: Iterator[tuple[int, Report]], jobs: Sequence[Any], how: BatchOptions
) -> None:
    """Write reports of jobs by number, from 1; each as it comes where the format allows it.

    A page of HTML has a section a job, and a chart the figures of all.
    """
    common, table = how.common, how.table if how.common.format == "csv" else None
    first = next(reports, None)  # without any, an old file stays as it was
    if first is None:
        return
    if len(jobs) == 1:
        publish(first[1], common, how.pictures, table)
        return
    titles, numbered = [job_title(job) for job in jobs], chain([first], reports)
    if common.format == "html":
        publish(joined_page(dict(numbered), titles), common, how.pictures)
        return
    figures = list[ChartSpec]()
    read = _as_read(numbered, figures, how)
    if common.format == "json":
        emit(joined_json(list(read)), common.output)
    else:
        _write_each(read, titles, how)
    draw(figures, how.pictures.chart, common)


def _as_read(
    numbered: Iterable[tuple[int, Report]], figures: list[ChartSpec], how: BatchOptions
) -> Iterator[tuple[int, Report]]:
    """Yield reports as people read them; their figures are put to the others."""
    for place, report in numbered:
        figures += of_job(report, place).figures
        yield place, as_read(report, how.common, how.pictures.bars)


def _write_each(
    read: Iterator[tuple[int, Report]], titles: Sequence[str], how: BatchOptions
) -> None:
    """Write each report as it comes."""
    common, table = how.common, how.table if how.common.format == "csv" else None
    is_first = True
    with open_output(common.output) as stream:
        for place, report in read:
            label = _("Job {n} of {n_jobs}").format(n=place, n_jobs=len(titles))
            title = f"{label}: {titles[place - 1]}"
            text = job_text(report, place, title, common.format, table, is_first)
            stream.write(text.encode("utf-8", "surrogateescape"))
            stream.flush()
            is_first = False


def run_of(
    asked: RunRequest, job: Any, kept: ChunkStore[Any] | None, shard: Shard = WHOLE
) -> Run[Any]:
    """Return the run of a job to all that is asked of it; its tables are made ready."""
    simulation, precision = simulation_of(job), asked.precision

    def look(counts: Any) -> list[Estimate]:
        return simulation.estimates(counts, asked.confidence)

    if precision is None:
        return Run(job, asked.deals, kept=kept, shard=shard, look=look)
    wanted = precision  # for mypy: it is not None in the function either

    def enough(counts: Any) -> bool:
        return simulation.half_width(counts, asked.confidence) <= wanted

    return Run(job, asked.deals, enough, kept=kept, look=look)


def report_of(asked: RunRequest, run: Run[Any], stop: Stop | None) -> Report:
    """Return what a run has to say."""
    ended = RunSummary(run.done, asked.confidence, asked.precision, stop is not None, run.course)
    notes = notes_of(asked.job.rulesets)
    if run.shard.n > 1:
        text = _("Shard {part}: these are its own deals alone, of {n}.")
        notes.insert(0, text.format(part=run.shard, n=number(run.n_deals)))
    return simulation_of(asked.job).report(run.counts, ended, notes)


class _Counting:
    """Counts jobs one after the other, until one is stopped."""

    def __init__(
        self,
        batch: Sequence[RunRequest],
        keeper: StoreWriter,
        how: BatchOptions,
        counters: Counters,
    ) -> None:
        self.stop: Stop | None = None
        self._batch = batch
        self._keeper = keeper
        self._how = how
        self._counters = counters
        self._has_reported = False

    def reports(self) -> Iterator[tuple[int, Report]]:
        """Yield the number of each job, from 1, and its report, as it ends."""
        for place, asked in enumerate(self._batch):
            report = self._count(place, asked)
            if report is not None:
                self._has_reported = True
                yield place + 1, report
            if self.stop is not None:
                return

    def _count(self, place: int, asked: RunRequest) -> Report | None:
        """Count a job; return its report, or None if it was stopped before there was one."""
        asked = asked._replace(job=replace(asked.job))  # its tables go when it has ended
        try:
            simulation_of(asked.job).prepare(self._how.common.quiet)
            kept = self._keeper.kept(place, asked.job)
            run = run_of(asked, asked.job, kept, self._how.shard)
            started = perf_counter()
            stop = self.stop = count_with_bar(*self._pace(place, asked, run))
            self._tell_time(run, perf_counter() - started)
        except (KeyboardInterrupt, StoreError, ClusterError) as early:
            if not self._has_reported:
                raise
            self.stop = early
            return None
        try:
            if not isinstance(stop, StoreError):
                self._keeper.end(place, asked, run)
        except StoreError as error:  # what was counted is reported all the same
            self.stop = error
        return report_of(asked, run, stop)

    def _tell_time(self, run: Run[Any], seconds: float) -> None:
        common, before = self._how.common, run.done - run.n_new
        text = _("{n} {unit} in {x} s on {where}")
        if before:
            text = _("{n} {unit} in {x} s on {where}, {n_before} of them before")
        said = text.format(
            n=number(run.done),
            unit=_(simulation_of(run.job).unit),
            x=number(seconds, ".2f"),
            where=self._counters,
            n_before=number(before),
        )
        message(said, common.quiet or not common.verbose)

    def _pace(self, place: int, asked: RunRequest, run: Run[Any]) -> tuple[Any, ...]:
        """Return what :func:`count_with_bar` needs; say how long a precision takes."""
        simulation, common = simulation_of(asked.job), self._how.common
        goal, needed = run.goal, None
        if asked.precision is not None and simulation.deals_needed is not None:
            needed = simulation.deals_needed(asked.precision, asked.confidence)
            text = _("A precision of {x} takes about {n} deals")
            if needed > goal:
                text = _("A precision of {x} takes about {n} deals; {n_most} are made at most")
            about = {"n": number(needed), "n_most": number(goal)}
            message(text.format(x=number(asked.precision, "g"), **about), common.quiet)
            goal = min(goal, needed)
        pace = RunProgress(
            run,
            goal,
            simulation.unit,
            lambda counts: simulation.half_width(counts, asked.confidence),
            asked.precision,
        )
        n_jobs = len(self._batch)
        label = _("Dealing")
        if n_jobs > 1:
            label = _("Job {n} of {n_jobs}").format(n=place + 1, n_jobs=n_jobs)
        bar = False if common.quiet else self._how.progress
        log = bar is not False
        return pace, self._counters, bar, label, log
