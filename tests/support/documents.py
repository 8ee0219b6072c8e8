"""Every hand that the documents print, and every sentence that puts one above another.

The documents are cited by number: [000] and [001] describe draw poker with special
combinations, [003] five-card stud.  [003] prints no hand.  Ranks are written as there, in
Cyrillic: А ace, К king, Д queen, В jack.
"""
# ruff: noqa: RUF001, RUF002

from typing import NamedTuple

GROUP_A = ("cats-and-dogs", "cats-and-dogs-flushes", "cats-over-flush", "cats-dogs-and-skeet")
SKEET = ("skeet", "skeet-flushes", "skeet-over-flush", "cats-dogs-and-skeet")
GROUP_B = (*SKEET, "skeet-strict")
CATS_FLUSHES = ("cats-and-dogs-flushes", "cats-over-flush")
SKEET_FLUSHES = ("skeet-flushes", "skeet-over-flush")
# Where a suited special hand is no more than a flush, or the plain one stays below it.
GROUP_A_BELOW_FLUSH = ("cats-and-dogs", "cats-and-dogs-flushes", "cats-dogs-and-skeet")
SKEET_BELOW_FLUSH = ("skeet", "skeet-flushes", "cats-dogs-and-skeet")
FOUR_FLUSH = (*GROUP_B, "four-flush", "soko")


class Example(NamedTuple):
    """A hand as printed, and what it counts as under the rulesets named."""

    document: str
    text: str
    combination: str | None
    """None for a misprint, which is no hand."""
    rulesets: tuple[str, ...]
    note: str = ""


class Comparison(NamedTuple):
    """A printed hand that is said to beat another printed hand."""

    document: str
    better: str
    worse: str
    ruleset: str


class OrderStatement(NamedTuple):
    """A combination that is said to beat another, under one ruleset."""

    document: str
    better: str
    worse: str
    ruleset: str


def printed_hand(text: str) -> tuple[int, ...]:
    """Read a printed hand as card ids of mixed suits, at most two of each.

    Examples
    --------
    >>> printed_hand("К-В-10-9-8")
    (44, 37, 34, 31, 24)
    """
    letters = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "В", "Д", "К", "А"]
    return tuple(4 * letters.index(word) + i % 4 for i, word in enumerate(text.split("-")))


EXAMPLES = [
    Example("000", "К-В-10-8", None, (), "big tiger: king high, eight low; a card is missing"),
    Example("000", "8-7-5-4-3", "little-tiger", GROUP_A),
    Example("000", "А-Д-В-10-9", "big-dog", GROUP_A),
    Example("000", "7-6-4-3-2", "little-dog", GROUP_A),
    Example("000", "7-5-4-3-2", "little-dog", GROUP_A, "the lesser of two little dogs"),
    Example("000", "9-7-5-3-2", "skeet", SKEET),
    Example("000", "9-7-5-3-2", "skeet-strict", ("skeet-strict",), "seven and three between"),
    Example("000", "9-5-4-3-2", "skeet", SKEET, "a skeet unless the strict reading is agreed"),
    Example("000", "9-5-4-3-2", "high-card", ("skeet-strict",), "said to be no skeet"),
    Example("000", "К-В-9-7-5", "skip-straight", GROUP_B),
    Example("000", "Д-10-8-6-4", "skip-straight", GROUP_B),
    Example("000", "3-2-А-К-Д", "round-the-corner-straight", GROUP_B),
    Example("000", "4-3-2-А-К", "round-the-corner-straight", GROUP_B),
    Example("000", "5-4-3-2-А", "straight", GROUP_B, "an orthodox straight, the lowest"),
    Example("001", "К-В-10-9-8", "big-tiger", GROUP_A),
    Example("001", "8-7-5-4-3", "little-tiger", GROUP_A),
    Example("001", "А-Д-В-10-9", "big-dog", GROUP_A),
    Example("001", "7-6-4-3-2", "little-dog", GROUP_A),
    Example("001", "7-5-4-3-2", "little-dog", GROUP_A, "the lesser of two little dogs"),
    Example("001", "9-7-5-3-2", "skeet", SKEET),
    Example("001", "9-7-5-3-2", "skeet-strict", ("skeet-strict",), "seven and three between"),
    Example("001", "9-5-4-3-2", "skeet", SKEET, "a skeet unless the strict reading is agreed"),
    Example("001", "9-5-4-3-2", "high-card", ("skeet-strict",), "said to be no skeet"),
    Example("001", "Д-10-8-6-4", "skip-straight", GROUP_B),
    Example("001", "К-В-9-7-5", "skip-straight", GROUP_B),
    Example("001", "3-2-А-К-Д", "round-the-corner-straight", GROUP_B),
    Example("001", "5-4-3-2-А", "straight", GROUP_B, "an orthodox straight, the lowest"),
    Example("001", "4-3-2-А-К", "round-the-corner-straight", GROUP_B),
]

# Both documents go on with "and so on": 3-2-A-K-Q beats 2-A-K-Q-J, which they do not print.
COMPARISONS = [
    Comparison(document, better, worse, ruleset)
    for better, worse, rulesets in [
        ("7-6-4-3-2", "7-5-4-3-2", GROUP_A),
        ("5-4-3-2-А", "4-3-2-А-К", GROUP_B),
        ("4-3-2-А-К", "3-2-А-К-Д", GROUP_B),
        ("5-4-3-2-А", "3-2-А-К-Д", GROUP_B),
    ]
    for document in ("000", "001")
    for ruleset in rulesets
]

