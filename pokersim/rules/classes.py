"""Hand classes: what is left of a hand when only what a combination may look at is kept.

A combination sees how many cards of each rank a hand has, and, where four or five cards
share a suit, which ranks those are.  Hands alike in that are one class, and every question
about a ruleset is answered once a class and weighted by the hands in it: five cards of a
52-card deck are 16,757 classes instead of 2,598,960 hands.
"""

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from pokersim.cards import RANKS

N_RANKS = len(RANKS)
N_SUITS = 4

_BITS = (1 << np.arange(N_RANKS)).astype(np.int64)
_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(N_SUITS + 1)], dtype=np.int64)


class HandClasses(NamedTuple):
    """A column for each thing a combination may look at.

    Attributes
    ----------
    counts
        ``int8[n, 13]``: cards of each rank, deuce first.
    n_suited
        ``int8[n]``: cards in the longest suit where that is 4 or 5, else 0.
    suited
        ``uint16[n]``: the ranks of those cards, bit 0 the deuce.
    """

    counts: np.ndarray
    n_suited: np.ndarray
    suited: np.ndarray

    def take(self, rows: np.ndarray) -> "HandClasses":
        """Return the classes at an index array, a mask or a slice."""
        return HandClasses(*(column[rows] for column in self))

    @property
    def masks(self) -> np.ndarray:
        """``int64[n]``: the ranks present, bit 0 the deuce."""
        return rank_masks(self.counts)


def rank_masks(counts: np.ndarray) -> np.ndarray:
    """Return ``int64[n]``: which ranks occur, one bit a rank."""
    return np.asarray((counts > 0) @ _BITS)


def mask_of(ranks: tuple[int, ...]) -> int:
    """Return the bits of a few ranks."""
    return sum(1 << rank for rank in ranks)


def rank_multisets(size: int, ranks: tuple[int, ...], most: int = N_SUITS) -> np.ndarray:
    """Return ``int8[n, 13]``: all ways to have ``size`` cards by rank, at most ``most`` of each."""
    drawn = np.array(list(combinations_with_replacement(ranks, size)), dtype=np.int64)
    counts = np.zeros((len(drawn), N_RANKS), dtype=np.int8)
    np.add.at(counts, (np.arange(len(drawn))[:, None], drawn), 1)
    return np.asarray(counts[counts.max(axis=1) <= most])


def unsuited(counts: np.ndarray) -> HandClasses:
    """Return classes of these rank counts without four or five of a suit."""
    n = len(counts)
    return HandClasses(counts, np.zeros(n, dtype=np.int8), np.zeros(n, dtype=np.uint16))


def all_suited(size: int, ranks: tuple[int, ...]) -> HandClasses:
    """Return the classes of ``size`` cards (4 or 5) of one suit."""
    counts = rank_multisets(size, ranks, most=1)
    masks = rank_masks(counts).astype(np.uint16)
    return HandClasses(counts, np.full(len(counts), size, dtype=np.int8), masks)


def four_suited(ranks: tuple[int, ...]) -> HandClasses:
    """Return the classes of four cards of one suit and a fifth of another, any rank."""
    four = all_suited(4, ranks)
    counts = np.repeat(four.counts, len(ranks), axis=0)
    fifth = np.tile(np.array(ranks), len(four.counts))
    counts[np.arange(len(counts)), fifth] += 1
    return HandClasses(
        counts, np.full(len(counts), 4, dtype=np.int8), np.repeat(four.suited, len(ranks))
    )


