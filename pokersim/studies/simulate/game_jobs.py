"""The jobs of playing five-card draw and five-card stud without betting."""

from abc import abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from pokersim.constants import HAND_SIZE, STREAMS
from pokersim.errors import InputError
from pokersim.kernels.showdown.records import DrawTables, GameCounts
from pokersim.language import _, ngettext
from pokersim.studies.draw.draw_policies import check_policy, final_shares, holds
from pokersim.studies.draw.holds import check_drawable
from pokersim.studies.simulate.showdown_job import HandStage, TableJob

GAME_DEALS = 1 << 18
"""Deals in a chunk of these kinds of jobs; a constant, since results depend on it."""

STUD_PLAYERS = 14


@dataclass(frozen=True)
class GameJob(TableJob[GameCounts]):
    """A game of five cards in which nobody bets and everybody shows down."""

    stream: ClassVar[int]
    """The number of this kind of job in the key of its random words."""

    n_cards: int = field(default=HAND_SIZE, init=False)

    @property
    def chunk_deals(self) -> int:
        """Deals in a whole chunk."""
        return GAME_DEALS

    @property
    @abstractmethod
    def places(self) -> np.ndarray:
        """``int64[players, 5]``: which cards off the pack each player gets, in that order."""

    @cached_property
    def n_out(self) -> int:
        """How many cards leave the pack, the stock included."""
        return int(self.places.max()) + 1

    @cached_property
    def draws(self) -> DrawTables:
        """What every player throws; without holds nobody draws."""
        return DrawTables(np.zeros((0, 0), dtype=np.uint8), np.zeros((0, 0), dtype=np.int64))

    def no_counts(self) -> GameCounts:
        """Return counts of the shapes of this job, all zero, and make the tables ready."""
        _ = self.tables, self.group_tables, self.draws  # now, and not by every thread at once
        shown = self.no_showdowns()
        seat = np.zeros((len(self.rulesets), self.n_players, len(self.shares)), dtype=np.int64)
        return GameCounts(final=np.zeros_like(shown.dealt), seat=seat, **shown._asdict())

    def count_chunk(self, number: int, n_deals: int = GAME_DEALS) -> GameCounts:
        """Play the first ``n_deals`` deals of a chunk and count; the same whenever it is called."""
        from pokersim.kernels.showdown.games import count_games

        counts = self.no_counts()
        stream = (np.uint64(self.seed), np.uint64(self.stream), np.uint64(number))
        count_games(
            stream,
            n_deals,
            self.rulesets[0].deck.cards,
            self.places,
            self.n_out,
            self.tables,
            self.group_tables,
            self.draws,
            counts,
        )
        return counts

    def stages(self, counts: GameCounts) -> list[HandStage]:
        """Return the hands dealt, what they became, those shown, and those that won."""
        found = [
            HandStage("dealt", counts.dealt, self.exact_dealt()),
            HandStage("final", counts.final, self.exact_final()),
        ]
        if self.n_players > 1:  # nobody folds, so that all final hands are shown
            found += [HandStage("showdown", counts.final), HandStage("winner", counts.winner)]
        return found

    def exact_final(self) -> list[list[float]] | None:
        """Return for each ruleset how likely each combination is at the end, where it is known."""
        return self.exact_dealt()


