"""What a store holds, and what a plan is going to do, as reports."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pokersim.report.durations import duration_text
from pokersim.report.job_sections import JOB_TITLE
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.ruleset import Ruleset

_LIST = (
    Column("run", "Run"),
    Column("name", "What"),
    Column("begun", "Begun"),
    Column("changed", "Changed"),
    Column("seed", "Seed", "integer"),
    Column("version", "Version"),
    Column("jobs", "Jobs", "count"),
    Column("shard", "Shard"),
    Column("deals", "Deals", "count"),
    Column("goal", "Asked for", "count"),
    Column("state", "State"),
)
_SHOWN = ("run", "changed", "title", "shard", "deals", "goal", "state")
_TITLE = Column("title", "What")
_PLAN = (
    Column("job", "Job", "integer"),
    _TITLE,
    Column("tables", "Counts", "words"),
    Column("deals", "Deals", "count"),
    Column("precision", "Precision", "decimal"),
    Column("kept", "Kept already", "count"),
    Column("chunks", "Chunks to do", "count"),
    Column("seconds", "Seconds, about", "decimal"),
)
_PLAN_SHOWN = (*_PLAN[:-1], Column("time", "Time, about"))


class Listed(NamedTuple):
    """A run of a store.

    Attributes
    ----------
    run, name
        Its id, and what it is in a few words.
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
        """``finished``, or how far it is."""
        if self.goal is None:
            return "unfinished"
        return "finished" if self.deals >= self.goal else f"{self.deals / self.goal:.1%}"


class Planned(NamedTuple):
    """What a job of a plan is going to do.

    Attributes
    ----------
    title, tables
        What it plays, and the tables that tell of it.
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
    lines = [{**row, "title": _what(run)} for row, run in zip(rows, listed, strict=True)]
    note = (
        f"Kept in {path}; times are UTC. `pokersim runs show RUN` tells what was counted."
        if listed
        else f"Nothing is kept in {path} yet: `pokersim simulate` keeps what it counts."
    )
    data = Table("runs", "Runs", _LIST, rows)
    return Report(meta("runs", []), (data,), (Table("runs", "Runs", columns, lines),), (note,))


def plan_report(planned: Sequence[Planned], rulesets: Sequence[Ruleset], n_threads: int) -> Report:
    """Tell what a plan is going to do; ``rulesets`` are those of all its jobs."""
    rows = [{"job": number, **plan._asdict()} for number, plan in enumerate(planned, start=1)]
    shown = [
        {**row, "time": duration_text(plan.seconds)}
        for row, plan in zip(rows, planned, strict=True)
    ]
    total = {
        "title": "Together",
        "chunks": sum(plan.chunks for plan in planned),
        "time": duration_text(sum(plan.seconds for plan in planned)),
    }
    threads = "1 thread" if n_threads == 1 else f"{n_threads} threads"
    note = (
        f"Nothing was run. Times on {threads} are estimates from a moment of each job "
        "on this machine."
    )
    data, view = (
        Table("plan", "Plan", _PLAN, rows),
        Table("plan", "Plan", _PLAN_SHOWN, shown, total),
    )
    return Report(meta("simulate", rulesets), (data,), (view,), (note,))


def _what(run: Listed) -> str:
    """Return what a run is: its job in words, or the plan by the name of its file.

    A word of a plan's name is no word of ours, and is the same in every language.
    """
    return run.name if JOB_TITLE.search(run.name) else f"plan {run.name}"


def session_notes(run: Listed, sessions: Sequence[Mapping[str, Any]]) -> list[str]:
    """Tell who counted a run, and when; a session has the fields that a store keeps of it."""
    began = f"Run {run.run}: {_what(run)}; begun {run.begun} UTC with pokersim {run.version}."
    return [began] + [
        f"{session['deals']:,} deals were counted on {session['machine']}, "
        f"{session['begun']} to {session['ended']}."
        for session in sessions
        if session["deals"]
    ]
