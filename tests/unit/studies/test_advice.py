"""Advice for the draw: what each rule means for a hand, and what a list of them costs."""

import numpy as np
import pytest

from pokersim.cards import hand_text, parse_cards
from pokersim.rules.compiler import compile_ruleset
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.rules.ruleset import Ruleset
from pokersim.studies import advice
from pokersim.studies.advice import advise
from pokersim.studies.counsel import Candidate, Hands, candidates
from pokersim.studies.draw import (
    final_frequencies,
    share_of_pot,
    solve_policy,
)
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import rank_hands
from support.small_draws import filled, kept_of, number_of, rules_on

SMALL = {
    "short deck": rules_on("cats-and-dogs", "9TJQKA"),
    "a joker": rules_on("standard", "TJQKA", 1),
    "one-eyed jacks wild": rules_on("soko", "9TJQK", 0, None, "one-eyed-jacks"),
}


@pytest.fixture(scope="module")
def every() -> dict[str, tuple[Hands, list[Candidate]]]:
    """Hands and rules of some games, worked out once."""
    games = {
        "cats": rules_on("cats-and-dogs"),
        "skeet": rules_on("skeet", "23456789"),
        "joker": rules_on("standard", "89TJQKA", 2),
        "36": rules_on("standard", "36"),
    }
    found = {}
    for name, rules in games.items():
        hands = Hands(solve_policy(rules, 1))
        found[name] = hands, candidates(hands)
    return found


@pytest.mark.parametrize(
    ("game", "text", "hand", "kept"),
    [
        ("cats", "Keep four to a big tiger", "Kc Jd Th 8s 2c", "Kc Jd Th 8s"),
        ("cats", "Keep four to a big tiger", "Kc Jd Th 8s 8c", "Kc Jd Th 8s"),
        ("cats", "Keep four to a big tiger", "Kc Jd 6h 3s 2c", None),
        ("cats", "Keep four to a little dog", "7c 5d 4h 2s 2c", "7c 5d 4h 2s"),
        ("cats", "Keep four to a straight", "9c 8d 6h 5s 2c", "9c 8d 6h 5s"),
        ("cats", "Keep four to a straight, made by 6 cards or more", "9c 8d 6h 5s 2c", None),
        (
            "cats",
            "Keep four to a straight, made by 6 cards or more",
            "9c 8d 7h 6s 2c",
            "9c 8d 7h 6s",
        ),
        ("cats", "Keep three to a flush", "Kh 9h 4h 3s 2c", "Kh 9h 4h"),
        ("cats", "Keep a pair", "9c 9d 4h 3s 2c", "9d 9c"),
        ("cats", "Keep a pair", "9c 9d 4h 4s 2c", None),
        ("cats", "Keep a pair of tens or better", "9c 9d 4h 3s 2c", None),
        ("cats", "Keep a pair, with an ace", "9c 9d Ah 3s 2c", "Ah 9d 9c"),
        ("cats", "Keep two pairs", "9c 9d 4h 4s 2c", "9d 9c 4s 4h"),
        ("cats", "Keep three of a kind", "9c 9d 9h 4s 2c", "9h 9d 9c"),
        ("cats", "Keep four of a kind", "9c 9d 9h 9s 2c", "9s 9h 9d 9c"),
        ("cats", "Stand pat on a straight or better", "9c 8d 7h 6s 5c", "9c 8d 7h 6s 5c"),
        ("cats", "Stand pat on a straight or better", "Kc Qd Jh 9s 8c", "Kc Qd Jh 9s 8c"),
        ("cats", "Stand pat on a straight", "Kc Qd Jh 9s 8c", None),
        ("cats", "Keep an ace", "Ac 9d 7h 6s 5c", "Ac"),
        ("cats", "Keep an ace", "Kc 9d 7h 6s 5c", None),
        ("cats", "Keep the two highest cards, each a queen or better", "Kc Qd 7h 6s 5c", "Kc Qd"),
        ("cats", "Keep the two highest cards, each a queen or better", "Ac Jd 7h 6s 5c", None),
        ("cats", "Draw five cards", "Kc Qd 7h 6s 5c", ""),
        ("skeet", "Keep four to a skeet", "9c 7d 5h 2s 2c", "9c 7d 5h 2s"),
        ("joker", "Keep the joker and a pair", "9c 9d Ah Ts Jo", "9d 9c Jo"),
        ("joker", "Keep the joker and an ace", "9c 9d Ah Ts Jo", "Ah Jo"),
        ("joker", "Keep the two jokers alone", "9c Jo Ah Ts Jo", "Jo Jo"),
        ("joker", "Keep the joker and an ace", "9c Jo Ah Ts Jo", None),
        ("36", "Keep four to a straight", "Ac 9d 8h 7s 7c", "Ac 9d 8h 7s"),
    ],
)
def test_a_rule_keeps_what_its_words_say(
    every: dict[str, tuple[Hands, list[Candidate]]],
    game: str,
    text: str,
    hand: str,
    kept: str | None,
) -> None:
    hands, rules = every[game]
    (rule,) = [rule for rule in rules if rule.text == text]
    row = row_of(hands, hand)
    at = np.flatnonzero(rule.rows == row)
    if kept is None:
        assert not len(at)
        return
    # The hand stands for those alike up to suits: what is kept has the same ranks.
    cards = kept_of(hands.cards[row], int(rule.holds[at[0]]))
    assert ranks(hand_text(cards) if len(cards) else "") == ranks(kept)


