"""One hand and its reasons, many hands and their errors, and how often each hand comes up."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.cards import card_text, hand_text, parse_cards
from pokersim.errors import CardSyntaxError, HandError, InputError
from pokersim.rules.loader import load_ruleset, parse_ruleset, shipped_names
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import HandRank, explain_hand, rank_hand, rank_hands
from support.oracle import LETTERS, MAKES, RULESETS, TOTAL, Hand, category, evaluate
from support.rulesets import oracle_strengths, verdicts

STANDARD = load_ruleset("standard")
DECK_36 = parse_ruleset('deck = 36\nranking = ["straight", "flush", "high-card"]', "x", "pack")

hands = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True).map(tuple)
# Hands that make and miss something: alike in suit, and close in rank.
close_hands = st.sampled_from([(0, 20), (16, 46), (28, 52)]).flatmap(
    lambda ends: st.lists(st.integers(ends[0], ends[1] - 1), min_size=5, max_size=5, unique=True)
)
suited_hands = st.lists(st.integers(0, 12), min_size=5, max_size=5, unique=True).flatmap(
    lambda ranks: st.sampled_from([0, 1]).map(
        lambda s: [4 * r + s * (r == ranks[0]) for r in ranks]
    )
)
any_hand = st.one_of(hands, close_hands, suited_hands).map(tuple)
rulesets = st.sampled_from(shipped_names())


def as_cards(hand: Iterable[int]) -> np.ndarray:
    return np.array(list(hand), dtype=np.uint8)


# --- one hand --------------------------------------------------------------------------------

BIG_TIGER = rank_hand("8c 9s Td Jd Kh", load_ruleset("cats-and-dogs"))


def test_a_hand_is_written_in_canonical_order() -> None:
    assert BIG_TIGER.hand == "Kh Jd Td 9s 8c"


def test_a_hand_keeps_the_ruleset_that_it_was_ranked_under() -> None:
    assert BIG_TIGER.ruleset == load_ruleset("cats-and-dogs")


def test_a_hand_names_its_tie_break() -> None:
    assert BIG_TIGER.tie_break == "K-J-T-9-8"


@given(any_hand, rulesets)
@settings(max_examples=50)
def test_a_hand_counts_as_what_the_oracle_says(hand: Hand, name: str) -> None:
    found = rank_hand(as_cards(hand), load_ruleset(name))
    assert found.combination.id == category(hand, RULESETS[name])


@given(any_hand, any_hand, rulesets)
@settings(max_examples=50)
def test_two_hands_compare_as_the_oracle_says(one: Hand, other: Hand, name: str) -> None:
    ours = [rank_hand(as_cards(hand), load_ruleset(name)).strength for hand in (one, other)]
    theirs = [evaluate(hand, RULESETS[name]) for hand in (one, other)]
    assert (ours[0] > ours[1], ours[0] == ours[1]) == (
        theirs[0] > theirs[1],
        theirs[0] == theirs[1],
    )


@given(any_hand, rulesets)
@settings(max_examples=15)
def test_text_and_card_ids_give_the_same_rank(hand: Hand, name: str) -> None:
    ruleset = load_ruleset(name)
    assert rank_hand(card_text(hand), ruleset) == rank_hand(as_cards(hand), ruleset)


@given(any_hand, rulesets)
@settings(max_examples=30)
def test_the_kernel_gives_the_strength_of_the_hand(hand: Hand, name: str) -> None:
    ruleset = load_ruleset(name)
    (strength,) = rank_hands(as_cards(hand)[None, :], ruleset)
    assert strength == rank_hand(as_cards(hand), ruleset).strength


def share_beaten(found: HandRank) -> Fraction:
    """Count the other hands that the oracle puts below and beside a hand, ties half."""
    name = found.ruleset.name
    strengths, weights = oracle_strengths(name), verdicts().weights
    below = int(weights[strengths < found.strength].sum())
    beside = int(weights[strengths == found.strength].sum()) - 1
    return (below + Fraction(beside, 2)) / (TOTAL - 1)


@pytest.mark.parametrize(
    "hand",
    ["As Ks Qs Js Ts", "7s 5h 4d 3c 2s", "Ks Kh Qd Qc Js", "9s 7h 5d 3c 2s", "Kh Jd Td 9s 8c",
     "4s 3h 2d Ac Ks", "As Qs 9s 4s 2d", "2s 2h 3d 4c 5s"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["standard", "cats-over-flush", "soko"])
def test_the_share_of_hands_beaten_is_exact(name: str, hand: str) -> None:
    found = rank_hand(hand, load_ruleset(name))
    assert found.beats == float(share_beaten(found))


def test_a_royal_flush_beats_all_but_the_other_three() -> None:
    beats = rank_hand("As Ks Qs Js Ts", STANDARD).beats
    assert beats == 1 - 1.5 / (TOTAL - 1)


def test_the_worst_hand_beats_half_of_its_like() -> None:
    # 7-5-4-3-2 of mixed suits: four suits of each rank, less the four flushes.
    beats = rank_hand("7s 5h 4d 3c 2s", STANDARD).beats
    assert beats == (4**5 - 4 - 1) / 2 / (TOTAL - 1)


def test_the_share_of_hands_beaten_is_one_of_the_deck_in_play() -> None:
    # 36 cards, three entries: the best are the four ace-high straights of each make.
    best = rank_hand("As Kh Qd Jc Ts", DECK_36).beats
    assert best == pytest.approx(1 - (4**5 - 1) / 2 / (comb(36, 5) - 1), abs=1e-15)


# --- errors of one hand --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "As Kh Qd Jc Xs", "As As Kd Qc Js", "A1 Kh Qd Jc Ts"])
def test_a_text_that_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(CardSyntaxError):
        rank_hand(text, STANDARD)


@pytest.mark.parametrize(
    "text", ["As Kh Qd Jc", "As Kh Qd Jc Ts 9s", "As Kh Qd Jc Jo", "A-A-A-A-A"]
)
def test_cards_that_are_no_hand_are_refused(text: str) -> None:
    with pytest.raises(HandError):
        rank_hand(text, STANDARD)


def test_a_card_that_the_deck_has_not_is_shown() -> None:
    with pytest.raises(HandError) as caught:
        rank_hand("9h 8h 7h 5h 6h", DECK_36)
    assert str(caught.value) == (
        "the deck of 'pack' (36) has no 5h\n"
        "    9h 8h 7h 5h 6h\n"
        "             ^^\n"
        "  use cards of the deck"
    )


@pytest.mark.parametrize(
    ("ids", "shown"),
    [([0, 4, 8, 12], "[0, 4, 8, 12]"), ([0, 4, 8, 12, 12], "[0, 4, 8, 12, 12]"),
     ([[0, 4, 8, 12, 16]], "[[0, 4, 8, 12, 16]]"), ([0, 4, 8, 12, 60], "[0, 4, 8, 12, 60]"),
     ([0, 4, 8, 12, 256], "[0, 4, 8, 12, 256]"), ([0, 4, 8, 12, -1], "[0, 4, 8, 12, -1]"),
     ([0, 4, 8, 12, 16.5], "[0.0, 4.0, 8.0, 12.0, 16.5]"), ([], "[]")],
)  # fmt: skip
def test_numbers_that_are_no_hand_are_refused(ids: list[float], shown: str) -> None:
    with pytest.raises(InputError) as caught:
        rank_hand(np.array(ids), STANDARD)
    assert str(caught.value) == f"{shown} are not five to seven different cards"


@pytest.mark.parametrize(("card", "text"), [(52, "Jo"), (255, "?")])
def test_a_joker_or_an_unknown_card_is_not_in_the_deck(card: int, text: str) -> None:
    with pytest.raises(HandError) as caught:
        rank_hand(as_cards([0, 4, 8, 13, card]), STANDARD)
    assert caught.value.problem == f"the deck of 'standard' (52) has no {text}"


# --- reasons --------------------------------------------------------------------------------


@given(any_hand, rulesets)
@settings(max_examples=50)
def test_a_hand_makes_all_that_the_oracle_finds_and_counts_as_the_first(
    hand: Hand, name: str
) -> None:
    why = explain_hand(as_cards(hand), load_ruleset(name))
    expected = [entry for entry in RULESETS[name] if MAKES[entry](hand)]
    assert [made.combination.id for made in why.makes] == expected
    assert why.makes[0].combination == why.rank.combination


def missed_slowly(hand: Hand, name: str) -> dict[tuple[str, str], set[str]]:
    """Change each card into every other one: what higher combination, and with which cards."""
    own = RULESETS[name].index(category(hand, RULESETS[name]))
    found = defaultdict(set)
    for card in hand:
        for other in set(range(52)) - set(hand):
            changed = category(tuple(other if c == card else c for c in hand), RULESETS[name])
            if RULESETS[name].index(changed) < own:
                found[changed, card_text([card])].add(card_text([other]))
    return found


@given(any_hand, rulesets)
@settings(max_examples=40)
def test_a_hand_misses_what_one_other_card_would_make_of_it_best_first(
    hand: Hand, name: str
) -> None:
    misses = explain_hand(as_cards(hand), load_ruleset(name)).misses
    found = {(m.combination.id, card): set(m.outs) for m in misses for card in m.discards}
    assert found == missed_slowly(hand, name)
    places = [RULESETS[name].index(miss.combination.id) for miss in misses]
    assert places == sorted(places)
    changes = [(card, out) for miss in misses for card in miss.discards for out in miss.outs]
    assert len(changes) == len(set(changes))


def test_outs_go_from_the_highest_card_down() -> None:
    misses = explain_hand("Ks Kh 9d 4c 2s", STANDARD).misses
    outs = [out for miss in misses if "2s" in miss.discards for out in miss.outs]
    assert outs == ["Kd", "Kc", "9s", "9h", "9c", "4s", "4h", "4d"]


def test_outs_are_cards_of_the_deck() -> None:
    misses = explain_hand("9h 8h 7h 6h Ks", DECK_36).misses
    outs = {out for miss in misses for out in miss.outs if "Ks" in miss.discards}
    ranks = {out[0] for out in outs if out[1] != "h"}
    assert ranks == {"T", "A"}, "the ace is next below the six, where there is no five"


# --- many hands --------------------------------------------------------------------------------


def test_no_hands_are_no_error() -> None:
    assert rank_hands(np.zeros((0, 5), dtype=np.uint8), STANDARD).tolist() == []


def test_strengths_are_of_sixteen_bits() -> None:
    found = rank_hands(parse_cards("As Kh Qd Jc 9s")[None, :], STANDARD)
    assert (found.dtype.name, found.shape) == ("uint16", (1,))


def test_an_array_that_is_not_in_one_piece_is_ranked() -> None:
    rows = verdicts().hands[:1000]
    strided = np.asfortranarray(rows)[::3]
    assert rank_hands(strided, STANDARD).tolist() == rank_hands(rows, STANDARD)[::3].tolist()


def test_the_cards_are_left_as_they_were() -> None:
    rows = verdicts().hands[:10].copy()
    rank_hands(rows, STANDARD)
    assert rows.tolist() == verdicts().hands[:10].tolist()


@pytest.mark.parametrize(
    ("dtype", "shape", "shown"),
    [
        ("int64", (3, 5), "int64[3, 5]"), ("int8", (3, 5), "int8[3, 5]"),
        ("float64", (3, 5), "float64[3, 5]"), ("uint8", (5,), "uint8[5]"),
        ("uint8", (3, 8), "uint8[3, 8]"), ("uint8", (3, 4), "uint8[3, 4]"),
        ("uint8", (1, 3, 5), "uint8[1, 3, 5]"), ("bool", (3, 5), "bool[3, 5]"),
    ],
)  # fmt: skip
def test_an_array_of_another_kind_is_refused(
    dtype: str, shape: tuple[int, ...], shown: str
) -> None:
    with pytest.raises(InputError) as caught:
        rank_hands(np.zeros(shape, dtype=dtype), STANDARD)
    expected = f"hands are an array uint8[n, 5] to uint8[n, 7] of card ids, not {shown}"
    assert str(caught.value) == expected


def refusal(row: list[int], ruleset: Ruleset) -> str:
    """Return what is said of three hands of which only the second is bad."""
    good = [32, 37, 42, 47, 16]
    with pytest.raises(InputError) as caught:
        rank_hands(np.array([good, row, good], dtype=np.uint8), ruleset)
    return str(caught.value)


# Every threat to an index: with cards of one suit, of several, and where four of a suit matter.
STARTS = {
    "four": [0, 4, 8, 12],
    "three": [0, 4, 8, 13],
    "mixed": [0, 5, 10, 15],
    "two and two": [0, 4, 9, 13],
}


@pytest.mark.parametrize("name", ["standard", "soko"])
@pytest.mark.parametrize("start", STARTS)
def test_an_id_that_is_no_card_of_the_deck_is_refused(start: str, name: str) -> None:
    ruleset = load_ruleset(name)
    rows = [[*STARTS[start], bad] for bad in range(52, 256)]
    expected = [f"row 1 is no hand of the deck (52): {row}" for row in rows]
    assert [refusal(row, ruleset) for row in rows] == expected


@pytest.mark.parametrize("name", ["standard", "soko"])
@pytest.mark.parametrize("start", STARTS)
def test_a_bad_id_is_refused_wherever_it_stands(start: str, name: str) -> None:
    rows = [[*STARTS[start][:at], 53, *STARTS[start][at:]] for at in range(5)]
    expected = [f"row 1 is no hand of the deck (52): {row}" for row in rows]
    assert [refusal(row, load_ruleset(name)) for row in rows] == expected


@pytest.mark.parametrize("row", [[0, 0, 4, 8, 12], [0, 5, 10, 15, 0], [51, 51, 51, 51, 51]])
def test_a_card_twice_is_refused(row: list[int]) -> None:
    assert refusal(row, STANDARD) == f"row 1 is no hand of the deck (52): {row}"


@pytest.mark.parametrize(
    "row",
    [[16, 20, 24, 28, 12], [16, 20, 24, 28, 13], [16, 21, 26, 31, 12], [16, 17, 18, 19, 0],
     [0, 4, 8, 12, 16], [3, 4, 9, 10, 12]],
)  # fmt: skip
def test_a_card_that_a_short_pack_has_not_is_refused(row: list[int]) -> None:
    assert refusal(row, DECK_36) == f"row 1 is no hand of the deck (36): {row}"


def test_the_first_of_several_bad_rows_is_named() -> None:
    rows = np.array([[0, 5, 10, 15, 16], [0, 0, 0, 0, 0], [255] * 5], dtype=np.uint8)
    with pytest.raises(InputError, match=r"^row 1 "):
        rank_hands(rows, STANDARD)


# --- frequencies --------------------------------------------------------------------------------


FREQUENCY_RULES = ("standard", "cats-dogs-and-skeet", "skeet-flushes", "soko")


@pytest.mark.parametrize("name", FREQUENCY_RULES)
def test_as_many_hands_match_as_the_oracle_finds(name: str) -> None:
    matching = {f.combination.id: f.matching for f in count_frequencies(load_ruleset(name))}
    weights, makes = verdicts().weights, verdicts().makes
    assert matching == {entry: int(weights[makes[entry]].sum()) for entry in RULESETS[name]}


@pytest.mark.parametrize(
    ("combination", "matching"),
    [("straight", 10_240), ("flush", 5_148), ("blaze", 792), ("high-card", 2_598_960)],
)
def test_so_many_hands_match(combination: str, matching: int) -> None:
    found = {f.combination.id: f.matching for f in count_frequencies(load_ruleset("skeet"))}
    assert found[combination] == matching


@pytest.mark.parametrize("name", FREQUENCY_RULES)
def test_frequencies_are_exact_and_in_the_order_of_the_ranking(name: str) -> None:
    found = count_frequencies(load_ruleset(name))
    assert {f.total for f in found} == {sum(f.hands for f in found)} == {TOTAL}
    places = [(f.place, f.combination.id) for f in found]
    assert places == list(enumerate(RULESETS[name], start=1))
    assert [f.probability for f in found] == [float(Fraction(f.hands, TOTAL)) for f in found]


def test_a_combination_comes_up_once_in_so_many_hands() -> None:
    one_in = {f.combination.id: f.one_in for f in count_frequencies(STANDARD)}
    assert one_in["four-of-a-kind"] == 4_165


def test_what_never_counts_comes_up_once_in_no_number_of_hands() -> None:
    text = 'ranking = ["flush", "straight-flush", "high-card"]'
    found = {f.combination.id: f for f in count_frequencies(parse_ruleset(text, "x", "x"))}
    assert (found["straight-flush"].hands, found["straight-flush"].one_in) == (0, None)


def test_a_short_pack_has_its_own_frequencies() -> None:
    # Six straights of 36 cards, the lowest A-6-7-8-9; and C(9, 5) flushes of a suit.
    found = {f.combination.id: (f.hands, f.matching, f.total) for f in count_frequencies(DECK_36)}
    total = comb(36, 5)
    flushes = 4 * comb(9, 5)
    straights = 6 * 4**5
    assert found == {
        "straight": (straights, straights, total),
        "flush": (flushes - 24, flushes, total),
        "high-card": (total - straights - flushes + 24, total, total),
    }


def test_the_letters_of_the_oracle_are_those_of_the_hands() -> None:
    assert hand_text(range(48, 52)) == " ".join(f"{LETTERS[12]}{suit}" for suit in "shdc")
