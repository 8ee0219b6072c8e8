"""What equities omit because it is equivalent: suits renamed, players of the same hand range.

Every count is that of a naive enumeration, which omits nothing.
"""

from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.cards import card_text
from pokersim.errors import InputError
from pokersim.rules.deck import Deck, parse_deck
from pokersim.rules.loader import load_ruleset, play_with
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.equity.enumeration_plan import n_apart
from pokersim.studies.equity.equities import equity_rows, shown_rows
from support.equities import (
    STANDARD,
    as_naive,
    by_ranking,
    count,
    count_naively,
    ids,
    job_of,
)

SMALL = parse_deck("QKA")
JACKS = parse_deck("JQKA")


def on(deck: Deck, *names: str) -> tuple[Ruleset, ...]:
    """Return rulesets played with a deck."""
    return tuple(play_with(load_ruleset(name), deck) for name in names)


SPOTS = {
    "two alike, all suits alike": (["any", "any"], None, SMALL, ""),
    "two alike, a dead card": (["any", "any"], None, SMALL, "Qc"),
    "two alike behind a hand": (["AsAhKsKd2c", "any", "any"], None, parse_deck("2QKA"), ""),
    "three alike on a board": (["any", "any", "any"], "KcQcAcAdAh", SMALL, ""),
    "three alike, and cards to the board": (["any", "any", "any"], "KcQcAcAd", SMALL, "Ks"),
    "one known, two alike, a board": (["As", "any", "any"], "KcQcAcAd", SMALL, "Qh"),
    "two suits alike": (["AsAh", "KdKc"], "", JACKS, ""),
    "two suits alike, any": (["AsAh", "any"], "QcQd", JACKS, "JsJh"),
    "kinds alike": (["full-house", "full-house"], None, SMALL, ""),
    "all but a kind": (["!full-house", "!full-house"], None, SMALL, "Kc"),
    "a wide and a narrow kind": (["top:60%", "four-of-a-kind"], None, SMALL, ""),
    "a kind and any": (["any", "full-house,!full-house:AAA"], None, SMALL, "Qd"),
    "jokers and two alike": (["any", "any"], None, replace(SMALL, jokers=1), "Qc"),
    "two bugs": (["any", "any"], None, replace(SMALL, jokers=2, bug="orthodox"), "QcQd"),
    "one suit's queen wild": (["any", "any"], None, replace(SMALL, wild=ids("Qh")), ""),
    "lowest wild, two alike": (["any", "any"], None, replace(SMALL, by_hand="lowest"), "Ad"),
    "parts of three hands": (["AsKsAc", "AhKhAd", "QdQcQh"], None, parse_deck("9QKA"), "9c"),
    "parts, two suits alike": (["AsAhAdAc", "KsKh"], None, JACKS, ""),
}


@pytest.mark.parametrize("spot", SPOTS)
def test_what_is_the_same_again_is_counted_as_often_as_it_comes(spot: str) -> None:
    hands, board, deck, dead = SPOTS[spot]
    names = ("standard", "skeet")
    job = job_of(hands, board, None, on(deck, *names), dead=dead)
    found, naive = as_naive(count(job, n_threads=2)), count_naively(job, by_ranking(job.rankings))
    for r, name in enumerate(names):
        assert (name, found.winners[r]) == (name, naive.winners[r])
        assert (name, found.shown[r]) == (name, naive.shown[r])


@st.composite
def small_spots(draw: st.DrawFn) -> tuple[list[str], str]:
    """Draw hands, whole or not, from sixteen cards, and dead cards."""
    cards = [card_text(np.array([card], dtype=np.uint8)) for card in JACKS.cards]
    cards = draw(st.permutations(cards))
    sizes = draw(st.sampled_from([(5, 0), (4, 3), (3, 3), (5, 4, 3), (2, 4), (4, 4, 4), (2, 5)]))
    hands, at = [], 0
    for size in sizes:
        hands.append("".join(cards[at : at + size]) or "any")
        at += size
    room = len(cards) - 5 * len(sizes)
    return hands, "".join(cards[at : at + draw(st.integers(0, room))])


@settings(deadline=None, max_examples=12, derandomize=True)
@given(small_spots(), st.permutations("cdhs"), st.randoms(use_true_random=False))
def test_any_spot_is_that_of_a_naive_enumeration_whatever_the_order_of_players_and_suits(
    spot: tuple[list[str], str], suits: list[str], rng: Random
) -> None:
    hands, dead = spot
    rulesets = on(JACKS, "standard", "skeet")
    job = job_of(hands, rulesets=rulesets, dead=dead)
    found = as_naive(count(job))
    assert found == count_naively(job, by_ranking(job.rankings))
    names = str.maketrans("cdhs", "".join(suits))
    renamed = [hand if hand == "any" else hand.translate(names) for hand in hands]
    other = count(job_of(renamed, rulesets=rulesets, dead=dead.translate(names)))
    assert as_naive(other) == found
    order = rng.sample(range(len(hands)), len(hands))
    rows = equity_rows(job, count(job))
    swapped = job_of([hands[i] for i in order], rulesets=rulesets, dead=dead)
    by_player = {
        (row.ruleset.name, order[row.player - 1]): row
        for row in equity_rows(swapped, count(swapped))
    }
    for row in rows:
        same = by_player[row.ruleset.name, row.player - 1]
        assert (row.wins, row.ties_by_share) == (same.wins, same.ties_by_share)


