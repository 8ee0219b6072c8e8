"""The oracle itself: its classes, its counts, and that it agrees with the documents."""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from math import comb

import pytest

from support.documents import (
    COMPARISONS,
    EXAMPLES,
    ORDER_STATEMENTS,
    Comparison,
    Example,
    OrderStatement,
    printed_hand,
)
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
    classes,
    evaluate,
    letters,
)

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


@lru_cache(maxsize=1)
def classes_with_matches() -> list[tuple[Hand, int, frozenset[str]]]:
    """Every class of hands with its size and the combinations it matches."""
    return [
        (hand, weight, frozenset(name for name, makes in MAKES.items() if makes(hand)))
        for hand, weight in classes()
    ]


def n_matches(name: str) -> int:
    """How many hands match a combination."""
    return sum(weight for _, weight, matched in classes_with_matches() if name in matched)


def mixed(word: str) -> Hand:
    """Give a hand of these ranks in mixed suits."""
    return tuple(4 * LETTERS.index(letter) + i % 4 for i, letter in enumerate(word))


def suited(word: str) -> Hand:
    """Give a hand of these ranks in clubs."""
    return tuple(4 * LETTERS.index(letter) for letter in word)


def example_id(example: Example) -> str:
    """Name the test of a printed hand."""
    return f"{example.document} {example.text} {example.combination}"


def test_the_classes_are_all_the_hands() -> None:
    hands = [hand for hand, _, _ in classes_with_matches()]
    assert len(hands) == len(set(hands)) == N_CLASSES
    assert sum(weight for _, weight, _ in classes_with_matches()) == TOTAL


def test_the_classes_of_the_court_cards_and_aces_are_those_of_dealing_every_hand() -> None:
    dealt = Counter(canonical(hand) for hand in combinations(range(36, 52), 5))
    listed = {hand: weight for hand, weight, _ in classes_with_matches() if min(hand) >= 36}
    assert listed == dealt


def test_every_combination_has_a_tie_break() -> None:
    assert MAKES.keys() == TIE_BREAK.keys()


@pytest.mark.parametrize("name", MATCHES)
def test_so_many_hands_match(name: str) -> None:
    assert n_matches(name) == MATCHES[name]


@pytest.mark.parametrize("name", RANK_SETS)
def test_these_sets_of_ranks_match_and_no_others(name: str) -> None:
    matched = {letters(hand) for hand, _, made in classes_with_matches() if name in made}
    assert matched == {frozenset(word) for word in RANK_SETS[name].split()}


@pytest.mark.parametrize(
    ("word", "closed", "open_ended"),
    [("AKQJ9", True, False), ("432A9", True, False), ("5432K", True, True),
     ("KQJT8", True, True), ("AKQJT", True, True), ("9876A", True, True),
     ("99876", True, True), ("AKQT9", False, False), ("KA234", True, False)],
)  # fmt: skip
def test_four_straights(word: str, closed: bool, open_ended: bool) -> None:
    hand = mixed(word)
    assert MAKES["four-straight"](hand) is closed
    assert MAKES["four-straight-open"](hand) is open_ended


@pytest.mark.parametrize("name", SECTION_2_COUNTS)
def test_so_many_hands_count_as_each_combination(name: str) -> None:
    counted: Counter[str] = Counter()
    for _, weight, matched in classes_with_matches():
        counted[next(entry for entry in RULESETS[name] if entry in matched)] += weight
    assert counted == SECTION_2_COUNTS[name]
    assert counted.total() == TOTAL


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_names_known_combinations_once_and_ends_in_high_card(name: str) -> None:
    ruleset = RULESETS[name]
    assert len(set(ruleset)) == len(ruleset)
    assert set(ruleset) <= MAKES.keys()
    assert ruleset[-1] == "high-card"


@pytest.mark.parametrize("name", N_STRENGTHS)
def test_so_many_strengths(name: str) -> None:
    ruleset = RULESETS[name]
    assert len({evaluate(hand, ruleset) for hand, _ in classes()}) == N_STRENGTHS[name]


@pytest.mark.parametrize(
    ("combination", "better", "worse"),
    [
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
    ],
)
def test_tie_breaks(combination: str, better: Hand, worse: Hand) -> None:
    assert MAKES[combination](better)
    assert MAKES[combination](worse)
    assert TIE_BREAK[combination](better) > TIE_BREAK[combination](worse)


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.combination], ids=example_id)
def test_a_printed_hand_is_what_the_document_calls_it(example: Example) -> None:
    found = {
        ruleset: category(printed_hand(example.text), RULESETS[ruleset])
        for ruleset in example.rulesets
    }
    assert found == dict.fromkeys(example.rulesets, example.combination)


def test_a_misprint_has_not_five_cards() -> None:
    misprints = [e.text for e in EXAMPLES if e.combination is None]
    assert [len(printed_hand(text)) for text in misprints] == [4]


@pytest.mark.parametrize("said", COMPARISONS, ids=" ".join)
def test_a_printed_hand_beats_another(said: Comparison) -> None:
    ruleset = RULESETS[said.ruleset]
    better, worse = printed_hand(said.better), printed_hand(said.worse)
    assert evaluate(better, ruleset) > evaluate(worse, ruleset)


@pytest.mark.parametrize("said", ORDER_STATEMENTS, ids=" ".join)
def test_a_combination_beats_another(said: OrderStatement) -> None:
    ranking = ["five-of-a-kind", *RULESETS[said.ruleset]]
    assert ranking.index(said.better) < ranking.index(said.worse)


@pytest.mark.parametrize("name", ["cats-and-dogs-flushes", "cats-over-flush"])
def test_special_flushes_are_in_the_order_of_their_plain_forms(name: str) -> None:
    plain = [n for n in RULESETS[name] if n.endswith(("-tiger", "-dog"))]
    special = [n for n in RULESETS[name] if n.endswith(("-tiger-flush", "-dog-flush"))]
    assert special == [f"{n}-flush" for n in plain]
