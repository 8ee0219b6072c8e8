"""``pokersim simulate``: deal, show down, count; under several rulesets on the same deals."""

from functools import partial
from time import perf_counter
from typing import Any

import click

from pokersim.cli.betting import BettingChoice, betting_options
from pokersim.cli.options import (
    Common,
    DeckChoice,
    Pictures,
    cards_option,
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
from pokersim.cli.output import message
from pokersim.cli.publish import publish
from pokersim.cli.rulesets import load_all, notes_of
from pokersim.cli.running import count_with_bar, seed_for
from pokersim.cli.simulations import (
    ALL_TABLES,
    GAMES,
    USUAL_POLICY,
    Choices,
    Ended,
    simulation_of,
)
from pokersim.errors import InputError
from pokersim.games.policies import policies
from pokersim.runs.execute import Run
from pokersim.studies.discards import POLICIES
from pokersim.studies.money import MAX_POT_STACK, MoneyJob


@click.command()
@ruleset_option
@deck_options
@cards_option
@deals_option
@option(
    "--players",
    type=click.IntRange(1, 14),
    metavar="N",
    help="How many are dealt in; 2 if left out, or 6 with --betting, if that allows it.",
)
@option(
    "--game",
    type=click.Choice(GAMES),
    help="What is played: a showdown of the hands dealt (the default), five-card draw, or "
    "five-card stud; without --betting nobody bets.",
)
@betting_options
@option(
    "--stack",
    type=click.IntRange(1, MAX_POT_STACK),
    metavar="N",
    help=f"With --betting: chips of every player when a pot begins.  [default: {MoneyJob.stack}]",
)
@option(
    "--policy",
    metavar="NAME[,NAME...]",
    help=f"How players draw: {', '.join(POLICIES)} ({POLICIES[0]} if left out); with --betting, "
    f"how they bet and draw: {', '.join(policies())} ({USUAL_POLICY}). One for all, or one "
    "a seat from the dealer's left.",
)
@seed_option
@jobs_option
@precision_option
@confidence_option
@option(
    "--table",
    type=click.Choice(ALL_TABLES),
    default=ALL_TABLES[0],
    show_default=True,
    help="The table that -f csv writes.",
)
@progress_option
@picture_options
@common_options
def command(
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    cards: int,
    deals: int | None,
    players: int | None,
    game: str | None,
    bets: BettingChoice,
    stack: int | None,
    policy: str | None,
    seed: int | None,
    jobs: int,
    precision: float | None,
    confidence: float,
    table: str,
    progress: bool | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Deal a hand to each player many times, and count what is dealt and what wins.

    With --game draw everybody then draws by a policy, and what the hands become is counted too.
    With --betting the game is played for chips: who wins them by policy and by seat, with what,
    and how far the hands go; a deal is then a pot, which is played until somebody has won it.

    With several rulesets all are played on the same deals, the first is the base: in what share
    of showdowns others win, and what each kind of hand gains or loses. The counts depend on
    the seed and the number of deals alone. Ctrl-C prints what was counted.

    \b
    Examples:
        pokersim simulate -r cats-and-dogs -n 20M
        pokersim simulate -r standard -r skeet --players 5 -n 10M --seed 7
        pokersim simulate -r skeet --precision 1e-6
        pokersim simulate --jokers 2 --cards 7 --players 4 -n 2M
        pokersim simulate -r standard -r soko -f csv --table group -o soko.csv
        pokersim simulate --game draw --players 4 -r standard -r cats-and-dogs -n 2M
        pokersim simulate --game draw --policy best,simple -r skeet -n 5M
        pokersim simulate --betting jackpots --policy rock,tight,loose,caller,maniac,book -n 1M
        pokersim simulate --betting five-card-stud -r standard -r four-flush --policy tight
    """
    rulesets = load_all(ruleset, choice)
    drawn = seed_for(seed, common)
    choices = Choices(rulesets, drawn, players, cards, game, policy, bets, stack)
    simulation = simulation_of(choices, common.quiet)
    missing = simulation.tables[table] if common.format == "csv" else ""
    if missing:
        raise InputError(f"--table {table} is {missing}")
    enough = None if precision is None else partial(simulation.is_precise, precision, confidence)
    usual = simulation.usual_deals if precision is None else simulation.job.max_deals
    run: Run[Any] = Run(simulation.job, deals or usual, enough)
    goal = run.n_deals
    if precision is not None and simulation.deals_needed is not None:
        needed = simulation.deals_needed(precision, confidence)
        most = f"; {goal:,} are made at most" if needed > goal else ""
        message(f"A precision of {precision:g} takes about {needed:,} deals{most}", common.quiet)
        goal = min(goal, needed)
    started = perf_counter()
    interrupt = count_with_bar(run, goal, jobs, False if common.quiet else progress)
    seconds = perf_counter() - started
    message(
        f"{run.done:,} deals in {seconds:.2f} s on {jobs} threads",
        common.quiet or not common.verbose,
    )
    ended = Ended(run.done, confidence, precision, interrupt is not None)
    report = simulation.report(run.counts, ended, notes_of(rulesets), common.lang)
    publish(report, common, pictures, table)
    if interrupt is not None:
        raise interrupt
