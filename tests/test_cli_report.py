"""``pokersim report``: one page on house rules."""

import re

import pytest
from cli_helpers import assert_refused, document, run_here

pytestmark = pytest.mark.usefixtures("own_folder")

SMALL = ["report", "-r", "standard", "-r", "skeet", "--no-draw", "-n", "2k", "--seed", "7"]


def test_a_report_has_the_tables_of_its_sections() -> None:
    found = document(SMALL)
    assert list(dict.fromkeys(row["table"] for row in found["rows"])) == [
        "frequency",
        "tally",
        "change",
        "group",
    ]
    assert found["meta"]["method"] == {"How often": "exact", "Showdowns": "sampled"}
    assert (found["meta"]["seed"], found["meta"]["deals"]) == (7, 2000)


def test_the_numbers_are_those_of_the_commands() -> None:
    rows = document(SMALL)["rows"]
    rulesets = ["-r", "standard", "-r", "skeet"]
    exact = document(["frequency", *rulesets])["rows"]
    sampled = document(["simulate", *rulesets, "-n", "2k", "--seed", "7"])["rows"]
    own = [row for row in rows if row["table"] == "frequency"]
    assert [{k: v for k, v in row.items() if k != "table"} for row in own] == exact
    assert [row for row in rows if row["table"] != "frequency"] == sampled


def test_the_summary_says_what_the_tables_do() -> None:
    text = run_here(SMALL).out
    summary = text.partition("Summary\n")[2].partition("\n\n")[0]
    assert "Standard: the rarest of 9 combinations is Straight Flush, 1 in 64,974 hands." in summary
    assert "Standard: no combination stands right under a more frequent one." in summary
    assert "Blaze below Three of a Kind" in summary
    assert "Four-Flush below Two Pair" in summary
    share = next(row for row in document(SMALL)["rows"] if row["table"] == "change")["probability"]
    assert f"{100 * share:.4f}% of showdowns" in summary


def test_chips_are_told_by_policy_and_in_the_summary() -> None:
    args = ["--betting", "five-card-stud", "--policy", "rock,tight"]
    found = document([*SMALL, *args])
    assert {"seat", "end", "win", "pot"} <= {row["table"] for row in found["rows"]}
    assert re.search(r"most chips go to (rock|tight), \+", run_here([*SMALL, *args]).out)


def test_a_report_says_how_to_repeat_it_and_doing_so_gives_the_same() -> None:
    first = run_here(["report", "--no-draw", "-n", "1k"])
    line = re.search(r"To repeat it: pokersim (.*)", first.out)
    assert line
    assert run_here(line[1].split()).out == first.out


def test_a_policy_without_betting_is_refused() -> None:
    assert_refused(run_here([*SMALL, "--policy", "tight"]), "--betting")
