"""What every hand of a whole deck with wild cards is worth, decided by trying every card.

A hand with one wild card more is worth the best of all that it becomes with a card in its place.
So values go from the oracle's verdicts on natural hands to all fours with a wild card, from those
to all threes with two, and so on.  Sets of natural cards that differ in the names of suits only
are worth the same: values are kept by class.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import comb

import numpy as np

from pokersim.cards import card_text
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import rank_hands
from support import oracle, rulesets
from support.kept import kept
from support.oracle import ACE, RULESETS
from support.rulesets import TIE_DIGITS, verdicts
from support.wild_hands import DEUCES, KING_OF_HEARTS, ONE_EYED_JACKS, played
from support.wild_oracle import FIRST_JOKER, FIVE_ALIKE, Pack, bug_completes

NONE = -1
Values = dict[int, np.ndarray]
"""By the number of natural cards, ``int64[classes]``; the other cards are wild."""

WILD = {
    "two jokers": Pack(jokers=2),
    "one-eyed jacks": Pack(wild=ONE_EYED_JACKS),
    "deuces": Pack(wild=DEUCES),
    "jokers, deuces, jacks and a king": Pack(
        jokers=2, wild=(*DEUCES, *ONE_EYED_JACKS, *KING_OF_HEARTS)
    ),
}


# --- sets of natural cards -----------------------------------------------------------------------


def sets_of(size: int) -> np.ndarray:
    """Return ``uint8[n, size]``: all sets of cards of 52, each ascending, in their order."""
    members = chain.from_iterable(combinations(range(52), size))
    return np.fromiter(members, np.uint8, size * comb(52, size)).reshape(comb(52, size), size)


def number(cards: np.ndarray) -> np.ndarray:
    """Return ``int64[...]``: places of ascending sets ``[..., size]`` among all of their size."""
    size = cards.shape[-1]
    after = np.zeros(cards.shape[:-1], dtype=np.int64)
    for i in range(size):
        ways = np.array([comb(51 - card, size - i) for card in range(52)])
        after += ways[cards[..., i]]
    return comb(52, size) - 1 - after


def renamed(cards: np.ndarray, suits: Iterable[int]) -> np.ndarray:
    """Return sets of cards with other names of suits, each ascending."""
    return np.sort((cards & 0xFC) | np.array(suits, dtype=np.uint8)[cards & 3], axis=-1)


@lru_cache(maxsize=1)
def tables() -> dict[str, np.ndarray]:
    """Return classes of sets of natural cards, of each size from 0 to 5.

    Returns
    -------
    dict
        ``class-s`` is ``int32[sets]``: the class of each set of ``s`` cards.
        ``first-s`` is ``uint8[classes, s]``: one set of each class; those of five are the oracle's.
        ``more-s`` is ``int32[classes, 52]``: the class with one card more, ``NONE`` for one held.
        ``NAME-s`` is ``int64[classes]``: sets without a wild card of that pack.
    """
    return kept("whole-decks", make_tables, __file__, oracle.__file__, rulesets.__file__)


def make_tables() -> dict[str, np.ndarray]:
    """Number the classes, and count their sets."""
    found: dict[str, np.ndarray] = {}
    for size in range(6):
        first = verdicts().hands if size == 5 else first_sets(size)
        classes = np.zeros(comb(52, size), dtype=np.int32)
        for suits in permutations(range(4)):
            classes[number(renamed(first, suits))] = np.arange(len(first))
        found |= {f"first-{size}": first, f"class-{size}": classes}
        sets = sets_of(size)
        for name, pack in {"natural": Pack(), **WILD}.items():
            is_wild = np.isin(np.arange(52), pack.wild)
            natural = ~is_wild[sets].any(axis=1)
            found[f"{name}-{size}"] = np.bincount(classes[natural], minlength=len(first))
    for size in range(5):
        first = found[f"first-{size}"]
        cards = np.broadcast_to(np.arange(52, dtype=np.uint8)[:, None], (len(first), 52, 1))
        grown = np.broadcast_to(first[:, None, :], (len(first), 52, size))
        held = (grown == cards).any(axis=2)
        sets = np.sort(np.concatenate([grown, cards], axis=2), axis=2)
        sets[held] = np.arange(size + 1)  # any set: a card is never held twice
        found[f"more-{size}"] = np.where(held, NONE, found[f"class-{size + 1}"][number(sets)])
    return found


def first_sets(size: int) -> np.ndarray:
    """Return the first set of each class of up to four cards."""
    sets = sets_of(size)
    first = np.min([number(renamed(sets, suits)) for suits in permutations(range(4))], axis=0)
    return np.asarray(sets[np.unique(first)])


# --- what they are worth with wild cards besides --------------------------------------------------


def natural_values(ruleset: str, counting: Iterable[str] = ()) -> np.ndarray:
    """Return ``int64[134459]``: what orders natural hands, as some combinations if any are named.

    The place of the category from the bottom, and below it the tie-break.
    """
    ranking = RULESETS[ruleset]
    values = np.full(len(verdicts().hands), NONE, dtype=np.int64)
    for from_bottom, name in enumerate(reversed(ranking)):
        if name in (counting or ranking):
            made = verdicts().makes[name]
            values[made] = (from_bottom << 4 * TIE_DIGITS) + verdicts().ties[name][made]
    return values


def five_alike(ruleset: str, rank: int) -> int:
    """Return what five cards of a rank are worth: more than the whole ruleset."""
    return (len(RULESETS[ruleset]) << 4 * TIE_DIGITS) + rank


def with_wild_cards(natural: np.ndarray, alike: Mapping[int, int], may_be: np.ndarray) -> Values:
    """Let one card after the other be wild.

    Parameters
    ----------
    natural
        ``int64[134459]``: values of natural hands.
    alike
        The values of five of a kind, by rank.
    may_be
        Ids of the cards that a wild card may stand for.
    """
    values = {5: natural}
    for size in (4, 3, 2, 1, 0):
        bigger = tables()[f"more-{size}"][:, may_be]
        values[size] = np.where(bigger == NONE, NONE, values[size + 1][bigger]).max(axis=1)
        if size == 4:
            for rank, value in alike.items():
                four = np.arange(4 * rank, 4 * rank + 4)
                values[4][tables()["class-4"][number(four)]] = value
    return values


def with_jokers(ruleset: str) -> Values:
    """Return what hands are worth whose other cards stand for any card."""
    alike = {rank: five_alike(ruleset, rank) for rank in range(13)}
    return with_wild_cards(natural_values(ruleset), alike, np.arange(52))


def with_bugs(ruleset: str, bug: str) -> Values:
    """Return what hands are worth whose other cards are bugs."""
    natural, aces = natural_values(ruleset), np.arange(4 * ACE, 4 * ACE + 4)
    as_aces = with_wild_cards(natural, {ACE: five_alike(ruleset, ACE)}, aces)
    completed = natural_values(ruleset, bug_completes(Pack(bug=bug)))
    completing = with_wild_cards(completed, {}, np.arange(52))
    values = {size: np.maximum(as_aces[size], completing[size]) for size in range(5)}
    return values | {5: natural}


# --- compared with the package -------------------------------------------------------------------


def disorder(ruleset: str, pack: Pack, values: Values, step: int = 1) -> list[str]:
    """Return a few hands that are in another order than their values.

    Natural hands are one of each class, those with jokers are all: of both one in ``step``.
    """
    hands, theirs = [], []
    for size in (5, 4, 3, 2, 1):
        natural = (verdicts().hands if size == 5 else sets_of(size))[::step]
        jokers = np.arange(FIRST_JOKER, FIRST_JOKER + 5 - size, dtype=np.uint8)
        hands.append(np.concatenate([natural, np.tile(jokers, (len(natural), 1))], axis=1))
        theirs.append(values[size][tables()[f"class-{size}"][number(natural)]])
    cards, worth = np.concatenate(hands), np.concatenate(theirs)
    ours = rank_hands(cards, played(ruleset, pack)).astype(np.int64)
    order = np.lexsort((ours, worth))
    step_up, is_same = np.diff(ours[order]), np.diff(worth[order]) == 0
    wrong = np.flatnonzero((step_up < 0) | ((step_up == 0) != is_same))[:3]
    return [card_text(hand) for i in wrong for hand in cards[order[i : i + 2]]]


def total_counts(ruleset: str, pack: Pack, values: Values, weights: str) -> dict[str, int]:
    """Add up the hands of a deck by what they count as: natural cards, and wild ones besides."""
    names = [*reversed(RULESETS[ruleset]), FIVE_ALIKE]
    n_wild = len(pack.wild) + pack.jokers
    found: Counter[str] = Counter()
    for size in range(max(0, 5 - n_wild), 6):
        sets = tables()[f"{weights}-{size}"]
        has = sets > 0
        places = np.bincount(values[size][has] >> 4 * TIE_DIGITS, sets[has], len(names))
        for name, hands in zip(names, places.astype(int).tolist(), strict=True):
            found[name] += hands * comb(n_wild, 5 - size)
    return +found


def miscounted(
    ruleset: str, pack: Pack, values: Values, weights: str = "natural"
) -> dict[str, tuple[int, int]]:
    """Return the combinations that the package counts otherwise: its hands and all hands.

    ``weights`` names the table of sets of natural cards without the pack's wild ones.
    """
    counted = {f.combination.id: f.hands for f in count_frequencies(played(ruleset, pack))}
    expected = total_counts(ruleset, pack, values, weights)
    pairs = {name: (counted.get(name, 0), expected.get(name, 0)) for name in counted | expected}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
