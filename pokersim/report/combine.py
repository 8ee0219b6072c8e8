"""Several reports as one: a summary in words, and a section for each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pokersim.language import _, number
from pokersim.report.charts.chart_spec import ChartSpec
from pokersim.report.meta import meta
from pokersim.report.model import Column, Kind, Prose, Report, Table
from pokersim.report.values import human
from pokersim.report.views.audit import STAGES
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.audit import UNFAIR

Rows = Sequence[Mapping[str, Any]]


def combine(rulesets: Sequence[Ruleset], sections: Mapping[str, Report], repeat: str) -> Report:
    """Put reports together under their titles.

    Parameters
    ----------
    rulesets
        What all of them are about.
    sections
        Reports by title in English, in order; of tables with the same name the first is kept for
        programs.
    repeat
        The command line that gives the same report again.
    """
    tables: dict[str, Table] = {}
    for report in sections.values():
        for table in report.tables:
            tables.setdefault(table.name, table)
    parts = [section(_(title), report) for title, report in sections.items()]
    about = meta(
        "report",
        rulesets,
        method={title: report.meta.get("method") for title, report in sections.items()},
        **_shared(sections.values()),
    )
    return Report(
        about,
        tuple(tables.values()),
        tuple(view for views, _ in parts for view in views),
        summary=(Prose(_("Summary"), summary_lines(rulesets, tables)),),
        figures=tuple(figure for _, figures in parts for figure in figures),
        repeat=repeat,
    )


def section(title: str, report: Report) -> tuple[list[Table], list[ChartSpec]]:
    """Return what people see of a report: tables under its title, the last above notes and figures.

    Where nothing changes by more than its error, there is nothing to see.
    """
    if not report.human_tables:
        return [], []
    tables = [replace(table, title=f"{title}: {table.title}") for table in report.human_tables]
    notes = "\n".join(note for note in (tables[-1].note, *report.notes) if note)
    figures = [
        replace(figure, title=f"{title}: {figure.title}", below=tables[-1].title)
        for figure in report.figures
    ]
    return [*tables[:-1], replace(tables[-1], note=notes)], figures


def _shared(reports: Any) -> dict[str, object]:
    """Return what the numbers of sampled sections rest on."""
    found: dict[str, object] = {}
    for report in reports:
        for key in ("seed", "deals", "players", "confidence", "betting", "policies"):
            if report.meta.get("method") == "sampled" and key in report.meta:
                found.setdefault(key, report.meta[key])
    return found


def summary_lines(rulesets: Sequence[Ruleset], tables: Mapping[str, Table]) -> list[str]:
    """Return what matters most in the tables, a sentence each."""
    titles = {ruleset.name: ruleset.title() for ruleset in rulesets}
    lines: list[str] = []
    for name, title in titles.items():
        lines += [_rarest(title, _of(tables, "frequency", name))]
        lines += _fairness(title, _of(tables, "audit", name))
    for name in list(titles)[1:]:
        lines += _change(titles, name, tables)
    for name, title in titles.items():
        chips = [row for row in _of(tables, "seat", name) if row["seat"] is None]
        if len(chips) > 1:
            lines.append(_winner(title, chips))
    return lines


def _of(tables: Mapping[str, Table], table: str, ruleset: str) -> Rows:
    rows = tables[table].rows if table in tables else ()
    return [row for row in rows if row["ruleset"] == ruleset]


def _rarest(title: str, rows: Rows) -> str:
    rarest = min((row for row in rows if row["hands"]), key=lambda row: int(row["hands"]))
    return _("{title}: the rarest of {n} combinations is {combination}, {odds} hands.").format(
        title=title, n=len(rows), combination=rarest["label"], odds=_text("odds", rarest["one_in"])
    )


def _fairness(title: str, rows: Rows) -> list[str]:
    """Say at each stage which combinations are out of place."""
    lines = []
    for stage in dict.fromkeys(row["stage"] for row in rows):
        own = [row for row in rows if row["stage"] == stage and row["verdict"] != "impossible"]
        unfair = [str(row["label"]) for row in own if row["verdict"] in UNFAIR]
        if unfair:
            text = _("{title}, {stage}: {n} of {n_all} combinations out of place: {list}.")
        else:
            text = _("{title}, {stage}: no combination is out of place.")
        fields = {"n": len(unfair), "n_all": len(own), "list": ", ".join(unfair)}
        lines.append(text.format(title=title, stage=_(STAGES[stage]), **fields))
    return lines


def _change(titles: Mapping[str, str], name: str, tables: Mapping[str, Table]) -> list[str]:
    base, title = next(iter(titles.values())), titles[name]
    lines = []
    for row in _of(tables, "change", name):
        share, low, high = (_text("probability", row[f]) for f in _INTERVAL)
        text = _("{title}: {x} of showdowns ({y} to {z}) have another winner than under {base}.")
        lines.append(text.format(title=title, x=share, y=low, z=high, base=base))
    # Without enough hands the error of a change says nothing.
    groups = [
        row
        for row in _of(tables, "compare" if "compare" in tables else "group", name)
        if row["hands"] >= FEWEST_HANDS
    ]
    if groups:
        gain = max(groups, key=lambda row: float(row["change"]))
        loss = min(groups, key=lambda row: float(row["change"]))
        text = _("{title}: {gain} gains most, {loss} loses most.")
        lines.append(text.format(title=title, gain=_moved(gain), loss=_moved(loss)))
    return lines


FEWEST_HANDS = 30
"""Hands of a group dealt before the summary speaks of it."""

_INTERVAL = ("probability", "ci_low", "ci_high")


def _moved(row: Mapping[str, Any]) -> str:
    before, after = (_text("share", row[field]) for field in ("base_equity", "equity"))
    text = _("{combination} (from {x} of the pot to {y})")
    return text.format(combination=row["label"], x=before, y=after)


def _winner(title: str, rows: Rows) -> str:
    best = max(rows, key=lambda row: float(row["per_hand"]))
    text = _("{title}: most chips go to {policy}, {x} a hand.")
    return text.format(title=title, policy=best["title"], x=number(best["per_hand"], "+.3f"))


def _text(kind: Kind, value: object) -> str:
    return human(Column("value", "", kind), value)
