"""The whole draw policy as a report: a list of rules, and what hands become by it."""

from collections.abc import Sequence

from pokersim.report.charts.charts import final_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.report.views.draw import restless, told
from pokersim.studies.draw.holds import FinalFrequency, final_frequencies
from pokersim.studies.draw.rule_list import RuleList

TABLES = ("policy", "final")

_RULES = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("place", "", "integer"),
    Column("rule", "Rule"),
    Column("hold", "Hold"),
    Column("discard", "Throw"),
    Column("share", "Hands", "share"),
    Column("agrees", "As the policy", "share"),
    Column("cost", "Cost", "share"),
    Column("method", "Method"),
)
_FINAL = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("dealt", "Dealt", "probability"),
    Column("final", "After the draw", "probability"),
    Column("method", "Method"),
)


def policy_report(advices: Sequence[RuleList], notes: Sequence[str], language: str) -> Report:
    """Lay out the policies of one or more rulesets."""
    rulesets = [advice.policy.ruleset for advice in advices]
    opponents = advices[0].policy.opponents
    rules, final, views = [], [], []
    becomes = [final_frequencies(advice.policy) for advice in advices]
    for advice, rows in zip(advices, becomes, strict=True):
        own, frequencies = _rules(advice), _final(rows, language)
        name = advice.policy.ruleset.name
        total = {"rule": "All hands", "share": 1.0, "agrees": advice.agrees, "cost": advice.cost}
        views.append(Table("policy", f"Draws under {name}", _without(_RULES), own, total))
        whole = {"label": "Total", "dealt": 1.0, "final": 1.0}
        title = f"Hands under {name}, dealt and after the draw"
        columns = [Column("place", "Place", "integer"), *_without(_FINAL, "combination")]
        placed = [{"place": place, **row} for place, row in enumerate(frequencies, start=1)]
        views.append(Table("final", title, columns, placed, whole))
        rules += own
        final += frequencies
    policies = [
        {**told(advice.policy), "agrees": advice.agrees, "cost": advice.cost} for advice in advices
    ]
    about = meta("draw", rulesets, method="model", opponents=opponents, policies=policies)
    tables = (Table("policy", "Rules", _RULES, rules), Table("final", "Final", _FINAL, final))
    said = (*_sentences(advices, opponents), *notes)
    return Report(about, tables, tuple(views), said, figures=final_charts(becomes, language))


def _sentences(advices: Sequence[RuleList], opponents: int) -> list[str]:
    others = "1 opponent who follows" if opponents == 1 else f"{opponents} opponents who follow"
    return [
        "Follow the first rule that applies. Of cards that fit equally well keep the highest.",
        f"Model: the policy is best against {others} it, their final hands independent. "
        "As the policy: of how many of its hands the rule keeps the same, or what is worth as "
        "much. Cost: the share of the pot that it loses on them against the policy.",
        "After the draw: exact, for one player who follows the policy itself.",
        *[note for advice in advices for note in restless(advice.policy)],
    ]


def _without(columns: Sequence[Column], *fields: str) -> list[Column]:
    """Return the columns that people are shown."""
    hidden = ("table", "ruleset", "method", *fields)
    return [column for column in columns if column.field not in hidden]


def _rules(advice: RuleList) -> list[dict[str, object]]:
    return [
        {
            "table": "policy",
            "ruleset": advice.policy.ruleset.name,
            "place": place,
            "rule": rule.text,
            "hold": rule.kept or None,
            "discard": rule.thrown or None,
            "share": rule.share,
            "agrees": rule.agrees,
            "cost": rule.cost,
            "method": "model",
        }
        for place, rule in enumerate(advice.rules, start=1)
    ]


def _final(rows: Sequence[FinalFrequency], language: str) -> list[dict[str, object]]:
    return [
        {
            "table": "final",
            "ruleset": row.ruleset.name,
            "combination": row.combination.id,
            "label": row.combination.label(language),
            "dealt": row.dealt,
            "final": row.final,
            "method": "exact",
        }
        for row in rows
    ]
