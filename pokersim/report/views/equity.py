"""Equities as a report: what each player wins, and with what."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokersim.language import N_, _, ngettext, number, percent
from pokersim.report.charts.charts import equity_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.stats import normal_quantile
from pokersim.studies.equity.equities import EquityJob, EquityRow, ShownRow, half_width

_EQUITY = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("player", N_("Player"), "integer"),
    Column("cards", N_("Hand")),
    Column("wins", N_("Wins"), "count"),
    Column("ties", N_("Ties"), "count"),
    Column("ties_by_share", N_("Ties of two, three .."), "breakdown"),
    Column("equity", N_("Equity"), "probability", bar=True),
    Column("stderr", N_("Standard error"), "probability"),
    Column("method", N_("Method")),
    Column("outcomes", N_("Outcomes"), "count"),
)
_SHOWN = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("player", N_("Player"), "integer"),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("shown", N_("Shown"), "count"),
    Column("wins", N_("Wins"), "count"),
    Column("ties", N_("Ties"), "count"),
    Column("probability", N_("Share"), "probability", bar=True),
    Column("wins_share", N_("Wins when shown"), "probability"),
    Column("outcomes", N_("Outcomes"), "count"),
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


def equity_report(result: EquityResult, notes: Sequence[str]) -> Report:
    """Lay out equities: long rows for programs, a line a player and a ruleset for people."""
    job, rows, shown, confidence = result.job, result.rows, result.shown, result.confidence
    method = "exact" if job.seed is None else "sampled"
    data = [_equity_row(row, method, confidence) for row in rows]
    seen = [_shown_row(row) for row in shown]
    tables = (
        Table("equity", _("Equity"), _EQUITY, data),
        Table("shown", _("What the players show"), _SHOWN, seen),
    )
    error = Column("error", "±", "probability")
    # Of two players a tie is always of two.
    ties = "ties_by_share" if len(job.holdings) > 2 else "ties"
    fields = ("ruleset", "player", "cards", "wins", ties, "equity")
    columns = [c for c in _EQUITY if c.field in fields]
    if method == "sampled":
        columns.append(error)
    views = [Table("equity", _("Equity"), columns, data)]
    for ruleset in job.rulesets:
        own = [row for row in seen if row["ruleset"] == ruleset.name]
        title = _("What the players show under {name}").format(name=ruleset.name)
        views.append(Table("shown", title, [c for c in _SHOWN if c.field in _SEEN], own))
    about = meta(
        "equity",
        job.rulesets,
        method=method,
        outcomes=rows[0].outcomes,
        **({} if job.seed is None else {"seed": job.seed, "deals": rows[0].outcomes}),
        confidence=confidence,
        interrupted=result.interrupted,
        watched=_watched(result),
    )
    figures = equity_charts(rows, job.rulesets, normal_quantile(confidence))
    said = (*_sentences(result), *notes)
    return Report(about, tables, tuple(views), said, figures=figures)


def _watched(result: EquityResult) -> dict[str, object] | None:
    """Say what the precision was about."""
    if result.precision is None:
        return None
    return {
        "quantity": N_("equity of player 1"),
        "precision": result.precision,
        "half_width": half_width(result.rows, result.confidence),
    }


def _sentences(result: EquityResult) -> list[str]:
    found = [_how(result.rows[0].outcomes, result.job, result.confidence)]
    if result.precision is not None:
        found.append(
            _("The equity of player 1 is known to {x}; asked for: {y}.").format(
                x=number(half_width(result.rows, result.confidence), ".3g"),
                y=number(result.precision, ".3g"),
            )
        )
    if result.over_budget:
        found.append(
            _(
                "All deals would take about {n} hands to be ranked or compared; --exact, or a "
                "larger --budget, counts them."
            ).format(n=number(result.job.evaluations))
        )
    if result.interrupted:
        found.append(_("Interrupted: these are the deals counted until then."))
    return found


def _how(outcomes: int, job: EquityJob, confidence: float) -> str:
    if job.seed is None:
        text = ngettext("Exact: all {n} outcome.", "Exact: all {n} outcomes.", outcomes)
        return text.format(n=number(outcomes))
    text = ngettext(
        "Sampled: {n} deal, seed {seed}; errors (±) at {percent}.",
        "Sampled: {n} deals, seed {seed}; errors (±) at {percent}.",
        outcomes,
    )
    return text.format(n=number(outcomes), seed=job.seed, percent=percent(confidence))


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


def _shown_row(row: ShownRow) -> dict[str, object]:
    return {
        "table": "shown",
        "ruleset": row.ruleset.name,
        "player": row.player,
        "combination": row.combination.id,
        "label": row.combination.label(),
        "shown": row.shown,
        "wins": row.won,
        "ties": row.split,
        "probability": row.shown / row.outcomes,
        "wins_share": row.won / row.shown,
        "outcomes": row.outcomes,
    }
