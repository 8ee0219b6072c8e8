"""What the tests of the kernels share: decks with all kinds of wild cards, and a slow best five.

The best five of more cards are found here by trying all of them, each judged as a hand of five.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from pokersim.constants import N_CARDS
from pokersim.kernels.rank import rank_hands
from pokersim.kernels.strength_index import shape_of
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.compile.rank_tables import rank_tables
from pokersim.rules.deck import Deck, parse_deck, parse_wild
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset
from pokersim.table_layout import RankTables

ALL_RANKS = tuple(range(13))
DEUCES = parse_wild("2", ALL_RANKS)
ONE_EYED_JACKS = parse_wild("one-eyed-jacks", ALL_RANKS)
SHORT = parse_deck("36").ranks
ODD = parse_deck("2468TQA").ranks

DECKS = {
    "52": Deck(),
    "36": Deck(SHORT),
    "32, ace high": Deck(parse_deck("32").ranks, ace_low=False),
    "odd ranks": Deck(ODD),
    "1 joker": Deck(jokers=1),
    "2 jokers": Deck(jokers=2),
    "3 jokers": Deck(jokers=3),
    "4 jokers": Deck(jokers=4),
    "bug": Deck(jokers=1, bug="orthodox"),
    "4 special bugs": Deck(jokers=4, bug="special"),
    "deuces": Deck(wild=DEUCES),
    "one-eyed jacks": Deck(wild=ONE_EYED_JACKS),
    "jokers and deuces": Deck(jokers=4, wild=DEUCES),
    "bugs and deuces": Deck(jokers=4, bug="orthodox", wild=DEUCES),
    "special bugs and jacks": Deck(jokers=2, bug="special", wild=ONE_EYED_JACKS),
    "odd ranks, jokers and sixes": Deck(ODD, jokers=2, wild=parse_wild("6", ODD)),
    "36, all aces wild, bugs": Deck(SHORT, jokers=2, bug="special", wild=parse_wild("A", SHORT)),
    "double-ace flush": Deck(jokers=2, wild=DEUCES, double_ace_flush=True),
    "natural first": Deck(jokers=1, wild=DEUCES, natural_first=True),
    "lowest": Deck(by_hand="lowest"),
    "lowest, joker and jacks": Deck(jokers=1, wild=ONE_EYED_JACKS, by_hand="lowest"),
    "lowest, bugs, natural first": Deck(
        jokers=2, bug="orthodox", by_hand="lowest", natural_first=True
    ),
    "hole": Deck(by_hand="hole"),
    "hole, jokers and jacks, natural first": Deck(
        jokers=3, wild=ONE_EYED_JACKS, by_hand="hole", natural_first=True
    ),
    "hole, bugs and deuces": Deck(jokers=2, bug="special", wild=DEUCES, by_hand="hole"),
    "everything": Deck(
        jokers=4, bug="special", wild=DEUCES, by_hand="lowest", double_ace_flush=True
    ),
}
"""Decks, by what is wild in them."""


def playing(name: str, deck: Deck) -> Ruleset:
    """Return a shipped ruleset played with a deck."""
    return play_with(load_ruleset(name), deck)


@lru_cache(maxsize=8)
def tables_for(rulesets: tuple[Ruleset, ...], size: int) -> RankTables:
    """Build the tables of rulesets side by side; they are not kept on disk."""
    return rank_tables([compile_ruleset(ruleset) for ruleset in rulesets], size)


def kernel_strengths(cards: np.ndarray, *rulesets: Ruleset) -> np.ndarray:
    """Rank hands with the kernel into ``uint16[n, rulesets]``; all must be hands."""
    size = cards.shape[1]
    strengths = np.zeros((len(cards), len(rulesets)), dtype=np.uint16)
    assert rank_hands(cards, shape_of(size), tables_for(rulesets, size), strengths) == -1
    return strengths


def random_hands(deck: Deck, size: int, n: int, seed: int = 1) -> np.ndarray:
    """Return ``uint8[n, size]`` hands of a deck.

    Half of them are drawn from one suit, the wild cards and some others, so that hands of one
    suit and of many wild cards are frequent.
    """
    rng = np.random.default_rng(seed)
    cards = deck.cards
    suits = np.where(cards < N_CARDS, cards % 4, 4)
    is_wild = np.isin(cards, deck.wild) | (suits == 4)
    wanted = is_wild | (suits == rng.integers(4, size=(n, 1)))
    wanted[::2] = False
    # Cards with the lowest numbers are the hand; those wanted are below all others.
    numbers = rng.random((n, len(cards))) - wanted
    return np.ascontiguousarray(cards[numbers.argsort(axis=1)[:, :size]])


def over_fives(
    ranking: Ranking,
    cards: np.ndarray,
    judge: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> np.ndarray:
    """Judge every five of each hand; give ``[n, fives, ...]``.

    ``judge`` takes ``uint8[m, 5]`` cards and ``bool[m, 5]`` which of them are wild, jokers
    apart.  Cards wild by hand are found from all the cards of the hand.
    """
    chosen = np.array(list(combinations(range(cards.shape[1]), 5)))
    wild = ranking.deck.wild_cards(cards)[:, chosen].reshape(-1, 5)
    judged = judge(cards[:, chosen].reshape(-1, 5), wild)
    return np.asarray(judged.reshape(len(cards), len(chosen), *judged.shape[1:]))


def slow_strengths(ranking: Ranking, cards: np.ndarray) -> np.ndarray:
    """Return ``int64[n]``: the strength of the best five of each hand."""
    return np.asarray(
        over_fives(
            ranking, cards, lambda five, wild: ranking.strengths_of(ranking.classes_of(five, wild))
        ).max(axis=1)
    )


def slow_matches(ranking: Ranking, cards: np.ndarray) -> np.ndarray:
    """Return ``bool[n, combinations]``: what some five of each hand can be read as."""
    return np.asarray(
        over_fives(
            ranking, cards, lambda five, wild: ranking.matches_of(ranking.classes_of(five, wild)).T
        ).any(axis=1)
    )


def differing(cards: np.ndarray, found: np.ndarray, expected: np.ndarray) -> list[object]:
    """Return the first few hands on which two verdicts differ, for a failing test to show."""
    rows: Sequence[int] = np.flatnonzero(found != expected)[:3].tolist()
    return [(cards[row].tolist(), int(found[row]), int(expected[row])) for row in rows]


def best_five_miss(deck_name: str, name: str, size: int) -> str:
    """Describe hands of a deck that the kernel does not rank by the best of their fives, or ``""``.

    With four of a suit the kernel looks only at the highest fifth card if the tables say that it
    decides, which it does under every shipped ruleset.
    """
    ruleset = playing(name, DECKS[deck_name])
    cards = random_hands(ruleset.deck, size, 150, seed=size)
    found, tables = kernel_strengths(cards, ruleset)[:, 0], tables_for((ruleset,), size)
    wrong = differing(cards, found, slow_strengths(compile_ruleset(ruleset), cards))
    if wrong or not found.all():
        return f"{deck_name}, {name}: {size} cards, strengths found and expected: {wrong}"
    if bool(tables.fifths_in_order) != (tables.four_suited >= 0):
        return f"{deck_name}, {name}: {size} cards, the highest fifth card does not decide"
    return ""
