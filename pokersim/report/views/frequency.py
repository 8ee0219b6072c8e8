"""Frequencies as a report: long rows for programs, rulesets side by side for people."""

from collections.abc import Sequence

from pokersim.report.charts.charts import frequency_charts
from pokersim.report.meta import meta
from pokersim.report.model import Column, Report, Table
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import Frequency

_COLUMNS = (
    Column("ruleset", "Ruleset"),
    Column("combination", "Combination"),
    Column("label", "Name"),
    Column("place", "Place", "integer"),
    Column("hands", "Counts as", "count"),
    Column("matching", "Matches", "count"),
    Column("total", "All hands", "count"),
    Column("probability", "Probability", "probability", bar=True),
    Column("one_in", "Odds", "odds"),
)


def frequency_report(
    rulesets: Sequence[Ruleset],
    frequencies: Sequence[Sequence[Frequency]],
    n_cards: int,
    notes: Sequence[str],
    language: str,
) -> Report:
    """Lay out the frequencies of hands of so many cards under one or more rulesets."""
    rows = [_row(f, language) for of_one in frequencies for f in of_one]
    title = f"Frequencies of {n_cards} cards"
    data = Table("frequency", title, _COLUMNS, rows)
    if len(rulesets) == 1:
        view = _view_of_one(rulesets[0], frequencies[0], rows, language)
    else:
        view = _side_by_side(title, frequencies, language)
    decks = sorted({ruleset.deck.name for ruleset in rulesets})
    best = "" if n_cards == 5 else ", the best five cards of each"
    said = [f"Exact: every hand of the deck ({'; '.join(decks)}) is counted{best}.", *notes]
    if any(ruleset.deck.by_hand == "hole" for ruleset in rulesets):
        said.append("A hand is counted once for each of its cards that may be the hole card.")
    about = meta("frequency", rulesets, method="exact", cards=n_cards)
    figures = frequency_charts(frequencies, language)
    return Report(about, (data,), (view,), tuple(said), figures=figures)


def _row(f: Frequency, language: str) -> dict[str, object]:
    return {
        "ruleset": f.ruleset.name,
        "combination": f.combination.id,
        "label": f.combination.label(language),
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
    language: str,
) -> Table:
    columns = [_COLUMNS[i] for i in (3, 2, 4, 5, 7, 8)]
    total: dict[str, object] = {"label": "Total", "hands": frequencies[0].total, "probability": 1.0}
    return Table("frequency", ruleset.title(language), columns, rows, total)


def _side_by_side(title: str, frequencies: Sequence[Sequence[Frequency]], language: str) -> Table:
    """Put what each ruleset says of a combination into one line."""
    by_id = [{f.combination.id: f for f in of_one} for of_one in frequencies]
    joint = joint_order([list(found) for found in by_id])
    matching = [{found[c].matching for found in by_id if c in found} for c in joint]
    alike = all(len(numbers) == 1 for numbers in matching)  # not with other decks or patterns
    columns = [Column("label", "Combination")]
    if alike:
        columns.append(Column("matching", "Matches", "count"))
    for of_one in frequencies:
        name = of_one[0].ruleset.name
        columns += [
            Column(f"{name} place", name, "integer"),
            Column(f"{name} hands", "counts as", "count", bar=True),
            *([] if alike else [Column(f"{name} matching", "matches", "count")]),
            Column(f"{name} odds", "odds", "odds"),
        ]
    rows = []
    for combination in joint:
        row: dict[str, object] = dict.fromkeys([column.field for column in columns])
        for found in by_id:
            f = found.get(combination)
            if f is not None:
                name = f.ruleset.name
                row["label"] = f.combination.label(language)
                row["matching"] = f.matching
                row |= {
                    f"{name} place": f.place,
                    f"{name} hands": f.hands,
                    f"{name} matching": f.matching,
                    f"{name} odds": f.one_in,
                }
        rows.append(row)
    total: dict[str, object] = {"label": "Total"}
    total |= {f"{of_one[0].ruleset.name} hands": of_one[0].total for of_one in frequencies}
    note = "Under the name of a ruleset: the place of the combination there, 1 the highest."
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
