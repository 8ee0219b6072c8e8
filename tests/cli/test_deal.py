"""``pokersim deal``: what it prints for programs, what its options do, and what it refuses."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pokersim.games.hand_record import play_hand
from pokersim.games.spec import SETTINGS, betting_names, load_betting
from pokersim.report.views.betting import settings_of
from support.commands import DATA_FORMATS, META_FIELDS, as_csv, assert_refused, rows_of, run_here
from support.scenes import SCENES

FIELDS = [
    "hand", "street", "event", "seat", "player", "amount", "cards", "combination", "side_pot",
    "pot", "price", "to_act", "legal", "stacks",
]  # fmt: skip
JACKPOTS = SCENES["jackpots"]
RANDOM = ["deal", "--deck", "36", "--policy", "random"]


@pytest.fixture(autouse=True)
def no_options_of_the_user(own_folder: Path) -> None:
    """Work where there is no file of options."""


def document(*args: str) -> dict[str, Any]:
    done = run_here(["deal", "--deck", "36", *args, "-f", "json"])
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def text_of(*args: str) -> str:
    done = run_here(["deal", "--deck", "36", "--seed", "1", *args])
    assert (done.code, done.err) == (0, "")
    return done.out


def refusal(*args: str) -> None:
    *options, problem = args
    assert_refused(run_here(["deal", "--seed", "1", *options]), problem)


# --- events for programs -------------------------------------------------------------------------


@pytest.mark.parametrize("format", DATA_FORMATS)
def test_every_data_format_has_a_row_for_each_event(format: str) -> None:
    rows = rows_of(JACKPOTS.told("-f", format), format)
    expected = json.loads(JACKPOTS.told("-f", "json"))["rows"]
    assert rows == ([as_csv(row) for row in expected] if format == "csv" else expected)
    assert all(list(row) == FIELDS for row in rows)


def test_an_action_carries_the_state_after_it() -> None:
    rows = json.loads(JACKPOTS.told("-f", "json"))["rows"]
    raised = next(row for row in rows if row["event"] == "raise")
    assert raised == {
        "hand": 1, "street": "before-draw", "event": "raise", "seat": 3, "player": 3, "amount": 2,
        "cards": None, "combination": None, "side_pot": None, "pot": 7, "price": 2, "to_act": 4,
        "legal": ["fold", "call", "raise"], "stacks": [19, 18, 2, 19],
    }  # fmt: skip
    discarded = [row for row in rows if row["event"] == "discard"]
    assert [row["cards"] for row in discarded[:2]] == ["Jd", "9c"]
    turn = next(row for row in rows if row["legal"] == ["discard", "stand"])
    assert (turn["event"], turn["seat"], turn["to_act"]) == ("call", 4, 2)


def test_a_showdown_has_the_hands_and_the_pots() -> None:
    rows = json.loads(JACKPOTS.told("-f", "json"))["rows"]
    shown = [
        (r["event"], r["seat"], r["cards"], r["combination"]) for r in rows if r["combination"]
    ]
    assert shown == [
        ("show", 2, "Jh 8h 7h 5h 2h", "flush"),
        ("show", 3, "As Ad Ac 4h 4d", "full-house"),
        ("show", 4, "Kh Kd Kc 8c 2s", "three-of-a-kind"),
        ("openers", 2, "Jh Jd 8h 5h 2h", "one-pair"),
    ]
    won = [(r["seat"], r["side_pot"], r["amount"], r["pot"]) for r in rows if r["event"] == "win"]
    assert won == [(3, 0, 16, 2), (2, 1, 2, 0)]


def test_the_document_records_what_was_played() -> None:
    meta = document("--betting", "pass-and-back", "--players", "3", "--seed", "5")["meta"]
    assert set(META_FIELDS) <= set(meta)
    assert (meta["command"], meta["game"], meta["seed"], meta["players"]) == ("deal", "draw", 5, 3)
    assert (meta["policies"], meta["interrupted"]) == (["caller"], False)
    assert set(meta["betting"]) == {"name", *SETTINGS} - {"red-chip"}
    assert (meta["betting"]["name"], meta["betting"]["passed-on"]) == ("pass-and-back", "unopened")
    [hand] = meta["hands"]
    assert (hand["hand"], hand["players"], hand["carried"]) == (1, [1, 2, 3], 0)
    assert hand["stacks_before"] == [100] * 3
    assert hand["result"] in ("shown", "uncontested", "left")


def test_stacks_carry_over_and_the_deal_moves_on() -> None:
    meta = document("--stack", "9,9,1", "--hands", "6", "--seed", "3", "--policy", "maniac")["meta"]
    hands = meta["hands"]
    assert [hand["hand"] for hand in hands] == list(range(1, len(hands) + 1))
    for before, after in pairwise(hands):
        chips = dict(zip(before["players"], before["stacks_after"], strict=True))
        order = [player for player in before["players"] if chips[player]]
        assert sorted(after["players"]) == sorted(order)
        assert after["stacks_before"] == [chips[player] for player in after["players"]]
        if len(order) == len(before["players"]):
            assert after["players"] == [*order[1:], order[0]]
    assert all(sum(hand["stacks_before"]) + hand["carried"] == 19 for hand in hands)


def test_play_ends_when_too_few_have_chips() -> None:
    args = ("--stack", "3,3", "--hands", "200", "--seed", "1", "--policy", "random")
    found = document(*args)["meta"]
    assert found["notes"] == ["Another hand takes more players with chips than 1."]
    assert sorted(found["hands"][-1]["stacks_after"]) == [0, 6]


def test_play_ends_when_too_few_are_left_to_straddle() -> None:
    args = ("--betting", "blind-raising", "--straddles", "3", "--stack", "1,30,30,30")
    found = document(*args, "--hands", "200", "--seed", "1", "--policy", "random")["meta"]
    assert found["notes"] == ["Another hand takes more players with chips than 3."]
    assert found["hands"][-1]["stacks_after"].count(0) == 1


def test_there_are_players_for_every_straddle_if_no_option_says_how_many() -> None:
    args = ("--deck", "52", "--betting", "blind-raising", "--seed", "1", "--actions", "")
    for straddles, players in ((1, 6), (5, 6), (7, 8)):
        assert document(*args, "--straddles", str(straddles))["meta"]["players"] == players


def test_one_chip_is_in_the_singular() -> None:
    args = ("--players", "2", "--stack", "1", "--lang")
    assert "2 players with 1 chip each" in text_of(*args, "en")
    assert "Игроков: 2, у каждого по одной фишке" in text_of(*args, "ru")  # noqa: RUF001


# --- options -------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_hand_and_a_drawn_one_is_printed() -> None:
    done = run_here([*RANDOM])
    seed = done.err.removeprefix("Seed ").strip()
    assert done.err == f"Seed {int(seed)}\n"
    again = run_here([*RANDOM, "--seed", seed])
    assert (again.out, again.err) == (done.out, "")
    assert run_here([*RANDOM, "--seed", "1", "-q"]).out != done.out


def test_cards_that_are_not_ordered_follow_shuffled() -> None:
    order = ["--players", "2", "--deck-order", "As Ks Ad Kd Ah Kh", "--actions", ""]
    lines = text_of(*order).splitlines()
    assert any(line.startswith("  Seat 1: As Ad Ah ") for line in lines)
    other = text_of("--seed", "2", *order).splitlines()
    assert any(line.startswith("  Seat 2 (dealer): Ks Kd Kh ") for line in other)
    assert lines != other


def test_settings_of_the_command_line_go_before_those_of_the_system() -> None:
    args = ["--betting", "blind-raising", "--ante", "dealer:red", "--straddles", "2,5,12"]
    more = ["--set", "raises=1", "--set", "first-later=opener", "--set", "limits=[3, 6]"]
    found = document(*args, *more, "--seed", "1", "--actions", "")
    betting = found["meta"]["betting"]
    assert (betting["ante"], betting["ante-chips"]) == ("dealer", 5)
    assert (betting["straddles"], betting["limits"], betting["raises"]) == ([2, 5, 12], [3, 6], 1)
    assert betting["first-later"] == "opener"
    assert [row["amount"] for row in found["rows"][:5]] == [5, 1, 2, 5, 12]


def test_numbers_may_stand_in_a_file_of_options() -> None:
    Path("pokersim.toml").write_text('[deal]\nstack = 7\nplayers = 2\nset = ["raises=1"]\n')
    assert "  2 players with 7 chips each\n" in text_of("--actions", "")


def test_a_betting_system_may_be_a_file() -> None:
    Path("tuesday.toml").write_text('en = "Tuesday"\nante = "each"\nante-chips = 3\n')
    lines = text_of("--betting", "tuesday.toml", "--actions", "").splitlines()
    assert lines[0] == "Hand 1: Tuesday"
    assert lines[2] == "  Everybody antes 3"


def test_a_script_may_be_a_file_and_policies_play_on_after_it() -> None:
    Path("play.txt").write_text("pass\n2:pass  # nothing\n")
    script = ("--players", "3", "--seed", "4", "--actions", "@play.txt")
    scripted = text_of(*script)
    assert "\nTo act\n  Seat 3 (dealer) is to act: check, bet 1\n" in scripted
    rest = text_of(*script, "--policy", "caller")
    assert rest.startswith(scripted.partition("\n\nTo act")[0])
    assert "Chips by seat" in rest.splitlines()[-1]
    assert "To act" not in rest


def test_the_ruleset_decides_who_wins_and_who_may_open() -> None:
    scene = SCENES["pass-and-out"]
    assert "Seat 3 wins the pot, 16, with Big Tiger" in scene.told()
    under_standard = scene._replace(args=scene.args.replace("cats-and-dogs", "standard"))
    assert "Seat 2 wins the pot, 16, with Straight" in under_standard.told()


def test_policies_are_one_for_all_or_one_for_each() -> None:
    one = text_of("--players", "3", "--policy", "maniac")
    assert one == text_of("--players", "3", "--policy", "maniac,Maniac, maniac")
    refusal("--players", "3", "--policy", "maniac,rock", "2 policies for 3 players")


def test_rules_list_and_show_print_the_betting_systems() -> None:
    listed = rows_of(run_here(["rules", "list", "--betting", "-f", "ndjson"]).out, "ndjson")
    assert [row["name"] for row in listed] == list(betting_names())
    for name in betting_names():
        shown = run_here(["rules", "show", name, "--betting", "-f", "ndjson"])
        rows = rows_of(shown.out, "ndjson")
        assert [row["setting"] for row in rows] == list(settings_of(load_betting(name)))
        assert all(row["meaning"] == SETTINGS[row["setting"]] for row in rows)


# --- what is refused -----------------------------------------------------------------------------


REFUSED = [
    ("--betting", "jackpot", "did you mean 'jackpots'?"),
    ("-r", "soko", "-r", "standard", "a hand is played under one ruleset; -r names 2"),
    ("--ante", "all", "who puts it in is one of none, each, dealer"),
    ("--ante", "each:blue", "how much is white, red or a number of white chips"),
    ("--straddles", "two", "Invalid value for '--straddles': 'two' is no whole number"),
    ("--straddles", "2", "there is no blind bet to straddle"),
    ("--set", "raises", "write KEY=VALUE, like raises=2"),
    ("--set", "rases=2", "there is no setting 'rases'; did you mean 'raises'?"),
    ("--set", "raises=[1", "is no value of TOML"),
    ("--set", "raises=1\nblind=1", "is no value of TOML"),
    ("--set", "raises=99", "raises: "),
    ("--stack", "1,2", "--players", "3", "--stack lists 2 stacks for 3 players"),
    ("--stack", "9" * 11, "no whole number of at most nine digits"),
    ("--stack", "0", "a stack is from 1 to 1,000,000 chips"),
    ("--players", "12", "'jackpots' is played by 2 to 10, not by 12"),
    ("--betting", "blind-opening", "--players", "2", "is played by 3 to 10, not by 2"),
    ("--deck-order", "AsAs", "appears twice"),
    ("--deck-order", "As Jo", "--deck-order: Jo is not in the deck (52)"),
    ("--deck-order", "As 2c", "--deck", "36", "--deck-order: 2c is not in the deck (36)"),
    ("--policy", "rok", "nobody plays by the policy 'rok'; did you mean 'rock'?"),
    ("--policy", "", "nobody plays by the policy ''"),
    ("--actions", "@gone.txt", "gone.txt"),
    ("--players", "2", "--actions", "check, check, check", "the play is over before this"),
    ("--actions", "bet", "seat 1 can't bet here; one-pair:JJ or better may open"),
]


def test_each_refusal_names_its_problem() -> None:
    for args in REFUSED:
        refusal(*args)


def test_an_output_file_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    done = run_here(["deal", "--seed", "1", "-f", "json", "-o", str(file), "--actions", ""])
    assert (done.code, done.out, done.err) == (0, "", "")
    assert json.loads(file.read_text("utf-8"))["rows"]


def test_an_interrupt_prints_the_hands_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def until_the_third(table: Any, number: int, *rest: Any) -> Any:
        if number == 3:
            raise KeyboardInterrupt
        played.append(number)
        return play_hand(table, number, *rest)

    monkeypatch.setattr("pokersim.cli.deal.play_hand", until_the_third)
    done = run_here(["deal", "--deck", "36", "--seed", "1", "--hands", "9", "-f", "json"])
    assert (done.code, played) == (130, [1, 2])
    meta = json.loads(done.out)["meta"]
    assert ([hand["hand"] for hand in meta["hands"]], meta["interrupted"]) == ([1, 2], True)
