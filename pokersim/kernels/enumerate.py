"""Counts all hands of some cards, by what they are worth or can be read as.

A hand is counted at the path of its ranks, many alike at once; those of which a suit matters are
then looked at one by one.  Where cards are wild by hand, every hand is dealt.
"""

import numpy as np

from pokersim.constants import N_RANKS, N_SUITS
from pokersim.kernels.choices import (
    ALL_FLAGS,
    FIRST_FLAG,
    Walk,
    are_suits_alike,
    begin_walk,
    next_choices,
    rank_choices,
)
from pokersim.kernels.jit import Integer, kernel, lowest_bit, pointer_to, popcount
from pokersim.kernels.strength_index import (
    HOLE,
    LOWEST,
    MAX_SUITED_PATHS,
    has_suit,
    make_wild,
    rank_path,
    suit_places,
    suited_paths,
)
from pokersim.packing import STATE_BITS, STATE_MASK, STATE_SHIFT
from pokersim.table_layout import RankTables

_0 = np.uint64(0)


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
            n_paths = suited_paths(own_hand, own, suit_places(tables), found)
            for k in range(n_paths):
                strength = max(strength, tables.values[found[k], 0])
                made |= makes[found[k]]
        by_strength[strength] += times
        for place in range(len(by_combination)):
            by_combination[place] += ((made >> place) & 1) * times


@kernel
def count_hands(
    cards: np.ndarray,
    size: int,
    start: np.uint64,
    tables: RankTables,
    makes: np.ndarray,
    by_path: np.ndarray,
    by_strength: np.ndarray,
    by_combination: np.ndarray,
) -> None:
    """Count all hands of some natural cards with what ``start`` holds.

    Every hand is counted at the path of its ranks, and what that path is worth can be looked up
    afterwards; a hand with more paths is moved from there to what it is worth.  Only where the
    hole card matters is a hand counted by what it is worth alone.

    Parameters
    ----------
    cards, size
        ``uint8[n]``: natural cards to choose from; how many are chosen, 0 to 7.
    start
        The start word of the hand size, and the words of its wild cards.
    tables
        :class:`pokersim.table_layout.RankTables` of one ruleset.
    makes
        ``int64[paths]``: what a hand can be read as, a bit a combination.
    by_path
        ``int64[paths]``, added to: hands by the path of their ranks.
    by_strength, by_combination
        ``int64[strengths + 1]`` and ``int64[combinations]``, added to: what has to be added to
        the worth of these paths, and to all that they can be read as.
    """
    every = tables.by_hand != 0
    if not every:
        paths, ways = rank_choices(cards, size, start, tables)
        for i in range(len(paths)):
            by_path[paths[i]] += ways[i]
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    flags, parts = suits_to_walk(cards, every)
    strengths, combinations = np.zeros_like(by_strength), np.zeros_like(by_combination)
    walk = begin_walk(cards, size, start, _0, every, flags, tables)
    n = next_choices(walk)
    while n > 0:
        if tables.by_hand == HOLE:
            for i in range(n):
                count_holes(
                    walk.hands[i], walk.bits[i], tables, makes, by_strength, by_combination, found
                )
        else:
            count_block(n, walk, parts, tables, makes, found, by_path, strengths, combinations)
        n = next_choices(walk)
    add_parts(strengths, parts, by_strength)
    add_parts(combinations, parts, by_combination)


@kernel
def suits_to_walk(cards: np.ndarray, every: bool | np.bool_) -> tuple[np.uint64, np.int64]:
    """Return the flags to look for, and in how many parts each hand counts.

    If suits are alike, hands with the first flag stand for all, each for as many as there are
    suits, shared among its flags; twelfths can be shared by one to four.
    """
    if every or not are_suits_alike(cards):
        return ALL_FLAGS, np.int64(1)
    return FIRST_FLAG, np.int64(12)


