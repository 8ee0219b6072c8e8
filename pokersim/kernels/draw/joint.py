"""The draw without a model: everybody's cards come from one deck.

Cards are numbers 0 to n - 1: those of a player, and all that he has not seen.
"""

import numpy as np

from pokersim.constants import HAND_SIZE, N_HOLDS
from pokersim.kernels.draw.holds import binomials, next_hand, offsets
from pokersim.kernels.jit import kernel
from pokersim.kernels.random import draw_below, fill_words

Stream = tuple[np.uint64, np.uint64, np.uint64]

N_WORDS = 512
_CHOOSE = binomials()
_SIZE = np.array([mask.bit_count() for mask in range(N_HOLDS)])


@kernel
def count_against_pat(
    n: int, own: np.ndarray, strengths: np.ndarray, ends: np.ndarray, counts: np.ndarray
) -> None:
    """Count who wins when a player draws every way against one who stands pat on every hand.

    The hands of the deck are gone through from the weakest.  Each is one that the player ends
    with, having kept what is his own of it, or one of the opponent's.  How many weaker hands of
    the opponent share no card with those drawn is an alternating sum over subsets of the drawn
    cards, of how many such hands contain them.

    Parameters
    ----------
    n, own
        Cards, and ``int64[5]`` those of the player, ascending.
    strengths
        ``uint16[n over 5]``, by the number of the hand.
    ends
        ``int64[strengths + 1]``: how many hands are of each strength or of a lower one.
    counts
        ``int64[32, 2]``, added to: by the hold, deals that the player wins, and that are split.
        The hold of nothing is left out: two hands of cards unseen are worth the same.
    """
    hands = np.empty((len(strengths), HAND_SIZE), dtype=np.uint8)
    at = np.zeros(len(ends), dtype=np.int64)
    at[1:] = ends[:-1]
    hand = np.arange(HAND_SIZE)
    for i in range(len(strengths)):
        strength = strengths[i]
        for j in range(HAND_SIZE):
            hands[at[strength], j] = hand[j]
        at[strength] += 1
        next_hand(hand)
    # Where each card stands among those of the player, or else among those he has not seen.
    place, is_own = np.empty(n, dtype=np.int64), np.zeros(n, dtype=np.bool_)
    for j in range(HAND_SIZE):
        is_own[own[j]], place[own[j]] = True, j
    n_live = 0
    for card in range(n):
        if not is_own[card]:
            place[card], n_live = n_live, n_live + 1
    starts = offsets(n_live)
    holding = np.zeros(starts[HAND_SIZE], dtype=np.int32)
    numbers = np.empty(N_HOLDS, dtype=np.int64)
    first = 0
    for strength in range(1, len(ends)):
        last = ends[strength]
        for stage in range(3):  # weaker hands; those as strong come in; weaker and as strong
            for i in range(first, last):
                hold, drawn = split_hand(hands[i], is_own, place, starts, numbers)
                if stage == 1 and hold == 0:
                    for mask in range(N_HOLDS - 1):
                        holding[numbers[mask]] += 1
                elif stage != 1 and hold != 0:
                    total = 0
                    for mask in range(1 << drawn):
                        some = holding[numbers[mask]]
                        total += -some if _SIZE[mask] & 1 else some
                    if stage == 0:
                        counts[hold, 0] += total
                        counts[hold, 1] -= total
                    else:
                        counts[hold, 1] += total
        first = last


@kernel
def split_hand(
    hand: np.ndarray,
    is_own: np.ndarray,
    place: np.ndarray,
    starts: np.ndarray,
    numbers: np.ndarray,
) -> tuple[int, int]:
    """Return the player's own cards of a hand as a hold, and how many others it has.

    ``numbers``, ``int64[32]``, gets where the subsets of the others stand.
    """
    hold, drawn = 0, 0
    numbers[0] = 0
    for j in range(HAND_SIZE):
        card = hand[j]
        if is_own[card]:
            hold |= 1 << place[card]
            continue
        for rest in range(1 << drawn):
            size = _SIZE[rest]
            number = numbers[rest] - starts[size] + _CHOOSE[place[card], size + 1]
            numbers[rest | 1 << drawn] = starts[size + 1] + number
        drawn += 1
    return hold, drawn


@kernel
def random_below(stream: Stream, words: np.ndarray, cursor: np.ndarray, size: int) -> np.int64:
    """Return a number below ``size``; ``cursor`` holds the next block and the next of ``words``."""
    while True:
        if cursor[1] == N_WORDS:
            fill_words(stream[0], stream[1], stream[2], np.uint64(cursor[0]), words)
            cursor[0] += N_WORDS // 2
            cursor[1] = 0
        number = np.int64(draw_below(np.uint64(size), words[cursor[1]]))
        cursor[1] += 1
        if number >= 0:
            return number


