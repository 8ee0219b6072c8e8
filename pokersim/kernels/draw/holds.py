"""The draw, solved: what every hold of every hand is worth, by sums over subsets.

For a value of the final hand, let S(T) be its sum over all five-card hands that contain the
cards T.  A player who keeps K and throws D gets each hand that contains K and none of D, so the
sum of what he can get is the alternating sum of S(K + J) over the subsets J of D: with the 32
sums of a hand's own subsets, all its 32 holds follow by differences.  The same arithmetic run
backwards spreads the holds of all hands over the hands that they become.

Cards are numbers 0 to n - 1 of a deck; a subset of them in ascending order has the number that
the sum of binomials gives it, behind all smaller subsets.  A hold is five bits, the lowest for
the lowest card.
"""

import numpy as np

from pokersim.constants import HAND_SIZE, MAX_DECK, N_HOLDS
from pokersim.kernels.enumerate import count_strengths
from pokersim.kernels.jit import kernel, pointer_to
from pokersim.kernels.strength_index import (
    LOWEST,
    MAX_SUITED_PATHS,
    has_suit,
    make_wild,
    rank_path,
    suit_places,
    suited_paths,
)
from pokersim.table_layout import RankTables


def binomials() -> np.ndarray:
    """Return ``int64[57, 6]``: n over k."""
    table = np.zeros((MAX_DECK + 1, HAND_SIZE + 1), dtype=np.int64)
    table[:, 0] = 1
    for n in range(1, MAX_DECK + 1):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


_CHOOSE = binomials()
_SIZE = np.array([mask.bit_count() for mask in range(N_HOLDS)])
_SIGN = np.where(_SIZE % 2, -1.0, 1.0)
_ROW = np.uint64(HAND_SIZE + 1)
_0 = np.uint64(0)
_1 = np.uint64(1)


@kernel
def offsets(n: int) -> np.ndarray:
    """Return ``int64[7]``: where the subsets of each size begin, and how many there are."""
    starts = np.zeros(HAND_SIZE + 2, dtype=np.int64)
    for size in range(HAND_SIZE + 1):
        starts[size + 1] = starts[size] + _CHOOSE[n, size]
    return starts


@kernel
def rank_all(cards: np.ndarray, tables: RankTables, strengths: np.ndarray) -> None:
    """Write the strength of every five-card hand under the first ruleset, by its number.

    Parameters
    ----------
    cards
        ``uint8[n]``: the ids of the deck's cards.
    tables
        :class:`pokersim.table_layout.RankTables` of five cards.
    strengths
        ``uint16[n over 5]``, written.
    """
    values, row_start = tables.values, tables.row_start
    mixer, mask, row_bits = tables.mixer, tables.mask, tables.row_bits
    words, card_bits = tables.card_word[cards], tables.card_bit[cards] & tables.natural
    suits, found = suit_places(tables), np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    lowest_wild = tables.by_hand == LOWEST
    n = len(cards)
    i = 0
    for e in range(n):
        for d in range(e):
            for c in range(d):
                for b in range(c):
                    four = tables.start + words[e] + words[d] + words[c] + words[b]
                    bits = card_bits[e] | card_bits[d] | card_bits[c] | card_bits[b]
                    for a in range(b):
                        hand, own = four + words[a], bits | card_bits[a]
                        if lowest_wild:
                            hand, own = make_wild(
                                hand, own, np.int64(-1), tables.card_word, tables.wild_word
                            )
                        best = values[rank_path(hand, mixer, mask, row_bits, row_start), 0]
                        if has_suit(hand):
                            n_paths = suited_paths(hand, own, suits, found)
                            for k in range(n_paths):
                                best = max(best, values[found[k], 0])
                        strengths[i] = best
                        i += 1


@kernel
def next_subset(cards: np.ndarray, size: int) -> None:
    """Step to the subset with the next number: the first ``size`` of ``cards``, ascending."""
    j = 0
    while j < size - 1 and cards[j] + 1 == cards[j + 1]:
        cards[j] = j
        j += 1
    cards[j] += 1


@kernel
def next_hand(hand: np.ndarray) -> None:
    """Step to the hand with the next number: ``int64[5]``, ascending."""
    next_subset(hand, HAND_SIZE)


