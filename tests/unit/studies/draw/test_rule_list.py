"""Advice for the draw: what each rule keeps of a hand, and what a list of rules costs."""

import numpy as np
import pytest

from pokersim.cards import hand_text, parse_cards
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.studies.draw import rule_list as advice
from pokersim.studies.draw.holds import (
    final_frequencies,
    share_of_pot,
    solve_policy,
)
from pokersim.studies.draw.rule_candidates import Hands, RuleCandidate, rule_candidates
from pokersim.studies.draw.rule_list import find_rule_list
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import rank_hands
from support.small_draws import filled, kept_of, number_of, rules_on

SMALL = {
    "short deck": rules_on("cats-and-dogs", "9TJQKA"),
    "a joker": rules_on("standard", "TJQKA", 1),
    "one-eyed jacks wild": rules_on("soko", "TJQK", 0, None, "one-eyed-jacks"),
}


CATS = rules_on("cats-and-dogs", "789TJQKA")
SKEET = rules_on("skeet", "245679")
JOKERS = rules_on("standard", "89TJQKA", 2)

KEPT = [
    (CATS, "Keep four to a big tiger", "Kc Jd Th 8s 7c", "Kc Jd Th 8s"),
    (CATS, "Keep four to a big tiger", "Kc Jd Th 8s 8c", "Kc Jd Th 8s"),
    (CATS, "Keep four to a big tiger", "Kc Jd 9h 7s 7c", None),
    (CATS, "Keep four to a straight", "Jc Td 8h 7s Kc", "Jc Td 8h 7s"),
    (CATS, "Keep four to a straight", "Ac 9d 8h 7s 7c", "Ac 9d 8h 7s"),
    (CATS, "Keep four to a straight, made by 6 cards or more", "Jc Td 8h 7s Kc", None),
    (CATS, "Keep four to a straight, made by 6 cards or more", "Jc Td 9h 8s Ac", "Jc Td 9h 8s"),
    (CATS, "Keep three to a flush", "Kh 9h 7h 8s Tc", "Kh 9h 7h"),
    (CATS, "Keep a pair", "9c 9d Kh 8s 7c", "9d 9c"),
    (CATS, "Keep a pair", "9c 9d 8h 8s 7c", None),
    (CATS, "Keep a pair of tens or better", "9c 9d Kh 8s 7c", None),
    (CATS, "Keep a pair, with an ace", "9c 9d Ah 8s 7c", "Ah 9d 9c"),
    (CATS, "Keep two pairs", "9c 9d 8h 8s 7c", "9d 9c 8s 8h"),
    (CATS, "Keep three of a kind", "9c 9d 9h 8s 7c", "9h 9d 9c"),
    (CATS, "Keep four of a kind", "9c 9d 9h 9s 7c", "9s 9h 9d 9c"),
    (CATS, "Stand pat on a straight or better", "Jc Tc 9d 8h 7s", "Jc Tc 9d 8h 7s"),
    (CATS, "Stand pat on a straight or better", "Kc Qd Jh 9s 8c", "Kc Qd Jh 9s 8c"),
    (CATS, "Stand pat on a straight", "Kc Qd Jh 9s 8c", None),
    (CATS, "Keep an ace", "Ac Td 9h 8s 7c", "Ac"),
    (CATS, "Keep an ace", "Kc Td 9h 8s 7c", None),
    (CATS, "Keep the two highest cards, each a queen or better", "Kc Qd 9h 8s 7c", "Kc Qd"),
    (CATS, "Keep the two highest cards, each a queen or better", "Ac Jd 9h 8s 7c", None),
    (CATS, "Draw five cards", "Kc Qd 9h 8s 7c", ""),
    (SKEET, "Keep four to a skeet", "9c 7d 5h 2s 2c", "9c 7d 5h 2s"),
    (JOKERS, "Keep the joker and a pair", "9c 9d Ah Ts Jo", "9d 9c Jo"),
    (JOKERS, "Keep the joker and an ace", "9c 9d Ah Ts Jo", "Ah Jo"),
    (JOKERS, "Keep the two jokers alone", "9c Jo Ah Ts Jo", "Jo Jo"),
    (JOKERS, "Keep the joker and an ace", "9c Jo Ah Ts Jo", None),
]


