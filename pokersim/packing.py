"""The only home of the bit layout: cards packed into words that add up to a hand.

A card is one ``uint64``; the sum of the words of a hand is the packed hand::

    63       54 53   51 50   48 47  44  43  40  39  36  35  32 31                  0
    +----------+-------+-------+-------+-------+-------+-------+-------------------+
    |    0     | bugs  | wild  |   s   |   h   |   d   |   c   |  key              |
    +----------+-------+-------+-------+-------+-------+-------+-------------------+

- *key*: each rank has a number such that the sums of as many as a hand has are all different
  (no rank more than four times), so the sum names the multiset of ranks.  Wild cards are a
  fourteenth symbol, and bugs, in a deck that has both, a fifteenth.
- *c d h s*: cards in each suit, four bits each; a wild card counts for every suit.
- *wild*, *bugs*: how many of them, three bits each.

A hand starts from a start word, not from nothing: each suit counter starts so high that its
top bit (``SUIT_FLAGS``) turns on when the suit has as many cards as matter, and the key starts
where the multisets of its size have their place.

A second word for each card has one bit: ``13 * suit + rank`` for a card, above them for jokers.
Together they are the set of cards, and the ranks of a suit are thirteen bits in a row.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pokersim.constants import FIRST_JOKER, MAX_JOKERS, N_CARDS, N_RANKS, N_SUITS

KEY_BITS = 32
SUIT_BITS = 4
STATE_SHIFT = 48
STATE_BITS = 3

KEY_MASK = (1 << KEY_BITS) - 1
SUIT_FLAG = 1 << (SUIT_BITS - 1)
SUIT_FLAGS = sum(SUIT_FLAG << KEY_BITS + SUIT_BITS * suit for suit in range(N_SUITS))
EVERY_SUIT = sum(1 << KEY_BITS + SUIT_BITS * suit for suit in range(N_SUITS))
STATE_MASK = (1 << 2 * STATE_BITS) - 1
RANKS_MASK = (1 << N_RANKS) - 1

N_WORDS = FIRST_JOKER + MAX_JOKERS

# Found by a greedy search: each is the least number that keeps all sums apart.
_KEYS = {
    5: (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    7: (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
}
_WILD_KEY = {5: 148432, 7: 7825760}
_SIZES = {5: (1, 2, 3, 4, 5), 7: (6, 7)}

# Multiples of an odd number near the golden ratio of a word are spread out evenly.  Keys of seven
# cards are scattered so; those of five are few enough to stay together, the common ones near by.
_GOLDEN = 0x9E3779B1
_MIXER = {5: 1, 7: _GOLDEN}
_ROW_BITS = {(5, False): 7, (5, True): 7, (7, False): 13, (7, True): 14}

# How far a row looks from its spot.
_WINDOW = 512


class KeyLayout(NamedTuple):
    """A numbering of all hands of some sizes by their ranks and wild cards: a perfect hash.

    A key is mixed, ``m = key * mixer & mask``, which loses nothing since the factor is odd, and
    its slot is ``row_start[m >> row_bits] + (m & (2**row_bits - 1))``; slot 0 is no hand's.

    Attributes
    ----------
    largest
        Cards of the largest hands, 5 or 7.
    numbers
        What each of the thirteen ranks, a wild card and a bug add to a key.
    size_step
        What a card more adds to the key that a hand starts from.
    mixer, mask, row_bits
        How a key is mixed, and the bits of a mixed key below its row.
    row_start
        ``uint32[rows]``; a row without keys points at slot 0.
    n_slots
        Slots, less than a sixth of them empty.
    """

    largest: int
    numbers: tuple[int, ...]
    size_step: int
    mixer: int
    mask: int
    row_bits: int
    row_start: np.ndarray
    n_slots: int

    def start_key(self, size: int) -> int:
        """Return what the key of a hand of so many cards starts from."""
        return (size - _SIZES[self.largest][0]) * self.size_step

    def keys(self, symbols: np.ndarray) -> np.ndarray:
        """Return ``int64[n]``: the keys of multisets given as ``int[n, size]`` symbols."""
        numbers = np.array(self.numbers, dtype=np.int64)
        total = numbers[symbols.astype(np.int64)].sum(axis=1)
        return np.asarray(total + self.start_key(symbols.shape[1]))

    def slots(self, symbols: np.ndarray) -> np.ndarray:
        """Return ``int64[n]``: the slots of multisets given as ``int[n, size]`` symbols."""
        mixed = self.keys(symbols) * self.mixer & self.mask
        starts = self.row_start[mixed >> self.row_bits].astype(np.int64)
        return np.asarray(starts + (mixed & ((1 << self.row_bits) - 1)))


def sizes(largest: int) -> tuple[int, ...]:
    """Return the hand sizes of the layout for hands of at most ``largest`` cards."""
    return _SIZES[largest]


@lru_cache(maxsize=4)
def layout(largest: int, both: bool = False) -> KeyLayout:
    """Return the layout for hands of up to 5, or of 6 and 7 cards.

    Parameters
    ----------
    largest
        5 or 7.
    both
        Whether a deck has wild cards and bugs, so that they must be told apart.
    """
    wild = _WILD_KEY[largest]
    most = max(_KEYS[largest][-1], wild) * largest
    # A number above every sum of the others keeps any number of bugs apart.
    bug = most + 1 if both else wild
    numbers = (*_KEYS[largest], wild, bug)
    step = 1 << (most + (MAX_JOKERS * bug if both else 0)).bit_length()
    mask = (step << (len(_SIZES[largest]) - 1).bit_length()) - 1
    bits = _ROW_BITS[largest, both]
    nothing = np.zeros(0, dtype=np.uint32)
    empty = KeyLayout(largest, numbers, step, _MIXER[largest], mask, bits, nothing, 0)
    row_start, n_slots = _fit_rows(_all_keys(empty, both) * empty.mixer & mask, bits)
    return empty._replace(row_start=row_start, n_slots=n_slots)


def _all_keys(empty: KeyLayout, both: bool) -> np.ndarray:
    """Return ``int64[n]``: the keys of all multisets that a deck can deal."""
    most = [N_SUITS] * N_RANKS + [empty.largest, *([MAX_JOKERS] if both else [])]
    # By size, the sums of the numbers of the symbols so far.
    sums = [np.zeros(int(size == 0), dtype=np.int64) for size in range(empty.largest + 1)]
    for number, times in zip(empty.numbers, most, strict=False):
        sums = [
            np.concatenate([sums[size - n] + n * number for n in range(min(size, times) + 1)])
            for size in range(len(sums))
        ]
    return np.concatenate([sums[size] + empty.start_key(size) for size in sizes(empty.largest)])


def _fit_rows(mixed: np.ndarray, row_bits: int) -> tuple[np.ndarray, int]:
    """Fit the rows of the key space over each other so that no two keys share a slot.

    Rows of one length are placed at once, the longest first: each looks for a place of its own
    at another spot, all over the slots, and those that find none look again elsewhere.
    """
    mixed = np.sort(mixed)
    rows, columns = mixed >> row_bits, mixed & ((1 << row_bits) - 1)
    begins = np.flatnonzero(np.diff(rows, prepend=-1))
    lengths = np.diff(begins, append=len(rows))
    row_start = np.zeros(int(rows[-1]) + 1, dtype=np.uint32)
    # With an eighth of the slots empty the search is short; one more each time lets it end.
    n_slots = len(mixed) * 8 // 7
    free = np.zeros(2 * n_slots + (1 << row_bits) + _WINDOW, dtype=bool)
    free[1:n_slots] = True
    looked = 0
    for length in range(int(lengths.max()), 0, -1):
        some = begins[lengths == length]
        while len(some):
            spots = np.arange(looked, looked + len(some)) * _GOLDEN % n_slots
            places, placed = _place(free, columns[some[:, None] + np.arange(length)], spots)
            row_start[rows[some[placed]]] = places[placed]
            looked += len(some)
            some = some[~placed]
            free[n_slots] = True
            n_slots += 1
    return row_start, int((row_start[rows] + columns).max()) + 1


def _place(
    free: np.ndarray, wanted: np.ndarray, spots: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Place rows where all their columns are free, and mark these slots as taken.

    Parameters
    ----------
    free
        ``bool[slots]``, changed.
    wanted
        ``int64[n, length]``: the columns of each row.
    spots
        ``int64[n]``: where each begins to look.

    Returns
    -------
    places, placed
        ``int64[n]``, and ``bool[n]`` which of them have been taken: none was free for the
        others near their spot, or it is another row's now.
    """
    windows = np.lib.stride_tricks.sliding_window_view(free, _WINDOW)
    fits = windows[spots + wanted[:, 0]]
    for column in wanted.T[1:]:
        fits &= windows[spots + column]
    nearest = fits.argmax(axis=1)
    own = np.arange(len(spots))
    places = spots + nearest
    slots = places[:, None] + wanted
    owner = np.empty(len(free), dtype=np.int64)
    owner[slots] = own[:, None]
    placed = fits[own, nearest] & (owner[slots] == own[:, None]).all(axis=1)
    free[slots[placed]] = False
    return places, placed


