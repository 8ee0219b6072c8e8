"""Every kind of problem with the text of a rules file, and that there are no others."""

import datetime
import math
import re
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.errors import InputError, RulesetError
from pokersim.rules import loader
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.loader import load_ruleset, parse_ruleset
from pokersim.studies.rank import rank_hand
from support.rulesets import toml, toml_file

LAST_LINE = "ranking: the last must be 'high-card', which every hand makes"
NO_PATTERN = 'is missing (or name a combination to start from: like = "...")'
RANKS_ARE = "(2-9 T J Q K A)"
NO_DECK = (
    "deck: '{}' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'; a joker is --jokers 1"
)
KNOWN = (
    "name, en, ru, source, about, deck, ace-low, jokers, bug, wild, wild-by-hand, "
    "double-ace-flush, natural-first, ranking, combination"
)
BAD_NAME = "a combination is named in small letters and hyphens: full-moon"


def problems(text: str) -> list[str]:
    """Return what is wrong with the text of a ruleset."""
    try:
        parse_ruleset(text, "thursday.toml", "thursday")
    except RulesetError as error:
        return list(error.problems)
    return []


def problems_of(combination: str) -> list[str]:
    """Return what is wrong with an own combination, without its key path."""
    lines = problems(f'ranking = ["moon", "high-card"]\n[combination.moon]\n{combination}')
    assert all(line.startswith("combination.moon.") for line in lines)
    return [line.removeprefix("combination.moon.") for line in lines]


def problems_of_pattern(words: str) -> list[str]:
    """Return what is wrong with the words of a pattern, without their key path."""
    lines = problems_of(f"pattern = {{ {words} }}")
    assert all(line.startswith("pattern.") for line in lines)
    return [line.removeprefix("pattern.") for line in lines]


RULESET_PROBLEMS = [
    ('ranking = ["straight", "flsh", "high-card"]',
     ["ranking[1]: unknown combination 'flsh'; did you mean 'flush'?"]),
    ('ranking = ["Straight", "high-card"]',
     ["ranking[0]: unknown combination 'Straight'; did you mean 'straight'?"]),
    ('ranking = ["zzz", "high-card"]', ["ranking[0]: unknown combination 'zzz'"]),
    ('ranking = ["flush", "flush", "high-card"]', ["ranking[1]: 'flush' appears twice"]),
    ('ranking = ["flush", 5, "high-card"]', ["ranking[1]: 5 is not the name of a combination"]),
    ('ranking = ["high-card", "flush"]', [LAST_LINE]),
    ('ranking = ["flush"]', [LAST_LINE]),
    ("", ["ranking: is missing: a list of combinations, best first"]),
    ("ranking = []", ["ranking: [] is not what it must be: a list of combinations, best first"]),
    ('ranking = "high-card"',
     ["ranking: 'high-card' is not what it must be: a list of combinations, best first"]),
    ('ranknig = []\nranking = ["high-card"]', ["ranknig: unknown key; did you mean 'ranking'?"]),
    ('qqq = 2\nranking = ["high-card"]', [f"qqq: unknown key; known: {KNOWN}"]),
    ('"\\n" = 2\nranking = ["high-card"]', [f"'\\n': unknown key; known: {KNOWN}"]),
    ('jokers = 5\nranking = ["high-card"]', ["jokers: 5 is not a whole number from 0 to 4"]),
    ('bug = "both"\nranking = ["high-card"]',
     ["bug: unknown word 'both'; one of orthodox, special"]),
    ('jokers = 0\nbug = "special"\nranking = ["high-card"]',
     ["bug: a bug is a joker, and the deck has none"]),
    ('wild = ["Zx"]\nranking = ["high-card"]',
     ["wild: 'Zx' is no wild card: a rank ('2'), a card ('Js') or one of one-eyed-jacks, "
      "suicide-king, deuces"]),
    ('deck = 36\nwild = "2"\nranking = ["high-card"]',
     ["wild: 2c can't be wild: the deck has no such card"]),
    ('wild-by-hand = "all"\nranking = ["high-card"]',
     ["wild-by-hand: unknown word 'all'; one of lowest, hole"]),
    ('ace-low = 1\nranking = ["high-card"]', ["ace-low: 1 is neither true nor false"]),
    ('name = ""\nranking = ["high-card"]', ["name: is empty"]),
    ('en = " "\nranking = ["high-card"]', ["en: is empty"]),
    ('ru = 5\nranking = ["high-card"]', ["ru: 5 is not a text"]),
    ('about = ["x"]\nranking = ["high-card"]', ["about: ['x'] is not a text"]),
    ('source = 1979-05-27\nranking = ["high-card"]',
     ["source: datetime.date(1979, 5, 27) is not a text"]),
    ('deck = 1.5\nranking = ["high-card"]',
     ["deck: 1.5 is not a deck: 52, 36, 32, or its ranks"]),
    ('deck = true\nranking = ["high-card"]',
     ["deck: True is not a deck: 52, 36, 32, or its ranks"]),
    ('deck = "9"\nranking = ["high-card"]', [NO_DECK.format(9)]),
    ('deck = "9JJ"\nranking = ["high-card"]',
     ["deck: '9JJ' is not a deck: a rank is listed twice"]),
    ('deck = 40\nranking = ["high-card"]',
     [NO_DECK.format(40)]),
    ('combination = 5\nranking = ["high-card"]', ["combination: 5 is not a table"]),
    ('ranking = ["high-card"]\n[combination]\nmoon = 5', ["combination.moon: 5 is not a table"]),
    ('ranking = ["high-card"]\n[combination.straight]\npattern = {}',
     ["combination.straight: is the name of a combination of the catalogue; take another"]),
    ('ranking = ["high-card"]\n[combination."Full Moon"]\npattern = {}',
     [f"combination.Full Moon: {BAD_NAME}"]),
    ('ranking = ["high-card"]\n[combination.full_moon]\npattern = 5',
     ["combination.full_moon.pattern: 5 is not a table", f"combination.full_moon: {BAD_NAME}"]),
]  # fmt: skip


