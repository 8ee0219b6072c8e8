"""Deals every hand of a deck once, and counts."""

import numpy as np

from pokersim.kernels.jit import kernel
from pokersim.kernels.paths import (
    HOLE,
    LOWEST,
    MAX_SUITED_PATHS,
    Shape,
    has_suit,
    make_wild,
    rank_path,
    suited_paths,
)
from pokersim.packing import EVERY_SUIT, N_RANKS, N_SUITS, STATE_BITS, STATE_MASK, STATE_SHIFT
from pokersim.tables import RankTables

_ONE_EACH = np.uint64(EVERY_SUIT)


@kernel
def next_choice(
    chosen: np.ndarray,
    depth: int,
    n: int,
    words: np.ndarray,
    card_bits: np.ndarray,
    hands: np.ndarray,
    bits: np.ndarray,
) -> bool:
    """Move on to the next choice of all but the last card; false when there is none.

    Parameters
    ----------
    chosen
        ``int64[depth]``: ascending card numbers, -1 first of all.
    depth, n
        How many cards are chosen here, and from how many.
    words, card_bits
        ``uint64[n]`` of each card.
    hands, bits
        ``uint64[depth + 1]``: their sums up to each card, kept up to date.
    """
    at = depth - 1
    if chosen[0] < 0:
        at = 0
    while at >= 0:
        chosen[at] += 1
        # One card more is still to come behind the last of these.
        if chosen[at] <= n - (depth + 1 - at):
            hands[at + 1] = hands[at] + words[chosen[at]]
            bits[at + 1] = bits[at] | card_bits[chosen[at]]
            if at == depth - 1:
                return True
            chosen[at + 1] = chosen[at]
            at += 1
        else:
            at -= 1
    return False


@kernel
def count_holes(
    hand: np.uint64,
    natural: np.uint64,
    tables: RankTables,
    makes: np.ndarray,
    by_strength: np.ndarray,
    by_combination: np.ndarray,
    found: np.ndarray,
) -> None:
    """Count a hand whose hole card and its like are wild: once for each card that may be it."""
    state = (hand >> np.uint64(STATE_SHIFT)) & np.uint64(STATE_MASK)
    wild_already = np.int64(state & np.uint64(7)) + np.int64(state >> np.uint64(STATE_BITS))
    for card in range(-1, N_RANKS * N_SUITS):
        times = wild_already if card < 0 else np.int64(1)
        own_hand, own = hand, natural
        if card >= 0:
            if tables.card_bit[card] & natural == np.uint64(0):
                continue
            own_hand, own = make_wild(
                hand, natural, np.int64(card), tables.card_word, tables.wild_word
            )
        path = rank_path(own_hand, tables.mixer, tables.mask, tables.row_bits, tables.row_start)
        strength, made = tables.values[path, 0], makes[path]
        if has_suit(own_hand):
            n_paths = suited_paths(
                own_hand, own, tables.state_row, tables.five_suited, tables.four_suited, found
            )
            for k in range(n_paths):
                strength = max(strength, tables.values[found[k], 0])
                made |= makes[found[k]]
        by_strength[strength] += times
        for place in range(len(by_combination)):
            by_combination[place] += ((made >> place) & 1) * times


@kernel
def count_hands(
    cards: np.ndarray,
    start: np.uint64,
    shape: Shape,
    tables: RankTables,
    makes: np.ndarray,
    by_path: np.ndarray,
    by_strength: np.ndarray,
    by_combination: np.ndarray,
) -> None:
    """Deal all hands of some natural cards, with what ``start`` holds, and count them.

    Every hand is counted at the path of its ranks, and what that path is worth can be looked up
    afterwards; a hand with more paths is moved from there to what it is worth.  Only where the
    hole card matters is a hand counted by what it is worth alone.

    Parameters
    ----------
    cards
        ``uint8[n]``: natural cards to choose from.
    start
        The start word of the hand size, and the words of its wild cards.
    shape
        How many cards are chosen, see :func:`pokersim.kernels.paths.shape_of`; 0 to 7.
    tables
        :class:`pokersim.tables.RankTables` of one ruleset.
    makes
        ``int64[paths]``: what a hand can be read as, a bit a combination.
    by_path
        ``int64[paths]``, added to: hands by the path of their ranks.
    by_strength, by_combination
        ``int64[strengths + 1]`` and ``int64[combinations]``, added to: what has to be added to
        the worth of these paths, and to all that they can be read as.
    """
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    state_row = tables.state_row
    five_suited, four_suited = tables.five_suited, tables.four_suited
    values, by_hand = tables.values, tables.by_hand
    card_word, wild_word = tables.card_word, tables.wild_word
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    words, card_bits = tables.card_word[cards], tables.card_bit[cards]
    depth = len(shape) - 1
    if depth < 0:  # nothing but wild cards: one hand, as if one card without a word were chosen
        words, card_bits = np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64)
        depth = 0
    chosen = np.full(max(depth, 1), -1)
    hands = np.full(depth + 1, start)
    bits = np.zeros(depth + 1, dtype=np.uint64)
    n = len(words)
    while depth == 0 or next_choice(chosen, depth, n, words, card_bits, hands, bits):
        first = chosen[depth - 1] + 1 if depth > 0 else 0
        before, bits_before = hands[depth], bits[depth]
        if by_hand == 0 and not has_suit(before + _ONE_EACH):
            # No last card, whatever its suit, gives these another path.
            for card in range(first, n):
                by_path[rank_path(before + words[card], mixer, mask, row_bits, row_start)] += 1
            first = n
        for card in range(first, n):
            hand = before + words[card]
            own = bits_before | card_bits[card]
            if by_hand == HOLE:
                count_holes(hand, own, tables, makes, by_strength, by_combination, found)
                continue
            if by_hand == LOWEST:
                hand, own = make_wild(hand, own, np.int64(-1), card_word, wild_word)
            path = rank_path(hand, mixer, mask, row_bits, row_start)
            by_path[path] += 1
            if has_suit(hand):
                strength, made = values[path, 0], makes[path]
                by_strength[strength] -= 1
                n_paths = suited_paths(hand, own, state_row, five_suited, four_suited, found)
                for k in range(n_paths):
                    strength = max(strength, values[found[k], 0])
                    made |= makes[found[k]]
                by_strength[strength] += 1
                made ^= makes[path]
                if made != 0:
                    for place in range(len(by_combination)):
                        by_combination[place] += (made >> place) & 1
        if depth == 0:
            return


