"""Changed winners as rows: what simulations and comparisons say alike of them."""

from collections.abc import Sequence

from pokersim.report.model import Column, Table
from pokersim.studies.simulate.summary import ChangeRow

CHANGE = (
    Column("table", "Table"),
    Column("ruleset", "Ruleset"),
    Column("base", "Base"),
    Column("changed_winners", "Changed winners", "count"),
    Column("total", "Showdowns", "count"),
    Column("probability", "Share", "probability", bar=True),
    Column("ci_low", "From", "probability"),
    Column("ci_high", "To", "probability"),
    Column("moved", "Pots moved", "probability"),
    Column("moved_stderr", "Standard error of pots moved", "probability"),
)


MOVED = "Pots moved: the share of all pots that goes to others than under the base."


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
    title = f"Showdowns won by others than under {rows[0].base.name}"
    return Table("change", title, columns, lines, note=MOVED)


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