@kernel
def number_of(cards: np.ndarray) -> int:
    """Return the number of a hand ``int64[5]``, which is put in ascending order."""
    for j in range(1, HAND_SIZE):
        card, k = cards[j], j
        while k > 0 and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card
    number = 0
    for j in range(HAND_SIZE):
        number += _CHOOSE[cards[j], j + 1]
    return number


@kernel
def sample_draws(
    stream: Stream,
    n_deals: int,
    opponents: int,
    own: np.ndarray,
    live: np.ndarray,
    strengths: np.ndarray,
    holds: np.ndarray,
    shares: np.ndarray,
) -> None:
    """Deal the draw out at random, for all 32 holds of a player, and count who shares the pot.

    The player draws first, the opponents after him in turn.  When the stock is empty, the cards
    thrown by those before become a new one.

    Parameters
    ----------
    stream
        ``(seed, job, chunk)``, see :func:`pokersim.kernels.random.fill_words`.
    n_deals, opponents
        Deals, and players beside the one.
    own, live
        ``int64[5]`` and ``int64[m]``: his cards, ascending, and those that he has not seen; at
        least five more than the opponents hold.
    strengths, holds
        ``uint16[n over 5]`` and ``uint8[n over 5]``: strength and hold of every hand of these.
    shares
        ``int64[32, opponents + 2]``, added to: deals by the hold, and by how many share the pot
        with the player among them; 0 where he loses.
    """
    deck = live.copy()
    m, dealt = len(deck), HAND_SIZE * opponents
    words, cursor = np.empty(N_WORDS, dtype=np.uint64), np.array([0, N_WORDS])
    hands = np.empty((opponents, HAND_SIZE), dtype=np.int64)
    their_holds = np.empty(opponents, dtype=np.int64)
    final, thrown = np.empty(HAND_SIZE, dtype=np.int64), np.empty(HAND_SIZE + m, dtype=np.int64)
    for _ in range(n_deals):
        for i in range(min(m, 2 * dealt + HAND_SIZE)):
            other = i + random_below(stream, words, cursor, m - i)
            deck[i], deck[other] = deck[other], deck[i]
        for player in range(opponents):
            hands[player] = deck[HAND_SIZE * player : HAND_SIZE * (player + 1)]
            their_holds[player] = holds[number_of(hands[player])]
        for n_kept in range(HAND_SIZE + 1):
            best, n_best, again = 0, 0, True
            for hold in range(N_HOLDS):
                if _SIZE[hold] != n_kept:
                    continue
                n_thrown = 0
                for j in range(HAND_SIZE):
                    final[j] = own[j]
                    if (hold >> j) & 1 == 0:
                        final[j] = deck[dealt + n_thrown]
                        thrown[n_thrown], n_thrown = own[j], n_thrown + 1
                strength = strengths[number_of(final)]
                # What the others end with depends on how many cards he draws, but not on which
                # he throws unless these come back.
                if again:
                    best, n_best, again = draw_others(
                        stream, words, cursor, deck, hands, their_holds, thrown, n_thrown, strengths
                    )
                if strength >= best:
                    shares[hold, 1 if strength > best else n_best + 1] += 1
                else:
                    shares[hold, 0] += 1


@kernel
def draw_others(
    stream: Stream,
    words: np.ndarray,
    cursor: np.ndarray,
    deck: np.ndarray,
    hands: np.ndarray,
    holds: np.ndarray,
    thrown: np.ndarray,
    n_thrown: int,
    strengths: np.ndarray,
) -> tuple[int, int, bool]:
    """Let the opponents draw in turn; return the best of them, how many, and if cards came back.

    ``thrown`` begins with the cards that the player has thrown, for as many from the stock.
    """
    stock, end = deck.copy(), len(deck)
    next_card = HAND_SIZE * len(hands) + n_thrown
    final = np.empty(HAND_SIZE, dtype=np.int64)
    best, n_best, came_back = 0, 0, False
    for player in range(len(hands)):
        for j in range(HAND_SIZE):
            final[j] = hands[player, j]
            if (holds[player] >> j) & 1 == 0:
                if next_card == end:
                    came_back, next_card, end, n_thrown = True, 0, n_thrown, 0
                    for k in range(end):
                        other = k + random_below(stream, words, cursor, end - k)
                        stock[k], thrown[other] = thrown[other], thrown[k]
                final[j] = stock[next_card]
                next_card += 1
        for j in range(HAND_SIZE):
            if (holds[player] >> j) & 1 == 0:
                thrown[n_thrown], n_thrown = hands[player, j], n_thrown + 1
        strength = strengths[number_of(final)]
        n_best = 1 if strength > best else n_best + (strength == best)
        best = max(best, strength)
    return best, n_best, came_back
