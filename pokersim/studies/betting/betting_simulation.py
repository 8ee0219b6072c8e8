"""The job of playing pots for chips by policies, and how a chunk of it is counted."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pokersim.constants import HAND_SIZE, STREAMS
from pokersim.errors import InputError
from pokersim.games.policies import BettingPolicy
from pokersim.games.spec import Betting
from pokersim.games.table import seat_tables
from pokersim.kernels.betting.records import BettingCounts, HandValues
from pokersim.language import _
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.betting.hand_values import hand_values_of
from pokersim.studies.betting.players import draws_of
from pokersim.studies.simulate.showdown_job import MAX_CHUNKS, check_comparable, check_seed
from pokersim.table_layout import RankTables

CHUNK_POTS = 1 << 17
"""Pots in a chunk of this kind of job; a constant, since results depend on it."""

MAX_POT_STACK = 1000
"""Chips of a player at most: the counts have a place for each number of chips to be won."""

STAGES = ("dealt", "final", "showdown", "winner")
N_ENDS = 6


@dataclass(frozen=True)
class BettingJob:
    """Play pots for chips by policies, under several rulesets with the same cards.

    A pot is one trial: everybody begins it with the same stack, and where a hand is passed on to
    the next deal it goes on until somebody has won.  From pot to pot all policies move on a seat,
    so that what is won by a seat and by a policy can be told apart.

    Attributes
    ----------
    betting
        How the game is bet.
    rulesets
        The first is the base of comparisons; all are played with its deck.
    policies
        One for each player.
    seed
        0 to 2**64 - 1.
    stack
        Chips of each player, 1 to 1,000.
    """

    betting: Betting
    rulesets: tuple[Ruleset, ...]
    policies: tuple[BettingPolicy, ...]
    seed: int
    stack: int = 200

    def __post_init__(self) -> None:
        check_comparable(self.rulesets)
        check_seed(self.seed)
        deck = self.rulesets[0].deck
        if deck.by_hand:
            raise InputError(_("wild cards that differ by hand can't be played for chips"))
        self.betting.check_seats(self.n_players, deck.n_cards)
        for policy in self.kinds:
            policy.row(self.game)
        if not 1 <= self.stack <= MAX_POT_STACK:
            text = _("a stack of {n} chips: from 1 to {most} are allowed here")
            raise InputError(text.format(n=self.stack, most=MAX_POT_STACK))

    @property
    def n_players(self) -> int:
        """How many play."""
        return len(self.policies)

    @property
    def game(self) -> str:
        """``draw`` or ``stud``."""
        return self.betting.game

    @property
    def chunk_deals(self) -> int:
        """Pots in a whole chunk."""
        return CHUNK_POTS

    @property
    def max_deals(self) -> int:
        """The most pots of a job."""
        return CHUNK_POTS * MAX_CHUNKS

    @cached_property
    def kinds(self) -> tuple[BettingPolicy, ...]:
        """The different policies, in the order of the players."""
        return tuple(dict.fromkeys(self.policies))

    @cached_property
    def seated(self) -> np.ndarray:
        """``int64[players]``: the number of each player's policy in the first pot."""
        return np.array([self.kinds.index(policy) for policy in self.policies])

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The compiled rulesets."""
        return tuple(compile_ruleset(ruleset) for ruleset in self.rulesets)

    @cached_property
    def outlooks(self) -> tuple[HandValues, ...]:
        """What the policies decide by under each ruleset."""
        draws = draws_of(self.policies)
        return tuple(hand_values_of(rules, self.game, draws) for rules in self.rulesets)

    @cached_property
    def tables(self) -> tuple[tuple[RankTables, ...], ...]:
        """What hands are ranked by under each ruleset."""
        return tuple(seat_tables(rules, self.betting) for rules in self.rulesets)

    @cached_property
    def rules(self) -> tuple[np.ndarray, ...]:
        """What the engine plays by under each ruleset; who may open takes long to find."""
        return tuple(self.betting.rules(ranking) for ranking in self.rankings)

    @property
    def most(self) -> int:
        """The chips on the table: nobody can win more."""
        return self.stack * self.n_players

    def no_counts(self) -> BettingCounts:
        """Return counts of the shapes of this job, all zero, and make the tables ready."""
        _ = self.outlooks, self.tables, self.rules  # now, and not by every thread at once
        n_rulesets, nets = len(self.rulesets), 2 * self.most + 1
        n_categories = max(len(ranking.ranking) for ranking in self.rankings)

        def zeros(*shape: int) -> np.ndarray:
            return np.zeros((n_rulesets, *shape), dtype=np.int64)

        return BettingCounts(
            player=zeros(self.n_players, nets),
            policy=zeros(len(self.kinds), nets),
            player_change=zeros(self.n_players, 2 * nets - 1),
            policy_change=zeros(len(self.kinds), 2 * nets - 1),
            pot=zeros(nets),
            ends=zeros(N_ENDS),
            stages=zeros(len(STAGES), n_categories),
            chips_won=zeros(n_categories + 1),
        )

    def count_chunk(self, number: int, n_deals: int = CHUNK_POTS) -> BettingCounts:
        """Play the first ``n_deals`` pots of a chunk and count; the same whenever it is called."""
        from pokersim.kernels.betting.net_winnings import count_nets

        counts = self.no_counts()
        base = np.zeros((0, 0), dtype=np.int64)
        for r in range(len(self.rulesets)):
            nets, pots = self._play(r, number, n_deals, counts)
            base = base if r else nets
            count_nets(
                nets,
                base,
                self.seated,
                counts.player[r],
                counts.policy[r],
                counts.player_change[r],
                counts.policy_change[r],
            )
            counts.pot[r] += np.bincount(pots + self.most, minlength=len(counts.pot[r]))
        return counts

    def _play(
        self, r: int, number: int, n_pots: int, counts: BettingCounts
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play pots under one ruleset: return the chips each player won, and those in the pots."""
        from pokersim.kernels.betting.simulation import new_scratch, play_pots

        draws = draws_of(self.policies)
        nets = np.zeros((n_pots, self.n_players), dtype=np.int64)
        pots = np.zeros(n_pots, dtype=np.int64)
        deck = self.rulesets[0].deck.cards
        drawn = 2 if self.game == "draw" else 1
        play_pots(
            (np.uint64(self.seed), np.uint64(STREAMS["betting"]), np.uint64(number)),
            n_pots,
            self.stack,
            deck,
            min(drawn * HAND_SIZE * self.n_players, len(deck)),
            self.rules[r],
            self.tables[r],  # type: ignore[arg-type]
            self.outlooks[r],
            np.concatenate([kind.row(self.game) for kind in self.kinds]),
            np.array([draws.index(kind.draw) for kind in self.kinds]),
            self.seated,
            new_scratch(),
            nets,
            pots,
            counts.ends[r],
            counts.stages[r].ravel(),
            counts.chips_won[r],
        )
        return nets, pots
