"""The holds of a hand as a report: what each is worth, and what it can become."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokersim.constants import N_HOLDS
from pokersim.report.charts.charts import holds_chart
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.ruleset import Ruleset
from pokersim.stats import normal_quantile
from pokersim.studies.draw.holds import DrawPolicy, HoldRow

SHOWN = 10
"""Holds that people are shown if they do not ask for more, the best; programs get all 32."""

TABLES = ("draw", "costs")

_DRAW = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("hand", "Hand"),
    Column("hold", "Hold"),
    Column("discard", "Throw"),
    Column("drawn", "Drawn", "integer"),
    Column("opponents", "Opponents", "integer"),
    Column("against", "Against"),
    Column("equity", "Equity", "share", bar=True),
    Column("cost", "Cost", "share"),
    Column("stderr", "Standard error", "share"),
    Column("method", "Method"),
    Column("outcomes", "Outcomes", "count"),
    Column("classes", "Becomes", "breakdown"),
)
_COSTS = (
    Column("table", "Table"),
    Column("base", "Best under"),
    Column("ruleset", "Ruleset"),
    Column("hand", "Hand"),
    Column("hold", "Hold"),
    Column("discard", "Throw"),
    Column("equity", "Equity", "share"),
    Column("cost", "Cost", "share"),
    Column("method", "Method"),
)
_ERROR = Column("error", "±", "share")
_MODEL = {
    "best": "drawing by the policy that is best against itself",
    "pat": "standing pat on random hands",
}


@dataclass(frozen=True)
class Sample:
    """How a sample of deals came about.

    Attributes
    ----------
    seed, deals
        Of each ruleset's sample the seed, the same for all, and how many deals.
    confidence
        Of the intervals.
    interrupted
        Whether the run ended before its time.
    """

    seed: int
    deals: tuple[int, ...]
    confidence: float
    interrupted: bool


def draw_report(
    rulesets: Sequence[Ruleset],
    rows: Sequence[Sequence[HoldRow]],
    policies: Sequence[DrawPolicy],
    with_classes: bool,
    notes: Sequence[str],
    language: str,
    sample: Sample | None = None,
    n_shown: int = SHOWN,
) -> Report:
    """Lay out the holds of one hand under one or more rulesets, best first.

    People are shown the ``n_shown`` best.
    """
    confidence = sample.confidence if sample else 0.95
    data = [_row(row, of_one[0].equity, confidence) for of_one in rows for row in of_one]
    costs = _costs(rows) if len(rows) > 1 else []
    columns = [column for column in _DRAW if with_classes or column.field != "classes"]
    views = [_costs_view(rulesets, costs)] if costs else []
    for ruleset, of_one in zip(rulesets, rows, strict=True):
        title = f"{of_one[0].hand} under {ruleset.name}"
        best = [_row(row, of_one[0].equity, confidence, language) for row in of_one[:n_shown]]
        views.append(Table("draw", title, _shown(with_classes, sample), best))
    one = rows[0][0]
    said = (
        *_method(one, sample),
        _extent(n_shown),
        *[note for policy in policies for note in restless(policy)],
        *notes,
    )
    about = meta("draw", rulesets, method=one.method, opponents=one.opponents, against=one.against)
    if sample:
        deals = sample.deals[0] if len(sample.deals) == 1 else list(sample.deals)
        about |= {"seed": sample.seed, "deals": deals, "confidence": sample.confidence}
        about["interrupted"] = sample.interrupted
    if policies:
        about["policies"] = [told(policy) for policy in policies]
    tables = [Table("draw", "Holds", columns, data)]
    if costs:
        tables.append(Table("costs", "What a wrong throw costs", _COSTS, costs))
    figures = tuple(
        holds_chart(f"{of_one[0].ruleset.title(language)}: {of_one[0].hand}", of_one[:SHOWN])
        for of_one in rows
    )
    return Report(about, tuple(tables), tuple(views), said, figures=figures)


def told(policy: DrawPolicy) -> dict[str, object]:
    """Return what the meta of a report says of a policy."""
    fields = ("rounds", "residue", "settled")
    return {"ruleset": policy.ruleset.name, **{f: getattr(policy, f) for f in fields}}


def restless(policy: DrawPolicy) -> list[str]:
    """Return what to say of a policy that is not best against itself."""
    if policy.settled:
        return []
    over = policy.value - 1 / (policy.opponents + 1)
    return [
        f"{policy.ruleset.name}: no policy settled in {policy.rounds} rounds, the holds go round "
        f"in a circle; the last one loses {over:.1e} of the pot to the best answer "
        f"(residue {policy.residue:.1e})."
    ]


def _shown(with_classes: bool, sample: Sample | None) -> list[Column]:
    fields = ["hold", "discard", "equity", "cost", *(["classes"] if with_classes else [])]
    columns = [next(column for column in _DRAW if column.field == field) for field in fields]
    if sample:
        columns.insert(fields.index("equity") + 1, _ERROR)
    return columns


def _extent(n_shown: int) -> str:
    if n_shown >= N_HOLDS:
        return f"All {N_HOLDS} holds; cost is what a hold loses against the best."
    return (
        f"The {n_shown} best of {N_HOLDS} holds (--verbose shows all); "
        "cost is what a hold loses against the best."
    )


def _method(one: HoldRow, sample: Sample | None) -> list[str]:
    """Say how the equities were found."""
    others = "1 opponent" if one.opponents == 1 else f"{one.opponents} opponents"
    who = f"against {others} {_MODEL[one.against]}"
    if one.method == "exact":
        return [f"Exact: every deal {who} from the cards not seen."]
    if sample is None:
        return [
            f"Model: {who}; their final hands are independent, from the cards not seen. "
            "What a hold becomes is exact."
        ]
    deals = " and ".join(f"{n:,}" for n in dict.fromkeys(sample.deals))
    said = (
        f"Sampled: {deals} deals {who}, everybody from one deck, seed {sample.seed}; errors (±) "
        f"at {100 * sample.confidence:g}%. What a hold becomes is exact."
    )
    stopped = ["Interrupted: these are the deals counted until then."]
    return [said, *(stopped if sample.interrupted else [])]


def _costs(rows: Sequence[Sequence[HoldRow]]) -> list[dict[str, object]]:
    """Return what the best hold under each ruleset is worth, and costs, under every one."""
    found: list[dict[str, object]] = []
    for base in rows:
        best = base[0]
        for of_one in rows:
            row = next(row for row in of_one if row.hold == best.hold)
            found.append(
                {
                    "table": "costs",
                    "base": best.ruleset.name,
                    "ruleset": row.ruleset.name,
                    "hand": row.hand,
                    "hold": row.hold or None,
                    "discard": row.discard or None,
                    "equity": row.equity,
                    "cost": of_one[0].equity - row.equity,
                    "method": row.method,
                }
            )
    return found


def _costs_view(rulesets: Sequence[Ruleset], costs: Sequence[dict[str, object]]) -> Table:
    """Lay out a line for each ruleset's best hold, with what it costs under the others."""
    names = [ruleset.name for ruleset in rulesets]
    columns = [column for column in _COSTS if column.field in ("base", "hold", "discard")]
    columns += [Column(name, f"Costs under {name}", "share") for name in names]
    lines = []
    for i, name in enumerate(names):
        own = costs[len(names) * i : len(names) * (i + 1)]
        by_ruleset = {str(row["ruleset"]): row["cost"] for row in own}
        lines.append({**own[i], **by_ruleset, "base": name})
    title = "What the best throw under one ruleset costs under another"
    return Table("costs", title, columns, lines)


def _row(
    row: HoldRow, best: float, confidence: float, language: str | None = None
) -> dict[str, object]:
    return {
        "table": "draw",
        "ruleset": row.ruleset.name,
        "hand": row.hand,
        "hold": row.hold or None,
        "discard": row.discard or None,
        "drawn": row.drawn,
        "opponents": row.opponents,
        "against": row.against,
        "equity": row.equity,
        "cost": best - row.equity,
        "stderr": row.stderr,
        "error": normal_quantile(confidence) * (row.stderr or 0),
        "method": row.method,
        "outcomes": row.outcomes,
        "classes": {
            combination.id if language is None else combination.label(language): count
            for combination, count in row.classes
        },
    }
