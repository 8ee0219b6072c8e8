"""``pokersim compare``: rulesets compared with a baseline on the same deals."""

from collections.abc import Sequence
from typing import Any

import click

from pokersim.cli.shared.help import Command
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
    progress_option,
    ruleset_option,
    seed_option,
    table_option,
)
from pokersim.cli.shared.output import message
from pokersim.cli.shared.output import progress as progress_bar
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import load_again, notes_of
from pokersim.cli.shared.running import RunProgress, count_with_bar, seed_for, tell_seed
from pokersim.constants import HAND_SIZE
from pokersim.errors import InputError, nearest
from pokersim.language import N_, _
from pokersim.report.views.compare import TABLES, Comparison, compare_report
from pokersim.rules.ruleset import Ruleset
from pokersim.runs.execute import Run, Threads
from pokersim.studies.compare import GAMES, compare_job, discard_rows
from pokersim.studies.draw.draw_policies import is_ready
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.pairwise import count_pairs, n_showdowns, n_steps
from pokersim.studies.simulate.game_jobs import DrawJob
from pokersim.studies.simulate.showdown_job import TableJob
from pokersim.studies.simulate.summary import ChangeRow, GroupRow, change_rows, group_rows

DEFAULT_DEALS = 2_000_000


@click.command(cls=Command)
@ruleset_option
@option(
    "--baseline",
    aliases=["--base"],
    metavar="NAME",
    help="Ruleset that the others are compared with.  [default: the first]",
)
@deck_options
@cards_option
@deals_option
@players_option(help="Number of players.  [default: 2]")
@option(
    "--game",
    type=click.Choice(GAMES),
    default=GAMES[0],
    show_default=True,
    help="Game: a showdown of the hands dealt, five-card draw or five-card stud, without betting.",
)
@option(
    "--groups",
    multiple=True,
    metavar="RANGE",
    help="Hand range to show, by the baseline's rules: one-pair:KK, top:5%; may be repeated.  "
    "[default: all groups of hands]",
)
@option(
    "--exact",
    is_flag=True,
    help="Count every deal of five cards to two players instead of sampling.",
)
@seed_option
@jobs_option
@confidence_option
@table_option(TABLES)
@progress_option
@picture_options
@common_options
def command(
    ruleset: tuple[str, ...],
    baseline: str | None,
    choice: DeckChoice,
    cards: int,
    deals: int | None,
    players: int | None,
    game: str,
    groups: tuple[str, ...],
    exact: bool,
    seed: int | None,
    jobs: int,
    confidence: float,
    table: str,
    progress: bool | None,
    pictures: Pictures,
    common: Common,
) -> None:
    """Compare rulesets with a baseline on the same deals.

    Shows how often each combination is dealt, the share of showdowns with another winner, and
    the equity of each group of hands under every ruleset, with its change and the error of that
    change. With --game draw it also shows which hands are played differently, and the cost of
    playing them as under the baseline. Two million random deals are made unless --deals names
    another number; --exact counts all deals to two players.

    \b
    Examples:
        pokersim compare -r standard -r cats-and-dogs -n 1M
        pokersim compare -r standard -r cats-and-dogs --exact
        pokersim compare -r standard -r skeet -r soko --players 5 -n 2M --seed 7
        pokersim compare -r standard -r skeet --game draw -n 500k
        pokersim compare -r standard -r skeet --groups one-pair:JJ+ --groups two-pair -n 1M
        pokersim compare -r standard -r four-flush --game stud -n 500k -f csv -o changes.csv
    """
    rulesets = _baseline_first(load_again(ruleset, choice), baseline)
    n_players = 2 if players is None else players
    if n_players < 2:
        raise InputError(_("a comparison counts showdowns: it needs at least two --players"))
    if game != GAMES[0] and cards != 5:
        text = _("--cards {n} is for a showdown: {game} is played with {size}")
        raise InputError(text.format(n=cards, game=game, size=HAND_SIZE))
    if table == "discards" and game != "draw" and common.format == "csv":
        raise InputError(_("--table discards needs a draw: add --game draw"))
    if exact:
        _check_exact(game, n_players, cards, deals, seed)
    job = compare_job(rulesets, game, n_players, 0 if exact else seed_for(seed), cards, groups)
    shown = False if common.quiet else progress
    interrupt = None
    if exact:
        n_counted = n_showdowns(job)
        changes, of_groups = _count_all(job, shown)
    else:
        if isinstance(job, DrawJob):
            _tell_of_policies(job, common.quiet)
        run: Run[Any] = Run(job, deals or DEFAULT_DEALS)
        tell_seed(seed, job.seed, common)
        interrupt = count_with_bar(RunProgress(run, run.n_deals, N_("deals")), Threads(jobs), shown)
        n_counted = run.done
        changes = change_rows(job, run.counts, confidence)
        of_groups = group_rows(job, run.counts)
    told = Comparison(
        job,
        [count_frequencies(rules, cards) for rules in rulesets],
        changes,
        of_groups,
        bool(groups),
        _discards(job),
        n_counted,
        confidence,
        interrupt is not None,
        exact,
    )
    report = compare_report(told, notes_of(rulesets))
    publish(report, common, pictures, table)
    if interrupt is not None:
        raise interrupt


def _check_exact(
    game: str, n_players: int, n_cards: int, deals: int | None, seed: int | None
) -> None:
    """Refuse what goes with a sample only, with the way out."""
    if deals is not None or seed is not None:
        text = _(
            "--exact counts every deal; --deals and --seed are for a sample: omit these, or --exact"
        )
        raise InputError(text)
    wrong = {
        f"--players {n_players}": n_players != 2,
        f"--cards {n_cards}": n_cards != 5,
        f"--game {game}": game != GAMES[0],
    }
    for words, is_wrong in wrong.items():
        if is_wrong:
            text = _(
                "--exact counts showdowns of two players with five cards each: omit {option}, "
                "or omit --exact for a sample"
            )
            raise InputError(text.format(option=words))


def _count_all(
    job: TableJob[Any], bar: bool | None
) -> tuple[Sequence[ChangeRow], Sequence[GroupRow]]:
    """Count every deal, and show how it goes."""
    with progress_bar(n_steps(job), _("Counting"), bar) as update:
        return count_pairs(job, lambda n: update(n, None))


def _baseline_first(rulesets: tuple[Ruleset, ...], baseline: str | None) -> tuple[Ruleset, ...]:
    """Put the baseline before the rulesets that are compared with it."""
    if len(rulesets) < 2:
        raise InputError(_("a comparison needs two rulesets: -r standard -r skeet"))
    names = [rules.name for rules in rulesets]
    if baseline is None:
        return rulesets
    if baseline not in names:
        hint = nearest(baseline, names) or _("; one of {list}").format(list=", ".join(names))
        text = _("--baseline '{name}' is none of the rulesets{hint}")
        raise InputError(text.format(name=baseline, hint=hint))
    first = rulesets[names.index(baseline)]
    return (first, *(rules for rules in rulesets if rules is not first))


def _tell_of_policies(job: DrawJob, quiet: bool) -> None:
    for rules in job.rulesets:
        if not is_ready(rules, "best", job.opponents):
            text = _("Computing the best draws under '{name}', once ...")
            message(text.format(name=rules.name), quiet)


def _discards(job: TableJob[Any]) -> list[Any]:
    """Return how draws change, in a game where there are any."""
    if not isinstance(job, DrawJob):
        return []
    base, *others = job.rulesets
    return [row for rules in others for row in discard_rows(rules, base, job.opponents)]
