"""How often does each combination come up?  Exact.

Five cards are counted by the weights of hand classes; six and seven by those of the multisets of
their ranks, and every hand of which a suit matters by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb

import numpy as np

from pokersim.constants import FIRST_JOKER, HAND_SIZE
from pokersim.errors import InputError, nearest, there_are
from pokersim.language import _
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.compile.rank_tables import Places, has_four, rank_tables, spread
from pokersim.rules.compile.stored_tables import stored_tables
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.table_layout import RankTables

HAND_SIZES = (5, 6, 7)


@dataclass(frozen=True)
class Frequency:
    """How often one combination of a ruleset is dealt.

    Attributes
    ----------
    ruleset, combination
        Where it stands.
    place
        1 for the highest combination of the ruleset.
    hands
        Hands that count as it.
    matching
        Hands that can be read as its pattern, those that count as something higher included;
        of six or seven cards, some five.
    total
        All hands of the deck.
    """

    ruleset: Ruleset
    combination: Combination
    place: int
    hands: int
    matching: int
    total: int

    @property
    def probability(self) -> float:
        """Share of all hands that count as it."""
        return self.hands / self.total

    @property
    def one_in(self) -> float | None:
        """One hand in so many counts as it; None if none does."""
        return self.total / self.hands if self.hands else None


def count_frequencies(ruleset: Ruleset, n_cards: int = HAND_SIZE) -> list[Frequency]:
    """Count the hands of each combination, best first; exact.

    Parameters
    ----------
    ruleset
        The rules.
    n_cards
        Cards of a hand, 5 to 7; the best five of them count.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> [(f.combination.id, f.hands) for f in count_frequencies(load_ruleset("standard"))][:2]
    [('straight-flush', 40), ('four-of-a-kind', 624)]
    """
    ranking = compile_ruleset(ruleset)
    hands = hands_by_place(ruleset, n_cards)
    matching = _all_hands(ruleset, n_cards)[1]
    return [
        Frequency(ruleset, combination, place + 1, hands[place], int(matching[place]), sum(hands))
        for place, combination in enumerate(ranking.ranking)
    ]


def hands_by_place(ruleset: Ruleset, n_cards: int = HAND_SIZE) -> list[int]:
    """Return how many hands count as each combination, best first."""
    ranking = compile_ruleset(ruleset)
    counts = count_strengths(ruleset, n_cards)
    return [int(counts[1:][ranking.category[1:] == p].sum()) for p in range(len(ranking.ranking))]


def count_strengths(ruleset: Ruleset, n_cards: int) -> np.ndarray:
    """Return ``int64[strengths + 1]``: how many hands of so many cards have each strength."""
    return _all_hands(ruleset, n_cards)[0]


@lru_cache(maxsize=32)
def _all_hands(ruleset: Ruleset, n_cards: int) -> tuple[np.ndarray, np.ndarray]:
    """Return how many hands have each strength, and how many can be read as each combination."""
    ranking = compile_ruleset(ruleset)
    if n_cards == HAND_SIZE:
        return ranking.hands, ranking.matching @ ranking.weights
    from pokersim.kernels.enumerate import count_hands

    tables = tables_of(ruleset, n_cards)
    makes = spread(ranking.makes, Places(ranking.deck, n_cards, has_four(ranking)))
    # Hands are counted at the path of their ranks.
    by_ranks = slice(0, int(tables.five_suited))
    bits = makes[None, by_ranks] >> np.arange(len(ranking.ranking))[:, None] & 1
    strengths = np.zeros(ranking.n_strengths + 1, dtype=np.int64)
    matching = np.zeros(len(ranking.ranking), dtype=np.int64)
    for cards, start, size, ways in deals_of(ruleset, tables, n_cards):
        by_path = np.zeros(len(makes), dtype=np.int64)
        by_strength, by_combination = np.zeros_like(strengths), np.zeros_like(matching)
        count_hands(cards, size, start, tables, makes, by_path, by_strength, by_combination)
        np.add.at(by_strength, tables.values[:, 0], by_path)
        strengths += by_strength * ways
        matching += (by_combination + bits @ by_path[by_ranks]) * ways
    return strengths, matching


def deals_of(
    ruleset: Ruleset, tables: RankTables, n_cards: int
) -> list[tuple[np.ndarray, np.uint64, int, int]]:
    """Return, for each number of wild cards and bugs, what is chosen from and how often it counts.

    Returns
    -------
    list
        The natural cards, the start word with the wild cards in it, how many natural cards are
        chosen, and in how many ways the wild ones can be.
    """
    deck = ruleset.deck
    plain = np.array([c for c in deck.cards if c < FIRST_JOKER and c not in deck.wild], np.uint8)
    wild_word = tables.card_word[deck.wild[0] if deck.wild else FIRST_JOKER]
    bug_word = tables.card_word[FIRST_JOKER]
    found = []
    for n_wild in range(min(n_cards, deck.n_wild) + 1):
        for n_bugs in range(min(n_cards - n_wild, deck.n_bugs) + 1):
            start = tables.start + np.uint64(n_wild) * wild_word + np.uint64(n_bugs) * bug_word
            ways = comb(deck.n_wild, n_wild) * comb(deck.n_bugs, n_bugs)
            found.append((plain, np.uint64(start), n_cards - n_wild - n_bugs, ways))
    return found


def tables_for(rankings: Sequence[Ranking], n_cards: int) -> RankTables:
    """Return the tables of compiled rulesets: those of whole hands are kept on disk."""
    if n_cards < HAND_SIZE:
        return rank_tables(rankings, n_cards)
    return stored_tables(rankings, n_cards)


@lru_cache(maxsize=16)
def tables_of(ruleset: Ruleset, n_cards: int = HAND_SIZE) -> RankTables:
    """Return the tables of a ruleset for hands of a size, made once."""
    return tables_for([compile_ruleset(ruleset)], n_cards)


def swapped(ruleset: Ruleset, first: str, second: str) -> Ruleset:
    """Return a ruleset with two combinations in each other's place.

    Raises
    ------
    InputError
        One of them is not in the ranking, or it is the last, which every hand makes.
    """
    ranking = list(ruleset.ranking)
    names = [combination.id for combination in ranking]
    for name in (first, second):
        if name not in names[:-1]:
            hint = nearest(name, names[:-1]) or there_are(names[:-1])
            text = _("'{name}' can't be swapped in '{ruleset}'")
            raise InputError(text.format(name=name, ruleset=ruleset.name) + hint)
    i, j = names.index(first), names.index(second)
    ranking[i], ranking[j] = ranking[j], ranking[i]
    return replace(ruleset, name=f"{ruleset.name}-swapped", ranking=tuple(ranking))
