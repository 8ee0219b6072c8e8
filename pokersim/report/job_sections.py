"""Reports of several jobs as one result: headings between them, or a field in every row."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pokersim.constants import HAND_SIZE
from pokersim.games.spec import Betting, betting_names, load_betting
from pokersim.language import N_, _, ngettext
from pokersim.report.combine import section
from pokersim.report.formats.render import render, stream
from pokersim.report.model import Column, Prose, Report, Table
from pokersim.report.views.betting import settings_of
from pokersim.studies.betting.betting_simulation import BettingJob

_JOB = Column("job", N_("Job"), "integer")


def job_title(job: Any) -> str:
    """Return what a job plays, in a line; of settings those that are not the usual ones.

    >>> from pokersim.rules.loader import load_ruleset
    >>> from pokersim.studies.simulate.game_jobs import StudJob
    >>> job_title(StudJob((load_ruleset("standard"), load_ruleset("soko")), 4, 1))
    'stud, 4 players, standard + soko, deck of 52'
    """
    rulesets = " + ".join(ruleset.name for ruleset in job.rulesets)
    return _("{game}, {players}, {rulesets}, deck of {deck}").format(
        game=_game(job), players=_players(job), rulesets=rulesets, deck=job.rulesets[0].deck
    )


def _game(job: Any) -> str:
    if isinstance(job, BettingJob):
        text = _("{game} with {betting}")
        return text.format(game=_(job.game), betting=_system(job.betting))
    if job.n_cards == HAND_SIZE:
        return _(job.game)
    return _("{game} of {n} cards").format(game=_(job.game), n=job.n_cards)


def _system(betting: Betting) -> str:
    usual = load_betting(betting.name) if betting.name in betting_names() else betting
    is_usual = settings_of(usual).items()
    changed = [
        f"{key} {value}"
        for key, value in settings_of(betting).items()
        if (key, value) not in is_usual
    ]
    return f"{betting.name} ({'; '.join(changed)})" if changed else betting.name


def _players(job: Any) -> str:
    text = ngettext("{n} player", "{n} players", job.n_players).format(n=job.n_players)
    is_betting = isinstance(job, BettingJob)
    names = [policy.name for policy in job.policies] if is_betting else list(job.seat_policies)
    if names:
        text += f" ({'/'.join(names[:1] if len(set(names)) == 1 else names)})"
    if is_betting and job.stack != BettingJob.stack:
        text += ngettext(" with {n} chip", " with {n} chips", job.stack).format(n=job.stack)
    return text


def job_text(
    report: Report, number: int, title: str, format: str, table: str | None, is_first: bool
) -> str:
    """Return the report of one job of several, to be written after the one before it.

    Parameters
    ----------
    report
        What a job has to say.
    number, title
        Which job it is, from 1, and what is said of it where people read it.
    format, table
        A format that can be written piece by piece, and the table that csv writes.
    is_first
        Whether nothing stands before it.
    """
    if format == "csv":
        chosen = _with_job(report.table(table), number)
        csv = stream(format)
        rows = csv.rows(chosen.columns, chosen.rows)
        return (csv.head({}, chosen.columns) if is_first else "") + "".join(rows)
    if format == "ndjson":
        return "".join(_data_rows(report, number, format))
    heading = f"# {title}" if format == "markdown" else f"{title}\n{'=' * len(title)}"
    return f"{'' if is_first else chr(10)}{heading}\n\n{render(report, format)}"


def joined_json(numbered: Sequence[tuple[int, Report]]) -> str:
    """Return one document of several jobs; ``meta`` has that of each in ``jobs``."""
    meta = _joined_meta(numbered)
    meta["jobs"] = [{"job": number, **report.full_meta} for number, report in numbered]
    json = stream("json")
    rows = [row for number, report in numbered for row in _data_rows(report, number, "json")]
    return json.head(meta, ()) + json.separator.join(rows) + json.tail()


def joined_page(reports: Mapping[int, Report], titles: Sequence[str]) -> Report:
    """Return several jobs, by number, as one report for people, a section for each."""
    parts = [section(_job(number), report) for number, report in reports.items()]
    played = [f"{_job(number)}: {titles[number - 1]}" for number in reports]
    meta = _joined_meta(list(reports.items()))
    shared = {_job(number): _own_meta(report) for number, report in reports.items()}
    return Report(
        {**meta, **shared},
        next(iter(reports.values())).tables,
        tuple(view for views, _ in parts for view in views),
        summary=(Prose(_("Jobs"), played),),
        figures=tuple(figure for _, figures in parts for figure in figures),
    )


def of_job(report: Report, number: int) -> Report:
    """Return a report whose figures say which job they are of."""
    return replace(report, figures=tuple(section(_job(number), report)[1]))


def _job(number: int) -> str:
    return _("Job {n}").format(n=number)


def _joined_meta(numbered: Sequence[tuple[int, Report]]) -> dict[str, object]:
    first = dict(numbered[0][1].meta)
    rulesets = {str(found): found for _, report in numbered for found in _rulesets(report)}
    meta = {key: first[key] for key in ("command", "version", "schema")}
    return {**meta, "rulesets": list(rulesets.values())}


def _own_meta(report: Report) -> dict[str, object]:
    shared = ("command", "version", "schema", "rulesets")
    return {key: value for key, value in report.meta.items() if key not in shared}


def _rulesets(report: Report) -> Iterable[Any]:
    found = report.meta["rulesets"]
    assert isinstance(found, list)
    return found


def _data_rows(report: Report, number: int, format: str) -> list[str]:
    tables = [_with_job(table, number) for table in report.tables]
    return [row for table in tables for row in stream(format).rows(table.columns, table.rows)]


def _with_job(table: Table, number: int) -> Table:
    rows = [{"job": number, **row} for row in table.rows]
    return Table(table.name, table.title, (_JOB, *table.columns), rows)
