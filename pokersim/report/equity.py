"""Equities as a report: what each player wins, and with what."""

from collections.abc import Sequence

from pokersim.report.meta import meta
from pokersim.report.table import Column, Report, Table
from pokersim.stats import normal_quantile
from pokersim.studies.equity import EquityJob, EquityRow, ShownRow

_EQUITY = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("player", "Player", "integer"),
    Column("cards", "Hand"),
    Column("wins", "Wins", "count"),
    Column("ties", "Ties", "count"),
    Column("ties_by_share", "Ties of two, three ..", "breakdown"),
    Column("equity", "Equity", "probability"),
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
    Column("probability", "Share", "probability"),
    Column("wins_share", "Wins when shown", "probability"),
    Column("outcomes", "Outcomes", "count"),
)
TABLES = ("equity", "shown")


def equity_report(
    job: EquityJob,
    rows: Sequence[EquityRow],
    shown: Sequence[ShownRow],
    confidence: float,
    notes: Sequence[str],
    language: str,
) -> Report:
    """Lay out equities: long rows for programs, a line a player and a ruleset for people."""
    method = "exact" if job.seed is None else "sampled"
    data = [_equity_row(row, method, confidence) for row in rows]
    seen = [_shown_row(row, language) for row in shown]
    tables = (
        Table("equity", "Equity", _EQUITY, data),
        Table("shown", "What the players show", _SHOWN, seen),
    )
    error = Column("error", "±", "probability")
    columns = [c for c in _EQUITY if c.field in ("ruleset", "player", "cards", "wins", "ties")]
    columns.append(next(c for c in _EQUITY if c.field == "equity"))
    if method == "sampled":
        columns.append(error)
    views = [Table("equity", "Equity", columns, data)]
    for ruleset in job.rulesets:
        own = [row for row in seen if row["ruleset"] == ruleset.name]
        title = f"What the players show under {ruleset.name}"
        fields = ("player", "label", "shown", "wins", "ties", "probability", "wins_share")
        views.append(Table("shown", title, [c for c in _SHOWN if c.field in fields], own))
    how = _how(rows[0].outcomes, job, confidence)
    about = meta(
        "equity",
        job.rulesets,
        method=method,
        outcomes=rows[0].outcomes,
        **({} if job.seed is None else {"seed": job.seed, "deals": rows[0].outcomes}),
        confidence=confidence,
    )
    return Report(about, tables, tuple(views), (how, *notes))


def _how(outcomes: int, job: EquityJob, confidence: float) -> str:
    if job.seed is None:
        return f"Exact: all {outcomes:,} outcomes are dealt."
    return (
        f"Sampled: {outcomes:,} of {job.outcomes:,} outcomes, seed {job.seed}; "
        f"errors at {100 * confidence:g}%."
    )


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
