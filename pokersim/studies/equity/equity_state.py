"""A point of a game at which some cards are known and others are to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np

from pokersim.cards import SUITS, card_text
from pokersim.constants import FIRST_JOKER, MAX_JOKERS
from pokersim.errors import InputError
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
            raise InputError("the same cards need one deck: these rulesets have several")
        if not MIN_PLAYERS <= len(self.holdings) <= MAX_PLAYERS:
            hands = f"{len(self.holdings)} hand{'s' if len(self.holdings) > 1 else ''}"
            raise InputError(f"{hands}: from 2 to 10 players can be compared")
        if self.board is not None and self.n_cards != BOARD:
            raise InputError("--cards does not go with a board: a player has two cards of his own")
        if self.rulesets[0].deck.by_hand == "hole":
            raise InputError("which card is the hole card is not known here; rank single hands")
        if self.board is not None and len(self.board) > BOARD:
            raise InputError(f"{len(self.board)} cards on the board: at most {BOARD} fit")

    def _check_holdings(self) -> None:
        for number, holding in enumerate(self.holdings, start=1):
            if self.board is not None and len(holding.cards) > OWN_WITH_BOARD:
                raise InputError(
                    f"player {number} holds {len(holding.cards)} cards, but with a board a hand "
                    f"has two cards: '{holding.text}'"
                )
            if len(holding.cards) > self.own_cards:
                raise InputError(
                    f"player {number} holds {len(holding.cards)} cards, but a hand has "
                    f"{self.own_cards}: '{holding.text}'"
                )
            n_had = len(holding.cards) + len(holding.discards)
            if self.board is None and n_had > self.own_cards:
                raise InputError(
                    f"player {number} holds {len(holding.cards)} cards and throws "
                    f"{len(holding.discards)}, but a hand has {self.own_cards}: '{holding.text}'"
                )
            if holding.kind and (self.board is not None or self.n_cards != 5):
                raise InputError(f"'{holding.kind}': kinds are of five cards, without a board")

    def _check_cards(self) -> None:
        known = [*(self.board or ()), *self.dead]
        for holding in self.holdings:
            known += [*holding.cards, *holding.discards]
        twice = sorted({card for card in known if known.count(card) > 1})
        if twice:
            raise InputError(f"{_text(twice)} can't be in two places")
        missing = [card for card in known if card not in self.deck_cards]
        if missing:
            deck = self.rulesets[0].deck
            other = "other " if min(missing) >= FIRST_JOKER and deck.jokers else ""
            hint = "; --jokers adds jokers" if max(missing) >= FIRST_JOKER else ""
            raise InputError(f"the deck ({deck.name}) has no {other}{_text(missing)}{hint}")
        needed = sum(self.to_come) + self.board_to_come
        if needed > len(self.live_cards):
            raise InputError(
                f"{needed} cards are to come, but only {len(self.live_cards)} are left in the deck"
            )

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
