"""Rules files: what is read, and the errors of files that can't be used."""

import os
import re
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from pokersim.constants import LANGUAGES
from pokersim.errors import InputError, RulesetError
from pokersim.rules import loader
from pokersim.rules.compile import compiler
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import (
    MAX_BYTES,
    catalogue,
    load_ruleset,
    parse_ruleset,
    ruleset_text,
    shipped_names,
)
from pokersim.rules.pattern import Between, Pattern, RankRun
from pokersim.rules.ruleset import Combination


def own_pattern(words: str) -> Pattern:
    """Return how the words of a pattern are read."""
    return own_combination(f"pattern = {{ {words} }}").pattern


def own_combination(table: str) -> Combination:
    text = f'ranking = ["moon", "high-card"]\n[combination.moon]\n{table}'
    return parse_ruleset(text, "thursday.toml", "thursday").ranking[0]


# --- what is shipped -----------------------------------------------------------------------------


def test_every_shipped_combination_and_ruleset_has_a_name_in_every_language() -> None:
    names = {name: combination.names for name, combination in catalogue().items()}
    titles = {name: load_ruleset(name).titles for name in shipped_names()}
    misses = [
        (name, language)
        for name, by_language in (*names.items(), *titles.items())
        for language in LANGUAGES
        if not by_language.get(language)
    ]
    assert misses == []


def test_russian_names_are_in_cyrillic() -> None:
    texts = [text for entry in catalogue().values() for text in entry.names["ru"]]
    texts += [load_ruleset(name).titles["ru"] for name in shipped_names()]
    assert [text for text in texts if not re.fullmatch("[Ѐ-ӿ ,-]+", text)] == []


def test_no_two_combinations_are_printed_alike() -> None:
    for language in LANGUAGES:
        labels = [combination.label(language) for combination in catalogue().values()]
        assert len(set(labels)) == len(labels), language


def test_every_shipped_combination_names_its_source() -> None:
    assert [name for name, combination in catalogue().items() if not combination.source] == []


def test_every_shipped_ruleset_names_its_source() -> None:
    assert [name for name in shipped_names() if not load_ruleset(name).source] == []


def test_a_shipped_ruleset_is_called_like_its_file() -> None:
    assert [name for name in shipped_names() if load_ruleset(name).name != name] == []


def test_the_standard_ruleset_is_the_first_and_the_others_go_by_name() -> None:
    assert shipped_names() == ("standard", *sorted(set(shipped_names()) - {"standard"}))


def test_shipped_combinations_are_named_in_small_letters_and_hyphens() -> None:
    assert [name for name in catalogue() if not re.fullmatch("[a-z]+(-[a-z]+)*", name)] == []


def test_every_shipped_combination_can_be_started_from() -> None:
    found = {name: own_combination(f'like = "{name}"').pattern for name in catalogue()}
    assert found == {name: combination.pattern for name, combination in catalogue().items()}


def test_there_is_nothing_to_note_on_a_shipped_ruleset() -> None:
    notes = {name: compile_ruleset(load_ruleset(name)).notes for name in shipped_names()}
    assert notes == dict.fromkeys(shipped_names(), ())


# --- what a file can say -------------------------------------------------------------------------


def test_a_ruleset_without_a_name_is_called_like_its_file(own_folder: Path) -> None:
    Path("thursday.toml").write_text('ranking = ["high-card"]', encoding="utf-8")
    assert load_ruleset("thursday.toml").name == "thursday"


def test_a_ruleset_without_a_title_is_printed_by_name_in_every_language() -> None:
    ruleset = parse_ruleset('ranking = ["high-card"]', "x.toml", "x")
    assert [ruleset.title(language) for language in ("en", "ru")] == ["x", "x"]


def test_a_combination_without_names_is_printed_by_its_id() -> None:
    text = 'ranking = ["full-moon", "high-card"]\n[combination.full-moon]\nlike = "straight"'
    assert parse_ruleset(text, "x", "x").ranking[0].label("ru") == "Full Moon"


def test_a_name_may_be_one_text_or_a_list() -> None:
    combination = own_combination('like = "straight"\nen = "Moon"\nru = ["Луна", "Месяц"]')
    assert combination.names == {"en": ("Moon",), "ru": ("Луна", "Месяц")}


