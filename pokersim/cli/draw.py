"""``pokersim draw``: the best discard, what others cost, and the whole policy."""

from collections.abc import Sequence
from functools import partial

import click

from pokersim.cards import card_text, parse_cards, read_hand
from pokersim.cli.shared.help import Command, Integer
from pokersim.cli.shared.options import (
    Common,
    Count,
    DeckChoice,
    Pictures,
    common_options,
    confidence_option,
    deals_option,
    deck_options,
    jobs_option,
    option,
    picture_options,
    precision_option,
    progress_option,
    ruleset_option,
    seed_option,
)
from pokersim.cli.shared.output import message
from pokersim.cli.shared.output import progress as progress_bar
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import assumed, load_all, notes_of
from pokersim.cli.shared.running import seed_for, tell_seed
from pokersim.constants import N_HOLDS
from pokersim.errors import InputError
from pokersim.language import _
from pokersim.report.model import Report
from pokersim.report.views.draw import SHOWN, TABLES, Sample, draw_report
from pokersim.report.views.draw_policy import TABLES as POLICY_TABLES
from pokersim.report.views.draw_policy import policy_report
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.draw.holds import (
    AGAINST,
    MAX_OPPONENTS,
    DrawPolicy,
    best_policy,
    check_drawable,
    draw_rows,
    stored_policy,
    unseen_cards,
)
from pokersim.studies.draw.joint import (
    HoldCounts,
    HoldJob,
    can_enumerate,
    exact_rows,
    is_precise,
    sampled_rows,
)
from pokersim.studies.draw.rule_list import find_rule_list

MOST_DEALS = 10**12


@click.command(cls=Command)
@click.argument("hand", required=False)
@ruleset_option
@deck_options
@option(
    "--opponents",
    type=Integer(1, MAX_OPPONENTS),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of opponents in the pot.",
)
@option(
    "--against",
    type=click.Choice(AGAINST),
    default="best",
    show_default=True,
    help="Opponents draw by the equilibrium policy (best), or stand pat on random hands (pat).",
)
@option("--dead", metavar="CARDS", default="", help="Other cards known to be out of play.")
@option("--classes", is_flag=True, help="Show what each hold becomes, and in how many ways.")
@option(
    "--policy",
    is_flag=True,
    help="Show the whole policy as a list of rules instead of one hand.",
)
@option(
    "--budget",
    type=Count(),
    default="1e9",
    show_default=True,
    metavar="N",
    help="Most hands to rank for an exact answer, which is possible with --against pat.",
)
@deals_option
@precision_option
@confidence_option
@seed_option
@jobs_option
@option(
    "--table",
    type=click.Choice((*TABLES, *POLICY_TABLES)),
    help="Table that -f csv writes.  [default: the first]",
)
@progress_option
@picture_options
@common_options
def command(
    hand: str | None,
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    opponents: int,
    against: str,
    dead: str,
    classes: bool,
    policy: bool,
    budget: int,
    deals: int | None,
    precision: float | None,
    confidence: float,
    seed: int | None,
    jobs: int,
    table: str | None,
    progress: bool | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Find the best discard in five-card draw.

    Lists the holds of a hand, best first, with what each costs against the best; -v shows all
    32. Several rulesets are shown side by side. Opponents draw by the equilibrium policy, which
    is computed once and kept. Equities come from a model in which the opponents' hands are
    independent; they are exact with --against pat, and sampled with --deals or --precision.

    \b
    Examples:
        pokersim draw KcJdTh8s2c -r standard -r cats-and-dogs
        pokersim draw KcKdQhQs5c -r skeet --classes
        pokersim draw 9c9dAh7s2c --against pat --opponents 3 --dead "Ad Kd"
        pokersim draw 9c9dAh7s2c --opponents 3 --deals 200k --seed 7
        pokersim draw --policy -r cats-and-dogs
    """
    if (hand is None) != policy:
        raise InputError(_("give a HAND to draw to, or --policy for all hands"))
    rulesets = load_all(ruleset, choice)
    if hand is None:
        if against != "best" or dead or classes or deals or precision:
            text = _(
                "--policy is about all hands: omit --against, --dead, --classes, --deals and "
                "--precision"
            )
            raise InputError(text)
        report = _whole_policy(rulesets, opponents, common)
        publish(report, common, pictures, table)
        return
    read = read_hand(hand, jokers=max(rules.deck.jokers for rules in rulesets))
    cards = read.cards
    # Read after the hand, a joker is another one, and a card of the hand is one too many.
    gone = tuple(parse_cards(f"{card_text(cards)} {dead}")[len(cards) :].tolist())
    for rules in rulesets:
        unseen_cards(cards, rules, opponents, gone)
    policies = _policies(rulesets if against == "best" else (), opponents, common)
    rows = [draw_rows(cards, rules, opponents, against, gone) for rules in rulesets]
    sample, interrupt = None, None
    if deals or precision:
        used_seed = seed_for(seed)
        found = [HoldJob(tuple(of_one), used_seed, gone) for of_one in rows]
        runs = [
            Run(
                job,
                deals or MOST_DEALS,
                None if precision is None else partial(is_precise, job, precision, confidence),
            )
            for job in found
        ]
        tell_seed(seed, used_seed, common)
        interrupt = _deal(runs, jobs, False if common.quiet else progress)
        sample = Sample(
            used_seed, tuple(run.done for run in runs), confidence, interrupt is not None
        )
        rows = [sampled_rows(job, run.counts) for job, run in zip(found, runs, strict=True)]
    # All of them or none: what stands beside each other is found in one way.
    elif all(can_enumerate(rules, opponents, against, len(gone), budget) for rules in rulesets):
        rows = [exact_rows(of_one, gone) for of_one in rows]
    notes = [*notes_of(rulesets), *assumed([hand], [read])]
    n_shown = N_HOLDS if common.verbose else SHOWN
    report = draw_report(rulesets, rows, policies, classes, notes, sample, n_shown)
    publish(report, common, pictures, table)
    if interrupt is not None:
        raise interrupt


def _deal(
    runs: Sequence[Run[HoldCounts]], jobs: int, progress: bool | None
) -> KeyboardInterrupt | None:
    """Deal until each run has enough; return the interrupt that came between, if all have some."""
    try:
        with progress_bar(sum(run.n_deals for run in runs), _("Dealing"), progress) as update:
            for run in runs:
                for n_deals in run.steps(jobs):
                    update(n_deals, None)
    except KeyboardInterrupt as stop:
        if not all(run.done for run in runs):
            raise
        return stop
    return None


def _policies(rulesets: Sequence[Ruleset], opponents: int, common: Common) -> list[DrawPolicy]:
    """Return the best policies; print a line if one has to be computed first."""
    policies = []
    for rules in rulesets:
        if stored_policy(rules, opponents) is None:
            text = _("Computing the best draws under '{name}', once ...")
            message(text.format(name=rules.name), common.quiet)
        policies.append(best_policy(rules, opponents))
    return policies


def _whole_policy(rulesets: Sequence[Ruleset], opponents: int, common: Common) -> Report:
    for rules in rulesets:
        check_drawable(rules, opponents)
    policies = _policies(rulesets, opponents, common)
    return policy_report([find_rule_list(p) for p in policies], notes_of(rulesets))
