"""Changed winners as rows: what simulations and comparisons say alike of them."""

from collections.abc import Sequence

from pokersim.language import N_, _
from pokersim.report.model import Column, Table
from pokersim.studies.simulate.summary import ChangeRow

CHANGE = (
    Column("table", N_("Table")),
    Column("ruleset", N_("Ruleset")),
    Column("base", N_("Base")),
    Column("changed_winners", N_("Changed winners"), "count"),
    Column("total", N_("Showdowns"), "count"),
    Column("probability", N_("Share"), "probability", bar=True),
    Column("ci_low", N_("From"), "probability"),
    Column("ci_high", N_("To"), "probability"),
    Column("moved", N_("Pots moved"), "probability"),
    Column("moved_stderr", N_("Standard error of pots moved"), "probability"),
)


def change_view(rows: Sequence[ChangeRow], z: float, is_exact: bool = False) -> Table:
    """Return the table that people see, with errors of ``z`` standard errors, if there are any."""
    hidden = {"table", "base"} | ({"ci_low", "ci_high", "moved_stderr"} if is_exact else set())
    columns = [
        Column("error", "±", "probability") if column.field == "moved_stderr" else column
        for column in CHANGE
        if column.field not in hidden
    ]
    lines = [
        {**change_row(row), "error": None if row.moved.stderr is None else z * row.moved.stderr}
        for row in rows
    ]
    title = _("Showdowns won by others than under {name}").format(name=rows[0].base.name)
    note = _("Pots moved: the share of all pots that goes to others than under the base.")
    return Table("change", title, columns, lines, note=note)


def change_row(row: ChangeRow) -> dict[str, object]:
    """Return what a ruleset changes against the base as fields."""
    return {
        "table": "change",
        "ruleset": row.ruleset.name,
        "base": row.base.name,
        "changed_winners": row.changed_winners,
        "total": row.total,
        "probability": row.changed_winners / row.total if row.total else None,
        "ci_low": row.low,
        "ci_high": row.high,
        "moved": row.moved.ratio,
        "moved_stderr": row.moved.stderr,
    }