@kernel
def hand_of(number: int, hand: np.ndarray) -> None:
    """Write the cards of the hand with a number to ``int64[5]``, ascending."""
    for j in range(HAND_SIZE - 1, -1, -1):
        card = j
        while _CHOOSE[card + 1, j + 1] <= number:
            card += 1
        hand[j] = card
        number -= _CHOOSE[card, j + 1]


@kernel
def subset_steps(n: int) -> np.ndarray:
    """Return ``uint64[57 * 6]``: what a card adds to the place of a subset of n, by its rank there.

    A subset stands behind all smaller ones, at its number; both add up card by card.
    """
    steps = np.zeros((MAX_DECK + 1) * (HAND_SIZE + 1), dtype=np.uint64)
    for card in range(n):
        for k in range(1, HAND_SIZE + 1):
            steps[(HAND_SIZE + 1) * card + k] = _CHOOSE[card, k] + _CHOOSE[n, k - 1]
    return steps


@kernel
def subset_numbers(hand: np.ndarray, steps: np.ndarray, at: np.ndarray) -> None:
    """Write where each of the 32 subsets of a hand stands to ``uint64[32]``.

    ``steps`` are those of :func:`subset_steps`.
    """
    step, place = pointer_to(steps), pointer_to(at)
    # The highest card of a subset counts by the subset's size; the rest was numbered before.
    place[_0] = _0
    for top in range(HAND_SIZE):
        first, bit = _ROW * np.uint64(hand[top]) + _1, _1 << np.uint64(top)
        for rest in range(1 << top):
            mask = np.uint64(rest)
            place[bit | mask] = place[mask] + step[first + np.uint64(_SIZE[rest])]


@kernel
def numbers_without(cards: np.ndarray, size: int, start: int, at: np.ndarray) -> None:
    """Write where a subset stands without each of its cards, ``int64[size]``.

    Parameters
    ----------
    cards
        ``int64[size]``, ascending.
    size, start
        Cards of the subset, and where those with one less begin.
    at
        ``int64[size]``, written.
    """
    number = np.int64(start)
    for j in range(size - 1):
        number += _CHOOSE[cards[j], j + 1]
    at[size - 1] = number
    for out in range(size - 2, -1, -1):
        number += _CHOOSE[cards[out + 1], out + 1] - _CHOOSE[cards[out], out + 1]
        at[out] = number


@kernel
def seek_hand(hands: np.ndarray, i: int, hand: np.ndarray) -> None:
    """Write the cards of the i-th of some hands; a step is enough where numbers follow on."""
    if i > 0 and hands[i] == hands[i - 1] + 1:
        next_hand(hand)
    else:
        hand_of(hands[i], hand)


@kernel
def sum_subsets(n: int, strengths: np.ndarray, values: np.ndarray, sums: np.ndarray) -> None:
    """Sum values of final hands over all hands that contain each subset.

    Parameters
    ----------
    n
        Cards of the deck.
    strengths
        ``uint16[n over 5]``, by the number of the hand.
    values
        ``float64[strengths + 1]``.
    sums
        ``float64[subsets]``, written.
    """
    starts = offsets(n)
    sums[:] = 0
    cards, at = np.arange(HAND_SIZE), np.empty(HAND_SIZE, dtype=np.int64)
    for i in range(starts[HAND_SIZE + 1] - starts[HAND_SIZE]):
        value = values[strengths[i]]
        sums[starts[HAND_SIZE] + i] = value
        numbers_without(cards, HAND_SIZE, starts[HAND_SIZE - 1], at)
        for out in range(HAND_SIZE):
            sums[at[out]] += value
        next_subset(cards, HAND_SIZE)
    # A hand contains each smaller subset by way of several larger ones: divide them out.
    for size in range(HAND_SIZE - 1, 0, -1):
        cards = np.arange(HAND_SIZE)
        for i in range(starts[size], starts[size + 1]):
            value = sums[i] / (HAND_SIZE - size + 1)
            numbers_without(cards, size, starts[size - 1], at)
            for out in range(size):
                sums[at[out]] += value
            next_subset(cards, size)