def test_a_problem_with_a_ruleset_is_named() -> None:
    assert [(text, problems(text)) for text, _ in RULESET_PROBLEMS] == RULESET_PROBLEMS


COMBINATION_PROBLEMS = [
    ('en = "Moon"', [f"pattern: {NO_PATTERN}"]),
    ("pattern = 5", ["pattern: 5 is not a table"]),
    ("en = 5", ["en: 5 is not a list of texts", f"pattern: {NO_PATTERN}"]),
    ('pattern = {}\nru = ["Луна", 5]', ["ru: ['Луна', 5] is not a list of texts"]),
    ('pattern = {}\nen = [""]', ["en: [''] is not a list of texts"]),
    ("pattern = {}\nsource = 5", ["source: 5 is not a text"]),
    ('pattern = {}\nsource = ""', ["source: is empty"]),
    ("patern = {}", ["patern: unknown key; did you mean 'pattern'?", f"pattern: {NO_PATTERN}"]),
    ('pattern = {}\ntie_break = "run"', ["tie_break: unknown key; did you mean 'tie-break'?"]),
    ('pattern = {}\ntie-break = "card"', ["tie-break: unknown word 'card'; did you mean 'cards'?"]),
    ('pattern = {}\ntie-break = "zzz"',
     ["tie-break: unknown word 'zzz'; one of cards, groups, orthodox, run, suited"]),
    ('pattern = {}\ntie-break = ""', ["tie-break: is empty"]),
    ("pattern = {}\ntie-break = 5", ["tie-break: 5 is not a text"]),
    ('pattern = {}\ntie-break = "run"', ["tie-break: 'run' needs a pattern with a run"]),
    ('pattern = {}\ntie-break = "suited"',
     ["tie-break: 'suited' needs a pattern with suited cards"]),
    ('pattern = { run = 5 }\ntie-break = "run"', ["pattern.run: 5 is not a table"]),
    ('like = "strait"', ["like: unknown combination 'strait'; did you mean 'straight'?"]),
    ('like = "moon"', ["like: unknown combination 'moon'"]),
    ("like = 5", ["like: 5 is not a text"]),
    ('like = ""', ["like: is empty"]),
]  # fmt: skip


def test_a_problem_with_an_own_combination_is_named() -> None:
    found = [(table, problems_of(table)) for table, _ in COMBINATION_PROBLEMS]
    assert found == COMBINATION_PROBLEMS


