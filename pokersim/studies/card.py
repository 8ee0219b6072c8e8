"""A ruleset as a card to lay on the table: each combination with its best hand and its odds."""

from dataclasses import dataclass

import numpy as np

from pokersim.cards import hand_text, ranks_text, read_hand
from pokersim.rules.compiler import Ranking, compile_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import Frequency, count_frequencies

_SPADE, _HEART = 3, 2


@dataclass(frozen=True)
class CardLine:
    """One line of the card.

    Attributes
    ----------
    frequency
        The combination, its place and how often it comes up.
    example
        The best hand that counts as it; empty where none does.
    """

    frequency: Frequency
    example: str


def ruleset_card(ruleset: Ruleset) -> list[CardLine]:
    """Return the lines of the card, best combination first.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> [line.example for line in ruleset_card(load_ruleset("standard"))][:2]
    ['As Ks Qs Js Ts', 'As Ah Ad Ac Ks']
    """
    ranking = compile_ruleset(ruleset)
    return [
        CardLine(frequency, best_hand(ranking, frequency.place - 1))
        for frequency in count_frequencies(ruleset)
    ]


def best_hand(ranking: Ranking, place: int) -> str:
    """Return the strongest hand that counts as the combination at a place, from 0."""
    inside = ranking.category[ranking.strengths] == place
    if not inside.any():
        return ""
    best = int(np.argmax(np.where(inside, ranking.strengths, 0)))
    return _dealt(ranking, best)


def _dealt(ranking: Ranking, row: int) -> str:
    """Give the cards of a class suits: spades where they share one, else a mix."""
    counts = ranking.classes.counts[row]
    ranks = np.repeat(np.arange(len(counts)), counts)
    if ranking.classes.n_suited[row] == 0:
        return hand_text(read_hand(ranks_text(ranks[::-1])).cards)
    suited = int(ranking.classes.suited[row])
    cards = []
    for rank in ranks:
        suit = _SPADE if suited >> int(rank) & 1 else _HEART
        suited &= ~(1 << int(rank))
        cards.append(4 * int(rank) + suit)
    return hand_text(np.array(cards, dtype=np.uint8))
