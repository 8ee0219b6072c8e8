"""Reading and writing cards: round trips, every spelling, and every kind of mistake."""

import random
import tracemalloc
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.cards import (
    MAX_HAND,
    RANKS,
    SUITS,
    UNKNOWN,
    Hand,
    canonical,
    card_text,
    hand_text,
    parse_cards,
    parse_rank,
    rank_text,
    ranks_text,
    read_hand,
)
from pokersim.constants import FIRST_JOKER, MAX_JOKERS, N_CARDS
from pokersim.errors import CardSyntaxError, HandError, TextError

Reader = Callable[..., object]
Spelled = tuple[list[int], str]

CYRILLIC = {"A": "\u0410", "K": "\u041a", "Q": "\u0414", "J": "\u0412"}
CYRILLIC_TE, CYRILLIC_ES = "\u0422", "\u0421"
RANK_SPELLINGS = [
    [spelling for sign in (r, CYRILLIC.get(r, r)) for spelling in (sign, sign.lower())]
    + ["10"] * (r == "T")
    for r in RANKS
]
SUIT_SPELLINGS = [
    [letter, letter.upper(), black, outlined, black + "\ufe0f", outlined + "\ufe0e"]
    for letter, black, outlined in zip("cdhs", "♣♦♥♠", "♧♢♡♤", strict=True)
]
DASHES = ["-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212", "\u00ad"]
BLANKS = [" ", "\t", "\n", "\r\n", "\u00a0", "\u2009", "\u3000", "\u200b", "\ufeff"]
SEPARATORS = ["", ",", ", ", " - ", *DASHES, *BLANKS]
EVERY_CARD = [*range(N_CARDS), *range(FIRST_JOKER, FIRST_JOKER + MAX_JOKERS), UNKNOWN]
LONG_TEXT_UNITS = ["K", "Ks", "?", "x", "1", "Jo", "\ufe0f", "K-", " ", "\u200b"]
A_CARD = "a card is a rank (2-9 T J Q K A) followed by a suit (c d h s)"
A_RANK = "a rank is one of 2-9 T J Q K A, or 10"
BETWEEN_CARDS = "write blanks, commas or hyphens between cards, or nothing at all"
SUIT_BEHIND = "write the suit right behind the rank, like "
RANK_FIRST = "write the rank first and its suit right behind it, like "
LATIN = "write {}, in plain Latin letters and digits"
SUITS_OR_NONE = "write a suit with every card, or with none"
OTHER_CARD = "write another card, or leave it out"
LOOKS_LIKE_TEN = (
    f"'{CYRILLIC_TE}' is a Cyrillic letter that looks like the ten and means the ace",
    "write T or 10 for the ten, A for the ace",
)
LOOKS_LIKE_CLUB = (
    f"'{CYRILLIC_ES}' is a Cyrillic letter that looks like the club",
    "write the c of the Latin alphabet, or ♣",
)

