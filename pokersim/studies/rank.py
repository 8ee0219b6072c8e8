"""What is this hand, and why?  One hand with its reasons, or arrays of hands at kernel speed."""

from dataclasses import dataclass

import numpy as np

from pokersim.cards import UNKNOWN, card_text, hand_text, read_hand
from pokersim.constants import FIRST_JOKER, HAND_SIZE, MAX_JOKERS
from pokersim.errors import HandError, InputError
from pokersim.language import _
from pokersim.rules.compile.classes import one_card_changes
from pokersim.rules.compile.compiler import Ranking, compile_ruleset, share_beaten
from pokersim.rules.ruleset import Combination, Ruleset
from pokersim.studies.frequency import HAND_SIZES, count_strengths, tables_of
from pokersim.studies.wild_assignment import best_five, wild_assignment

_CARD_IDS = (*range(FIRST_JOKER + MAX_JOKERS), UNKNOWN)


@dataclass(frozen=True)
class HandRank:
    """What a hand is worth under a ruleset.

    Attributes
    ----------
    hand
        Canonical text.
    ruleset, combination
        The rules, and what the hand counts as.
    strength
        Bigger wins, equal ties; comparable within one ruleset.
    tie_break
        The ranks that decide between hands of the same combination, most telling first.
    plays
        The five cards that count, where the hand has more; else None.
    reads_as
        What they are read as, where one of them is wild; else None.
    beats
        Exact share of all other hands of that size that it beats, ties half.
    """

    hand: str
    ruleset: Ruleset
    combination: Combination
    strength: int
    tie_break: str
    plays: str | None
    reads_as: str | None
    beats: float


@dataclass(frozen=True)
class NearMiss:
    """A higher combination that one other card would make.

    Attributes
    ----------
    combination
        What the hand would count as.
    discards
        The cards that are in the way, any one of them to be changed.
    outs
        The cards that make it, any one of them.
    """

    combination: Combination
    discards: tuple[str, ...]
    outs: tuple[str, ...]


@dataclass(frozen=True)
class Made:
    """A combination that a hand makes, and its best reading as that; None if no card is wild."""

    combination: Combination
    reads_as: str | None


@dataclass(frozen=True)
class Explanation:
    """Why a hand counts as what it does.

    Attributes
    ----------
    rank
        What it counts as.
    makes
        Every combination of the ruleset whose pattern it matches, best first; the first counts.
    misses
        The higher ones that it misses by one card, best first.
    """

    rank: HandRank
    makes: tuple[Made, ...]
    misses: tuple[NearMiss, ...]


def rank_hand(hand: str | np.ndarray, ruleset: Ruleset) -> HandRank:
    """Rank one hand of five, six or seven cards.

    Parameters
    ----------
    hand
        Text of five cards, or ``uint8[5]`` to ``uint8[7]`` card ids.
    ruleset
        From :func:`pokersim.load_ruleset`.

    Raises
    ------
    CardSyntaxError, HandError
        The text is no hand, or not one of this deck.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> rank = rank_hand("Kh Jd Td 9s 8c", load_ruleset("cats-and-dogs"))
    >>> rank.combination.id, rank.tie_break
    ('big-tiger', 'K-J-T-9-8')
    """
    ranking = compile_ruleset(ruleset)
    cards = _cards_of(hand, ruleset)
    five, is_wild = best_five(ranking, cards)
    reading = wild_assignment(ranking, five, is_wild)
    strength = int(ranking.strengths_of(ranking.classes_of(five[None], is_wild[None]))[0])
    return HandRank(
        hand=ruleset.deck.text_of(cards),
        ruleset=ruleset,
        combination=ranking.combination(strength),
        strength=strength,
        tie_break=ranking.tie_break(strength),
        plays=hand_text(five) if len(cards) > HAND_SIZE else None,
        reads_as=None if reading is None else hand_text(reading),
        beats=float(share_beaten(count_strengths(ruleset, len(cards)))[strength]),
    )


def _cards_of(hand: str | np.ndarray, ruleset: Ruleset) -> np.ndarray:
    """Return the card ids of a hand, ``uint8[5]`` to ``uint8[7]``, all of them in the deck."""
    if isinstance(hand, str):
        cards = read_hand(hand, jokers=ruleset.deck.jokers).cards
    else:
        cards = np.asarray(hand)
    check_in_deck(cards, ruleset)
    return cards.astype(np.uint8)


