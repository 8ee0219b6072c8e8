"""Comparisons as a report: what rulesets change against a base, for people the largest changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pokersim.report.charts.chart_spec import ChartSpec
from pokersim.report.charts.charts import change_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.report.views.changes import CHANGE, change_row, change_view
from pokersim.report.views.frequency import frequency_report
from pokersim.stats import normal_quantile
from pokersim.studies.compare import DiscardRow, most_changed
from pokersim.studies.frequency import Frequency
from pokersim.studies.simulate.showdown_job import TableJob
from pokersim.studies.simulate.summary import ChangeRow, GroupRow

TABLES = ("compare", "change", "frequency", "discards")

_COMPARE = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("base", "Base"),
    Column("group", "Group"),
    Column("label", "Hands"),
    Column("hands", "Dealt", "count"),
    Column("equity", "Equity", "probability", bar=True),
    Column("base_equity", "Base equity", "probability"),
    Column("change", "Change", "probability"),
    Column("stderr", "Standard error of change", "probability"),
)
_FREQUENCY = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("place", "Place", "integer"),
    Column("hands", "Counts as", "count"),
    Column("matching", "Matches", "count"),
    Column("total", "All hands", "count"),
    Column("probability", "Probability", "probability"),
)
_DISCARDS = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("base", "Base"),
    Column("combination", "Combination"),
    Column("label", "Dealt as"),
    Column("changed", "Held otherwise", "count"),
    Column("hands", "Of hands", "count"),
    Column("cost", "Cost a hand", "probability"),
    Column("example", "Such as"),
    Column("base_hold", "Kept under the base"),
    Column("hold", "Kept"),
    Column("example_cost", "Cost", "probability"),
)


@dataclass(frozen=True)
class Comparison:
    """What a comparison has to tell, and how it came about.

    Attributes
    ----------
    job
        What was played; its first ruleset is the base.
    frequencies
        Of hands dealt, for each ruleset; exact.
    changes, groups, discards
        What was counted, and how draws change.
    named
        Whether the groups are kinds of hands that were asked for.
    deals, confidence, interrupted
        Deals counted, the confidence of intervals, and whether the run was stopped.
    is_exact
        Whether the deals are all that there are, each once.
    """

    job: TableJob[Any]
    frequencies: Sequence[Sequence[Frequency]]
    changes: Sequence[ChangeRow]
    groups: Sequence[GroupRow]
    named: bool
    discards: Sequence[DiscardRow]
    deals: int
    confidence: float
    interrupted: bool
    is_exact: bool = False


def compare_report(told: Comparison, notes: Sequence[str], language: str) -> Report:
    """Lay out a comparison."""
    job = told.job
    groups = _group_rows(told, language)
    changes = [change_row(row) for row in told.changes]
    frequencies = [_frequency_row(f, language) for of_one in told.frequencies for f in of_one]
    discards = [_discard_row(row, language) for row in told.discards]
    tables = [
        Table("compare", "What hands win", _COMPARE, groups),
        Table("change", "Changed winners", CHANGE, changes),
        Table("frequency", "Frequencies", _FREQUENCY, frequencies),
    ]
    of_frequencies = frequency_report(job.rulesets, told.frequencies, job.n_cards, (), language)
    views = [
        *of_frequencies.human_tables,
        change_view(told.changes, normal_quantile(told.confidence), told.is_exact),
        *_most_changed_views(told, language),
    ]
    if discards:
        table = Table("discards", "What is held otherwise", _DISCARDS, discards)
        tables.append(table)
        views += [_discard_view(told, r, discards, language) for r in range(1, len(job.rulesets))]
    said = (*_sentences(told), *notes)
    figures = _figures(told, language)
    return Report(_meta(told), tuple(tables), tuple(views), said, figures=figures)


def changes_report(told: Comparison, language: str) -> Report:
    """Lay out of a comparison what groups of hands gain and lose, and nothing else."""
    table = Table("compare", "What hands win", _COMPARE, _group_rows(told, language))
    views = tuple(_most_changed_views(told, language))
    said = tuple(_sentences(told)[1:])
    return Report(_meta(told), (table,), views, said, figures=_figures(told, language))


def _figures(told: Comparison, language: str) -> tuple[ChartSpec, ...]:
    shown = [row for rows in _shown_groups(told) for row in rows]
    return change_charts(shown, normal_quantile(told.confidence), language)


def _meta(told: Comparison) -> dict[str, object]:
    job = told.job
    return meta(
        "compare",
        job.rulesets,
        method="exact" if told.is_exact else "sampled",
        base=job.rulesets[0].name,
        game=job.game,
        **({} if told.is_exact else {"seed": job.seed}),
        deals=told.deals,
        players=job.n_players,
        cards=job.n_cards,
        confidence=told.confidence,
        interrupted=told.interrupted,
    )


def _shown(columns: Sequence[Column]) -> list[Column]:
    return [column for column in columns if column.field not in ("table", "base", "combination")]


def _group_rows(told: Comparison, language: str) -> list[dict[str, object]]:
    return [_group_row(row, language) for row in told.groups]


def _group_row(row: GroupRow, language: str) -> dict[str, object]:
    is_base = row.ruleset == row.base
    known = 0.0 if is_base and row.hands else None
    return {
        "table": "compare",
        "ruleset": row.ruleset.name,
        "base": row.base.name,
        "group": row.group.id,
        "label": row.group.label(language),
        "hands": row.hands,
        "equity": row.equity.ratio,
        "base_equity": row.base_equity.ratio,
        "change": known if is_base else row.change.ratio,
        "stderr": known if is_base else row.change.stderr,
    }


def _frequency_row(f: Frequency, language: str) -> dict[str, object]:
    return {
        "table": "frequency",
        "ruleset": f.ruleset.name,
        "combination": f.combination.id,
        "label": f.combination.label(language),
        "place": f.place,
        "hands": f.hands,
        "matching": f.matching,
        "total": f.total,
        "probability": f.probability,
    }


def _discard_row(row: DiscardRow, language: str) -> dict[str, object]:
    return {
        "table": "discards",
        "ruleset": row.ruleset.name,
        "base": row.base.name,
        "combination": row.combination.id,
        "label": row.combination.label(language),
        "changed": row.changed,
        "hands": row.hands,
        "cost": row.cost,
        "example": row.example,
        "base_hold": row.base_hold or None,
        "hold": row.hold or None,
        "example_cost": row.example_cost,
    }


def _shown_groups(told: Comparison) -> list[Sequence[GroupRow]]:
    """Return for each ruleset but the base the groups that people see, if there are any."""
    z = normal_quantile(told.confidence)
    own = [
        [row for row in told.groups if row.ruleset == ruleset] for ruleset in told.job.rulesets[1:]
    ]
    shown = [rows if told.named else most_changed(rows, z) for rows in own]
    return [rows for rows in shown if rows]


def _most_changed_views(told: Comparison, language: str) -> list[Table]:
    """Show the groups that gain and lose most under each ruleset, where any surely do."""
    return [_most_changed(told, rows, language) for rows in _shown_groups(told)]


def _most_changed(told: Comparison, rows: Sequence[GroupRow], language: str) -> Table:
    z = normal_quantile(told.confidence)
    columns = _shown(_COMPARE)[2:-1]
    if not told.is_exact:
        columns.append(Column("error", "±", "probability"))
    lines = [{**_group_row(row, language), "error": z * (row.change.stderr or 0.0)} for row in rows]
    what = "what hands gain and lose" if told.named else "what gains and loses most"
    title = f"{rows[0].ruleset.title(language)}: {what}"
    return Table("compare", title, columns, lines)


def _discard_view(
    told: Comparison, r: int, rows: Sequence[dict[str, object]], language: str
) -> Table:
    ruleset = told.job.rulesets[r]
    own = [row for row in rows if row["ruleset"] == ruleset.name]
    here = [row for row in told.discards if row.ruleset == ruleset]
    hands = sum(row.hands for row in here)
    total = {
        "label": "Total",
        "changed": sum(row.changed for row in here),
        "hands": hands,
        "cost": sum(row.cost * row.hands for row in here) / hands,
    }
    what = "what is held otherwise, and what the holds of the base cost"
    title = f"{ruleset.title(language)}: {what}"
    columns = [column for column in _shown(_DISCARDS) if column.field != "ruleset"]
    return Table("discards", title, columns, own, total)


def _sentences(told: Comparison) -> list[str]:
    found = ["Frequencies of hands dealt: exact.", _how_counted(told), _how_grouped(told)]
    shown = [rows[0].ruleset for rows in _shown_groups(told)]
    more = "" if told.is_exact else " more than their error"
    found += [
        f"{ruleset.name}: no hands gain or lose{more}."
        for ruleset in told.job.rulesets[1:]
        if ruleset not in shown
    ]
    if told.discards:
        found.append(
            "Holds: exact in the model of the draw, each policy the best against itself; the cost "
            "of the base's holds is told under the ruleset, in shares of the pot."
        )
    if told.interrupted:
        found.append("Interrupted: these are the deals counted until then.")
    return found


def _how_counted(told: Comparison) -> str:
    job, deck = told.job, told.job.rulesets[0].deck.name
    if told.is_exact:
        return (
            f"Winners and equity: exact, all {told.deals:,} deals to two players, deck of {deck}, "
            "under every ruleset."
        )
    return (
        f"Winners and equity: sampled, {told.deals:,} deals of {job.game} with {job.n_players} "
        f"players, deck of {deck}, seed {job.seed}, the same under every "
        f"ruleset; intervals and errors (±) at {100 * told.confidence:g}%, that of a change "
        "measured on the same deals."
    )


def _how_grouped(told: Comparison) -> str:
    if told.named:
        return f"Groups are kinds of hands dealt, as {told.job.rulesets[0].name} has them."
    if told.is_exact:
        return (
            "Groups are of hands dealt: orthodox ones by the rank that decides first, and all "
            "hands of each special pattern; shown are those that change most."
        )
    return (
        "Groups are of hands dealt: orthodox ones by the rank that decides first, and all hands of "
        "each special pattern; shown are those that change by more than their error."
    )
