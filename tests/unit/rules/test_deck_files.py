"""Decks in files, five of a kind, what a deck can't hold, and digests of decks."""

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.errors import PokersimError, RulesetError
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import NAMED_CARDS, NO_ACE, Deck, parse_deck
from pokersim.rules.loader import catalogue, load_ruleset, parse_ruleset, play_with, shipped_names
from pokersim.rules.ruleset import Ruleset
from pokersim.studies.frequency import count_frequencies
from pokersim.studies.rank import rank_hand
from support.oracle import LETTERS, RULESETS
from support.rulesets import toml_file
from support.wild_hands import DEUCES, NO_WILD, NOT_A_DECK, ONE_EYED_JACKS, as_cards, played
from support.wild_oracle import Pack

SHORT = tuple(range(5, 13))
ACES = (48, 49, 50, 51)


# --- decks in files ------------------------------------------------------------------------------


def deck_in(lines: str) -> Deck:
    return parse_ruleset(f'{lines}\nranking = ["flush", "high-card"]', "x.toml", "x").deck


DECKS_IN_FILES: list[tuple[str, Deck]] = [
    ("", Deck()),
    ("deck = 36", parse_deck("36")),
    ("ace-low = false", Deck(ace_low=False)),
    ("ace-low = true", Deck()),
    ("jokers = 0", Deck()),
    ("jokers = 4", Deck(jokers=4)),
    ('bug = "orthodox"', Deck(jokers=1, bug="orthodox")),
    ('bug = "special"\njokers = 2', Deck(jokers=2, bug="special")),
    ('wild = "2"', Deck(wild=DEUCES)),
    ("wild = 2", Deck(wild=DEUCES)),
    ('wild = [2, "Js", "Jh"]', Deck(wild=(*DEUCES, *ONE_EYED_JACKS))),
    ('wild = ["Js", "2", "2", "Jh"]', Deck(wild=(*DEUCES, *ONE_EYED_JACKS))),
    ('wild = "one-eyed-jacks,2"', Deck(wild=(*DEUCES, *ONE_EYED_JACKS))),
    ('wild = "10"', Deck(wild=(32, 33, 34, 35))),
    ('wild-by-hand = "lowest"', Deck(by_hand="lowest")),
    ('wild-by-hand = "hole"', Deck(by_hand="hole")),
    ("double-ace-flush = true", Deck(double_ace_flush=True)),
    ("natural-first = true", Deck(natural_first=True)),
    (
        'deck = 32\nace-low = false\njokers = 2\nbug = "special"\nwild = "7"\n'
        'wild-by-hand = "hole"\ndouble-ace-flush = true\nnatural-first = true',
        Deck(SHORT, False, 2, "special", (20, 21, 22, 23), "hole", True, True),
    ),
]


def test_the_deck_of_a_file_is_read() -> None:
    assert [(lines, deck_in(lines)) for lines, _ in DECKS_IN_FILES] == DECKS_IN_FILES


NO_WILD_IN_FILE = "wild: no wild card is named: a rank ('2'), a card ('Js') or 'one-eyed-jacks'"


DECK_PROBLEMS = [
    ("jokers = 5", ["jokers: 5 is not a whole number from 0 to 4"]),
    ("jokers = -1", ["jokers: -1 is not a whole number from 0 to 4"]),
    ("jokers = true", ["jokers: True is not a whole number from 0 to 4"]),
    ('jokers = "2"', ["jokers: '2' is not a whole number from 0 to 4"]),
    ('bug = "specail"', ["bug: unknown word 'specail'; did you mean 'special'?"]),
    ("bug = true", ["bug: True is not a text"]),
    ('bug = ""', ["bug: is empty"]),
    ('bug = "orthodox"\njokers = 0', ["bug: a bug is a joker, and the deck has none"]),
    ('deck = "9TJQK"\nbug = "special"', [f"bug: {NO_ACE}"]),
    ('wild = "1"', [f"wild: '1' {NO_WILD} {', '.join(NAMED_CARDS)}"]),
    ('deck = 36\nwild = "2"', ["wild: 2c can't be wild: the deck has no such card"]),
    ("wild = []", [NO_WILD_IN_FILE]),
    ('wild = ""', [NO_WILD_IN_FILE]),
    ("wild = 2.5", ["wild: 2.5 is not a list of ranks and cards"]),
    ("wild = true", ["wild: True is not a list of ranks and cards"]),
    ('wild = [["2"]]', ["wild: [['2']] is not a list of ranks and cards"]),
    ('wild-by-hand = "low"', ["wild-by-hand: unknown word 'low'; did you mean 'lowest'?"]),
    ('wild-by-hand = ""', ["wild-by-hand: is empty"]),
    ("ace-low = 0", ["ace-low: 0 is neither true nor false"]),
    ('double-ace-flush = "yes"', ["double-ace-flush: 'yes' is neither true nor false"]),
    ("natural-first = 1", ["natural-first: 1 is neither true nor false"]),
    ("joker = 2", ["joker: unknown key; did you mean 'jokers'?"]),
    (
        'deck = "X"\njokers = 9\nwild = "1"\nace-low = 1',
        [
            f"deck: {NOT_A_DECK.format('X')} ('X' is not a rank)",
            "jokers: 9 is not a whole number from 0 to 4",
            "ace-low: 1 is neither true nor false",
            f"wild: '1' {NO_WILD} {', '.join(NAMED_CARDS)}",
        ],
    ),
]


