"""Pots: who wins what, compared with a slow reference and with PokerKit."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.pots import pot_of, settle
from support.betting import dealt, events_of, hands_deck, play, raised_to, stay, winnings

NO_LOG = np.zeros((0, chips.EVENT_SIZE), dtype=np.int64)


class Bets(NamedTuple):
    """A hand at its end: what each seat has put in, its strength or None if it folded.

    ``dead`` chips are nobody's bet.
    """

    levels: tuple[int, ...]
    strengths: tuple[int | None, ...]
    dead: int


def settled(bets: Bets) -> tuple[list[int], list[int]]:
    """Give by seat what the engine returns, and what it awards."""
    hand = np.zeros(chips.STATE_SIZE, dtype=np.int64)
    n = hand[chips.N_SEATS] = len(bets.levels)
    hand[chips.LEVEL : chips.LEVEL + n] = bets.levels
    hand[chips.DEAD] = bets.dead
    for seat, strength in enumerate(bets.strengths):
        hand[chips.STRENGTH + seat] = strength or 0
        hand[chips.ACTIVE] |= (strength is not None) << seat
    settle(hand, NO_LOG)
    assert pot_of(hand) == 0
    won = hand[chips.WON : chips.WON + n]
    return (hand[chips.STACK : chips.STACK + n] - won).tolist(), won.tolist()


def shared_slowly(bets: Bets) -> tuple[list[int], list[int]]:
    """Give the same, chip by chip.

    Everybody's chips stand in a pile.  The lowest chips of all piles are a layer, won by the best
    of those whose pile reaches it.  Layers with the same players are one pot.
    """
    piles = list(bets.levels)
    back = [0] * len(piles)
    top = piles.index(max(piles))
    while piles.count(piles[top]) == 1 and piles[top] == max(piles) and piles[top] > 0:
        piles[top] -= 1
        back[top] += 1
    live = [seat for seat, strength in enumerate(bets.strengths) if strength is not None]
    pots: dict[tuple[int, ...], int] = {}
    pots[tuple(live)] = bets.dead
    for layer in range(1, max(piles) + 1):
        players = tuple(seat for seat in live if piles[seat] >= layer)
        pots[players] = pots.get(players, 0) + sum(pile >= layer for pile in piles)
    won = [0] * len(piles)
    for players, pot in pots.items():
        best = max(bets.strengths[seat] or 0 for seat in players)
        winners = [seat for seat in players if bets.strengths[seat] == best]
        for chip in range(pot):
            won[winners[chip % len(winners)]] += 1
    return back, won


@st.composite
def ends(draw: st.DrawFn) -> Bets:
    """Make up a hand's end; a player who folded put in no more than one who stayed."""
    n = draw(st.integers(2, chips.MAX_SEATS))
    levels = draw(st.lists(st.integers(0, 12), min_size=n, max_size=n))
    strengths = draw(
        st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=n, max_size=n).filter(any)
    )
    most = max(level for level, s in zip(levels, strengths, strict=True) if s is not None)
    levels = [level if s else min(level, most) for level, s in zip(levels, strengths, strict=True)]
    return Bets(tuple(levels), tuple(strengths), draw(st.integers(0, 7)))


@given(ends())
@settings(max_examples=60)
@example(Bets((5, 3, 8), (1, 1, 1), 0))
@example(Bets((0, 4, 4), (3, 2, 1), 1))
def test_pots_are_those_of_the_slow_reference(bets: Bets) -> None:
    if not any(bets.levels) and not bets.dead:
        return
    if sum(s is not None for s in bets.strengths) == 1:
        bets = bets._replace(strengths=tuple(s and 1 for s in bets.strengths))
    assert settled(bets) == shared_slowly(bets)


