"""``pokersim compare``: the tables in every format, the base, and what is refused."""

import json
from pathlib import Path

import pytest

from support.commands import assert_golden, assert_refused, rows_of, run_here

pytestmark = pytest.mark.usefixtures("own_folder")

TWO = ["-r", "standard", "-r", "cats-and-dogs"]
FEW = ["-n", "20k", "--seed", "7", "-q"]
SHORT = ["--deck", "32"]

FIELDS = {
    "compare": [
        "table", "ruleset", "base", "group", "label", "hands", "equity", "base_equity", "change",
        "stderr",
    ],
    "change": [
        "table", "ruleset", "base", "changed_winners", "total", "probability", "ci_low", "ci_high",
        "moved", "moved_stderr",
    ],
    "frequency": [
        "table", "ruleset", "combination", "label", "place", "hands", "matching", "total",
        "probability",
    ],
    "discards": [
        "table", "ruleset", "base", "combination", "label", "changed", "hands", "cost", "example",
        "base_hold", "hold", "example_cost",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("format", "ending"), [("table", ".txt"), ("markdown", ".md")])
def test_a_comparison_of_showdowns_is_the_golden_one(format: str, ending: str) -> None:
    done = run_here(["compare", *TWO, "-r", "soko", "--players", "3", *FEW, "-f", format])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"compare/showdown{ending}", done.out)


def test_a_comparison_of_draws_shows_which_holds_differ() -> None:
    done = run_here(["compare", *TWO, *SHORT, "--game", "draw", *FEW])
    assert (done.code, done.err) == (0, "")
    assert "Cats and dogs: what is held otherwise, and what the holds of the base cost" in done.out
    assert "Holds: exact in the model of the draw" in done.out


@pytest.mark.parametrize("table", FIELDS)
def test_csv_has_the_table_that_is_asked_for(table: str) -> None:
    game = ["--game", "draw"] if table == "discards" else []
    args = ["compare", *TWO, *SHORT, *game, *FEW]
    rows = rows_of(run_here([*args, "-f", "csv", "--table", table]).out, "csv")
    assert {tuple(row) for row in rows} == {tuple(FIELDS[table])}
    all_rows = rows_of(run_here([*args, "-f", "ndjson"]).out, "ndjson")
    assert len([row for row in all_rows if row["table"] == table]) == len(rows)


def test_the_document_records_how_the_numbers_were_computed() -> None:
    found = json.loads(run_here(["compare", *TWO, *FEW, "-f", "json"]).out)
    meta = found["meta"]
    assert (meta["base"], meta["game"], meta["seed"], meta["deals"], meta["players"]) == (
        "standard", "showdown", 7, 20_000, 2,
    )  # fmt: skip
    assert {row["table"] for row in found["rows"]} == {"compare", "change", "frequency"}


def test_the_base_is_the_one_that_is_named() -> None:
    args = ["compare", *TWO, *FEW, "-f", "csv"]
    rows = rows_of(run_here([*args, "--base", "cats-and-dogs"]).out, "csv")
    assert {row["base"] for row in rows} == {"cats-and-dogs"}
    swapped = ["compare", "-r", "cats-and-dogs", "-r", "standard", *FEW, "-f", "csv"]
    assert run_here([*args, "--base", "cats-and-dogs"]).out == run_here(swapped).out


def test_the_base_has_no_change_from_itself() -> None:
    rows = rows_of(run_here(["compare", *TWO, *FEW, "-f", "ndjson"]).out, "ndjson")
    of_base = [row for row in rows if row["table"] == "compare" and row["ruleset"] == "standard"]
    assert {(row["change"], row["stderr"]) for row in of_base if row["hands"]} == {(0.0, 0.0)}
    assert all(row["equity"] == row["base_equity"] for row in of_base)