@kernel
def signatures(cards: np.ndarray, group: np.ndarray, marks: np.ndarray) -> None:
    """Write a number to each hand that hands alike up to an exchange of suits share.

    Parameters
    ----------
    cards
        ``uint8[n]``: the ids of the deck's cards, jokers last.
    group
        ``int64[4]``: suits with the same number may be exchanged.
    marks
        ``uint64[n over 5]``, written.
    """
    n = len(cards)
    hand = np.arange(HAND_SIZE)
    ranks = np.zeros(5, dtype=np.uint64)
    for i in range(len(marks)):
        ranks[:] = 0
        for j in range(HAND_SIZE):
            card = np.int64(cards[hand[j]])
            suit = card & 3 if card < 52 else 4
            rank = card >> 2 if card < 52 else card - 52
            ranks[suit] |= np.uint64(1) << np.uint64(rank)
        for a in range(4):
            for b in range(a + 1, 4):
                if group[a] == group[b] and ranks[a] < ranks[b]:
                    ranks[a], ranks[b] = ranks[b], ranks[a]
        mark = np.uint64(0)
        jokers = ranks[4]
        count = np.uint64(0)
        while jokers > np.uint64(0):
            count += jokers & np.uint64(1)
            jokers >>= np.uint64(1)
        for suit in range(4):
            mark = (mark << np.uint64(13)) | ranks[suit]
        marks[i] = mark | (count << np.uint64(52))
        if n > HAND_SIZE:
            next_hand(hand)


@kernel
def mean_values(n: int, sums: np.ndarray, at: np.ndarray, means: np.ndarray) -> None:
    """Write what each hold of a hand is worth, ``float64[32]``.

    Parameters
    ----------
    n, sums
        As for :func:`sum_subsets`.
    at
        ``uint64[32]``: where the subsets of the hand stand.
    means
        Written: the mean of the values of all hands that a hold becomes.
    """
    for mask in range(N_HOLDS):
        means[mask] = sums[at[mask]]
    for j in range(HAND_SIZE):
        bit = 1 << j
        for mask in range(N_HOLDS):
            if mask & bit == 0:
                means[mask] -= means[mask | bit]
    for mask in range(N_HOLDS):
        means[mask] /= _CHOOSE[n - HAND_SIZE, HAND_SIZE - _SIZE[mask]]


@kernel
def value_holds(n: int, sums: np.ndarray, hands: np.ndarray, values: np.ndarray) -> None:
    """Write what all holds of some hands are worth.

    Parameters
    ----------
    n, sums
        As for :func:`sum_subsets`.
    hands, values
        ``int64[k]``: the numbers of the hands; ``float64[k, 32]``, written.
    """
    steps = subset_steps(n)
    hand = np.empty(HAND_SIZE, dtype=np.int64)
    at = np.empty(N_HOLDS, dtype=np.uint64)
    for i in range(len(hands)):
        seek_hand(hands, i, hand)
        subset_numbers(hand, steps, at)
        mean_values(n, sums, at, values[i])


@kernel
def best_holds(
    n: int,
    sums: np.ndarray,
    hands: np.ndarray,
    holds: np.ndarray,
    worth: np.ndarray,
    max_drawn: int = HAND_SIZE,
) -> None:
    """Find the best hold of some hands.

    Of holds worth the same to a part in 10^12 the one that keeps most is taken.

    Parameters
    ----------
    n, sums
        As for :func:`sum_subsets`.
    hands
        ``int64[k]``: the numbers of the hands.
    holds, worth
        ``uint8[k]`` and ``float64[k]``, written: the hold, and its value.
    max_drawn
        How many cards may be thrown at most.
    """
    steps = subset_steps(n)
    hand = np.empty(HAND_SIZE, dtype=np.int64)
    at = np.empty(N_HOLDS, dtype=np.uint64)
    means = np.empty(N_HOLDS, dtype=np.float64)
    for i in range(len(hands)):
        seek_hand(hands, i, hand)
        subset_numbers(hand, steps, at)
        mean_values(n, sums, at, means)
        best, hold = -1.0, 0
        for mask in range(N_HOLDS):
            if HAND_SIZE - _SIZE[mask] > max_drawn:
                continue
            slack = 1e-12 if _SIZE[mask] > _SIZE[hold] else -1e-12
            if means[mask] > best - slack:
                best, hold = means[mask], mask
        holds[i], worth[i] = hold, best


