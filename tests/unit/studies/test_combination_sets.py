"""What hands can be read as: compared with the oracles, and with counts made in another way."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pokersim.errors import InputError
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import load_ruleset
from pokersim.studies import combination_sets as study
from pokersim.studies.combination_sets import SHARE_UNITS, CombinationSets, dealt_sets, final_sets
from pokersim.studies.draw.draw_policies import final_shares
from pokersim.studies.draw.holds import best_policy
from pokersim.studies.frequency import hands_by_place
from support.decks import DECKS, playing
from support.rulesets import verdicts
from support.wild_hands import played
from support.wild_oracle import Pack, made

SMALL = parse_deck("TJQKA").ranks


def as_counter(census: CombinationSets) -> Counter[frozenset[str]]:
    """Return the hands by the names of what they can be read as."""
    names = [combination.id for combination in census.combinations]
    return Counter(
        {
            frozenset(name for name, is_made in zip(names, made_set, strict=True) if is_made): hands
            for made_set, hands in zip(census.sets, census.weights.tolist(), strict=True)
        }
    )


# --- hands dealt ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "soko",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("standard", "skeet-flushes")),
    ],
)
def test_of_52_cards_the_sets_are_those_of_the_oracle(name: str) -> None:
    census = dealt_sets(load_ruleset(name))
    seen = verdicts()
    makes = [seen.makes[combination.id] for combination in census.combinations]
    expected: Counter[frozenset[str]] = Counter()
    names = [combination.id for combination in census.combinations]
    for row, hands in zip(np.array(makes).T, seen.weights.tolist(), strict=True):
        expected[frozenset(np.array(names)[row].tolist())] += hands
    assert as_counter(census) == expected
    assert census.total == 2_598_960


@pytest.mark.parametrize("n_cards", [5, 6, 7])
@pytest.mark.parametrize(
    "pack",
    [
        Pack(ranks="36", jokers=1),
        Pack(ranks="QA", jokers=2, bug="orthodox"),
        Pack(ranks="KA", jokers=2, bug="special"),
        Pack(ranks="QA", wild=(40, 41)),
        Pack(ranks="9T", by_hand="lowest"),
    ],
    ids=str,
)
def test_of_a_small_pack_with_wild_cards_the_sets_are_those_of_the_oracle(
    pack: Pack, n_cards: int
) -> None:
    census = dealt_sets(played("cats-dogs-and-skeet", pack), n_cards)
    possible = {combination.id for combination in census.combinations}
    hands = combinations(pack.cards, n_cards)
    expected = Counter(frozenset(made(hand, pack) & possible) for hand in hands)
    assert as_counter(census) == expected


def shuffled(n: int, seed: int) -> list[int]:
    """Return combinations in random order; the last stays the last."""
    order = list(range(n - 1))
    Random(seed).shuffle(order)
    return [*order, n - 1]


@pytest.mark.parametrize(
    "deck_name", ["odd ranks", "special bugs and jacks", "lowest, bugs, natural first"]
)
def test_any_order_is_counted_as_the_ruleset_in_that_order_is(deck_name: str) -> None:
    ruleset = playing("cats-dogs-and-skeet", DECKS[deck_name])
    census = dealt_sets(ruleset)
    n = len(census.combinations)
    assert census.counts(range(n)).tolist() == hands_by_place(ruleset)
    order = shuffled(n, 1)
    reordered = replace(ruleset, ranking=tuple(census.combinations[i] for i in order))
    assert census.counts(order)[order].tolist() == hands_by_place(reordered)


@pytest.mark.parametrize(
    ("deck", "n_cards"),
    [
        (Deck(SMALL, jokers=1), 7),
        (Deck(SMALL, jokers=1, bug="special", wild=(40,)), 6),
        (Deck(SMALL[1:], by_hand="lowest"), 7),
        (Deck(SMALL[2:], jokers=1, by_hand="hole"), 6),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_any_order_of_more_cards_is_counted_as_the_ruleset_in_that_order_is(
    deck: Deck, n_cards: int
) -> None:
    ruleset = playing("skeet", deck)
    census = dealt_sets(ruleset, n_cards)
    n = len(census.combinations)
    assert census.counts(range(n)).tolist() == hands_by_place(ruleset, n_cards)
    order = shuffled(n, 2)
    reordered = replace(ruleset, ranking=tuple(census.combinations[i] for i in order))
    assert census.counts(order)[order].tolist() == hands_by_place(reordered, n_cards)


def test_a_table_of_sets_that_is_too_small_is_made_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = playing("skeet", Deck(SMALL, jokers=1))
    usual = as_counter(dealt_sets(ruleset, 6))
    monkeypatch.setattr(study, "FIRST_SLOTS", 1)
    assert as_counter(dealt_sets(ruleset, 6)) == usual
    assert len(usual) > 2


@pytest.mark.parametrize("name", ["standard", "cats-dogs-and-skeet", "soko"])
def test_every_hand_can_be_read_as_the_last_combination(name: str) -> None:
    census = dealt_sets(playing(name, DECKS["36"]))
    assert census.sets[:, -1].all()
    assert len({tuple(made_set) for made_set in census.sets.tolist()}) == len(census.sets)


# --- after the draw ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "deck"),
    [
        ("skeet", Deck(parse_deck("89TJQKA").ranks)),
        ("four-flush", Deck(SMALL, jokers=2)),
        ("cats-dogs-and-skeet", Deck(parse_deck("25789A").ranks, jokers=1, bug="special")),
        ("cats-and-dogs", Deck(parse_deck("789TK").ranks, jokers=1, by_hand="lowest")),
    ],
)
def test_final_hands_count_as_the_policy_of_the_study_says(name: str, deck: Deck) -> None:
    ruleset = playing(name, deck)
    census = final_sets(ruleset)
    ranking = compile_ruleset(ruleset)
    shares = final_shares(ruleset, "best")
    expected = np.bincount(ranking.category[1:], shares[1:], len(ranking.ranking))
    found = census.counts(range(len(ranking.ranking))) / SHARE_UNITS
    assert found == pytest.approx(expected, abs=1e-11)
    assert census.weights.sum() == pytest.approx(census.total, abs=len(census.weights))


def test_what_final_hands_can_be_read_as_is_what_slow_draws_say() -> None:
    ruleset = playing("skeet", Deck(parse_deck("JQK").ranks, jokers=1))
    ranking = compile_ruleset(ruleset)
    cards, holds = ruleset.deck.cards, best_policy(ruleset).holds
    hands: list[tuple[int, ...]] = sorted(
        combinations(range(len(cards)), 5), key=lambda hand: hand[::-1]
    )
    numbers = {hand: number for number, hand in enumerate(hands)}
    bits = ranking.makes.of(ranking.classes_of(cards[np.array(hands)]))
    expected: dict[int, float] = dict.fromkeys(bits.tolist(), 0.0)
    for hand, hold in zip(hands, holds.tolist(), strict=True):
        kept = [card for j, card in enumerate(hand) if hold >> j & 1]
        rest = [card for card in range(len(cards)) if card not in hand]
        draws = list(combinations(rest, 5 - len(kept)))
        for drawn in draws:
            final = numbers[tuple(sorted([*kept, *drawn]))]
            expected[int(bits[final])] += 1 / len(draws) / len(hands)
    census = final_sets(ruleset)
    found = {
        sum(1 << place for place in np.flatnonzero(made_set).tolist()): hands / SHARE_UNITS
        for made_set, hands in zip(census.sets, census.weights.tolist(), strict=True)
    }
    assert found == pytest.approx({made_set: x for made_set, x in expected.items() if x}, abs=1e-11)


def test_nobody_draws_with_a_wild_hole_card() -> None:
    with pytest.raises(InputError, match="wild hole card"):
        final_sets(playing("standard", Deck(by_hand="hole")))
