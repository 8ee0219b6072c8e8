"""Writes the part of docs/cli.md that the program knows: every command and its options.

``python scripts/docs.py`` brings the file up to date; what stands outside the two marks is
written by hand and left alone.  Headings, lists and blocks are made here and not by click, so
that the text does not change with click's taste.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import click

from pokersim.cli.main import PROGRAM, cli
from pokersim.cli.shared.help import AS_IT_IS, paragraphs
from pokersim.cli.shared.options import common_options

FILE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"
BEGIN = "<!-- Written by scripts/docs.py from here ... -->"
END = "<!-- ... to here. -->"
WIDTH = 100


def main() -> None:
    """Bring the file up to date."""
    FILE.write_text(updated(FILE.read_text("utf-8")), "utf-8")


def updated(text: str) -> str:
    """Return the text with everything between the marks written anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{commands_text()}\n{END}{after}"


def commands_text() -> str:
    """Return the common options, then a section for each command."""
    with click.Context(cli, info_name=PROGRAM) as ctx:
        sections = [common_section(), *command_sections(cli, ctx)]
    return "\n".join(sections)


def common_section() -> str:
    """Return what every command with a result takes."""
    options = "\n".join(option_text(option) for option in shared_options())
    return f"### Common options\n\n{options}\n- `-h`, `--help`: Show the help and exit.\n"


def shared_options() -> list[click.Option]:
    """Return the options that :func:`pokersim.cli.shared.options.common_options` adds."""
    bare = click.command(common_options(lambda: None))
    return [param for param in bare.params if isinstance(param, click.Option)]


def command_sections(group: click.Group, ctx: click.Context) -> Iterator[str]:
    """Yield a section for each command of a group, those of groups inside it included."""
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None, name
        with click.Context(command, info_name=name, parent=ctx) as inner:
            yield command_section(command, inner)
            if isinstance(command, click.Group):
                yield from command_sections(command, inner)


def command_section(command: click.Command, ctx: click.Context) -> str:
    """Return the usage of a command, what it does, and the options that are its own."""
    usage = " ".join([ctx.command_path, *command.collect_usage_pieces(ctx)])
    paragraphs = [f"### {ctx.command_path}", f"`{usage}`", *help_paragraphs(command.help or "")]
    options = [param for param in command.params if isinstance(param, click.Option)]
    shared = {key(option) for option in shared_options()}
    own = [option_text(option) for option in options if key(option) not in shared]
    if shared <= {key(option) for option in options}:
        own.append("- and the [common options](#common-options).")
    if own:
        paragraphs.append("\n".join(own))
    return "\n\n".join(paragraphs) + "\n"


def key(option: click.Option) -> tuple[str, str | None]:
    """Return what tells one option from another: its names and its help."""
    return " ".join(option.opts), option.help


def help_paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; examples become a block of commands."""
    for paragraph in paragraphs(text):
        if not paragraph.startswith(AS_IT_IS):
            yield escaped(fill(paragraph, WIDTH, break_on_hyphens=False, break_long_words=False))
            continue
        title, *lines = paragraph.removeprefix(AS_IT_IS).split("\n")
        commands = inspect.cleandoc("\n".join(lines))
        yield f"{title}\n\n```sh\n{commands}\n```"


def option_text(option: click.Option) -> str:
    """Return an option as an item of a list: names, value, help, default."""
    names = [*option.opts, *option.secondary_opts]
    value = value_text(option)
    names[-1] += f" {value}" if value else ""
    written = ", ".join(f"`{name}`" for name in names)
    text, _mark, default = (option.help or "").partition("  [default: ")
    default = escaped(default.removesuffix("]")) or default_text(option)
    return f"- {written}: {escaped(text)}" + (f" Default: {default}." if default else "")


def value_text(option: click.Option) -> str:
    """Return what stands for the value; nothing where the option takes none."""
    if option.is_flag or option.count:
        return ""
    if isinstance(option.type, click.Choice):
        return "|".join(option.type.choices)
    return option.metavar or option.type.name.upper()


def default_text(option: click.Option) -> str:
    """Return the default, if the help shows it."""
    if not option.show_default:
        return ""
    values = option.default if option.multiple else [option.default]
    assert isinstance(values, list | tuple)
    return ", ".join(f"`{value}`" for value in values)


def escaped(text: str) -> str:
    """Return a help text that means the same as Markdown."""
    return text.replace("<", r"\<").replace("*", r"\*")


if __name__ == "__main__":
    main()
