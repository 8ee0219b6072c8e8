"""What a hand with wild cards may be read as, for all hands at once.

Values of natural hands go in; values of hands with wild cards come out, each the best of its
readings.  A wild card becomes a rank, so a multiset with one more wild card is worth the best
of those in which it has become one: a maximum over index arrays, repeated.  Choosing five of
seven cards is the same with cards taken away.  Two kinds of values go through here: sort keys
(combined by the maximum) and sets of combinations as bits (combined by or).

There are three ways to look at a hand, and a value for each: by its ranks alone; as cards of
one suit; as four cards of one suit and one of another.  A wild card counts for every suit.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pokersim.constants import HAND_SIZE, N_RANKS
from pokersim.rules.compile.classes import HandClasses, mask_bits
from pokersim.rules.compile.multisets import (
    BUG,
    N_SYMBOLS,
    WILD,
    counts_of,
    multisets,
    numbers_of,
    with_symbol,
    without,
)
from pokersim.rules.deck import ACE, Deck

FOUR = HAND_SIZE - 1
NONE = -1
"""The sort key of what can't be."""


class SymbolRule(NamedTuple):
    """How values of different readings are combined, and the value of no reading."""

    combine: np.ufunc
    empty: int


BEST = SymbolRule(np.maximum, NONE)
ANY = SymbolRule(np.bitwise_or, 0)


class WildValues(NamedTuple):
    """Values of five cards by multiset, natural ones and those with wild cards.

    Attributes
    ----------
    rule
        How values combine.
    ranks
        ``int64[n5]``: by the multiset of ranks, whatever the suits.
    suited
        ``int64[n5]``: all natural cards of one suit.
    four
        ``int64[n4, 15]``: four cards of one suit, by their multiset, and a fifth symbol.
    """

    rule: SymbolRule
    ranks: np.ndarray
    suited: np.ndarray
    four: np.ndarray

    def of(self, classes: HandClasses) -> np.ndarray:
        """Return ``int64[n]``: the values of classes of five cards."""
        counts, wild, bugs = classes.counts, classes.n_wild, classes.n_bugs
        size = classes.n_natural
        number = numbers_of(counts, wild, bugs)
        found = self.ranks[number].copy()
        whole = (classes.n_suited == size) | (size == 0)
        self._take(found, whole, self.suited[number])
        for symbol, has in ((WILD, wild), (BUG, bugs)):
            rows = whole & (has > 0)
            less_wild = wild - (symbol == WILD)
            less_bugs = bugs - (symbol == BUG)
            self._take_four(found, rows, counts, less_wild, less_bugs, np.full(len(size), symbol))
        inner = mask_bits(classes.suited).astype(np.int8)
        rows = (classes.n_suited == size - 1) & (size > 1)
        self._take_four(found, rows, inner, wild, bugs, (counts - inner).argmax(axis=1))
        # One or two natural cards need no class of their own for this: each may be the fifth.
        for rows, fifth in self._short(classes):
            inner = counts.copy()
            inner[np.arange(len(counts)), fifth] -= 1
            self._take_four(found, rows, inner, wild, bugs, fifth)
        return np.asarray(found)

    def _short(self, classes: HandClasses) -> list[tuple[np.ndarray, np.ndarray]]:
        size, counts = classes.n_natural, classes.counts
        low = (counts > 0).argmax(axis=1)
        high = N_RANKS - 1 - (counts[:, ::-1] > 0).argmax(axis=1)
        short = (size == 1) | ((size == 2) & (classes.n_suited == 0))
        return [(short, low), (short & (high != low), high)]

    def _take(self, found: np.ndarray, rows: np.ndarray, values: np.ndarray) -> None:
        found[rows] = self.rule.combine(found[rows], values[rows])

    def _take_four(
        self,
        found: np.ndarray,
        rows: np.ndarray,
        counts: np.ndarray,
        wild: np.ndarray,
        bugs: np.ndarray,
        fifth: np.ndarray,
    ) -> None:
        number = numbers_of(counts[rows], wild[rows], bugs[rows])
        found[rows] = self.rule.combine(found[rows], self.four[number, fifth[rows]])


