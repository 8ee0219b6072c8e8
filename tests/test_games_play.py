"""Random legal play: what holds after every event, in every system and with every option.

Kernels run compiled, as plain Python and with bounds checked, and the same hands come of it: for
that this file is run as a program, ``python test_games_play.py logs.npz``, like the tests of the
other kernels.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from betting_helpers import SYSTEMS, Chancer, table_of
from conftest import TIMEOUT_SECONDS, clean_environment
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokersim import chips
from pokersim.chips import Event
from pokersim.games.spec import load_betting
from pokersim.games.table import Table
from pokersim.rules.deck import Deck, parse_deck, parse_wild
from pokersim.rules.loader import load_ruleset, play_with

CHECKED = "NUMBA_BOUNDSCHECK"
PLAIN = "NUMBA_DISABLE_JIT"

PAYING = (chips.ANTED, chips.BLIND_BET, chips.STRADDLED, chips.CALL, chips.BET_NOW, chips.RAISE)
ACTING = (chips.DROP, chips.CHECK, chips.CALL, chips.BET_NOW, chips.RAISE)
MOST_TURNS = 14 * 4 * 30

Options = tuple[Mapping[str, object], ...]

ANY: Options = (
    {},
    {"ante": "each", "ante-chips": 3},
    {"ante": "dealer", "ante-chips": "red"},
    {"limits": [3, 7], "raises": 1},
    {"raises": 0},
    {"later-rounds": "bet-or-drop"},
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
        {"dropped-cards": "mucked"},
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


def table_for(evening: Evening) -> Table:
    """Give the table of an evening."""
    ruleset = play_with(load_ruleset("four-flush"), DECKS[evening.deck])
    return table_of(evening.system, evening.stacks, evening.option, ruleset)


def turns(table: Table, seed: int, number: int) -> Iterator[None]:
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


def can_go_on(table: Table) -> bool:
    """Whether there are players enough for another hand."""
    betting = table.betting
    enough = max(betting.least_players, len(betting.straddles) + 1)
    return table.n_seats >= enough


@st.composite
def evenings(draw: st.DrawFn, system: str) -> Evening:
    """Make up an evening that the rules allow."""
    option = draw(st.sampled_from(OPTIONS[system]))
    betting = load_betting(system, option)
    deck = draw(st.sampled_from(sorted(DECKS)))
    n_cards = DECKS[deck].n_cards
    most = n_cards // 5 if betting.game == "draw" else (n_cards - 3) // 2
    least = max(betting.least_players, len(betting.straddles) + 1)
    n = draw(st.integers(least, min(most, betting.most_players)))
    big = draw(st.sampled_from([3, 12, 60]))
    stacks = draw(st.lists(st.integers(1, big), min_size=n, max_size=n))
    return Evening(system, option, deck, stacks, draw(st.integers(0, 2**32)), 3)


@pytest.mark.parametrize("system", SYSTEMS)
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_chips_cards_and_turns_are_in_order_after_every_event(
    system: str, data: st.DataObject
) -> None:
    evening = data.draw(evenings(system))
    table = table_for(evening)
    total = sum(evening.stacks)
    for number in range(evening.n_hands):
        stacks, carried = table.stacks, int(table.hand[chips.CARRIED])
        for _ in turns(table, evening.seed, number):
            check_cards(table)
        check_chips(table, stacks, carried)
        check_turns(table.events, stacks)
        assert sum(table.stacks) + int(table.hand[chips.CARRIED]) == total
        table.move_deal()
        if not can_go_on(table):
            break


def check_chips(table: Table, before: Sequence[int], pot: int) -> None:
    """Follow the chips through the log."""
    stacks = list(before)
    for event in table.events:
        if event.kind in PAYING:
            stacks[event.seat] -= event.amount
            pot += event.amount
        elif event.kind in (chips.RETURNED, chips.WON_POT):
            stacks[event.seat] += event.amount
            pot -= event.amount
        assert event.pot == pot >= 0, event
        assert min(stacks) >= 0, event
        assert event.amount >= 0, event
    assert tuple(stacks) == table.stacks
    assert pot == int(table.hand[chips.CARRIED])
    assert (pot > 0) <= (table.result == "left")


def check_turns(events: Sequence[Event], stacks: Sequence[int]) -> None:
    """Follow the turns through the log: clockwise, nobody twice, nobody who can't act."""
    n, left = len(stacks), list(stacks)
    dropped: set[int] = set()
    acted: set[int] = set()
    last, price, round_number = -1, 0, 0
    for event in events:
        seat = event.seat
        if event.round != round_number:
            acted, last, price, round_number = set(), -1, 0, event.round
        if event.kind in ACTING:
            assert seat not in dropped | acted, event
            assert left[seat] > 0, event
            passed_over = [(last + step) % n for step in range(1, (seat - last) % n)]
            assert last < 0 or all(s in dropped or left[s] == 0 for s in passed_over), event
            assert (event.kind in (chips.BET_NOW, chips.RAISE)) == (event.price > price), event
            acted = {seat} if event.price > price else acted | {seat}
            last = seat
        if event.kind in PAYING:
            left[seat] -= event.amount
        if event.kind == chips.DROP:
            dropped.add(seat)
        price = event.price


def check_cards(table: Table) -> None:
    """Every card of the deck is in one place."""
    hand = table.hand
    drops = [event for event in table.events if event.kind == chips.DROP]
    thrown_in = {e.seat for e in drops if e.round == 0 and table.betting.game == "draw"}
    holders = set(range(table.n_seats)) - thrown_in
    places = [card for seat in holders for card in table.cards(seat)]
    places += hand[chips.DECK :][hand[chips.NEXT_CARD] : hand[chips.N_DECK]].tolist()
    places += hand[chips.THROWN :][: hand[chips.N_THROWN]].tolist()
    places += hand[chips.COMMON :][: hand[chips.N_COMMON]].tolist()
    if table.betting.openers:  # what he threw who opened before the draw lies apart
        first = [e.seat for e in table.events if e.kind == chips.BET_NOW and e.round == 0][:1]
        places += [e.card for e in table.events if e.kind == chips.THREW and e.seat in first]
    assert sorted(places) == sorted(table.ruleset.deck.cards.tolist())


# Compiled, plain, and with bounds checked ---------------------------------------------------------


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


def main(path: str) -> None:
    """Write the logs to a file, and whether kernels are compiled."""
    from pokersim.kernels.betting import begin

    about: dict[str, Any] = {"compiled": np.array(hasattr(begin, "signatures"))}
    np.savez(path, **{**dict(logs()), **about})


@pytest.mark.parametrize("option", [PLAIN, pytest.param(CHECKED, marks=pytest.mark.slow)])
def test_the_same_hands_come_of_compiled_plain_and_checked_kernels(
    option: str, tmp_path: Path
) -> None:
    path = tmp_path / "logs.npz"
    environment = clean_environment({option: "1"})
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", __file__, str(path)],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ours = dict(logs())
    with np.load(path) as found:
        assert bool(found["compiled"]) == (option != PLAIN)
        for name, array in ours.items():
            assert found[name].tolist() == array.tolist(), name


if __name__ == "__main__":
    main(sys.argv[1])