@dataclass(frozen=True)
class DrawJob(GameJob):
    """Five-card draw: everybody draws once by a policy, in turn from the dealer's left.

    Attributes
    ----------
    policies
        Names of :data:`pokersim.studies.draw.draw_policies.POLICIES`: one for all seats, or one
        a seat.
        Each ruleset has its own holds by that name, worked out against as many opponents as
        there are.
    """

    game: ClassVar[str] = "draw"
    stream: ClassVar[int] = STREAMS["draw"]

    policies: tuple[str, ...] = ("best",)

    def __post_init__(self) -> None:
        super().__post_init__()
        for policy in self.policies:
            check_policy(policy)
        if len(self.policies) not in (1, self.n_players):
            text = ngettext(
                "{n} policies for {n_players} player: name one for all seats, or one for each, "
                "from the dealer's left",
                "{n} policies for {n_players} players: name one for all seats, or one for each, "
                "from the dealer's left",
                self.n_players,
            )
            raise InputError(text.format(n=len(self.policies), n_players=self.n_players))
        check_drawable(self.rulesets[0], self.opponents)

    @property
    def opponents(self) -> int:
        """How many others a policy is worked out against; one who sits alone has one in mind."""
        return max(1, self.n_players - 1)

    @property
    def seat_policies(self) -> tuple[str, ...]:
        """The policy of each seat."""
        return self.policies if len(self.policies) > 1 else self.policies * self.n_players

    @cached_property
    def places(self) -> np.ndarray:
        """``int64[players, 5]``: one card at a time, from the dealer's left."""
        return np.arange(HAND_SIZE) * self.n_players + np.arange(self.n_players)[:, None]

    @cached_property
    def n_out(self) -> int:
        """How many cards leave the pack: the hands, and all that could be drawn."""
        return min(2 * HAND_SIZE * self.n_players, self.rulesets[0].deck.n_cards)

    @cached_property
    def draws(self) -> DrawTables:
        """What every player throws under every ruleset."""
        names = list(dict.fromkeys(self.policies))
        rows = [holds(rules, name, self.opponents) for rules in self.rulesets for name in names]
        seats = np.array([names.index(name) for name in self.seat_policies])
        first = np.arange(len(self.rulesets)) * len(names)
        return DrawTables(np.array(rows), first[:, None] + seats)

    def exact_final(self) -> list[list[float]] | None:
        """Return how likely each combination is after the draw, over all seats.

        It is known if the stock can't run out: until then whatever anybody draws comes from all
        the cards that he does not have.
        """
        if self.n_out < 2 * HAND_SIZE * self.n_players:
            return None
        found = []
        for ranking in self.rankings:
            shares = sum(
                final_shares(ranking.ruleset, policy, self.opponents)
                for policy in self.seat_policies
            )
            mean = np.asarray(shares)[1:] / self.n_players
            found.append(np.bincount(ranking.category[1:], mean, len(ranking.ranking)).tolist())
        return found


@dataclass(frozen=True)
class StudJob(GameJob):
    """Five-card stud: five cards each, or fewer and some that all share when the pack is short."""

    game: ClassVar[str] = "stud"
    most_players: ClassVar[int] = STUD_PLAYERS
    stream: ClassVar[int] = STREAMS["stud"]

    def check_cards(self) -> None:
        """Refuse more players than there are cards for."""
        n_cards = self.rulesets[0].deck.n_cards
        if stud_places(self.n_players, n_cards) is None:
            seats = range(1, STUD_PLAYERS + 1)
            most = max(n for n in seats if stud_places(n, n_cards) is not None)
            text = _(
                "{n} players are too many for stud with a deck of {n_cards}, which is enough "
                "for {most}"
            )
            raise InputError(text.format(n=self.n_players, n_cards=n_cards, most=most))

    @cached_property
    def places(self) -> np.ndarray:
        """``int64[players, 5]``: a card at a time from the dealer's left, and what all share."""
        found = stud_places(self.n_players, self.rulesets[0].deck.n_cards)
        assert found is not None, "the table was checked"
        return found


def stud_places(n_players: int, n_cards: int) -> np.ndarray | None:
    """Return ``int64[players, 5]``: which cards off the pack each player can call his own.

    Two cards each to begin with.  Before each later round, if the cards left are fewer than the
    players and one for each round still to come, one card is turned up for all to share instead.
    None if the pack is too short for that.

    >>> stud_places(11, 52)[:2].tolist()  # all share the 45th card
    [[0, 11, 22, 33, 44], [1, 12, 23, 34, 44]]
    """
    found, out = [], 0
    for round_number in range(HAND_SIZE):
        to_come = HAND_SIZE - 1 - round_number
        is_shared = round_number >= 2 and n_cards - out < n_players + to_come
        n_dealt = 1 if is_shared else n_players
        found.append(np.arange(out, out + n_dealt).repeat(n_players // n_dealt))
        out += n_dealt
    return np.stack(found, axis=1) if out <= n_cards else None
