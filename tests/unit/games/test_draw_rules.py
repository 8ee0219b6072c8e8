"""Five-card draw: a test for each sentence of section 4 of the rules, named after it."""

from collections.abc import Mapping

import pytest

from pokersim.cards import parse_cards
from pokersim.errors import InputError
from pokersim.games.table import GameTable
from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.deck_ops import can_discard
from pokersim.rules.deck import Deck
from pokersim.rules.loader import load_ruleset, play_with
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

DRAW = ("pass-and-out", "pass-and-back", "jackpots", "blind-opening", "blind-raising")
every_draw = pytest.mark.parametrize("system", DRAW)

PAIR_OF_ACES = "AsAhKdJc9s"
NOTHING = ("2c4d6h8sTc", "3c5d7h9cJd", "2d4h6s8cTd", "3d5h7s9dJh", "2h4s6c8dTh")


def short_deck_table(n: int, ranks: str, system: str = "pass-and-back") -> GameTable:
    """Give a table of n players with a deck of these ranks."""
    ruleset = play_with(
        load_ruleset("standard"), Deck(tuple(sorted("23456789TJQKA".index(r) for r in ranks)))
    )
    table = table_of(system, (100,) * n, ruleset=ruleset)
    table.deal(seed=3)
    return table


# How it is dealt ----------------------------------------------------------------------------------


@every_draw
def test_two_to_ten_players(system: str) -> None:
    least = 3 if system.startswith("blind") else 2
    settings = {"straddles": 1} if system == "blind-raising" else {}
    for n in (least, 10):
        assert dealt(system, (100,) * n, settings).n_seats == n
    for n in (least - 1, 11):
        with pytest.raises(InputError, match=f"played by {least} to 10, not by {n}"):
            table_of(system, (100,) * n, settings)


@every_draw
def test_forced_bets_first_then_five_cards_each_one_at_a_time_face_down_from_the_dealers_left(
    system: str,
) -> None:
    table = dealt(system, (100,) * 4)
    kinds = [event.kind for event in table.events]
    n_forced = len(kinds) - 20
    assert set(kinds[:n_forced]) <= {chips.ANTED, chips.BLIND_BET, chips.STRADDLED}
    assert n_forced > 0
    assert [event.seat for event in table.events[n_forced:]] == [0, 1, 2, 3] * 5
    assert set(kinds[n_forced:]) == {chips.DEALT}
    assert all(table.view(seat).up == ((), (), (), ()) for seat in range(4))


def test_a_betting_round_the_draw_a_second_betting_round_then_showdown() -> None:
    table = play(dealt("pass-and-back", (100,) * 3), "bet call call")
    assert table.is_drawing
    play(table, "stand stand stand")
    assert not table.is_drawing
    play(table, "check check check")
    assert (table.is_over, table.result) == (True, "shown")


def test_each_active_player_in_turn_from_the_dealers_left_discards_any_number_or_stands_pat() -> (
    None
):
    table = play(dealt("pass-and-back"), "bet fold call call call call")
    before = [table.cards(seat) for seat in range(6)]
    for seat, n in ((1, 0), (3, 1), (4, 2), (5, 3), (6, 5)):
        assert to_act(table) == seat
        play(table, "stand" if n == 0 else f"draw{n}")
        after = table.cards(seat - 1)
        assert after[n:] == before[seat - 1][n:]
        assert not set(after[:n]) & set(sum(before, ()))
    assert table.view(0).drawn == (0, -1, 1, 2, 3, 5)
    with pytest.raises(InputError, match="can't throw"):
        table.discard(())


def test_seats_are_numbered_clockwise_1_at_the_dealers_left_the_last_the_dealer() -> None:
    table = dealt("blind-opening")
    forced = events_of(table, chips.ANTED, chips.BLIND_BET, chips.STRADDLED)
    assert [(event.kind, event.seat + 1) for event in forced] == [
        (chips.ANTED, 6),
        (chips.BLIND_BET, 1),
        (chips.STRADDLED, 2),
    ]
    assert [to_act(play(table, word)) for word in ("call", "call")] == [4, 5]


# The stock ----------------------------------------------------------------------------------------


