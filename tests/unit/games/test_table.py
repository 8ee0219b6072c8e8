"""A view holds what its seat may know, and nothing else."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.cards import parse_cards
from pokersim.errors import InputError
from pokersim.games.table import GameTable, View
from pokersim.kernels.betting import state as chips
from pokersim.rules.deck import Deck
from pokersim.rules.loader import load_ruleset, play_with
from support.betting import Chancer, dealt, events_of, hands_deck, play, stay, stud_deck, table_of

VISIBLE = 2
"""The seat that looks, from 0."""


def seen_after(table: GameTable, words: str) -> list[View]:
    """Play on, and give what the seat has seen at every turn."""
    views = [table.view(VISIBLE)]
    for word in words.split():
        play(table, word)
        views.append(table.view(VISIBLE))
    return views


def swapped(deck: list[int], first: int, second: int) -> list[int]:
    """Give the deck with two cards in each other's place."""
    order = deck.copy()
    order[first], order[second] = order[second], order[first]
    return order


# With four seats 0 to 19 are dealt.  The seat that looks draws three, after another seat draws one.
HIDDEN_IN_DRAW = [i for i in range(20) if i % 4 != VISIBLE] + [20, *range(24, 52)]
# Hole cards, and what is never dealt in stud: 4 hole cards, 16 up.
HIDDEN_IN_STUD = [0, 1, 3, *range(20, 52)]


@settings(max_examples=30)
@given(
    order=st.permutations(range(52)),
    hidden=st.tuples(st.sampled_from(HIDDEN_IN_DRAW), st.sampled_from(HIDDEN_IN_DRAW)),
)
@pytest.mark.parametrize(
    ("system", "bets"),
    [
        ("pass-and-back", "bet call raise call call call"),
        ("blind-opening", "call call call check"),
    ],
)
def test_draw_deals_that_differ_in_hidden_cards_alone_give_equal_views(
    system: str, bets: str, order: list[int], hidden: tuple[int, int]
) -> None:
    views = [
        seen_after(dealt(system, (50,) * 4, deck=deck), f"{bets} draw1 stand draw3 draw2")
        for deck in (order, swapped(order, *hidden))
    ]
    assert views[0] == views[1]


@settings(max_examples=30)
@given(
    order=st.permutations(range(52)),
    hidden=st.tuples(st.sampled_from(HIDDEN_IN_STUD), st.sampled_from(HIDDEN_IN_STUD)),
)
def test_stud_deals_that_differ_in_hole_cards_or_the_stock_give_equal_views(
    order: list[int], hidden: tuple[int, int]
) -> None:
    seen = []
    for deck in (order, swapped(order, *hidden)):
        table = dealt("five-card-stud", (50,) * 4, deck=deck)
        views: list[View] = []
        while not table.is_over:
            views.append(table.view(VISIBLE))
            play(table, next(a for a in ("check", "call", "bet") if a in table.legal))
        seen.append(views)
    assert seen[0] == seen[1]
    assert len(seen[0]) == 16


def test_views_of_different_own_cards_differ() -> None:
    first = dealt("pass-and-back", (50,) * 4, deck=list(range(52)))
    second = dealt("pass-and-back", (50,) * 4, deck=swapped(list(range(52)), VISIBLE, 51))
    assert first.view(VISIBLE) != second.view(VISIBLE)
    assert first.view(0) == second.view(0)


def test_a_view_has_no_card_of_another_seat_in_any_field() -> None:
    table = play(dealt("pass-and-back", (50,) * 4), "bet call call call draw2 draw1")
    own = set(table.cards(VISIBLE))
    view = table.view(VISIBLE)
    assert {event.card for event in view.events} <= own | {-1}
    assert set(view.cards) == own
    assert (view.up, view.common, view.dead) == (((),) * 4, (), ())


def test_a_seat_sees_only_its_own_discards_and_draws() -> None:
    table = play(dealt("pass-and-back", (50,) * 4), "bet call call call draw2")
    kinds = (chips.DISCARDED, chips.DREW)
    for seat, known in ((0, True), (1, False)):
        cards = [event.card for event in table.view(seat).events if event.kind in kinds]
        assert [card >= 0 for card in cards] == [known] * 4


def test_legal_actions_and_discards_are_shown_to_the_seat_whose_turn_it_is() -> None:
    table = dealt("pass-and-back", (50,) * 3)
    assert [bool(table.view(seat).legal) for seat in range(3)] == [True, False, False]
    play(table, "bet call call")
    assert [table.view(seat).most_thrown for seat in range(3)] == [5, 0, 0]


@pytest.mark.parametrize(("setting", "n_dead"), [("shown", 1), ("mucked", 0)])
def test_the_hole_card_of_a_folded_hand_is_shown_or_mucked_as_set(
    setting: str, n_dead: int
) -> None:
    deck = stud_deck("7c|Ad|Ks", holes="4h5h6h")
    table = dealt("five-card-stud", (50,) * 3, {"folded-cards": setting}, deck=deck)
    assert table.view(0).dead == ()
    play(table, "bet call fold")
    views = [table.view(seat) for seat in range(3)]
    assert [view.dead for view in views] == [tuple(parse_cards("4h").tolist())[:n_dead]] * 3
    assert views[1].up[0] == tuple(parse_cards("7c").tolist())


