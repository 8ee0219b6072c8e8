"""Evenings of legal play by chance, in every betting system with every option."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pokersim.games.spec import load_betting
from pokersim.games.table import GameTable
from pokersim.kernels.betting.state import Event
from pokersim.rules.deck import Deck, parse_deck, parse_wild
from pokersim.rules.loader import load_ruleset, play_with
from support.betting import Chancer, table_of

MOST_TURNS = 14 * 4 * 30


Options = tuple[Mapping[str, object], ...]


ANY: Options = (
    {},
    {"ante": "each", "ante-chips": 3},
    {"ante": "dealer", "ante-chips": "red"},
    {"limits": [3, 7], "raises": 1},
    {"raises": 0},
    {"later-rounds": "bet-or-fold"},
)


DRAW: Options = (*ANY, {"most-drawn": 3}, {"most-drawn": 3, "ace-draws-four": True})


PASSING: Options = (
    *DRAW,
    {"passed-on": "any-round"},
    {"passed-on": "never"},
    {"ante": "none"},
)


BLIND: Options = (
    *DRAW,
    {"opener-free": True},
    {"opener-free": True, "limits": [2, 4]},
    {"straddler-raises": False},
    {"straddler-raises": False, "opener-free": True, "straddles": 0, "limits": [1, 2]},
)


OPTIONS: dict[str, Options] = {
    "pass-and-out": DRAW,
    "pass-and-back": PASSING,
    "jackpots": (*PASSING, {"openers": "two-pair"}),
    "blind-opening": BLIND,
    "blind-raising": (
        *BLIND,
        {"straddles": 1},
        {"straddles": 3, "opener-free": True},
        {"straddles": [3, 7, 14], "ante": "none"},
        {"first-later": "opener"},
    ),
    "five-card-stud": (
        *ANY,
        {"passed-on": "any-round"},
        {"showing-kickers": False},
        {"folded-cards": "mucked"},
        {"limits": [1, 2, 3, 4], "first-round": "pass"},
    ),
}


DECKS = {
    "52": Deck(),
    "36": Deck(parse_deck("36").ranks),
    "32": Deck(parse_deck("32").ranks),
    "two jokers": Deck(jokers=2),
    "bug and deuces": Deck(jokers=1, bug="orthodox", wild=parse_wild("2", tuple(range(13)))),
}


class Evening(NamedTuple):
    """Some hands at one table, played by chance."""

    system: str
    option: Mapping[str, object]
    deck: str
    stacks: Sequence[int]
    seed: int
    n_hands: int


def table_for(evening: Evening) -> GameTable:
    """Give the table of an evening."""
    ruleset = play_with(load_ruleset("four-flush"), DECKS[evening.deck])
    return table_of(evening.system, evening.stacks, evening.option, ruleset)


def turns(table: GameTable, seed: int, number: int) -> Iterator[None]:
    """Play a hand by chance and stop at every turn, and behind the last."""
    chancer = Chancer()
    table.deal(seed, number)
    for _ in range(MOST_TURNS):
        yield
        if table.is_over:
            return
        view = table.view(table.to_act)
        if table.is_drawing:
            table.discard(chancer.discard(view))
        else:
            table.act(chancer.act(view))
    raise AssertionError("the hand does not end")


def can_go_on(table: GameTable) -> bool:
    """Whether there are players enough for another hand."""
    betting = table.betting
    enough = max(betting.least_players, len(betting.straddles) + 1)
    return table.n_seats >= enough


def fixed_evenings() -> Iterator[Evening]:
    """Give an evening for each option of each system, with stacks short and long."""
    for system, options in OPTIONS.items():
        for i, option in enumerate(options):
            betting = load_betting(system, option)
            deck = sorted(DECKS)[i % len(DECKS)]
            most = 6 if betting.game == "draw" else 14
            n = most - i % 3
            stacks = [(7 * seat + 5 * i) % 31 + 1 for seat in range(n)]
            yield Evening(system, option, deck, stacks, i, 3)


def logs() -> Iterator[tuple[str, np.ndarray]]:
    """Play them, and give all events and the state behind the last hand."""
    for i, evening in enumerate(fixed_evenings()):
        table, events = table_for(evening), list[Event]()
        for number in range(evening.n_hands):
            for _ in turns(table, evening.seed, number):
                pass
            events += table.events
            table.move_deal()
            if not can_go_on(table):
                break
        yield f"{evening.system} {i}: events", np.array(events)
        yield f"{evening.system} {i}: hand", table.hand.copy()


def results() -> dict[str, np.ndarray]:
    """Return the events of all evenings by name."""
    return dict(logs())
