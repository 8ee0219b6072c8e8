"""What the commands that play for chips share: the betting system and its settings, the stacks."""

import re
import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from pokersim.cli.shared.help import Integer
from pokersim.cli.shared.options import bundled, option, players_option
from pokersim.errors import InputError, nearest, there_are
from pokersim.games.spec import ANTES, CHIPS, SETTINGS, Betting, load_betting
from pokersim.games.table import MAX_STACK
from pokersim.language import _, number

MOST_PLAYERS = 14
USUAL_PLAYERS = 6
USUAL_STACK = 100

_BARE = re.compile(r"[A-Za-z][\w:+%!,-]*")
_NUMBERS = re.compile(r"\s*\d{1,9}\s*(?:,\s*\d{1,9}\s*)*")


class Numbers(click.ParamType):  # type: ignore[type-arg]
    """Whole numbers with commas between.

    Examples
    --------
    >>> Numbers().convert("100, 50,20", None, None)
    (100, 50, 20)
    """

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Read the numbers; click calls this."""
        text = str(value)
        if not _NUMBERS.fullmatch(text):
            problem = _(
                "{text!r} is not a whole number of at most nine digits, or several separated "
                "by commas"
            )
            self.fail(
                problem.format(text=text),
                param,
                ctx,
            )
        return tuple(int(part) for part in text.split(","))


class BettingChoice(NamedTuple):
    """What the command line says of a game for chips; None or empty where it says nothing.

    Attributes
    ----------
    betting
        The system, by name or path.
    ante, straddles, set
        Settings that go before its own, as they were written.
    """

    betting: str | None = None
    ante: str | None = None
    straddles: tuple[int, ...] | None = None
    set: tuple[str, ...] = ()


_BETTING = (
    option(
        "--betting",
        metavar="NAME|FILE.toml",
        help="Betting system, by name or from a file; `rules list --betting` lists them.",
    ),
    option(
        "--ante",
        metavar="each|dealer|none[:CHIPS]",
        help="Who antes and how much, instead of the system's own: each:2, dealer:red.",
    ),
    option(
        "--straddles",
        type=Numbers(),
        metavar="N|2,4,10",
        help="Number of straddles, each doubling the bet, or the bet that each makes.",
    ),
    option(
        "--set",
        multiple=True,
        metavar="KEY=VALUE",
        help="Any other setting of the system: raises=2, limits=[2,4]; may be repeated.",
    ),
)

seats_option = players_option(
    type=Integer(2, MOST_PLAYERS),
    help=f"Number of players.  [default: {USUAL_PLAYERS}, or what --betting and --stack need]",
)
stack_option = option(
    "--stack",
    type=Numbers(),
    metavar="N|N,N,...",
    default=str(USUAL_STACK),
    show_default=True,
    help="Chips of every player, or of each from the dealer's left.",
)
policy_option = option(
    "--policy",
    metavar="NAME|NAME,NAME,...",
    help="How players bet and draw: rock, tight, loose, caller, maniac, random or book, or a "
    "policy from a file of your own, FILE.toml or FILE.toml:NAME; one for all, or one per seat "
    "from the dealer's left.",
)


def betting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what chooses and changes a betting system, passed as one ``bets``."""
    return bundled(command, "bets", BettingChoice, _BETTING)


def load_betting_of(choice: BettingChoice, default: str) -> Betting:
    """Load the betting system that was chosen, with its settings changed.

    Raises
    ------
    InputError, RulesetError
        It can't be loaded, or a setting can't be read or does not fit.
    """
    settings = dict(_setting(text) for text in choice.set)
    if choice.ante is not None:
        settings |= _ante(choice.ante)
    if choice.straddles is not None:
        several = len(choice.straddles) > 1
        settings["straddles"] = list(choice.straddles) if several else choice.straddles[0]
    return load_betting(choice.betting or default, settings)


def usual_players(betting: Betting) -> int:
    """Return how many play where nobody says it."""
    return min(betting.most_players, max(betting.fewest_seats, USUAL_PLAYERS))


def stacks_of(betting: Betting, players: int | None, stack: tuple[int, ...]) -> tuple[int, ...]:
    """Return the chips of each player.

    Raises
    ------
    InputError
        There are neither one nor as many numbers as players, or one is no stack.
    """
    if not all(1 <= chips <= MAX_STACK for chips in stack):
        text = _("--stack: a stack is from 1 to {most} chips")
        raise InputError(text.format(most=number(MAX_STACK)))
    if len(stack) == 1:
        return stack * (players or usual_players(betting))
    if players not in (None, len(stack)):
        text = _(
            "--stack lists {n} stacks for {n_players} players: write one for all, or one for each"
        )
        raise InputError(text.format(n=len(stack), n_players=players))
    return stack


def names_of(text: str) -> tuple[str, ...]:
    """Return names that have commas between; files keep their capital letters."""
    parts = [part.strip() for part in text.split(",")]
    return tuple(part if ".toml" in part else part.lower() for part in parts)


def _ante(text: str) -> dict[str, Any]:
    who, colon, much = (part.strip().lower() for part in text.partition(":"))
    if who not in ANTES:
        problem = _("--ante {text!r}: who antes is one of {list}{hint}")
        raise InputError(problem.format(text=text, list=", ".join(ANTES), hint=nearest(who, ANTES)))
    if not colon:
        return {"ante": who}
    if much not in CHIPS and not much.isdecimal():
        problem = _("--ante {text!r}: the amount is white, red or a number of white chips")
        raise InputError(problem.format(text=text))
    return {"ante": who, "ante-chips": much if much in CHIPS else int(much)}


def _setting(text: str) -> tuple[str, Any]:
    """Read ``key=value``, the value as TOML has it; a single word needs no quotes."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        raise InputError(_("--set {text!r}: write KEY=VALUE, like raises=2").format(text=text))
    if key not in SETTINGS:
        problem = _("--set {text!r}: there is no setting '{name}'").format(text=text, name=key)
        raise InputError(problem + (nearest(key, SETTINGS) or there_are(SETTINGS)))
    try:
        table = tomllib.loads(f"value = {value}")
    except (ValueError, RecursionError):
        table = {"value": value} if _BARE.fullmatch(value) else {}
    if list(table) != ["value"]:
        problem = _("--set {text!r}: {value!r} is not a TOML value, like 2, [1, 2] or true")
        raise InputError(problem.format(text=text, value=value))
    return key, table["value"]