@pytest.mark.parametrize(
    ("bets", "back", "won"),
    [
        # Two who are short, and one who has bet more than anybody matched.
        (Bets((3, 5, 9), (9, 5, 1), 0), [0, 0, 4], [9, 4, 0]),
        (Bets((3, 5, 5), (9, 1, 5), 1), [0, 0, 0], [10, 0, 4]),
        # The chips of a folded hand stay in the pots that they reach.
        (Bets((3, 5, 5, 4), (9, 5, 1, None), 0), [0] * 4, [12, 5, 0, 0]),
        # Odd chips go one each from the dealer's left, in each pot.
        (Bets((2, 2, 2, 1), (5, 1, 5, 5), 0), [0] * 4, [4, 0, 2, 1]),
        (Bets((1, 1, 1), (None, 3, 3), 0), [0] * 3, [0, 2, 1]),
        (Bets((3, 3, 3, 3, 3), (7, 7, None, 7, 7), 2), [0] * 5, [5, 4, 0, 4, 4]),
        # All in with nothing but the ante of the dealer.
        (Bets((4, 4, 0), (1, 2, 9), 1), [0] * 3, [0, 8, 1]),
    ],
)
def test_pots_by_example(bets: Bets, back: list[int], won: list[int]) -> None:
    assert settled(bets) == (back, won)
    assert shared_slowly(bets) == (back, won)


# As the rules say ---------------------------------------------------------------------------------


def test_an_uncalled_bet_is_returned_and_the_last_player_wins_the_pot_unshown() -> None:
    table = play(dealt("pass-and-back"), "bet fold fold fold fold fold")
    assert [(e.seat + 1, e.amount) for e in events_of(table, chips.RETURNED)] == [(1, 1)]
    assert (table.result, winnings(table)) == ("uncontested", [(0, 1, 6)])


def test_split_pots_odd_chips_go_one_each_from_the_dealers_left() -> None:
    deck = hands_deck("2c4d6h8sTc", "AsKdQc9h7s", "AhKcQd9s7c")
    table = stay(play(dealt("pass-and-back", (9,) * 3, deck=deck), "bet raise call fold"))
    assert winnings(table) == [(0, 2, 4), (0, 3, 4)]
    table = stay(play(dealt("pass-and-back", (9,) * 3, {"ante": "dealer"}, deck=deck), "check bet"))
    assert winnings(table) == [(0, 2, 2), (0, 3, 2)]


def test_the_odd_chip_goes_to_the_winner_nearer_to_the_dealers_left() -> None:
    deck = hands_deck("2c4d6h8sTc", "AsKdQc9h7s", "AhKcQd9s7c")
    table = stay(play(dealt("pass-and-back", (9,) * 3, deck=deck), "check bet call fold"))
    assert winnings(table) == [(0, 2, 3), (0, 3, 2)]


def test_a_player_whose_stack_is_short_is_all_in_side_pots_are_kept() -> None:
    deck = hands_deck("AsAhKdJc9s", "KsKhQdTc8s", "2c4d6h8hTs")
    table = play(dealt("pass-and-back", (2, 9, 9), deck=deck), "bet raise raise call")
    assert table.view(0).statuses[0] == "all-in"
    stay(play(table, "stand stand stand bet"))
    assert winnings(table) == [(0, 1, 6), (1, 2, 8)]
    assert table.stacks == (6, 11, 3)


def test_a_player_all_in_before_the_draw_draws_like_the_others() -> None:
    table = play(dealt("pass-and-back", (2, 9, 9)), "bet call call")
    assert table.is_drawing
    assert table.to_act == 0


def test_a_raise_of_less_than_the_limit_must_be_met_but_does_not_reopen() -> None:
    table = play(dealt("pass-and-back", (9, 9, 4), {"limits": [2, 4]}), "bet call raise")
    assert (table.price, table.view(0).raises) == (3, 0)
    assert table.legal == ("fold", "call")
    assert play(table, "call").legal == ("fold", "call")


def test_a_bet_of_less_than_the_limit_lets_no_player_raise_who_has_checked() -> None:
    table = play(dealt("pass-and-back", (9, 2, 9), {"limits": [2, 4]}), "check bet")
    assert table.legal == ("fold", "call", "raise")  # this seat has not acted yet
    assert (table.price, raised_to(table)) == (1, 3)
    assert play(table, "call").legal == ("fold", "call")


def test_two_raises_of_less_than_the_limit_do_not_make_a_full_one() -> None:
    table = play(dealt("pass-and-back", (9, 4, 5), {"limits": [2, 4]}), "bet raise raise")
    assert (table.price, table.view(0).owed) == (4, 2)
    assert table.legal == ("fold", "call")


def test_a_player_with_part_of_an_ante_plays_for_that_part_of_each_ante() -> None:
    deck = hands_deck("AsAhKdJc9s", "KsKhQdTd8c", "2c4d6h8sTc")
    table = dealt("pass-and-out", (2, 9, 9), {"ante-chips": 3}, deck=deck)
    stay(play(table, "bet call"))
    assert winnings(table) == [(0, 1, 6), (1, 2, 4)]


