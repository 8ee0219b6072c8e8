"""The table of translations: complete for what commands print, and well formed."""

import ast
import platform
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from pokersim.cli.shared import estimates, running
from pokersim.cli.shared.simulations import ALL_TABLES
from pokersim.games.policies import policies
from pokersim.games.spec import (
    ANTES,
    BEFORE_A_BET,
    FIRST_LATER,
    FOLDED_CARDS,
    GAMES,
    PASSED_ON,
    SETTINGS,
    betting_names,
)
from pokersim.report.formats.page import check_page
from pokersim.report.words import say
from pokersim.rules.loader import catalogue, shipped_names
from pokersim.studies.draw.draw_policies import POLICIES
from support.commands import run_here
from support.process import ROOT
from support.stores import listed

pytestmark = pytest.mark.usefixtures("own_folder")

TABLE = ROOT / "pokersim" / "report" / "ru.toml"
TEXTS = {
    english: russian
    for section in tomllib.loads(TABLE.read_text("utf-8")).values()
    for english, russian in section.items()
}

PLAYED = ["-n", "300", "--seed", "1", "-v"]
TWO = ["-r", "standard", "-r", "skeet"]
CATS = ["-r", "cats-and-dogs"]
COMMANDS = {
    "rank": ["rank", "KhJdTd9s8c", "9c9d8s8h2c", *TWO, "--explain"],
    "rank without suits": ["rank", "K-J-10-9-8", *CATS],
    "rank wild": ["rank", "JoKhQhJhTh", "--jokers", "1", "--explain"],
    "rank file": ["rank", "--input", "hands", "-r", "standard"],
    "rules list": ["rules", "list"],
    "betting list": ["rules", "list", "--betting"],
    "betting show": ["rules", "show", "jackpots", "--betting"],
    "frequency": ["frequency", *CATS, "--bars"],
    "frequency of two": ["frequency", *TWO, "--deck", "36", "--bug"],
    "equity": ["equity", "AhAdKcKd2s", "KsKhQsQdJs", *TWO],
    "draw": ["draw", "9c9dAh7s2c", *TWO, "--against", "pat", "--opponents", "2"],
    "draw sampled": ["draw", "9c9dAh7s2c", "--against", "pat", *PLAYED, "--opponents", "3"],
    "simulate precisely": ["simulate", "-r", "standard", "--precision", "0.01", *PLAYED],
    "simulate stud": ["simulate", "--game", "stud", *TWO, "--bars", *PLAYED],
    "simulate chips": [
        *("simulate", "--betting", "five-card-stud", "--policy", "rock,tight"),
        *PLAYED,
    ],
    "report": [
        *("report", "--no-draw", "--betting", "five-card-stud", "--policy", "rock", *TWO),
        *PLAYED,
    ],
    "deal": ["deal", "--seed", "7", "--betting", "five-card-stud"],
    "audit": ["audit", "-r", "skeet", "--write", "fair.toml"],
    "audit of what is impossible": ["audit", *CATS, "--deck", "2345679TJQKA", "--write", "a.toml"],
    "audit of a fair order": ["audit", "-r", "standard", "--write", "a.toml"],
    "audit without an order": ["audit", "--jokers", "1", "--write", "a.toml"],
    "compare exactly": ["compare", *TWO, "--deck", "32", "--exact", "-v"],
    "compare groups": ["compare", *TWO, "--groups", "one-pair:JJ+", *PLAYED],
    "compare stud": ["compare", "-r", "standard", *CATS, "--game", "stud", *PLAYED],
    "plan": ["simulate", "jobs.toml", "-v"],
    "dry run": ["simulate", "jobs.toml", "--dry-run", "--jobs", "2"],
    "shard": ["simulate", *PLAYED, "--shard", "1/2"],
    "runs list": ["runs", "list", "--store", "kept"],
    "runs show": ["runs", "show", "RUN", "--store", "kept"],
    "runs resume": ["runs", "resume", "RUN", "--store", "kept", "-v"],
    "runs merge": ["runs", "merge", "kept", "--store", "own", "-v"],
}
SLOW_COMMANDS = {
    "simulate draw": ["simulate", "--game", "draw", "--policy", "stand-pat,simple", *TWO, *PLAYED],
    "chips of three": ["simulate", "--betting", "jackpots", *TWO, "-r", "soko", *PLAYED],
    "draw policy": ["draw", "--policy"],
    "cluster": ["simulate", *PLAYED, "--cluster", "local:1"],
}
ENDS = {"audit without an order": 1}
PLAN = """
seed = 3
deals = "300"
[[job]]
rulesets = ["standard", "skeet"]
[[job]]
betting = "five-card-stud"
[[job]]
precision = 0.1
players = 1
[[grid]]
game = ["draw", "stud"]
"""
BY_SETTING = {*ANTES, *BEFORE_A_BET, *FOLDED_CARDS, *FIRST_LATER, *GAMES, *PASSED_ON}
CARDS = re.compile(
    r"(?:[2-9TJQKA][cdhs]|Jo)+|[2-9TJQKA]|[AKQJT0-9]+(?:-[AKQJT0-9]+)+|[2-9TJQKA]{12}|JJ"
)
SYMBOLS = re.compile(
    r"`[^`]*`|--[a-z-]+|pokersim .*|pip install \S+|[\w/.-]+[.](?:toml|md)|\b[0-9a-f]{10}\b|\de-\d"
)
"""Command lines and options, files, ids of runs, and exponents."""


