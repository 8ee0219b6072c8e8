"""Dealing: no card is lost, no hand is likelier than another, and deals are independent.

That no hand is likelier is shown exactly, by the words that lead to it, and once more by the
frequencies of dealt cards.
"""

from functools import lru_cache
from itertools import permutations
from math import perm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.kernels.deal import draw_hand, reject_below
from pokersim.kernels.random import fill_words
from pokersim.kernels.strength_index import shape_of

RANGE = 2**58
SPARE_BITS = 6
N_DEALS = 12_000

# Cards of a deck, the most players that it is enough for, and how many cards each of them has.
TABLES = [
    (52, 10, 5),
    (36, 7, 5),
    (32, 6, 5),
    (20, 4, 5),
    (5, 1, 5),
    (56, 9, 6),
    (36, 6, 6),
    (56, 8, 7),
    (53, 7, 7),
    (7, 1, 7),
]
HANDS = [(n_cards, hand, size) for n_cards, n, size in TABLES for hand in range(n)]
DEALT = [(52, 10, 5), (32, 6, 5), (53, 8, 6), (56, 8, 7)]

Place = tuple[int, int, int]

numbers_drawn = st.integers(0, RANGE - 1)


def ways(n_cards: int, hand: int, size: int) -> int:
    """Count the ways to draw a hand, in order, when earlier hands are out."""
    return perm(n_cards - size * hand, size)


def draw(n_cards: int, hand: int, size: int, number: int, spare: int = 0) -> tuple[list[int], bool]:
    """Draw one hand from a sorted deck; give the deck as it is then, and whether it was fair."""
    deck, shape = np.arange(n_cards, dtype=np.uint8), shape_of(size)
    limit = reject_below(n_cards, hand + 1, shape)[hand]
    fair = draw_hand(deck, size * hand, shape, np.uint64(number << SPARE_BITS | spare), limit)
    return deck.tolist(), bool(fair)


def slow_draw(n_cards: int, hand: int, size: int, number: int) -> tuple[list[int], bool]:
    """Do the same with whole numbers: the number times the ways, over 2**58, names the hand."""
    n_ways = ways(n_cards, hand, size)
    named, remainder = divmod(number * n_ways, RANGE)
    deck = list(range(n_cards))
    for position in range(size * hand, size * hand + size):
        n_ways //= n_cards - position
        offset, named = divmod(named, n_ways)
        deck[position], deck[position + offset] = deck[position + offset], deck[position]
    return deck, remainder >= RANGE % ways(n_cards, hand, size)


@lru_cache
def deals(n_cards: int, n_players: int, size: int) -> np.ndarray:
    """Deal ``uint8[N_DEALS, size * n_players]`` from a stream, the deck never put in order."""
    words = np.zeros(2 * N_DEALS * n_players, dtype=np.uint64)
    fill_words(np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(0), words)
    shape = shape_of(size)
    limits = reject_below(n_cards, n_players, shape)
    deck = np.arange(n_cards, dtype=np.uint8)
    found = np.zeros((N_DEALS, size * n_players), dtype=np.uint8)
    stream = iter(words)
    for row in found:
        for hand in range(n_players):
            while not draw_hand(deck, size * hand, shape, next(stream), limits[hand]):
                pass
        row[:] = deck[: len(row)]
    return found


def chi_square_sigmas(counts: np.ndarray) -> float:
    """Return how far counts of equally likely things are from equal, in standard deviations."""
    expected = counts.sum() / counts.size
    freedom = counts.size - 1
    return float((((counts - expected) ** 2 / expected).sum() - freedom) / (2 * freedom) ** 0.5)


def test_limits_are_the_words_too_many_for_equal_chances() -> None:
    for n_cards, n_players, size in TABLES:
        limits = reject_below(n_cards, n_players, shape_of(size)).tolist()
        assert limits == [RANGE % ways(n_cards, hand, size) for hand in range(n_players)], n_cards


@given(place=st.sampled_from(HANDS), number=numbers_drawn)
def test_a_draw_is_the_one_that_whole_numbers_give(place: Place, number: int) -> None:
    assert draw(*place, number) == slow_draw(*place, number)


