"""Languages: every text has a translation that fits it, and every command prints the one in use."""

import ast
import importlib.util
import json
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

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
from pokersim.language import in_english, language, later, ngettext, number, percent, using
from pokersim.report.formats.page import check_page
from pokersim.rules.loader import catalogue, shipped_names
from pokersim.studies.draw.draw_policies import POLICIES
from support.commands import run_here
from support.process import ROOT
from support.stores import listed

pytestmark = pytest.mark.usefixtures("own_folder")

SOURCES = ("LC_ALL", "LC_MESSAGES", "LANG", "POKERSIM_LANG")
"""Variables that decide the language."""

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
    r"`[^`]*`|--[a-z-]+|pokersim .*|pip install \S+|[\w/.]+[.](?:toml|md)|\b[0-9a-f]{10}\b|\de-\d"
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


# --- the sources ---------------------------------------------------------------------------------

PRINTS = {"Column": 1, "Table": 1, "Prose": 0, "message": 0, "complain": 0, "progress": 1}
"""The calls whose argument is printed, and which argument."""

TRANSLATE = ("_", "N_", "later", "ngettext")


def name_of(node: ast.AST) -> str:
    """The name of the function that an expression calls; empty if it calls none."""
    return getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""


def is_english(node: ast.AST) -> bool:
    """Whether an expression is a text with words that nothing translates."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) and is_english(part) for part in node.values)
    return isinstance(node, ast.Constant) and bool(re.search("[A-Za-z]{2}", str(node.value)))


def untranslated(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield headings, titles and messages that are not translated, or that Babel can't see.

    Babel does not look into the fields of an f-string.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) in PRINTS:
            yield from filter(is_english, node.args[PRINTS[name_of(node)] :][:1])
        if isinstance(node, ast.JoinedStr):
            calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
            yield from (
                call for call in calls if name_of(call) in TRANSLATE and is_english(call.args[0])
            )


def test_every_heading_title_and_message_is_translated() -> None:
    paths = sorted((ROOT / "pokersim").rglob("*.py"))
    left = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in paths
        for node in untranslated(ast.parse(path.read_text("utf-8")))
    ]
    assert left == []


@pytest.mark.parametrize(
    "code",
    ["message('Not translated')", "Column('a', f'The {b}')", "f'{_(\"In a field\")}'"],
)
def test_a_text_that_is_not_translated_is_found(code: str) -> None:
    assert len(list(untranslated(ast.parse(code)))) == 1


# --- the catalogues ------------------------------------------------------------------------------


def translations() -> Any:
    """Return the script that brings the catalogues up to date, as a module."""
    spec = importlib.util.spec_from_file_location("t", ROOT / "scripts" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_text_has_a_translation_with_the_same_fields() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "translations.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("text", "translation", "is_missing"),
    [
        ("Hands", "Руки", False),
        ("Hands", "", True),
        ("Seat {n}", "Место {n}", False),
        ("Seat {n}", "Место", True),
        ("Seat {n}", "Место {m}", True),
        (("{n} pot", "{n} pots"), ("{n} банк", "{n} банка", "{n} банков"), False),
        (("{n} pot", "{n} pots"), ("{n} банк", "", "{n} банков"), True),
        (("{n} pot", "{n} pots"), ("{n} банк", "банка", "{n} банков"), True),
    ],
)
def test_a_translation_that_does_not_fit_is_named(
    text: Any, translation: Any, is_missing: bool
) -> None:
    catalogue = Catalog(locale="ru")
    catalogue.add(text, translation)
    assert bool(list(translations().missing(catalogue))) is is_missing


# --- numbers and plurals -------------------------------------------------------------------------


def test_numbers_have_the_right_form_of_their_word() -> None:
    with using("ru"):
        texts = [ngettext("{n} player", "{n} players", n).format(n=n) for n in (2, 5, 11, 21, 112)]
    assert texts == ["2 игрока", "5 игроков", "11 игроков", "21 игрок", "112 игроков"]


def test_numbers_are_written_as_in_the_language() -> None:
    gap = "\N{NO-BREAK SPACE}"
    with using("ru"):
        assert number(1_098_240) == f"1{gap}098{gap}240"
        assert (number(1234.5, ",.2f"), percent(0.999)) == (f"1{gap}234,50", "99,9%")
    assert (number(1234.5, ",.2f"), percent(0.999)) == ("1,234.50", "99.9%")
    shown = run_here(["frequency", "-r", "standard", "--lang", "ru"]).out
    assert f" 1{gap}098{gap}240 " in shown
    assert "42,2569%" in shown
    assert not re.search(r"\d\.\d", shown)


def test_a_text_for_later_is_in_the_language_in_which_it_is_printed() -> None:
    text = later("{what} or better", what=later("a pair"))
    with using("ru"):
        assert (str(text), in_english(str, text)) == ("пара или лучше", "a pair or better")
    assert str(text) == "a pair or better"


def test_a_heading_that_names_a_ruleset_is_its_name() -> None:
    written = run_here(["rules", "new", "draw", "--like", "skeet", "-o", "draw.toml"])
    assert written.code == 0
    shown = run_here(["frequency", "-r", "standard", "-r", "./draw.toml", "--lang", "ru"]).out
    assert "  draw  " in shown.splitlines()[0]


# --- which language ------------------------------------------------------------------------------


@pytest.fixture
def no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away all that would decide the language."""
    for name in SOURCES:
        monkeypatch.delenv(name, raising=False)