def row_of(hands: Hands, text: str) -> int:
    """Return the row of the hand that is like this one up to suits."""
    wanted = pattern(parse_cards(text))
    same_ranks = (np.sort(hands.cards // 4, axis=1) == np.sort(parse_cards(text) // 4)).all(axis=1)
    (row,) = [i for i in np.flatnonzero(same_ranks) if pattern(hands.cards[i]) == wanted]
    return int(row)


def pattern(cards: np.ndarray) -> list[tuple[int, ...]]:
    """Return the ranks in each suit, jokers without: the same for hands alike up to suits."""
    suits = [tuple(sorted(int(c) // 4 for c in cards if c % 4 == s and c < 52)) for s in range(4)]
    return sorted(suits)


def ranks(text: str) -> list[str]:
    return sorted(card[0] for card in text.split())


# --- lists -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_a_list_costs_what_following_it_loses(name: str) -> None:
    policy = solve_policy(SMALL[name], 1)
    hands = Hands(policy)
    every = candidates(hands)
    chosen = [every[i] for i in advice._search(hands, every, 8)]
    holds = np.zeros(hands.n, dtype=np.uint8)
    for rule in reversed(chosen):
        holds[rule.rows] = rule.holds
    # The other way round: spread the holds over what hands become, and value that.
    final = hands.deal.final(hands.numbers, hands.weights, holds)
    value = float(final @ share_of_pot(policy.shares, 1))
    found = advise(policy, 8)
    assert found.cost == pytest.approx(policy.value - value, abs=1e-9)
    assert [rule.text for rule in found.rules] == [rule.text for rule in chosen]


@pytest.mark.parametrize("name", SMALL)
def test_what_a_rule_shows_is_a_hand_that_the_policy_holds_so_too(name: str) -> None:
    rules = SMALL[name]
    policy = solve_policy(rules, 1)
    values = share_of_pot(policy.shares, 1)
    for rule in advise(policy, 8).rules:
        if rule.agrees == 0:
            continue
        kept, thrown = (parse_cards(t) if t else parse_cards("2c")[:0] for t in shown(rule))
        cards = np.sort(np.concatenate([kept, thrown]))
        live = np.setdiff1d(rules.deck.cards, cards)
        best = kept_of(cards, int(policy.holds[number_of(cards, rules)]))
        own, most = (values[rank_hands(filled(k, live), rules)].mean() for k in (kept, best))
        assert own == pytest.approx(most, abs=1e-9), rule.text


def shown(rule: advice.Rule) -> tuple[str, str]:
    return rule.kept, rule.thrown


@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_ruleset_is_told_in_sixteen_rules_that_cost_little(name: str) -> None:
    found = advise(solve_policy(rules_on(name, "789TJQKA"), 1))
    assert len(found.rules) <= 16
    assert 0 <= found.cost < 0.006
    assert 0.6 < found.agrees <= 1
    assert sum(rule.share for rule in found.rules) == pytest.approx(1)
    assert sum(rule.share * rule.cost for rule in found.rules) == pytest.approx(found.cost)
    assert sum(rule.share * rule.agrees for rule in found.rules) == pytest.approx(found.agrees)
    assert len({rule.text for rule in found.rules}) == len(found.rules)


def test_more_rules_cost_less() -> None:
    policy = solve_policy(SMALL["short deck"], 1)
    costs = [advise(policy, n).cost for n in (1, 4, 10)]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < costs[0] / 5


# --- after the draw ----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [load_ruleset("skeet"), rules_on("standard", "36", 1)])
def test_hands_are_dealt_as_counted_and_better_after_the_draw(rules: Ruleset) -> None:
    found = final_frequencies(solve_policy(rules, 1))
    counted = count_frequencies(rules)
    assert [row.combination for row in found] == [row.combination for row in counted]
    assert [row.dealt for row in found] == pytest.approx([row.probability for row in counted])
    assert sum(row.final for row in found) == pytest.approx(1)
    assert found[-1].final < found[-1].dealt / 2


def test_final_frequencies_are_those_of_drawing_every_hand_out() -> None:
    rules = rules_on("standard", "JQ", 2)
    policy = solve_policy(rules, 1)
    ranking, cards = compile_ruleset(rules), rules.deck.cards
    expected = np.zeros(len(ranking.ranking))
    hands = Hands(policy)
    for hand, weight in zip(hands.cards, hands.weights, strict=True):
        kept = kept_of(hand, int(policy.holds[number_of(hand, rules)]))
        made = ranking.category[rank_hands(filled(kept, np.setdiff1d(cards, hand)), rules)]
        expected += np.bincount(made, minlength=len(expected)) * weight / len(made)
    assert [row.final for row in final_frequencies(policy)] == pytest.approx(expected, abs=1e-12)
