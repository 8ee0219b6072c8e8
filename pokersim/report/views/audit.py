"""Audits as a report: what stands where rarity puts it, what does not, and where it belongs."""

from collections.abc import Sequence

from pokersim.language import N_, _, ngettext, number
from pokersim.report.charts.chart_spec import ChartSpec, verdict_words
from pokersim.report.charts.charts import slope_chart
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.report.values import fixed
from pokersim.report.views.frequency import joint_order
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.audit import UNFAIR, AuditRow
from pokersim.studies.combination_sets import CombinationSets
from pokersim.studies.fair_order import FairOrder

_COLUMNS = (
    Column("ruleset", N_("Ruleset")),
    Column("stage", N_("Stage")),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("place", N_("Place"), "integer"),
    Column("hands", N_("Counts as"), "count"),
    Column("total", N_("All hands"), "count"),
    Column("probability", N_("Probability"), "probability", bar=True),
    Column("rarity_place", N_("By rarity"), "integer"),
    Column("verdict", N_("Verdict")),
    Column("fair_place", N_("Fair place"), "integer"),
    Column("fair_hands", N_("Counts there"), "count"),
    Column("fair_probability", N_("Probability there"), "probability"),
    Column("note", N_("Note")),
)
_OF_ONE = ("place", "label", "hands", "probability", "rarity_place", "verdict", "note")
STAGES = {"dealt": N_("dealt"), "final": N_("after the draw")}
METHODS = {
    "dealt": N_("Dealt: exact, every hand of the deck ({decks}) is counted."),
    "final": N_(
        "After the draw: exact for the draws of the equilibrium policy with one opponent, under "
        "the order as it stands; they stay the same when a combination is moved."
    ),
}


def audit_report(
    rulesets: Sequence[Ruleset],
    audits: Sequence[Sequence[AuditRow]],
    n_cards: int,
    notes: Sequence[str],
) -> Report:
    """Lay out audits: one for each ruleset and stage, the stages of a ruleset together."""
    rows = [_row(row) for rows in audits for row in rows]
    title = _("Place against rarity, {n} cards").format(n=n_cards)
    data = Table("audit", title, _COLUMNS, rows)
    stages = list(dict.fromkeys(rows[0].stage for rows in audits))
    if len(rulesets) == 1:
        views = [_view_of_one(rows) for rows in audits]
    else:
        by_stage = {stage: [rows for rows in audits if rows[0].stage == stage] for stage in stages}
        views = [_side_by_side(rows) for rows in by_stage.values()]
        views += _why(rows)
    decks = "; ".join(sorted({str(ruleset.deck) for ruleset in rulesets}))
    said = [_summary(rows) for rows in audits]
    said += [_(METHODS[stage]).format(decks=decks) for stage in stages]
    method = {"method": "exact", "stages": stages, "cards": n_cards}
    about = meta("audit", rulesets, **method)
    figures = tuple(_figure(rows) for rows in audits)
    return Report(about, (data,), tuple(views), (*said, *notes), figures=figures)


def _figure(rows: Sequence[AuditRow]) -> ChartSpec:
    """Return place against rarity of what the deck can hold."""
    placed = [row for row in rows if row.place is not None and row.rarity_place is not None]
    return slope_chart(
        _title(rows[0]),
        [row.combination.label() for row in placed],
        [(row.place or 0, row.rarity_place or 0) for row in placed],
        [row.verdict for row in placed],
    )


def _title(row: AuditRow) -> str:
    return f"{row.ruleset.title()}: {_(STAGES[row.stage])}"


def _row(row: AuditRow) -> dict[str, object]:
    """Return a row; after the draw there are no hands to count, only shares."""
    is_counted = row.stage == "dealt"
    fair = row.move if row.move is not None and row.move.other is None else None
    return {
        "ruleset": row.ruleset.name,
        "stage": row.stage,
        "combination": row.combination.id,
        "label": row.combination.label(),
        "place": row.place,
        "hands": row.hands if is_counted else None,
        "total": row.total if is_counted else None,
        "probability": row.probability,
        "rarity_place": row.rarity_place,
        "verdict": row.verdict,
        "fair_place": fair.place if fair else None,
        "fair_hands": fair.hands if fair and is_counted else None,
        "fair_probability": fair.hands / row.total if fair else None,
        "note": _note(row),
    }


def _in_words(row: dict[str, object]) -> dict[str, object]:
    """Return a row as people read it: stage and verdict in words."""
    stage, verdict = _(STAGES[str(row["stage"])]), verdict_words(str(row["verdict"]))
    return row | {"stage": stage, "verdict": verdict}


def _note(row: AuditRow) -> str:
    """Say in a few words where a combination belongs, or why nowhere."""
    if row.verdict == "impossible":
        return _("can't occur in this deck")
    if row.move is None or row.place is None:
        equals = ", ".join(other.label() for other in row.equals)
        text = _("as rare as {list}: their order is arbitrary")
        return text.format(list=equals) if equals else ""
    there = _amount(row, row.move.hands)
    if row.move.other is None:
        text = _("fair at place {n}, counting {x} there")
        return text.format(n=row.move.place, x=there)
    other, that = row.move.other.label(), _amount(row, row.move.other_hands)
    if row.move.place < row.place:
        text = _("above {other} it would count {x}, and that {y}")
    else:
        text = _("below {other} it would count {x}, and that {y}")
    return text.format(other=other, x=there, y=that)


