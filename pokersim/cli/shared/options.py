"""The options that mean the same in every command, each once: a decorator for each.

A decorator passes the value under the option's name: ``ruleset``, ``progress``, ``deals``,
``seed``, ``jobs``, ``precision``, ``confidence``, ``players``, ``table``, ``cards``.  Two of them
stand for several options and pass a record: ``common`` and ``choice`` (of the deck).
``--no-color`` acts by itself and passes nothing.
"""

import os
import re
from collections.abc import Callable, Sequence
from functools import partial, reduce, wraps
from typing import Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from pokersim.cli.shared.help import Integer, Option
from pokersim.cli.shared.output import STDOUT, check_output, message
from pokersim.constants import LANGUAGES
from pokersim.language import _, number, set_language
from pokersim.report.charts.image import can_draw, check_name
from pokersim.report.formats.page import check_page

F = TypeVar("F", bound=Callable[..., Any])

FORMATS = ("table", "json", "ndjson", "csv", "markdown", "html")
MAX_DEALS = 10**15
"""More than a year of dealing; counts of so many deals stay far within 64 bits."""
MAX_SEED = 2**64 - 1

_COUNT = re.compile(r"(\d+(?:_\d+)*)(?:\.(\d+))?(?:e\+?(\d{1,2})|([kmg]))?", re.ASCII | re.I)
_EXPONENT = {"k": 3, "m": 6, "g": 9}
_LONGEST_COUNT = 40


class Count(click.ParamType):  # type: ignore[type-arg]
    """A positive whole number, short if it is round.

    Examples
    --------
    >>> [Count().convert(text, None, None) for text in ("10M", "250k", "1e6", "20_000", "1.5M")]
    [10000000, 250000, 1000000, 20000, 1500000]
    """

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a count exactly; click calls this."""
        text = str(value).strip()
        found = _COUNT.fullmatch(text)
        if not found or len(text) > _LONGEST_COUNT:
            problem = _("{text!r} is not a count; write it like 20000, 250k, 10M or 1e6")
            self.fail(problem.format(text=text), param, ctx)
        whole, part, exponent, suffix = found.groups(default="")
        shift = int(exponent or _EXPONENT.get(suffix.lower(), 0)) - len(part)
        times, by = int(10 ** max(shift, 0)), int(10 ** max(-shift, 0))
        count, rest = divmod(int(whole + part) * times, by)
        if rest:
            self.fail(_("{text!r} is not a whole number").format(text=text), param, ctx)
        if not 1 <= count <= MAX_DEALS:
            problem = _("{text!r} is not between 1 and {most}")
            self.fail(problem.format(text=text, most=number(MAX_DEALS)), param, ctx)
        return count


class Fraction(click.ParamType):  # type: ignore[type-arg]
    """A number between 0 and 1, both excluded."""

    name = "fraction"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a fraction; click calls this."""
        try:
            number = float(value)
        except ValueError:
            self.fail(_("{value!r} is not a number").format(value=value), param, ctx)
        if not 0 < number < 1:
            text = _("{value!r} is not between 0 and 1 (both excluded)")
            self.fail(text.format(value=value), param, ctx)
        return number


option = partial(click.option, cls=Option)
"""``click.option`` for a command's own options, with the help of :class:`Option`."""