def test_a_ruleset_named_twice_is_compared_with_itself() -> None:
    done = run_here(
        ["compare", "-r", "soko", "-r", "soko", "-n", "2k", "--seed", "1", "-f", "json"]
    )
    rows = [row for row in json.loads(done.out)["rows"] if row["ruleset"] == "soko (2)"]
    groups = [row for row in rows if row["table"] == "compare" and row["hands"] > 1]
    assert {(row["change"], row["stderr"]) for row in groups} == {(0.0, 0.0)}
    (change,) = (row for row in rows if row["table"] == "change")
    assert (change["changed_winners"], change["moved"], change["moved_stderr"]) == (0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--deck", "9TJQK", "--exact"], "soko (2): no hands gain or lose."),
        (["-n", "1k"], "soko (2): no hands gain or lose more than their error."),
        (
            ["-n", "1k", "--lang", "ru"],
            "soko (2): никакие руки не выигрывают и не теряют больше своей ошибки.",
        ),
    ],
)
def test_the_text_says_where_no_hands_gain_or_lose(args: list[str], said: str) -> None:
    done = run_here(["compare", "-r", "soko", "-r", "soko", "-q", *args])
    assert said in done.out.splitlines()
    assert "gains and loses most" not in done.out


def test_a_hand_discarded_whole_under_the_base_is_shown_as_an_empty_hold() -> None:
    low = '[combination.low]\nen = "Low"\npattern = { no-pair = true, high = "7", low = "2" }\n'
    Path("high.toml").write_text('deck = "23457KA"\nranking = ["high-card"]\n')
    Path("low.toml").write_text(f'deck = "23457KA"\nranking = ["low", "high-card"]\n{low}')
    args = ["compare", "-r", "high.toml", "-r", "low.toml", "--game", "draw", *FEW]
    rows = rows_of(run_here([*args, "-f", "ndjson", "-n", "1k"]).out, "ndjson")
    (row,) = (row for row in rows if row["table"] == "discards" and row["combination"] == "low")
    assert row["changed"] == row["hands"] == 4**5
    assert (row["base_hold"], row["hold"]) == (None, row["example"])


def test_other_rules_of_the_same_name_are_refused(own_folder: Path) -> None:
    Path("soko.toml").write_text('ranking = ["flush", "high-card"]\n')
    args = ["compare", "-r", "soko", "-r", "soko.toml", "-n", "10"]
    assert_refused(run_here(args), "ruleset 'soko' is named twice")


def test_the_result_does_not_depend_on_the_threads() -> None:
    args = ["compare", *TWO, "-n", "1.1M", "--seed", "1", "-q", "-f", "csv"]  # two chunks
    assert run_here([*args, "-j", "1"]).out == run_here([*args, "-j", "2"]).out


def test_groups_are_named_in_russian() -> None:
    rows = rows_of(run_here(["compare", *TWO, *FEW, "-f", "csv", "--lang", "ru"]).out, "csv")
    labels = {row["group"]: row["label"] for row in rows}
    assert (labels["one-pair:K"], labels["big-tiger"]) == ("Пара K", "Большой тигр")


def test_groups_may_be_hand_ranges() -> None:
    kinds = ["--groups", "one-pair:KK", "--groups", "two-pair,three-of-a-kind"]
    args = ["compare", *TWO, *FEW, *kinds]
    rows = rows_of(run_here([*args, "-f", "csv"]).out, "csv")
    names = ["one-pair:KK", "two-pair,three-of-a-kind", "all others"]
    assert [row["group"] for row in rows] == names * 2
    assert sum(int(row["hands"]) for row in rows) == 2 * 2 * 20_000
    plain = rows_of(run_here(["compare", *TWO, *FEW, "-f", "csv"]).out, "csv")
    pairs = [row for row in plain if row["group"] == "one-pair:K"]
    fields = ("hands", "equity", "change", "stderr")
    assert [[row[f] for f in fields] for row in rows if row["group"] == names[0]] == [
        [row[f] for f in fields] for row in pairs
    ]
    shown = run_here(args).out
    assert "what hands gain and lose" in shown
    assert "all others" in shown


