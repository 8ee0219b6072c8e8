"""How often each combination comes up with wild cards, and that every hand has its place."""

import pytest

from pokersim.studies.frequency import count_frequencies, swapped
from support.oracle import Hand
from support.whole_decks import WILD, disorder, miscounted, with_bugs, with_jokers
from support.wild_hands import DEUCES, ONE_EYED_JACKS, played
from support.wild_oracle import Pack

# --- published counts ----------------------------------------------------------------------------

NAMES = (
    "five-of-a-kind", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "one-pair", "high-card",
)  # fmt: skip

# With one joker, five of a kind and straight flushes are also those of B. Alspach, "Wild Cards in
# Profusion", Poker Digest 5 (2002), no. 8; with deuces wild, five of a kind of no. 9.
SECTION_3_COUNTS = {
    "53, joker": (
        Pack(jokers=1),
        (13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540),
    ),
    "53, bug": (
        Pack(jokers=1, bug="orthodox"),
        (1, 204, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964),
    ),
    "deuces wild": (
        Pack(wild=DEUCES),
        (672, 2_552, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680),
    ),
}


def counted(pack: Pack) -> dict[str, int]:
    """Count the hands of a pack under the standard ruleset."""
    return {f.combination.id: f.hands for f in count_frequencies(played("standard", pack))}


@pytest.mark.parametrize("name", SECTION_3_COUNTS)
def test_the_counts_are_those_that_the_rules_print(name: str) -> None:
    pack, hands = SECTION_3_COUNTS[name]
    assert counted(pack) == dict(zip(NAMES, hands, strict=True))


def test_two_jokers_make_the_published_straight_flushes() -> None:
    # bigtpoker.com, "How many straight flushes are possible with wildcards?"
    assert counted(Pack(jokers=2))["straight-flush"] == 624


SIXES = tuple(range(16, 20))
# B. Alspach, "Wild Cards in Profusion: Part 2", Poker Digest 5 (2002), no. 9: two and four of
# one rank wild (above), then two and four of a second rank as well.
FIVE_OF_A_KIND = [
    (ONE_EYED_JACKS, 72),
    ((*DEUCES, *ONE_EYED_JACKS), 2_762),
    ((*DEUCES, *SIXES), 8_152),
]


@pytest.mark.parametrize(("wild", "hands"), FIVE_OF_A_KIND)
def test_wild_ranks_make_the_published_numbers_of_five_of_a_kind(wild: Hand, hands: int) -> None:
    assert counted(Pack(wild=wild))["five-of-a-kind"] == hands


# --- the paradox --------------------------------------------------------------------------------


def test_two_pair_above_three_of_a_kind_is_made_more_often_with_a_joker() -> None:
    # In the orthodox order 137,280 and 123,552: the wild card makes what pays more either way.
    other = swapped(played("standard", Pack(jokers=1)), "three-of-a-kind", "two-pair")
    found = {f.combination.id: f.hands for f in count_frequencies(other)}
    assert (found["three-of-a-kind"], found["two-pair"]) == (54_912, 205_920)


# --- every hand, judged by trying every card -----------------------------------------------------

# tests/slow/test_wild_counts.py goes through all rulesets and all hands.
SOME_RULESETS = ("cats-over-flush", "skeet-over-flush", "soko")


@pytest.mark.parametrize("ruleset", SOME_RULESETS)
def test_every_hand_with_jokers_or_bugs_compares_as_the_best_that_it_can_be(ruleset: str) -> None:
    assert disorder(ruleset, Pack(jokers=4), with_jokers(ruleset), step=7) == []
    for bug in ("orthodox", "special"):
        values = with_bugs(ruleset, bug)
        assert disorder(ruleset, Pack(jokers=4, bug=bug), values, step=7) == [], bug


@pytest.mark.parametrize("name", WILD)
def test_frequencies_are_those_of_all_hands_judged_by_trying_every_card(name: str) -> None:
    for ruleset in SOME_RULESETS if name.startswith("jokers") else SOME_RULESETS[:1]:
        assert miscounted(ruleset, WILD[name], with_jokers(ruleset), name) == {}, ruleset


@pytest.mark.parametrize("bug", ["orthodox", "special"])
def test_frequencies_with_bugs_are_those_of_all_hands(bug: str) -> None:
    for ruleset in SOME_RULESETS[:2]:
        pack = Pack(jokers=2, bug=bug)
        assert miscounted(ruleset, pack, with_bugs(ruleset, bug)) == {}, ruleset
