"""The command ``pokersim``: finds a command, runs it, and turns what went wrong into exit codes.

Knows the names of the commands and nothing of what they do: a command's module is imported
when it is called, so that ``--help`` starts at once.
"""

import os
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
from pokersim.cli.shared.options import with_kind_of_bug
from pokersim.cli.shared.output import ReaderGone, claim_streams, complain, message, settle_streams
from pokersim.errors import PokersimError, nearest

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

PROGRAM = "pokersim"

COMMANDS = {
    "rank": ("pokersim.cli.rank", "Say what hands are worth under one or more rulesets."),
    "rules": ("pokersim.cli.rules", "List, show, check and start rulesets."),
    "frequency": ("pokersim.cli.frequency", "Count how often each combination is dealt."),
    "audit": ("pokersim.cli.audit", "Hold the order of a ruleset against rarity."),
    "compare": ("pokersim.cli.compare", "Tell what rulesets change against a base."),
    "equity": ("pokersim.cli.equity", "Tell what hands are worth, with cards still to come."),
    "draw": ("pokersim.cli.draw", "Tell what to throw in draw poker, and what a mistake costs."),
    "simulate": ("pokersim.cli.simulate", "Deal many games and tell who wins, and with what."),
    "runs": ("pokersim.cli.runs", "Tell what simulations are kept, and go on with them."),
    "report": ("pokersim.cli.report", "Put all there is to say of house rules on one page."),
    "deal": ("pokersim.cli.deal", "Play a hand for chips, and tell it as a dealer would."),
}
"""Every command by name: the module whose ``command`` it is, and its line in the help."""

EPILOG = """\b
Options also come from the environment, POKERSIM_<COMMAND>_<OPTION>, and from
pokersim.toml or [tool.pokersim] of pyproject.toml in the working directory:
    [simulate]
    deals = "10M"
Flags win over the environment, and the environment over the file.

\b
Completion of commands and options, by shell:
    bash  eval "$(_POKERSIM_COMPLETE=bash_source pokersim)"    in ~/.bashrc
    zsh   eval "$(_POKERSIM_COMPLETE=zsh_source pokersim)"     in ~/.zshrc
    fish  _POKERSIM_COMPLETE=fish_source pokersim | source
          in ~/.config/fish/completions/pokersim.fish
"""


class Terminated(KeyboardInterrupt):
    """SIGTERM: ends a command as an interrupt does, clean-up and partial results included."""


class CommandGroup(click.Group):
    """A group that knows its commands by :data:`COMMANDS` and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or return ``None`` if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = import_module(module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table's lines, so that no command is imported for the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Offer the table's names, then the group's own options."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=line)
            for name, (_, line) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take no arguments at all as a call for help."""
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and load its options from the working directory's file."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            ctx.fail(f"no such command {args[0]!r}{nearest(args[0], COMMANDS)}")
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
        """Run the command; an error of the user's is told and becomes an exit code."""
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
    allow_from_autoenv=False,  # POKERSIM_VERSION is likely to be somebody's, and no option
)
def cli() -> None:
    """Poker hands under house rules: ranked, counted, dealt and compared.

    `pokersim COMMAND --help` tells the options of a command.
    """


def main() -> NoReturn:
    """Run the program with the arguments of the process, and exit.

    Exit codes: 0 done (also when whoever read the standard output has gone), 1 a check failed,
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
        message("Terminated")
        code = 128 + signal.SIGTERM
    except (KeyboardInterrupt, click.Abort):
        # A terminal has shown ^C, and stands behind it.
        message("\nInterrupted" if sys.stderr.isatty() else "Interrupted")
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
