"""Help and errors of the command line in the language in use.

Commands and options are declared in English, and their texts are translated when they are read.
``scripts/translations.py`` finds these texts by asking every command.  What click itself prints
is translated by our catalogue, too.
"""

import inspect
import re
from collections.abc import Iterator, Sequence
from typing import Any

import click
import click.core
import click.exceptions
import click.formatting
import click.parser
import click.termui
import click.types
from click.core import ParameterSource

from pokersim.language import N_, _, ngettext

AS_IT_IS = "\b\n"
"""What begins a paragraph of a help text whose lines are to stay as they are."""

for _module in (
    click.core, click.exceptions, click.formatting, click.parser, click.termui, click.types,
):  # fmt: skip
    vars(_module).update(_=_, ngettext=ngettext)

CLICK_TEXTS = (
    N_("Usage:"),
    N_("Options"),
    N_("Show this message and exit."),
    N_("default: {default}"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing command."),
    N_("No such option {name!r}."),
    N_("No such option: {name}"),  # before click 8.2
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Error: invalid input"),
)
"""Texts of click that our commands can print."""


def _click_plurals(n: int) -> tuple[str, ...]:
    """Return the texts of click that depend on a number."""
    return (
        ngettext(
            "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", n
        ),
        ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", n),
        ngettext(
            "Option {name!r} requires an argument.",
            "Option {name!r} requires {nargs} arguments.",
            n,
        ),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", n),
    )


class Translated:
    """A help text that is translated whenever it is read."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_english_{name}"

    def __get__(self, instance: object, owner: type | None = None) -> str | None:
        text: str | None = getattr(instance, self._name)
        return text and "\n\n".join(map(_paragraph, paragraphs(text)))

    def __set__(self, instance: object, text: str | None) -> None:
        setattr(instance, self._name, text)


class Command(click.Command):
    """A command whose help is in the language in use."""

    help = Translated()
    epilog = Translated()

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return ``--help`` with its text in the language in use."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = _("Show this message and exit.")
        return found


class Group(Command, click.Group):
    """A group of commands whose help is in the language in use."""

    command_class = Command


class Option(click.Option):
    """An option whose help is in the language in use.

    Its errors name the environment variable that the value came from.

    Parameters
    ----------
    aliases
        Earlier names of the option, which still work but are not shown.
    """

    help = Translated()

    def __init__(self, *args: Any, aliases: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.aliases = tuple(aliases)

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Have the parser know the aliases too."""
        shown = self.opts
        self.opts = [*shown, *self.aliases]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Return the option's names, and its variable if that was used."""
        hint = super().get_error_hint(ctx)  # type: ignore[arg-type,unused-ignore]
        if ctx is None or self.name is None or ctx.auto_envvar_prefix is None:
            return hint
        if ctx.get_parameter_source(self.name) is not ParameterSource.ENVIRONMENT:
            return hint
        name = f"{ctx.auto_envvar_prefix}_{self.name.upper()}"
        return _("{option} (from {name})").format(option=hint, name=name)


class Integer(click.IntRange):
    """A whole number between two bounds."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """What errors call it."""
        return _("whole number")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text."""
    return inspect.cleandoc(text).split("\n\n")


def commands_of(group: click.Group) -> Iterator[click.Command]:
    """Yield a group and all commands inside it."""
    yield group
    with click.Context(group) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            if isinstance(command, click.Group):
                yield from commands_of(command)
            elif command is not None:
                yield command


def help_texts(command: click.Command) -> Iterator[str]:
    """Yield the English texts of a command's help that are translated."""
    for text in (command.help, command.epilog):
        for paragraph in paragraphs(text or ""):
            yield _parts(paragraph)[0]
    yield from (param.help for param in command.params if isinstance(param, Option) and param.help)


def _paragraph(text: str) -> str:
    title, lines = _parts(text)
    return f"{AS_IT_IS}{_(title)}\n{lines}" if lines else _(title)


def _parts(paragraph: str) -> tuple[str, str]:
    """Return what is translated of a paragraph, and the lines that are not."""
    if not paragraph.startswith(AS_IT_IS):
        return re.sub(r"\s*\n\s*", " ", paragraph), ""
    title, _newline, lines = paragraph.removeprefix(AS_IT_IS).partition("\n")
    return title, lines
