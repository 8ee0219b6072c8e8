"""Simulated showdowns as a report: tallies, changed winners, what groups of hands win."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pokersim.report.charts.charts import change_charts, convergence_charts, tally_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Kind, Report, Table
from pokersim.report.views.changes import CHANGE, change_row, change_view
from pokersim.stats import normal_quantile
from pokersim.studies.simulate.convergence import Estimate
from pokersim.studies.simulate.showdown_job import TableJob
from pokersim.studies.simulate.summary import GroupRow, Outcome, SeatRow, TallyRow

TALLY_COLUMNS = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("stage", "Stage"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("place", "Place", "integer"),
    Column("count", "Count", "count"),
    Column("total", "Total", "count"),
    Column("probability", "Probability", "probability"),
    Column("ci_low", "From", "probability"),
    Column("ci_high", "To", "probability"),
    Column("exact", "Exact", "probability"),
)
_GROUP = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("base", "Base"),
    Column("group", "Group"),
    Column("label", "Name"),
    Column("hands", "Hands", "count"),
    Column("equity", "Equity", "probability"),
    Column("equity_stderr", "Standard error of equity", "probability"),
    Column("base_equity", "Base equity", "probability"),
    Column("change", "Change", "probability"),
    Column("stderr", "Standard error of change", "probability"),
)

_SEAT = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("seat", "Seat", "integer"),
    Column("policy", "Policy"),
    Column("hands", "Hands", "count"),
    Column("equity", "Equity", "probability"),
    Column("stderr", "Standard error", "probability"),
)

_SHOWN = {
    "showdown": ("dealt", "winner"),
    "draw": ("dealt", "final", "winner"),
    "stud": ("dealt", "winner"),
}
"""The stages of each game that people are shown, without those that repeat another."""

_STAGE_COLUMNS: dict[str, tuple[tuple[str, str, Kind], ...]] = {
    "dealt": (
        ("count", "Dealt", "count"),
        ("probability", "Share", "probability"),
        ("ci_low", "From", "probability"),
        ("ci_high", "To", "probability"),
        ("exact", "Exact", "probability"),
    ),
    "final": (
        ("count", "After the draw", "count"),
        ("probability", "Share", "probability"),
        ("ci_low", "From", "probability"),
        ("ci_high", "To", "probability"),
        ("exact", "Exact", "probability"),
    ),
    "winner": (
        ("count", "Wins", "count"),
        ("probability", "Of showdowns", "probability"),
        ("ci_low", "From", "probability"),
        ("ci_high", "To", "probability"),
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


def simulate_report(told: SimulationResult, notes: Sequence[str], language: str) -> Report:
    """Lay out a simulation."""
    tally = [tally_row(row, place, language) for place, row in placed(told.outcome.tally)]
    change = [change_row(row) for row in told.outcome.change]
    group = [_group_row(row, language) for row in told.outcome.group]
    seat = [_seat_row(row) for row in told.outcome.seat]
    tables = [Table("tally", "What was dealt and what won", TALLY_COLUMNS, tally)]
    if change:
        tables.append(Table("change", "Changed winners", CHANGE, change))
    if group:
        tables.append(Table("group", "What hands win", _GROUP, group))
    if seat:
        tables.append(Table("seat", "What seats win", _SEAT, seat))
    views = [_tally_view(told, r, tally, language) for r in range(len(told.job.rulesets))]
    if change:
        views.append(change_view(told.outcome.change, normal_quantile(told.confidence)))
    if group:
        views.append(_group_view(told, language))
    if seat:
        views.append(_seat_view(told))
    said = (*_sentences(told), *notes)
    figures = (
        *tally_charts(told.job.rulesets, told.outcome.tally, language),
        *change_charts(told.outcome.group, normal_quantile(told.confidence), language),
        *convergence_charts(told.course, language),
    )
    return Report(_meta(told), tuple(tables), tuple(views), said, figures=figures)


def _meta(told: SimulationResult) -> dict[str, object]:
    job = told.job
    return meta(
        "simulate",
        job.rulesets,
        method="sampled",
        game=job.game,
        seed=job.seed,
        deals=told.deals,
        players=job.n_players,
        cards=job.n_cards,
        **({"policies": list(job.seat_policies)} if job.seat_policies else {}),
        confidence=told.confidence,
        interrupted=told.interrupted,
        watched=_watched(told),
    )


def _watched(told: SimulationResult) -> dict[str, object] | None:
    """Say what the precision was about."""
    if told.precision is None:
        return None
    return {
        "quantity": "probability that the rarest combination of each ruleset is dealt",
        "precision": told.precision,
        "half_width": told.outcome.half_width,
    }


def _sentences(told: SimulationResult) -> list[str]:
    job, percent = told.job, f"{100 * told.confidence:g}%"
    players = "1 player" if job.n_players == 1 else f"{job.n_players} players"
    found = [
        f"Sampled: {told.deals:,} deals of {job.n_cards} cards to {players}, deck of "
        f"{job.rulesets[0].deck.name}, seed {job.seed}; intervals at {percent} "
        "(Wilson). Exact values are not sampled.",
        *_game_sentences(job),
    ]
    if told.precision is not None:
        found.append(
            f"The rarest combination dealt is known to {told.outcome.half_width:.3g}; "
            f"asked for: {told.precision:.3g}."
        )
    if told.outcome.group:
        found.append(
            "Equity: share of the pot that a hand wins. Orthodox groups are what a hand is in "
            "orthodox poker, the others all hands of that pattern; a hand can be in several. "
            f"Errors (±) at {percent}, that of a change measured on the same deals."
        )
    if told.interrupted:
        found.append("Interrupted: these are the deals counted until then.")
    return found


def _game_sentences(job: TableJob[Any]) -> list[str]:
    """Say how the cards were played, where there is more to it than a showdown."""
    policies = list(dict.fromkeys(job.seat_policies))
    if not policies:
        return []
    how = f"by the policy {policies[0]}" if len(policies) == 1 else "each by the policy of the seat"
    return [
        f"Five-card draw: everybody draws once from the dealer's left, {how}, and shows down. "
        "Groups are of hands dealt, their equity is what they win after the draw."
    ]


def placed(rows: Sequence[TallyRow]) -> list[tuple[int, TallyRow]]:
    """Return rows with their place in the ranking, counted anew in each ruleset and stage."""
    found: list[tuple[int, TallyRow]] = []
    for row in rows:
        same = found and (found[-1][1].ruleset, found[-1][1].stage) == (row.ruleset, row.stage)
        found.append((found[-1][0] + 1 if same else 1, row))
    return found


def tally_row(row: TallyRow, place: int, language: str) -> dict[str, object]:
    """Return a row of the tally as fields."""
    return {
        "table": "tally",
        "ruleset": row.ruleset.name,
        "stage": row.stage,
        "combination": row.combination.id,
        "label": row.combination.label(language),
        "place": place,
        "count": row.count,
        "total": row.total,
        "probability": row.count / row.total if row.total else None,
        "ci_low": row.low,
        "ci_high": row.high,
        "exact": row.exact,
    }


def _group_row(row: GroupRow, language: str) -> dict[str, object]:
    is_base = row.ruleset == row.base
    return {
        "table": "group",
        "ruleset": row.ruleset.name,
        "base": row.base.name,
        "group": row.group.id,
        "label": row.group.label(language),
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


def _tally_view(
    told: SimulationResult, r: int, rows: Sequence[dict[str, object]], language: str
) -> Table:
    """Put dealt and winning hands of one ruleset into one table."""
    ruleset = told.job.rulesets[r]
    own = [row for row in rows if row["ruleset"] == ruleset.name]
    stages = [stage for stage in _SHOWN[told.job.game] if any(row["stage"] == stage for row in own)]
    columns = [Column("place", "Place", "integer"), Column("label", "Combination")]
    shown: list[dict[str, object]] = [{} for row in own if row["stage"] == "dealt"]
    total: dict[str, object] = {"label": "Total"}
    for stage in stages:
        of_stage = [row for row in own if row["stage"] == stage]
        for field, title, kind in _STAGE_COLUMNS[stage]:
            columns.append(Column(f"{stage} {field}", title, kind, bar=field == "probability"))
        for line, row in zip(shown, of_stage, strict=True):
            line |= {"place": row["place"], "label": row["label"]}
            line |= {f"{stage} {field}": row[field] for field, _, _ in _STAGE_COLUMNS[stage]}
        total |= {f"{stage} count": of_stage[0]["total"], f"{stage} probability": 1.0}
    return Table("tally", ruleset.title(language), columns, shown, total)


def _group_view(told: SimulationResult, language: str) -> Table:
    """Put what a group wins under each ruleset into one line, with the change from the first."""
    z = normal_quantile(told.confidence)
    base = told.job.rulesets[0]
    columns = [
        Column("label", "Hands"),
        Column("hands", "Dealt", "count"),
        Column("equity", f"{base.name}: equity", "probability", bar=True),
        Column("error", "±", "probability"),
    ]
    for ruleset in told.job.rulesets[1:]:
        columns += [
            Column(f"{ruleset.name} equity", f"{ruleset.name}: equity", "probability", bar=True),
            Column(f"{ruleset.name} change", "change", "probability"),
            Column(f"{ruleset.name} error", "±", "probability"),
        ]
    rows: dict[str, dict[str, object]] = {}
    for row in told.outcome.group:
        if not row.hands:
            continue
        line = rows.setdefault(row.group.id, dict.fromkeys(column.field for column in columns))
        if row.ruleset == base:
            line |= {
                "label": row.group.label(language),
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
    return Table("group", "What a hand wins of the pot", columns, list(rows.values()))


def _times(z: float, stderr: float | None) -> float | None:
    return None if stderr is None else z * stderr


def _seat_view(told: SimulationResult) -> Table:
    """Put what a seat wins under each ruleset into one line."""
    z = normal_quantile(told.confidence)
    columns = [Column("seat", "Seat", "integer")]
    if told.job.seat_policies:
        columns.append(Column("policy", "Policy"))
    lines: dict[int, dict[str, object]] = {}
    for ruleset in told.job.rulesets:
        columns += [
            Column(f"{ruleset.name} equity", f"{ruleset.name}: equity", "probability", bar=True),
            Column(f"{ruleset.name} error", "±", "probability"),
        ]
    for row in told.outcome.seat:
        line = lines.setdefault(row.seat, {"seat": row.seat, "policy": row.policy})
        line |= {
            f"{row.ruleset.name} equity": row.equity.ratio,
            f"{row.ruleset.name} error": _times(z, row.equity.stderr),
        }
    total = {f"{ruleset.name} equity": 1.0 for ruleset in told.job.rulesets} | {"policy": "Total"}
    named = total if told.job.seat_policies else None  # without a column of texts, a line says less
    return Table("seat", "What a seat wins of the pot", columns, list(lines.values()), named)
