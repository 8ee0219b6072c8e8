"""Comparisons as a report: what rulesets change against a base, for people the largest changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pokersim.language import N_, _, ngettext, number, percent
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
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("base", N_("Base")),
    Column("group", N_("Group")),
    Column("label", N_("Hands")),
    Column("hands", N_("Dealt"), "count"),
    Column("equity", N_("Equity"), "probability", bar=True),
    Column("base_equity", N_("Base equity"), "probability"),
    Column("change", N_("Change"), "probability"),
    Column("stderr", N_("Standard error of change"), "probability"),
)
_FREQUENCY = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("place", N_("Place"), "integer"),
    Column("hands", N_("Counts as"), "count"),
    Column("matching", N_("Matches"), "count"),
    Column("total", N_("All hands"), "count"),
    Column("probability", N_("Probability"), "probability"),
)
_DISCARDS = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("base", N_("Base")),
    Column("combination", N_("Combination")),
    Column("label", N_("Dealt as")),
    Column("changed", N_("Held otherwise"), "count"),
    Column("hands", N_("Of hands"), "count"),
    Column("cost", N_("Cost a hand"), "probability"),
    Column("example", N_("Such as")),
    Column("base_hold", N_("Kept under the base")),
    Column("hold", N_("Kept")),
    Column("example_cost", N_("Cost"), "probability"),
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


def compare_report(result: Comparison, notes: Sequence[str]) -> Report:
    """Lay out a comparison."""
    job = result.job
    groups = _group_rows(result)
    changes = [change_row(row) for row in result.changes]
    frequencies = [_frequency_row(f) for of_one in result.frequencies for f in of_one]
    discards = [_discard_row(row) for row in result.discards]
    tables = [
        Table("compare", _("What hands win"), _COMPARE, groups),
        Table("change", _("Changed winners"), CHANGE, changes),
        Table("frequency", _("Frequencies"), _FREQUENCY, frequencies),
    ]
    of_frequencies = frequency_report(job.rulesets, result.frequencies, job.n_cards, ())
    views = [
        *of_frequencies.human_tables,
        change_view(result.changes, normal_quantile(result.confidence), result.is_exact),
        *_most_changed_views(result),
    ]
    if discards:
        table = Table("discards", _("What is held otherwise"), _DISCARDS, discards)
        tables.append(table)
        views += [_discard_view(result, r, discards) for r in range(1, len(job.rulesets))]
    said = (*_sentences(result), *notes)
    figures = _figures(result)
    return Report(_meta(result), tuple(tables), tuple(views), said, figures=figures)


def changes_report(result: Comparison) -> Report:
    """Lay out of a comparison what groups of hands gain and lose, and nothing else."""
    table = Table("compare", _("What hands win"), _COMPARE, _group_rows(result))
    views = tuple(_most_changed_views(result))
    said = tuple(_sentences(result)[1:])
    return Report(_meta(result), (table,), views, said, figures=_figures(result))


def _figures(result: Comparison) -> tuple[ChartSpec, ...]:
    shown = [row for rows in _shown_groups(result) for row in rows]
    return change_charts(shown, normal_quantile(result.confidence))


def _meta(result: Comparison) -> dict[str, object]:
    job = result.job
    return meta(
        "compare",
        job.rulesets,
        method="exact" if result.is_exact else "sampled",
        base=job.rulesets[0].name,
        game=job.game,
        **({} if result.is_exact else {"seed": job.seed}),
        deals=result.deals,
        players=job.n_players,
        cards=job.n_cards,
        confidence=result.confidence,
        interrupted=result.interrupted,
    )


def _shown(columns: Sequence[Column]) -> list[Column]:
    return [column for column in columns if column.field not in ("table", "base", "combination")]


def _group_rows(result: Comparison) -> list[dict[str, object]]:
    return [_group_row(row) for row in result.groups]


def _group_row(row: GroupRow) -> dict[str, object]:
    is_base = row.ruleset == row.base
    known = 0.0 if is_base and row.hands else None
    return {
        "table": "compare",
        "ruleset": row.ruleset.name,
        "base": row.base.name,
        "group": row.group.id,
        "label": row.group.label(),
        "hands": row.hands,
        "equity": row.equity.ratio,
        "base_equity": row.base_equity.ratio,
        "change": known if is_base else row.change.ratio,
        "stderr": known if is_base else row.change.stderr,
    }


def _frequency_row(f: Frequency) -> dict[str, object]:
    return {
        "table": "frequency",
        "ruleset": f.ruleset.name,
        "combination": f.combination.id,
        "label": f.combination.label(),
        "place": f.place,
        "hands": f.hands,
        "matching": f.matching,
        "total": f.total,
        "probability": f.probability,
    }


def _discard_row(row: DiscardRow) -> dict[str, object]:
    return {
        "table": "discards",
        "ruleset": row.ruleset.name,
        "base": row.base.name,
        "combination": row.combination.id,
        "label": row.combination.label(),
        "changed": row.changed,
        "hands": row.hands,
        "cost": row.cost,
        "example": row.example,
        "base_hold": row.base_hold or None,
        "hold": row.hold or None,
        "example_cost": row.example_cost,
    }


def _shown_groups(result: Comparison) -> list[Sequence[GroupRow]]:
    """Return for each ruleset but the base the groups that people see, if there are any."""
    z = normal_quantile(result.confidence)
    own = [
        [row for row in result.groups if row.ruleset == ruleset]
        for ruleset in result.job.rulesets[1:]
    ]
    shown = [rows if result.named else most_changed(rows, z) for rows in own]
    return [rows for rows in shown if rows]


def _most_changed_views(result: Comparison) -> list[Table]:
    """Show the groups that gain and lose most under each ruleset, where any surely do."""
    return [_most_changed(result, rows) for rows in _shown_groups(result)]


def _most_changed(result: Comparison, rows: Sequence[GroupRow]) -> Table:
    z = normal_quantile(result.confidence)
    columns = _shown(_COMPARE)[2:-1]
    if not result.is_exact:
        columns.append(Column("error", "±", "probability"))
    lines = [{**_group_row(row), "error": z * (row.change.stderr or 0.0)} for row in rows]
    what = _("what hands gain and lose") if result.named else _("what gains and loses most")
    title = f"{rows[0].ruleset.title()}: {what}"
    return Table("compare", title, columns, lines)


def _discard_view(result: Comparison, r: int, rows: Sequence[dict[str, object]]) -> Table:
    ruleset = result.job.rulesets[r]
    own = [row for row in rows if row["ruleset"] == ruleset.name]
    here = [row for row in result.discards if row.ruleset == ruleset]
    hands = sum(row.hands for row in here)
    total = {
        "label": _("Total"),
        "changed": sum(row.changed for row in here),
        "hands": hands,
        "cost": sum(row.cost * row.hands for row in here) / hands,
    }
    what = _("what is held otherwise, and what the holds of the base cost")
    title = f"{ruleset.title()}: {what}"
    columns = [column for column in _shown(_DISCARDS) if column.field != "ruleset"]
    return Table("discards", title, columns, own, total)


def _sentences(result: Comparison) -> list[str]:
    found = [_("Frequencies of hands dealt: exact."), _how_counted(result), _how_grouped(result)]
    shown = [rows[0].ruleset for rows in _shown_groups(result)]
    if result.is_exact:
        text = _("{ruleset}: no hands gain or lose.")
    else:
        text = _("{ruleset}: no hands gain or lose more than their error.")
    found += [
        text.format(ruleset=ruleset.name)
        for ruleset in result.job.rulesets[1:]
        if ruleset not in shown
    ]
    if result.discards:
        found.append(
            _(
                "Holds: exact in the model of the draw, with equilibrium policies; the cost of the "
                "base's holds is measured under the ruleset, as a share of the pot."
            )
        )
    if result.interrupted:
        found.append(_("Interrupted: these are the deals counted until then."))
    return found


def _how_counted(result: Comparison) -> str:
    job, deals = result.job, number(result.deals)
    deck = job.rulesets[0].deck
    if result.is_exact:
        text = ngettext(
            "Winners and equity: exact, all {n} deal to two players, deck of {deck}, under every "
            "ruleset.",
            "Winners and equity: exact, all {n} deals to two players, deck of {deck}, under every "
            "ruleset.",
            result.deals,
        )
        return text.format(n=deals, deck=deck)
    players = ngettext("{n} player", "{n} players", job.n_players).format(n=job.n_players)
    text = ngettext(
        "Winners and equity: sampled, {n} deal of {game} with {players}, deck of {deck}, seed "
        "{seed}, the same under every ruleset; intervals and errors (±) at {percent}, that of a "
        "change measured on the same deals.",
        "Winners and equity: sampled, {n} deals of {game} with {players}, deck of {deck}, seed "
        "{seed}, the same under every ruleset; intervals and errors (±) at {percent}, that of a "
        "change measured on the same deals.",
        result.deals,
    )
    return text.format(
        n=deals,
        game=_(job.game),
        players=players,
        deck=deck,
        seed=job.seed,
        percent=percent(result.confidence),
    )


def _how_grouped(result: Comparison) -> str:
    if result.named:
        text = _("Groups are hand ranges dealt, by the rules of {ruleset}.")
        return text.format(ruleset=result.job.rulesets[0].name)
    if result.is_exact:
        return _(
            "Groups are of hands dealt: orthodox ones by the rank that decides first, and all "
            "hands of each special pattern; shown are those that change most."
        )
    return _(
        "Groups are of hands dealt: orthodox ones by the rank that decides first, and all hands of "
        "each special pattern; shown are those that change by more than their error."
    )
