"""Wild cards, other decks, six and seven cards: every option in every command that has it."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import (
    DATA_FORMATS,
    FORMATS,
    IMPORTS_NUMBA,
    as_csv,
    assert_golden,
    assert_refused,
    rows_of,
    run_code,
    run_here,
)
from conftest import RunCli

pytestmark = pytest.mark.usefixtures("own_folder")

ORTHODOX = [
    "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
    "two-pair", "one-pair", "high-card",
]  # fmt: skip
ALL_OPTIONS = ["--deck", "36", "--jokers", "2", "--bug", "special", "--wild", "6,Js"]
ITS_DECK = "36 + 2 bugs, 6c 6d 6h 6s Js wild"
ROYAL, JOKER = "AhKhQhJhTh", "JoAhKhQhTh"
WILD_SEVEN = ["--cards", "7", "--jokers", "2", "--wild", "2"]
COMMANDS = {
    "rank": ["rank", ROYAL],
    "frequency": ["frequency"],
    "simulate": ["simulate", "-n", "2k", "--seed", "1"],
}


def rows(*args: str) -> list[dict[str, Any]]:
    """Run a command in this process and return its rows."""
    done = run_here([*args, "-f", "ndjson"])
    assert done.code == 0, done.err
    return rows_of(done.out, "ndjson")


def meta(*args: str) -> dict[str, Any]:
    """Run a command in this process and return what its document says of itself."""
    done = run_here([*args, "-f", "json"])
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)["meta"]
    return found


def hands_of(*args: str) -> dict[str, int]:
    """Return the hands that count as each combination."""
    return {row["combination"]: row["hands"] for row in rows("frequency", *args)}


def ruleset(name: str, *lines: str, ranking: list[str] = ORTHODOX) -> str:
    """Write a ruleset file to the working directory."""
    Path(name).write_text("\n".join([*lines, f"ranking = {json.dumps(ranking)}\n"]))
    return name


# --- every option, every command, every format ---------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("command", COMMANDS)
def test_all_options_go_together_in_every_command_and_format(command: str, format: str) -> None:
    done = run_here([*COMMANDS[command], "-r", "skeet", *ALL_OPTIONS, "-f", format])
    assert (done.code, done.err) == (0, "")
    assert "\n" in done.out
    if format == "json":
        assert json.loads(done.out)["meta"]["deck"] == ITS_DECK
    if format in DATA_FORMATS:
        assert rows_of(done.out, format)[0]["ruleset"] == "skeet"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("options", "deck"),
    [
        (["--deck", "52"], "52"),
        (["--deck", "36"], "36"),
        (["--deck", "32"], "32"),
        (["--deck", "9tjqka"], "9TJQKA"),
        (["--deck", "9-10-J-Q-K-A"], "9TJQKA"),
        (["--jokers", "0"], "52"),
        (["--jokers", "1"], "52 + 1 joker"),
        (["--jokers", "4"], "52 + 4 jokers"),
        (["--bug"], "52 + 1 bug"),
        (["--bug", "special", "--jokers", "2"], "52 + 2 bugs"),
        (["--wild", "2"], "52, 2c 2d 2h 2s wild"),
        (["--wild", "10"], "52, Tc Td Th Ts wild"),
        (["--wild", "Js,Jh"], "52, Jh Js wild"),
        (["--wild", "js jh"], "52, Jh Js wild"),
        (["--wild", "one-eyed-jacks,Suicide-King"], "52, Jh Js Kh wild"),
        (["--wild", "deuces", "--deck", "A,K,Q,J,10,2"], "2TJQKA, 2c 2d 2h 2s wild"),
    ],
)
def test_each_option_is_what_the_deck_says(command: str, options: list[str], deck: str) -> None:
    assert meta(*COMMANDS[command], *options)["deck"] == deck


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_six_and_seven_cards_in_every_command(cards: int) -> None:
    options = ["-r", "skeet", "--deck", "32", "--jokers", "1", "--cards", str(cards)]
    hand = "JoAhKhQh9h8s7c"[: 2 * cards]
    assert rows("rank", hand, *options)[0]["combination"] == "flush"
    exact = rows("frequency", *options)
    assert meta("frequency", *options)["cards"] == cards
    args = ["simulate", "-n", "2k", "--seed", "1", *options]
    assert meta(*args)["cards"] == cards
    dealt = [row for row in rows(*args) if row.get("stage") == "dealt"]
    assert [row["exact"] for row in dealt] == [row["probability"] for row in exact]
    assert sum(row["hands"] for row in exact) == exact[0]["total"]


@pytest.mark.parametrize(
    ("args", "golden"),
    [
        (["rank", "JoKhQhJhTh", "2s2hAsKdQc", "--wild", "2", "--jokers", "1", "--explain"], "rank"),
        (["rank", "AhKhQsQd9h4h2c", "Ks Qs Qd 9h 4h 3c Jo", *WILD_SEVEN], "rank-seven"),
        (["frequency", "--jokers", "1", "--swap", "two-pair,three-of-a-kind"], "frequency-swap"),
        (["frequency", "--deck", "36", "--bug", "-r", "cats-and-dogs"], "frequency-short"),
        (["frequency", *WILD_SEVEN], "frequency-seven"),
        (["simulate", "--deck", "36", "--wild", "6", "--cards", "6", "-n", "20k", "--seed", "7",
          "-r", "standard", "-r", "skeet"], "simulate"),
    ],
)  # fmt: skip
def test_what_people_read_is_the_golden_one(args: list[str], golden: str) -> None:
    done = run_here(args)
    assert (done.code, done.err) == (0, "")
    assert_golden(f"wild/{golden}.txt", done.out)


# --- what a hand with wild cards is --------------------------------------------------------------

CATS = ["-r", "cats-and-dogs"]


@pytest.mark.parametrize(
    ("hand", "options", "combination", "reads_as"),
    [
        ("JoKhQhJhTh", ["--jokers", "1"], "straight-flush", "Ah Kh Qh Jh Th"),
        ("JoAhKhQh9h", ["--jokers", "1"], "flush", "Ah Kh Qh Jh 9h"),
        ("JoAsAhAdAc", ["--jokers", "1"], "five-of-a-kind", "As As Ah Ad Ac"),
        ("JoJo2h2s9c", ["--jokers", "2"], "four-of-a-kind", "9c 2s 2h 2d 2c"),
        ("JoJoJoJo2h", ["--jokers", "4"], "five-of-a-kind", "2s 2s 2h 2d 2c"),
        ("2s2hAsKdQc", ["--wild", "2"], "straight", "As Kd Qc Js Ts"),
        ("2s2h2d2c3h", ["--wild", "2"], "five-of-a-kind", "3s 3s 3h 3d 3c"),
        ("JsAhAd9c4h", ["--wild", "one-eyed-jacks"], "three-of-a-kind", "As Ah Ad 9c 4h"),
        ("KhAhAd9c4h", ["--wild", "suicide-king"], "three-of-a-kind", "As Ah Ad 9c 4h"),
        ("JdAhAd9c4h", ["--wild", "one-eyed-jacks"], "one-pair", None),
        ("AsKsQdJh9c", ["--jokers", "1"], "high-card", None),
        ("JoKhJdTd8s", [*CATS, "--jokers", "1"], "big-tiger", "Kh Qs Jd Td 8s"),
        ("JoJo3c5h2h", ["-r", "skeet", "--jokers", "2"], "skeet", "9s 8s 5h 3c 2h"),
        ("JoKhJd9s7c", ["-r", "skeet", "--jokers", "1"], "skip-straight", "Kh Jd 9s 7c 5s"),
        ("JoKhKdQcJc", ["-r", "skeet", "--jokers", "1"], "three-of-a-kind", "Ks Kh Kd Qc Jc"),
        ("JoAh9h4h2c", ["-r", "four-flush", "--jokers", "1"], "four-flush", "Ah Kh 9h 4h 2c"),
        ("JoAhAd9h4h", ["-r", "four-flush", "--jokers", "1"], "three-of-a-kind", "As Ah Ad 9h 4h"),
        ("JoKhKd9s4c", ["--bug"], "one-pair", "As Kh Kd 9s 4c"),
        ("JoAhAd9s4c", ["--bug"], "three-of-a-kind", "As Ah Ad 9s 4c"),
        ("JoAsAhAdAc", ["--bug"], "five-of-a-kind", "As As Ah Ad Ac"),
        ("JoKhQdJs9c", ["--bug"], "straight", "Kh Qd Js Ts 9c"),
        ("JoKhQhJh9h", ["--bug"], "straight-flush", "Kh Qh Jh Th 9h"),
        ("JoKhJdTd8s", [*CATS, "--bug"], "high-card", "As Kh Jd Td 8s"),
        ("JoKhJdTd8s", [*CATS, "--bug", "special"], "big-tiger", "Kh Qs Jd Td 8s"),
        ("JoKhJdTd9s", [*CATS, "--bug"], "big-dog", "As Kh Jd Td 9s"),
        ("JoKhKd9s4c", [*CATS, "--bug", "special"], "one-pair", "As Kh Kd 9s 4c"),
        ("JoJo3h2s9c", ["--bug", "--jokers", "2"], "one-pair", "As Ah 9c 3h 2s"),
        ("Jo2hAsKdQc", ["--wild", "2", "--bug"], "straight", "As Kd Qc Js Ts"),
        ("6hAs9c8d7h", ["--deck", "36"], "straight", None),
        ("JoAs9c8d7h", ["--deck", "36", "--jokers", "1"], "straight", "As 9c 8d 7h 6s"),
    ],
)
def test_wild_cards_are_read_at_their_best(
    hand: str, options: list[str], combination: str, reads_as: str | None
) -> None:
    [row] = rows("rank", hand, *options)
    assert (row["combination"], row["reads_as"], row["plays"]) == (combination, reads_as, None)


@pytest.mark.parametrize(
    ("hand", "options", "combination", "plays", "reads_as"),
    [
        ("AhKhQdQs9h4h2c", [], "one-pair", "Ah Kh Qs Qd 9h", None),
        ("AhKhQdQs9h4h2h", [], "flush", "Ah Kh 9h 4h 2h", None),
        ("AhKhQdQs9h4h", [], "one-pair", "Ah Kh Qs Qd 9h", None),
        ("KhJdTd9s8c8h2c", CATS, "big-tiger", "Kh Jd Td 9s 8c", None),
        ("AhKhQdQs9h4h2c", WILD_SEVEN, "flush", "Ah Kh 9h 4h 2c", "Ah Kh Qh 9h 4h"),
        ("JoKhKdQcQs3h2d", ["--jokers", "1"], "full-house", "Kh Kd Qs Qc Jo", "Ks Kh Kd Qs Qc"),
        ("JoJoKh9s7c4d3d", WILD_SEVEN, "straight", "7c 4d 3d Jo Jo", "7c 6s 5s 4d 3d"),
        ("JoKhKdQcJs8d3c", ["--bug"], "one-pair", "Kh Kd Qc Js Jo", "As Kh Kd Qc Js"),
    ],
)
def test_the_five_cards_that_play_are_named(
    hand: str, options: list[str], combination: str, plays: str, reads_as: str | None
) -> None:
    [row] = rows("rank", hand, "--cards", str(len(hand) // 2), *options)
    assert (row["combination"], row["plays"], row["reads_as"]) == (combination, plays, reads_as)
    assert len(row["hand"].split()) == len(hand) // 2


def test_the_reasons_tell_the_best_reading_as_each_combination() -> None:
    found = rows("rank", "JoKhQhJhTh", "--jokers", "1", "--explain")
    assert [(row["combination"], row["reads_as"]) for row in found if "verdict" in row] == [
        ("straight-flush", "Ah Kh Qh Jh Th"),
        ("flush", "Kh Qh Jh Th 8h"),
        ("straight", "As Kh Qh Jh Th"),
        ("one-pair", "Ks Kh Qh Jh Th"),
        ("high-card", "Kh Qh Jh Th 8s"),
    ]


def test_a_reading_is_told_only_of_hands_that_are_read() -> None:
    done = run_here(["rank", "KhKdQcQsJd", "-r", "skeet", "--explain"])
    assert "Reads as" not in done.out
    assert "At best" not in done.out
    found = rows("rank", "KhKdQcQsJd", "-r", "skeet", "--explain")
    assert {row["reads_as"] for row in found} == {None}


def test_a_joker_is_one_of_the_cards_that_a_hand_just_misses() -> None:
    found = rows("rank", "AsAhKdKc9h", "--jokers", "1", "--explain")
    full_house = next(row for row in found if row["combination"] == "full-house")
    assert full_house["discard"] == "9h"
    assert full_house["outs"].split()[0] == "Jo"


def test_the_winner_is_told_among_hands_with_wild_cards() -> None:
    found = rows("rank", "JoAhAd9s4c", "AsAcKd9h4d", "--jokers", "1")
    assert [row["winner"] for row in found if row.get("table") == "winner"] == ["Ah Ad 9s 4c Jo"]
    found = rows("rank", "JoAhKd9s4c", "AsAcKh9h4d", "--jokers", "1")
    assert found[-1]["ties"] == 2  # a wild pair and a natural one


def test_the_data_formats_hold_the_same_rows() -> None:
    args = ["rank", "JoAhKhQh9h8s7c", "--deck", "32", "--jokers", "1", "--cards", "7"]
    found = {f: rows_of(run_here([*args, "-f", f]).out, f) for f in DATA_FORMATS}
    assert found["ndjson"] == found["json"]
    assert found["csv"] == [as_csv(row) for row in found["json"]]
    assert found["json"][0]["plays"] is not None
    assert found["json"][0]["reads_as"] is not None


@pytest.mark.parametrize("joker", ["Jo", "jo", "JO", "Joker", "joker"])
def test_a_joker_may_be_written_in_two_ways_and_be_not_quoted(joker: str) -> None:
    cards = [joker, "Kh", "Qh", "Jh", "Th"]
    quoted = run_here(["rank", " ".join(cards), "--jokers", "1"])
    assert quoted.code == 0
    assert run_here(["rank", *cards, "--jokers", "1"]) == quoted


# --- counts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        (["--jokers", "1"],
         [13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540]),
        (["--bug"],
         [1, 204, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964]),
        (["--wild", "2"],
         [672, 2_552, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680]),
    ],
)  # fmt: skip
def test_the_counts_with_wild_cards_are_those_that_are_known(
    options: list[str], counts: list[int]
) -> None:
    expected = dict(zip(["five-of-a-kind", *ORTHODOX], counts, strict=True))
    assert hands_of(*options) == expected


def test_with_a_joker_no_order_of_three_of_a_kind_and_two_pair_is_right() -> None:
    swap = ["--swap", "two-pair,three-of-a-kind"]
    found = {
        (row["ruleset"], row["combination"]): (row["place"], row["hands"])
        for row in rows("frequency", "--jokers", "1", *swap)
    }
    assert found["standard", "three-of-a-kind"] == (7, 137_280)
    assert found["standard", "two-pair"] == (8, 123_552)
    assert found["standard-swapped", "two-pair"] == (7, 205_920)
    assert found["standard-swapped", "three-of-a-kind"] == (8, 54_912)
    assert rows("frequency", "--jokers", "1", "--swap", "three-of-a-kind, two-pair") == rows(
        "frequency", "--jokers", "1", *swap
    )


def test_with_the_bug_the_orthodox_order_is_right() -> None:
    counts = list(hands_of("--bug").values())
    assert counts == sorted(counts)


def test_every_ruleset_named_is_swapped() -> None:
    found = rows("frequency", "-r", "standard", "-r", "soko", "--swap", "flush,straight")
    names = list(dict.fromkeys(row["ruleset"] for row in found))
    assert names == ["standard", "standard-swapped", "soko", "soko-swapped"]


def test_seven_cards_are_counted_exactly() -> None:
    # The counts of seven-card poker that books print.
    assert list(hands_of("--cards", "7").values()) == [
        41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800,
        23_294_460,
    ]  # fmt: skip


# --- files of hands ------------------------------------------------------------------------------


@pytest.mark.parametrize("format", DATA_FORMATS)
def test_a_file_with_jokers_gives_the_rows_of_the_same_hands_as_arguments(format: str) -> None:
    hands = ["JoKhQhJhTh", "2s2hAsKdQc", "Jo Jo 2c 3c 4c", "jokerAsAhAdAc", "AsKsQdJh9c"]
    assert_like_arguments(hands, ["--jokers", "2", "--wild", "2"], format)


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        (["AhKhQdQs9h8h", "JoKh 9s7cQdJd", "JoJoAhAsAdAc"], "6"),
        (["AhKhQdQs9h8h7c", "JoKhKdQcQs8h7d", "Jo,jo,Kh,9s,7c,Qd,Jd"], "7"),
    ],
)
def test_a_file_of_longer_hands_gives_the_rows_of_the_same_hands_as_arguments(
    hands: list[str], cards: str
) -> None:
    assert_like_arguments(hands, ["--deck", "32", "--jokers", "2", "--cards", cards], "csv")


def assert_like_arguments(hands: list[str], options: list[str], format: str) -> None:
    """A file has the rows of its hands, but for which cards play and what they are read as."""
    Path("hands.txt").write_text("\n".join(hands))
    args = ["-r", "standard", "-r", "skeet", *options, "-f", format]
    done = run_here(["rank", "--input", "hands.txt", *args])
    assert (done.code, done.err) == (0, f"{len(hands)} hands ranked\n")
    expected = []
    for hand in hands:
        expected += rows_of(run_here(["rank", hand, *args]).out, format)
    nothing = "" if format == "csv" else None
    assert rows_of(done.out, format) == [
        {**row, "plays": nothing, "reads_as": nothing} for row in expected
    ]


def test_a_bad_line_is_told_by_the_deck_and_the_size() -> None:
    lines = ["JoKhQhJhTh9h8h", "KhQhJhTh9h8h7h", "JoJoQhJhTh9h8h", "KhQhJhTh9h8h", "2hQhJhTh9h8h7h"]
    Path("hands.txt").write_text("\n".join(lines))
    options = ["--deck", "36", "--jokers", "1", "--cards", "7"]
    done = run_here(["rank", "--input", "hands.txt", *options, "-f", "csv"])
    assert done.code == 2
    assert len(done.out.splitlines()) == 3
    assert "line 3 of 'hands.txt': 'Jo' is one too many: the deck has 1 joker\n" in done.err
    assert "line 4 of 'hands.txt': 6 cards, but a hand has 7\n" in done.err
    assert "line 5 of 'hands.txt': the deck of 'standard' (36 + 1 joker) has no 2h\n" in done.err


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--jokers", "5"], "5 is not in the range 0<=x<=4"),
        (["--jokers", "one"], "'one' is not a valid integer"),
        (["--bug", "special", "--jokers", "0"], "a bug is a joker, and the deck has none"),
        (["--bug=fly"], "'fly' is not one of 'orthodox', 'special'"),
        (["--deck", "53"], "'53' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'"),
        (["--deck", "54"], "'54' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'"),
        (["--deck", "Zx"], "'Zx' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'"),
        (["--deck", "AAK"], "'AAK' is not a deck: a rank is listed twice"),
        (["--deck", "A"], "'A' is not a deck: a hand of 5 can't be dealt from it"),
        (["--deck", ""], "'' is not a deck"),
        (["--wild", "Zx"], "'Zx' is no wild card: a rank ('2'), a card ('Js') or one of one-eyed"),
        (["--wild", ""], "no wild card is named"),
        (["--wild", ","], "no wild card is named"),
        (["--wild", "Jo"], "Jo can't be wild"),
        (["--wild", "2", "--deck", "36"], "2c can't be wild: the deck has no such card"),
        (["--cards", "8"], "8 is not in the range 5<=x<=7"),
        (["--cards", "4"], "4 is not in the range 5<=x<=7"),
    ],
)
def test_bad_values_are_refused_by_every_command(
    command: str, options: list[str], problem: str
) -> None:
    assert_refused(run_here([*COMMANDS[command], *options, "-o", "new"]), problem)
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("args", "problems"),
    [
        (["rank", "JoKhQhJhTh"], ["the deck has no joker\n    JoKhQhJhTh\n    ^^\n", "--jokers 1"]),
        (["rank", "JoJoQhJhTh", "--jokers", "1"], ["the deck has 1 joker\n", "--jokers 2"]),
        (["rank", "AhKhQdQs9h4h", "--cards", "7"], ["6 cards, but a hand has 7", "write 1 more"]),
        (["rank", "AhKhQdQs9h4h"], ["6 cards, but a hand has 5", "leave 1 card out"]),
        (["rank", "AhKhQdQs2h", "--deck", "36"], ["the deck of 'standard' (36) has no 2h"]),
        (["rank", "2-K-Q-9-4", "--deck", "36"], ["the deck of 'standard' (36) has no "]),
        (["frequency", "--swap", "flush"], ["--swap takes two combinations"]),
        (["frequency", "--swap", "flush,straight,skeet"], ["--swap takes two combinations"]),
        (["frequency", "--swap", "flush,fulhouse"], ["'fulhouse' can't", "mean 'full-house'?"]),
        (["frequency", "--swap", "flush,skeet"], ["'skeet' can't be swapped in 'standard'\n  it "]),
        (["frequency", "--swap", "flush,high-card"], ["'high-card' can't be swapped in 'standa"]),
        (["frequency", "--swap", "flush,flush"], ["--swap takes two combinations"]),
        (["frequency", "--swap", ""], ["--swap takes two combinations"]),
        (["simulate", "--cards", "7", "--players", "8"],
         ["8 players need 56 cards; the deck of 52 is enough for 7"]),
        (["simulate", "--deck", "32", "--cards", "7", "--players", "5", "--jokers", "2"],
         ["5 players need 35 cards; the deck of 34 is enough for 4"]),
    ],
)  # fmt: skip
def test_what_is_refused(args: list[str], problems: list[str]) -> None:
    assert_refused(run_here([*args, "-o", "new"]), *problems)
    assert list(Path().iterdir()) == []


def test_a_joker_is_refused_by_the_ruleset_that_has_none() -> None:
    ruleset("joker.toml", "jokers = 1")
    done = run_here(["rank", "JoKhQhJhTh", "-r", "joker.toml", "-r", "standard"])
    assert_refused(done, "the deck of 'standard' (52) has no Jo", "use cards of the deck")


def test_two_decks_can_not_be_dealt_at_once_but_options_make_them_one() -> None:
    ruleset("joker.toml", "jokers = 1")
    args = ["simulate", "-n", "1k", "--seed", "1", "-r", "standard", "-r", "joker.toml"]
    assert_refused(
        run_here(args), "'standard' is played with 52 cards and 'joker' with 52 + 1 joker"
    )
    assert meta(*args, "--jokers", "2")["deck"] == "52 + 2 jokers"


# --- what the deck can't hold --------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_deck_can_not_hold_has_one_line(command: str) -> None:
    done = run_here([*COMMANDS[command], *CATS, "--deck", "36", "--jokers", "1"])
    assert done.code == 0
    for name in ("little-tiger", "little-dog"):
        line = f"cats-and-dogs: {name}: can't occur in this deck (36 + 1 joker)\n"
        assert done.out.count(line) == 1
        assert done.out.count(name) == 1


# --- options from elsewhere, and the start -------------------------------------------------------


def test_the_environment_and_the_file_set_the_options(run_cli: RunCli) -> None:
    Path("pokersim.toml").write_text(
        '[frequency]\ndeck = "36"\njokers = 2\nbug = "special"\nwild = "6,Js"\ncards = 6\n'
        'swap = "flush,straight"\n'
    )
    env = {"POKERSIM_FREQUENCY_JOKERS": "3", "POKERSIM_FREQUENCY_WILD": "one-eyed-jacks"}
    done = run_cli(["frequency", "--cards", "5", "-f", "json"], env=env)
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)["meta"]
    assert (found["deck"], found["cards"]) == ("36 + 3 bugs, Jh Js wild", 5)
    assert [r["name"] for r in found["rulesets"]] == ["standard", "standard-swapped"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_options_of_its_environment(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for name, value in (("DECK", "36"), ("JOKERS", "2"), ("BUG", "special"), ("WILD", "6 Js")):
        monkeypatch.setenv(f"POKERSIM_{command.upper()}_{name}", value)
    assert meta(*COMMANDS[command])["deck"] == ITS_DECK


def test_a_bad_value_of_the_file_or_the_environment_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("pokersim.toml").write_text('[rank]\njokers = 5\nbug = "fly"\ncards = "x"\n')
    problems = ["rank.jokers: 5 is not in the range", "rank.bug: 'fly' is not one", "rank.cards: "]
    assert_refused(run_here(["rank", "AhKhQhJhTh"]), "pokersim.toml has 3 problems", *problems)
    Path("pokersim.toml").unlink()
    monkeypatch.setenv("POKERSIM_RANK_JOKERS", "x")
    assert_refused(run_here(["rank", "AhKhQhJhTh"]), "(from POKERSIM_RANK_JOKERS): 'x' is not a")


@pytest.mark.parametrize(
    "args",
    [
        ["frequency", "-r", "skeet", "--swap", "flush,skeet", *ALL_OPTIONS],
        ["rank", JOKER, "-r", "skeet", "--explain", *ALL_OPTIONS],
    ],
)
def test_numba_is_not_imported_for_five_cards(args: list[str]) -> None:
    done = run_code(IMPORTS_NUMBA, args)
    assert (done.code, done.err) == (0, "False\n")


# --- a ruleset of one's own ----------------------------------------------------------------------

SHORT = ["straight", "one-pair", "high-card"]
SUITED = ["straight-flush", "flush", "one-pair", "high-card"]


@pytest.mark.parametrize(
    ("lines", "ranking", "deck", "hand", "combination", "reads_as"),
    [
        (['deck = "36"'], SHORT, "36", "As9c8d7h6s", "straight", None),
        (["deck = 36", "ace-low = false"], SHORT, "36", "As9c8d7h6s", "high-card", None),
        (['deck = "9TJQKA"'], ORTHODOX, "9TJQKA", "KhQdJsTc9c", "straight", None),
        (["jokers = 2"], SHORT, "52 + 2 jokers", "JoJoAh9d8c", "one-pair", "As Ah Ks 9d 8c"),
        (['bug = "orthodox"'], ORTHODOX, "52 + 1 bug", "JoKhKd9s4c", "one-pair", "As Kh Kd 9s 4c"),
        (["jokers = 2", 'bug = "special"'], ["big-tiger", "high-card"], "52 + 2 bugs",
         "JoKhJdTd8s", "big-tiger", "Kh Qs Jd Td 8s"),
        (['wild = "2"'], SUITED, "52, 2c 2d 2h 2s wild", "AhKhQh9h2c", "flush", "Ah Kh Qh Jh 9h"),
        (['wild = ["one-eyed-jacks", "Kh"]'], SUITED, "52, Jh Js Kh wild", "AhQh9h4hJs",
         "flush", "Ah Kh Qh 9h 4h"),
        (['wild-by-hand = "lowest"'], ORTHODOX, "52, lowest card wild", "AhKdQc2h2s",
         "straight", "Ah Kd Qc Js Ts"),
        (['wild-by-hand = "hole"'], ORTHODOX, "52, hole card wild", "9h2s9dQcJc",
         "three-of-a-kind", "Qs Qh Qc Jc 2s"),
        (["double-ace-flush = true", "jokers = 1"], SUITED, "52 + 1 joker", "AhKhQh9hJo",
         "flush", "Ah Ah Kh Qh 9h"),
        (["natural-first = true", "jokers = 1"], ORTHODOX, "52 + 1 joker", "AhKdQc9hJo",
         "one-pair", "As Ah Kd Qc 9h"),
    ],
)  # fmt: skip
def test_each_key_of_the_deck_works_in_a_file(
    lines: list[str],
    ranking: list[str],
    deck: str,
    hand: str,
    combination: str,
    reads_as: str | None,
) -> None:
    name = ruleset("own.toml", *lines, ranking=ranking)
    assert run_here(["rules", "check", name, "-f", "csv"]).code == 0
    assert run_here(["rules", "show", name]).code == 0
    [row] = rows("rank", hand, "-r", name)
    assert (row["combination"], row["reads_as"]) == (combination, reads_as)
    assert meta("frequency", "-r", name)["deck"] == deck
    assert meta("simulate", "-r", name, "-n", "500", "--seed", "1")["deck"] == deck
    counts = rows("frequency", "-r", name)
    assert sum(row["hands"] for row in counts) == counts[0]["total"]


def test_the_first_card_of_a_hand_is_its_hole_card() -> None:
    name = ruleset("hole.toml", 'wild-by-hand = "hole"')
    first, second = (rows("rank", hand, "-r", name)[0] for hand in ("9h2s9dQcJc", "2s9h9dQcJc"))
    assert (first["tie_break"], second["tie_break"]) == ("Q-J-2", "9-Q-J")


def test_the_lowest_card_of_seven_is_wild_also_where_it_does_not_play() -> None:
    name = ruleset("low.toml", 'wild-by-hand = "lowest"', 'deck = "TJQKA"')
    [row] = rows("rank", "AsAhKsKhQdJdTc", "-r", name, "--cards", "7")
    assert (row["combination"], row["reads_as"]) == ("full-house", "As Ah Ad Ks Kh")
    assert sum(hands_of("-r", name, "--cards", "7").values()) == 77_520


def test_natural_hands_win_where_the_file_says_so() -> None:
    hands = ["JoAhKd9s4c", "AsAcKh9h4d"]
    plain = ruleset("plain.toml", "jokers = 1")
    natural = ruleset("natural.toml", "jokers = 1", "natural-first = true")
    tied, first = (rows("rank", *hands, "-r", name)[-1] for name in (plain, natural))
    assert (tied["ties"], first["ties"], first["winner"]) == (2, 0, "As Ac Kh 9h 4d")


def test_five_of_a_kind_is_on_top_unless_the_file_places_it() -> None:
    royal = ruleset(
        "royal.toml", "jokers = 1", ranking=["royal-flush", "five-of-a-kind", *ORTHODOX]
    )
    assert list(hands_of("-r", royal))[:3] == ["royal-flush", "five-of-a-kind", "straight-flush"]
    assert next(iter(hands_of("--jokers", "1"))) == "five-of-a-kind"
    assert "five-of-a-kind" not in hands_of()
    found = rows("rank", "JoKhQhJhTh", "JoAsAhAdAc", "-r", royal)
    assert found[-1]["winner"] == "Kh Qh Jh Th Jo"


def test_a_combination_of_ones_own_says_whether_a_bug_completes_it() -> None:
    for bug, kind, completed in (
        ("no", "special", False),
        ("orthodox", "orthodox", True),
        ("special", "orthodox", False),
        ("special", "special", True),
    ):
        Path("own.toml").write_text(
            f'bug = "{kind}"\nranking = ["moon", "high-card"]\n'
            '[combination.moon]\npattern = { no-pair = true, high = "Q", low = "7" }\n'
            f'bug = "{bug}"\n'
        )
        [row] = rows("rank", "JoQhTd9s7c", "-r", "own.toml")
        assert (row["combination"] == "moon") == completed, (bug, kind)


def test_options_go_over_the_deck_of_a_file() -> None:
    name = ruleset("own.toml", "jokers = 2", 'wild = ["one-eyed-jacks", "2"]')
    for options, deck in (
        (["--deck", "36"], "36 + 2 jokers, Jh Js wild"),
        (["--wild", "3"], "52 + 2 jokers, 3c 3d 3h 3s wild"),
        (["--jokers", "1", "--bug"], "52 + 1 bug, 2c 2d 2h 2s Jh Js wild"),
        (["--jokers", "0"], "52, 2c 2d 2h 2s Jh Js wild"),
    ):
        assert meta("frequency", "-r", name, *options)["deck"] == deck


def test_every_problem_of_the_deck_of_a_file_is_told() -> None:
    Path("bad.toml").write_text(
        'ace-low = "no"\njokers = 5\nbug = "x"\nwild = ["2", "Zx"]\nwild-by-hand = "high"\n'
        'double-ace-flush = 1\nnatural-first = "yes"\nranking = ["moon", "high-card"]\n'
        '[combination.moon]\nlike = "flush"\nbug = "maybe"\n'
    )
    assert_refused(
        run_here(["frequency", "-r", "bad.toml"]),
        "Error: bad.toml has 8 problems\n",
        "  ace-low: 'no' is neither true nor false\n",
        "  jokers: 5 is not a whole number from 0 to 4\n",
        "  bug: unknown word 'x'; one of orthodox, special\n",
        "  wild: 'Zx' is no wild card: a rank ('2'), a card ('Js') or one of one-eyed-jacks",
        "  wild-by-hand: unknown word 'high'; one of lowest, hole\n",
        "  double-ace-flush: 1 is neither true nor false\n",
        "  natural-first: 'yes' is neither true nor false\n",
        "  combination.moon.bug: unknown word 'maybe'; one of orthodox, special, no\n",
    )
    Path("bad.toml").write_text(
        'jokers = 0\nbug = "special"\ndeck = "36"\nwild = "2"\nranking = ["high-card"]\n'
    )
    assert_refused(
        run_here(["frequency", "-r", "bad.toml"]),
        "  bug: a bug is a joker, and the deck has none\n",
        "  wild: 2c can't be wild: the deck has no such card\n",
    )
