"""``pokersim runs``, and what ``simulate`` keeps: lists, resumes, shards, exports, progress."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokersim.cli import main as program
from pokersim.cli.shared import running
from pokersim.cli.shared.running import RunProgress
from pokersim.rules.loader import load_ruleset
from pokersim.runs.execute import Run
from pokersim.studies.simulate.showdown_job import ShowdownJob
from support.commands import assert_refused, run_here
from support.process import Finished
from support.stores import listed, rows, small_chunks, users_store

__all__ = ["small_chunks"]
pytestmark = pytest.mark.usefixtures("own_folder", "small_chunks")

ARGS = ["simulate", "-r", "skeet", "--players", "3", "--seed", "9"]


def csv(*args: str) -> str:
    """Run a command in this process and give its csv."""
    done = run_here([*args, "-f", "csv"])
    assert (done.code, done.err) == (0, "")
    return done.out


def run_of(store: str) -> str:
    """Return the id of a store's only run."""
    (found,) = listed(store)
    return str(found["run"])


# --- what is kept, and where ---------------------------------------------------------------------


def test_a_run_is_kept_in_the_users_folder_and_listed(own_data: Path) -> None:
    assert rows("runs", "list") == []
    assert run_here(["runs", "list"]).out.endswith("keeps what it counts.\n")
    csv(*ARGS, "-n", "2500")
    assert (own_data / "pokersim" / "runs.sqlite").is_file()
    (found,) = rows("runs", "list")
    assert re.fullmatch("[0-9a-f]{10}", found["run"])
    assert {key: found[key] for key in ("name", "seed", "jobs", "shard", "deals", "goal")} == {
        "name": "showdown, 3 players, skeet, deck of 52",
        "seed": 9,
        "jobs": 1,
        "shard": None,
        "deals": 2500,
        "goal": 2500,
    }
    assert found["state"] == "finished"


