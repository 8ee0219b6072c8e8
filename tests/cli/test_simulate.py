"""``pokersim simulate``: every format and table, what decides the counts, and the early end."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pokersim.cli import main as program
from pokersim.cli.shared.simulations import DEFAULT_DEALS, DEFAULT_POTS
from pokersim.rules.loader import shipped_names
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
from support.process import clean_environment
from support.stores import SMALL_CHUNK, small_chunks

__all__ = ["small_chunks"]
pytestmark = pytest.mark.usefixtures("own_folder")

FIELDS = {
    "tally": [
        "table", "ruleset", "stage", "combination", "label", "place", "count", "total",
        "probability", "ci_low", "ci_high", "exact",
    ],
    "change": [
        "table", "ruleset", "base", "changed_winners", "total", "probability", "ci_low", "ci_high",
        "moved", "moved_stderr",
    ],
    "group": [
        "table", "ruleset", "base", "group", "label", "hands", "equity", "equity_stderr",
        "base_equity", "change", "stderr",
    ],
}  # fmt: skip
SMALL = ["simulate", "-r", "standard", "-r", "skeet", "--players", "3", "-n", "20k", "--seed", "7"]


def counts(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows without what is computed from the counts."""
    return [
        {field: value for field, value in row.items() if not isinstance(value, float)}
        for row in rows
    ]


# --- results --------------------------------------------------------------------------------------


def test_a_small_run_is_the_golden_one_with_any_number_of_threads() -> None:
    for jobs in ("1", "2"):
        done = run_here([*SMALL, "--jobs", jobs, "--no-store"])
        assert (done.code, done.err) == (0, "")
        assert_golden("simulate.txt", done.out)


@pytest.mark.parametrize("format", ["markdown", "json"])
def test_a_small_run_in_another_format_is_the_golden_one(format: str) -> None:
    done = run_here([*SMALL, "-f", format])
    assert (done.code, done.err) == (0, "")
    if format == "json":
        found = json.loads(done.out)
        text = json.dumps([found["meta"], *counts(found["rows"])], indent=0, ensure_ascii=False)
        assert_golden("simulate.counts.json", text + "\n")
    else:
        assert_golden("simulate.md", done.out)


def test_the_data_formats_hold_the_same_rows_with_the_fields_of_the_manual() -> None:
    rows = {f: rows_of(run_here([*SMALL, "-f", f]).out, f) for f in DATA_FORMATS}
    assert {row["table"]: list(row) for row in rows["json"]} == FIELDS
    assert rows["ndjson"] == rows["json"]
    assert rows["csv"] == [as_csv(row) for row in rows["json"] if row["table"] == "tally"]


def test_csv_writes_the_table_that_is_asked_for() -> None:
    found = document(SMALL)["rows"]
    for table, fields in FIELDS.items():
        rows = rows_of(run_here([*SMALL, "-f", "csv", "--table", table]).out, "csv")
        assert rows == [as_csv(row) for row in found if row["table"] == table]
        assert list(rows[0]) == fields


def test_the_meta_of_the_document_describes_the_run() -> None:
    meta = document([*SMALL, "--confidence", "0.9"])["meta"]
    assert set(META_FIELDS) <= set(meta)
    assert [ruleset["name"] for ruleset in meta["rulesets"]] == ["standard", "skeet"]
    assert {key: meta[key] for key in meta if key not in (*META_FIELDS, "notes")} == {
        "deck": "52",
        "method": "sampled",
        "game": "showdown",
        "seed": 7,
        "deals": 20_000,
        "players": 3,
        "cards": 5,
        "confidence": 0.9,
        "interrupted": False,
        "watched": None,
    }


def test_the_help_names_the_default_number_of_deals() -> None:
    assert (DEFAULT_DEALS, DEFAULT_POTS) == (10_000_000, 1_000_000)
    help = " ".join(run_here(["simulate", "--help"]).out.split())
    assert "That is 10 million, of pots one million, if neither" in help


def test_every_hand_and_every_showdown_is_counted_once() -> None:
    rows = document(SMALL)["rows"]
    for ruleset in ("standard", "skeet"):
        for stage, total in (("dealt", 60_000), ("winner", 20_000)):
            found = [r for r in rows if (r.get("stage"), r["ruleset"]) == (stage, ruleset)]
            assert sum(row["count"] for row in found) == total
            assert {row["total"] for row in found} == {total}
            assert [row["place"] for row in found] == list(range(1, len(found) + 1))


