"""What the wild cards of a hand stand for, and which five of more cards play."""

from itertools import islice
from random import Random

import pytest

from pokersim.cards import card_text
from pokersim.rules.compile.compiler import Ranking
from pokersim.studies.rank import explain_hand, rank_hand, rank_hands
from pokersim.studies.rules_card import best_hand, rules_card
from pokersim.studies.wild_assignment import best_five
from support.oracle import ACE, LETTERS, Hand
from support.wild_hands import DEUCES, PACKS, as_cards, compiled, hands_with, played
from support.wild_oracle import (
    FIRST_JOKER,
    Pack,
    different_readings,
    fives_of,
    made,
    substitutes,
    wild_of,
    worth,
    worth_of_five,
    worth_of_reading,
)

LOWEST = Pack(ranks=LETTERS[6:], by_hand="lowest")


def cards_of(text: str) -> Hand:
    """Read cards as written, some of them twice; each joker is another one."""
    jokers = iter(range(FIRST_JOKER, FIRST_JOKER + 4))
    return tuple(
        next(jokers) if card == "Jo" else 4 * LETTERS.index(card[0]) + "cdhs".index(card[1])
        for card in text.split()
    )


def ways_to_read(text: str, five: Hand, pack: Pack) -> list[tuple[Hand, bool]]:
    """Read what five cards stand for: the hand, and whether a bug is no ace in it.

    There is no way if the wild cards can't stand for it.
    """
    wild, rest = wild_of(five, pack), list(cards_of(text))
    held = tuple(card for card in five if card not in wild)
    for card in held:
        if card not in rest:
            return []
        rest.remove(card)
    if not stands_for(held, sorted(rest), pack):
        return []
    n_bugs = len([card for card in five if card >= FIRST_JOKER and pack.bug])
    n_aces = len([card for card in rest if card // 4 == ACE])
    can_be = [n_aces >= n_bugs, n_bugs > 0 and n_aces < len(rest)]
    return [(held + tuple(rest), no_ace) for no_ace in (False, True) if can_be[no_ace]]


def stands_for(held: Hand, rest: list[int], pack: Pack) -> bool:
    """Whether wild cards can stand for these beside the cards held."""
    if len({*held, *rest}) == 5:
        return set(rest) <= set(pack.plain_cards)
    copies = pack._replace(ranks="".join({LETTERS[card // 4] for card in (*held, *rest)}))
    ranks = {card // 4 for card in (*held, *rest)}
    if len(ranks) == 1:
        return len({*held, *rest}) == 4
    suited = sorted(substitutes(held, len(rest), copies))
    return rest in [sorted(cards) for cards in suited]


# --- the hand as a whole -------------------------------------------------------------------------


def hands_to_read(pack: Pack, numbers: dict[int, int], size: int = 5) -> list[Hand]:
    """Deal as many hands as asked with each number of wild cards."""
    rng = Random(repr(pack))
    return [
        hand
        for n_wild, n in numbers.items()
        if pack.by_hand != "hole" or n_wild  # the hole card is always wild
        for hand in islice(hands_with(pack, n_wild, 100, rng, size), n)
    ]


# A tie-break names the ranks of what the cards stand for.
def test_a_hand_and_what_it_reads_as_have_the_same_tie_break() -> None:
    pack = PACKS["36 and jokers"]
    for hand in hands_to_read(pack, {1: 5, 2: 3}):
        rank = rank_hand(as_cards(hand), played("soko", pack))
        if rank.combination.id != "five-of-a-kind":
            natural = pack._replace(jokers=0, wild=())
            as_natural = rank_hand(rank.reads_as or "", played("soko", natural))
            assert (as_natural.combination.id, as_natural.tie_break) == (
                rank.combination.id,
                rank.tie_break,
            )


@pytest.mark.parametrize("name", ["deuces", "36 and bugs"])
def test_a_hand_without_wild_cards_reads_as_nothing_else(name: str) -> None:
    for hand in hands_to_read(PACKS[name], {0: 5}):
        assert rank_hand(as_cards(hand), played("skeet", PACKS[name])).reads_as is None


@pytest.mark.parametrize(
    ("pack", "hand", "reads_as"),
    [
        (Pack(jokers=1), "As Ah Ad Ac Jo", "As As Ah Ad Ac"),
        (Pack(jokers=1), "Ks Kh 8d 3c Jo", "Ks Kh Kd 8d 3c"),
        (Pack(jokers=2), "9s 8s 7s Jo Jo", "Js Ts 9s 8s 7s"),
        (Pack(wild=DEUCES), "2s Kd Kc 9h 4s", "Ks Kd Kc 9h 4s"),
        (Pack(wild=DEUCES), "2s 3d 4c 5h 6s", "7s 6s 5h 4c 3d"),
        (Pack(jokers=1, bug="orthodox"), "9s 8h 7d 6c Jo", "Ts 9s 8h 7d 6c"),
        (Pack(jokers=1, bug="orthodox"), "Ks Kh 8d 3c Jo", "As Ks Kh 8d 3c"),
        (Pack(jokers=1, double_ace_flush=True), "As Qs 9s 4s Jo", "As As Qs 9s 4s"),
        (Pack(by_hand="hole"), "9s Kd Kc 9h 4s", "Ks Kh Kd Kc 4s"),
        (Pack(jokers=4), "7h Jo Jo Jo Jo", "7s 7s 7h 7d 7c"),
        (Pack(jokers=2, wild=DEUCES), "2s 2h 2d Jo Jo", "As As Ah Ad Ac"),
    ],
)
def test_wild_cards_stand_for(pack: Pack, hand: str, reads_as: str) -> None:
    assert rank_hand(hand, played("standard", pack)).reads_as == reads_as


# --- one combination after the other -------------------------------------------------------------


def best_reading(five: Hand, pack: Pack, ruleset: str, only: str) -> tuple[bool, tuple[int, ...]]:
    """Give the best that cards can be as one combination: counting as it before only matching."""
    wild = tuple(card for card in five if card in wild_of(five, pack))
    ways = different_readings(five, wild, pack)
    return max(worth_as(way, pack, ruleset, only) for way in ways)


def worth_as(
    way: tuple[Hand, bool], pack: Pack, ruleset: str, only: str
) -> tuple[bool, tuple[int, ...]]:
    """Say whether a reading counts as a combination, and what it is worth as one."""
    ranking = pack.ranking(ruleset)
    whole, part = (worth_of_reading(*way, ranking, pack, only=name) for name in ("", only))
    return bool(whole and whole.category == only), part.key if part else ()


TO_EXPLAIN = {
    "36 and bugs": "skeet-flushes",
    "five ranks": "skeet",
    "36, ace high, bugs": "cats-and-dogs-flushes",
    "double-ace flush with a bug": "cats-over-flush",
    "32 with sevens wild": "soko",
    "36, lowest and bugs": "cats-dogs-and-skeet",
    "32, hole card and a bug": "skeet",
}


WITH_MORE_CARDS = ("deuces", "four bugs", "bug and deuces", "lowest", "hole card and jacks")


@pytest.mark.parametrize(
    "name",
    [*TO_EXPLAIN, *(pytest.param(name, marks=pytest.mark.slow) for name in WITH_MORE_CARDS)],
)
def test_a_hand_and_every_combination_that_it_makes_are_shown_as_their_best(name: str) -> None:
    pack, ruleset = PACKS[name], TO_EXPLAIN.get(name, "cats-and-dogs-flushes")
    for hand in hands_to_read(pack, {1: 3, 2: 1}):
        why = explain_hand(as_cards(hand), played(ruleset, pack))
        assert why.rank.combination.id == worth(hand, ruleset, pack).category, card_text(hand)
        shown = {one.combination.id: one.reads_as for one in why.makes}
        makes = made(hand, pack)
        assert list(shown) == [entry for entry in pack.ranking(ruleset) if entry in makes]
        assert why.makes[0].reads_as == why.rank.reads_as, card_text(hand)
        for entry, text in shown.items():
            ways = ways_to_read(text or "", hand, pack)
            assert ways, (card_text(hand), entry, text)
            found = max(worth_as(way, pack, ruleset, entry) for way in ways)
            should = best_reading(hand, pack, ruleset, entry)
            assert found == should, (card_text(hand), entry, text)


# Hands that a bug makes of what would be something else without it.
@pytest.mark.parametrize(
    ("hand", "combination", "reads_as"),
    [
        ("Ah Qh Kh 9h Jo", "flush", "Ah Kh Qh Jh 9h"),
        ("8h 7h 5h 3h Jo", "flush", "Ah 8h 7h 5h 3h"),
        ("7h 6h 4h 2h Jo", "flush", "Ah 7h 6h 4h 2h"),
    ],
)
def test_a_bug_is_shown_as_what_it_counts_as(hand: str, combination: str, reads_as: str) -> None:
    pack = Pack(jokers=1, bug="orthodox")
    why = explain_hand(hand, played("cats-and-dogs-flushes", pack))
    assert (why.makes[0].combination.id, why.makes[0].reads_as) == (combination, reads_as)
    assert why.rank.reads_as == reads_as


def test_a_lower_combination_is_shown_as_a_hand_that_is_no_more() -> None:
    why = explain_hand("5s As 4s Jo 3s", played("standard", Pack(jokers=1)))
    shown = {one.combination.id: one.reads_as for one in why.makes}
    assert shown["straight-flush"] == "As 5s 4s 3s 2s"
    assert shown["straight"] == "As 5s 4s 3s 2h"


def missed_slowly(hand: Hand, pack: Pack, ruleset: str) -> dict[tuple[str, str], set[str]]:
    """Change each card into every other one: what higher combination, and with which cards."""
    ranking = pack.ranking(ruleset)
    own = ranking.index(worth(hand, ruleset, pack).category)
    found: dict[tuple[str, str], set[str]] = {}
    for at, card in enumerate(hand):
        for other in set(pack.cards) - set(hand):
            changed = worth((*hand[:at], other, *hand[at + 1 :]), ruleset, pack).category
            if ranking.index(changed) < own:
                found.setdefault((changed, card_text([card])), set()).add(card_text([other]))
    return found


@pytest.mark.parametrize("pack", [PACKS["36 and bugs"], LOWEST, PACKS["32, hole card and a bug"]])
def test_a_hand_misses_what_one_other_card_would_make_of_it(pack: Pack) -> None:
    for hand in hands_to_read(pack, {0: 1, 1: 2}):
        misses = explain_hand(as_cards(hand), played("skeet-flushes", pack)).misses
        found: dict[tuple[str, str], set[str]] = {}
        for miss in misses:
            for card in miss.discards:
                found.setdefault((miss.combination.id, card), set()).update(miss.outs)
        assert found == missed_slowly(hand, pack, "skeet-flushes"), card_text(hand)


# --- the five that play --------------------------------------------------------------------------

PACKS_OF_MORE = {
    "36": PACKS["36"],
    "36, joker": Pack(ranks=LETTERS[4:], jokers=1),
    "28, deuces, fewer wild cards win": Pack(ranks="2579TKA", wild=DEUCES, natural_first=True),
    "28, lowest": LOWEST,
    "five ranks": PACKS["five ranks"],
    "32, hole card and a bug": PACKS["32, hole card and a bug"],
}


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("name", PACKS_OF_MORE)
def test_the_five_that_play_are_the_best(name: str, size: int) -> None:
    pack, ruleset = PACKS_OF_MORE[name], "soko"
    ranking = compiled(ruleset, pack)
    for cards in hands_to_read(pack, {0: 3, 1: 2, 2: 1}, size):
        five, is_wild = best_five(ranking, as_cards(cards))
        plays = tuple(sorted(five.tolist()))
        assert plays in [five for five, _ in fives_of(cards, pack)]
        wild = set(wild_of(cards, pack))
        jokers = five >= FIRST_JOKER
        assert (is_wild | jokers).tolist() == [card in wild for card in five.tolist()]
        found = worth_of_five(plays, tuple(c for c in plays if c in wild), ruleset, pack)
        assert found.key == worth(cards, ruleset, pack).key, card_text(cards)


def test_of_more_cards_the_five_that_play_and_their_reading_are_named() -> None:
    pack = Pack(ranks="69TJQK", jokers=1)
    rank = rank_hand(as_cards(cards_of("9h Kd Qs Jo 6c Ts 9d")), played("standard", pack))
    assert (rank.hand, rank.plays, rank.reads_as) == (
        "Kd Qs Ts 9h 9d 6c Jo",
        "Kd Qs Ts 9h Jo",
        "Kd Qs Js Ts 9h",
    )


def test_what_is_lowest_depends_on_all_the_cards_dealt() -> None:
    pack = Pack(ranks="67JQK", by_hand="lowest")
    rank = rank_hand(as_cards(cards_of("Kh Kd Ks Kc 7s 6c Jd")), played("standard", pack))
    assert (rank.combination.id, rank.plays) == ("five-of-a-kind", "Ks Kh Kd Kc 6c")


def test_the_hole_card_is_the_first_of_all_the_cards_dealt() -> None:
    pack = Pack(ranks="67JQK", by_hand="hole")
    rank = rank_hand(as_cards(cards_of("7s Kh Kd Ks 7c Jd 6c")), played("standard", pack))
    assert (rank.combination.id, rank.plays) == ("five-of-a-kind", "Ks Kh Kd 7s 7c")


def test_five_of_seven_may_be_natural_where_every_five_has_a_wild_card() -> None:
    # The hole card is a bug, and no use in a full house of the others.
    pack = Pack(ranks="9TKA", by_hand="hole", jokers=1, bug="orthodox")
    cards = as_cards(cards_of("Jo Kc 9c 9h Th Kh 9s"))
    rank = rank_hand(cards, played("standard", pack))
    assert (rank.combination.id, rank.tie_break, rank.reads_as) == ("full-house", "9-K", None)
    assert rank_hands(cards[None, :], played("standard", pack)).tolist() == [rank.strength]


def test_of_seven_cards_a_natural_hand_beats_the_same_with_the_lowest_as_an_option() -> None:
    rules = played("standard", Pack(ranks="69TJQKA", by_hand="lowest", natural_first=True))
    natural, wild = (
        rank_hand(as_cards(cards_of(text)), rules)
        for text in ("As Ks Qs Js Ts 6s 9h", "As Ks Qs Js 6h 6s 9h")
    )
    assert (natural.combination, natural.tie_break) == (wild.combination, wild.tie_break)
    assert natural.strength > wild.strength


def test_of_five_cards_no_five_are_named() -> None:
    assert rank_hand("Ks Kh 8d 3c Jo", played("standard", Pack(jokers=1))).plays is None


# --- examples on the card of a ruleset -----------------------------------------------------------


def orders_of(hand: Hand, pack: Pack) -> list[Hand]:
    """Give a hand with each of its cards as the hole card, where that matters."""
    if pack.by_hand != "hole":
        return [hand]
    return [(hole, *(card for card in hand if card != hole)) for hole in hand]


def wrong_examples(ranking: Ranking, pack: Pack) -> list[tuple[str, str]]:
    """Give the combinations whose example counts as another or has wild cards without need."""
    n_wild = ranking.classes.n_wild.astype(int) + ranking.classes.n_bugs
    found = []
    for place, combination in enumerate(ranking.ranking):
        text = best_hand(ranking, place)
        counts_as = ranking.category[ranking.strengths] == place
        hands = [hand for hand in orders_of(cards_of(text), pack) if len(set(hand)) == 5]
        shown = [
            (ranking.category[ranking.strength(as_cards(hand))], len(wild_of(hand, pack)))
            for hand in hands
            if set(hand) <= set(pack.cards)
        ]
        if counts_as.any() and (place, n_wild[counts_as].min()) not in shown:
            found.append((combination.id, text))
        if not counts_as.any() and text:
            found.append((combination.id, text))
    return found


PACKS_WITH_EXAMPLES = {
    name: PACKS[name] for name in ("two bugs for special hands", "five ranks", "two ranks")
} | {
    "lowest": LOWEST,
    "hole card": Pack(ranks=LETTERS[5:], by_hand="hole"),
    "lowest, deuces and jokers": Pack(by_hand="lowest", wild=DEUCES, jokers=2),
    "hole card and deuces": Pack(ranks="278TJQK", by_hand="hole", wild=DEUCES),
    "three ranks, hole card and a joker": Pack(ranks="36A", by_hand="hole", jokers=1),
    "no card that is not wild": Pack(ranks="3A", wild=(4, 5, 6, 7, 48, 49, 50, 51)),
}


@pytest.mark.parametrize("name", PACKS_WITH_EXAMPLES)
def test_an_example_counts_as_its_combination_with_as_few_wild_cards_as_can_be(name: str) -> None:
    pack = PACKS_WITH_EXAMPLES[name]
    assert wrong_examples(compiled("cats-dogs-and-skeet", pack), pack) == []


@pytest.mark.parametrize("ruleset", ["standard", "skeet-flushes", "soko"])
def test_a_ruleset_has_right_examples_with_a_joker(ruleset: str) -> None:
    pack = PACKS["joker"]
    assert wrong_examples(compiled(ruleset, pack), pack) == []


def test_five_of_a_kind_is_shown_with_the_joker_that_makes_it() -> None:
    lines = rules_card(played("standard", Pack(jokers=1)))
    assert (lines[0].frequency.combination.id, lines[0].example) == (
        "five-of-a-kind",
        "As Ah Ad Ac Jo",
    )


def test_an_example_is_the_best_of_those_with_as_few_wild_cards() -> None:
    natural = [line.example for line in rules_card(played("skeet", Pack()))]
    for line in rules_card(played("skeet", Pack(jokers=1))):
        if line.frequency.combination.id not in ("five-of-a-kind", "blaze"):
            assert line.example in natural