EXACT = ["--deck", "TJQKA", "--exact", "-q"]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("exact-28", ["--deck", "89TJQKA"]),
        pytest.param("exact", [], marks=pytest.mark.slow),
    ],
)
def test_an_exact_comparison_is_the_golden_one(name: str, more: list[str]) -> None:
    done = run_here(["compare", *TWO, "-r", "soko", "--exact", "-q", *more])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"compare/{name}.txt", done.out)


def test_an_exact_comparison_has_no_error_and_no_seed() -> None:
    args = ["compare", "-r", "standard", "-r", "four-flush", *EXACT]
    found = json.loads(run_here([*args, "-f", "json"]).out)
    assert found["meta"]["method"] == "exact"
    assert found["meta"]["deals"] == 15_504 * 3_003
    assert "seed" not in found["meta"]
    change = next(row for row in found["rows"] if row["table"] == "change")
    assert change["ci_low"] == change["probability"] == change["ci_high"] > 0
    assert change["moved_stderr"] == 0
    rows = [row for row in found["rows"] if row["table"] == "compare" and row["hands"]]
    assert {row["stderr"] for row in rows} == {0}
    text = run_here(args).out
    assert "exact, all 46,558,512 deals to two players, deck of TJQKA" in text
    assert "±" not in text


def test_exact_groups_may_be_hand_ranges() -> None:
    args = ["compare", "-r", "standard", "-r", "four-flush", *EXACT, "--groups", "one-pair:AA"]
    rows = rows_of(run_here([*args, "-f", "csv"]).out, "csv")
    assert [row["group"] for row in rows] == ["one-pair:AA", "all others"] * 2
    assert "±" not in run_here(args).out


REFUSED_WITH_EXACT = [
    (["-n", "1k"], "--deals and --seed are for a sample: leave out these, or --exact"),
    (["--seed", "0"], "--deals and --seed are for a sample: leave out these, or --exact"),
    (["--players", "3"], "leave out --players 3, or --exact for a sample"),
    (["--cards", "6"], "leave out --cards 6, or --exact for a sample"),
    (["--game", "stud"], "leave out --game stud, or --exact for a sample"),
    (["--game", "draw"], "leave out --game draw, or --exact for a sample"),
]


def test_what_is_refused_with_exact() -> None:
    for args, problem in REFUSED_WITH_EXACT:
        assert_refused(run_here(["compare", *TWO, "--exact", "-q", *args]), problem)


def test_a_wild_hole_card_is_refused_with_exact() -> None:
    for name in ("one", "other"):
        rules = 'wild-by-hand = "hole"\nranking = ["flush", "high-card"]\n'
        Path(f"{name}.toml").write_text(rules)
    done = run_here(["compare", "-r", "one.toml", "-r", "other.toml", "--exact", "-q"])
    assert_refused(done, "'one' has a wild hole card")


REFUSED = [
    (["-r", "standard"], "a comparison takes two rulesets"),
    ([*TWO, "--base", "cats-and-dog"], "did you mean 'cats-and-dogs'?"),
    ([*TWO, "--base", "soko"], "--baseline 'soko' is none of the rulesets"),
    ([*TWO, "--players", "1"], "they take at least two --players"),
    ([*TWO, "--players", "11"], "11 players: from 1 to 10 can play showdown"),
    ([*TWO, "--game", "stud", "--cards", "7"], "stud is played with 5"),
    ([*TWO, "-f", "csv", "--table", "discards"], "--table discards is about the draw"),
    ([*TWO, "--groups", "one-pear"], "has no combination 'one-pear'; did you mean 'one-pair'?"),
    ([*TWO, "--groups", "top:50%", "--groups", "one-pair:AA"], "share hands"),
    ([*TWO, "--game", "holdem"], "'holdem' is not one of"),
]


def test_what_is_refused() -> None:
    for args, problem in REFUSED:
        assert_refused(run_here(["compare", *args, "-q", "-n", "1k"]), problem)