@kernel
def final_shares(
    n: int,
    hands: np.ndarray,
    weights: np.ndarray,
    holds: np.ndarray,
    strengths: np.ndarray,
    shares: np.ndarray,
) -> None:
    """Spread the holds of hands over what they become.

    Parameters
    ----------
    n
        Cards of the deck.
    hands, weights, holds
        ``int64[k]``, ``float64[k]`` and ``uint8[k]``: the numbers of hands, how likely each is
        dealt, and its hold.  Of hands alike up to suits one may stand for all.
    strengths
        ``uint16[n over 5]``, by the number of the hand.
    shares
        ``float64[strengths + 1]``, written: how likely each final strength is.
    """
    starts, steps = offsets(n), subset_steps(n)
    spread = np.zeros(starts[HAND_SIZE + 1], dtype=np.float64)
    hand = np.empty(HAND_SIZE, dtype=np.int64)
    at = np.empty(N_HOLDS, dtype=np.uint64)
    for i in range(len(hands)):
        seek_hand(hands, i, hand)
        subset_numbers(hand, steps, at)
        hold = np.uint64(holds[i])
        rest = np.uint64(N_HOLDS - 1) ^ hold
        weight = weights[i] / _CHOOSE[n - HAND_SIZE, _SIZE[rest]]
        some = rest
        while some != _0:  # all subsets of what is thrown, the empty one last
            spread[at[hold | some]] += _SIGN[some] * weight
            some = (some - _1) & rest
        spread[at[hold]] += weight
    # A subset reaches a hand by as many ways as there are orders to add the missing cards.
    ways, below = 1.0, np.empty(HAND_SIZE, dtype=np.int64)
    for size in range(HAND_SIZE - 2, -1, -1):
        ways *= HAND_SIZE - size
        spread[starts[size] : starts[size + 1]] /= ways
    for size in range(1, HAND_SIZE + 1):
        cards = np.arange(HAND_SIZE)
        for i in range(starts[size], starts[size + 1]):
            numbers_without(cards, size, starts[size - 1], below)
            for out in range(size):
                spread[i] += spread[below[out]]
            next_subset(cards, size)
    shares[:] = 0
    for i in range(len(strengths)):
        shares[strengths[i]] += spread[starts[HAND_SIZE] + i]


@kernel
def count_draws(
    held: np.ndarray, live: np.ndarray, n_drawn: int, tables: RankTables, counts: np.ndarray
) -> None:
    """Count what the cards kept become with so many drawn, by final strength.

    Parameters
    ----------
    held, live
        ``uint8[k]`` and ``uint8[m]`` card ids: those kept, and those that can be drawn.
    n_drawn
        How many are drawn, ``5 - k``.
    tables
        :class:`pokersim.table_layout.RankTables` of one ruleset.
    counts
        ``int64[strengths + 1]``, added to.
    """
    hand, bits = tables.start, _0
    for card in held:
        hand += tables.card_word[card]
        bits |= tables.card_bit[card]
    count_strengths(live, n_drawn, hand, bits, 1, tables, counts.reshape(-1, 1))


@kernel
def numbers_in(where: np.ndarray, numbers: np.ndarray) -> None:
    """Write the numbers, in a whole deck, of all hands of some of its cards.

    Parameters
    ----------
    where
        ``int64[m]``: where each of them stands in the whole deck, ascending.
    numbers
        ``int64[m over 5]``, written, in the order of the numbers among these cards alone.
    """
    hand = np.arange(HAND_SIZE)
    for i in range(len(numbers)):
        number = np.int64(0)
        for j in range(HAND_SIZE):
            number += _CHOOSE[where[hand[j]], j + 1]
        numbers[i] = number
        next_hand(hand)


@kernel
def hand_cards(hands: np.ndarray, cards: np.ndarray) -> None:
    """Write the cards of the hands with some numbers: ``int64[k]`` to ``int64[k, 5]``."""
    for i in range(len(hands)):
        hand_of(hands[i], cards[i])
