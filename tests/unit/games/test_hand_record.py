"""The record of a hand, what up cards show, and scripted play."""

import random
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest

from pokersim.cards import parse_cards
from pokersim.errors import CardSyntaxError, TextError
from pokersim.games.exposed_cards import can_be_flush, can_be_straight, exposed_hand
from pokersim.games.hand_record import EVENTS, PlayedHand, play_hand
from pokersim.games.script import Script, legal_words
from pokersim.games.spec import betting_names, load_betting
from pokersim.games.table import GameTable
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import load_ruleset, play_with

STANDARD = load_ruleset("standard")


def table_of(name: str, stacks: list[int]) -> GameTable:
    return GameTable(load_betting(name), STANDARD, stacks)


def at_random(seed: int) -> Callable[[GameTable], bool]:
    rng = random.Random(seed)

    def take_turn(table: GameTable) -> bool:
        if table.is_drawing:
            discarded = [card for card in table.cards(table.to_act) if rng.random() < 0.5]
            table.discard(discarded if table.can_discard(discarded) else [])
        else:
            table.act(rng.choice(table.legal))
        return True

    return take_turn


@lru_cache
def hands_at_random(name: str) -> list[tuple[PlayedHand, int, tuple[int, ...]]]:
    """Play 60 hands by chance, up to 12 at one table; with the table's chips and last stacks."""
    rng = random.Random(name)
    found: list[tuple[PlayedHand, int, tuple[int, ...]]] = []
    while len(found) < 60:
        table = table_of(name, [rng.randint(3, 30) for _ in range(rng.randint(3, 10))])
        n_chips = sum(table.stacks)
        for number in range(1, 13):
            hand = play_hand(table, number, at_random(len(found)), len(found))
            found.append((hand, n_chips, table.stacks))
            table.move_deal()
            if table.n_seats < 4:
                break
    return found


# --- the record ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", betting_names())
def test_chips_are_conserved_after_every_moment(name: str) -> None:
    for hand, n_chips, stacks in hands_at_random(name):
        for moment in hand.moments:
            assert sum(moment.stacks) + moment.pot == n_chips, moment
            assert min(moment.stacks) >= 0
        assert hand.moments[-1].stacks == stacks


@pytest.mark.parametrize("name", betting_names())
def test_a_moment_names_a_turn_only_where_a_player_acts_next(name: str) -> None:
    acts = {"fold", "check", "call", "bet", "raise", "discard", "stand"}
    for hand, *_ in hands_at_random(name):
        before = hand.moments[0]
        for moment in hand.moments[1:]:
            if before.to_act >= 0:
                assert (moment.seat, moment.event in before.legal) == (before.to_act, True)
            elif moment.event in acts:  # one more card of the same discard
                assert (moment.event, before.event) == ("discard", "discard")
            before = moment
        assert (before.to_act, before.legal) == (-1, ())


@pytest.mark.parametrize("name", betting_names())
def test_every_remaining_player_shows_at_a_showdown(name: str) -> None:
    results = set()
    for hand, *_ in hands_at_random(name):
        folded = {m.seat for m in hand.moments if m.event == "fold"}
        shown = [m.seat for m in hand.moments if m.event == "show"]
        left = [seat for seat in range(hand.n_seats) if seat not in folded]
        assert shown == (left if hand.result == "shown" else [])
        results.add(hand.result)
    assert {"shown", "uncontested"} <= results


def test_openers_are_the_cards_dealt_and_are_always_shown() -> None:
    found, least = 0, load_betting("jackpots").least_opener(compile_ruleset(STANDARD))
    for hand, *_ in hands_at_random("jackpots"):
        shown = [m for m in hand.moments if m.event == "openers"]
        assert [m.seat for m in shown] == ([hand.opener] if hand.opener >= 0 else [])
        for moment in shown:
            found += 1
            dealt = [
                m.cards[0] for m in hand.moments if m.event == "deal" and m.seat == moment.seat
            ]
            strength = hand.ranking.strength(np.array(dealt, dtype=np.uint8))
            assert moment.combination == hand.ranking.combination(strength)
            assert strength >= least
    assert found > 5


def test_an_unfinished_hand_has_no_result() -> None:
    hand = play_hand(table_of("blind-opening", [9] * 4), 1, Script("call").take_turn, 5)
    assert hand.result is None
    assert (hand.moments[-1].event, hand.moments[-1].to_act) == ("call", 3)
    assert hand.moments[-1].legal == ("fold", "call", "raise")


