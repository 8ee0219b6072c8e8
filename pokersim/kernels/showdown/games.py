"""Plays games of five cards without betting: deals, draws, shows down, and counts what happened.

Cards are places in the ascending deck here, not ids: the number of a hand is made of them.  A
deal is a row of such places in the order in which they leave the pack: those dealt to the
players, and behind them the stock.  All rulesets play the same row, each by its own holds.

As in :mod:`pokersim.kernels.showdown.showdowns` the work goes in blocks of deals, a pass for each
step.
"""

import numpy as np

from pokersim.constants import HAND_SIZE, N_HOLDS
from pokersim.kernels.betting.sort_cards import sort_five
from pokersim.kernels.deal import Shape, draw_hand, reject_below
from pokersim.kernels.draw.holds import binomials
from pokersim.kernels.jit import kernel
from pokersim.kernels.random import fill_words
from pokersim.kernels.showdown.records import DrawTables, GameCounts, GroupTables, ShowdownCounts
from pokersim.kernels.showdown.showdowns import N_WORDS, Stream, group_block, show_block
from pokersim.kernels.strength_index import (
    HOLE,
    MAX_SUITED_PATHS,
    has_suit,
    make_wild,
    rank_path,
    suit_places,
    suited_paths,
)
from pokersim.table_layout import RankTables

Limits = tuple[np.ndarray, np.ndarray]

BLOCK = 64
"""Deals a pass; of no influence on the result."""

_CHOOSE = binomials()
_SIZE = np.array([mask.bit_count() for mask in range(N_HOLDS)])
_NONE = np.uint64(0)
_ONE = np.uint64(1)

_FIVE: Shape = (0,) * HAND_SIZE
_SINGLE: Shape = (0,)

# Blocks of the stream by which thrown cards are shuffled: behind all that dealing can reach,
# a range for each deal, so that they do not depend on what was shuffled before.
_SHUFFLES = 1 << 62
_SHUFFLE_BLOCKS = 1 << 20
_SHUFFLE_WORDS = 16


