"""The table of texts: complete for what every command says, and well formed."""

import ast
import re
import tomllib
from collections.abc import Iterator
from string import Formatter

import pytest
from cli_helpers import run_here
from conftest import ROOT

from pokersim.games.spec import (
    ANTES,
    BEFORE_A_BET,
    DROPPED_CARDS,
    FIRST_LATER,
    GAMES,
    PASSED_ON,
    SETTINGS,
    betting_names,
)
from pokersim.report.page import check_page
from pokersim.report.words import say
from pokersim.rules.loader import catalogue, shipped_names
from pokersim.studies.discards import POLICIES

pytestmark = pytest.mark.usefixtures("own_folder")

TABLE = ROOT / "pokersim" / "report" / "ru.toml"
TEXTS = {
    english: russian
    for section in tomllib.loads(TABLE.read_text("utf-8")).values()
    for english, russian in section.items()
}

PLAYED = ["-n", "300", "--seed", "1", "-v"]
TWO = ["-r", "standard", "-r", "skeet"]
COMMANDS = {
    "rank": ["rank", "KhJdTd9s8c", "9c9d8s8h2c", *TWO, "--explain"],
    "rank without suits": ["rank", "K-J-10-9-8", "-r", "cats-and-dogs"],
    "rank wild": ["rank", "JoKhQhJhTh", "--jokers", "1", "--explain"],
    "rules list": ["rules", "list"],
    "betting list": ["rules", "list", "--betting"],
    "betting show": ["rules", "show", "jackpots", "--betting"],
    "frequency": ["frequency", "-r", "cats-and-dogs", "--bars"],
    "frequency of two": ["frequency", *TWO, "--deck", "36", "--bug"],
    "equity": ["equity", "AhAdKcKd2s", "KsKhQsQdJs", *TWO],
    "equity sampled": ["equity", "AhAd", "KsKd", *PLAYED],
    "draw": ["draw", "9c9dAh7s2c", *TWO, "--against", "pat", "--opponents", "2"],
    "draw sampled": ["draw", "9c9dAh7s2c", "--against", "pat", *PLAYED, "--opponents", "3"],
    "simulate": ["simulate", *TWO, "--bars", *PLAYED],
    "simulate precisely": ["simulate", "-r", "standard", "--precision", "0.01", *PLAYED],
    "simulate stud": ["simulate", "--game", "stud", *TWO, *PLAYED],
    "simulate draw": ["simulate", "--game", "draw", "--policy", "stand-pat,simple", *TWO, *PLAYED],
    "simulate chips": [
        "simulate",
        "--betting",
        "five-card-stud",
        "--policy",
        "rock,tight",
        *PLAYED,
    ],
    "draw policy": ["draw", "--policy"],
    "report": ["report", *TWO, "--no-draw", *PLAYED, "--betting", "jackpots", "--policy", "rock"],
    "deal": ["deal", "--seed", "7", "--betting", "five-card-stud"],
    **{f"rules show {name}": ["rules", "show", name] for name in shipped_names()},
}
BY_SETTING = {*ANTES, *BEFORE_A_BET, *DROPPED_CARDS, *FIRST_LATER, *GAMES, *PASSED_ON}
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|Jo)+|[2-9TJQKA]|[AKQJT0-9]+(?:-[AKQJT0-9]+)+|JJ")


def names() -> set[str]:
    """What is called the same in every language."""
    found = {*catalogue(), *shipped_names(), *betting_names(), *SETTINGS}
    found |= {*POLICIES, *BY_SETTING, "white", "red", "straddle", "true", "false"}
    return found


def english_words(text: str) -> list[str]:
    """What is left of a text in English: not names, cards, command lines."""
    text = re.sub(r"`[^`]*`|--[a-z-]+|pokersim .*", "", text)
    words = re.findall(r"[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*", text)
    return [word for word in words if word not in names() and not CARDS.fullmatch(word)]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_word_of_english_is_left_in_what_a_command_says_in_russian(command: str) -> None:
    done = run_here([*COMMANDS[command], "--lang", "ru"])
    assert done.code == 0, done.err
    assert english_words(done.out + done.err) == []


def literals() -> Iterator[tuple[str, str]]:
    """Every heading and title that a report is written with, and where."""
    for path in sorted((ROOT / "pokersim" / "report").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Column", "Table"):
                text = node.args[1] if len(node.args) > 1 else None
                if isinstance(text, ast.Constant) and re.search(r"[A-Za-z]", str(text.value)):
                    yield f"{path.name}:{node.lineno}", str(text.value)


def test_every_heading_and_title_is_in_the_table() -> None:
    assert [(place, text) for place, text in literals() if text not in TEXTS] == []
    assert len(list(literals())) > 100


@pytest.mark.parametrize("english", TEXTS)
def test_a_translation_has_the_fields_of_its_text(english: str) -> None:
    fields, there = (
        {field for _, field, _, _ in Formatter().parse(text) if field is not None}
        for text in (english, TEXTS[english])
    )
    assert there == fields


def test_a_page_in_russian_says_nothing_in_english() -> None:
    check_page()
    text = run_here(["frequency", "-r", "skeet", "-f", "html", "--lang", "ru"]).out
    body = re.sub(r"<(style|script|pre|title)>.*?</\1>", "", text, flags=re.DOTALL)
    words = english_words(re.sub(r"<[^>]*>|&#?\w+;", " ", body))
    # A fingerprint is no word.
    assert [word for word in words if not re.fullmatch(r"[0-9a-f]{12}", word)] == [
        "frequency",
    ]


def test_numbers_have_the_word_that_goes_with_them() -> None:
    assert [say(f"{n} players", "ru") for n in (2, 5, 11, 21)] == [
        "2 игрока",
        "5 игроков",
        "11 игроков",
        "21 игрок",
    ]


def test_a_name_is_not_translated_within_a_sentence() -> None:
    assert say("Draws under skeet", "ru").endswith("skeet")


def test_data_is_the_same_in_every_language_but_for_names_of_combinations() -> None:
    in_english, in_russian = (
        run_here(["frequency", "-r", "skeet", "-f", "csv", "--lang", language]).out.splitlines()
        for language in ("en", "ru")
    )
    assert in_english[0] == in_russian[0]
    assert [line.split(",")[3:] for line in in_english] == [
        line.split(",")[3:] for line in in_russian
    ]
