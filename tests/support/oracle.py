"""What a hand is worth, decided slowly from the printed rules: the fast code is compared with it.

It defines the 52-card game a second time and imports nothing of the package.  A card is
``4 * rank + suit`` (rank 0 is the deuce, 12 the ace; suits c d h s).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product

Hand = tuple[int, ...]
Key = tuple[int, ...]

LETTERS = "23456789TJQKA"
TWO, THREE, FIVE, SEVEN, EIGHT, NINE, TEN, KING, ACE = (LETTERS.index(c) for c in "235789TKA")
COURT = {"J", "Q", "K"}
TOTAL = 2_598_960
N_CLASSES = 134_459

# What the eye sees in a hand.  The same hand is looked at for one combination after the
# other, so the last looks are remembered.


@lru_cache(maxsize=16)
def ranks(hand: Hand) -> Key:
    """Ranks from high to low, the ace high."""
    return tuple(sorted((card // 4 for card in hand), reverse=True))


@lru_cache(maxsize=16)
def letters(hand: Hand) -> frozenset[str]:
    """Letters of the different ranks in the hand."""
    return frozenset(LETTERS[card // 4] for card in hand)


@lru_cache(maxsize=16)
def shape(hand: Hand) -> Key:
    """How many cards of each rank there are: (2, 1, 1, 1) is a pair and three others."""
    return tuple(sorted(Counter(ranks(hand)).values(), reverse=True))


@lru_cache(maxsize=16)
def suits(hand: Hand) -> Key:
    """How many cards of each suit there are: (4, 1) is four of a suit and one of another."""
    return tuple(sorted(Counter(card % 4 for card in hand).values(), reverse=True))


def no_pair(hand: Hand) -> bool:
    """Five different ranks."""
    return shape(hand) == (1, 1, 1, 1, 1)


def one_suit(hand: Hand) -> bool:
    """All cards of one suit."""
    return suits(hand) == (5,)


def between(hand: Hand, high: int, low: int) -> bool:
    """Five different ranks, the highest and the lowest of them as given."""
    return no_pair(hand) and ranks(hand)[0] == high and ranks(hand)[-1] == low


def listed(*words: str) -> dict[frozenset[str], int]:
    """Give each set of ranks, listed best first, its place from the bottom."""
    return {frozenset(word): place for place, word in enumerate(reversed(words))}


STRAIGHTS = listed(
    "AKQJT", "KQJT9", "QJT98", "JT987", "T9876", "98765", "87654", "76543", "65432", "5432A"
)
SKIP_STRAIGHTS = listed("AQT86", "KJ975", "QT864", "J9753", "T8642", "9753A")
SKIP_STRAIGHTS_ACE_HIGH = listed("AQT86", "KJ975", "QT864", "J9753", "T8642")
ROUND_THE_CORNER = listed("432AK", "32AKQ", "2AKQJ")
FOUR_STRAIGHTS = listed(
    "AKQJ", "KQJT", "QJT9", "JT98", "T987", "9876", "8765", "7654", "6543", "5432", "432A"
)
# A-K-Q-J can only grow downwards and 4-3-2-A only upwards.
FOUR_STRAIGHTS_OPEN = listed("KQJT", "QJT9", "JT98", "T987", "9876", "8765", "7654", "6543", "5432")


def holds(hand: Hand, runs: dict[frozenset[str], int]) -> bool:
    """Whether one of the listed sets of ranks is among the cards."""
    return any(run <= letters(hand) for run in runs)


def is_skeet(hand: Hand) -> bool:
    """Nine high, two low, a five, and two others below the nine."""
    return between(hand, NINE, TWO) and FIVE in ranks(hand)


def is_strict_skeet(hand: Hand) -> bool:
    """Nine, a card between, five, a card between, two."""
    return no_pair(hand) and ranks(hand)[0::2] == (NINE, FIVE, TWO)


MAKES: dict[str, Callable[[Hand], bool]] = {
    "high-card": lambda hand: True,
    "one-pair": lambda hand: shape(hand) == (2, 1, 1, 1),
    "two-pair": lambda hand: shape(hand) == (2, 2, 1),
    "three-of-a-kind": lambda hand: shape(hand) == (3, 1, 1),
    "straight": lambda hand: letters(hand) in STRAIGHTS,
    "flush": one_suit,
    "full-house": lambda hand: shape(hand) == (3, 2),
    "four-of-a-kind": lambda hand: shape(hand) == (4, 1),
    "straight-flush": lambda hand: one_suit(hand) and letters(hand) in STRAIGHTS,
    "five-of-a-kind": lambda hand: shape(hand) == (5,),
    "royal-flush": lambda hand: one_suit(hand) and letters(hand) == set("AKQJT"),
    "big-tiger": lambda hand: between(hand, KING, EIGHT),
    "little-tiger": lambda hand: between(hand, EIGHT, THREE),
    "big-dog": lambda hand: between(hand, ACE, NINE),
    "little-dog": lambda hand: between(hand, SEVEN, TWO),
    "skeet": is_skeet,
    "skeet-strict": is_strict_skeet,
    "skip-straight": lambda hand: letters(hand) in SKIP_STRAIGHTS,
    "skip-straight-ace-high": lambda hand: letters(hand) in SKIP_STRAIGHTS_ACE_HIGH,
    "round-the-corner-straight": lambda hand: letters(hand) in ROUND_THE_CORNER,
    "round-the-corner-straight-flush": (
        lambda hand: one_suit(hand) and letters(hand) in ROUND_THE_CORNER
    ),
    "blaze": lambda hand: letters(hand) <= COURT,
    "four-flush": lambda hand: suits(hand) == (4, 1),
    "big-tiger-flush": lambda hand: one_suit(hand) and between(hand, KING, EIGHT),
    "little-tiger-flush": lambda hand: one_suit(hand) and between(hand, EIGHT, THREE),
    "big-dog-flush": lambda hand: one_suit(hand) and between(hand, ACE, NINE),
    "little-dog-flush": lambda hand: one_suit(hand) and between(hand, SEVEN, TWO),
    "skeet-flush": lambda hand: one_suit(hand) and is_skeet(hand),
    "skeet-strict-flush": lambda hand: one_suit(hand) and is_strict_skeet(hand),
    "four-straight": lambda hand: holds(hand, FOUR_STRAIGHTS),
    "four-straight-open": lambda hand: holds(hand, FOUR_STRAIGHTS_OPEN),
    "five-and-dime": lambda hand: between(hand, TEN, FIVE),
}
"""Whether a hand has what the combination asks for; it may have more than that."""


def groups(hand: Hand) -> Key:
    """Ranks of the larger groups first, then of the smaller ones, each from high to low."""
    held = Counter(ranks(hand))
    return tuple(sorted(held, key=lambda rank: (held[rank], rank), reverse=True))


def blaze_order(hand: Hand) -> Key:
    """Order blazes as orthodox hands: two pair, three, full house, four, then their groups."""
    orthodox = [(2, 2, 1), (3, 1, 1), (3, 2), (4, 1), (5,)]
    return (orthodox.index(shape(hand)), *groups(hand))


def four_flush_order(hand: Hand) -> Key:
    """Order by the four suited cards from high to low, then by the fifth."""
    held = Counter(card % 4 for card in hand)
    suited = [card for card in hand if held[card % 4] == 4]
    (fifth,) = (card for card in hand if held[card % 4] == 1)
    return (*ranks(tuple(suited)), fifth // 4)


def four_run_order(hand: Hand, runs: dict[frozenset[str], int]) -> Key:
    """Order by the highest listed run in the hand, then by the card left over, the ace high."""
    run = max((run for run in runs if run <= letters(hand)), key=lambda run: runs[run])
    left = [LETTERS[rank] for rank in ranks(hand)]
    for letter in run:
        left.remove(letter)
    (fifth,) = left
    return (runs[run], LETTERS.index(fifth))


TIE_BREAK: dict[str, Callable[[Hand], Key]] = {
    "high-card": ranks,
    "one-pair": groups,
    "two-pair": groups,
    "three-of-a-kind": groups,
    "straight": lambda hand: (STRAIGHTS[letters(hand)],),
    "flush": ranks,
    "full-house": groups,
    "four-of-a-kind": groups,
    "straight-flush": lambda hand: (STRAIGHTS[letters(hand)],),
    "five-of-a-kind": groups,
    "royal-flush": lambda hand: (),
    "big-tiger": ranks,
    "little-tiger": ranks,
    "big-dog": ranks,
    "little-dog": ranks,
    "skeet": ranks,
    "skeet-strict": ranks,
    "skip-straight": lambda hand: (SKIP_STRAIGHTS[letters(hand)],),
    "skip-straight-ace-high": lambda hand: (SKIP_STRAIGHTS_ACE_HIGH[letters(hand)],),
    "round-the-corner-straight": lambda hand: (ROUND_THE_CORNER[letters(hand)],),
    "round-the-corner-straight-flush": lambda hand: (ROUND_THE_CORNER[letters(hand)],),
    "blaze": blaze_order,
    "four-flush": four_flush_order,
    "big-tiger-flush": ranks,
    "little-tiger-flush": ranks,
    "big-dog-flush": ranks,
    "little-dog-flush": ranks,
    "skeet-flush": ranks,
    "skeet-strict-flush": ranks,
    "four-straight": lambda hand: four_run_order(hand, FOUR_STRAIGHTS),
    "four-straight-open": lambda hand: four_run_order(hand, FOUR_STRAIGHTS_OPEN),
    "five-and-dime": ranks,
}
"""What orders two hands of the same combination; bigger is better."""


def in_order(*lines: str) -> list[str]:
    """Read names of combinations separated by blanks, best first."""
    return " ".join(lines).split()


RULESETS: dict[str, list[str]] = {
    "standard": in_order(
        "straight-flush four-of-a-kind full-house flush straight",
        "three-of-a-kind two-pair one-pair high-card",
    ),
    # [000, 001] Each of the four beats a straight and loses to a flush; the big tiger beats
    # the little one, both beat every dog, the big dog beats the little one.
    "cats-and-dogs": in_order(
        "straight-flush four-of-a-kind full-house flush",
        "big-tiger little-tiger big-dog little-dog",
        "straight three-of-a-kind two-pair one-pair high-card",
    ),
    # [001] In some games cat, dog and skeet beat a straight, and so their flushes beat a
    # straight flush and are the best hand but for five of a kind.
    "cats-and-dogs-flushes": in_order(
        "big-tiger-flush little-tiger-flush big-dog-flush little-dog-flush",
        "straight-flush four-of-a-kind full-house flush",
        "big-tiger little-tiger big-dog little-dog",
        "straight three-of-a-kind two-pair one-pair high-card",
    ),
    # [000] The same sentence, but there they beat a flush.
    "cats-over-flush": in_order(
        "big-tiger-flush little-tiger-flush big-dog-flush little-dog-flush",
        "straight-flush four-of-a-kind full-house",
        "big-tiger little-tiger big-dog little-dog",
        "flush straight three-of-a-kind two-pair one-pair high-card",
    ),
    # [000, 001] A skeet beats a straight and loses to a flush.  A skip straight beats three of
    # a kind and loses to a straight.  Round the corner is the lowest straight of all (so it
    # beats three of a kind), and the skip straight is above it where both are played.  A blaze
    # beats any two pair and loses to three of a kind.  A four-flush beats a pair and loses to
    # two pair.  Nothing is said of a suited round-the-corner straight: as the plain one is the
    # lowest straight, it is here the lowest straight flush.
    "skeet": in_order(
        "straight-flush round-the-corner-straight-flush four-of-a-kind full-house flush",
        "skeet straight skip-straight round-the-corner-straight three-of-a-kind blaze two-pair",
        "four-flush one-pair high-card",
    ),
    # [000, 001] Some hold that one odd card lies between nine and five, the other between five
    # and two.
    "skeet-strict": in_order(
        "straight-flush round-the-corner-straight-flush four-of-a-kind full-house flush",
        "skeet-strict straight skip-straight round-the-corner-straight three-of-a-kind blaze",
        "two-pair four-flush one-pair high-card",
    ),
    # [001] The skeet flush is above the straight flush because the skeet beats a straight.
    "skeet-flushes": in_order(
        "skeet-flush straight-flush round-the-corner-straight-flush four-of-a-kind full-house",
        "flush skeet straight skip-straight round-the-corner-straight three-of-a-kind blaze",
        "two-pair four-flush one-pair high-card",
    ),
    # [000] The same, but there the skeet beats a flush.
    "skeet-over-flush": in_order(
        "skeet-flush straight-flush round-the-corner-straight-flush four-of-a-kind full-house",
        "skeet flush straight skip-straight round-the-corner-straight three-of-a-kind blaze",
        "two-pair four-flush one-pair high-card",
    ),
    # [000, 001] Hardly played but in stud; loses to two pair, beats a pair.  [003] Where it is
    # agreed that a four-flush beats a pair.
    "four-flush": in_order(
        "straight-flush four-of-a-kind full-house flush straight",
        "three-of-a-kind two-pair four-flush one-pair high-card",
    ),
    # Not in the documents: the four-straight is next below the four-flush, above a pair.
    "soko": in_order(
        "straight-flush four-of-a-kind full-house flush straight",
        "three-of-a-kind two-pair four-flush four-straight one-pair high-card",
    ),
    # For study only, the documents never mix the groups: all five lie between flush and
    # straight, and group A is put on top.
    "cats-dogs-and-skeet": in_order(
        "straight-flush round-the-corner-straight-flush four-of-a-kind full-house flush",
        "big-tiger little-tiger big-dog little-dog",
        "skeet straight skip-straight round-the-corner-straight three-of-a-kind blaze two-pair",
        "four-flush one-pair high-card",
    ),
}
"""Names of combinations, best first; the 52-card deck has no five of a kind."""


def category(hand: Hand, ruleset: list[str]) -> str:
    """Name the best combination of the ruleset that the hand makes."""
    return next(name for name in ruleset if MAKES[name](hand))


def evaluate(hand: Hand, ruleset: list[str]) -> Key:
    """Give what orders all hands of one ruleset: the place of the category, then its tie-break.

    Examples
    --------
    >>> little_dog, better_little_dog = (0, 5, 10, 15, 20), (0, 5, 10, 19, 20)
    >>> cats_and_dogs = RULESETS["cats-and-dogs"]
    >>> category(little_dog, cats_and_dogs)
    'little-dog'
    >>> evaluate(little_dog, cats_and_dogs) < evaluate(better_little_dog, cats_and_dogs)
    True
    """
    name = category(hand, ruleset)
    place_from_bottom = len(ruleset) - 1 - ruleset.index(name)
    return (place_from_bottom, *TIE_BREAK[name](hand))


def canonical(hand: Hand) -> Hand:
    """Give the first, as sorted ids, of the hands that differ from this one in suit names only."""
    return min(
        tuple(sorted(4 * (card // 4) + suit_for[card % 4] for card in hand))
        for suit_for in permutations(range(4))
    )


def suit_patterns(counts: Key) -> Counter[Key]:
    """Count the ways to suit so many cards of each of some ranks, alike up to names of suits.

    The suits are those of all the cards, rank by rank.
    """
    patterns: Counter[Key] = Counter()
    for chosen in product(*(combinations(range(4), n) for n in counts)):
        patterns[
            min(
                tuple(suit for group in chosen for suit in sorted(suit_for[old] for old in group))
                for suit_for in permutations(range(4))
            )
        ] += 1
    return patterns


def classes() -> Iterator[tuple[Hand, int]]:
    """Give one hand of every class of five-card hands alike up to suits, with its size.

    Yields
    ------
    The canonical hand as five card ids, ascending, and how many of the 2,598,960 hands differ
    from it in the names of the suits only.
    """
    shapes = [c for n in range(2, 6) for c in product(range(1, 5), repeat=n) if sum(c) == 5]
    for counts in shapes:
        patterns = suit_patterns(counts)
        for chosen in combinations(range(13), len(counts)):
            card_ranks = [rank for rank, n in zip(chosen, counts, strict=True) for _ in range(n)]
            for pattern, weight in patterns.items():
                hand = (4 * r + s for r, s in zip(card_ranks, pattern, strict=True))
                yield tuple(hand), weight


_ALWAYS = {"four-of-a-kind": 624, "full-house": 3_744, "straight": 10_200}
_ALWAYS |= {"three-of-a-kind": 54_912, "straight-flush": 40}
_CATS_AND_DOGS = dict.fromkeys(("big-tiger", "little-tiger", "big-dog", "little-dog"), 4_080)
_SPECIAL_FLUSHES = dict.fromkeys((f"{name}-flush" for name in _CATS_AND_DOGS), 16)

SECTION_2_COUNTS: dict[str, dict[str, int]] = {
    "standard": _ALWAYS
    | {"flush": 5_108, "two-pair": 123_552, "one-pair": 1_098_240, "high-card": 1_302_540},
    "cats-and-dogs": _ALWAYS
    | _CATS_AND_DOGS
    | {"flush": 5_108, "two-pair": 123_552, "one-pair": 1_098_240, "high-card": 1_286_220},
    "cats-and-dogs-flushes": _ALWAYS
    | _CATS_AND_DOGS
    | _SPECIAL_FLUSHES
    | {"flush": 5_044, "two-pair": 123_552, "one-pair": 1_098_240, "high-card": 1_286_220},
    "cats-over-flush": _ALWAYS
    | _CATS_AND_DOGS
    | _SPECIAL_FLUSHES
    | {"flush": 5_044, "two-pair": 123_552, "one-pair": 1_098_240, "high-card": 1_286_220},
    "four-flush": _ALWAYS
    | {"flush": 5_108, "two-pair": 123_552, "four-flush": 110_940}
    | {"one-pair": 1_063_920, "high-card": 1_225_920},
    "soko": _ALWAYS
    | {"flush": 5_108, "two-pair": 123_552, "four-flush": 110_940, "four-straight": 92_208}
    | {"one-pair": 1_047_552, "high-card": 1_150_080},
    "skeet": _ALWAYS
    | {"round-the-corner-straight-flush": 12, "flush": 5_096, "skeet": 10_200}
    | {"skip-straight": 6_120, "round-the-corner-straight": 3_060, "blaze": 432}
    | {"two-pair": 123_120, "four-flush": 109_800}
    | {"one-pair": 1_063_920, "high-card": 1_207_680},
}
"""Of the 2,598,960 hands, how many count as each combination; rulesets the rules spell out."""

N_STRENGTHS = {
    "standard": 7_462,
    "cats-and-dogs": 7_462,
    "cats-and-dogs-flushes": 7_462,
    "cats-over-flush": 7_462,
    "four-flush": 16_707,
    "soko": 16_707,
    "skeet": 16_612,
    "skeet-flushes": 16_612,
    "skeet-over-flush": 16_612,
    "skeet-strict": 16_632,
    "cats-dogs-and-skeet": 16_532,
}
"""How many different evaluations there are under each ruleset."""
