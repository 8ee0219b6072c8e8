"""The options that all commands share: flags, the environment, and the file of a folder."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from pokersim.cli import main as program
from pokersim.cli.shared import options

pytestmark = pytest.mark.usefixtures("own_folder")


@click.command()
@options.ruleset_option
@options.deck_options
@options.cards_option
@options.common_options
@options.progress_option
@options.deals_option
@options.seed_option
@options.jobs_option
@options.precision_option
@options.confidence_option
@options.players_option(help="How many.")
def command(choice: options.DeckChoice, common: options.Common, **values: Any) -> None:
    """Show the options, those of records one by one."""
    click.echo(json.dumps({**values, **choice._asdict(), **common._asdict()}))


@click.group(name="nested")
def nested() -> None:
    """Hold a command, as rules does."""


nested.add_command(command, "inner")


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs the command ``show`` (or ``nested``) inside this process."""
    table = {"show": ("shown", "Show."), "nested": ("nested", "Nest."), "rank": ("x", "Rank.")}
    monkeypatch.setattr(program, "COMMANDS", table)
    modules = {"shown": command, "nested": nested}
    monkeypatch.setattr(
        program, "import_module", lambda name: type("Module", (), {"command": modules[name]})
    )

    def run(*args: str, env: dict[str, str] | None = None) -> Result:
        return CliRunner().invoke(program.cli, args or ["show"], env=env)

    return run


# --- options --------------------------------------------------------------------------------


def test_the_defaults_of_the_shared_options(show: Any) -> None:
    assert json.loads(show().output) == {
        "ruleset": ["standard"],
        "format": "table",
        "output": "-",
        "lang": "en",
        "quiet": False,
        "verbose": 0,
        "progress": None,
        "deals": None,
        "seed": None,
        "jobs": options.usable_processors(),
        "precision": None,
        "confidence": 0.95,
        "players": None,
        "deck": None,
        "jokers": None,
        "bug": None,
        "wild": None,
        "cards": 5,
    }


def test_every_shared_option_can_be_set(show: Any) -> None:
    args = (
        "show -r skeet -r house.toml -f json -o - --lang ru -q -vv --no-progress --no-color "
        "-n 10M --seed 18446744073709551615 -j 3 --precision 1e-4 --confidence .99 --players 10 "
        "--deck 36 --jokers 4 --bug special --wild Js,Jh --cards 7"
    )
    assert json.loads(show(*args.split()).output) == {
        "ruleset": ["skeet", "house.toml"],
        "format": "json",
        "output": "-",
        "lang": "ru",
        "quiet": True,
        "verbose": 2,
        "progress": False,
        "deals": 10_000_000,
        "seed": 2**64 - 1,
        "jobs": 3,
        "precision": 1e-4,
        "confidence": 0.99,
        "players": 10,
        "deck": "36",
        "jokers": 4,
        "bug": "special",
        "wild": "Js,Jh",
        "cards": 7,
    }


def test_a_count_may_be_short() -> None:
    counts = {
        "1": 1,
        "10M": 10**7,
        "10m": 10**7,
        "250k": 250_000,
        "2G": 2 * 10**9,
        "1e6": 10**6,
        "1.5e+3": 1500,
        "20_000": 20_000,
        "1.5M": 1_500_000,
        "2.0": 2,
        "1e15": 10**15,
    }
    assert {text: options.Count().convert(text, None, None) for text in counts} == counts


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a count"),
        ("many", "is not a count; write it like 20000, 250k, 10M or 1e6"),
        ("-5", "is not a count"),
        ("1,000", "is not a count"),
        ("1e6k", "is not a count"),
        ("20_", "is not a count"),
        ("0x10", "is not a count"),
        ("٣", "is not a count"),
        ("9" * 5000, "is not a count"),
        ("1.5", "is not a whole number"),
        ("1.0000001M", "is not a whole number"),
        ("0", "is not between 1 and 1,000,000,000,000,000"),
        ("0.0", "is not between 1 and"),
        ("1e16", "is not between 1 and"),
        ("9e99", "is not between 1 and"),
    ],
)
def test_what_is_no_count_is_refused(text: str, reason: str) -> None:
    with pytest.raises(click.BadParameter) as refused:
        options.Count().convert(text, None, None)
    assert f"{text!r} {reason}" in refused.value.message


