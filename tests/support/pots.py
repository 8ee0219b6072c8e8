"""What the tests of pots for chips share: jobs in few words, and pots played on both roads."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from unittest.mock import patch

import numpy as np

from pokersim.constants import STREAMS
from pokersim.games.policies import policies
from pokersim.games.spec import load_betting
from pokersim.games.table import GameTable
from pokersim.kernels.betting import simulation as kernels
from pokersim.kernels.betting import state as chips
from pokersim.kernels.betting.simulation import new_scratch
from pokersim.kernels.betting.state import Event
from pokersim.rules.deck import Deck
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.betting.players import players_of, policies_of
from support.decks import playing

ALL_POLICIES = tuple(policies())
_LOG_ROWS = 2048


class Ended(NamedTuple):
    """The last hand of a pot: what happened, what each player won in the pot, and its size."""

    events: tuple[Event, ...]
    nets: list[int]
    pot: int


def job_of(
    system: str,
    names: Sequence[str] = ("tight",),
    n_players: int = 6,
    rulesets: Sequence[str] = ("standard",),
    deck: Deck | None = None,
    settings: Mapping[str, object] | None = None,
    stack: int = 200,
    seed: int = 7,
) -> BettingJob:
    """Give a job; names of policies come round again until everybody has one."""
    seated = [names[i % len(names)] for i in range(n_players)]
    return BettingJob(
        load_betting(system, settings),
        tuple(playing(name, deck or Deck()) for name in rulesets),
        policies_of(seated, n_players),
        seed,
        stack,
    )


def kernel_hands(job: BettingJob, chunk: int, n_pots: int) -> Iterator[Ended]:
    """Give the last hand of each pot, as the kernel plays it.

    The kernel keeps no more than its last hand, so pots are played again with one more each time.
    """
    scratch = new_scratch()
    scratch.hand[chips.LOG_ROOM] = _LOG_ROWS
    log = np.zeros(_LOG_ROWS * chips.EVENT_SIZE, dtype=np.int64)
    room = scratch._replace(log=log)
    with patch.object(kernels, "new_scratch", lambda: room):
        for n in range(1, n_pots + 1):
            nets, pots = job._play(0, chunk, n, job.no_counts())
            rows = log.reshape(-1, chips.EVENT_SIZE)[: int(room.hand[chips.N_EVENTS])]
            events = tuple(Event(*row) for row in rows.tolist())
            yield Ended(events, nets[-1].tolist(), int(pots[-1]))


def table_hands(job: BettingJob, chunk: int, n_pots: int) -> Iterator[Ended]:
    """Give the same, played by players at a table."""
    names = [policy.name for policy in job.policies]
    players = players_of(names, job.betting, job.rulesets[0], job.n_players)
    n = job.n_players
    for pot in range(n_pots):
        table = GameTable(job.betting, job.rulesets[0], [job.stack] * n)
        for deal in range(1 << 14):
            if deal:
                table.move_deal()
            table.deal(stream=(job.seed, STREAMS["betting"], chunk, (pot << 32) | (deal << 16)))
            table.play([players[(i + pot) % n] for i in range(n)])
            if table.result != "left":
                break
        nets = dict(zip(table.players, table.stacks, strict=True))
        won = sum(event.amount for event in table.events if event.kind == chips.WON_POT)
        yield Ended(table.events, [nets.get(i, 0) - job.stack for i in range(n)], won)
