"""Ruleset -> ranking -> tables: every hand class judged once, then a sort into strengths.

A ranking is a compiled ruleset for people (what is strength 4,711, how many hands beat it),
made with NumPy alone; :func:`rank_tables` scatters rankings into the arrays that kernels read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pokersim.errors import RulesetError
from pokersim.packing import MAX_SIZE, N_FIFTHS, keys_of, slots
from pokersim.rules.classes import (
    HandClasses,
    class_weights,
    classes_of,
    hand_classes,
)
from pokersim.rules.deck import Deck
from pokersim.rules.pattern import TIE_BREAKS, matches, shows, tie_key_text
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.tables import MAX_STRENGTHS, RankTables, four_index, join_tables, paths

_TIE_BITS = 26  # five digits of four bits, and the shape that the orthodox tie-break puts above


@dataclass(frozen=True)
class Ranking:
    """A compiled ruleset: the strength of every five-card hand, and what a strength means.

    Attributes
    ----------
    ruleset
        What was compiled.
    ranking
        Its combinations, best first, without those that the deck can't hold.
    notes
        What a host may want to know: entries dropped, entries that never count.
    classes, weights
        The five-card hand classes of the deck, and ``int64[n]`` hands in each.
    matching
        ``bool[combinations, n]``: which classes match which pattern.
    strengths
        ``uint16[n]``: the strength of each class, from 1, bigger wins.
    keys
        ``int64[strengths]``: what each strength stands for, ascending.
    """

    ruleset: Ruleset
    ranking: tuple[Combination, ...]
    notes: tuple[str, ...]
    classes: HandClasses
    weights: np.ndarray
    matching: np.ndarray
    strengths: np.ndarray
    keys: np.ndarray

    @property
    def n_strengths(self) -> int:
        """Different strengths of five-card hands."""
        return len(self.keys)

    @cached_property
    def category(self) -> np.ndarray:
        """``uint8[strengths + 1]``: by strength, the index into ``ranking``; entry 0 is unused."""
        places = len(self.ranking) - 1 - (self.keys >> _TIE_BITS)
        return np.concatenate([[0], places]).astype(np.uint8)

    @cached_property
    def hands(self) -> np.ndarray:
        """``int64[strengths + 1]``: how many hands have each strength."""
        hands = np.zeros(self.n_strengths + 1, dtype=np.int64)
        np.add.at(hands, self.strengths, self.weights)
        return hands

    @cached_property
    def beats(self) -> np.ndarray:
        """``float64[strengths + 1]``: exact share of all other hands beaten, ties half."""
        below = np.cumsum(self.hands) - self.hands
        ties = np.maximum(self.hands - 1, 0)
        return np.asarray((below + ties / 2) / (self.hands.sum() - 1))

    def tie_break(self, strength: int) -> str:
        """Return the ranks that decide between hands of the same category, most telling first."""
        return tie_key_text(int(self.keys[strength - 1]))

    def combination(self, strength: int) -> Combination:
        """Return what a hand of this strength counts as."""
        return self.ranking[int(self.category[strength])]

    def strengths_of(self, classes: HandClasses) -> np.ndarray:
        """Return ``int64[n]``: the strengths of classes, judged one by one."""
        keys = _order_keys(self.ranking, classes, self.ruleset.deck)[0]
        return np.searchsorted(self.keys, keys) + 1

    def strength(self, cards: np.ndarray) -> int:
        """Return the strength of five card ids, ``uint8[5]``."""
        return int(self.strengths_of(classes_of(cards[None, :]))[0])


@lru_cache(maxsize=64)
def compile_ruleset(ruleset: Ruleset) -> Ranking:
    """Judge every five-card class under a ruleset.

    Raises
    ------
    RulesetError
        The ruleset tells more than 65,535 strengths apart.
    """
    classes, weights = _deck_classes(ruleset.deck)
    ranking, notes = _possible(ruleset, classes, weights)
    keys, matching = _order_keys(ranking, classes, ruleset.deck)
    distinct, inverse = np.unique(keys, return_inverse=True)
    if len(distinct) > MAX_STRENGTHS:
        problem = f"ranking: tells {len(distinct):,} strengths apart; at most {MAX_STRENGTHS:,} fit"
        raise RulesetError(ruleset.name, [problem])
    strengths = (inverse + 1).astype(np.uint16)
    return Ranking(
        ruleset=ruleset,
        ranking=ranking,
        notes=(*notes, *_never_counted(ranking, matching)),
        classes=classes,
        weights=weights,
        matching=matching,
        strengths=strengths,
        keys=distinct,
    )


@lru_cache(maxsize=16)
def _deck_classes(deck: Deck) -> tuple[HandClasses, np.ndarray]:
    """Return the five-card classes that a deck can deal, and the hands in each."""
    classes = hand_classes(MAX_SIZE, deck.ranks)
    weights = class_weights(classes, deck.suit_masks)
    dealt = weights > 0
    return classes.take(dealt), weights[dealt]


def _possible(
    ruleset: Ruleset, classes: HandClasses, weights: np.ndarray
) -> tuple[tuple[Combination, ...], list[str]]:
    """Drop what the deck can't hold, with a line for each."""
    kept, notes = [], []
    for combination in ruleset.ranking:
        if matches(combination.pattern, classes, ruleset.deck.ranks).any():
            kept.append(combination)
        else:
            notes.append(f"{combination.id}: can't occur in this deck ({ruleset.deck.name})")
    return tuple(kept), notes


