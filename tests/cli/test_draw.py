"""``pokersim draw``: what it shows, in every format, and what it refuses."""

import json
import sys
from math import comb
from pathlib import Path
from typing import Any

import pytest
from numba.core import config

from pokersim.studies.draw.holds import solve_policy
from support.commands import (
    DATA_FORMATS,
    META_FIELDS,
    as_csv,
    assert_golden,
    assert_refused,
    document,
    rows_of,
    run_here,
)
from support.process import RunCli

pytestmark = pytest.mark.usefixtures("own_folder")

FIELDS = [
    "table", "ruleset", "hand", "hold", "discard", "drawn", "opponents", "against", "equity",
    "cost", "stderr", "method", "outcomes",
]  # fmt: skip
PAIR = ["draw", "9c9dAh7s2c"]
TIGER = ["draw", "KcJdTh8s2c", "-r", "standard", "-r", "cats-and-dogs", "--against", "pat"]
MODEL = ["--against", "pat", "--budget", "1"]  # what holds can become stays exact
SMALL = ["draw", "KcKdJhTs9c", "--deck", "9TJQKA"]
ONCE = "Working out the best draws under 'standard', once ...\n"


def holds(args: list[str]) -> dict[str, dict[str, Any]]:
    return {row["hold"]: row for row in document(args)["rows"]}


# --- what is shown -------------------------------------------------------------------------------


def test_a_hand_against_an_opponent_who_draws_is_the_golden_one() -> None:
    done = run_here([*PAIR, "--classes", "-q"])
    assert (done.code, done.err) == (0, "")
    assert_golden("draw-pair.table", done.out)


def test_a_hand_under_two_rulesets_is_the_golden_one() -> None:
    done = run_here(TIGER)
    assert (done.code, done.err) == (0, "")
    assert_golden("draw-tiger.table", done.out)


def test_the_json_of_a_hand_is_the_golden_one_to_six_digits() -> None:
    found = document([*TIGER, "--classes"])
    for row in found["rows"]:
        for field in ("equity", "cost"):
            row[field] = round(row[field], 6)
    assert_golden("draw-tiger.json", json.dumps(found, indent=1) + "\n")


@pytest.mark.parametrize("classes", [False, True])
def test_every_data_format_has_the_promised_fields_of_all_32_holds(classes: bool) -> None:
    args = [*SMALL, "--against", "pat", *(["--classes"] if classes else [])]
    expected = document(args)["rows"]
    assert len(expected) == 32
    assert all(list(row) == [*FIELDS, *(["classes"] if classes else [])] for row in expected)
    for format in DATA_FORMATS:
        done = run_here([*args, "-f", format])
        assert (done.code, done.err) == (0, "")
        rows = rows_of(done.out, format)
        assert rows == ([as_csv(row) for row in expected] if format == "csv" else expected)


def test_the_document_records_how_the_numbers_were_computed() -> None:
    meta = document([*SMALL, "--opponents", "2", "--against", "pat"])["meta"]
    assert set(META_FIELDS) <= set(meta)
    found = {name: meta[name] for name in ("command", "method", "deck", "opponents", "against")}
    assert found == {
        "command": "draw", "method": "model", "deck": "9TJQKA", "opponents": 2, "against": "pat",
    }  # fmt: skip


def test_rows_come_best_first_and_cost_is_the_loss_against_the_best() -> None:
    rows = document(SMALL)["rows"]
    assert [row["equity"] for row in rows] == pytest.approx(
        sorted((row["equity"] for row in rows), reverse=True), abs=1e-10
    )
    for row in rows:
        assert row["cost"] == pytest.approx(rows[0]["equity"] - row["equity"], abs=1e-12)
        assert (row["stderr"], row["method"], row["against"]) == (None, "model", "best")
        assert row["drawn"] == len((row["discard"] or "").split())
    assert {row["hold"] for row in rows if row["drawn"] == 5} == {None}
    assert {row["discard"] for row in rows if row["drawn"] == 0} == {None}


def test_classes_are_counts_by_combination_best_first() -> None:
    tiger = holds([*TIGER[:2], "-r", "cats-and-dogs", *MODEL, "--classes"])
    row = tiger["Kc Jd Th 8s"]
    assert (row["classes"]["big-tiger"], row["outcomes"]) == (8, 47)
    blaze = holds(["draw", "KcKdQhQs5c", "-r", "skeet", *MODEL, "--classes"])
    assert blaze["Kd Kc Qs Qh"]["classes"] == {"full-house": 4, "blaze": 4, "two-pair": 39}


def test_several_rulesets_are_all_computed_in_one_way() -> None:
    Path("without.toml").write_text('deck = "TJQKA"\nranking = ["high-card"]\n')
    Path("with.toml").write_text('deck = "TJQKA"\njokers = 4\nranking = ["high-card"]\n')
    args = ["draw", "KcJdThTsQc", "--against", "pat", "-r", "without.toml", "-r", "with.toml"]
    for budget, method in (("50k", "exact"), ("40k", "model")):  # C(20, 5) < 40k < C(24, 5) < 50k
        found = document([*args, "--budget", budget])
        assert found["meta"]["method"] == method
        assert {row["method"] for row in found["rows"]} == {method}


def test_the_table_has_the_ten_best_holds_and_all_32_with_verbose() -> None:
    for more, n_shown, said in (
        ([], 10, "The 10 best of 32 holds (--verbose shows all)"),
        (["-v"], 32, "All 32 holds"),
    ):
        lines = run_here([*SMALL, "--against", "pat", *more]).out.splitlines()
        end = lines.index("")
        assert (end - 2, lines[end + 2].split(";")[0]) == (n_shown, said)