NOT_FIVE = "is not a list of counts that add up to five cards"
PATTERN_PROBLEMS = [
    ("count = [5]", ["count: unknown key; did you mean 'counts'?"]),
    ("straight = true",
     ["straight: unknown key; known: counts, no-pair, high, low, contains, between, among, run, "
      "suited"]),
    ("counts = [3, 3]", [f"counts: [3, 3] {NOT_FIVE}"]),
    ("counts = []", [f"counts: [] {NOT_FIVE}"]),
    ("counts = 5", [f"counts: 5 {NOT_FIVE}"]),
    ("counts = [6, -1]", [f"counts: [6, -1] {NOT_FIVE}"]),
    ("counts = [4, true]", [f"counts: [4, True] {NOT_FIVE}"]),
    ("no-pair = 1", ["no-pair: 1 is neither true nor false"]),
    ("no-pair = true, counts = [2, 1, 1, 1]",
     ["no-pair: says the same as counts; give one of them"]),
    ('high = "1"', [f"high: '1' is not a rank {RANKS_ARE}"]),
    ("high = 11", [f"high: '11' is not a rank {RANKS_ARE}"]),
    ('high = "B"', [f"high: 'B' is not a rank {RANKS_ARE}"]),
    ('high = ""', [f"high: no rank {RANKS_ARE}"]),
    ("high = true", [f"high: True is not a rank {RANKS_ARE}"]),
    ("low = 9.0", [f"low: 9.0 is not a rank {RANKS_ARE}"]),
    ('low = ["9"]', [f"low: ['9'] is not a rank {RANKS_ARE}"]),
    ('high = "\u0422"',
     ["high: '\u0422' is a Cyrillic letter that looks like the ten and means the ace "
      f"{RANKS_ARE}"]),
    ('contains = "9"', ["contains: '9' is not a list of ranks"]),
    ("contains = []", ["contains: [] is not a list of ranks"]),
    ('contains = ["9", 9]', ["contains: names a rank twice"]),
    ('among = ["J", "B", "D"]',
     [f"among[1]: 'B' is not a rank {RANKS_ARE}", f"among[2]: 'D' is not a rank {RANKS_ARE}"]),
    ("suited = 3", ["suited: 3 is not a whole number from 4 to 5"]),
    ("suited = true", ["suited: True is not a whole number from 4 to 5"]),
    ("run = true", ["run: True is not a table"]),
    ("run = { lenght = 5 }", ["run.lenght: unknown key; did you mean 'length'?"]),
    ("run = { length = 2 }", ["run.length: 2 is not a whole number from 3 to 5"]),
    ("run = { step = 1.0 }", ["run.step: 1.0 is not a whole number from 1 to 2"]),
    ('run = { ace = "hihg" }', ["run.ace: unknown word 'hihg'; did you mean 'high'?"]),
    ('run = { open = "yes" }', ["run.open: 'yes' is neither true nor false"]),
    ('run = { wrap = true, ace = "low" }',
     ["run.wrap: puts the ace inside the run; 'open' and 'ace' don't go with it"]),
    ("run = { wrap = true, open = true }",
     ["run.wrap: puts the ace inside the run; 'open' and 'ace' don't go with it"]),
    ("between = { cards = 1 }", ["between: {'cards': 1} is not a list of tables"]),
    ("between = [5]", ["between: [5] is not a list of tables"]),
    ("between = [{ cards = 6, above = 2, from = 3 }]",
     ["between[0].from: unknown key; known: cards, above, below", "between[0].below: is missing",
      "between[0].cards: 6 is not a whole number from 0 to 5"]),
    ("between = [{ cards = 0, above = 9, below = 5 }]",
     ["between[0].above: must be a lower rank than 'below'"]),
]  # fmt: skip


def test_a_problem_with_a_pattern_is_named() -> None:
    found = [(words, problems_of_pattern(words)) for words, _ in PATTERN_PROBLEMS]
    assert found == PATTERN_PROBLEMS


@pytest.mark.parametrize(
    "words",
    [
        'high = "5", low = "9"',
        "counts = [2, 1, 1, 1], suited = 5",
        "counts = [4, 1], suited = 4",
        'run = {}, contains = ["9", "2"]',
        'high = "9", contains = ["T"]',
        'between = [{ cards = 1, above = "8", below = "9" }]',
        'run = { wrap = true }, low = "3"',
    ],
)
def test_a_pattern_that_no_hand_matches_is_a_problem(words: str) -> None:
    assert problems_of(f"pattern = {{ {words} }}") == ["pattern: no hand matches it"]


