"""Files of hands: bytes -> card ids, and strengths -> bytes, a block at a time.

The reader knows the plain notation alone, different cards and jokers; whatever else stands on a
line is left to :mod:`pokersim.cards`, which knows all of it and can say what is wrong.
"""

import numpy as np

from pokersim.cards import RANKS, SUITS
from pokersim.constants import FIRST_JOKER, MAX_JOKERS
from pokersim.kernels.jit import kernel

PLAIN, BLANK, OTHER = 0, 1, 2
"""What a line is: a hand, nothing, or for the slow reader."""

PADDING = 8
"""Bytes that arrays of text must have to spare, see :func:`copy_bytes`."""

_1, _2, _3, _4, _5, _6, _7, _EIGHT = (np.uint64(n) for n in range(1, 9))
_NEWLINE, _BLANK, _COMMA, _HYPHEN, _ONE, _ZERO = (ord(sign) for sign in "\n ,-10")
_TEN, _JACK = np.uint8(RANKS.index("T")), np.uint8(RANKS.index("J"))
_J, _O, _CAPITAL_O, _K, _CAPITAL_K = (ord(sign) for sign in "JoOkK")
_NO_CARD = np.uint8(255)
_RANK_BYTES = np.frombuffer(RANKS.encode(), dtype=np.uint8)
_SUIT_BYTES = np.frombuffer(SUITS.encode(), dtype=np.uint8)


