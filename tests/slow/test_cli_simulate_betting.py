"""``pokersim simulate --betting`` with the deck of 52, whose draws take seconds to prepare."""

import pytest

from support.commands import assert_golden, run_here

pytestmark = pytest.mark.usefixtures("own_folder")


def test_six_policies_at_draw_are_the_golden_run() -> None:
    policies = "rock,tight,loose,caller,maniac,book"
    done = run_here(
        ["simulate", "--betting", "jackpots", "--policy", policies, "-n", "20k", "--seed", "7"]
    )
    assert (done.code, done.err) == (0, "")
    assert_golden("simulate-jackpots.txt", done.out)
