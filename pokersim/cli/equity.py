"""``pokersim equity``: the share of the pot that each hand wins, with cards still to come."""

from functools import partial

import click

from pokersim.cli.shared.help import Command
from pokersim.cli.shared.options import (
    MAX_DEALS,
    Common,
    Count,
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
    table_option,
)
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import load_all, notes_of
from pokersim.cli.shared.running import RunProgress, count_with_bar, seed_for, tell_seed
from pokersim.errors import InputError
from pokersim.language import N_, _, number
from pokersim.report.views.equity import TABLES, EquityResult, equity_report
from pokersim.runs.execute import Run, Threads
from pokersim.studies.equity.equities import (
    EquityJob,
    equity_rows,
    is_precise,
    read_equity_state,
    shown_rows,
)

DEFAULT_DEALS = 5_000_000
MOST_DEALS = 10**12
EXACT_BUDGET = 10**12
"""Hands that are ranked or compared in hours, not in weeks; --budget allows more."""


@click.command(cls=Command)
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND [HAND]...")
@ruleset_option
@deck_options
@cards_option
@option(
    "--board", metavar="CARDS|any", help="Common cards, up to five; the rest of the five is dealt."
)
@option("--dead", metavar="CARDS", default="", help="Cards known to be out of play.")
@option("--exact", is_flag=True, help="Count every deal, up to 10^12 hands or a larger --budget.")
@option(
    "--budget",
    type=Count(),
    default="1e9",
    show_default=True,
    metavar="N",
    help="Most hands to rank or compare for an exact answer; beyond it, deals are sampled.",
)
@deals_option
@precision_option
@confidence_option
@seed_option
@jobs_option
@table_option(TABLES)
@progress_option
@picture_options
@common_options
def command(
    hands: tuple[str, ...],
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    cards: int,
    board: str | None,
    dead: str,
    exact: bool,
    budget: int,
    deals: int | None,
    precision: float | None,
    confidence: float,
    seed: int | None,
    jobs: int,
    table: str,
    progress: bool | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Compute the share of the pot that each hand wins.

    A hand is five cards, or fewer: the rest is dealt. AhAd(9c6s3c) holds two cards and discards
    three; any is an unknown hand; one-pair:JJ+, class:big-tiger, top:20%, !flush are hand
    ranges, joined by commas. The answer is exact if that takes few enough hands (--budget),
    otherwise sampled; the output says which.

    \b
    Examples:
        pokersim equity KhJdTd9s8c any -r standard -r cats-and-dogs
        pokersim equity "AhAd(9c6s3c)" "KsQsJsTs(2d)"
        pokersim equity AhAs KdKc --board any
        pokersim equity KsKhQsQdJs one-pair:JJ+ top:20% -r skeet
    """
    rulesets = load_all(ruleset, choice)
    if exact and (deals or precision):
        raise InputError(_("--exact counts every deal; --deals and --precision are for a sample"))
    job = read_equity_state(hands, rulesets, board, dead, cards)
    wants_sample = bool(deals or precision)
    over_budget = not exact and not wants_sample and job.evaluations > budget
    if exact:
        _check_cost(job, max(budget, EXACT_BUDGET))
    elif wants_sample or over_budget:
        job = job.sampled(seed_for(seed))
    enough = None if precision is None else partial(is_precise, job, precision, confidence)
    most = deals or (DEFAULT_DEALS if precision is None else MOST_DEALS)
    run = Run(job, job.n_chunks if job.seed is None else most, enough, job.give_up)
    shown = False if common.quiet else progress
    pace = RunProgress(run, run.n_deals, N_("chunks") if job.seed is None else N_("deals"))
    if job.seed is not None:
        tell_seed(seed, job.seed, common)
    interrupt = count_with_bar(pace, Threads(jobs), shown, keep=job.seed is not None)
    told = EquityResult(
        job,
        equity_rows(job, run.counts),
        shown_rows(job, run.counts),
        confidence,
        precision,
        interrupt is not None,
        over_budget,
    )
    report = equity_report(told, notes_of(rulesets))
    publish(report, common, pictures, table)
    if interrupt is not None:
        raise interrupt


def _check_cost(job: EquityJob, budget: int) -> None:
    """Refuse to count every deal if that takes more hands than are allowed."""
    if job.evaluations > budget:
        text = _(
            "too many deals to count: about {n} hands to rank or compare, and at most {most} are "
            "allowed\n  sample deals (--deals 10M)"
        )
        more = _(", or allow more (--budget)") if job.evaluations <= MAX_DEALS else ""
        raise InputError(text.format(n=number(job.evaluations), most=number(budget)) + more)
