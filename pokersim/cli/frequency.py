"""``pokersim frequency``: how often each combination is dealt."""

import click

from pokersim.cli.shared.help import Command
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
from pokersim.language import _
from pokersim.report.views.frequency import frequency_report
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import count_frequencies, swapped


@click.command(cls=Command)
@ruleset_option
@deck_options
@cards_option
@option(
    "--swap",
    metavar="A,B",
    help="Exchange two combinations, and show the counts of both orders.",
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
    """Count how often each combination is dealt.

    The counts are exact. "Counts as" is the number of hands that the ruleset calls by that name;
    "matches" includes hands that also make something higher. Several rulesets are shown side by
    side.

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
    report = frequency_report(rulesets, counted, cards, notes_of(rulesets))
    publish(report, common, pictures)


def _swapped(ruleset: Ruleset, names: str) -> Ruleset:
    parts = [part.strip() for part in names.split(",")]
    if len(parts) != 2 or parts[0] == parts[1]:
        text = _("--swap needs two combinations, like two-pair,three-of-a-kind: '{names}'")
        raise InputError(text.format(names=names))
    return swapped(ruleset, parts[0], parts[1])
