"""Wild cards and other decks in files of hands, in settings, and where they are refused."""

import json
from pathlib import Path

import pytest

from support.commands import (
    assert_refused,
    rows_of,
    run_here,
)
from support.wild_commands import (
    CATS,
    COMMANDS,
    ITS_DECK,
    meta,
    ruleset,
)

pytestmark = pytest.mark.usefixtures("own_folder")


# --- files of hands ------------------------------------------------------------------------------


def test_a_file_with_jokers_gives_the_rows_of_the_same_hands_as_arguments() -> None:
    hands = ["JoKhQhJhTh", "2s2hAsKdQc", "Jo Jo 2c 3c 4c", "jokerAsAhAdAc", "AsKsQdJh9c"]
    assert_like_arguments(hands, ["--jokers", "2", "--wild", "2"], "ndjson")


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        (["AhKhQdQs9h8h", "JoKh 9s7cQdJd", "JoJoAhAsAdAc"], "6"),
        (["AhKhQdQs9h8h7c", "JoKhKdQcQs8h7d", "Jo,jo,Kh,9s,7c,Qd,Jd"], "7"),
    ],
)
def test_a_file_of_longer_hands_gives_the_rows_of_the_same_hands_as_arguments(
    hands: list[str], cards: str
) -> None:
    assert_like_arguments(hands, ["--deck", "32", "--jokers", "2", "--cards", cards], "csv")


def assert_like_arguments(hands: list[str], options: list[str], format: str) -> None:
    """A file has the rows of its hands, but for which cards play and what they are read as."""
    Path("hands.txt").write_text("\n".join(hands))
    args = ["-r", "standard", "-r", "skeet", *options, "-f", format]
    done = run_here(["rank", "--input", "hands.txt", *args])
    assert (done.code, done.err) == (0, f"{len(hands)} hands ranked\n")
    expected = []
    for hand in hands:
        expected += rows_of(run_here(["rank", hand, *args]).out, format)
    nothing = "" if format == "csv" else None
    assert rows_of(done.out, format) == [
        {**row, "plays": nothing, "reads_as": nothing} for row in expected
    ]


def test_a_bad_line_is_refused_by_the_deck_and_the_size() -> None:
    lines = ["JoKhQhJhTh9h8h", "KhQhJhTh9h8h7h", "JoJoQhJhTh9h8h", "KhQhJhTh9h8h", "2hQhJhTh9h8h7h"]
    Path("hands.txt").write_text("\n".join(lines))
    options = ["--deck", "36", "--jokers", "1", "--cards", "7"]
    done = run_here(["rank", "--input", "hands.txt", *options, "-f", "csv"])
    assert done.code == 2
    assert len(done.out.splitlines()) == 3
    assert "line 3 of 'hands.txt': 'Jo' is one too many: the deck has 1 joker\n" in done.err
    assert "line 4 of 'hands.txt': 6 cards, but a hand has 7\n" in done.err
    assert "line 5 of 'hands.txt': the deck of 'standard' (36 + 1 joker) has no 2h\n" in done.err


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_bad_values_are_refused_by_every_command(command: str) -> None:
    cases = [
        (["--jokers", "5"], "5 is not in the range 0<=x<=4"),
        (["--jokers", "one"], "'one' is not a valid integer"),
        (["--bug", "special", "--jokers", "0"], "a bug is a joker, and the deck has none"),
        (["--bug=fly"], "'fly' is not one of 'orthodox', 'special'"),
        (["--deck", "53"], "'53' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'"),
        (["--deck", "54"], "'54' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'"),
        (["--deck", "Zx"], "'Zx' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'"),
        (["--deck", "AAK"], "'AAK' is not a deck: a rank is listed twice"),
        (["--deck", "A"], "'A' is not a deck: a hand of 5 can't be dealt from it"),
        (["--deck", ""], "'' is not a deck"),
        (["--wild", "Zx"], "'Zx' is no wild card: a rank ('2'), a card ('Js') or one of one-eyed"),
        (["--wild", "one-eyed-jack"], "; did you mean 'one-eyed-jacks'?"),
        (["--deck", "9TJQK", "--bug"], "has none: a joker that is no bug needs none"),
        (["--wild", ""], "no wild card is named"),
        (["--wild", ","], "no wild card is named"),
        (["--wild", "Jo"], "jokers are wild already: --jokers 2"),
        (["--wild", "2", "--deck", "36"], "2c can't be wild: the deck has no such card"),
        (["--cards", "8"], "8 is not in the range 5<=x<=7"),
        (["--cards", "4"], "4 is not in the range 5<=x<=7"),
    ]
    for options, problem in cases:
        assert_refused(run_here([*COMMANDS[command], *options, "-o", "new"]), problem)
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("args", "problems"),
    [
        (["rank", "JoKhQhJhTh"], ["the deck has no joker\n    JoKhQhJhTh\n    ^^\n", "--jokers 1"]),
        (["rank", "JoJoQhJhTh", "--jokers", "1"], ["the deck has 1 joker\n", "--jokers 2"]),
        (["rank", "AhKhQdQs9h4h", "--cards", "7"], ["6 cards, but a hand has 7", "write 1 more"]),
        (["rank", "AhKhQdQs9h4h"], ["6 cards, but a hand has 5", "leave 1 card out"]),
        (["rank", "AhKhQdQs2h", "--deck", "36"], ["the deck of 'standard' (36) has no 2h"]),
        (["rank", "2-K-Q-9-4", "--deck", "36"], ["the deck of 'standard' (36) has no "]),
        (["frequency", "--swap", "flush"], ["--swap takes two combinations"]),
        (["frequency", "--swap", "flush,straight,skeet"], ["--swap takes two combinations"]),
        (["frequency", "--swap", "flush,fulhouse"], ["'fulhouse' can't", "mean 'full-house'?"]),
        (["frequency", "--swap", "flush,skeet"], ["'skeet' can't be swapped in 'standard'\n  it "]),
        (["frequency", "--swap", "flush,high-card"], ["'high-card' can't be swapped in 'standa"]),
        (["frequency", "--swap", "flush,flush"], ["--swap takes two combinations"]),
        (["frequency", "--swap", ""], ["--swap takes two combinations"]),
        (["simulate", "--cards", "7", "--players", "8"],
         ["8 players need 56 cards; the deck of 52 is enough for 7"]),
        (["simulate", "--deck", "32", "--cards", "7", "--players", "5", "--jokers", "2"],
         ["5 players need 35 cards; the deck of 34 is enough for 4"]),
    ],
)  # fmt: skip
def test_what_is_refused(args: list[str], problems: list[str]) -> None:
    assert_refused(run_here([*args, "-o", "new"]), *problems)
    assert list(Path().iterdir()) == []


