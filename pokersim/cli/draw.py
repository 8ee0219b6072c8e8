"""``pokersim draw``: what to throw, and what a wrong throw costs."""

import click

from pokersim.cards import card_text, parse_cards, read_hand
from pokersim.cli.options import (
    Common,
    DeckChoice,
    common_options,
    deck_options,
    option,
    ruleset_option,
)
from pokersim.cli.output import emit, message
from pokersim.cli.rulesets import assumed, load_all, notes_of
from pokersim.report.draw import draw_report
from pokersim.report.render import render
from pokersim.studies.draw import (
    AGAINST,
    MAX_OPPONENTS,
    best_policy,
    draw_rows,
    stored_policy,
    unseen_cards,
)


@click.command()
@click.argument("hand")
@ruleset_option
@deck_options
@option(
    "--opponents",
    type=click.IntRange(1, MAX_OPPONENTS),
    default=1,
    show_default=True,
    metavar="N",
    help="How many others are in the pot.",
)
@option(
    "--against",
    type=click.Choice(AGAINST),
    default="best",
    show_default=True,
    help="Whether they draw by the best policy, or stand pat on random hands.",
)
@option("--dead", metavar="CARDS", default="", help="Other cards known to be gone.")
@option("--classes", is_flag=True, help="Say what each hold becomes, and in how many ways.")
@common_options
def command(
    hand: str,
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    opponents: int,
    against: str,
    dead: str,
    classes: bool,
    common: Common,
) -> None:
    """Tell what to hold of a hand in five-card draw, best first, and what a wrong throw costs.

    All 32 holds are worked out; under several rulesets beside each other. The opponents draw by
    the policy that is best when everybody follows it; it is worked out once and kept.

    \b
    Examples:
        pokersim draw KcJdTh8s2c -r standard -r cats-and-dogs
        pokersim draw KcKdQhQs5c -r skeet --classes
        pokersim draw 9c9dAh7s2c --against pat --opponents 3 --dead "Ad Kd"
    """
    rulesets = load_all(ruleset, choice)
    jokers = max(rules.deck.jokers for rules in rulesets)
    read = read_hand(hand, jokers=jokers)
    cards = read.cards
    # Read behind the hand, a joker is another one, and a card of the hand is one too many.
    gone = parse_cards(f"{card_text(cards)} {dead}")[len(cards) :].tolist()
    for rules in rulesets:
        unseen_cards(cards, rules, opponents, gone)
    policies = []
    for rules in rulesets if against == "best" else ():
        if stored_policy(rules, opponents) is None:
            message(f"Working out the best draws under '{rules.name}', once ...", common.quiet)
        policies.append(best_policy(rules, opponents))
    rows = [draw_rows(cards, rules, opponents, against, gone) for rules in rulesets]
    notes = [*notes_of(rulesets), *assumed([hand], [read])]
    report = draw_report(rulesets, rows, policies, classes, notes, common.lang)
    emit(render(report, common.format), common.output)
