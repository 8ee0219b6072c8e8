"""The seed that a command draws: told on the standard error, and only when the dealing begins."""

import re
from pathlib import Path

import pytest

from support.commands import assert_refused, run_here

pytestmark = pytest.mark.usefixtures("own_folder")

TWO = ["-r", "standard", "-r", "skeet"]


@pytest.mark.parametrize(
    "args",
    [
        ["simulate", "-n", "100", "--no-store"],
        ["compare", *TWO, "-n", "100"],
        ["equity", "AhAd", "KsKd", "-n", "100"],
        ["draw", "9c9dAh7s2c", "-n", "100"],
        ["report", "--no-draw", "-n", "100"],
        ["deal"],
    ],
)
def test_a_seed_that_is_drawn_is_told_and_one_that_is_given_is_not(args: list[str]) -> None:
    drawn = run_here(args)
    seed = re.search(r"^Seed (\d+)$", drawn.err, re.MULTILINE)
    assert seed
    given = run_here([*args, "--seed", seed[1]])
    assert "Seed" not in given.err
    assert given.out == drawn.out


@pytest.mark.parametrize(
    "args",
    [
        ["simulate", "--shard", "1/2", "--precision", "0.1"],
        ["simulate", "-f", "csv", "--table", "seat"],
        ["simulate", "--store", "."],
        ["simulate", "plan.toml", "--shard", "1/2"],
        ["compare", *TWO, "--groups", "royal"],
        ["compare", *TWO, "--game", "draw", "--players", "14"],
        ["equity", "AhAd", "AhKd", "-n", "100"],
        ["draw", "9c9dAh7s2c", "--opponents", "9", "-n", "100"],
        ["report", "--betting", "jackpots", "--policy", "nobody"],
        ["report", "-f", "csv", "--table", "seat"],
        ["deal", "--actions", "dance"],
    ],
)
def test_a_refusal_says_nothing_of_a_seed(args: list[str]) -> None:
    Path("plan.toml").write_text("[[job]]\nprecision = 0.1\n", "utf-8")
    done = run_here(args)
    assert_refused(done)
    assert "Seed" not in done.err


def test_a_plan_tells_the_seed_that_is_drawn_if_a_job_takes_it() -> None:
    for text, is_told in (("", True), ("seed = 3\n", False)):
        Path("plan.toml").write_text(f'{text}[[job]]\ndeals = "100"\n', "utf-8")
        assert ("Seed" in run_here(["simulate", "plan.toml", "--no-store"]).err) is is_told


def test_nothing_is_dealt_in_a_dry_run_and_no_seed_is_told() -> None:
    done = run_here(["simulate", "-n", "100", "--dry-run"])
    assert (done.code, done.err) == (0, "")
