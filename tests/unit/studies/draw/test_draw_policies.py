"""Draw policies by name: what they hold, and what hands they end with."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from pokersim.cards import parse_cards
from pokersim.errors import InputError
from pokersim.kernels.draw.holds import best_holds, offsets, sum_subsets
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.draw import holds as draw
from pokersim.studies.draw.draw_policies import (
    POLICIES,
    final_shares,
    hands_in_order,
    holds,
    is_ready,
    simple_holds,
)
from support.decks import DECKS, DEUCES, playing
from support.slow_games import number_of, value_of_hold

SMALL = Deck(parse_deck("2468TQA").ranks)
TENS = Deck(parse_deck("234579JQKA").ranks)
"""Ten ranks: 40 cards, so that one card in six completes four to a flush."""
DEUCES_WILD = Deck(parse_deck("24579TK").ranks, wild=DEUCES)
JOKER = Deck(parse_deck("2579JKA").ranks, jokers=1)
SIZE = np.array([hold.bit_count() for hold in range(32)])


def kept(ruleset: Ruleset, policy: str, text: str) -> str:
    """Return the cards that a policy keeps of a hand, as they were written."""
    cards = parse_cards(text).tolist()
    places = [ruleset.deck.cards.tolist().index(card) for card in cards]
    hold = int(holds(ruleset, policy)[number_of(places)])
    order = sorted(places)
    names = text.split()
    return " ".join(n for n, p in zip(names, places, strict=True) if hold >> order.index(p) & 1)


SHORT = DECKS["36"]

SIMPLE = [
    # 1. combinations of five cards
    ("cats-and-dogs", SHORT, "Th 9h 8h 7h 6h", "Th 9h 8h 7h 6h"),
    ("standard", TENS, "Ah Jh 7h 4h 2h", "Ah Jh 7h 4h 2h"),
    ("standard", TENS, "Kh Qc Jh 9h 7d", "Kh Qc Jh 9h 7d"),
    ("standard", TENS, "9h 9c 9d 5h 5d", "9h 9c 9d 5h 5d"),
    ("cats-and-dogs", SHORT, "Kh Jd Td 9s 8c", "Kh Jd Td 9s 8c"),
    ("skeet", TENS, "9h 7d 5d 4s 2c", "9h 7d 5d 4s 2c"),
    ("skeet", TENS, "3h 2d Ad Ks Qc", "3h 2d Ad Ks Qc"),
    ("skeet", TENS, "Kh Kd Qd Qs Jc", "Kh Kd Qd Qs Jc"),
    # the same cards where they are only four to a straight, or two pairs
    ("standard", TENS, "9h 7d 5d 4s 2c", "9h 7d 5d 4s"),
    ("standard", TENS, "Kh Kd Qd Qs Jc", "Kh Kd Qd Qs"),
    # 2. combinations of four
    ("skeet", TENS, "9h 7h 4h 2h 9c", "9h 7h 4h 2h"),
    ("soko", SHORT, "9h 8c 7h 6d 6c", "9h 8c 7h 6d"),
    # 3. equal cards, also where four are suited
    ("standard", TENS, "9h 7h 4h 2h 9c", "9h 9c"),
    ("standard", TENS, "Ah 9d 9c 9s Kd", "9d 9c 9s"),
    ("standard", TENS, "9h 9d 9c 9s Kd", "9h 9d 9c 9s"),
    ("standard", JOKER, "Jo Kh 9d 5c 2s", "Jo Kh"),
    ("standard", JOKER, "Jo Kh 5d 5c 2s", "Jo 5d 5c"),
    ("standard", DEUCES_WILD, "2h 2c Kd 7c 4s", "2h 2c Kd"),
    ("standard", DEUCES_WILD, "2h Kc Kd 7c 7s", "2h Kc Kd 7c 7s"),
    # 4. four that one card in six completes, and those that fewer do
    ("standard", TENS, "Kh 9h 4h 2h Ac", "Kh 9h 4h 2h"),
    ("standard", TENS, "Jh 9c 7h 5d 2c", "Jh 9c 7h 5d"),
    ("standard", TENS, "Qh Jc 7h 5d 2c", "Qh Jc"),
    ("cats-and-dogs", SHORT, "Kh Jd Ts 8c 6h", "Kh Jd Ts 8c"),
    ("skeet", TENS, "Kh 9h 4h 2s Jc", "Kh Jc"),
    # 5. the two highest
    ("standard", TENS, "2h Ad 9s 7c Kh", "Ad Kh"),
]


def test_the_simple_policy_holds_what_its_rules_say() -> None:
    misses = [
        (name, hand, held)
        for name, deck, hand, expected in SIMPLE
        if (held := kept(playing(name, deck), "simple", hand)) != expected
    ]
    assert misses == []


@pytest.mark.parametrize("name", ["cats-dogs-and-skeet", "soko"])
def test_no_simple_hold_breaks_a_combination_of_five(name: str) -> None:
    ruleset = playing(name, SMALL)
    ranking = compile_ruleset(ruleset)
    cards = ruleset.deck.cards[hands_in_order(28)]
    own = ranking.strengths_of(ranking.classes_of(cards))
    made = {c.id for c in ranking.ranking if c.pattern.suited == 5 or c.id == "straight"}
    rows = [i for i, s in enumerate(own.tolist()) if ranking.combination(s).id in made]
    assert rows
    assert set(simple_holds(ruleset)[rows].tolist()) == {31}


def test_hands_in_order_are_those_of_the_numbers() -> None:
    hands = hands_in_order(9)
    assert {tuple(hand) for hand in hands.tolist()} == set(combinations(range(9), 5))
    assert [number_of(hand) for hand in hands.tolist()] == list(range(126))


@pytest.mark.parametrize("max_drawn", range(6))
def test_the_best_hold_of_few_cards_is_found_by_trying_all(max_drawn: int) -> None:
    n, n_hands = 11, 462
    values = np.random.default_rng(4).integers(1000, size=n_hands)
    sums = np.zeros(int(offsets(n)[-1]))
    sum_subsets(n, np.arange(n_hands).astype(np.uint16), values.astype(np.float64), sums)
    some = np.arange(0, n_hands, 29)
    found, worth = np.zeros(len(some), dtype=np.uint8), np.zeros(len(some))
    best_holds(n, sums, some, found, worth, max_drawn)
    hands = hands_in_order(n)[some].tolist()
    for hand, hold, value in zip(hands, found.tolist(), worth.tolist(), strict=True):
        allowed = [mask for mask in range(32) if 5 - mask.bit_count() <= max_drawn]
        each = {mask: value_of_hold(hand, mask, n, values) for mask in allowed}
        assert each[hold] == max(each.values())
        assert value == pytest.approx(float(max(each.values())))


def test_a_policy_that_draws_three_at_most_discards_three_and_never_more() -> None:
    ruleset = playing("cats-and-dogs", SMALL)
    limited = 5 - SIZE[holds(ruleset, "draw-three-max")]
    free = 5 - SIZE[holds(ruleset, "best")]
    assert (limited.max(), free.max()) == (3, 4)
    assert (limited[free > 3] == 3).mean() > 0.5


@pytest.mark.usefixtures("cold_cache")
def test_policies_of_few_cards_are_kept_apart_on_disk() -> None:
    ruleset = playing("soko", SMALL)
    assert not is_ready(ruleset, "draw-three-max", 1)
    holds(ruleset, "draw-three-max")
    assert is_ready(ruleset, "draw-three-max", 1)
    assert not is_ready(ruleset, "best", 1)
    assert is_ready(ruleset, "simple", 1)


def test_a_policy_that_stands_pat_holds_what_is_dealt() -> None:
    ruleset = playing("skeet", SMALL)
    assert set(holds(ruleset, "stand-pat").tolist()) == {31}
    ranking = compile_ruleset(ruleset)
    assert final_shares(ruleset, "stand-pat") == pytest.approx(ranking.hands / comb(28, 5))


@pytest.mark.parametrize("policy", POLICIES)
def test_final_shares_are_those_of_drawing_every_way(policy: str) -> None:
    ruleset = playing("cats-and-dogs", Deck(parse_deck("8JK").ranks))
    ranking, hands = compile_ruleset(ruleset), hands_in_order(12).tolist()
    expected = np.zeros(len(hands))
    for hand, hold in zip(hands, holds(ruleset, policy).tolist(), strict=True):
        kept = [card for j, card in enumerate(hand) if hold >> j & 1]
        live = [card for card in range(12) if card not in hand]
        drawn = [number_of([*kept, *more]) for more in combinations(live, 5 - len(kept))]
        np.add.at(expected, drawn, 1 / len(drawn) / len(hands))
    own = ranking.strengths_of(ranking.classes_of(ruleset.deck.cards[hands]))
    by_strength = np.bincount(own, expected, ranking.n_strengths + 1)
    assert final_shares(ruleset, policy) == pytest.approx(by_strength, abs=1e-12)


def test_better_policies_win_more() -> None:
    ruleset = playing("standard", SMALL)
    best = final_shares(ruleset, "best")
    worth = draw.share_of_pot(best, 1)
    values = {policy: float(final_shares(ruleset, policy) @ worth) for policy in POLICIES}
    assert values["best"] == pytest.approx(0.5)
    assert values["best"] >= values["draw-three-max"] > values["simple"] > values["stand-pat"]


@pytest.mark.parametrize(
    ("policy", "problem"),
    [("bets", "did you mean 'best'?"), ("", "there are: best, simple, stand-pat, draw-three-max")],
)
def test_no_such_policy(policy: str, problem: str) -> None:
    with pytest.raises(InputError, match="nobody draws by the policy") as caught:
        holds(load_ruleset("standard"), policy)
    assert problem in str(caught.value)


@pytest.mark.parametrize("policy", POLICIES)
def test_nobody_draws_where_the_hole_card_is_wild(policy: str) -> None:
    with pytest.raises(InputError, match="wild hole card"):
        holds(playing("standard", DECKS["hole"]), policy)
