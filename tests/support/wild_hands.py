"""What the tests of wild cards and other decks share: packs to try, and hands dealt from them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from pokersim.cards import card_text
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.deck import Deck
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.rank import rank_hands
from support import oracle, wild_oracle
from support.kept import kept
from support.oracle import LETTERS, Hand
from support.wild_oracle import Pack, wild_of, worth

DEUCES = (0, 1, 2, 3)
ONE_EYED_JACKS = (38, 39)
KING_OF_HEARTS = (46,)

NOT_A_DECK = "'{}' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'"
NO_WILD = "is no wild card: a rank ('2'), a card ('Js') or one of"

PACKS = {
    "joker": Pack(jokers=1),
    "two jokers": Pack(jokers=2),
    "three jokers": Pack(jokers=3),
    "four jokers": Pack(jokers=4),
    "deuces": Pack(wild=DEUCES),
    "one-eyed jacks": Pack(wild=ONE_EYED_JACKS),
    "jokers, jacks and a king": Pack(jokers=2, wild=(*ONE_EYED_JACKS, *KING_OF_HEARTS)),
    "bug": Pack(jokers=1, bug="orthodox"),
    "four bugs": Pack(jokers=4, bug="orthodox"),
    "two bugs for special hands": Pack(jokers=2, bug="special"),
    "bug and deuces": Pack(jokers=1, bug="orthodox", wild=DEUCES),
    "bugs for special hands and jacks": Pack(jokers=2, bug="special", wild=ONE_EYED_JACKS),
    "bug and wild aces": Pack(jokers=1, bug="orthodox", wild=(48, 49, 50, 51)),
    "36": Pack(ranks=LETTERS[4:]),
    "36 and jokers": Pack(ranks=LETTERS[4:], jokers=4),
    "36 and bugs": Pack(ranks=LETTERS[4:], jokers=2, bug="special"),
    "32 with sevens wild": Pack(ranks=LETTERS[5:], wild=(20, 21, 22, 23)),
    "ranks with gaps": Pack(ranks="23579TQA", jokers=2),
    "no aces": Pack(ranks=LETTERS[:-1], jokers=2),
    "five ranks": Pack(ranks="TJQKA", jokers=2),
    "two ranks": Pack(ranks="36", jokers=2),
    "ace high": Pack(ace_low=False, jokers=2),
    "36, ace high, bugs": Pack(ranks=LETTERS[4:], ace_low=False, jokers=2, bug="special"),
    "double-ace flush": Pack(jokers=2, double_ace_flush=True),
    "double-ace flush with a bug": Pack(jokers=1, bug="orthodox", double_ace_flush=True),
    "fewer wild cards win": Pack(wild=DEUCES, natural_first=True),
    "lowest": Pack(by_hand="lowest"),
    "lowest and a joker": Pack(by_hand="lowest", jokers=1),
    "36, lowest and bugs": Pack(ranks=LETTERS[4:], by_hand="lowest", jokers=2, bug="orthodox"),
    "lowest, fewer wild cards win": Pack(by_hand="lowest", natural_first=True),
    "hole card": Pack(by_hand="hole"),
    "hole card and jacks": Pack(by_hand="hole", wild=ONE_EYED_JACKS),
    "32, hole card and a bug": Pack(ranks=LETTERS[5:], by_hand="hole", jokers=1, bug="special"),
}


def deck_of(pack: Pack, **changes: Any) -> Deck:
    """Return the deck that a pack of the oracle is."""
    ranks = tuple(LETTERS.index(letter) for letter in pack.ranks)
    return Deck(**pack._asdict() | {"ranks": ranks} | changes)


def played(ruleset: str, pack: Pack) -> Ruleset:
    """Return a shipped ruleset played with a pack."""
    return play_with(load_ruleset(ruleset), deck_of(pack))


def compiled(ruleset: str, pack: Pack) -> Ranking:
    """Return it compiled."""
    return compile_ruleset(played(ruleset, pack))


def as_cards(hand: Sequence[int]) -> np.ndarray:
    """Return a hand as ``uint8[n]``."""
    return np.array(hand, dtype=np.uint8)


@lru_cache(maxsize=16)
def cards_of(pack: Pack) -> list[int]:
    """Return all cards of a pack."""
    return pack.cards


def deal(pack: Pack, rng: Random, size: int = 5) -> Hand:
    """Deal a hand; in two of three of one suit or of close ranks, wild cards among them."""
    first, suit, kind = rng.randrange(13), rng.randrange(4), rng.choice(["any", "suited", "close"])
    chosen = [
        card
        for card in cards_of(pack)
        if kind == "any"
        or card >= 52
        or card in pack.wild
        or (kind == "suited" and (card % 4 == suit or rng.random() < 0.1))
        or (kind == "close" and (card // 4 - first) % 13 < 5)
    ]
    return tuple(rng.sample(chosen if len(chosen) >= size else cards_of(pack), size))


def hands_with(pack: Pack, n_wild: int, n: int, rng: Random, size: int = 5) -> Iterator[Hand]:
    """Deal ``n`` hands with so many wild cards, or fewer where they are hardly ever dealt."""
    for _ in range(2000):
        if not n:
            return
        hand = deal(pack, rng, size)
        if len(wild_of(hand, pack)) == n_wild:
            n -= 1
            yield hand


def compared(keys: Sequence[Any]) -> list[int]:
    """Number keys in order, equal ones alike: how every two of them compare."""
    place = {key: i for i, key in enumerate(sorted(set(keys)))}
    return [place[key] for key in keys]


# --- the oracle's answers for some hands of each pack ---------------------------------------------

FOUR_WILD = ("deuces", "four bugs", "36 and jokers", "36, lowest and bugs")
"""Packs that a hand with four wild cards is judged of: 249,900 readings with 52 cards."""


class Answers(NamedTuple):
    """What some hands of a pack are worth under some rulesets.

    Attributes
    ----------
    hands
        ``uint8[n, 5]``.
    places
        ``int64[rulesets, n]``: places of the categories in ``pack.ranking(ruleset)``.
    order
        ``int64[rulesets, n]``: places of the hands from the worst up, the same for equal ones.
    """

    hands: np.ndarray
    places: np.ndarray
    order: np.ndarray


def answers(name: str, rulesets: Sequence[str]) -> Answers:
    """Return the oracle's answers for a pack; rulesets are told apart by their number alone."""
    slug = re.sub(r"\W+", "-", name)
    sources = (__file__, oracle.__file__, wild_oracle.__file__)
    return Answers(
        **kept(
            f"wild-{slug}-{len(rulesets)}",
            lambda: ask(name, rulesets)._asdict(),
            *sources,
        )
    )