def names() -> set[str]:
    """What is called the same in every language."""
    found = {*catalogue(), *shipped_names(), *betting_names(), *SETTINGS}
    found |= {
        *POLICIES,
        *policies(),
        *BY_SETTING,
        *ALL_TABLES,
        "white",
        "red",
        "straddle",
        "true",
        "false",
    }
    return found | {"UTC", "matplotlib", platform.node(), "kept", "own", "local"}


def english_words(text: str) -> list[str]:
    """Return the English words of a text, without names, cards and command lines."""
    text = SYMBOLS.sub("", text)
    words = re.findall(r"[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*", text)
    return [word for word in words if word not in names() and not CARDS.fullmatch(word)]


@pytest.fixture
def files(own_folder: Path) -> None:
    """Write a plan and hands to rank."""
    (own_folder / "jobs.toml").write_text(PLAN)
    (own_folder / "hands").write_text("KhJdTd9s8c\nK-J-10-9-8\n")


@pytest.mark.parametrize(
    ("command", "args"),
    [
        *COMMANDS.items(),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in SLOW_COMMANDS.items()),
    ],
    ids=[*COMMANDS, *SLOW_COMMANDS],
)
@pytest.mark.usefixtures("files")
def test_a_command_prints_no_english_in_russian(
    command: str, args: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "LOG_SECONDS", 0)
    monkeypatch.setattr(estimates, "MEASURED_SECONDS", 0)
    if "kept" in args:
        assert run_here(["simulate", *TWO, *PLAYED, "--store", "kept"]).code == 0
        args = [listed("kept")[0]["run"] if arg == "RUN" else arg for arg in args]
    done = run_here([*args, "--lang", "ru"])
    assert done.code == ENDS.get(command, 0), done.err
    assert english_words(done.out + done.err) == []


def test_the_card_of_no_ruleset_has_english_in_russian() -> None:
    cards = {name: run_here(["rules", "show", name, "--lang", "ru"]) for name in shipped_names()}
    left = {name: english_words(done.out + done.err) for name, done in cards.items()}
    assert {name: words for name, words in left.items() if words} == {}


PRINTS = {"Column": 1, "Table": 1, "message": 0}
"""The calls whose argument is printed, and which argument."""

AFTER_ALL = {"Terminated", "Interrupted", "\nInterrupted"}
"""Texts printed after the command has ended, and its language with it."""

FIELD = "7"
"""What stands for a field of a text: a number, and a name that is the same in every language."""


def text_of(node: ast.AST) -> str:
    """The text that an expression writes; what it is of other kinds, nothing."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"\{\w*\}", FIELD, node.value)
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts = [part.value if isinstance(part, ast.Constant) else FIELD for part in node.values]
    return re.sub(f"(?<=[a-z]){FIELD}", "", "".join(map(str, parts)))  # what may end a sentence


def printed_texts(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what headings, titles and messages are made of, also by way of a variable."""
    given: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            given.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        function = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and function in PRINTS:
            for text in node.args[PRINTS[function] :][:1]:
                for either in (text, *given.get(getattr(text, "id", ""), [])):
                    yield either
                    yield from (getattr(either, branch, either) for branch in ("body", "orelse"))


