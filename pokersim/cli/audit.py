"""``pokersim audit``: whether rarer hands rank higher."""

import click

from pokersim.cli.shared.help import Command
from pokersim.cli.shared.options import (
    Common,
    DeckChoice,
    Pictures,
    cards_option,
    common_options,
    deck_options,
    file_option,
    option,
    picture_options,
    ruleset_option,
)
from pokersim.cli.shared.output import emit, message
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import load_all, notes_of, tell_of_long_counts
from pokersim.errors import InputError
from pokersim.language import _
from pokersim.report.views.audit import audit_report, fair_order_text
from pokersim.rules.ruleset import Ruleset
from pokersim.rules.writer import ruleset_toml
from pokersim.studies.audit import STAGES, UNFAIR, audit
from pokersim.studies.combination_sets import dealt_sets
from pokersim.studies.fair_order import fair_ruleset, find_fair_order


@click.command(cls=Command)
@ruleset_option
@deck_options
@cards_option
@option(
    "--stage",
    type=click.Choice((*STAGES, "both")),
    default=STAGES[0],
    show_default=True,
    help="Judge hands as dealt, final hands after the draw, or both.",
)
@file_option(
    "--write",
    help="Write an order by rarity as a ruleset file, if one agrees with its own counts of hands "
    "dealt; exit with 1 if none does.",
)
@option("--strict", is_flag=True, help="Exit with 1 if a combination is out of place.")
@picture_options
@common_options
def command(
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    cards: int,
    stage: str,
    write: str | None,
    strict: bool,
    pictures: Pictures,
    common: Common,
) -> int:
    """Check whether rarer hands rank higher.

    All hands of the deck are counted. Each combination is fair, too-low, too-high, tied (as rare
    as another: their order is arbitrary), impossible (not in this deck) or a paradox: its count
    depends on its place, and no place agrees with the count there. docs/guides/audit.md explains
    the verdicts.

    \b
    Examples:
        pokersim audit -r skeet
        pokersim audit -r cats-and-dogs -r cats-over-flush --stage both
        pokersim audit --jokers 1
        pokersim audit -r skeet --cards 6 --strict || echo unfair
        pokersim audit -r skeet --write fair.toml
        pokersim audit -r skeet --stage both --chart skeet.png
    """
    rulesets = load_all(ruleset, choice)
    if write is not None and len(rulesets) > 1:
        raise InputError(_("--write takes one ruleset: omit the other -r"))
    tell_of_long_counts(rulesets, cards, common.quiet)
    stages = STAGES if stage == "both" else (stage,)
    audits = [audit(rules, at, cards) for rules in rulesets for at in stages]
    report = audit_report(rulesets, audits, cards, notes_of(rulesets))
    publish(report, common, pictures)
    is_written = write is None or _write(rulesets[0], cards, write, common)
    is_fair = all(row.verdict not in UNFAIR for rows in audits for row in rows)
    return int(not is_written or (strict and not is_fair))


def _write(ruleset: Ruleset, n_cards: int, path: str, common: Common) -> bool:
    """Write the order by rarity, if there is one, and say so."""
    census = dealt_sets(ruleset, n_cards)
    fair = find_fair_order(census)
    if fair.order is not None:
        emit(ruleset_toml(fair_ruleset(ruleset, census, fair)), path)
    is_written = fair.order is not None
    # The reason is printed even with --quiet: the exit code alone does not tell it.
    message(fair_order_text(ruleset, census, fair, path), common.quiet and is_written)
    return is_written
