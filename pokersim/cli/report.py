"""``pokersim report``: all there is to say of house rules, on one page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from pokersim.cli.runs import batch_of, goal_of, kept_reports
from pokersim.cli.shared.batch import run_of
from pokersim.cli.shared.betting import BettingChoice, betting_options
from pokersim.cli.shared.options import (
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
    players_option,
    progress_option,
    ruleset_option,
    seed_option,
    table_option,
)
from pokersim.cli.shared.output import message
from pokersim.cli.shared.publish import command_line, publish
from pokersim.cli.shared.rulesets import load_all, notes_of, tell_of_long_counts
from pokersim.cli.shared.running import RunProgress, count_with_bar, seed_for, tell_seed
from pokersim.cli.shared.simulations import GameChoices, RunSummary, job_of_choices, simulation_of
from pokersim.cli.shared.storing import RunRequest, StoreChoice, reading, store_option
from pokersim.constants import HAND_SIZE
from pokersim.errors import InputError
from pokersim.report.combine import combine
from pokersim.report.model import Report
from pokersim.report.views.audit import audit_report
from pokersim.report.views.compare import Comparison, changes_report
from pokersim.report.views.draw_policy import policy_report
from pokersim.report.views.frequency import frequency_report
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run, Threads
from pokersim.studies.audit import STAGES, audit
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.compare import compare_job
from pokersim.studies.draw.holds import best_policy, check_drawable, stored_policy
from pokersim.studies.draw.rule_list import find_rule_list
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.simulate.summary import change_rows, group_rows

USUAL_DEALS = 500_000
POTS_OF_DEALS = 10
"""Of so many showdowns asked for, one pot is played for chips: it takes that much longer."""

TABLES = (
    "frequency", "audit", "tally", "change", "group", "compare", "seat", "end", "win", "pot",
    "policy", "final",
)  # fmt: skip

SHOWDOWNS, CHANGES, FOR_CHIPS = "Showdowns", "What changes", "For chips"
_OF_A_RUN = (
    "run", "store", "job", "table", "no_draw", "chart", "bars", "format", "output", "lang", "quiet",
    "verbose", "no_color",
)  # fmt: skip
"""Options that go with a run that is kept: the others say what is to be counted."""


@click.command()
@click.argument("run", metavar="[RUN]", required=False)
@ruleset_option
@deck_options
@deals_option
@players_option(
    type=click.IntRange(2, 10),
    help="How many are dealt in; 2 if left out, or what --betting calls for.",
)
@betting_options
@option("--policy", metavar="NAME[,NAME...]", help="With --betting: how players bet and draw.")
@option("--no-draw", is_flag=True, help="Leave out what to throw in five-card draw.")
@seed_option
@jobs_option
@confidence_option
@store_option
@option("--job", type=click.IntRange(1), metavar="N", help="Which job of a RUN that has several.")
@table_option(TABLES, ", if this report has it")
@progress_option
@picture_options
@common_options
@click.pass_context
def command(
    ctx: click.Context,
    run: str | None,
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
    store: str | None,
    job: int | None,
    table: str,
    progress: bool | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Gather on one page all there is to say of house rules, with a summary in words.

    How often combinations come, exactly; whether their order is fair, dealt and after the draw;
    what showdowns change, on 500,000 deals if --deals says nothing else; what to throw in the
    draw; and with --betting who wins chips, on a tenth as many pots. The first ruleset is the
    base of the others.

    With a RUN that is kept, as `pokersim runs list` names it, nothing is dealt: what it counted
    takes the place of the showdowns, or of the chips.

    \b
    Examples:
        pokersim report -r standard -r cats-and-dogs -f html -o thursday.html
        pokersim report -r standard -r skeet --betting jackpots --policy rock,tight,loose --seed 7
        pokersim report -r ./thursday.toml --no-draw -f markdown --lang ru
        pokersim report e01034e777 -f html -o run.html
        pokersim report -r standard -r skeet -f csv --table audit -o fairness.csv
    """
    _check_together(ctx, run, bets)
    if run is not None:
        kept_job, played = _kept(run, StoreChoice(store), job, common)
        rulesets, drawn = kept_job.rulesets, None
        n_cards = HAND_SIZE if isinstance(kept_job, BettingJob) else kept_job.n_cards
    else:
        rulesets, drawn, n_cards = load_all(ruleset, choice), seed_for(seed), HAND_SIZE
        wanted = _jobs(rulesets, drawn, players, policy, bets, deals or USUAL_DEALS)
    with_draw = not no_draw and n_cards == HAND_SIZE
    if run is None and common.format == "csv":
        _check_table(table, wanted, with_draw)
    if with_draw:
        _prepare_draws(rulesets, common)
    if drawn is not None:
        tell_seed(seed, drawn, common)
        played = _played(wanted, jobs, confidence, False if common.quiet else progress, common)
    sections = {**_exact(rulesets, n_cards, with_draw, common), **played}
    if SHOWDOWNS in played:  # their bars have marks for the exact values
        sections["How often"] = replace(sections["How often"], figures=())
    if with_draw:
        advices = [find_rule_list(best_policy(rules, 1)) for rules in rulesets]
        sections["What to throw"] = policy_report(advices, [], common.lang)
    repeat = command_line(drawn)
    publish(combine(rulesets, sections, repeat, common.lang), common, pictures, table)


