"""Simulated pots as a report: who wins chips, with what, and how far the hands go."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokersim.report.charts.charts import chips_charts, convergence_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.report.views.betting import settings_of
from pokersim.report.views.simulate import TALLY_COLUMNS, placed, tally_row
from pokersim.rules.ruleset import Ruleset
from pokersim.stats import normal_quantile
from pokersim.studies.betting.betting_results import BettingOutcome, Chips, ChipsRow, EndRow, WinRow
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.simulate.convergence import Estimate

TABLES = ("tally", "seat", "end", "win", "pot")

_SEAT = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("seat", "Seat", "integer"),
    Column("policy", "Policy"),
    Column("hands", "Hands", "count"),
    Column("chips_won", "Chips won", "integer"),
    Column("per_hand", "Chips a hand", "chips"),
    Column("stderr", "Standard error", "chips"),
    Column("base", "Base"),
    Column("change", "Change a hand", "chips"),
    Column("change_stderr", "Standard error of change", "chips"),
)
_END = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("end", "End"),
    Column("count", "Count", "count"),
    Column("total", "Total", "count"),
    Column("probability", "Share", "probability"),
    Column("ci_low", "From", "probability"),
    Column("ci_high", "To", "probability"),
)
_WIN = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("pots", "Pots", "count"),
    Column("chips", "Chips", "count"),
    Column("share", "Of all chips", "probability"),
    Column("per_pot", "Chips a pot", "chips"),
)
_POT = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("pots", "Pots", "count"),
    Column("chips", "Chips in a pot", "chips"),
    Column("stderr", "Standard error", "chips"),
)

UNSHOWN = "unshown"
_ENDS = {
    "draw": {
        "passed-on": "passed on to the next deal",
        "round-1": "won unshown before the draw",
        "round-2": "won unshown after the draw",
        "showdown": "shown down",
    },
    "stud": {
        "passed-on": "left to the next deal",
        "round-1": "won unshown with one card up",
        "round-2": "won unshown with two cards up",
        "round-3": "won unshown with three cards up",
        "round-4": "won unshown with four cards up",
        "showdown": "shown down",
    },
}


@dataclass(frozen=True)
class BettingSimulationResult:
    """What a simulation of pots has to tell, and how it came about.

    Attributes
    ----------
    job, outcome
        What was played, and what came of it.
    pots
        How many pots were counted.
    confidence
        Of every interval.
    precision
        Half the interval of what a policy wins that was asked for, or None.
    interrupted
        Whether the run was stopped before its end.
    course
        How well what is watched was known after more and more deals.
    """

    job: BettingJob
    outcome: BettingOutcome
    pots: int
    confidence: float
    precision: float | None
    interrupted: bool
    course: Sequence[tuple[int, Sequence[Estimate]]] = ()


def betting_simulation_report(
    told: BettingSimulationResult, notes: Sequence[str], language: str
) -> Report:
    """Lay out a simulation of pots played for chips."""
    outcome, base = told.outcome, told.job.rulesets[0]
    tally = [tally_row(row, place, language) for place, row in placed(outcome.tally)]
    seat = [_seat_row(row, base, language) for row in outcome.chips]
    win = [_win_row(row, language) for row in outcome.wins]
    pairs = zip(told.job.rulesets, outcome.pots, strict=True)
    pot = [_pot_row(ruleset, told.pots, chips) for ruleset, chips in pairs]
    tables = (
        Table("tally", "What was dealt, shown, and what won", TALLY_COLUMNS, tally),
        Table("seat", "What seats and policies win", _SEAT, seat),
        Table("end", "How pots end", _END, [_end_row(row) for row in outcome.ends]),
        Table("win", "What wins the pots", _WIN, win),
        Table("pot", "Pots", _POT, pot),
    )
    alike = len(told.job.kinds) == 1  # then a policy wins nothing, from nobody but itself
    views = [
        *([] if alike else [_chips_view(told, by_seat=False, language=language)]),
        _chips_view(told, by_seat=True, language=language),
        _end_view(told),
        *(_win_view(told, r, win, language) for r in range(len(told.job.rulesets))),
    ]
    figures = (
        *chips_charts(outcome.chips, normal_quantile(told.confidence), language),
        *convergence_charts(told.course, language),
    )
    said = (*_sentences(told), *notes)
    return Report(_meta(told), tables, tuple(views), said, figures=figures)


def _meta(told: BettingSimulationResult) -> dict[str, object]:
    job = told.job
    watched = None
    if told.precision is not None:
        watched = {
            "quantity": "chips that a policy wins a hand; a seat, where all play alike",
            "precision": told.precision,
            "half_width": told.outcome.half_width,
        }
    return meta(
        "simulate",
        job.rulesets,
        method="sampled",
        game=job.game,
        betting={"name": job.betting.name, **settings_of(job.betting)},
        seed=job.seed,
        deals=told.pots,
        players=job.n_players,
        stack=job.stack,
        policies=[policy.name for policy in job.policies],
        confidence=told.confidence,
        interrupted=told.interrupted,
        watched=watched,
    )


def _sentences(told: BettingSimulationResult) -> list[str]:
    job, percent = told.job, f"{100 * told.confidence:g}%"
    found = [
        f"Sampled: {told.pots:,} pots of {job.betting.title()}, {job.n_players} players with "
        f"{job.stack} chips each, deck of {job.rulesets[0].deck.name}, seed {job.seed}; "
        f"intervals at {percent}.",
        "From pot to pot the players move on a seat, so that seats and policies can be told "
        "apart. Chips are won or lost for a player and a pot; seat 1 is at the dealer's left.",
    ]
    if len(job.rulesets) > 1:
        found.append("Changes are measured with the same cards, and have errors of their own.")
    if told.precision is not None:
        found.append(
            f"What a policy wins is known to {told.outcome.half_width:.3g}; "
            f"asked for: {told.precision:.3g}."
        )
    if told.interrupted:
        found.append("Interrupted: these are the pots counted until then.")
    return found


def _seat_row(row: ChipsRow, base: Ruleset, language: str) -> dict[str, object]:
    """Return a row, and the title of its policy beside what programs read."""
    return {
        "table": "seat",
        "ruleset": row.ruleset.name,
        "seat": row.seat,
        "policy": None if row.policy is None else row.policy.name,
        "title": None if row.policy is None else row.policy.title(language),
        "hands": row.hands,
        "chips_won": row.won.total,
        "per_hand": row.won.mean,
        "stderr": row.won.stderr,
        "base": base.name,
        "change": 0.0 if row.change is None else row.change.mean,
        "change_stderr": 0.0 if row.change is None else row.change.stderr,
    }


def _end_row(row: EndRow) -> dict[str, object]:
    return {
        "table": "end",
        "ruleset": row.ruleset.name,
        "end": row.end,
        "count": row.count,
        "total": row.total,
        "probability": row.count / row.total if row.total else None,
        "ci_low": row.low,
        "ci_high": row.high,
    }


def _win_row(row: WinRow, language: str) -> dict[str, object]:
    shown = row.combination
    return {
        "table": "win",
        "ruleset": row.ruleset.name,
        "combination": UNSHOWN if shown is None else shown.id,
        "label": "Unshown" if shown is None else shown.label(language),
        "pots": row.pots,
        "chips": row.chips,
        "share": row.chips / row.total if row.total else None,
        "per_pot": row.chips / row.pots if row.pots else None,
    }


def _pot_row(ruleset: Ruleset, n_pots: int, chips: Chips) -> dict[str, object]:
    return {
        "table": "pot",
        "ruleset": ruleset.name,
        "pots": n_pots,
        "chips": chips.mean,
        "stderr": chips.stderr,
    }


def _chips_view(told: BettingSimulationResult, by_seat: bool, language: str) -> Table:
    """Put what a policy, or a seat, wins under each ruleset into one line."""
    z = normal_quantile(told.confidence)
    base = told.job.rulesets[0]
    first = Column("seat", "Seat", "integer") if by_seat else Column("policy", "Policy")
    columns = [first, Column("hands", "Hands", "count")]
    lines: dict[object, dict[str, object]] = {}
    for ruleset in told.job.rulesets:
        columns += _with_error(f"{ruleset.name} won", f"{ruleset.name}: chips a hand")
        if ruleset != base:
            columns += _with_error(f"{ruleset.name} change", "change")
    for row in told.outcome.chips:
        if by_seat is not (row.seat is not None):
            continue
        who = row.seat if by_seat else row.policy and row.policy.title(language)
        line = lines.setdefault(row.seat or row.policy, {first.field: who, "hands": row.hands})
        name = row.ruleset.name
        line |= {f"{name} won": row.won.mean, f"{name} won error": _times(z, row.won.stderr)}
        if row.change is not None:
            line |= {
                f"{name} change": row.change.mean,
                f"{name} change error": _times(z, row.change.stderr),
            }
    title = "What a seat wins" if by_seat else "What a policy wins"
    return Table("seat", title, columns, list(lines.values()))


def _with_error(field: str, heading: str) -> tuple[Column, Column]:
    """Return a column of chips, and one of their errors beside it."""
    error = Column(f"{field} error", "±", "chips")
    return Column(field, heading, "chips", error=error.field), error


def _end_view(told: BettingSimulationResult) -> Table:
    """Put how often pots end in a way under each ruleset into one line."""
    words = _ENDS[told.job.game]
    columns = [Column("end", "Pots")]
    lines: dict[str, dict[str, object]] = {}
    for row in told.outcome.ends:
        name = row.ruleset.name
        line = lines.setdefault(row.end, {"end": words[row.end]})
        line |= {f"{name} count": row.count, f"{name} share": row.count / max(row.total, 1)}
    for ruleset in told.job.rulesets:
        columns += [
            Column(f"{ruleset.name} count", ruleset.name, "count"),
            Column(f"{ruleset.name} share", "Share", "probability", bar=True),
        ]
    pots = [
        f"{ruleset.name}: {chips.mean:,.2f} chips in a pot"
        for ruleset, chips in zip(told.job.rulesets, told.outcome.pots, strict=True)
    ]
    note = "; ".join(pots) + "."
    return Table("end", "How far the hands go", columns, list(lines.values()), note=note)


def _win_view(
    told: BettingSimulationResult, r: int, rows: Sequence[dict[str, object]], language: str
) -> Table:
    """Show what wins the pots under one ruleset, and how often it is dealt and shown."""
    ruleset = told.job.rulesets[r]
    columns = [Column("place", "Place", "integer"), Column("label", "Combination")]
    if told.job.game == "draw":
        columns.append(Column("dealt", "Dealt", "probability"))
    columns += [
        Column("shown", "Of hands shown", "probability"),
        Column("pots", "Pots won", "count"),
        Column("share", "Of all chips", "probability", bar=True),
        Column("per_pot", "Chips a pot", "chips"),
    ]
    share = {
        (row.stage, row.combination.id): row.count / row.total if row.total else None
        for row in told.outcome.tally
        if row.ruleset == ruleset
    }
    own = [row for row in rows if row["ruleset"] == ruleset.name]
    shown = [
        row
        | {
            "place": None if row["combination"] == UNSHOWN else place,
            "dealt": share.get(("dealt", str(row["combination"]))),
            "shown": share.get(("showdown", str(row["combination"]))),
        }
        for place, row in enumerate(own, start=1)
    ]
    title = f"What wins the pots: {ruleset.title(language)}"
    mean = told.outcome.pots[r].mean
    total = {"label": "Total", "pots": told.pots, "share": 1.0, "per_pot": mean}
    return Table("win", title, columns, shown, total)


def _times(z: float, stderr: float | None) -> float | None:
    return None if stderr is None else z * stderr
