"""A point of a game at which some cards are known and others are to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np

from pokersim.cards import SUITS, card_text
from pokersim.constants import FIRST_JOKER, MAX_JOKERS
from pokersim.errors import InputError
from pokersim.language import _, ngettext
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.equity.hand_spec import HandSpec
from pokersim.studies.frequency import tables_for
from pokersim.table_layout import RankTables

MIN_PLAYERS, MAX_PLAYERS = 2, 10
BOARD = 5
"""Cards that all players share where there is a board."""

OWN_WITH_BOARD = 2
"""Cards that a player has besides."""


@dataclass(frozen=True)
class EquityState:
    """What is known of the cards, and the rulesets to judge them by.

    Attributes
    ----------
    rulesets
        Played with one deck; kinds of hands mean what they mean under the first.
    holdings
        2 to 10 players.
    board
        Ids of the common cards known, or None where there are none to come either.
    dead
        Ids of cards that nobody gets.
    n_cards
        Cards of a whole hand without a board, 5 to 7.

    Raises
    ------
    InputError
        Such a situation can't be.
    """

    rulesets: tuple[Ruleset, ...]
    holdings: tuple[HandSpec, ...]
    board: tuple[int, ...] | None = None
    dead: tuple[int, ...] = ()
    n_cards: int = 5

    def __post_init__(self) -> None:
        self._check_game()
        self._check_holdings()
        self._check_cards()

    def _check_game(self) -> None:
        if len({ruleset.deck for ruleset in self.rulesets}) > 1:
            raise InputError(_("the same cards need one deck: these rulesets have several"))
        if not MIN_PLAYERS <= len(self.holdings) <= MAX_PLAYERS:
            n = len(self.holdings)
            text = ngettext(
                "{n} hand: from {low} to {high} players can be compared",
                "{n} hands: from {low} to {high} players can be compared",
                n,
            )
            raise InputError(text.format(n=n, low=MIN_PLAYERS, high=MAX_PLAYERS))
        if self.board is not None and self.n_cards != BOARD:
            text = _("--cards can't be used with --board: a player has two cards of their own")
            raise InputError(text)
        if self.rulesets[0].deck.by_hand == "hole":
            raise InputError(_("the hole card is not known here; rank single hands"))
        if self.board is not None and len(self.board) > BOARD:
            text = _("{n} cards on the board: there are at most {most}")
            raise InputError(text.format(n=len(self.board), most=BOARD))

    def _check_holdings(self) -> None:
        for number, holding in enumerate(self.holdings, start=1):
            if self.board is not None and len(holding.cards) > OWN_WITH_BOARD:
                text = _(
                    "player {player} holds {n} cards, but with a board a hand has two cards: "
                    "'{text}'"
                )
                raise InputError(
                    text.format(player=number, n=len(holding.cards), text=holding.text)
                )
            if len(holding.cards) > self.own_cards:
                text = _("player {player} holds {n} cards, but a hand has {size}: '{text}'")
                raise InputError(
                    text.format(
                        player=number, n=len(holding.cards), size=self.own_cards, text=holding.text
                    )
                )
            n_had = len(holding.cards) + len(holding.discards)
            if self.board is None and n_had > self.own_cards:
                text = _(
                    "player {player} holds {n} cards and discards {n_discards}, but a hand "
                    "has {size}: '{text}'"
                )
                raise InputError(
                    text.format(
                        player=number,
                        n=len(holding.cards),
                        n_discards=len(holding.discards),
                        size=self.own_cards,
                        text=holding.text,
                    )
                )
            if holding.kind and (self.board is not None or self.n_cards != 5):
                text = _("'{range}': hand ranges are of five cards, without a board")
                raise InputError(text.format(range=holding.kind))

    def _check_cards(self) -> None:
        known = [*(self.board or ()), *self.dead]
        for holding in self.holdings:
            known += [*holding.cards, *holding.discards]
        twice = sorted({card for card in known if known.count(card) > 1})
        if twice:
            raise InputError(_("{cards} can't be in two places").format(cards=_text(twice)))
        missing = [card for card in known if card not in self.deck_cards]
        if missing:
            deck = self.rulesets[0].deck
            text = _("the deck ({deck}) has no {cards}")
            if min(missing) >= FIRST_JOKER and deck.jokers:
                text = _("the deck ({deck}) has no other {cards}")
            hint = _("; --jokers adds jokers") if max(missing) >= FIRST_JOKER else ""
            raise InputError(text.format(deck=deck, cards=_text(missing)) + hint)
        needed = sum(self.to_come) + self.board_to_come
        if needed > len(self.live_cards):
            problem = _("{needed} cards are to come, but only {n} are left in the deck")
            raise InputError(problem.format(needed=needed, n=len(self.live_cards)))

    @property
    def own_cards(self) -> int:
        """Cards of a player's own in a whole hand."""
        return self.n_cards if self.board is None else OWN_WITH_BOARD

    @property
    def size(self) -> int:
        """Cards that a player's best five are chosen from."""
        return self.own_cards + (BOARD if self.board is not None else 0)

    @property
    def to_come(self) -> list[int]:
        """Cards to come to each player."""
        return [self.own_cards - len(holding.cards) for holding in self.holdings]

    @property
    def board_to_come(self) -> int:
        """Cards to come to the board."""
        return 0 if self.board is None else BOARD - len(self.board)

    @cached_property
    def alike(self) -> list[list[int]]:
        """Players of whom the same is known, where there is more than one: no card, one kind."""
        open_hands = [(h.kind, i) for i, h in enumerate(self.holdings) if not h.cards]
        kinds = sorted({kind for kind, _ in open_hands})
        groups = [[i for other, i in open_hands if other == kind] for kind in kinds]
        return [group for group in groups if len(group) > 1]

    @cached_property
    def renamings(self) -> list[tuple[int, ...]]:
        """Suits renamed so that all that is known stays as it is, but for leaving all as is.

        For each the id of every card that the deck may have, renamed.
        """
        known = [set(holding.cards) for holding in self.holdings]
        known += [set(self.board or ()), set(self.live_cards), set(self.rulesets[0].deck.wild)]
        suits, found = range(len(SUITS)), []
        for order in permutations(suits):
            moved = [
                card if card >= FIRST_JOKER else card - card % len(SUITS) + order[card % len(SUITS)]
                for card in range(FIRST_JOKER + MAX_JOKERS)
            ]
            if order != tuple(suits) and all({moved[c] for c in own} == own for own in known):
                found.append(tuple(moved))
        return found

    @cached_property
    def deck_cards(self) -> tuple[int, ...]:
        """Ids of the whole deck."""
        return tuple(int(card) for card in self.rulesets[0].deck.cards)

    @cached_property
    def live_cards(self) -> tuple[int, ...]:
        """Ids of the cards that may still come."""
        gone = {*(self.board or ()), *self.dead}
        for holding in self.holdings:
            gone |= {*holding.cards, *holding.discards}
        return tuple(card for card in self.deck_cards if card not in gone)

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The compiled rulesets."""
        return tuple(compile_ruleset(ruleset) for ruleset in self.rulesets)

    @cached_property
    def tables(self) -> RankTables:
        """What the kernel ranks by."""
        return tables_for(self.rankings, self.size)


def _text(cards: Sequence[int]) -> str:
    return card_text(np.array(cards, dtype=np.uint8))
