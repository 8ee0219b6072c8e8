"""The paths of a hand, and words that become wild, against a slow way to find them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.constants import N_RANKS
from pokersim.kernels.strength_index import MAX_SUITED_PATHS, make_wild, rank_path, suited_paths
from pokersim.packing import STATE_SHIFT, SUIT_FLAGS, card_words, layout, wild_word
from pokersim.rules.compile.multisets import BUG, WILD, counts_of
from pokersim.rules.deck import Deck
from pokersim.table_layout import BUG_FIFTH, N_FIFTHS, N_MASKS, WILD_FIFTH, RankTables
from support.decks import (
    DECKS,
    playing,
    random_hands,
    tables_for,
)

# Cards that are wild in one hand alone


DEUCES = (0, 1, 2, 3)


def packed(cards: list[int]) -> tuple[np.uint64, np.uint64]:
    """Return the sum of the words of cards, deuces wild, and the bits of the natural ones."""
    words, bits = card_words(layout(7, both=True), Deck(jokers=4).cards, DEUCES, bug=True)
    natural = [card for card in cards if card not in DEUCES and card < 52]
    return (
        words[cards].sum(dtype=np.uint64),
        np.bitwise_or.reduce(bits[natural], initial=np.uint64(0)),
    )


@given(
    st.lists(st.integers(0, 55), min_size=1, max_size=7, unique=True),
    st.booleans(),
)
def test_cards_of_a_rank_become_wild_by_exchanging_their_words(
    hand: list[int], lowest: bool
) -> None:
    own = layout(7, both=True)
    words = card_words(own, Deck(jokers=4).cards, DEUCES, bug=True)[0]
    natural = [card for card in hand if card not in DEUCES and card < 52]
    card = -1 if lowest or not natural else natural[0]
    rank = min((c // 4 for c in natural), default=None) if card < 0 else card // 4
    alike = [c for c in natural if c // 4 == rank]
    expected, left = packed([c for c in hand if c not in alike])
    expected += np.uint64(len(alike) * wild_word(own))
    word, bits = packed(hand)
    found = make_wild(word, bits, np.int64(card), words, np.uint64(wild_word(own)))
    assert (int(found[0]), int(found[1])) == (int(expected), int(left))


# Paths


def tables_with_four(deck: Deck) -> RankTables:
    """Return tables for seven cards in which four of a suit matter."""
    return tables_for((playing("soko", deck),), 7)


def slow_paths(hand: list[int], deck: Deck, tables: RankTables) -> list[int]:
    """Return where the suited ranks of a hand stand, as the tables describe it."""
    is_bug = [card >= 52 and bool(deck.bug) for card in hand]
    is_wild = [card in deck.wild or (card >= 52 and not deck.bug) for card in hand]
    wild, bugs = sum(is_wild), sum(is_bug)
    natural = [c for c, w, b in zip(hand, is_wild, is_bug, strict=True) if not w and not b]
    state = wild + (min(7, deck.n_wild) + 1) * bugs
    found = []
    for suit in range(4):
        own = [card for card in natural if card % 4 == suit]
        if len(own) + wild + bugs < 4:
            continue
        at = state * N_MASKS + sum(1 << card // 4 for card in own)
        found.append(int(tables.five_suited) + at)
        fifths = {card // 4 for card in natural if card % 4 != suit}
        fifths |= ({WILD_FIFTH} if wild else set()) | ({BUG_FIFTH} if bugs else set())
        found += [int(tables.four_suited) + at * N_FIFTHS + fifth for fifth in fifths]
    return found


@pytest.mark.parametrize("deck_name", ["52", "4 jokers", "deuces", "bugs and deuces"])
def test_suited_paths_are_those_of_suits_with_enough_cards(deck_name: str) -> None:
    deck = DECKS[deck_name]
    tables = tables_with_four(deck)
    found = np.zeros(MAX_SUITED_PATHS, dtype=np.int64)
    suits = (tables.state_row, tables.five_suited, tables.four_suited)
    for hand in random_hands(deck, 7, 150):
        word = tables.start + tables.card_word[hand].sum(dtype=np.uint64)
        bits = np.bitwise_or.reduce(tables.card_bit[hand]) & tables.natural
        n = suited_paths(word, bits, suits, found)
        expected = slow_paths(hand.tolist(), deck, tables)
        assert sorted(set(found[:n].tolist())) == sorted(set(expected)), hand.tolist()
        assert bool(word & np.uint64(SUIT_FLAGS)) == bool(expected)


def test_no_hand_has_more_suited_paths_than_there_is_room_for() -> None:
    # The most: a flag for every suit, and as many others as a suit of four leaves.
    deck = DECKS["bugs and deuces"]
    tables = tables_with_four(deck)
    found = np.zeros(MAX_SUITED_PATHS, dtype=np.int64)
    most = 0
    for n_wild, n_bugs in ((2, 1), (3, 0), (4, 0), (3, 1), (1, 2), (2, 2), (1, 3), (4, 3)):
        natural = [4, 9, 14, 19][: 7 - n_wild - n_bugs]
        natural += [24, 28, 32][: 7 - n_wild - n_bugs - len(natural)]
        hand = np.array([*range(n_wild), *range(52, 52 + n_bugs), *natural], dtype=np.uint8)
        word = tables.start + tables.card_word[hand].sum(dtype=np.uint64)
        bits = np.bitwise_or.reduce(tables.card_bit[hand]) & tables.natural
        suits = (tables.state_row, tables.five_suited, tables.four_suited)
        most = max(most, suited_paths(word, bits, suits, found))
    assert most == MAX_SUITED_PATHS


def test_the_path_of_the_ranks_does_not_depend_on_suits() -> None:
    tables = tables_with_four(Deck(jokers=4))
    hash_of = (tables.mixer, tables.mask, tables.row_bits, tables.row_start)
    counts = counts_of(7)
    rows = np.flatnonzero(
        (counts[:, :N_RANKS] <= 4).all(axis=1) & (counts[:, WILD] <= 4) & (counts[:, BUG] == 0)
    )
    rng = np.random.default_rng(5)
    for row in rng.choice(rows, 80, replace=False):
        paths = set()
        for _ in range(3):
            hand = [
                card
                for rank in range(N_RANKS)
                for card in 4 * rank + rng.choice(4, counts[row, rank], replace=False)
            ]
            hand += [*range(52, 52 + counts[row, WILD])]
            word = tables.start + tables.card_word[hand].sum(dtype=np.uint64)
            paths.add(int(rank_path(word, *hash_of)))
        assert len(paths) == 1
        assert paths == {int(layout(7).slots(np.array([[*symbols_of(counts[row])]]))[0])}


def symbols_of(counts: np.ndarray) -> list[int]:
    """Return the symbols of a multiset, sorted."""
    return [symbol for symbol, n in enumerate(counts) for _ in range(n)]


def test_the_word_of_a_hand_contains_its_state() -> None:
    tables = tables_with_four(DECKS["bugs and deuces"])
    hand = np.array([0, 1, 52, 53, 54, 20, 24], dtype=np.uint8)
    word = tables.start + tables.card_word[hand].sum(dtype=np.uint64)
    assert int(word) >> STATE_SHIFT == 2 + 8 * 3
    assert int(tables.state_row[int(word) >> STATE_SHIFT]) == 2 + 5 * 3