@kernel
def count_games(
    stream: Stream,
    n_deals: int,
    deck: np.ndarray,
    places: np.ndarray,
    n_out: int,
    tables: RankTables,
    groups: GroupTables,
    draws: DrawTables,
    counts: GameCounts,
) -> None:
    """Play ``n_deals`` games and count what is dealt, what it becomes and who wins.

    Parameters
    ----------
    stream
        ``(seed, job, chunk)``, each ``uint64``; see :func:`pokersim.kernels.random.fill_words`.
    n_deals
        Integer.
    deck
        ``uint8[cards]`` ids in ascending order.
    places
        ``int64[players, 5]``: which cards of a deal each player holds before the draw, in the
        order in which they leave the pack; those that several share are named for each.
    n_out
        How many cards leave the pack, the stock behind the hands included.
    tables
        :class:`pokersim.table_layout.RankTables`: the rulesets, the first of them the base of
        comparisons, and behind them orthodox poker, whose categories group the hands dealt.
    groups
        :class:`pokersim.kernels.showdown.records.GroupTables`.
    draws
        :class:`pokersim.kernels.showdown.records.DrawTables`; without holds nobody draws.
    counts
        :class:`pokersim.kernels.showdown.records.GameCounts`, added to.
    """
    n_players, n_columns, n_cards = len(places), tables.values.shape[1], len(deck)
    limits = (
        reject_below(n_cards, n_cards // HAND_SIZE, _FIVE),
        reject_below(n_cards, n_cards, _SINGLE),
    )
    words, cursor = np.empty(N_WORDS, dtype=np.uint64), np.array([0, N_WORDS])
    order = np.arange(n_cards).astype(np.uint8)
    # Thrown cards are put behind those that left the pack; and nobody reads beyond that place.
    rows = np.zeros((BLOCK, n_out + n_cards + 1), dtype=np.uint8)
    dealt = np.empty((BLOCK, n_players, n_columns), dtype=np.uint16)
    final = dealt if len(draws.holds) == 0 else np.empty_like(dealt)
    hands = np.empty((BLOCK, n_players, HAND_SIZE), dtype=np.uint8)
    held = np.empty((BLOCK, n_players, n_columns - 1), dtype=np.uint8)
    specials = np.zeros((BLOCK, n_players), dtype=np.uint32)
    winners = np.empty((BLOCK, n_columns - 1), dtype=np.int16)
    shown = ShowdownCounts(
        counts.final, counts.winner, counts.changed, counts.group_base, counts.group_changed
    )
    done = 0
    while done < n_deals:
        size = min(BLOCK, n_deals - done)
        deal_rows(stream, size, order, n_out, limits, words, cursor, rows)
        rank_block(size, rows, places, deck, tables, groups, dealt, specials)
        count_dealt(size, dealt, tables, counts.dealt)
        if len(draws.holds) > 0:
            hold_block(size, rows, places, draws, hands, held)
            draw_block(stream, done, size, rows, n_out, limits, deck, tables, hands, held, final)
        show_block(size, final, tables, winners, shown)
        if n_players > 1:
            group_block(size, dealt, specials, winners, tables, groups, shown)
            count_seats(size, winners, groups, counts.seat)
        done += size


@kernel
def deal_rows(
    stream: Stream,
    size: int,
    order: np.ndarray,
    n_out: int,
    limits: Limits,
    words: np.ndarray,
    cursor: np.ndarray,
    rows: np.ndarray,
) -> None:
    """Shuffle ``n_out`` cards off the pack ``size`` times, five at a time.

    Parameters
    ----------
    stream, size, n_out
        As for :func:`count_games`, ``size`` of its deals.
    order
        ``uint8[cards]``: the pack, in any order; shuffled in place.
    limits
        See :func:`pokersim.kernels.deal.reject_below`: for fives, and for single cards.
    words, cursor
        Words of the stream; ``int64[2]``: the next block of it and the next of the words.
    rows
        ``uint8[size, n_out]`` or wider, written.
    """
    seed, job, chunk = stream
    fives, singles = limits
    block, at = np.uint64(cursor[0]), cursor[1]
    for deal in range(size):
        out = 0
        while out < n_out:
            if at == len(words):
                fill_words(seed, job, chunk, block, words)
                block += np.uint64(len(words) // 2)
                at = 0
            if n_out - out >= HAND_SIZE:
                fair = draw_hand(order, out, _FIVE, words[at], fives[out // HAND_SIZE])
                n_drawn = HAND_SIZE
            else:  # the end of the pack
                fair = draw_hand(order, out, _SINGLE, words[at], singles[out])
                n_drawn = 1
            at += 1
            if fair:
                out += n_drawn
        for out in range(n_out):
            rows[deal, out] = order[out]
    cursor[0], cursor[1] = np.int64(block), at


@kernel
def rank_block(
    size: int,
    rows: np.ndarray,
    places: np.ndarray,
    deck: np.ndarray,
    tables: RankTables,
    groups: GroupTables,
    strengths: np.ndarray,
    specials: np.ndarray,
) -> None:
    """Write the strengths of the hands dealt, and what special things each makes."""
    words, card_bits = tables.card_word[deck], tables.card_bit[deck]
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    values, special = tables.values, groups.special
    suits, found = suit_places(tables), np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    for deal in range(size):
        for player in range(len(places)):
            hand, bits = tables.start, _NONE
            for j in range(HAND_SIZE):
                card = rows[deal, places[player, j]]
                hand += words[card]
                bits |= card_bits[card]
            natural = bits & tables.natural
            if tables.by_hand != 0:
                first = rows[deal, places[player, 0]]
                hole = tables.by_hand == HOLE
                if not hole or card_bits[first] & natural != _NONE:
                    like = np.int64(deck[first]) if hole else np.int64(-1)
                    hand, natural = make_wild(
                        hand, natural, like, tables.card_word, tables.wild_word
                    )
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


@kernel
def draw_block(
    stream: Stream,
    first: int,
    size: int,
    rows: np.ndarray,
    n_out: int,
    limits: Limits,
    deck: np.ndarray,
    tables: RankTables,
    hands: np.ndarray,
    held: np.ndarray,
    final: np.ndarray,
) -> None:
    """Let everybody draw under every ruleset, and write the strengths of what they hold then.

    Parameters
    ----------
    first
        The number of the first of these deals in its chunk.
    stream, size, rows, n_out, limits, deck, tables
        As for :func:`deal_rows`; behind the stock there is room in the rows for the pack.
    hands, held
        From :func:`hold_block`.
    final
        ``uint16[size, players, rulesets]`` or wider, written.
    """
    words, card_bits = tables.card_word[deck], tables.card_bit[deck] & tables.natural
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    values = tables.values
    n_players, n_rulesets = held.shape[1:]
    suits, found = suit_places(tables), np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    order = np.empty((1, len(deck)), dtype=np.uint8)
    may_run_out = 2 * HAND_SIZE * n_players > len(deck)
    for deal in range(size):
        is_shuffled = False
        for r in range(n_rulesets):
            at, end, thrown, n_thrown = np.int64(HAND_SIZE * n_players), n_out, _NONE, np.int64(0)
            for player in range(n_players):
                hold = np.int64(held[deal, player, r])
                if may_run_out:
                    hold = discard_at_most(hold, end - at + n_thrown)
                    n_drawn = HAND_SIZE - _SIZE[hold]
                    # His own discards are not among the thrown yet, whenever he takes the last.
                    if n_thrown > 0 and end - at <= n_drawn and n_drawn > 0:
                        if not is_shuffled:
                            shuffle_discards(stream, first + deal, limits, order)
                            is_shuffled = True
                        end = new_stock(rows[deal], end, thrown, order[0])
                        thrown, n_thrown = _NONE, np.int64(0)
                    n_thrown += n_drawn
                hand, bits = tables.start, _NONE
                for j in range(HAND_SIZE):
                    keeps = (hold >> j) & 1
                    own, drawn = np.int64(hands[deal, player, j]), np.int64(rows[deal, at])
                    card = own if keeps else drawn
                    at += 1 - keeps
                    thrown |= np.uint64(1 - keeps) << np.uint64(own)
                    hand += words[card]
                    bits |= card_bits[card]
                if tables.by_hand != 0:  # the lowest: nobody draws with a wild hole card
                    hand, bits = make_wild(
                        hand, bits, np.int64(-1), tables.card_word, tables.wild_word
                    )
                best = values[rank_path(hand, mixer, mask, row_bits, row_start), r]
                if has_suit(hand):
                    n = suited_paths(hand, bits, suits, found)
                    for k in range(n):
                        best = max(best, values[found[k], r])
                final[deal, player, r] = best


@kernel
def hold_block(
    size: int,
    rows: np.ndarray,
    places: np.ndarray,
    draws: DrawTables,
    hands: np.ndarray,
    held: np.ndarray,
) -> None:
    """Write every hand in ascending order, and its hold under each ruleset.

    Looked up by themselves, the holds of many hands come from memory at a time.

    Parameters
    ----------
    size, rows, places, draws
        As for :func:`count_games`, ``size`` of its deals.
    hands, held
        ``uint8[size, players, 5]`` and ``uint8[size, players, rulesets]``, written.
    """
    holds, holds_row = draws.holds, draws.row
    for deal in range(size):
        for player in range(len(places)):
            hand = sort_five(
                rows[deal, places[player, 0]],
                rows[deal, places[player, 1]],
                rows[deal, places[player, 2]],
                rows[deal, places[player, 3]],
                rows[deal, places[player, 4]],
            )
            number = np.int64(0)
            for j in range(HAND_SIZE):
                hands[deal, player, j] = hand[j]
                number += _CHOOSE[hand[j], j + 1]
            for r in range(len(holds_row)):
                held[deal, player, r] = holds[holds_row[r, player], number]


@kernel
def discard_at_most(hold: np.int64, most: np.int64) -> np.int64:
    """Return a hold that throws no more cards than can be dealt: the highest thrown are kept."""
    j = HAND_SIZE - 1
    while HAND_SIZE - _SIZE[hold] > most:
        hold |= 1 << j
        j -= 1
    return hold


@kernel
def shuffle_discards(stream: Stream, deal: int, limits: Limits, order: np.ndarray) -> None:
    """Write an order of the whole pack, ``uint8[1, cards]``, in which thrown cards are dealt.

    A card is thrown at most once in a deal and drawn at most once, so one order serves for
    every new stock of it; and for every ruleset, so that they share their luck here too.
    """
    n_cards = order.shape[1]
    pack = np.arange(n_cards).astype(np.uint8)
    words = np.empty(_SHUFFLE_WORDS, dtype=np.uint64)
    cursor = np.array([_SHUFFLES + deal * _SHUFFLE_BLOCKS, _SHUFFLE_WORDS])
    deal_rows(stream, 1, pack, n_cards, limits, words, cursor, order)


@kernel
def new_stock(row: np.ndarray, end: int, thrown: np.uint64, order: np.ndarray) -> int:
    """Put the thrown cards behind the end of the stock, in an order; return the new end."""
    for card in order:
        if (thrown >> np.uint64(card)) & _ONE != _NONE:
            row[end] = card
            end += 1
    return end


@kernel
def count_dealt(size: int, strengths: np.ndarray, tables: RankTables, dealt: np.ndarray) -> None:
    """Count the hands by what they count as under each ruleset."""
    category = tables.category
    for r in range(len(dealt)):
        for deal in range(size):
            for player in range(strengths.shape[1]):
                dealt[r, category[strengths[deal, player, r], r]] += 1


@kernel
def count_seats(size: int, winners: np.ndarray, groups: GroupTables, seat: np.ndarray) -> None:
    """Count the deals that each seat wins under each ruleset, by its share of the pot."""
    share_index, bits_set = groups.share_index, groups.bits_set
    for r in range(winners.shape[1]):
        for deal in range(size):
            won = np.int64(winners[deal, r])
            share = share_index[1, bits_set[won]]
            for player in range(seat.shape[1]):
                if (won >> player) & 1:
                    seat[r, player, share] += 1
