"""What a hand with wild cards is worth, decided slowly: every card is tried that each can be.

The oracle of ``oracle.py`` knows what natural hands are worth; this one knows the decks of
the printed rules, which of their cards are wild, and what wild cards may stand for.  It imports
nothing of the package.  A card is ``4 * rank + suit``, jokers are 52 and more.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from support.oracle import (
    ACE,
    LETTERS,
    MAKES,
    RULESETS,
    TIE_BREAK,
    Hand,
    Key,
    four_run_order,
    holds,
    letters,
    one_suit,
)

FIRST_JOKER = 52
FIVE_ALIKE = "five-of-a-kind"
BY_RANKS_ALIKE = ("one-pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind")
COMPLETED_BY_ORTHODOX_BUG = {"straight", "flush", "straight-flush", "royal-flush"}
NEVER_COMPLETED_BY_BUG = {"high-card", *BY_RANKS_ALIKE, FIVE_ALIKE}


class Pack(NamedTuple):
    """The cards of a game, and what is wild; options as the rules name them."""

    ranks: str = LETTERS
    ace_low: bool = True
    jokers: int = 0
    bug: str = ""
    wild: Hand = ()
    by_hand: str = ""
    double_ace_flush: bool = False
    natural_first: bool = False

    @property
    def plain_cards(self) -> list[int]:
        """All cards but the jokers: what a wild card can stand for."""
        return [4 * LETTERS.index(letter) + suit for letter in self.ranks for suit in range(4)]

    @property
    def cards(self) -> list[int]:
        """All cards, the jokers last."""
        return [*self.plain_cards, *range(FIRST_JOKER, FIRST_JOKER + self.jokers)]

    @property
    def has_wild(self) -> bool:
        """Whether any card stands for another."""
        return bool(self.jokers or self.wild or self.by_hand)

    def ranking(self, ruleset: str) -> list[str]:
        """Name the combinations of a ruleset, best first; wild cards put five alike on top."""
        return [FIVE_ALIKE] * self.has_wild + RULESETS[ruleset]


# --- sequences over the ranks of a deck ----------------------------------------------------------


def in_line(pack: Pack, length: int = 5, step: int = 1) -> dict[frozenset[str], int]:
    """Give each run of the deck its place from the bottom; the ace is also below the lowest."""
    line = "A" * (pack.ace_low and "A" in pack.ranks) + pack.ranks
    reach = (length - 1) * step
    found = [line[first : first + reach + 1 : step] for first in range(len(line) - reach)]
    return {frozenset(run): place for place, run in enumerate(found) if len(set(run)) == length}


def round_the_corner(pack: Pack) -> dict[frozenset[str], int]:
    """Give each run with the ace inside its place from the bottom."""
    if "A" not in pack.ranks or len(pack.ranks) < 5:
        return {}
    found = [pack.ranks[i - 4 :] + pack.ranks[: i + 1] for i in range(3)]
    return {frozenset(run): place for place, run in enumerate(found)}


@lru_cache(maxsize=64)
def makes(pack: Pack) -> dict[str, Callable[[Hand], bool]]:
    """Give what each combination asks for; sequences run over the ranks of the deck."""
    straights, skips = in_line(pack), in_line(pack, step=2)
    corners, fours = round_the_corner(pack), in_line(pack, length=4)
    return MAKES | {
        "straight": lambda hand: letters(hand) in straights,
        "straight-flush": lambda hand: one_suit(hand) and letters(hand) in straights,
        "skip-straight": lambda hand: letters(hand) in skips,
        "round-the-corner-straight": lambda hand: letters(hand) in corners,
        "round-the-corner-straight-flush": lambda hand: one_suit(hand) and letters(hand) in corners,
        "four-straight": lambda hand: holds(hand, fours),
    }


@lru_cache(maxsize=64)
def tie_breaks(pack: Pack) -> dict[str, Callable[[Hand], Key]]:
    """Give what orders two hands of each combination."""
    straights, skips = in_line(pack), in_line(pack, step=2)
    corners, fours = round_the_corner(pack), in_line(pack, length=4)
    return TIE_BREAK | {
        "straight": lambda hand: (straights[letters(hand)],),
        "straight-flush": lambda hand: (straights[letters(hand)],),
        "skip-straight": lambda hand: (skips[letters(hand)],),
        "round-the-corner-straight": lambda hand: (corners[letters(hand)],),
        "round-the-corner-straight-flush": lambda hand: (corners[letters(hand)],),
        "four-straight": lambda hand: four_run_order(hand, fours),
    }


# --- what may be read as what --------------------------------------------------------------------


def wild_of(dealt: Hand, pack: Pack) -> Hand:
    """Name the wild cards among all cards dealt to a hand, jokers too; the first is the hole."""
    wild = [card for card in dealt if card >= FIRST_JOKER or card in pack.wild]
    natural = [card for card in dealt if card not in wild]
    if pack.by_hand == "lowest" and natural:
        lowest = min(natural) // 4
        wild += [card for card in natural if card // 4 == lowest]
    if pack.by_hand == "hole" and dealt[0] in natural:
        wild += [card for card in natural if card // 4 == dealt[0] // 4]
    return tuple(wild)


def readings(five: Hand, wild: Hand, pack: Pack) -> Iterator[tuple[Hand, bool]]:
    """Give every hand that five cards can be read as, and whether a bug is no ace in it.

    Which of the cards that are stood for are the bugs does not matter, but for that.
    """
    n_bugs = len([card for card in five if card >= FIRST_JOKER and pack.bug])
    held = tuple(card for card in five if card not in wild)
    for stands_for in substitutes(held, len(five) - len(held), pack):
        n_aces = len([card for card in stands_for if card // 4 == ACE])
        if n_aces >= n_bugs:
            yield held + stands_for, False
        if n_bugs and n_aces < len(stands_for):
            yield held + stands_for, True


def substitutes(held: Hand, n: int, pack: Pack) -> Iterator[Hand]:
    """Give all cards that ``n`` wild cards may stand for beside the cards held.

    Never a card held, nor one twice; except to make five of a kind, and as an option in a flush.
    """
    yield from combinations([card for card in pack.plain_cards if card not in held], n)
    for rank in {card // 4 for card in held or pack.plain_cards} if n else ():
        of_rank = [card for card in pack.plain_cards if card // 4 == rank]
        if set(held) <= set(of_rank):
            yield (*(card for card in of_rank if card not in held), of_rank[0])
    for suit in {card % 4 for card in held or (0,)} if n and pack.double_ace_flush else ():
        of_suit = [card for card in pack.plain_cards if card % 4 == suit]
        if set(held) <= set(of_suit):
            yield from combinations_with_replacement(of_suit, n)


def bug_completes(pack: Pack) -> set[str]:
    """Name what a bug may complete as whatever card; apart from that it is an ace."""
    if pack.bug == "orthodox":
        return COMPLETED_BY_ORTHODOX_BUG
    return set(MAKES) - NEVER_COMPLETED_BY_BUG


def look(hand: Hand) -> tuple[Key, Key]:
    """Give all that a combination looks at: the ranks, and those of four or five suited cards."""
    suits = [card % 4 for card in hand]
    suit = max(suits, key=suits.count)
    suited = (
        sorted(card // 4 for card in hand if card % 4 == suit) if suits.count(suit) >= 4 else ()
    )
    return tuple(sorted(card // 4 for card in hand)), tuple(suited)


@lru_cache(maxsize=256)
def different_readings(five: Hand, wild: Hand, pack: Pack) -> list[tuple[Hand, bool]]:
    """Give one of the readings of five cards that look alike."""
    found = {(look(hand), no_ace): (hand, no_ace) for hand, no_ace in readings(five, wild, pack)}
    return list(found.values())


# --- what it is worth ----------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def made_by(hand: Hand, pack: Pack) -> frozenset[str]:
    """Name all that a natural hand makes."""
    return frozenset(name for name, is_made in makes(pack).items() if is_made(hand))


def made_as(hand: Hand, no_ace: bool, pack: Pack) -> frozenset[str]:
    """Name all that a reading makes: with a bug that is no ace, what bugs may complete."""
    return made_by(hand, pack) & bug_completes(pack) if no_ace else made_by(hand, pack)


class Worth(NamedTuple):
    """What a hand counts as, and what orders all hands of one ruleset and pack."""

    key: Key
    category: str
    hand: Hand
    """A reading that is worth so much."""


def worth_of_reading(
    hand: Hand, no_ace: bool, ranking: list[str], pack: Pack, only: str = ""
) -> Worth | None:
    """Judge one reading, also as one combination only; None where it is none of the ranking."""
    made = made_as(hand, no_ace, pack)
    for place, name in enumerate(ranking):
        if name in made and only in ("", name):
            return Worth((len(ranking) - place, *tie_breaks(pack)[name](hand)), name, hand)
    return None


def worth_of_five(five: Hand, wild: Hand, ruleset: str, pack: Pack) -> Worth:
    """Give the best that five cards can be read as."""
    ranking = pack.ranking(ruleset)
    found = [
        worth_of_reading(hand, no_ace, ranking, pack)
        for hand, no_ace in different_readings(five, wild, pack)
    ]
    best = max((worth for worth in found if worth), key=lambda worth: worth.key)
    if pack.natural_first:
        best = best._replace(key=(*best.key, -len(wild)))
    return best


def fives_of(dealt: Hand, pack: Pack) -> Iterator[tuple[Hand, Hand]]:
    """Give every five of the cards dealt, and which of them are wild."""
    wild = set(wild_of(dealt, pack))
    for five in combinations(sorted(dealt), 5):
        yield five, tuple(card for card in five if card in wild)


def worth(dealt: Hand, ruleset: str, pack: Pack) -> Worth:
    """Give the best that any five of the cards can be read as.

    Examples
    --------
    >>> deuces_wild = Pack(wild=(0, 1, 2, 3))
    >>> worth((0, 1, 23, 39, 45), "standard", deuces_wild).category
    'three-of-a-kind'
    """
    found = [worth_of_five(five, wild, ruleset, pack) for five, wild in fives_of(dealt, pack)]
    return max(found, key=lambda worth: worth.key)


def made(dealt: Hand, pack: Pack) -> set[str]:
    """Name all that some five of the cards can be read as."""
    return {
        name
        for five, wild in fives_of(dealt, pack)
        for hand, no_ace in different_readings(five, wild, pack)
        for name in made_as(hand, no_ace, pack)
    }
