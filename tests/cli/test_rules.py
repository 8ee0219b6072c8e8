"""``pokersim rules``: the list, the cards, what a check finds, and a file to start from."""

import json
from pathlib import Path

import pytest

from pokersim.rules.loader import load_ruleset, shipped_names
from support.commands import (
    DATA_FORMATS,
    META_FIELDS,
    as_csv,
    assert_golden,
    assert_refused,
    rows_of,
    run_here,
)

LIST_FIELDS = ["name", "title", "combinations", "strengths", "about", "source", "hash"]
CARD_FIELDS = [
    "ruleset", "place", "combination", "label", "names", "example", "pattern", "tie_break",
    "hands", "matching", "total", "probability", "one_in", "source",
]  # fmt: skip
CHECK_FIELDS = ["file", "level", "problem"]
FIELDS = {"list": LIST_FIELDS, "show": CARD_FIELDS, "check": CHECK_FIELDS}

WORKING = 'ranking = ["straight-flush", "flush", "high-card"]\n'
ODD = 'deck = 36\nranking = ["straight", "straight-flush", "little-dog", "flush", "high-card"]\n'
FAULTY = """
nmae = "x"
en = 5
ru = ""
source = ["x"]
deck = "fifty-two"
ranking = ["skeeet", "flush", "flush", 7, "moon", "sun"]
[combination.moon]
colour = "red"
tie-break = "luck"
[combination.moon.pattern]
counts = [3, 3]
high = "1"
contains = ["9", "9"]
among = "J"
between = [{ cards = 9, above = "5" }]
run = { length = 6, step = 3, ace = "top", wrap = 1, opne = true }
suited = 3
[combination.sun]
like = "blazze"
[combination.flush]
pattern = { suited = 5 }
[combination.Star]
pattern = { high = "2", low = "A" }
"""
PROBLEMS = [
    "nmae: unknown key; did you mean 'name'?",
    "en: 5 is not a text",
    "ru: is empty",
    "source: ['x'] is not a text",
    "deck: 'fifty-two' is not a deck: 52, 36, 32, or its ranks like '789TJQKA'",
    "ranking[0]: unknown combination 'skeeet'; did you mean 'skeet'?",
    "ranking[2]: 'flush' appears twice",
    "ranking[3]: 7 is not the name of a combination",
    "ranking: the last must be 'high-card', which every hand makes",
    "combination.moon.colour: unknown key; known: en, ru, source, pattern, tie-break, bug, like",
    "combination.moon.tie-break: unknown word 'luck'; one of cards, groups, orthodox, run, suited",
    "combination.moon.pattern.counts: [3, 3] is not a list of counts that add up to five cards",
    "combination.moon.pattern.high: '1' is not a rank (2-9 T J Q K A)",
    "combination.moon.pattern.contains: names a rank twice",
    "combination.moon.pattern.among: 'J' is not a list of ranks",
    "combination.moon.pattern.between[0].below: is missing",
    "combination.moon.pattern.between[0].cards: 9 is not a whole number from 0 to 5",
    "combination.moon.pattern.run.opne: unknown key; did you mean 'open'?",
    "combination.moon.pattern.run.length: 6 is not a whole number from 3 to 5",
    "combination.moon.pattern.run.step: 3 is not a whole number from 1 to 2",
    "combination.moon.pattern.run.ace: unknown word 'top'; one of both, high, low",
    "combination.moon.pattern.run.wrap: 1 is neither true nor false",
    "combination.moon.pattern.suited: 3 is not a whole number from 4 to 5",
    "combination.sun.like: unknown combination 'blazze'; did you mean 'blaze'?",
    "combination.flush: is the name of a combination of the catalogue; take another",
    "combination.Star: a combination is named in small letters and hyphens: full-moon",
]


@pytest.fixture
def folder(own_folder: Path) -> Path:
    """Return the working directory of the commands, with a few rulesets in it."""
    (own_folder / "working.toml").write_text(WORKING)
    (own_folder / "odd.toml").write_text(ODD)
    (own_folder / "faulty.toml").write_text(FAULTY)
    return own_folder


pytestmark = pytest.mark.usefixtures("folder")


# --- the list and the cards ----------------------------------------------------------------------


def test_the_list_is_the_golden_one() -> None:
    done = run_here(["rules", "list"])
    assert (done.code, done.err) == (0, "")
    assert_golden("rules-list.txt", done.out)


