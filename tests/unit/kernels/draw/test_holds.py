"""The kernels of the draw against plain counting."""

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from pokersim.constants import FIRST_JOKER
from pokersim.kernels.draw.holds import (
    best_holds,
    binomials,
    count_draws,
    final_shares,
    hand_of,
    next_hand,
    numbers_in,
    offsets,
    rank_all,
    signatures,
    subset_numbers,
    subset_steps,
)
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.deck import parse_deck, with_wild
from pokersim.rules.loader import load_ruleset
from pokersim.studies.frequency import tables_of
from support.kernel_runs.draws import (
    DECKS,
    groups_of,
    random_values,
    ranking_of,
    summed,
)
from support.oracle import N_CLASSES, TOTAL


def by_number(n: int, size: int) -> list[tuple[int, ...]]:
    """Return all subsets in the order of their numbers: the highest card decides first."""
    return sorted(combinations(range(n), size), key=lambda cards: cards[::-1])


def strengths_by_hand(ranking: Ranking) -> dict[tuple[int, ...], int]:
    """Rank every hand of the deck without a kernel; hands are places in the deck, ascending."""
    cards = ranking.deck.cards
    places = by_number(len(cards), 5)
    hands = cards[np.array(places)]
    classes = ranking.classes_of(hands, ranking.deck.wild_cards(hands))
    return dict(zip(places, ranking.strengths_of(classes).tolist(), strict=True))


def ranked(ranking: Ranking) -> np.ndarray:
    """Rank every hand of the deck with the kernel."""
    cards = ranking.deck.cards
    strengths = np.zeros(comb(len(cards), 5), dtype=np.uint16)
    rank_all(cards, tables_of(ranking.ruleset), strengths)
    return strengths


def becomes(n: int, hand: tuple[int, ...], hold: int) -> Iterator[tuple[int, ...]]:
    """Return every hand that a hold becomes."""
    kept = tuple(card for j, card in enumerate(hand) if hold >> j & 1)
    live = [card for card in range(n) if card not in hand]
    for drawn in combinations(live, 5 - len(kept)):
        yield tuple(sorted(kept + drawn))


# --- numbers --------------------------------------------------------------------------------


def test_binomials_are_those_of_python() -> None:
    assert binomials().tolist() == [[comb(n, k) for k in range(6)] for n in range(57)]


@pytest.mark.parametrize("n", [5, 6, 9, 13])
def test_hands_are_numbered_in_the_order_of_their_highest_cards(n: int) -> None:
    hand, step = np.zeros(5, dtype=np.int64), np.arange(5)
    for number, cards in enumerate(by_number(n, 5)):
        hand_of(number, hand)
        assert tuple(hand.tolist()) == cards
        assert tuple(step.tolist()) == cards
        next_hand(step)


@pytest.mark.parametrize("n", [52, 53, 56])
def test_numbers_of_a_whole_deck_lead_to_their_hands(n: int) -> None:
    rng = np.random.default_rng(n)
    hand = np.zeros(5, dtype=np.int64)
    for number in [0, comb(n, 5) - 1, *rng.integers(comb(n, 5), size=200).tolist()]:
        hand_of(number, hand)
        assert (np.diff(hand) > 0).all()
        assert 0 <= hand[0] < hand[-1] < n
        assert sum(comb(int(card), k) for k, card in enumerate(hand, start=1)) == number


@pytest.mark.parametrize("n", [5, 9, 12])
def test_every_subset_of_a_hand_has_a_place_of_its_own(n: int) -> None:
    subsets = [subset for size in range(6) for subset in by_number(n, size)]
    place = {subset: i for i, subset in enumerate(subsets)}
    starts = offsets(n)
    assert starts.tolist() == [sum(comb(n, k) for k in range(size)) for size in range(7)]
    at, steps = np.zeros(32, dtype=np.uint64), subset_steps(n)
    for hand in by_number(n, 5):
        subset_numbers(np.array(hand), steps, at)
        parts = [tuple(c for j, c in enumerate(hand) if mask >> j & 1) for mask in range(32)]
        assert at.tolist() == [place[part] for part in parts]


@pytest.mark.parametrize("n", [5, 8, 13])
def test_hands_of_some_cards_are_found_in_the_whole_deck(n: int) -> None:
    rng = np.random.default_rng(n)
    place = {hand: i for i, hand in enumerate(by_number(14, 5))}
    for _ in range(5):
        where = np.sort(rng.choice(14, n, replace=False))
        numbers = np.full(comb(n, 5), -1)
        numbers_in(where, numbers)
        expected = [tuple(where[list(hand)].tolist()) for hand in by_number(n, 5)]
        assert numbers.tolist() == [place[hand] for hand in expected]