def test_the_moment_the_stock_is_empty_all_cards_thrown_so_far_are_shuffled_into_a_new_one() -> (
    None
):
    table = play(short_deck_table(4, "9TJQKA"), "bet call call call")  # a stock of four
    first, second = table.cards(0)[:3], table.cards(1)[:1]
    play(table, "draw3 draw1")
    assert [event.amount for event in events_of(table, chips.SHUFFLED)] == [3]
    play(table, "draw4")
    assert [event.amount for event in events_of(table, chips.SHUFFLED)] == [3, 1]
    drawn = [event.card for event in events_of(table, chips.DREW) if event.seat == 2]
    assert (set(drawn[:3]), drawn[3:]) == (set(first), [*second])


def test_dropped_hands_are_among_the_cards_shuffled_into_a_new_stock() -> None:
    table = play(short_deck_table(4, "9TJQKA"), "bet call call fold draw4")
    # At once, not when the next player asks for cards.
    assert (table.events[-1].kind, table.events[-1].amount) == (chips.SHUFFLED, 5)
    folded = table.cards(3)
    play(table, "draw5")
    assert {e.card for e in events_of(table, chips.DREW) if e.seat == 1} == set(folded)


def test_the_drawing_players_own_discards_are_not_shuffled_into_his_new_stock() -> None:
    table = play(short_deck_table(4, "9TJQKA"), "bet call call fold")
    play(table, "draw5")  # four of the stock, one of the new one
    own = {event.card for event in events_of(table, chips.DISCARDED)}
    assert not own & set(table.cards(0))
    assert events_of(table, chips.SHUFFLED)[0].amount == 5


def test_if_even_that_is_too_short_he_may_throw_only_as_many_as_can_be_dealt() -> None:
    table = play(short_deck_table(4, "9TJQKA"), "bet call call call")
    assert [bool(can_discard(table.rules, table.hand, mask)) for mask in (15, 31)] == [True, False]
    assert table.view(0).most_thrown == 4
    with pytest.raises(InputError, match="seat 1 can't throw"):
        play(table, "draw5")
    play(table, "draw1 draw4")  # three of the stock and one thrown
    assert table.view(2).most_thrown == 4
    play(table, "stand stand")
    assert is_round(2)(table)


@pytest.mark.parametrize("last", ["Ac", "Ad", "Ah", "As", "Kc", "9d"])
def test_option_three_cards_at_most_or_four_with_an_ace_held(last: str) -> None:
    hand, with_ace = f"2c3d4h5s{last}", last[0] == "A"
    deck = hands_deck(hand, "KsKhQdJc9s")
    for settings, most in (({}, 5), ({"most-drawn": 3}, 3)):
        table = play(dealt("pass-and-back", (9, 9), settings, deck=deck), "bet call")
        assert table.view(0).most_thrown == most
    settings = {"most-drawn": 3, "ace-draws-four": True}
    table = play(dealt("pass-and-back", (9, 9), settings, deck=deck), "bet call")
    assert table.can_discard(parse_cards("2c3d4h5s").tolist()) == with_ace
    # The ace must be held, not thrown.
    assert not table.can_discard(table.cards(0)[1:])
    assert not table.can_discard(table.cards(0))


# Antes --------------------------------------------------------------------------------------------


def antes(table: GameTable) -> list[tuple[int, int]]:
    """Give seats and chips of the antes."""
    return [(event.seat + 1, event.amount) for event in events_of(table, chips.ANTED)]


@every_draw
def test_antes_a_every_player_one_white_chip(system: str) -> None:
    table = dealt(system, settings={"ante": "each", "ante-chips": "white"})
    assert antes(table) == [(seat, 1) for seat in range(1, 7)]


@pytest.mark.parametrize(
    ("settings", "amount"),
    [
        ({}, 1),
        ({"ante-chips": "white"}, 1),
        ({"ante-chips": "red"}, 5),
        ({"ante-chips": "red", "red-chip": 10}, 10),
        ({"ante-chips": 3}, 3),
    ],
)
@every_draw
def test_antes_b_the_dealer_alone_one_white_or_one_red_chip_whose_value_is_a_setting(
    system: str, settings: Mapping[str, object], amount: int
) -> None:
    table = dealt(system, settings={"ante": "dealer", **settings})
    assert antes(table) == [(6, amount)]
    assert table.stacks[5] == 100 - amount


# Who bets, and how much ---------------------------------------------------------------------------


@pytest.mark.parametrize("system", DRAW[:3])
def test_before_the_draw_the_player_at_the_dealers_left_has_the_first_right_or_duty(
    system: str,
) -> None:
    assert to_act(dealt(system)) == 1
    # Or the next active: the first is all in by his ante.
    assert to_act(dealt(system, (1, *(100,) * 5))) == 2


