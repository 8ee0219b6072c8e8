"""Files of policies: what they say, every problem named at once, and a user's own."""

from pathlib import Path

import numpy as np
import pytest

from pokersim.errors import InputError, RulesetError
from pokersim.games.policies import DRAWS, SHARES, load_policy, parse_policies, policies
from pokersim.games.spec import GAMES, ROUNDS, load_betting
from pokersim.kernels.betting import state as chips
from pokersim.rules.loader import load_ruleset
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.betting.players import players_of, policies_of
from pokersim.studies.draw.draw_policies import POLICIES

SHARK = """
[shark]
en = "Shark"
ru = "Акула"
draw = "simple"
draw-game = { bet = [0.5, 0.25], stay = [1, 0], bluff = [0.125, 0], early = 0.0625 }
minds-sight = true
"""


def test_the_ways_to_draw_are_those_of_simulations_without_betting() -> None:
    assert sorted(DRAWS) == sorted(POLICIES)


def test_shipped_policies_have_titles_in_both_languages_and_play_every_game() -> None:
    for policy in policies().values():
        assert policy.about.endswith(".")
        assert policy.title("ru") not in (policy.title("en"), policy.name)
        assert [len(policy.row(game)) for game in GAMES] == [chips.POLICY_SIZE] * len(GAMES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", [name for name in policies() if name != "random"])
def test_shipped_policies_ask_for_more_when_there_was_a_raise(name: str, game: str) -> None:
    row = load_policy(name).row(game)
    shares = {key: row[place : place + ROUNDS[game]] for key, place in SHARES.items()}
    assert (shares["stay-raised"] <= shares["stay"]).all()
    assert (shares["reraise"] <= shares["raise"]).all()
    assert (shares["raise"] <= shares["stay"]).all()


def test_shares_are_read_into_their_places() -> None:
    shark = parse_policies(SHARK, "mine.toml")["shark"]
    expected = np.zeros(chips.POLICY_SIZE, dtype=np.int64)
    expected[chips.BET_SHARE : chips.BET_SHARE + 2] = 32768, 16384
    expected[chips.CALL_SHARE] = 65536
    expected[chips.BLUFF] = 8192
    expected[chips.EARLY] = 4096
    expected[chips.MINDS_SIGHT] = 1
    assert shark.row("draw").tolist() == expected.tolist()
    assert (shark.draw, shark.title("ru"), shark.title("fr")) == ("simple", "Акула", "Shark")


def test_policies_that_bet_differently_are_not_equal() -> None:
    other = SHARK.replace("0.25", "0.26")
    assert parse_policies(SHARK, "a") == parse_policies(SHARK, "b")
    assert parse_policies(SHARK, "a") != parse_policies(other, "a")


def test_every_problem_of_a_file_is_named_at_once() -> None:
    text = """
    whale = 3
    [shark]
    en = ""
    draw = "bst"
    minds-sight = 1
    colour = "blue"
    draw-game = { bet = [0.1], stay = [0.1, 2], raise = [true, "x"], early = -1, bett = [0, 0] }
    stud-game = 7
    [minnow]
    """
    with pytest.raises(RulesetError) as caught:
        parse_policies(text, "mine.toml")
    assert str(caught.value) == (
        "mine.toml has 13 problems\n"
        "  whale: 3 is not a table\n"
        "  shark.colour: unknown key; known: en, ru, about, draw, at-random, minds-sight, "
        "draw-game, stud-game\n"
        "  shark.en: is empty\n"
        "  shark.minds-sight: 1 is neither true nor false\n"
        "  shark.draw-game.bett: unknown key; did you mean 'bet'?\n"
        "  shark.draw-game.bet: [0.1] is not a list of 2 shares, one a round\n"
        "  shark.draw-game.stay[1]: 2 is not a share from 0 to 1\n"
        "  shark.draw-game.raise[0]: True is not a share from 0 to 1\n"
        "  shark.draw-game.raise[1]: 'x' is not a share from 0 to 1\n"
        "  shark.draw-game.early: -1 is not a share from 0 to 1\n"
        "  shark.stud-game: 7 is not a table\n"
        "  shark.draw: unknown word 'bst'; did you mean 'best'?\n"
        "  minnow.draw-game: is missing, and stud-game too: what shares of hands it plays"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "names no policy: each is a table, like [shark]"),
        ("[shark", "not TOML: "),
        ("a = " + "[" * 10_000, "not TOML: nested too deep"),
        (SHARK.replace("0.25", "nan"), "shark.draw-game.bet[1]: nan is not a share from 0 to 1"),
    ],
)
def test_files_that_are_not_policies_are_refused(text: str, problem: str) -> None:
    with pytest.raises(RulesetError, match="has 1 problem") as caught:
        parse_policies(text, "mine.toml")
    assert problem in str(caught.value)


def test_a_file_with_one_policy_is_that_policy(own_folder: Path) -> None:
    Path("mine.toml").write_text(SHARK, "utf-8")
    assert load_policy("mine.toml").row("draw").any()
    assert load_policy("./mine.toml:shark").name == "./mine.toml:shark"


def test_one_of_several_policies_is_named_after_a_colon(own_folder: Path) -> None:
    Path("two.toml").write_text(SHARK + SHARK.replace("shark", "whale"), "utf-8")
    assert load_policy("two.toml:whale").title() == "Shark"
    with pytest.raises(InputError) as caught:
        load_policy("two.toml")
    assert str(caught.value) == (
        "which policy of two.toml?\n  there are: two.toml:shark, two.toml:whale"
    )
    with pytest.raises(InputError, match=r"no policy 'whole' in two\.toml; did you mean 'whale'\?"):
        load_policy("two.toml:whole")


def test_unknown_policies_and_files_are_refused_with_a_fix() -> None:
    with pytest.raises(InputError) as caught:
        load_policy("rokc")
    assert str(caught.value) == (
        "nobody plays by the policy 'rokc'; did you mean 'rock'?\n"
        "  one of your own is named by its file, like mine.toml or mine.toml:shark"
    )
    with pytest.raises(InputError, match="there are: rock, tight"):
        load_policy("zzz")
    with pytest.raises(InputError, match=r"there is no file 'gone\.toml'"):
        load_policy("gone.toml:shark")


def test_a_policy_that_does_not_play_the_game_is_refused(own_folder: Path) -> None:
    Path("mine.toml").write_text(SHARK, "utf-8")
    stud, standard = load_betting("five-card-stud"), load_ruleset("standard")
    with pytest.raises(InputError, match=r"'mine.toml' does not play stud: it has no stud-game"):
        players_of(["mine.toml"], stud, standard, 2)
    with pytest.raises(InputError, match="does not play stud"):
        BettingJob(stud, (standard,), (load_policy("mine.toml"),) * 2, 1)


def test_there_is_one_policy_for_all_or_one_for_each() -> None:
    assert [p.name for p in policies_of(["rock"], 3)] == ["rock"] * 3
    assert [p.name for p in policies_of(["rock", "tight"], 2)] == ["rock", "tight"]
    with pytest.raises(InputError, match="2 policies for 3 players: name one for all, or one for"):
        policies_of(["rock", "tight"], 3)
