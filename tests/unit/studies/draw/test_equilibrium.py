"""The policy of the draw: how it settles, and how it is kept on disk."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import platformdirs
import pytest

from pokersim.cards import card_text
from pokersim.rules.deck import parse_deck
from pokersim.studies.draw import holds as draw
from pokersim.studies.draw.holds import (
    DrawPolicy,
    best_policy,
    hold_of,
    share_of_pot,
    solve_policy,
    stored_policy,
)
from support.draws import (
    POLICIES,
    STANDARD,
    drawn_out,
    holds_in,
    number_of,
    random_hands,
    rules_on,
)

# --- the policy --------------------------------------------------------------------------------


WHOLE_DECK = pytest.param("whole deck", marks=pytest.mark.slow)


def policy_of(name: str) -> DrawPolicy:
    return solve_policy(STANDARD, 1) if name == "whole deck" else solve_policy(*POLICIES[name])


@pytest.mark.parametrize("name", [*POLICIES, WHOLE_DECK])
def test_a_settled_policy_wins_its_share(name: str) -> None:
    policy = policy_of(name)
    assert (policy.settled, policy.residue) == (True, 0)
    assert 1 < policy.rounds < 20
    assert policy.value == pytest.approx(1 / (policy.opponents + 1), abs=1e-9)
    assert policy.shares.sum() == pytest.approx(1, abs=1e-9)
    assert (policy.shares >= 0).all()


def test_holds_worth_the_same_that_take_turns_are_settled() -> None:
    policy = solve_policy(rules_on("skeet", "36"), 2)
    assert policy.residue > 0
    assert policy.settled
    assert policy.value == pytest.approx(1 / 3, abs=1e-9)


def test_a_policy_that_goes_round_in_a_circle_is_not_settled() -> None:
    policy = solve_policy(rules_on("standard", "TJQKA"), 1)
    assert not policy.settled
    assert policy.rounds < draw.MAX_ROUNDS
    assert policy.residue > 1e-6
    # The best answer to it wins more than its share: the policy can be beaten by that much.
    assert 0 < policy.value - 1 / (policy.opponents + 1) < policy.residue


@pytest.mark.parametrize("name", [*POLICIES, WHOLE_DECK])
def test_no_hand_does_better_by_another_hold(name: str) -> None:
    policy = policy_of(name)
    values = share_of_pot(policy.shares, policy.opponents)
    n_hands = 2 if policy.ruleset.deck.n_cards > 26 else 6
    for hand in random_hands(policy.ruleset, n_hands, seed=3):
        means = {
            hold: values[drawn_out(kept, hand, policy.ruleset)].mean()
            for hold, kept in holds_in(hand)
        }
        hold = int(policy.holds[number_of(hand, policy.ruleset)])
        assert means[hold] == pytest.approx(max(means.values()), abs=1e-11), card_text(hand)
        kept = hand[[j for j in range(5) if hold >> j & 1]]
        assert hold_of(policy, hand[::-1]) == card_text(kept[::-1])


def test_the_final_hands_of_a_policy_are_those_it_draws() -> None:
    policy = solve_policy(*POLICIES["ten cards"])
    cards = policy.ruleset.deck.cards
    hands = sorted(combinations(range(len(cards)), 5), key=lambda hand: hand[::-1])
    shares = np.zeros(len(policy.shares))
    for hand, hold in zip(hands, policy.holds.tolist(), strict=True):
        whole = cards[list(hand)]
        kept = whole[[j for j in range(5) if hold >> j & 1]]
        drawn = drawn_out(kept, whole, policy.ruleset)
        np.add.at(shares, drawn, 1 / len(hands) / len(drawn))
    assert policy.shares == pytest.approx(shares, abs=1e-11)


def test_hands_that_differ_in_suits_alone_are_held_alike() -> None:
    policy = solve_policy(*POLICIES["short deck"])
    for hand in random_hands(policy.ruleset, 50, seed=4):
        turned = hand // 4 * 4 + np.array([2, 0, 3, 1])[hand % 4]
        turned.sort()
        kept = [hold_of(policy, cards).split() for cards in (hand, turned.astype(np.uint8))]
        # Which of two equal cards is kept may differ, not which ranks.
        assert [[card[0] for card in cards] for cards in kept[:1]] == [
            [card[0] for card in cards] for cards in kept[1:]
        ], card_text(hand)


@pytest.mark.parametrize("n_threads", [1, 3])
def test_a_policy_is_the_same_with_any_number_of_threads(
    n_threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw, "ThreadPoolExecutor", partial(ThreadPoolExecutor, n_threads))
    solves = (solve_policy, solve_policy.__wrapped__)
    once, again = (solve(*POLICIES["two jokers"]) for solve in solves)
    assert_same(once, again)


def assert_same(one: DrawPolicy, other: DrawPolicy) -> None:
    assert one.holds.tolist() == other.holds.tolist()
    assert one.shares.tolist() == other.shares.tolist()
    kept = ("ruleset", "opponents", "value", "rounds", "residue", "settled")
    assert [getattr(one, name) for name in kept] == [getattr(other, name) for name in kept]


# --- the policy on disk --------------------------------------------------------------------------


def test_a_policy_comes_back_from_disk_as_it_was(cold_cache: Path) -> None:
    rules = rules_on("standard", "TJQK", 1)
    assert stored_policy(rules, 2) is None
    solved = best_policy(rules, 2)
    stored = stored_policy(rules, 2)
    assert stored is not None
    assert_same(solved, stored)
    assert {type(getattr(stored, name)) for name in ("rounds", "settled")} == {int, bool}
    assert stored_policy(rules, 1) is None
    assert stored_policy(replace(rules, deck=parse_deck("9TJQK")), 2) is None
    assert stored_policy(rules_on("soko", "TJQK", 1), 2) is None


@pytest.mark.parametrize("damage", ["cut short", "empty", "something else"])
def test_a_damaged_policy_is_computed_again(damage: str, cold_cache: Path) -> None:
    rules = rules_on("four-flush", "TJQK")
    solved = best_policy(rules)
    path = draw._policy_file(rules, 1)
    assert path.parent == cold_cache / "policies"
    whole = path.read_bytes()
    damaged = {"cut short": whole[: len(whole) // 2], "empty": b"", "something else": bytes(200)}
    path.write_bytes(damaged[damage])
    assert stored_policy(rules) is None
    assert_same(best_policy(rules), solved)
    stored = stored_policy(rules)
    assert stored is not None
    assert_same(stored, solved)


def test_a_policy_with_a_changed_byte_is_never_another_policy(cold_cache: Path) -> None:
    rules = rules_on("four-flush", "TJQ")
    solved = best_policy(rules)
    path = draw._policy_file(rules, 1)
    whole, refused = path.read_bytes(), 0
    for i in range(0, len(whole), 7):
        path.write_bytes(whole[:i] + bytes([whole[i] ^ 16]) + whole[i + 1 :])
        stored = stored_policy(rules)
        refused += stored is None
        if stored is not None:  # the date of a file in the archive, or the like
            assert_same(stored, solved)
    assert refused > len(whole) // 7 // 2


def test_a_policy_needs_no_folder_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / "file" / name))
    assert best_policy(*POLICIES["ten cards"]).settled


def test_a_policy_is_a_small_file(cold_cache: Path) -> None:
    rules = rules_on("standard", "89TJQKA")
    best_policy(rules)
    assert draw._policy_file(rules, 1).stat().st_size < comb(28, 5) / 2