def test_a_rule_keeps_what_its_words_say() -> None:
    games = {rules: Hands(solve_policy(rules, 1)) for rules in (CATS, SKEET, JOKERS)}
    every = {rules: rule_candidates(hands) for rules, hands in games.items()}
    misses = []
    for rules, text, hand, expected in KEPT:
        (rule,) = [rule for rule in every[rules] if rule.text == text]
        kept = kept_by(rule, games[rules], hand)
        # The hand stands for those equal up to suits: what is kept has the same ranks.
        if kept != (None if expected is None else ranks(expected)):
            misses.append((text, hand, kept))
    assert misses == []


def kept_by(rule: RuleCandidate, hands: Hands, text: str) -> list[str] | None:
    """Return the ranks of what a rule keeps of a hand; None if it does not apply."""
    row = row_of(hands, text)
    at = np.flatnonzero(rule.rows == row)
    if not len(at):
        return None
    cards = kept_of(hands.cards[row], int(rule.holds[at[0]]))
    return ranks(hand_text(cards) if len(cards) else "")


def row_of(hands: Hands, text: str) -> int:
    """Return the row of the hand that equals this one up to suits."""
    wanted = pattern(parse_cards(text))
    same_ranks = (np.sort(hands.cards // 4, axis=1) == np.sort(parse_cards(text) // 4)).all(axis=1)
    (row,) = [i for i in np.flatnonzero(same_ranks) if pattern(hands.cards[i]) == wanted]
    return int(row)


def pattern(cards: np.ndarray) -> list[tuple[int, ...]]:
    """Return the ranks in each suit, without jokers: the same for hands equal up to suits."""
    suits = [tuple(sorted(int(c) // 4 for c in cards if c % 4 == s and c < 52)) for s in range(4)]
    return sorted(suits)


def ranks(text: str) -> list[str]:
    return sorted(card[0] for card in text.split())


# --- lists -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_a_list_costs_what_following_it_loses(name: str) -> None:
    policy = solve_policy(SMALL[name], 1)
    hands = Hands(policy)
    every = rule_candidates(hands)
    chosen = [every[i] for i in advice._search(hands, every, 8)]
    holds = np.zeros(hands.n, dtype=np.uint8)
    for rule in reversed(chosen):
        holds[rule.rows] = rule.holds
    # The other way round: spread the holds over what hands become, and value that.
    final = hands.deal.final(hands.numbers, hands.weights, holds)
    value = float(final @ share_of_pot(policy.shares, 1))
    found = find_rule_list(policy, 8)
    assert found.cost == pytest.approx(policy.value - value, abs=1e-9)
    assert [rule.text for rule in found.rules] == [rule.text for rule in chosen]


@pytest.mark.parametrize("name", SMALL)
def test_what_a_rule_shows_is_a_hand_that_the_policy_holds_so_too(name: str) -> None:
    rules = SMALL[name]
    policy = solve_policy(rules, 1)
    values = share_of_pot(policy.shares, 1)
    for rule in find_rule_list(policy, 8).rules:
        if rule.agrees == 0:
            continue
        kept, thrown = (parse_cards(t) if t else parse_cards("2c")[:0] for t in shown(rule))
        cards = np.sort(np.concatenate([kept, thrown]))
        live = np.setdiff1d(rules.deck.cards, cards)
        best = kept_of(cards, int(policy.holds[number_of(cards, rules)]))
        own, most = (values[rank_hands(filled(k, live), rules)].mean() for k in (kept, best))
        assert own == pytest.approx(most, abs=1e-9), rule.text


def shown(rule: advice.DrawRule) -> tuple[str, str]:
    return rule.kept, rule.thrown


@pytest.mark.parametrize(
    "name",
    [
        "cats-and-dogs",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("cats-dogs-and-skeet", "soko")),
    ],
)
def test_sixteen_rules_cost_little(name: str) -> None:
    found = find_rule_list(solve_policy(rules_on(name, "789TJQKA"), 1))
    assert len(found.rules) <= 16
    assert 0 <= found.cost < 0.006
    assert 0.6 < found.agrees <= 1
    assert sum(rule.share for rule in found.rules) == pytest.approx(1)
    assert sum(rule.share * rule.cost for rule in found.rules) == pytest.approx(found.cost)
    assert sum(rule.share * rule.agrees for rule in found.rules) == pytest.approx(found.agrees)
    assert len({rule.text for rule in found.rules}) == len(found.rules)


def test_more_rules_cost_less() -> None:
    policy = solve_policy(SMALL["short deck"], 1)
    costs = [find_rule_list(policy, n).cost for n in (1, 4, 10)]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < costs[0] / 5


# --- after the draw ----------------------------------------------------------------------------


def test_hands_are_dealt_as_counted_and_better_after_the_draw() -> None:
    rules = rules_on("standard", "89TJQKA", 2)
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