PATTERNS = [
    ("", Pattern()),
    ("counts = [1, 2, 2]", Pattern(counts=(2, 2, 1))),
    ("no-pair = true", Pattern(counts=(1, 1, 1, 1, 1))),
    ("no-pair = false", Pattern()),
    ('high = "10"', Pattern(high=8)),
    ("high = 10", Pattern(high=8)),
    ("low = 2", Pattern(low=0)),
    ('high = "К"', Pattern(high=11)),  # noqa: RUF001 (Cyrillic, as the documents print it)
    ('contains = ["9", 5]', Pattern(contains=(3, 7))),
    ('among = ["k", "Q"]', Pattern(among=(10, 11))),
    ("suited = 4", Pattern(suited=4)),
    ("run = {}", Pattern(run=RankRun(5, 1, "both", False, False))),
    ("run = { length = 3, step = 2 }", Pattern(run=RankRun(length=3, step=2))),
    ('run = { ace = "low", open = true }', Pattern(run=RankRun(ace="low", open=True))),
    ("run = { wrap = true }", Pattern(run=RankRun(wrap=True))),
    ("between = []", Pattern()),
    ('between = [{ cards = 1, above = 5, below = "9" }]', Pattern(between=(Between(1, 3, 7),))),
]


def test_words_are_read() -> None:
    assert [(words, own_pattern(words)) for words, _ in PATTERNS] == PATTERNS


TIE_BREAKS = [
    ("pattern = {}", "groups"),
    ('like = "blaze"', "orthodox"),
    ('like = "blaze"\npattern = { among = ["K", "Q"] }', "orthodox"),
    ('like = "blaze"\ntie-break = "cards"', "cards"),
]


def test_the_tie_break_is_that_of_the_one_to_start_from_unless_named() -> None:
    assert [(text, own_combination(text).tie_break) for text, _ in TIE_BREAKS] == TIE_BREAKS


def test_a_combination_starts_from_an_own_one_above_it() -> None:
    text = """ranking = ["new-moon", "high-card"]
[combination.moon]
pattern = { high = "K" }
tie-break = "cards"
[combination.new-moon]
like = "moon"
"""
    (moon, _) = parse_ruleset(text, "x", "x").ranking
    assert (moon.pattern, moon.tie_break) == (Pattern(high=11), "cards")


DECKS = [
    ("52", 52, "52"), ("36", 36, "36"), ("32", 32, "32"), (" 32 ", 32, "32"),
    ("A-K-Q-J-10-9", 24, "9TJQKA"), ("6789TJQKA", 36, "36"), ("7, 8, 9, 10", 16, "789T"),
    ("3-6", 8, "3-6"),
]  # fmt: skip


def test_a_deck_is_read() -> None:
    found = [(text, parse_deck(text).n_cards, parse_deck(text).name) for text, *_ in DECKS]
    assert found == DECKS


@pytest.mark.parametrize(("line", "name"), [("", "52"), ("deck = 36", "36"), ('deck = "32"', "32")])
def test_a_ruleset_has_its_deck(line: str, name: str) -> None:
    assert parse_ruleset(f'{line}\nranking = ["high-card"]', "x", "x").deck.name == name


# --- what is no problem but worth a note ---------------------------------------------------------


def notes(text: str) -> tuple[str, ...]:
    return compile_ruleset(parse_ruleset(text, "x.toml", "x")).notes


def test_an_entry_that_the_deck_cannot_hold_is_noted() -> None:
    text = 'deck = 36\nranking = ["straight", "little-dog", "high-card"]'
    assert notes(text) == ("little-dog: can't occur in this deck (36)",)


def test_an_entry_that_the_deck_cannot_hold_is_omitted() -> None:
    text = 'deck = 36\nranking = ["straight", "little-dog", "high-card"]'
    ranking = compile_ruleset(parse_ruleset(text, "x", "x")).ranking
    assert [combination.id for combination in ranking] == ["straight", "high-card"]


def test_five_of_a_kind_is_noted_where_there_are_no_wild_cards() -> None:
    text = 'ranking = ["five-of-a-kind", "straight", "high-card"]'
    assert notes(text) == ("five-of-a-kind: can't occur in this deck (52)",)


def test_entries_that_always_coincide_are_noted() -> None:
    moon = '[combination.moon]\nlike = "straight"'
    text = f'ranking = ["straight", "moon", "high-card"]\n{moon}'
    assert notes(text) == ("moon: is always straight as well, which is higher",)


def test_an_entry_that_never_counts_is_noted() -> None:
    text = 'ranking = ["straight", "flush", "straight-flush", "high-card"]'
    expected = ("straight-flush: never counts; each such hand is something higher",)
    assert notes(text) == expected


