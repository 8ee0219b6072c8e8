"""The command ``pokersim``: finds a command, runs it, and turns what went wrong into exit codes.

Knows the names of the commands and nothing of what they do: a command's module is imported
when it is called, so that ``--help`` starts at once.
"""

import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pokersim import __version__
from pokersim.cli.shared.config import load_defaults
from pokersim.cli.shared.help import Group, Option
from pokersim.cli.shared.options import lang_option, with_kind_of_bug
from pokersim.cli.shared.output import ReaderGone, claim_streams, complain, message, settle_streams
from pokersim.constants import LANGUAGES
from pokersim.errors import PokersimError, nearest
from pokersim.language import ENGLISH, N_, _, language, using

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

PROGRAM = "pokersim"

COMMANDS = {
    "rank": ("pokersim.cli.rank", N_("Rank hands under one or more rulesets.")),
    "rules": ("pokersim.cli.rules", N_("List, show, check and create rulesets.")),
    "frequency": ("pokersim.cli.frequency", N_("Count how often each combination is dealt.")),
    "audit": ("pokersim.cli.audit", N_("Check whether rarer hands rank higher.")),
    "compare": ("pokersim.cli.compare", N_("Compare rulesets with a baseline on the same deals.")),
    "equity": ("pokersim.cli.equity", N_("Compute the share of the pot that each hand wins.")),
    "draw": ("pokersim.cli.draw", N_("Find the best discard in five-card draw.")),
    "simulate": ("pokersim.cli.simulate", N_("Simulate many deals and count which hands win.")),
    "runs": ("pokersim.cli.runs", N_("List, show and resume kept simulations.")),
    "report": ("pokersim.cli.report", N_("Put the whole analysis of house rules on one page.")),
    "deal": ("pokersim.cli.deal", N_("Play hands for chips, narrated by a dealer.")),
}
"""Every command by name: the module whose ``command`` it is, and its line in the help."""

EPILOG = """
Options can also be set in the environment, POKERSIM_<COMMAND>_<OPTION>, and in pokersim.toml or
[tool.pokersim] of pyproject.toml in the working directory. The command line overrides the
environment, and the environment overrides the file.

\b
Example of pokersim.toml:
    [simulate]
    deals = "10M"

\b
Completion of commands and options, by shell:
    bash  eval "$(_POKERSIM_COMPLETE=bash_source pokersim)"    # ~/.bashrc
    zsh   eval "$(_POKERSIM_COMPLETE=zsh_source pokersim)"     # ~/.zshrc
    fish  _POKERSIM_COMPLETE=fish_source pokersim | source
          # ~/.config/fish/completions/pokersim.fish
"""


class Terminated(KeyboardInterrupt):
    """SIGTERM: ends a command as an interrupt does, clean-up and partial results included."""


class CommandGroup(Group):
    """A group that knows its commands by :data:`COMMANDS` and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or return ``None`` if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table's lines, so that no command is imported for the help."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(line)) for name, (_module, line) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Offer the table's names, then the group's own options."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=_(line))
            for name, (_module, line) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command line whose language ends with it."""
        with using(language()):
            return super().main(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take no arguments at all as a call for help."""
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and load its options from the working directory's file."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            text = _("no such command {name!r}{hint}")
            ctx.fail(text.format(name=args[0], hint=nearest(args[0], COMMANDS)))
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None and not ctx.resilient_parsing:
            try:
                ctx.default_map = {name: load_defaults(name, command, COMMANDS)}
            except PokersimError:
                # A file that is wrong must not stand in the way of the help that mends it.
                if not set(rest) & set(ctx.help_option_names):
                    raise
        return name, command, with_kind_of_bug(rest)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; print an error of the user's and turn it into an exit code."""
        try:
            return super().invoke(ctx)
        except PokersimError as error:
            complain(error)
            ctx.exit(error.exit_code)


@click.group(
    cls=CommandGroup,
    epilog=EPILOG,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "auto_envvar_prefix": PROGRAM.upper(),
    },
)
@click.version_option(
    __version__,
    prog_name=PROGRAM,
    message="%(prog)s %(version)s",
    cls=Option,
    help="Show the version and exit.",
    allow_from_autoenv=False,  # POKERSIM_VERSION is likely to be somebody's, and no option
)
@lang_option
def cli() -> None:
    """Rank, count, deal and compare poker hands under house rules.

    `pokersim COMMAND --help` shows the options of a command.
    """


def main() -> NoReturn:
    """Run the program with the arguments of the process, and exit.

    Exit codes: 0 done (also if the reader of the standard output has gone), 1 a check failed,
    2 bad input, 130 interrupted, 143 terminated.  A command returns 0, 1 or ``None`` (done);
    :class:`~pokersim.errors.PokersimError` carries its own code.
    """
    claim_streams()
    signal.signal(signal.SIGTERM, _terminate)
    try:
        code = _run(sys.argv[1:])
    finally:
        settle_streams()
    sys.exit(code)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated


def _run(args: Sequence[str]) -> int:
    """Run one command line and return its exit code; only mistakes of the program get out."""
    with using(_first_language(args)):
        return _exit_code(args)


def _first_language(args: Sequence[str]) -> str:
    """Return the language of what is printed before the options are read, help among it.

    It is the one of ``--lang`` anywhere on the line, of ``POKERSIM_LANG`` or of the locale.
    """
    line = " ".join(args[: args.index("--")] if "--" in args else args)
    found = re.findall(r"(?:^| )--lang[ =](\S+)", line)
    locales = map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, locales), None) or ""
    codes = (*found[-1:], os.environ.get(f"{PROGRAM.upper()}_LANG"), re.split("[_.]", locale)[0])
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _exit_code(args: Sequence[str]) -> int:
    try:
        code = _invoke(args)
        sys.stdout.flush()
    except ReaderGone:
        code = 0
    except PokersimError as error:
        complain(error)
        code = error.exit_code
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        code = error.exit_code
    except Terminated:
        message(_("Terminated"))
        code = 128 + signal.SIGTERM
    except (KeyboardInterrupt, click.Abort):
        # A terminal has shown ^C on this line.
        message("\n" * sys.stderr.isatty() + _("Interrupted"))
        code = 128 + signal.SIGINT
    return code


def _invoke(args: Sequence[str]) -> int:
    if f"_{PROGRAM.upper()}_COMPLETE" in os.environ:
        cli.main(args=args, prog_name=PROGRAM)
    color = False if os.environ.get("NO_COLOR") else None
    try:
        with cli.make_context(PROGRAM, list(args), color=color, obj=list(args)) as ctx:
            result = cli.invoke(ctx)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    return result if isinstance(result, int) else 0
