"""A hand as it was played: the engine's events in words, each with the state after it.

The engine logs what it does; this adds what a dealer would point out, the cards shown at the
end, and whose turn it is.  The transcript and the rows for programs are both made from this.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pokersim.games.spec import Betting
from pokersim.games.table import GameTable
from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.state import Event
from pokersim.rules.compile.compiler import Ranking
from pokersim.rules.ruleset import Combination

EVENTS = (
    *("fold", "check", "call", "bet", "raise", "ante", "blind", "straddle"),
    *("deal", "deal-up", "deal-common", "discard", "stand", "draw", "shuffle"),
    *("return", "win", "leave"),
)
"""The engine's events in words, by its number."""

SHOW, OPENERS = "show", "openers"
"""What the engine does not log: a hand is shown at the end, an opener shows what he had."""

STREETS = {
    "draw": ("before-draw", "after-draw"),
    "stud": ("first-up", "second-up", "third-up", "fourth-up"),
}
"""What the rounds of betting are called, by game."""

THE_DRAW = "draw"
"""The street between them in a draw game."""

_OUT = (chips.CALL, chips.BET_NOW, chips.RAISE, chips.ANTED, chips.BLIND_BET, chips.STRADDLED)
_BACK = (chips.RETURNED, chips.WON_POT)
_DRAWS = ("discard", "stand")
_DRAWING = (chips.DISCARDED, chips.STOOD_PAT, chips.DREW, chips.SHUFFLED)


class Moment(NamedTuple):
    """One thing that happened, and how things stood afterwards.

    Attributes
    ----------
    event
        A word of :data:`EVENTS`, or ``SHOW`` or ``OPENERS``.
    seat
        Whose it is, from 0 at the dealer's left; -1 for nobody's.
    amount
        Chips paid, returned or won; for ``shuffle`` how many cards.
    cards
        Card ids: what was dealt, thrown or shown; in stud the hole card that one who folds turns.
    combination
        What shown cards count as.
    side_pot
        Which pot was won, 0 for the main one.
    street, pot, price, stacks
        The part of the hand, chips in the pot, the bet to match, and chips by seat.
    to_act, legal
        Whose turn it is and what he may do; -1 and nothing while cards or chips are on the way.
    """

    event: str
    seat: int
    amount: int
    cards: tuple[int, ...]
    combination: Combination | None
    side_pot: int
    street: str
    pot: int
    price: int
    stacks: tuple[int, ...]
    to_act: int = -1
    legal: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayedHand:
    """A hand from the forced bets to its end, or to where it was left.

    Attributes
    ----------
    number
        From 1.
    betting, ranking
        The rules.
    players
        By seat: who sits there, numbered from 0 by the first deal.
    stacks
        By seat: chips before the hand.
    carried
        Chips that the last hand had left in the pot.
    moments
        All that happened.
    result
        See :data:`pokersim.games.table.RESULTS`; None for a hand that is not over.
    """

    number: int
    betting: Betting
    ranking: Ranking
    players: tuple[int, ...]
    stacks: tuple[int, ...]
    carried: int
    moments: tuple[Moment, ...]
    result: str | None

    @property
    def n_seats(self) -> int:
        """Players that were dealt in."""
        return len(self.players)

    @property
    def opener(self) -> int:
        """The seat that opened with openers, where they are asked for; -1 for none."""
        return _opener(self.betting, self.moments)


def play_hand(
    table: GameTable,
    number: int,
    take_turn: Callable[[GameTable], bool],
    seed: int = 0,
    deck: Sequence[int] = (),
) -> PlayedHand:
    """Deal a hand and play it.

    Parameters
    ----------
    table
        Where no hand is under way.
    number
        Of the hand, from 1; with the seed it decides what chance there is.
    take_turn
        Acts or discards once; False if nobody is there to do it, and the hand is left so.
    seed, deck
        See :meth:`pokersim.games.table.Table.deal`.
    """
    players, stacks = table.players, table.stacks
    carried = int(table.hand[chips.CARRIED])
    recorder = _Recorder(table)
    table.deal(seed, number - 1, deck)
    recorder.note_step()
    while not table.is_over and take_turn(table):
        recorder.note_step()
    return PlayedHand(
        number=number,
        betting=table.betting,
        ranking=table.ranking,
        players=players,
        stacks=stacks,
        carried=carried,
        moments=tuple(recorder.moments),
        result=table.result if table.is_over else None,
    )


