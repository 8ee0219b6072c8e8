"""Orders that agree with their own counts: the search compared with all orders there are."""

from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.rules.loader import load_ruleset
from pokersim.studies.combination_sets import CombinationSets, dealt_sets
from pokersim.studies.fair_order import fair_ruleset, find_fair_order, order_that_stays
from pokersim.studies.frequency import hands_by_place
from support.decks import DECKS, playing


def grows(counts: np.ndarray) -> bool:
    """Whether no count is smaller than the one before."""
    return bool((np.diff(counts) >= 0).all())


def all_fair_orders(census: CombinationSets) -> list[tuple[int, ...]]:
    """Try every order in which the last combination stays the last."""
    last = len(census.combinations) - 1
    orders = [(*order, last) for order in permutations(range(last))]
    return [order for order in orders if grows(census.counts(order)[list(order)])]


@st.composite
def censuses(draw: st.DrawFn) -> CombinationSets:
    """Make up what hands can be read as: few hands, so that counts are often equal."""
    n = draw(st.integers(2, 6))
    rows = draw(st.lists(st.tuples(*[st.booleans()] * (n - 1)), min_size=1, max_size=12))
    weights = draw(st.lists(st.integers(1, 4), min_size=len(rows), max_size=len(rows)))
    sets = np.array([[*row, True] for row in rows])
    combinations = load_ruleset("cats-dogs-and-skeet").ranking[:n]
    return CombinationSets(combinations, sets, np.array(weights, dtype=np.int64), sum(weights))


@given(censuses())
@settings(max_examples=50)
def test_an_order_is_found_whenever_there_is_one(census: CombinationSets) -> None:
    fair, known = find_fair_order(census), all_fair_orders(census)
    if known:
        assert fair.order in known
        assert census.counts(fair.order)[list(fair.order)].tolist() == list(fair.counts)
    else:
        assert fair.order is None


@given(censuses())
@settings(max_examples=50)
def test_an_order_that_agrees_as_it_stands_stays(census: CombinationSets) -> None:
    given_order = tuple(range(len(census.combinations)))
    is_fair = grows(census.counts(given_order))
    assert (find_fair_order(census).order == given_order) == is_fair


@pytest.mark.parametrize(
    ("name", "deck_name"), [("standard", "deuces"), ("four-flush", "36"), ("four-flush", "1 joker")]
)
def test_of_a_ruleset_an_order_is_found_whenever_there_is_one(name: str, deck_name: str) -> None:
    census = dealt_sets(playing(name, DECKS[deck_name]))
    few = CombinationSets(
        census.combinations[-7:], census.sets[:, -7:], census.weights, census.total
    )
    known = all_fair_orders(few)
    order = find_fair_order(few).order
    assert order in known if known else order is None


@pytest.mark.parametrize("name", ["cats-dogs-and-skeet", "skeet-flushes", "soko"])
def test_a_shipped_ruleset_has_a_fair_order_of_52_cards(name: str) -> None:
    ruleset = load_ruleset(name)
    census = dealt_sets(ruleset)
    fair = find_fair_order(census)
    counts = hands_by_place(fair_ruleset(ruleset, census, fair))
    assert counts == list(fair.counts) == sorted(counts)


def test_with_a_joker_there_is_none_and_the_pair_in_the_way_is_named() -> None:
    ruleset = playing("standard", DECKS["1 joker"])
    census = dealt_sets(ruleset)
    fair = find_fair_order(census)
    assert fair.order is None
    assert fair.stuck is not None
    assert [census.combinations[number].id for number in fair.stuck] == [
        "three-of-a-kind", "two-pair",
    ]  # fmt: skip
    assert fair.counts[-2:] == (137_280, 123_552)
    with pytest.raises(ValueError, match="no order of 'standard' agrees"):
        fair_ruleset(ruleset, census, fair)


def test_with_the_bug_the_orthodox_order_is_fair() -> None:
    census = dealt_sets(playing("standard", DECKS["bug"]))
    assert find_fair_order(census).order == tuple(range(10))


def test_a_fair_ruleset_leaves_out_what_the_deck_cannot_hold() -> None:
    ruleset = playing("cats-and-dogs", DECKS["52"])
    ranking = (*load_ruleset("standard").ranking[:1], *ruleset.ranking)
    royal = replace(
        ruleset, ranking=(playing("standard", DECKS["1 joker"]).ranking[0], *ranking[1:])
    )
    census = dealt_sets(royal)
    fair = fair_ruleset(royal, census, find_fair_order(census))
    assert {c.id for c in royal.ranking} - {c.id for c in fair.ranking} == {"five-of-a-kind"}
    assert fair.title("ru") == "Коты и собаки, по редкости"


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8))
@settings(max_examples=50)
def test_what_stays_is_the_most_that_grows_and_the_earliest_of_it(counts: list[int]) -> None:
    chains = [
        list(chain)
        for size in range(len(counts), 0, -1)
        for chain in combinations(range(len(counts)), size)
        if grows(np.array([counts[place] for place in chain]))
    ]
    longest = [chain for chain in chains if len(chain) == len(chains[0])]
    assert order_that_stays(np.array(counts)) == min(longest)
