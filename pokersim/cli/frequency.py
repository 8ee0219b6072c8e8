"""``pokersim frequency``: how often each combination is dealt."""

import click

from pokersim.cli.options import common_options, ruleset_option
from pokersim.cli.output import emit
from pokersim.cli.rulesets import load_all, notes_of
from pokersim.report.frequency import frequency_report
from pokersim.report.render import render
from pokersim.studies.frequency import count_frequencies


@click.command()
@ruleset_option
@common_options
def command(
    ruleset: tuple[str, ...], format: str, output: str, lang: str, quiet: bool, verbose: int
) -> None:
    """Count how often each combination is dealt in five cards, exactly.

    "Counts as" are the hands that the ruleset calls by that name, "matches" all that have its
    pattern, those that are something higher included. Several rulesets stand side by side.

    \b
    Examples:
        pokersim frequency -r cats-and-dogs
        pokersim frequency -r standard -r skeet -r ./thursday.toml
        pokersim frequency -r skeet -f csv -o skeet.csv
    """
    rulesets = load_all(ruleset)
    counted = [count_frequencies(rules) for rules in rulesets]
    report = frequency_report(rulesets, counted, notes_of(rulesets), lang)
    emit(render(report, format), output)
