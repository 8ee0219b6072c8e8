"""Deals hands, shows them down under several rulesets, and counts what happened.

Counts are integers that merge by addition.  A deal is one trial whatever its players hold:
what hands of a group win is counted a deal at a time, so that its error can be told.

The work goes in blocks of deals, one pass for each step, because a call that hands arrays on
costs more than a deal.
"""

import numpy as np

from pokersim.kernels.deal import HAND_SIZE, draw_hand, reject_below
from pokersim.kernels.jit import kernel
from pokersim.kernels.random import fill_words
from pokersim.kernels.rank import rank_path, suited_path
from pokersim.packing import SUIT_FLAGS
from pokersim.tables import MAX_SPECIALS, GroupTables, RankTables, ShowdownCounts

_FLAGS = np.uint64(SUIT_FLAGS)
_NONE = np.uint64(0)

Stream = tuple[np.uint64, np.uint64, np.uint64]

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
    tables
        :class:`pokersim.tables.RankTables`; column 0 is the base of comparisons.
    groups
        :class:`pokersim.tables.GroupTables`.
    counts
        :class:`pokersim.tables.ShowdownCounts`, added to.
    """
    n_rulesets = tables.values.shape[1]
    limits = reject_below(len(deck), n_players)
    words = np.empty(N_WORDS, dtype=np.uint64)
    cursor = np.array([0, N_WORDS], dtype=np.int64)
    hands = np.empty((BLOCK, n_players, 2), dtype=np.uint16)
    winners = np.empty((BLOCK, n_rulesets), dtype=np.int16)
    done = 0
    while done < n_deals:
        size = min(BLOCK, n_deals - done)
        deal_block(stream, size, deck, limits, words, cursor, tables, hands)
        show_block(size, hands, tables, winners, counts)
        if n_players > 1:
            group_block(size, hands, winners, groups, counts)
        done += size


@kernel
def deal_block(
    stream: Stream,
    size: int,
    deck: np.ndarray,
    limits: np.ndarray,
    words: np.ndarray,
    cursor: np.ndarray,
    tables: RankTables,
    hands: np.ndarray,
) -> None:
    """Deal ``size`` times; write both paths of each hand to ``uint16[size, players, 2]``.

    ``cursor`` holds the next block of the stream and the next of ``words``.
    """
    seed, job, chunk = stream
    card_word, row_start, four_index = tables.card_word, tables.row_start, tables.four_index
    start = tables.start[HAND_SIZE]
    block, at = np.uint64(cursor[0]), cursor[1]
    for deal in range(size):
        for player in range(hands.shape[1]):
            first = HAND_SIZE * player
            fair: np.bool_ = np.bool_(False)
            while not fair:
                if at == N_WORDS:
                    fill_words(seed, job, chunk, block, words)
                    block += np.uint64(N_WORDS // 2)
                    at = 0
                fair = draw_hand(deck, first, words[at], limits[player])
                at += 1
            hand = start
            for i in range(first, first + HAND_SIZE):
                hand += card_word[deck[i]]
            hands[deal, player, 0] = rank_path(hand, row_start)
            hands[deal, player, 1] = 0
            if hand & _FLAGS != _NONE:
                hands[deal, player, 1] = suited_path(hand, deck, first, HAND_SIZE, four_index)
    cursor[0], cursor[1] = np.int64(block), at


@kernel
def show_block(
    size: int, hands: np.ndarray, tables: RankTables, winners: np.ndarray, counts: ShowdownCounts
) -> None:
    """Rank dealt hands under every ruleset; write who wins as masks of players."""
    values, category = tables.values, tables.category
    dealt, winner = counts.dealt, counts.winner
    for r in range(values.shape[1]):
        for deal in range(size):
            best = np.int64(0)
            won = np.int64(0)
            for player in range(hands.shape[1]):
                path, suited = hands[deal, player, 0], hands[deal, player, 1]
                strength = np.int64(max(values[path, r], values[suited, r]))
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
    size: int, hands: np.ndarray, winners: np.ndarray, groups: GroupTables, counts: ShowdownCounts
) -> None:
    """Count, for each group that a deal holds, its hands and what share of the pot they take."""
    orthodox, special = groups.orthodox, groups.special
    share_index, bits_set = groups.share_index, groups.bits_set
    n_players = hands.shape[1]
    n_orthodox = counts.group_base.shape[0] - MAX_SPECIALS
    group = np.empty(n_players + MAX_SPECIALS, dtype=np.int64)
    members = np.empty(n_players + MAX_SPECIALS, dtype=np.int64)
    for deal in range(size):
        n_groups = 0
        specials = np.int64(0)
        grouped = np.int64(0)
        for player in range(n_players):
            home = max(hands[deal, player, 0], hands[deal, player, 1])
            specials |= np.int64(special[home])
            if (grouped >> player) & 1 == 0:
                group[n_groups] = orthodox[home]
                mask = np.int64(1 << player)
                for other in range(player + 1, n_players):
                    home = max(hands[deal, other, 0], hands[deal, other, 1])
                    mask |= (orthodox[home] == group[n_groups]) << other
                members[n_groups] = mask
                grouped |= mask
                n_groups += 1
        bit = 0
        while specials >> bit > 0:
            if (specials >> bit) & 1:
                mask = np.int64(0)
                for player in range(n_players):
                    home = max(hands[deal, player, 0], hands[deal, player, 1])
                    mask |= ((np.int64(special[home]) >> bit) & 1) << player
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
                counts.changed[r] += 1
                for i in range(n_groups):
                    n_hands = bits_set[members[i]]
                    share = share_index[bits_set[members[i] & base], bits_set[base]]
                    other = share_index[bits_set[members[i] & won], bits_set[won]]
                    counts.group_changed[r, group[i], n_hands, share, other] += 1