def hand_classes(size: int, ranks: tuple[int, ...], most: int = N_SUITS) -> HandClasses:
    """Return all classes of hands of ``size`` cards (1 to 5), each once."""
    parts = [unsuited(rank_multisets(size, ranks, most))]
    if size == 4:
        parts.append(all_suited(4, ranks))
    if size == 5:
        parts += [four_suited(ranks), all_suited(5, ranks)]
    return HandClasses(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def class_weights(classes: HandClasses, suit_masks: tuple[int, ...]) -> np.ndarray:
    """Return ``int64[n]``: how many hands of a deck are of each class.

    Parameters
    ----------
    classes
        Classes of five cards.
    suit_masks
        The ranks that the deck has in each of the four suits, bit 0 the deuce.
    """
    has = np.array([[mask >> rank & 1 for rank in range(N_RANKS)] for mask in suit_masks])
    every = _CHOOSE[has.sum(axis=0), classes.counts].prod(axis=1)
    four, five = classes.n_suited == 4, classes.n_suited == 5
    weights = np.where(four | five, 0, every)
    suited = classes.suited.astype(np.int64)
    for suit, mask in enumerate(suit_masks):
        inside = (suited & ~mask) == 0
        weights[five & inside] += 1
        fifth = classes.counts[four] - _as_counts(suited[four])
        others = has.sum(axis=0) - has[suit]
        weights[four] += inside[four] * (fifth @ others)
    return np.asarray(weights - _suited_twins(classes, weights))


def _suited_twins(classes: HandClasses, weights: np.ndarray) -> np.ndarray:
    """Return what the unsuited class of each rank multiset counts twice: its suited hands."""
    plain = classes.n_suited == 0
    keys = _multiset_keys(classes.counts)
    order = np.argsort(keys[plain])
    home = order[np.searchsorted(keys[plain], keys[~plain], sorter=order)]
    twins = np.zeros(len(keys), dtype=np.int64)
    inside = np.zeros(int(plain.sum()), dtype=np.int64)
    np.add.at(inside, home, weights[~plain])
    twins[plain] = inside
    return twins


def _multiset_keys(counts: np.ndarray) -> np.ndarray:
    """Return a number for each rank multiset: base 6 keeps up to five of each rank apart."""
    return np.asarray(counts.astype(np.int64) @ 6 ** np.arange(N_RANKS, dtype=np.int64))


def _as_counts(masks: np.ndarray) -> np.ndarray:
    """Return ``int64[n, 13]``: one card of each rank in a mask."""
    return (masks[:, None] >> np.arange(N_RANKS)) & 1


def classes_of(cards: np.ndarray) -> HandClasses:
    """Return the class of each hand of natural cards.

    Parameters
    ----------
    cards
        ``uint8[n, k]`` card ids below 52, ``k`` from 1 to 5.
    """
    ranks, suits = cards >> 2, cards & 3
    n = len(cards)
    rows = np.arange(n)[:, None]
    counts = np.zeros((n, N_RANKS), dtype=np.int8)
    np.add.at(counts, (rows, ranks), 1)
    n_in_suit = (suits[:, :, None] == np.arange(N_SUITS)).sum(axis=1)
    longest = n_in_suit.argmax(axis=1)
    n_suited = n_in_suit.max(axis=1)
    bits = np.where(suits == longest[:, None], 1 << ranks.astype(np.int64), 0).sum(axis=1)
    n_suited = np.where(n_suited >= 4, n_suited, 0).astype(np.int8)
    return HandClasses(counts, n_suited, np.where(n_suited > 0, bits, 0).astype(np.uint16))


def one_card_changes(cards: np.ndarray, deck_cards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return every hand that differs from this one in one card.

    Parameters
    ----------
    cards
        ``uint8[k]``.
    deck_cards
        ``uint8[m]``: all the cards of the deck.

    Returns
    -------
    hands, position
        ``uint8[k * (m - k), k]`` and ``int64[k * (m - k)]``: which card was changed.
    """
    others = np.setdiff1d(deck_cards, cards)
    hands = np.tile(cards, (len(cards) * len(others), 1))
    position = np.repeat(np.arange(len(cards)), len(others))
    hands[np.arange(len(hands)), position] = np.tile(others, len(cards))
    return hands, position


def rank_subsets(size: int, ranks: tuple[int, ...]) -> list[int]:
    """Return the masks of all sets of ``size`` ranks, in ascending order."""
    return sorted(mask_of(chosen) for chosen in combinations(ranks, size))
