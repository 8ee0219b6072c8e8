"""The seed that a command draws: printed on the standard error when the dealing begins."""

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
        ["draw", "9c9dAh7sKc", "--deck", "32", "-n", "100"],
        ["report", "--no-draw", "-n", "100"],
        ["deal", "--deck", "32"],
    ],
)
def test_a_seed_that_is_drawn_is_printed_and_one_that_is_given_is_not(args: list[str]) -> None:
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
def test_a_refusal_prints_no_seed(args: list[str]) -> None:
    Path("plan.toml").write_text("[[job]]\nprecision = 0.1\n", "utf-8")
    done = run_here(args)
    assert_refused(done)
    assert "Seed" not in done.err


def test_a_plan_prints_the_seed_that_is_drawn_if_a_job_takes_it() -> None:
    for text, is_printed in (("", True), ("seed = 3\n", False)):
        Path("plan.toml").write_text(f'{text}[[job]]\ndeals = "100"\n', "utf-8")
        assert ("Seed" in run_here(["simulate", "plan.toml", "--no-store"]).err) is is_printed


def test_a_dry_run_deals_nothing_and_prints_no_seed() -> None:
    done = run_here(["simulate", "-n", "100", "--dry-run"])
    assert (done.code, done.err) == (0, "")
