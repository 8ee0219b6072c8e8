"""Pots played for chips by all policies, in a batch and at a table."""

from typing import Any

import numpy as np

from pokersim.rules.deck import Deck, parse_deck, parse_wild
from support.pots import ALL_POLICIES, job_of, table_hands

# Small enough for every hand to be dealt in plain Python.
FEW_RANKS = parse_deck("2TQA").ranks


FEW_WILD = Deck(FEW_RANKS[1:], jokers=3, wild=parse_wild("T", FEW_RANKS))


POTS: dict[str, dict[str, Any]] = {
    "draw": {
        "system": "jackpots",
        "n_players": 3,
        "deck": Deck(FEW_RANKS),
        "settings": {"openers": "one-pair:QQ"},
        "seed": 2**64 - 1,
    },
    "draw, short": {"system": "blind-raising", "n_players": 3, "stack": 5},
    "stud": {"system": "five-card-stud", "n_players": 5, "rulesets": ["soko"]},
}


def results() -> dict[str, np.ndarray]:
    """Play pots in a batch and at a table.

    The batch has pointers, whose bounds cannot be checked; the same kernels have arrays at a table.
    """
    found = {}
    for name, settings in POTS.items():
        job = job_of(**{"names": ALL_POLICIES[::-1], "deck": FEW_WILD, **settings})
        for field, array in job.count_chunk(1, 40)._asdict().items():
            found[f"{name}: {field}"] = array
        for pot, ended in enumerate(table_hands(job, 1, 20)):
            found[f"{name}: events of pot {pot}"] = np.array(ended.events)
        outlook = job.outlooks[0]
        found[f"{name}: values"] = outlook.value
        found[f"{name}: shares"] = outlook.share
    return found
