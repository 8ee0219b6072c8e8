"""The deck and the wild cards of a ruleset of one's own, from its file."""

from pathlib import Path

import pytest

from support.commands import (
    assert_refused,
    document,
    run_here,
)
from support.wild_commands import (
    ORTHODOX,
    hands_of,
    meta,
    rows,
    ruleset,
)

pytestmark = pytest.mark.usefixtures("own_folder")


SHORT = ["straight", "one-pair", "high-card"]
SUITED = ["straight-flush", "flush", "one-pair", "high-card"]


@pytest.mark.parametrize(
    ("lines", "ranking", "deck", "hand", "combination", "reads_as"),
    [
        (['deck = "36"'], SHORT, "36", "As9c8d7h6s", "straight", None),
        (["deck = 36", "ace-low = false"], SHORT, "36, ace high only", "As9c8d7h6s",
         "high-card", None),
        (['deck = "9TJQKA"'], ORTHODOX, "9TJQKA", "KhQdJsTc9c", "straight", None),
        (["jokers = 2"], SHORT, "52 + 2 jokers", "JoJoAh9d8c", "one-pair", "As Ah Ks 9d 8c"),
        (['bug = "orthodox"'], ORTHODOX, "52 + 1 bug", "JoKhKd9s4c", "one-pair", "As Kh Kd 9s 4c"),
        (["jokers = 2", 'bug = "special"'], ["big-tiger", "high-card"], "52 + 2 bugs",
         "JoKhJdTd8s", "big-tiger", "Kh Qs Jd Td 8s"),
        (['wild = "2"'], SUITED, "52, 2c 2d 2h 2s wild", "AhKhQh9h2c", "flush", "Ah Kh Qh Jh 9h"),
        (['wild = ["one-eyed-jacks", "Kh"]'], SUITED, "52, Jh Js Kh wild", "AhQh9h4hJs",
         "flush", "Ah Kh Qh 9h 4h"),
        (['wild-by-hand = "lowest"', 'deck = "36"'], ORTHODOX, "36, lowest card wild", "AhKdQc6h6s",
         "straight", "Ah Kd Qc Js Ts"),
        (['wild-by-hand = "hole"', 'deck = "36"'], ORTHODOX, "36, hole card wild", "9h6s9dQcJc",
         "three-of-a-kind", "Qs Qh Qc Jc 6s"),
        (["double-ace-flush = true", "jokers = 1"], SUITED,
         "52 + 1 joker, double-ace flush", "AhKhQh9hJo", "flush", "Ah Ah Kh Qh 9h"),
        (["natural-first = true", "jokers = 1"], ORTHODOX,
         "52 + 1 joker, fewer wild cards win", "AhKdQc9hJo", "one-pair", "As Ah Kd Qc 9h"),
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
    [row] = rows("rank", hand, "-r", name)
    assert (row["combination"], row["reads_as"]) == (combination, reads_as)
    counts = document(["frequency", "-r", name])
    assert counts["meta"]["deck"] == deck
    assert sum(row["hands"] for row in counts["rows"]) == counts["rows"][0]["total"]


def test_the_deck_of_a_file_is_dealt() -> None:
    name = ruleset("own.toml", 'wild-by-hand = "hole"', "jokers = 1", 'deck = "TJQKA"')
    found = meta("simulate", "-r", name, "-n", "500", "--seed", "1")
    assert found["deck"] == "TJQKA + 1 joker, hole card wild"


def test_the_first_card_of_a_hand_is_its_hole_card() -> None:
    name = ruleset("hole.toml", 'wild-by-hand = "hole"')
    first, second = (rows("rank", hand, "-r", name)[0] for hand in ("9h2s9dQcJc", "2s9h9dQcJc"))
    assert (first["tie_break"], second["tie_break"]) == ("Q-J-2", "9-Q-J")


def test_the_lowest_card_of_seven_is_wild_also_where_it_does_not_play() -> None:
    name = ruleset("low.toml", 'wild-by-hand = "lowest"', 'deck = "TJQKA"')
    [row] = rows("rank", "AsAhKsKhQdJdTc", "-r", name, "--cards", "7")
    assert (row["combination"], row["reads_as"]) == ("full-house", "As Ah Ad Ks Kh")
    assert sum(hands_of("-r", name, "--cards", "7").values()) == 77_520


@pytest.mark.parametrize(
    ("by_hand", "cards", "said"),
    [("hole", "6", "Counting all hands of 6 cards, any of them the hole card ...\n"),
     ("hole", "5", ""), ("lowest", "6", "")],
)  # fmt: skip
def test_a_long_count_is_announced_before_it_starts(by_hand: str, cards: str, said: str) -> None:
    name = ruleset("own.toml", f'wild-by-hand = "{by_hand}"', 'deck = "TJQKA"')
    for command in (["rank", "AsAhKsKhQdJd"[: 2 * int(cards)]], ["frequency"]):
        args = [*command, "-r", name, "--cards", cards]
        assert run_here(args).err == said
        assert run_here([*args, "-q"]).err == ""


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


def test_every_problem_of_the_deck_of_a_file_is_reported() -> None:
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