def _order_keys(
    ranking: Sequence[Combination], classes: HandClasses, deck: Deck
) -> tuple[np.ndarray, np.ndarray]:
    """Return ``int64[n]`` keys that compare like the hands, and what matches, best first."""
    n = len(classes.counts)
    keys = np.zeros(n, dtype=np.int64)
    matching = np.zeros((len(ranking), n), dtype=bool)
    undecided = np.ones(n, dtype=bool)
    for place, combination in enumerate(ranking):
        matching[place] = matches(combination.pattern, classes, deck.ranks)
        counts_as = matching[place] & undecided
        keys[counts_as] = _keys(ranking, place, classes.take(counts_as), deck)
        undecided &= ~counts_as
    return keys, matching


def _keys(
    ranking: Sequence[Combination], place: int, classes: HandClasses, deck: Deck
) -> np.ndarray:
    """Return ``int64[n]``: keys of classes that all count as one combination."""
    combination = ranking[place]
    ties = TIE_BREAKS[combination.tie_break](combination.pattern, classes, deck.ranks)
    return (len(ranking) - 1 - place << _TIE_BITS) | ties


def _never_counted(ranking: Sequence[Combination], matching: np.ndarray) -> list[str]:
    """Say which entries coincide, and which are always something higher."""
    notes = []
    above = np.zeros(matching.shape[1], dtype=bool)
    for place, combination in enumerate(ranking):
        twin = next((i for i in range(place) if (matching[i] == matching[place]).all()), None)
        if twin is not None:
            notes.append(f"{combination.id}: is always {ranking[twin].id} as well, which is higher")
        elif not (matching[place] & ~above).any():
            notes.append(f"{combination.id}: never counts; each such hand is something higher")
        above |= matching[place]
    return notes


def rank_tables(rankings: Sequence[Ranking]) -> RankTables:
    """Scatter rankings into the arrays that kernels read, a column each."""
    return join_tables(
        [_values(ranking) for ranking in rankings],
        [ranking.category for ranking in rankings],
        suit_cards=min(_suit_cards(ranking) for ranking in rankings),
    )


def _suit_cards(ranking: Ranking) -> int:
    """Return the fewest cards of one suit that make something: 4 or 5."""
    suited = [combination.pattern.suited for combination in ranking.ranking]
    return 4 if 4 in suited else 5


def _values(ranking: Ranking) -> np.ndarray:
    """Return ``uint16[paths]``: strengths by path, 0 where there is no such hand."""
    values = np.zeros(paths().n, dtype=np.uint16)
    values[path_of(ranking.classes, MAX_SIZE)] = ranking.strengths
    for size in range(1, MAX_SIZE):
        classes, strengths = showing_strengths(ranking, size)
        values[path_of(classes, size)] = strengths
    return values


def showing_strengths(ranking: Ranking, size: int) -> tuple[HandClasses, np.ndarray]:
    """Judge what hands of one to four cards show, for stud.

    Parameters
    ----------
    ranking
        A compiled ruleset; what few cards can show keeps its order.
    size
        Cards in sight, 1 to 4.

    Returns
    -------
    classes, strengths
        All classes of that many cards, and ``uint16[n]`` strengths from 1, comparable among
        hands of the same size only.
    """
    deck = ranking.ruleset.deck
    classes = hand_classes(size, deck.ranks)
    keys = np.full(len(classes.counts), -1, dtype=np.int64)
    for place, combination in enumerate(ranking.ranking):
        rows = shows(combination.pattern, classes) & (keys < 0)
        keys[rows] = _keys(ranking.ranking, place, classes.take(rows), deck)
    strengths = np.unique(keys, return_inverse=True)[1] + 1
    return classes, strengths.astype(np.uint16)


def path_of(classes: HandClasses, size: int) -> np.ndarray:
    """Return ``int64[n]``: the path that is all a natural hand of ``size`` cards needs."""
    at = paths()
    suited = classes.suited.astype(np.int64)
    rank_path = slots().of(keys_of(classes.counts, size))
    bits = (suited[:, None] >> np.arange(N_FIFTHS)) & 1
    fifth = (classes.counts - bits).argmax(axis=1)
    four_path = at.four_suited + four_index()[suited].astype(np.int64) * N_FIFTHS + fifth
    # Four suited cards alone, in sight, stand among the five-suited masks: five bits or four.
    all_suited = classes.n_suited == size
    return np.where(
        all_suited, at.five_suited + suited, np.where(classes.n_suited == 4, four_path, rank_path)
    )
