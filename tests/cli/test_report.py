"""``pokersim report``: one page on house rules."""

import re
from pathlib import Path

import pytest

from pokersim.cli import report
from pokersim.cli.report import TABLES
from pokersim.errors import InputError
from support.commands import as_csv, assert_refused, document, rows_of, run_here

pytestmark = pytest.mark.usefixtures("own_folder")

SMALL = ["report", "-r", "standard", "-r", "skeet", "--no-draw", "-n", "2k", "--seed", "7"]


def test_a_report_has_the_tables_of_its_sections() -> None:
    found = document(SMALL)
    assert list(dict.fromkeys(row["table"] for row in found["rows"])) == [
        "frequency",
        "audit",
        "tally",
        "change",
        "group",
        "compare",
    ]
    assert found["meta"]["method"] == {
        "How often": "exact",
        "Fairness": "exact",
        "Showdowns": "sampled",
        "What changes": "sampled",
    }
    assert (found["meta"]["seed"], found["meta"]["deals"]) == (7, 2000)


def test_csv_has_any_table_that_json_has() -> None:
    args = [*SMALL, "--betting", "five-card-stud"]
    rows = document(args)["rows"]
    assert {row["table"] for row in rows} == set(TABLES) - {"policy", "final"}
    for table in ("audit", "seat"):
        found = rows_of(run_here([*args, "-f", "csv", "--table", table]).out, "csv")
        own = [as_csv(row) for row in rows if row["table"] == table]
        assert [{"table": table, **row} for row in found] == own


