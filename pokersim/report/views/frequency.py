"""Frequencies as a report: long rows for programs, rulesets side by side for people."""

from collections.abc import Sequence

from pokersim.constants import HAND_SIZE
from pokersim.language import N_, _
from pokersim.report.charts.charts import frequency_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import Frequency

_COLUMNS = (
    Column("ruleset", N_("Ruleset")),
    Column("combination", N_("Combination")),
    Column("label", N_("Name")),
    Column("place", N_("Place"), "integer"),
    Column("hands", N_("Counts as"), "count"),
    Column("matching", N_("Matches"), "count"),
    Column("total", N_("All hands"), "count"),
    Column("probability", N_("Probability"), "probability", bar=True),
    Column("one_in", N_("Odds"), "odds"),
)


def frequency_report(
    rulesets: Sequence[Ruleset],
    frequencies: Sequence[Sequence[Frequency]],
    n_cards: int,
    notes: Sequence[str],
) -> Report:
    """Lay out the frequencies of hands of so many cards under one or more rulesets."""
    rows = [_row(f) for of_one in frequencies for f in of_one]
    title = _("Frequencies of {n} cards").format(n=n_cards)
    data = Table("frequency", title, _COLUMNS, rows)
    if len(rulesets) == 1:
        view = _view_of_one(rulesets[0], frequencies[0], rows)
    else:
        view = _side_by_side(title, frequencies)
    if n_cards == HAND_SIZE:
        text = _("Exact: every hand of the deck ({deck}) is counted.")
    else:
        text = _("Exact: every hand of the deck ({deck}) is counted, the best five cards of each.")
    decks = sorted({str(ruleset.deck) for ruleset in rulesets})
    said = [text.format(deck="; ".join(decks)), *notes]
    if any(ruleset.deck.by_hand == "hole" for ruleset in rulesets):
        said.append(_("A hand is counted once for each of its cards that may be the hole card."))
    about = meta("frequency", rulesets, method="exact", cards=n_cards)
    figures = frequency_charts(frequencies)
    return Report(about, (data,), (view,), tuple(said), figures=figures)


def _row(f: Frequency) -> dict[str, object]:
    return {
        "ruleset": f.ruleset.name,
        "combination": f.combination.id,
        "label": f.combination.label(),
        "place": f.place,
        "hands": f.hands,
        "matching": f.matching,
        "total": f.total,
        "probability": f.probability,
        "one_in": f.one_in,
    }


def _view_of_one(
    ruleset: Ruleset,
    frequencies: Sequence[Frequency],
    rows: Sequence[dict[str, object]],
) -> Table:
    columns = [_COLUMNS[i] for i in (3, 2, 4, 5, 7, 8)]
    total = {"label": _("Total"), "hands": frequencies[0].total, "probability": 1.0}
    return Table("frequency", ruleset.title(), columns, rows, total)


def _side_by_side(title: str, frequencies: Sequence[Sequence[Frequency]]) -> Table:
    """Put what each ruleset says of a combination into one line."""
    by_id = [{f.combination.id: f for f in of_one} for of_one in frequencies]
    joint = joint_order([list(found) for found in by_id])
    matching = [{found[c].matching for found in by_id if c in found} for c in joint]
    alike = all(len(numbers) == 1 for numbers in matching)  # not with other decks or patterns
    columns = [Column("label", N_("Combination"))]
    if alike:
        columns.append(Column("matching", N_("Matches"), "count"))
    for of_one in frequencies:
        name = of_one[0].ruleset.name
        columns += [
            Column(f"{name} place", name, "integer", is_name=True),
            Column(f"{name} hands", N_("counts as"), "count", bar=True),
            *([] if alike else [Column(f"{name} matching", N_("matches"), "count")]),
            Column(f"{name} odds", N_("odds"), "odds"),
        ]
    rows = []
    for combination in joint:
        row: dict[str, object] = dict.fromkeys([column.field for column in columns])
        for found in by_id:
            f = found.get(combination)
            if f is not None:
                name = f.ruleset.name
                row["label"] = f.combination.label()
                row["matching"] = f.matching
                row |= {
                    f"{name} place": f.place,
                    f"{name} hands": f.hands,
                    f"{name} matching": f.matching,
                    f"{name} odds": f.one_in,
                }
        rows.append(row)
    total: dict[str, object] = {"label": _("Total")}
    total |= {f"{of_one[0].ruleset.name} hands": of_one[0].total for of_one in frequencies}
    note = _("Under the name of a ruleset: the place of the combination there, 1 the highest.")
    return Table("frequency", title, columns, rows, total, note)


def joint_order(orders: Sequence[Sequence[str]]) -> list[str]:
    """Merge rankings: the first one's order, what others add behind what stands above it there.

    >>> joint_order([["flush", "straight"], ["flush", "skeet", "straight"]])
    ['flush', 'skeet', 'straight']
    """
    joint = list(orders[0])
    for order in orders[1:]:
        at = 0
        for name in order:
            if name in joint:
                at = joint.index(name) + 1
            else:
                joint.insert(at, name)
                at += 1
    return joint
