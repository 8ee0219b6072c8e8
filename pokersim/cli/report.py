"""``pokersim report``: all there is to say of house rules, on one page."""

import click

from pokersim.cli.betting import BettingChoice, betting_options
from pokersim.cli.options import (
    Common,
    DeckChoice,
    Pictures,
    common_options,
    confidence_option,
    deals_option,
    deck_options,
    jobs_option,
    option,
    picture_options,
    progress_option,
    ruleset_option,
    seed_option,
)
from pokersim.cli.output import message
from pokersim.cli.publish import command_line, publish
from pokersim.cli.rulesets import load_all, notes_of
from pokersim.cli.running import Pace, count_with_bar, seed_for
from pokersim.cli.simulations import Choices, Ended, job_of_choices, simulation_of
from pokersim.errors import InputError
from pokersim.report.frequency import frequency_report
from pokersim.report.gather import gather
from pokersim.report.policy import policy_report
from pokersim.report.table import Report
from pokersim.rules.classes import HAND_SIZE
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run, Threads
from pokersim.studies.advice import advise
from pokersim.studies.draw import best_policy, check_drawable, stored_policy
from pokersim.studies.frequency import count_frequencies

USUAL_DEALS = 500_000
POTS_OF_DEALS = 10
"""Of so many showdowns asked for, one pot is played for chips: it takes that much longer."""


@click.command()
@ruleset_option
@deck_options
@deals_option
@option(
    "--players",
    type=click.IntRange(2, 10),
    metavar="N",
    help="How many are dealt in; 2 if left out, or what --betting calls for.",
)
@betting_options
@option("--policy", metavar="NAME[,NAME...]", help="With --betting: how players bet and draw.")
@option("--no-draw", is_flag=True, help="Leave out what to throw in five-card draw.")
@seed_option
@jobs_option
@confidence_option
@progress_option
@picture_options
@common_options
def command(
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    deals: int | None,
    players: int | None,
    bets: BettingChoice,
    policy: str | None,
    no_draw: bool,
    seed: int | None,
    jobs: int,
    confidence: float,
    progress: bool | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Gather on one page all there is to say of house rules, with a summary in words.

    How often combinations come, exactly; what showdowns change, on 500,000 deals if --deals
    says nothing else; what to throw in the draw; and with --betting who wins chips, on a tenth
    as many pots. The first ruleset is the base of the others.

    \b
    Examples:
        pokersim report -r standard -r cats-and-dogs -f html -o thursday.html
        pokersim report -r standard -r skeet --betting jackpots --policy rock,tight,loose --seed 7
        pokersim report -r ./thursday.toml --no-draw -f markdown --lang ru
    """
    rulesets = load_all(ruleset, choice)
    _check_together(bets, policy)
    drawn = seed_for(seed, common)
    n_deals = deals or USUAL_DEALS
    players_shown = 2 if bets.betting else players or 2
    played = {"Showdowns": (Choices(rulesets, drawn, players_shown), n_deals)}
    if bets.betting is not None:
        for_chips = Choices(rulesets, drawn, players, policy=policy, bets=bets)
        played["For chips"] = (for_chips, max(1, n_deals // POTS_OF_DEALS))
    jobs_told = {title: (job_of_choices(choices), n) for title, (choices, n) in played.items()}
    counted = [count_frequencies(rules) for rules in rulesets]
    often = frequency_report(rulesets, counted, HAND_SIZE, notes_of(rulesets), common.lang)
    sections = {"How often": often}
    for title, (job, n) in jobs_told.items():
        simulation = simulation_of(job)
        simulation.prepare(common.quiet)
        run = Run(job, n)
        bar = False if common.quiet else progress
        count_with_bar(Pace(run, run.n_deals, "deals"), Threads(jobs), bar, keep=False)
        ended = Ended(run.done, confidence, None, False)
        sections[title] = simulation.report(run.counts, ended, [], common.lang)
    if not no_draw:
        sections["What to throw"] = _draws(rulesets, common)
    repeat = command_line(drawn)
    publish(gather(rulesets, sections, repeat, common.lang), common, pictures)


def _check_together(bets: BettingChoice, policy: str | None) -> None:
    """Refuse what is about games for chips where none is named."""
    for name, value in (*bets._asdict().items(), ("policy", policy)):
        if value and bets.betting is None:
            raise InputError(f"--{name} is about games for chips: name one with --betting")


def _draws(rulesets: tuple[Ruleset, ...], common: Common) -> Report:
    for rules in rulesets:
        check_drawable(rules, 1)
        if stored_policy(rules, 1) is None:
            message(f"Working out the best draws under '{rules.name}', once ...", common.quiet)
    advices = [advise(best_policy(rules, 1)) for rules in rulesets]
    return policy_report(advices, [], common.lang)
