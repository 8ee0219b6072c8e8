"""Speed, in ratios alone: a loop of the same process is the measure, never the clock.

Each time is the least of several, taken in turns, so that a busy machine slows both sides; and
because it can slow one more than the other, turns go on for a while before a gate is missed.
Figures of a machine are the business of ``benchmarks/``.
"""

import os
import time
from collections.abc import Callable

import numpy as np
import pytest

from pokersim.kernels.rank import rank_hands
from pokersim.kernels.strength_index import shape_of
from pokersim.packing import KEY_BITS, KEY_MASK, SUIT_BITS, SUIT_FLAG
from pokersim.rules.loader import load_ruleset
from pokersim.studies.simulate.showdown_job import ShowdownJob
from pokersim.table_layout import RankTables
from support.decks import DECKS, playing, random_hands, tables_for

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") != "0", reason="plain Python is not fast"
)

N_HANDS = 4_000
N_DEALS = 10_000
FEWEST_TURNS, MOST_TURNS = 15, 300


def time_ratio(
    measured: Callable[[], object], yardstick: Callable[[], object], gate: float
) -> float:
    """Give the least time of one function in terms of that of another; below the gate is enough."""
    functions = (measured, yardstick)
    for function in functions:
        function()  # compiled before the clock starts
    least = [float("inf"), float("inf")]
    for turn in range(MOST_TURNS):
        if turn >= FEWEST_TURNS and least[0] < gate * least[1]:
            break
        for i, function in enumerate(functions):
            start = time.perf_counter()
            function()
            least[i] = min(least[i], time.perf_counter() - start)
    return least[0] / least[1]


def plain_ranker(tables: RankTables) -> Callable[[list[list[int]]], list[int]]:
    """Give a loop over lists that ranks natural hands by the same tables as the kernel."""
    card_word, row_start = tables.card_word.tolist(), tables.row_start.tolist()
    values, start = tables.values[:, 0].tolist(), int(tables.start)
    mixer, mask, row_bits = int(tables.mixer), int(tables.mask), int(tables.row_bits)
    column_mask = (1 << row_bits) - 1
    flags = [SUIT_FLAG << KEY_BITS + SUIT_BITS * suit for suit in range(4)]
    five_suited = int(tables.five_suited)

    def rank(hands: list[list[int]]) -> list[int]:
        strengths = []
        for hand in hands:
            packed = start
            for card in hand:
                packed += card_word[card]
            mixed = (packed & KEY_MASK) * mixer & mask
            strength = values[row_start[mixed >> row_bits] + (mixed & column_mask)]
            for suit in range(4):
                if packed & flags[suit]:
                    suited = five_suited
                    for card in hand:
                        if card % 4 == suit:
                            suited += 1 << card // 4
                    strength = max(strength, values[suited])
            strengths.append(strength)
        return strengths

    return rank


class Timed:
    """Hands to be ranked under a ruleset.

    Parameters
    ----------
    name, deck_name, size
        The ruleset, what it is played with, and the cards of a hand.
    """

    def __init__(self, name: str, deck_name: str = "52", size: int = 5) -> None:
        deck = DECKS[deck_name]
        # Every second hand is drawn at random; the others are rich in wild cards and one suit.
        self.cards = np.ascontiguousarray(random_hands(deck, size, 2 * N_HANDS, seed=3)[::2])
        self.shape = shape_of(size)
        self.tables = tables_for((playing(name, deck),), size)
        self.strengths = np.zeros((N_HANDS, 1), dtype=np.uint16)

    def rank(self) -> None:
        """Rank them with the kernel."""
        rank_hands(self.cards, self.shape, self.tables, self.strengths)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_plain_loop_gives_the_same_strengths(size: int) -> None:
    hands = Timed("standard", size=size)
    hands.rank()
    assert plain_ranker(hands.tables)(hands.cards.tolist()) == hands.strengths[:, 0].tolist()


@pytest.mark.parametrize(("size", "times"), [(5, 50), (6, 35), (7, 35)])
def test_the_kernel_ranks_many_times_as_fast_as_a_plain_loop(size: int, times: int) -> None:
    hands = Timed("standard", size=size)
    rank, rows = plain_ranker(hands.tables), hands.cards.tolist()
    gate = 1 / times
    assert time_ratio(hands.rank, lambda: rank(rows), gate) < gate


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize(
    ("deck_name", "gate"), [("2 jokers", 1.1), ("deuces", 1.1), ("bugs and deuces", 1.3)]
)
def test_wild_cards_make_ranking_little_slower(deck_name: str, gate: float, size: int) -> None:
    # More hands have a suit with enough cards where wild ones count for each.
    wild, natural = Timed("standard", deck_name, size), Timed("standard", size=size)
    assert time_ratio(wild.rank, natural.rank, gate) < gate


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("deck_name", ["52", "2 jokers", "deuces"])
def test_four_flushes_are_ranked_at_half_the_speed_or_better(deck_name: str, size: int) -> None:
    gate = 2.0
    four, five = Timed("four-flush", deck_name, size), Timed("standard", deck_name, size)
    assert time_ratio(four.rank, five.rank, gate) < gate


@pytest.mark.parametrize("deck_name", ["lowest", "hole"])
def test_cards_wild_by_hand_make_ranking_at_most_five_times_slower(deck_name: str) -> None:
    gate = 5.0
    by_hand, natural = Timed("standard", deck_name, 7), Timed("standard", size=7)
    assert time_ratio(by_hand.rank, natural.rank, gate) < gate


@pytest.mark.parametrize("n_players", [1, 2, 6])
@pytest.mark.parametrize("other", ["cats-and-dogs", "soko"])
def test_two_rulesets_take_little_longer_than_one(other: str, n_players: int) -> None:
    # Both look for four of a suit where the second ruleset does: the base is four-flush.
    base = load_ruleset("four-flush")
    one = ShowdownJob((base,), n_players, seed=1)
    two = ShowdownJob((base, load_ruleset(other)), n_players, seed=1)
    gate = 1.6
    ratio = time_ratio(
        lambda: two.count_chunk(0, N_DEALS), lambda: one.count_chunk(0, N_DEALS), gate
    )
    assert ratio < gate
