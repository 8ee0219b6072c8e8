"""The oracle itself: its classes, its counts and its tie-breaks."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np

from support.oracle import (
    LETTERS,
    MAKES,
    N_CLASSES,
    N_STRENGTHS,
    RULESETS,
    SECTION_2_COUNTS,
    TIE_BREAK,
    TOTAL,
    Hand,
    canonical,
    category,
    evaluate,
    letters,
)
from support.rulesets import oracle_categories, oracle_strengths, verdicts

# Hands of 52 cards that match, whatever else they may be.
MATCHES = {
    "high-card": 2_598_960,
    "straight": 10_240,
    "flush": 5_148,
    "straight-flush": 40,
    "royal-flush": 4,
    "round-the-corner-straight": 3 * 4**5,
    "round-the-corner-straight-flush": 12,
    "skip-straight": 6 * 4**5,
    "skip-straight-ace-high": 5 * 4**5,
    "skeet": 10 * 4**5,
    "skeet-strict": 6 * 4**5,
    "skeet-flush": 40,
    "skeet-strict-flush": 24,
    "big-tiger": 4 * 4**5,
    "little-tiger": 4 * 4**5,
    "big-dog": 4 * 4**5,
    "little-dog": 4 * 4**5,
    "big-tiger-flush": 16,
    "little-tiger-flush": 16,
    "big-dog-flush": 16,
    "little-dog-flush": 16,
    "five-and-dime": 4 * 4**5,
    "blaze": 792,
    "four-flush": 4 * comb(13, 4) * 39,
    "one-pair": 1_098_240,
    "two-pair": 123_552,
    "three-of-a-kind": 54_912,
    "full-house": 3_744,
    "four-of-a-kind": 624,
    "five-of-a-kind": 0,
}

# The sets of ranks written out, the other way round from how the oracle says it.
RANK_SETS = {
    "big-tiger": "KQJT8 KQJ98 KQT98 KJT98",
    "little-tiger": "87653 87643 87543 86543",
    "big-dog": "AKQJ9 AKQT9 AKJT9 AQJT9",
    "little-dog": "76542 76532 76432 75432",
    "five-and-dime": "T9875 T9865 T9765 T8765",
    "skeet": "98752 98652 98542 98532 97652 97542 97532 96542 96532 95432",
    "skeet-strict": "98542 98532 97542 97532 96542 96532",
}


def mixed(word: str) -> Hand:
    """Return a hand of these ranks in mixed suits."""
    return tuple(4 * LETTERS.index(letter) + i % 4 for i, letter in enumerate(word))


def suited(word: str) -> Hand:
    """Return a hand of these ranks in clubs."""
    return tuple(4 * LETTERS.index(letter) for letter in word)


def hands_of(rows: np.ndarray) -> list[Hand]:
    """Return the hands of some classes."""
    return [tuple(hand) for hand in verdicts().hands[rows].tolist()]


# --- classes -------------------------------------------------------------------------------------


def test_the_classes_are_all_the_hands() -> None:
    hands, weights = verdicts().hands, verdicts().weights
    assert len(hands) == len(np.unique(hands, axis=0)) == N_CLASSES
    assert weights.sum() == TOTAL


def test_the_classes_of_the_court_cards_and_aces_are_those_of_dealing_every_hand() -> None:
    dealt = Counter(canonical(hand) for hand in combinations(range(36, 52), 5))
    rows = np.flatnonzero(verdicts().hands.min(axis=1) >= 36)
    listed = dict(zip(hands_of(rows), verdicts().weights[rows].tolist(), strict=True))
    assert listed == dealt


# --- what hands match and count as ---------------------------------------------------------------


def test_so_many_hands_match_each_combination() -> None:
    found = {name: int(verdicts().weights[verdicts().makes[name]].sum()) for name in MATCHES}
    assert found == MATCHES


def test_these_sets_of_ranks_match_and_no_others() -> None:
    found = {
        name: {letters(hand) for hand in hands_of(verdicts().makes[name])} for name in RANK_SETS
    }
    expected = {name: {frozenset(w) for w in words.split()} for name, words in RANK_SETS.items()}
    assert found == expected


def test_four_straights() -> None:
    cases = [
        ("AKQJ9", True, False), ("432A9", True, False), ("5432K", True, True),
        ("KQJT8", True, True), ("AKQJT", True, True), ("9876A", True, True),
        ("99876", True, True), ("AKQT9", False, False), ("KA234", True, False),
    ]  # fmt: skip
    makes = MAKES["four-straight"], MAKES["four-straight-open"]
    found = [(word, *(is_made(mixed(word)) for is_made in makes)) for word, _, _ in cases]
    assert found == cases


def test_so_many_hands_count_as_each_combination() -> None:
    for name, expected in SECTION_2_COUNTS.items():
        places = oracle_categories(name)
        hands = np.bincount(places, verdicts().weights, len(RULESETS[name])).astype(int).tolist()
        assert dict(zip(RULESETS[name], hands, strict=True)) == expected, name


def test_a_ruleset_names_known_combinations_once_and_ends_in_high_card() -> None:
    for name, ruleset in RULESETS.items():
        assert len(set(ruleset)) == len(ruleset), name
        assert set(ruleset) <= MAKES.keys(), name
        assert ruleset[-1] == "high-card", name


def test_special_flushes_are_in_the_order_of_their_plain_forms() -> None:
    for name in ("cats-and-dogs-flushes", "cats-over-flush"):
        plain = [n for n in RULESETS[name] if n.endswith(("-tiger", "-dog"))]
        special = [n for n in RULESETS[name] if n.endswith(("-tiger-flush", "-dog-flush"))]
        assert special == [f"{n}-flush" for n in plain], name


# --- which of two hands wins ---------------------------------------------------------------------


def test_so_many_strengths() -> None:
    found = {name: int(oracle_strengths(name).max()) for name in N_STRENGTHS}
    assert found == N_STRENGTHS


def test_one_hand_alone_is_judged_like_all_classes_together() -> None:
    rows = np.arange(0, N_CLASSES, 97)
    for name, ruleset in RULESETS.items():
        strengths, places = oracle_strengths(name)[rows], oracle_categories(name)[rows]
        hands = hands_of(rows)
        assert [category(hand, ruleset) for hand in hands] == [ruleset[p] for p in places], name
        keys = [evaluate(hand, ruleset) for hand in hands]
        order = {key: i for i, key in enumerate(sorted(set(keys)))}
        together = np.unique(strengths, return_inverse=True)[1]
        assert [order[key] for key in keys] == together.tolist(), name


TIE_BREAKS = [
    ("straight", mixed("AKQJT"), mixed("KQJT9")),
    ("straight", mixed("65432"), mixed("5432A")),
    ("straight-flush", suited("65432"), suited("5432A")),
    ("flush", suited("AKQJ9"), suited("AKQT9")),
    ("skip-straight", mixed("AQT86"), mixed("KJ975")),
    ("skip-straight", mixed("T8642"), mixed("9753A")),
    ("round-the-corner-straight", mixed("432AK"), mixed("32AKQ")),
    ("round-the-corner-straight", mixed("32AKQ"), mixed("2AKQJ")),
    ("round-the-corner-straight-flush", suited("432AK"), suited("2AKQJ")),
    ("one-pair", mixed("22AKQ"), mixed("22AKJ")),
    ("two-pair", mixed("3322A"), mixed("3322K")),
    ("full-house", mixed("33322"), mixed("222AA")),
    ("blaze", mixed("JJJQQ"), mixed("KKKQJ")),
    ("blaze", mixed("JJJKQ"), mixed("KKQQJ")),
    ("blaze", mixed("KKQQJ"), mixed("KKJJQ")),
    ("skeet", mixed("98752"), mixed("98652")),
    ("big-tiger-flush", suited("KQJT8"), suited("KQJ98")),
    # Four clubs and the ace, the king, the nine or the eight of diamonds.
    ("four-flush", (*suited("9532"), 45), (*suited("8765"), 49)),
    ("four-flush", (*suited("9532"), 49), (*suited("9532"), 45)),
    ("four-flush", (*suited("9532"), 29), (*suited("9532"), 25)),
    ("four-straight", mixed("87653"), mixed("7654A")),
    ("four-straight", mixed("8765A"), mixed("8765K")),
    ("four-straight", mixed("54322"), mixed("432AA")),
    ("four-straight", mixed("432AA"), mixed("432AQ")),
    ("four-straight", mixed("AKQJT"), mixed("AKQJ9")),
    ("four-straight", mixed("5432A"), mixed("5432K")),
    ("four-straight-open", mixed("KQJTA"), mixed("KQJT8")),
]


def test_tie_breaks() -> None:
    misses = [
        (name, better, worse)
        for name, better, worse in TIE_BREAKS
        if not (MAKES[name](better) and MAKES[name](worse))
        or TIE_BREAK[name](better) <= TIE_BREAK[name](worse)
    ]
    assert misses == []
