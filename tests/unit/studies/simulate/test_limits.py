"""Games that can't be simulated, and the largest that can."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pokersim.errors import InputError
from pokersim.kernels.showdown.records import MAX_SPECIALS
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.simulate.showdown_job import MAX_SEED, ShowdownJob
from pokersim.studies.simulate.summary import (
    group_rows,
)
from support.decks import DECKS, playing
from support.simulations import (
    CATS,
    N_DEALS,
    SOKO,
    STANDARD,
    groups_of,
    with_deck,
)


def refused(rulesets: Sequence[Ruleset], n_players: int, seed: int, n_cards: int = 5) -> str:
    """Give the message with which a job is refused."""
    with pytest.raises(InputError) as caught:
        ShowdownJob(tuple(rulesets), n_players, seed, n_cards)
    return str(caught.value)


@pytest.mark.parametrize("n_cards", [-1, 0, 4, 8, 52])
def test_hands_of_other_sizes_than_five_to_seven_are_refused(n_cards: int) -> None:
    message = refused([STANDARD], 1, 0, n_cards)
    assert message == f"{n_cards} cards a hand: a hand is dealt 5, 6 or 7"


@pytest.mark.parametrize(("deck", "most"), [("52", 10), ("36", 7), ("32", 6), ("9TJQKA", 4)])
def test_as_many_players_as_the_deck_is_enough_for_can_play(deck: str, most: int) -> None:
    job = ShowdownJob((with_deck(STANDARD, deck),), most, seed=0)
    assert job.count_chunk(0, 100).dealt.sum() == 100 * most


@pytest.mark.parametrize(
    ("deck_name", "n_cards", "most"),
    [("52", 6, 8), ("52", 7, 7), ("4 jokers", 7, 8), ("4 jokers", 6, 9), ("36", 7, 5)],
)
def test_more_cards_a_hand_are_enough_for_fewer_players(
    deck_name: str, n_cards: int, most: int
) -> None:
    ruleset = playing("standard", DECKS[deck_name])
    job = ShowdownJob((ruleset,), most, 0, n_cards)
    assert job.count_chunk(0, 100).dealt.sum() == 100 * most
    message = refused([ruleset], most + 1, 0, n_cards)
    assert f"{most + 1} players need {(most + 1) * n_cards} cards" in message
    assert f"enough for {most}" in message


@pytest.mark.parametrize(("deck", "most"), [("36", 7), ("32", 6), ("9TJQKA", 4)])
def test_more_players_than_the_deck_is_enough_for_are_refused(deck: str, most: int) -> None:
    message = refused([with_deck(STANDARD, deck)], most + 1, 0)
    assert f"{most + 1} players need {5 * most + 5} cards" in message
    assert f"enough for {most}" in message


@pytest.mark.parametrize("n_players", [-1, 0, 11, 100])
def test_no_players_and_more_than_ten_are_refused(n_players: int) -> None:
    assert f"{n_players} players: from 1 to 10 can play" in refused([STANDARD], n_players, 0)


def test_rulesets_with_different_decks_are_refused() -> None:
    message = refused([STANDARD, with_deck(SOKO, "36")], 2, 0)
    assert "'standard' is played with 52 cards and 'soko' with 36" in message


def test_rulesets_with_different_wild_cards_are_refused() -> None:
    joker = playing("soko", DECKS["1 joker"])
    assert "need one deck" in refused([STANDARD, joker], 2, 0)


def test_a_ruleset_named_twice_is_refused() -> None:
    assert "a ruleset is named twice" in refused([STANDARD, SOKO, STANDARD], 2, 0)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seeds_that_are_no_64_bits_are_refused(seed: int) -> None:
    assert refused([STANDARD], 2, seed) == f"the seed must be from 0 to {2**64 - 1}"


@pytest.mark.parametrize("seed", [0, MAX_SEED])
def test_the_lowest_and_the_highest_seed_can_be_played(seed: int) -> None:
    assert ShowdownJob((STANDARD,), 2, seed).count_chunk(0, 10).winner.sum() == 10


def with_specials(n: int) -> Ruleset:
    """Give a ruleset with so many special combinations."""
    big_tiger = CATS.ranking[4]
    own = tuple(replace(big_tiger, id=f"own-{i}") for i in range(n))
    return replace(STANDARD, name="many", ranking=(*own, *STANDARD.ranking))


def test_as_many_special_combinations_as_there_are_bits_can_be_grouped() -> None:
    job = ShowdownJob((STANDARD, with_specials(MAX_SPECIALS)), 2, seed=0)
    rows = groups_of(group_rows(job, job.count_chunk(0, N_DEALS)), job.rulesets[1])
    hands = {row.hands for group, row in rows.items() if group.startswith("own-")}
    assert len(hands) == 1
    assert min(hands) > 0


def test_more_special_combinations_than_there_are_bits_are_refused() -> None:
    job = ShowdownJob((STANDARD, with_specials(MAX_SPECIALS + 1)), 2, seed=0)
    with pytest.raises(InputError, match="at most 32"):
        job.count_chunk(0, 10)


def test_a_name_that_means_other_hands_in_another_ruleset_is_refused() -> None:
    big_tiger, little_dog = CATS.ranking[4], CATS.ranking[7]
    one, other = (
        replace(STANDARD, name=name, ranking=(replace(special, id="moon"), *STANDARD.ranking))
        for name, special in (("one", big_tiger), ("other", little_dog))
    )
    with pytest.raises(InputError, match="'moon'"):
        ShowdownJob((one, other), 2, seed=0).count_chunk(0, 10)
