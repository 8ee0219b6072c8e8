"""The whole draw policy as a report: a list of rules, and what hands become by it."""

from collections.abc import Sequence

from pokersim.language import N_, _, in_english, ngettext
from pokersim.report.charts.charts import final_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.report.views.draw import policy_meta, restless
from pokersim.studies.draw.holds import FinalFrequency, final_frequencies
from pokersim.studies.draw.rule_list import RuleList

TABLES = ("policy", "final")

_RULES = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("place", "", "integer"),
    Column("rule", N_("Rule")),
    Column("hold", N_("Hold")),
    Column("discard", N_("Discard")),
    Column("share", N_("Hands"), "share"),
    Column("agrees", N_("As the policy"), "share"),
    Column("cost", N_("Cost"), "share"),
    Column("method", N_("Method")),
)
_FINAL = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("dealt", N_("Dealt"), "probability"),
    Column("final", N_("After the draw"), "probability"),
    Column("method", N_("Method")),
)


def policy_report(advices: Sequence[RuleList], notes: Sequence[str]) -> Report:
    """Lay out the policies of one or more rulesets."""
    rulesets = [advice.policy.ruleset for advice in advices]
    opponents = advices[0].policy.opponents
    rules, final, views = [], [], []
    becomes = [final_frequencies(advice.policy) for advice in advices]
    for advice, rows in zip(advices, becomes, strict=True):
        own, frequencies = _rules(advice), _final(rows)
        name = advice.policy.ruleset.name
        total = {"rule": _("All hands"), "share": 1.0}
        total |= {"agrees": advice.agrees, "cost": advice.cost}
        shown = [{**r, "rule": rule.text} for r, rule in zip(own, advice.rules, strict=True)]
        title = _("Draws under {name}").format(name=name)
        views.append(Table("policy", title, _without(_RULES), shown, total))
        whole = {"label": _("Total"), "dealt": 1.0, "final": 1.0}
        title = _("Hands under {name}, dealt and after the draw").format(name=name)
        columns = [Column("place", N_("Place"), "integer"), *_without(_FINAL, "combination")]
        placed = [{"place": place, **row} for place, row in enumerate(frequencies, start=1)]
        views.append(Table("final", title, columns, placed, whole))
        rules += own
        final += frequencies
    policies = [
        {**policy_meta(advice.policy), "agrees": advice.agrees, "cost": advice.cost}
        for advice in advices
    ]
    about = meta("draw", rulesets, method="model", opponents=opponents, policies=policies)
    tables = (
        Table("policy", _("Rules"), _RULES, rules),
        Table("final", _("Final"), _FINAL, final),
    )
    said = (*_sentences(advices, opponents), *notes)
    return Report(about, tables, tuple(views), said, figures=final_charts(becomes))


def _sentences(advices: Sequence[RuleList], opponents: int) -> list[str]:
    others = ngettext(
        "{n} opponent who follows it", "{n} opponents who follow it", opponents
    ).format(n=opponents)
    model = _(
        "Model: equilibrium policy against {others}; their final hands are independent. As the "
        "policy: share of its hands on which the rule keeps the same cards, or cards worth as "
        "much. Cost: share of the pot that the rule loses on them compared with the policy."
    )
    return [
        _("Follow the first rule that applies. Of cards that fit equally well keep the highest."),
        model.format(others=others),
        _("After the draw: exact, for one player who follows the policy itself."),
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
            "rule": in_english(str, rule.words),
            "hold": rule.kept or None,
            "discard": rule.thrown or None,
            "share": rule.share,
            "agrees": rule.agrees,
            "cost": rule.cost,
            "method": "model",
        }
        for place, rule in enumerate(advice.rules, start=1)
    ]


def _final(rows: Sequence[FinalFrequency]) -> list[dict[str, object]]:
    return [
        {
            "table": "final",
            "ruleset": row.ruleset.name,
            "combination": row.combination.id,
            "label": row.combination.label(),
            "dealt": row.dealt,
            "final": row.final,
            "method": "exact",
        }
        for row in rows
    ]
