"""``pokersim rank`` of hands on the command line: every format, reasons, and what is refused."""

# The Cyrillic letters are meant.
# ruff: noqa: RUF001

import json
import re
from pathlib import Path

import pytest

from support.commands import (
    DATA_FORMATS,
    FORMATS,
    META_FIELDS,
    as_csv,
    assert_golden,
    assert_refused,
    random_hands,
    rows_of,
    run_here,
)

pytestmark = pytest.mark.usefixtures("own_folder")

FIELDS = [
    "hand", "ruleset", "combination", "label", "strength", "tie_break", "plays", "reads_as",
    "beats",
]  # fmt: skip
WINNER_FIELDS = ["table", "ruleset", "winner", "combination", "label", "ties"]
EXPLAIN_FIELDS = [
    "table", "hand", "ruleset", "combination", "label", "verdict", "pattern", "reads_as",
    "discard", "outs",
]  # fmt: skip

TIGER = "KhJdTd9s8c"
TWO_PAIR = "9c9d8s8h2c"
BLAZE = "KsKhQsQdJs"


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_two_hands_under_two_rulesets_are_the_golden_ones(format: str) -> None:
    done = run_here(
        ["rank", TIGER, TWO_PAIR, "-r", "standard", "-r", "cats-and-dogs", "-f", format]
    )
    assert (done.code, done.err) == (0, "")
    assert_golden(f"rank.{format}", done.out)


@pytest.mark.parametrize("format", ["table", "markdown", "ndjson"])
def test_the_reasons_are_the_golden_ones(format: str) -> None:
    done = run_here(["rank", BLAZE, "-r", "skeet", "--explain", "-f", format])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"rank-explain.{format}", done.out)


def test_the_data_formats_hold_the_same_rows_with_the_fields_of_the_manual() -> None:
    args = ["rank", *random_hands(3, seed=1), "-r", "skeet", "-r", "soko"]
    rows = {f: rows_of(run_here([*args, "-f", f]).out, f) for f in DATA_FORMATS}
    assert rows["ndjson"] == rows["json"]
    hands = [row for row in rows["json"] if row.pop("table") == "rank"]
    assert [list(row) for row in hands] == [FIELDS] * 6
    assert rows["csv"] == [as_csv(row) for row in hands]


def test_winners_and_reasons_are_tables_of_their_own() -> None:
    done = run_here(["rank", TIGER, TWO_PAIR, "--explain", "-f", "ndjson"])
    rows = rows_of(done.out, "ndjson")
    fields = {row["table"]: list(row) for row in rows}
    assert fields == {
        "rank": ["table", *FIELDS],
        "winner": WINNER_FIELDS,
        "explain": EXPLAIN_FIELDS,
    }


def test_who_wins_depends_on_the_rules() -> None:
    args = ["rank", TIGER, TWO_PAIR, "-r", "standard", "-r", "cats-and-dogs", "-f", "ndjson"]
    rows = [row for row in rows_of(run_here(args).out, "ndjson") if row["table"] == "winner"]
    assert [(row["ruleset"], row["winner"], row["combination"], row["ties"]) for row in rows] == [
        ("standard", "9d 9c 8s 8h 2c", "two-pair", 0),
        ("cats-and-dogs", "Kh Jd Td 9s 8c", "big-tiger", 0),
    ]


def test_hands_that_tie_are_all_named() -> None:
    args = ["rank", "AsKsQdJh9c", "AhKhQsJd9d", TIGER, "-f", "ndjson"]
    winner = rows_of(run_here(args).out, "ndjson")[-1]
    assert (winner["winner"], winner["ties"]) == ("As Ks Qd Jh 9c = Ah Kh Qs Jd 9d", 2)


def test_the_reasons_are_what_a_hand_misses_counts_as_and_makes_besides() -> None:
    args = ["rank", BLAZE, "-r", "skeet", "--explain", "-f", "ndjson"]
    rows = [row for row in rows_of(run_here(args).out, "ndjson") if row["table"] == "explain"]
    assert [(row["verdict"], row["combination"], row["discard"], row["outs"]) for row in rows] == [
        ("one card short", "full-house", "Js", "Kd Kc Qh Qc"),
        ("one card short", "three-of-a-kind", "Ks Kh", "Qh Qc"),
        ("one card short", "three-of-a-kind", "Qs Qd", "Kd Kc"),
        ("counts", "blaze", None, None),
        ("also makes", "two-pair", None, None),
        ("also makes", "high-card", None, None),
    ]