card_ids = st.integers(0, N_CARDS - 1)
distinct_cards = st.lists(card_ids, min_size=1, max_size=12, unique=True)
rank_hands = st.tuples(st.integers(1, MAX_HAND), st.randoms(use_true_random=False)).map(
    lambda drawn: [card // 4 for card in drawn[1].sample(range(N_CARDS), drawn[0])]
)
# Texts near the notation find more than texts of any characters, so both are tried.
odd_texts = st.text(max_size=30) | st.text(
    st.sampled_from("23456789TJQKA10cdhsCDHSo?jJkKeErR♣♦♥♠❤\ufe0f ,-;x!№\x00\ud800")
    | st.sampled_from(["\u0410", "\u0422", "\u0421", "\u0455", "\uff2b", "\uff48", "\u212a"]),
    max_size=14,
)


@st.composite
def spelled_cards(draw: st.DrawFn) -> Spelled:
    """Draw distinct cards and one of the many ways to write them."""
    ids = draw(distinct_cards)
    edge = st.sampled_from(SEPARATORS)
    pieces = [draw(edge)]
    for card in ids:
        rank = draw(st.sampled_from(RANK_SPELLINGS[card // 4]))
        suit = draw(st.sampled_from(SUIT_SPELLINGS[card % 4]))
        pieces += [rank + suit, draw(edge)]
    return ids, "".join(pieces)


def outcome(reader: Reader, text: str, **options: int) -> object:
    """Return what is read of a text, or the error that says why nothing is."""
    try:
        return reader(text, **options)
    except (CardSyntaxError, HandError) as error:
        return error


def error_of(reader: Reader, text: str, **options: int) -> TextError:
    """Return the error that reading a text ends with."""
    result = outcome(reader, text, **options)
    assert isinstance(result, TextError), "the text was read"
    return result


def misprinted(
    reader: Reader, kind: type[TextError], mistakes: list[tuple[str, str, str, str]]
) -> list[tuple[str, object]]:
    """Return the texts whose error is another one, with it.

    A mistake is the text, the carets under it, the problem and the way out.
    """
    found = [(outcome(reader, mistake[0]), mistake) for mistake in mistakes]
    return [
        (text, error)
        for error, (text, carets, problem, way_out) in found
        if (type(error), str(error)) != (kind, printed(problem, text, carets, way_out))
    ]


def printed(problem: str, text: str, carets: str, way_out: str) -> str:
    """Lay out an error as the command line shows it."""
    return f"{problem}\n    {text}\n    {carets}\n  {way_out}"


def test_every_card_is_read_as_it_is_written() -> None:
    cards = [*range(N_CARDS), FIRST_JOKER, UNKNOWN]
    assert [parse_cards(card_text([card])).tolist() for card in cards] == [[c] for c in cards]
    assert parse_cards(card_text(EVERY_CARD)).tolist() == EVERY_CARD


def test_cards_are_uint8() -> None:
    assert parse_cards("Kh Td").dtype == np.uint8


def test_a_card_id_is_four_times_the_rank_plus_the_suit() -> None:
    assert parse_cards("2c 2d 2h 2s 3c As").tolist() == [0, 1, 2, 3, 4, 51]


def test_every_separator_stands_between_cards_and_none_inside_a_card() -> None:
    for separator in SEPARATORS:
        assert parse_cards(f"Kh{separator}10d").tolist() == [46, 33], ascii(separator)
    for separator in (*DASHES, *BLANKS, ","):
        problem = error_of(parse_cards, f"K{separator}h").problem
        assert problem == "'K' has no suit", ascii(separator)


@given(spelled_cards(), st.randoms(use_true_random=False))
def test_spelling_separators_and_order_change_nothing(spelled: Spelled, rng: random.Random) -> None:
    ids, text = spelled
    assert parse_cards(text).tolist() == ids
    assert hand_text(parse_cards(text)) == hand_text(rng.sample(ids, len(ids)))


def test_a_joker_is_no_jack() -> None:
    texts = ["JoKs", "jokerKs", "JOKERks", "jO-ks", "Joker Ks"]
    assert [parse_cards(text).tolist() for text in texts] == [[FIRST_JOKER, 47]] * len(texts)


def test_jokers_are_numbered_in_the_order_written() -> None:
    assert parse_cards("Jo Ks joker JOJo").tolist() == [52, 47, 53, 54, 55]


def test_unknown_cards_may_be_repeated() -> None:
    assert parse_cards("??Ks ?").tolist() == [UNKNOWN, UNKNOWN, 47, UNKNOWN]


MISTAKES = [
    ("AsKdAq", "    ^^", "'Aq' is not a card", A_CARD),
    ("Ax Kd", "^^", "'Ax' is not a card", A_CARD),
    ("AKs", "^^", "'AK' is not a card", A_CARD),
    ("A10s", "^^^", "'A10' is not a card", A_CARD),
    ("Ks hello Qs", "   ^^^^^", "'hello' is not a card", A_CARD),
    ("xyzAs", "^^^", "'xyz' is not a card", A_CARD),
    ("x" * 30, "^" * 20, f"'{'x' * 20}' is not a card", A_CARD),
    ("As Kd A", "      ^", "'A' has no suit", SUIT_BEHIND + "Ah"),
    ("10 Ks", "^^", "'10' has no suit", SUIT_BEHIND + "Th"),
    ("K h", "^", "'K' has no suit", SUIT_BEHIND + "Kh"),
    ("Ks sA", "   ^^", "'sA' is not a card", RANK_FIRST + "As"),
    ("♥10", "^^^", "'♥10' is not a card", RANK_FIRST + "Th"),
    ("Ks ♦", "   ^", "'♦' is not a card", RANK_FIRST + "Kd"),
    ("jokers", "     ^", "'s' is not a card", RANK_FIRST + "Ks"),
    ("1s", "^^", "'1s' is not a card", "write A for the ace"),
    ("Ks 0s", "   ^^", "'0s' is not a card", "write T or 10 for the ten"),
    ("11h", "^^^", "'11h' is not a card", "write J for the jack"),
    ("12h", "^^^", "'12h' is not a card", "write Q for the queen"),
    ("13♥", "^^^", "'13♥' is not a card", "write K for the king"),
    ("14", "^^", "'14' is not a card", "write A for the ace"),
    ("Ks🂡", "  ^", "'🂡' is not a card", A_CARD),
    ("Ks;Qs", "  ^", "';' is not a card", BETWEEN_CARDS),
    ("Ks(Qs)", "  ^", "'(' is not a card", BETWEEN_CARDS),
    ("K" + CYRILLIC_TE, " ^", *LOOKS_LIKE_TEN),
    ("Ks " + CYRILLIC_TE + "s", "   ^", *LOOKS_LIKE_TEN),
    ("K" + CYRILLIC_ES, " ^", *LOOKS_LIKE_CLUB),
    (CYRILLIC_ES + "K", "^", *LOOKS_LIKE_CLUB),
    ("Ks \u039ah", "   ^^", "'\u039ah' is not a card", LATIN.format("Kh")),
    ("9\u0455", "^^", "'9\u0455' is not a card", LATIN.format("9s")),
    ("J\u043e", "^^", "'J\u043e' is not a card", LATIN.format("Jo")),
    ("\u212ah", "^^", "'\u212ah' is not a card", LATIN.format("Kh")),
    ("K\u017f", "^^", "'K\u017f' is not a card", LATIN.format("Ks")),
    ("K❤Qs", "^^", "'K❤' is not a card", LATIN.format("Kh")),
    ("Ks Qd Ks", "      ^^", "'Ks' appears twice, but a deck has only one", OTHER_CARD),
    ("KsK♠", "  ^^", "'K♠' (Ks) appears twice, but a deck has only one", OTHER_CARD),
    ("JoJoJoJoJo", " " * 8 + "^^", "'Jo' appears 5 times, but a deck has only 4", OTHER_CARD),
    ("", "^", "no cards", A_CARD),
    (" ,-", "^", "no cards", A_CARD),
]


def test_a_mistake_is_named() -> None:
    assert misprinted(parse_cards, CardSyntaxError, MISTAKES) == []


@pytest.mark.parametrize(
    ("text", "start", "length", "card"),
    [
        ("Ks \uff2b\uff48", 3, 2, "Kh"),
        ("\uff11\uff10\uff48", 0, 3, "Th"),
        ("\uff2a\uff4f\uff4b\uff45\uff52", 0, 5, "Jo"),
        ("\uff2b-Q", 0, 1, "K"),
    ],
)
def test_fullwidth_forms_are_refused(text: str, start: int, length: int, card: str) -> None:
    error = error_of(parse_cards, text)
    assert (error.start, error.length, error.way_out) == (start, length, LATIN.format(card))


def test_cyrillic_look_alikes_are_refused_in_lower_case_too() -> None:
    for letter in (CYRILLIC_TE, CYRILLIC_ES):
        problem = error_of(parse_cards, letter.lower()).problem
        assert "Cyrillic letter that looks like" in problem


def test_what_can_not_be_printed_is_quoted_with_escapes() -> None:
    assert error_of(parse_cards, "As\x1b[2J").problem == r"'\x1b' is not a card"


def test_the_first_mistake_is_the_one_named() -> None:
    assert error_of(parse_cards, "Ks Ks Qx").start == 3


def test_an_error_carries_the_whole_text() -> None:
    text = "As" + " " * 1000 + "Ax"
    assert error_of(parse_cards, text).text == text


@given(odd_texts)
def test_any_text_is_read_or_refused_with_its_bad_piece_quoted(text: str) -> None:
    result = outcome(parse_cards, text)
    if isinstance(result, TextError) and result.problem != "no cards":
        assert repr(text[result.start : result.start + result.length]) in result.problem


@given(odd_texts, st.integers(1, MAX_HAND), st.integers(0, MAX_JOKERS))
def test_any_text_is_a_hand_of_different_cards_or_an_error_of_four_short_lines(
    text: str, size: int, jokers: int
) -> None:
    result = outcome(read_hand, text, size=size, jokers=jokers)
    if isinstance(result, Hand):
        assert len(set(result.cards.tolist())) == size
        return
    assert isinstance(result, TextError)
    assert [len(line) < 140 for line in str(result).split("\n")] == [True] * 4
    if result.problem != "no cards":
        assert 0 <= result.start < result.start + result.length <= len(text)


@pytest.mark.parametrize("reader", [parse_cards, read_hand])
def test_a_long_text_is_refused_without_a_list_of_its_cards(reader: Reader) -> None:
    for unit in LONG_TEXT_UNITS:
        text = unit * 300_000
        tracemalloc.start()
        outcome(reader, text)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 200_000, ascii(unit)


@pytest.mark.parametrize("reader", [parse_cards, read_hand, parse_rank])
def test_the_error_of_a_long_text_is_short(reader: Reader) -> None:
    lengths = {unit: len(str(error_of(reader, unit * 10_000))) for unit in LONG_TEXT_UNITS}
    assert {unit: length for unit, length in lengths.items() if length >= 400} == {}


def test_more_unknown_cards_than_any_deck_has_are_refused() -> None:
    error = error_of(parse_cards, "?" * 60)
    assert (error.start, error.problem) == (56, "'?' appears 57 times, but a deck has only 56")


def test_a_hand_keeps_the_order_written() -> None:
    assert card_text(read_hand("8c Kh Td Jd 9s").cards) == "8c Kh Td Jd 9s"


def test_suits_that_are_written_are_not_assumed() -> None:
    assert not read_hand("8c Kh Td Jd 9s").assumed_suits


RANKS_ALONE = [
    ("K-J-10-9-8", "Ks Jh Td 9c 8s"),
    ("KJT98", "Ks Jh Td 9c 8s"),
    ("kj1098", "Ks Jh Td 9c 8s"),
    ("\u041a-\u0412-10-9-8", "Ks Jh Td 9c 8s"),
    ("3-2-\u0430-\u043a-\u0434", "3c 2s As Kh Qd"),
    ("7 6 4 3 2", "7s 6h 4d 3c 2s"),
    ("5432A", "5h 4d 3c 2s As"),
    ("K K K K Q", "Ks Kh Kd Kc Qs"),
    ("8 K 8 K 8", "8d Ks 8c Kh 8s"),
]


def test_ranks_alone_are_read_as_of_mixed_suits() -> None:
    hands = [(text, read_hand(text)) for text, _ in RANKS_ALONE]
    assert [(text, card_text(hand.cards)) for text, hand in hands] == RANKS_ALONE
    assert [text for text, hand in hands if not hand.assumed_suits] == []


@given(rank_hands)
def test_a_hand_of_ranks_alone_has_these_ranks_in_different_suits(ranks: list[int]) -> None:
    cards = read_hand(ranks_text(ranks), len(ranks)).cards
    assert (cards // 4).tolist() == ranks
    assert len(set(cards.tolist())) == len(ranks)
    assert max(Counter((cards % 4).tolist()).values()) <= 2


@given(rank_hands, st.randoms(use_true_random=False))
def test_assumed_suits_do_not_depend_on_the_order(ranks: list[int], rng: random.Random) -> None:
    shuffled = rng.sample(ranks, len(ranks))
    hands = [read_hand(ranks_text(order), len(ranks)) for order in (ranks, shuffled)]
    assert hand_text(hands[0].cards) == hand_text(hands[1].cards)


@pytest.mark.parametrize(
    ("text", "reading"), [("Jo-K-K-9-8", "Jo Ks Kh 9d 8c"), ("Ks Jo Kh 9d 8c", "Ks Jo Kh 9d 8c")]
)
def test_a_joker_goes_with_suits_and_without(text: str, reading: str) -> None:
    assert card_text(read_hand(text, jokers=1).cards) == reading


def test_a_hand_of_jokers_alone_assumes_no_suits() -> None:
    assert not read_hand("Jo Jo", 2, jokers=2).assumed_suits


HAND_MISTAKES = [
    ("AsKdAq", "    ^^", "'Aq' is not a card", A_CARD),
    ("AxKdQh", "^^", "'Ax' is not a card", A_CARD),
    ("K-J-10;9-8", "      ^", "';' is not a card", BETWEEN_CARDS),
    ("A h K", "  ^", "'h' is not a card", RANK_FIRST + "Kh"),
    ("1 2 3 4 5", "^", "'1' is not a card", "write A for the ace"),
    ("12345", "^", "'1' is not a card", "write A for the ace"),
    ("K" + CYRILLIC_TE + "987", " ^", *LOOKS_LIKE_TEN),
    ("As K Q", "   ^", "'K' has no suit, the cards before it have one", SUITS_OR_NONE),
    ("AsKdT", "    ^", "'T' has no suit, the cards before it have one", SUITS_OR_NONE),
    ("AKQJ10s", "    ^^^", "'10s' has a suit, the cards before it have none", SUITS_OR_NONE),
    ("As Kd As", "      ^^", "'As' appears twice, but a deck has only one", OTHER_CARD),
    ("", "^", "no cards", A_CARD),
]


def test_a_slip_in_a_hand_is_refused() -> None:
    assert misprinted(read_hand, CardSyntaxError, HAND_MISTAKES) == []


NO_HANDS = [
    ("Ks Qs Js 10s ", "         ^^^", "4 cards, but a hand has 5", "write 1 more"),
    ("Ks", "^^", "1 card, but a hand has 5", "write 4 more"),
    ("KJT9", "   ^", "4 cards, but a hand has 5", "write 1 more"),
    ("KsQsJsTs9s8s", " " * 10 + "^^", "6 cards, but a hand has 5", "leave 1 card out"),
    ("K-J-T-9-8-7-6", " " * 10 + "^^^", "7 cards, but a hand has 5", "leave 2 cards out"),
    ("K K K K K Q", " " * 8 + "^", "'K' appears 5 times, but a deck has only 4", OTHER_CARD),
    (
        "Ks ? Qd",
        "   ^",
        "unknown card '?' can't be ranked here",
        "write which card it is; a joker is Jo",
    ),
]


def test_a_wrong_number_five_of_a_rank_or_an_unknown_card_are_no_hand() -> None:
    assert misprinted(read_hand, HandError, NO_HANDS) == []


@pytest.mark.parametrize(
    ("jokers", "text", "carets", "has"),
    [
        (0, "Ks Joker 9c", "   ^^^^^", "'Joker' is one too many: the deck has no joker"),
        (1, "KJo9Jo", "    ^^", "'Jo' is one too many: the deck has 1 joker"),
        (2, "JoJoJo", "    ^^", "'Jo' is one too many: the deck has 2 jokers"),
    ],
)
def test_a_joker_too_many_is_refused(jokers: int, text: str, carets: str, has: str) -> None:
    error = error_of(read_hand, text, jokers=jokers)
    way_out = f"write another card, or put it in the deck: --jokers {jokers + 1}"
    assert (type(error), str(error)) == (HandError, printed(has, text, carets, way_out))


@pytest.mark.parametrize("size", [0, MAX_HAND + 1])
def test_a_size_that_no_hand_has_is_an_error_of_the_program(size: int) -> None:
    with pytest.raises(ValueError, match=f"size is {size}"):
        read_hand("As", size)


def test_a_hand_is_written_from_the_highest_rank_down() -> None:
    assert hand_text(parse_cards("8c 9s Td Jd Kh")) == "Kh Jd Td 9s 8c"


def test_jokers_are_written_last_and_unknown_cards_after_them() -> None:
    assert hand_text(parse_cards("? Jo 2c Ks")) == "Ks 2c Jo ?"


def test_canonical_sorts_every_hand_of_an_array_alone() -> None:
    rng = random.Random(1)
    hands = np.array([[rng.sample(EVERY_CARD, 5) for _ in range(4)] for _ in range(3)], np.uint8)
    expected = [[sorted(hand, key=slow_order) for hand in row] for row in hands.tolist()]
    assert canonical(hands).tolist() == expected


def slow_order(card: int) -> tuple[int, int, int]:
    """Place of a card in the canonical order, written as the rule says it."""
    if card >= N_CARDS:
        return (1, card, 0)
    return (0, -(card // 4), "shdc".index(SUITS[card % 4]))


def test_canonical_cards_are_uint8() -> None:
    assert canonical([3, 1, 2]).dtype == np.uint8


def test_canonical_leaves_its_argument_alone() -> None:
    cards = parse_cards("2c As")
    canonical(cards)
    assert card_text(cards) == "2c As"


def test_a_number_that_is_no_card_is_not_written() -> None:
    with pytest.raises(KeyError):
        card_text([56])


def test_every_rank_is_read_in_every_spelling_and_as_it_is_written() -> None:
    for rank, spellings in enumerate(RANK_SPELLINGS):
        assert {parse_rank(text) for text in (*spellings, rank_text(rank))} == {rank}


def test_ranks_are_written_with_hyphens() -> None:
    assert ranks_text(np.array([11, 9, 8, 7, 6])) == "K-J-T-9-8"


NO_RANKS = [
    ("Kh", "^^", "'Kh' is not a rank", A_RANK),
    (" K", "^^", "' K' is not a rank", A_RANK),
    ("1", "^", "'1' is not a rank", "write A for the ace"),
    ("11", "^^", "'11' is not a rank", "write J for the jack"),
    ("", "^", "no rank", A_RANK),
    ("x" * 50, "^" * 50, f"'{'x' * 20}' is not a rank", A_RANK),
    (CYRILLIC_TE, "^", *LOOKS_LIKE_TEN),
]


def test_what_is_no_rank_is_refused() -> None:
    assert misprinted(parse_rank, CardSyntaxError, NO_RANKS) == []