@kernel
def made_of(
    hand: np.uint64,
    natural: np.uint64,
    path: np.int64,
    tables: RankTables,
    makes: np.ndarray,
    found: np.ndarray,
) -> np.int64:
    """Return what a hand can be read as over all its paths, a bit a combination.

    ``path`` is that of its ranks; ``found`` is scratch for its suited paths.
    """
    made = np.int64(makes[path])
    if has_suit(hand):
        n_paths = suited_paths(
            hand, natural, tables.state_row, tables.five_suited, tables.four_suited, found
        )
        for k in range(n_paths):
            made |= makes[found[k]]
    return made


@kernel
def add_to_set(made: np.int64, sets: np.ndarray, counts: np.ndarray) -> bool:
    """Count one hand of a set in a table of sets; false when there is no place for it.

    Parameters
    ----------
    made
        The set, not negative.
    sets, counts
        ``int64[slots]``: sets, each at the first free slot from its remainder, and hands.
    """
    n = len(sets)
    at = made % n
    for _ in range(n):
        if counts[at] == 0:
            sets[at] = made
        if sets[at] == made:
            counts[at] += 1
            return True
        at = (at + 1) % n
    return False


@kernel
def add_holes(
    hand: np.uint64,
    natural: np.uint64,
    tables: RankTables,
    makes: np.ndarray,
    sets: np.ndarray,
    counts: np.ndarray,
    found: np.ndarray,
) -> bool:
    """Count a hand whose hole card and its like are wild: once for each card that may be it."""
    state = (hand >> np.uint64(STATE_SHIFT)) & np.uint64(STATE_MASK)
    wild_already = np.int64(state & np.uint64(7)) + np.int64(state >> np.uint64(STATE_BITS))
    fits = True
    for card in range(-wild_already, N_RANKS * N_SUITS):
        own_hand, own = hand, natural
        if card >= 0:
            if tables.card_bit[card] & natural == np.uint64(0):
                continue
            own_hand, own = make_wild(
                hand, natural, np.int64(card), tables.card_word, tables.wild_word
            )
        path = rank_path(own_hand, tables.mixer, tables.mask, tables.row_bits, tables.row_start)
        made = made_of(own_hand, own, path, tables, makes, found)
        fits = fits and add_to_set(made, sets, counts)
    return fits


@kernel
def count_sets(
    cards: np.ndarray,
    start: np.uint64,
    shape: Shape,
    tables: RankTables,
    makes: np.ndarray,
    by_path: np.ndarray,
    sets: np.ndarray,
    counts: np.ndarray,
) -> bool:
    """Deal all hands as :func:`count_hands` does, and count them by what they can be read as.

    A hand of one path is counted at that path, all others by the set that their paths make
    together.

    Parameters
    ----------
    cards, start, shape, tables, makes
        As for :func:`count_hands`.
    by_path
        ``int64[paths]``, added to: hands of one path.
    sets, counts
        ``int64[slots]``, added to: the sets of the others, and hands of each; a slot without
        hands is free.

    Returns
    -------
    bool
        Whether there were slots enough; if not, the counts are worth nothing.
    """
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    words, card_bits = tables.card_word[cards], tables.card_bit[cards]
    depth = len(shape) - 1
    if depth < 0:  # nothing but wild cards: one hand, as if one card without a word were chosen
        words, card_bits = np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64)
        depth = 0
    chosen = np.full(max(depth, 1), -1)
    hands = np.full(depth + 1, start)
    bits = np.zeros(depth + 1, dtype=np.uint64)
    n = len(words)
    fits = True
    while depth == 0 or next_choice(chosen, depth, n, words, card_bits, hands, bits):
        first = chosen[depth - 1] + 1 if depth > 0 else 0
        for card in range(first, n):
            hand, own = hands[depth] + words[card], bits[depth] | card_bits[card]
            if tables.by_hand == HOLE:
                fits = fits and add_holes(hand, own, tables, makes, sets, counts, found)
                continue
            if tables.by_hand == LOWEST:
                hand, own = make_wild(hand, own, np.int64(-1), tables.card_word, tables.wild_word)
            path = rank_path(hand, tables.mixer, tables.mask, tables.row_bits, tables.row_start)
            if has_suit(hand):
                made = made_of(hand, own, path, tables, makes, found)
                fits = fits and add_to_set(made, sets, counts)
            else:
                by_path[path] += 1
        if depth == 0:
            break
    return fits
