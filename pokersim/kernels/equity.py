"""Who wins how often from a given spot: every deal once, or deals drawn at random.

A spot is some players with cards, some cards to come to each, and cards to come to a board that
all share.  What is to come is dealt in a fixed order of places, the players' in turn and then
the board's; the places of one owner are filled in ascending order, so that each deal comes once.
"""

import numpy as np

from pokersim.kernels.enumerate import next_choice
from pokersim.kernels.jit import kernel
from pokersim.kernels.random import DRAW_BITS, fill_words
from pokersim.kernels.rank import (
    MAX_SUITED_PATHS,
    has_suit,
    make_wild,
    rank_path,
    suited_paths,
)
from pokersim.tables import EquityCounts, RankTables, Spot

LOST, SPLIT, WON = 0, 1, 2

_0 = np.uint64(0)
_1 = np.uint64(1)
_SPARE = np.uint64(64 - DRAW_BITS)
_SHIFT = np.uint64(DRAW_BITS)
_REST = np.uint64((1 << DRAW_BITS) - 1)
_RANGE = np.uint64(1 << DRAW_BITS)
_SMALL = np.uint64(64)
N_WORDS = 512
MOST_CLASHES = 1_000_000
BLOCK = 256
"""Deals ranked at a time; of no influence on the result."""


@kernel
def count_block(
    n: int,
    hands: np.ndarray,
    held: np.ndarray,
    spot: Spot,
    tables: RankTables,
    counts: EquityCounts,
) -> None:
    """Rank and count the first ``n`` deals of a block.

    Parameters
    ----------
    n
        At most the length of the block.
    hands, held
        ``uint64[block, players]``: the packed hands of each deal, and their cards as bits.
    spot, tables, counts
        As for :func:`count_deals`.  Deals in which a hand is not of its player's kind don't count.
    """
    n_players, n_rulesets = hands.shape[1], tables.values.shape[1]
    values, category, card_word = tables.values, tables.category, tables.card_word
    mixer, mask, row_bits, row_start = tables.mixer, tables.mask, tables.row_bits, tables.row_start
    kind, allowed = spot.kind, spot.allowed
    winners, shown = counts.winners, counts.shown
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    strengths = np.zeros((n_players, n_rulesets), dtype=np.uint16)
    for i in range(n):
        counted = True
        for player in range(n_players):
            # Most often only the last player's cards differ from those of the deal before.
            if (
                i == 0
                or hands[i, player] != hands[i - 1, player]
                or (held[i, player] != held[i - 1, player])
            ):
                hand, own = hands[i, player], held[i, player] & tables.natural
                if tables.by_hand != 0:
                    hand, own = make_wild(hand, own, np.int64(-1), card_word, tables.wild_word)
                path = rank_path(hand, mixer, mask, row_bits, row_start)
                for r in range(n_rulesets):
                    strengths[player, r] = values[path, r]
                if has_suit(hand):
                    n_paths = suited_paths(
                        hand, own, tables.state_row, tables.five_suited, tables.four_suited, found
                    )
                    for k in range(n_paths):
                        for r in range(n_rulesets):
                            strengths[player, r] = max(strengths[player, r], values[found[k], r])
            counted &= allowed[kind[player], strengths[player, 0]]
        if not counted:
            continue
        for r in range(n_rulesets):
            best = np.int64(0)
            won = np.int64(0)
            for player in range(n_players):
                strength = np.int64(strengths[player, r])
                won = (
                    np.int64(1 << player)
                    if strength > best
                    else won | ((strength == best) << player)
                )
                best = max(best, strength)
            winners[r, won] += 1
            end = WON if won & (won - 1) == 0 else SPLIT
            for player in range(n_players):
                place = category[strengths[player, r], r]
                shown[r, player, place, end if (won >> player) & 1 else LOST] += 1