LIST = ["rules", "list"]


def language_of(args: list[str], monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """Return the language of a list of rulesets."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = run_here(args)
    assert done.code == 0, done.err
    assert language() == "en", "the language of a command must end with it"
    return "ru" if done.out.startswith("Название") else "en"


@pytest.mark.parametrize(
    ("args", "environment", "expected"),
    [
        (LIST, {}, "en"),
        (["--lang", "ru", *LIST], {}, "ru"),
        (["rules", "--lang=ru", "list"], {}, "ru"),
        ([*LIST, "--lang", "ru"], {}, "ru"),
        (["--lang", "en", *LIST, "--lang", "ru"], {}, "ru"),
        (LIST, {"POKERSIM_LANG": "ru"}, "ru"),
        ([*LIST, "--lang", "en"], {"POKERSIM_LANG": "ru"}, "en"),
        (LIST, {"POKERSIM_RULES_LIST_LANG": "ru"}, "ru"),
        (["--lang", "en", *LIST], {"POKERSIM_RULES_LIST_LANG": "ru"}, "en"),
        (LIST, {"LANG": "ru_RU.UTF-8"}, "ru"),
        (LIST, {"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        (LIST, {"LANG": "C", "LC_MESSAGES": "ru"}, "ru"),
        (LIST, {"LANG": "de_DE.UTF-8"}, "en"),
        (LIST, {"LANG": "ru_RU.UTF-8", "POKERSIM_LANG": "en"}, "en"),
    ],
)
@pytest.mark.usefixtures("no_language")
def test_the_language_is_the_one_asked_for(
    args: list[str], environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert language_of(args, monkeypatch, **environment) == expected


@pytest.mark.parametrize(
    "text", ['lang = "ru"', '[rules]\nlang = "ru"', '[rules.list]\nlang = "ru"']
)
@pytest.mark.usefixtures("no_language")
def test_the_file_of_options_goes_before_the_locale_only(
    text: str, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_folder / "pokersim.toml").write_text(text)
    assert language_of(LIST, monkeypatch, LANG="en_US.UTF-8") == "ru"
    assert language_of([*LIST, "--lang", "en"], monkeypatch) == "en"
    assert language_of(LIST, monkeypatch, POKERSIM_LANG="en") == "en"


def test_a_language_that_is_none_is_refused(own_folder: Path) -> None:
    (own_folder / "pokersim.toml").write_text('lang = "fr"')
    done = run_here(LIST)
    assert (done.code, "lang: 'fr'" in done.err) == (2, True)


# --- data ----------------------------------------------------------------------------------------

IN_LANGUAGE = ("label", "names", "title", "note", "classes")
"""Fields with names of combinations and rulesets, or notes."""


@pytest.mark.parametrize(
    "args",
    [
        ["frequency", "-r", "skeet"],
        ["audit", *TWO, "--jokers", "1"],
        ["rank", "KhJdTd9s8c", *TWO, "--explain"],
        ["rules", "list"],
        ["rules", "list", "--betting"],
        ["rules", "show", "skeet"],
        ["rules", "show", "jackpots", "--betting"],
        ["simulate", *TWO, *PLAYED, "--no-store"],
        pytest.param(["draw", "--policy"], marks=pytest.mark.slow),
    ],
    ids=lambda args: " ".join(args[:2]),
)
def test_data_is_the_same_in_every_language_but_for_names_of_combinations(args: list[str]) -> None:
    def data(code: str) -> Any:
        found = json.loads(run_here([*args, "-f", "json", "--lang", code]).out)
        meta = {key: value for key, value in found["meta"].items() if key != "notes"}
        rows = [{k: v for k, v in row.items() if k not in IN_LANGUAGE} for row in found["rows"]]
        return meta, rows

    assert data("ru") == data("en")
