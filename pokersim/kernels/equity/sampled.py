"""Who wins how often from a given spot: deals drawn at random, every possible one alike.

A spot is told in :mod:`pokersim.kernels.equity.exact`.
"""

import numpy as np

from pokersim.kernels.equity.exact import count_ranked, rank_rows
from pokersim.kernels.equity.records import N_LOWEST, EnumerationPlan, EquityCounts
from pokersim.kernels.jit import kernel
from pokersim.kernels.random import draw_below, fill_words
from pokersim.table_layout import RankTables

_0 = np.uint64(0)
_1 = np.uint64(1)
N_WORDS = 512
BLOCK = 256
"""Deals ranked at a time; of no influence on the result."""

MOST_TRIES = 10_000_000
"""Tries without success after which no more are made, or hardly any would fit."""

TRIES_EACH = 5_000
"""Tries without success that each deal found makes up for."""


@kernel
def sample_deals(
    stream: tuple[np.uint64, np.uint64, np.uint64],
    n_deals: int,
    spot: EnumerationPlan,
    stop: np.ndarray,
    tables: RankTables,
    counts: EquityCounts,
) -> bool:
    """Draw deals of a spot at random and count them.

    Each stage in turn gets one of the sets of its list or, where it has none, cards from those
    left.  If a card of the set is gone, or a hand is not of its stage's kind, the whole deal is
    drawn again, so that every possible deal is equally likely.

    Parameters
    ----------
    stream
        ``(seed, job, chunk)``, see :func:`pokersim.kernels.random.fill_words`.
    n_deals
        How many.
    spot, stop, tables, counts
        As for :func:`pokersim.kernels.equity.exact.count_deals`.

    Returns
    -------
    bool
        Whether all were drawn, or nobody waits for them; false when too few tries fit.
    """
    seed, job, chunk = stream
    n_players, n_cards = len(spot.hand), np.uint64(len(spot.cards))
    owners, sizes, row_from, row_cards = spot.owner, spot.size, spot.row_from, spot.rows.cards
    row_word, row_bits = spot.rows.word, spot.rows.bits
    card_words, card_bits = tables.card_word[spot.cards], tables.card_bit[spot.cards]
    hand, bits = np.zeros(n_players + 1, dtype=np.uint64), np.zeros(n_players + 1, dtype=np.uint64)
    hands = np.zeros((n_players, BLOCK), dtype=np.uint64)
    held = np.zeros((n_players, BLOCK), dtype=np.uint64)
    strengths = np.zeros((n_players, BLOCK, tables.values.shape[1]), dtype=np.uint16)
    words = np.empty(N_WORDS, dtype=np.uint64)
    block, at = _0, N_WORDS
    done, tries = np.int64(0), np.int64(0)
    while done < n_deals:
        for n in range(BLOCK):
            hand[:n_players], bits[:n_players] = spot.hand, spot.bits
            hand[n_players], bits[n_players] = _0, _0
            used, stage, left = _0, 0, np.int64(-1)
            while stage < len(owners):
                if at == N_WORDS:
                    fill_words(seed, job, chunk, block, words)
                    block, at = block + np.uint64(N_WORDS // 2), 0
                owner, first = owners[stage], row_from[stage, 0]
                n_rows = np.uint64(row_from[stage, N_LOWEST] - first)
                drawn = draw_below(n_rows if n_rows > _0 else n_cards, words[at])
                at += 1
                if drawn < 0:
                    continue
                if n_rows == _0:
                    mark = _1 << np.uint64(drawn)
                    if used & mark != _0:
                        continue
                    hand[owner] += card_words[drawn]
                    bits[owner] |= card_bits[drawn]
                    left = (sizes[stage] if left < 0 else left) - 1
                elif used & row_cards[first + drawn] != _0:
                    tries += 1
                    if tries >= MOST_TRIES:
                        return False
                    hand[:n_players], bits[:n_players] = spot.hand, spot.bits
                    used, stage = _0, 0
                    continue
                else:
                    mark = row_cards[first + drawn]
                    hand[owner] += row_word[first + drawn]
                    bits[owner] |= row_bits[first + drawn]
                    left = np.int64(0)
                used |= mark
                if left == 0:
                    stage, left = stage + 1, np.int64(-1)
            for player in range(n_players):
                hands[player, n] = hand[player] + hand[n_players]
                held[player, n] = bits[player] | bits[n_players]
        for player in range(n_players):
            rank_rows(_0, _0, hands[player], held[player], tables, strengths[player])
        fits = choose_fitting(np.int64(n_deals) - done, strengths, spot)
        count_ranked(strengths, fits, tables.category, counts)
        found = np.int64(fits.sum())
        done, tries = done + found, max(tries + BLOCK - TRIES_EACH * found, np.int64(0))
        if tries >= MOST_TRIES:
            return False
        if stop[0]:
            return True
    return True


@kernel
def choose_fitting(n: np.int64, strengths: np.ndarray, spot: EnumerationPlan) -> np.ndarray:
    """Return ``uint8[deals]``: 1 for the first ``n`` deals whose hands are of their kinds.

    ``strengths`` are ``uint16[players, deals, rulesets]``.
    """
    fits = np.zeros(strengths.shape[1], dtype=np.uint8)
    for i in range(len(fits)):
        fit = n > 0
        for stage in range(len(spot.owner)):
            if spot.kind[stage] != 0:
                fit &= spot.allowed[spot.kind[stage], strengths[spot.owner[stage], i, 0]]
        fits[i] = fit
        n -= np.int64(fit)
    return fits