def test_the_lowest_and_the_highest_words_draw_as_whole_numbers_do() -> None:
    misses = [
        (place, number)
        for place in HANDS
        for number in (*range(3), *range(RANGE - 3, RANGE))
        if draw(*place, number) != slow_draw(*place, number)
    ]
    assert misses == []


@given(place=st.sampled_from(HANDS), number=numbers_drawn, spare=st.integers(0, 63))
def test_the_six_lowest_bits_of_a_word_do_not_matter(place: Place, number: int, spare: int) -> None:
    assert draw(*place, number, spare) == draw(*place, number)


def fair_numbers(n_cards: int, hand: int, size: int, named: int) -> range:
    """Return the numbers that draw the hand named by a number and are not discarded.

    Within one hand the remainder grows with the number, so they are one range: from the first
    with a remainder at the limit to the last before the next hand.
    """
    n_ways = ways(n_cards, hand, size)
    first = -(-(named * RANGE + RANGE % n_ways) // n_ways)
    return range(first, -(-(named + 1) * RANGE // n_ways))


@given(place=st.sampled_from(HANDS), data=st.data())
def test_each_hand_is_drawn_by_equally_many_words(place: Place, data: st.DataObject) -> None:
    n_ways = ways(*place)
    numbers = fair_numbers(*place, data.draw(st.integers(0, n_ways - 1), label="named"))
    drawn, fair = draw(*place, numbers[0])
    inside = [draw(*place, number) == (drawn, True) for number in (numbers[0], numbers[-1])]
    beyond = [n for n in (numbers[0] - 1, numbers[-1] + 1) if 0 <= n < RANGE]
    outside = [draw(*place, number) == (drawn, True) for number in beyond]
    assert (fair, inside, any(outside), len(numbers)) == (
        True,
        [True, True],
        False,
        RANGE // n_ways,
    )


def test_five_cards_are_drawn_in_each_order_by_equally_many_words() -> None:
    numbers = [fair_numbers(5, 0, 5, named) for named in range(120)]
    ends = [(draw(5, 0, 5, n[0])[0], draw(5, 0, 5, n[-1])[0], len(n)) for n in numbers]
    orders = sorted(list(order) for order in permutations(range(5)))
    assert sorted(ends) == [(order, order, RANGE // 120) for order in orders]


@pytest.mark.parametrize("table", DEALT)
def test_the_hands_of_a_deal_share_no_card(table: Place) -> None:
    in_order = np.sort(deals(*table), axis=1)
    assert (np.diff(in_order.astype(np.int64), axis=1) > 0).all()


@pytest.mark.parametrize("table", DEALT)
def test_every_card_is_equally_frequent_at_every_position(table: Place) -> None:
    columns = deals(*table).T
    sigmas = [chi_square_sigmas(np.bincount(column, minlength=table[0])) for column in columns]
    assert max(map(abs, sigmas)) < 5, np.round(sigmas, 1).tolist()


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 4), (0, 5), (3, 27), (4, 49), (48, 49)])
def test_every_pair_of_cards_is_equally_frequent_at_two_positions(one: int, other: int) -> None:
    dealt = deals(52, 10, 5).astype(np.int64)
    counts = np.bincount(dealt[:, one] * 52 + dealt[:, other], minlength=52 * 52)
    possible = counts.reshape(52, 52)[~np.eye(52, dtype=bool)]
    assert abs(chi_square_sigmas(possible)) < 5


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 6), (0, 7), (3, 53), (54, 55)])
def test_every_pair_is_equally_frequent_with_seven_cards_and_jokers(one: int, other: int) -> None:
    dealt = deals(56, 8, 7).astype(np.int64)
    counts = np.bincount(dealt[:, one] * 56 + dealt[:, other], minlength=56 * 56)
    possible = counts.reshape(56, 56)[~np.eye(56, dtype=bool)]
    assert abs(chi_square_sigmas(possible)) < 5


@pytest.mark.parametrize(("one", "other"), [(0, 0), (0, 1), (1, 0), (49, 0), (0, 49)])
def test_a_deal_does_not_depend_on_the_one_before(one: int, other: int) -> None:
    dealt = deals(52, 10, 5).astype(np.int64)
    counts = np.bincount(dealt[:-1, one] * 52 + dealt[1:, other], minlength=52 * 52)
    assert abs(chi_square_sigmas(counts)) < 5
