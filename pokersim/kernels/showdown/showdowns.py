"""Deals hands, shows them down under several rulesets, and counts what happened.

Counts are integers that merge by addition.  A deal is one trial whatever its players hold:
what hands of a group win is counted a deal at a time, so that its error can be told.

The work goes in blocks of deals, one pass for each step, because a call that hands arrays on
costs more than a deal.
"""

import numpy as np

from pokersim.kernels.deal import draw_hand, reject_below
from pokersim.kernels.jit import kernel
from pokersim.kernels.random import fill_words
from pokersim.kernels.showdown.records import MAX_SPECIALS, GroupTables, ShowdownCounts
from pokersim.kernels.strength_index import (
    HOLE,
    MAX_SUITED_PATHS,
    Shape,
    has_suit,
    make_wild,
    rank_path,
    suit_places,
    suited_paths,
)
from pokersim.table_layout import RankTables

Stream = tuple[np.uint64, np.uint64, np.uint64]

_NONE = np.uint64(0)

N_WORDS = 512
"""Words of a stream made at a time: 4 kB, which leaves the first-level cache to the tables."""

BLOCK = 256
"""Deals a pass; of no influence on the result."""


@kernel
def count_showdowns(
    stream: Stream,
    n_deals: int,
    n_players: int,
    deck: np.ndarray,
    shape: Shape,
    tables: RankTables,
    groups: GroupTables,
    counts: ShowdownCounts,
) -> None:
    """Deal ``n_deals`` times to ``n_players`` and count what they hold and who wins.

    Parameters
    ----------
    stream
        ``(seed, job, chunk)``, each ``uint64``; see :func:`pokersim.kernels.random.fill_words`.
    n_deals, n_players
        Integers; with one player nothing is shown down.
    deck
        ``uint8[cards]`` ids in ascending order; shuffled in place.
    shape
        How many cards a hand has, see :func:`pokersim.kernels.strength_index.shape_of`.
    tables
        :class:`pokersim.table_layout.RankTables`: the rulesets, the first of them the base of
        comparisons, and behind them orthodox poker, whose categories group the hands.
    groups
        :class:`pokersim.kernels.showdown.records.GroupTables`.
    counts
        :class:`pokersim.kernels.showdown.records.ShowdownCounts`, added to.
    """
    n_columns = tables.values.shape[1]
    limits = reject_below(len(deck), n_players, shape)
    words = np.empty(N_WORDS, dtype=np.uint64)
    cursor = np.array([0, N_WORDS], dtype=np.int64)
    strengths = np.empty((BLOCK, n_players, n_columns), dtype=np.uint16)
    specials = np.zeros((BLOCK, n_players), dtype=np.uint32)
    winners = np.empty((BLOCK, n_columns - 1), dtype=np.int16)
    done = 0
    while done < n_deals:
        size = min(BLOCK, n_deals - done)
        deal_block(
            stream, size, deck, shape, limits, words, cursor, tables, groups, strengths, specials
        )
        show_block(size, strengths, tables, winners, counts)
        if n_players > 1:
            group_block(size, strengths, specials, winners, tables, groups, counts)
        done += size


