"""What the tests of reports share: a small report with a value of every kind, and its parts."""

import csv
import io
from collections.abc import Mapping, Sequence

from pokersim.report.formats.render import stream
from pokersim.report.model import Column, Report, Table

DATA_FORMATS = ("json", "ndjson", "csv")
HUMAN_FORMATS = ("table", "markdown")

TALLY_COLUMNS = (
    Column("combination", "Комбинация", "text", width=16),
    Column("place", "Place", "integer", width=5),
    Column("count", "Count", "count", width=9),
    Column("per_hand", "Per hand", "decimal", width=12),
    Column("probability", "Probability", "probability", width=11),
    Column("odds", "Odds", "odds", width=14),
    Column("exact", "Exact", "flag", width=5),
    Column("ties_by_share", "Ties", "breakdown", width=24),
    Column("cost", "Cost", "share", width=9),
    Column("legal", "Legal", "words", width=11),
    Column("won", "Won", "chips", width=8),
)
TALLY_ROWS: tuple[Mapping[str, object], ...] = (
    {
        "combination": "Большой тигр",
        "place": 1,
        "count": 4,
        "per_hand": -1234.5,
        "probability": 4 / 2_598_960,
        "odds": 649_740.0,
        "exact": True,
        "ties_by_share": [3, 0, 1],
        "cost": 0.00000154,
        "legal": ["call", "raise"],
        "won": -26.9274,
    },
    {
        "combination": 'скеет | "1e5", \\',
        "place": None,
        "count": 1_098_240,
        "per_hand": 0.000123456,
        "probability": 0.1,
        "odds": 2.3667,
        "exact": False,
        "ties_by_share": {"one-pair": 1500, "flush": 2},
        "cost": 0.25,
        "legal": ["a | b", 'say "1e5"'],
        "won": 0.000123,
    },
    {
        "combination": None,
        "place": 12,
        "count": 0,
        "per_hand": 0.0,
        "probability": 0.0,
        "odds": None,
        "exact": None,
        "ties_by_share": None,
        "cost": None,
        "legal": None,
        "won": None,
    },
)
TALLY = Table(
    "tally",
    "Частоты | Frequencies",
    TALLY_COLUMNS,
    TALLY_ROWS,
    total={"combination": "Итого", "count": 1_098_244, "odds": None},
    note="Places run from 1, the highest.",
)
CHANGE = Table(
    "change",
    "Changed winners",
    (Column("base", "Base"), Column("changed_winners", "Changed winners", "count")),
    ({"base": "10", "changed_winners": 1200}, {"base": "two\npairs", "changed_winners": 7}),
)
SMALL = Report(
    {"command": "simulate", "version": "0.1.0", "schema": 1, "rulesets": [{"name": "тигр"}]},
    (TALLY, CHANGE),
    notes=("Sampled: 1,000 deals, seed 7.", "Intervals at 95%."),
)


def one_table(columns: Sequence[Column], *rows: Mapping[str, object]) -> Report:
    return Report({}, (Table("only", "Only", columns, rows),))


def one_text(text: str) -> Report:
    """A text between two others, so that a break to either side shows."""
    columns = (Column("before", "Before"), Column("text", "Text"), Column("after", "After"))
    return one_table(columns, {"before": "a", "text": text, "after": "z"})


def streamed(format: str, report: Report) -> str:
    rows = stream(format)
    table = report.table()
    pieces = [rows.row(table.columns, row) for row in table.rows]
    head = rows.head(report.full_meta, table.columns)
    return head + rows.separator.join(pieces) + rows.tail()


def csv_rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))
