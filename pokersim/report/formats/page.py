"""A report as one page of HTML that needs nothing else: no network, no other file.

The template escapes every text that it is given; only the figures, which escape their own
texts, go in as they are.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pokersim.errors import InputError
from pokersim.language import N_, _, language, localized, number
from pokersim.report.charts.svg import draw_svg
from pokersim.report.model import Column, Report, Table
from pokersim.report.values import MISSING, cell, is_right, plain

if TYPE_CHECKING:
    from jinja2 import Template


LONGEST_LINE = 36
"""Letters of a cell that is not broken."""


class Cell(NamedTuple):
    """A cell of a page.

    Attributes
    ----------
    text, side
        What is read, and the side it stands at.
    key
        The number that rows are sorted by, empty where there is no value; None for the text.
    """

    text: str
    key: str | None
    side: str


class Grid(NamedTuple):
    """A table of a page."""

    title: str
    headings: list[Cell]
    rows: list[list[Cell]]
    total: list[Cell] | None
    note: str


def check_page() -> None:
    """Refuse to write pages where Jinja2 is missing.

    Raises
    ------
    InputError
        It is; says how to get it.
    """
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise InputError(
            "format html takes Jinja2, which is not installed\n"
            "  pip install 'pokersim[report]', or take another format"
        ) from None


def page(report: Report) -> str:
    """Return a report as a page."""
    check_page()
    from markupsafe import Markup

    text = _template().render(
        report=report,
        title=_title(report),
        grids=[] if report.prose else [_grid(table) for table in report.human_tables],
        figures=[
            {"title": f.title, "below": f.below, "svg": Markup(draw_svg(f))} for f in report.figures
        ],
        facts=[(_words(key), _fact(key, value)) for key, value in report.meta.items()],
        language=language(),
        _=_,
    )
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"


@cache
def _template() -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("pokersim.report.formats", ".")
    return Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("page.html.j2")


def _title(report: Report) -> str:
    """Return what the page is about: the command, and its rulesets."""
    rulesets = report.meta.get("rulesets", [])
    names = [str(each["name"]) for each in rulesets] if isinstance(rulesets, list) else []
    return f"pokersim {report.meta.get('command', '')}: {', '.join(names)}".rstrip(": ")


def _grid(table: Table) -> Grid:
    columns = table.columns
    headings = [Cell(column.title, None, _side(column)) for column in columns]
    rows = [[_cell(column, row) for column in columns] for row in table.rows]
    total = None
    if table.total is not None:
        total = [
            _cell(column, table.total)
            if column.field in table.total
            else Cell("", None, f"{_side(column)} short")
            for column in columns
        ]
    return Grid(table.title, headings, rows, total, table.note)


def _cell(column: Column, row: Mapping[str, object]) -> Cell:
    value = plain(column, row[column.field])
    key = "" if value is None else repr(value) if isinstance(value, int | float) else None
    text = cell(column, row)
    # What is short, as names and cards are, stays on one line.
    side = _side(column) + (" short" if len(text) <= LONGEST_LINE else "")
    return Cell(text, key, side)


def _side(column: Column) -> str:
    return "number" if is_right(column) else "text"


def _words(key: str) -> str:
    """Return a key of the meta as people read it."""
    return _(key.replace("_", " ").replace("-", " "))


def _fact(key: str, value: object) -> str:
    """Return a value of the meta as a line."""
    if value is None or value == [] or value == ():
        return MISSING
    if isinstance(value, Mapping):
        return "; ".join(
            f"{_words(name)}: {_fact(key if key in _WORDED else name, each)}"
            for name, each in value.items()
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(
            f"{each['name']} ({each['hash']})" if _is_ruleset(each) else _fact(key, each)
            for each in value
        )
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, float):
        return localized(str(value))
    if isinstance(value, int) and key != "seed":  # that is typed in again as it is
        return number(value) if value > 9999 else str(value)
    return _(str(value)) if key in _WORDED else str(value)


_WORDED = ("game", "method", "stages", "quantity")
"""Keys of the meta whose values are words, and no names."""

_KEYS = (
    *(N_("command"), N_("version"), N_("schema"), N_("rulesets"), N_("deck"), N_("method")),
    *(N_("stages"), N_("cards"), N_("seed"), N_("deals"), N_("game"), N_("players"), N_("base")),
    *(N_("policies"), N_("confidence"), N_("interrupted"), N_("watched"), N_("quantity")),
    *(N_("precision"), N_("half width"), N_("outcomes"), N_("opponents"), N_("against")),
    *(N_("rounds"), N_("residue"), N_("settled"), N_("agrees"), N_("cost"), N_("ruleset")),
    *(N_("hands"), N_("stack"), N_("betting"), N_("name"), N_("ante"), N_("ante chips")),
    *(N_("blind"), N_("straddles"), N_("limits"), N_("raises"), N_("first round")),
    *(N_("later rounds"), N_("first later"), N_("passed on"), N_("openers"), N_("opener free")),
    *(N_("straddler raises"), N_("most drawn"), N_("ace draws four"), N_("folded cards")),
    *(N_("showing kickers"), N_("exact"), N_("sampled"), N_("model"), N_("showdown")),
    *(N_("draw"), N_("stud"), N_("dealt"), N_("final")),
)
"""What keys and worded values are in English, for the catalogue."""


def _is_ruleset(value: object) -> bool:
    return isinstance(value, Mapping) and set(value) == {"name", "hash"}
