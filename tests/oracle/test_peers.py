"""The standard rules compared with those of other packages: eval7 and PokerKit.

Only what the peers know is compared: the order of hands, and hold'em.  An exact equity before
the river is enumerated here with a peer's ranks, since eval7's own is wrong there.
"""

from itertools import combinations
from typing import Any

import eval7  # type: ignore[import-untyped]
import numpy as np
import pokerkit
import pytest

from pokersim.cards import card_text
from pokersim.studies.equity.equities import equity_rows
from pokersim.studies.rank import rank_hands
from support.equities import STANDARD, count, ids, job_of


def eval7_worth(cards: list[str]) -> Any:
    """Return what eval7 says that five or seven cards are worth: to be compared."""
    return eval7.evaluate([eval7.Card(card) for card in cards])


def pokerkit_worth(cards: list[str]) -> Any:
    """Return what PokerKit says that five or seven cards are worth: to be compared."""
    return pokerkit.StandardHighHand.from_game("".join(cards))


PEERS = {"eval7": (eval7_worth, 5_000), "pokerkit": (pokerkit_worth, 200)}
TEXTS = [card_text(np.array([card], dtype=np.uint8)) for card in range(52)]


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("peer", PEERS)
def test_hands_have_the_order_that_the_peer_gives_them(peer: str, size: int) -> None:
    worth, n = PEERS[peer]
    rng = np.random.default_rng(1)
    hands = np.array([rng.permutation(52)[:size] for _ in range(n)], dtype=np.uint8)
    # Random hands are seldom good: straights, flushes and full houses from few ranks and suits.
    good = np.array([rng.permutation(20)[:size] + 32 for _ in range(n)], dtype=np.uint8)
    hands = np.concatenate([hands, good])
    strengths = rank_hands(hands, STANDARD[0])
    order = np.argsort(strengths, kind="stable")
    theirs = [worth([TEXTS[card] for card in hand]) for hand in hands[order]]
    ours = strengths[order]
    for i in range(1, len(order)):
        if ours[i] == ours[i - 1]:
            assert theirs[i] == theirs[i - 1], hands[order[i]]
        else:
            assert theirs[i] > theirs[i - 1], hands[order[i]]


BOARDS = {
    "AhKs QdJc": "TsTd2h",
    "AhAs KdKc": "2c7dJs",
    "AhKs AcKd 7s7d": "Qs8s5c2d",
    "2h2d 3c3s": "AhAsAdKcKd",
}


# PokerKit is slow: the flop is left to eval7.
@pytest.mark.parametrize(
    ("peer", "hands"),
    [*(("eval7", hands) for hands in BOARDS), *(("pokerkit", hands) for hands in list(BOARDS)[2:])],
)
def test_equities_on_a_board_are_those_by_the_ranks_of_the_peer(peer: str, hands: str) -> None:
    worth, board = PEERS[peer][0], BOARDS[hands]
    job = job_of(hands, board)
    wins = np.zeros((len(job.holdings), len(job.holdings)), dtype=np.int64)
    for more in combinations(job.live_cards, 5 - len(ids(board))):
        common = [TEXTS[card] for card in (*ids(board), *more)]
        keys = [worth([*(TEXTS[card] for card in h.cards), *common]) for h in job.holdings]
        best = [player for player, key in enumerate(keys) if not any(key < k for k in keys)]
        wins[best, len(best) - 1] += 1
    for row in equity_rows(job, count(job)):
        assert [row.wins, *row.ties_by_share] == wins[row.player - 1].tolist()
