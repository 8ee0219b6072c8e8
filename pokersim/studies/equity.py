"""What a hand is worth against others, with the cards still to come: exact, or sampled.

The cards to come are dealt in every possible way if that costs no more than a budget of
evaluated hands, else at random.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, sqrt

import numpy as np

from pokersim.cards import FIRST_JOKER, MAX_JOKERS, UNKNOWN, card_text, parse_cards
from pokersim.errors import InputError
from pokersim.rules.compiler import Ranking, compile_ruleset
from pokersim.rules.kinds import is_kind, strengths_of_kind
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.stats import normal_quantile
from pokersim.studies.frequency import tables_for
from pokersim.tables import EquityCounts, RankTables, Spot

MIN_PLAYERS, MAX_PLAYERS = 2, 10
BOARD = 5
"""Cards that all players share where there is a board."""

OWN_WITH_BOARD = 2
"""Cards that a player has besides."""

MANY_DEALS = 1_000
"""So many deals of one player take longer one by one than by strength."""

SAMPLE_CHUNK = 1 << 17
"""Deals in a chunk of a sampled job; a constant, since results depend on it."""

_WITH_DISCARDS = re.compile(r"(?P<held>[^()/]*)(?:\((?P<thrown>[^()/]*)\)|/(?P<away>[^()/]*))")


@dataclass(frozen=True)
class Holding:
    """What is known of a player's hand.

    Attributes
    ----------
    text
        As it was written.
    cards
        Ids of the cards he holds.
    discards
        Ids of the cards he throws, which nobody gets.
    kind
        The kind of hands his is, or empty.
    """

    text: str
    cards: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    kind: str = ""


def read_holding(text: str, ranking: Ranking) -> Holding:
    """Read a player's hand.

    Parameters
    ----------
    text
        Cards, all of a hand or some; ``AhAd(9c6s3c)`` or ``AhAd/9c6s3c`` for cards held and
        thrown; ``any``; or a kind of hands, see :mod:`pokersim.rules.kinds`.
    ranking
        The ruleset under which kinds mean something.

    Raises
    ------
    InputError, CardSyntaxError
        It is nothing of these.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> standard = compile_ruleset(load_ruleset("standard"))
    >>> read_holding("AhAd(9c6s3c)", standard).discards
    (28, 19, 4)
    """
    text = text.strip()
    if not text:
        raise InputError("a hand is empty: write 'any' for a hand of which nothing is known")
    if text.lower() == "any":
        return Holding(text)
    if is_kind(text, ranking):
        return Holding(text, kind=text)
    split = _WITH_DISCARDS.fullmatch(text)
    if split is None:
        return Holding(text, read_cards(text))
    thrown = split["thrown"] or split["away"] or ""
    return Holding(text, read_cards(split["held"]), read_cards(thrown))


def read_cards(text: str) -> tuple[int, ...]:
    """Read known cards, or none at all."""
    cards = tuple(int(card) for card in parse_cards(text)) if text.strip() else ()
    if UNKNOWN in cards:
        raise InputError(f"'{text}': leave out cards that are not known; a whole hand is 'any'")
    return cards


def tell_jokers_apart(groups: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Give each joker of groups of cards an id of its own: each was read by itself.

    Raises
    ------
    InputError
        There are more than a deck can have.

    Examples
    --------
    >>> tell_jokers_apart([(52, 0), (52, 53)])
    [(52, 0), (53, 54)]
    """
    n_jokers = sum(card >= FIRST_JOKER for group in groups for card in group)
    if n_jokers > MAX_JOKERS:
        raise InputError(f"{n_jokers} jokers: a deck has at most {MAX_JOKERS}")
    numbers = iter(range(FIRST_JOKER, FIRST_JOKER + n_jokers))
    return [
        tuple(next(numbers) if card >= FIRST_JOKER else card for card in group) for group in groups
    ]


