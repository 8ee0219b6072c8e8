"""Blind opening and blind raising: a test for each sentence of section 4 of the rules on them."""

from collections.abc import Mapping

import pytest

from pokersim.errors import InputError, RulesetError
from pokersim.games.spec import load_betting
from pokersim.kernels.betting import state as chips
from support.betting import (
    dealt,
    events_of,
    hands_deck,
    is_round,
    play,
    raised_to,
    stay,
    table_of,
    to_act,
    winnings,
)


def forced(n: int) -> tuple[str, dict[str, object]]:
    """Give the system with so many straddles."""
    return ("blind-opening", {}) if n == 1 else ("blind-raising", {"straddles": n})


# Blind opening ------------------------------------------------------------------------------------


def test_the_dealer_antes_one_chip_that_is_no_part_of_his_bet() -> None:
    table = play(dealt("blind-opening"), "call call call")
    assert (to_act(table), table.view(5).owed) == (6, 2)
    assert table.stacks[5] == 99


def test_the_player_at_his_left_bets_one_blind_the_next_two_and_the_pot_starts_at_four() -> None:
    table = dealt("blind-opening")
    assert (table.stacks, table.pot, table.price) == ((99, 98, 100, 100, 100, 99), 4, 2)


def test_then_cards_are_dealt() -> None:
    kinds = [event.kind for event in dealt("blind-opening").events]
    assert kinds == [chips.ANTED, chips.BLIND_BET, chips.STRADDLED] + [chips.DEALT] * 30


def test_the_player_after_the_straddler_acts_first_call_2_raise_to_3_or_drop() -> None:
    table = dealt("blind-opening")
    assert (to_act(table), table.legal) == (3, ("fold", "call", "raise"))
    assert (table.view(2).owed, raised_to(table)) == (2, 3)


def test_limit_before_the_draw_raises_of_one_chip() -> None:
    table = play(dealt("blind-opening"), "raise raise")
    assert (table.price, raised_to(table)) == (4, 5)


def test_the_blind_bets_count_opener_owes_1_more_straddler_0() -> None:
    table = play(dealt("blind-opening"), "call call call call")
    assert (to_act(table), table.view(0).owed, table.legal) == (1, 1, ("fold", "call", "raise"))
    play(table, "call")
    assert (to_act(table), table.view(1).owed) == (2, 0)
    assert "call" not in table.legal


FREE = {"opener-free": True}


def test_option_the_opener_stays_free_if_nobody_raised() -> None:
    deck = hands_deck("AsKdQc9h7s", "2c3d5h7d9c", "2d3h5s8c9d")
    table = play(dealt("blind-opening", (100,) * 3, FREE, deck=deck), "call")
    assert (to_act(table), table.view(0).owed, table.legal) == (1, 0, ("check", "raise"))
    play(table, "check")
    assert (table.stacks[0], table.pot) == (99, 6)
    stay(play(table, "check"))
    assert winnings(table) == [(0, 1, 6)]


def test_option_the_free_opener_owes_all_once_somebody_raises() -> None:
    assert play(dealt("blind-opening", (100,) * 3, FREE), "raise").view(0).owed == 2
    table = play(dealt("blind-opening", (100,) * 3, FREE), "call check raise call")
    assert (to_act(table), table.view(0).owed) == (1, 2)
    play(table, "call")
    assert table.stacks == (97, 97, 96)


def test_option_the_free_opener_pays_the_whole_of_his_own_raise_and_cannot_raise_to_the_price() -> (
    None
):
    table = play(dealt("blind-opening", (100,) * 3, FREE), "call raise")
    assert (table.price, table.stacks[0]) == (3, 97)
    table = play(dealt("blind-opening", (2, 100, 100), FREE), "call")
    assert table.legal == ("check",)


def test_option_the_free_opener_meets_the_part_of_a_short_raise_above_the_last_straddle() -> None:
    table = play(dealt("blind-raising", (100, 100, 100, 6), FREE), "raise")
    assert (table.price, table.view(0).owed, table.legal) == (5, 1, ("fold", "call", "raise"))
    play(table, "call fold call")
    assert (table.stacks, table.pot) == ((98, 98, 95, 0), 15)


def test_option_what_the_free_opener_was_let_off_is_never_given_back() -> None:
    deck = hands_deck("AsAhKdJc9s", "2c4d6h8hTs", "KsKhQdTd8c", "3c5d7h9dJh")
    table = play(dealt("blind-raising", (100, 100, 1, 100), FREE, deck=deck), "fold check fold")
    assert table.pot == 5  # the ante, 1 blind, a straddle of 2 and a short one of 1
    stay(table)
    assert not events_of(table, chips.RETURNED)
    assert [event.pot for event in events_of(table, chips.WON_POT)] == [1, 0]
    assert winnings(table) == [(0, 1, 4), (1, 1, 1)]


def test_the_straddler_may_raise_when_everybody_has_called() -> None:
    table = play(dealt("blind-opening"), "call call call call call")
    assert (to_act(table), table.legal) == (2, ("check", "raise"))
    play(table, "raise")
    assert (table.price, to_act(table), table.view(2).owed) == (3, 3, 1)


def test_option_the_straddler_may_not_raise_when_everybody_has_called() -> None:
    table = dealt("blind-opening", settings={"straddler-raises": False})
    assert play(table, "call call call call call").is_drawing
    table = dealt("blind-opening", settings={"straddler-raises": False})
    play(table, "call raise call call call")
    assert (to_act(table), table.view(1).owed) == (2, 1)