def test_a_pattern_of_the_deck_in_play_is_none_though_no_hand_of_52_cards_matches() -> None:
    pattern = '{ run = {}, high = "A", low = "6" }'
    text = f'deck = 36\nranking = ["moon", "high-card"]\n[combination.moon]\npattern = {pattern}'
    lowest = rank_hand("9s 8h 7d 6c As", parse_ruleset(text, "x", "x"))
    assert lowest.combination.id == "moon"


TWENTY_FAULTS = """
titel = "Thursday"
name = ""
en = 5
about = []
deck = "1"
ranking = ["moon", "skeeet", "flush", "flush", 7, "sun"]

[combination.moon]
en = [1]
colour = "yellow"
like = "blase"
tie-break = "highest"

[combination.sun.pattern]
counts = [2, 2]
high = "X"
low = []
contains = ["2", "2"]
suited = 6
run = { length = 9, wrap = 1 }
between = [{ cards = 9, above = "2" }]
"""

TWENTY_LINES = f"""
titel: unknown key; known: {KNOWN}
deck: '1' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'; a joker is --jokers 1
combination.moon.colour: unknown key; known: en, ru, source, pattern, tie-break, bug, like
combination.moon.en: [1] is not a list of texts
combination.moon.like: unknown combination 'blase'; did you mean 'blaze'?
combination.moon.tie-break: unknown word 'highest'; one of cards, groups, orthodox, run, suited
combination.sun.pattern.counts: [2, 2] {NOT_FIVE}
combination.sun.pattern.run.length: 9 is not a whole number from 3 to 5
combination.sun.pattern.run.wrap: 1 is neither true nor false
combination.sun.pattern.high: 'X' is not a rank {RANKS_ARE}
combination.sun.pattern.low: [] is not a rank {RANKS_ARE}
combination.sun.pattern.contains: names a rank twice
combination.sun.pattern.between[0].below: is missing
combination.sun.pattern.between[0].cards: 9 is not a whole number from 0 to 5
combination.sun.pattern.suited: 6 is not a whole number from 4 to 5
name: is empty
en: 5 is not a text
about: [] is not a text
ranking[1]: unknown combination 'skeeet'; did you mean 'skeet'?
ranking[3]: 'flush' appears twice
ranking[4]: 7 is not the name of a combination
{LAST_LINE}
"""


def test_all_problems_of_a_file_are_named_at_once() -> None:
    assert sorted(problems(TWENTY_FAULTS)) == sorted(TWENTY_LINES.strip().splitlines())


def test_an_error_counts_the_problems_and_names_the_file() -> None:
    with pytest.raises(RulesetError) as caught:
        parse_ruleset('ranking = ["skeeet", "flush"]', "my_rules.toml", "my_rules")
    expected = (
        "my_rules.toml has 2 problems\n"
        "  ranking[0]: unknown combination 'skeeet'; did you mean 'skeet'?\n"
        f"  {LAST_LINE}"
    )
    assert str(caught.value) == expected


@pytest.mark.parametrize("value", ["x" * 1000, ["x"] * 1000, {"x" * 1000: 5}])
def test_a_long_value_is_shortened(value: object) -> None:
    (line,) = problems(toml_file({"ranking": ["high-card"], "combination": {"x": [value]}}))
    assert len(line) < 100


def kings(n: int) -> str:
    """Write a ranking of so many entries, all but the last of them alike."""
    own = {f"moon-{i}": {"pattern": {"high": "K"}} for i in range(n - 1)}
    return toml_file({"ranking": [*own, "high-card"], "combination": own})


def test_a_ranking_of_more_combinations_than_fit_is_a_problem() -> None:
    assert problems(kings(64)) == ["ranking: lists 64 combinations; at most 63 fit"]


def test_the_last_of_a_ranking_that_just_fits_counts() -> None:
    ruleset = parse_ruleset(kings(63), "x", "x")
    assert rank_hand("As 9h 7d 4c 2s", ruleset).combination.id == "high-card"