# --- hands --------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_every_hand_is_ranked_at_its_number(deck: str) -> None:
    ranking = ranking_of(deck)
    assert ranked(ranking).tolist() == list(strengths_by_hand(ranking).values())


def test_all_hands_of_a_whole_deck_are_ranked() -> None:
    ranking = compile_ruleset(load_ruleset("cats-dogs-and-skeet"))
    counts = np.bincount(ranked(ranking), minlength=ranking.n_strengths + 1)
    assert counts.tolist() == ranking.hands.tolist()


def alike(cards: np.ndarray, masks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return for each hand the least hand that an exchange of equal suits makes of it."""
    turns = [
        turn for turn in permutations(range(4)) if all(masks[turn[s]] == masks[s] for s in range(4))
    ]
    table = np.tile(np.arange(256), (len(turns), 1))
    for row, turn in zip(table, turns, strict=True):
        row[:52] = [card // 4 * 4 + turn[card % 4] for card in range(52)]
    table[:, FIRST_JOKER:] = FIRST_JOKER
    hands = cards[np.array(by_number(len(cards), 5))]
    turned = np.sort(table[:, hands], axis=2)
    return [min(map(tuple, ways)) for ways in turned.transpose(1, 0, 2).tolist()]


@pytest.mark.parametrize("deck", [*DECKS, "one jack wild", "three kinds of suits"])
def test_hands_share_a_signature_if_an_exchange_of_suits_makes_one_of_the_other(deck: str) -> None:
    more = {"one jack wild": "Js", "three kinds of suits": "Js,Jh,Qd,9d"}
    whole = with_wild(parse_deck("9JQ"), 2, None, more[deck]) if deck in more else None
    whole = whole or ranking_of(deck).deck
    marks = np.zeros(comb(whole.n_cards, 5), dtype=np.uint64)
    signatures(whole.cards, groups_of(whole.suit_masks), marks)
    expected = alike(whole.cards, whole.suit_masks)
    pairs = set(zip(marks.tolist(), expected, strict=True))
    assert len(pairs) == len(set(marks.tolist())) == len(set(expected))


def test_a_whole_deck_has_134_459_signatures() -> None:
    marks = np.zeros(TOTAL, dtype=np.uint64)
    signatures(np.arange(52, dtype=np.uint8), np.zeros(4, dtype=np.int64), marks)
    _, counts = np.unique(marks, return_counts=True)
    assert (len(counts), set(counts.tolist())) == (N_CLASSES, {4, 12, 24})


# --- sums --------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_sums_are_those_over_all_hands_that_contain_a_subset(deck: str) -> None:
    ranking = ranking_of(deck)
    n, values = ranking.deck.n_cards, random_values(ranking, seed=1)
    expected = dict.fromkeys((s for size in range(6) for s in by_number(n, size)), 0.0)
    for hand, strength in strengths_by_hand(ranking).items():
        for size in range(6):
            for subset in combinations(hand, size):
                expected[subset] += values[strength]
    found = summed(n, ranked(ranking), values)
    assert found == pytest.approx(list(expected.values()), rel=1e-12)


@pytest.mark.parametrize("deck", DECKS)
def test_the_best_hold_is_the_best_of_all_32_drawn_out(deck: str) -> None:
    ranking = ranking_of(deck)
    n, values, strengths = ranking.deck.n_cards, random_values(ranking, 2), ranked(ranking)
    rng = np.random.default_rng(3)
    hands = np.sort(rng.choice(len(strengths), 25, replace=False))
    holds, worth = np.zeros(len(hands), dtype=np.uint8), np.zeros(len(hands))
    best_holds(n, summed(n, strengths, values), hands, holds, worth)
    all_hands, strength_of = by_number(n, 5), strengths_by_hand(ranking)
    for number, hold, value in zip(hands.tolist(), holds.tolist(), worth.tolist(), strict=True):
        hand = all_hands[number]
        means = [
            np.mean([values[strength_of[end]] for end in becomes(n, hand, mask)])
            for mask in range(32)
        ]
        assert value == pytest.approx(max(means), abs=1e-12), hand
        equal = [mask for mask in range(32) if means[mask] > max(means) - 1e-13]
        assert hold in equal, hand
        assert hold.bit_count() == max(mask.bit_count() for mask in equal), hand


def test_of_holds_worth_the_same_the_one_that_keeps_most_is_taken() -> None:
    ranking = ranking_of("three ranks")
    strengths = ranked(ranking)
    sums = summed(12, strengths, np.ones(ranking.n_strengths + 1))
    every = np.arange(len(strengths))
    holds, worth = np.zeros(len(every), dtype=np.uint8), np.zeros(len(every))
    best_holds(12, sums, every, holds, worth)
    assert set(holds.tolist()) == {31}
    assert worth == pytest.approx(1, abs=1e-12)


def test_the_best_hold_of_a_hand_does_not_depend_on_the_other_hands() -> None:
    ranking = ranking_of("four ranks")
    strengths = ranked(ranking)
    sums = summed(16, strengths, random_values(ranking, 4))
    every = np.arange(len(strengths))
    holds, worth = np.zeros(len(every), dtype=np.uint8), np.zeros(len(every))
    best_holds(16, sums, every, holds, worth)
    some = np.random.default_rng(5).permutation(every)[:300]
    some_holds, some_worth = np.zeros(300, dtype=np.uint8), np.zeros(300)
    best_holds(16, sums, some, some_holds, some_worth)
    assert some_holds.tolist() == holds[some].tolist()
    assert some_worth.tolist() == worth[some].tolist()


# --- what holds become ---------------------------------------------------------------------------


def spread(
    ranking: Ranking, hands: np.ndarray, weights: np.ndarray, holds: np.ndarray
) -> np.ndarray:
    shares = np.full(ranking.n_strengths + 1, np.nan)
    final_shares(ranking.deck.n_cards, hands, weights, holds, ranked(ranking), shares)
    return shares


@pytest.mark.parametrize("deck", DECKS)
def test_final_shares_are_those_of_all_draws(deck: str) -> None:
    ranking = ranking_of(deck)
    n, strength_of = ranking.deck.n_cards, strengths_by_hand(ranking)
    all_hands, rng = by_number(n, 5), np.random.default_rng(6)
    hands = np.sort(rng.choice(len(all_hands), 200, replace=False))
    weights, holds = rng.random(200), rng.integers(32, size=200).astype(np.uint8)
    expected = np.zeros(ranking.n_strengths + 1)
    for number, weight, hold in zip(hands.tolist(), weights, holds.tolist(), strict=True):
        ends = [strength_of[end] for end in becomes(n, all_hands[number], hold)]
        np.add.at(expected, ends, weight / len(ends))
    assert spread(ranking, hands, weights, holds) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("deck", DECKS)
def test_one_hand_of_each_signature_stands_for_all(deck: str) -> None:
    ranking = ranking_of(deck)
    n, strengths = ranking.deck.n_cards, ranked(ranking)
    every = np.arange(len(strengths))
    holds, worth = np.zeros(len(every), dtype=np.uint8), np.zeros(len(every))
    best_holds(n, summed(n, strengths, random_values(ranking, 7)), every, holds, worth)
    marks = np.zeros(len(every), dtype=np.uint64)
    signatures(ranking.deck.cards, groups_of(ranking.deck.suit_masks), marks)
    _, first, counts = np.unique(marks, return_index=True, return_counts=True)
    assert len(first) < len(every)
    of_all = spread(ranking, every, np.full(len(every), 1 / len(every)), holds)
    of_some = spread(ranking, first, counts / len(every), holds[first])
    assert of_some == pytest.approx(of_all, abs=1e-12)
    assert of_all.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("deck", DECKS)
def test_counted_draws_are_all_there_are(deck: str) -> None:
    ranking = ranking_of(deck)
    cards, strength_of = ranking.deck.cards, strengths_by_hand(ranking)
    n, rng = len(cards), np.random.default_rng(8)
    for hand in (tuple(np.sort(rng.choice(n, 5, replace=False)).tolist()) for _ in range(3)):
        live = np.delete(cards, hand)
        for hold in range(32):
            kept = np.array([hold >> j & 1 for j in range(5)], dtype=bool)
            counts = np.zeros(ranking.n_strengths + 1, dtype=np.int64)
            held = cards[np.array(hand)][kept][::-1].copy()
            count_draws(held, live, 5 - len(held), tables_of(ranking.ruleset), counts)
            ends = [strength_of[end] for end in becomes(n, hand, hold)]
            assert counts.tolist() == np.bincount(ends, minlength=len(counts)).tolist()