def ask(name: str, rulesets: Sequence[str]) -> Answers:
    """Deal hands of a pack, always the same, and ask the oracle for each of them."""
    pack, rng = PACKS[name], Random(name)
    numbers = {0: 10, 1: 30, 2: 10, 3: 1, 4: int(name in FOUR_WILD)}
    most = 4 if pack.by_hand else len(pack.wild) + pack.jokers
    hands = [
        hand
        for n_wild, n in numbers.items()
        if n_wild <= most and (n_wild or pack.by_hand != "hole")  # the hole card is always wild
        for hand in hands_with(pack, n_wild, n, rng)
    ]
    # Hand by hand, so that the oracle finds its readings once for all rulesets.
    found = [[worth(hand, ruleset, pack) for ruleset in rulesets] for hand in hands]
    places = [
        [pack.ranking(ruleset).index(of_hand[i].category) for of_hand in found]
        for i, ruleset in enumerate(rulesets)
    ]
    order = [compared([of_hand[i].key for of_hand in found]) for i in range(len(rulesets))]
    return Answers(np.array(hands, dtype=np.uint8), np.array(places), np.array(order))


def differences(name: str, rulesets: Sequence[str]) -> list[tuple[object, ...]]:
    """Return the hands of a pack that count or compare otherwise than the oracle says."""
    pack, known = PACKS[name], answers(name, rulesets)
    assert len(known.hands) >= 10
    found: list[tuple[object, ...]] = []
    for ruleset, places, order in zip(rulesets, known.places, known.order, strict=True):
        ranking = compiled(ruleset, pack)
        strengths = rank_hands(known.hands, ranking.ruleset).astype(np.int64)
        by_class = ranking.strengths_of(ranking.classes_of(known.hands))
        categories = [ranking.combination(strength).id for strength in strengths.tolist()]
        expected = [pack.ranking(ruleset)[place] for place in places]
        ours = zip(categories, compared(strengths.tolist()), strengths.tolist(), strict=True)
        theirs = zip(expected, order.tolist(), by_class.tolist(), strict=True)
        found += [
            (ruleset, card_text(hand), one, other)
            for hand, one, other in zip(known.hands, ours, theirs, strict=True)
            if one != other
        ]
    return found


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    """Draw a pack of any cards and options."""
    ranks = draw(st.sets(st.sampled_from(LETTERS), min_size=2, max_size=9))
    letters = "".join(sorted(ranks, key=LETTERS.index))
    plain = Pack(ranks=letters).plain_cards
    jokers = draw(st.integers(0, 4))
    bug = draw(st.sampled_from(["", "orthodox", "special"])) if jokers and "A" in ranks else ""
    return Pack(
        ranks=letters,
        ace_low=draw(st.booleans()),
        jokers=jokers,
        bug=bug,
        wild=tuple(sorted(draw(st.sets(st.sampled_from(plain), max_size=4)))),
        by_hand=draw(st.sampled_from(["", "", "lowest", "hole"])),
        double_ace_flush=draw(st.booleans()),
        natural_first=draw(st.booleans()),
    )
