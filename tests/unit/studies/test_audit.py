"""Place and rarity: the verdicts that follow from known counts, and what each one means."""

from dataclasses import replace

import numpy as np
import pytest

from pokersim.errors import InputError
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import catalogue, load_ruleset, parse_ruleset
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.audit import UNFAIR, VERDICTS, AuditRow, audit
from pokersim.studies.fair_order import order_that_stays
from pokersim.studies.frequency import hands_by_place
from support.decks import DECKS, playing


def by_id(rows: list[AuditRow]) -> dict[str, AuditRow]:
    """Return the rows by combination."""
    return {row.combination.id: row for row in rows}


def verdicts(name: str, deck_name: str = "52", n_cards: int = 5) -> dict[str, str]:
    """Return all verdicts but ``fair``, of hands dealt."""
    rows = audit(playing(name, DECKS[deck_name]), n_cards=n_cards)
    return {row.combination.id: row.verdict for row in rows if row.verdict != "fair"}


def moved(ruleset: Ruleset, combination: str, place: int) -> Ruleset:
    """Put a combination at another place, 1 the highest."""
    rest = [c for c in ruleset.ranking if c.id != combination]
    chosen = next(c for c in ruleset.ranking if c.id == combination)
    return replace(ruleset, ranking=(*rest[: place - 1], chosen, *rest[place - 1 :]))


GROUP_A = dict.fromkeys(("big-tiger", "little-tiger", "big-dog", "little-dog"), "tied")
TOO_LOW_OF_SKEET = dict.fromkeys(
    (
        "round-the-corner-straight-flush",
        "skip-straight",
        "round-the-corner-straight",
        "blaze",
        "four-flush",
    ),
    "too-low",
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("standard", {}),
        ("cats-and-dogs", GROUP_A | {"flush": "too-high"}),
        ("cats-over-flush", GROUP_A | {f"{name}-flush": "tied" for name in GROUP_A}),
        ("four-flush", {"four-flush": "too-low"}),
        ("soko", {"four-flush": "too-low", "four-straight": "too-low"}),
        ("skeet", TOO_LOW_OF_SKEET | {"skeet": "tied", "straight": "tied"}),
        ("skeet-strict", TOO_LOW_OF_SKEET | {"skeet-strict": "tied"}),
    ],
)
def test_verdicts_follow_from_the_counts_of_the_rules(name: str, expected: dict[str, str]) -> None:
    assert verdicts(name) == expected


def test_the_blaze_is_too_low_and_would_count_more_where_it_belongs() -> None:
    rows = by_id(audit(load_ruleset("skeet")))
    blaze, three = rows["blaze"], rows["three-of-a-kind"]
    assert (blaze.hands, blaze.place, three.hands, three.place) == (432, 11, 54_912, 10)
    assert blaze.move is not None
    assert (blaze.move.place, blaze.move.hands) == (4, 768)


def test_the_four_flush_is_rarer_than_two_pair() -> None:
    rows = by_id(audit(load_ruleset("skeet")))
    four, two_pair = rows["four-flush"], rows["two-pair"]
    assert (four.hands, two_pair.hands) == (109_800, 123_120)
    assert four.move is not None
    assert (four.move.place, four.move.hands) == (two_pair.place, 109_800)


def test_the_loose_skeet_is_as_rare_as_the_straight() -> None:
    rows = by_id(audit(load_ruleset("skeet")))
    assert rows["skeet"].hands == rows["straight"].hands == 10_200
    assert rows["skeet"].equals == (catalogue()["straight"],)
    assert rows["skeet"].rarity_place == rows["straight"].rarity_place == 9


def test_with_a_joker_three_of_a_kind_and_two_pair_have_no_place() -> None:
    rows = by_id(audit(playing("standard", DECKS["1 joker"])))
    three, two_pair = rows["three-of-a-kind"], rows["two-pair"]
    assert (three.hands, two_pair.hands) == (137_280, 123_552)
    assert (three.verdict, two_pair.verdict) == ("paradox", "paradox")
    assert three.move is not None
    assert two_pair.move is not None
    assert (three.move.hands, three.move.other_hands) == (54_912, 205_920)
    assert (two_pair.move.hands, two_pair.move.other_hands) == (205_920, 54_912)
    assert {row.verdict for name, row in rows.items() if name[-4:] not in ("kind", "pair")} == {
        "fair"
    }


def test_with_the_bug_the_orthodox_order_is_fair() -> None:
    assert verdicts("standard", "bug") == {}


def test_of_seven_cards_a_pair_is_commoner_than_no_pair_and_nothing_helps() -> None:
    assert verdicts("standard", n_cards=7) == dict.fromkeys(
        ("two-pair", "one-pair", "high-card"), "paradox"
    )
    pair = by_id(audit(load_ruleset("standard"), n_cards=7))["one-pair"]
    assert pair.move is not None
    assert (pair.hands, pair.move.hands, pair.move.other_hands) == (58_627_800, 0, 81_922_260)


def test_of_a_short_pack_the_flush_is_rarer_than_the_full_house() -> None:
    rows = by_id(audit(playing("cats-and-dogs", DECKS["36"])))
    flush = rows["flush"]
    assert (flush.verdict, flush.hands, rows["full-house"].hands) == ("too-low", 480, 1_728)
    assert rows["little-dog"] == AuditRow(
        rows["flush"].ruleset, "dealt", catalogue()["little-dog"], None, 0, 376_992, None,
        "impossible",
    )  # fmt: skip