def card_words(
    layout: KeyLayout, cards: np.ndarray, wild: tuple[int, ...] = (), bug: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return the words of each card id, jokers last; the first is 0 for what the deck has not.

    Parameters
    ----------
    layout
        The numbering of hands.
    cards
        ``uint8[n]``: the ids that the deck has.
    wild
        Ids that are wild.
    bug
        Whether jokers are bugs; if not, they are wild.

    Returns
    -------
    words, bits
        ``uint64[56]`` to be added up, and ``uint64[56]`` with one bit each.
    """
    words = np.zeros(N_WORDS, dtype=np.uint64)
    bits = np.zeros(N_WORDS, dtype=np.uint64)
    bug_word = layout.numbers[N_RANKS + 1] + EVERY_SUIT + (1 << STATE_SHIFT + STATE_BITS)
    for card in range(N_CARDS):
        rank, suit = divmod(card, N_SUITS)
        words[card] = layout.numbers[rank] + (1 << KEY_BITS + SUIT_BITS * suit)
        bits[card] = 1 << N_RANKS * suit + rank
    words[list(wild)] = wild_word(layout)
    words[FIRST_JOKER:] = bug_word if bug else wild_word(layout)
    words[~np.isin(np.arange(N_WORDS), cards)] = 0
    bits[FIRST_JOKER:] = np.uint64(1) << np.arange(FIRST_JOKER, N_WORDS, dtype=np.uint64)
    return words, bits


def wild_word(layout: KeyLayout) -> int:
    """Return the word of a wild card."""
    return layout.numbers[N_RANKS] + EVERY_SUIT + (1 << STATE_SHIFT)


def start_word(layout: KeyLayout, size: int, suit_cards: int) -> int:
    """Return what a hand of ``size`` cards starts from when ``suit_cards`` of a suit matter."""
    return layout.start_key(size) + (SUIT_FLAG - suit_cards) * EVERY_SUIT
