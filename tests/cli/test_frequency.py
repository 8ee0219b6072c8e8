"""``pokersim frequency``: every format, the exact counts, and what is refused."""

import json
from pathlib import Path

import pytest

from support.commands import (
    DATA_FORMATS,
    IMPORTS_NUMBA,
    META_FIELDS,
    as_csv,
    assert_golden,
    assert_refused,
    rows_of,
    run_code,
    run_here,
)

pytestmark = pytest.mark.usefixtures("own_folder")

FIELDS = [
    "ruleset", "combination", "label", "place", "hands", "matching", "total", "probability",
    "one_in",
]  # fmt: skip
SHORT = 'deck = 36\nranking = ["full-house", "flush", "high-card"]\n'


@pytest.mark.parametrize(
    ("format", "ending"), [("table", ".txt"), ("markdown", ".md"), ("csv", ".csv")]
)
def test_rulesets_stand_side_by_side_for_people_and_one_below_the_other_for_programs(
    format: str, ending: str
) -> None:
    done = run_here(["frequency", "-r", "standard", "-r", "skeet", "-f", format])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"frequency/standard-and-skeet{ending}", done.out)


def test_the_data_formats_hold_the_same_rows_with_the_fields_of_the_manual() -> None:
    rows = {
        format: rows_of(run_here(["frequency", "-r", "soko", "-f", format]).out, format)
        for format in DATA_FORMATS
    }
    assert [list(row) for row in rows["json"]] == [FIELDS] * 11
    assert rows["ndjson"] == rows["json"]
    assert rows["csv"] == [as_csv(row) for row in rows["json"]]


def test_the_counts_of_skeet_are_the_known_ones() -> None:
    rows = rows_of(run_here(["frequency", "-r", "skeet", "-f", "ndjson"]).out, "ndjson")
    assert sum(row["hands"] for row in rows) == 2_598_960
    blaze = next(row for row in rows if row["combination"] == "blaze")
    assert (blaze["hands"], blaze["matching"], blaze["total"]) == (432, 792, 2_598_960)
    assert blaze["probability"] == 432 / 2_598_960
    assert blaze["one_in"] == 2_598_960 / 432


def test_the_document_records_how_the_numbers_were_computed() -> None:
    meta = json.loads(run_here(["frequency", "-f", "json"]).out)["meta"]
    assert set(META_FIELDS) <= set(meta)
    assert [(r["name"], len(r["hash"])) for r in meta["rulesets"]] == [("standard", 12)]
    assert (meta["command"], meta["method"], meta["deck"], meta["cards"]) == (
        "frequency", "exact", "52", 5,
    )  # fmt: skip


def test_names_are_in_russian_and_ids_are_not() -> None:
    rows = rows_of(run_here(["frequency", "-f", "csv", "--lang", "ru"]).out, "csv")
    assert (rows[0]["combination"], rows[0]["label"]) == ("straight-flush", "Стрит-флэш")


def test_a_ruleset_from_a_file_is_counted_with_its_notes(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'ranking = ["straight", "straight-flush", "five-of-a-kind", "moon", "high-card"]\n'
        '[combination.moon]\npattern = { no-pair = true, high = "Q", low = "7" }\n'
    )
    done = run_here(["frequency", "-r", "mine.toml"])
    assert (done.code, done.err) == (0, "")
    moon = next(line for line in done.out.splitlines() if "Moon" in line)
    assert moon.split() == ["3", "Moon", "4,096", "4,096", "0.1576%", "1", "in", "635"]
    assert done.out.endswith(
        "mine: five-of-a-kind: can't occur in this deck (52)\n"
        "mine: straight-flush: never counts; each such hand is something higher\n"
    )


def test_a_combination_that_never_counts_has_no_odds(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('ranking = ["straight", "straight-flush", "high-card"]\n')
    row = rows_of(run_here(["frequency", "-r", "mine.toml", "-f", "json"]).out, "json")[1]
    assert (row["hands"], row["matching"], row["probability"], row["one_in"]) == (0, 40, 0, None)


def test_a_short_deck_has_fewer_hands(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text(SHORT)
    rows = rows_of(run_here(["frequency", "-r", "short.toml", "-f", "ndjson"]).out, "ndjson")
    assert [(row["hands"], row["total"]) for row in rows][:2] == [(1_728, 376_992), (504, 376_992)]


def test_two_decks_side_by_side_keep_what_matches_in_each(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text(SHORT)
    lines = run_here(["frequency", "-r", "standard", "-r", "short.toml"]).out.splitlines()
    flush = next(line for line in lines if line.startswith("Flush"))
    assert "5,148" in flush


def test_the_result_goes_whole_into_a_file(tmp_path: Path) -> None:
    printed = run_here(["frequency", "-f", "csv"])
    done = run_here(["frequency", "-f", "csv", "-o", "result.csv"])
    assert done == (0, "", "")
    assert (tmp_path / "result.csv").read_text("utf-8") == printed.out


REFUSED = [
    (["-r", "skeeet"], "there is no ruleset 'skeeet'; did you mean 'skeet'?"),
    (["-r", "none.toml"], "there is no file 'none.toml'"),
    (["-r", "./"], "Is a directory"),
    (["-r", "soko", "-r", "soko"], "ruleset 'soko' is named twice"),
    (["-o", "."], "can't write to .: it is a folder"),
    (["KhJdTd9s8c"], "unexpected extra argument"),
    (["--table", "x"], "No such option"),
]


def test_what_is_refused() -> None:
    for args, problem in REFUSED:
        assert_refused(run_here(["frequency", *args]), problem)


def test_the_environment_and_the_file_set_options(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "pokersim.toml").write_text('[frequency]\nruleset = "soko"\nformat = "csv"\n')
    assert run_here(["frequency"]).out.splitlines()[1].startswith("soko,straight-flush,")
    monkeypatch.setenv("POKERSIM_FREQUENCY_RULESET", "skeet four-flush")
    done = run_here(["frequency"])
    rulesets = {line.split(",")[0] for line in done.out.splitlines()[1:]}
    assert rulesets == {"skeet", "four-flush"}


def test_numba_is_not_imported() -> None:
    done = run_code(IMPORTS_NUMBA, ["frequency", "-r", "skeet"])
    assert (done.code, done.err) == (0, "False\n")
