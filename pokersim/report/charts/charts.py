"""The figures of reports: what is worth drawing of what studies say."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pokersim.language import _, number
from pokersim.report.charts.chart_spec import VERDICTS, ChartSpec, Mark, on_one_axis
from pokersim.report.model import Column, Kind
from pokersim.report.values import human
from pokersim.rules.ruleset import Combination, Ruleset

if TYPE_CHECKING:  # some of these import numba, and frequency is to do without
    from pokersim.stats import Moments
    from pokersim.studies.betting.betting_results import ChipsRow
    from pokersim.studies.draw.holds import FinalFrequency, HoldRow
    from pokersim.studies.equity.equities import EquityRow
    from pokersim.studies.frequency import Frequency
    from pokersim.studies.simulate.convergence import Estimate
    from pokersim.studies.simulate.summary import GroupRow, TallyRow


def frequency_charts(frequencies: "Sequence[Sequence[Frequency]]") -> tuple[ChartSpec, ...]:
    """Return bars for each ruleset, the highest combination on top."""
    return on_one_axis(
        [
            ChartSpec(
                "bars",
                of_one[0].ruleset.title(),
                _("Share of all hands (logarithmic)"),
                [
                    Mark(
                        f.combination.label(),
                        f.probability,
                        note=_text("probability", f.probability),
                    )
                    for f in of_one
                ],
                value=_("exact"),
                log=True,
            )
            for of_one in frequencies
        ]
    )


def tally_charts(rulesets: Sequence[Ruleset], rows: "Sequence[TallyRow]") -> tuple[ChartSpec, ...]:
    """Return for each ruleset what was dealt, with intervals and exact marks."""
    return on_one_axis(
        [
            ChartSpec(
                "bars",
                ruleset.title(),
                _("Share of hands dealt (logarithmic)"),
                [_tally_mark(row) for row in rows if _is_dealt(row, ruleset)],
                value=_("sampled"),
                other=_("exact"),
                log=True,
            )
            for ruleset in rulesets
        ]
    )


def _is_dealt(row: "TallyRow", ruleset: Ruleset) -> bool:
    return row.stage == "dealt" and row.ruleset == ruleset


def _tally_mark(row: "TallyRow") -> Mark:
    share = row.count / row.total if row.total else None
    label = row.combination.label()
    return Mark(label, share, row.exact, row.low, row.high, _text("probability", share))


def change_charts(rows: "Sequence[GroupRow]", z: float) -> tuple[ChartSpec, ...]:
    """Return for each ruleset but the base what groups of hands win under both.

    Parameters
    ----------
    rows
        The groups.
    z
        Standard errors in half an interval.
    """
    rulesets = dict.fromkeys(row.ruleset for row in rows if row.ruleset != row.base)
    found = []
    for ruleset in rulesets:
        own = [row for row in rows if row.ruleset == ruleset and row.hands]
        marks = [
            Mark(
                row.group.label(),
                row.equity.ratio,
                row.base_equity.ratio,
                note=_with_error(row.change, z),
            )
            for row in own
        ]
        base = rows[0].base.title()
        title = ruleset.title()
        axis = _("Share of the pot won")
        found.append(ChartSpec("change", title, axis, marks, value=title, other=base))
    return on_one_axis(found)


def _with_error(change: "Moments", z: float) -> str:
    if change.ratio is None:
        return ""
    error = f" ± {number(100 * z * change.stderr, '.2f')}" if change.stderr else ""
    return f"{number(100 * change.ratio, '+.2f')}{error}%"


def chips_charts(rows: "Sequence[ChipsRow]", z: float) -> tuple[ChartSpec, ...]:
    """Return for each ruleset the chips that policies win a hand; seats where all play alike."""
    by_policy = [row for row in rows if row.policy is not None]
    if len({row.policy.name for row in by_policy if row.policy}) < 2:
        by_policy = [row for row in rows if row.seat is not None]
    return on_one_axis(
        [
            ChartSpec(
                "interval",
                ruleset.title(),
                _("Chips won a hand"),
                [_chips_mark(row, z) for row in by_policy if row.ruleset == ruleset],
                value=_("sampled"),
                other=_("neither won nor lost"),
                percent=False,
            )
            for ruleset in dict.fromkeys(row.ruleset for row in rows)
        ]
    )


def _chips_mark(row: "ChipsRow", z: float) -> Mark:
    label = _("Seat {n}").format(n=row.seat) if row.policy is None else row.policy.title()
    mean, stderr = row.won.mean, row.won.stderr
    if mean is None or stderr is None:
        return Mark(label, mean, 0.0)
    error = z * stderr
    note = f"{number(mean, '+.3f')} ± {number(error, '.3f')}"
    return Mark(label, mean, 0.0, mean - error, mean + error, note)


def equity_charts(
    rows: "Sequence[EquityRow]", rulesets: Sequence[Ruleset], z: float
) -> tuple[ChartSpec, ...]:
    """Return for each ruleset the equity of each player."""
    return on_one_axis(
        [
            ChartSpec(
                "bars",
                ruleset.title(),
                _("Share of the pot won"),
                [
                    Mark(
                        f"{row.player}: {' '.join(row.holding.text.split())}",
                        row.equity,
                        low=row.equity - z * row.stderr if row.stderr else None,
                        high=row.equity + z * row.stderr if row.stderr else None,
                        note=_text("probability", row.equity),
                    )
                    for row in rows
                    if row.ruleset == ruleset
                ],
                value=_("equity"),
            )
            for ruleset in rulesets
        ]
    )


def holds_chart(title: str, rows: "Sequence[HoldRow]") -> ChartSpec:
    """Return what the holds of one hand are worth."""
    marks = [Mark(row.hold or "-", row.equity, note=_text("share", row.equity)) for row in rows]
    return ChartSpec("bars", title, _("Share of the pot won"), marks, value=_("equity"))


def final_charts(frequencies: "Sequence[Sequence[FinalFrequency]]") -> tuple[ChartSpec, ...]:
    """Return for each ruleset what hands become by the draw, with marks for what was dealt."""
    return on_one_axis(
        [
            ChartSpec(
                "bars",
                of_one[0].ruleset.title(),
                _("Share of all hands (logarithmic)"),
                [
                    Mark(
                        f.combination.label(),
                        f.final,
                        f.dealt,
                        note=_text("probability", f.final),
                    )
                    for f in of_one
                ],
                value=_("after the draw"),
                other=_("dealt"),
                log=True,
            )
            for of_one in frequencies
        ]
    )


def convergence_charts(course: "Sequence[tuple[int, Sequence[Estimate]]]") -> tuple[ChartSpec, ...]:
    """Return for each ruleset how the quantity that is known worst in the end was settled.

    Parameters
    ----------
    course
        Estimates after more and more deals; of fewer than three there is no figure.
    """
    if len(course) < 3:
        return ()
    worst: dict[Ruleset, int] = {}
    last = course[-1][1]
    for i, estimate in enumerate(last):
        before = last[worst.setdefault(estimate.ruleset, i)]
        if estimate.high - estimate.low > before.high - before.low:
            worst[estimate.ruleset] = i
    return tuple(
        _course([(deals, estimates[i]) for deals, estimates in course]) for i in worst.values()
    )


def _course(points: "Sequence[tuple[int, Estimate]]") -> ChartSpec:
    first = points[0][1]
    is_share = isinstance(first.subject, Combination)
    kind: Kind = "probability" if is_share else "chips"
    marks = [
        Mark(
            number(deals),
            estimate.value,
            estimate.exact,
            estimate.low,
            estimate.high,
            f"{_text(kind, estimate.low)} .. {_text(kind, estimate.high)}",
            at=deals,
        )
        for deals, estimate in points
    ]
    return ChartSpec(
        "course",
        f"{first.ruleset.title()}: {_subject(first)}",
        _("Share of hands dealt after so many deals (logarithmic)")
        if is_share
        else _("Chips won a hand after so many pots (logarithmic)"),
        marks,
        value=_("sampled"),
        other=_("exact") if first.exact is not None else "",
        percent=is_share,
    )


def _subject(estimate: "Estimate") -> str:
    subject = estimate.subject
    if isinstance(subject, int):
        return _("Seat {n}").format(n=subject)
    return subject.label() if isinstance(subject, Combination) else subject.title()


def slope_chart(
    title: str,
    labels: Sequence[str],
    places: Sequence[tuple[int, int]],
    verdicts: Sequence[str],
) -> ChartSpec:
    """Return the place of combinations in a ranking against their place by rarity.

    Parameters
    ----------
    title
        The ruleset.
    labels
        Names of combinations.
    places
        For each its place in the ranking and its place by rarity, both from 1; equally rare
        ones share a place.
    verdicts
        For each what the audit says of it.

    Examples
    --------
    >>> slope_chart("Skeet", ["Blaze"], [(11, 4)], ["too-low"]).marks[0].note
    '4'
    """
    marks = [
        Mark(label, rarity, place, note=str(rarity), verdict=verdict if verdict in VERDICTS else "")
        for label, (place, rarity), verdict in zip(labels, places, verdicts, strict=True)
    ]
    axis = _("Place in the ranking (left) and by rarity (right)")
    lines = _("dashed: too low; thick: too high; dotted: a paradox")
    return ChartSpec("slope", title, axis, marks, lines, percent=False)


def _text(kind: Kind, value: float | None) -> str:
    return human(Column("value", "", kind), value)