@kernel
def count_last(
    owner: int,
    size: int,
    first: int,
    last: int,
    used: np.uint64,
    hands: np.ndarray,
    held: np.ndarray,
    spot: Spot,
    tables: RankTables,
    counts: EquityCounts,
) -> None:
    """Deal the last player every way, all others complete, and count by his strength.

    What he gets is counted by strength first; who wins is then found once a strength.

    Parameters
    ----------
    owner, size
        The player, and how many cards come to him.
    first, last
        His lowest card is one of ``first`` to ``last - 1`` of the cards that are left.
    used
        Which of ``spot.cards`` are gone, as bits.
    hands, held
        ``uint64[1, players]``: the packed hands, and their cards as bits.
    spot, tables, counts
        As for :func:`count_deals`.
    """
    values, row_start, state_row = tables.values, tables.row_start, tables.state_row
    mixer, mask, row_bits = tables.mixer, tables.mask, tables.row_bits
    five_suited, four_suited = tables.five_suited, tables.four_suited
    n_rulesets = values.shape[1]
    allowed = spot.allowed[spot.kind[owner]]
    every = spot.kind[owner] == 0
    left = np.array([(used >> np.uint64(i)) & _1 == _0 for i in range(len(spot.cards))])
    words = tables.card_word[spot.cards[left]]
    card_bits = tables.card_bit[spot.cards[left]] & tables.natural
    n = len(words)
    by_strength = np.zeros((tables.category.shape[0], n_rulesets), dtype=np.int64)
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    best = np.empty(n_rulesets, dtype=np.uint16)
    depth = size - 1
    chosen = np.full(max(depth, 1), n)
    chosen[0] = first - 1
    sums = np.full(depth + 1, hands[0, owner])
    bits = np.full(depth + 1, held[0, owner] & tables.natural)
    while depth == 0 or next_choice(chosen, depth, n, words, card_bits, sums, bits):
        if depth > 0 and chosen[0] >= last:
            break
        before, bits_before = sums[depth], bits[depth]
        for card in range(chosen[depth - 1] + 1 if depth else first, n if depth else last):
            hand = before + words[card]
            path = rank_path(hand, mixer, mask, row_bits, row_start)
            for r in range(n_rulesets):
                best[r] = values[path, r]
            if has_suit(hand):
                own = bits_before | card_bits[card]
                n_paths = suited_paths(hand, own, state_row, five_suited, four_suited, found)
                for k in range(n_paths):
                    for r in range(n_rulesets):
                        best[r] = max(best[r], values[found[k], r])
            if every or allowed[best[0]]:
                for r in range(n_rulesets):
                    by_strength[best[r], r] += 1
        if depth == 0:
            break
    settle(owner, by_strength, hands, held, spot, tables, counts)


@kernel
def settle(
    owner: int,
    by_strength: np.ndarray,
    hands: np.ndarray,
    held: np.ndarray,
    spot: Spot,
    tables: RankTables,
    counts: EquityCounts,
) -> None:
    """Count deals by the strength of one player, ``int64[strengths + 1, rulesets]``."""
    n_players, category = hands.shape[1], tables.category
    strengths = np.zeros((n_players, by_strength.shape[1]), dtype=np.uint16)
    rank_others(owner, hands, held, tables, strengths)
    for player in range(n_players):
        if player != owner and not spot.allowed[spot.kind[player], strengths[player, 0]]:
            return
    for r in range(by_strength.shape[1]):
        for strength in range(1, by_strength.shape[0]):
            times = by_strength[strength, r]
            if times == 0:
                continue
            strengths[owner, r] = strength
            best = strengths[:, r].max()
            won = 0
            for player in range(n_players):
                won |= (strengths[player, r] == best) << player
            counts.winners[r, won] += times
            end = WON if won & (won - 1) == 0 else SPLIT
            for player in range(n_players):
                place = category[strengths[player, r], r]
                counts.shown[r, player, place, end if (won >> player) & 1 else LOST] += times


@kernel
def rank_others(
    owner: int, hands: np.ndarray, held: np.ndarray, tables: RankTables, strengths: np.ndarray
) -> None:
    """Write the strengths of all but one player, whose hand is not whole and has no path.

    They are ``uint16[players, rulesets]``.
    """
    found = np.empty(MAX_SUITED_PATHS, dtype=np.int64)
    for player in range(hands.shape[1]):
        if player == owner:
            continue
        hand, own = hands[0, player], held[0, player] & tables.natural
        path = rank_path(hand, tables.mixer, tables.mask, tables.row_bits, tables.row_start)
        n_paths = 0
        if has_suit(hand):
            n_paths = suited_paths(
                hand, own, tables.state_row, tables.five_suited, tables.four_suited, found
            )
        for r in range(strengths.shape[1]):
            strengths[player, r] = tables.values[path, r]
            for k in range(n_paths):
                strengths[player, r] = max(strengths[player, r], tables.values[found[k], r])


