"""``pokersim simulate``: deal, show down and count, under several rulesets on the same deals."""

from pathlib import Path

import click

from pokersim.cli.shared.batch import (
    BatchOptions,
    check_shard,
    check_tables,
    count_batch,
    shard_option,
)
from pokersim.cli.shared.betting import BettingChoice, betting_options
from pokersim.cli.shared.estimates import planned
from pokersim.cli.shared.help import Command, Integer
from pokersim.cli.shared.options import (
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
    players_option,
    precision_option,
    progress_option,
    ruleset_option,
    seed_option,
    table_option,
)
from pokersim.cli.shared.plans import asked_of, check_plan, load_plan
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import load_all
from pokersim.cli.shared.running import cluster_option, counters_of, seed_for, tell_seed
from pokersim.cli.shared.simulations import (
    ALL_TABLES,
    GAMES,
    USUAL_POLICY,
    GameChoices,
    job_of_choices,
)
from pokersim.cli.shared.storing import keeping, no_store_option, store_choice, store_option
from pokersim.games.policies import policies
from pokersim.report.job_sections import job_title
from pokersim.report.views.runs import plan_report
from pokersim.runs.plan import Shard
from pokersim.studies.betting.betting_simulation import MAX_POT_STACK, BettingJob
from pokersim.studies.draw.draw_policies import POLICIES


@click.command(cls=Command)
@click.argument("plan", metavar="[PLAN.toml]", required=False)
@ruleset_option
@deck_options
@cards_option
@deals_option
@players_option(help="Number of players.  [default: 2; with --betting 6, if the system allows it]")
@option(
    "--game",
    type=click.Choice(GAMES),
    help="Game: a showdown of the hands dealt (the default), five-card draw or five-card stud; "
    "without --betting nobody bets.",
)
@betting_options
@option(
    "--stack",
    type=Integer(1, MAX_POT_STACK),
    metavar="N",
    help=f"With --betting: chips of each player at the start.  [default: {BettingJob.stack}]",
)
@option(
    "--policy",
    metavar="NAME[,NAME...]",
    help=f"How players draw: {', '.join(POLICIES)} (default: {POLICIES[0]}); with --betting, how "
    f"they bet and draw: {', '.join(policies())} (default: {USUAL_POLICY}), or a policy from a "
    "file of your own, FILE.toml or FILE.toml:NAME. One for all, or one per seat from the "
    "dealer's left.",
)
@seed_option
@jobs_option
@precision_option
@confidence_option
@shard_option
@store_option
@no_store_option
@cluster_option
@option("--dry-run", is_flag=True, help="Show what would be counted, and how long it would take.")
@table_option(ALL_TABLES)
@progress_option
@picture_options
@common_options
@click.pass_context
def command(
    ctx: click.Context,
    plan: str | None,
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
    shard: Shard,
    store: str | None,
    no_store: bool,
    cluster: str | None,
    dry_run: bool,
    pictures: Pictures,
    table: str,
    progress: bool | None,
    common: Common,
) -> None:
    """Simulate many deals and count which hands win.

    Without options, two players are dealt five cards each and show down. With --game draw
    everybody draws once by a policy. With --betting the game is played for chips, and the result
    is what each policy and seat wins; a deal is then a pot, played until somebody has won it.

    Several rulesets are played on the same deals and compared with the first. The counts depend
    only on the seed and the number of deals: 10 million, or one million pots, unless --deals or
    --precision is given. Ctrl-C prints what has been counted.

    PLAN.toml lists jobs, or grids of jobs, that are counted one after the other instead. Counts
    are kept: the same command with the same --seed counts only what is missing, and
    `pokersim runs` lists and resumes runs.

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
        pokersim simulate -r skeet -n 4M --seed 7 --shard 3/4 --store third.sqlite
    """
    storing, used_seed = store_choice(store, no_store), seed_for(seed)
    if plan is not None:
        check_plan(ctx, plan)
        name, batch = Path(plan).stem, load_plan(plan, used_seed, confidence)
    else:
        rulesets = load_all(ruleset, choice)
        choices = GameChoices(rulesets, used_seed, players, cards, game, policy, bets, stack)
        batch = [asked_of(job_of_choices(choices), deals, precision, confidence)]
        name = job_title(batch[0].job)
    check_shard(batch, shard)
    how = BatchOptions(jobs, progress, shard, table, common, pictures)
    check_tables(batch, how.table, how.common)
    if dry_run:
        played = dict.fromkeys(rules for asked in batch for rules in asked.job.rulesets)
        report = plan_report(planned(batch, storing, how), list(played), jobs)
        publish(report, common)
        return
    with (
        counters_of(jobs, cluster) as counters,
        keeping(storing, name, batch, shard) as keeper,
    ):
        if any(asked.job.seed == used_seed for asked in batch):  # jobs of a plan may have others
            tell_seed(seed, used_seed, common)
        count_batch(batch, keeper, how, counters)
