"""The job of dealing and showing down, and how a chunk of it is counted.

A job is cut into chunks of a fixed number of deals.  What a chunk counts depends on the seed
and its own number alone, not on who counts it, or when.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from pokersim.constants import HAND_SIZE, STREAMS
from pokersim.errors import InputError
from pokersim.kernels.showdown.records import MAX_SPECIALS, GameCounts, GroupTables, ShowdownCounts
from pokersim.language import _
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.compile.rank_tables import Places, has_four, spread
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.studies.frequency import HAND_SIZES, hands_by_place, tables_for
from pokersim.table_layout import RankTables

CHUNK_DEALS = 1 << 20
"""Deals in a chunk of this kind of job; a constant, since results depend on it."""

MAX_SEED = 2**64 - 1
MAX_PLAYERS = 10
MAX_CHUNKS = 2**32  # they are numbered in 32 bits

ORTHODOX = "standard"
"""The ruleset whose categories group hands when rulesets are compared."""


C = TypeVar("C", ShowdownCounts, GameCounts)


class HandStage(NamedTuple):
    """A point of a game at which hands are counted.

    Attributes
    ----------
    name
        ``dealt``, ``final``, ``showdown`` or ``winner``.
    counts
        ``int64[rulesets, categories]``: hands (of winners: deals) by what they count as.
    exact
        For each ruleset the exact probabilities, best first, where they are known.
    """

    name: str
    counts: np.ndarray
    exact: list[list[float]] | None = None


def check_comparable(rulesets: Sequence[Ruleset]) -> None:
    """Refuse rulesets that can't be played on the same deals."""
    deck = rulesets[0].deck
    for ruleset in rulesets[1:]:
        if ruleset.deck != deck:
            text = _(
                "'{a}' is played with {deck_a} cards and '{b}' with {deck_b}: the same deals "
                "need one deck"
            )
            raise InputError(
                text.format(a=rulesets[0].name, deck_a=deck, b=ruleset.name, deck_b=ruleset.deck)
            )
    names = [ruleset.name for ruleset in rulesets]
    if len(set(names)) != len(names):
        raise InputError(_("a ruleset is named twice: {list}").format(list=", ".join(names)))


def check_seed(seed: int) -> None:
    """Refuse what is no seed."""
    if not 0 <= seed <= MAX_SEED:
        raise InputError(_("the seed must be from 0 to {most}").format(most=MAX_SEED))