@kernel
def count_deals(
    spot: Spot,
    n_last: int,
    first: int,
    last: int,
    stop: np.ndarray,
    tables: RankTables,
    counts: EquityCounts,
) -> None:
    """Count every deal in which the first place gets one of the cards ``first`` to ``last - 1``.

    Parameters
    ----------
    spot
        :class:`pokersim.tables.Spot`, with at least one card to come.
    n_last
        How many of the last places, all of one player, are counted by strength; 0 for none.
    first, last
        A range of ``spot.cards``.
    stop
        ``bool[1]``: set by another thread, it ends the counting, which is then not whole.
    tables
        :class:`pokersim.tables.RankTables` of whole hands.
    counts
        :class:`pokersim.tables.EquityCounts`, added to.
    """
    n_places = len(spot.owner) - n_last
    n_players, n_cards = len(spot.hand), len(spot.cards)
    # What each player and, behind them, the board has so far, and had before each place.
    hand, bits = np.zeros(n_players + 1, dtype=np.uint64), np.zeros(n_players + 1, dtype=np.uint64)
    hand[:n_players], bits[:n_players] = spot.hand, spot.bits
    old_hand, old_bits = np.zeros(n_places, dtype=np.uint64), np.zeros(n_places, dtype=np.uint64)
    hands = np.zeros((BLOCK, n_players), dtype=np.uint64)
    held = np.zeros((BLOCK, n_players), dtype=np.uint64)
    n = 0
    owners = spot.owner
    words, card_bits = tables.card_word[spot.cards], tables.card_bit[spot.cards]
    chosen, following = np.full(n_places, -1), np.zeros(n_places, dtype=np.int64)
    used = _0
    place = 0
    if n_places == 0:
        hands[0], held[0] = hand[:n_players], bits[:n_players]
        count_last(owners[0], n_last, first, last, used, hands, held, spot, tables, counts)
        return
    following[0] = first
    while place >= 0:
        owner = owners[place]
        if chosen[place] >= 0:  # take back the card that stood here
            used ^= _1 << np.uint64(chosen[place])
            hand[owner], bits[owner] = old_hand[place], old_bits[place]
        card = following[place]
        while card < n_cards and (used >> np.uint64(card)) & _1 != _0:
            card += 1
        if card >= (last if place == 0 else n_cards):
            chosen[place] = -1
            place -= 1
            continue
        chosen[place], following[place] = card, card + 1
        used |= _1 << np.uint64(card)
        old_hand[place], old_bits[place] = hand[owner], bits[owner]
        hand[owner] += words[card]
        bits[owner] |= card_bits[card]
        if place + 1 < n_places:
            place += 1
            chosen[place] = -1
            following[place] = card + 1 if owners[place] == owner else 0
            continue
        for player in range(n_players):
            hands[n, player] = hand[player] + hand[n_players]
            held[n, player] = bits[player] | bits[n_players]
        if n_last > 0:
            count_last(
                owners[n_places], n_last, 0, n_cards, used, hands, held, spot, tables, counts
            )
            if stop[0]:
                return
            continue
        n += 1
        if n == BLOCK:
            count_block(n, hands, held, spot, tables, counts)
            n = 0
            if stop[0]:
                return
    count_block(n, hands, held, spot, tables, counts)


@kernel
def draw_below(size: np.uint64, word: np.uint64) -> np.int64:
    """Return a number below ``size``, all equally likely, or a negative one: draw again."""
    product = (word >> _SPARE) * size if size < _SMALL else _0
    if size < _SMALL:
        if product & _REST < _RANGE % size:
            return np.int64(-1)
        return np.int64(product >> _SHIFT)
    # More choices than the word has room for above them: the top bits, drawn again if too high.
    bits = _0
    while (size - _1) >> bits != _0:
        bits += _1
    number = word >> (np.uint64(64) - bits)
    return np.int64(number) if number < size else np.int64(-(2**62))


