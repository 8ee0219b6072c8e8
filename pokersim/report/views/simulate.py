"""Simulated showdowns as a report: tallies, changed winners, what groups of hands win."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pokersim.language import N_, _, ngettext, number, percent
from pokersim.report.charts.charts import change_charts, convergence_charts, tally_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Kind, Report, Table
from pokersim.report.views.changes import CHANGE, change_row, change_view
from pokersim.rules.ruleset import Ruleset
from pokersim.stats import normal_quantile
from pokersim.studies.simulate.convergence import Estimate
from pokersim.studies.simulate.showdown_job import TableJob
from pokersim.studies.simulate.summary import GroupRow, Outcome, SeatRow, TallyRow

TALLY_COLUMNS = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("stage", N_("Stage")),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("place", N_("Place"), "integer"),
    Column("count", N_("Count"), "count"),
    Column("total", N_("Total"), "count"),
    Column("probability", N_("Probability"), "probability"),
    Column("ci_low", N_("From"), "probability"),
    Column("ci_high", N_("To"), "probability"),
    Column("exact", N_("Exact"), "probability"),
)
_GROUP = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("base", N_("Base")),
    Column("group", N_("Group")),
    Column("label", N_("Name")),
    Column("hands", N_("Hands"), "count"),
    Column("equity", N_("Equity"), "probability"),
    Column("equity_stderr", N_("Standard error of equity"), "probability"),
    Column("base_equity", N_("Base equity"), "probability"),
    Column("change", N_("Change"), "probability"),
    Column("stderr", N_("Standard error of change"), "probability"),
)

_SEAT = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("seat", N_("Seat"), "integer"),
    Column("policy", N_("Policy")),
    Column("hands", N_("Hands"), "count"),
    Column("equity", N_("Equity"), "probability"),
    Column("stderr", N_("Standard error"), "probability"),
)

_SHOWN = {
    "showdown": ("dealt", "winner"),
    "draw": ("dealt", "final", "winner"),
    "stud": ("dealt", "winner"),
}
"""The stages of each game that people are shown, without those that repeat another."""

_STAGE_COLUMNS: dict[str, tuple[tuple[str, str, Kind], ...]] = {
    "dealt": (
        ("count", N_("Dealt"), "count"),
        ("probability", N_("Share"), "probability"),
        ("ci_low", N_("From"), "probability"),
        ("ci_high", N_("To"), "probability"),
        ("exact", N_("Exact"), "probability"),
    ),
    "final": (
        ("count", N_("After the draw"), "count"),
        ("probability", N_("Share"), "probability"),
        ("ci_low", N_("From"), "probability"),
        ("ci_high", N_("To"), "probability"),
        ("exact", N_("Exact"), "probability"),
    ),
    "winner": (
        ("count", N_("Wins"), "count"),
        ("probability", N_("Of showdowns"), "probability"),
        ("ci_low", N_("From"), "probability"),
        ("ci_high", N_("To"), "probability"),
    ),
}

TABLES = ("tally", "change", "group", "seat")


@dataclass(frozen=True)
class SimulationResult:
    """What a simulation has to tell, and how it came about.

    Attributes
    ----------
    job, outcome
        What was played, and what came of it.
    deals
        How many deals were counted.
    confidence
        Of every interval.
    precision
        Half the interval of the rarest combinations that was asked for, or None.
    interrupted
        Whether the run was stopped before its end.
    course
        How well what is watched was known after more and more deals.
    """

    job: TableJob[Any]
    outcome: Outcome
    deals: int
    confidence: float
    precision: float | None
    interrupted: bool
    course: Sequence[tuple[int, Sequence[Estimate]]] = ()


def simulate_report(result: SimulationResult, notes: Sequence[str]) -> Report:
    """Lay out a simulation."""
    tally = [tally_row(row, place) for place, row in placed(result.outcome.tally)]
    change = [change_row(row) for row in result.outcome.change]
    group = [_group_row(row) for row in result.outcome.group]
    seat = [_seat_row(row) for row in result.outcome.seat]
    tables = [Table("tally", _("What was dealt and what won"), TALLY_COLUMNS, tally)]
    if change:
        tables.append(Table("change", _("Changed winners"), CHANGE, change))
    if group:
        tables.append(Table("group", _("What hands win"), _GROUP, group))
    if seat:
        tables.append(Table("seat", _("What seats win"), _SEAT, seat))
    views = [_tally_view(result, r, tally) for r in range(len(result.job.rulesets))]
    if change:
        views.append(change_view(result.outcome.change, normal_quantile(result.confidence)))
    if group:
        views.append(_group_view(result))
    if seat:
        views.append(_seat_view(result))
    said = (*_sentences(result), *notes)
    figures = (
        *tally_charts(result.job.rulesets, result.outcome.tally),
        *change_charts(result.outcome.group, normal_quantile(result.confidence)),
        *convergence_charts(result.course),
    )
    return Report(_meta(result), tuple(tables), tuple(views), said, figures=figures)


def _meta(result: SimulationResult) -> dict[str, object]:
    job = result.job
    return meta(
        "simulate",
        job.rulesets,
        method="sampled",
        game=job.game,
        seed=job.seed,
        deals=result.deals,
        players=job.n_players,
        cards=job.n_cards,
        **({"policies": list(job.seat_policies)} if job.seat_policies else {}),
        confidence=result.confidence,
        interrupted=result.interrupted,
        watched=_watched(result),
    )


def _watched(result: SimulationResult) -> dict[str, object] | None:
    """Say what the precision was about."""
    if result.precision is None:
        return None
    return {
        "quantity": N_("probability that the rarest combination of each ruleset is dealt"),
        "precision": result.precision,
        "half_width": result.outcome.half_width,
    }


def _sentences(result: SimulationResult) -> list[str]:
    found = [_how_sampled(result), *_game_sentences(result.job)]
    if result.precision is not None:
        text = _("The rarest combination dealt is known to {x}; asked for: {y}.")
        half_width, precision = (
            number(result.outcome.half_width, ".3g"),
            number(result.precision, ".3g"),
        )
        found.append(text.format(x=half_width, y=precision))
    if result.outcome.group:
        text = _(
            "Equity: share of the pot that a hand wins. Orthodox groups are what a hand is in "
            "orthodox poker, the others all hands of that pattern; a hand can be in several. "
            "Errors (±) at {percent}, that of a change measured on the same deals."
        )
        found.append(text.format(percent=percent(result.confidence)))
    if result.interrupted:
        found.append(_("Interrupted: these are the deals counted until then."))
    return found


def _how_sampled(result: SimulationResult) -> str:
    job = result.job
    players = ngettext("{n} player", "{n} players", job.n_players).format(n=job.n_players)
    text = ngettext(
        "Sampled: {n} deal of {n_cards} cards to {players}, deck of {deck}, seed {seed}; "
        "intervals at {percent} (Wilson). Exact values are not sampled.",
        "Sampled: {n} deals of {n_cards} cards to {players}, deck of {deck}, seed {seed}; "
        "intervals at {percent} (Wilson). Exact values are not sampled.",
        result.deals,
    )
    return text.format(
        n=number(result.deals),
        n_cards=job.n_cards,
        players=players,
        deck=job.rulesets[0].deck,
        seed=job.seed,
        percent=percent(result.confidence),
    )


def _game_sentences(job: TableJob[Any]) -> list[str]:
    """Say how the cards were played, where there is more to it than a showdown."""
    policies = list(dict.fromkeys(job.seat_policies))
    if not policies:
        return []
    how = _("each by the policy of the seat")
    if len(policies) == 1:
        how = _("by the policy {policy}").format(policy=policies[0])
    text = _(
        "Five-card draw: everybody draws once from the dealer's left, {how}, and shows down. "
        "Groups are of hands dealt, their equity is what they win after the draw."
    )
    return [text.format(how=how)]


def placed(rows: Sequence[TallyRow]) -> list[tuple[int, TallyRow]]:
    """Return rows with their place in the ranking, counted anew in each ruleset and stage."""
    found: list[tuple[int, TallyRow]] = []
    for row in rows:
        same = found and (found[-1][1].ruleset, found[-1][1].stage) == (row.ruleset, row.stage)
        found.append((found[-1][0] + 1 if same else 1, row))
    return found


def tally_row(row: TallyRow, place: int) -> dict[str, object]:
    """Return a row of the tally as fields."""
    return {
        "table": "tally",
        "ruleset": row.ruleset.name,
        "stage": row.stage,
        "combination": row.combination.id,
        "label": row.combination.label(),
        "place": place,
        "count": row.count,
        "total": row.total,
        "probability": row.count / row.total if row.total else None,
        "ci_low": row.low,
        "ci_high": row.high,
        "exact": row.exact,
    }


def _group_row(row: GroupRow) -> dict[str, object]:
    is_base = row.ruleset == row.base
    return {
        "table": "group",
        "ruleset": row.ruleset.name,
        "base": row.base.name,
        "group": row.group.id,
        "label": row.group.label(),
        "hands": row.hands,
        "equity": row.equity.ratio,
        "equity_stderr": row.equity.stderr,
        "base_equity": row.base_equity.ratio,
        "change": 0.0 if is_base and row.hands else row.change.ratio,
        "stderr": 0.0 if is_base and row.hands else row.change.stderr,
    }


def _seat_row(row: SeatRow) -> dict[str, object]:
    return {
        "table": "seat",
        "ruleset": row.ruleset.name,
        "seat": row.seat,
        "policy": row.policy,
        "hands": row.equity.trials,
        "equity": row.equity.ratio,
        "stderr": row.equity.stderr,
    }


def _tally_view(result: SimulationResult, r: int, rows: Sequence[dict[str, object]]) -> Table:
    """Put dealt and winning hands of one ruleset into one table."""
    ruleset = result.job.rulesets[r]
    own = [row for row in rows if row["ruleset"] == ruleset.name]
    stages = [
        stage for stage in _SHOWN[result.job.game] if any(row["stage"] == stage for row in own)
    ]
    columns = [Column("place", N_("Place"), "integer"), Column("label", N_("Combination"))]
    shown: list[dict[str, object]] = [{} for row in own if row["stage"] == "dealt"]
    total: dict[str, object] = {"label": _("Total")}
    for stage in stages:
        of_stage = [row for row in own if row["stage"] == stage]
        for field, title, kind in _STAGE_COLUMNS[stage]:
            columns.append(Column(f"{stage} {field}", title, kind, bar=field == "probability"))
        for line, row in zip(shown, of_stage, strict=True):
            line |= {"place": row["place"], "label": row["label"]}
            line |= {f"{stage} {field}": row[field] for field, _, _ in _STAGE_COLUMNS[stage]}
        total |= {f"{stage} count": of_stage[0]["total"], f"{stage} probability": 1.0}
    return Table("tally", ruleset.title(), columns, shown, total)


def _group_view(result: SimulationResult) -> Table:
    """Put what a group wins under each ruleset into one line, with the change from the first."""
    z = normal_quantile(result.confidence)
    base = result.job.rulesets[0]
    columns = [
        Column("label", N_("Hands")),
        Column("hands", N_("Dealt"), "count"),
        _equity_column("equity", base),
        Column("error", "±", "probability"),
    ]
    for ruleset in result.job.rulesets[1:]:
        columns += [
            _equity_column(f"{ruleset.name} equity", ruleset),
            Column(f"{ruleset.name} change", N_("change"), "probability"),
            Column(f"{ruleset.name} error", "±", "probability"),
        ]
    rows: dict[str, dict[str, object]] = {}
    for row in result.outcome.group:
        if not row.hands:
            continue
        line = rows.setdefault(row.group.id, dict.fromkeys(column.field for column in columns))
        if row.ruleset == base:
            line |= {
                "label": row.group.label(),
                "hands": row.hands,
                "equity": row.equity.ratio,
                "error": _times(z, row.equity.stderr),
            }
        else:
            name = row.ruleset.name
            line |= {
                f"{name} equity": row.equity.ratio,
                f"{name} change": row.change.ratio,
                f"{name} error": _times(z, row.change.stderr),
            }
    return Table("group", _("What a hand wins of the pot"), columns, list(rows.values()))


def _equity_column(field: str, ruleset: Ruleset) -> Column:
    heading = _("{name}: equity").format(name=ruleset.name)
    return Column(field, heading, "probability", bar=True, is_name=True)


def _times(z: float, stderr: float | None) -> float | None:
    return None if stderr is None else z * stderr


def _seat_view(result: SimulationResult) -> Table:
    """Put what a seat wins under each ruleset into one line."""
    z = normal_quantile(result.confidence)
    columns = [Column("seat", N_("Seat"), "integer")]
    if result.job.seat_policies:
        columns.append(Column("policy", N_("Policy")))
    lines: dict[int, dict[str, object]] = {}
    for ruleset in result.job.rulesets:
        columns += [
            _equity_column(f"{ruleset.name} equity", ruleset),
            Column(f"{ruleset.name} error", "±", "probability"),
        ]
    for row in result.outcome.seat:
        line = lines.setdefault(row.seat, {"seat": row.seat, "policy": row.policy})
        line |= {
            f"{row.ruleset.name} equity": row.equity.ratio,
            f"{row.ruleset.name} error": _times(z, row.equity.stderr),
        }
    total: dict[str, object] = {f"{ruleset.name} equity": 1.0 for ruleset in result.job.rulesets}
    total["policy"] = _("Total")
    named = (
        total if result.job.seat_policies else None
    )  # without a column of texts, a line says less
    return Table("seat", _("What a seat wins of the pot"), columns, list(lines.values()), named)
