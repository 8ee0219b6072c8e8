"""Equities as a report: what each player wins, and with what."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokersim.report.charts.charts import equity_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.stats import normal_quantile
from pokersim.studies.equity.equities import EquityJob, EquityRow, ShownRow, half_width

_EQUITY = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("player", "Player", "integer"),
    Column("cards", "Hand"),
    Column("wins", "Wins", "count"),
    Column("ties", "Ties", "count"),
    Column("ties_by_share", "Ties of two, three ..", "breakdown"),
    Column("equity", "Equity", "probability", bar=True),
    Column("stderr", "Standard error", "probability"),
    Column("method", "Method"),
    Column("outcomes", "Outcomes", "count"),
)
_SHOWN = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("player", "Player", "integer"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("shown", "Shown", "count"),
    Column("wins", "Wins", "count"),
    Column("ties", "Ties", "count"),
    Column("probability", "Share", "probability", bar=True),
    Column("wins_share", "Wins when shown", "probability"),
    Column("outcomes", "Outcomes", "count"),
)
_SEEN = ("player", "label", "shown", "wins", "ties", "probability", "wins_share")
TABLES = ("equity", "shown")


@dataclass(frozen=True)
class EquityResult:
    """What a report of equities is made of.

    Attributes
    ----------
    job, rows, shown
        The spot, what each player wins, and with what.
    confidence, precision
        Of the intervals; the half-width that was asked for, or None.
    interrupted
        Whether the run ended before its time.
    """

    job: EquityJob
    rows: Sequence[EquityRow]
    shown: Sequence[ShownRow]
    confidence: float
    precision: float | None
    interrupted: bool
    over_budget: bool


def equity_report(told: EquityResult, notes: Sequence[str], language: str) -> Report:
    """Lay out equities: long rows for programs, a line a player and a ruleset for people."""
    job, rows, shown, confidence = told.job, told.rows, told.shown, told.confidence
    method = "exact" if job.seed is None else "sampled"
    data = [_equity_row(row, method, confidence) for row in rows]
    seen = [_shown_row(row, language) for row in shown]
    tables = (
        Table("equity", "Equity", _EQUITY, data),
        Table("shown", "What the players show", _SHOWN, seen),
    )
    error = Column("error", "±", "probability")
    # Of two players a tie is always of two.
    ties = "ties_by_share" if len(job.holdings) > 2 else "ties"
    fields = ("ruleset", "player", "cards", "wins", ties, "equity")
    columns = [c for c in _EQUITY if c.field in fields]
    if method == "sampled":
        columns.append(error)
    views = [Table("equity", "Equity", columns, data)]
    for ruleset in job.rulesets:
        own = [row for row in seen if row["ruleset"] == ruleset.name]
        title = f"What the players show under {ruleset.name}"
        views.append(Table("shown", title, [c for c in _SHOWN if c.field in _SEEN], own))
    about = meta(
        "equity",
        job.rulesets,
        method=method,
        outcomes=rows[0].outcomes,
        **({} if job.seed is None else {"seed": job.seed, "deals": rows[0].outcomes}),
        confidence=confidence,
        interrupted=told.interrupted,
        watched=_watched(told),
    )
    figures = equity_charts(rows, job.rulesets, normal_quantile(confidence), language)
    said = (*_sentences(told), *notes)
    return Report(about, tables, tuple(views), said, figures=figures)


def _watched(told: EquityResult) -> dict[str, object] | None:
    """Say what the precision was about."""
    if told.precision is None:
        return None
    return {
        "quantity": "equity of player 1",
        "precision": told.precision,
        "half_width": half_width(told.rows, told.confidence),
    }


def _sentences(told: EquityResult) -> list[str]:
    found = [_how(told.rows[0].outcomes, told.job, told.confidence)]
    if told.precision is not None:
        found.append(
            f"The equity of player 1 is known to {half_width(told.rows, told.confidence):.3g}; "
            f"asked for: {told.precision:.3g}."
        )
    if told.over_budget:
        found.append(
            f"All deals would take about {told.job.evaluations:,} hands to be ranked or compared; "
            "--exact, or a larger --budget, counts them."
        )
    if told.interrupted:
        found.append("Interrupted: these are the deals counted until then.")
    return found


def _how(outcomes: int, job: EquityJob, confidence: float) -> str:
    if job.seed is None:
        return f"Exact: all {outcomes:,} outcome{'s' if outcomes > 1 else ''}."
    return f"Sampled: {outcomes:,} deals, seed {job.seed}; errors (±) at {100 * confidence:g}%."


def _equity_row(row: EquityRow, method: str, confidence: float) -> dict[str, object]:
    return {
        "table": "equity",
        "ruleset": row.ruleset.name,
        "player": row.player,
        "cards": " ".join(row.holding.text.split()),
        "wins": row.wins,
        "ties": row.ties,
        "ties_by_share": list(row.ties_by_share),
        "equity": row.equity,
        "stderr": row.stderr,
        "error": normal_quantile(confidence) * row.stderr,
        "method": method,
        "outcomes": row.outcomes,
    }


def _shown_row(row: ShownRow, language: str) -> dict[str, object]:
    return {
        "table": "shown",
        "ruleset": row.ruleset.name,
        "player": row.player,
        "combination": row.combination.id,
        "label": row.combination.label(language),
        "shown": row.shown,
        "wins": row.won,
        "ties": row.split,
        "probability": row.shown / row.outcomes,
        "wins_share": row.won / row.shown,
        "outcomes": row.outcomes,
    }