def check_in_deck(cards: np.ndarray, ruleset: Ruleset) -> None:
    """Refuse cards that are no hand of the ruleset's deck."""
    different = cards.ndim == 1 and len(set(cards.tolist())) == len(cards)
    if not different or len(cards) not in HAND_SIZES or not np.isin(cards, _CARD_IDS).all():
        problem = _("{cards} are not five to seven different cards")
        raise InputError(problem.format(cards=cards.tolist()))
    missing = [i for i, card in enumerate(cards) if card not in ruleset.deck.cards]
    if missing:
        text = card_text(cards)
        card = card_text(cards[missing[:1]])
        deck = _("the deck of '{name}' ({deck}) has no {card}").format(
            name=ruleset.name, deck=ruleset.deck, card=card
        )
        raise HandError(deck, text, 3 * missing[0], len(card), _("use cards of the deck"))


def explain_hand(hand: str | np.ndarray, ruleset: Ruleset) -> Explanation:
    """Rank one hand and say what else it is and what it misses by one card.

    Of more than five cards the five that play are looked at, and no misses.

    Examples
    --------
    >>> from pokersim.rules.loader import load_ruleset
    >>> why = explain_hand("Ks Kh Qs Qd Js", load_ruleset("skeet"))
    >>> [made.combination.id for made in why.makes]
    ['blaze', 'two-pair', 'high-card']
    """
    ranking = compile_ruleset(ruleset)
    rank = rank_hand(hand, ruleset)
    cards = _cards_of(hand, ruleset)
    five, is_wild = best_five(ranking, cards)
    matching = ranking.matches_of(ranking.classes_of(five[None], is_wild[None]))[:, 0]
    makes: list[Made] = []
    for place in np.flatnonzero(matching):
        reading = wild_assignment(ranking, five, is_wild, int(place))
        text = None if reading is None else hand_text(reading)
        makes.append(Made(ranking.ranking[int(place)], text))
    misses = _near_misses(ranking, cards, rank.strength) if len(cards) == HAND_SIZE else ()
    return Explanation(rank, tuple(makes), misses)


def _near_misses(ranking: Ranking, cards: np.ndarray, strength: int) -> tuple[NearMiss, ...]:
    """Change each card into every other one and keep what comes to count as something higher."""
    hands, position = one_card_changes(cards, ranking.deck.cards)
    places = ranking.category[ranking.strengths_of(ranking.classes_of(hands))]
    found = []
    for place in range(ranking.category[strength]):
        discards: dict[tuple[str, ...], list[str]] = {}
        for at in range(len(cards)):
            rows = np.flatnonzero((places == place) & (position == at))
            if len(rows):
                # Jokers are written alike, and one is as good as another.
                outs = tuple(dict.fromkeys(card_text(hands[row, [at]]) for row in rows[::-1]))
                discards.setdefault(outs, []).append(card_text(cards[[at]]))
        combination = ranking.ranking[place]
        found += [NearMiss(combination, tuple(away), outs) for outs, away in discards.items()]
    return tuple(found)


def rank_hands(cards: np.ndarray, ruleset: Ruleset) -> np.ndarray:
    """Rank many hands of five, six or seven cards with the compiled kernel.

    Parameters
    ----------
    cards
        ``uint8[n, 5]`` to ``uint8[n, 7]`` card ids, ``4 * rank + suit``, jokers from 52.
    ruleset
        From :func:`pokersim.load_ruleset`.

    Returns
    -------
    uint16[n]
        Strengths of the best five: bigger wins, equal ties, the same scale for any size.

    Raises
    ------
    InputError
        A row is no hand of the ruleset's deck; the first such row is named.

    Examples
    --------
    >>> import numpy as np
    >>> from pokersim.rules.loader import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> royal_flush = np.arange(51, 31, -4, dtype=np.uint8)
    >>> rank_hands(np.array([royal_flush, royal_flush - 1]), standard).tolist()
    [7462, 7462]
    """
    from pokersim.kernels.rank import rank_hands as kernel
    from pokersim.kernels.strength_index import shape_of

    cards = np.ascontiguousarray(cards)
    if cards.dtype != np.uint8 or cards.ndim != 2 or cards.shape[1] not in HAND_SIZES:
        text = _("hands are an array uint8[n, 5] to uint8[n, 7] of card ids, not {dtype}{shape}")
        raise InputError(text.format(dtype=cards.dtype, shape=list(cards.shape)))
    strengths = np.zeros((len(cards), 1), dtype=np.uint16)
    size = cards.shape[1]
    bad = kernel(cards, shape_of(size), tables_of(ruleset, size), strengths)
    if bad >= 0:
        text = _("row {n} is not a hand of the deck ({deck}): {cards}")
        raise InputError(text.format(n=bad, deck=ruleset.deck, cards=cards[bad].tolist()))
    return strengths[:, 0]
