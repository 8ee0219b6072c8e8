"""Who wins how often from a given spot: every deal once, counted.

A spot is some players with cards, and cards to come in stages: all of one player's, or those of
a board that all share.  A stage has a list of the sets of cards that may come, or, if it is a
player's, the last and long, any choice of the cards that are left.  Sampling is in
:mod:`pokersim.kernels.equity.sampled`.
"""

import numpy as np

from pokersim.constants import N_SUITS
from pokersim.kernels.enumerate import count_strengths
from pokersim.kernels.equity.records import N_LOWEST, EnumerationPlan, EquityCounts
from pokersim.kernels.jit import kernel
from pokersim.kernels.strength_index import (
    MAX_SUITED_PATHS,
    has_suit,
    make_wild,
    rank_path,
    suit_places,
    suited_paths,
)
from pokersim.table_layout import RankTables

LOST, SPLIT, WON = 0, 1, 2

_0 = np.uint64(0)
_1 = np.uint64(1)


@kernel
def rank_rows(
    hand: np.uint64,
    bits: np.uint64,
    sums: np.ndarray,
    row_bits: np.ndarray,
    tables: RankTables,
    strengths: np.ndarray,
) -> None:
    """Rank hands that are alike but for what stands in rows.

    Parameters
    ----------
    hand, bits
        The words of what all of them hold.
    sums, row_bits
        ``uint64[n]``: the sums of the words of the rest.
    tables
        :class:`pokersim.table_layout.RankTables` of whole hands.
    strengths
        ``uint16[n, rulesets]``, written; 0 where a card is in both, or nothing in the row.
    """
    values, row_start = tables.values, tables.row_start
    mixer, mask, shift, natural = tables.mixer, tables.mask, tables.row_bits, tables.natural
    card_word, wild_word = tables.card_word, tables.wild_word
    lowest = tables.by_hand != 0
    n_rulesets = values.shape[1]
    suits, found = suit_places(tables), np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    for i in range(len(sums)):
        if row_bits[i] & bits != _0 or row_bits[i] == _0:
            for r in range(n_rulesets):
                strengths[i, r] = 0
            continue
        whole, own = hand + sums[i], (bits | row_bits[i]) & natural
        if lowest:
            whole, own = make_wild(whole, own, np.int64(-1), card_word, wild_word)
        path = rank_path(whole, mixer, mask, shift, row_start)
        for r in range(n_rulesets):
            strengths[i, r] = values[path, r]
        if has_suit(whole):
            n_paths = suited_paths(whole, own, suits, found)
            for k in range(n_paths):
                for r in range(n_rulesets):
                    strengths[i, r] = max(strengths[i, r], values[found[k], r])


@kernel
def count_ranked(
    strengths: np.ndarray, times: np.ndarray, category: np.ndarray, counts: EquityCounts
) -> None:
    """Count deals by the strengths of their hands.

    Parameters
    ----------
    strengths
        ``uint16[players, n, rulesets]``.
    times
        ``uint8[n]``: how often each deal counts.
    category, counts
        As in :class:`pokersim.table_layout.RankTables`, and as in
        :class:`pokersim.kernels.equity.records.EquityCounts`.
    """
    n_players, n, n_rulesets = strengths.shape
    winners, shown = counts.winners, counts.shown
    for i in range(n):
        if times[i] == 0:
            continue
        for r in range(n_rulesets):
            best = np.int64(0)
            won = np.int64(0)
            for player in range(n_players):
                strength = np.int64(strengths[player, i, r])
                same = won | ((strength == best) << player)
                won = np.int64(1 << player) if strength > best else same
                best = max(best, strength)
            winners[r, won] += times[i]
            end = WON if won & (won - 1) == 0 else SPLIT
            for player in range(n_players):
                place = category[strengths[player, i, r], r]
                shown[r, player, place, end if (won >> player) & 1 else LOST] += times[i]


