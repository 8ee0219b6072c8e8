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
from pokersim.packing import COLUMN_MASK, KEY_BITS, KEY_MASK, ROW_BITS, SUIT_BITS, SUIT_FLAG
from pokersim.rules.loader import load_ruleset
from pokersim.studies.rank import tables_of
from pokersim.studies.showdown import ShowdownJob
from pokersim.tables import RankTables, paths

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
    """Give a loop over lists that ranks by the same tables as the kernel."""
    card_word, row_start = tables.card_word.tolist(), tables.row_start.tolist()
    values, start = tables.values[:, 0].tolist(), int(tables.start[5])
    flags = [SUIT_FLAG << KEY_BITS + SUIT_BITS * suit for suit in range(4)]
    five_suited = paths().five_suited

    def rank(hands: list[list[int]]) -> list[int]:
        strengths = []
        for hand in hands:
            packed = start
            for card in hand:
                packed += card_word[card]
            key = packed & KEY_MASK
            strength = values[row_start[key >> ROW_BITS] + (key & COLUMN_MASK)]
            if any(packed & flag for flag in flags):
                suited = five_suited
                for card in hand:
                    suited += 1 << card // 4
                strength = max(strength, values[suited])
            strengths.append(strength)
        return strengths

    return rank


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """Return ``uint8[N_HANDS, 5]`` random hands."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (N_HANDS, 1))
    return np.ascontiguousarray(np.random.default_rng(3).permuted(decks, axis=1)[:, :5])


def test_the_plain_loop_gives_the_same_strengths(hands: np.ndarray) -> None:
    tables = tables_of((load_ruleset("standard"),))
    strengths = np.zeros((len(hands), 1), dtype=np.uint16)
    rank_hands(hands, tables, strengths)
    assert plain_ranker(tables)(hands.tolist()) == strengths[:, 0].tolist()


def test_the_kernel_ranks_fifty_times_as_fast_as_a_plain_loop(hands: np.ndarray) -> None:
    tables = tables_of((load_ruleset("standard"),))
    strengths = np.zeros((len(hands), 1), dtype=np.uint16)
    rank, rows = plain_ranker(tables), hands.tolist()
    gate = 1 / 50
    ratio = time_ratio(lambda: rank_hands(hands, tables, strengths), lambda: rank(rows), gate)
    assert ratio < gate


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
