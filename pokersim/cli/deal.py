"""``pokersim deal``: hands played for chips, narrated by a dealer."""

from collections.abc import Callable
from pathlib import Path

import click

from pokersim.cards import card_text, parse_cards
from pokersim.cli.shared.betting import (
    BettingChoice,
    betting_options,
    load_betting_of,
    names_of,
    policy_option,
    seats_option,
    stack_option,
    stacks_of,
)
from pokersim.cli.shared.help import Command, Integer
from pokersim.cli.shared.options import (
    Common,
    DeckChoice,
    common_options,
    deck_options,
    one_ruleset_option,
    option,
    seed_option,
)
from pokersim.cli.shared.publish import publish
from pokersim.cli.shared.rulesets import load_all, notes_of
from pokersim.cli.shared.running import seed_for, tell_seed
from pokersim.errors import InputError
from pokersim.games.hand_record import PlayedHand, play_hand
from pokersim.games.script import Script, legal_words
from pokersim.games.table import GameTable
from pokersim.language import _
from pokersim.report.views.deal import DealtHands, deal_report
from pokersim.rules.loader import read_text
from pokersim.rules.ruleset import Ruleset

DEFAULT_BETTING = "jackpots"
DEFAULT_POLICY = "caller"
"""Who plays if nobody is named: most hands go to a showdown."""

MOST_HANDS = 1000


@click.command(cls=Command)
@one_ruleset_option
@deck_options
@betting_options
@seats_option
@stack_option
@policy_option
@option(
    "--deck-order",
    metavar="CARDS",
    help="Cards of the first hand in the order in which they are dealt; the others follow, "
    "shuffled.",
)
@option(
    "--actions",
    metavar="SCRIPT|@FILE",
    help="What the players do, in turn: call, raise, fold, check, bet 2, discard 2c 5d, stand. "
    "Without --policy play stops after the last action.",
)
@option(
    "--hands",
    type=Integer(1, MOST_HANDS),
    default=1,
    show_default=True,
    metavar="N",
    help=f"Number of hands, at most {MOST_HANDS}; stacks carry over, and the deal moves on.",
)
@seed_option
@common_options
def command(
    ruleset: tuple[str, ...],
    choice: DeckChoice,
    bets: BettingChoice,
    players: int | None,
    stack: tuple[int, ...],
    policy: str | None,
    deck_order: str | None,
    actions: str | None,
    hands: int,
    seed: int | None,
    common: Common,
) -> None:
    """Play hands for chips, narrated by a dealer.

    The formats for programs list every event. Seats are numbered from the dealer's left; the
    last is the dealer. --actions lists what the players do, in the order of their turns,
    separated by commas, semicolons or new lines; 3:call checks that it is the turn of seat 3,
    and # begins a comment. A number names chips: those paid by a call, or the new height of a
    bet or raise. After the script the players of --policy continue; without it, play stops and
    the legal actions are shown.

    \b
    Examples:
        pokersim deal --seed 7
        pokersim deal --betting five-card-stud --players 4 -r four-flush --policy loose
        pokersim deal --betting blind-opening --actions "call, raise 3, 5:fold" --seed 1
        pokersim deal --betting jackpots --stack 10,20,5 --hands 5 --seed 3 --lang ru
        pokersim deal --betting blind-raising --straddles 3 --seed 1 -f ndjson
    """
    rules = _only(ruleset, choice)
    betting = load_betting_of(bets, DEFAULT_BETTING)
    table = GameTable(betting, rules, stacks_of(betting, players, stack))
    order = _deck_order(deck_order, rules)
    script = Script(_script_text(actions))
    if policy is None and actions is None:
        policy = DEFAULT_POLICY
    names = () if policy is None else names_of(policy)
    take_turn = _who_plays(table, script, names)
    seed_used = seed_for(seed)
    tell_seed(seed, seed_used, common)
    played: list[PlayedHand] = []
    notes = notes_of([rules])
    interrupt = None
    try:
        for number in range(1, hands + 1):
            if number > 1:
                table.move_deal()
            if table.n_seats < betting.fewest_seats:
                note = _("Another hand takes more players with chips than {n}.")
                notes.append(note.format(n=table.n_seats))
                break
            played.append(play_hand(table, number, take_turn, seed_used, order))
            order = ()
            if not table.is_over:
                break
    except KeyboardInterrupt as stop:
        if not played:
            raise
        interrupt = stop
    else:
        script.check_over()
    legal = () if table.is_over or interrupt else legal_words(table)
    told = DealtHands(played, legal, seed_used, names, interrupt is not None)
    publish(deal_report(told, notes), common)
    if interrupt is not None:
        raise interrupt


def _only(names: tuple[str, ...], choice: DeckChoice) -> Ruleset:
    if len(names) > 1:
        raise InputError(_("a hand is played under one ruleset; -r names {n}").format(n=len(names)))
    return load_all(names, choice)[0]


def _deck_order(text: str | None, ruleset: Ruleset) -> tuple[int, ...]:
    if text is None:
        return ()
    cards = tuple(parse_cards(text).tolist())
    deck = ruleset.deck
    strange = [card for card in cards if card not in deck.cards]
    if strange:
        problem = _("--deck-order: {cards} is not in the deck ({deck})")
        raise InputError(problem.format(cards=card_text(strange), deck=deck))
    return cards


def _script_text(text: str | None) -> str:
    if text is None or not text.startswith("@"):
        return text or ""
    return read_text(Path(text[1:]))


def _who_plays(
    table: GameTable, script: Script, policies: tuple[str, ...]
) -> Callable[[GameTable], bool]:
    """Return who takes a turn: the script, then the policies, then nobody."""
    if not policies:
        return script.take_turn
    from pokersim.studies.betting.players import players_of

    players = players_of(policies, table.betting, table.ruleset, table.n_seats)

    def take_turn(table: GameTable) -> bool:
        if script.take_turn(table):
            return True
        player, view = next(table.turns(players))
        if table.is_drawing:
            table.discard(player.discard(view))
        else:
            table.act(player.act(view))
        return True

    return take_turn
