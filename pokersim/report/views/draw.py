"""The holds of a hand as a report: what each is worth, and what it can become."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokersim.constants import N_HOLDS
from pokersim.language import N_, _, ngettext, number, percent
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
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("hand", N_("Hand")),
    Column("hold", N_("Hold")),
    Column("discard", N_("Discard")),
    Column("drawn", N_("Drawn"), "integer"),
    Column("opponents", N_("Opponents"), "integer"),
    Column("against", N_("Against")),
    Column("equity", N_("Equity"), "share", bar=True),
    Column("cost", N_("Cost"), "share"),
    Column("stderr", N_("Standard error"), "share"),
    Column("method", N_("Method")),
    Column("outcomes", N_("Outcomes"), "count"),
    Column("classes", N_("Becomes"), "breakdown"),
)
_COSTS = (
    Column("table", N_("Table")),
    Column("base", N_("Best under")),
    Column("ruleset", N_("Ruleset")),
    Column("hand", N_("Hand")),
    Column("hold", N_("Hold")),
    Column("discard", N_("Discard")),
    Column("equity", N_("Equity"), "share"),
    Column("cost", N_("Cost"), "share"),
    Column("method", N_("Method")),
)
_ERROR = Column("error", "±", "share")


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
        title = _("{hand} under {name}").format(hand=of_one[0].hand, name=ruleset.name)
        best = [_row(row, of_one[0].equity, confidence, True) for row in of_one[:n_shown]]
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
        about["policies"] = [policy_meta(policy) for policy in policies]
    tables = [Table("draw", _("Holds"), columns, data)]
    if costs:
        tables.append(Table("costs", _("What a wrong discard costs"), _COSTS, costs))
    figures = tuple(
        holds_chart(f"{of_one[0].ruleset.title()}: {of_one[0].hand}", of_one[:SHOWN])
        for of_one in rows
    )
    return Report(about, tuple(tables), tuple(views), said, figures=figures)


def policy_meta(policy: DrawPolicy) -> dict[str, object]:
    """Return what the meta of a report has on a policy."""
    fields = ("rounds", "residue", "settled")
    return {"ruleset": policy.ruleset.name, **{f: getattr(policy, f) for f in fields}}


def restless(policy: DrawPolicy) -> list[str]:
    """Return what to say of a policy that is not best against itself."""
    if policy.settled:
        return []
    over = policy.value - 1 / (policy.opponents + 1)
    text = _(
        "{name}: no policy settled in {n} rounds, the holds go round in a circle; the last one "
        "loses {x} of the pot to the best answer (residue {y})."
    )
    lost, residue = number(over, ".1e"), number(policy.residue, ".1e")
    return [text.format(name=policy.ruleset.name, n=policy.rounds, x=lost, y=residue)]


def _shown(with_classes: bool, sample: Sample | None) -> list[Column]:
    fields = ["hold", "discard", "equity", "cost", *(["classes"] if with_classes else [])]
    columns = [next(column for column in _DRAW if column.field == field) for field in fields]
    if sample:
        columns.insert(fields.index("equity") + 1, _ERROR)
    return columns


def _extent(n_shown: int) -> str:
    if n_shown >= N_HOLDS:
        text = _("All {m} holds; cost is what a hold loses against the best.")
    else:
        text = _(
            "The {n} best of {m} holds (--verbose shows all); cost is what a hold loses against "
            "the best."
        )
    return text.format(n=n_shown, m=N_HOLDS)


def _opponents(one: HoldRow) -> str:
    if one.against == "best":
        text = ngettext(
            "against {n} opponent drawing by the equilibrium policy",
            "against {n} opponents drawing by the equilibrium policy",
            one.opponents,
        )
    else:
        text = ngettext(
            "against {n} opponent standing pat on random hands",
            "against {n} opponents standing pat on random hands",
            one.opponents,
        )
    return text.format(n=one.opponents)


def _method(one: HoldRow, sample: Sample | None) -> list[str]:
    """Say how the equities were found."""
    who = _opponents(one)
    if one.method == "exact":
        return [_("Exact: every deal {who} from the cards not seen.").format(who=who)]
    if sample is None:
        text = _(
            "Model: {who}; their final hands are independent, from the cards not seen. What a "
            "hold becomes is exact."
        )
        return [text.format(who=who)]
    text = ngettext(
        "Sampled: {n} deal {who}, everybody from one deck, seed {seed}; errors (±) at {percent}. "
        "What a hold becomes is exact.",
        "Sampled: {n} deals {who}, everybody from one deck, seed {seed}; errors (±) at {percent}. "
        "What a hold becomes is exact.",
        sample.deals[-1],
    )
    deals = [number(n) for n in dict.fromkeys(sample.deals)]
    said = text.format(
        n=deals[0]
        if len(deals) == 1
        else _("{a} and {b}").format(a=", ".join(deals[:-1]), b=deals[-1]),
        who=who,
        seed=sample.seed,
        percent=percent(sample.confidence),
    )
    stopped = _("Interrupted: these are the deals counted until then.")
    return [said, *([stopped] if sample.interrupted else [])]


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
    heading = _("Costs under {name}")
    columns += [Column(name, heading.format(name=name), "share", is_name=True) for name in names]
    lines = []
    for i, name in enumerate(names):
        own = costs[len(names) * i : len(names) * (i + 1)]
        by_ruleset = {str(row["ruleset"]): row["cost"] for row in own}
        lines.append({**own[i], **by_ruleset, "base": name})
    title = _("What the best discard under one ruleset costs under another")
    return Table("costs", title, columns, lines)


def _row(
    row: HoldRow, best: float, confidence: float, with_labels: bool = False
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
            combination.label() if with_labels else combination.id: count
            for combination, count in row.classes
        },
    }