@pytest.mark.parametrize(("rulesets", "more"), [(1, []), (2, ["--betting", "five-card-stud"])])
def test_a_table_that_it_will_not_have_is_refused_before_a_seed_is_printed(
    rulesets: int, more: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    args = [*SMALL[: 1 + 2 * rulesets], "--no-draw", "-n", "500", *more]
    there = {row["table"] for row in document(args)["rows"]}
    for table in TABLES:
        if table not in there:
            done = run_here([*args, "-f", "csv", "--table", table])
            assert_refused(done, f"'{table}' is not a table of this report", *there)
            assert "Seed" not in done.err
    monkeypatch.setattr(report, "_played", _refuse_to_play)
    for table in there:
        assert_refused(run_here([*args, "-f", "csv", "--table", table]), "all is checked")


def _refuse_to_play(*args: object) -> None:
    raise InputError("all is checked")


def test_the_numbers_are_those_of_the_commands() -> None:
    rows = document(SMALL)["rows"]
    rulesets = ["-r", "standard", "-r", "skeet"]
    few = ["-n", "2k", "--seed", "7"]
    for command in ("frequency", "audit"):
        own = [row for row in rows if row["table"] == command]
        shown = [{field: row[field] for field in row if field != "table"} for row in own]
        assert shown == document([command, *rulesets])["rows"]
    sampled = document(["simulate", *rulesets, *few])["rows"]
    assert [row for row in rows if row["table"] in ("tally", "change", "group")] == sampled
    compared = document(["compare", *rulesets, *few])["rows"]
    own = [row for row in rows if row["table"] == "compare"]
    assert own == [row for row in compared if row["table"] == "compare"] != []


def test_the_summary_says_what_the_tables_do() -> None:
    text = run_here(SMALL).out
    summary = text.partition("Summary\n")[2].partition("\n\n")[0]
    assert "Standard: the rarest of 9 combinations is Straight Flush, 1 in 64,974 hands." in summary
    assert "Standard, dealt: no combination is out of place." in summary
    assert "B, dealt: 5 of 15 combinations out of place: " in summary
    assert "Blaze, Four-Flush." in summary
    share = next(row for row in document(SMALL)["rows"] if row["table"] == "change")["probability"]
    assert f"{100 * share:.4f}% of showdowns" in summary


def test_chips_are_reported_by_policy_and_in_the_summary() -> None:
    args = ["--betting", "five-card-stud", "--policy", "rock,tight"]
    found = document([*SMALL, *args])
    assert {"seat", "end", "win", "pot"} <= {row["table"] for row in found["rows"]}
    assert re.search(r"most chips go to (Rock|Tight), \+", run_here([*SMALL, *args]).out)


def test_a_report_says_how_to_repeat_it_and_doing_so_gives_the_same() -> None:
    first = run_here(["report", "--no-draw", "-n", "1k"])
    line = re.search(r"To repeat it: pokersim (.*)", first.out)
    assert line
    assert run_here(line[1].split()).out == first.out


def test_a_policy_without_betting_is_refused() -> None:
    assert_refused(run_here([*SMALL, "--policy", "tight"]), "--betting")


def test_a_report_audits_the_draw_too_and_says_what_to_discard() -> None:
    done = run_here(["report", "--deck", "32", "-n", "1k", "--seed", "7"])
    assert "Standard, after the draw: 6 of 9 combinations out of place: Flush, " in done.out
    assert "What to throw: Draws under standard" in done.out


def test_rules_that_change_nothing_have_no_section_on_changes(own_folder: Path) -> None:
    assert run_here(["rules", "new", "same", "-o", "same.toml"]).code == 0
    done = run_here(["report", "-r", "standard", "-r", "./same.toml", *SMALL[5:]])
    assert done.code == 0, done.err
    assert "What changes" not in done.out


# --- of a run that is kept -----------------------------------------------------------------------

KEPT = ["--store", "kept.sqlite"]
FEW = ["-n", "2k", "--seed", "7"]


def kept_run(*args: str) -> str:
    """Keep a run, and give its id."""
    assert run_here(["simulate", *args, *FEW, *KEPT]).code == 0
    (run,) = {row["run"] for row in document(["runs", "list", *KEPT])["rows"]}
    return str(run)


@pytest.mark.parametrize(
    "args",
    [
        ["-r", "standard", "-r", "skeet", "--players", "3"],
        ["--game", "draw", "--policy", "simple", "--deck", "32"],
        ["--betting", "five-card-stud", "--policy", "rock,tight"],
        ["--cards", "7", "--deck", "32"],
    ],
)
def test_the_report_of_a_kept_run_has_its_own_numbers(args: list[str]) -> None:
    run = kept_run(*args)
    found = document(["report", run, *KEPT, "--no-draw"])
    kept = document(["runs", "show", run, *KEPT])
    rows = [row for row in found["rows"] if row["table"] not in ("frequency", "audit")]
    assert rows == kept["rows"]
    assert found["meta"]["seed"] == 7
    text = run_here(["report", run[:4], *KEPT, "--no-draw", "-f", "markdown"]).out
    assert f"Run {run}: " in text
    assert f"pokersim report {run[:4]} --store kept.sqlite" in text


def test_the_report_of_a_kept_plan_is_on_one_job() -> None:
    jobs = "".join(f'[[job]]\nrulesets = ["{name}"]\ndeals = "1k"\n' for name in ("soko", "skeet"))
    Path("plan.toml").write_text(f"seed = 1\n{jobs}", "utf-8")
    done = run_here(["simulate", "./plan.toml", *KEPT])
    assert done.code == 0, done.err
    (row,) = document(["runs", "list", *KEPT])["rows"]
    second = document(["report", row["run"], *KEPT, "--job", "2", "--no-draw"])
    assert [ruleset["name"] for ruleset in second["meta"]["rulesets"]] == ["skeet"]
    for job, problem in (([], "name one with --job N"), (["--job", "3"], "--job 3: ")):
        assert_refused(run_here(["report", row["run"], *KEPT, *job]), problem, "2 jobs")


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["report", "abcd", "-r", "skeet"], "--ruleset is about a new run"),
        (["report", "abcd", "--seed", "1"], "--seed is about a new run"),
        (["report", "--store", "kept.sqlite"], "name its RUN"),
        (["report", "--job", "1"], "name its RUN"),
    ],
)
def test_options_of_new_runs_and_of_kept_ones_do_not_mix(args: list[str], problem: str) -> None:
    assert_refused(run_here(args), problem)
