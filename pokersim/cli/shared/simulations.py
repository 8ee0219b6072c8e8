"""What `simulate` can play: the job that its options mean, and how to tell what it counted."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from pokersim.cli.shared.betting import BettingChoice, load_betting_of, names_of, usual_players
from pokersim.cli.shared.output import message
from pokersim.constants import HAND_SIZE
from pokersim.errors import InputError
from pokersim.language import N_, _
from pokersim.report.model import Report
from pokersim.report.views.betting_simulation import TABLES as MONEY_TABLES
from pokersim.report.views.betting_simulation import (
    BettingSimulationResult,
    betting_simulation_report,
)
from pokersim.report.views.simulate import TABLES, SimulationResult, simulate_report
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.betting.betting_results import chips_half_width, summarize_betting
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.betting.players import draws_of, policies_of
from pokersim.studies.draw.draw_policies import POLICIES, holds, is_ready
from pokersim.studies.simulate.convergence import Estimate, chips_estimates, rarest_estimates
from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob, TableJob
from pokersim.studies.simulate.summary import deals_needed, rarest_half_width, summarize

GAMES = ("showdown", "draw", "stud")
ALL_TABLES = tuple(dict.fromkeys((*TABLES, *MONEY_TABLES)))
USUAL_POLICY = "tight"
DEFAULT_DEALS, DEFAULT_POTS = 10_000_000, 1_000_000


class GameChoices(NamedTuple):
    """What the command line says of the game; None where it says nothing."""

    rulesets: tuple[Ruleset, ...]
    seed: int
    players: int | None = None
    cards: int = HAND_SIZE
    game: str | None = None
    policy: str | None = None
    bets: BettingChoice = BettingChoice()
    stack: int | None = None


class RunSummary(NamedTuple):
    """How a run ended: deals counted, what was asked of it, and its course."""

    deals: int
    confidence: float
    precision: float | None
    interrupted: bool
    course: Sequence[tuple[int, list[Estimate]]] = ()


class Simulation(NamedTuple):
    """What a command must know of a job.

    Attributes
    ----------
    tables
        What it can be told in; each by what keeps it from being there, empty for nothing.
    usual_deals, unit
        Deals where neither a number nor a precision is given; and what a deal is called.
    prepare
        Called with whether to be quiet: computes what takes a while before the clock runs.
    half_width
        Called with counts and a confidence: what a precision watches.
    estimates
        Called with counts and a confidence: how well is known what a precision watches.
    deals_needed
        Called with a precision and a confidence: about how many deals they take; None where
        that is not known before.
    report
        Called with the counts, how the run ended, and notes.
    """

    tables: dict[str, str]
    usual_deals: int
    unit: str
    prepare: Callable[[bool], None]
    half_width: Callable[[Any, float], float]
    estimates: Callable[[Any, float], list[Estimate]]
    deals_needed: Callable[[float, float], int] | None
    report: Callable[[Any, RunSummary, list[str]], Report]


def job_of_choices(choices: GameChoices) -> Any:
    """Return the job that the options mean, as far checked as it can be without counting.

    Raises
    ------
    InputError
        Options do not go together, or the game can't be played so.
    """
    if choices.bets.betting is not None:
        return _for_chips(choices)
    for name, value in (*choices.bets._asdict().items(), ("stack", choices.stack)):
        if value:
            text = _("--{option} is about games for chips: name one with --betting")
            raise InputError(text.format(option=name))
    job = _without_betting(choices)
    _groups = job.groups  # refuses special combinations that are not distinct
    return job


def simulation_of(job: Any) -> Simulation:
    """Return what there is to know of a job."""
    return _of_chips(job) if isinstance(job, BettingJob) else _of_table(job)


def _of_table(job: TableJob[Any]) -> Simulation:
    def prepare(quiet: bool) -> None:
        if isinstance(job, DrawJob):
            _prepare(job.rulesets, job.policies, job.opponents, quiet)

    def report(counts: Any, ended: RunSummary, notes: list[str]) -> Report:
        outcome = summarize(job, counts, ended.confidence)
        return simulate_report(SimulationResult(job, outcome, *ended), notes)

    return Simulation(
        _tables(job),
        DEFAULT_DEALS,
        N_("deals"),
        prepare,
        partial(rarest_half_width, job),
        partial(rarest_estimates, job),
        partial(deals_needed, job),
        report,
    )


def _of_chips(job: BettingJob) -> Simulation:
    def prepare(quiet: bool) -> None:
        if job.game == "draw":  # what a hand is worth is told by the best draws
            _prepare(job.rulesets, ("best", *draws_of(job.policies)), 1, quiet)

    def report(counts: Any, ended: RunSummary, notes: list[str]) -> Report:
        outcome = summarize_betting(job, counts, ended.confidence)
        return betting_simulation_report(BettingSimulationResult(job, outcome, *ended), notes)

    there = _("of games without betting; here there are {list}").format(
        list=", ".join(MONEY_TABLES)
    )
    tables = {table: "" if table in MONEY_TABLES else there for table in ALL_TABLES}
    half_width = partial(chips_half_width, job)
    estimates = partial(chips_estimates, job)
    return Simulation(
        tables, DEFAULT_POTS, N_("pots"), prepare, half_width, estimates, None, report
    )


def _without_betting(choices: GameChoices) -> TableJob[Any]:
    """Return the job of a game without betting; refuse options that it has no use for."""
    game, players = choices.game or GAMES[0], choices.players or 2
    if choices.policy is not None and game != "draw":
        raise InputError(_("--policy says how players draw or bet: add --game draw or --betting"))
    if game == "showdown":
        return ShowdownJob(choices.rulesets, players, choices.seed, choices.cards)
    _check_cards(choices.cards, game)
    if game == "stud":
        return StudJob(choices.rulesets, players, choices.seed)
    names = names_of(POLICIES[0] if choices.policy is None else choices.policy)
    return DrawJob(choices.rulesets, players, choices.seed, names)


def _for_chips(choices: GameChoices) -> BettingJob:
    betting = load_betting_of(choices.bets, "")
    if choices.game not in (None, betting.game):
        text = _("--game {game}: '{betting}' is a game of {other}")
        raise InputError(text.format(game=choices.game, betting=betting.name, other=betting.game))
    _check_cards(choices.cards, betting.game)
    names = names_of(USUAL_POLICY if choices.policy is None else choices.policy)
    n_players = choices.players or (len(names) if len(names) > 1 else usual_players(betting))
    stack = BettingJob.stack if choices.stack is None else choices.stack
    job = BettingJob(betting, choices.rulesets, policies_of(names, n_players), choices.seed, stack)
    for ranking in job.rankings:
        betting.least_opener(ranking)  # refuses openers that the rules do not know
    return job


def _check_cards(cards: int, game: str) -> None:
    if cards != HAND_SIZE:
        text = _("--cards {cards} is for a showdown: {game} is played with {n}")
        raise InputError(text.format(cards=cards, game=game, n=HAND_SIZE))


def _prepare(
    rulesets: tuple[Ruleset, ...], policies: tuple[str, ...], opponents: int, quiet: bool
) -> None:
    """Compute draw policies before the clock runs; print a line if it takes a while."""
    for rules in rulesets:
        for name in dict.fromkeys(policies):
            if not is_ready(rules, name, opponents):
                text = _("Computing the draw policy '{policy}' under '{name}', once ...")
                message(text.format(policy=name, name=rules.name), quiet)
            holds(rules, name, opponents)


def _tables(job: TableJob[Any]) -> dict[str, str]:
    """Return what keeps each table from being there."""
    found = dict.fromkeys(ALL_TABLES, _("about chips: name a game with --betting"))
    found |= dict.fromkeys(TABLES, "")
    if len(job.rulesets) < 2:
        found["change"] = _("for comparing rulesets: name at least two with -r")
    if job.game == "showdown":
        found["seat"] = _("about games: name one with --game draw, --game stud or --betting")
    if job.n_players < 2:
        text = _("about showdowns: they take at least two --players")
        found["group"] = found["seat"] = text
    return found