def test_the_best_and_the_worst_hand_beat_all_and_none() -> None:
    args = ["rank", "AsKsQsJsTs", "7s5s4s3s2d", "-f", "ndjson"]
    best, worst = rows_of(run_here(args).out, "ndjson")[:2]
    others = 2_598_960 - 1
    assert (best["strength"], best["beats"]) == (7462, (others - 3 + 3 / 2) / others)
    assert (worst["strength"], worst["beats"]) == (1, 1019 / 2 / others)


def test_a_hand_is_the_same_in_any_notation_and_order() -> None:
    expected = run_here(["rank", TIGER])
    for hand in (
        ["khjdtd9s8c"],
        ["Kh Jd 10d 9s 8c"],
        ["8c,9s,10D,jd,KH"],
        ["K♥-J♦-T♦-9♠-8♣"],
        ["  Кh Вd 10d 9s 8c  "],
        ["Kh", "Jd", "10d", "9s", "8c"],
    ):
        assert run_here(["rank", *hand]) == expected, hand


def test_a_hand_without_suits_is_read_as_of_mixed_suits_and_the_report_says_so() -> None:
    done = run_here(["rank", "К-В-10-9-8", "-r", "cats-and-dogs"])
    note = "'К-В-10-9-8' has no suits and is read as of mixed suits: Ks Jh Td 9c 8s\n"
    assert done.code == 0
    assert "Big Tiger" in done.out
    assert done.out.endswith(note)


def test_ranks_that_are_not_quoted_are_one_hand() -> None:
    done = run_here(["rank", "K", "J", "10", "9", "8"])
    assert "'K J 10 9 8' has no suits and is read as of mixed suits: Ks Jh Td 9c 8s" in done.out


def test_names_are_russian_with_lang_ru_and_ids_are_not() -> None:
    args = ["rank", TIGER, "-r", "cats-and-dogs", "--lang", "ru", "-f", "ndjson"]
    row = rows_of(run_here(args).out, "ndjson")[0]
    assert (row["combination"], row["label"]) == ("big-tiger", "Большой тигр")


def test_the_meta_of_the_document_describes_the_result() -> None:
    meta = json.loads(run_here(["rank", TIGER, "-r", "soko", "-f", "json"]).out)["meta"]
    assert set(META_FIELDS) <= set(meta)
    assert (meta["command"], meta["method"], meta["deck"]) == ("rank", "exact", "52")
    assert meta["rulesets"][0]["name"] == "soko"
    assert re.fullmatch("[0-9a-f]{12}", meta["rulesets"][0]["hash"])


def test_the_result_goes_whole_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "result").write_text("old")
    assert run_here(["rank", TIGER, "-f", "json", "-o", "result"]) == (0, "", "")
    assert (tmp_path / "result").read_text("utf-8") == run_here(["rank", TIGER, "-f", "json"]).out


# --- what is refused -----------------------------------------------------------------------------