@kernel
def parts_of(hand: np.uint64, parts: np.int64) -> np.int64:
    """Return in how many parts a hand counts, see :func:`suits_to_walk`."""
    return parts if parts == 1 else parts // popcount(hand & ALL_FLAGS)


@kernel
def add_parts(counted: np.ndarray, parts: np.int64, counts: np.ndarray) -> None:
    """Add what was counted in parts, of all suits or of one that stands for all."""
    for i in range(len(counts)):
        counts[i] += counted[i] if parts == 1 else counted[i] * N_SUITS // parts


@kernel
def count_block(
    n: int,
    walk: Walk,
    parts: np.int64,
    tables: RankTables,
    makes: np.ndarray,
    found: np.ndarray,
    by_path: np.ndarray,
    by_strength: np.ndarray,
    by_combination: np.ndarray,
) -> None:
    """Count the hands of a step as :func:`count_hands` does; ``found`` is scratch for paths."""
    hands, bits = pointer_to(walk.hands), pointer_to(walk.bits)
    values, made_by, row_start = (
        pointer_to(tables.values.reshape(-1)),
        pointer_to(makes),
        pointer_to(tables.row_start),
    )
    suits, paths, lowest = suit_places(tables), pointer_to(found), tables.by_hand == LOWEST
    for i in range(n):
        hand, own = hands[i], bits[i]
        if lowest:
            hand, own = make_wild(hand, own, np.int64(-1), tables.card_word, tables.wild_word)
        path = rank_path(hand, tables.mixer, tables.mask, tables.row_bits, row_start)
        by_path[path] += lowest
        if not has_suit(hand):
            continue
        strength, made, times = values[path], made_by[path], parts_of(hand, parts)
        by_strength[strength] -= times
        for k in range(suited_paths(hand, own, suits, paths)):
            strength = max(strength, values[paths[k]])
            made |= made_by[paths[k]]
        by_strength[strength] += times
        made ^= made_by[path]
        while made != 0:
            by_combination[lowest_bit(made)] += times
            made &= made - 1


@kernel
def count_strengths(
    cards: np.ndarray,
    size: int,
    hand: np.uint64,
    bits: np.uint64,
    times: int,
    tables: RankTables,
    by_strength: np.ndarray,
) -> None:
    """Count what choices of some cards make of a hand, by its strength under each ruleset.

    Parameters
    ----------
    cards, size
        ``uint8[n]``: the cards to choose from; how many are chosen.
    hand, bits
        The words of the hand that they are added to.
    times
        How often each choice counts; it may be negative.
    tables
        :class:`pokersim.table_layout.RankTables` of whole hands; cards wild by hand are the lowest.
    by_strength
        ``int64[strengths + 1, rulesets]``, added to.
    """
    values, every = tables.values, tables.by_hand != 0
    n_rulesets = values.shape[1]
    if not every:
        paths, ways = rank_choices(cards, size, hand, tables)
        for i in range(len(paths)):
            for r in range(n_rulesets):
                by_strength[values[paths[i], r], r] += times * ways[i]
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    walk = begin_walk(cards, size, hand, bits, every, ALL_FLAGS, tables)
    n = next_choices(walk)
    while n > 0:
        count_block_strengths(n, walk, times, tables, found, by_strength)
        n = next_choices(walk)


@kernel
def count_block_strengths(
    n: int,
    walk: Walk,
    times: int,
    tables: RankTables,
    found: np.ndarray,
    by_strength: np.ndarray,
) -> None:
    """Count the hands of a step as :func:`count_strengths` does; ``found`` is scratch for paths."""
    hands, bits = pointer_to(walk.hands), pointer_to(walk.bits)
    values, row_start = pointer_to(tables.values.reshape(-1)), pointer_to(tables.row_start)
    suits, paths, lowest = suit_places(tables), pointer_to(found), tables.by_hand != 0
    n_rulesets = tables.values.shape[1]
    for i in range(n):
        hand, own = hands[i], bits[i] & tables.natural
        if lowest:
            hand, own = make_wild(hand, own, np.int64(-1), tables.card_word, tables.wild_word)
        path = rank_path(hand, tables.mixer, tables.mask, tables.row_bits, row_start)
        n_paths = suited_paths(hand, own, suits, paths) if has_suit(hand) else 0
        for r in range(n_rulesets):
            strength = values[path * n_rulesets + r]
            if not lowest:
                by_strength[strength, r] -= times
            for k in range(n_paths):
                strength = max(strength, values[paths[k] * n_rulesets + r])
            by_strength[strength, r] += times


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
        n_paths = suited_paths(hand, natural, suit_places(tables), found)
        for k in range(n_paths):
            made |= makes[found[k]]
    return made


