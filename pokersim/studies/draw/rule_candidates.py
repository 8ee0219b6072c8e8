"""What may be advised for the draw: every rule that a list of advice is chosen from.

They come from the ruleset and its deck alone: to stand pat on what is good enough; to keep what
is alike in rank, perhaps with a high card beside it; to keep some cards that enough others
complete to a combination; to keep the highest cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

import numpy as np

from pokersim.cards import RANKS, rank_of
from pokersim.constants import FIRST_JOKER, HAND_SIZE, N_HOLDS
from pokersim.language import N_, LaterText, later, number
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.pattern import Pattern
from pokersim.rules.ruleset import Combination
from pokersim.rules.wording import RANK_NAMES, RANK_PLURALS
from pokersim.studies.draw.holds import Deal, DrawPolicy, share_of_pot

SMALLEST_PART = 2
"""The fewest cards that are called two to a flush, or the like."""

MOST_LIMITS = 4
NEW_LIMIT = 0.9
"""A higher chance is asked for as well if this share of the hands, or less, still has it."""

N_HIGH = 4
"""How many of the highest ranks may be asked for beside other cards."""

PAT, ALIKE, DRAW, HIGH = range(4)
"""Families of rules, in the order in which a list names them where the order is free."""

_BITS = 1 << np.arange(HAND_SIZE)
_ANY = -1

_TO = {2: N_("two to {what}"), 3: N_("three to {what}"), 4: N_("four to {what}")}
_HIGHEST = {
    1: N_("the highest card"),
    2: N_("the two highest cards"),
    3: N_("the three highest cards"),
    4: N_("the four highest cards"),
}
_JOKERS = (
    *(N_("the joker"), N_("the two jokers"), N_("the three jokers"), N_("the four jokers")),
    N_("the five jokers"),
)
_WILD_CARDS = (
    *(N_("the wild card"), N_("the two wild cards"), N_("the three wild cards")),
    *(N_("the four wild cards"), N_("the five wild cards")),
)


@dataclass(frozen=True)
class RuleCandidate:
    """A rule that may come into the list.

    Attributes
    ----------
    family, words
        One of :data:`PAT` to :data:`HIGH`, and the rule in words.
    conditions
        How many conditions the words have beside the plain ones.
    rows, holds
        ``int32[k]`` and ``uint8[k]``: the hands that it applies to, and what they keep.
    losses
        ``float64[k]``: what they lose by it of the pot, times how likely they are dealt.
    """

    family: int
    words: LaterText
    conditions: int
    rows: np.ndarray
    holds: np.ndarray
    losses: np.ndarray

    @property
    def text(self) -> str:
        """The rule in the language in use."""
        return str(self.words)


class Hands:
    """One hand of each that are alike up to suits, and what each of its holds loses.

    Attributes
    ----------
    n, numbers, weights
        How many; ``int64[n]``, and ``float64[n]`` how likely one of those alike is dealt.
    cards, ranks
        ``uint8[n, 5]`` ids; ``int64[n, 5]``, -1 for a card that is wild.
    n_wild, wild_bits
        ``int64[n]``: how many wild cards, and the hold of just these. The lowest card of a hand,
        where that is wild, is none of them: after the draw it may be another one.
    place
        ``uint8[n]``: what the hand counts as, 0 the best.
    losses
        ``float64[n, 32]``: what each hold loses against the best, as a share of the pot.
    """

    def __init__(self, policy: DrawPolicy) -> None:
        from pokersim.kernels.draw.holds import hand_cards, value_holds

        self.ranking = compile_ruleset(policy.ruleset)
        self.deck = policy.ruleset.deck
        self.deal = Deal(self.ranking, self.deck.cards)
        self.numbers, self.weights = self.deal.kinds
        self.n = len(self.numbers)
        places = np.zeros((self.n, HAND_SIZE), dtype=np.int64)
        hand_cards(self.numbers, places)
        self.cards = self.deck.cards[places]
        lasting = replace(self.deck, by_hand="")
        self.wild = lasting.wild_cards(self.cards) | (self.cards >= FIRST_JOKER)
        self.n_wild = self.wild.sum(axis=1)
        self.wild_bits = (self.wild * _BITS).sum(axis=1)
        self.ranks = np.where(self.wild, _ANY, rank_of(self.cards.astype(np.int64)))
        self.place = self.ranking.category[self.deal.strengths[self.numbers]]
        values = np.zeros((self.n, N_HOLDS))
        sums = self.deal.sums(share_of_pot(policy.shares, policy.opponents))
        value_holds(self.deal.n, sums, self.numbers, values)
        self.losses = values.max(axis=1, keepdims=True) - values

    @cached_property
    def alike(self) -> np.ndarray:
        """``int64[n, 5]``: how many natural cards of the hand have the rank of each; 0 if wild."""
        same = self.ranks[:, :, None] == self.ranks[:, None, :]
        return np.where(self.wild, 0, same.sum(axis=2))

    @cached_property
    def completions(self) -> np.ndarray:
        """``uint16[parts, combinations]``: what parts of hands become, with any other cards."""
        from pokersim.kernels.draw.holds import offsets
        from pokersim.kernels.draw.rule_savings import count_made

        starts = offsets(self.deal.n)
        n_parts = int(starts[HAND_SIZE] - starts[SMALLEST_PART])
        counts = np.zeros((n_parts, len(self.ranking.ranking)), dtype=np.uint16)
        places = self.ranking.category[self.deal.strengths]
        count_made(self.deal.n, places, SMALLEST_PART, counts)
        return counts

    @cached_property
    def parts(self) -> np.ndarray:
        """``int32[n, 32]``: the row of ``completions`` of each hold, or -1."""
        from pokersim.kernels.draw.rule_savings import find_parts

        parts = np.zeros((self.n, N_HOLDS), dtype=np.int32)
        find_parts(self.deal.n, self.numbers, SMALLEST_PART, parts)
        return parts

    def by_wild(self) -> Iterator[tuple[LaterText | None, np.ndarray]]:
        """Give the hands by how many wild cards they have, and words for these cards."""
        yield None, self.n_wild == 0
        names = _WILD_CARDS if self.deck.wild else _JOKERS
        for n_wild in range(1, int(self.n_wild.max()) + 1):
            yield later(names[n_wild - 1]), self.n_wild == n_wild

    def candidate(
        self, family: int, words: LaterText, conditions: int, applies: np.ndarray, holds: np.ndarray
    ) -> RuleCandidate:
        """Return a rule for the hands that ``bool[n]`` tells, with ``int[n]`` holds."""
        rows = np.flatnonzero(applies).astype(np.int32)
        own = holds[rows].astype(np.uint8)
        losses = self.losses[rows, own] * self.weights[rows]
        return RuleCandidate(family, words, conditions, rows, own, losses)


_ALIKE = {
    (4, 4): (N_("four of a kind"), N_("four of a kind, {ranks}")),
    (3, 3): (N_("three of a kind"), N_("three of a kind, {ranks}")),
    (2, 4): (N_("two pairs"), N_("two pairs, {ranks}")),
    (2, 2): (N_("a pair"), N_("a pair of {ranks}")),
}
"""By the size of the largest group and the cards in groups: what is kept, and with which ranks."""


def rule_candidates(hands: Hands) -> list[RuleCandidate]:
    """Return every rule that applies to some hand; some of them apply to all."""
    families = (_pat, _alike, _draws, _highest)
    return [found for family in families for found in family(hands) if len(found.rows)]


def _pat(hands: Hands) -> Iterator[RuleCandidate]:
    """Stand pat on a combination, or on one and all above it."""
    everything = np.full(hands.n, N_HOLDS - 1)
    for place, combination in enumerate(hands.ranking.ranking[:-1]):
        text = later("Stand pat on {what}", what=_called(combination))
        better = later("{what} or better", what=text)
        yield hands.candidate(PAT, text, 0, hands.place == place, everything)
        yield hands.candidate(PAT, better, 0, hands.place <= place, everything)


def _alike(hands: Hands) -> Iterator[RuleCandidate]:
    """Keep the cards alike in rank, and the wild cards; perhaps with the highest other card."""
    paired = hands.alike >= 2
    bits = (paired * _BITS).sum(axis=1) | hands.wild_bits
    top = np.where(paired, hands.ranks, _ANY).max(axis=1)
    beside = np.where(paired, _ANY, hands.ranks)
    kicker = beside.max(axis=1)
    with_kicker = ((beside == kicker[:, None]) & (beside > _ANY)) * _BITS
    most, n_paired = hands.alike.max(axis=1), paired.sum(axis=1)
    for (size, together), (name, with_ranks) in _ALIKE.items():
        for wild, has_wild in hands.by_wild():
            for limit in (_ANY, *hands.deck.ranks[1:]):
                fits = has_wild & (most == size) & (n_paired == together) & (top >= limit)
                what = later(with_ranks, ranks=_ranks_from(limit)) if limit > _ANY else later(name)
                text = _keep(what, wild)
                told = int(limit > _ANY)
                yield hands.candidate(ALIKE, text, told, fits, bits)
                for least in hands.deck.ranks[-N_HIGH:] if together < HAND_SIZE - 1 else ():
                    holds = bits | with_kicker.sum(axis=1)
                    high = later("{what}, with {rank}", what=text, rank=_rank_from(least))
                    yield hands.candidate(ALIKE, high, told + 1, fits & (kicker >= least), holds)


def _draws(hands: Hands) -> Iterator[RuleCandidate]:
    """Keep cards that enough others complete to a combination, or to it or better."""
    from pokersim.kernels.draw.rule_savings import find_best_parts

    ways = np.zeros((hands.n, HAND_SIZE), dtype=np.int64)
    holds = np.zeros((hands.n, HAND_SIZE), dtype=np.uint8)
    or_better = hands.completions.cumsum(axis=1)
    for place, combination in enumerate(hands.ranking.ranking[:-1]):
        if combination.pattern == Pattern(counts=combination.pattern.counts):
            continue  # what cards alike become is in the hand already
        for better, made in enumerate((hands.completions, or_better)):
            name = _called(combination)
            name = later("{what} or better", what=name) if better else name
            wanted = made[:, place].astype(np.int64)
            find_best_parts(hands.parts, hands.wild_bits, wanted, ways, holds)
            # Two or three cards to something or better say little: a pair makes most of it.
            for size in range(HAND_SIZE - 1 if better else SMALLEST_PART, HAND_SIZE):
                text = _keep(later(_TO[size], what=name))
                yield from _draws_to(hands, text, better, size, ways[:, size], holds[:, size])


def _draws_to(
    hands: Hands, name: LaterText, told: int, size: int, ways: np.ndarray, holds: np.ndarray
) -> Iterator[RuleCandidate]:
    """Give draws to a combination by how many ways complete them, and by their highest card."""
    kept = (holds[:, None] & _BITS).astype(bool)
    top = np.where(kept, hands.ranks, _ANY).max(axis=1)
    all_ways = comb(hands.deal.n - size, HAND_SIZE - size)
    limits = _limits(ways, hands.weights)
    for limit in limits:
        text, fits, own = name, ways >= limit, told
        if limit > limits[0]:
            text, own = _made_by(name, limit, all_ways, size), told + 1
        yield hands.candidate(DRAW, text, own, fits, holds)
        for rank in hands.deck.ranks[-N_HIGH:] if size < HAND_SIZE - 1 else ():
            high = later("{what}, with {rank}", what=text, rank=_rank_from(rank))
            yield hands.candidate(DRAW, high, own + 1, fits & (top >= rank), holds)


def _made_by(name: LaterText, ways: int, all_ways: int, n_kept: int) -> LaterText:
    """Add how many cards, or what share of the draws, complete the cards kept at least."""
    if n_kept == HAND_SIZE - 1:
        return later("{what}, made by {n} cards or more", what=name, n=ways)
    share = _Number(100 * ways / all_ways, ".2g")
    return later("{what}, made by {x}% of draws or more", what=name, x=share)


def _limits(ways: np.ndarray, weights: np.ndarray) -> list[int]:
    """Return some numbers of ways, ascending, that divide the hands which have any."""
    values, at = np.unique(ways[ways > 0], return_inverse=True)
    reach = np.cumsum(np.bincount(at, weights[ways > 0])[::-1])[::-1]
    limits: list[int] = []
    last = np.inf
    for value, share in zip(values.tolist(), reach.tolist(), strict=True):
        if share <= NEW_LIMIT * last and len(limits) < MOST_LIMITS:
            limits.append(value)
            last = share
    return limits


def _highest(hands: Hands) -> Iterator[RuleCandidate]:
    """Keep the wild cards and some of the highest others, if they are high enough."""
    order = np.argsort(-(hands.ranks * HAND_SIZE + np.arange(HAND_SIZE)), axis=1)
    ranks = np.take_along_axis(hands.ranks, order, axis=1)
    every = np.ones(hands.n, dtype=bool)
    for n_kept in range(HAND_SIZE - 1):
        holds = hands.wild_bits | _BITS[order[:, :n_kept]].sum(axis=1)
        # A hand of wild cards has fewer others than are wanted: these are kept, whatever they are.
        lowest = np.where(ranks > _ANY, ranks, len(RANKS))[:, :n_kept].min(axis=1, initial=99)
        for limit in (_ANY, *hands.deck.ranks[1:]) if n_kept else (_ANY,):
            text, told = _high_words(n_kept, limit, None), int(limit > _ANY)
            yield hands.candidate(HIGH, text, told, every & (lowest >= limit), holds)
            for wild, has_wild in hands.by_wild():
                if wild:
                    words = _high_words(n_kept, limit, wild)
                    yield hands.candidate(HIGH, words, told, has_wild & (lowest >= limit), holds)


def _high_words(n_kept: int, limit: int, wild: LaterText | None) -> LaterText:
    if not n_kept:
        return _keep(later("{wild} alone", wild=wild)) if wild else later("Draw five cards")
    if limit == _ANY:
        return _keep(later(_HIGHEST[n_kept]), wild)
    if n_kept == 1:
        return _keep(_rank_from(limit), wild)
    what = later("{what}, each {rank}", what=later(_HIGHEST[n_kept]), rank=_rank_from(limit))
    return _keep(what, wild)


def _keep(what: LaterText, wild: LaterText | None = None) -> LaterText:
    if wild is not None:
        what = later("{wild} and {what}", wild=wild, what=what)
    return later("Keep {what}", what=what)


@dataclass(frozen=True)
class _Number:
    """A number in the language in use."""

    value: float
    spec: str

    def __str__(self) -> str:
        return number(self.value, self.spec)


@dataclass(frozen=True)
class _Name:
    """A combination as sentences name it in the language in use."""

    combination: Combination

    def __str__(self) -> str:
        return self.combination.label().lower()


def _called(combination: Combination) -> LaterText:
    first, *rest = combination.label("en").lower().split()
    is_counted = first in ("two", "three", "four", "five") and rest[:1] != ["and"]
    return later("{name}" if is_counted else _article(first), name=_Name(combination))


def _article(word: str) -> str:
    """Return the article before an English word, with a field after it."""
    return N_("an {name}") if word[0] in "aeiou" else N_("a {name}")


def _rank_from(rank: int) -> LaterText:
    name = RANK_NAMES[rank]
    text = later(_article(name), name=later(name))
    return text if rank == len(RANKS) - 1 else later("{what} or better", what=text)


def _ranks_from(rank: int) -> LaterText:
    text = later(RANK_PLURALS[rank])
    return text if rank == len(RANKS) - 1 else later("{what} or better", what=text)