@pytest.mark.parametrize("name", shipped_names())
def test_the_card_of_every_shipped_ruleset_is_the_golden_one(name: str) -> None:
    done = run_here(["rules", "show", name])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"rules-show/{name}.txt", done.out)


@pytest.mark.parametrize(
    ("args", "ending"), [(["-f", "markdown"], "md"), (["--lang", "ru"], "ru.txt")]
)
def test_a_card_in_another_dress_is_the_golden_one(args: list[str], ending: str) -> None:
    done = run_here(["rules", "show", "cats-and-dogs", *args])
    assert (done.code, done.err) == (0, "")
    assert_golden(f"rules-show/cats-and-dogs.{ending}", done.out)


@pytest.mark.parametrize("args", [["list"], ["show", "skeet"], ["check", "odd.toml"]])
def test_the_data_formats_hold_the_same_rows_with_the_fields_of_the_manual(args: list[str]) -> None:
    rows = {}
    for format in DATA_FORMATS:
        done = run_here(["rules", *args, "-f", format])
        assert (done.code, done.err) == (0, "")
        rows[format] = rows_of(done.out, format)
    assert [list(row) for row in rows["json"]] == [FIELDS[args[0]]] * len(rows["json"])
    assert rows["ndjson"] == rows["json"]
    assert rows["csv"] == [as_csv(row) for row in rows["json"]]


def test_the_list_names_every_ruleset_with_its_hash() -> None:
    document = json.loads(run_here(["rules", "list", "-f", "json"]).out)
    digests = [(name, load_ruleset(name).digest) for name in shipped_names()]
    assert [(row["name"], row["hash"]) for row in document["rows"]] == digests
    assert [(r["name"], r["hash"]) for r in document["meta"]["rulesets"]] == digests
    assert set(META_FIELDS) <= set(document["meta"])


def test_a_card_names_each_combination_its_best_hand_and_its_odds() -> None:
    rows = rows_of(run_here(["rules", "show", "skeet", "-f", "json"]).out, "json")
    skeet = next(row for row in rows if row["combination"] == "skeet")
    assert skeet == {
        "ruleset": "skeet",
        "place": 6,
        "combination": "skeet",
        "label": "Skeet",
        "names": "Pelter",
        "example": "9s 8s 7h 5h 2d",
        "pattern": "no pair, nine high, with 9, 5 and 2",
        "tie_break": "cards",
        "hands": 10_200,
        "matching": 10_240,
        "total": 2_598_960,
        "probability": 10_200 / 2_598_960,
        "one_in": 254.8,
        "source": "[000] [001]",
    }


def test_the_card_of_a_file_names_what_can_not_occur() -> None:
    done = run_here(["rules", "show", "./odd.toml"])
    assert (done.code, done.err) == (0, "")
    assert "Odds are exact: of all 376,992 hands of 36 cards.\n" in done.out
    assert "odd: little-dog: can't occur in this deck (36)\n" in done.out
    assert "odd: straight-flush: never counts; each such hand is something higher\n" in done.out


# --- checks --------------------------------------------------------------------------------


def test_every_problem_of_a_file_is_reported_at_once() -> None:
    done = run_here(["rules", "check", "faulty.toml", "-f", "json"])
    assert (done.code, done.err) == (1, "")
    reported = [row["problem"] for row in rows_of(done.out, "json")]
    assert len(reported) >= 20
    assert [
        problem for problem in PROBLEMS if not any(t.startswith(problem) for t in reported)
    ] == []
    assert {row["level"] for row in rows_of(done.out, "json")} == {"error"}


@pytest.mark.parametrize(
    "args",
    [
        ["rules", "show", "faulty.toml"],
        ["frequency", "-r", "faulty.toml"],
        ["rank", "KhJdTd9s8c", "-r", "faulty.toml"],
        ["simulate", "-n", "1k", "-r", "faulty.toml"],
    ],
)
def test_every_command_refuses_a_faulty_file_with_all_its_problems(args: list[str]) -> None:
    done = run_here([*args, "-o", "result"])
    assert_refused(done, "Error: faulty.toml has ", *(f"\n  {problem}" for problem in PROBLEMS))