@kernel
def add_to_set(made: np.int64, times: Integer, sets: np.ndarray, counts: np.ndarray) -> bool:
    """Count a hand of a set in a table of sets; false when there is no place for it.

    Parameters
    ----------
    made, times
        The set, not negative, and how often it counts.
    sets, counts
        ``int64[slots]``: sets, each at the first free slot from its remainder, and hands.
    """
    n = len(sets)
    at = made % n
    for _ in range(n):
        if counts[at] == 0:
            sets[at] = made
        if sets[at] == made:
            counts[at] += times
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
        fits = fits and add_to_set(made, 1, sets, counts)
    return fits


@kernel
def count_sets(
    cards: np.ndarray,
    size: int,
    start: np.uint64,
    tables: RankTables,
    makes: np.ndarray,
    by_path: np.ndarray,
    sets: np.ndarray,
    counts: np.ndarray,
) -> bool:
    """Count all hands as :func:`count_hands` does, by what they can be read as.

    A hand of one path is counted at that path, all others by the set that their paths make
    together.

    Parameters
    ----------
    cards, size, start, tables, makes
        As for :func:`count_hands`.
    by_path
        ``int64[paths]``, added to: hands of one path.
    sets, counts
        ``int64[slots]``, written: the sets of the others, and hands of each; a slot without
        hands is free, and all must be.

    Returns
    -------
    bool
        Whether there were slots enough; if not, the counts are worth nothing.
    """
    every, fits = tables.by_hand != 0, True
    if not every:
        paths, ways = rank_choices(cards, size, start, tables)
        for i in range(len(paths)):
            by_path[paths[i]] += ways[i]
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    flags, parts = suits_to_walk(cards, every)
    at_paths, in_sets = np.zeros_like(by_path), np.zeros_like(counts)
    walk = begin_walk(cards, size, start, _0, every, flags, tables)
    n = next_choices(walk)
    while n > 0 and fits:
        fits = count_block_sets(n, walk, parts, tables, makes, found, at_paths, sets, in_sets)
        n = next_choices(walk)
    add_parts(at_paths, parts, by_path)
    add_parts(in_sets, parts, counts)
    return fits


@kernel
def count_block_sets(
    n: int,
    walk: Walk,
    parts: np.int64,
    tables: RankTables,
    makes: np.ndarray,
    found: np.ndarray,
    by_path: np.ndarray,
    sets: np.ndarray,
    counts: np.ndarray,
) -> bool:
    """Count the hands of a step as :func:`count_sets` does; ``found`` is scratch for paths."""
    every, lowest = tables.by_hand != 0, tables.by_hand == LOWEST
    fits = True
    for i in range(n):
        hand, own = walk.hands[i], walk.bits[i]
        if tables.by_hand == HOLE:
            fits = fits and add_holes(hand, own, tables, makes, sets, counts, found)
            continue
        if lowest:
            hand, own = make_wild(hand, own, np.int64(-1), tables.card_word, tables.wild_word)
        path = rank_path(hand, tables.mixer, tables.mask, tables.row_bits, tables.row_start)
        by_path[path] += every
        if has_suit(hand):
            times = parts_of(hand, parts)
            by_path[path] -= times
            made = made_of(hand, own, path, tables, makes, found)
            fits = fits and add_to_set(made, times, sets, counts)
    return fits