def test_intervals_hold_the_share_and_exact_values_stand_where_they_are_known() -> None:
    for row in document(SMALL)["rows"]:
        if row["table"] == "tally":
            assert row["probability"] == row["count"] / row["total"]
            assert 0 <= row["ci_low"] <= row["probability"] <= row["ci_high"] <= 1
            assert (row["exact"] is None) == (row["stage"] == "winner")


def test_the_base_changes_nothing_against_itself() -> None:
    rows = document(SMALL)["rows"]
    assert [row["ruleset"] for row in rows if row["table"] == "change"] == ["skeet"]
    of_base = [r for r in rows if r["table"] == "group" and r["ruleset"] == "standard"]
    assert {row["change"] for row in of_base if row["hands"]} == {0.0}
    assert {row["equity"] for row in of_base} == {row["base_equity"] for row in of_base}


def test_a_higher_confidence_has_wider_intervals() -> None:
    rows = document(SMALL)["rows"]
    wider = document([*SMALL, "--confidence", "0.999"])["rows"]
    assert counts(rows) == counts(wider)
    for row, wide in zip(rows, wider, strict=True):
        if row["table"] == "tally":
            assert wide["ci_low"] <= row["ci_low"] < row["ci_high"] < wide["ci_high"]


def test_one_player_shows_nothing_down() -> None:
    found = document(["simulate", "--players", "1", "-n", "5k", "--seed", "1"])
    assert {row["table"] for row in found["rows"]} == {"tally"}
    assert {row["stage"] for row in found["rows"]} == {"dealt"}
    text = run_here(["simulate", "--players", "1", "-n", "5k", "--seed", "1"]).out
    assert "Wins" not in text
    assert "5,000 deals of 5 cards to 1 player, deck of 52, seed 1" in text


def test_names_are_russian_with_lang_ru_and_ids_are_not() -> None:
    row = document([*SMALL, "--lang", "ru"])["rows"][0]
    assert (row["combination"], row["label"]) == ("straight-flush", "Стрит-флэш")


def test_the_time_is_printed_with_v() -> None:
    done = run_here([*SMALL, "-v", "-j", "2"])
    assert re.fullmatch(r"20,000 deals in \d+\.\d\d s on 2 threads\n", done.err)
    assert run_here([*SMALL, "-v", "-q"]).err == ""


def test_the_result_goes_whole_into_a_file() -> None:
    assert run_here([*SMALL, "-f", "csv", "-o", "result.csv"]) == (0, "", "")
    assert Path("result.csv").read_text("utf-8") == run_here([*SMALL, "-f", "csv"]).out


def test_every_shipped_ruleset_can_be_compared_with_the_standard_one() -> None:
    names = [arg for name in shipped_names() for arg in ("-r", name)]
    rows = document(["simulate", *names, "-n", "100", "--seed", "3"])["rows"]
    changed = [row["ruleset"] for row in rows if row["table"] == "change"]
    assert changed == list(shipped_names()[1:])


# --- what decides the counts ---------------------------------------------------------------------


@pytest.mark.usefixtures("small_chunks")
def test_the_counts_do_not_depend_on_threads_formats_or_other_rulesets() -> None:
    args = ["simulate", "-n", str(2 * SMALL_CHUNK + 100), "--seed", "11"]
    args.append("--no-store")
    one = document([*args, "-j", "1", "-r", "skeet"])["rows"]
    three = document([*args, "-j", "3", "-r", "skeet", "--lang", "ru", "--confidence", "0.8"])
    russian = [{k: v for k, v in row.items() if k != "label"} for row in counts(three["rows"])]
    assert russian == [{k: v for k, v in row.items() if k != "label"} for row in counts(one)]
    both = document([*args, "-j", "2", "-r", "skeet", "-r", "soko"])["rows"]
    tally = [row for row in both if row["table"] == "tally" and row["ruleset"] == "skeet"]
    assert tally == [row for row in one if row["table"] == "tally"]


def test_another_seed_deals_other_hands() -> None:
    args = ["simulate", "-n", "20k"]
    seven, again, eight = (document([*args, "--seed", seed])["rows"] for seed in "778")
    assert seven == again
    assert counts(seven) != counts(eight)


