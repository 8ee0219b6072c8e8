"""Simulated pots as a report: who wins chips, with what, and how far the hands go."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokersim.language import N_, _, ngettext, number, percent
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
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("seat", N_("Seat"), "integer"),
    Column("policy", N_("Policy")),
    Column("hands", N_("Hands"), "count"),
    Column("chips_won", N_("Chips won"), "integer"),
    Column("per_hand", N_("Chips a hand"), "chips"),
    Column("stderr", N_("Standard error"), "chips"),
    Column("base", N_("Base")),
    Column("change", N_("Change a hand"), "chips"),
    Column("change_stderr", N_("Standard error of change"), "chips"),
)
_END = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("end", N_("End")),
    Column("count", N_("Count"), "count"),
    Column("total", N_("Total"), "count"),
    Column("probability", N_("Share"), "probability"),
    Column("ci_low", N_("From"), "probability"),
    Column("ci_high", N_("To"), "probability"),
)
_WIN = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("pots", N_("Pots"), "count"),
    Column("chips", N_("Chips"), "count"),
    Column("share", N_("Of all chips"), "probability"),
    Column("per_pot", N_("Chips a pot"), "chips"),
)
_POT = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("pots", N_("Pots"), "count"),
    Column("chips", N_("Chips in a pot"), "chips"),
    Column("stderr", N_("Standard error"), "chips"),
)

UNSHOWN = "unshown"
_ENDS = {
    "draw": {
        "passed-on": N_("passed on to the next deal"),
        "round-1": N_("won unshown before the draw"),
        "round-2": N_("won unshown after the draw"),
        "showdown": N_("shown down"),
    },
    "stud": {
        "passed-on": N_("left to the next deal"),
        "round-1": N_("won unshown with one card up"),
        "round-2": N_("won unshown with two cards up"),
        "round-3": N_("won unshown with three cards up"),
        "round-4": N_("won unshown with four cards up"),
        "showdown": N_("shown down"),
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


def betting_simulation_report(result: BettingSimulationResult, notes: Sequence[str]) -> Report:
    """Lay out a simulation of pots played for chips."""
    outcome, base = result.outcome, result.job.rulesets[0]
    tally = [tally_row(row, place) for place, row in placed(outcome.tally)]
    seat = [_seat_row(row, base) for row in outcome.chips]
    win = [_win_row(row) for row in outcome.wins]
    pairs = zip(result.job.rulesets, outcome.pots, strict=True)
    pot = [_pot_row(ruleset, result.pots, chips) for ruleset, chips in pairs]
    tables = (
        Table("tally", _("What was dealt, shown, and what won"), TALLY_COLUMNS, tally),
        Table("seat", _("What seats and policies win"), _SEAT, seat),
        Table("end", _("How pots end"), _END, [_end_row(row) for row in outcome.ends]),
        Table("win", _("What wins the pots"), _WIN, win),
        Table("pot", _("Pots"), _POT, pot),
    )
    alike = len(result.job.kinds) == 1  # then a policy wins nothing, from nobody but itself
    views = [
        *([] if alike else [_chips_view(result, by_seat=False)]),
        _chips_view(result, by_seat=True),
        _end_view(result),
        *(_win_view(result, r, win) for r in range(len(result.job.rulesets))),
    ]
    figures = (
        *chips_charts(outcome.chips, normal_quantile(result.confidence)),
        *convergence_charts(result.course),
    )
    said = (*_sentences(result), *notes)
    return Report(_meta(result), tables, tuple(views), said, figures=figures)


def _meta(result: BettingSimulationResult) -> dict[str, object]:
    job = result.job
    watched = None
    if result.precision is not None:
        watched = {
            "quantity": N_("chips that a policy wins a hand; a seat, where all play alike"),
            "precision": result.precision,
            "half_width": result.outcome.half_width,
        }
    return meta(
        "simulate",
        job.rulesets,
        method="sampled",
        game=job.game,
        betting={"name": job.betting.name, **settings_of(job.betting)},
        seed=job.seed,
        deals=result.pots,
        players=job.n_players,
        stack=job.stack,
        policies=[policy.name for policy in job.policies],
        confidence=result.confidence,
        interrupted=result.interrupted,
        watched=watched,
    )


def _sentences(result: BettingSimulationResult) -> list[str]:
    found = [
        _how_sampled(result),
        _(
            "From pot to pot the players move on a seat, so that the effects of seats and policies "
            "are separate. Chips are won or lost for a player and a pot; seat 1 is at the dealer's "
            "left."
        ),
    ]
    if len(result.job.rulesets) > 1:
        found.append(_("Changes are measured with the same cards, and have errors of their own."))
    if result.precision is not None:
        text = _("What a policy wins is known to {x}; asked for: {y}.")
        half_width, precision = (
            number(result.outcome.half_width, ".3g"),
            number(result.precision, ".3g"),
        )
        found.append(text.format(x=half_width, y=precision))
    if result.interrupted:
        found.append(_("Interrupted: these are the pots counted until then."))
    return found


def _how_sampled(result: BettingSimulationResult) -> str:
    job = result.job
    players = ngettext("{n} player", "{n} players", job.n_players).format(n=job.n_players)
    chips = ngettext("{n} chip each", "{n} chips each", job.stack).format(n=job.stack)
    text = ngettext(
        "Sampled: {n} pot of {betting}, {players} with {chips}, deck of {deck}, seed {seed}; "
        "intervals at {percent}.",
        "Sampled: {n} pots of {betting}, {players} with {chips}, deck of {deck}, seed {seed}; "
        "intervals at {percent}.",
        result.pots,
    )
    return text.format(
        n=number(result.pots),
        betting=job.betting.title(),
        players=players,
        chips=chips,
        deck=job.rulesets[0].deck,
        seed=job.seed,
        percent=percent(result.confidence),
    )


def _seat_row(row: ChipsRow, base: Ruleset) -> dict[str, object]:
    """Return a row, and the title of its policy beside what programs read."""
    return {
        "table": "seat",
        "ruleset": row.ruleset.name,
        "seat": row.seat,
        "policy": None if row.policy is None else row.policy.name,
        "title": None if row.policy is None else row.policy.title(),
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


def _win_row(row: WinRow) -> dict[str, object]:
    shown = row.combination
    return {
        "table": "win",
        "ruleset": row.ruleset.name,
        "combination": UNSHOWN if shown is None else shown.id,
        "label": _("Unshown") if shown is None else shown.label(),
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


def _chips_view(result: BettingSimulationResult, by_seat: bool) -> Table:
    """Put what a policy, or a seat, wins under each ruleset into one line."""
    z = normal_quantile(result.confidence)
    base = result.job.rulesets[0]
    first = Column("seat", N_("Seat"), "integer") if by_seat else Column("policy", N_("Policy"))
    columns = [first, Column("hands", N_("Hands"), "count")]
    lines: dict[object, dict[str, object]] = {}
    heading = _("{name}: chips a hand")
    for ruleset in result.job.rulesets:
        columns += _with_error(f"{ruleset.name} won", heading.format(name=ruleset.name))
        if ruleset != base:
            columns += _with_error(f"{ruleset.name} change", _("change"))
    for row in result.outcome.chips:
        if by_seat is not (row.seat is not None):
            continue
        who = row.seat if by_seat else row.policy and row.policy.title()
        line = lines.setdefault(row.seat or row.policy, {first.field: who, "hands": row.hands})
        name = row.ruleset.name
        line |= {f"{name} won": row.won.mean, f"{name} won error": _times(z, row.won.stderr)}
        if row.change is not None:
            line |= {
                f"{name} change": row.change.mean,
                f"{name} change error": _times(z, row.change.stderr),
            }
    title = _("What a seat wins") if by_seat else _("What a policy wins")
    return Table("seat", title, columns, list(lines.values()))


def _with_error(field: str, heading: str) -> tuple[Column, Column]:
    """Return a column of chips, and one of their errors beside it."""
    error = Column(f"{field} error", "±", "chips")
    return Column(field, heading, "chips", is_name=True, error=error.field), error


def _end_view(result: BettingSimulationResult) -> Table:
    """Put how often pots end in a way under each ruleset into one line."""
    words = _ENDS[result.job.game]
    columns = [Column("end", N_("Pots"))]
    lines: dict[str, dict[str, object]] = {}
    for row in result.outcome.ends:
        name = row.ruleset.name
        line = lines.setdefault(row.end, {"end": _(words[row.end])})
        line |= {f"{name} count": row.count, f"{name} share": row.count / max(row.total, 1)}
    for ruleset in result.job.rulesets:
        columns += [
            Column(f"{ruleset.name} count", ruleset.name, "count", is_name=True),
            Column(f"{ruleset.name} share", N_("Share"), "probability", bar=True),
        ]
    text = _("{name}: {x} chips in a pot")
    pots = [
        text.format(name=ruleset.name, x=number(chips.mean, ",.2f"))
        for ruleset, chips in zip(result.job.rulesets, result.outcome.pots, strict=True)
    ]
    note = "; ".join(pots) + "."
    return Table("end", _("How far the hands go"), columns, list(lines.values()), note=note)


def _win_view(result: BettingSimulationResult, r: int, rows: Sequence[dict[str, object]]) -> Table:
    """Show what wins the pots under one ruleset, and how often it is dealt and shown."""
    ruleset = result.job.rulesets[r]
    columns = [Column("place", N_("Place"), "integer"), Column("label", N_("Combination"))]
    if result.job.game == "draw":
        columns.append(Column("dealt", N_("Dealt"), "probability"))
    columns += [
        Column("shown", N_("Of hands shown"), "probability"),
        Column("pots", N_("Pots won"), "count"),
        Column("share", N_("Of all chips"), "probability", bar=True),
        Column("per_pot", N_("Chips a pot"), "chips"),
    ]
    share = {
        (row.stage, row.combination.id): row.count / row.total if row.total else None
        for row in result.outcome.tally
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
    title = _("What wins the pots: {name}").format(name=ruleset.title())
    mean = result.outcome.pots[r].mean
    total = {"label": _("Total"), "pots": result.pots, "share": 1.0, "per_pot": mean}
    return Table("win", title, columns, shown, total)


def _times(z: float, stderr: float | None) -> float | None:
    return None if stderr is None else z * stderr
