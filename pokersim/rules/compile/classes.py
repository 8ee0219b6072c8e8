"""Hand classes: what is left of a hand when only what a combination may look at is kept.

A combination sees how many cards of each rank a hand has, and, where all or all but one of
them share a suit, which ranks those are.  Hands alike in that are one class, and every
question about a ruleset is answered once a class and weighted by the hands in it: five cards
of a 52-card deck are 16,757 classes instead of 2,598,960 hands.  Wild cards are counted apart.
"""

from functools import lru_cache
from itertools import chain, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from pokersim.cards import rank_of, suit_of
from pokersim.constants import FIRST_JOKER, HAND_SIZE, N_RANKS, N_SUITS

_BITS = (1 << np.arange(N_RANKS)).astype(np.int64)
_CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(N_SUITS + 1)], dtype=np.int64)


class HandClasses(NamedTuple):
    """A column for each thing a combination may look at, and for the wild cards.

    Attributes
    ----------
    counts
        ``int8[n, 13]``: natural cards of each rank, deuce first.
    n_suited
        ``int8[n]``: how many natural cards share a suit, where that is all of them, or all but
        one of three or more; else 0.
    suited
        ``uint16[n]``: the ranks of those cards, bit 0 the deuce.
    n_wild, n_bugs
        ``int8[n]``: cards that stand for any other, and bugs.
    """

    counts: np.ndarray
    n_suited: np.ndarray
    suited: np.ndarray
    n_wild: np.ndarray
    n_bugs: np.ndarray

    def take(self, rows: np.ndarray) -> "HandClasses":
        """Return the classes at an index array, a mask or a slice."""
        return HandClasses(*(column[rows] for column in self))

    @property
    def masks(self) -> np.ndarray:
        """``int64[n]``: the ranks present, bit 0 the deuce."""
        return rank_masks(self.counts)

    @property
    def n_natural(self) -> np.ndarray:
        """``int64[n]``: cards that are not wild."""
        return np.asarray(self.counts.sum(axis=1, dtype=np.int64))


def rank_masks(counts: np.ndarray) -> np.ndarray:
    """Return ``int64[n]``: which ranks occur, one bit a rank."""
    return np.asarray((counts > 0) @ _BITS)


def mask_of(ranks: tuple[int, ...]) -> int:
    """Return the bits of a few ranks."""
    return sum(1 << rank for rank in ranks)


def mask_bits(masks: np.ndarray) -> np.ndarray:
    """Return ``int64[n, 13]``: one card of each rank in a mask."""
    return np.asarray((masks.astype(np.int64)[:, None] >> np.arange(N_RANKS)) & 1)


def rank_multisets(size: int, ranks: tuple[int, ...], most: int = N_SUITS) -> np.ndarray:
    """Return ``int8[n, 13]``: all ways to have ``size`` cards by rank, at most ``most`` of each."""
    counts = _counts_drawn(size, ranks)
    return np.asarray(counts[counts.max(axis=1) <= most])


@lru_cache(maxsize=HAND_SIZE + 1)
def _counts_drawn(size: int, ranks: tuple[int, ...]) -> np.ndarray:
    """Return ``int8[n, 13]``: all ways to have ``size`` cards by rank."""
    n = comb(len(ranks) + size - 1, size)
    drawn = chain.from_iterable(combinations_with_replacement(ranks, size))
    table = np.fromiter(drawn, dtype=np.int64, count=n * size).reshape(n, size)
    counts = np.zeros((n, N_RANKS), dtype=np.int8)
    for ranks_drawn in table.T:
        counts[np.arange(n), ranks_drawn] += 1
    return counts


def natural(counts: np.ndarray, n_suited: np.ndarray, suited: np.ndarray) -> HandClasses:
    """Return classes without wild cards."""
    none = np.zeros(len(counts), dtype=np.int8)
    return HandClasses(counts, n_suited.astype(np.int8), suited.astype(np.uint16), none, none)


