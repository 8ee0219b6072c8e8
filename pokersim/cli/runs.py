"""``pokersim runs``: kept simulations; listed, shown, resumed, exported and merged."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from pokersim.cli.shared.batch import (
    BatchOptions,
    check_tables,
    count_batch,
    report_of,
    run_of,
    write_reports,
)
from pokersim.cli.shared.help import Group, Integer
from pokersim.cli.shared.options import (
    Common,
    Pictures,
    common_options,
    jobs_option,
    lang_option,
    option,
    picture_options,
    progress_option,
    table_option,
)
from pokersim.cli.shared.output import check_output, message, open_output
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.running import cluster_option, counters_of
from pokersim.cli.shared.simulations import ALL_TABLES
from pokersim.cli.shared.storing import RunRequest, StoreChoice, keeping, reading, store_option
from pokersim.errors import InputError
from pokersim.language import _, in_english, ngettext
from pokersim.report.job_sections import job_title
from pokersim.report.model import Report
from pokersim.report.views.runs import Listed, list_report, session_notes
from pokersim.runs.jobs import job_of
from pokersim.runs.plan import WHOLE, shard_deals
from pokersim.runs.store import Goal, Store, StoredJob, StoredRun

run_argument = click.argument("run", metavar="RUN")


@click.group(cls=Group)
@lang_option
def command() -> None:
    """List, show and resume kept simulations.

    `simulate` keeps its counts, chunk by chunk, in a file of the user's data folder or in that
    of --store. A run is named by ten digits; the first four are enough if they are unique.
    """


@command.command("list")
@store_option
@common_options
def list_command(store: str | None, common: Common) -> None:
    """List the kept runs, the latest first."""
    choice, listed = StoreChoice(store), list[Listed]()
    if store is not None or choice.path.exists():  # before the first run there are none
        with reading(choice) as found:
            listed = [_listed(run, found) for run in found.runs()]
    publish(list_report(listed, str(choice.path)), common)


@command.command("show")
@run_argument
@store_option
@option("--job", type=Integer(1), metavar="N", help="Show only this job of a plan.")
@table_option(ALL_TABLES)
@picture_options
@common_options
def show_command(
    run: str, store: str | None, job: int | None, table: str, pictures: Pictures, common: Common
) -> None:
    """Show the counts of a run so far, as `simulate` does.

    \b
    Examples:
        pokersim runs show e01034e777
        pokersim runs show e010 -f csv --table group -o group.csv
        pokersim runs show e010 --chart e010.png
        pokersim runs show e010 --job 1 -f html -o first.html
    """
    with reading(StoreChoice(store)) as found:
        stored = found.find_run(run)
        if job is not None:
            stored = replace(stored, goals=(goal_of(stored, job),))
        batch = batch_of(stored, found)
        check_tables(batch, table, common)
        how = BatchOptions(1, None, WHOLE, table, common, pictures)
        reports = list(kept_reports(stored, batch, found))
    if not reports:
        text = _("nothing of job {job} of the run {run} is counted yet: `runs resume` continues it")
        if job is None:
            text = _("nothing of the run {run} is counted yet: `runs resume` continues it")
        raise InputError(text.format(job=job, run=stored.id))
    write_reports(iter(reports), [asked.job for asked in batch], how)


@command.command("resume")
@run_argument
@store_option
@jobs_option
@cluster_option
@table_option(ALL_TABLES)
@progress_option
@picture_options
@common_options
def resume_command(
    run: str,
    store: str | None,
    jobs: int,
    cluster: str | None,
    table: str,
    progress: bool | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Count what is missing of a run, and show all of it.

    The result is that of a run without interruption. Of a shard, only its own part is counted;
    of merged shards, all that is missing.

    \b
    Example:
        pokersim runs resume e01034e777
    """
    choice = StoreChoice(store)
    with reading(choice) as found:
        stored = found.find_run(run)
        batch = batch_of(stored, found)
    check_tables(batch, table, common)
    how = BatchOptions(jobs, progress, stored.shard, table, common, pictures)
    with (
        counters_of(jobs, cluster) as counters,
        keeping(choice, stored.name, batch, stored.shard) as keeper,
    ):
        count_batch(batch, keeper, how, counters)


