"""``pokersim simulate``: deal, show down, count; under several rulesets on the same deals."""

from functools import partial
from time import perf_counter

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
from pokersim.cli.rulesets import load_all, notes_of
from pokersim.cli.running import count_with_bar, seed_for
from pokersim.errors import InputError
from pokersim.report.render import render
from pokersim.report.simulate import TABLES, Told, simulate_report
from pokersim.runs.execute import Run
from pokersim.studies.showdown import MAX_DEALS, ShowdownJob
from pokersim.studies.simulate import deals_needed, is_precise, summarize

DEFAULT_DEALS = 10_000_000


@click.command()
@ruleset_option
@deck_options
@cards_option
@deals_option
@players_option
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
    seed: int | None,
    jobs: int,
    precision: float | None,
    confidence: float,
    table: str,
    progress: bool | None,
    common: Common,
) -> None:
    """Deal a hand to each player many times, and count what is dealt and what wins.

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
    """
    rulesets = load_all(ruleset, choice)
    if common.format == "csv":
        _check_table(table, len(rulesets), players)
    job = ShowdownJob(rulesets, players, seed_for(seed, common), cards)
    enough = None if precision is None else partial(is_precise, job, precision, confidence)
    run = Run(job, deals or (DEFAULT_DEALS if precision is None else MAX_DEALS), enough)
    goal = run.n_deals
    if precision is not None:
        needed = deals_needed(job, precision, confidence)
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
    outcome = summarize(job, run.counts, confidence)
    told = Told(job, outcome, run.done, confidence, precision, interrupt is not None)
    report = simulate_report(told, notes_of(rulesets), common.lang)
    emit(render(report, common.format, table if common.format == "csv" else None), common.output)
    if interrupt is not None:
        raise interrupt


def _check_table(table: str, n_rulesets: int, n_players: int) -> None:
    """Refuse a table that there will not be, before anything is dealt."""
    if table == "change" and n_rulesets < 2:
        raise InputError("--table change compares rulesets: name at least two with -r")
    if table == "group" and n_players < 2:
        raise InputError("--table group is about showdowns: they take at least two --players")