def test_after_the_draw_the_opener_is_first_else_the_next_active_at_his_left() -> None:
    opened = "check check bet call call call call call"
    table = stay(play(dealt("pass-and-back"), opened), is_round(2))
    assert to_act(table) == 3
    all_in = play(dealt("pass-and-back", (100, 100, 2, 100, 100, 100)), opened)
    assert to_act(stay(all_in, is_round(2))) == 4


@pytest.mark.parametrize(("settings", "sizes"), [({}, (1, 2)), ({"limits": [3, 7]}, (3, 7))])
def test_fixed_limits_bets_and_raises_of_1_before_the_draw_2_after(
    settings: Mapping[str, object], sizes: tuple[int, int]
) -> None:
    table = dealt("pass-and-back", settings=settings)
    for number, size in enumerate(sizes, start=1):
        stay(table, is_round(number))
        assert raised_to(table, "bet") == size
        assert raised_to(play(table, "bet")) == 2 * size
        assert raised_to(play(table, "raise")) == 3 * size


@pytest.mark.parametrize(("settings", "most"), [({}, 3), ({"raises": 0}, 0), ({"raises": 5}, 5)])
def test_at_most_three_voluntary_raises_a_round(settings: Mapping[str, object], most: int) -> None:
    for table in (
        play(dealt("pass-and-back", settings=settings), "bet"),
        dealt("blind-opening", settings=settings),  # a straddle is no voluntary raise
    ):
        for _ in range(2):
            for _ in range(most):
                play(table, "raise")
            assert "raise" not in table.legal
            stay(table, is_round(2))
            if table.price == 0:
                play(table, "bet")


# Pass and out -------------------------------------------------------------------------------------


def test_pass_and_out_with_no_bet_before_him_a_player_bets_at_least_the_minimum_or_drops() -> None:
    table = dealt("pass-and-out")
    assert (table.legal, raised_to(table, "bet")) == (("fold", "bet"), 1)
    assert play(table, "fold fold").legal == ("fold", "bet")
    assert play(table, "bet").legal == ("fold", "call", "raise")


def test_pass_and_out_when_all_others_drop_the_last_takes_the_antes() -> None:
    table = play(dealt("pass-and-out"), "fold " * 5)
    assert (table.result, winnings(table)) == ("uncontested", [(0, 6, 6)])


def test_pass_and_out_after_the_draw_he_may_check() -> None:
    table = stay(play(dealt("pass-and-out"), "bet"), is_round(2))
    assert table.legal == ("check", "bet")


def test_pass_and_out_option_bet_or_drop_after_the_draw_too() -> None:
    table = play(dealt("pass-and-out", settings={"later-rounds": "bet-or-fold"}), "bet")
    assert stay(table, is_round(2)).legal == ("fold", "bet")
    assert play(table, "fold").legal == ("fold", "bet")


def test_blind_opening_is_the_usual_form_of_pass_and_out() -> None:
    table = dealt("blind-opening")
    for _ in range(5):  # nobody but the straddler, who has bet already, can stay for nothing
        assert "check" not in table.legal
        play(table, "call")
    assert to_act(table) == 2


# Pass and back ------------------------------------------------------------------------------------


def test_pass_and_back_a_player_may_pass_while_nobody_has_bet() -> None:
    table = dealt("pass-and-back")
    for _ in range(3):
        assert table.legal == ("check", "bet")
        play(table, "check")


def test_pass_and_back_the_first_bettor_opens() -> None:
    table = play(dealt("pass-and-back"), "check check bet")
    assert table.view(0).opener == 2


def test_pass_and_back_from_then_on_everybody_earlier_passers_included_stays_or_drops() -> None:
    table = play(dealt("pass-and-back"), "check check bet")
    for seat in (4, 5, 6, 1, 2):
        assert to_act(table) == seat
        assert {"fold", "call"} <= set(table.legal)
        assert "check" not in table.legal
        play(table, "call")
    assert table.is_drawing


def test_pass_and_back_after_the_draw_checking_is_allowed() -> None:
    table = stay(play(dealt("pass-and-back"), "bet"), is_round(2))
    assert table.legal == ("check", "bet")
    assert play(table, "check " * 6).result == "shown"


