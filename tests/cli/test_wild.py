"""Wild cards, other decks, six and seven cards: every option in every command that has it."""

import json

import pytest

from support.commands import (
    DATA_FORMATS,
    FORMATS,
    as_csv,
    assert_golden,
    rows_of,
    run_here,
)
from support.wild_commands import (
    ALL_OPTIONS,
    CATS,
    COMMANDS,
    ITS_DECK,
    ORTHODOX,
    ROYAL,
    WILD_SEVEN,
    hands_of,
    meta,
    rows,
)

pytestmark = pytest.mark.usefixtures("own_folder")


# --- every option, every command, every format ---------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_all_options_go_together_in_every_command_and_format(command: str) -> None:
    for format in FORMATS:
        done = run_here([*COMMANDS[command], "-r", "skeet", *ALL_OPTIONS, "-f", format])
        assert (done.code, done.err) == (0, ""), format
        if format == "json":
            assert json.loads(done.out)["meta"]["deck"] == ITS_DECK
        if format in DATA_FORMATS:
            assert rows_of(done.out, format)[0]["ruleset"] == "skeet"


def test_each_option_is_what_the_deck_says() -> None:
    decks = [
        (["--deck", "52"], "52"),
        (["--deck", "9tjqka"], "9TJQKA"),
        (["--deck", "9-10-J-Q-K-A"], "9TJQKA"),
        (["--jokers", "0"], "52"),
        (["--jokers", "4"], "52 + 4 jokers"),
        (["--bug"], "52 + 1 bug"),
        (["--bug", "special", "--jokers", "2"], "52 + 2 bugs"),
        (["--wild", "2"], "52, 2c 2d 2h 2s wild"),
        (["--wild", "js jh"], "52, Jh Js wild"),
        (["--wild", "one-eyed-jacks,Suicide-King"], "52, Jh Js Kh wild"),
        (["--wild", "deuces", "--deck", "A,K,Q,J,10,2"], "2TJQKA, 2c 2d 2h 2s wild"),
    ]
    found = [(options, meta("rank", ROYAL, *options)["deck"]) for options, _ in decks]
    assert found == decks


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


def test_wild_cards_are_read_at_their_best() -> None:
    expected: list[tuple[str, list[str], str, str | None]] = [
        ("JoKhQhJhTh", ["--jokers", "1"], "straight-flush", "Ah Kh Qh Jh Th"),
        ("JoAhKhQh9h", ["--jokers", "1"], "flush", "Ah Kh Qh Jh 9h"),
        ("JoAsAhAdAc", ["--jokers", "1"], "five-of-a-kind", "As As Ah Ad Ac"),
        ("JoJo2h2s9c", ["--jokers", "2"], "four-of-a-kind", "9c 2s 2h 2d 2c"),
        ("2s2h2d2c3h", ["--wild", "2"], "five-of-a-kind", "3s 3s 3h 3d 3c"),
        ("JsAhAd9c4h", ["--wild", "one-eyed-jacks"], "three-of-a-kind", "As Ah Ad 9c 4h"),
        ("JdAhAd9c4h", ["--wild", "one-eyed-jacks"], "one-pair", None),
        ("AsKsQdJh9c", ["--jokers", "1"], "high-card", None),
        ("JoKhJdTd8s", [*CATS, "--jokers", "1"], "big-tiger", "Kh Qs Jd Td 8s"),
        ("JoJo3c5h2h", ["-r", "skeet", "--jokers", "2"], "skeet", "9s 8s 5h 3c 2h"),
        ("JoKhJd9s7c", ["-r", "skeet", "--jokers", "1"], "skip-straight", "Kh Jd 9s 7c 5s"),
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
        ("JoAs9c8d7h", ["--deck", "36", "--jokers", "1"], "straight", "As 9c 8d 7h 6s"),
    ]
    found = []
    for hand, options, _, _ in expected:
        [row] = rows("rank", hand, *options)
        found.append((hand, options, row["combination"], row["reads_as"]))
        assert row["plays"] is None
    assert found == expected


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


def test_the_reasons_have_the_best_reading_as_each_combination() -> None:
    found = rows("rank", "JoKhQhJhTh", "--jokers", "1", "--explain")
    assert [(row["combination"], row["reads_as"]) for row in found if "verdict" in row] == [
        ("straight-flush", "Ah Kh Qh Jh Th"),
        ("flush", "Kh Qh Jh Th 8h"),
        ("straight", "As Kh Qh Jh Th"),
        ("one-pair", "Ks Kh Qh Jh Th"),
        ("high-card", "Kh Qh Jh Th 8s"),
    ]


def test_only_hands_with_wild_cards_have_a_reading() -> None:
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


def test_two_jokers_are_one_card_among_those_that_a_hand_just_misses() -> None:
    found = rows("rank", "AsAhKdKc9h", "--jokers", "2", "--explain")
    outs = [row["outs"].split() for row in found if row.get("outs")]
    assert outs
    assert [some.count("Jo") for some in outs] == [1] * len(outs)


@pytest.mark.parametrize(
    ("args", "reads_as"),
    [
        (["--bug", "JoKhJdTd8s"], "As Kh Jd Td 8s"),
        (["JoKhJdTd8s", "--bug"], "As Kh Jd Td 8s"),
        (["--bug", "-q", "JoKhJdTd8s"], "As Kh Jd Td 8s"),
        (["--bug", "special", "JoKhJdTd8s"], "Kh Qs Jd Td 8s"),
        (["--bug=special", "JoKhJdTd8s"], "Kh Qs Jd Td 8s"),
    ],
)
def test_a_bug_takes_the_next_word_only_if_that_is_a_kind_of_bug(
    args: list[str], reads_as: str
) -> None:
    assert [row["reads_as"] for row in rows("rank", *CATS, *args)] == [reads_as]


def test_there_is_a_winner_among_hands_with_wild_cards() -> None:
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


def test_a_joker_may_be_written_in_two_ways_and_be_not_quoted() -> None:
    quoted = run_here(["rank", "Jo Kh Qh Jh Th", "--jokers", "1"])
    assert quoted.code == 0
    for joker in ("Jo", "JO", "joker"):
        cards = [joker, "Kh", "Qh", "Jh", "Th"]
        assert run_here(["rank", " ".join(cards), "--jokers", "1"]) == quoted, joker
        assert run_here(["rank", *cards, "--jokers", "1"]) == quoted, joker


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