@given(st.integers(1, options.MAX_DEALS))
def test_a_count_is_read_back_however_it_is_grouped(number: int) -> None:
    assert options.Count().convert(f"{number:_}", None, None) == number
    assert options.Count().convert(f"{number}.000e0", None, None) == number


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["-n", "x"], "Invalid value for '-n' / '--deals': 'x' is not a count"),
        (["--precision", "nan"], "'--precision': 'nan' is not between 0 and 1 (both excluded)"),
        (["--precision", "0"], "'--precision': '0' is not between 0 and 1"),
        (["--precision", "x"], "'--precision': 'x' is not a number"),
        (["--confidence", "1"], "'--confidence': '1' is not between 0 and 1"),
        (["--seed", "-1"], "'--seed': -1 is not in the range 0<=x<=18446744073709551615"),
        (["--seed", "18446744073709551616"], "is not in the range"),
        (["--players", "15"], "'--players': 15 is not in the range 1<=x<=14"),
        (["-j", "0"], "'-j' / '--jobs': 0 is not in the range x>=1"),
        (["-f", "xml"], "'xml' is not one of 'table', 'json', 'ndjson', 'csv', 'markdown'"),
        (["--lang", "de"], "'de' is not one of 'en', 'ru'"),
        (["--jokers", "5"], "'--jokers': 5 is not in the range 0<=x<=4"),
        (["--jokers", "-1"], "'--jokers': -1 is not in the range 0<=x<=4"),
        (["--bug=fly"], "'--bug': 'fly' is not one of 'orthodox', 'special'"),
        (["--cards", "8"], "'--cards': 8 is not in the range 5<=x<=7"),
        (["--cards", "4"], "'--cards': 4 is not in the range 5<=x<=7"),
    ],
)
def test_a_bad_value_names_its_option(show: Any, args: list[str], problem: str) -> None:
    done = show("show", *args)
    assert done.exit_code == 2
    assert problem in done.output


def test_the_environment_sets_options(show: Any) -> None:
    env = {
        "POKERSIM_SHOW_DEALS": "250k",
        "POKERSIM_SHOW_RULESET": "skeet soko",
        "POKERSIM_SHOW_PROGRESS": "0",
        "POKERSIM_SHOW_PLAYERS": "",
    }
    values = json.loads(show("show", env=env).output)
    assert values["deals"] == 250_000
    assert values["ruleset"] == ["skeet", "soko"]
    assert values["progress"] is False
    assert values["players"] is None


def test_a_bad_value_of_the_environment_names_the_variable(show: Any) -> None:
    done = show("show", env={"POKERSIM_SHOW_DEALS": "x"})
    assert done.exit_code == 2
    assert "'-n' / '--deals' (from POKERSIM_SHOW_DEALS): 'x' is not a count" in done.output


@pytest.mark.parametrize(
    ("path", "reason"),
    [("folder", "it is a folder"), ("nowhere/file", "there is no folder ")],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    show: Any, path: str, reason: str
) -> None:
    Path("folder").mkdir()
    done = show("show", "-o", path)
    assert done.exit_code == 2
    assert f"Error: can't write to {path}: {reason}" in done.output


def test_an_output_file_without_a_name_is_refused(show: Any) -> None:
    done = show("show", "-o", "")
    assert (done.exit_code, "the name of the output file is empty" in done.output) == (2, True)


def test_what_a_command_returns_is_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, show: Any
) -> None:
    monkeypatch.setattr(command, "callback", lambda **values: 1)
    assert program._run(["show"]) == 1


# --- the file of options -------------------------------------------------------------------------


def test_flags_win_over_the_environment_and_that_over_the_file(show: Any) -> None:
    Path("pokersim.toml").write_text("[show]\ndeals = '3k'\nplayers = 3\njobs = 3\n")
    env = {"POKERSIM_SHOW_PLAYERS": "4", "POKERSIM_SHOW_JOBS": "4"}
    values = json.loads(show("show", "-j", "5", env=env).output)
    assert (values["deals"], values["players"], values["jobs"]) == (3000, 4, 5)