def hand_classes(size: int, ranks: tuple[int, ...], most: int = N_SUITS) -> HandClasses:
    """Return all classes of hands of ``size`` natural cards, 0 to 5, each once."""
    plain = rank_multisets(size, ranks, most)
    nothing = np.zeros(len(plain), dtype=np.int8)
    parts = [natural(plain, nothing, nothing)]
    if size >= 1:
        parts.append(_all_suited(size, ranks))
    if size >= 3:
        parts.append(_but_one_suited(size, ranks))
    return HandClasses(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _all_suited(size: int, ranks: tuple[int, ...]) -> HandClasses:
    counts = rank_multisets(size, ranks, most=1)
    return natural(counts, np.full(len(counts), size), rank_masks(counts))


def _but_one_suited(size: int, ranks: tuple[int, ...]) -> HandClasses:
    inner = _all_suited(size - 1, ranks)
    counts = np.repeat(inner.counts, len(ranks), axis=0)
    other = np.tile(np.array(ranks), len(inner.counts))
    counts[np.arange(len(counts)), other] += 1
    return natural(counts, np.full(len(counts), size - 1), np.repeat(inner.suited, len(ranks)))


def class_weights(classes: HandClasses, suit_masks: tuple[int, ...]) -> np.ndarray:
    """Return ``int64[n]``: in how many ways the natural cards of each class can be held.

    Parameters
    ----------
    classes
        All classes of one number of natural cards, as :func:`hand_classes` returns them.
    suit_masks
        The ranks that the deck has in each of the four suits, bit 0 the deuce.
    """
    has = mask_bits(np.array(suit_masks))
    every = _CHOOSE[has.sum(axis=0), classes.counts].prod(axis=1)
    size = classes.n_natural
    whole = (classes.n_suited == size) & (size > 0)
    but_one = (classes.n_suited > 0) & ~whole
    weights = np.where(whole | but_one, 0, every)
    other = classes.counts - mask_bits(classes.suited)
    for suit, mask in enumerate(suit_masks):
        inside = classes.suited.astype(np.int64) & ~mask == 0
        weights += (whole & inside).astype(np.int64)
        weights += (but_one & inside) * (other @ (has.sum(axis=0) - has[suit]))
    return np.asarray(weights - _suited_twins(classes, weights))


def _suited_twins(classes: HandClasses, weights: np.ndarray) -> np.ndarray:
    """Return what the unsuited class of each rank multiset counts twice: its suited hands."""
    plain = classes.n_suited == 0
    keys = classes.counts.astype(np.int64) @ 6 ** np.arange(N_RANKS, dtype=np.int64)
    order = np.argsort(keys[plain])
    home = order[np.searchsorted(keys[plain], keys[~plain], sorter=order)]
    twins = np.zeros(len(keys), dtype=np.int64)
    inside = np.zeros(int(plain.sum()), dtype=np.int64)
    np.add.at(inside, home, weights[~plain])
    twins[plain] = inside
    return twins


def classes_of(
    cards: np.ndarray, is_wild: np.ndarray | None = None, bug: bool = False
) -> HandClasses:
    """Return the class of each hand.

    Parameters
    ----------
    cards
        ``uint8[n, k]`` card ids, ``k`` from 1 to 5.
    is_wild
        ``bool[n, k]``: which cards are wild, jokers apart; none if left out.
    bug
        Whether jokers are bugs; if not, they are wild.
    """
    is_joker = cards >= FIRST_JOKER
    if is_wild is None:
        is_wild = np.zeros(cards.shape, dtype=bool)
    plain = ~(is_joker | is_wild)
    suits = np.where(plain, suit_of(cards), N_SUITS)
    counts = np.zeros((len(cards), N_RANKS + 1), dtype=np.int8)
    np.add.at(counts, (np.arange(len(cards))[:, None], np.where(plain, rank_of(cards), N_RANKS)), 1)
    n_plain = plain.sum(axis=1)
    n_in_suit = (suits[:, :, None] == np.arange(N_SUITS)).sum(axis=1)
    longest, n_suited = n_in_suit.argmax(axis=1), n_in_suit.max(axis=1)
    told = (n_suited == n_plain) | ((n_suited == n_plain - 1) & (n_plain >= 3))
    n_suited = np.where(told, n_suited, 0)
    own = (suits == longest[:, None]) & told[:, None]
    bits = np.bitwise_or.reduce(np.where(own, 1 << rank_of(cards).astype(np.int64), 0), axis=1)
    n_jokers = is_joker.sum(axis=1)
    n_bugs = n_jokers if bug else np.zeros_like(n_jokers)
    n_wild = is_wild.sum(axis=1) + (n_jokers - n_bugs)
    return HandClasses(
        counts[:, :N_RANKS],
        n_suited.astype(np.int8),
        bits.astype(np.uint16),
        n_wild.astype(np.int8),
        n_bugs.astype(np.int8),
    )


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
