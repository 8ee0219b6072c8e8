"""A table where hands are played one at a time, in Python: the engine's steps, and who takes them.

A player is anything that can ``act`` and ``discard`` when it is shown a :class:`View`, which
holds what his seat may know and nothing else.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

import numpy as np

from pokersim.cards import card_text
from pokersim.constants import HAND_SIZE, STREAMS
from pokersim.errors import InputError
from pokersim.games.spec import Betting
from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.state import Event
from pokersim.language import _, number
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import rank_tables
from pokersim.rules.ruleset import Ruleset
from pokersim.table_layout import RankTables

ACTIONS = ("fold", "check", "call", "bet", "raise")
"""What a player may do, by the engine's number."""

RESULTS = ("uncontested", "shown", "left")

MAX_STACK = 1_000_000
_LOG_ROWS = 2048
"""More than the most seats can do in the most rounds with the most raises."""


@dataclass(frozen=True)
class View:
    """What a seat may know when it is its turn.

    Attributes
    ----------
    seat, n_seats
        Seats are numbered from 0 at the dealer's left; the last is the dealer.
    game, round
        ``draw`` or ``stud``, and the round of betting, from 0.
    cards
        Its own cards in the order dealt, ids; in stud the first is the hole card.
    up
        By seat: the cards in sight; in stud those of folded players too.
    common, dead
        Cards that all share, and cards of folded players that were turned up.
    stacks, bets, statuses
        By seat: chips left, chips bet in this round, ``active``, ``all-in`` or ``folded``.
    drawn
        By seat: how many cards it drew, -1 before that.
    pot, price, owed
        Chips in the pot, the bet to match, and what this seat owes to stay.
    raises
        Voluntary raises in this round.
    opener
        The seat that opened, -1 for none.
    legal
        The actions allowed, empty when it is to draw.
    most_thrown
        How many cards it may throw when it is to draw: fewer than five where the rules say so or
        the stock is short, and four perhaps only with an ace kept.
    strength
        What its whole hand is worth under the ruleset; 0 while cards are missing.
    showing
        By seat, in stud: what the cards in sight are worth; bigger is better.
    events
        All that has happened, cards that the seat has not seen as -1.
    behind
        Players who must still act after this one, as things stand.
    can_discard
        Called with cards of its own it returns whether they may be thrown.
    random
        Called with ``n`` it returns a whole number from 0 to ``n - 1``, the same whenever the
        hand is played with the same seed.
    """

    seat: int
    n_seats: int
    game: str
    round: int
    cards: tuple[int, ...]
    up: tuple[tuple[int, ...], ...]
    common: tuple[int, ...]
    dead: tuple[int, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    statuses: tuple[str, ...]
    drawn: tuple[int, ...]
    pot: int
    price: int
    owed: int
    raises: int
    opener: int
    legal: tuple[str, ...]
    most_thrown: int
    strength: int
    showing: tuple[int, ...]
    events: tuple[Event, ...]
    behind: int
    can_discard: Callable[[Sequence[int]], bool] = field(compare=False)
    random: Callable[[int], int] = field(compare=False)


Stream = tuple[int, int, int, int]
"""Seed, job, chunk and block of the random numbers of a hand."""


class Player(Protocol):
    """Whoever sits at a table."""

    def act(self, view: View) -> str:
        """Return one of ``view.legal``."""

    def discard(self, view: View) -> Sequence[int]:
        """Return the cards of ``view.cards`` to throw; none to stand pat."""


class GameTable:
    """Seats with chips, and the hand that is played there.

    Parameters
    ----------
    betting, ruleset
        The rules.
    stacks
        Chips of each player, from the first dealer's left on; each has one at least.

    Raises
    ------
    InputError
        The number of players, the deck or a stack does not fit.

    Examples
    --------
    >>> from pokersim.games.spec import load_betting
    >>> from pokersim.rules.loader import load_ruleset
    >>> table = GameTable(load_betting("blind-opening"), load_ruleset("standard"), [100] * 6)
    >>> table.deal(seed=1)
    >>> table.pot, table.to_act, table.legal
    (4, 2, ('fold', 'call', 'raise'))
    """

    def __init__(self, betting: Betting, ruleset: Ruleset, stacks: Sequence[int]) -> None:
        if ruleset.deck.by_hand:
            text = _("'{name}': wild cards that differ by hand can't be played for chips")
            raise InputError(text.format(name=ruleset.name))
        betting.check_seats(len(stacks), ruleset.deck.n_cards)
        for stack in stacks:
            if not 1 <= stack <= MAX_STACK:
                text = _("a stack of {n} chips: from 1 to {most} are allowed")
                raise InputError(text.format(n=stack, most=number(MAX_STACK)))
        self.betting = betting
        self.ruleset = ruleset
        self.ranking = compile_ruleset(ruleset)
        self.rules = betting.rules(self.ranking)
        self.hand = np.zeros(chips.STATE_SIZE, dtype=np.int64)
        self.hand[chips.PHASE] = chips.DONE
        self.hand[chips.N_SEATS] = len(stacks)
        self.hand[chips.STACK : chips.STACK + len(stacks)] = stacks
        self.hand[chips.PLAYER : chips.PLAYER + len(stacks)] = np.arange(len(stacks))
        self.hand[chips.ACTIVE] = (1 << len(stacks)) - 1
        self.hand[chips.LOG_ROOM] = _LOG_ROWS
        self._log = np.zeros(_LOG_ROWS * chips.EVENT_SIZE, dtype=np.int64)

    # What there is to see -------------------------------------------------------------------------

    @property
    def n_seats(self) -> int:
        """Players that are dealt in."""
        return int(self.hand[chips.N_SEATS])

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, -1 for none."""
        return int(self.hand[chips.TO_ACT])

    @property
    def is_over(self) -> bool:
        """Whether no hand is under way."""
        return bool(self.hand[chips.PHASE] == chips.DONE)

    @property
    def is_drawing(self) -> bool:
        """Whether the seat whose turn it is has to throw cards or stand pat."""
        return bool(self.hand[chips.PHASE] == chips.DRAWING)

    @property
    def result(self) -> str:
        """How the hand ended: ``uncontested``, ``shown``, or ``left`` to the next deal."""
        return RESULTS[int(self.hand[chips.RESULT])]

    @property
    def pot(self) -> int:
        """Chips in the pot, or left in it for the next deal."""
        from pokersim.kernels.betting.pots import pot_of

        return int(self.hand[chips.CARRIED] if self.is_over else pot_of(self.hand))

    @property
    def price(self) -> int:
        """The bet of this round that all must match."""
        return int(self.hand[chips.PRICE])

    @property
    def legal(self) -> tuple[str, ...]:
        """What the seat whose turn it is may do; empty when it is to draw."""
        from pokersim.kernels.betting.engine import legal_actions

        mask = int(legal_actions(self.rules, self.hand))
        return tuple(name for bit, name in enumerate(ACTIONS) if mask >> bit & 1)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat."""
        return self._by_seat(chips.STACK)

    @property
    def statuses(self) -> tuple[str, ...]:
        """Of each seat: ``active``, ``all-in`` or ``folded``."""
        active, all_in = int(self.hand[chips.ACTIVE]), int(self.hand[chips.ALL_IN])
        return tuple(
            "active" if active >> seat & 1 else "all-in" if all_in >> seat & 1 else "folded"
            for seat in range(self.n_seats)
        )

    @property
    def players(self) -> tuple[int, ...]:
        """Who sits in each seat, by the order of the first deal."""
        return self._by_seat(chips.PLAYER)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened in this hand."""
        rows = self._log.reshape(-1, chips.EVENT_SIZE)[: int(self.hand[chips.N_EVENTS])]
        return tuple(Event(*row) for row in rows.tolist())

    def cards(self, seat: int) -> tuple[int, ...]:
        """Return the cards of a seat, in the order dealt."""
        first = chips.CARDS + HAND_SIZE * seat
        return tuple(self.hand[first : first + int(self.hand[chips.N_HELD + seat])].tolist())

    def _by_seat(self, place: int) -> tuple[int, ...]:
        return tuple(self.hand[place : place + self.n_seats].tolist())

    # What can be done -----------------------------------------------------------------------------

    def deal(
        self,
        seed: int = 0,
        number: int = 0,
        deck: Sequence[int] = (),
        stream: Stream | None = None,
    ) -> None:
        """Start a hand.

        Parameters
        ----------
        seed, number
            They decide the order of the cards, and what chance there is later.
        deck
            Card ids in dealing order instead; cards that are not named follow, shuffled.
        stream
            In place of seed and number: the numbers that a hand of a batch has its chance from.

        Raises
        ------
        InputError
            A hand is under way, too few are left or one without chips, or a card is not of the
            deck or named twice.
        """
        from pokersim.kernels.betting.engine import begin

        self._check_over()
        if 0 in self.stacks:
            seat = self.stacks.index(0) + 1
            text = _("seat {seat} has no chips: move the deal, and the player leaves the table")
            raise InputError(text.format(seat=seat))
        self.betting.check_seats(self.n_seats, self.ruleset.deck.n_cards)
        if stream is None:
            stream = seed, STREAMS["table"], number >> 20, (number & 0xFFFFF) << 32
        self.hand[chips.SEED : chips.SEED + 4] = np.array(stream, dtype=np.uint64).view(np.int64)
        self._put_deck(deck)
        begin(self.rules, self.hand, self._log)
        self._go_on()

    def act(self, action: str) -> None:
        """Act for the seat whose turn it is.

        Raises
        ------
        InputError
            It is not its turn to bet, or the action is not legal.
        """
        from pokersim.kernels.betting.engine import act

        if action not in self.legal:
            text = _("seat {seat} can't {action} here; legal: {list}")
            if not self.legal:
                text = _("seat {seat} can't {action} here: it is not a turn to bet")
            fields = {"seat": self.to_act + 1, "action": action, "list": ", ".join(self.legal)}
            raise InputError(text.format(**fields))
        act(self.rules, self.hand, self._log, ACTIONS.index(action))
        self._go_on()

    def can_discard(self, cards: Sequence[int]) -> bool:
        """Whether the seat whose turn it is may throw some of its cards."""
        from pokersim.kernels.betting.deck_ops import can_discard

        mask = self._mask(cards)
        return mask is not None and bool(can_discard(self.rules, self.hand, mask))

    def discard(self, cards: Sequence[int]) -> None:
        """Throw cards for the seat whose turn it is, and draw as many.

        Raises
        ------
        InputError
            It is not its turn to draw, the cards are not its own, or too many.
        """
        from pokersim.kernels.betting.deck_ops import discard

        mask = self._mask(cards)
        if mask is None or not self.can_discard(cards):
            text = _("seat {seat} can't discard {cards} here")
            if not cards:
                text = _("seat {seat} can't discard nothing here")
            shown = card_text(np.array(cards, dtype=np.uint8))
            raise InputError(text.format(seat=self.to_act + 1, cards=shown))
        discard(self.rules, self.hand, self._log, mask)
        self._go_on()

    def move_deal(self) -> None:
        """Move the deal to the next player with chips; who has none leaves the table.

        Raises
        ------
        InputError
            A hand is under way.
        """
        from pokersim.kernels.betting.engine import move_deal

        self._check_over()
        move_deal(self.hand)

    def play(self, players: Sequence[Player]) -> None:
        """Play the hand under way to its end; ``players`` are in the order of the first deal."""
        for player, view in self.turns(players):
            if self.is_drawing:
                self.discard(player.discard(view))
            else:
                self.act(player.act(view))

    def turns(self, players: Sequence[Player]) -> Iterator[tuple[Player, View]]:
        """Yield who is to act, and what he sees, until the hand is over."""
        while not self.is_over:
            yield players[self.players[self.to_act]], self.view(self.to_act)

    def _most_thrown(self) -> int:
        from pokersim.kernels.betting.deck_ops import can_discard

        masks = range(1 << HAND_SIZE)
        allowed = (mask for mask in masks if can_discard(self.rules, self.hand, mask))
        return max((mask.bit_count() for mask in allowed), default=0)

    def _mask(self, cards: Sequence[int]) -> int | None:
        """Return the cards as bits of the hand whose turn it is, None if they are not all its."""
        own = self.cards(self.to_act) if self.to_act >= 0 else ()
        if len(set(cards)) != len(cards) or not set(cards) <= set(own):
            return None
        return sum(1 << own.index(card) for card in cards)

    def _check_over(self) -> None:
        if not self.is_over:
            raise InputError(_("a hand is under way: play it to its end first"))

    def _put_deck(self, order: Sequence[int]) -> None:
        from pokersim.kernels.betting.deck_ops import shuffle

        deck = self.ruleset.deck.cards
        for i, card in enumerate(order):
            if card not in deck or card in order[:i]:
                text = _("{card} is not in the deck of {n}")
                if card in deck:
                    text = _("{card} is named twice")
                shown = card_text(np.array([card], dtype=np.uint8))
                raise InputError(text.format(card=shown, n=len(deck)))
        rest = deck[~np.isin(deck, np.array(order, dtype=np.uint8))]
        shuffle(self.hand, rest, len(rest), len(deck))
        if len(order):
            shuffled = self.hand[chips.DECK : chips.DECK + len(rest)].tolist()
            self.hand[chips.DECK : chips.DECK + len(deck)] = [*order, *shuffled]
            self.hand[chips.N_DECK] = len(deck)

    def _go_on(self) -> None:
        """Go on to the next turn of somebody, or to the end."""
        from pokersim.kernels.betting.engine import go_on
        from pokersim.kernels.betting.evaluate_seats import evaluate_seats
        from pokersim.kernels.strength_index import MAX_SUITED_PATHS

        found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
        while self.hand[chips.PHASE] == chips.EVALUATING:
            evaluate_seats(self.rules, self.hand, seat_tables(self.ruleset, self.betting), found)
            go_on(self.rules, self.hand, self._log)

    # What a seat sees -----------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        from pokersim.kernels.betting.deck_ops import roll
        from pokersim.kernels.betting.engine import due

        hand = self.hand
        statuses = self.statuses
        turned = self.betting.game == "stud" and self.betting.folded_cards == "shown"
        gone = [other for other in range(self.n_seats) if statuses[other] == "folded"]
        return View(
            seat=seat,
            n_seats=self.n_seats,
            game=self.betting.game,
            round=int(hand[chips.ROUND]),
            cards=self.cards(seat),
            up=tuple(self._up(other) for other in range(self.n_seats)),
            common=tuple(hand[chips.COMMON : chips.COMMON + int(hand[chips.N_COMMON])].tolist()),
            dead=tuple(self.cards(other)[0] for other in gone) if turned else (),
            stacks=self.stacks,
            bets=self._by_seat(chips.BET),
            statuses=statuses,
            drawn=self._by_seat(chips.N_DRAWN),
            pot=self.pot,
            price=self.price,
            owed=int(due(self.rules, hand, seat)),
            raises=int(hand[chips.RAISES]),
            opener=int(hand[chips.OPENER]),
            legal=self.legal if seat == self.to_act else (),
            most_thrown=self._most_thrown() if seat == self.to_act else 0,
            strength=int(hand[chips.STRENGTH + seat]),
            showing=self._by_seat(chips.SHOWING),
            events=tuple(_seen_by(seat, event) for event in self.events),
            behind=int(hand[chips.PENDING]).bit_count() - 1,
            can_discard=self.can_discard,
            random=lambda limit: int(roll(hand, limit)),
        )

    def _up(self, seat: int) -> tuple[int, ...]:
        return self.cards(seat)[1:] if self.betting.game == "stud" else ()


def _seen_by(seat: int, event: Event) -> Event:
    hidden = event.kind in (chips.DEALT, chips.DREW, chips.DISCARDED) and event.seat != seat
    return event._replace(card=-1) if hidden else event


@lru_cache(maxsize=8)
def seat_tables(ruleset: Ruleset, betting: Betting) -> tuple[RankTables, ...]:
    """Return the tables by which ``evaluate_seats`` ranks one to five cards.

    A draw game needs the tables of whole hands alone: they stand for the others.
    """
    ranking = compile_ruleset(ruleset)
    sizes = range(1, HAND_SIZE + 1)
    if betting.game == "draw":
        return (_column(rank_tables([ranking])),) * len(sizes)
    return tuple(_column(rank_tables([ranking], k, betting.showing_kickers)) for k in sizes)


def _column(tables: RankTables) -> RankTables:
    values, category = tables.values[:, 0].copy(), tables.category[:, 0].copy()
    return tables._replace(values=values, category=category)