@kernel
def close_by_rows(
    row_cards: np.ndarray,
    row_strengths: np.ndarray,
    used: np.uint64,
    top: np.ndarray,
    category: np.ndarray,
    ends: np.ndarray,
) -> None:
    """Deal the last player every set of a list, all others complete, and count the ends.

    Parameters
    ----------
    row_cards, row_strengths
        ``uint64[rows]`` and ``uint16[rows, rulesets]``: the sets, and what his hand is with each.
    used, top, ends
        As for :func:`close_by_cards`.
    category
        As in :class:`pokersim.table_layout.RankTables`.
    """
    for row in range(len(row_cards)):
        if row_cards[row] & used == _0:
            for r in range(len(top)):
                own = row_strengths[row, r]
                end = np.int64(own >= top[r]) + np.int64(own > top[r])
                ends[r, category[own, r], end] += 1


@kernel
def close_by_cards(
    low: int,
    high: int,
    used: np.uint64,
    hand: np.uint64,
    bits: np.uint64,
    top: np.ndarray,
    spot: EnumerationPlan,
    tables: RankTables,
    ends: np.ndarray,
) -> None:
    """Deal the last player every choice of the cards that are left, all others complete.

    Parameters
    ----------
    low, high
        The lowest rank of what comes to him is at least ``low`` and below ``high``.
    used
        Which of ``spot.cards`` are gone, as bits.
    hand, bits
        The words of what he and the board have.
    top
        ``uint16[rulesets]``: the best strengths of the others.
    spot, tables
        As for :func:`count_deals`.
    ends
        ``int64[rulesets, categories, 3]``, added to: what he shows, and how it ends for him.
    """
    category = tables.category
    by_strength = np.zeros(category.shape, dtype=np.int64)
    # Those with a lowest rank are all from it upwards but for those above it.
    for rank, times in ((low, 1), (high, -1)):
        left = np.array(
            [
                spot.cards[i] // N_SUITS >= rank and (used >> np.uint64(i)) & _1 == _0
                for i in range(len(spot.cards))
            ]
        )
        count_strengths(spot.cards[left], spot.size[-1], hand, bits, times, tables, by_strength)
    for strength in range(len(by_strength)):
        for r in range(len(top)):
            end = np.int64(strength >= top[r]) + np.int64(strength > top[r])
            ends[r, category[strength, r], end] += by_strength[strength, r]


@kernel
def settle(
    owner: int,
    times: np.int64,
    ends: np.ndarray,
    strengths: np.ndarray,
    category: np.ndarray,
    counts: EquityCounts,
) -> None:
    """Count what the last player shows and how it ends for him; the ends are set to zero."""
    n_players = len(strengths)
    for r in range(ends.shape[0]):
        best, others = np.int64(0), 0
        for player in range(n_players):
            if player != owner:
                strength = np.int64(strengths[player, r])
                if strength > best:
                    best, others = strength, 0
                others |= (strength == best) << player
        winners = (others, others | (1 << owner), 1 << owner)
        for end in (LOST, SPLIT, WON):
            won = winners[end]
            total = 0
            for place in range(ends.shape[1]):
                total += ends[r, place, end]
                counts.shown[r, owner, place, end] += times * ends[r, place, end]
                ends[r, place, end] = 0
            counts.winners[r, won] += times * total
            theirs = WON if won & (won - 1) == 0 else SPLIT
            for player in range(n_players):
                if player != owner:
                    place = category[strengths[player, r], r]
                    how = theirs if (won >> player) & 1 else LOST
                    counts.shown[r, player, place, how] += times * total