@dataclass(frozen=True)
class EquityJob:
    """A spot under several rulesets.

    Attributes
    ----------
    rulesets
        Played with one deck; kinds of hands mean what they mean under the first.
    holdings
        2 to 10 players.
    board
        Ids of the common cards known, or None where there are none to come either.
    dead
        Ids of cards that nobody gets.
    n_cards
        Cards of a whole hand without a board, 5 to 7.
    seed
        Of the sample; None deals every possible way.
    """

    rulesets: tuple[Ruleset, ...]
    holdings: tuple[Holding, ...]
    board: tuple[int, ...] | None = None
    dead: tuple[int, ...] = ()
    n_cards: int = 5
    seed: int | None = None

    def __post_init__(self) -> None:
        self._check_game()
        self._check_cards()

    def _check_game(self) -> None:
        if len({ruleset.deck for ruleset in self.rulesets}) > 1:
            raise InputError("the same cards need one deck: these rulesets have several")
        if not MIN_PLAYERS <= len(self.holdings) <= MAX_PLAYERS:
            hands = f"{len(self.holdings)} hand{'s' if len(self.holdings) > 1 else ''}"
            raise InputError(f"{hands}: from 2 to 10 players can be compared")
        if self.board is not None and self.n_cards != BOARD:
            raise InputError("--cards does not go with a board: a player has two cards of his own")
        if self.rulesets[0].deck.by_hand == "hole":
            raise InputError("which card is the hole card is not known here; rank single hands")
        if self.board is not None and len(self.board) > BOARD:
            raise InputError(f"{len(self.board)} cards on the board: at most {BOARD} fit")
        for number, holding in enumerate(self.holdings, start=1):
            if self.board is not None and len(holding.cards) > OWN_WITH_BOARD:
                raise InputError(
                    f"player {number} holds {len(holding.cards)} cards, but with a board a hand "
                    f"has two cards: '{holding.text}'"
                )
            if len(holding.cards) > self.own_cards:
                raise InputError(
                    f"player {number} holds {len(holding.cards)} cards, but a hand has "
                    f"{self.own_cards}: '{holding.text}'"
                )
            if holding.kind and (self.board is not None or self.n_cards != 5):
                raise InputError(f"'{holding.kind}': kinds are of five cards, without a board")

    def _check_cards(self) -> None:
        known = [*(self.board or ()), *self.dead]
        for holding in self.holdings:
            known += [*holding.cards, *holding.discards]
        twice = sorted({card for card in known if known.count(card) > 1})
        if twice:
            raise InputError(f"{_text(twice)} can't be in two places")
        missing = [card for card in known if card not in self.deck_cards]
        if missing:
            name = self.rulesets[0].deck.name
            hint = "; --jokers adds jokers" if max(missing) >= FIRST_JOKER else ""
            raise InputError(f"the deck ({name}) has no {_text(missing)}{hint}")
        needed = sum(self._to_come) + self._board_to_come + 5 * len(self._kinds)
        if needed > len(self.live_cards):
            raise InputError(
                f"{needed} cards are to come, but only {len(self.live_cards)} are left in the deck"
            )

    def sampled(self, seed: int) -> "EquityJob":
        """Return the same spot, to be sampled with a seed."""
        return replace(self, seed=seed)

    @property
    def own_cards(self) -> int:
        """Cards of a player's own in a whole hand."""
        return self.n_cards if self.board is None else OWN_WITH_BOARD

    @property
    def size(self) -> int:
        """Cards that a player's best five are chosen from."""
        return self.own_cards + (BOARD if self.board is not None else 0)

    @cached_property
    def deck_cards(self) -> tuple[int, ...]:
        """Ids of the whole deck."""
        return tuple(int(card) for card in self.rulesets[0].deck.cards)

    @cached_property
    def live_cards(self) -> tuple[int, ...]:
        """Ids of the cards that may still come."""
        gone = {*(self.board or ()), *self.dead}
        for holding in self.holdings:
            gone |= {*holding.cards, *holding.discards}
        return tuple(card for card in self.deck_cards if card not in gone)

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The compiled rulesets."""
        return tuple(compile_ruleset(ruleset) for ruleset in self.rulesets)

    @cached_property
    def tables(self) -> RankTables:
        """What the kernel ranks by."""
        return tables_for(self.rankings, self.size)

    @property
    def _kinds(self) -> list[str]:
        return [holding.kind for holding in self.holdings if holding.kind]

    @property
    def _to_come(self) -> list[int]:
        """Cards to come to each player, none to one whose hand is of a kind."""
        return [0 if h.kind else self.own_cards - len(h.cards) for h in self.holdings]

    @property
    def _board_to_come(self) -> int:
        return 0 if self.board is None else BOARD - len(self.board)

    @property
    def outcomes(self) -> int:
        """In how many ways the cards can come, kinds of hands not yet heeded."""
        left, ways = len(self.live_cards), 1
        owned = [5 if h.kind else n for h, n in zip(self.holdings, self._to_come, strict=True)]
        for n in (*owned, self._board_to_come):
            ways *= comb(left, n)
            left -= n
        return ways

    @cached_property
    def spot(self) -> Spot:
        """What the kernel deals from."""
        start, words, bits = self.tables.start, self.tables.card_word, self.tables.card_bit
        common = np.array(self.board or (), dtype=np.int64)
        hand, held = [], []
        owner: list[int] = []
        for player, holding in enumerate(self.holdings):
            ids = np.concatenate([np.array(holding.cards, dtype=np.int64), common])
            hand.append(start + words[ids].sum(dtype=np.uint64))
            held.append(np.bitwise_or.reduce(bits[ids], initial=np.uint64(0)))
            owner += [player] * (5 if holding.kind else self._to_come[player])
        # Whoever gets the most cards comes last: his deals are counted by strength.
        owner = sorted(owner, key=lambda player: (owner.count(player), player))
        owner += [len(self.holdings)] * self._board_to_come
        allowed = [np.ones(self.rankings[0].n_strengths + 1, dtype=bool)]
        kind = np.zeros(len(self.holdings), dtype=np.int64)
        for player, holding in enumerate(self.holdings):
            if holding.kind:
                kind[player] = len(allowed)
                allowed.append(strengths_of_kind(holding.kind, self.rankings[0]))
        hands, first, last = self._hands_of_kinds(kind, allowed)
        return Spot(
            cards=np.array(self.live_cards, dtype=np.uint8),
            hand=np.array(hand, dtype=np.uint64),
            bits=np.array(held, dtype=np.uint64),
            owner=np.array(owner, dtype=np.int64),
            kind=kind,
            allowed=np.array(allowed),
            hands=hands,
            first_hand=first,
            last_hand=last,
        )

    def _hands_of_kinds(
        self, kind: np.ndarray, allowed: Sequence[np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """List the hands of each player's kind that the live cards can make."""
        first = np.zeros(len(kind), dtype=np.int64)
        last = first.copy()
        parts = [np.zeros((0, 5), dtype=np.uint8)]
        if kind.any():
            from pokersim.kernels.equity import all_hands
            from pokersim.kernels.rank import rank_hands, shape_of

            hands = all_hands(np.array(self.live_cards, dtype=np.uint8))
            columns = np.zeros((len(hands), len(self.rulesets)), dtype=np.uint16)
            rank_hands(hands, shape_of(5), self.tables, columns)
            strengths = columns[:, 0]
            for player in np.flatnonzero(kind):
                own = hands[allowed[kind[player]][strengths]]
                if not len(own):
                    text = self.holdings[player].kind
                    raise InputError(f"no hand is of the kind '{text}' with the cards left")
                first[player] = sum(len(part) for part in parts)
                last[player] = first[player] + len(own)
                parts.append(own)
        return np.concatenate(parts), first, last

    @property
    def _n_last(self) -> int:
        """Places of the last player, if his deals are so many that they are counted by strength."""
        last = max([5 if h.kind else n for h, n in zip(self.holdings, self._to_come, strict=True)])
        whole = not self._board_to_come and not self.rulesets[0].deck.by_hand
        return last if whole and comb(len(self.live_cards), last) > MANY_DEALS else 0

    @property
    def chunk_deals(self) -> int:
        """Deals in a chunk; dealing every way, a chunk is one card for the first place."""
        return 1 if self.seed is None else SAMPLE_CHUNK

    @property
    def n_chunks(self) -> int:
        """Chunks of dealing every way; one where no card is to come."""
        return len(self.live_cards) if len(self.spot.owner) else 1

    @cached_property
    def _stop(self) -> np.ndarray:
        """``bool[1]``, read by the kernel while it counts."""
        return np.zeros(1, dtype=bool)

    def give_up(self) -> None:
        """End the chunks under way soon; what they counted is of no use, nor is the job."""
        self._stop[0] = True

    def no_counts(self) -> EquityCounts:
        """Return counts of the shapes of this job, all zero, and make the tables ready."""
        _ = self.tables, self.spot, self._stop
        n_rulesets, n_players = len(self.rulesets), len(self.holdings)
        n_categories = max(len(ranking.ranking) for ranking in self.rankings)
        return EquityCounts(
            np.zeros((n_rulesets, 1 << n_players), dtype=np.int64),
            np.zeros((n_rulesets, n_players, n_categories, 3), dtype=np.int64),
        )

    def count_chunk(self, number: int, n_deals: int) -> EquityCounts:
        """Count a chunk, see :class:`pokersim.runs.plan.Job`."""
        from pokersim.kernels.equity import MOST_CLASHES, count_deals, sample_deals

        counts = self.no_counts()
        if self.seed is None and len(self.spot.owner):
            places = (self._n_last, number, number + 1)
            count_deals(self.spot, *places, self._stop, self.tables, counts)
        else:
            stream = (np.uint64(self.seed or 0), np.uint64(0), np.uint64(number))
            if not sample_deals(stream, n_deals, self.spot, self.tables, counts):
                raise InputError(
                    f"no deal was found in {MOST_CLASHES:,} tries: the kinds need the same cards"
                )
        return counts


