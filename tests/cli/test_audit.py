"""``pokersim audit``: golden files, the fields, exit codes, the file that is written."""

import json
import re
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
    "ruleset", "stage", "combination", "label", "place", "hands", "total", "probability",
    "rarity_place", "verdict", "fair_place", "fair_hands", "fair_probability", "note",
]  # fmt: skip

OTHER_DECKS = {
    "joker": ["--jokers", "1"],
    "bug": ["--bug"],
    "deuces": ["--wild", "2"],
    "36": ["--deck", "36", "-r", "cats-and-dogs"],
    "skeet-two-jokers": ["--jokers", "2", "-r", "skeet"],
    "seven": ["--cards", "7", "--deck", "36", "-r", "four-flush"],
}


@pytest.mark.parametrize("name", OTHER_DECKS)
def test_the_audits_of_other_decks_are_the_golden_ones(name: str) -> None:
    done = run_here(["audit", *OTHER_DECKS[name]])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"audit/deck-{name}.txt", done.out)


@pytest.mark.parametrize(
    ("format", "stage", "ending"),
    [
        ("table", "both", ".txt"),
        ("markdown", "both", ".md"),
        ("csv", "dealt", ".csv"),
        ("json", "dealt", ".json"),
    ],
)
def test_rulesets_stand_side_by_side_for_people(format: str, stage: str, ending: str) -> None:
    args = ["-r", "cats-and-dogs", "-r", "four-flush", "--deck", "32", "--stage", stage]
    done = run_here(["audit", *args, "-f", format])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"audit/both{ending}", done.out)


def test_the_data_formats_hold_the_same_rows_with_the_fields_of_the_manual() -> None:
    rows = {
        format: rows_of(run_here(["audit", "-r", "soko", "-f", format]).out, format)
        for format in DATA_FORMATS
    }
    assert [list(row) for row in rows["json"]] == [FIELDS] * 11
    assert rows["ndjson"] == rows["json"]
    assert rows["csv"] == [as_csv(row) for row in rows["json"]]


def test_the_document_records_how_the_numbers_were_computed() -> None:
    meta = json.loads(run_here(["audit", "-f", "json"]).out)["meta"]
    assert set(META_FIELDS) <= set(meta)
    assert (meta["method"], meta["stages"], meta["cards"], meta["deck"]) == (
        "exact", ["dealt"], 5, "52",
    )  # fmt: skip
    assert meta["notes"][0] == "standard, dealt: no combination is out of place."


CATS_IN_RUSSIAN = ["audit", "-r", "cats-and-dogs", "--lang", "ru"]


def test_verdicts_and_stages_are_in_words() -> None:
    args = ["audit", "-r", "skeet", "-r", "soko", "--deck", "36", "--stage", "final"]
    for language, low, final in (
        ("en", "too low", "after the draw"),
        ("ru", "слишком низко", "после прикупа"),
    ):
        shown = run_here([*args, "--lang", language]).out
        assert "too-low" not in shown
        assert re.search(rf"skeet +{final} +\S+ +{low} ", shown)
    rows = json.loads(run_here([*args, "-f", "json"]).out)["rows"]
    assert {"too-low"} < {row["verdict"] for row in rows}
    assert {row["stage"] for row in rows} == {"final"}


def test_combinations_are_named_in_russian() -> None:
    done = run_here(CATS_IN_RUSSIAN)
    note = "столь же редко: Большой тигр, Тигренок, Большая собака; порядок между ними произволен"
    assert note in done.out
    rows = rows_of(run_here([*CATS_IN_RUSSIAN, "-f", "csv"]).out, "csv")
    (dog,) = (row for row in rows if row["combination"] == "little-dog")
    assert (dog["verdict"], dog["label"], dog["note"]) == ("tied", "Малая собака", note)


def test_strict_exits_with_1_if_something_is_out_of_place() -> None:
    for args, code in (
        (["-r", "standard", "--strict"], 0),
        (["-r", "cats-over-flush", "--strict"], 0),
        (["-r", "skeet", "--strict"], 1),
        (["-r", "skeet"], 0),
        (["-r", "standard", "-r", "soko", "--strict"], 1),
        (["--jokers", "1", "--strict"], 1),
        (["--bug", "--strict"], 0),
    ):
        done = run_here(["audit", *args])
        assert (done.code, done.err) == (code, ""), args
        assert done.out


