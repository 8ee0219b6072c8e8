"""Pots for chips played twice: by the kernel in a batch, and by players at a table."""

from functools import cache
from typing import Any

import pytest

from pokersim.kernels.betting import state as chips
from pokersim.studies.betting.betting_simulation import BettingJob
from support.decks import DECKS
from support.pots import ALL_POLICIES, Ended, job_of, kernel_hands, table_hands

N_POTS = 12
LAST_SEED = 2**64 - 1

GAMES: dict[str, dict[str, Any]] = {
    "pass and out": {"system": "pass-and-out", "n_players": 7},
    "pass and back": {"system": "pass-and-back", "n_players": 5, "rulesets": ["cats-and-dogs"]},
    "jackpots": {"system": "jackpots", "n_players": 7},
    "jackpots of two": {"system": "jackpots", "n_players": 2, "names": ["book", "random"]},
    "jackpots of seven, the stock runs out": {
        "system": "jackpots",
        "n_players": 7,
        "names": ["maniac", "caller", "random", "loose"],
    },
    "blind opening": {"system": "blind-opening", "n_players": 7, "rulesets": ["cats-and-dogs"]},
    "blind raising": {"system": "blind-raising", "n_players": 7, "seed": LAST_SEED},
    "stud": {"system": "five-card-stud", "n_players": 7, "rulesets": ["four-flush"]},
    "stud of two": {"system": "five-card-stud", "n_players": 2, "names": ["tight", "random"]},
    "stud of fourteen, cards are shared": {
        "system": "five-card-stud",
        "n_players": 14,
        "names": ["caller", "random", "maniac"],
        "seed": LAST_SEED,
    },
    "stud whose pot is left": {
        "system": "five-card-stud",
        "n_players": 4,
        "names": ["caller", "random", "caller"],
        "settings": {"passed-on": "any-round"},
        "stack": 9,
    },
    "draw with jokers and sixes, the stock runs out": {
        "system": "jackpots",
        "n_players": 5,
        "deck": DECKS["odd ranks, jokers and sixes"],
        "rulesets": ["soko"],
        "settings": {"openers": "one-pair:QQ"},
    },
    "stud with jokers and deuces": {
        "system": "five-card-stud",
        "n_players": 7,
        "deck": DECKS["jokers and deuces"],
    },
    "draw with side pots, since one alone antes": {
        "system": "pass-and-back",
        "n_players": 4,
        "names": ["caller", "maniac"],
        "settings": {"ante": "dealer", "limits": [3, 3]},
        "stack": 4,
    },
    "draw with short stacks": {"system": "jackpots", "n_players": 7, "stack": 4},
    "draw of three cards at most": {
        "system": "blind-opening",
        "n_players": 7,
        "names": ["random", "maniac", "book"],
        "settings": {"most-drawn": 3, "ace-draws-four": True},
    },
}


def game_of(name: str) -> BettingJob:
    """Return a game of all policies with 36 cards, unless it says otherwise."""
    return job_of(**{"names": ALL_POLICIES, "deck": DECKS["36"], **GAMES[name]})


@cache
def hands_of(name: str) -> list[Ended]:
    """Return the hands of a game as the kernel plays them."""
    return list(kernel_hands(game_of(name), 3, N_POTS))


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_and_players_at_a_table_play_the_same_hands(game: str) -> None:
    at_table = table_hands(game_of(game), 3, N_POTS)
    for pot, (batch, table) in enumerate(zip(hands_of(game), at_table, strict=True)):
        assert batch == table, pot


def test_these_hands_have_all_that_can_happen() -> None:
    """All but a pot that is left, which the last hand of a pot is not; see the counts for these."""
    events = [event for game in GAMES for hand in hands_of(game) for event in hand.events]
    assert {event.kind for event in events} == set(range(chips.LEFT_POT))
    assert max(event.card for event in events if event.kind == chips.WON_POT) > 0  # a side pot


@pytest.mark.parametrize("game", ["jackpots", "stud whose pot is left"])
def test_among_them_are_pots_that_are_left_to_the_next_deal(game: str) -> None:
    job = game_of(game)
    counts = job.no_counts()
    job._play(0, 3, N_POTS, counts)
    assert counts.ends[0, 0] > 0