def read(
    deck: Deck,
    rule: SymbolRule,
    targets: HandClasses,
    values: np.ndarray,
    bug_values: np.ndarray,
) -> WildValues:
    """Fill in wild cards and bugs.

    Parameters
    ----------
    deck
        What is wild in it.
    rule
        How values combine.
    targets
        The natural five-card classes that hands may be read as.
    values, bug_values
        ``int64[n]``: what each of them is worth, and what it is worth to a bug that is no ace.
    """
    plain = _natural_readings(rule, targets, values)
    _fill(deck, plain, bug_ranks=[ACE])
    if deck.n_bugs:
        bug = _natural_readings(rule, targets, bug_values)
        _fill(deck, bug, bug_ranks=deck.ranks)
        both = [rule.combine(a, b) for a, b in zip(plain[1:], bug[1:], strict=True)]
        plain = WildValues(rule, *both)
    return plain


def _natural_readings(rule: SymbolRule, targets: HandClasses, values: np.ndarray) -> WildValues:
    """Put the values of natural classes into their places."""
    empty = WildValues(
        rule,
        np.full(len(multisets(HAND_SIZE)), rule.empty, dtype=np.int64),
        np.full(len(multisets(HAND_SIZE)), rule.empty, dtype=np.int64),
        np.full((len(multisets(FOUR)), N_SYMBOLS), rule.empty, dtype=np.int64),
    )
    number = numbers_of(targets.counts, targets.n_wild, targets.n_bugs)
    for place, rows in (
        (empty.ranks, targets.n_suited == 0),
        (empty.suited, targets.n_suited == 5),
    ):
        place[number[rows]] = values[rows]
    rows = targets.n_suited == FOUR
    inner = mask_bits(targets.suited[rows])
    none = np.zeros(len(inner), dtype=np.int8)
    fifth = (targets.counts[rows] - inner).argmax(axis=1)
    empty.four[numbers_of(inner, none, none), fifth] = values[rows]
    return empty


def _fill(deck: Deck, readings: WildValues, bug_ranks: Sequence[int]) -> None:
    """Let wild cards become any rank of the deck, and bugs some, in place."""
    rule, ranks = readings.rule, list(deck.ranks)
    for symbol, become, most in (
        (WILD, ranks, deck.most_wild),
        (BUG, list(bug_ranks), deck.n_bugs),
    ):
        for values, size in ((readings.ranks, 5), (readings.suited, 5), (readings.four, 4)):
            fill_symbol(rule, values, size, symbol, become, most)
        if most and become:
            readings.four[:, symbol] = rule.combine.reduce(readings.four[:, become], axis=1)


def fill_symbol(
    rule: SymbolRule, values: np.ndarray, size: int, symbol: int, become: Sequence[int], most: int
) -> None:
    """Let one symbol become ranks, at most ``most`` times, in place.

    Parameters
    ----------
    rule
        How values combine.
    values
        ``int64[n, ...]`` by the number of the multiset.
    size
        Cards of the multisets.
    symbol, become, most
        What is read as which ranks, and how many of it there can be.
    """
    bigger = with_symbol(size - 1)[:, list(become)]
    count = counts_of(size)[:, symbol]
    for times in range(1, min(most, size) + 1):
        rows = np.flatnonzero(count == times)
        if not len(become):
            values[rows] = rule.empty
            continue
        first = (multisets(size)[rows] == symbol).argmax(axis=1)
        best = rule.combine.reduce(values[bigger], axis=1)
        values[rows] = best[without(size)[first, rows]]


def best_of_more(rule: SymbolRule, values: np.ndarray, size: int, rows: np.ndarray) -> np.ndarray:
    """Return values of multisets of ``size`` cards: the best that is left without one of them.

    Parameters
    ----------
    rule
        How values combine.
    values
        ``int64[n, ...]`` of the multisets with one card less.
    size
        Cards, up to 7.
    rows
        Which multisets to work out; the others get the empty value.
    """
    found = np.full((len(multisets(size)), *values.shape[1:]), rule.empty, dtype=np.int64)
    fewer, *others = without(size)
    best = values[fewer[rows]]
    for fewer in others:
        best = rule.combine(best, values[fewer[rows]])
    found[rows] = best
    return found