@kernel
def orders(order: np.ndarray, alike: bool, equal: bool) -> tuple[np.int64, np.int64, np.int64]:
    """Go on to the next stage in counting for how many deals one stands.

    Players alike are dealt to in the order of their lowest ranks: what came to them could have
    come in any order, but for those of equal rank, to whom it is dealt in every order.

    Parameters
    ----------
    order
        ``int64[3]``: players alike so far, how many of the last are of equal rank, the times.
    alike, equal
        Whether the next stage is of a player like the one before, and of equal lowest rank.
    """
    n, n_equal, times = np.int64(order[0]), np.int64(order[1]), np.int64(order[2])
    if not alike:
        return np.int64(1), np.int64(1), times
    n, n_equal = n + 1, n_equal + 1 if equal else np.int64(1)
    return n, n_equal, times * n // n_equal


@kernel
def rank_listed(
    owners: np.ndarray,
    row_from: np.ndarray,
    first: int,
    last: int,
    hand: np.ndarray,
    bits: np.ndarray,
    spot: EnumerationPlan,
    tables: RankTables,
    strengths: np.ndarray,
    row_strengths: np.ndarray,
) -> None:
    """Rank every hand of the players' lists, and those of players who get no cards.

    Parameters
    ----------
    owners, row_from
        Of the players' stages.
    first, last, hand, bits, spot, tables
        As for :func:`count_players`.
    strengths, row_strengths
        ``uint16[players, rulesets]`` and ``uint16[rows, rulesets]``, written.
    """
    held = bits.copy()
    for at in range(len(owners)):
        player = owners[at]
        held[player] = _0
        a, b = row_from[at, 0], row_from[at, N_LOWEST]
        if at == 0 and len(owners) > 1:
            a, b = first, last
        rank_rows(
            hand[player], bits[player], spot.rows.word[a:b], spot.rows.bits[a:b], tables,
            row_strengths[a:b],
        )  # fmt: skip
    rank_rows(_0, _0, hand, held, tables, strengths)


@kernel
def count_players(
    first: int,
    last: int,
    board: tuple[np.uint64, np.uint64, np.int64],
    hand: np.ndarray,
    bits: np.ndarray,
    spot: EnumerationPlan,
    stop: np.ndarray,
    tables: RankTables,
    counts: EquityCounts,
) -> None:
    """Count every deal to the players, the board complete.

    Parameters
    ----------
    first, last
        As for :func:`count_deals`, of the first player who gets cards.
    board
        What came to the board, as bits among ``spot.cards`` and as bits of cards; and how often
        each deal counts.
    hand, bits
        ``uint64[players]``: the words of each player's and the board's cards.
    spot, stop, tables, counts
        As for :func:`count_deals`.
    """
    n_players, n_rulesets = len(hand), tables.values.shape[1]
    row_cards, row_times, row_low = spot.rows.cards, spot.rows.times, spot.rows.low
    begin = np.int64(spot.owner[0] == n_players)
    owners, alike, row_from = spot.owner[begin:], spot.alike[begin:], spot.row_from[begin:]
    category = tables.category
    n_listed = len(owners) - 1
    closing_rows = row_from[n_listed, 0] < row_from[n_listed, N_LOWEST]
    strengths = np.zeros((n_players, n_rulesets), dtype=np.uint16)
    row_strengths = np.empty((len(row_cards), n_rulesets), dtype=np.uint16)
    rank_listed(owners, row_from, first, last, hand, bits, spot, tables, strengths, row_strengths)
    ends = np.zeros((n_rulesets, category.max() + 1, 3), dtype=np.int64)
    # The best strengths before each stage, of those who are not to get cards later.
    top = np.zeros((n_listed + 1, n_rulesets), dtype=np.uint16)
    for player in range(n_players):
        top[0] = np.maximum(top[0], strengths[player])
    following = np.zeros(n_listed + 1, dtype=np.int64)
    used = np.full(n_listed + 1, board[0])
    lowest = np.zeros(n_listed + 1, dtype=np.int64)
    order = np.zeros((n_listed + 1, 3), dtype=np.int64)
    order[0, 2] = board[2]
    low_from, low_to = (first, last) if n_listed == 0 else (0, N_LOWEST)
    at, following[0] = 0, first
    while at >= 0:
        if at < n_listed:
            here, end = following[at], last if at == 0 else row_from[at, N_LOWEST]
            while here < end and (row_cards[here] & used[at] != _0):
                here += 1
            following[at] = here + 1
            if here == end:
                at -= 1
                continue
            low = np.int64(row_low[here])
            for r in range(n_rulesets):
                strengths[owners[at], r] = row_strengths[here, r]
                top[at + 1, r] = max(top[at, r], row_strengths[here, r])
            n, n_equal, times = orders(order[at], alike[at], low == lowest[at])
            times *= np.int64(row_times[here])
            order[at + 1, 0], order[at + 1, 1], order[at + 1, 2] = n, n_equal, times
            used[at + 1], lowest[at + 1] = used[at] | row_cards[here], low
            at += 1
            following[at] = row_from[at, low if alike[at] else 0]
            continue
        owner = owners[at]
        for equal in (True, False):
            if alike[at]:
                low_from = lowest[at] if equal else lowest[at] + 1
                low_to = lowest[at] + 1 if equal else N_LOWEST
            elif equal:
                continue
            if closing_rows:
                a, b = row_from[at, low_from], row_from[at, low_to]
                close_by_rows(row_cards[a:b], row_strengths[a:b], used[at], top[at], category, ends)
            else:
                close_by_cards(
                    low_from, low_to, used[at], hand[owner], bits[owner], top[at], spot, tables,
                    ends,
                )  # fmt: skip
            times = orders(order[at], alike[at], equal)[2]
            settle(owner, times, ends, strengths, category, counts)
        if stop[0]:
            return
        at -= 1


