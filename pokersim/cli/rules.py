"""``pokersim rules``: list, show, check and create rulesets."""

from pathlib import Path

import click

from pokersim.cli.shared.help import Group
from pokersim.cli.shared.options import Common, common_options, lang_option, option
from pokersim.cli.shared.output import STDOUT, emit
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import load_all, notes_of
from pokersim.errors import InputError, RulesetError
from pokersim.games.spec import betting_names, load_betting
from pokersim.language import _
from pokersim.report.views.betting import betting_card_report, betting_list_report
from pokersim.report.views.rules import card_report, check_report, list_report
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.rules.template import ruleset_template
from pokersim.studies.rules_card import rules_card


@click.group(cls=Group)
@lang_option
def command() -> None:
    """List, show, check and create rulesets.

    A ruleset is a list of combinations, best first. Shipped rulesets have names; a ruleset of
    your own is a file, named by its path.
    """


betting_option = option(
    "--betting", is_flag=True, help="Betting systems, as `deal` plays them, instead of rulesets."
)


@command.command("list")
@betting_option
@common_options
def list_command(betting: bool, common: Common) -> None:
    """List the shipped rulesets or betting systems.

    \b
    Example:
        pokersim rules list --betting
    """
    if betting:
        systems = [load_betting(name) for name in betting_names()]
        report = betting_list_report(systems)
        publish(report, common)
        return
    rankings = [compile_ruleset(load_ruleset(name)) for name in shipped_names()]
    publish(list_report(rankings), common)


@command.command("show")
@click.argument("name", metavar="NAME|FILE.toml")
@betting_option
@common_options
def show_command(name: str, betting: bool, common: Common) -> None:
    """Print a ruleset as a card for the table, with exact odds, or a betting system.

    \b
    Examples:
        pokersim rules show cats-and-dogs
        pokersim rules show ./thursday.toml -f markdown -o card.md
        pokersim rules show jackpots --betting
    """
    if betting:
        report = betting_card_report(load_betting(name))
        publish(report, common)
        return
    rulesets = load_all([name])
    report = card_report(rulesets[0], rules_card(rulesets[0]), notes_of(rulesets))
    publish(report, common)


@command.command("check")
@click.argument("files", metavar="FILE.toml...", nargs=-1, required=True)
@option("--strict", is_flag=True, help="Treat warnings as errors.")
@common_options
def check_command(
    files: tuple[str, ...],
    strict: bool,
    common: Common,
) -> int:
    """Check ruleset files, and print every problem of each.

    Exits with 1 if a file has an error, with --strict also for a warning.

    \b
    Example:
        pokersim rules check thursday.toml
    """
    findings = [finding for name in files for finding in _check(name)]
    publish(check_report(findings), common)
    levels = {level for _, level, _ in findings}
    return int("error" in levels or (strict and "warning" in levels))


def _check(name: str) -> list[tuple[str, str, str]]:
    """Return what is to be said of a file; a line that says ok where there is nothing."""
    try:
        notes = compile_ruleset(load_ruleset(name)).notes
    except RulesetError as error:
        return [(name, "error", problem) for problem in error.problems]
    return [(name, "warning", note) for note in notes] or [(name, "ok", "")]


@command.command("new")
@click.argument("name")
@option("--like", default="standard", show_default=True, help="Ruleset to start from.")
@option(
    "-o",
    "--output",
    default=STDOUT,
    metavar="FILE",
    help="File to write; - is standard output, the default.",
)
@option("--force", is_flag=True, help="Overwrite an existing file.")
@lang_option
def new_command(name: str, like: str, output: str, force: bool) -> None:
    """Create a ruleset of your own: a file that explains every key.

    \b
    Example:
        pokersim rules new thursday --like cats-and-dogs -o thursday.toml
    """
    if output != STDOUT and Path(output).exists() and not force:
        raise InputError(_("'{file}' exists already; --force overwrites it").format(file=output))
    path = f"./{name}.toml" if output == STDOUT else output
    emit(ruleset_template(name, like, path), output)
