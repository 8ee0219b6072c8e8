"""``pokersim equity``: formats, tables, exact and sampled answers, refusals, the early end."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokersim.cli.main import Terminated
from pokersim.rules.loader import load_ruleset
from pokersim.studies.equity.equities import SAMPLE_CHUNK, EquityJob, read_equity_state
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
    "equity": [
        "table", "ruleset", "player", "cards", "wins", "ties", "ties_by_share", "equity", "stderr",
        "method", "outcomes",
    ],
    "shown": [
        "table", "ruleset", "player", "combination", "label", "shown", "wins", "ties",
        "probability", "wins_share", "outcomes",
    ],
}  # fmt: skip
TWO_HOLDS = ["equity", "AhAd(9c6s3c)", "KsQsJsTs(2d)", "-r", "standard", "-r", "cats-and-dogs"]
SMALL = ["equity", "KhJdTd8c(2h)", "9s9dAcAdAs", "9h8h7h6h(9c)"]
SAMPLED = ["equity", "9s9d", "KhJdTd8c(2h)", "any", "-n", "5k", "--seed", "7"]


def equities(args: list[str]) -> list[dict[str, Any]]:
    """Return the rows of equities."""
    return [row for row in document(args)["rows"] if row["table"] == "equity"]


# --- what is shown -------------------------------------------------------------------------------


def test_two_holds_are_the_golden_ones_with_any_number_of_threads() -> None:
    for jobs in "12":
        done = run_here([*TWO_HOLDS, "--jobs", jobs])
        assert (done.code, done.err) == (0, "")
        assert_golden("equity-holds.txt", done.out)


@pytest.mark.parametrize("format", ["table", "markdown", "json", "ndjson", "csv"])
def test_three_hands_are_the_golden_ones_in_every_format(format: str) -> None:
    done = run_here([*SMALL, "-f", format])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"equity-three.{format}", done.out)


def test_the_data_formats_hold_the_same_rows_with_the_fields_of_the_manual() -> None:
    rows = {f: rows_of(run_here([*SMALL, "-f", f]).out, f) for f in DATA_FORMATS}
    assert {row["table"]: list(row) for row in rows["json"]} == FIELDS
    assert rows["ndjson"] == rows["json"]
    assert rows["csv"] == [as_csv(row) for row in rows["json"] if row["table"] == "equity"]


@pytest.mark.parametrize("table", ["equity", "shown"])
def test_csv_writes_the_table_that_is_asked_for(table: str) -> None:
    rows = rows_of(run_here([*SMALL, "-f", "csv", "--table", table]).out, "csv")
    assert rows == [as_csv(row) for row in document(SMALL)["rows"] if row["table"] == table]
    assert list(rows[0]) == FIELDS[table]


def test_a_row_says_who_wins_how_often() -> None:
    rows = equities([*SMALL, "-r", "cats-and-dogs"])
    assert [(row["ruleset"], row["player"], row["cards"]) for row in rows] == [
        ("cats-and-dogs", 1, "KhJdTd8c(2h)"),
        ("cats-and-dogs", 2, "9s9dAcAdAs"),
        ("cats-and-dogs", 3, "9h8h7h6h(9c)"),
    ]
    assert {row["method"] for row in rows} == {"exact"}
    assert {row["stderr"] for row in rows} == {0.0}
    assert sum(row["wins"] for row in rows) == rows[0]["outcomes"]
    assert sum(row["equity"] for row in rows) == pytest.approx(1, abs=1e-12)


def test_ties_are_listed_by_how_many_share() -> None:
    rows = equities(["equity", "As", "2s", "3s", "--board", "KdKhKcQhQd"])
    assert [len(row["ties_by_share"]) for row in rows] == [2, 2, 2]
    assert all(row["ties"] == sum(row["ties_by_share"]) for row in rows)
    whole = equities(["equity", "As2d", "3s4s", "5d6d", "--board", "KdKhKcQhQd"])
    assert [row["ties_by_share"] for row in whole] == [[0, 1]] * 3
    assert [row["wins"] for row in whole] == [0, 0, 0]
    assert [row["equity"] for row in whole] == [pytest.approx(1 / 3)] * 3


def test_the_table_of_three_players_shows_how_many_share() -> None:
    three = ["equity", "AhKh", "AsKs", "AdKd", "--board", "QcJcTc2d"]
    assert "0  0, 42  " in run_here(three).out
    assert "Ties of two" not in run_here(three[:3] + three[4:]).out


def test_the_document_of_an_exact_answer_says_so() -> None:
    meta = document([*TWO_HOLDS, "--confidence", "0.9"])["meta"]
    assert set(META_FIELDS) <= set(meta)
    assert [ruleset["name"] for ruleset in meta["rulesets"]] == ["standard", "cats-and-dogs"]
    assert (meta["deck"], meta["method"], meta["outcomes"]) == ("52", "exact", 447_720)
    assert "seed" not in meta
    assert "deals" not in meta
    assert "Exact: all 447,720 outcomes" in meta["notes"][0]


def test_the_document_of_a_sample_says_so() -> None:
    found = document([*SAMPLED, "--confidence", "0.9"])
    meta = found["meta"]
    shown = {key: meta[key] for key in ("method", "seed", "deals", "outcomes", "confidence")}
    assert shown == {
        "method": "sampled", "seed": 7, "deals": 5_000, "outcomes": 5_000, "confidence": 0.9,
    }  # fmt: skip
    rows = [row for row in found["rows"] if row["table"] == "equity"]
    assert {(row["method"], row["outcomes"]) for row in rows} == {("sampled", 5_000)}
    assert all(0 < row["stderr"] < 0.01 for row in rows)
    assert "seed 7" in meta["notes"][0]


def test_a_higher_confidence_has_wider_intervals() -> None:
    half, wide = (run_here([*SAMPLED, "--confidence", c]).out for c in ("0.5", "0.999"))
    errors = [
        [float(e) for e in re.findall(r"([\d.]+)%$", text.split("\n\n")[0], re.M)]
        for text in (half, wide)
    ]
    assert len(errors[0]) == 3
    assert all(less < more for less, more in zip(*errors, strict=True))


def test_names_are_in_russian_and_ids_are_not() -> None:
    rows = document([*SMALL, "--lang", "ru"])["rows"]
    found = [row for row in rows if row["table"] == "shown"]
    assert any("А" <= row["label"][0] <= "я" for row in found)  # noqa: RUF001
    english = [row for row in document(SMALL)["rows"] if row["table"] == "shown"]
    assert [row["combination"] for row in found] == [row["combination"] for row in english]


def test_the_result_goes_whole_into_a_file() -> None:
    assert run_here([*SMALL, "-f", "csv", "-o", "result.csv"]) == (0, "", "")
    assert Path("result.csv").read_text("utf-8") == run_here([*SMALL, "-f", "csv"]).out


def test_each_player_can_hold_a_joker() -> None:
    args = ["equity", "JoAhAdAs2c", "JoKhKdKs3c", "--jokers", "3", "--dead", "Jo"]
    rows = equities(args)
    assert [(row["wins"], row["outcomes"]) for row in rows] == [(1, 1), (0, 1)]


# --- exact or sampled ----------------------------------------------------------------------------


def test_a_sample_for_want_of_budget_says_what_an_exact_answer_takes() -> None:
    args = ["equity", "KhJdTd8c", "9s9dAcAdAs", "--seed", "1"]
    sampled = run_here([*args, "--budget", "13"]).out
    assert "All deals would take about 14 hands to be ranked or compared; --exact" in sampled
    for asked in (["-n", "2k"], ["--precision", "0.4"], []):
        assert "All deals would" not in run_here([*args, *asked]).out


def test_the_budget_decides_and_counts_hands_to_be_ranked() -> None:
    args = ["equity", "KhJdTd8c", "9s9dAcAdAs", "--seed", "1"]
    assert equities([*args, "--budget", "14"])[0]["method"] == "exact"
    assert equities(args)[0]["method"] == "exact"
    assert equities([*args, "--budget", "13"])[0]["method"] == "sampled"
    assert equities([*args, "--budget", "13", "--exact"])[0]["method"] == "exact"


@pytest.mark.parametrize("more", [["-n", "2k"], ["--precision", "0.4"]])
def test_a_sample_that_is_asked_for_is_one(more: list[str]) -> None:
    assert equities([*SMALL, "--seed", "1", *more])[0]["method"] == "sampled"


def test_a_sample_has_as_many_deals_as_asked_for_and_its_seed_gives_it_again() -> None:
    first = run_here([*SAMPLED[:-2], "-f", "json"])
    found = json.loads(first.out)
    assert found["meta"]["deals"] == 5_000
    assert first.err == f"Seed {found['meta']['seed']}\n"
    again = run_here([*SAMPLED[:-1], str(found["meta"]["seed"]), "-f", "json"])
    assert (again.out, again.err) == (first.out, "")
    assert run_here([*SAMPLED[:-2], "-q"]).err == ""


def test_a_precision_ends_the_run_after_the_first_chunk_that_reaches_it() -> None:
    for jobs in "12":
        args = ["equity", "9s9d", "any", "--seed", "7", "-j", jobs, "--precision"]
        meta = document([*args, "0.0015"])["meta"]
        assert meta["deals"] == 3 * SAMPLE_CHUNK
        assert meta["watched"]["quantity"] == "equity of player 1"
        assert meta["watched"]["half_width"] <= 0.0015
        short = document([*args, "0.0001", "-n", "10k"])["meta"]
        assert short["deals"] == 10_000


def test_a_sample_that_ends_in_time_is_not_interrupted() -> None:
    assert document(SAMPLED)["meta"]["interrupted"] is False


# --- what is refused -----------------------------------------------------------------------------


REFUSED: list[tuple[list[str], str]] = [
    ([], "Missing argument"),
    (["big-tiger", "any"], "'standard' has no combination 'big-tiger'"),
    (["any", "any", "--cards", "7", "--exact"], "too many to deal every way"),
    (["any", "any", "9s9d", "--exact"], "hands to be ranked or compared, and at most 1,000,0"),
    (["AhAs"], "1 hand: from 2 to 10 players can be compared"),
    (["any"] * 11, "11 hands: from 2 to 10 players can be compared"),
    (["AhAs2c2c", "KhKs"], "'2c' appears twice"),
    (["AhAs", "AhKs"], "Ah can't be in two places"),
    (["AhAs", "KhKs", "--dead", "As"], "As can't be in two places"),
    (["AhAs", "KhKs", "--board", "As"], "As can't be in two places"),
    (["AhAs(Kh)", "KhKs"], "Kh can't be in two places"),
    (["AhAs2c3c4c5c", "any"], "player 1 holds 6 cards, but a hand has 5"),
    (["AhAd(9c6s3c2c)", "any"], "player 1 holds 2 cards and throws 4, but a hand has 5"),
    (["AhAs", "KhKs", "--board", "2c3c4c5c6c7c"], "6 cards on the board: at most 5"),
    (["AhAs2c", "KhKs", "--board", "any"], "two cards"),
    (["AhAs", "KhKs", "--board", "any", "--cards", "7"], "--cards"),
    (["any"] * 10 + ["--cards", "7"], "70 cards are to come, but only 52 are left"),
    (["any"] * 5 + ["--deck", "TJQKA"], "25 cards are to come, but only 20 are left"),
    (["one-pair", "KhKs", "--board", "any"], "kinds are of five cards, without a board"),
    (["one-pair", "KhKs", "--cards", "7"], "kinds are of five cards"),
    (["", "KhKs"], "empty"),
    ([" ", "KhKs"], "empty"),
    (["AhJo", "KhKs"], "--jokers"),
    (["AhJo", "KhJo", "--jokers", "1"], "--jokers"),
    (["JoJo", "JoJo", "--dead", "Jo"], "5 jokers"),
    (["Ah?", "KhKs"], "leave"),
    (["?", "KhKs"], "any"),
    (["AhAd(9c", "KhKs"], "'AhAd(9c': cards thrown stand behind those held"),
    (["any(9c)", "KhKs"], "name the cards that are gone with --dead"),
    (["AhAd)9c(", "KhKs"], "'AhAd)9c(': cards thrown stand behind those held"),
    (["Ahx", "KhKs"], "is not a card"),
    (["one-par:JJ", "KhKs"], "did you mean 'one-pair'?"),
    (["flsh", "KhKs"], "did you mean 'flush'?"),
    (["top:20", "KhKs"], "write top:20%"),
    (["straight:4", "KhKs"], "no hand is of the kind 'straight:4'"),
    (["straight-flush:A"] * 5, "the kinds need the same cards"),
    (["straight-flush:A", "AhAs2c3c4c", "--dead", "TsTcTdTh"], "with the cards left"),
    (["AhAs", "KhKs", "--exact", "-n", "10"], "--deals and --precision are for a sample"),
    (["AhAs", "KhKs", "--exact", "--precision", "0.1"], "--precision are for a sample"),
    (["AhAs", "KhKs", "--budget", "0"], "'0' is not between 1"),
    (["AhAs", "KhKs", "--cards", "8"], "8 is not in the range 5<=x<=7"),
    (["AhAs", "KhKs", "-r", "skeeet"], "did you mean 'skeet'?"),
    (["AhAs", "KhKs", "-r", "hole.toml"], "hole"),
    (["AhAs", "KhKs", "-r", "standard", "-r", "short.toml"], "one deck"),
    (["AhAs", "KhKs", "--dead", "xx"], "'xx' is not a card"),
    (["AhAs", "KhKs", "--board", "xx"], "'xx' is not a card"),
    (["2h2s", "KhKs", "--deck", "36"], "the deck (36) has no 2h 2s"),
    (["Jo", "Jo", "--jokers", "1"], "the deck (52 + 1 joker) has no other Jo; --jokers adds"),
]


def test_what_is_refused() -> None:
    Path("short.toml").write_text('deck = 36\nranking = ["flush", "high-card"]\n')
    Path("hole.toml").write_text('wild-by-hand = "hole"\nranking = ["flush", "high-card"]\n')
    for args, problem in REFUSED:
        assert_refused(run_here(["equity", *args]), problem)


def test_more_than_the_budget_may_be_allowed_where_a_budget_can_be_so_large() -> None:
    few, many = ["AhAs", "Kd", "any", "--exact"], ["any"] * 4 + ["--exact"]
    assert "or allow more (--budget)" in run_here(["equity", *few]).err
    assert "at most 8,000,000,000,000" in run_here(["equity", *few, "--budget", "8e12"]).err
    assert "--budget" not in run_here(["equity", *many]).err


# --- the early end -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "code", "word"),
    [(KeyboardInterrupt(), 130, "Interrupted"), (Terminated(), 143, "Terminated")],
)
def test_a_signal_keeps_and_prints_what_a_sample_has_counted(
    error: BaseException, code: int, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ["equity", "9s9d", "any", "--seed", "7", "-j", "1"]
    whole = document([*args, "-n", str(SAMPLE_CHUNK)])
    stop_after_first_chunk(monkeypatch, error)
    done = run_here([*args, "-n", "1e12", "-f", "json"])
    assert (done.code, done.err) == (code, f"{word}\n")
    found = json.loads(done.out)
    assert found["meta"]["deals"] == SAMPLE_CHUNK
    assert found["meta"]["interrupted"] is True
    assert any("Interrupted" in note for note in found["meta"]["notes"])
    assert found["rows"] == whole["rows"]


def test_a_signal_leaves_nothing_of_an_exact_run(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up: list[EquityJob] = []
    monkeypatch.setattr(EquityJob, "give_up", lambda job: given_up.append(job))
    stop_after_first_chunk(monkeypatch, KeyboardInterrupt())
    done = run_here(["equity", "KhJdTd8c", "9s9dAcAdAs", "-f", "json", "-j", "1"])
    assert done == (130, "", "Interrupted\n")
    assert len(given_up) == 1


def test_a_job_that_is_given_up_ends_its_chunks_soon() -> None:
    exact = read_equity_state(["AsKs", "QdJd"], [load_ruleset("standard")])
    for job, n_deals in ((exact, 1), (exact.sampled(seed=7), SAMPLE_CHUNK)):
        whole = job.count_chunk(0, n_deals).winners.sum()
        job.give_up()
        assert job.count_chunk(0, n_deals).winners.sum() < whole / 10


def test_a_small_sample_of_deals_that_hardly_ever_fit_is_drawn() -> None:
    kinds = ["straight-flush:A"] * 4 + ["straight-flush:9"] * 4
    rare = ["equity", *kinds, "four-of-a-kind:2", "four-of-a-kind:3", "--seed", "1"]
    assert equities([*rare, "-n", "100"])[0]["outcomes"] == 100


def test_kinds_of_which_hardly_a_deal_fits_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokersim.kernels.equity.sampled.sample_deals", lambda *args: False)
    done = run_here([*SAMPLED[:3], "any"])
    assert_refused(done, "0 deals were found in about 10,000,000 tries", "name wider ones")


# --- options from elsewhere ----------------------------------------------------------------------


def test_flags_win_over_the_environment_and_that_over_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("pokersim.toml").write_text(
        '[equity]\nbudget = "1"\nseed = 5\ndeals = "2k"\nformat = "json"\n'
    )
    monkeypatch.setenv("POKERSIM_EQUITY_SEED", "6")
    done = run_here(SAMPLED[:4])
    assert (done.code, done.err) == (0, "")
    meta = json.loads(done.out)["meta"]
    assert [meta[key] for key in ("deals", "seed", "method")] == [2_000, 6, "sampled"]
    done = run_here([*SAMPLED[:4], "--seed", "8"])
    assert json.loads(done.out)["meta"]["seed"] == 8
