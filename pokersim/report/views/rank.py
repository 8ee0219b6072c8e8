"""Ranked hands as a report: what each is, who wins, and why."""

from collections.abc import Mapping, Sequence

from pokersim.language import N_, _, in_english
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.wording import describe
from pokersim.studies.rank import Explanation, HandRank

# The widths are for files of hands, whose lines are printed before the next is known.
RANK_COLUMNS = (
    Column("hand", N_("Hand"), width=14),
    Column("ruleset", N_("Ruleset"), width=21),
    Column("combination", N_("Combination"), width=31),
    Column("label", N_("Counts as"), width=31),
    Column("strength", N_("Strength"), "integer", width=8),
    Column("tie_break", N_("Ties by"), width=9),
    Column("plays", N_("Plays"), width=14),
    Column("reads_as", N_("Reads as"), width=14),
    Column("beats", N_("Beats"), "probability", width=10),
)


def human_columns(rows: Sequence[Mapping[str, object]]) -> tuple[Column, ...]:
    """Return what people read of a hand; which cards play and as what where it is not plain."""
    hidden = {"combination"}
    hidden |= {f for f in ("plays", "reads_as") if all(row[f] is None for row in rows)}
    return tuple(column for column in RANK_COLUMNS if column.field not in hidden)


_WINNER = (
    Column("ruleset", N_("Ruleset")),
    Column("winner", N_("Winner")),
    Column("combination", N_("Combination")),
    Column("label", N_("With")),
    Column("ties", N_("Hands that tie"), "integer"),
)
_EXPLAIN = (
    Column("hand", N_("Hand")),
    Column("ruleset", N_("Ruleset")),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("verdict", N_("Verdict")),
    Column("pattern", N_("Because it is")),
    Column("reads_as", N_("At best")),
    Column("discard", N_("Instead of one of")),
    Column("outs", N_("One of")),
)


def rank_row(
    ranking: Ranking,
    strength: int,
    hand: str,
    beats: float,
    plays: str | None = None,
    reads_as: str | None = None,
) -> dict[str, object]:
    """Return the row of a hand of that strength."""
    combination = ranking.combination(strength)
    return {
        "hand": hand,
        "ruleset": ranking.ruleset.name,
        "combination": combination.id,
        "label": combination.label(),
        "strength": strength,
        "tie_break": ranking.tie_break(strength),
        "plays": plays,
        "reads_as": reads_as,
        "beats": beats,
    }


def rank_report(
    rankings: Sequence[Ranking],
    ranks: Sequence[Sequence[HandRank]],
    explanations: Sequence[Explanation],
    notes: Sequence[str],
) -> Report:
    """Lay out hands by rulesets.

    Parameters
    ----------
    rankings
        The compiled rulesets.
    ranks
        For each hand, what it is under each of them.
    explanations
        The reasons, where they were asked for.
    notes
        Sentences to add.
    """
    rows = [
        rank_row(
            ranking,
            rank.strength,
            rank.hand,
            rank.beats,
            rank.plays,
            rank.reads_as,
        )
        for of_hand in ranks
        for ranking, rank in zip(rankings, of_hand, strict=True)
    ]
    tables = [Table("rank", _("Hands"), RANK_COLUMNS, rows)]
    views = [Table("rank", _("Hands"), human_columns(rows), rows)]
    if len(ranks) > 1:
        winners = Table("winner", _("Who wins"), _WINNER, _winner_rows(rankings, ranks))
        tables.append(winners)
        shown = [column for column in _WINNER if column.field != "combination"]
        views.append(Table("winner", _("Who wins"), shown, winners.rows))
    if explanations:
        reasons = [row for explanation in explanations for row in _reasons(explanation)]
        tables.append(Table("explain", _("Why"), _EXPLAIN, reasons))
        views += [_reasons_view(explanation) for explanation in explanations]
    rulesets = [ranking.ruleset for ranking in rankings]
    said = (_("Beats: exact share of all other hands of that size, ties half."), *notes)
    return Report(meta("rank", rulesets, method="exact"), tuple(tables), tuple(views), said)


def _winner_rows(
    rankings: Sequence[Ranking], ranks: Sequence[Sequence[HandRank]]
) -> list[dict[str, object]]:
    rows = []
    for r, ranking in enumerate(rankings):
        best = max(of_hand[r].strength for of_hand in ranks)
        winners = [of_hand[r].hand for of_hand in ranks if of_hand[r].strength == best]
        combination = ranking.combination(best)
        rows.append(
            {
                "ruleset": ranking.ruleset.name,
                "winner": " = ".join(winners),
                "combination": combination.id,
                "label": combination.label(),
                "ties": len(winners) if len(winners) > 1 else 0,
            }
        )
    return rows


def _reasons(explanation: Explanation) -> list[dict[str, object]]:
    """Return what the hand misses, what it counts as and what else it makes, best first."""
    rank = explanation.rank
    base: Mapping[str, object] = {"hand": rank.hand, "ruleset": rank.ruleset.name}
    rows: list[dict[str, object]] = [
        {
            **base,
            "combination": miss.combination.id,
            "label": miss.combination.label(),
            "verdict": N_("one card short"),
            "pattern": in_english(describe, miss.combination.pattern),
            "reads_as": None,
            "discard": " ".join(miss.discards),
            "outs": " ".join(miss.outs),
        }
        for miss in explanation.misses
    ]
    for number, made in enumerate(explanation.makes):
        rows.append(
            {
                **base,
                "combination": made.combination.id,
                "label": made.combination.label(),
                "verdict": N_("also makes") if number else N_("counts"),
                "pattern": in_english(describe, made.combination.pattern),
                "reads_as": made.reads_as,
                "discard": None,
                "outs": None,
            }
        )
    return rows


def _reasons_view(explanation: Explanation) -> Table:
    rank = explanation.rank
    title = _("{hand} counts as {combination} under {name}").format(
        hand=rank.hand, combination=rank.combination.label(), name=rank.ruleset.name
    )
    found = [miss.combination for miss in explanation.misses]
    found += [made.combination for made in explanation.makes]
    rows = [
        {**row, "verdict": _(str(row["verdict"])), "pattern": describe(each.pattern)}
        for row, each in zip(_reasons(explanation), found, strict=True)
    ]
    wild = any(row["reads_as"] for row in rows)
    columns = [column for column in _EXPLAIN[3:] if wild or column.field != "reads_as"]
    return Table("explain", title, columns, rows)