# --- what it costs -------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", ["AhAs KdKc", "AhAs AdAc", "AhKs QdJc", "AhKh QdQc", "any any"])
def test_sets_of_cards_apart_are_those_that_no_renaming_makes_of_each_other(hands: str) -> None:
    job = job_of(hands, "", rulesets=on(JACKS, "standard"))
    for size in (1, 2, 3):
        apart = set()
        for cards in combinations(job.live_cards, size):
            alike = [tuple(sorted(moved[card] for card in cards)) for moved in job.renamings]
            apart.add(min([cards, *alike]))
        assert n_apart(job, size) == len(apart)


def test_suits_are_alike_if_all_that_is_known_stays() -> None:
    for hands, dead, wild, expected in (
        ("any any", "", "", 24),
        ("AhAs KdKc", "", "", 4),
        ("AhAs KdKc", "2h", "", 2),
        ("AhAs KdKc", "2h2s", "", 4),
        ("AhAs KdKc", "", "Jd", 2),
        ("AhKs QdJc", "", "", 1),
        ("AhKs any", "", "", 2),
    ):
        rulesets = on(replace(Deck(), wild=ids(wild)), "standard")
        assert len(job_of(hands, "", rulesets=rulesets, dead=dead).renamings) + 1 == expected


SUITED = comb(12, 5) + comb(11, 5) + 2 * comb(12, 5)
"""Hands of one suit when a king, a nine, an eight and two diamonds are gone."""


def ranks_of(size: int, left: list[int]) -> int:
    """Count the multisets of ranks of which so many cards are left."""
    drawn = combinations_with_replacement(range(len(left)), size)
    return sum(all(ranks.count(rank) <= left[rank] for rank in set(ranks)) for ranks in drawn)


def test_the_number_of_evaluations_is_known_beforehand() -> None:
    for hands, board, expected in (
        # Two hands for each board of its kind.
        ("AhAs KdKc", "", 2 * 462_264),
        ("AhKs QdJc", "", 2 * comb(48, 5)),
        # The hand that is whole is ranked once; the other's by ranks, and those of one suit.
        ("KhJdTd9s8c any", None, 1 + ranks_of(5, [3] * 5 + [4] * 8) + SUITED),
        ("KhJdTd8c 9s9dAcAdAs", None, 1 + 13),
        ("AhAd(9c6s3c) KsQsJsTs(2d)", None, 42 + 42 * ranks_of(3, [2] + [3] * 8 + [4] * 4)),
    ):
        assert job_of(hands, board).evaluations == expected


def test_players_alike_make_more_spots_cheap() -> None:
    board = "KsTs4d3d2h"
    alone, alike = (job_of(hands, board).evaluations for hands in ("AhAs any", "AhAs any any any"))
    assert alone == 1 + ranks_of(2, [2] + [3] * 5 + [4] * 7)
    every = comb(45, 2) * comb(43, 2) * comb(41, 2)
    assert every / 6 < alike < every / 4
    counts = count(job_of("AhAs any any", board))
    assert int(counts.winners.sum()) == comb(45, 2) * comb(43, 2)


# --- kinds ---------------------------------------------------------------------------------------

WIDE = [
    (["top:50%", "top:50%"], SMALL, ""),
    (["!four-of-a-kind", "!full-house"], SMALL, ""),
    (["any", "top:70%"], SMALL, "Qc"),
    (["four-of-a-kind:AAAA,full-house", "top:90%"], SMALL, ""),
    (["!full-house:AAA", "AsJd", "KsKh"], JACKS, ""),
]


@pytest.mark.parametrize(("hands", "deck", "dead"), WIDE)
def test_a_sample_of_wide_kinds_is_within_five_sigma(
    hands: list[str], deck: Deck, dead: str
) -> None:
    n_deals = 40_000
    job = job_of(hands, rulesets=on(deck, "standard", "skeet"), dead=dead)
    exact, sampled = count(job), count(job.sampled(17), n_deals)
    total = int(exact.winners[0].sum())
    for name in ("winners", "shown"):
        shares = getattr(exact, name) / total
        room = 5 * np.sqrt(shares * (1 - shares) / n_deals) + (shares > 0) * 5 / n_deals
        assert (np.abs(getattr(sampled, name) / n_deals - shares) <= room).all(), name


def test_many_wide_kinds_are_dealt() -> None:
    job = job_of(["top:50%"] * 7, rulesets=STANDARD, seed=1)
    counts = count(job, 500)
    assert int(counts.winners.sum()) == 500
    # Nobody shows less than his kind has: aces high at the least.
    weakest = max(row.combination.id for row in shown_rows(job, counts) if row.player == 7)
    assert weakest == "two-pair"


def test_hands_of_kinds_that_can_not_be_together_are_refused_as_soon_as_all_are_dealt() -> None:
    job = job_of(["straight-flush:A"] * 5, rulesets=on(parse_deck("36"), "standard"))
    with pytest.raises(InputError, match="no deal fits these hands: the kinds need the same cards"):
        equity_rows(job, count(job))


def test_too_long_a_list_is_refused() -> None:
    job = job_of("any any", n_cards=7)
    with pytest.raises(InputError, match="7 cards come in 133,784,560 ways to each of two"):
        count(job)
