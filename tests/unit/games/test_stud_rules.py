"""Five-card stud: a test for each sentence of section 5 of the rules, named after it."""

from collections.abc import Mapping

import numpy as np
import pytest

from pokersim.cards import parse_cards
from pokersim.errors import InputError, RulesetError
from pokersim.games.spec import load_betting
from pokersim.games.table import GameTable
from pokersim.kernels.betting import state as chips
from pokersim.rules.compile.classes import hand_classes
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.compile.rank_tables import showing_keys
from pokersim.rules.deck import Deck, parse_deck, parse_wild
from pokersim.rules.loader import load_ruleset, play_with
from support.betting import (
    dealt,
    is_round,
    play,
    raised_to,
    shown_table,
    stay,
    stud_deck,
    table_of,
    to_act,
    winnings,
)
from support.decks import slow_strengths

STUD = "five-card-stud"

# How it is dealt ----------------------------------------------------------------------------------


def test_two_to_ten_players_up_to_fourteen_if_several_will_drop_out() -> None:
    for n in (2, 10, 14):
        assert dealt(STUD, (100,) * n).n_seats == n
    for n in (1, 15):
        with pytest.raises(InputError, match=f"played by 2 to 14, not by {n}"):
            table_of(STUD, (100,) * n)


def test_no_ante() -> None:
    table = dealt(STUD)
    assert (table.pot, table.stacks) == (0, (100,) * 6)


@pytest.mark.parametrize(("ante", "pot"), [("each", 6), ("dealer", 1)])
def test_an_ante_is_a_setting_all_the_same(ante: str, pot: int) -> None:
    assert dealt(STUD, settings={"ante": ante}).pot == pot


def test_one_card_down_one_up_then_four_rounds_with_an_up_card_before_each_after_the_first() -> (
    None
):
    table = dealt(STUD, (100,) * 3)
    deals = [(event.kind, event.seat) for event in table.events]
    assert deals == [(kind, s) for kind in (chips.DEALT, chips.DEALT_UP) for s in range(3)]
    for number in (1, 2, 3, 4):
        assert is_round(number)(table)
        view = table.view(0)
        assert [len(cards) for cards in view.up] == [number] * 3
        assert view.cards[1:] == view.up[0]
        stay(table, is_round(number + 1))
    assert table.result == "shown"


@pytest.mark.parametrize(
    ("settings", "sizes"), [({}, (1, 1, 1, 2)), ({"limits": [2, 5]}, (2, 2, 2, 5))]
)
def test_limits_1_in_the_last_round_2(
    settings: Mapping[str, object], sizes: tuple[int, ...]
) -> None:
    table = dealt(STUD, settings=settings)
    for number, size in enumerate(sizes, start=1):
        stay(table, is_round(number))
        assert raised_to(table, "bet") == size
        assert raised_to(play(table, "bet")) == 2 * size


def test_option_each_round_its_own_limit() -> None:
    assert load_betting(STUD, {"limits": [1, 2, 3, 4]}).limits == (1, 2, 3, 4)


# Who bets -----------------------------------------------------------------------------------------


def test_in_round_one_the_highest_up_card_must_bet_the_agreed_minimum() -> None:
    table = shown_table("7c|Kd|Ks|9h")
    assert (to_act(table), table.legal, raised_to(table, "bet")) == (2, ("bet",), 1)
    assert play(table, "bet").legal == ("fold", "call", "raise")


SHOWN = {
    "7c|Ad|Ks|Ah|2d|Qc": 2,
    "AcKd|6s6h|6d6c|AhQs|Tc9c|4d2h": 2,
    "KcAd|9s8h|AsKh|QdJc|-|7d3s": 1,
    "8c8d3s|KdQdJd|8h8sTh|-|AsKcQh|5c4c2c": 3,
    "AhJh9h3h|2c2dKsQc|QsJdTc9s|-|-|AdKc8d5c": 2,
}


@pytest.mark.parametrize("shown", SHOWN)
def test_later_rounds_are_opened_by_the_best_showing_hand_pairs_and_up_then_kickers(
    shown: str,
) -> None:
    assert to_act(shown_table(shown)) == SHOWN[shown]


def test_who_is_all_in_bets_no_more_so_the_best_showing_hand_of_the_others_is_first() -> None:
    deck = stud_deck("AcAd|2d3h|4s5s|KsKh")
    table = stay(dealt(STUD, (1, 9, 9, 9), deck=deck), is_round(2))
    assert table.view(0).statuses[0] == "all-in"
    assert to_act(table) == 4


def test_in_the_last_round_a_showing_four_flush_stands_between_pair_and_two_pair() -> None:
    last = "AhJh9h3h|2c2dKsQc|QsJdTc9s|-|-|AdKc8d5c"
    assert to_act(shown_table(last, "four-flush")) == 1
    assert to_act(shown_table("2c2d3s3d|AhJh9h4h", "four-flush")) == 1
    for three in ("AhJh9h|2c2dKs", "2c2dKs|AhJh9h"):  # only in the last round
        plain = to_act(shown_table(three))
        assert to_act(shown_table(three, "four-flush")) == plain == (2 if three[0] == "A" else 1)


