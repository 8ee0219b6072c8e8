"""Ruleset -> ranking: every hand class judged once, then a sort into strengths.

A ranking is a compiled ruleset for people (what is strength 4,711, how many hands beat it),
made with NumPy alone; :mod:`pokersim.rules.compile.rank_tables` puts it into the arrays of the
kernels.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.errors import RulesetError
from pokersim.language import LaterText, _, later, number
from pokersim.rules.compile.classes import HandClasses, classes_of
from pokersim.rules.compile.deal_classes import dealt_classes, target_classes
from pokersim.rules.compile.multisets import N_SYMBOLS, WILD, counts_of
from pokersim.rules.compile.wild_values import ANY, BEST, NONE, WildValues, read
from pokersim.rules.deck import Deck
from pokersim.rules.pattern import TIE_BREAKS, matches, tie_key_text
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.table_layout import MAX_COMBINATIONS, MAX_STRENGTHS

# A sort key, from the top: the place from below; the tie-break (five digits of four bits, and
# the shape that the orthodox one puts above); natural cards, where fewer wild ones win.
WILD_BITS = 3
PLACE_SHIFT = 26 + WILD_BITS
EXACT_SHIFT = PLACE_SHIFT + 8


@dataclass(frozen=True)
class Ranking:
    """A compiled ruleset: the strength of every five-card hand, and what a strength means.

    Attributes
    ----------
    ruleset
        What was compiled.
    ranking
        Its combinations, best first, without those that the deck can't hold.
    remarks
        What :attr:`notes` says, in any language.
    classes, weights
        The five-card hand classes of the deck, and ``int64[n]`` hands in each.
    matching
        ``bool[combinations, n]``: which classes can be read as which pattern.
    strengths
        ``uint16[n]``: the strength of each class, from 1, bigger wins.
    keys
        ``int64[strengths]``: what each strength stands for, ascending.
    targets, target_keys, bug_keys
        The natural classes that hands may be read as, and ``int64[n]`` what they are worth, and
        what to a bug that is no ace.
    readings, makes
        Sort keys, and combinations as bits, of all multisets.
    """

    ruleset: Ruleset
    ranking: tuple[Combination, ...]
    remarks: tuple[LaterText, ...]
    classes: HandClasses
    weights: np.ndarray
    matching: np.ndarray
    strengths: np.ndarray
    keys: np.ndarray
    targets: HandClasses
    target_keys: np.ndarray
    bug_keys: np.ndarray
    readings: WildValues
    makes: WildValues

    @property
    def notes(self) -> tuple[str, ...]:
        """What a host may want to know: entries that the deck can't hold, or that never count."""
        return tuple(map(str, self.remarks))

    @property
    def deck(self) -> Deck:
        """The deck it is played with."""
        return self.ruleset.deck

    @property
    def n_strengths(self) -> int:
        """Different strengths of five-card hands."""
        return len(self.keys)

    @cached_property
    def category(self) -> np.ndarray:
        """``uint8[strengths + 1]``: by strength, the index into ``ranking``; entry 0 is unused."""
        places = len(self.ranking) - 1 - (self.keys >> PLACE_SHIFT)
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
        return share_beaten(self.hands)

    def tie_break(self, strength: int) -> str:
        """Return the ranks that decide between hands of the same category, most telling first."""
        return tie_key_text(int(self.keys[strength - 1]) >> WILD_BITS)

    def combination(self, strength: int) -> Combination:
        """Return what a hand of this strength counts as."""
        return self.ranking[int(self.category[strength])]

    def classes_of(self, cards: np.ndarray, is_wild: np.ndarray | None = None) -> HandClasses:
        """Return the classes of hands ``uint8[n, 5]``.

        ``is_wild`` are the wild ones among them, ``bool[n, 5]``; those of the deck if left out.
        """
        wild = self.deck.wild_cards(cards) if is_wild is None else is_wild
        return classes_of(cards, wild, bool(self.deck.bug))

    def strengths_of(self, classes: HandClasses) -> np.ndarray:
        """Return ``int64[n]``: the strengths of five-card classes, read at their best."""
        return self.strength_of_keys(self.readings.of(classes))

    def strength_of_keys(self, keys: np.ndarray) -> np.ndarray:
        """Return ``int64[...]``: the strengths of sort keys, 0 for a key that no hand has."""
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, at + 1, 0)

    def strength(self, cards: np.ndarray) -> int:
        """Return the strength of five card ids, ``uint8[5]``."""
        return int(self.strengths_of(self.classes_of(cards[None, :]))[0])

    def keys_as(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """Return ``int64[n]`` sort keys of the targets that are one combination, -1 for others.

        Those that count as it stand above those that only match it.  The second are the keys for
        a bug that is no ace.
        """
        line = self.deck.line
        rows = matches(self.ranking[place].pattern, self.targets, line)
        keys = np.full(len(rows), NONE, dtype=np.int64)
        keys[rows] = keys_of_combination(self.ranking, place, self.targets.take(rows), line)
        helped = completed_by_bug(self.ranking, self.deck)[place]
        bug_keys = keys if helped else np.full_like(keys, NONE)
        return _exact_above(keys, self.target_keys), _exact_above(bug_keys, self.bug_keys)

    def matches_of(self, classes: HandClasses) -> np.ndarray:
        """Return ``bool[combinations, n]``: what classes can be read as."""
        bits = self.makes.of(classes)
        return (bits[None, :] >> np.arange(len(self.ranking))[:, None] & 1).astype(bool)


def _exact_above(keys: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """Lift the keys of what counts as a combination above those of what only matches it."""
    counts_as = (worth == keys) & (keys != NONE)
    return np.asarray(keys | counts_as.astype(np.int64) << EXACT_SHIFT)


def share_beaten(hands: np.ndarray) -> np.ndarray:
    """Return ``float64[strengths + 1]``: share of all other hands beaten, ties half.

    Parameters
    ----------
    hands
        ``int64[strengths + 1]``: how many hands have each strength.
    """
    below = np.cumsum(hands) - hands
    ties = np.maximum(hands - 1, 0)
    return np.asarray((below + ties / 2) / max(1, hands.sum() - 1))


@lru_cache(maxsize=64)
def compile_ruleset(ruleset: Ruleset) -> Ranking:
    """Judge every five-card class under a ruleset.

    Raises
    ------
    RulesetError
        The ruleset tells more than 65,535 strengths apart.
    """
    deck = ruleset.deck
    targets = target_classes(deck)
    ranking, remarks, matching = _possible(ruleset, targets)
    keys = order_keys(ranking, targets, deck.line, matching)
    bug_keys, helped = _bug_view(ranking, targets, deck, matching)
    readings = _natural_first(deck, read(deck, BEST, targets, keys, bug_keys))
    bits = _as_bits(matching)
    makes = read(deck, ANY, targets, bits, bits & helped)
    classes, weights = dealt_classes(deck)
    values = readings.of(classes)
    every = np.concatenate([values, *_beside_dealt(deck, readings)])
    # Asked for counts too, or else NumPy imports its masked arrays first.
    distinct = np.unique(every, return_counts=True)[0]
    if len(distinct) > MAX_STRENGTHS:
        problem = _("ranking: has {n} strengths; at most {most} fit").format(
            n=number(len(distinct)), most=number(MAX_STRENGTHS)
        )
        raise RulesetError(ruleset.name, [problem])
    class_bits = makes.of(classes)
    class_matching = (class_bits >> np.arange(len(ranking))[:, None] & 1).astype(bool)
    return Ranking(
        ruleset=ruleset,
        ranking=ranking,
        remarks=(*remarks, *_never_counted(ranking, class_matching, values)),
        classes=classes,
        weights=weights,
        matching=class_matching,
        strengths=(np.searchsorted(distinct, values) + 1).astype(np.uint16),
        keys=distinct,
        targets=targets,
        target_keys=keys,
        bug_keys=bug_keys,
        readings=readings,
        makes=makes,
    )


def _beside_dealt(deck: Deck, readings: WildValues) -> list[np.ndarray]:
    """Return the values of hands that are never dealt as five cards, but play out of more.

    Where a card is wild by hand, the best five of seven may be without it.
    """
    if not deck.by_hand:
        return []
    return [readings.of(dealt_classes(replace(deck, by_hand=""))[0])]


def _possible(
    ruleset: Ruleset, targets: HandClasses
) -> tuple[tuple[Combination, ...], list[LaterText], np.ndarray]:
    """Drop what the deck can't hold, with a line for each.

    With the rest comes ``bool[combinations, n]``: which of the targets match.
    """
    deck = ruleset.deck
    kept, notes, matching = [], [], []
    for combination in ruleset.ranking:
        fits = matches(combination.pattern, targets, deck.line)
        if fits.any():
            kept.append(combination)
            matching.append(fits)
        else:
            text = later("{id}: can't occur in this deck ({deck})", id=combination.id, deck=deck)
            notes.append(text)
    if len(kept) > MAX_COMBINATIONS:
        problem = _("ranking: has {n} combinations; at most {most} fit").format(
            n=len(kept), most=MAX_COMBINATIONS
        )
        raise RulesetError(ruleset.name, [problem])
    return tuple(kept), notes, np.array(matching)


def order_keys(
    ranking: Sequence[Combination],
    classes: HandClasses,
    line: tuple[int, ...],
    matching: np.ndarray,
) -> np.ndarray:
    """Return ``int64[n]`` that compare like hands of natural classes, -1 for one that is nothing.

    Parameters
    ----------
    ranking
        Combinations, best first.
    classes, line
        What is judged, and the ranks as sequences run over them.
    matching
        ``bool[combinations, n]``: which classes match the pattern of each, and may count as it.
    """
    keys = np.full(len(classes.counts), NONE, dtype=np.int64)
    for place, fits in enumerate(matching):
        counts_as = fits & (keys == NONE)
        inside = classes.take(counts_as)
        keys[counts_as] = keys_of_combination(ranking, place, inside, line)
    return keys


def keys_of_combination(
    ranking: Sequence[Combination], place: int, classes: HandClasses, line: tuple[int, ...]
) -> np.ndarray:
    """Return ``int64[n]``: sort keys of classes that all count as one combination."""
    combination = ranking[place]
    ties = TIE_BREAKS[combination.tie_break](combination.pattern, classes, line)
    return np.asarray((len(ranking) - 1 - place << PLACE_SHIFT) | (ties << WILD_BITS))


def _bug_view(
    ranking: Sequence[Combination], targets: HandClasses, deck: Deck, matching: np.ndarray
) -> tuple[np.ndarray, int]:
    """Return what classes are worth to a bug that is no ace, and as bits what it completes."""
    if not deck.n_bugs:
        return np.full(len(targets.counts), NONE, dtype=np.int64), 0
    allowed = completed_by_bug(ranking, deck)
    keys = order_keys(ranking, targets, deck.line, matching & np.array(allowed)[:, None])
    return keys, sum(1 << place for place, helped in enumerate(allowed) if helped)


def completed_by_bug(ranking: Sequence[Combination], deck: Deck) -> list[bool]:
    """Return for each combination whether a bug may be any card that completes it."""
    completes = ("orthodox",) if deck.bug == "orthodox" else ("orthodox", "special")
    return [combination.bug in completes for combination in ranking]


def _natural_first(deck: Deck, readings: WildValues) -> WildValues:
    """Let the hand with fewer wild cards win among equals, where the deck says so."""
    if not deck.natural_first:
        return readings
    n_wild = counts_of(HAND_SIZE)[:, WILD:].sum(axis=1).astype(np.int64)
    inner = counts_of(HAND_SIZE - 1)[:, WILD:].sum(axis=1).astype(np.int64)
    fifth = (np.arange(N_SYMBOLS) >= WILD).astype(np.int64)
    most = (1 << WILD_BITS) - 1
    return WildValues(
        readings.rule,
        np.where(readings.ranks < 0, NONE, readings.ranks + most - n_wild),
        np.where(readings.suited < 0, NONE, readings.suited + most - n_wild),
        np.where(readings.four < 0, NONE, readings.four + most - inner[:, None] - fifth),
    )


def _as_bits(matching: np.ndarray) -> np.ndarray:
    """Return ``int64[n]``: the combinations that match, a bit each."""
    bits = np.int64(1) << np.arange(len(matching), dtype=np.int64)
    return np.asarray((matching * bits[:, None]).sum(axis=0))


def _never_counted(
    ranking: Sequence[Combination], matching: np.ndarray, keys: np.ndarray
) -> list[LaterText]:
    """Say which entries coincide, and which are always something higher."""
    notes = []
    counted = set((len(ranking) - 1 - (keys >> PLACE_SHIFT)).tolist())
    for place, combination in enumerate(ranking):
        twin = next((i for i in range(place) if (matching[i] == matching[place]).all()), None)
        if twin is not None:
            other = ranking[twin].id
            text = later(
                "{id}: is always {other} as well, which is higher", id=combination.id, other=other
            )
            notes.append(text)
        elif place not in counted:
            text = later(
                "{id}: never counts; each such hand is something higher", id=combination.id
            )
            notes.append(text)
    return notes
