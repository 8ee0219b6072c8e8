"""Betting systems as data: every setting read, every problem of a file named at once."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from pokersim.errors import InputError, RulesetError
from pokersim.games.spec import (
    SETTINGS,
    Betting,
    betting_names,
    load_betting,
    parse_betting,
)
from pokersim.kernels.betting import state as chips
from pokersim.rules.compile.compiler import compile_ruleset
from pokersim.rules.deck import parse_deck
from pokersim.rules.loader import load_ruleset, play_with
from support.betting import SYSTEMS
from support.process import ROOT

DATA = ROOT / "pokersim" / "games" / "data"
STANDARD = compile_ruleset(load_ruleset("standard"))


def problems(text: str, settings: Mapping[str, object] | None = None) -> list[str]:
    """Return what is wrong with the text of a system."""
    with pytest.raises(RulesetError) as caught:
        parse_betting(text, "tuesday.toml", "tuesday", settings or {})
    return list(caught.value.problems)


def test_the_shipped_systems_are_those_of_the_rules() -> None:
    assert betting_names() == tuple(sorted(SYSTEMS))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_shipped_system_has_a_source_and_titles_in_both_languages(name: str) -> None:
    betting = load_betting(name)
    assert re.search(r"\[00[013]\]", betting.source)
    assert betting.about.endswith(".")
    assert betting.title("ru") != betting.title("en") == betting.titles["en"]
    assert not betting.title("ru").isascii()
    assert betting.title("fr") == betting.title("en")


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_users_own_file_works_the_same_way(name: str, tmp_path: Path) -> None:
    path = tmp_path / "tuesday.toml"
    path.write_text((DATA / f"{name}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    shipped, own = load_betting(name), load_betting(str(path))
    assert own.name == "tuesday"
    assert own.rules(STANDARD).tolist() == shipped.rules(STANDARD).tolist()


# Each setting, with a value that is not its default, and where the engine has it -----------------

STUD = {"game": "stud", "first-later": "best-showing"}
BLIND = {"blind": 1, "straddles": 2}

REACHED: dict[str, tuple[Mapping[str, object], int, int]] = {
    "game": (STUD, chips.GAME, chips.STUD),
    "ante": ({"ante": "each"}, chips.ANTE_EACH, 1),
    "ante-chips": ({"ante": "dealer", "ante-chips": 7}, chips.ANTE_DEALER, 7),
    "red-chip": (
        {"ante": "dealer", "ante-chips": "red", "red-chip": 9},
        chips.ANTE_DEALER,
        9,
    ),
    "blind": ({"blind": 3}, chips.BLIND, 3),
    "straddles": ({"blind": 3, "straddles": [6, 20]}, chips.STRADDLE + 1, 20),
    "limits": ({"limits": [4, 9]}, chips.LIMIT + 1, 9),
    "raises": ({"raises": 7}, chips.MAX_RAISES, 7),
    "first-round": ({"first-round": "bet-or-fold"}, chips.OPENING, chips.BET_OR_FOLD),
    "later-rounds": ({"later-rounds": "bet-or-fold"}, chips.LATER, chips.BET_OR_FOLD),
    "first-later": (
        {**BLIND, "first-later": "after-straddles"},
        chips.FIRST_LATER,
        chips.AFTER_STRADDLES,
    ),
    "passed-on": ({"passed-on": "any-round"}, chips.PASSED_ON, chips.ANY_ROUND),
    "opener-free": ({"opener-free": True}, chips.OPENER_FREE, 1),
    "straddler-raises": ({"straddler-raises": False}, chips.STRADDLER_RAISES, 0),
    "most-drawn": ({"most-drawn": 3}, chips.MOST_DRAWN, 3),
    "ace-draws-four": ({"ace-draws-four": True}, chips.ACE_DRAWS_FOUR, 1),
}
ELSEWHERE = {"players", "openers", "folded-cards", "showing-kickers"}


def test_every_setting_is_tried() -> None:
    assert set(SETTINGS) == set(REACHED) | ELSEWHERE


def test_every_setting_reaches_the_engine() -> None:
    for key, (values, place, expected) in REACHED.items():
        with_it = parse_betting("", "t", "t", values).rules(STANDARD)
        without = {} if key == "game" else {k: v for k, v in values.items() if k != key}
        assert with_it[place] == expected, key
        assert parse_betting("", "t", "t", without).rules(STANDARD)[place] != expected, key


def test_settings_that_the_table_reads() -> None:
    own = {"players": [2, 4], "openers": "flush"}
    betting = parse_betting("", "t", "t", own)
    assert (betting.least_players, betting.most_players, betting.openers) == (2, 4, "flush")
    betting = parse_betting("", "t", "t", {**STUD, "folded-cards": "mucked"})
    assert (betting.folded_cards, betting.showing_kickers) == ("mucked", True)
    assert not parse_betting("", "t", "t", {**STUD, "showing-kickers": False}).showing_kickers


def test_settings_go_before_those_of_the_file() -> None:
    assert load_betting("blind-raising", {"straddles": 3}).limits == (4, 8)
    assert parse_betting("raises = 1", "t", "t", {"raises": 2}).max_raises == 2


@pytest.mark.parametrize(
    ("name", "settings", "forced"),
    [("blind-opening", {}, 4), ("blind-raising", {"straddles": 3}, 16), ("jackpots", {}, 0)],
)
def test_forced_bets_but_for_the_antes_of_all(
    name: str, settings: Mapping[str, object], forced: int
) -> None:
    assert load_betting(name, settings).forced == forced


def test_openers_are_the_weakest_hand_of_their_kind() -> None:
    betting = load_betting("jackpots")
    assert STANDARD.tie_break(betting.least_opener(STANDARD)) == "J-4-3-2"
    assert load_betting("pass-and-back").least_opener(STANDARD) == 0


def test_openers_that_the_ruleset_lacks_are_refused() -> None:
    betting = load_betting("jackpots", {"openers": "skeet"})
    with pytest.raises(InputError, match="'standard' has no combination 'skeet'"):
        betting.rules(STANDARD)


def test_openers_that_the_deck_cannot_hold_are_refused_with_a_fix() -> None:
    ranking = compile_ruleset(play_with(load_ruleset("standard"), parse_deck("789TQKA")))
    with pytest.raises(InputError, match=r"'jackpots' .*'one-pair:JJ'(?s:.*)--set openers="):
        load_betting("jackpots").rules(ranking)


# Problems -----------------------------------------------------------------------------------------

WRONG = {
    'game = "stut"': "game: unknown word 'stut'",
    "players = [1, 10]": "players: [1, 10] is not [least, most] from 2 to 10",
    "players = [4, 3]": "players: [4, 3] is not [least, most] from 2 to 10",
    "players = 4": "players: 4 is not [least, most] from 2 to 10",
    "players = [true, 4]": "players: [True, 4] is not",
    'ante = "all"': "ante: unknown word 'all'",
    "ante-chips = 0": "ante-chips: 0 is not a whole number from 1 to 1000",
    'ante-chips = "blue"': "ante-chips: unknown word 'blue'",
    "red-chip = 0": "red-chip: 0 is not a whole number from 1 to 1000",
    "blind = -1": "blind: -1 is not a whole number from 0 to 1000",
    "straddles = 1": "straddles: there is no blind bet to straddle: set blind",
    "straddles = true": "straddles: True is neither a number of them nor a list of bets",
    "straddles = [1.5]": "straddles: [1.5] is neither a number of them nor a list of bets",
    "blind = 1\nstraddles = [3, 5]": "straddles[1]: 5 is less than the double of 3",
    "blind = 1\nstraddles = 12": "straddles: 12: too many, or more than 1000 chips",
    "limits = [0, 1]": "limits: [0, 1] is neither 2 numbers from 1 to 1000 nor 'straddle'",
    "limits = [1, 2, 3]": "limits: [1, 2, 3] is neither 2 numbers",
    'limits = "straddle"': "limits: 'straddle' is half of the last straddle: there is none",
    "raises = 21": "raises: 21 is not a whole number from 0 to 20",
    'first-round = "check"': "first-round: unknown word 'check'",
    'later-rounds = "must-bet"': "later-rounds: unknown word 'must-bet'",
    'first-later = "dealer"': "first-later: unknown word 'dealer'",
    'passed-on = "always"': "passed-on: unknown word 'always'",
    "openers = 5": "openers: 5 is not a text",
    "opener-free = 1": "opener-free: 1 is neither true nor false",
    "straddler-raises = 1": "straddler-raises: 1 is neither true nor false",
    "most-drawn = 6": "most-drawn: 6 is not a whole number from 0 to 5",
    "ace-draws-four = 1": "ace-draws-four: 1 is neither true nor false",
    'folded-cards = "burnt"': "folded-cards: unknown word 'burnt'",
    "showing-kickers = 1": "showing-kickers: 1 is neither true nor false",
    "raisse = 3": "raisse: unknown key; did you mean 'raises'?",
    "en = 3": "en: 3 is not a text",
}
TOGETHER = {
    'game = "stud"\nblind = 1\nfirst-later = "best-showing"': "blind: five-card stud has no",
    'first-later = "best-showing"': "first-later: no card is shown in a draw game",
    'game = "stud"': "first-later: in stud the best hand in sight is first",
    'blind = 1\npassed-on = "unopened"': "passed-on: with a blind bet the first round is always",
    'blind = 1\nopeners = "one-pair"': "openers: are for draw games",
    'first-round = "bet-or-fold"\npassed-on = "unopened"': "passed-on: where one bets or folds",
    'first-later = "after-straddles"': "first-later: there are no straddles without a blind bet",
}


def test_a_problem_is_named_with_its_key() -> None:
    expected = {**WRONG, **TOGETHER}
    found = {text: problems(text) for text in expected}
    cut = {text: [line[: len(expected[text])] for line in lines] for text, lines in found.items()}
    assert cut == {text: [problem] for text, problem in expected.items()}


def test_every_problem_of_a_file_is_named_at_once() -> None:
    texts = [text for text in WRONG if "blind" not in text and "straddle" not in text]
    one_each = {text.split(" ")[0]: text for text in texts}
    found = problems("\n".join(one_each.values()))
    assert sorted(line.split(":")[0] for line in found) == sorted(one_each)


def test_a_problem_of_a_setting_is_named_like_one_of_the_file() -> None:
    assert problems("raises = 3", {"raises": 99}) == problems("raises = 99")


@pytest.mark.parametrize("text", ["raises", "raises = 1\nraises = 2", "a = " + "[" * 2000])
def test_text_that_is_not_toml_is_refused(text: str) -> None:
    assert problems(text)[0].startswith("not TOML")


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match="no betting system 'jackpot'; did you mean 'jackpots'"):
        load_betting("jackpot")
    with pytest.raises(InputError, match="shipped: blind-opening, blind-raising"):
        load_betting("whist")


def test_a_missing_file_is_refused() -> None:
    with pytest.raises(InputError, match=r"tuesday\.toml"):
        load_betting("./tuesday.toml")


def test_systems_are_equal_by_value_and_hashable() -> None:
    kept: dict[Betting, str] = {load_betting(name): name for name in SYSTEMS}
    assert all(kept[load_betting(name)] == name for name in SYSTEMS)


# The page -----------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "betting.md").read_text("utf-8")


def test_the_page_lists_every_setting_with_its_text_and_default() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \| (`.*) \|$", PAGE, re.M)
    assert {key: text for key, text, _ in rows} == SETTINGS
    defaults = "\n".join(
        f"{key} = {default.split('`')[1]}" for key, _, default in rows if key != "openers"
    )
    bare, written = parse_betting("", "t", "t", {}), parse_betting(defaults, "t", "t", {})
    assert written == bare


def test_the_page_lists_every_system() -> None:
    assert sorted(re.findall(r"^\| `([a-z-]+)` \| [^|]* \|$", PAGE, re.M)) == sorted(SYSTEMS)


def test_the_file_of_the_page_loads() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    betting = parse_betting(text, "tuesday.toml", "tuesday", {})
    assert (betting.title(), betting.ante_chips, betting.limits) == ("Tuesday", 5, (2, 4))
