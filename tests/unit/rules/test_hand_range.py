"""Hand ranges in words: which strengths they are, and the errors of words that are none."""

from math import comb

import numpy as np
import pytest

from pokersim.errors import InputError
from pokersim.rules.compile.compiler import Ranking, compile_ruleset
from pokersim.rules.hand_range import is_hand_range, strengths_in_range
from pokersim.rules.loader import load_ruleset, shipped_names
from pokersim.studies.equity.hand_spec import read_hand_spec

ALL = comb(52, 5)
FLUSHES, PAIRS = 5_108, 1_098_240
NO_FLUSH = 4**5 - 4
"""Ways to suit five ranks so that they are no flush."""


def ranking(name: str = "standard") -> Ranking:
    """Return a shipped ruleset, compiled."""
    return compile_ruleset(load_ruleset(name))


def n_hands(text: str, name: str = "standard") -> int:
    """Return how many hands of 52 cards are of a kind."""
    return int(ranking(name).hands[strengths_in_range(text, ranking(name))].sum())


KINDS = [
    ("any", ALL),
    ("flush", FLUSHES),
    ("class:flush", FLUSHES),
    ("one-pair:JJ", PAIRS // 13),
    ("one-pair:J", PAIRS // 13),
    ("one-pair:JJ+", 337_920),
    ("one-pair:22+", PAIRS),
    ("one-pair:10+", PAIRS // 13 * 5),
    ("one-pair:TT+", PAIRS // 13 * 5),
    # A pair of aces with a king: six pairs, 45 pairs of ranks besides, four suits each.
    ("one-pair:AAK", 6 * comb(11, 2) * 4**3),
    ("two-pair:KKQQ", 6 * 6 * 44),
    ("two-pair:KKQQ+", 6 * 6 * 44 * (1 + 12)),
    ("two-pair:KK", 6 * 6 * 44 * 11),
    ("flush:A", 4 * (comb(12, 4) - 2)),
    ("flush:AK", 4 * (comb(11, 3) - 1)),
    ("straight:9", NO_FLUSH),
    ("straight:5", NO_FLUSH),
    ("straight:9+", 6 * NO_FLUSH),
    ("straight-flush:A", 4),
    ("full-house:AAAKK", 4 * 6),
    ("four-of-a-kind:AAAA", 48),
    ("high-card:AK", (comb(11, 3) - 1) * NO_FLUSH),
    ("high-card:AK+", (comb(11, 3) - 1) * NO_FLUSH),
    ("flush,straight", FLUSHES + 10_200),
    ("flush,flush:A", FLUSHES),
    ("!flush", ALL - FLUSHES),
    ("!flush,!one-pair", ALL - FLUSHES - PAIRS),
    ("any,!flush", ALL - FLUSHES),
    ("one-pair,!one-pair:AA", PAIRS * 12 // 13),
    ("!one-pair:AA,one-pair", PAIRS * 12 // 13),
    ("top:100%", ALL),
]


def test_a_kind_is_so_many_hands() -> None:
    assert [(text, n_hands(text)) for text, _ in KINDS] == KINDS
    assert [text for text, _ in KINDS if text != "any" and not is_hand_range(text, ranking())] == []


OF_RULESETS = [
    ("cats-and-dogs", "class:big-tiger", 4_080),
    ("cats-and-dogs", "big-tiger,little-tiger", 8_160),
    ("skeet", "blaze", 432),
    # With a ten it is a straight.
    ("four-flush", "four-flush:AKQJ", 4 * (39 - 3)),
    ("soko", "four-straight", 92_208),
]


def test_kinds_mean_what_they_mean_under_the_ruleset() -> None:
    assert [(name, text, n_hands(text, name)) for name, text, _ in OF_RULESETS] == OF_RULESETS


def test_blanks_capitals_and_the_order_of_parts_change_nothing() -> None:
    for one, *others in (
        ("one-pair:JJ+,flush", " one-pair:JJ+ , flush ", "ONE-PAIR:jj+,Flush",
         "one-pair : JJ+,flush", "class: flush,one-pair:jj+"),
        ("top:20%", " TOP : 20% "),
        ("!flush", "! FLUSH"),
        ("any,!flush", "Any,!flush"),
    ):  # fmt: skip
        same = strengths_in_range(one, ranking())
        for other in others:
            assert (strengths_in_range(other, ranking()) == same).all(), other
            assert read_hand_spec(other, ranking()).kind, other


@pytest.mark.parametrize("name", ["standard", "cats-dogs-and-skeet", "soko"])
def test_a_top_share_is_never_more_and_one_strength_more_would_be(name: str) -> None:
    own = ranking(name)
    for percent in (0.00001, 0.01, 1, 12.5, 20, 50, 99.99, 100):
        found = strengths_in_range(f"top:{percent:f}%", own)
        n = int(found.sum())
        assert n >= 1, percent
        assert found[-n:].all(), percent
        most = ALL * percent / 100
        assert own.hands[found].sum() <= most or n == 1, percent
        if n < own.n_strengths:
            assert own.hands[-n - 1 :].sum() > most, percent


def test_the_kinds_of_all_combinations_share_the_hands_out() -> None:
    for name in shipped_names():
        own = ranking(name)
        kinds = [strengths_in_range(combination.id, own) for combination in own.ranking]
        assert np.sum(kinds, axis=0).tolist() == [0] + [1] * own.n_strengths, name


def test_a_kind_and_all_but_it_are_everything() -> None:
    kind = strengths_in_range("one-pair:JJ+,flush", ranking())
    rest = strengths_in_range("!one-pair:JJ+,!flush", ranking())
    assert (kind ^ rest).tolist() == [False] + [True] * ranking().n_strengths


NO_KINDS = [
    ("one-par:JJ", "no combination 'one-par'; did you mean 'one-pair'?"),
    ("class:flsh", "no combination 'flsh'; did you mean 'flush'?"),
    ("!flsh", "did you mean 'flush'?"),
    ("class:big-tiger", "'standard' has no combination 'big-tiger'"),
    ("class:nothing-like-it", "it has: straight-flush, four-of-a-kind"),
    ("flush:x", "'flush:x': behind the colon stand ranks, like JJ, KKQQ, AK or JJ+"),
    ("one-pair:+", "behind the colon stand ranks"),
    ("one-pair:J+J", "behind the colon stand ranks"),
    ("one-pair:", "behind the colon stand ranks"),
    ("one-pair:88-JJ", "behind the colon stand ranks"),
    ("straight:4", "no hand is of the kind 'straight:4' under 'standard'"),
    ("!any", "no hand is of the kind '!any'"),
    ("flush,!flush", "no hand is of the kind"),
    ("top:20", "write top:20%"),
    ("top:0%", "write top:20%"),
    ("top:101%", "write top:20%"),
    ("top:-5%", "write top:20%"),
    ("top:", "write top:20%"),
    ("top:a%", "write top:20%"),
    ("!", "empty"),
    ("class:", "empty"),
    ("flush,,straight", "empty"),
    ("flush,", "empty"),
]


def test_words_that_are_no_kind_are_refused() -> None:
    misses = []
    for text, problem in NO_KINDS:
        found = "read"
        try:
            strengths_in_range(text, ranking())
        except InputError as error:
            found = str(error)
        if problem not in found or not is_hand_range(text, ranking()):
            misses.append((text, found))
    assert misses == []


@pytest.mark.parametrize(
    ("text", "nearest"), [("one-par", "one-pair"), ("flsh", "flush"), ("flsh,straight", "flush")]
)
def test_a_word_that_is_no_card_is_a_kind_with_a_slip(text: str, nearest: str) -> None:
    with pytest.raises(InputError, match=f"did you mean '{nearest}'?"):
        strengths_in_range(read_hand_spec(text, ranking()).kind, ranking())


@pytest.mark.parametrize(
    "text", ["AhAd", "10h10d", "Ah-Ad, 9c", "AhAd(9c)", "Jo", "any", "Th", "xx"]
)
def test_cards_are_no_kind(text: str) -> None:
    assert not is_hand_range(text, ranking())