@kernel
def sample_deals(
    stream: tuple[np.uint64, np.uint64, np.uint64],
    n_deals: int,
    spot: Spot,
    tables: RankTables,
    counts: EquityCounts,
) -> bool:
    """Draw deals of a spot at random and count them.

    A player of a kind of hands gets one of the hands of his kind; if two of them need the same
    card, all are drawn again, so that every possible deal is equally likely.  The cards to come
    are then drawn one by one from those that are left.

    Parameters
    ----------
    stream
        ``(seed, job, chunk)``, see :func:`pokersim.kernels.random.fill_words`.
    n_deals
        How many.
    spot, tables, counts
        As for :func:`count_deals`.

    Returns
    -------
    bool
        Whether all were drawn; false when a million times in a row two players needed the same
        card.
    """
    seed, job, chunk = stream
    n_players, n_cards = len(spot.hand), np.uint64(len(spot.cards))
    hand, bits = np.zeros(n_players + 1, dtype=np.uint64), np.zeros(n_players + 1, dtype=np.uint64)
    hands = np.zeros((BLOCK, n_players), dtype=np.uint64)
    held = np.zeros((BLOCK, n_players), dtype=np.uint64)
    n = 0
    words = np.empty(N_WORDS, dtype=np.uint64)
    block, at = _0, N_WORDS
    place_of = np.zeros(64, dtype=np.uint64)
    for i in range(len(spot.cards)):
        place_of[spot.cards[i]] = _1 << np.uint64(i)
    for _ in range(n_deals):
        used = _0
        clashes = 0
        player = 0
        while player < n_players:
            hand[player], bits[player] = spot.hand[player], spot.bits[player]
            size = np.uint64(spot.last_hand[player] - spot.first_hand[player])
            if size > _0:
                if at == N_WORDS:
                    fill_words(seed, job, chunk, block, words)
                    block, at = block + np.uint64(N_WORDS // 2), 0
                row = spot.first_hand[player] + draw_below(size, words[at])
                at += 1
                if row < spot.first_hand[player]:
                    continue
                clash = False
                for j in range(spot.hands.shape[1]):
                    mark = place_of[spot.hands[row, j]]
                    clash |= used & mark != _0
                    used |= mark
                    hand[player] += tables.card_word[spot.hands[row, j]]
                    bits[player] |= tables.card_bit[spot.hands[row, j]]
                if clash:
                    used, player, clashes = _0, 0, clashes + 1
                    if clashes == MOST_CLASHES:
                        return False
                    continue
            player += 1
        hand[n_players], bits[n_players] = _0, _0
        place = 0
        while place < len(spot.owner):
            if at == N_WORDS:
                fill_words(seed, job, chunk, block, words)
                block, at = block + np.uint64(N_WORDS // 2), 0
            card = draw_below(n_cards, words[at])
            at += 1
            owner = spot.owner[place]
            sampled = owner == n_players or spot.last_hand[owner] == spot.first_hand[owner]
            if not sampled:
                place += 1
            elif card >= 0 and (used >> np.uint64(card)) & _1 == _0:
                used |= _1 << np.uint64(card)
                hand[owner] += tables.card_word[spot.cards[card]]
                bits[owner] |= tables.card_bit[spot.cards[card]]
                place += 1
        for player in range(n_players):
            hands[n, player] = hand[player] + hand[n_players]
            held[n, player] = bits[player] | bits[n_players]
        n += 1
        if n == BLOCK:
            count_block(n, hands, held, spot, tables, counts)
            n = 0
    count_block(n, hands, held, spot, tables, counts)
    return True


@kernel
def all_hands(cards: np.ndarray) -> np.ndarray:
    """Return ``uint8[n, 5]``: all hands of five of some cards."""
    n = len(cards)
    total = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120
    hands = np.empty((total, 5), dtype=np.uint8)
    row = 0
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                for d in range(c + 1, n):
                    for e in range(d + 1, n):
                        hands[row, 0], hands[row, 1], hands[row, 2] = cards[a], cards[b], cards[c]
                        hands[row, 3], hands[row, 4] = cards[d], cards[e]
                        row += 1
    return hands
