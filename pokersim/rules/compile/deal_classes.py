"""Which classes of five cards a deck can deal, how often, and what they may be read as."""

from collections.abc import Iterator
from functools import lru_cache
from math import comb

import numpy as np

from pokersim.constants import HAND_SIZE
from pokersim.rules.compile.classes import (
    HandClasses,
    class_weights,
    hand_classes,
    mask_of,
    natural,
    rank_masks,
    rank_multisets,
)
from pokersim.rules.deck import Deck


@lru_cache(maxsize=16)
def dealt_classes(deck: Deck) -> tuple[HandClasses, np.ndarray]:
    """Return the five-card classes that a deck can deal, and ``int64[n]`` hands in each."""
    parts, weights = [], []
    for n_wild in range(min(HAND_SIZE, deck.n_wild) + 1):
        for n_bugs in range(min(HAND_SIZE - n_wild, deck.n_bugs) + 1):
            others = comb(deck.n_wild, n_wild) * comb(deck.n_bugs, n_bugs)
            for plain, own_wild, ways in _natural_parts(deck, HAND_SIZE - n_wild - n_bugs):
                same = np.ones(len(ways), dtype=np.int8)
                dealt = plain._replace(n_wild=same * (n_wild + own_wild), n_bugs=same * n_bugs)
                parts.append(dealt.take(ways > 0))
                weights.append(ways[ways > 0] * others)
    columns = (np.concatenate(column) for column in zip(*parts, strict=True))
    return HandClasses(*columns), np.concatenate(weights)


def _natural_parts(deck: Deck, size: int) -> Iterator[tuple[HandClasses, int, np.ndarray]]:
    """Yield the natural cards of hands: classes, how many more are wild by hand, and the ways.

    Where the hole card matters, each card of a hand may be it: a hand is then counted as often
    as it has cards.
    """
    whole = hand_classes(size, deck.ranks)
    if not deck.by_hand:
        yield whole, 0, class_weights(whole, deck.suit_masks)
        return
    if deck.by_hand == "hole":
        yield whole, 0, class_weights(whole, deck.suit_masks) * (HAND_SIZE - size)
    elif size == 0:
        yield whole, 0, class_weights(whole, deck.suit_masks)
    for rank in deck.ranks:
        has = sum(mask >> rank & 1 for mask in deck.suit_masks)
        others = tuple(
            r for r in deck.ranks if (r > rank if deck.by_hand == "lowest" else r != rank)
        )
        masks = tuple(mask & mask_of(others) for mask in deck.suit_masks)
        for copies in range(1, min(size, has) + 1):
            if others or size == copies:
                rest = hand_classes(size - copies, others or deck.ranks)
                ways = class_weights(rest, masks) * comb(has, copies)
                yield rest, copies, ways * (copies if deck.by_hand == "hole" else 1)


@lru_cache(maxsize=16)
def target_classes(deck: Deck) -> HandClasses:
    """Return the natural classes that a hand may be read as: those of the whole pack.

    With wild cards also five of a rank; and where they may copy a card of a flush, five suited
    cards with a rank twice.
    """
    targets = hand_classes(HAND_SIZE, deck.ranks, most=5 if deck.has_wild else 4)
    if deck.double_ace_flush and deck.has_wild:
        counts = rank_multisets(HAND_SIZE, deck.ranks, most=HAND_SIZE)
        counts = counts[counts.max(axis=1) > 1]
        copies = natural(counts, np.full(len(counts), HAND_SIZE), rank_masks(counts))
        both = zip(targets, copies, strict=True)
        targets = HandClasses(*(np.concatenate(columns) for columns in both))
    return targets