def test_an_entry_below_what_every_hand_makes_is_noted() -> None:
    text = 'ranking = ["any", "one-pair", "high-card"]\n[combination.any]\npattern = {}'
    assert notes(text) == (
        "one-pair: never counts; each such hand is something higher",
        "high-card: is always any as well, which is higher",
    )


def test_more_strengths_than_fit_are_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "MAX_STRENGTHS", 7_461)
    ruleset = parse_ruleset(ruleset_text("standard"), "x", "crowded")
    with pytest.raises(RulesetError) as caught:
        compile_ruleset(ruleset)
    expected = ("ranking: tells 7,462 strengths apart; at most 7,461 fit",)
    assert caught.value.problems == expected


# --- files that are none -------------------------------------------------------------------------


def input_error(path: str | Path) -> str:
    with pytest.raises(InputError) as caught:
        load_ruleset(str(path))
    return str(caught.value)


def test_a_missing_file_is_named_with_the_nearest_one(tmp_path: Path) -> None:
    (tmp_path / "thursday.toml").touch()
    path = tmp_path / "thurday.toml"
    expected = f"there is no file '{path}'; did you mean 'thursday.toml'?"
    assert input_error(path) == expected


def test_a_missing_folder_is_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "rules" / "thursday.toml"
    assert input_error(path) == f"there is no file '{path}'"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert input_error(tmp_path) == f"can't read '{tmp_path}': Is a directory"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    path = tmp_path / "x" / "y.toml"
    assert input_error(path) == f"can't read '{path}': Not a directory"


def test_a_path_with_a_null_character_is_no_file() -> None:
    assert input_error("a\0.toml").startswith(r"can't read 'a\x00.toml': embedded null")


def test_a_huge_file_is_no_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert input_error(path) == f"'{path}' is larger than a megabyte: not a ruleset"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_does_not_end_is_no_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)

    def write() -> None:
        with suppress(BrokenPipeError), path.open("wb") as pipe:
            pipe.write(b"#" * (2 * MAX_BYTES))

    writer = Thread(target=write)
    writer.start()
    assert input_error(path) == f"'{path}' is larger than a megabyte: not a ruleset"
    writer.join()


def test_a_file_of_just_a_megabyte_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    text = b'ranking = ["high-card"]\n'
    path.write_bytes(text + b"#" * (MAX_BYTES - len(text)))
    assert load_ruleset(str(path)).name == "large"


def test_bytes_that_are_not_utf_8_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "koi8.toml"
    path.write_bytes('name = "x"\n\nru = "Четверг"'.encode("koi8-r"))
    assert input_error(path) == f"'{path}' is not UTF-8 text (line 3)"


def test_utf_16_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "notepad.toml"
    path.write_text('ranking = ["high-card"]', encoding="utf-16")
    assert input_error(path) == f"'{path}' is not UTF-8 text (line 1)"


@pytest.mark.parametrize("start", ["\ufeff", "", "# Четверг\r\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_byte_order_mark_and_windows_lines_are_read(
    tmp_path: Path, start: str, newline: str
) -> None:
    path = tmp_path / "thursday.toml"
    text = start + 'en = "Thursday"\nranking = [\n  "flush",\n  "high-card",\n]\n'
    path.write_bytes(text.replace("\r\n", "\n").replace("\n", newline).encode())
    assert [c.id for c in load_ruleset(str(path)).ranking] == ["flush", "high-card"]


def test_a_problem_names_the_path_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "thursday.toml"
    path.write_text("ranking = [", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(str(path))
    assert caught.value.origin == str(path)


def test_an_unknown_name_lists_what_is_shipped() -> None:
    assert input_error("skeeet") == (
        "there is no ruleset 'skeeet'; did you mean 'skeet'?\n"
        f"  shipped: {', '.join(shipped_names())}\n"
        "  a file of your own is named by its path, like ./thursday.toml"
    )


@pytest.mark.parametrize("name", ["", "Skeet", "thursday", "standard "])
def test_a_name_that_is_no_path_is_no_file(name: str) -> None:
    assert input_error(name).startswith(f"there is no ruleset '{name}'")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("skeet", False), ("thursday.toml", True), ("./skeet", True), (r"rules\skeet", True)],
)
def test_a_name_with_a_folder_or_ending_in_toml_is_a_path(name: str, expected: bool) -> None:
    assert loader.is_path(name) is expected