def _opener(betting: Betting, moments: Sequence[Moment]) -> int:
    """Return who bet first before the draw: later bets need no openers."""
    bets = [m.seat for m in moments if m.event == "bet" and m.street == STREETS["draw"][0]]
    return bets[0] if bets and betting.openers else -1


class _Recorder:
    """Follows a table from step to step."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.moments: list[Moment] = []
        self.stacks = list(table.stacks)
        self.n_events = 0
        self.has_shown = False

    def note_step(self) -> None:
        """Take in what has happened since the last call."""
        events = self.table.events
        for event in events[self.n_events :]:
            if event.kind == chips.WON_POT:
                self._show_once(event)
            self.moments.append(self._moment(event))
        if self.table.is_over and self.table.result != "left":
            self._show_once(events[-1])  # there was no pot to win
        self.n_events = len(events)
        legal = _DRAWS if self.table.is_drawing else self.table.legal
        self.moments[-1] = self.moments[-1]._replace(to_act=self.table.to_act, legal=legal)

    def _moment(self, event: Event) -> Moment:
        if event.kind in _OUT or event.kind in _BACK:
            self.stacks[event.seat] += event.amount if event.kind in _BACK else -event.amount
        is_win = event.kind == chips.WON_POT
        turned = event.kind == chips.FOLD and self._turns_up
        cards = self.table.cards(event.seat)[:1] if turned else (event.card,)
        return Moment(
            event=EVENTS[event.kind],
            seat=event.seat,
            amount=event.amount,
            cards=() if is_win or cards == (-1,) else cards,
            combination=None,
            side_pot=event.card if is_win else 0,
            street=self._street(event),
            pot=event.pot,
            price=event.price,
            stacks=tuple(self.stacks),
        )

    @property
    def _turns_up(self) -> bool:
        betting = self.table.betting
        return betting.game == "stud" and betting.folded_cards == "shown"

    def _street(self, event: Event) -> str:
        is_draw = event.kind in _DRAWING
        return THE_DRAW if is_draw else STREETS[self.table.betting.game][event.round]

    def _show_once(self, event: Event) -> None:
        if not self.has_shown:
            self.has_shown = True
            self.moments += self._shown(event)

    def _shown(self, event: Event) -> Iterator[Moment]:
        """Yield the hands of a showdown, and the openers of who opened."""
        table, pot = self.table, self.moments[-1].pot
        common = table.hand[chips.COMMON : chips.COMMON + int(table.hand[chips.N_COMMON])]
        base = self._moment(
            event._replace(kind=chips.LEFT_POT, seat=-1, amount=0, card=-1, pot=pot)
        )
        if table.result == "shown":
            for seat, status in enumerate(table.statuses):
                if status != "folded":
                    cards = (*table.cards(seat), *common.tolist())
                    yield self._showing(base, SHOW, seat, cards)
        opener = _opener(table.betting, self.moments)
        if opener >= 0:
            yield self._showing(base, OPENERS, opener, self._dealt_to(opener))

    def _showing(self, base: Moment, event: str, seat: int, cards: tuple[int, ...]) -> Moment:
        ranking = self.table.ranking
        strength = ranking.strength(np.array(cards, dtype=np.uint8))
        found = ranking.combination(strength)
        return base._replace(event=event, seat=seat, cards=cards, combination=found)

    def _dealt_to(self, seat: int) -> tuple[int, ...]:
        return tuple(m.cards[0] for m in self.moments if m.event == "deal" and m.seat == seat)
