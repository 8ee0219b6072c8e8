"""What a store holds, and what a plan is going to do, as reports."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pokersim.language import N_, _, ngettext, number
from pokersim.report.durations import duration_text
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.ruleset import Ruleset

_LIST = (
    Column("run", N_("Run")),
    Column("name", N_("What")),
    Column("begun", N_("Begun")),
    Column("changed", N_("Changed")),
    Column("seed", N_("Seed"), "integer"),
    Column("version", N_("Version")),
    Column("jobs", N_("Jobs"), "count"),
    Column("shard", N_("Shard")),
    Column("deals", N_("Deals"), "count"),
    Column("goal", N_("Asked for"), "count"),
    Column("state", N_("State")),
)
_SHOWN = ("run", "changed", "title", "shard", "deals", "goal", "state")
_TITLE = Column("title", N_("What"))
_PLAN = (
    Column("job", N_("Job"), "integer"),
    _TITLE,
    Column("tables", N_("Counts"), "words"),
    Column("deals", N_("Deals"), "count"),
    Column("precision", N_("Precision"), "decimal"),
    Column("kept", N_("Kept already"), "count"),
    Column("chunks", N_("Chunks to do"), "count"),
    Column("seconds", N_("Seconds, about"), "decimal"),
)
_PLAN_SHOWN = (*_PLAN[:-1], Column("time", N_("Time, about")))


class Listed(NamedTuple):
    """A run of a store.

    Attributes
    ----------
    run, name, title
        Its id; what it is in a few words, as it is kept and as people read it.
    begun, changed
        Times in UTC.
    seed, version
        Of its first job, and of the program that began it.
    jobs
        How many.
    shard
        Which part of it is counted here; None for all.
    deals, goal
        Deals that are kept, and that were asked for; None where a precision was, and is not
        reached yet.
    """

    run: str
    name: str
    title: str
    begun: str
    changed: str
    seed: int
    version: str
    jobs: int
    shard: str | None
    deals: int
    goal: int | None

    @property
    def state(self) -> str:
        """``finished``, or how far it is: ``12.5%``, ``unfinished`` where that is not known."""
        if self.goal is None:
            return N_("unfinished")
        return N_("finished") if self.deals >= self.goal else f"{self.deals / self.goal:.1%}"


class Planned(NamedTuple):
    """What a job of a plan is going to do.

    Attributes
    ----------
    title, tables
        What it plays, and the tables that show it.
    deals, precision
        What is asked of it; the deals are an estimate where a precision is.
    kept
        Deals that are kept already.
    chunks, seconds
        Chunks that are still to be counted, and how long that takes by a measurement.
    """

    title: str
    tables: list[str]
    deals: int
    precision: float | None
    kept: int
    chunks: int
    seconds: float


def list_report(listed: Sequence[Listed], path: str) -> Report:
    """List the runs of a store."""
    rows = [{**run._asdict(), "state": run.state} for run in listed]
    shown = [field for field in _SHOWN if field != "shard" or any(run.shard for run in listed)]
    columns = [column for column in (*_LIST, _TITLE) if column.field in shown]
    columns.sort(key=lambda column: shown.index(column.field))
    lines = [{**row, "state": _state(run)} for row, run in zip(rows, listed, strict=True)]
    if listed:
        note = _("Kept in {file}; times are UTC. `pokersim runs show RUN` prints the counts.")
    else:
        note = _("Nothing is kept in {file} yet: `pokersim simulate` keeps what it counts.")
    data, view = Table("runs", _("Runs"), _LIST, rows), Table("runs", _("Runs"), columns, lines)
    return Report(meta("runs", []), (data,), (view,), (note.format(file=path),))


def plan_report(planned: Sequence[Planned], rulesets: Sequence[Ruleset], n_threads: int) -> Report:
    """Report what a plan is going to do; ``rulesets`` are those of all its jobs."""
    rows = [{"job": number, **plan._asdict()} for number, plan in enumerate(planned, start=1)]
    shown = [
        {**row, "time": duration_text(plan.seconds)}
        for row, plan in zip(rows, planned, strict=True)
    ]
    total = {
        "title": _("Together"),
        "chunks": sum(plan.chunks for plan in planned),
        "time": duration_text(sum(plan.seconds for plan in planned)),
    }
    note = _(
        "Nothing was run. Times on {threads} are estimates from a moment of each job on this "
        "machine."
    )
    threads = ngettext("{n} thread", "{n} threads", n_threads).format(n=n_threads)
    data = Table("plan", _("Plan"), _PLAN, rows)
    view = Table("plan", _("Plan"), _PLAN_SHOWN, shown, total)
    return Report(meta("simulate", rulesets), (data,), (view,), (note.format(threads=threads),))


def _state(run: Listed) -> str:
    """Return how far a run is, as people read it."""
    if run.goal is None or run.deals >= run.goal:
        return _(run.state)
    return f"{number(100 * run.deals / run.goal, '.1f')}%"


def session_notes(run: Listed, sessions: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return who counted a run, and when; a session has the fields that a store keeps of it."""
    began = _("Run {id}: {what}; begun {time} UTC with pokersim {version}.").format(
        id=run.run, what=run.title, time=run.begun, version=run.version
    )
    return [began, *(_session_note(session) for session in sessions if session["deals"])]


def _session_note(session: Mapping[str, Any]) -> str:
    text = ngettext(
        "{n} deal was counted on {machine}, {begun} to {ended}.",
        "{n} deals were counted on {machine}, {begun} to {ended}.",
        session["deals"],
    )
    fields = {key: session[key] for key in ("machine", "begun", "ended")}
    return text.format(n=number(session["deals"]), **fields)