def test_the_order_by_rarity_is_written_and_passes_every_check(tmp_path: Path) -> None:
    done = run_here(["audit", "-r", "skeet", "--write", "fair.toml"])
    assert done.code == 0
    assert done.err == "fair.toml: 'skeet' in an order that agrees with its own counts\n"
    checked = run_here(["rules", "check", "fair.toml", "--strict"])
    assert (checked.code, checked.out.split()[-2:]) == (0, ["ok", "-"])
    again = run_here(["audit", "-r", "fair.toml", "--strict", "--write", "fairer.toml"])
    assert again.code == 0
    assert again.err == "fairer.toml: 'fair' as it stands agrees with its own counts\n"
    assert_golden("audit/fair.toml", (tmp_path / "fair.toml").read_text("utf-8"))


def test_the_file_keeps_the_deck_and_what_was_defined(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'deck = "36"\njokers = 1\nbug = "special"\n'
        'ranking = ["flush", "moon", "straight", "full-house", "big-tiger", "high-card"]\n'
        '[combination.moon]\nen = "Moon"\npattern = { no-pair = true, high = "K", low = "7" }\n'
    )
    done = run_here(["audit", "-r", "mine.toml", "--write", "fair.toml"])
    assert done.code == 0, done.err
    text = (tmp_path / "fair.toml").read_text("utf-8")
    assert 'bug = "special"' in text
    assert "[combination.moon]" in text
    rows = rows_of(run_here(["audit", "-r", "fair.toml", "-f", "ndjson", "--strict"]).out, "ndjson")
    assert [row["hands"] for row in rows] == sorted(row["hands"] for row in rows)


def test_where_no_order_agrees_nothing_is_written_and_the_reason_is_shown(tmp_path: Path) -> None:
    for quiet in ([], ["-q"]):
        done = run_here(["audit", "--jokers", "1", "--write", "fair.toml", *quiet])
        assert done.code == 1
        assert done.out
        assert "fair.toml is not written: no order of 'standard' agrees" in done.err
        assert "Three of a Kind (137,280) comes above Two Pair" in done.err
        assert "which then counts 123,552" in done.err
        assert not (tmp_path / "fair.toml").exists()


def test_the_file_omits_what_the_deck_cannot_hold_and_names_it() -> None:
    args = ["-r", "cats-and-dogs", "--deck", "2345679TJQKA", "--write", "fair.toml"]
    done = run_here(["audit", *args])
    assert "without what the deck can't hold: big-tiger, little-tiger" in done.err


REFUSED = [
    (["--write", "-"], "takes a file; the result is on the standard output"),
    (["--write", "none/fair.toml"], "can't write to none/fair.toml: there is no folder"),
    (["-r", "skeet", "-r", "soko", "--write", "a.toml"], "--write takes one ruleset"),
    (["--stage", "final", "--cards", "7"], "hands of five cards are drawn to"),
    (["--stage", "river"], "'river' is not one of"),
    (["-r", "skeeet"], "did you mean 'skeet'?"),
    (["--jokers", "9"], "9 is not in the range"),
]


def test_what_is_refused() -> None:
    for args, problem in REFUSED:
        assert_refused(run_here(["audit", *args]), problem)


def test_a_wild_hole_card_is_not_drawn_with(tmp_path: Path) -> None:
    (tmp_path / "hole.toml").write_text('wild-by-hand = "hole"\nranking = ["flush", "high-card"]\n')
    args = ["audit", "-r", "hole.toml"]
    assert run_here(args).code == 0
    assert_refused(run_here([*args, "--stage", "both"]), "'hole' has a wild hole card")


def test_the_result_goes_whole_into_a_file(tmp_path: Path) -> None:
    printed = run_here(["audit", "-f", "csv"])
    assert run_here(["audit", "-f", "csv", "-o", "result.csv"]) == (0, "", "")
    assert (tmp_path / "result.csv").read_text("utf-8") == printed.out


def test_numba_is_not_imported_for_five_cards_dealt() -> None:
    done = run_code(IMPORTS_NUMBA, ["audit", "-r", "skeet", "-q", "--write", "fair.toml"])
    assert (done.code, done.err) == (0, "False\n")
