"""The only home of the bit layout: cards packed into words that add up to a hand.

A card is one ``uint64``; the sum of the words of a hand is the packed hand::

    63            48 47    44      40      36      32 31                     0
    +--------------+-------+-------+-------+-------+------------------------+
    |      0       |   s   |   h   |   d   |   c   |   key                  |
    +--------------+-------+-------+-------+-------+------------------------+

- *key*: each rank has a number such that the sums of up to five of them are all different
  (no rank more than four times), so the sum names the multiset of ranks.  A fourteenth
  symbol, which may occur five times, is kept for wild cards.
- *c d h s*: cards in each suit, four bits each; a wild card counts for every suit.

A hand starts from ``start``, not from nothing: each suit counter starts so high that its
top bit (``SUIT_FLAGS``) turns on when the suit has as many cards as matter, and the key
starts at ``size << SIZE_SHIFT`` so that hands of one to five cards share one table.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pokersim.cards import FIRST_JOKER, MAX_JOKERS, N_CARDS

# Found by a greedy search: each is the least number that keeps all sums of five apart.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
WILD_KEY = 148432

SIZE_SHIFT = 20
KEY_BITS = 32
SUIT_BITS = 4
N_SUITS = 4
MAX_SIZE = 5

KEY_MASK = (1 << KEY_BITS) - 1
SUIT_MASK = (1 << SUIT_BITS) - 1
SUIT_FLAG = 1 << (SUIT_BITS - 1)
SUIT_FLAGS = sum(SUIT_FLAG << KEY_BITS + SUIT_BITS * suit for suit in range(N_SUITS))

ROW_BITS = 7
COLUMN_MASK = (1 << ROW_BITS) - 1

# Paths: where a hand's strength may stand in a table of values.
N_MASKS = 1 << len(RANK_KEYS)
N_FOURS = 715  # C(13, 4)
N_FIFTHS = len(RANK_KEYS)


def card_words() -> np.ndarray:
    """Return ``uint64[56]``: the word of each card id, jokers last."""
    words = np.zeros(FIRST_JOKER + MAX_JOKERS, dtype=np.uint64)
    every_suit = sum(1 << KEY_BITS + SUIT_BITS * suit for suit in range(N_SUITS))
    for card in range(N_CARDS):
        rank, suit = divmod(card, N_SUITS)
        words[card] = RANK_KEYS[rank] + (1 << KEY_BITS + SUIT_BITS * suit)
    words[FIRST_JOKER:] = WILD_KEY + every_suit
    return words


def start_word(size: int, suit_cards: int) -> int:
    """Return what a hand of ``size`` cards starts from when ``suit_cards`` of a suit matter."""
    counter = SUIT_FLAG - suit_cards
    return (size << SIZE_SHIFT) + sum(
        counter << KEY_BITS + SUIT_BITS * suit for suit in range(N_SUITS)
    )


def keys_of(counts: np.ndarray, size: int) -> np.ndarray:
    """Return ``int64[n]``: the key part of hands with these rank counts, ``int8[n, 13]``."""
    return np.asarray(counts.astype(np.int64) @ np.array(RANK_KEYS)) + (size << SIZE_SHIFT)


class Slots(NamedTuple):
    """A perfect hash of all keys: ``row_start[key >> ROW_BITS] + (key & COLUMN_MASK)``.

    Attributes
    ----------
    row_start
        ``uint16[rows]``; a row without keys points at slot 0.
    n
        Slots, a few of them empty.
    """

    row_start: np.ndarray
    n: int

    def of(self, keys: np.ndarray) -> np.ndarray:
        """Return ``int64[n]``: the slot of each key."""
        starts = self.row_start[keys >> ROW_BITS].astype(np.int64)
        return np.asarray(starts + (keys & COLUMN_MASK))


@lru_cache(maxsize=1)
def slots() -> Slots:
    """Fit the rows of the key space over each other so that no two keys share a slot.

    The rows are taken fullest first, each at the first place where all its keys fall into
    free slots (row displacement).  The keys do not depend on the rules, so one layout
    serves every ruleset.
    """
    keys = _all_keys()
    rows, columns = keys >> ROW_BITS, keys & COLUMN_MASK
    order = np.argsort(rows, kind="stable")
    names, begins, sizes = np.unique(rows[order], return_index=True, return_counts=True)
    row_start = np.zeros((MAX_SIZE + 1 << SIZE_SHIFT) >> ROW_BITS, dtype=np.uint16)
    free = np.ones(len(keys) * 2 + COLUMN_MASK + 1, dtype=bool)
    free[0] = False  # slot 0 belongs to no hand: "no path" points there
    last, low = 0, 1
    for i in np.argsort(-sizes, kind="stable"):
        wanted = columns[order[begins[i] : begins[i] + sizes[i]]]
        place = _first_fit(free, wanted, low)
        row_start[names[i]] = place
        free[place + wanted] = False
        last = max(last, int(place + wanted.max()))
        low += int(free[low:].argmax())
    return Slots(row_start, last + COLUMN_MASK + 1)


def _first_fit(free: np.ndarray, wanted: np.ndarray, low: int) -> int:
    """Return the first place where every wanted offset is free; ``low`` is the first free slot."""
    begin = max(0, low - int(wanted[0]))
    end = len(free) - COLUMN_MASK
    fits = free[begin + wanted[0] : end + wanted[0]].copy()
    for column in wanted[1:]:
        fits &= free[begin + column : end + column]
    return begin + int(fits.argmax())


def _all_keys() -> np.ndarray:
    """Return ``int64[n]``: the keys of all multisets of 13 ranks and wild, one to five cards."""
    numbers = np.array([*RANK_KEYS, WILD_KEY])
    parts = []
    for size in range(1, MAX_SIZE + 1):
        drawn = np.array(list(combinations_with_replacement(range(len(numbers)), size)))
        five_natural = (size == MAX_SIZE) & (drawn[:, 0] == drawn[:, -1]) & (drawn[:, 0] < N_FIFTHS)
        parts.append(numbers[drawn[~five_natural]].sum(axis=1) + (size << SIZE_SHIFT))
    return np.concatenate(parts)