def problems_in(lines: str) -> list[str]:
    """Return the problems with the deck of a file."""
    try:
        deck_in(lines)
    except RulesetError as error:
        return list(error.problems)
    return []


def test_problems_with_the_deck_of_a_file_are_named() -> None:
    found = [(lines, problems_in(lines)) for lines, _ in DECK_PROBLEMS]
    assert found == DECK_PROBLEMS


@pytest.mark.parametrize(
    ("bug", "line"),
    [("specail", "did you mean 'special'?"), ("zzz", "one of orthodox, special, no")],
)
def test_an_unknown_word_for_what_a_bug_completes_is_a_problem(bug: str, line: str) -> None:
    own = f'[combination.moon]\nlike = "flush"\nbug = "{bug}"'
    with pytest.raises(RulesetError) as caught:
        parse_ruleset(f'ranking = ["moon", "high-card"]\n{own}', "x", "x")
    assert caught.value.problems == (f"combination.moon.bug: unknown word '{bug}'; {line}",)


@pytest.mark.parametrize(
    ("like", "own", "bug"),
    [("flush", "", "orthodox"), ("one-pair", "", "no"), ("blaze", "", "special"),
     ("flush", 'bug = "no"', "no"), ("one-pair", 'bug = "orthodox"', "orthodox")],
)  # fmt: skip
def test_a_bug_completes_what_it_completes_of_the_one_to_start_from_unless_named(
    like: str, own: str, bug: str
) -> None:
    text = f'ranking = ["moon", "high-card"]\n[combination.moon]\nlike = "{like}"\n{own}'
    assert parse_ruleset(text, "x", "x").ranking[0].bug == bug


def test_a_bug_completes_orthodox_straights_and_flushes_and_no_pairs() -> None:
    by_bug = {word: {n for n, c in catalogue().items() if c.bug == word} for word in
              ("orthodox", "no")}  # fmt: skip
    assert by_bug == {
        "orthodox": {"straight", "flush", "straight-flush", "royal-flush"},
        "no": {
            "high-card", "one-pair", "two-pair", "three-of-a-kind", "full-house",
            "four-of-a-kind", "five-of-a-kind",
        },
    }  # fmt: skip


# Any deck in a file is refused, or every hand of it counts as something.
deck_files = st.fixed_dictionaries(
    {},
    optional={
        "deck": st.sampled_from(["36", "32", 36, "9TJQKA", "23456", "3-6", "KA", "TJQ", "9"]),
        "ace-low": st.booleans(),
        "jokers": st.integers(-1, 5),
        "bug": st.sampled_from(["orthodox", "special", "no"]),
        "wild": st.sampled_from(["2", "A", "Js,Jh", ["K", "Qs"], 2, "one-eyed-jacks", ["x"]]),
        "wild-by-hand": st.sampled_from(["lowest", "hole"]),
        "double-ace-flush": st.booleans(),
        "natural-first": st.booleans(),
    },
)


