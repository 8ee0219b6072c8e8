"""``pokersim frequency``: how often each combination is dealt."""

import click

from pokersim.cli.shared.options import (
    Common,
    DeckChoice,
    Pictures,
    cards_option,
    common_options,
    deck_options,
    option,
    picture_options,
    ruleset_option,
)
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import load_all, notes_of, tell_of_long_counts
from pokersim.errors import InputError
from pokersim.report.views.frequency import frequency_report
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import count_frequencies, swapped


@click.command()
@ruleset_option
@deck_options
@cards_option
@option(
    "--swap",
    metavar="A,B",
    help="Count again with two combinations in each other's place, and show both.",
)
@picture_options
@common_options
def command(
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    cards: int,
    swap: str | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Count how often each combination is dealt, exactly.

    "Counts as" are the hands that the ruleset calls by that name, "matches" all that have its
    pattern, those that are something higher included. Several rulesets stand side by side.

    \b
    Examples:
        pokersim frequency -r cats-and-dogs
        pokersim frequency -r standard -r skeet -r ./thursday.toml
        pokersim frequency -r skeet -f csv -o skeet.csv
        pokersim frequency --cards 7 --wild 2
        pokersim frequency --jokers 1 --swap two-pair,three-of-a-kind
    """
    rulesets = load_all(ruleset, choice)
    if swap is not None:
        rulesets = tuple(both for rules in rulesets for both in (rules, _swapped(rules, swap)))
    tell_of_long_counts(rulesets, cards, common.quiet)
    counted = [count_frequencies(rules, cards) for rules in rulesets]
    report = frequency_report(rulesets, counted, cards, notes_of(rulesets), common.lang)
    publish(report, common, pictures)


def _swapped(ruleset: Ruleset, names: str) -> Ruleset:
    parts = [part.strip() for part in names.split(",")]
    if len(parts) != 2 or parts[0] == parts[1]:
        raise InputError(f"--swap takes two combinations, like two-pair,three-of-a-kind: '{names}'")
    return swapped(ruleset, parts[0], parts[1])
