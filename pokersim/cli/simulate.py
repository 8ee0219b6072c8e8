"""``pokersim simulate``: deal, show down, count; under several rulesets on the same deals."""

import secrets
from functools import partial
from time import perf_counter
from typing import Any

import click

from pokersim.cli.options import (
    Common,
    DeckChoice,
    cards_option,
    common_options,
    confidence_option,
    deals_option,
    deck_options,
    jobs_option,
    option,
    players_option,
    precision_option,
    progress_option,
    ruleset_option,
    seed_option,
)
from pokersim.cli.output import emit, message
from pokersim.cli.output import progress as progress_bar
from pokersim.cli.rulesets import load_all, notes_of
from pokersim.errors import InputError
from pokersim.report.render import render
from pokersim.report.simulate import TABLES, Told, simulate_report
from pokersim.rules.classes import HAND_SIZE
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.discards import POLICIES, holds, is_ready
from pokersim.studies.game import DrawJob, StudJob
from pokersim.studies.showdown import ShowdownJob, TableJob
from pokersim.studies.simulate import deals_needed, is_precise, summarize

GAMES = ("showdown", "draw", "stud")
DEFAULT_DEALS = 10_000_000
SEED_BITS = 32
"""Bits of a seed that is drawn: short enough to be typed again."""


@click.command()
@ruleset_option
@deck_options
@cards_option
@deals_option
@players_option
@option(
    "--game",
    type=click.Choice(GAMES),
    default=GAMES[0],
    show_default=True,
    help="What is played, without betting: a showdown of the hands dealt, five-card draw, or "
    "five-card stud.",
)
@option(
    "--policy",
    metavar="NAME[,NAME...]",
    help=f"How players draw: {', '.join(POLICIES)}; one for all, or one a seat from the dealer's "
    f"left.  [default: {POLICIES[0]}]",
)
@seed_option
@jobs_option
@precision_option
@confidence_option
@option(
    "--table",
    type=click.Choice(TABLES),
    default=TABLES[0],
    show_default=True,
    help="The table that -f csv writes.",
)
@progress_option
@common_options
def command(
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    cards: int,
    deals: int | None,
    players: int,
    game: str,
    policy: str | None,
    seed: int | None,
    jobs: int,
    precision: float | None,
    confidence: float,
    table: str,
    progress: bool | None,
    common: Common,
) -> None:
    """Deal a hand to each player many times, and count what is dealt and what wins.

    With --game draw everybody then draws by a policy, and what the hands become is counted too.

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
    """
    rulesets = load_all(ruleset, choice)
    if common.format == "csv":
        _check_table(table, len(rulesets), players, game)
    seed_used = secrets.randbits(SEED_BITS) if seed is None else seed
    job = _job(game, rulesets, players, seed_used, cards, policy)
    if isinstance(job, DrawJob):
        _prepare(job, common.quiet)
    enough = None if precision is None else partial(is_precise, job, precision, confidence)
    run = Run(job, deals or (DEFAULT_DEALS if precision is None else job.max_deals), enough)
    goal = run.n_deals
    message(f"Seed {job.seed}", common.quiet or seed is not None)
    if precision is not None:
        needed = deals_needed(job, precision, confidence)
        most = f"; {goal:,} are made at most" if needed > goal else ""
        message(f"A precision of {precision:g} takes about {needed:,} deals{most}", common.quiet)
        goal = min(goal, needed)
    interrupt = None
    started = perf_counter()
    try:
        with progress_bar(goal, "Dealing", False if common.quiet else progress) as update:
            for n_deals in run.steps(jobs):
                update(n_deals)
    except KeyboardInterrupt as stop:
        if not run.done:
            raise
        interrupt = stop
    seconds = perf_counter() - started
    message(
        f"{run.done:,} deals in {seconds:.2f} s on {jobs} threads",
        common.quiet or not common.verbose,
    )
    outcome = summarize(job, run.counts, confidence)
    told = Told(job, outcome, run.done, confidence, precision, interrupt is not None)
    report = simulate_report(told, notes_of(rulesets), common.lang)
    emit(render(report, common.format, table if common.format == "csv" else None), common.output)
    if interrupt is not None:
        raise interrupt


def _job(
    game: str,
    rulesets: tuple[Ruleset, ...],
    players: int,
    seed: int,
    cards: int,
    policy: str | None,
) -> TableJob[Any]:
    """Return the job of a game; refuse options that it has no use for."""
    if policy is not None and game != "draw":
        raise InputError("--policy says how players draw: it goes with --game draw")
    if game == "showdown":
        return ShowdownJob(rulesets, players, seed, cards)
    if cards != HAND_SIZE:
        raise InputError(f"--cards {cards} is for a showdown: {game} is played with {HAND_SIZE}")
    if game == "stud":
        return StudJob(rulesets, players, seed)
    names = POLICIES[0] if policy is None else policy
    return DrawJob(rulesets, players, seed, tuple(name.strip() for name in names.split(",")))


def _prepare(job: DrawJob, quiet: bool) -> None:
    """Work out the draws of a job before the clock runs; say so if it takes a while."""
    for rules in job.rulesets:
        for name in dict.fromkeys(job.policies):
            if not is_ready(rules, name, job.opponents):
                message(f"Working out the draws '{name}' under '{rules.name}', once ...", quiet)
            holds(rules, name, job.opponents)


def _check_table(table: str, n_rulesets: int, n_players: int, game: str) -> None:
    """Refuse a table that there will not be, before anything is dealt."""
    if table == "change" and n_rulesets < 2:
        raise InputError("--table change compares rulesets: name at least two with -r")
    if table in ("group", "seat") and n_players < 2:
        raise InputError(f"--table {table} is about showdowns: they take at least two --players")
    if table == "seat" and game == "showdown":
        raise InputError("--table seat is about games: name one with --game draw or --game stud")