@given(deck_files, st.sampled_from(sorted(RULESETS)), st.integers(0, 2**32))
@settings(max_examples=25)
def test_any_deck_is_refused_or_played_with(table: dict[str, Any], name: str, seed: int) -> None:
    try:
        ruleset = parse_ruleset(toml_file(table | {"ranking": RULESETS[name]}), "x", "x")
    except PokersimError:
        return
    ranking = compile_ruleset(ruleset)
    assert ranking.keys.min() >= 0
    assert ranking.category.max() < len(ranking.ranking)
    cards = Random(seed).sample(ruleset.deck.cards.tolist(), 5)
    assert 1 <= rank_hand(as_cards(cards), ruleset).strength <= ranking.n_strengths


# --- five of a kind ------------------------------------------------------------------------------

ORTHODOX = RULESETS["standard"]


def order(ruleset: Ruleset) -> list[str]:
    return [combination.id for combination in ruleset.ranking]


def file_with(ranking: list[str], lines: str = "") -> Ruleset:
    listed = toml_file({"ranking": ranking})
    return parse_ruleset(f"{lines}\n{listed}", "x", "x")


@pytest.mark.parametrize(
    "lines",
    ["jokers = 1", 'bug = "orthodox"', 'wild = "Kh"', 'wild-by-hand = "lowest"',
     'wild-by-hand = "hole"'],
)  # fmt: skip
def test_any_wild_card_puts_five_of_a_kind_on_top_of_a_file(lines: str) -> None:
    assert order(file_with(ORTHODOX, lines)) == ["five-of-a-kind", *ORTHODOX]


def test_any_wild_card_puts_five_of_a_kind_on_top_of_every_shipped_ruleset() -> None:
    found = {name: order(play_with(load_ruleset(name), Deck(jokers=1))) for name in shipped_names()}
    assert found == {name: ["five-of-a-kind", *ranking] for name, ranking in RULESETS.items()}


def test_without_wild_cards_there_is_no_five_of_a_kind() -> None:
    assert order(file_with(ORTHODOX)) == ORTHODOX
    again = play_with(play_with(load_ruleset("standard"), Deck(jokers=1)), parse_deck("36"))
    assert order(again) == ORTHODOX


def test_five_of_a_kind_stays_where_a_file_puts_it() -> None:
    ranking = [*ORTHODOX[:2], "five-of-a-kind", *ORTHODOX[2:]]
    assert order(file_with(ranking, "jokers = 1")) == ranking


def test_a_royal_flush_may_beat_five_of_a_kind() -> None:
    ruleset = file_with(["royal-flush", "five-of-a-kind", *ORTHODOX], "jokers = 2")
    royal, alike, straight_flush = (
        rank_hand(hand, ruleset) for hand in ("As Ks Qs Jo Jo", "As Ah Ad Ac Jo", "Ks Qs Js Ts 9s")
    )
    assert (royal.combination.id, royal.reads_as) == ("royal-flush", "As Ks Qs Js Ts")
    assert royal.strength > alike.strength > straight_flush.strength


def test_a_bug_completes_a_royal_flush() -> None:
    lines = 'bug = "orthodox"'
    ruleset = file_with(["royal-flush", "five-of-a-kind", *ORTHODOX], lines)
    assert rank_hand("As Ks Js Ts Jo", ruleset).combination.id == "royal-flush"
    found = {f.combination.id: f.hands for f in count_frequencies(ruleset)}
    # Of the 204 straight flushes 4 are natural royal flushes, and five of each with the bug.
    assert (found["royal-flush"], found["straight-flush"]) == (24, 180)


def test_five_of_a_kind_fits_into_a_full_ranking_or_is_a_problem() -> None:
    own = {f"moon-{i}": {"pattern": {"high": "K"}} for i in range(62)}
    table = {"jokers": 1, "ranking": [*own, "high-card"], "combination": own}
    ruleset = parse_ruleset(toml_file(table), "x", "full")
    with pytest.raises(RulesetError) as caught:
        compile_ruleset(ruleset)
    assert caught.value.problems == ("ranking: has 64 combinations; at most 63 fit",)
    del own["moon-0"]
    table["ranking"] = [*own, "high-card"]
    assert len(compile_ruleset(parse_ruleset(toml_file(table), "x", "x")).ranking) == 63


# --- what a deck can't hold ----------------------------------------------------------------------