def test_folded_cards_of_a_draw_game_are_hidden_from_all() -> None:
    table = play(dealt("pass-and-back", (50,) * 3), "bet fold")
    assert table.view(0).dead == ()


def test_numbers_of_a_view_are_those_of_the_table() -> None:
    table = play(dealt("blind-opening"), "raise")
    view = table.view(3)
    assert (view.seat, view.n_seats, view.game, view.round) == (3, 6, "draw", 0)
    assert (view.pot, view.price, view.owed, view.raises) == (7, 3, 3, 1)
    assert (view.stacks, view.bets) == ((99, 98, 97, 100, 100, 99), (1, 2, 3, 0, 0, 0))
    assert (view.opener, view.statuses) == (0, ("active",) * 6)
    assert view.cards == table.cards(3)


def test_chance_of_a_view_is_the_same_whenever_the_hand_is_played_with_the_same_seed() -> None:
    drawn = []
    for _ in range(2):
        view = dealt("pass-and-back").view(0)
        drawn.append([view.random(10) for _ in range(20)])
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


def test_players_act_in_the_order_of_the_first_deal() -> None:
    players = [Chancer(folds=False) for _ in range(3)]
    table = table_of("five-card-stud", (90,) * 3)
    for number in range(3):
        table.deal(number=number)
        table.play(players)
        order = table.players
        seats = [{view.seat for view in player.seen} for player in players]
        assert [seats[who] for who in order] == [{0}, {1}, {2}]
        for player in players:
            player.seen.clear()
        table.move_deal()


# What a table refuses -----------------------------------------------------------------------------


def test_an_illegal_action_is_refused_with_the_legal_ones() -> None:
    with pytest.raises(InputError, match="seat 3 can't check here; legal: fold, call, raise"):
        play(dealt("blind-opening"), "check")
    with pytest.raises(InputError, match="seat 1 can't bet here; legal: none: it is not a turn"):
        play(dealt("pass-and-back", (9, 9)), "bet call bet")


@pytest.mark.parametrize("move", [lambda table: table.deal(), lambda table: table.move_deal()])
def test_a_hand_under_way_must_be_played_to_its_end(move: Callable[[GameTable], None]) -> None:
    with pytest.raises(InputError, match="a hand is under way: play it to its end first"):
        move(dealt("pass-and-back"))


def test_a_seat_without_chips_is_not_dealt_in() -> None:
    deck = hands_deck("2c4d6h8sTc", "AsAhKdJc9s")
    table = stay(play(dealt("pass-and-back", (2, 9), deck=deck), "bet call"))
    with pytest.raises(InputError, match="seat 1 has no chips: move the deal on"):
        table.deal()
    table.move_deal()
    with pytest.raises(InputError, match="not by 1"):
        table.deal()


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        ((0, 9), "a stack of 0 chips: from 1 to 1,000,000"),
        ((9, 1_000_001), "a stack of 1000001 chips"),
        ((9,), "played by 2 to 10, not by 1"),
    ],
)
def test_stacks_that_do_not_fit_are_refused(stacks: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        table_of("pass-and-back", stacks)


def test_a_deck_too_small_is_refused() -> None:
    short = play_with(load_ruleset("standard"), Deck((7, 8, 9, 10, 11, 12)))
    with pytest.raises(InputError, match="5 players need 25 cards; the deck has 24"):
        table_of("pass-and-back", (9,) * 5, ruleset=short)
    with pytest.raises(InputError, match="11 players need 25 cards; the deck has 24"):
        table_of("five-card-stud", (9,) * 11, ruleset=short)


def test_a_card_that_is_wild_by_hand_is_refused() -> None:
    wild = play_with(load_ruleset("standard"), Deck(by_hand="lowest"))
    with pytest.raises(InputError, match="wild by hand is not played for chips"):
        table_of("pass-and-back", (9, 9), ruleset=wild)


@pytest.mark.parametrize(
    ("order", "message"), [([51, 51], "As is named twice"), ([52], "is not in the deck of 52")]
)
def test_a_deck_order_with_a_wrong_card_is_refused(order: list[int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        dealt("pass-and-back", (9, 9), deck=order)


def test_named_cards_come_first_and_the_others_follow_shuffled() -> None:
    tables = [dealt("pass-and-back", (9, 9), deck=[5, 3, 1]) for _ in range(2)]
    deals = [[event.card for event in events_of(table, chips.DEALT)] for table in tables]
    assert deals[0] == deals[1]
    assert deals[0][:3] == [5, 3, 1]
    assert sorted(tables[0].hand[chips.DECK :][:52].tolist()) == list(range(52))
    assert deals[0][3:] != sorted(deals[0][3:])