def _amount(row: AuditRow, hands: int) -> str:
    """Write hands dealt as a count, and shares after the draw in percent."""
    if row.stage == "dealt":
        return number(hands)
    return fixed(100 * hands / row.total, 4, 4) + "%"


def _summary(rows: Sequence[AuditRow]) -> str:
    """Say in a sentence whether a ruleset is fair."""
    name, stage = rows[0].ruleset.name, _(STAGES[rows[0].stage])
    n_possible = sum(row.verdict != "impossible" for row in rows)
    unfair = sum(row.verdict in UNFAIR for row in rows)
    text = _("{ruleset}, {stage}: no combination is out of place.")
    if unfair:
        text = ngettext(
            "{ruleset}, {stage}: {n} of {n_all} combinations is out of place.",
            "{ruleset}, {stage}: {n} of {n_all} combinations are out of place.",
            unfair,
        )
    return text.format(ruleset=name, stage=stage, n=unfair, n_all=n_possible)


def _view_of_one(rows: Sequence[AuditRow]) -> Table:
    first = rows[0]
    is_counted = first.stage == "dealt"
    fields = [field for field in _OF_ONE if is_counted or field != "hands"]
    columns = [column for name in fields for column in _COLUMNS if column.field == name]
    total = {"label": _("Total"), "probability": 1.0, "hands": first.total if is_counted else None}
    shown = [_in_words(_row(row)) for row in rows]
    return Table(first.stage, _title(first), columns, shown, total)


def _side_by_side(audits: Sequence[Sequence[AuditRow]]) -> Table:
    """Put what each ruleset says of a combination into one line."""
    by_id = [{row.combination.id: row for row in rows} for rows in audits]
    columns = [Column("label", N_("Combination"))]
    lines: dict[str, dict[str, object]] = {
        combination: {} for combination in joint_order([list(found) for found in by_id])
    }
    for rows in audits:
        name = rows[0].ruleset.name
        columns += [
            Column(f"{name} place", name, "integer", is_name=True),
            Column(f"{name} probability", N_("probability"), "probability", bar=True),
            Column(f"{name} rarity", N_("by rarity"), "integer"),
            Column(f"{name} verdict", N_("verdict")),
        ]
        for row in rows:
            lines[row.combination.id] |= {
                "label": row.combination.label(),
                f"{name} place": row.place,
                f"{name} probability": row.probability,
                f"{name} rarity": row.rarity_place,
                f"{name} verdict": verdict_words(row.verdict),
            }
    empty = dict.fromkeys(column.field for column in columns)
    stage = audits[0][0].stage
    title = _("Place against rarity, {stage}").format(stage=_(STAGES[stage]))
    note = _("Under the name of a ruleset: the place of the combination there, 1 the highest.")
    total = {f"{rows[0].ruleset.name} probability": 1.0 for rows in audits} | {"label": _("Total")}
    return Table(stage, title, columns, [{**empty, **line} for line in lines.values()], total, note)


def _why(rows: Sequence[dict[str, object]]) -> list[Table]:
    """Return the notes on what is out of place under several rulesets, if anything is."""
    fields = ("ruleset", "stage", "label", "verdict", "note")
    columns = [column for name in fields for column in _COLUMNS if column.field == name]
    unfair = [_in_words(row) for row in rows if row["verdict"] in UNFAIR]
    return [Table("why", _("Out of place"), columns, unfair)] if unfair else []


def fair_order_text(ruleset: Ruleset, census: CombinationSets, fair: FairOrder, path: str) -> str:
    """Say that an order by rarity was written to a file, or why there is none."""
    labels = [combination.label() for combination in census.combinations]
    if fair.stuck is not None:
        above, below = (labels[place] for place in fair.stuck)
        more, less = fair.counts[-2:]
        return _(
            "{file} is not written: no order of '{ruleset}' agrees with its own counts\n"
            "  the rarest of what is left always next, {above} ({n_more}) comes above {below},\n"
            "  which then counts {n_less}; every other order fails too, as docs/audit.md proves"
        ).format(
            file=path,
            ruleset=ruleset.name,
            above=above,
            below=below,
            n_more=number(more),
            n_less=number(less),
        )
    if fair.order == tuple(range(len(labels))):
        text = _("{file}: '{ruleset}' as it stands agrees with its own counts")
    else:
        text = _("{file}: '{ruleset}' in an order that agrees with its own counts")
    said = text.format(file=path, ruleset=ruleset.name)
    left_out = [c.id for c in ruleset.ranking if c not in census.combinations]
    if left_out:
        said += _(", without what the deck can't hold: {id}").format(id=", ".join(left_out))
    return said