def test_every_event_of_the_engine_has_a_word_of_its_own() -> None:
    assert len(set(EVENTS)) == len(EVENTS) == 18


# --- cards in sight ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "combination", "groups", "highest"),
    [
        ("As", "high-card", (), 12),
        ("6d6c", "one-pair", ((2, 4),), 4),
        ("Kd6d6cKh", "two-pair", ((2, 11), (2, 4)), 11),
        ("8h8sTh8d", "three-of-a-kind", ((3, 6),), 8),
        ("2c2d2h2s", "four-of-a-kind", ((4, 0),), 0),
        ("QsJdTc9s", "high-card", (), 10),
        ("AhJh9h3h", "high-card", (), 12),
    ],
)
def test_showing_hands(
    cards: str, combination: str, groups: tuple[tuple[int, int], ...], highest: int
) -> None:
    found = exposed_hand(compile_ruleset(STANDARD), parse_cards(cards).tolist())
    assert (found.combination.id, found.groups, found.highest) == (combination, groups, highest)


def test_a_four_flush_shows_where_the_ruleset_has_it_and_a_better_hand_does_not() -> None:
    ranking = compile_ruleset(load_ruleset("four-flush"))
    ids = [
        exposed_hand(ranking, parse_cards(cards).tolist()).combination.id
        for cards in ("AhJh9h3h", "2c2dKsQc", "2c2dKsKc", "AhJh9h")
    ]
    assert ids == ["four-flush", "one-pair", "two-pair", "high-card"]


def test_wild_cards_in_sight_stand_for_the_best() -> None:
    jokers = compile_ruleset(play_with(STANDARD, Deck(jokers=2)))
    assert exposed_hand(jokers, parse_cards("Kd Jo").tolist()).groups == ((2, 11),)
    assert exposed_hand(jokers, parse_cards("Jo Kd Jo 2c").tolist()).groups == ((3, 11),)
    assert exposed_hand(jokers, parse_cards("Jo").tolist()).highest == 12
    bug = compile_ruleset(play_with(STANDARD, Deck(jokers=1, bug="orthodox")))
    assert exposed_hand(bug, parse_cards("Kd Jo").tolist()).groups == ()
    assert exposed_hand(bug, parse_cards("Ad Jo").tolist()).groups == ((2, 12),)
    four = compile_ruleset(play_with(load_ruleset("four-flush"), Deck(jokers=1)))
    assert exposed_hand(four, parse_cards("Kd Jd 3d Jo").tolist()).combination.id == "four-flush"


@pytest.mark.parametrize("name", ["standard", "four-flush"])
def test_the_first_to_bet_shows_the_best_hand(name: str) -> None:
    """The engine compares strengths, the dealer names combinations: they agree."""
    ruleset = load_ruleset(name)
    order = [combination.id for combination in ruleset.ranking]
    for seed in range(8):
        table = GameTable(load_betting("five-card-stud"), ruleset, [50] * 5)
        table.deal(seed)
        while not table.is_over:
            if table.events[-1].kind == EVENTS.index("deal-up"):  # a round begins
                shown = [exposed_hand(table.ranking, table.cards(seat)[1:]) for seat in range(5)]
                places = [order.index(each.combination.id) for each in shown]
                assert places[table.to_act] == min(places)
            table.act("call" if "call" in table.legal else table.legal[0])


@pytest.mark.parametrize(
    ("cards", "straight", "flush"),
    [
        ("QsJdTc", True, False),
        ("QsJdTc9s", True, False),
        ("Ah9h3h", False, True),
        ("Ah2h5h", True, True),
        ("AhKd2c", False, False),
        ("5h5d6c", False, False),
        ("4c8dTh", False, False),
        ("4c8d", True, False),
        ("AhKhQhTh", True, True),
        ("9h Jo 6c", True, False),
    ],
)
def test_what_up_cards_can_become(cards: str, straight: bool, flush: bool) -> None:
    deck, ids = Deck(jokers=1), parse_cards(cards).tolist()
    assert (can_be_straight(deck, ids), can_be_flush(deck, ids)) == (straight, flush)


def test_in_a_short_pack_the_ace_stands_below_its_lowest_rank() -> None:
    ids = parse_cards("Ah6d9c").tolist()
    assert can_be_straight(parse_deck("36"), ids)
    assert not can_be_straight(Deck(), ids)


