"""The holds of a hand as a report: what each is worth, and what it can become."""

from collections.abc import Sequence

from pokersim.report.meta import meta
from pokersim.report.table import Column, Report, Table
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.draw import HoldRow, Policy

SHOWN = 10
"""Holds that people are shown, the best; programs get all 32."""

_DRAW = (
    Column("ruleset", "Ruleset"),
    Column("hand", "Hand"),
    Column("hold", "Hold"),
    Column("discard", "Throw"),
    Column("drawn", "Drawn", "integer"),
    Column("opponents", "Opponents", "integer"),
    Column("against", "Against"),
    Column("equity", "Equity", "probability"),
    Column("cost", "Cost", "probability"),
    Column("stderr", "Standard error", "probability"),
    Column("method", "Method"),
    Column("outcomes", "Outcomes", "count"),
    Column("classes", "Becomes", "breakdown"),
)
_MODEL = {
    "best": "drawing by the policy that is best against itself",
    "pat": "standing pat on random hands",
}


def draw_report(
    rulesets: Sequence[Ruleset],
    rows: Sequence[Sequence[HoldRow]],
    policies: Sequence[Policy],
    with_classes: bool,
    notes: Sequence[str],
    language: str,
) -> Report:
    """Lay out the holds of one hand under one or more rulesets, best first."""
    data = [_row(row, of_one[0].equity) for of_one in rows for row in of_one]
    columns = [column for column in _DRAW if with_classes or column.field != "classes"]
    fields = ["hold", "discard", "equity", "cost", *(["classes"] if with_classes else [])]
    views = []
    for ruleset, of_one in zip(rulesets, rows, strict=True):
        title = f"{of_one[0].hand} under {ruleset.name}"
        best = [_row(row, of_one[0].equity, language) for row in of_one[:SHOWN]]
        shown = [next(c for c in _DRAW if c.field == field) for field in fields]
        views.append(Table("draw", title, shown, best))
    one = rows[0][0]
    opponents = "1 opponent" if one.opponents == 1 else f"{one.opponents} opponents"
    said = (
        f"Model: against {opponents} {_MODEL[one.against]}; their final hands are independent, "
        "from the cards not seen. What a hold becomes is exact.",
        f"The {SHOWN} best of 32 holds; cost is what a hold loses against the best.",
        *[note for policy in policies for note in _restless(policy)],
        *notes,
    )
    about = meta("draw", rulesets, method="model", opponents=one.opponents, against=one.against)
    if policies:
        told = ("rounds", "residue", "settled")
        about["policies"] = [
            {"ruleset": p.ruleset.name, **{field: getattr(p, field) for field in told}}
            for p in policies
        ]
    return Report(about, (Table("draw", "Holds", columns, data),), tuple(views), said)


def _restless(policy: Policy) -> list[str]:
    """Return what to say of a policy that is not best against itself."""
    if policy.settled:
        return []
    over = policy.value - 1 / (policy.opponents + 1)
    return [
        f"{policy.ruleset.name}: no policy settled in {policy.rounds} rounds, the holds go round "
        f"in a circle; the last one loses {over:.1e} of the pot to the best answer "
        f"(residue {policy.residue:.1e})."
    ]


def _row(row: HoldRow, best: float, language: str | None = None) -> dict[str, object]:
    return {
        "ruleset": row.ruleset.name,
        "hand": row.hand,
        "hold": row.hold or None,
        "discard": row.discard or None,
        "drawn": row.drawn,
        "opponents": row.opponents,
        "against": row.against,
        "equity": row.equity,
        "cost": best - row.equity,
        "stderr": None,
        "method": "model",
        "outcomes": row.outcomes,
        "classes": {
            combination.id if language is None else combination.label(language): count
            for combination, count in row.classes
        },
    }