def test_a_full_raise_on_top_of_a_short_one_reopens() -> None:
    table = play(dealt("pass-and-back", (9, 4, 9), {"limits": [2, 4]}), "bet raise raise")
    assert (table.price, table.view(0).raises) == (5, 1)
    assert table.legal == ("fold", "call", "raise")


def test_if_all_pass_while_a_player_is_all_in_the_hand_is_played_out() -> None:
    table = play(dealt("jackpots", (9, 9, 1)), "check check")
    assert table.is_drawing
    assert stay(table).result == "shown"


def test_a_player_does_not_act_when_all_others_are_all_in_for_no_more() -> None:
    table = play(dealt("pass-and-back", (2, 2, 9)), "check check bet call call")
    assert play(table, "stand stand stand").is_over


def test_no_player_may_raise_when_no_other_can_call() -> None:
    table = play(dealt("pass-and-back", (9, 3)), "bet raise")
    assert (table.view(0).statuses[1], table.legal) == ("all-in", ("fold", "call"))


def test_stacks_carry_over_and_a_player_without_chips_leaves() -> None:
    deck = hands_deck("2c4d6h8sTc", "AsAhKdJc9s", "KsKhQdTd8c")
    table = stay(play(dealt("pass-and-back", (2, 9, 9), deck=deck), "bet call call"))
    assert list(table.stacks) == [0, 13, 7]
    table.move_deal()
    assert (table.n_seats, table.players, table.stacks) == (2, (2, 1), (7, 13))


# PokerKit -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pokerkit() -> Any:
    """Give PokerKit, of the extra ``peers``."""
    return pytest.importorskip("pokerkit", reason="PokerKit is not installed: extra 'peers'")


HOLES = ("AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "8s8h")
BOARD = "2c2d3h5c7d"


def all_in_or_out(
    pokerkit: Any, stacks: Sequence[int], holes: Sequence[str], stays: Sequence[bool]
) -> tuple[list[int], list[int], list[bool]]:
    """Play a hand of hold'em in which each shoves or folds; give stacks, levels and who stayed."""
    chosen = "ANTE_POSTING BET_COLLECTION BLIND_OR_STRADDLE_POSTING"
    chosen += " HOLE_CARDS_SHOWING_OR_MUCKING HAND_KILLING CHIPS_PUSHING CHIPS_PULLING"
    state = pokerkit.NoLimitTexasHoldem.create_state(
        tuple(pokerkit.Automation[name] for name in chosen.split()),
        True,
        0,
        (1, 2),
        2,
        tuple(stacks),
        len(stacks),
    )
    for cards in holes[: len(stacks)]:
        state.deal_hole(cards)
    board = [BOARD[:6], BOARD[6:8], BOARD[8:]]
    levels = [before - after for before, after in zip(stacks, state.stacks, strict=True)]
    stayed = [True] * len(stacks)
    while state.status:
        seat = state.actor_index
        if seat is None:
            state.burn_card("??")
            state.deal_board(board.pop(0))
        elif not stays[seat] and state.can_fold():
            state.fold()
            stayed[seat] = False
        elif stays[seat] and state.can_complete_bet_or_raise_to(stacks[seat]):
            state.complete_bet_or_raise_to(stacks[seat])
            levels[seat] = stacks[seat]
        else:
            levels[seat] += state.check_or_call().amount
    return list(state.stacks), levels, stayed


@given(
    stacks=st.lists(st.integers(1, 12), min_size=2, max_size=6),
    order=st.permutations(range(6)),
    stays=st.lists(st.booleans(), min_size=6, max_size=6),
)
@settings(max_examples=50)
def test_side_pots_are_those_of_pokerkit(
    pokerkit: Any, stacks: list[int], order: list[int], stays: list[bool]
) -> None:
    holes = [HOLES[place] for place in order]
    after, levels, stayed = all_in_or_out(pokerkit, stacks, holes, stays)
    strengths = [6 - p if s else None for p, s in zip(order, stayed, strict=False)]
    back, won = settled(Bets(tuple(levels), tuple(strengths), 0))
    rows = zip(stacks, levels, back, won, strict=True)
    assert [stack - level + b + w for stack, level, b, w in rows] == after