def test_more_opponents_leave_less_of_the_pot() -> None:
    shares = [
        document([*PAIR, *MODEL, "--opponents", str(n)])["rows"][0]["equity"] for n in range(1, 10)
    ]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == 9


def test_dead_cards_cannot_be_drawn() -> None:
    row = holds(["draw", "AhJh7h3h2c", *MODEL, "--classes", "--dead", "Kh Qh 2s"])
    assert row["Ah Jh 7h 3h"]["classes"]["flush"] == 7


def test_jokers_are_held_and_dead_and_never_the_same_one() -> None:
    args = [*SMALL[:1], "KcJoJhTs9c", *SMALL[2:], "--jokers", "2", "--against", "pat"]
    dead = document([*args, "--dead", "Jo"])["rows"]
    assert (dead[0]["outcomes"], len(dead)) == (comb(26 - 6, dead[0]["drawn"]), 32)
    assert_refused(run_here([*args, "--dead", "Jo Jo"]), "Jo")


def test_in_russian_combinations_have_their_russian_names() -> None:
    done = run_here([*SMALL, "--against", "pat", "--classes", "--lang", "ru"])
    assert done.code == 0
    assert "\u041a\u0430\u0440\u0435" in done.out  # four of a kind


def test_a_hand_without_suits_is_said_to_be_read_as_mixed() -> None:
    done = run_here(["draw", "K-J-10-8-2", *MODEL])
    assert (done.code, done.err) == (0, "")
    assert "no suits" in done.out


# --- the policy --------------------------------------------------------------------------------


@pytest.mark.usefixtures("cold_cache")
def test_only_the_first_call_computes_the_policy() -> None:
    first, second = run_here(SMALL), run_here(SMALL)
    assert (first.code, first.err) == (0, ONCE)
    assert (second.code, second.err) == (0, "")
    assert first.out == second.out
    assert run_here([*SMALL, "--opponents", "2"]).err == ONCE
    assert run_here([*SMALL, "--against", "pat"]).err == ""


@pytest.mark.usefixtures("cold_cache")
def test_quiet_prints_nothing_about_the_policy() -> None:
    done = run_here([*SMALL, "-q"])
    assert (done.code, done.err) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep caches elsewhere")
def test_a_process_of_its_own_keeps_the_policy_where_caches_are(
    run_cli: RunCli, tmp_path: Path
) -> None:
    # Machine code stays where it is, or it would be compiled again.
    environment = {
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "NUMBA_CACHE_DIR": vars(config)["CACHE_DIR"],
    }
    first = run_cli([*SMALL, "-f", "csv"], env=environment)
    assert (first.code, first.err) == (0, ONCE)
    assert len(list((tmp_path / "cache" / "pokersim" / "policies").glob("*.npz"))) == 1
    # The process of this test has another folder, and the same answer.
    solve_policy.cache_clear()
    assert run_here([*SMALL, "-f", "csv"]).out == first.out


def test_a_policy_that_did_not_settle_is_reported() -> None:
    args = ["draw", "AhKdQsJcTh", "--deck", "TJQKA"]
    done = run_here(args)
    assert "circle" in done.out
    assert "residue" in done.out
    (policy,) = document(args)["meta"]["policies"]
    assert (policy["ruleset"], policy["settled"]) == ("standard", False)
    assert policy["residue"] > 0
    (policy,) = document([*args, "--opponents", "2"])["meta"]["policies"]
    assert policy["rounds"] > 1


# --- what is refused -----------------------------------------------------------------------------


REFUSED = [
    (["draw", "9c9dAh7s"], "4 cards, but a hand has 5"),
    (["draw", "9c9dAh7s2c3c"], "6 cards, but a hand has 5"),
    (["draw", "9c9dAh7s9c"], "'9c' appears twice"),
    (["draw", "9c9dAh7sJo"], "joker"),
    (["draw"], "a HAND to draw to, or --policy"),
    ([*PAIR, "--dead", "9c"], "9c"),
    ([*PAIR, "--dead", "3c 3c"], "'3c' appears twice"),
    ([*PAIR, "--dead", "xx"], "'xx' is not a card"),
    ([*PAIR, "--dead", "Jo"], "has no Jo to be dead"),
    ([*PAIR[:1], "Jo9dAh7s2c", "--jokers", "1", "--dead", "Jo"], "has no other Jo to be dead"),
    ([*PAIR, "--opponents", "10"], "10 is not in the range"),
    ([*PAIR, "--opponents", "0"], "0 is not in the range"),
    ([*PAIR, "--against", "nobody"], "'nobody' is not one of 'best', 'pat'"),
    ([*PAIR, "--deck", "36"], "has no"),
    ([*SMALL, "--opponents", "4"], "opponents"),
    ([*SMALL, "--dead", "9d9h9sTcTdThJcJdJsQd"], "not enough for 1 opponent,"),
    (["draw", "TcTdJhJsTh", "--deck", "TJ"], "too few"),
]


def test_what_cannot_be_drawn_is_refused_before_anything_is_computed() -> None:
    for args, problem in REFUSED:
        done = run_here(args)
        assert_refused(done, problem)
        assert "Working out" not in done.err


def test_a_wild_hole_card_is_refused() -> None:
    Path("house.toml").write_text(
        'wild-by-hand = "hole"\nranking = ["flush", "one-pair", "high-card"]\n', "utf-8"
    )
    done = run_here([*PAIR, "-r", "house.toml"])
    assert_refused(done, "has a wild hole card: in the draw there is none")
    assert "Working out" not in done.err