@pytest.mark.parametrize("ruleset", ["standard", "four-flush", "soko", "skeet"])
def test_a_showing_straight_of_four_does_not_matter(ruleset: str) -> None:
    assert to_act(shown_table("QsJdTc9s|AdKc8d5c", ruleset)) == 2
    assert to_act(shown_table("QsJdTc9s|2d2c8d5c", ruleset)) == 2


@pytest.mark.parametrize("shown", ["QsJsTs9s|AdKc8d5c", "QsJs9s8s|2d2c8d5c"])
def test_a_showing_flush_of_four_does_not_matter_without_the_four_flush(shown: str) -> None:
    assert to_act(shown_table(shown)) == 2


def test_nothing_of_suits_ties_by_who_was_dealt_first_from_the_dealers_left() -> None:
    for first, second in (("AcKd", "AsKs"), ("6c6d", "6s6h"), ("AcKd9d8h", "AsKc9s8s")):
        assert to_act(shown_table(f"3c{'2d4d5c'[: len(first) - 2]}|{first}|{second}")) == 2


@pytest.mark.parametrize(
    ("shown", "with_kickers", "without"),
    [
        ("KcQd|KsAh|7d3s", 2, 2),  # the top cards differ
        ("AcJd|AsKh|7d3s", 2, 1),
        ("6s6hTd|6d6cAh|AdKs3d", 2, 1),
        ("6s6h2d|7d7cAh|AdKs3d", 2, 2),
        ("8s8h7s7h|8d8c6d6c|AdKs3dQh", 1, 1),  # the second pair is no kicker
        ("8s8h6s6h|8d8c7d7c|AdKs3dQh", 2, 2),
        ("AhJd9s4h|AdKc8d5c|QsQcTc9d", 3, 3),
        ("AhJd9s4h|AdKc8d5c|QsJcTc9d", 2, 1),
        ("5s5h5dKs|AdKc8d6c|QsJcTc9d", 1, 1),
    ],
)
def test_option_top_combination_only_no_kickers(
    shown: str, with_kickers: int, without: int
) -> None:
    assert to_act(shown_table(shown)) == with_kickers
    assert to_act(shown_table(shown, showing_kickers=False)) == without


def test_option_no_kickers_a_four_flush_is_four_cards_of_its_own() -> None:
    shown = "AhJh9h3h|AsKs8s5s|QsJdTc9d"
    assert to_act(shown_table(shown, "four-flush", showing_kickers=False)) == 2


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_option_no_kickers_orders_all_showing_hands_by_what_pairs_or_by_the_top_card(
    size: int,
) -> None:
    classes = hand_classes(size, tuple(range(13)))
    keys = showing_keys(compile_ruleset(load_ruleset("standard")), classes, kickers=False)
    tops = []
    for counts in classes.counts.tolist():
        paired = sorted(((n, rank) for rank, n in enumerate(counts) if n > 1), reverse=True)
        highest = max(rank for rank, n in enumerate(counts) if n)
        tops.append((sum(n * n for n, _ in paired), *(paired or [(1, highest)])))
    place = {top: i for i, top in enumerate(sorted(set(tops)))}
    assert np.unique(keys, return_inverse=True)[1].tolist() == [place[top] for top in tops]


def test_from_round_two_on_checking_is_allowed_until_a_bet() -> None:
    table = dealt(STUD)
    for number in (2, 3, 4):
        stay(table, is_round(number))
        assert table.legal == ("check", "bet")
        assert play(table, "check").legal == ("check", "bet")
        assert play(table, "bet").legal == ("fold", "call", "raise")


def test_all_check_next_card() -> None:
    table = stay(dealt(STUD), is_round(2))
    play(table, "check " * 6)
    assert is_round(3)(table)


def test_option_a_round_in_which_nobody_bets_ends_the_deal_and_the_pot_stays_for_the_next() -> None:
    table = stay(dealt(STUD, settings={"passed-on": "any-round"}), is_round(2))
    play(table, "check " * 6)
    assert (table.result, table.pot) == ("left", 6)
    table.move_deal()
    table.deal(seed=5)
    assert table.pot == 6
    stay(table, is_round(2))
    assert table.pot == 12


def test_all_but_one_drop_he_takes_the_pot_and_the_deal_passes() -> None:
    table = play(shown_table("-|Ad9h|Ks8h"), "bet fold")
    assert (table.result, winnings(table)) == ("uncontested", [(0, 2, 2)])
    table.move_deal()
    assert table.players == (1, 2, 0)


# Cards of folded players -------------------------------------------------------------------------


@pytest.mark.parametrize(("setting", "dead"), [("shown", "5h"), ("mucked", "")])
def test_dropped_players_turn_their_cards_face_up_option_mucked(setting: str, dead: str) -> None:
    deck = stud_deck("7c|Ad|Ks", holes="4h5h6h")
    settings = {"folded-cards": setting}
    table = play(dealt(STUD, (100,) * 3, settings, deck=deck), "bet raise call fold")
    expected = tuple(parse_cards(dead).tolist()) if dead else ()
    assert table.view(0).dead == expected
    assert int(parse_cards("Ad")[0]) in table.view(0).up[1]  # what was in sight stays known


