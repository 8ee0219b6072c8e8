"""What the tests of betting games share: a table that is set up and played in few words.

Seats are numbered here as players number them: 1 at the dealer's left, the last the dealer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest

from pokersim.cards import parse_cards
from pokersim.games.spec import load_betting
from pokersim.games.table import GameTable, View
from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.state import Event
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset

SYSTEMS = (
    "pass-and-out",
    "pass-and-back",
    "jackpots",
    "blind-opening",
    "blind-raising",
    "five-card-stud",
)


def table_of(
    system: str,
    stacks: Sequence[int] = (100,) * 6,
    settings: Mapping[str, object] | None = None,
    ruleset: str | Ruleset = "standard",
) -> GameTable:
    """Give a table at which nothing has been dealt yet."""
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    return GameTable(load_betting(system, settings), rules, stacks)


def dealt(
    system: str,
    stacks: Sequence[int] = (100,) * 6,
    settings: Mapping[str, object] | None = None,
    ruleset: str | Ruleset = "standard",
    deck: Sequence[int] = (),
) -> GameTable:
    """Give a table where a hand has begun."""
    table = table_of(system, stacks, settings, ruleset)
    table.deal(seed=1, deck=deck)
    return table


def play(table: GameTable, actions: str) -> GameTable:
    """Play ``"call raise fold"``; ``stand`` and ``draw2`` (the first two dealt) in the draw."""
    for action in actions.split():
        if action == "stand":
            table.discard(())
        elif action.startswith("draw"):
            table.discard(table.cards(table.to_act)[: int(action[4:])])
        else:
            table.act(action)
    return table


def stay(table: GameTable, until: Callable[[GameTable], bool] = lambda table: False) -> GameTable:
    """Let all players check, call, stand pat or bet if they must, to a point or to the end."""
    while not table.is_over and not until(table):
        if table.is_drawing:
            table.discard(())
        else:
            table.act(next(a for a in ("check", "call", "bet") if a in table.legal))
    return table


def is_round(number: int) -> Callable[[GameTable], bool]:
    """Tell whether the betting of a round, from 1, has begun."""
    return lambda table: table.hand[chips.ROUND] == number - 1 and not table.is_drawing


def to_act(table: GameTable) -> int:
    """Give the seat whose turn it is, from 1; 0 for none."""
    return table.to_act + 1


def raised_to(table: GameTable, action: str = "raise") -> int:
    """Give what a raise or a bet by the seat whose turn it is would make the price."""
    from pokersim.kernels.betting.engine import price_after

    number = {"bet": chips.BET_NOW, "raise": chips.RAISE}[action]
    return int(price_after(table.rules, table.hand, number))


def events_of(table: GameTable, *kinds: int) -> list[Event]:
    """Give the events of some kinds."""
    return [event for event in table.events if event.kind in kinds]


def winnings(table: GameTable) -> list[tuple[int, int, int]]:
    """Give the number of the pot, the seat from 1 and the chips of each pot won."""
    return [(event.card, event.seat + 1, event.amount) for event in events_of(table, chips.WON_POT)]


def hands_deck(*hands: str, rest: str = "") -> list[int]:
    """Give the deck that deals these hands of five, seats in order, and then the rest."""
    rows = [parse_cards(hand).tolist() for hand in hands]
    return [row[turn] for turn in range(5) for row in rows] + _cards(rest)


def stud_deck(shown: str, holes: str = "") -> list[int]:
    """Give the deck that shows these up cards, ``7c|Ad|-|Ks``; ``-`` is to fold in round one.

    Hole cards, and the up card of one who folds, are the lowest not in sight unless named.
    """
    seats = [[] if text == "-" else _cards(text) for text in shown.split("|")]
    named = _cards(holes)
    spare = [card for card in range(52) if card not in {*chain(*seats), *named}]
    below = named or [spare.pop(0) for _ in seats]
    first = [seat[0] if seat else spare.pop(0) for seat in seats]
    later = zip_longest(*(seat[1:] for seat in seats if seat))
    return below + first + [card for row in later for card in row if card is not None]


def shown_table(shown: str, ruleset: str | Ruleset = "standard", **settings: object) -> GameTable:
    """Give the table at the round in which the seats show these cards."""
    seats = shown.split("|")
    last = max(len(_cards(seat)) for seat in seats if seat != "-")
    named = {key.replace("_", "-"): value for key, value in settings.items()}
    table = dealt("five-card-stud", (100,) * len(seats), named, ruleset, stud_deck(shown))
    if "-" not in seats:
        return stay(table, is_round(last))
    while not is_round(2)(table):
        leaves = seats[table.to_act] == "-"
        table.act("bet" if "bet" in table.legal else "fold" if leaves else "call")
    return stay(table, is_round(last))


def _cards(text: str) -> list[int]:
    return parse_cards(text).tolist() if text else []


@dataclass
class Chancer:
    """Plays anything that is legal, by chance, and keeps the views it got."""

    folds: bool = True
    seen: list[View] = field(default_factory=list)

    def act(self, view: View) -> str:
        """Choose an action; folding less often than the others."""
        self.seen.append(view)
        legal = [action for action in view.legal if action != "fold"] or ["fold"]
        if self.folds and "fold" in view.legal and view.random(8) == 0:
            return "fold"
        return legal[view.random(len(legal))]

    def discard(self, view: View) -> list[int]:
        """Choose any cards, as many as may be discarded with or without an ace kept."""
        self.seen.append(view)
        mask = view.random(32)
        chosen = [card for i, card in enumerate(view.cards) if mask >> i & 1]
        most = view.most_thrown
        if most == 4 and not any(card // 4 == 12 for card in set(view.cards) - set(chosen)):
            most = 3
        return chosen[:most]
