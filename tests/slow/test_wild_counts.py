"""Every hand of whole decks with wild cards, under every ruleset."""

import pytest

from pokersim.rules.deck import Deck
from pokersim.rules.loader import parse_ruleset, play_with, shipped_names
from pokersim.studies.frequency import count_frequencies
from support.oracle import RULESETS
from support.whole_decks import WILD, disorder, miscounted, with_bugs, with_jokers
from support.wild_oracle import Pack

every_ruleset = pytest.mark.parametrize("ruleset", shipped_names())
every_bug = pytest.mark.parametrize("bug", ["orthodox", "special"])


@every_ruleset
def test_every_hand_with_up_to_four_jokers_compares_as_the_best_that_it_can_be(
    ruleset: str,
) -> None:
    assert disorder(ruleset, Pack(jokers=4), with_jokers(ruleset)) == []


@every_bug
@every_ruleset
def test_every_hand_with_up_to_four_bugs_compares_as_the_best_that_it_can_be(
    ruleset: str, bug: str
) -> None:
    assert disorder(ruleset, Pack(jokers=4, bug=bug), with_bugs(ruleset, bug)) == []


@every_ruleset
def test_frequencies_are_those_of_all_hands_judged_by_trying_every_card(ruleset: str) -> None:
    values = with_jokers(ruleset)
    assert {name: miscounted(ruleset, pack, values, name) for name, pack in WILD.items()} == {
        name: {} for name in WILD
    }


@every_bug
@pytest.mark.parametrize("ruleset", ["standard", "cats-over-flush", "skeet"])
def test_frequencies_with_bugs_are_those_of_all_hands(ruleset: str, bug: str) -> None:
    values = with_bugs(ruleset, bug)
    for jokers in (1, 2, 4):
        assert miscounted(ruleset, Pack(jokers=jokers, bug=bug), values) == {}, jokers


def test_six_cards_and_a_joker_make_the_published_royal_flushes() -> None:
    # B. Butler's tables of six-card hands with an ordinary joker.
    names = ", ".join(
        f'"{name}"' for name in ("five-of-a-kind", "royal-flush", *RULESETS["standard"])
    )
    ruleset = play_with(parse_ruleset(f"ranking = [{names}]", "x", "x"), Deck(jokers=1))
    found = {f.combination.id: f.hands for f in count_frequencies(ruleset, 6)}
    assert (found["five-of-a-kind"], found["royal-flush"]) == (624, 1_132)