@command.command("export")
@run_argument
@store_option
@option(
    "-o", "--output", metavar="FILE", required=True, help="File to write; - is standard output."
)
@lang_option
def export_command(run: str, store: str | None, output: str) -> None:
    """Write one run as a store of its own.

    The file can be merged into another store, or used with --store.

    \b
    Example:
        pokersim runs export e01034e777 -o run.sqlite
    """
    check_output(output)
    choice = StoreChoice(store)
    if Path(output).exists() and choice.path.exists() and choice.path.samefile(output):
        text = _(
            "-o {file} is the store itself, which would lose its other runs: name another file"
        )
        raise InputError(text.format(file=output))
    with reading(choice) as found:
        data = found.export(found.find_run(run))
    with open_output(output) as stream:
        stream.write(data)


@command.command("merge")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@store_option
@common_options
def merge_command(files: tuple[str, ...], store: str | None, common: Common) -> None:
    """Merge the runs of other stores, like shards of a run.

    Chunks that both have count once, so a file may be merged twice. Nothing is taken from a
    damaged file.

    \b
    Example:
        pokersim runs merge shard-1.sqlite shard-2.sqlite
    """
    choice, merged = StoreChoice(store), dict[str, StoredRun]()
    others = [StoreChoice(file) for file in files]
    for other in others:
        with reading(other):
            pass  # every file can be read, before the first is taken
    own = Store(choice.path)
    try:
        for other in others:
            with reading(other) as found:
                merged |= {run.id: run for run in own.merge(found)}
            text = _("Merged {file}").format(file=other.path)
            message(text, common.quiet or not common.verbose)
        listed = [_listed(run, own) for run in merged.values()]
    finally:
        own.close()
    publish(list_report(listed, str(choice.path)), common)


@command.command("delete")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@store_option
@option("--yes", is_flag=True, help="Do not ask for confirmation.")
@lang_option
def delete_command(runs: tuple[str, ...], store: str | None, yes: bool) -> None:
    """Delete runs and the counts that only they use.

    Jobs that other runs share are kept.

    \b
    Example:
        pokersim runs delete e01034e777 --yes
    """
    choice = StoreChoice(store)
    with reading(choice) as found:
        chosen = {run.id: run for run in map(found.find_run, runs)}
    listed = ", ".join(f"{run.id} ({run.name})" for run in chosen.values())
    if not yes and not sys.stdin.isatty():
        text = _("this is not a terminal, so nobody can confirm: --yes deletes {list}")
        raise InputError(text.format(list=listed))
    if not yes and not click.confirm(
        _("Delete {list} from {path}?").format(list=listed, path=choice.path), err=True
    ):
        return
    own = Store(choice.path)
    try:
        own.delete(chosen.values())
    finally:
        own.close()


def goal_of(stored: StoredRun, job: int) -> Goal:
    """Return what is asked of a job of a run, by its number from 1."""
    if job > len(stored.goals):
        n = len(stored.goals)
        text = ngettext(
            "--job {job}: the run {run} has {n} job", "--job {job}: the run {run} has {n} jobs", n
        )
        raise InputError(text.format(job=job, run=stored.id, n=n))
    return stored.goals[job - 1]


def batch_of(stored: StoredRun, store: Store) -> list[RunRequest]:
    """Return the jobs of a run, with what is asked of them."""
    return [
        RunRequest(job_of(store.job(goal.job)), goal.deals, goal.precision, goal.confidence)
        for goal in stored.goals
    ]


def kept_reports(
    stored: StoredRun, batch: Sequence[RunRequest], store: Store
) -> Iterator[tuple[int, Report]]:
    """Yield the number and the report of every job of which something is kept."""
    listed = _listed(stored, store)
    notes = session_notes(listed, [asdict(session) for session in store.sessions(stored.id)])
    for number, (asked, goal) in enumerate(zip(batch, stored.goals, strict=True), start=1):
        run = run_of(asked, asked.job, StoredJob(store, goal.job, asked.job))
        run.take_kept()
        if run.done:
            report = report_of(asked, run, None)
            yield number, replace(report, notes=(*report.notes, *notes))


def _listed(run: StoredRun, store: Store) -> Listed:
    known = all(goal.precision is None or goal.reached for goal in run.goals)
    goals = [shard_deals(g.reached or g.deals, g.chunk_deals, run.shard) for g in run.goals]
    return Listed(
        run.id,
        run.name,
        _title(run, store),
        run.begun,
        run.changed,
        run.seed,
        run.version,
        len(run.goals),
        str(run.shard) if run.shard != WHOLE else None,
        sum(store.deals(goal) for goal in run.goals),
        sum(goals) if known else None,
    )


def _title(run: StoredRun, store: Store) -> str:
    """Return what a run is: its job in words, or the plan by the name of its file."""
    if len(run.goals) == 1:
        job = job_of(store.job(run.goals[0].job))
        if run.name == in_english(job_title, job):
            return job_title(job)
    return _("plan {name}").format(name=run.name)
