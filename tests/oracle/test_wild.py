"""Hands with wild cards, one by one: each is worth the best of all that its cards may stand for."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.cards import card_text
from pokersim.rules.compiler import Ranking
from pokersim.rules.loader import shipped_names
from pokersim.studies.rank import rank_hand, rank_hands
from support.oracle import LETTERS, RULESETS, Hand
from support.wild_hands import (
    DEUCES,
    PACKS,
    as_cards,
    compared,
    compiled,
    deal,
    hands_with,
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


@pytest.mark.parametrize(("pack", "ruleset", "hand", "combination", "tie_break"), BY_EYE)
def test_a_hand_counts_as(
    pack: Pack, ruleset: str, hand: str, combination: str, tie_break: str
) -> None:
    found = rank_hand(hand, played(ruleset, pack))
    assert (found.combination.id, found.tie_break) == (combination, tie_break)


@pytest.mark.parametrize(("pack", "ruleset", "hand", "combination", "tie_break"), BY_EYE)
def test_the_slow_reading_is_right(
    pack: Pack, ruleset: str, hand: str, combination: str, tie_break: str
) -> None:
    jokers = iter(range(52, 56))
    cards = [
        next(jokers) if text == "Jo" else 4 * LETTERS.index(text[0]) + "cdhs".index(text[1])
        for text in hand.split()
    ]
    assert worth(tuple(cards), ruleset, pack).category == combination


def test_a_joker_stands_for_every_card_that_is_not_held() -> None:
    held = (0, 5, 10, 44)
    free = [(card,) for card in range(52) if card not in held]
    assert sorted(substitutes(held, 1, PACKS["joker"])) == free


def test_a_joker_stands_for_the_fifth_of_a_rank() -> None:
    kings = (44, 45, 46, 47)
    found = set(substitutes(kings, 1, PACKS["joker"]))
    assert [card for (card,) in found if card in kings] == [44]


# --- random hands, every ruleset -----------------------------------------------------------------


def differences(hands: list[Hand], pack: Pack) -> list[tuple[str, str, str, str]]:
    """Compare all hands under every ruleset; give those that count as something else."""
    found = []
    cards = np.array(hands, dtype=np.uint8)
    for name in shipped_names():
        ranking = compiled(name, pack)
        slow = [worth(hand, name, pack) for hand in hands]
        strengths = rank_hands(cards, ranking.ruleset).tolist()
        assert strengths == ranking.strengths_of(ranking.classes_of(cards)).tolist(), name
        categories = [ranking.combination(strength).id for strength in strengths]
        found += [
            (name, card_text(hand), category, should.category)
            for hand, category, should in zip(hands, categories, slow, strict=True)
            if category != should.category
        ]
        found += misplaced(name, hands, compared(strengths), compared([w.key for w in slow]))
    return found


def misplaced(
    name: str, hands: list[Hand], ours: list[int], theirs: list[int]
) -> list[tuple[str, str, str, str]]:
    """Give the hands that compare with the others in another way."""
    return [
        (name, card_text(hand), f"place {our}", f"place {their}")
        for hand, our, their in zip(hands, ours, theirs, strict=True)
        if our != their
    ]


def some_hands(pack: Pack, numbers: dict[int, int]) -> list[Hand]:
    """Deal so many hands of each number of wild cards, always the same."""
    rng = Random(repr(pack))
    return [hand for n_wild, n in numbers.items() for hand in hands_with(pack, n_wild, n, rng)]


@pytest.mark.parametrize("name", PACKS)
def test_hands_count_and_compare_as_the_best_of_all_that_they_can_stand_for(name: str) -> None:
    hands = some_hands(PACKS[name], {0: 10, 1: 30, 2: 10, 3: 1})
    assert len(hands) >= 10
    assert differences(hands, PACKS[name])[:3] == []


# Four wild cards are 249,900 readings with 52 cards, and 82,251 with 36.
@pytest.mark.parametrize("name", ["deuces", "four bugs", "36 and jokers", "36, lowest and bugs"])
def test_four_wild_cards_stand_for_the_best_of_all(name: str) -> None:
    pack = PACKS[name]
    hands = some_hands(pack, {1: 5, 4: 1})
    assert len(hands) == 6
    assert differences(hands, pack)[:3] == []


@given(packs(), st.sampled_from(sorted(RULESETS)), st.integers(0, 2**32))
@settings(max_examples=40)
def test_hands_of_any_pack_count_and_compare_alike(pack: Pack, ruleset: str, seed: int) -> None:
    rng = Random(seed)
    dealt = (deal(pack, rng) for _ in range(30))
    hands = [hand for hand in dealt if len(wild_of(hand, pack)) <= 3]
    ranking = compiled(ruleset, pack)
    slow = [worth(hand, ruleset, pack) for hand in hands]
    strengths = [ranking.strength(as_cards(hand)) for hand in hands]
    assert [ranking.combination(s).id for s in strengths] == [w.category for w in slow]
    assert compared(strengths) == compared([w.key for w in slow])


# --- which of two hands wins ---------------------------------------------------------------------


def strength(hand: str, ranking: Ranking) -> int:
    return rank_hand(hand, ranking.ruleset).strength


ALIKE = [
    ("Ks Kd Kc 9h 4s", "2s Ks Kd 9h 4s"),
    ("2s Ks Kd 9h 4s", "2s 2h Kd 9h 4s"),
    ("As Qs 9s 4s 3s", "2s Qs 9s 4s 3s"),
    ("2s As Ah Ad Ac", "2s 2h 2d 2c As"),
]


@pytest.mark.parametrize(("fewer", "more"), ALIKE, ids=lambda hand: hand)
def test_natural_and_wild_hands_tie(fewer: str, more: str) -> None:
    ranking = compiled("standard", Pack(wild=DEUCES))
    assert strength(fewer, ranking) == strength(more, ranking)


@pytest.mark.parametrize(("fewer", "more"), ALIKE, ids=lambda hand: hand)
def test_of_hands_alike_the_one_with_fewer_wild_cards_wins_as_an_option(
    fewer: str, more: str
) -> None:
    ranking = compiled("standard", Pack(wild=DEUCES, natural_first=True))
    assert strength(fewer, ranking) > strength(more, ranking)


def test_fewer_wild_cards_win_only_among_hands_alike() -> None:
    rng = Random(3)
    hands = np.array([deal(Pack(wild=DEUCES), rng) for _ in range(2000)], dtype=np.uint8)
    tied = rank_hands(hands, played("skeet", Pack(wild=DEUCES)))
    told_apart = rank_hands(hands, played("skeet", Pack(wild=DEUCES, natural_first=True)))
    in_order = tied[np.argsort(told_apart)]
    assert (np.diff(in_order.astype(int)) >= 0).all()