def not_translated(tree: ast.AST) -> set[ast.AST]:
    """Return the parts of a module that stay in English (errors, docstrings), and pieces."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) or getattr(node, "attr", "") == "add_note":
            found |= set(ast.walk(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            found |= set(node.values)
    return found


def literals(folder: str) -> Iterator[tuple[str, str]]:
    """Every heading, title, sentence and message that is written in a folder, and where."""
    for path in sorted((ROOT / "pokersim" / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        printed = set(printed_texts(tree))
        for node in set(ast.walk(tree)) - not_translated(tree):
            if not isinstance(node, ast.expr):
                continue
            text = text_of(node)
            is_sentence = re.fullmatch(rf"({FIELD}|[A-Z][a-z]+)[^<]* [^<]*[.:!]", text)
            if text and (node in printed or (is_sentence and folder == "report")):
                yield f"{path.name}:{node.lineno}", text


def test_every_heading_title_sentence_and_message_is_in_the_table() -> None:
    found = [*literals("report"), *literals("cli")]
    left = [each for each in found if english_words(say(each[1], "ru"))]
    assert [each for each in left if each[1] not in AFTER_ALL] == []
    assert len(found) > 150


def fields_of(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_every_translation_has_the_fields_of_its_text() -> None:
    assert [text for text in TEXTS if fields_of(TEXTS[text]) != fields_of(text)] == []


PAGES = {
    "frequency": ["frequency", "-r", "skeet"],
    "simulate": ["simulate", *PLAYED, "--betting", "jackpots", "--policy", "rock,tight"],
    "compare": ["compare", *TWO, "--game", "draw", "--deck", "32", *PLAYED],
    "audit": ["audit", *TWO, "--stage", "both", "--deck", "32"],
    "equity": ["equity", *TWO, "AhAd", "KhKd", *PLAYED],
    "draw": ["draw", *TWO, "KhKd9c8dTc", "--deck", "32"],
    "report": ["report", *TWO, *PLAYED],
}


@pytest.mark.parametrize(
    "command",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "report")) for name in PAGES],
)
def test_a_page_has_no_english_in_russian(command: str) -> None:
    check_page()
    text = run_here([*PAGES[command], "-f", "html", "--lang", "ru"]).out
    body = re.sub(r"<(style|script|pre|title)>.*?</\1>", "", text, flags=re.DOTALL)
    words = english_words(re.sub(r"<[^>]*>|&#?\w+;", " ", body))
    # A fingerprint is not a word.
    assert {word for word in words if not re.fullmatch(r"[0-9a-f]{12}", word)} <= {command}
    assert f"<dd>{command}</dd>" in text


def test_every_text_is_in_the_table_once() -> None:
    sections = tomllib.loads(TABLE.read_text("utf-8")).values()
    assert len(TEXTS) == sum(map(len, sections))


def test_numbers_have_the_right_form_of_their_word() -> None:
    assert [say(f"{n} players", "ru") for n in (2, 5, 11, 21)] == [
        "2 игрока",
        "5 игроков",
        "11 игроков",
        "21 игрок",
    ]


def test_thousands_are_separated_by_a_blank_as_a_comma_means_a_fraction() -> None:
    gap = "\N{NO-BREAK SPACE}"
    assert say("1,098,241 players", "ru") == f"1{gap}098{gap}241 игрок"
    shown = run_here(["frequency", "-r", "standard", "--lang", "ru"]).out
    assert f" 1{gap}098{gap}240 " in shown
    assert not re.search(r"\d,\d", shown)


def test_a_heading_that_names_a_ruleset_is_its_name() -> None:
    shown = run_here(["frequency", *TWO, "--lang", "ru"]).out
    assert "skeet" in shown.splitlines()[0]


def test_errors_are_in_english() -> None:
    Path("hands").write_text("KhJdTd9s8c\nAsKd\n")
    done = run_here(["rank", "--input", "hands", "--lang", "ru"])
    assert done.code == 2
    assert "Error: line 2 of 'hands': 2 cards, but a hand has 5" in done.err


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
