"""Random legal play: invariants after every event, in every system and with every option."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokersim.games.spec import load_betting
from pokersim.games.table import GameTable
from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.state import Event
from support.betting import SYSTEMS
from support.kernel_runs.evenings import DECKS, OPTIONS, Evening, can_go_on, table_for, turns

PAYING = (chips.ANTED, chips.BLIND_BET, chips.STRADDLED, chips.CALL, chips.BET_NOW, chips.RAISE)
ACTING = (chips.FOLD, chips.CHECK, chips.CALL, chips.BET_NOW, chips.RAISE)


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
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
def test_chips_cards_and_turns_are_in_order_after_every_event(
    system: str, data: st.DataObject
) -> None:
    check_evening(data.draw(evenings(system)))


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_chips_cards_and_turns_are_in_order_in_many_games(system: str, data: st.DataObject) -> None:
    check_evening(data.draw(evenings(system)))


def check_evening(evening: Evening) -> None:
    """Play an evening and check the table after every event."""
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


def check_chips(table: GameTable, before: Sequence[int], pot: int) -> None:
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
    """Follow the turns through the log: clockwise, no player twice, no player who can't act."""
    n, left = len(stacks), list(stacks)
    folded: set[int] = set()
    acted: set[int] = set()
    last, price, round_number = -1, 0, 0
    for event in events:
        seat = event.seat
        if event.round != round_number:
            acted, last, price, round_number = set(), -1, 0, event.round
        if event.kind in ACTING:
            assert seat not in folded | acted, event
            assert left[seat] > 0, event
            passed_over = [(last + step) % n for step in range(1, (seat - last) % n)]
            assert last < 0 or all(s in folded or left[s] == 0 for s in passed_over), event
            assert (event.kind in (chips.BET_NOW, chips.RAISE)) == (event.price > price), event
            acted = {seat} if event.price > price else acted | {seat}
            last = seat
        if event.kind in PAYING:
            left[seat] -= event.amount
        if event.kind == chips.FOLD:
            folded.add(seat)
        price = event.price


def check_cards(table: GameTable) -> None:
    """Every card of the deck is in one place."""
    hand = table.hand
    folds = [event for event in table.events if event.kind == chips.FOLD]
    folded = {e.seat for e in folds if e.round == 0 and table.betting.game == "draw"}
    holders = set(range(table.n_seats)) - folded
    places = [card for seat in holders for card in table.cards(seat)]
    places += hand[chips.DECK :][hand[chips.NEXT_CARD] : hand[chips.N_DECK]].tolist()
    places += hand[chips.DISCARDS :][: hand[chips.N_DISCARDS]].tolist()
    places += hand[chips.COMMON :][: hand[chips.N_COMMON]].tolist()
    if table.betting.openers:  # the discards of the opener are kept apart
        first = [e.seat for e in table.events if e.kind == chips.BET_NOW and e.round == 0][:1]
        places += [e.card for e in table.events if e.kind == chips.DISCARDED and e.seat in first]
    assert sorted(places) == sorted(table.ruleset.deck.cards.tolist())
