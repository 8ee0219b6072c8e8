"""Pots played for chips by policies, one core; and PokerKit on the nearest game, if installed."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from pokersim.games.policies import load_policy
from pokersim.games.spec import load_betting
from pokersim.rules.loader import load_ruleset
from pokersim.studies.betting.betting_simulation import BettingJob

N_POTS = 1 << 17
N_PEER_HANDS = 100
SEATS = 6
MIXED = ("rock", "tight", "loose", "caller", "maniac", "book")


def job_of(system: str, names: tuple[str, ...]) -> BettingJob:
    """Seat six players under the standard rules."""
    policies = tuple(load_policy(name) for name in names)
    return BettingJob(load_betting(system), (load_ruleset("standard"),), policies, seed=1)


@pytest.mark.parametrize(
    "names", [MIXED, ("tight",) * SEATS, ("random",) * SEATS], ids=["mixed", "tight", "random"]
)
@pytest.mark.parametrize("system", ["jackpots", "blind-opening", "five-card-stud"])
def test_play_pots(rated: Callable[..., Any], system: str, names: tuple[str, ...]) -> None:
    """Play a chunk and count; hands that are passed on are hands too."""
    job = job_of(system, names)
    passed_on = int(job.count_chunk(0, N_POTS).ends[0, 0])
    rated(N_POTS + passed_on, "hands", job.count_chunk, 0, N_POTS)


def test_pokerkit_plays_fixed_limit_draw_at_random(rated: Callable[..., Any]) -> None:
    """Six players ante, do any legal thing, throw three cards, and do so again."""
    pokerkit = pytest.importorskip("pokerkit", reason="the extra 'peers' is not installed")
    rng = random.Random(1)

    def street(dealt: int, bet: int) -> Any:
        is_draw = dealt == 0
        position = pokerkit.Opening.POSITION
        return pokerkit.Street(False, (False,) * dealt, 0, is_draw, position, bet, 4)

    def play() -> None:
        for _ in range(N_PEER_HANDS):
            state = pokerkit.State(
                tuple(pokerkit.Automation),
                pokerkit.Deck.STANDARD,
                (pokerkit.StandardHighHand,),
                (street(5, 2), street(0, 4)),
                pokerkit.BettingStructure.FIXED_LIMIT,
                True,
                1,
                0,
                0,
                200,
                SEATS,
            )
            while state.status:
                if state.can_stand_pat_or_discard():
                    state.stand_pat_or_discard(
                        rng.sample(
                            list(state.get_down_cards(state.stand_patter_or_discarder_index)), 3
                        )
                    )
                else:
                    rng.choice(legal_of(state))()

    rated(N_PEER_HANDS, "hands", play)


def legal_of(state: Any) -> list[Callable[[], Any]]:
    """Give what may be done."""
    found = [state.check_or_call]
    if state.can_fold():
        found.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        found.append(state.complete_bet_or_raise_to)
    return found