@pytest.mark.parametrize("format", ["table", "json"])
def test_a_drawn_seed_is_part_of_the_result_and_gives_the_same_again(format: str) -> None:
    first = run_here(["simulate", "-n", "5k", "-f", format])
    found = re.search(r"seed\"?:? (\d+)", first.out)
    assert found is not None
    again = run_here(["simulate", "-n", "5k", "-f", format, "--seed", found[1]])
    assert again.out == first.out


def test_the_largest_seed_is_a_seed() -> None:
    assert document(["simulate", "-n", "1k", "--seed", str(2**64 - 1)])["meta"]["seed"] == 2**64 - 1


# --- precision --------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_chunks")
def test_a_precision_ends_the_run_after_the_first_chunk_that_reaches_it() -> None:
    args = ["simulate", "-r", "soko", "--seed", "7", "-j", "2", "--no-store", "--precision", "3e-4"]
    done = run_here([*args, "-f", "json"])
    assert done.code == 0
    assert re.fullmatch(r"A precision of 0.0003 takes about [\d,]+ deals\n", done.err)
    meta = json.loads(done.out)["meta"]
    assert meta["deals"] == 4 * SMALL_CHUNK
    assert meta["watched"] == {
        "quantity": "probability that the rarest combination of each ruleset is dealt",
        "precision": 3e-4,
        "half_width": pytest.approx(2.6e-4, abs=4e-5),
    }
    short = document([*args, "-n", str(3 * SMALL_CHUNK)])["meta"]
    assert short["watched"]["half_width"] > 3e-4


def test_a_precision_and_what_was_reached_are_printed() -> None:
    done = run_here(["simulate", "--precision", "1e-5", "-n", "10k", "--seed", "1", "-q"])
    assert (done.code, done.err) == (0, "")
    assert re.search(
        r"The rarest combination dealt is known to 9\.6e-05; asked for: 1e-05\.", done.out
    )


@pytest.mark.usefixtures("small_chunks")
def test_a_precision_is_about_the_rarest_combination_that_can_occur() -> None:
    Path("mine.toml").write_text('ranking = ["straight-flush", "royal-flush", "high-card"]\n')
    Path("same.toml").write_text('ranking = ["straight-flush", "high-card"]\n')
    args = ["--precision", "1e-4", "-n", "10M", "--seed", "7"]
    mine, same = (
        document(["simulate", "-r", f"{f}.toml", *args])["meta"] for f in ("mine", "same")
    )
    assert mine["watched"]["half_width"] == same["watched"]["half_width"]


@pytest.mark.parametrize(
    "args",
    [
        ["--precision", "1e-200"],
        ["--precision", "1e-150"],
        ["--confidence", "0.9999999999999999"],
        ["--confidence", "1e-300"],
        ["--precision", "0.9999999999999999"],
    ],
)
def test_extreme_numbers_are_no_traceback(args: list[str]) -> None:
    assert run_here(["simulate", "-n", "1k", "--seed", "1", *args]).code in (0, 2)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["-r", "skeeet"], "there is no ruleset 'skeeet'; did you mean 'skeet'?"),
        (["-r", "soko", "-r", "soko"], "ruleset 'soko' is named twice"),
        (["-r", "standard", "-r", "short.toml"], "the same deals need one deck"),
        (["-r", "short.toml", "--players", "8"], "8 players need 40 cards; the deck of 36 is"),
        (["-r", "tiny.toml"], "2 players need 10 cards; the deck of 8 is enough for 1"),
        (["--players", "11"], "11 players: from 1 to 10 can play showdown"),
        (["--players", "0"], "0 is not in the range"),
        (["-n", "0"], "'0' is not between 1 and"),
        (["-n", "many"], "'many' is not a count; write it like 20000, 250k, 10M or 1e6"),
        (["--seed", "x"], "'x' is not a valid integer"),
        (["-j", "0"], "0 is not in the range x>=1"),
        (["--precision", "2"], "'2' is not between 0 and 1"),
        (["--table", "shares"], "'shares' is not one of"),
        (["-o", "none/x"], "can't write to none/x"),
        (["KhJdTd9s8c"], "'KhJdTd9s8c' is no plan: that is a file of jobs"),
    ],
)
def test_what_is_refused(args: list[str], problem: str) -> None:
    Path("short.toml").write_text('deck = 36\nranking = ["flush", "high-card"]\n')
    Path("tiny.toml").write_text('deck = "AK"\nranking = ["four-of-a-kind", "high-card"]\n')
    assert_refused(
        run_here(["simulate", *(["-n", "1k"] if "-n" not in args else []), *args]), problem
    )


