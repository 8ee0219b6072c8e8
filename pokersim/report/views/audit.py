"""Audits as a report: what stands where rarity puts it, what does not, and where it belongs."""

from collections.abc import Sequence

from pokersim.report.charts.chart_spec import ChartSpec, verdict_words
from pokersim.report.charts.charts import slope_chart
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.report.values import fixed
from pokersim.report.views.frequency import joint_order
from pokersim.report.words import say
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.audit import UNFAIR, AuditRow
from pokersim.studies.combination_sets import CombinationSets
from pokersim.studies.fair_order import FairOrder

_COLUMNS = (
    Column("ruleset", "Ruleset"),
    Column("stage", "Stage"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("place", "Place", "integer"),
    Column("hands", "Counts as", "count"),
    Column("total", "All hands", "count"),
    Column("probability", "Probability", "probability", bar=True),
    Column("rarity_place", "By rarity", "integer"),
    Column("verdict", "Verdict"),
    Column("fair_place", "Fair place", "integer"),
    Column("fair_hands", "Counts there", "count"),
    Column("fair_probability", "Probability there", "probability"),
    Column("note", "Note"),
)
_OF_ONE = ("place", "label", "hands", "probability", "rarity_place", "verdict", "note")
STAGES = {"dealt": "dealt", "final": "after the draw"}
METHODS = {
    "dealt": "Dealt: exact, every hand of the deck ({decks}) is counted.",
    "final": "After the draw: exact for the draws of the policy that is best against itself with "
    "one opponent, under the order as it stands; they stay when a combination is moved.",
}


def audit_report(
    rulesets: Sequence[Ruleset],
    audits: Sequence[Sequence[AuditRow]],
    n_cards: int,
    notes: Sequence[str],
    language: str,
) -> Report:
    """Lay out audits: one for each ruleset and stage, the stages of a ruleset together."""
    rows = [_row(row, language) for rows in audits for row in rows]
    title = f"Place against rarity, {n_cards} cards"
    data = Table("audit", title, _COLUMNS, rows)
    stages = list(dict.fromkeys(rows[0].stage for rows in audits))
    if len(rulesets) == 1:
        views = [_view_of_one(rows, language) for rows in audits]
    else:
        by_stage = {stage: [rows for rows in audits if rows[0].stage == stage] for stage in stages}
        views = [_side_by_side(rows, language) for rows in by_stage.values()]
        views += _why(rows)
    decks = "; ".join(sorted({ruleset.deck.name for ruleset in rulesets}))
    said = [_summary(rows) for rows in audits]
    said += [METHODS[stage].format(decks=decks) for stage in stages]
    method = {"method": "exact", "stages": stages, "cards": n_cards}
    about = meta("audit", rulesets, **method)
    figures = tuple(_figure(rows, language) for rows in audits)
    return Report(about, (data,), tuple(views), (*said, *notes), figures=figures)


def _figure(rows: Sequence[AuditRow], language: str) -> ChartSpec:
    """Return place against rarity of what the deck can hold."""
    placed = [row for row in rows if row.place is not None and row.rarity_place is not None]
    return slope_chart(
        _title(rows[0], language),
        [row.combination.label(language) for row in placed],
        [(row.place or 0, row.rarity_place or 0) for row in placed],
        [row.verdict for row in placed],
    )


def _title(row: AuditRow, language: str) -> str:
    return f"{row.ruleset.title(language)}: {STAGES[row.stage]}"


def _row(row: AuditRow, language: str) -> dict[str, object]:
    """Return a row; after the draw there are no hands to count, only shares."""
    is_counted = row.stage == "dealt"
    fair = row.move if row.move is not None and row.move.other is None else None
    return {
        "ruleset": row.ruleset.name,
        "stage": row.stage,
        "combination": row.combination.id,
        "label": row.combination.label(language),
        "place": row.place,
        "hands": row.hands if is_counted else None,
        "total": row.total if is_counted else None,
        "probability": row.probability,
        "rarity_place": row.rarity_place,
        "verdict": row.verdict,
        "fair_place": fair.place if fair else None,
        "fair_hands": fair.hands if fair and is_counted else None,
        "fair_probability": fair.hands / row.total if fair else None,
        "note": say(_note(row, language), language),
    }


def _told(row: dict[str, object]) -> dict[str, object]:
    """Return a row as people read it: stage and verdict in words."""
    stage, verdict = STAGES[str(row["stage"])], verdict_words(str(row["verdict"]))
    return row | {"stage": stage, "verdict": verdict}


def _note(row: AuditRow, language: str) -> str:
    """Say in a few words where a combination belongs, or why nowhere."""
    if row.verdict == "impossible":
        return "can't occur in this deck"
    if row.move is None or row.place is None:
        equals = ", ".join(other.label(language) for other in row.equals)
        return f"as rare as {equals}: their order is arbitrary" if equals else ""
    there = _amount(row, row.move.hands)
    if row.move.other is None:
        return f"fair at place {row.move.place}, counting {there} there"
    other, that = row.move.other.label(language), _amount(row, row.move.other_hands)
    if row.move.place < row.place:
        return f"above {other} it would count {there}, and that {that}"
    return f"below {other} it would count {there}, and that {that}"


def _amount(row: AuditRow, hands: int) -> str:
    """Write hands dealt as a count, and shares after the draw in percent."""
    if row.stage == "dealt":
        return f"{hands:,}"
    return fixed(100 * hands / row.total, 4, 4) + "%"


def _summary(rows: Sequence[AuditRow]) -> str:
    """Say in a sentence whether a ruleset is fair."""
    name, stage = rows[0].ruleset.name, STAGES[rows[0].stage]
    possible = [row for row in rows if row.verdict != "impossible"]
    unfair = sum(row.verdict in UNFAIR for row in rows)
    if not unfair:
        return f"{name}, {stage}: no combination is out of place."
    if unfair == 1:
        return f"{name}, {stage}: 1 of {len(possible)} combinations is out of place."
    return f"{name}, {stage}: {unfair} of {len(possible)} combinations are out of place."


def _view_of_one(rows: Sequence[AuditRow], language: str) -> Table:
    first = rows[0]
    is_counted = first.stage == "dealt"
    fields = [field for field in _OF_ONE if is_counted or field != "hands"]
    columns = [column for name in fields for column in _COLUMNS if column.field == name]
    total = {"label": "Total", "probability": 1.0, "hands": first.total if is_counted else None}
    title = _title(first, language)
    told = [_told(_row(row, language)) for row in rows]
    return Table(first.stage, title, columns, told, total)


def _side_by_side(audits: Sequence[Sequence[AuditRow]], language: str) -> Table:
    """Put what each ruleset says of a combination into one line."""
    by_id = [{row.combination.id: row for row in rows} for rows in audits]
    columns = [Column("label", "Combination")]
    lines: dict[str, dict[str, object]] = {
        combination: {} for combination in joint_order([list(found) for found in by_id])
    }
    for rows in audits:
        name = rows[0].ruleset.name
        columns += [
            Column(f"{name} place", name, "integer"),
            Column(f"{name} probability", "probability", "probability", bar=True),
            Column(f"{name} rarity", "by rarity", "integer"),
            Column(f"{name} verdict", "verdict"),
        ]
        for row in rows:
            lines[row.combination.id] |= {
                "label": row.combination.label(language),
                f"{name} place": row.place,
                f"{name} probability": row.probability,
                f"{name} rarity": row.rarity_place,
                f"{name} verdict": verdict_words(row.verdict),
            }
    empty = dict.fromkeys(column.field for column in columns)
    stage = audits[0][0].stage
    title = f"Place against rarity, {STAGES[stage]}"
    note = "Under the name of a ruleset: the place of the combination there, 1 the highest."
    total = {f"{rows[0].ruleset.name} probability": 1.0 for rows in audits} | {"label": "Total"}
    return Table(stage, title, columns, [{**empty, **line} for line in lines.values()], total, note)


def _why(rows: Sequence[dict[str, object]]) -> list[Table]:
    """Return the notes on what is out of place under several rulesets, if anything is."""
    fields = ("ruleset", "stage", "label", "verdict", "note")
    columns = [column for name in fields for column in _COLUMNS if column.field == name]
    unfair = [_told(row) for row in rows if row["verdict"] in UNFAIR]
    return [Table("why", "Out of place", columns, unfair)] if unfair else []


def fair_order_text(
    ruleset: Ruleset, census: CombinationSets, fair: FairOrder, path: str, language: str
) -> str:
    """Say that an order by rarity was written to a file, or why there is none."""
    labels = [combination.label(language) for combination in census.combinations]
    if fair.stuck is not None:
        above, below = (labels[number] for number in fair.stuck)
        more, less = (f"{hands:,}" for hands in fair.counts[-2:])
        return (
            f"{path} is not written: no order of '{ruleset.name}' agrees with its own counts\n"
            f"  the rarest of what is left always next, {above} ({more}) comes above {below},\n"
            f"  which then counts {less}; every other order fails too: "
            "see docs/design/fair-order.md"
        )
    left_out = [c.id for c in ruleset.ranking if c not in census.combinations]
    without = f", without what the deck can't hold: {', '.join(left_out)}" if left_out else ""
    if fair.order == tuple(range(len(labels))):
        return f"{path}: '{ruleset.name}' as it stands agrees with its own counts{without}"
    return f"{path}: '{ruleset.name}' in an order that agrees with its own counts{without}"