def test_showdown_the_hole_card_is_turned_and_counts() -> None:
    deck = stud_deck("AcKdQs9h|2d4c6h8s", holes="2s2c")
    table = stay(dealt(STUD, (100,) * 2, deck=deck))
    assert (table.result, winnings(table)) == ("shown", [(0, 2, 2)])


# Short pack ---------------------------------------------------------------------------------------


def shared(table: GameTable) -> list[int]:
    """Give the place in the deck, from 1, of each card that all share."""
    kinds = [event.kind for event in table.events]
    dealing = [kind for kind in kinds if chips.DEALT <= kind <= chips.DEALT_COMMON]
    return [place for place, kind in enumerate(dealing, 1) if kind == chips.DEALT_COMMON]


@pytest.mark.parametrize(
    ("n", "places"),
    [(10, []), (11, [45]), (12, [49]), (13, [40, 41]), (14, [43, 44])],
)
def test_all_staying_eleven_share_the_45th_card_twelve_the_49th_and_so_on(
    n: int, places: list[int]
) -> None:
    table = stay(dealt(STUD, (100,) * n))
    assert shared(table) == places
    assert table.result == "shown"


def test_where_some_have_dropped_the_pack_lasts_longer() -> None:
    table = play(dealt(STUD, (100,) * 14), "bet " + "fold " * 4)
    assert shared(stay(table)) == [49]  # ten have taken 28 + 10 + 10 and 4 are left


def test_before_each_round_the_cards_left_are_compared_with_those_still_to_come() -> None:
    # 32 cards and nine players: 14 are left before round two, and 9 + 2 are enough.
    short = play_with(load_ruleset("standard"), Deck(parse_deck("32").ranks))
    assert shared(stay(dealt(STUD, (100,) * 9, ruleset=short))) == [28, 29]
    # Ten: 12 are left, exactly 10 + 2; eleven: 10 are left, and each round shares one.
    assert shared(stay(dealt(STUD, (100,) * 10, ruleset=short))) == [31, 32]
    assert shared(stay(dealt(STUD, (100,) * 11, ruleset=short))) == [23, 24, 25]


def test_it_counts_in_every_showing_hand_and_in_every_whole_hand() -> None:
    # The king of clubs is for all.  No seat shows a pair, and the fifth shows a king.
    king, other = parse_cards("KcKd").tolist()
    up = list(range(33))
    up[4] = other
    holes = [4, *range(33, 43)]
    deck = [*holes, *up, king]
    table = stay(dealt(STUD, (100,) * 11, deck=deck), is_round(4))
    assert table.view(0).common == (king,)
    assert to_act(table) == 5
    hands = np.array([(*table.cards(seat), king) for seat in range(11)], dtype=np.uint8)
    strengths = slow_strengths(compile_ruleset(load_ruleset("standard")), hands)
    assert [table.view(seat).strength for seat in range(11)] == strengths.tolist()


# Wild cards in sight ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "first"),
    [
        ("Kc|Jo|Qs", 2),  # an ace by itself
        ("Ac|Jo|Qs", 1),  # tied with the ace dealt before
        ("KcQd|Jo2h|AsKs", 2),  # a pair of deuces
        ("KcKd|JoQh|AsAd", 3),
        ("7c7d7h|JoJdJs|AsAdKs", 2),
    ],
)
def test_a_joker_in_sight_is_the_best_card_for_it(shown: str, first: int) -> None:
    ruleset = play_with(load_ruleset("standard"), Deck(jokers=1))
    assert to_act(shown_table(shown, ruleset)) == first


def test_a_joker_in_sight_makes_a_pair_without_a_kicker_where_kickers_do_not_count() -> None:
    ruleset = play_with(load_ruleset("standard"), Deck(jokers=1))
    for kickers, first in ((True, 2), (False, 1)):
        shown = "KcJo3d|KdKsAh|Qs2hQc"
        assert to_act(shown_table(shown, ruleset, showing_kickers=kickers)) == first


def test_a_bug_in_sight_is_an_ace() -> None:
    ruleset = play_with(load_ruleset("standard"), Deck(jokers=1, bug="orthodox"))
    assert to_act(shown_table("2c2d|JoQh|AsKd", ruleset)) == 1
    assert to_act(shown_table("2c2d|JoAh|3s3d", ruleset)) == 2


def test_a_wild_deuce_in_sight_is_the_best_card_for_it() -> None:
    deuces = Deck(wild=parse_wild("2", tuple(range(13))))
    ruleset = play_with(load_ruleset("standard"), deuces)
    assert to_act(shown_table("AcKd|2s3h|4d3s", ruleset)) == 2


# What does not go together ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings", [{"blind": 1}, {"first-later": "opener"}, {"openers": "one-pair:JJ"}]
)
def test_settings_of_draw_games_are_refused(settings: Mapping[str, object]) -> None:
    with pytest.raises(RulesetError):
        load_betting(STUD, settings)