def _check_together(ctx: click.Context, run: str | None, bets: BettingChoice) -> None:
    """Refuse options about what is to be counted with a run, about a run or chips without."""
    for param in ctx.command.params:
        name = param.name or ""
        if ctx.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        if run is not None and name not in _OF_A_RUN:
            raise InputError(f"{param.opts[-1]} is about a new run, and RUN is one that is kept")
        if run is None and name in ("store", "job"):
            raise InputError(
                f"{param.opts[-1]} is about a run that is kept: name its RUN; "
                "`pokersim runs list` tells what there is"
            )
        if bets.betting is None and name in (*BettingChoice._fields, "policy"):
            raise InputError(f"--{name} is about games for chips: name one with --betting")


def _kept(
    run: str, choice: StoreChoice, number: int | None, common: Common
) -> tuple[Any, dict[str, Report]]:
    """Return a job of a run that is kept, and what it counted as a section."""
    with reading(choice) as found:
        stored = found.find_run(run)
        if number is None and len(stored.goals) > 1:
            n_jobs = len(stored.goals)
            raise InputError(f"the run {stored.id} has {n_jobs} jobs: name one with --job N")
        stored = replace(stored, goals=(goal_of(stored, number or 1),))
        (asked,) = batch_of(stored, found)
        reports = [report for _, report in kept_reports(stored, [asked], found, common.lang)]
    if not reports:
        raise InputError(f"nothing of the run {stored.id} is counted yet: `runs resume` goes on")
    title = FOR_CHIPS if isinstance(asked.job, BettingJob) else SHOWDOWNS
    return asked.job, {title: reports[0]}


def _jobs(
    rulesets: tuple[Ruleset, ...],
    seed: int,
    players: int | None,
    policy: str | None,
    bets: BettingChoice,
    n_deals: int,
) -> dict[str, tuple[Any, int]]:
    """Return what is played, by the title of its section, and how often."""
    at_showdown = 2 if bets.betting else players or 2
    found = {SHOWDOWNS: (job_of_choices(GameChoices(rulesets, seed, at_showdown)), n_deals)}
    if len(rulesets) > 1:
        found[CHANGES] = compare_job(rulesets, "showdown", at_showdown, seed), n_deals
    if bets.betting is not None:
        for_chips = GameChoices(rulesets, seed, players, policy=policy, bets=bets)
        found[FOR_CHIPS] = job_of_choices(for_chips), max(1, n_deals // POTS_OF_DEALS)
    return found


def _check_table(table: str, wanted: Mapping[str, tuple[Any, int]], with_draw: bool) -> None:
    """Refuse a table that no section is going to have, before anything is counted."""
    there = {"frequency", "audit"} | ({"policy", "final"} if with_draw else set())
    for title, (job, _) in wanted.items():
        missing = {"compare": ""} if title == CHANGES else simulation_of(job).tables
        there |= {name for name, reason in missing.items() if not reason}
    if table not in there:
        listed = ", ".join(name for name in TABLES if name in there)
        raise InputError(f"{table!r} is not a table of this report\n  tables: {listed}")


def _played(
    wanted: Mapping[str, tuple[Any, int]],
    threads: int,
    confidence: float,
    progress: bool | None,
    common: Common,
) -> dict[str, Report]:
    """Count all jobs, and return what they say."""
    sections = {}
    for title, (job, n_deals) in wanted.items():
        simulation_of(job).prepare(common.quiet)
        run = run_of(RunRequest(job, n_deals, None, confidence), job, None)
        count_with_bar(
            RunProgress(run, n_deals, simulation_of(job).unit),
            Threads(threads),
            progress,
            keep=False,
        )
        report = _changes if title == CHANGES else _simulated
        sections[title] = report(run, confidence, common.lang)
    return sections


def _simulated(run: Run[Any], confidence: float, language: str) -> Report:
    ended = RunSummary(run.done, confidence, None, False, run.course)
    return simulation_of(run.job).report(run.counts, ended, [], language)


def _changes(run: Run[Any], confidence: float, language: str) -> Report:
    job: Any = run.job
    changes, groups = change_rows(job, run.counts, confidence), group_rows(job, run.counts)
    told = Comparison(job, (), changes, groups, False, (), run.done, confidence, False)
    return changes_report(told, language)


def _exact(
    rulesets: tuple[Ruleset, ...], n_cards: int, with_draw: bool, common: Common
) -> dict[str, Report]:
    """Return what is known without dealing: frequencies, and whether the order is fair."""
    tell_of_long_counts(rulesets, n_cards, common.quiet)
    counted = [count_frequencies(rules, n_cards) for rules in rulesets]
    stages = STAGES if with_draw else STAGES[:1]
    audits = [audit(rules, stage, n_cards) for rules in rulesets for stage in stages]
    often = frequency_report(rulesets, counted, n_cards, notes_of(rulesets), common.lang)
    fairness = audit_report(rulesets, audits, n_cards, (), common.lang)
    return {"How often": often, "Fairness": fairness}


def _prepare_draws(rulesets: tuple[Ruleset, ...], common: Common) -> None:
    """Refuse rules that no draw is known for; work the others out, and say so if it takes long."""
    for rules in rulesets:
        try:
            check_drawable(rules, 1)
        except InputError as error:
            raise InputError(f"{error}\n  --no-draw leaves out what is about the draw") from None
        if stored_policy(rules, 1) is None:
            message(f"Working out the best draws under '{rules.name}', once ...", common.quiet)
        best_policy(rules, 1)
