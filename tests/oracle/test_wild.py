"""Hands with wild cards, one by one: each is worth the best of all that its cards may stand for."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.studies.rank import rank_hand, rank_hands
from support import oracle, wild_oracle
from support.kept import kept
from support.oracle import LETTERS, RULESETS
from support.wild_hands import (
    DEUCES,
    PACKS,
    as_cards,
    compared,
    compiled,
    deal,
    differences,
    packs,
    played,
)
from support.wild_oracle import Pack, substitutes, wild_of, worth

# --- what is printed of wild cards, by eye -------------------------------------------------------

JOKER, BUG, SPECIAL = PACKS["joker"], PACKS["bug"], Pack(jokers=1, bug="special")
BY_EYE = [
    # Never a card that is held, except to make five of a kind.
    (JOKER, "standard", "As Qs 9s 4s Jo", "flush", "A-K-Q-9-4"),
    (JOKER, "standard", "As Ah Ad Ac Jo", "five-of-a-kind", "A"),
    (Pack(jokers=4), "standard", "7s Jo Jo Jo Jo", "five-of-a-kind", "7"),
    (Pack(jokers=1, double_ace_flush=True), "standard", "As Qs 9s 4s Jo", "flush", "A-A-Q-9-4"),
    (Pack(jokers=2, double_ace_flush=True), "standard", "Qs 9s 4s Jo Jo", "flush", "A-A-Q-9-4"),
    # Whatever serves best, in the order of the ruleset.
    (JOKER, "standard", "Ks Kh 8d 3c Jo", "three-of-a-kind", "K-8-3"),
    (JOKER, "standard", "Ks Kh 8d 8c Jo", "full-house", "K-8"),
    (JOKER, "standard", "Ks Qh Td 9c Jo", "straight", "K"),
    (JOKER, "standard", "As Kh 9d 4c Jo", "one-pair", "A-K-9-4"),
    (Pack(wild=DEUCES), "standard", "2s 2h 7d 9c Ks", "three-of-a-kind", "K-9-7"),
    (Pack(wild=DEUCES), "standard", "2s 2h 2d 2c 3s", "five-of-a-kind", "3"),
    (Pack(wild=(38, 39)), "standard", "Js Jd Th 9c 7s", "straight", "J"),
    # Any combination.
    (JOKER, "cats-and-dogs", "Ks Jh Td 8c Jo", "big-tiger", "K-Q-J-T-8"),
    (JOKER, "cats-and-dogs", "8s 7h 4d 3c Jo", "little-tiger", "8-7-6-4-3"),
    (JOKER, "cats-and-dogs", "As Jh Td 9c Jo", "big-dog", "A-K-J-T-9"),
    (JOKER, "cats-and-dogs", "7s 5h 3d 2c Jo", "little-dog", "7-6-5-3-2"),
    (JOKER, "cats-and-dogs-flushes", "7s 5s 3s 2s Jo", "little-dog-flush", "7-6-5-3-2"),
    (JOKER, "skeet", "9s 6h 5d 2c Jo", "skeet", "9-8-6-5-2"),
    (JOKER, "skeet", "Ks Jh 9d 7c Jo", "skip-straight", "K"),
    (JOKER, "skeet", "3s 2h Ad Kc Jo", "round-the-corner-straight", "4"),
    (JOKER, "skeet", "3s 2s As Ks Jo", "round-the-corner-straight-flush", "4"),
    (JOKER, "skeet", "Ks Qh Jd Jc Jo", "three-of-a-kind", "J-K-Q"),
    (JOKER, "four-flush", "As 9s 4s 7h Jo", "four-flush", "A-K-9-4-7"),
    (JOKER, "soko", "As 9h 8s 7h Jo", "four-straight", "T-A"),
    # A bug is an ace, or completes a straight or a flush.
    (BUG, "standard", "Ks Kh 8d 3c Jo", "one-pair", "K-A-8-3"),
    (BUG, "standard", "Ks Kh 8d 8c Jo", "two-pair", "K-8-A"),
    (BUG, "standard", "Ks Kh Kd 8c Jo", "three-of-a-kind", "K-A-8"),
    (BUG, "standard", "Ks Kh Kd Kc Jo", "four-of-a-kind", "K-A"),
    (BUG, "standard", "As Kh 9d 4c Jo", "one-pair", "A-K-9-4"),
    (BUG, "standard", "As Ah Kd Kc Jo", "full-house", "A-K"),
    (BUG, "standard", "As Ah Ad Ac Jo", "five-of-a-kind", "A"),
    (BUG, "standard", "Ks 9h 7d 4c Jo", "high-card", "A-K-9-7-4"),
    (BUG, "standard", "9s 8h 7d 6c Jo", "straight", "T"),
    (BUG, "standard", "As Qs 9s 4s Jo", "flush", "A-K-Q-9-4"),
    (BUG, "standard", "9s 8s 7s 6s Jo", "straight-flush", "T"),
    # What is no orthodox hand it completes as an ace only, or by agreement.
    (BUG, "cats-and-dogs", "Ks Jh Td 8c Jo", "high-card", "A-K-J-T-8"),
    (SPECIAL, "cats-and-dogs", "Ks Jh Td 8c Jo", "big-tiger", "K-Q-J-T-8"),
    (BUG, "cats-and-dogs", "Ks Jh Td 9c Jo", "big-dog", "A-K-J-T-9"),
    (BUG, "cats-and-dogs", "As Jh Td 9c Jo", "one-pair", "A-J-T-9"),
    (SPECIAL, "cats-and-dogs", "As Jh Td 9c Jo", "big-dog", "A-K-J-T-9"),
    (BUG, "skeet", "3s 2h Kd Qc Jo", "round-the-corner-straight", "3"),
    (BUG, "skeet", "4s 2h Ad Kc Jo", "one-pair", "A-K-4-2"),
    (SPECIAL, "skeet", "4s 2h Ad Kc Jo", "round-the-corner-straight", "4"),
    (BUG, "four-flush", "Ks 9s 4s 7h Jo", "four-flush", "A-K-9-4-7"),
    (BUG, "four-flush", "As 9s 4s 7h Jo", "one-pair", "A-9-7-4"),
    # Judged as what it completes: a flush that would be a big dog is a flush.
    (BUG, "cats-and-dogs-flushes", "As Qs Js 9s Jo", "flush", "A-K-Q-J-9"),
    (SPECIAL, "cats-and-dogs-flushes", "As Qs Js 9s Jo", "big-dog-flush", "A-K-Q-J-9"),
    # Sequences run over the ranks of the deck.
    (PACKS["36 and jokers"], "standard", "As 8h 7d 6c Jo", "straight", "9"),
    (PACKS["32 with sevens wild"], "standard", "As 9h 8d 7c Ts", "straight", "T"),
    (Pack(ranks=LETTERS[4:], jokers=1, ace_low=False), "standard", "As 8h 7d 6c Jo",
     "one-pair", "A-8-7-6"),
    (PACKS["36 and jokers"], "skeet", "8s 7h 6d Ac Jo", "straight", "9"),
    (PACKS["36 and jokers"], "skeet", "7s 6h Ad Kc Jo", "round-the-corner-straight", "8"),
    # Per hand: the lowest rank of all, the ace high; the hole card and its like.
    (Pack(by_hand="lowest"), "standard", "3s 3h Kd Kc 9s", "four-of-a-kind", "K-9"),
    (Pack(by_hand="lowest"), "standard", "As Ah Kd Kc Ks", "five-of-a-kind", "A"),
    (Pack(by_hand="lowest", jokers=1), "standard", "Jo Ks 9d 9c 4s", "four-of-a-kind", "9-K"),
    (Pack(by_hand="lowest", wild=DEUCES), "standard", "2s Ks 9d 9c 4s", "four-of-a-kind", "9-K"),
    (Pack(by_hand="hole"), "standard", "9s Kd Kc 9h 4s", "four-of-a-kind", "K-4"),
    (Pack(by_hand="hole"), "standard", "4s 9s 9h Kd Kc", "full-house", "K-9"),
    (Pack(by_hand="hole", jokers=1), "standard", "Jo 9s 9h Kd Kc", "full-house", "K-9"),
]  # fmt: skip


def kind_of(pack: Pack) -> str:
    return f"{pack.bug} bugs" if pack.bug else "jokers" if pack.jokers else "wild cards"


@pytest.mark.parametrize("kind", ["orthodox bugs", "special bugs", "jokers", "wild cards"])
def test_a_hand_counts_as_the_rules_say(kind: str) -> None:
    misses = []
    for pack, ruleset, hand, *expected in (case for case in BY_EYE if kind_of(case[0]) == kind):
        found = rank_hand(hand, played(ruleset, pack))
        if [found.combination.id, found.tie_break] != expected:
            misses.append((pack, ruleset, hand, found.combination.id, found.tie_break))
    assert misses == []


def test_the_oracle_counts_a_hand_as_the_rules_say() -> None:
    sources = (__file__, oracle.__file__, wild_oracle.__file__)
    found = kept("wild-by-eye", judged_by_oracle, *sources)["combinations"].tolist()
    cases = zip(BY_EYE, found, strict=True)
    assert [(case, found) for case, found in cases if case[3] != found] == []


def judged_by_oracle() -> dict[str, np.ndarray]:
    """Return what the oracle counts the hands above as."""
    combinations = []
    for pack, ruleset, hand, *_ in BY_EYE:
        jokers = iter(range(52, 56))
        cards = [
            next(jokers) if text == "Jo" else 4 * LETTERS.index(text[0]) + "cdhs".index(text[1])
            for text in hand.split()
        ]
        combinations.append(worth(tuple(cards), ruleset, pack).category)
    return {"combinations": np.array(combinations)}


def test_a_joker_stands_for_every_card_that_is_not_held() -> None:
    held = (0, 5, 10, 44)
    free = [(card,) for card in range(52) if card not in held]
    assert sorted(substitutes(held, 1, PACKS["joker"])) == free


def test_a_joker_stands_for_the_fifth_of_a_rank() -> None:
    kings = (44, 45, 46, 47)
    found = set(substitutes(kings, 1, PACKS["joker"]))
    assert [card for (card,) in found if card in kings] == [44]


# --- random hands --------------------------------------------------------------------------------

# Special flushes on top, all of the second group of combinations, four-straights.
SOME_RULESETS = ("cats-over-flush", "skeet-over-flush", "soko")
# The others differ in number alone, or have their kinds of wild cards apart.
SLOW_PACKS = {"three jokers", "one-eyed jacks", "bug", "36", "36 and bugs", "hole card"}


@pytest.mark.parametrize("name", [name for name in PACKS if name not in SLOW_PACKS])
def test_hands_count_and_compare_as_the_best_of_all_that_they_can_stand_for(name: str) -> None:
    assert differences(name, SOME_RULESETS)[:3] == []


@given(packs(), st.sampled_from(sorted(RULESETS)), st.integers(0, 2**32))
@settings(max_examples=15)
def test_hands_of_any_pack_count_and_compare_alike(pack: Pack, ruleset: str, seed: int) -> None:
    rng = Random(seed)
    dealt = (deal(pack, rng) for _ in range(15))
    hands = [hand for hand in dealt if len(wild_of(hand, pack)) <= 2]
    ranking = compiled(ruleset, pack)
    slow = [worth(hand, ruleset, pack) for hand in hands]
    strengths = [ranking.strength(as_cards(hand)) for hand in hands]
    assert [ranking.combination(s).id for s in strengths] == [w.category for w in slow]
    assert compared(strengths) == compared([w.key for w in slow])


# --- which of two hands wins ---------------------------------------------------------------------

ALIKE = [
    ("Ks Kd Kc 9h 4s", "2s Ks Kd 9h 4s"),
    ("2s Ks Kd 9h 4s", "2s 2h Kd 9h 4s"),
    ("As Qs 9s 4s 3s", "2s Qs 9s 4s 3s"),
    ("2s As Ah Ad Ac", "2s 2h 2d 2c As"),
]


def test_equal_hands_tie_unless_fewer_wild_cards_win_as_an_option() -> None:
    tie, natural_first = (
        played("standard", Pack(wild=DEUCES, natural_first=option)) for option in (False, True)
    )
    for fewer, more in ALIKE:
        assert rank_hand(fewer, tie).strength == rank_hand(more, tie).strength, (fewer, more)
        strengths = [rank_hand(hand, natural_first).strength for hand in (fewer, more)]
        assert strengths[0] > strengths[1], (fewer, more)


def test_fewer_wild_cards_win_only_among_equal_hands() -> None:
    rng = Random(3)
    hands = np.array([deal(Pack(wild=DEUCES), rng) for _ in range(500)], dtype=np.uint8)
    tied = rank_hands(hands, played("skeet", Pack(wild=DEUCES)))
    untied = rank_hands(hands, played("skeet", Pack(wild=DEUCES, natural_first=True)))
    assert (np.diff(tied[np.argsort(untied)].astype(int)) >= 0).all()
