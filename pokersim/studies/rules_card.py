"""A ruleset as a card to lay on the table: each combination with its best hand and its odds."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from pokersim.cards import card_id, hand_text, suit_of
from pokersim.constants import FIRST_JOKER, HAND_SIZE, N_RANKS, N_SUITS
from pokersim.rules.compile.classes import HandClasses, classes_of
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.deck import Deck
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import Frequency, count_frequencies


@dataclass(frozen=True)
class RulesCardRow:
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


def rules_card(ruleset: Ruleset) -> list[RulesCardRow]:
    """Return the lines of the card, best combination first.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> [line.example for line in rules_card(load_ruleset("standard"))][:2]
    ['As Ks Qs Js Ts', 'As Ah Ad Ac Ks']
    """
    ranking = compile_ruleset(ruleset)
    return [
        RulesCardRow(frequency, best_hand(ranking, frequency.place - 1))
        for frequency in count_frequencies(ruleset)
    ]


def best_hand(ranking: Ranking, place: int) -> str:
    """Return the best hand that counts as the combination at a place, from 0, as text.

    It has as few wild cards as such a hand can have; empty where no hand counts as it.
    """
    inside = ranking.category[ranking.strengths] == place
    if not inside.any():
        return ""
    n_wild = ranking.classes.n_wild + ranking.classes.n_bugs
    plainest = inside & (n_wild == n_wild[inside].min())
    row = int(np.argmax(np.where(plainest, ranking.strengths, 0)))
    return _dealt(ranking, ranking.classes.take(np.array([row])))


def _dealt(ranking: Ranking, one: HandClasses) -> str:
    """Return cards of a class as text: suits as mixed as the class allows, wild cards last."""
    deck = ranking.deck
    free = {int(c) for c in deck.cards if c < FIRST_JOKER} - set(deck.wild)
    ranks = np.repeat(np.arange(N_RANKS), one.counts[0])[::-1]
    suits = [[card_id(int(rank), suit) for suit in (3, 2, 1, 0)] for rank in ranks]
    choices = [cards for cards in product(*suits) if free.issuperset(cards) and _differ(cards)]
    found: tuple[int, ...] = ()
    if len(ranks):
        hands = np.array(choices, dtype=np.uint8)
        classes = classes_of(hands)
        same = (classes.n_suited == one.n_suited) & (classes.suited == one.suited)
        in_suit = (suit_of(hands)[:, :, None] == np.arange(N_SUITS)).sum(axis=1).max(axis=1)
        found = choices[int(np.argmin(np.where(same, in_suit, len(ranks) + 1)))]
    jokers = list(range(FIRST_JOKER, FIRST_JOKER + deck.jokers))
    bugs = jokers[: int(one.n_bugs[0])]
    by_deck = [*([] if deck.bug else jokers), *deck.wild]
    n_wild = int(one.n_wild[0])
    if not deck.by_hand:
        return hand_text(np.array([*found, *by_deck[:n_wild], *bugs], dtype=np.uint8))
    for own in _wild_by_hand(deck, free):
        # The card that makes its like wild comes first, as the hole card does.
        cards = np.array([*own, *by_deck[: n_wild - len(own)], *bugs, *found], dtype=np.uint8)
        if len(own) <= n_wild and len(set(cards.tolist())) == HAND_SIZE:
            told = ranking.classes_of(cards[None, :])
            if told.n_wild[0] == n_wild and (told.counts == one.counts).all():
                return ranking.deck.text_of(cards)
    return ""


def _wild_by_hand(deck: Deck, free: set[int]) -> list[list[int]]:
    """Return the cards that may be wild by hand: some of one rank; none where a joker is it."""
    own: list[list[int]] = [[]]
    for rank in deck.ranks:
        cards = [card for suit in (3, 2, 1, 0) if (card := card_id(rank, suit)) in free]
        own += [cards[:n] for n in range(1, len(cards) + 1)]
    return own


def _differ(cards: tuple[int, ...]) -> bool:
    return len(set(cards)) == len(cards)