BOTH = ("000", "001")

# One line a sentence, or half of one: who says it, what beats what, and where it is played.
# "Any dog" is both dogs, "the cat" without a size is both cats.
SENTENCES: list[tuple[tuple[str, ...], str, str, tuple[str, ...]]] = [
    # 1 and 2 of group A: the tigers.
    (BOTH, "flush", "big-tiger", GROUP_A_BELOW_FLUSH),
    (BOTH, "big-tiger", "little-tiger", GROUP_A),
    (BOTH, "big-tiger", "big-dog", GROUP_A),
    (BOTH, "big-tiger", "little-dog", GROUP_A),
    (BOTH, "big-tiger", "straight", GROUP_A),
    (BOTH, "flush", "little-tiger", GROUP_A_BELOW_FLUSH),
    (BOTH, "little-tiger", "big-dog", GROUP_A),
    (BOTH, "little-tiger", "little-dog", GROUP_A),
    (BOTH, "little-tiger", "straight", GROUP_A),
    # 3 and 4 of group A: the dogs.
    (BOTH, "flush", "big-dog", GROUP_A_BELOW_FLUSH),
    (BOTH, "big-dog", "little-dog", GROUP_A),
    (BOTH, "big-dog", "straight", GROUP_A),
    (BOTH, "flush", "little-dog", GROUP_A_BELOW_FLUSH),
    (BOTH, "little-dog", "straight", GROUP_A),
    # 1 of group B: the skeet beats a straight and loses to a flush.
    (BOTH, "skeet", "straight", SKEET),
    (BOTH, "flush", "skeet", SKEET_BELOW_FLUSH),
    (BOTH, "skeet-strict", "straight", ("skeet-strict",)),
    (BOTH, "flush", "skeet-strict", ("skeet-strict",)),
    # 2: the skip straight loses to a straight and beats three of a kind.
    (BOTH, "straight", "skip-straight", GROUP_B),
    (BOTH, "skip-straight", "three-of-a-kind", GROUP_B),
    # 3: round the corner is the lowest straight (hence above three of a kind); where both are
    # played the skip straight is above it.
    (BOTH, "straight", "round-the-corner-straight", GROUP_B),
    (BOTH, "round-the-corner-straight", "three-of-a-kind", GROUP_B),
    (BOTH, "skip-straight", "round-the-corner-straight", GROUP_B),
    # 4: the blaze loses to three of a kind and beats any two pair.
    (BOTH, "three-of-a-kind", "blaze", GROUP_B),
    (BOTH, "blaze", "two-pair", GROUP_B),
    # 5: the four-flush loses to two pair and beats a pair; [003] has it so where agreed.
    (BOTH, "two-pair", "four-flush", FOUR_FLUSH),
    (BOTH, "four-flush", "one-pair", FOUR_FLUSH),
    (("003",), "four-flush", "one-pair", ("four-flush", "soko")),
    # Special flushes, plain forms: over the flush in [000], over the straight in [001].
    (("000",), "big-tiger", "flush", ("cats-over-flush",)),
    (("000",), "little-tiger", "flush", ("cats-over-flush",)),
    (("000",), "big-dog", "flush", ("cats-over-flush",)),
    (("000",), "little-dog", "flush", ("cats-over-flush",)),
    (("000",), "skeet", "flush", ("skeet-over-flush",)),
    (("001",), "big-tiger", "straight", ("cats-and-dogs-flushes",)),
    (("001",), "little-tiger", "straight", ("cats-and-dogs-flushes",)),
    (("001",), "big-dog", "straight", ("cats-and-dogs-flushes",)),
    (("001",), "little-dog", "straight", ("cats-and-dogs-flushes",)),
    (("001",), "skeet", "straight", ("skeet-flushes",)),
    # Special flushes: above the straight flush, the best but for five of a kind.
    (BOTH, "big-tiger-flush", "straight-flush", CATS_FLUSHES),
    (BOTH, "little-tiger-flush", "straight-flush", CATS_FLUSHES),
    (BOTH, "big-dog-flush", "straight-flush", CATS_FLUSHES),
    (BOTH, "little-dog-flush", "straight-flush", CATS_FLUSHES),
    (BOTH, "skeet-flush", "straight-flush", SKEET_FLUSHES),
    (BOTH, "five-of-a-kind", "big-tiger-flush", CATS_FLUSHES),
    (BOTH, "five-of-a-kind", "little-tiger-flush", CATS_FLUSHES),
    (BOTH, "five-of-a-kind", "big-dog-flush", CATS_FLUSHES),
    (BOTH, "five-of-a-kind", "little-dog-flush", CATS_FLUSHES),
    (BOTH, "five-of-a-kind", "skeet-flush", SKEET_FLUSHES),
    (BOTH, "five-of-a-kind", "straight-flush", (*CATS_FLUSHES, *SKEET_FLUSHES)),
]

ORDER_STATEMENTS = [
    OrderStatement(document, better, worse, ruleset)
    for documents, better, worse, rulesets in SENTENCES
    for document in documents
    for ruleset in rulesets
]
