"""How often each combination is dealt, in packs of which every hand can be judged slowly."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.errors import InputError
from pokersim.rules.loader import load_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import (
    Frequency,
    count_frequencies,
    count_strengths,
    hands_by_place,
    swapped,
)
from pokersim.studies.rank import rank_hand, rank_hands
from support.oracle import RULESETS, Hand
from support.wild_hands import PACKS, compiled, packs, played
from support.wild_oracle import Pack, different_readings, fives_of, made_as, worth_of_five

# --- every hand of a small pack, one by one ------------------------------------------------------


def deals(pack: Pack, n_cards: int) -> Iterator[Hand]:
    """Deal every hand once; where the hole card matters, with each of its cards as that."""
    for hand in combinations(pack.cards, n_cards):
        if pack.by_hand != "hole":
            yield hand
            continue
        for hole in hand:
            yield (hole, *(card for card in hand if card != hole))


def recount(pack: Pack, ruleset: str, n_cards: int) -> tuple[Counter[str], Counter[str]]:
    """Count the hands by what they count as, and by all that some five can be read as."""
    known: dict[tuple[Hand, Hand], tuple[tuple[int, ...], str, frozenset[str]]] = {}
    counts_as: Counter[str] = Counter()
    matching: Counter[str] = Counter()
    for dealt in deals(pack, n_cards):
        best: tuple[tuple[int, ...], str] = ((), "")
        makes: set[str] = set()
        for five in fives_of(dealt, pack):
            if five not in known:
                known[five] = judged(*five, ruleset, pack)
            key, category, made = known[five]
            best = max(best, (key, category))
            makes |= made
        counts_as[best[1]] += 1
        matching.update(makes)
    return counts_as, matching


def judged(
    five: Hand, wild: Hand, ruleset: str, pack: Pack
) -> tuple[tuple[int, ...], str, frozenset[str]]:
    """Judge five cards: what orders them, what they count as, and all that they can be."""
    best = worth_of_five(five, wild, ruleset, pack)
    makes = [made_as(*way, pack) for way in different_readings(five, wild, pack)]
    return best.key, best.category, frozenset[str]().union(*makes)


SMALL_PACKS = [
    (Pack(ranks="5689", jokers=1), "soko", (6,)),
    (Pack(ranks="TJA", by_hand="lowest", jokers=1, bug="special", wild=(32,)), "soko", (6,)),
    (Pack(ranks="TA", by_hand="hole", jokers=1, bug="orthodox"), "soko", (6, 7)),
    (Pack(ranks="TJA", jokers=2, natural_first=True), "four-flush", (5, 7)),
]
LARGER_PACKS = [
    (Pack(ranks="TJQKA", jokers=1), "skeet-flushes", (6,)),
    (Pack(ranks="9JQKA", jokers=1, bug="special"), "skeet", (5,)),
    (Pack(ranks="9TQA", jokers=2, double_ace_flush=True), "standard", (5,)),
    (Pack(ranks="TJA", by_hand="hole", jokers=1, bug="orthodox", wild=(32,)), "soko", (7,)),
]
CASES = [
    pytest.param(pack, ruleset, n, marks=pytest.mark.slow if packs is LARGER_PACKS else ())
    for packs in (SMALL_PACKS, LARGER_PACKS)
    for pack, ruleset, sizes in packs
    for n in sizes
]


@pytest.mark.parametrize(("pack", "ruleset", "n_cards"), CASES)
def test_every_hand_counts_and_matches_as_in_a_slow_recount(
    pack: Pack, ruleset: str, n_cards: int
) -> None:
    counts_as, matching = recount(pack, ruleset, n_cards)
    found = count_frequencies(played(ruleset, pack), n_cards)
    assert {f.combination.id: f.hands for f in found if f.hands} == counts_as
    shown = {f.combination.id: f.matching for f in found}
    assert shown == {name: hands for name, hands in matching.items() if name in shown}


# --- totals --------------------------------------------------------------------------------------


def n_deals(pack: Pack, n_cards: int = 5) -> int:
    """Return how many hands there are, each card in turn as the hole card where that matters."""
    return comb(len(pack.cards), n_cards) * (n_cards if pack.by_hand == "hole" else 1)


@pytest.mark.parametrize("name", ["bug and deuces", "hole card and jacks"])
def test_all_hands_count_as_something_and_match_what_they_count_as(name: str) -> None:
    found = count_frequencies(played("skeet-flushes", PACKS[name]))
    assert sum(f.hands for f in found) == n_deals(PACKS[name])
    assert {f.total for f in found} == {n_deals(PACKS[name])}
    assert [f.combination.id for f in found if not f.hands <= f.matching <= f.total] == []


@given(packs(), st.sampled_from(sorted(RULESETS)))
@settings(max_examples=10)
def test_the_weights_of_any_pack_add_up(pack: Pack, ruleset: str) -> None:
    ranking = compiled(ruleset, pack)
    assert ranking.weights.sum() == n_deals(pack)
    assert (ranking.weights > 0).all()
    assert (ranking.hands[1:].sum(), ranking.hands[0]) == (n_deals(pack), 0)


@pytest.mark.parametrize(
    ("name", "n_cards"),
    [
        ("36 and bugs", 6),
        pytest.param("32, hole card and a bug", 7, marks=pytest.mark.slow),
    ],
)
def test_all_longer_hands_count_as_something(name: str, n_cards: int) -> None:
    found = count_frequencies(played("skeet", PACKS[name]), n_cards)
    assert sum(f.hands for f in found) == n_deals(PACKS[name], n_cards)
    assert [f.combination.id for f in found if not f.hands <= f.matching <= f.total] == []


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_strengths_are_counted_as_they_are_ranked(n_cards: int) -> None:
    pack = Pack(ranks="TJQKA")
    hands = np.array(list(combinations(pack.cards, n_cards)), dtype=np.uint8)
    rules = played("skeet", pack)
    counted = count_strengths(rules, n_cards)
    ranked = np.bincount(rank_hands(hands, rules), minlength=len(counted))
    assert counted.tolist() == ranked.tolist()


def test_the_hands_by_place_are_those_of_the_frequencies() -> None:
    rules = played("skeet", PACKS["deuces"])
    assert hands_by_place(rules) == [f.hands for f in count_frequencies(rules)]


def test_a_combination_that_the_deck_cannot_hold_has_no_line() -> None:
    found = count_frequencies(played("cats-and-dogs", PACKS["36"]))
    assert "little-dog" not in [f.combination.id for f in found]
    assert [f.place for f in found] == list(range(1, len(found) + 1))


def test_the_share_of_hands_beaten_is_one_of_the_deck_in_play() -> None:
    # Five of a kind are 13 of the 2,869,685 hands with a joker; the best of them beats all others.
    rank = rank_hand("As Ah Ad Ac Jo", played("standard", PACKS["joker"]))
    assert rank.beats == 1.0


@pytest.mark.parametrize("name", ["36 and bugs", "32, hole card and a bug"])
def test_shares_beaten_weigh_up_to_one_half(name: str) -> None:
    ranking = compiled("skeet", PACKS[name])
    share = (ranking.beats * ranking.hands).sum() / n_deals(PACKS[name])
    assert share == pytest.approx(0.5, abs=1e-12)


# --- another order -------------------------------------------------------------------------------


def order(rules: Ruleset) -> list[str]:
    return [combination.id for combination in rules.ranking]


def test_swapping_exchanges_two_places() -> None:
    before = order(load_ruleset("standard"))
    after = order(swapped(load_ruleset("standard"), "flush", "one-pair"))
    i, j = before.index("flush"), before.index("one-pair")
    before[i], before[j] = before[j], before[i]
    assert after == before


@pytest.mark.parametrize("ruleset", ["standard", "cats-dogs-and-skeet"])
def test_swapping_twice_changes_nothing_but_the_name(ruleset: str) -> None:
    rules = load_ruleset(ruleset)
    twice = swapped(swapped(rules, "flush", "two-pair"), "two-pair", "flush")
    assert (twice.digest, twice.name) == (rules.digest, f"{ruleset}-swapped-swapped")


def test_swapping_keeps_the_deck() -> None:
    rules = played("standard", PACKS["36 and bugs"])
    assert swapped(rules, "flush", "straight").deck == rules.deck


def test_a_swapped_hand_counts_as_what_stands_higher() -> None:
    rules = swapped(played("standard", PACKS["joker"]), "three-of-a-kind", "two-pair")
    assert rank_hand("Ks Kh 8d 3c Jo", rules).combination.id == "two-pair"


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        ("flsh", "straight", "'flsh' can't be swapped in 'standard'; did you mean 'flush'?"),
        ("flush", "skeet", "'skeet' can't be swapped in 'standard'\n  it has: straight-flush, "),
        ("high-card", "flush", "'high-card' can't be swapped in 'standard'\n  it has: "),
    ],
)
def test_what_cannot_be_swapped_is_an_error(first: str, second: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        swapped(load_ruleset("standard"), first, second)
    assert str(caught.value).startswith(problem)


def test_a_frequency_is_also_a_probability_and_one_in_so_many() -> None:
    rules = load_ruleset("standard")
    one = Frequency(rules, rules.ranking[0], 1, hands=40, matching=40, total=2_598_960)
    assert (one.probability, one.one_in) == (40 / 2_598_960, 64_974)