def test_a_joker_is_refused_by_the_ruleset_that_has_none() -> None:
    ruleset("joker.toml", "jokers = 1")
    done = run_here(["rank", "JoKhQhJhTh", "-r", "joker.toml", "-r", "standard"])
    assert_refused(done, "the deck of 'standard' (52) has no Jo", "use cards of the deck")


def test_two_decks_can_not_be_dealt_at_once_but_options_make_them_one() -> None:
    ruleset("joker.toml", "jokers = 1")
    args = ["simulate", "-n", "1k", "--seed", "1", "-r", "standard", "-r", "joker.toml"]
    assert_refused(
        run_here(args), "'standard' is played with 52 cards and 'joker' with 52 + 1 joker"
    )
    assert meta(*args, "--jokers", "2")["deck"] == "52 + 2 jokers"


# --- what the deck can't hold --------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_deck_can_not_hold_has_one_line(command: str) -> None:
    done = run_here([*COMMANDS[command], *CATS, "--deck", "36", "--jokers", "1"])
    assert done.code == 0
    for name in ("little-tiger", "little-dog"):
        line = f"cats-and-dogs: {name}: can't occur in this deck (36 + 1 joker)\n"
        assert done.out.count(line) == 1
        assert done.out.count(name) == 1


# --- options from elsewhere ----------------------------------------------------------------------


def test_the_environment_and_the_file_set_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pokersim.toml").write_text(
        '[frequency]\ndeck = "36"\njokers = 2\nbug = "special"\nwild = "6,Js"\ncards = 6\n'
        'swap = "flush,straight"\n'
    )
    monkeypatch.setenv("POKERSIM_FREQUENCY_JOKERS", "3")
    monkeypatch.setenv("POKERSIM_FREQUENCY_WILD", "one-eyed-jacks")
    done = run_here(["frequency", "--cards", "5", "-f", "json"])
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)["meta"]
    assert (found["deck"], found["cards"]) == ("36 + 3 bugs, Jh Js wild", 5)
    assert [r["name"] for r in found["rulesets"]] == ["standard", "standard-swapped"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_options_of_its_environment(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for name, value in (("DECK", "36"), ("JOKERS", "2"), ("BUG", "special"), ("WILD", "6 Js")):
        monkeypatch.setenv(f"POKERSIM_{command.upper()}_{name}", value)
    assert meta(*COMMANDS[command])["deck"] == ITS_DECK


def test_a_bad_value_of_the_file_or_the_environment_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("pokersim.toml").write_text('[rank]\njokers = 5\nbug = "fly"\ncards = "x"\n')
    problems = ["rank.jokers: 5 is not in the range", "rank.bug: 'fly' is not one", "rank.cards: "]
    assert_refused(run_here(["rank", "AhKhQhJhTh"]), "pokersim.toml has 3 problems", *problems)
    Path("pokersim.toml").unlink()
    monkeypatch.setenv("POKERSIM_RANK_JOKERS", "x")
    assert_refused(run_here(["rank", "AhKhQhJhTh"]), "(from POKERSIM_RANK_JOKERS): 'x' is not a")