CARD = "a card is a rank (2-9 T J Q K A) followed by a suit (c d h s)"


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        (
            "KhJdТd9s8c",
            [
                "'Т' is a Cyrillic letter that looks like the ten and means the ace\n",
                "    KhJdТd9s8c\n        ^\n",
                "  write T or 10 for the ten, A for the ace\n",
            ],
        ),
        (
            "KhJdTС9s8c",
            ["'С' is a Cyrillic letter that looks like the club", "         ^\n", "write the c of"],
        ),
        ("1s2s3s4s5s", ["'1s' is not a card\n    1s2s3s4s5s\n    ^^\n  write A for the ace\n"]),
        (
            "KhKhTd9s8c",
            ["'Kh' appears twice, but a deck has only one\n    KhKhTd9s8c\n      ^^\n"],
        ),
        ("KhJdTd9s", ["4 cards, but a hand has 5\n", "  write 1 more\n"]),
        ("KhJdTd9s8c7c", ["6 cards, but a hand has 5\n", "^^\n  leave 1 card out\n"]),
        ("К-В-10-8", ["4 cards, but a hand has 5\n", "  write 1 more\n"]),
        ("AsKdAq9s8c", [f"'Aq' is not a card\n    AsKdAq9s8c\n        ^^\n  {CARD}\n"]),
        ("KhJdTd9s?", ["unknown card '?' can't be ranked here"]),
        ("KhJdTd9sJo", ["'Jo' is one too many: the deck has no joker"]),
        ("KhJd10-9s8c", ["'10' has no suit, the cards before it have one"]),
        ("9-9-9-9-9", ["'9' appears 5 times, but a deck has only 4"]),
        ("", ["no cards"]),
        ("  ", ["no cards"]),
        ("\x00\x1b[31m", ["is not a card"]),
        ("KhJdTd9s8c" * 5000, ["'Kh' appears twice", "..."]),
        ("x" * 100_000, ["is not a card", "..."]),
    ],
)
def test_what_is_no_hand_is_refused_with_place_and_way_out(
    tmp_path: Path, hand: str, problems: list[str]
) -> None:
    (tmp_path / "old").write_text("old")
    if "\x00" in hand:
        hand = hand.replace("\x00", "\x01")  # no argument can hold a zero
    for name in ("new", "old"):
        done = run_here(["rank", TIGER, hand, "-o", name])
        assert_refused(done, *problems)
        assert len(done.err) < 1000
        assert "\x1b" not in done.err
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"old": "old"}


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        ([], "give hands, or a file of hands with --input FILE (- for standard input)"),
        ([TIGER, "--input", "x"], "give hands, or a file of hands"),
        (["-", "--input", "x"], "give hands, or a file of hands"),
        (["-", TIGER], "no cards"),
        ([TIGER, "-r", "skeeet"], "there is no ruleset 'skeeet'; did you mean 'skeet'?"),
        ([TIGER, "-r", "none.toml"], "there is no file 'none.toml'"),
        ([TIGER, "-r", "soko", "-r", "soko"], "ruleset 'soko' is named twice"),
        ([TIGER, "-o", "none/x"], "can't write to none/x: there is no folder"),
        ([TIGER, "-o", "."], "can't write to .: it is a folder"),
        ([TIGER, "-f", "xml"], "'xml' is not one of"),
        ([TIGER, "--explian"], "No such option"),
    ],
)
def test_what_is_refused(args: list[str], problem: str) -> None:
    assert_refused(run_here(["rank", *args]), problem)


@pytest.mark.parametrize(("cards", "problem"), [(4, "4 cards, but a"), (6, "6 cards, but a")])
def test_a_wrong_number_of_cards_that_are_not_quoted_is_refused(cards: int, problem: str) -> None:
    assert_refused(run_here(["rank", *"Kh Jd Td 9s 8c 7c".split()[:cards]]), problem)


def test_a_card_that_the_deck_has_not_is_refused(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text('deck = "36"\nranking = ["flush", "high-card"]\n')
    done = run_here(["rank", "KhJdTd9s2c", "-r", "standard", "-r", "short.toml"])
    assert_refused(done, "the deck of 'short' (36) has no 2c", "use cards of the deck")


# --- options from elsewhere ----------------------------------------------------------------------


def test_the_environment_and_the_file_set_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pokersim.toml").write_text(
        '[rank]\nruleset = ["skeet", "soko"]\nformat = "ndjson"\nexplain = true\n'
    )
    rows = rows_of(run_here(["rank", TIGER]).out, "ndjson")
    assert {row["ruleset"] for row in rows} == {"skeet", "soko"}
    assert {row["table"] for row in rows} == {"rank", "explain"}
    monkeypatch.setenv("POKERSIM_RANK_FORMAT", "csv")
    monkeypatch.setenv("POKERSIM_RANK_RULESET", "standard")
    done = run_here(["rank", TIGER, "-r", "four-flush"])
    assert [line.split(",")[1] for line in done.out.splitlines()] == ["ruleset", "four-flush"]


@pytest.mark.parametrize("value", ["[" * 100_000, "9" * 5000], ids=["deep", "long number"])
def test_a_file_of_options_that_python_chokes_on_is_no_traceback(
    tmp_path: Path, value: str
) -> None:
    (tmp_path / "pokersim.toml").write_text(f"[rank]\nruleset = {value}\n")
    assert_refused(run_here(["rank", TIGER]), "pokersim.toml is not valid TOML")