@pytest.mark.parametrize(
    ("file", "table"), [("pokersim.toml", "show"), ("pyproject.toml", "tool.pokersim.show")]
)
def test_a_file_sets_every_kind_of_option(show: Any, file: str, table: str) -> None:
    Path(file).write_text(
        f"[{table}]\ndeals = 1e6\nruleset = ['skeet', 'soko']\nseed = 7\nprecision = 0.001\n"
        "format = 'csv'\nquiet = true\nverbose = 2\nprogress = false\nno-color = true\n"
    )
    values = json.loads(show().output)
    assert values["deals"] == 10**6
    assert values["ruleset"] == ["skeet", "soko"]
    assert (values["seed"], values["precision"], values["format"]) == (7, 0.001, "csv")
    assert (values["quiet"], values["verbose"], values["progress"]) == (True, 2, False)


def test_one_ruleset_needs_no_list(show: Any) -> None:
    Path("pokersim.toml").write_text("[show]\nruleset = 'skeet'\n")
    assert json.loads(show().output)["ruleset"] == ["skeet"]


def test_the_own_file_is_read_instead_of_the_shared_one(show: Any) -> None:
    Path("pokersim.toml").write_text("[show]\nplayers = 3\n")
    Path("pyproject.toml").write_text("[tool.pokersim.show]\nplayers = 4\nseed = 1\n")
    values = json.loads(show().output)
    assert (values["players"], values["seed"]) == (3, None)


def test_a_command_of_a_group_has_a_table_inside_the_groups(show: Any) -> None:
    Path("pokersim.toml").write_text("[nested.inner]\nplayers = 3\n")
    assert json.loads(show("nested", "inner").output)["players"] == 3


def test_every_problem_of_the_file_is_reported_at_once(show: Any) -> None:
    Path("pokersim.toml").write_text(
        "shwo = 1\n[show]\ndealz = 1\ndeals = 'x'\nplayers = 2.5\nquiet = 'yes'\nverbose = true\n"
        "ruleset = [1]\nlang = 'de'\nseed = true\njobs = [1]\nno-color = false\nno_color = false\n"
    )
    done = show()
    assert done.exit_code == 2
    assert done.output.splitlines() == [
        "Error: pokersim.toml has 11 problems",
        "  shwo: unknown command; did you mean 'show'?",
        "  show.dealz: unknown option; did you mean 'deals'?",
        "  show.deals: 'x' is not a count; write it like 20000, 250k, 10M or 1e6",
        "  show.players: '2.5' is not a valid integer range.",
        "  show.quiet: 'yes' is not true or false",
        "  show.verbose: true is not a whole number",
        "  show.ruleset: 1 is not a text",
        "  show.lang: 'de' is not one of 'en', 'ru'.",
        "  show.seed: true is not a number or a text",
        "  show.jobs: a list is not a number or a text",
        "  show.no_color: is set twice",
    ]


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("pokersim.toml", "[show", "Error: pokersim.toml is not valid TOML: Expected ']'"),
        ("pokersim.toml", "show = 1", "  show: not a table of options\n"),
        ("pokersim.toml", "[nested]\ninner = 1", "  nested.inner: not a table of options\n"),
        ("pyproject.toml", "[tool]\npokersim = 1", "pyproject.toml: tool.pokersim is not a table"),
        (
            "pyproject.toml",
            "[tool.pokersim.show]\nplayer = 1",
            "  tool.pokersim.show.player: unknown option; did you mean 'players'?\n",
        ),
    ],
)
def test_a_wrong_file_is_refused(show: Any, file: str, text: str, problem: str) -> None:
    Path(file).write_text(text)
    done = show("nested" if "inner" in text else "show", *(["inner"] if "inner" in text else []))
    assert done.exit_code == 2
    assert problem in done.output


def test_a_file_that_cannot_be_read_is_refused(show: Any) -> None:
    Path("pokersim.toml").write_bytes(b"\xff")
    assert show().output == "Error: pokersim.toml is not text in UTF-8\n"
    Path("pokersim.toml").unlink()
    Path("pokersim.toml").mkdir()
    assert show().output == "Error: can't read pokersim.toml: Is a directory\n"


@pytest.mark.parametrize("text", ["[project", "[project]\nname = 'pokersim'\n", "tool = 1\n"])
def test_a_shared_file_without_our_table_is_left_alone(show: Any, text: str) -> None:
    Path("pyproject.toml").write_text(text.replace("[project]", "[project]"))
    assert show().exit_code == 0


def test_help_comes_even_if_the_file_is_wrong(show: Any) -> None:
    Path("pokersim.toml").write_text("[show]\ndealz = 1\n")
    assert "Show the options" in show("show", "--help").output
