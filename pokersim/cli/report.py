"""``pokersim report``: the whole analysis of house rules on one page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from pokersim.cli.runs import batch_of, goal_of, kept_reports
from pokersim.cli.shared.batch import run_of
from pokersim.cli.shared.betting import BettingChoice, betting_options
from pokersim.cli.shared.help import Command, Integer
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
from pokersim.language import N_, _, ngettext
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

HOW_OFTEN, FAIRNESS, DISCARDS = N_("How often"), N_("Fairness"), N_("What to discard")
SHOWDOWNS, CHANGES, FOR_CHIPS = N_("Showdowns"), N_("What changes"), N_("For chips")
_OF_A_RUN = (
    "run", "store", "job", "table", "no_draw", "chart", "bars", "format", "output", "lang", "quiet",
    "verbose", "no_color",
)  # fmt: skip
"""Options that go with a kept run; the others say what is counted."""


@click.command(cls=Command)
@click.argument("run", metavar="[RUN]", required=False)
@ruleset_option
@deck_options
@deals_option
@players_option(
    type=Integer(2, 10),
    help="Number of players.  [default: 2, or what --betting needs]",
)
@betting_options
@option("--policy", metavar="NAME[,NAME...]", help="With --betting: how players bet and draw.")
@option("--no-draw", is_flag=True, help="Omit the discards of five-card draw.")
@seed_option
@jobs_option
@confidence_option
@store_option
@option("--job", type=Integer(1), metavar="N", help="Job of a RUN that has several.")
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
    """Put the whole analysis of house rules on one page.

    A summary, exact frequencies, the fairness of the order (dealt and after the draw), the
    effect on showdowns (500,000 deals unless --deals names another number), the best discards,
    and with --betting who wins chips (a tenth as many pots). The first ruleset is the baseline
    of the others.

    With a kept RUN (see `pokersim runs list`) nothing is dealt: its counts replace those of the
    showdowns or of the chips.

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
        sections[HOW_OFTEN] = replace(sections[HOW_OFTEN], figures=())
    if with_draw:
        advices = [find_rule_list(best_policy(rules, 1)) for rules in rulesets]
        sections[DISCARDS] = policy_report(advices, [])
    repeat = command_line(drawn)
    publish(combine(rulesets, sections, repeat), common, pictures, table)


def _check_together(ctx: click.Context, run: str | None, bets: BettingChoice) -> None:
    """Refuse options about what is to be counted with a run, about a run or chips without."""
    for param in ctx.command.params:
        name = param.name or ""
        if ctx.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        if run is not None and name not in _OF_A_RUN:
            text = _("{option} is for a new run, but RUN is a kept one")
            raise InputError(text.format(option=param.opts[-1]))
        if run is None and name in ("store", "job"):
            text = _("{option} is about a kept run: name the RUN; `pokersim runs list` shows them")
            raise InputError(text.format(option=param.opts[-1]))
        if bets.betting is None and name in (*BettingChoice._fields, "policy"):
            text = _("--{name} is for games for chips: name one with --betting")
            raise InputError(text.format(name=name))


def _kept(
    run: str, choice: StoreChoice, number: int | None, common: Common
) -> tuple[Any, dict[str, Report]]:
    """Return a job of a run that is kept, and what it counted as a section."""
    with reading(choice) as found:
        stored = found.find_run(run)
        if number is None and len(stored.goals) > 1:
            n_jobs = len(stored.goals)
            text = ngettext(
                "the run {run} has {n} job: name one with --job N",
                "the run {run} has {n} jobs: name one with --job N",
                n_jobs,
            )
            raise InputError(text.format(run=stored.id, n=n_jobs))
        stored = replace(stored, goals=(goal_of(stored, number or 1),))
        (asked,) = batch_of(stored, found)
        reports = [report for _number, report in kept_reports(stored, [asked], found)]
    if not reports:
        text = _("nothing of the run {run} is counted yet: `runs resume` continues it")
        raise InputError(text.format(run=stored.id))
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
    for title, (job, _n_deals) in wanted.items():
        missing = {"compare": ""} if title == CHANGES else simulation_of(job).tables
        there |= {name for name, reason in missing.items() if not reason}
    if table not in there:
        listed = ", ".join(name for name in TABLES if name in there)
        text = _("{table!r} is not a table of this report\n  tables: {list}")
        raise InputError(text.format(table=table, list=listed))


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
        sections[title] = report(run, confidence)
    return sections


def _simulated(run: Run[Any], confidence: float) -> Report:
    ended = RunSummary(run.done, confidence, None, False, run.course)
    return simulation_of(run.job).report(run.counts, ended, [])


def _changes(run: Run[Any], confidence: float) -> Report:
    job: Any = run.job
    changes, groups = change_rows(job, run.counts, confidence), group_rows(job, run.counts)
    told = Comparison(job, (), changes, groups, False, (), run.done, confidence, False)
    return changes_report(told)


def _exact(
    rulesets: tuple[Ruleset, ...], n_cards: int, with_draw: bool, common: Common
) -> dict[str, Report]:
    """Return what is known without dealing: frequencies, and whether the order is fair."""
    tell_of_long_counts(rulesets, n_cards, common.quiet)
    counted = [count_frequencies(rules, n_cards) for rules in rulesets]
    stages = STAGES if with_draw else STAGES[:1]
    audits = [audit(rules, stage, n_cards) for rules in rulesets for stage in stages]
    often = frequency_report(rulesets, counted, n_cards, notes_of(rulesets))
    fairness = audit_report(rulesets, audits, n_cards, ())
    return {HOW_OFTEN: often, FAIRNESS: fairness}


def _prepare_draws(rulesets: tuple[Ruleset, ...], common: Common) -> None:
    """Refuse rules that have no draw; compute the best draws of the others."""
    for rules in rulesets:
        try:
            check_drawable(rules, 1)
        except InputError as error:
            problem = _("{error}\n  --no-draw omits the part about the draw")
            raise InputError(problem.format(error=error)) from None
        if stored_policy(rules, 1) is None:
            text = _("Computing the best draws under '{name}', once ...")
            message(text.format(name=rules.name), common.quiet)
        best_policy(rules, 1)