@pytest.mark.parametrize(
    "text",
    ["ranking = [", "ranking", "a = 1\na = 2", "\0", "a = " + "[" * 5000, "a = " + "1" * 5000],
    ids=["unfinished", "no value", "twice", "null", "deep", "digits"],
)
def test_what_is_not_toml_is_one_problem(text: str) -> None:
    (line,) = problems(text)
    assert line.startswith("not TOML: ")


HUGE = "0x" + "f" * 5000


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'deck = {HUGE}\nranking = ["high-card"]',
         "deck: what stands here is not a deck: 52, 36, 32, or its ranks"),
        (f'ranking = [{HUGE}, "high-card"]',
         "ranking[0]: what stands here is not the name of a combination"),
        (f'ranking = ["high-card"]\n[combination.moon]\npattern = {{ high = {HUGE} }}',
         f"combination.moon.pattern.high: what stands here is not a rank {RANKS_ARE}"),
    ],
    ids=["deck", "ranking", "rank"],
)  # fmt: skip
def test_a_number_too_long_to_be_written_out_is_a_problem(text: str, line: str) -> None:
    assert problems(text) == [line]


def test_a_table_too_deep_to_be_written_out_is_a_problem() -> None:
    (line,) = problems(f'ranking = ["high-card"]\n[en.{"a." * 3000}a]')
    assert re.fullmatch("en: .{1,40} is not a text", line)


# --- anything at all -----------------------------------------------------------------------------

scalars = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(-1, 14),
    st.floats(allow_nan=False).filter(math.isfinite),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.sampled_from([*"23456789TJQKA", "10", "straight", "high-card", "moon", "cards", "36"]),
    st.dates().map(datetime.date.isoformat).map(datetime.date.fromisoformat),
    st.times(),
    st.datetimes(),
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc-", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
COMBINATION_KEYS = ("en", "ru", "source", "pattern", "tie-break", "like")
PATTERN_KEYS = (
    "counts", "no-pair", "high", "low", "contains", "between", "among", "run", "suited",
)  # fmt: skip
KEY_PATHS: list[tuple[str | int, ...]] = [
    *((key,) for key in ("unknown", *loader.RULESET_KEYS)),
    ("ranking", 0),
    ("combination", "moon"),
    *(("combination", "moon", key) for key in COMBINATION_KEYS),
    *(("combination", "moon", "pattern", key) for key in PATTERN_KEYS),
    ("combination", "moon", "pattern", "contains", 0),
    ("combination", "moon", "pattern", "between", 0),
    *(("combination", "moon", "pattern", "between", 0, k) for k in ("cards", "above", "below")),
    *(("combination", "moon", "pattern", "run", k) for k in ("length", "step", "ace", "wrap")),
]


def sound_file() -> dict[str, Any]:
    between = [{"cards": 1, "above": "5", "below": "9"}]
    pattern = {"contains": ["9"], "between": between, "run": {"length": 3}}
    moon = {"en": "Moon", "pattern": pattern, "tie-break": "run"}
    ranking = ["moon", "flush", "high-card"]
    return {"name": "x", "deck": "52", "ranking": ranking, "combination": {"moon": moon}}


def put(table: Any, path: tuple[Any, ...], value: object) -> None:
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value


def problems_or_none(text: str) -> tuple[str, ...]:
    try:
        compile_ruleset(parse_ruleset(text, "x", "x"))
    except RulesetError as error:
        return error.problems
    return ()


def test_the_file_that_is_to_be_spoiled_is_sound() -> None:
    assert parse_ruleset(toml_file(sound_file()), "x", "x").name == "x"


@given(path=st.sampled_from(KEY_PATHS), value=values)
@settings(max_examples=250)
def test_any_value_of_a_key_is_read_or_named_as_a_problem(
    path: tuple[Any, ...], value: object
) -> None:
    table = sound_file()
    put(table, path, value)
    lines = problems_or_none(toml_file(table))
    assert all(": " in line and "\n" not in line for line in lines), lines


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace")))
@settings(max_examples=50)
def test_any_bytes_are_read_or_refused(tmp_path_factory: Any, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    with pytest.raises((RulesetError, InputError)):
        load_ruleset(str(path))


@given(values)
@settings(max_examples=50)
def test_what_the_tests_write_is_toml(value: object) -> None:
    assert tomllib.loads(f"a = {toml(value)}") == {"a": value}