def byte_meanings() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the rank and the suit of each byte, ``uint8[256]``, 255 for none, and separators.

    The last is ``bool[256]``: blanks, commas, hyphens.
    """
    rank = np.full(256, _NO_CARD, dtype=np.uint8)
    suit = np.full(256, _NO_CARD, dtype=np.uint8)
    for number, letter in enumerate(RANKS):
        rank[ord(letter)] = rank[ord(letter.lower())] = number
    for number, letter in enumerate(SUITS):
        suit[ord(letter)] = suit[ord(letter.upper())] = number
    blank = np.zeros(256, dtype=np.bool_)
    blank[[ord(sign) for sign in " \t\r,-"]] = True
    return rank, suit, blank


@kernel
def read_lines(
    text: np.ndarray,
    meanings: tuple[np.ndarray, np.ndarray, np.ndarray],
    cards: np.ndarray,
    kinds: np.ndarray,
    ends: np.ndarray,
) -> int:
    """Read whole lines of hands of ``cards.shape[1]`` cards.

    Parameters
    ----------
    text
        ``uint8[bytes]``; what follows the last newline is left.
    meanings
        From :func:`byte_meanings`.
    cards, kinds, ends
        ``uint8[lines, size]``, ``uint8[lines]`` and ``int64[lines]``, written: the hand of a plain
        line, what the line is, and where its newline stands.

    Returns
    -------
    int
        Lines read; at most as many as the arrays have room for.
    """
    rank_of, suit_of, is_blank = meanings
    n_lines = 0
    n_cards = 0
    n_jokers = 0
    kind = BLANK
    seen = np.uint64(0)
    i = 0
    size = len(text)
    hand_size = cards.shape[1]
    while i < size and n_lines < len(kinds):
        byte = text[i]
        if byte == _NEWLINE:
            if kind == PLAIN and n_cards != hand_size:
                kind = OTHER
            kinds[n_lines] = kind
            ends[n_lines] = i
            n_lines += 1
            n_cards = 0
            n_jokers = 0
            kind = BLANK
            seen = np.uint64(0)
            i += 1
        elif is_blank[byte]:
            # A lone hyphen or comma is not nothing: the slow reader decides.
            if kind == BLANK and byte in (_COMMA, _HYPHEN):
                kind = OTHER
            i += 1
        else:
            rank = rank_of[byte]
            if byte == _ONE and i + 1 < size and text[i + 1] == _ZERO:
                rank = _TEN
                i += 1
            after = text[i + 1] if i + 1 < size else np.uint8(_NEWLINE)
            suit = suit_of[after]
            card = np.uint64(rank) * np.uint64(4) + np.uint64(suit)
            if rank == _JACK and after in (_O, _CAPITAL_O) and n_jokers < MAX_JOKERS:
                long = i + 2 < size and text[i + 2] in (_K, _CAPITAL_K)
                suit = _NO_CARD if long else np.uint8(0)
                card = np.uint64(FIRST_JOKER + n_jokers)
                n_jokers += 1
            if rank == _NO_CARD or suit == _NO_CARD or n_cards == hand_size:
                kind = OTHER
                while i < size and text[i] != _NEWLINE:
                    i += 1
                continue
            bit = np.uint64(1) << card
            if seen & bit != np.uint64(0):
                kind = OTHER
            elif kind == BLANK:
                kind = PLAIN
            seen |= bit
            cards[n_lines, n_cards] = np.uint8(card)
            n_cards += 1
            i += 2
    return n_lines


@kernel
def copy_bytes(
    source: np.ndarray, start: np.uint64, end: np.uint64, out: np.ndarray, at: np.uint64
) -> np.uint64:
    """Copy ``source[start:end]`` to ``out[at:]`` and return where it ends there.

    Eight bytes at a time, which become one load and one store: up to seven bytes behind the
    end are read and written as well, so both arrays must be longer by ``PADDING``.
    """
    for k in range(np.uint64(0), end - start, _EIGHT):
        i, o = start + np.uint64(k), at + np.uint64(k)
        b0, b1, b2, b3 = source[i], source[i + _1], source[i + _2], source[i + _3]
        b4, b5, b6, b7 = source[i + _4], source[i + _5], source[i + _6], source[i + _7]
        out[o], out[o + _1], out[o + _2], out[o + _3] = b0, b1, b2, b3
        out[o + _4], out[o + _5], out[o + _6], out[o + _7] = b4, b5, b6, b7
    return at + (end - start)


@kernel
def lead_with(is_it: np.ndarray, hand: np.ndarray, out: np.ndarray) -> None:
    """Write the text of a hand with one of its cards first, the others as they stand."""
    place = is_it.argmax()
    for j in range(len(is_it)):
        source = place if j == 0 else j - 1 if j <= place else j
        for k in range(3):
            out[3 * j + k] = hand[3 * source + k]


@kernel
def write_rows(
    cards: np.ndarray,
    keeps_first: np.ndarray,
    tails_of: np.ndarray,
    heads: np.ndarray,
    head_ends: np.ndarray,
    tails: np.ndarray,
    tail_starts: np.ndarray,
    tail_ends: np.ndarray,
    out: np.ndarray,
) -> np.uint64:
    """Write the rows of hands under every ruleset: what stands before the hand, it, the rest.

    Parameters
    ----------
    cards
        ``uint8[n, size]``; overwritten.
    keeps_first
        ``bool[rulesets]``: whether the card that was read first is written first.
    tails_of
        ``int64[n, rulesets]``: the number of each row's tail.
    heads, head_ends
        ``uint8[bytes]`` of all rulesets one after another, ``uint64[rulesets]``.
    tails, tail_starts, tail_ends
        ``uint8[bytes]``, and by number where a tail stands, ``uint64[numbers]``.
    out
        ``uint8[bytes]``, written.  It, ``heads`` and ``tails`` are ``PADDING`` longer than
        what is to be put into them.

    Returns
    -------
    uint64
        Bytes written.
    """
    at = np.uint64(0)
    size = cards.shape[1]
    hand = np.zeros(3 * size + PADDING, dtype=np.uint8)
    as_read = np.zeros_like(hand)
    hand_end = np.uint64(3 * size - 1)
    any_first = keeps_first.any()
    for i in range(len(cards)):
        first = cards[i, 0]
        # Insertion sort into the printed order: the highest id first, jokers last.
        for j in range(size):
            card = cards[i, j]
            card = card - FIRST_JOKER if card >= FIRST_JOKER else card + MAX_JOKERS
            k = j
            while k > 0 and cards[i, k - 1] < card:
                cards[i, k] = cards[i, k - 1]
                k -= 1
            cards[i, k] = card
        for j in range(size):
            card = np.int64(cards[i, j]) - MAX_JOKERS
            is_joker = card < 0
            hand[3 * j] = _J if is_joker else _RANK_BYTES[card >> 2]
            hand[3 * j + 1] = _O if is_joker else _SUIT_BYTES[card & 3]
            hand[3 * j + 2] = _BLANK
        if any_first:
            first = first - FIRST_JOKER if first >= FIRST_JOKER else first + MAX_JOKERS
            lead_with(cards[i] == first, hand, as_read)
        start = np.uint64(0)
        for r in range(tails_of.shape[1]):
            tail = tails_of[i, r]
            at = copy_bytes(heads, start, head_ends[r], out, at)
            shown = as_read if keeps_first[r] else hand
            at = copy_bytes(shown, np.uint64(0), hand_end, out, at)
            at = copy_bytes(tails, tail_starts[tail], tail_ends[tail], out, at)
            start = head_ends[r]
    return at
