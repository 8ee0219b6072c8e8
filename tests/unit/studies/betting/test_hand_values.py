"""What cards promise, against counting it out by hand on small decks."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from pokersim.cards import parse_cards
from pokersim.kernels.betting.records import HandValues
from pokersim.kernels.betting.state import WHOLE
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.betting.hand_values import hand_values_of
from pokersim.studies.draw.draw_policies import holds
from pokersim.studies.draw.holds import best_policy
from pokersim.studies.rank import rank_hands
from support.draws import drawn_out, rules_on

TOP = WHOLE - 1
DRAWS = ("simple", "best")

RULES = {
    "short deck": rules_on("standard", "9TJQKA"),
    "two jokers": rules_on("soko", "TJQKA", 2),
    "deuces wild": rules_on("skeet", "2JQKA", 0, None, "2"),
}


@pytest.fixture(params=RULES)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return RULES[request.param]


def value_of(outlook: HandValues, cards: np.ndarray) -> int:
    """Give what a set of cards promises, found by the number that the set has."""
    places = sorted(outlook.place[cards].tolist())
    number = sum(comb(place, j) for j, place in enumerate(places, start=1))
    return int(outlook.value[outlook.first[len(cards)] + number])


def some_sets(rules: Ruleset, size: int, n: int) -> list[np.ndarray]:
    rng = np.random.default_rng(size)
    return [rng.choice(rules.deck.cards, size, replace=False) for _ in range(n)]


def test_in_a_draw_a_hand_is_worth_its_best_hold(rules: Ruleset) -> None:
    outlook = hand_values_of(rules, "draw", DRAWS)
    shares = best_policy(rules).shares
    won = shares.cumsum() - shares / 2
    for hand in some_sets(rules, 5, 6):
        equities = [
            won[drawn_out(hand[list(kept)], hand, rules)].mean()
            for size in range(6)
            for kept in combinations(range(5), size)
        ]
        assert value_of(outlook, hand) == pytest.approx(TOP * max(equities), abs=0.51)


def test_in_stud_cards_are_worth_the_hands_that_they_beat_in_the_mean(rules: Ruleset) -> None:
    outlook = hand_values_of(rules, "stud", DRAWS)
    every = rank_hands(np.array(list(combinations(rules.deck.cards, 5))), rules)
    counts = np.bincount(every, minlength=int(every.max()) + 1)
    beaten = (counts.cumsum() - counts / 2) / len(every)
    for size in range(1, 6):
        for cards in some_sets(rules, size, 5):
            rest = np.setdiff1d(rules.deck.cards, cards)
            more = np.array(list(combinations(rest, 5 - size)), dtype=np.uint8)
            more = more.reshape(comb(len(rest), 5 - size), 5 - size)
            hands = np.hstack([np.tile(cards, (len(more), 1)), more])
            expected = beaten[rank_hands(hands, rules)].mean()
            assert value_of(outlook, cards) == pytest.approx(TOP * expected, abs=0.51)


@pytest.mark.parametrize(("game", "sizes"), [("draw", [5]), ("stud", [1, 2, 3, 4, 5])])
def test_the_share_of_better_sets_is_counted(rules: Ruleset, game: str, sizes: list[int]) -> None:
    outlook, n = hand_values_of(rules, game, DRAWS), rules.deck.n_cards
    for size in sizes:
        first = int(outlook.first[size])
        values = outlook.value[first : first + comb(n, size)]
        shares = outlook.share[WHOLE * size : WHOLE * (size + 1)]
        for value in (*np.random.default_rng(1).choice(values, 50), 0, TOP):
            assert shares[value] == pytest.approx(TOP * (values > value).mean(), abs=0.51)


def test_after_a_draw_the_share_of_better_hands_is_that_of_the_best_policy(
    rules: Ruleset,
) -> None:
    outlook, shares = hand_values_of(rules, "draw", DRAWS), best_policy(rules).shares
    better = np.array([shares[strength + 1 :].sum() for strength in range(len(shares))])
    assert outlook.final == pytest.approx(TOP * better, abs=0.51)


def test_holds_are_those_of_the_draw_policies_one_after_the_other(rules: Ruleset) -> None:
    outlook = hand_values_of(rules, "draw", DRAWS)
    expected = np.concatenate([holds(rules, draw) for draw in DRAWS])
    assert outlook.holds.tolist() == expected.tolist()


@pytest.mark.slow
def test_the_thresholds_of_the_documents_are_those_of_the_policies() -> None:
    """Jacks open the best fifth of all hands, aces a seat with five behind it, by its outlook."""
    outlook = hand_values_of(rules_on("standard"), "draw", ("best",))

    def share(text: str) -> float:
        return float(outlook.share[WHOLE * 5 + value_of(outlook, parse_cards(text))]) / TOP

    assert share("JsJh4d3c2d") < 0.206 < share("ThTc8d7c2d")
    assert share("AsAh4d3c2d") < 0.206 - 5 * 0.018 < share("QsQh4d3c2d")