def _text(cards: Sequence[int]) -> str:
    return card_text(np.array(cards, dtype=np.uint8))


@dataclass(frozen=True)
class EquityRow:
    """What one player wins under one ruleset.

    Attributes
    ----------
    ruleset, player, holding
        The rules, the player from 1, and what is known of his hand.
    wins
        Outcomes that he wins alone.
    ties_by_share
        Outcomes that he shares with one other, with two others and so on.
    equity, stderr
        His share of the pot, and its standard error, 0 if exact.
    outcomes
        Deals counted.
    """

    ruleset: Ruleset
    player: int
    holding: Holding
    wins: int
    ties_by_share: tuple[int, ...]
    equity: float
    stderr: float
    outcomes: int

    @property
    def ties(self) -> int:
        """Outcomes that he shares."""
        return sum(self.ties_by_share)


@dataclass(frozen=True)
class ShownRow:
    """How often a player shows a combination, and how it ends for him."""

    ruleset: Ruleset
    player: int
    combination: Combination
    shown: int
    won: int
    split: int
    outcomes: int


def equity_rows(job: EquityJob, counts: EquityCounts) -> list[EquityRow]:
    """Return what each player wins under each ruleset."""
    n_players = len(job.holdings)
    masks = np.arange(1 << n_players)
    n_winners = np.array([int(mask).bit_count() for mask in masks])
    rows = []
    for r, ruleset in enumerate(job.rulesets):
        deals = int(counts.winners[r].sum())
        for player, holding in enumerate(job.holdings):
            own = counts.winners[r] * (masks >> player & 1)
            by_share = [int(own[n_winners == n].sum()) for n in range(1, n_players + 1)]
            total = sum(n / k for k, n in enumerate(by_share, start=1))
            square = sum(n / k**2 for k, n in enumerate(by_share, start=1))
            if not deals:
                raise InputError("no deal fits these hands: the kinds need the same cards")
            equity = total / deals
            error = sqrt(max(0.0, square / deals - equity**2) / max(1, deals - 1))
            rows.append(
                EquityRow(
                    ruleset,
                    player + 1,
                    holding,
                    by_share[0],
                    tuple(by_share[1:]),
                    equity,
                    0.0 if job.seed is None else error,
                    deals,
                )
            )
    return rows


def shown_rows(job: EquityJob, counts: EquityCounts) -> list[ShownRow]:
    """Return which combinations each player shows, best first, and how it ends for him."""
    rows = []
    for r, ranking in enumerate(job.rankings):
        deals = int(counts.winners[r].sum())
        for player in range(len(job.holdings)):
            for place, combination in enumerate(ranking.ranking):
                lost, split, won = (int(n) for n in counts.shown[r, player, place])
                shown = lost + split + won
                if shown:
                    rows.append(
                        ShownRow(ranking.ruleset, player + 1, combination, shown, won, split, deals)
                    )
    return rows


def half_width(rows: Sequence[EquityRow], confidence: float) -> float:
    """Return half the widest interval of the first player's equity under any ruleset."""
    return max(row.stderr for row in rows if row.player == 1) * normal_quantile(confidence)


def is_precise(job: EquityJob, precision: float, confidence: float, counts: EquityCounts) -> bool:
    """Whether the equity of the first player is known to a precision under every ruleset."""
    return half_width(equity_rows(job, counts), confidence) <= precision