@kernel
def deal_block(
    stream: Stream,
    size: int,
    deck: np.ndarray,
    shape: Shape,
    limits: np.ndarray,
    words: np.ndarray,
    cursor: np.ndarray,
    tables: RankTables,
    groups: GroupTables,
    strengths: np.ndarray,
    specials: np.ndarray,
) -> None:
    """Deal ``size`` times; write the strengths of each hand and what special things it makes.

    ``cursor`` holds the next block of the stream and the next of ``words``.
    """
    seed, job, chunk = stream
    card_word, card_bit, values = tables.card_word, tables.card_bit, tables.values
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    special = groups.special
    suits, found = suit_places(tables), np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    block, at = np.uint64(cursor[0]), cursor[1]
    for deal in range(size):
        for player in range(strengths.shape[1]):
            first = len(shape) * player
            fair: np.bool_ = np.bool_(False)
            while not fair:
                if at == N_WORDS:
                    fill_words(seed, job, chunk, block, words)
                    block += np.uint64(N_WORDS // 2)
                    at = 0
                fair = draw_hand(deck, first, shape, words[at], limits[player])
                at += 1
            hand = tables.start
            bits = np.uint64(0)
            for i in range(len(shape)):
                hand += card_word[deck[first + i]]
                bits |= card_bit[deck[first + i]]
            natural = bits & tables.natural
            if tables.by_hand != 0:
                hole = tables.by_hand == HOLE
                if not hole or card_bit[deck[first]] & natural != _NONE:
                    card = np.int64(deck[first]) if hole else np.int64(-1)
                    hand, natural = make_wild(hand, natural, card, card_word, tables.wild_word)
            path = rank_path(hand, mixer, mask, row_bits, row_start)
            for r in range(values.shape[1]):
                strengths[deal, player, r] = values[path, r]
            specials[deal, player] = special[path]
            if has_suit(hand):
                n = suited_paths(hand, natural, suits, found)
                for k in range(n):
                    specials[deal, player] |= special[found[k]]
                    for r in range(values.shape[1]):
                        better = max(strengths[deal, player, r], values[found[k], r])
                        strengths[deal, player, r] = better
    cursor[0], cursor[1] = np.int64(block), at


@kernel
def show_block(
    size: int,
    strengths: np.ndarray,
    tables: RankTables,
    winners: np.ndarray,
    counts: ShowdownCounts,
) -> None:
    """Count what was dealt and what won under every ruleset; write winners as masks of players."""
    category = tables.category
    dealt, winner = counts.dealt, counts.winner
    for r in range(winners.shape[1]):
        for deal in range(size):
            best = np.int64(0)
            won = np.int64(0)
            for player in range(strengths.shape[1]):
                strength = np.int64(strengths[deal, player, r])
                dealt[r, category[strength, r]] += 1
                won = (
                    np.int64(1 << player)
                    if strength > best
                    else won | ((strength == best) << player)
                )
                best = max(best, strength)
            winners[deal, r] = won
            winner[r, category[best, r]] += 1


@kernel
def group_block(
    size: int,
    strengths: np.ndarray,
    specials: np.ndarray,
    winners: np.ndarray,
    tables: RankTables,
    groups: GroupTables,
    counts: ShowdownCounts,
) -> None:
    """Count, for each group that a deal holds, its hands and what share of the pot they take."""
    share_index, bits_set = groups.share_index, groups.bits_set
    category, orthodox = tables.category, tables.category.shape[1] - 1
    n_players = strengths.shape[1]
    n_orthodox = groups.n_orthodox
    group = np.empty(n_players + MAX_SPECIALS, dtype=np.int64)
    members = np.empty(n_players + MAX_SPECIALS, dtype=np.int64)
    for deal in range(size):
        n_groups = 0
        some = np.int64(0)
        grouped = np.int64(0)
        for player in range(n_players):
            some |= np.int64(specials[deal, player])
            if (grouped >> player) & 1 == 0:
                own = category[strengths[deal, player, orthodox], orthodox]
                mask = np.int64(1 << player)
                for other in range(player + 1, n_players):
                    theirs = category[strengths[deal, other, orthodox], orthodox]
                    mask |= np.int64(theirs == own) << other
                group[n_groups] = own
                members[n_groups] = mask
                grouped |= mask
                n_groups += 1
        bit = 0
        while some >> bit > 0:
            if (some >> bit) & 1:
                mask = np.int64(0)
                for player in range(n_players):
                    mask |= ((np.int64(specials[deal, player]) >> bit) & 1) << player
                group[n_groups] = n_orthodox + bit
                members[n_groups] = mask
                n_groups += 1
            bit += 1
        base = np.int64(winners[deal, 0])
        for i in range(n_groups):
            share = share_index[bits_set[members[i] & base], bits_set[base]]
            counts.group_base[group[i], bits_set[members[i]], share] += 1
        for r in range(1, winners.shape[1]):
            won = np.int64(winners[deal, r])
            if won != base:
                most = max(bits_set[base], bits_set[won])
                counts.changed[r, share_index[bits_set[base & won], most]] += 1
                for i in range(n_groups):
                    n_hands = bits_set[members[i]]
                    share = share_index[bits_set[members[i] & base], bits_set[base]]
                    other = share_index[bits_set[members[i] & won], bits_set[won]]
                    counts.group_changed[r, group[i], n_hands, share, other] += 1
