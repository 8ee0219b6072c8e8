"""``pokersim simulate``: deal, show down, count; under several rulesets on the same deals."""

import secrets
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import click

from pokersim.cli.betting import (
    BettingChoice,
    betting_options,
    load_betting_of,
    names_of,
    read_numbers,
    usual_players,
)
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
    precision_option,
    progress_option,
    ruleset_option,
    seed_option,
)
from pokersim.cli.output import emit, message
from pokersim.cli.output import progress as progress_bar
from pokersim.cli.rulesets import load_all, notes_of
from pokersim.errors import InputError
from pokersim.games.policies import policies
from pokersim.report.money import TABLES as MONEY_TABLES
from pokersim.report.money import MoneyTold, money_report
from pokersim.report.render import render
from pokersim.report.simulate import TABLES, Told, simulate_report
from pokersim.report.table import Report
from pokersim.rules.classes import HAND_SIZE
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run
from pokersim.studies.discards import POLICIES, holds, is_ready
from pokersim.studies.game import DrawJob, StudJob
from pokersim.studies.money import MAX_POT_STACK, MoneyJob
from pokersim.studies.players import draws_of, policies_of
from pokersim.studies.showdown import ShowdownJob, TableJob
from pokersim.studies.simulate import deals_needed, is_precise, summarize
from pokersim.studies.winnings import is_chips_precise, summarize_money

GAMES = ("showdown", "draw", "stud")
DEFAULT_DEALS = 10_000_000
DEFAULT_POTS = 1_000_000
USUAL_POLICY = "tight"
AnyJob = TableJob[Any] | MoneyJob
SEED_BITS = 32
"""Bits of a seed that is drawn: short enough to be typed again."""


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
    metavar="N",
    help=f"With --betting: chips of every player when a pot begins, at most {MAX_POT_STACK}.  "
    f"[default: {MoneyJob.stack}]",
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
    type=click.Choice(tuple(dict.fromkeys((*TABLES, *MONEY_TABLES)))),
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
    players: int | None,
    game: str | None,
    bets: BettingChoice,
    stack: str | None,
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
    seed_used = secrets.randbits(SEED_BITS) if seed is None else seed
    job: AnyJob
    if bets.betting is None:
        _refuse_chips(bets, stack)
        job = _job(game or GAMES[0], rulesets, players or 2, seed_used, cards, policy)
    else:
        job = _money_job(bets, rulesets, players, seed_used, cards, policy, game, stack)
    if common.format == "csv":
        _check_table(table, job)
    _prepare(job, common.quiet)
    precise = is_chips_precise if isinstance(job, MoneyJob) else is_precise
    enough = None if precision is None else partial(precise, job, precision, confidence)
    usual = DEFAULT_POTS if isinstance(job, MoneyJob) else DEFAULT_DEALS
    run = Run[Any](job, deals or (usual if precision is None else job.max_deals), enough)
    goal = run.n_deals
    message(f"Seed {job.seed}", common.quiet or seed is not None)
    if precision is not None and not isinstance(job, MoneyJob):
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
    ended = Ended(run.counts, run.done, confidence, precision, interrupt is not None)
    report = _report(job, ended, notes_of(rulesets), common.lang)
    emit(render(report, common.format, table if common.format == "csv" else None), common.output)
    if interrupt is not None:
        raise interrupt


class Ended(NamedTuple):
    """What a run has counted when it ended, and what was asked of it."""

    counts: Any
    done: int
    confidence: float
    precision: float | None
    interrupted: bool


def _report(job: AnyJob, ended: Ended, notes: list[str], language: str) -> Report:
    counts, *how = ended
    if isinstance(job, MoneyJob):
        won = summarize_money(job, counts, ended.confidence)
        return money_report(MoneyTold(job, won, *how), notes, language)
    outcome = summarize(job, counts, ended.confidence)
    return simulate_report(Told(job, outcome, *how), notes, language)


def _refuse_chips(bets: BettingChoice, stack: str | None) -> None:
    """Refuse what says how a game is bet where none is."""
    for name, value in (*bets._asdict().items(), ("stack", stack)):
        if value:
            raise InputError(f"--{name} is about games for chips: name one with --betting")


def _money_job(
    bets: BettingChoice,
    rulesets: tuple[Ruleset, ...],
    players: int | None,
    seed: int,
    cards: int,
    policy: str | None,
    game: str | None,
    stack: str | None,
) -> MoneyJob:
    """Return the job of a game for chips; refuse options that do not go with it."""
    betting = load_betting_of(bets, "")
    if game not in (None, betting.game):
        raise InputError(f"--game {game}: '{betting.name}' is played as {betting.game}")
    if cards != HAND_SIZE:
        raise InputError(f"--cards {cards} is for a showdown: games for chips have {HAND_SIZE}")
    names = names_of(policy or USUAL_POLICY)
    n_players = players or (len(names) if len(names) > 1 else usual_players(betting))
    chips = read_numbers("--stack", stack) if stack else [MoneyJob.stack]
    if len(chips) > 1:
        raise InputError("--stack: every player begins a pot with the same chips here")
    return MoneyJob(betting, rulesets, policies_of(names, n_players), seed, chips[0])


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


def _prepare(job: AnyJob, quiet: bool) -> None:
    """Work out the draws of a job before the clock runs; say so if it takes a while."""
    if job.game != "draw":
        return
    opponents, names = 1, ()
    if isinstance(job, DrawJob):
        opponents, names = job.opponents, job.policies
    elif isinstance(job, MoneyJob):  # what hands are worth is told by the best draws
        names = ("best", *draws_of(job.policies))
    for rules in job.rulesets:
        for name in dict.fromkeys(names):
            if not is_ready(rules, name, opponents):
                message(f"Working out the draws '{name}' under '{rules.name}', once ...", quiet)
            holds(rules, name, opponents)


def _check_table(table: str, job: AnyJob) -> None:
    """Refuse a table that there will not be, before anything is dealt."""
    if isinstance(job, MoneyJob):
        if table not in MONEY_TABLES:
            there_are = ", ".join(MONEY_TABLES)
            raise InputError(f"--table {table} is of games without betting; here: {there_are}")
        return
    if table not in TABLES:
        raise InputError(f"--table {table} is about chips: name a game with --betting")
    if table == "change" and len(job.rulesets) < 2:
        raise InputError("--table change compares rulesets: name at least two with -r")
    if table in ("group", "seat") and job.n_players < 2:
        raise InputError(f"--table {table} is about showdowns: they take at least two --players")
    if table == "seat" and job.game == "showdown":
        raise InputError("--table seat is about games: name one with --game draw or --game stud")