def test_refusing_leaves_no_file_and_changes_none(folder: Path) -> None:
    (folder / "old").write_text("old")
    before = sorted(folder.iterdir())
    assert run_here(["rules", "show", "faulty.toml", "-o", "new"]).code == 2
    assert run_here(["rules", "show", "faulty.toml", "-o", "old"]).code == 2
    assert sorted(folder.iterdir()) == before
    assert (folder / "old").read_text() == "old"


@pytest.mark.parametrize(
    ("args", "code", "levels"),
    [
        (["working.toml"], 0, ["ok"]),
        (["odd.toml"], 0, ["warning", "warning"]),
        (["odd.toml", "--strict"], 1, ["warning", "warning"]),
        (["working.toml", "--strict"], 0, ["ok"]),
        (["working.toml", "odd.toml"], 0, ["ok", "warning", "warning"]),
        (["soko"], 0, ["ok"]),
    ],
)
def test_a_check_exits_by_the_worst_that_it_found(
    args: list[str], code: int, levels: list[str]
) -> None:
    done = run_here(["rules", "check", *args, "-f", "ndjson"])
    assert (done.code, done.err) == (code, "")
    assert [row["level"] for row in rows_of(done.out, "ndjson")] == levels


def test_warnings_name_what_can_not_occur_and_what_never_counts() -> None:
    done = run_here(["rules", "check", "odd.toml", "-f", "csv"])
    assert done.out.splitlines()[1:] == [
        "odd.toml,warning,little-dog: can't occur in this deck (36)",
        "odd.toml,warning,straight-flush: never counts; each such hand is something higher",
    ]


def test_two_entries_that_coincide_are_named(folder: Path) -> None:
    (folder / "twin.toml").write_text(
        'ranking = ["full-house", "boat", "high-card"]\n'
        "[combination.boat]\npattern = { counts = [2, 3] }\n"
    )
    done = run_here(["rules", "check", "twin.toml", "-f", "ndjson"])
    problem = "boat: is always full-house as well, which is higher"
    assert rows_of(done.out, "ndjson") == [
        {"file": "twin.toml", "level": "warning", "problem": problem}
    ]


def test_a_pattern_that_no_hand_matches_is_an_error(folder: Path) -> None:
    (folder / "none.toml").write_text(
        'ranking = ["none", "high-card"]\n[combination.none]\npattern = { high = "3", low = "9" }\n'
    )
    done = run_here(["rules", "check", "none.toml", "-f", "csv"])
    assert done.code == 1
    assert "none.toml,error,combination.none.pattern: no hand matches it\n" in done.out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"", "ranking: is missing: a list of combinations, best first"),
        (b"ranking = [", "not TOML: "),
        (b"ranking = 'x'\nranking = 'x'", "not TOML: "),
        ('ranking = ["скит", "high-card"]'.encode(), "ranking[0]: unknown combination 'скит'"),
    ],
)
def test_a_file_that_is_no_ruleset_fails_the_check(folder: Path, text: bytes, problem: str) -> None:
    (folder / "x.toml").write_bytes(text)
    done = run_here(["rules", "check", "x.toml"])
    assert (done.code, done.err) == (1, "")
    assert problem in done.out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"\xff\xfe\x00binary", "'x.toml' is not UTF-8 text (line 1)"),
        (b"# ok\n\xff", "'x.toml' is not UTF-8 text (line 2)"),
        (b"#" * (1 << 20) + b"#", "'x.toml' is larger than a megabyte: not a ruleset"),
    ],
)
def test_a_file_that_is_no_text_is_refused(folder: Path, text: bytes, problem: str) -> None:
    (folder / "x.toml").write_bytes(text)
    assert_refused(run_here(["rules", "check", "x.toml"]), problem)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("ranking = " + "[" * 100_000, id="deep"),
        pytest.param("deck = " + "9" * 5000, id="long number"),
        pytest.param('ranking = ["high-card"]\ndeck = 0x' + "f" * 5000, id="long in base 16"),
    ],
)
def test_toml_that_python_chokes_on_is_no_traceback(folder: Path, text: str) -> None:
    (folder / "x.toml").write_text(text)
    done = run_here(["rules", "check", "x.toml"])
    assert (done.code, done.err) == (1, "")


def test_more_combinations_than_places_are_refused(folder: Path) -> None:
    ids = [f"c{i}" for i in range(300)]
    patterns = [f"[combination.{name}]\npattern = {{ counts = [4, 1] }}\n" for name in ids]
    (folder / "many.toml").write_text(
        f"ranking = {json.dumps([*ids, 'high-card'])}\n" + "".join(patterns)
    )
    done = run_here(["rules", "check", "many.toml"])
    assert done.code == 1
    assert "ranking: " in done.out