@pytest.mark.parametrize("system", ["pass-and-back", "jackpots"])
def test_if_nobody_opens_everybody_antes_again_the_next_dealer_deals_into_the_same_pot(
    system: str,
) -> None:
    table = play(dealt(system), "check " * 6)
    assert (table.result, table.pot, table.stacks) == ("left", 6, (99,) * 6)
    table.move_deal()
    table.deal(seed=2)
    assert (table.pot, table.stacks) == (12, (98,) * 6)
    assert table.players == (1, 2, 3, 4, 5, 0)  # the player of seat 1 is the dealer now
    assert antes(table) == [(seat, 1) for seat in range(1, 7)]
    deck = hands_deck(PAIR_OF_ACES, *NOTHING)
    play(table, "check " * 6).move_deal()
    table.deal(deck=deck)
    stay(play(table, "bet"))
    assert winnings(table) == [(0, 1, 24)]


# Jackpots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "hand", "opens"),
    [
        ("standard", "JsJh2c3d4h", True),
        ("standard", "TsTh Ac Kd Qh", False),
        ("standard", "2s2h3c3d4h", True),
        ("standard", "As Ks Qs Js 9d", False),
        ("four-flush", "2s4s6s8s9d", True),
        ("standard", "Kc Jd Td 9s 8h", False),
        ("cats-and-dogs", "Kc Jd Td 9s 8h", True),
        ("cats-and-dogs", "TsTh Ac Kd Qh", False),
    ],
)
def test_jackpots_to_open_a_hand_must_be_as_strong_as_the_weakest_pair_of_jacks_under_the_ruleset(
    ruleset: str, hand: str, opens: bool
) -> None:
    deck = hands_deck(hand.replace(" ", ""), "3s5c7d8c9c")
    table = dealt("jackpots", (9, 9), ruleset=ruleset, deck=deck)
    assert table.legal == (("check", "bet") if opens else ("check",))


@pytest.mark.parametrize(
    ("openers", "hand", "opens"),
    [
        ("two-pair", "AsAhKcQdJh", False),
        ("two-pair", "2s2h3c3d4h", True),
        ("one-pair:QQ", "JsJhAcKdTh", False),
        ("one-pair:22", "2s2h3c5d6h", True),
    ],
)
def test_jackpots_setting_any_minimum(openers: str, hand: str, opens: bool) -> None:
    deck = hands_deck(hand, "3s5c7d8c9c")
    table = dealt("jackpots", (9, 9), {"openers": openers}, deck=deck)
    assert ("bet" in table.legal) == opens


def test_jackpots_openers_are_asked_for_the_first_bet_alone() -> None:
    deck = hands_deck(NOTHING[0], "JsJhAcKd2s", NOTHING[1])
    table = play(dealt("jackpots", (30,) * 3, deck=deck), "check bet")
    assert "raise" in table.legal
    assert "raise" in play(table, "call").legal
    stay(table, is_round(2))
    assert "bet" in play(table, "check").legal


@pytest.mark.parametrize(("system", "aside"), [("pass-and-back", False), ("jackpots", True)])
def test_jackpots_the_opener_may_split_his_openers_keeping_the_thrown_card_aside(
    system: str, aside: bool
) -> None:
    ruleset = play_with(load_ruleset("standard"), Deck((7, 8, 9, 10, 11, 12)))
    deck = hands_deck("JsJhAcKdQs", "9sTsQdKhAd", "9hTcQcKsAh", "9dThQhKcAs")
    table = dealt(system, (30,) * 4, ruleset=ruleset, deck=deck)
    play(table, "bet call call call draw1 draw3")  # the stock of four is empty
    n = 3 if aside else 4
    assert table.view(2).most_thrown == n
    play(table, f"draw{n}")
    drawn = {event.card for event in events_of(table, chips.DREW) if event.seat == 2}
    assert (parse_cards("Js")[0] in drawn) == (not aside)


def test_jackpots_at_the_end_he_shows_them_and_cannot_win_without() -> None:
    # Nobody opens without, so what he threw and what he kept prove it; the log has both.
    deck = hands_deck("JsJhAcKdQs", *NOTHING[:2], rest="Ts")
    table = play(dealt("jackpots", (30,) * 3, deck=deck), "bet call call draw1 stand stand")
    play(table, "check check check")
    assert winnings(table) == [(0, 1, 6)]
    (thrown,) = events_of(table, chips.DISCARDED)
    assert {thrown.card, *table.cards(0)} >= set(parse_cards("JsJh").tolist())