@dataclass(frozen=True)
class TableJob(ABC, Generic[C]):
    """What all jobs of dealing to players at a table have in common.

    Attributes
    ----------
    rulesets
        The first is the base of comparisons; all are played with its deck.
    n_players
        From 1; one player is dealt to and nothing is shown down.
    seed
        0 to 2**64 - 1.
    n_cards
        Cards of a hand, 5 to 7.
    """

    game: ClassVar[str]
    most_players: ClassVar[int] = MAX_PLAYERS

    rulesets: tuple[Ruleset, ...]
    n_players: int
    seed: int
    n_cards: int = HAND_SIZE

    def __post_init__(self) -> None:
        check_comparable(self.rulesets)
        check_seed(self.seed)
        if not 1 <= self.n_players <= self.most_players:
            text = _("{n} players: from 1 to {most} can play {game}")
            raise InputError(text.format(n=self.n_players, most=self.most_players, game=self.game))
        if self.n_cards not in HAND_SIZES:
            raise InputError(_("{n} cards a hand: a hand has 5, 6 or 7").format(n=self.n_cards))
        self.check_cards()

    def check_cards(self) -> None:
        """Refuse more players than there are cards for."""
        n_cards = self.rulesets[0].deck.n_cards
        if self.n_players * self.n_cards > n_cards:
            text = _("{n} players need {needed} cards; the deck of {n_cards} is enough for {most}")
            raise InputError(
                text.format(
                    n=self.n_players,
                    needed=self.n_players * self.n_cards,
                    n_cards=n_cards,
                    most=n_cards // self.n_cards,
                )
            )

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The compiled rulesets."""
        return tuple(compile_ruleset(ruleset) for ruleset in self.rulesets)

    @cached_property
    def groups(self) -> tuple[Combination, ...]:
        """What hands are grouped by: orthodox categories, then special combinations."""
        return (*self._orthodox.ranking, *self._specials)

    @cached_property
    def shares(self) -> np.ndarray:
        """``float64[shares]``: the shares of a pot that can be won, ascending."""
        return np.array([a / k for a, k in _shares(self.n_players)])

    @cached_property
    def tables(self) -> RankTables:
        """What the kernel ranks by: the rulesets, and orthodox poker to group hands by."""
        return tables_for([*self.rankings, self._orthodox], self.n_cards)

    @cached_property
    def group_tables(self) -> GroupTables:
        """What the kernel groups hands by."""
        places = Places(
            self.rulesets[0].deck, self.n_cards, any(has_four(r) for r in self.rankings)
        )
        special = np.zeros(places.n, dtype=np.uint32)
        known: set[str] = set()
        for ranking in self.rankings:
            makes = spread(ranking.makes, places)
            for bit, combination in enumerate(self._specials):
                if combination in ranking.ranking and combination.id not in known:
                    place = ranking.ranking.index(combination)
                    special |= ((makes >> place & 1) << bit).astype(np.uint32)
                    known.add(combination.id)
        return GroupTables(
            special,
            np.int64(len(self._orthodox.ranking)),
            _share_index(self.n_players),
            _bits_set(self.n_players),
        )

    @property
    def seat_policies(self) -> tuple[str, ...]:
        """The policy of each seat; none where nothing is decided."""
        return ()

    @property
    @abstractmethod
    def chunk_deals(self) -> int:
        """Deals in a whole chunk."""

    @property
    def max_deals(self) -> int:
        """The most deals that a job can have."""
        return self.chunk_deals * MAX_CHUNKS

    @abstractmethod
    def no_counts(self) -> C:
        """Return counts of the shapes of this job, all zero, and make the tables ready."""

    @abstractmethod
    def count_chunk(self, number: int, n_deals: int) -> C:
        """Play the first ``n_deals`` deals of a chunk and count; the same whenever it is called."""

    @abstractmethod
    def stages(self, counts: C) -> list[HandStage]:
        """Return what was counted at each stage of the game."""

    def no_showdowns(self) -> ShowdownCounts:
        """Return counts of showdowns of this table, all zero."""
        n_rulesets, n_shares = len(self.rulesets), len(self.shares)
        n_categories = max(len(ranking.ranking) for ranking in self.rankings)
        n_groups, n_hands = len(self.groups), self.n_players + 1
        return ShowdownCounts(
            dealt=np.zeros((n_rulesets, n_categories), dtype=np.int64),
            winner=np.zeros((n_rulesets, n_categories), dtype=np.int64),
            changed=np.zeros((n_rulesets, n_shares), dtype=np.int64),
            group_base=np.zeros((n_groups, n_hands, n_shares), dtype=np.int64),
            group_changed=np.zeros(
                (n_rulesets, n_groups, n_hands, n_shares, n_shares), dtype=np.int64
            ),
        )

    def exact_dealt(self) -> list[list[float]]:
        """Return for each ruleset how likely each combination is dealt, best first."""
        return [_shares_of(hands_by_place(ruleset, self.n_cards)) for ruleset in self.rulesets]

    @cached_property
    def _orthodox(self) -> Ranking:
        standard = load_ruleset(ORTHODOX)
        deck = self.rulesets[0].deck
        return compile_ruleset(play_with(standard, deck))

    @cached_property
    def _specials(self) -> tuple[Combination, ...]:
        known = {combination.id for combination in self._orthodox.ranking}
        found: dict[str, Combination] = {}
        for ranking in self.rankings:
            for combination in ranking.ranking:
                if combination.id not in known:
                    first = found.setdefault(combination.id, combination)
                    if first.pattern != combination.pattern:
                        text = _(
                            "'{id}' of '{name}' is not the hand of that name in an earlier "
                            "ruleset: give it another name"
                        )
                        raise InputError(text.format(id=combination.id, name=ranking.ruleset.name))
        if len(found) > MAX_SPECIALS:
            text = _(
                "these rulesets have {n} special combinations together; hands can be grouped "
                "by at most {most}: compare fewer rulesets at a time"
            )
            raise InputError(text.format(n=len(found), most=MAX_SPECIALS))
        return tuple(found.values())


@dataclass(frozen=True)
class ShowdownJob(TableJob[ShowdownCounts]):
    """Deal 5 to 7 cards to each of 1 to 10 players and show down the best five."""

    game: ClassVar[str] = "showdown"

    @property
    def chunk_deals(self) -> int:
        """Deals in a whole chunk."""
        return CHUNK_DEALS

    def no_counts(self) -> ShowdownCounts:
        """Return counts of the shapes of this job, all zero, and make the tables ready."""
        _ = self.tables, self.group_tables  # now, and not by every thread at once
        return self.no_showdowns()

    def count_chunk(self, number: int, n_deals: int = CHUNK_DEALS) -> ShowdownCounts:
        """Play the first ``n_deals`` deals of a chunk and count; the same whenever it is called."""
        from pokersim.kernels.showdown.showdowns import count_showdowns
        from pokersim.kernels.strength_index import shape_of

        counts = self.no_counts()
        stream = (np.uint64(self.seed), np.uint64(STREAMS["showdown"]), np.uint64(number))
        deck = self.rulesets[0].deck.cards
        count_showdowns(
            stream,
            n_deals,
            self.n_players,
            deck,
            shape_of(self.n_cards),
            self.tables,
            self.group_tables,
            counts,
        )
        return counts

    def stages(self, counts: ShowdownCounts) -> list[HandStage]:
        """Return the hands dealt, and those that won."""
        found = [HandStage("dealt", counts.dealt, self.exact_dealt())]
        if self.n_players > 1:
            found.append(HandStage("winner", counts.winner))
        return found


def _shares_of(counts: Sequence[int]) -> list[float]:
    return [count / sum(counts) for count in counts]


def _shares(n_players: int) -> list[tuple[int, int]]:
    """Return the shares that can be won as fractions in lowest terms, ascending."""
    found = {
        (a // gcd(a, k), k // gcd(a, k)) for k in range(1, n_players + 1) for a in range(k + 1)
    }
    return sorted(found, key=lambda share: share[0] / share[1])


def _share_index(n_players: int) -> np.ndarray:
    """Return ``uint8[players + 1, players + 1]``: the share number of ``a`` of ``k`` winners."""
    order = {share: number for number, share in enumerate(_shares(n_players))}
    index = np.zeros((n_players + 1, n_players + 1), dtype=np.uint8)
    for k in range(1, n_players + 1):
        for a in range(k + 1):
            index[a, k] = order[a // gcd(a, k), k // gcd(a, k)]
    return index


def _bits_set(n_players: int) -> np.ndarray:
    return np.array([mask.bit_count() for mask in range(1 << n_players)], dtype=np.uint8)
