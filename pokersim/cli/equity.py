"""``pokersim equity``: what hands are worth against each other, with cards still to come."""

from functools import partial

import click

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
"""Hands that are ranked or compared in hours, not in weeks; whoever wants more says so."""


@click.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND [HAND]...")
@ruleset_option
@deck_options
@cards_option
@option("--board", metavar="CARDS|any", help="Common cards, up to five; the rest of five is dealt.")
@option("--dead", metavar="CARDS", default="", help="Cards that nobody can get.")
@option(
    "--exact", is_flag=True, help="Deal every possible way, up to 10^12 hands or a larger --budget."
)
@option(
    "--budget",
    type=Count(),
    default="1e9",
    show_default=True,
    metavar="N",
    help="Most hands to be ranked or compared for an exact answer; beyond, deals are sampled.",
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
    """Tell what hands are worth against each other, with the cards still to come.

    A hand is five cards, or fewer: the rest is dealt. AhAd(9c6s3c) holds two cards and throws
    three; any is any hand; one-pair:JJ+, class:big-tiger, top:20%, !flush are kinds of hands,
    joined by commas. The answer is exact where that is cheap enough, and says which it is.

    \b
    Examples:
        pokersim equity KhJdTd9s8c any -r standard -r cats-and-dogs
        pokersim equity "AhAd(9c6s3c)" "KsQsJsTs(2d)"
        pokersim equity AhAs KdKc --board any
        pokersim equity KsKhQsQdJs one-pair:JJ+ top:20% -r skeet
    """
    rulesets = load_all(ruleset, choice)
    if exact and (deals or precision):
        raise InputError("--exact deals every way; --deals and --precision are for a sample")
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
    pace = RunProgress(run, run.n_deals, "chunks" if job.seed is None else "deals")
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
    report = equity_report(told, notes_of(rulesets), common.lang)
    publish(report, common, pictures, table)
    if interrupt is not None:
        raise interrupt


def _check_cost(job: EquityJob, budget: int) -> None:
    """Refuse to deal every way where that takes more hands than are allowed."""
    if job.evaluations > budget:
        more = ", or allow more (--budget)" if job.evaluations <= MAX_DEALS else ""
        raise InputError(
            f"too many to deal every way: about {job.evaluations:,} hands to be ranked or "
            f"compared, and at most {budget:,} are allowed\n"
            f"  have deals sampled (--deals 10M){more}"
        )