def test_places_go_on_behind_what_the_deck_cannot_hold() -> None:
    plain = load_ruleset("standard")
    ruleset = replace(plain, ranking=(catalogue()["five-of-a-kind"], *plain.ranking))
    rows = audit(ruleset)
    assert [row.place for row in rows] == [None, *range(1, 10)]
    assert [row.verdict for row in rows] == ["impossible", *["fair"] * 9]


def test_the_royal_flush_is_fair_above_the_straight_flush_and_too_low_below() -> None:
    plain = load_ruleset("standard")
    royal = replace(plain, ranking=(catalogue()["royal-flush"], *plain.ranking))
    assert by_id(audit(royal))["royal-flush"].verdict == "fair"
    below = by_id(audit(moved(royal, "royal-flush", 2)))["royal-flush"]
    assert (below.verdict, below.hands) == ("too-low", 0)
    assert below.move is not None
    assert (below.move.place, below.move.hands) == (1, 4)


def test_of_two_of_the_same_pattern_only_the_lower_that_never_counts_has_no_place() -> None:
    text = 'ranking = ["blaze", "twin", "high-card"]\n[combination.twin]\nlike = "blaze"\n'
    rows = by_id(audit(parse_ruleset(text, "mine.toml", "mine")))
    assert (rows["blaze"].hands, rows["twin"].hands) == (792, 0)
    assert (rows["blaze"].verdict, rows["twin"].verdict) == ("fair", "paradox")


def test_where_every_hand_is_something_higher_high_card_makes_no_paradox_of_others() -> None:
    rows = by_id(audit(playing("skeet", parse_deck("7TJQKA"))))
    assert (rows["high-card"].hands, rows["high-card"].verdict) == (0, "paradox")
    assert rows["one-pair"].verdict == rows["four-of-a-kind"].verdict == "fair"


# --- what the words mean, for every ruleset ------------------------------------------------------

CASES = [
    ("cats-dogs-and-skeet", "52"),
    ("standard", "deuces"),
    ("cats-and-dogs", "36"),
    ("skeet-flushes", "odd ranks, jokers and sixes"),
]


@pytest.mark.parametrize(("name", "deck_name"), CASES)
def test_a_fair_place_is_one_where_the_recount_agrees(name: str, deck_name: str) -> None:
    ruleset = playing(name, DECKS[deck_name])
    rows = [row for row in audit(ruleset) if row.place is not None]
    possible = replace(ruleset, ranking=tuple(row.combination for row in rows))
    counts = np.array(hands_by_place(possible))
    assert [row.hands for row in rows] == counts.tolist()
    stays = {rows[place].combination.id for place in order_that_stays(counts)}
    for row in rows:
        assert row.verdict in VERDICTS
        if row.verdict in ("fair", "tied"):
            assert row.combination.id in stays
        if row.verdict not in ("too-low", "too-high"):
            continue
        assert row.place is not None
        assert row.move is not None
        assert (row.verdict == "too-low") == (row.move.place < row.place)
        there = moved(possible, row.combination.id, row.move.place)
        recounted = dict(zip([c.id for c in there.ranking], hands_by_place(there), strict=True))
        own = recounted.pop(row.combination.id)
        others = list(recounted.items())
        assert own == row.move.hands
        assert all(hands <= own for c, hands in others[: row.move.place - 1] if c in stays)
        assert all(hands >= own for c, hands in others[row.move.place - 1 :] if c in stays)


@pytest.mark.parametrize(("name", "deck_name"), CASES)
def test_what_a_paradox_counts_past_the_other_is_a_recount(name: str, deck_name: str) -> None:
    ruleset = playing(name, DECKS[deck_name])
    rows = [row for row in audit(ruleset) if row.place is not None]
    possible = replace(ruleset, ranking=tuple(row.combination for row in rows))
    for row in rows:
        if row.verdict != "paradox":
            continue
        assert row.move is not None
        assert row.move.other is not None
        there = moved(possible, row.combination.id, row.move.place)
        recounted = dict(zip(there.ranking, hands_by_place(there), strict=True))
        assert recounted[row.combination] == row.move.hands
        assert recounted[row.move.other] == row.move.other_hands


@pytest.mark.parametrize("name", ["standard", "skeet", "soko"])
def test_a_ruleset_is_fair_exactly_if_its_counts_only_grow(name: str) -> None:
    counts = hands_by_place(load_ruleset(name))
    is_fair = not any(row.verdict in UNFAIR for row in audit(load_ruleset(name)))
    assert is_fair == (counts == sorted(counts))


# --- after the draw ------------------------------------------------------------------------------


def test_after_the_draw_full_houses_are_commoner_than_flushes() -> None:
    rows = by_id(audit(playing("standard", DECKS["32, ace high"]), "final"))
    assert {row.stage for row in rows.values()} == {"final"}
    full, flush = rows["full-house"], rows["flush"]
    assert full.hands > flush.hands
    assert flush.verdict == "too-low"
    assert sum(row.probability for row in rows.values()) == pytest.approx(1, abs=1e-12)


def test_hands_of_more_than_five_cards_are_not_drawn_to() -> None:
    with pytest.raises(InputError, match="hands of five cards are drawn to"):
        audit(load_ruleset("standard"), "final", 7)