def test_after_the_draw_the_limit_is_two_chips() -> None:
    table = stay(dealt("blind-opening"), is_round(2))
    assert raised_to(table, "bet") == 2
    assert raised_to(play(table, "bet")) == 4


def test_after_the_draw_the_opener_is_first_or_the_next_active_player_at_his_left() -> None:
    assert to_act(stay(dealt("blind-opening"), is_round(2))) == 1
    table = play(dealt("blind-opening"), "call call call call fold")
    assert to_act(stay(table, is_round(2))) == 2


def test_after_the_draw_checking_until_a_bet() -> None:
    table = stay(dealt("blind-opening"), is_round(2))
    assert play(table, "check").legal == ("check", "bet")
    assert play(table, "bet").legal == ("fold", "call", "raise")


def test_needs_three_players() -> None:
    with pytest.raises(InputError, match="played by 3 to 10, not by 2"):
        table_of("blind-opening", (100, 100))
    with pytest.raises(RulesetError, match="from 3 to 10"):
        load_betting("blind-opening", {"players": [2, 10]})


# Blind raising ------------------------------------------------------------------------------------

TABLE = {
    1: (4, 2, 3, 3, 13, 2, 1),
    2: (8, 4, 4, 6, 25, 4, 4),
    3: (16, 8, 5, 12, 49, 8, 5),
}
"""By straddles: the pot after forced bets, call, first to act, what a raise makes it, the pot if
all call, the limit after the draw, and who is first then; six seats."""


@pytest.mark.parametrize("n", TABLE)
def test_the_table_of_straddles_at_six_seats(n: int) -> None:
    pot, call, first, raised, all_call, limit, first_after = TABLE[n]
    table = dealt(forced(n)[0], settings=forced(n)[1])
    owed = table.view(first - 1).owed
    assert (table.pot, owed, to_act(table), raised_to(table)) == (pot, call, first, raised)
    stay(table, is_round(2))
    assert (table.pot, raised_to(table, "bet"), to_act(table)) == (all_call, limit, first_after)


def test_the_next_player_may_straddle_again_with_four_the_next_with_eight_or_more() -> None:
    table = dealt("blind-raising", settings={"straddles": [2, 4, 10]})
    straddles = events_of(table, chips.STRADDLED)
    assert [(event.seat + 1, event.amount) for event in straddles] == [(2, 2), (3, 4), (4, 10)]
    assert (table.price, raised_to(table)) == (10, 15)
    with pytest.raises(RulesetError, match=r"straddles\[2\]: 7 is less than the double of 4"):
        load_betting("blind-raising", {"straddles": [2, 4, 7]})


@pytest.mark.parametrize(("n", "bets"), [(1, (2,)), (2, (2, 4)), (3, (2, 4, 8))])
def test_default_exactly_double_each_time(n: int, bets: tuple[int, ...]) -> None:
    assert load_betting("blind-raising", {"straddles": n}).straddles == bets


def test_straddles_at_most_seats_less_one() -> None:
    table = dealt("blind-raising", (100,) * 4, {"straddles": 3})
    assert to_act(table) == 1
    assert to_act(stay(table, is_round(2))) == 1
    with pytest.raises(InputError, match="4 straddles need 5 players"):
        table_of("blind-raising", (100,) * 4, {"straddles": 4})


@pytest.mark.parametrize(("n", "limit"), [(1, 1), (2, 2), (3, 4), ([2, 5], 2)])
def test_limit_before_the_draw_half_the_last_straddle_after_it_double_that(
    n: int | list[int], limit: int
) -> None:
    last = n[-1] if isinstance(n, list) else 2**n
    assert load_betting("blind-raising", {"straddles": n}).limits == (limit, last)


def test_after_the_draw_the_player_at_the_left_of_the_last_straddler_is_first() -> None:
    table = stay(dealt("blind-raising"), is_round(2))
    assert to_act(table) == 4
    table = play(dealt("blind-raising"), "fold")
    assert to_act(stay(table, is_round(2))) == 5


def test_option_the_opener_is_first_after_the_draw() -> None:
    table = dealt("blind-raising", settings={"first-later": "opener"})
    assert to_act(stay(table, is_round(2))) == 1


@pytest.mark.parametrize(
    ("settings", "pot"), [({}, 8), ({"ante": "none"}, 7), ({"ante": "each"}, 13)]
)
def test_the_dealers_ante_stays_option_none(settings: Mapping[str, object], pot: int) -> None:
    assert dealt("blind-raising", settings=settings).pot == pot


# Short stacks -------------------------------------------------------------------------------------


def test_the_price_stays_what_it_should_be_when_a_straddler_is_short() -> None:
    table = dealt("blind-opening", (100, 1, 100, 100))
    assert (table.pot, table.price, table.view(2).owed, raised_to(table)) == (3, 2, 2, 3)
    table = dealt("blind-opening", (1, 1, 100))
    assert (table.price, table.view(2).owed) == (2, 2)
    stay(play(table, "call"))  # what nobody matched goes back
    assert [(e.seat + 1, e.amount) for e in events_of(table, chips.RETURNED)] == [(3, 1)]


def test_a_dealer_all_in_by_his_ante_plays_for_what_is_nobodys_bet() -> None:
    deck = hands_deck("2c3d5h7d9c", "KsQhTd8c6s", "AsAhKdJc9s")
    table = stay(dealt("blind-opening", (100, 100, 1), deck=deck))
    assert winnings(table) == [(0, 3, 1), (1, 2, 4)]
