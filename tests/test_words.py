"""The table of texts: complete for what every command says, and well formed."""

import re
import tomllib

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
    "deal": ["deal", "--seed", "7", "--betting", "five-card-stud"],
    **{f"rules show {name}": ["rules", "show", name] for name in shipped_names()},
}
BY_SETTING = {*ANTES, *BEFORE_A_BET, *DROPPED_CARDS, *FIRST_LATER, *GAMES, *PASSED_ON}
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|Jo)+|[2-9TJQKA]|[AKQJT0-9]+(?:-[AKQJT0-9]+)+")


def names() -> set[str]:
    """What is called the same in every language."""
    found = {*catalogue(), *shipped_names(), *betting_names(), *SETTINGS}
    found |= {*POLICIES, *BY_SETTING, "white", "red", "straddle", "true", "false"}
    return found


def english_words(text: str) -> list[str]:
    """What is left of a text in English: not the names, cards, and what stands in backticks."""
    text = re.sub(r"`[^`]*`|--[a-z-]+", "", text)
    words = re.findall(r"[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*", text)
    return [word for word in words if word not in names() and not CARDS.fullmatch(word)]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_word_of_english_is_left_in_what_a_command_says_in_russian(command: str) -> None:
    done = run_here([*COMMANDS[command], "--lang", "ru"])
    assert done.code == 0, done.err
    assert english_words(done.out + done.err) == []
