"""Plans: jobs and grids of a file, checked whole, reported job by job, and dry runs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.commands import assert_refused, document, rows_of, run_here
from support.process import clean_environment
from support.stores import listed, rows, small_chunks, users_store

__all__ = ["small_chunks"]
pytestmark = pytest.mark.usefixtures("own_folder", "small_chunks")

PLAN = """
deals = "2k"
seed = 7

[[job]]
rulesets = ["standard", "skeet"]
players = 3
deals = 1500

[[job]]
betting = "five-card-stud"
policy = ["rock", "maniac"]
deals = 100

[grid]
rulesets = ["soko", ["standard", "soko"]]
players = [2, 4]
"""
ALONE = [
    ["-r", "standard", "-r", "skeet", "--players", "3", "-n", "1500"],
    ["--betting", "five-card-stud", "--policy", "rock,maniac", "-n", "100"],
    ["-r", "soko", "-n", "2k"],
    ["-r", "soko", "--players", "4", "-n", "2k"],
    ["-r", "standard", "-r", "soko", "-n", "2k"],
    ["-r", "standard", "-r", "soko", "--players", "4", "-n", "2k"],
]
"""The options that mean the jobs of the plan."""


@pytest.fixture(autouse=True)
def plan(own_folder: Path) -> Path:
    path = Path("plan.toml")
    path.write_text(PLAN)
    return path


def alone(number: int, *more: str) -> list[dict[str, Any]]:
    """Return the rows of a job of the plan that is run by itself."""
    found = rows("simulate", *ALONE[number - 1], "--seed", "7", "--no-store", *more)
    return [{"job": number, **row} for row in found]


# --- what a plan means ---------------------------------------------------------------------------


def test_a_plan_is_the_same_as_its_jobs_one_by_one() -> None:
    found = rows("simulate", "plan.toml")
    assert found == [row for number in range(1, 7) for row in alone(number)]


def test_the_formats_have_the_same_rows_and_json_has_the_meta_of_every_job() -> None:
    found = document(["simulate", "plan.toml"])
    meta, of_json = found["meta"], found["rows"]
    assert list(meta) == ["command", "version", "schema", "rulesets", "jobs"]
    assert [ruleset["name"] for ruleset in meta["rulesets"]] == ["standard", "skeet", "soko"]
    assert [job["job"] for job in meta["jobs"]] == [1, 2, 3, 4, 5, 6]
    assert [job["deals"] for job in meta["jobs"]] == [1500, 100, 2000, 2000, 2000, 2000]
    assert {job["seed"] for job in meta["jobs"]} == {7}
    assert rows_of(run_here(["simulate", "plan.toml", "-f", "ndjson"]).out, "ndjson") == of_json
    in_csv = rows_of(run_here(["simulate", "plan.toml", "-f", "csv"]).out, "csv")
    tally = [row for row in of_json if row["table"] == "tally"]
    assert [(row["job"], row["count"]) for row in in_csv] == [
        (str(row["job"]), str(row["count"])) for row in tally
    ]


@pytest.mark.parametrize(("args", "mark"), [(["--bars"], ""), (["-f", "markdown"], "# ")])
def test_people_read_a_heading_over_every_job(args: list[str], mark: str) -> None:
    out = run_here(["simulate", "plan.toml", *args]).out
    lines = [line for line in out.splitlines() if line.startswith(f"{mark}Job ")]
    assert lines[:2] == [
        f"{mark}Job 1 of 6: showdown, 3 players, standard + skeet, deck of 52",
        f"{mark}Job 2 of 6: stud with five-card-stud, 2 players (rock/maniac), standard, "
        "deck of 52",
    ]
    assert run_here(["simulate", *ALONE[2], "--seed", "7", "--no-store", *args]).out in out


def test_a_plan_of_one_job_is_printed_like_options(plan: Path) -> None:
    plan.write_text('[[job]]\nrulesets = "soko"\ndeals = "2k"\nseed = 7\n')
    assert rows("simulate", "plan.toml") == rows("simulate", *ALONE[2], "--seed", "7")
    assert len(listed(str(users_store()))) == 1


def test_results_come_as_each_job_ends() -> None:
    """The first job is read while the second goes on, which would take days."""
    Path("two.toml").write_text('seed = 1\n[[job]]\ndeals = "2k"\n[[job]]\ndeals = "1e12"\n')
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pokersim",
            "simulate",
            "two.toml",
            "-j",
            "1",
            "--no-store",
            "-f",
            "csv",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=clean_environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("job,table,ruleset,stage,")
        first = process.stdout.readline().split(",")
        process.kill()
    assert (first[0], first[8]) == ("1", "4000")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ('jokers = 1\nbug = "special"', ["--jokers", "1", "--bug", "special"]),
        ("deck = 36\nwild = 6", ["--deck", "36", "--wild", "6"]),
        ("cards = 7", ["--cards", "7"]),
        (
            'game = "draw"\npolicy = "simple"\ndeck = 32',
            ["--game", "draw", "--policy", "simple", "--deck", "32"],
        ),
        (
            'betting = "blind-raising"\nstraddles = 1\nset = ["raises=1"]\nstack = 50\n'
            "players = 4\ndeck = 32",
            "--betting blind-raising --straddles 1 --set raises=1 --stack 50 --players 4 "
            "--deck 32".split(),
        ),
    ],
)
def test_keys_mean_what_options_mean(plan: Path, text: str, options: list[str]) -> None:
    plan.write_text(f"seed = 2\ndeals = 50\n[[job]]\n{text}\n")
    args = ["simulate", "-n", "50", "--seed", "2", "--no-store"]
    assert rows("simulate", "plan.toml") == rows(*args, *options)


def test_a_seed_that_is_nowhere_is_drawn_once_and_printed(plan: Path) -> None:
    plan.write_text("[grid]\nplayers = [2, 3]\ndeals = 50\n")
    done = run_here(["simulate", "plan.toml", "-f", "json"])
    seeds = {job["seed"] for job in json.loads(done.out)["meta"]["jobs"]}
    assert done.err == f"Seed {seeds.pop()}\n"
    assert not seeds
    again = run_here(["simulate", "plan.toml", "--seed", "5", "-f", "json"])
    assert {job["seed"] for job in json.loads(again.out)["meta"]["jobs"]} == {5}


def test_a_job_of_a_plan_may_have_a_precision(plan: Path) -> None:
    plan.write_text("seed = 3\n[[job]]\nprecision = 1e-3\nplayers = 1\n")
    args = ["simulate", "--players", "1", "--precision", "1e-3", "--seed", "3", "--no-store"]
    assert rows("simulate", "plan.toml", "-q") == rows(*args, "-q")


# --- what a plan can't mean ----------------------------------------------------------------------


def test_every_problem_of_a_plan_is_reported_at_once(plan: Path) -> None:
    plan.write_text(
        'deal = 4\n[[job]]\nplayers = 99\nrulesets = "skeeet"\n[[job]]\nprecision = "x"\n'
        "[[job]]\nstack = 5\n[[job]]\nbetting = true\n[[grid]]\nplayers = [2, 9]\ncards = [6, 7]\n"
        "[[grid]]\nplayers = [2, 3]\ndeals = [0]\nset = 5\n"
    )
    done = run_here(["simulate", "plan.toml"])
    assert_refused(
        done,
        "plan.toml has 7 problems",
        "  deal: unknown key; did you mean 'deals'?",
        "  job[0].players: 99 is not in the range 1<=x<=14\n",
        "  job[0].rulesets: there is no ruleset 'skeeet'; did you mean 'skeet'?",
        "  job[1].precision: 'x' is not a number",
        "  job[3].betting: True is not a number or a text",
        "  grid[1].deals: '0' is not between 1 and",
        "  grid[1].set: 5 is not a list of texts",
    )


def test_jobs_that_can_not_be_played_are_named(plan: Path) -> None:
    plan.write_text("[[job]]\nstack = 5\n[grid]\nplayers = [2, 9]\ncards = [5, 7]\n")
    assert_refused(
        run_here(["simulate", "plan.toml"]),
        "plan.toml has 2 problems",
        "  job[0]: --stack is about games for chips",
        "  grid(players = 9, cards = 7): 9 players need 63 cards",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "job: there is none; begin each with [[job]], or a [grid] of them"),
        ("job = 3", "job: is not a list of tables: begin each with [[job]]"),
        ("[[job]", "not TOML: "),
        ("[grid]\nplayers = []", "grid.players: is an empty list"),
        ("[grid]\nseed = [" + "1," * 101 + "]\nstack = [" + "1," * 100 + "]", "has 10,100 jobs"),
        ("[grid]\nplayers = [[2]]\nplayer = 2", "player: unknown key; did you mean 'players'?"),
    ],
)
def test_what_is_no_plan_is_refused(plan: Path, text: str, problem: str) -> None:
    plan.write_text(text)
    assert_refused(run_here(["simulate", "plan.toml"]), "plan.toml has ", problem)


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["plan.toml", "--players", "3"], "--players: what is counted is said in the plan"),
        (["plan.toml", "-n", "5"], "--deals: what is counted is said in the plan"),
        (["none.toml"], "there is no file 'none.toml'"),
        (["plan.toml", "-f", "csv", "--table", "change"], "job 2: --table change is of games"),
        (["two.toml", "-f", "csv", "--table", "seat"], "--table seat has other columns"),
        (["precise.toml", "--shard", "1/2"], "--shard: where a precision is reached"),
    ],
)
def test_options_that_do_not_go_with_the_plan(args: list[str], problem: str) -> None:
    Path("two.toml").write_text('[[job]]\ngame = "stud"\n[[job]]\nbetting = "five-card-stud"\n')
    Path("precise.toml").write_text("seed = 1\n[[job]]\nprecision = 1e-3\n")
    assert_refused(run_here(["simulate", *args]), problem)


# --- dry runs ------------------------------------------------------------------------------------


def test_a_dry_run_lists_every_job_and_counts_nothing() -> None:
    found = document(["simulate", "plan.toml", "--dry-run"])
    names = [rules["name"] for rules in found["meta"]["rulesets"]]
    assert names == ["standard", "skeet", "soko"]
    jobs = found["rows"]
    assert [row["job"] for row in jobs] == [1, 2, 3, 4, 5, 6]
    assert [row["deals"] for row in jobs] == [1500, 100, 2000, 2000, 2000, 2000]
    assert [row["chunks"] for row in jobs] == [2, 1, 2, 2, 2, 2]
    assert jobs[0]["tables"] == ["tally", "change", "group"]
    assert all(row["kept"] == 0 and row["seconds"] > 0 for row in jobs)
    assert not users_store().exists()


def test_a_dry_run_knows_what_is_kept() -> None:
    run_here(["simulate", *ALONE[2][:-1], "1k", "--seed", "7"])
    kept = [row["kept"] for row in rows("simulate", "plan.toml", "--dry-run")]
    assert kept == [0, 0, 1000, 0, 0, 0]
    run_here(["simulate", "plan.toml"])
    found = rows("simulate", "plan.toml", "--dry-run")
    assert all(row["kept"] == row["deals"] and row["seconds"] == 0 for row in found)


def test_a_dry_run_says_that_its_times_are_estimates() -> None:
    out = run_here(["simulate", "plan.toml", "--dry-run", "-j", "1"]).out
    assert "Times on 1 thread are estimates from a moment of each job" in out
    assert "00:00:01" in out


def test_a_dry_run_gives_jobs_titles_that_differ(plan: Path) -> None:
    plan.write_text(
        "deals = 10\ndeck = 32\n[[job]]\ncards = 7\n[[job]]\ngame = 'draw'\npolicy = 'simple'\n"
        "[[job]]\nbetting = 'five-card-stud'\npolicy = ['rock', 'loose']\nstack = 50\n"
        "set = ['raises=1', 'limits=[2,4]']\n[[job]]\nbetting = 'five-card-stud'\n"
        "policy = 'tight'\nplayers = 2\n"
    )
    found = [row["title"] for row in rows("simulate", "plan.toml", "--dry-run")]
    assert found == [
        "showdown of 7 cards, 2 players, standard, deck of 32",
        "draw, 2 players (simple), standard, deck of 32",
        "stud with five-card-stud (limits [2, 2, 2, 4]; raises 1), 2 players (rock/loose) with 50 "
        "chips, standard, deck of 32",
        "stud with five-card-stud, 2 players (tight), standard, deck of 32",
    ]


def test_a_dry_run_in_russian_lists_its_jobs_in_russian() -> None:
    out = run_here(["simulate", "plan.toml", "--dry-run", "--lang", "ru", "-j", "2"]).out
    job = "стад-покер, five-card-stud, 2 игрока (rock/maniac), standard, колода 52"
    assert job in out
    assert "Всего" in out  # noqa: RUF001
    assert "Ничего не сосчитано. Время (2 потока)" in out


def test_a_plan_is_one_page_with_a_section_a_job_and_one_chart(plan: Path) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    plan.write_text(PLAN.partition("[grid]")[0])
    done = run_here(["simulate", "./plan.toml", "-f", "html", "--chart", "plan.svg"])
    assert done.code == 0, done.err
    for number, title in enumerate(["Standard", "What a policy wins"], start=1):
        assert f"<h2>Job {number}: {title}</h2>" in done.out
    assert "<li>Job 1: showdown, 3 players, standard + skeet, deck of 52</li>" in done.out
    assert Path("plan.svg").read_bytes().startswith(b"<?xml")