def omitted(name: str, pack: Pack) -> list[str]:
    """Return what the notes omit from a ruleset, and check that it is omitted."""
    ruleset = played(name, pack)
    ranking = compile_ruleset(ruleset)
    end = f": can't occur in this deck ({ruleset.deck.name})"
    found = [note.removesuffix(end) for note in ranking.notes if note.endswith(end)]
    kept = [combination.id for combination in ranking.ranking]
    assert kept == [entry for entry in order(ruleset) if entry not in found]
    return found


@pytest.mark.parametrize(
    ("pack", "ruleset", "entries"),
    [
        (Pack(), "cats-dogs-and-skeet", ""),
        (Pack(jokers=1), "cats-dogs-and-skeet", ""),
        (Pack(ranks=LETTERS[4:]), "cats-and-dogs-flushes",
         "little-tiger-flush little-dog-flush little-tiger little-dog"),
        (Pack(ranks=LETTERS[5:], jokers=1), "cats-and-dogs", "little-tiger little-dog"),
        (Pack(ranks=LETTERS[4:]), "skeet-flushes", "skeet-flush skeet"),
        (Pack(ranks=LETTERS[:-1]), "skeet",
         "round-the-corner-straight-flush round-the-corner-straight"),
        (Pack(ranks=LETTERS[:-1]), "cats-and-dogs", "big-dog"),
        (Pack(ranks="TJQK"), "soko",
         "straight-flush flush straight"),
        (Pack(ranks="TJQK", ace_low=False), "skeet",
         "straight-flush round-the-corner-straight-flush flush skeet straight skip-straight "
         "round-the-corner-straight"),
        (Pack(ranks="36", jokers=1), "standard",
         "straight-flush flush straight three-of-a-kind two-pair one-pair"),
        (Pack(ranks="9TJQKA", ace_low=False), "skeet", "skeet skip-straight"),
        (Pack(ranks="TJQK", jokers=1, double_ace_flush=True), "standard",
         "straight-flush straight"),
    ],
)  # fmt: skip
def test_combinations_that_the_deck_cannot_hold_are_omitted_with_a_note_each(
    pack: Pack, ruleset: str, entries: str
) -> None:
    assert omitted(ruleset, pack) == entries.split()


def test_a_rank_of_wild_cards_alone_is_still_one_to_stand_for() -> None:
    ruleset = played("cats-and-dogs", Pack(ranks="89TJK", wild=(44, 45, 46, 47)))
    assert rank_hand("8c 9d Th Js Ks", ruleset).reads_as == "Ks Js Th 9d 8c"
    assert rank_hand("8c 9d Th Js Ks", ruleset).combination.id == "big-tiger"


# --- digests --------------------------------------------------------------------------------

CHANGES: dict[str, dict[str, Any]] = {
    "ranks": {"ranks": SHORT},
    "ace_low": {"ace_low": False},
    "jokers": {"jokers": 2},
    "bug": {"bug": "orthodox"},
    "wild": {"wild": ONE_EYED_JACKS},
    "by_hand": {"by_hand": "lowest"},
    "double_ace_flush": {"double_ace_flush": True},
    "natural_first": {"natural_first": True},
}


def test_every_option_of_a_deck_is_changed_by_these_tests() -> None:
    assert [field.name for field in fields(Deck)] == list(CHANGES)


def test_every_option_of_a_deck_changes_the_digest() -> None:
    base = Deck(jokers=1)
    decks = [base, *(replace(base, **change) for change in CHANGES.values())]
    decks += [replace(base, bug="special"), replace(base, by_hand="hole"), replace(base, wild=ACES)]
    digests = {play_with(load_ruleset("skeet"), deck).digest for deck in decks}
    assert len(digests) == len(decks)


def test_the_digest_does_not_depend_on_how_the_deck_is_written() -> None:
    ways = [
        'deck = 36\njokers = 1\nwild = ["Js", "Kh"]',
        'deck = "6789TJQKA"\njokers = 1\nwild = "Kh,Js"\nace-low = true\nnatural-first = false',
    ]
    assert len({file_with(ORTHODOX, lines).digest for lines in ways}) == 1


def test_whether_a_bug_completes_a_combination_changes_the_digest() -> None:
    digests = {
        parse_ruleset(
            f'ranking = ["moon", "high-card"]\n[combination.moon]\nlike = "flush"\nbug = "{bug}"',
            "x",
            "x",
        ).digest
        for bug in ("orthodox", "special", "no")
    }
    assert len(digests) == 3