def usable_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check_output(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Refuse a file that can't be written before anything is computed for it."""
    if not ctx.resilient_parsing:
        check_output(value)
    return value


def _check_file(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a file beside the result that can't be written, and the standard output for one."""
    if value is not None and not ctx.resilient_parsing:
        if value == STDOUT:
            text = _("needs a file; the standard output is for the result")
            raise click.BadParameter(text, ctx, param)
        check_output(value)
    return value


def _check_format(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Refuse a format that needs what is not installed, before anything is computed for it."""
    if value == "html" and not ctx.resilient_parsing:
        check_page()
    return value


def _check_chart(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a file that no chart can go to, and say it where none can be drawn, beforehand."""
    if value is None or ctx.resilient_parsing:
        return value
    check_name(value)
    check_output(value)
    if can_draw():
        return value
    text = _("No chart {file}: matplotlib is not installed; pip install 'pokersim[plot]'")
    message(text.format(file=value))
    return None


def _no_color(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Turn colour off here, and in the main command, which prints the errors."""
    if value:
        ctx.color = ctx.find_root().color = False


_LANGUAGE_SOURCE = "pokersim.language"
_STRENGTHS = {ParameterSource.COMMANDLINE: 2, ParameterSource.ENVIRONMENT: 1}


def _use_language(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Use a language, unless a stronger source named one for a command around this one.

    The command line goes before the environment, and that before the file of options.
    """
    source = ctx.get_parameter_source("lang")
    strength = _STRENGTHS.get(source, 0) if source else 0
    if value is not None and strength >= ctx.meta.get(_LANGUAGE_SOURCE, 0):
        ctx.meta[_LANGUAGE_SOURCE] = strength
        set_language(value)


_ruleset = partial(
    option,
    "-r",
    "--ruleset",
    multiple=True,
    default=("standard",),
    show_default=True,
    metavar="NAME|FILE.toml",
)
ruleset_option = _ruleset(help="Ruleset, by name or from a file; may be repeated.")
one_ruleset_option = _ruleset(help="Ruleset, by name or from a file; only one.")
format_option = option(
    "-f",
    "--format",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    callback=_check_format,
    help="Output format; html is one page with everything in it.",
)
output_option = option(
    "-o",
    "--output",
    metavar="FILE",
    default=STDOUT,
    callback=_check_output,
    help="Write the result to FILE, completely or not at all; - is standard output, the default.",
)
file_option = partial(option, metavar="FILE", callback=_check_file)
"""An option of one command that names a file to be written beside the result."""
lang_option = option(
    "--lang",
    is_eager=True,  # what other options say while they are read is in this language
    expose_value=False,
    type=click.Choice(LANGUAGES),
    callback=_use_language,
    help="Language of all that is printed.  [default: that of the locale]",
)
quiet_option = option("-q", "--quiet", is_flag=True, help="Print only results and errors.")
verbose_option = option("-v", "--verbose", count=True, help="Print more; -vv prints even more.")
color_option = option(
    "--no-color",
    is_flag=True,
    expose_value=False,
    callback=_no_color,
    help="Disable colour, like NO_COLOR in the environment.",
)
progress_option = option(
    "--progress/--no-progress",
    default=None,
    help="Show a progress bar; only on a terminal, where it is the default.",
)
deals_option = option(
    "-n",
    "--deals",
    type=Count(),
    metavar="N",
    help="Number of deals: 20000, 250k, 10M, 1e6.",
)
seed_option = option(
    "--seed",
    type=Integer(0, MAX_SEED),
    metavar="N",
    help="Seed of the deals, 0 to 2^64-1; random if omitted, and printed.",
)
jobs_option = option(
    "-j",
    "--jobs",
    type=Integer(min=1),
    default=usable_processors,
    metavar="N",
    help="Number of threads; the result does not depend on it.  [default: all usable processors]",
)
precision_option = option(
    "--precision",
    type=Fraction(),
    metavar="P",
    help="Stop when the half-width of the confidence interval is at most P: 0.001, 1e-6.",
)
confidence_option = option(
    "--confidence",
    type=Fraction(),
    default=0.95,
    show_default=True,
    metavar="C",
    help="Confidence level of the intervals.",
)
players_option = partial(option, "--players", type=Integer(1, 14), metavar="N")
"""Number of players; the help of each command names its default."""


def table_option(tables: Sequence[str], only: str = "") -> Callable[[F], F]:
    """Return the option that chooses among the tables of a command; ``only`` limits its help."""
    return option(
        "--table",
        type=click.Choice(tables),
        default=tables[0],
        show_default=True,
        help=f"Table that -f csv writes{only}.",
    )


BUGS = ("orthodox", "special")

_DECK = (
    option(
        "--deck",
        metavar="52|36|32|RANKS",
        help="Deck, instead of the ruleset's own: 36 is 6 to A, 32 is 7 to A; or ranks, 789TJQKA.",
    ),
    option(
        "--jokers",
        type=Integer(0, 4),
        metavar="N",
        help="Number of jokers, 0 to 4, instead of the ruleset's own.",
    ),
    option(
        "--bug",
        is_flag=False,
        flag_value=BUGS[0],
        type=click.Choice(BUGS),
        help="Make jokers bugs: an ace, or what completes an orthodox straight or flush (the "
        "default) or any special combination too.",
    ),
    option(
        "--wild",
        metavar="SPEC",
        help="Other wild cards: a rank (2), cards (Js,Jh), one-eyed-jacks; separated by commas.",
    ),
)
cards_option = option(
    "--cards",
    type=Integer(5, 7),
    default=5,
    show_default=True,
    metavar="N",
    help="Cards of a hand, 5 to 7; the best five count.",
)

_PICTURES = (
    option(
        "--chart",
        metavar="FILE.png|.svg",
        callback=_check_chart,
        help="Draw a chart of the result too; needs matplotlib.",
    ),
    option("--bars", is_flag=True, help="Draw bars beside the numbers of -f table."),
)
_COMMON = (
    format_option,
    output_option,
    lang_option,
    quiet_option,
    verbose_option,
    color_option,
)


class DeckChoice(NamedTuple):
    """What the command line says of the deck; None where it leaves the ruleset's own."""

    deck: str | None = None
    jokers: int | None = None
    bug: str | None = None
    wild: str | None = None


class Common(NamedTuple):
    """How a result is written, and how much is said."""

    format: str
    output: str
    quiet: bool
    verbose: int


class Pictures(NamedTuple):
    """What is drawn beside the numbers: a chart in a file, bars in the tables."""

    chart: str | None = None
    bars: bool = False


def with_kind_of_bug(args: Sequence[str]) -> list[str]:
    """Spell out the kind of a bare ``--bug``, so that click does not take a hand for one.

    >>> with_kind_of_bug(["--bug", "JoKhQhJhTh"])
    ['--bug=orthodox', 'JoKhQhJhTh']
    """
    end = args.index("--") if "--" in args else len(args)
    bare = {
        i for i in range(end) if args[i] == "--bug" and (i + 1 == end or args[i + 1] not in BUGS)
    }
    return [f"--bug={BUGS[0]}" if i in bare else arg for i, arg in enumerate(args)]


def deck_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what changes the deck of every ruleset, passed as one ``choice``."""
    return bundled(command, "choice", DeckChoice, _DECK)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what draws, passed as one ``pictures``."""
    return bundled(command, "pictures", Pictures, _PICTURES)


def common_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what every command with a result has, passed as one ``common``."""
    return bundled(command, "common", Common, _COMMON)


def bundled(
    command: Callable[..., Any],
    name: str,
    record: Callable[..., Any],
    options: tuple[Callable[..., Any], ...],
) -> Callable[..., Any]:
    """Add options and pass their values as one record."""

    @wraps(command)
    def with_record(**values: Any) -> Any:
        own = {field: values.pop(field) for field in record._fields}  # type: ignore[attr-defined]
        return command(**values, **{name: record(**own)})

    return reduce(lambda function, add: add(function), reversed(options), with_record)