# --- scripts -------------------------------------------------------------------------------------


def test_words_of_a_script() -> None:
    script = Script(
        "Call; 3:raise to 4,\n# a comment\nfold, pass  # another\ndiscard 2c 5d, stand pat"
    )
    read = [(step.seat, step.word, step.amount, step.cards) for step in script.steps]
    assert read == [
        (None, "call", None, ()),
        (2, "raise", 4, ()),
        (None, "fold", None, ()),
        (None, "check", None, ()),
        (None, "discard", None, (0, 13)),
        (None, "stand", None, ()),
    ]


def play(table: GameTable, text: str) -> None:
    script = Script(text)
    while script.take_turn(table):
        pass


def refused(table: GameTable, text: str) -> str:
    with pytest.raises(TextError) as caught:
        play(table, text)
    return str(caught.value)


def blinds() -> GameTable:
    table = table_of("blind-opening", [100] * 4)
    table.deal(seed=1)
    return table


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "call, check",
            "seat 4 can't check here\n    call, check\n          ^^^^^\n"
            "  seat 4 may fold, call 2 or raise 3",
        ),
        (
            "call\nraise 7",
            "seat 4 can't raise 7\n    raise 7\n    ^^^^^^^\n  seat 4 may fold, call 2 or raise 3",
        ),
        (
            "call; 1:call",
            "it is the turn of seat 4\n    call; 1:call\n          ^^^^^^\n"
            "  seat 4 may fold, call 2 or raise 3",
        ),
        (
            "stand",
            "seat 3 has nothing to draw now\n    stand\n    ^^^^^\n"
            "  seat 3 may fold, call 2 or raise 3",
        ),
    ],
)
def test_an_illegal_action_is_refused_with_the_legal_ones(text: str, message: str) -> None:
    assert refused(blinds(), text) == message


def test_an_illegal_discard_is_refused() -> None:
    table = blinds()
    play(table, "call, call, call, check")
    own = legal_words(table)[1].removeprefix("discard of ")
    assert refused(table, "check").endswith(f"seat 1 may stand or discard of {own}")
    strange = next(c for c in ("2c", "3c", "4c", "5c", "6c", "7c") if c not in own)
    assert f"seat 1 does not hold {strange}" in refused(table, f"discard {strange}")


def test_a_limit_on_discards_is_in_the_message() -> None:
    table = GameTable(load_betting("pass-and-back", {"most-drawn": 2}), STANDARD, [9, 9])
    table.deal(seed=1)
    for action in ("bet", "call"):
        table.act(action)
    held = legal_words(table)[1].partition(" of ")[2]
    assert legal_words(table) == ("stand", f"discard up to 2 of {held}")
    assert f"seat 1 can't throw {held[:8]}" in refused(table, f"discard {held[:8]}")


def test_a_joker_is_discarded_by_its_name() -> None:
    ruleset = play_with(STANDARD, Deck(jokers=2))
    table = GameTable(load_betting("pass-and-back"), ruleset, [9, 9])
    table.deal(deck=parse_cards("Jo 2c 3c Jo").tolist())
    play(table, "bet, call, discard 3c, discard Jo")
    assert 53 not in table.cards(1)
    assert table.cards(0)[0] == 52


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "call, rase",
            "'rase' is nothing to do; did you mean 'raise'?\n    call, rase\n          ^",
        ),
        ("call, discard", "no cards are named\n    call, discard\n          ^^^^^^^"),
        ("fold 3", "'3' means nothing behind 'fold'"),
        ("raise two", "'two' means nothing behind 'raise'"),
    ],
)
def test_a_script_that_can_not_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        Script(text)
    assert str(caught.value).startswith(message)


def test_an_unknown_card_is_marked_in_its_line() -> None:
    with pytest.raises(CardSyntaxError) as caught:
        Script("call\n  2:discard 5c Xd")
    assert str(caught.value).splitlines()[1:3] == [
        "      2:discard 5c Xd",
        "                   ^^",
    ]


def test_steps_after_the_end_are_refused() -> None:
    script = Script("bet, fold, call")
    table = table_of("pass-and-back", [9, 9])
    play_hand(table, 1, script.take_turn)
    with pytest.raises(TextError, match="the play is over before this"):
        script.check_over()
