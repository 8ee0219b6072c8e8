"""``pokersim simulate --game``: draw and stud on the command line."""

import pytest

from support.commands import as_csv, assert_golden, assert_refused, document, rows_of, run_here

SHORT = ["--deck", "32", "--seed", "7"]
DRAW = ["simulate", "--game", "draw", "-r", "standard", "-r", "skeet", "-n", "20k", *SHORT]
STUD = ["simulate", "--game", "stud", "-r", "four-flush", "-n", "20k", *SHORT]


@pytest.mark.usefixtures("cold_cache")
def test_draws_that_have_to_be_computed_are_announced_once() -> None:
    args = ["simulate", "--game", "draw", "--policy", "draw-three-max", "-n", "1k", *SHORT]
    first, again = run_here(args), run_here(args)
    assert first.err == "Working out the draws 'draw-three-max' under 'standard', once ...\n"
    assert (again.err, again.out) == ("", first.out)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("simulate-draw.txt", [*DRAW, "--policy", "best,simple", "-q"]),
        ("simulate-stud.txt", [*STUD, "--players", "7"]),
    ],
)
def test_a_small_game_is_the_golden_one(name: str, args: list[str]) -> None:
    done = run_here(args)
    assert (done.code, done.err) == (0, "")
    assert_golden(name, done.out)


def test_the_best_policy_is_that_of_everybody_if_none_is_named() -> None:
    assert document(DRAW) == document([*DRAW, "--policy", "best"])
    assert document(DRAW) == document([*DRAW, "--policy", "best, best"])
    assert document(DRAW) != document([*DRAW, "--policy", "simple"])


@pytest.mark.parametrize("args", [DRAW, STUD])
def test_the_number_of_threads_changes_nothing(args: list[str]) -> None:
    assert document([*args, "-j", "1"]) == document([*args, "-j", "2"])


def test_the_document_says_what_was_played() -> None:
    meta = document([*DRAW, "--policy", "stand-pat,simple"])["meta"]
    assert [meta[key] for key in ("game", "policies", "players", "cards", "deck")] == [
        "draw", ["stand-pat", "simple"], 2, 5, "32",
    ]  # fmt: skip
    assert "policies" not in document(STUD)["meta"]


def test_every_hand_is_counted_at_every_stage() -> None:
    rows = document([*DRAW, "--players", "3", "--policy", "simple"])["rows"]
    for ruleset in ("standard", "skeet"):
        for stage, total in (("dealt", 60_000), ("final", 60_000), ("showdown", 60_000),
                             ("winner", 20_000)):  # fmt: skip
            found = [r for r in rows if (r.get("stage"), r["ruleset"]) == (stage, ruleset)]
            assert {row["total"] for row in found} == {sum(row["count"] for row in found)}
            assert found[0]["total"] == total
            is_known = stage in ("dealt", "final")
            assert all((row["exact"] is not None) == is_known for row in found), stage


def test_a_game_has_a_table_of_seats() -> None:
    rows = document([*DRAW, "--policy", "best,stand-pat"])["rows"]
    seats = [row for row in rows if row["table"] == "seat"]
    assert [(row["ruleset"], row["seat"], row["policy"], row["hands"]) for row in seats] == [
        ("standard", 1, "best", 20_000),
        ("standard", 2, "stand-pat", 20_000),
        ("skeet", 1, "best", 20_000),
        ("skeet", 2, "stand-pat", 20_000),
    ]
    for ruleset in ("standard", "skeet"):
        own = [row["equity"] for row in seats if row["ruleset"] == ruleset]
        assert sum(own) == pytest.approx(1)
        assert own[0] > own[1]
    csv = rows_of(run_here([*DRAW, "--policy", "best,stand-pat", "-f", "csv", "--table", "seat"])
                  .out, "csv")  # fmt: skip
    assert csv == [as_csv(row) for row in seats]


def test_seats_in_stud_have_no_policy() -> None:
    seats = [row for row in document(STUD)["rows"] if row["table"] == "seat"]
    assert {row["policy"] for row in seats} == {None}
    assert "Policy" not in run_here(STUD).out


def test_a_showdown_has_no_table_of_seats() -> None:
    rows = document(["simulate", "-n", "1k", *SHORT])["rows"]
    assert {row["table"] for row in rows} == {"tally", "group"}


def test_a_precision_stops_a_game_after_whole_chunks() -> None:
    found = document(["simulate", "--game", "stud", "--precision", "1e-4", *SHORT])
    assert found["meta"]["deals"] % (1 << 18) == 0
    assert found["meta"]["watched"]["half_width"] <= 1e-4


def test_ten_players_draw_from_fifty_two_cards() -> None:
    args = ["--policy", "stand-pat", "--players", "10", "-n", "5k", "--seed", "1"]
    rows = document(["simulate", "--game", "draw", *args])["rows"]
    final = [row for row in rows if row.get("stage") == "final"]
    assert {row["total"] for row in final} == {50_000}
    assert {row["exact"] for row in final} == {None}


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["--policy", "best"], "how players draw or bet: add --game draw or --betting"),
        (["--game", "stud", "--policy", "best"], "add --game draw or --betting"),
        (["--game", "draw", "--policy", "bets"], "did you mean 'best'?"),
        (["--game", "draw", "--policy", "none"], "there are: best, simple, stand-pat, draw-three"),
        (["--game", "draw", "--policy", ""], "nobody draws by the policy ''"),
        (["--game", "draw", "--policy", "best,"], "nobody draws by the policy ''"),
        (["--game", "draw", "--players", "4", "--policy", "best,simple"],
         "2 policies for 4 players: name one for all seats, or one for each"),
        (["--game", "draw", "--players", "11"], "11 players: from 1 to 10 can play draw"),
        (["--game", "draw", "--players", "8", "--deck", "36"], "is enough for 7"),
        (["--game", "stud", "--players", "15"], "15 is not in the range 1<=x<=14"),
        (["--game", "stud", "--players", "14", "--deck", "89TJQ"], "which is enough for 8"),
        (["--game", "stud", "--cards", "7"], "--cards 7 is for a showdown: stud is played with 5"),
        (["--game", "draw", "--cards", "6"], "--cards 6 is for a showdown: draw is played with 5"),
        (["--game", "hold'em"], "is not one of 'showdown', 'draw', 'stud'"),
        (["-f", "csv", "--table", "seat"], "--game draw, --game stud or --betting"),
        (["-f", "csv", "--table", "seat", "--game", "stud", "--players", "1"], "at least two"),
    ],
)  # fmt: skip
def test_what_is_refused(args: list[str], problem: str) -> None:
    assert_refused(run_here(["simulate", "-n", "1k", *args]), problem)