@pytest.mark.parametrize("args", [["--table", "change"], ["--table", "group", "--players", "1"]])
def test_a_table_that_there_will_not_be_is_refused_before_the_deals(args: list[str]) -> None:
    done = run_here(["simulate", "-n", "1k", "-v", "-f", "csv", *args])
    assert_refused(done, args[1])
    assert "deals in" not in done.err


def test_the_table_of_csv_does_not_matter_to_other_formats() -> None:
    args = ["simulate", "-n", "1k", "--seed", "1", "-f", "json"]
    assert run_here([*args, "--table", "change"]) == run_here(args)


def test_thirty_three_special_combinations_are_too_many() -> None:
    ids = [f"c{i}" for i in range(33)]
    tables = "".join(f"[combination.{name}]\npattern = {{ counts = [4, 1] }}\n" for name in ids)
    Path("many.toml").write_text(f"ranking = {json.dumps([*ids, 'high-card'])}\n{tables}")
    done = run_here(["simulate", "-r", "many.toml", "-n", "1k"])
    assert_refused(done, "33 special combinations")


# --- the early end -------------------------------------------------------------------------------


ENDLESS = ["simulate", "-n", "1e12", "--seed", "7", "-j", "1", "--no-store"]


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(
    ("error", "code", "word"),
    [(KeyboardInterrupt(), 130, "Interrupted"), (program.Terminated(), 143, "Terminated")],
)
def test_a_signal_keeps_and_prints_what_was_counted(
    error: BaseException, code: int, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = document(["simulate", "-n", str(SMALL_CHUNK), "--seed", "7", "--no-store"])
    stop_after_first_chunk(monkeypatch, error)
    done = run_here([*ENDLESS, "-f", "json"])
    assert (done.code, done.err) == (code, f"{word}\n")
    found = json.loads(done.out)
    assert found["meta"]["deals"] == SMALL_CHUNK
    assert found["meta"]["interrupted"] is True
    assert "Interrupted: these are the deals counted until then." in found["meta"]["notes"]
    assert found["rows"] == whole["rows"]


@pytest.mark.usefixtures("small_chunks")
def test_a_signal_keeps_what_was_counted_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("old.csv").write_text("old")
    stop_after_first_chunk(monkeypatch, KeyboardInterrupt())
    done = run_here([*ENDLESS, "-f", "csv", "-o", "old.csv"])
    assert (done.code, done.out) == (130, "")
    assert Path("old.csv").read_text().startswith("table,ruleset,stage,")
    assert [path.name for path in Path().iterdir()] == ["old.csv"]


def test_a_signal_before_the_first_chunk_leaves_the_old_file_or_a_whole_new_one() -> None:
    Path("old").write_text("old")
    args = ["simulate", "-n", "1e12", "--precision", "1e-9", "--seed", "1", "-o", "old"]
    with subprocess.Popen(
        [sys.executable, "-m", "pokersim", *args],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=clean_environment(),
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("A precision of 1e-09 takes about ")
        process.send_signal(signal.SIGTERM)
        assert process.stderr.read().endswith("Terminated\n")
        assert process.wait(60) == 143
    text = Path("old").read_text("utf-8")
    assert text == "old" or text.endswith("Interrupted: these are the deals counted until then.\n")
    assert [path.name for path in Path().iterdir()] == ["old"]


# --- options from elsewhere ----------------------------------------------------------------------


def test_flags_win_over_the_environment_and_that_over_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("pokersim.toml").write_text(
        '[simulate]\ndeals = "2k"\nseed = 5\nplayers = 3\nformat = "json"\nconfidence = 0.9\n'
        'ruleset = ["standard", "soko"]\n'
    )
    monkeypatch.setenv("POKERSIM_SIMULATE_SEED", "6")
    monkeypatch.setenv("POKERSIM_SIMULATE_PLAYERS", "4")
    done = run_here(["simulate", "--players", "5"])
    assert (done.code, done.err) == (0, "")
    meta = json.loads(done.out)["meta"]
    assert [meta[key] for key in ("deals", "seed", "players", "confidence")] == [2000, 6, 5, 0.9]
    assert [ruleset["name"] for ruleset in meta["rulesets"]] == ["standard", "soko"]