@pytest.mark.parametrize("where", ["file", "environment"])
def test_a_store_may_be_named(where: str, own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if where == "environment":
        monkeypatch.setenv("POKERSIM_SIMULATE_STORE", "mine")
    csv(*ARGS, "-n", "2500", *(["--store", "mine"] if where == "file" else []))
    assert listed("mine")[0]["deals"] == 2500
    assert not own_data.exists()


def test_nothing_is_kept_if_so_asked(own_data: Path) -> None:
    csv(*ARGS, "-n", "2500", "--no-store")
    assert not own_data.exists()
    assert_refused(
        run_here([*ARGS, "--no-store", "--store", "x"]), "--no-store that it is not: use one"
    )


def test_the_same_command_counts_nothing_again() -> None:
    first = run_here([*ARGS, "-n", "2500", "-v"])
    again = run_here([*ARGS, "-n", "2500", "-v"])
    assert again.out == first.out
    assert "of them before" not in first.err
    assert "2,500 of them before" in again.err


@pytest.mark.parametrize("game", [[], ["--game", "stud"], ["--betting", "five-card-stud"]])
def test_more_deals_go_on_where_fewer_ended(game: list[str]) -> None:
    csv(*ARGS, *game, "-n", "1500")
    assert csv(*ARGS, *game, "-n", "3200") == csv(*ARGS, *game, "-n", "3200", "--no-store")
    assert [run["deals"] for run in rows("runs", "list")] == [3200]


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_precision_is_reached_at_the_same_deal(threads: str) -> None:
    precise = [*ARGS, "--precision", "6e-4", "-q", "-j", threads]
    truth = csv(*precise, "--no-store")
    csv(*ARGS, "-n", "2k")
    assert csv(*precise) == truth
    run = run_of(str(users_store()))
    assert rows("runs", "list")[0]["state"] == "finished"
    assert csv("runs", "show", run) == csv("runs", "resume", run, "-q") == truth
    finer = [*ARGS, "--precision", "4e-4", "-q"]
    assert csv(*finer) == csv(*finer, "--no-store")


# --- show, resume, merge, export -----------------------------------------------------------------


def test_show_prints_what_simulate_printed(own_data: Path) -> None:
    printed = json.loads(run_here([*ARGS, "-r", "soko", "-n", "2500", "-f", "json"]).out)
    run = run_of(str(users_store()))
    shown = json.loads(run_here(["runs", "show", run[:4], "-f", "json"]).out)
    assert shown["rows"] == printed["rows"]
    *notes, began, counted = shown["meta"]["notes"]
    assert notes == printed["meta"]["notes"]
    assert began.startswith(f"Run {run}: showdown, 3 players, skeet + soko, deck of 52; begun ")
    assert counted.startswith("2,500 deals were counted on ")
    change = ["--table", "change"]
    both = [*ARGS, "-r", "soko", "-n", "2500", *change]
    assert csv("runs", "show", run, *change) == csv(*both)


def test_a_plan_keeps_its_name_in_every_language(own_data: Path) -> None:
    Path("skeet.toml").write_text('[[job]]\nrulesets = ["skeet"]\ndeals = 100\nseed = 1\n')
    assert run_here(["simulate", "skeet.toml", "-q"]).code == 0
    assert run_here([*ARGS, "-n", "100", "-q"]).code == 0
    (run,) = [found["run"] for found in rows("runs", "list") if found["name"] == "skeet"]
    for lang, plan, players in (
        ("en", "plan skeet", "3 players"),
        ("ru", "план skeet", "3 игрока"),
    ):
        listed = run_here(["runs", "list", "--lang", lang]).out
        assert f" {plan} " in listed
        assert players in listed
    shown = run_here(["runs", "show", run, "--lang", "ru"]).out
    assert ": план skeet; начат" in shown


def test_show_draws_how_the_rarest_combination_was_settled(own_data: Path) -> None:
    pytest.importorskip("matplotlib")
    csv(*ARGS, "-n", "9500")
    run = run_of(str(users_store()))
    done = run_here(["runs", "show", run, "--chart", "run.png", "-f", "html"])
    assert (done.code, done.err) == (0, "")
    assert Path("run.png").read_bytes().startswith(b"\x89PNG")
    assert "<figcaption>Skeet and the rest of group B: Round-the-Corner Straight Flush<" in done.out
    assert re.search(r"1,000: \S+% .. \S+%; 2,000: .*; 9,500: ", done.out)


def test_show_prints_one_job_of_a_plan() -> None:
    Path("two.toml").write_text(
        'seed = 1\ndeals = 500\n[[job]]\n[[job]]\nbetting = "five-card-stud"\n'
    )
    csv("simulate", "two.toml", "--store", "own")
    run = run_of("own")
    show = ["runs", "show", run, "--store", "own"]
    chips = ["--betting", "five-card-stud", "--seed", "1", "-n", "500", "--table", "seat"]
    assert csv(*show, "--job", "2", "--table", "seat") == csv("simulate", *chips, "--no-store")
    assert run_here([*show, "--job", "2", "-f", "html"]).out.startswith("<!DOCTYPE html>")
    csv(*show, "--job", "2", "--chart", "two.svg")
    assert "<svg" in Path("two.svg").read_text()
    assert_refused(run_here([*show, "--job", "3"]), f"--job 3: the run {run} has 2 jobs")


def test_a_list_says_which_shard_is_kept() -> None:
    csv(*ARGS, "-n", "3k", "--shard", "2/3", "--store", "own")
    listing = ["runs", "list", "--store"]
    assert re.search("Shard .*\n.*\n.* 2/3 ", run_here([*listing, "own"]).out)
    csv(*ARGS, "-n", "3k", "--store", "all")
    assert "Shard" not in run_here([*listing, "all"]).out


def test_shards_are_counted_apart_and_merged() -> None:
    whole = [*ARGS, "-n", "9500"]
    for number in (1, 2, 3):
        done = run_here([*whole, "--shard", f"{number}/3", "--store", f"part-{number}"])
        assert f"Shard {number}/3: these are its own deals alone, of 9,500." in done.out
    parts = ["part-1", "part-2", "part-3"]
    assert [listed(part)[0]["deals"] for part in parts] == [3500, 3000, 3000]
    assert [listed(part)[0]["shard"] for part in parts] == ["1/3", "2/3", "3/3"]
    (merged,) = rows("runs", "merge", *parts, parts[0], "--store", "own")
    assert (merged["deals"], merged["state"], merged["shard"]) == (9500, "finished", None)
    assert csv("runs", "show", merged["run"], "--store", "own") == csv(*whole, "--no-store")


def test_what_is_missing_of_shards_is_counted_by_resume() -> None:
    whole = [*ARGS, "-n", "9500"]
    for number in (1, 3):
        csv(*whole, "--shard", f"{number}/3", "--store", f"part-{number}")
    (merged,) = rows("runs", "merge", "part-1", "part-3", "--store", "own")
    assert (merged["deals"], merged["state"]) == (6500, "68.4%")
    done = run_here(["runs", "resume", merged["run"], "--store", "own", "-f", "csv", "-v"])
    assert "6,500 of them before" in done.err
    assert done.out == csv(*whole, "--no-store")


def test_an_exported_run_is_shown_and_merged_elsewhere() -> None:
    csv(*ARGS, "-n", "2500", "--store", "own")
    csv(*ARGS[:-1], "10", "-n", "1000", "--store", "own")
    run = next(r["run"] for r in listed("own") if r["seed"] == 9)
    assert run_here(["runs", "export", run, "--store", "own", "-o", "one"]) == (0, "", "")
    assert [r["run"] for r in listed("one")] == [run]
    assert csv("runs", "show", run, "--store", "one") == csv(*ARGS, "-n", "2500", "--no-store")
    rows("runs", "merge", "one", "--store", "two")
    assert [r["deals"] for r in listed("two")] == [2500]


@pytest.mark.parametrize("output", ["own", "link"])
def test_a_run_is_not_exported_over_the_store_that_has_others(output: str) -> None:
    csv(*ARGS, "-n", "2500", "--store", "own")
    csv(*ARGS[:-1], "10", "-n", "1000", "--store", "own")
    Path("link").symlink_to("own")
    run = listed("own")[0]["run"]
    done = run_here(["runs", "export", run, "--store", "own", "-o", output])
    assert_refused(done, f"-o {output} is the store itself, and would lose its other runs")
    assert len(listed("own")) == 2


def test_a_plan_is_one_run() -> None:
    Path("nightly.toml").write_text("seed = 1\ndeals = 2500\n[grid]\nplayers = [2, 3]\n")
    printed = run_here(["simulate", "nightly.toml"])
    (found,) = rows("runs", "list")
    assert (found["name"], found["jobs"], found["deals"]) == ("nightly", 2, 5000)
    assert run_here(["runs", "resume", found["run"]]).out == printed.out
    assert csv("runs", "show", found["run"]) == csv("simulate", "nightly.toml")


def test_rules_are_those_of_the_run_and_not_of_the_file_as_it_is_now() -> None:
    Path("ours.toml").write_text('ranking = ["flush", "straight", "one-pair", "high-card"]\n')
    args = ["simulate", "-r", "ours.toml", "--seed", "1", "-n", "2500"]
    before = csv(*args)
    run = rows("runs", "list")[0]["run"]
    Path("ours.toml").write_text('ranking = ["straight", "flush", "one-pair", "high-card"]\n')
    assert csv("runs", "show", run) == before
    assert csv(*args) != before
    assert len(rows("runs", "list")) == 2


@pytest.mark.parametrize(
    ("args", "problems"),
    [
        (["show", "ffff"], ["there is no run 'ffff' in the store own", "the newest: "]),
        (["resume", "ffff"], ["there is no run 'ffff' in the store own"]),
        (["export", "ffff", "-o", "x"], ["there is no run 'ffff' in the store own"]),
        (["merge", "none"], ["there is no store none: nothing was kept in it yet"]),
        (["merge", "own", "text"], ["text is not a store of pokersim"]),
    ],
)
def test_what_is_not_there_is_refused(args: list[str], problems: list[str]) -> None:
    csv(*ARGS, "-n", "2500", "--store", "own")
    Path("text").write_text("no store\n" * 100)
    assert_refused(run_here(["runs", *args, "--store", "own"]), *problems)


def test_a_store_that_is_not_there_is_refused_and_not_made() -> None:
    for command in ("list", "show", "resume"):
        more = [] if command == "list" else ["ffff"]
        done = run_here(["runs", command, *more, "--store", "none"])
        assert_refused(done, "there is no store none: nothing was kept in it yet")
    assert not Path("none").exists()


@pytest.mark.parametrize("shard", ["0/3", "4/3", "3", "1/x", "1/0", "-1/3"])
def test_what_is_no_shard_is_refused(shard: str) -> None:
    done = run_here([*ARGS, f"--shard={shard}"])
    assert_refused(done, f"{shard!r} is no shard: write 3/16 for the third of sixteen")


# --- delete --------------------------------------------------------------------------------------


def test_deleted_runs_are_gone_and_the_others_are_whole() -> None:
    for seed in ("1", "2", "3"):
        csv("simulate", "-n", "2k", "--store", "own", "--seed", seed)
    gone = [run["run"] for run in listed("own") if run["seed"] != 2]
    assert run_here(["runs", "delete", *gone, "--store", "own", "--yes"]) == Finished(0, "", "")
    assert [run["seed"] for run in listed("own")] == [2]
    printed = csv("runs", "show", run_of("own"), "--store", "own")
    assert printed == csv("simulate", "-n", "2k", "--no-store", "--seed", "2")


def test_nothing_is_deleted_unasked() -> None:
    csv(*ARGS, "-n", "1k", "--store", "own")
    run = run_of("own")
    done = run_here(["runs", "delete", run, "--store", "own"])
    assert_refused(done, f"nobody is there to be asked: --yes deletes {run} (showdown, 3 players")
    assert_refused(
        run_here(["runs", "delete", run, "zz", "--store", "own", "--yes"]), "there is no run 'zz'"
    )
    assert run_of("own") == run


@pytest.mark.parametrize(("answer", "n_left"), [("n", 1), ("y", 0)])
def test_a_user_is_asked_before_a_run_is_deleted(
    answer: str, n_left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    csv(*ARGS, "-n", "1k", "--store", "own")
    typed = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", typed)
    run = run_of("own")
    done = run_here(["runs", "delete", run, "--store", "own"])
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith(f"Delete {run} (showdown, 3 players, skeet, deck of 52) of own? [y")
    assert len(listed("own")) == n_left


# --- how it goes ---------------------------------------------------------------------------------


def test_lines_say_how_it_goes_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "LOG_SECONDS", 0.0)
    said = run_here([*ARGS, "-n", "3k", "--no-store"]).err.splitlines()
    assert re.fullmatch(
        r"Dealing: 1,000 deals, [\d.]+[kM]? deals/s, 00:00:\d\d left, half-width [\d.e-]+", said[0]
    )
    assert len(said) == 3
    for silent in ("-q", "--no-progress"):
        assert run_here([*ARGS, "-n", "3k", "--no-store", silent]).err == ""


def test_the_time_left_of_a_precision_follows_from_the_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([0.0, 10.0])
    monkeypatch.setattr(running, "monotonic", lambda: next(clock))
    job: Any = ShowdownJob((load_ruleset("standard"),), 2, 1)
    run: Run[Any] = Run(job, 10**9)
    pace = RunProgress(run, 10**9, "deals", lambda counts: 0.02, 0.01)
    list(zip(range(5), run.steps(1), strict=False))
    # Half the width takes four times the deals: 20,000, of which 5,000 took ten seconds.
    assert pace.text() == "500 deals/s, 00:00:30 left, half-width 0.02"


def test_a_run_of_a_plan_that_is_stopped_keeps_the_jobs_that_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop_second(pace: RunProgress) -> str:
        if pace.goal > 2_000:
            raise program.Terminated
        return ""

    monkeypatch.setattr(running, "LOG_SECONDS", 0.0)
    monkeypatch.setattr(RunProgress, "text", stop_second)
    Path("two.toml").write_text('seed = 1\n[[job]]\ndeals = "2k"\n[[job]]\ndeals = "1e12"\n')
    done = run_here(["simulate", "two.toml", "-o", "out", "--store", "own", "--no-progress"])
    assert (done.code, done.out) == (143, "")
    assert done.err == f"To go on: pokersim runs resume {run_of('own')} --store own\nTerminated\n"
    assert listed("own")[0]["deals"] > 2_000
    text = Path("out").read_text()
    assert "Job 1 of 2" in text
    assert "Interrupted: these are the deals counted until then." in text
