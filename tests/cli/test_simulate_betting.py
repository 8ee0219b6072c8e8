"""``pokersim simulate --betting``: the tables, the formats, what is refused, and the early end."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokersim.cli.shared import running
from pokersim.studies.betting import betting_simulation as money
from support.commands import (
    DATA_FORMATS,
    META_FIELDS,
    as_csv,
    assert_golden,
    assert_refused,
    document,
    rows_of,
    run_here,
    stop_after_first_chunk,
)

pytestmark = pytest.mark.usefixtures("own_folder")

FIELDS = {
    "tally": [
        "table", "ruleset", "stage", "combination", "label", "place", "count", "total",
        "probability", "ci_low", "ci_high", "exact",
    ],
    "seat": [
        "table", "ruleset", "seat", "policy", "hands", "chips_won", "per_hand", "stderr",
        "base", "change", "change_stderr",
    ],
    "end": ["table", "ruleset", "end", "count", "total", "probability", "ci_low", "ci_high"],
    "win": ["table", "ruleset", "combination", "label", "pots", "chips", "share", "per_pot"],
    "pot": ["table", "ruleset", "pots", "chips", "stderr"],
}  # fmt: skip
MIXED = "rock,tight,loose,caller,maniac,book"
DRAW = ["simulate", "--betting", "jackpots", "--policy", MIXED, "--deck", "32", "-n", "20k",
        "--seed", "7"]  # fmt: skip
STUD = ["simulate", "--betting", "five-card-stud", "-r", "standard", "-r", "four-flush",
        "-n", "20k", "--seed", "7"]  # fmt: skip

SHARK = """
[Shark]
en = "Shark"
ru = "Акула"
stud-game = { bet = [0.2, 0.2, 0.2, 0.2], stay = [0.4, 0.4, 0.4, 0.4] }
"""


def of_table(rows: list[dict[str, Any]], table: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["table"] == table]


# --- results --------------------------------------------------------------------------------------


def test_six_policies_at_draw_are_the_golden_run_with_any_number_of_threads() -> None:
    for jobs in ("1", "2"):
        done = run_here([*DRAW, "--jobs", jobs, "--no-store"])
        assert (done.code, done.err) == (0, "")
        assert_golden("simulate-jackpots-32.txt", done.out)


def test_stud_under_two_rulesets_is_the_golden_run_without_a_table_of_its_one_policy() -> None:
    done = run_here(STUD)
    assert (done.code, done.err) == (0, "")
    assert_golden("simulate-five-card-stud.txt", done.out)
    assert "What a seat wins" in done.out
    assert "What a policy wins" not in done.out


def test_the_data_formats_hold_the_same_rows_with_the_fields_of_the_manual() -> None:
    rows = {f: rows_of(run_here([*STUD, "-f", f]).out, f) for f in DATA_FORMATS}
    assert {row["table"]: list(row) for row in rows["json"]} == FIELDS
    assert rows["ndjson"] == rows["json"]
    assert rows["csv"] == [as_csv(row) for row in of_table(rows["json"], "tally")]


def test_csv_writes_the_table_that_is_asked_for() -> None:
    found = document(STUD)["rows"]
    for table, fields in FIELDS.items():
        rows = rows_of(run_here([*STUD, "-f", "csv", "--table", table]).out, "csv")
        assert rows == [as_csv(row) for row in of_table(found, table)]
        assert list(rows[0]) == fields


def test_the_meta_of_the_document_describes_the_run() -> None:
    meta = document([*DRAW, "--confidence", "0.9", "--stack", "50", "--ante", "each:2"])["meta"]
    assert set(META_FIELDS) <= set(meta)
    betting = meta.pop("betting")
    assert (betting["name"], betting["ante"], betting["ante-chips"]) == ("jackpots", "each", 2)
    assert {key: meta[key] for key in meta if key not in (*META_FIELDS, "notes")} == {
        "deck": "32",
        "method": "sampled",
        "game": "draw",
        "seed": 7,
        "deals": 20_000,
        "players": 6,
        "stack": 50,
        "policies": MIXED.split(","),
        "confidence": 0.9,
        "interrupted": False,
        "watched": None,
    }


def test_rows_of_seats_and_policies_add_up_to_nothing() -> None:
    rows = of_table(document(DRAW)["rows"], "seat")
    policies, seats = rows[:6], rows[6:]
    assert [row["policy"] for row in policies] == MIXED.split(",")
    assert [row["seat"] for row in seats] == [1, 2, 3, 4, 5, 6]
    for part in (policies, seats):
        assert sum(row["chips_won"] for row in part) == 0
        assert {row["hands"] for row in part} == {20_000}
        assert all(row["per_hand"] == row["chips_won"] / 20_000 for row in part)


def test_a_policy_of_several_players_has_the_chips_of_one_of_them() -> None:
    args = [*STUD[:3], "--policy", "rock,maniac,rock", "-n", "5k", "--seed", "1"]
    rock, maniac = of_table(document(args)["rows"], "seat")[:2]
    assert (rock["hands"], maniac["hands"]) == (10_000, 5_000)
    assert rock["chips_won"] == -maniac["chips_won"]
    assert rock["per_hand"] == pytest.approx(rock["chips_won"] / 10_000)


def test_policies_have_russian_names_and_a_file_of_ones_own_is_read() -> None:
    Path("Mine.toml").write_text(SHARK, "utf-8")
    args = [*STUD[:3], "--policy", "Mine.toml:Shark,book", "-n", "1k", "--seed", "1"]
    assert "By the book" in run_here(args).out
    shown = run_here([*args, "--lang", "ru"]).out
    assert "Акула" in shown
    assert "По учебнику" in shown
    assert document(args)["meta"]["policies"] == ["Mine.toml:Shark", "book"]


def test_the_pot_grows_with_the_ante_and_straddles() -> None:
    def pot(*args: str) -> float:
        found = document(["simulate", *args, "--deck", "32", "-n", "2k", "--seed", "1"])["rows"]
        return float(of_table(found, "pot")[0]["chips"])

    assert pot("--betting", "jackpots", "--ante", "each:3") > pot("--betting", "jackpots") + 5
    raising = "--betting", "blind-raising", "--straddles"
    assert pot(*raising, "3") > 1.5 * pot(*raising, "2")


def test_it_stops_at_a_precision_of_what_a_policy_wins() -> None:
    args = ["simulate", "--betting", "five-card-stud", "--policy", "rock,maniac", "--seed", "1"]
    found = document([*args, "--precision", "0.05"])
    watched = found["meta"]["watched"]
    assert watched["half_width"] <= watched["precision"] == 0.05
    assert found["meta"]["deals"] % money.CHUNK_POTS == 0
    assert "What a policy wins is known to" in " ".join(found["meta"]["notes"])


def test_a_draw_policy_that_must_be_computed_is_announced_on_the_standard_error(
    cold_cache: Path,
) -> None:
    args = ["simulate", "--betting", "jackpots", "--deck", "9TJQKA", "--players", "2", "-n", "9"]
    first, again = run_here([*args, "--seed", "1"]), run_here([*args, "--seed", "1"])
    assert first.err == "Working out the draws 'best' under 'standard', once ...\n"
    assert (again.err, again.out) == ("", first.out)


@pytest.mark.parametrize(
    ("lang", "going", "ended"),
    [
        ("en", r"Dealing: 20,000 pots, \S+ pots/s, .*", "20,000 pots in .*"),
        ("ru", r"Сдача: банков 20\s000, \S+ (тыс[.] |млн )?банков/., .*", r"банков: 20\s000 за .*"),
    ],
)
def test_the_progress_is_counted_in_pots(
    monkeypatch: pytest.MonkeyPatch, lang: str, going: str, ended: str
) -> None:
    monkeypatch.setattr(running, "LOG_SECONDS", 0.0)
    said = run_here([*STUD, "--no-store", "-v", "--lang", lang]).err.splitlines()
    assert re.fullmatch(going, said[0])
    assert re.fullmatch(ended, said[-1])


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["--stack", "50"], "--stack is about games for chips: name one with --betting"),
        (["--ante", "each"], "--ante is about games for chips"),
        (["--straddles", "2"], "--straddles is about games for chips"),
        (["--set", "raises=2"], "--set is about games for chips"),
        (
            ["--betting", "jackpot"],
            "there is no betting system 'jackpot'; did you mean 'jackpots'?",
        ),
        (["--betting", "jackpots", "--cards", "7"], "--cards 7 is for a showdown"),
        (["--betting", "jackpots", "--game", "stud"], "'jackpots' is a game of draw"),
        (["--betting", "jackpots", "--policy", "best"], "nobody plays by the policy 'best'"),
        (["--betting", "jackpots", "--policy", "rokc"], "did you mean 'rock'?"),
        (["--betting", "jackpots", "--policy", "gone.toml"], "there is no file 'gone.toml'"),
        (["--betting", "jackpots", "--policy", "rock,", "--players", "2"], "the policy ''"),
        (
            ["--betting", "jackpots", "--policy", "rock,tight", "--players", "3"],
            "2 policies for 3 players",
        ),
        (["--betting", "jackpots", "--players", "11"], "is played by 2 to 10, not by 11"),
        (["--betting", "blind-opening", "--players", "2"], "is played by 3 to 10, not by 2"),
        (["--betting", "five-card-stud", "--players", "15"], "15 is not in the range 1<=x<=14"),
        (["--betting", "jackpots", "--stack", "1001"], "1001 is not in the range 1<=x<=1000"),
        (["--betting", "jackpots", "--stack", "10,20"], "'10,20' is not a valid integer"),
        (["--betting", "jackpots", "--set", "raise=2"], "did you mean 'raises'?"),
        (["--betting", "jackpots", "--deck", "32", "--players", "7"], "7 players need 35 cards"),
        (["--betting", "jackpots", "-f", "csv", "--table", "group"], "--table group is of games"),
        (["-f", "csv", "--table", "win"], "--table win is about chips: name a game with --betting"),
    ],
)
def test_what_can_not_be_played_is_refused(args: list[str], problem: str) -> None:
    assert_refused(run_here(["simulate", "-n", "10", *args]), problem)


def test_no_seed_is_drawn_for_what_can_not_be_played() -> None:
    done = run_here(["simulate", "--betting", "jackpots", "--players", "11"])
    assert done.err == "Error: 'jackpots' is played by 2 to 10, not by 11\n"


def test_a_file_of_policies_with_problems_is_refused_with_all_of_them() -> None:
    Path("mine.toml").write_text(SHARK.replace("0.4]", "4]").replace("ru", "fr"), "utf-8")
    done = run_here([*STUD, "--policy", "mine.toml"])
    assert_refused(done, "mine.toml has 2 problems", "Shark.fr: unknown key", "stay[3]: 4 is not")


# --- the early end -------------------------------------------------------------------------------


def test_an_interrupt_keeps_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(money, "CHUNK_POTS", 1000)
    whole = document([*STUD[:-3], "1000", *STUD[-2:]])
    stop_after_first_chunk(monkeypatch, KeyboardInterrupt())
    done = run_here([*STUD[:-3], "1e9", *STUD[-2:], "-j", "1", "--no-store", "-f", "json"])
    assert (done.code, done.err) == (130, "Interrupted\n")
    found = json.loads(done.out)
    assert found["meta"]["deals"] == 1000
    assert found["meta"]["interrupted"] is True
    assert "Interrupted: these are the pots counted until then." in found["meta"]["notes"]
    assert found["rows"] == whole["rows"]