def test_between_two_ranks_in_the_wrong_order_is_an_error(folder: Path) -> None:
    (folder / "x.toml").write_text(
        'ranking = ["x", "high-card"]\n[combination.x]\n'
        'pattern = { between = [{ cards = 0, above = "9", below = "5" }] }\n'
    )
    assert run_here(["rules", "check", "x.toml"]).code == 1


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["rules", "show", "skeeet"], "there is no ruleset 'skeeet'; did you mean 'skeet'?"),
        (["rules", "show", "workin.toml"], "there is no file 'workin.toml'; did you mean 'working"),
        (["rules", "show", "./"], "Is a directory"),
        (["rules", "check", "working.toml", "none/x.toml"], "there is no file 'none/x.toml'"),
        (["rules", "check"], "Missing argument"),
        (["rules", "show"], "Missing argument"),
        (["rules", "sho"], "No such command 'sho'"),
        (["rules", "list", "x"], "unexpected extra argument"),
    ],
)
def test_what_is_refused(args: list[str], problem: str) -> None:
    assert_refused(run_here(args), problem)


# --- a file to start from ------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_names())
def test_a_new_file_ranks_like_the_one_it_started_from(folder: Path, name: str) -> None:
    done = run_here(["rules", "new", "thursday", "--like", name, "-o", "thursday.toml"])
    assert done == (0, "", "")
    made = load_ruleset(str(folder / "thursday.toml"))
    assert (made.name, made.title()) == ("thursday", "Thursday")
    assert made.digest == load_ruleset(name).digest


def test_a_new_file_is_printed_and_passes_the_check(folder: Path) -> None:
    printed = run_here(["rules", "new", "friday-night", "--like", "soko"])
    assert (printed.code, printed.err) == (0, "")
    assert_golden("rules-new.toml", printed.out)
    (folder / "friday-night.toml").write_text(printed.out, "utf-8")
    assert run_here(["rules", "check", "--strict", "friday-night.toml"]).code == 0


def test_the_combination_in_the_comments_of_a_new_file_works(folder: Path) -> None:
    text = run_here(["rules", "new", "x"]).out
    head, _, own = text.partition("# [combination.full-moon]\n")
    lines = [line.removeprefix("# ") for line in own.splitlines()]
    (folder / "x.toml").write_text(head + "\n".join(["[combination.full-moon]", *lines]), "utf-8")
    done = run_here(["rules", "check", "x.toml", "-f", "csv"])
    assert done == (0, "file,level,problem\nx.toml,ok,\n", "")


def test_a_file_that_is_there_stays_unless_forced(folder: Path) -> None:
    done = run_here(["rules", "new", "x", "-o", "working.toml"])
    assert_refused(done, "'working.toml' is there already; --force writes over it")
    assert (folder / "working.toml").read_text() == WORKING
    assert run_here(["rules", "new", "x", "-o", "working.toml", "--force"]) == (0, "", "")
    assert (folder / "working.toml").read_text("utf-8") != WORKING


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["Thursday"], "'Thursday' is no name for a ruleset: small letters and hyphens"),
        ([""], "'' is no name for a ruleset"),
        (["x", "--like", "skeeet"], "there is no ruleset 'skeeet'; did you mean 'skeet'?"),
        (["x", "--like", "./working.toml"], "'./working.toml' is a file"),
        (["x", "-o", "none/x.toml"], "there is no folder"),
        ([], "Missing argument"),
    ],
)
def test_what_new_refuses(args: list[str], problem: str) -> None:
    assert_refused(run_here(["rules", "new", *args]), problem)


# --- options from elsewhere, and the start -------------------------------------------------------


def test_the_environment_and_the_file_set_options(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pokersim.toml").write_text('[rules.show]\nformat = "markdown"\nlang = "ru"\n')
    assert run_here(["rules", "show", "soko"]).out.startswith("## Соко")
    monkeypatch.setenv("POKERSIM_RULES_SHOW_FORMAT", "csv")
    done = run_here(["rules", "show", "soko"])
    assert done.out.splitlines()[0] == ",".join(CARD_FIELDS)
    assert "Стрит-флэш" in done.out