@kernel
def count_deals(
    spot: EnumerationPlan,
    first: int,
    last: int,
    stop: np.ndarray,
    tables: RankTables,
    counts: EquityCounts,
) -> None:
    """Count every deal in which the first stage gets one of a range of sets.

    Parameters
    ----------
    spot
        :class:`pokersim.kernels.equity.records.EnumerationPlan`; the board's stage, if there is
        one, is the first.
    first, last
        Rows ``first`` to ``last - 1`` of the first stage; if it is a player's and the only one,
        its lowest ranks.
    stop
        ``bool[1]``: set by another thread, it ends the counting, which is then not whole.
    tables
        :class:`pokersim.table_layout.RankTables` of whole hands.
    counts
        :class:`pokersim.kernels.equity.records.EquityCounts`, added to.  What players alike get
        has to be shared among them.
    """
    n_players, n_stages = len(spot.hand), len(spot.owner)
    if n_stages > 0 and spot.owner[0] < n_players:
        board = (_0, _0, np.int64(1))
        count_players(first, last, board, spot.hand, spot.bits, spot, stop, tables, counts)
    elif n_stages > 1:
        n_first = N_LOWEST if n_stages == 2 else spot.row_from[1, N_LOWEST]
        for row in range(first, last):
            if stop[0]:
                return
            own = spot.rows.bits[row]
            board = (spot.rows.cards[row], own, np.int64(spot.rows.times[row]))
            begin = 0 if n_stages == 2 else spot.row_from[1, 0]
            hand, bits = spot.hand + spot.rows.word[row], spot.bits | own
            count_players(begin, n_first, board, hand, bits, spot, stop, tables, counts)
    else:
        n = last - first if n_stages == 1 else 1
        strengths = np.zeros((n_players, n, tables.values.shape[1]), dtype=np.uint16)
        times = np.ones(1, dtype=np.uint8)
        for player in range(n_players):
            hand, bits = spot.hand[player : player + 1], spot.bits[player : player + 1]
            if n_stages == 0:
                rank_rows(_0, _0, hand, bits, tables, strengths[player])
            else:
                times = spot.rows.times[first:last]
                rank_rows(
                    hand[0], bits[0], spot.rows.word[first:last], spot.rows.bits[first:last],
                    tables, strengths[player],
                )  # fmt: skip
        count_ranked(strengths, times, tables.category, counts)
