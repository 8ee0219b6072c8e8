"""Packs of cards, their wild cards, and the names of decks."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.cards import card_text, parse_cards
from pokersim.errors import InputError
from pokersim.rules.deck import NAMED_CARDS, NO_ACE, Deck, parse_deck, parse_wild, with_wild
from pokersim.rules.pattern import RankRun, runs
from support.oracle import LETTERS
from support.wild_hands import (
    DEUCES,
    NO_WILD,
    NOT_A_DECK,
    ONE_EYED_JACKS,
    PACKS,
    deal,
    deck_of,
    packs,
)
from support.wild_oracle import Pack, in_line, wild_of

ALL_RANKS = tuple(range(13))
SHORT = tuple(range(5, 13))


def error_of(function: Callable[..., object], *arguments: object) -> str | None:
    """Return the error of a call, or None if there is none."""
    try:
        function(*arguments)
    except InputError as error:
        return str(error)
    return None


# --- packs --------------------------------------------------------------------------------


DECK_TEXTS = [
    ("52", LETTERS), ("36", LETTERS[4:]), ("32", LETTERS[5:]), (" 36\n", LETTERS[4:]),
    ("789TJQKA", LETTERS[5:]), ("AKQJT", "TJQKA"), ("a k q j 10", "TJQKA"),
    ("10-J-Q", "TJQ"), ("2,3,A", "23A"), ("3-6", "36"), ("910J", "9TJ"),
    ("А-К-Д-В", "JQKA"),  # noqa: RUF001 (Cyrillic, as the documents print it)
]  # fmt: skip


def test_a_pack_is_read() -> None:
    misses = [text for text, ranks in DECK_TEXTS if parse_deck(text) != deck_of(Pack(ranks=ranks))]
    assert misses == []


NO_DECKS = [
    ("", "'' is not a deck: a hand of 5 can't be dealt from it"),
    ("K", "'K' is not a deck: a hand of 5 can't be dealt from it"),
    ("9JJ", "'9JJ' is not a deck: a rank is listed twice"),
    ("10T", "'10T' is not a deck: a rank is listed twice"),
    ("9X", NOT_A_DECK.format("9X") + " ('X' is not a rank)"),
    ("A1", NOT_A_DECK.format("A1") + " ('1' is not a rank)"),
    ("Q♠K♠", NOT_A_DECK.format("Q♠K♠") + " ('♠' is not a rank)"),
    ("54", NOT_A_DECK.format("54") + "; a joker is --jokers 1"),
    ("40", NOT_A_DECK.format("40") + "; a joker is --jokers 1"),
    ("9", NOT_A_DECK.format("9") + "; a joker is --jokers 1"),
]


def test_what_is_no_pack_is_refused() -> None:
    assert [(text, error_of(parse_deck, text)) for text, _ in NO_DECKS] == NO_DECKS


# --- wild cards --------------------------------------------------------------------------------


WILD_TEXTS = [
    ("2", "2c 2d 2h 2s"), ("10", "Tc Td Th Ts"), ("t", "Tc Td Th Ts"), ("Kh", "Kh"),
    ("Js,Jh", "Jh Js"), ("js jh", "Jh Js"), ("JsJh", "Jh Js"), ("10s", "Ts"), ("K♥", "Kh"),
    ("one-eyed-jacks", "Jh Js"), ("One-Eyed-Jacks", "Jh Js"), ("suicide-king", "Kh"),
    ("deuces", "2c 2d 2h 2s"), ("2,2s", "2c 2d 2h 2s"), (" 2 , Kh ,", "2c 2d 2h 2s Kh"),
    ("suicide-king,one-eyed-jacks", "Jh Js Kh"),
    ("К", "Kc Kd Kh Ks"),  # noqa: RUF001 (Cyrillic)
]  # fmt: skip


def test_wild_cards_are_read() -> None:
    found = [(text, card_text(parse_wild(text, ALL_RANKS))) for text, _ in WILD_TEXTS]
    assert found == WILD_TEXTS


NO_WILD_TEXTS = [
    ("", "no wild card is named: a rank ('2'), a card ('Js') or 'one-eyed-jacks'"),
    (" , ", "no wild card is named: a rank ('2'), a card ('Js') or 'one-eyed-jacks'"),
    ("1", f"'1' {NO_WILD} {', '.join(NAMED_CARDS)}"),
    ("2,Zx", f"'Zx' {NO_WILD} {', '.join(NAMED_CARDS)}"),
    ("JsJs", f"'JsJs' {NO_WILD} {', '.join(NAMED_CARDS)}"),
    ("22", f"'22' {NO_WILD} {', '.join(NAMED_CARDS)}"),
    (
        "one-eyed",
        f"'one-eyed' {NO_WILD} {', '.join(NAMED_CARDS)}; did you mean 'one-eyed-jacks'?",
    ),
    ("?", f"'?' {NO_WILD} {', '.join(NAMED_CARDS)}"),
    ("\u0422", f"'\u0422' {NO_WILD} {', '.join(NAMED_CARDS)}"),
]


def test_what_is_no_wild_card_is_refused() -> None:
    assert [
        (text, error_of(parse_wild, text, ALL_RANKS)) for text, _ in NO_WILD_TEXTS
    ] == NO_WILD_TEXTS


@pytest.mark.parametrize(("text", "card"), [("2", "2c"), ("Ks,6h", "6h"), ("deuces", "2c")])
def test_a_card_that_is_not_in_the_deck_cannot_be_wild(text: str, card: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_wild(text, SHORT)
    assert str(caught.value) == f"{card} can't be wild: the deck has no such card"


def test_every_name_of_wild_cards_is_read() -> None:
    found = {name: parse_wild(name, ALL_RANKS) for name in NAMED_CARDS}
    assert found == {name: tuple(sorted(parse_cards(text))) for name, text in NAMED_CARDS.items()}


JOKERS_AND_JACKS = Deck(jokers=2, wild=ONE_EYED_JACKS)
BUGS = Deck(jokers=2, bug="special")


CHANGES: list[tuple[Any, ...]] = [
    (JOKERS_AND_JACKS, None, None, None, JOKERS_AND_JACKS),
    (JOKERS_AND_JACKS, 0, None, None, Deck(wild=ONE_EYED_JACKS)),
    (JOKERS_AND_JACKS, 4, None, "2", Deck(jokers=4, wild=DEUCES)),
    (JOKERS_AND_JACKS, None, "special", None, replace(BUGS, wild=ONE_EYED_JACKS)),
    (Deck(), None, "orthodox", None, Deck(jokers=1, bug="orthodox")),
    (Deck(), 3, "orthodox", None, Deck(jokers=3, bug="orthodox")),
    (BUGS, None, "orthodox", None, Deck(jokers=2, bug="orthodox")),
    (BUGS, 1, None, None, Deck(jokers=1, bug="special")),
    (Deck(by_hand="hole"), 1, None, "Kh", Deck(by_hand="hole", jokers=1, wild=(46,))),
    (Deck(natural_first=True), None, None, "2", Deck(natural_first=True, wild=DEUCES)),
]


def test_options_override_the_wild_cards_of_a_deck() -> None:
    found = [(*options, with_wild(*options)) for *options, _ in CHANGES]
    assert found == CHANGES


WRONG_CHANGES: list[tuple[Any, ...]] = [
    (Deck(), 5, None, None, "5 jokers: a deck has 0 to 4"),
    (Deck(), -1, None, None, "-1 jokers: a deck has 0 to 4"),
    (Deck(), 0, "orthodox", None, "a bug is a joker, and the deck has none: --jokers 1"),
    (parse_deck("9TJQK"), None, "orthodox", None, NO_ACE),
    (parse_deck("36"), None, None, "2", "2c can't be wild: the deck has no such card"),
]


def test_options_that_do_not_fit_the_deck_are_refused() -> None:
    found = [(*options, error_of(with_wild, *options)) for *options, _ in WRONG_CHANGES]
    assert found == WRONG_CHANGES


def test_a_deck_with_a_bug_and_no_ace_is_refused_however_it_is_made() -> None:
    with pytest.raises(InputError, match=NO_ACE):
        Deck(ranks=ALL_RANKS[:-1], jokers=1, bug="orthodox")
    with pytest.raises(InputError, match=NO_ACE):
        replace(BUGS, ranks=ALL_RANKS[:-1])


# --- names and cards of a deck -------------------------------------------------------------------


DECK_NAMES = [
    (Pack(), "52"),
    (Pack(jokers=1), "52 + 1 joker"),
    (Pack(ranks=LETTERS[4:], jokers=2), "36 + 2 jokers"),
    (Pack(jokers=1, bug="orthodox"), "52 + 1 bug"),
    (Pack(jokers=3, bug="special"), "52 + 3 bugs"),
    (Pack(wild=DEUCES), "52, 2c 2d 2h 2s wild"),
    (Pack(ranks="TJQKA", jokers=1, wild=(46,)), "TJQKA + 1 joker, Kh wild"),
    (Pack(by_hand="lowest"), "52, lowest card wild"),
    (Pack(wild=(46,), by_hand="hole"), "52, Kh wild, hole card wild"),
    (Pack(ace_low=False), "52, ace high only"),
    (Pack(ranks="TJQK", ace_low=False), "TJQK"),
    (Pack(jokers=1, double_ace_flush=True), "52 + 1 joker, double-ace flush"),
    (Pack(jokers=1, natural_first=True), "52 + 1 joker, fewer wild cards win"),
    (Pack(double_ace_flush=True, natural_first=True), "52"),
]


def test_a_deck_has_a_name() -> None:
    assert [(pack, deck_of(pack).name) for pack, _ in DECK_NAMES] == DECK_NAMES


def test_the_name_of_a_pack_is_read_as_the_pack() -> None:
    for ranks in ("36", "52", "32", "23456789", "TJQKA"):
        deck = deck_of(Pack(ranks="".join(sorted(ranks, key=LETTERS.index))))
        assert parse_deck(deck.name) == deck


def test_the_cards_of_a_deck_are_those_of_its_pack_natural_or_wild_or_bugs() -> None:
    for name, pack in PACKS.items():
        deck = deck_of(pack)
        assert deck.cards.tolist() == pack.cards, name
        assert deck.n_cards == len(deck.cards), name
        assert deck.has_wild == pack.has_wild, name
        natural = sum(mask.bit_count() for mask in deck.suit_masks)
        assert natural + deck.n_wild + deck.n_bugs == deck.n_cards, name


@given(packs(), st.integers(5, 7), st.integers(0, 2**32))
@settings(max_examples=50)
def test_the_wild_cards_of_a_hand_are_those_of_the_oracle(pack: Pack, size: int, seed: int) -> None:
    rng = Random(seed)
    hands = [deal(pack, rng, size) for _ in range(10)]
    found = deck_of(pack).wild_cards(np.array(hands, dtype=np.uint8))
    for hand, wild in zip(hands, found.tolist(), strict=True):
        should = [card in wild_of(hand, pack) and card < 52 for card in hand]
        assert wild == should, card_text(hand)
        assert len(wild_of(hand, pack)) <= deck_of(pack).most_wild + deck_of(pack).n_bugs


def test_sequences_go_over_the_line_of_the_deck() -> None:
    for ranks in (LETTERS, LETTERS[4:], "9TJQKA", "TJQKA", "2A", "23456"):
        for ace_low in (True, False):
            pack = Pack(ranks=ranks, ace_low=ace_low)
            found = {frozenset(letters(mask)) for mask, _ in runs(RankRun(), deck_of(pack).line)}
            assert found == set(in_line(pack)), pack


def letters(mask: int) -> Iterator[str]:
    return (letter for i, letter in enumerate(LETTERS) if mask >> i & 1)
