"""``pokersim equity`` in a process that a signal stops, and deals that hardly ever fit."""

import json
import signal

import pytest

from pokersim.studies.equity.equities import SAMPLE_CHUNK
from support.commands import assert_refused, document, interrupted, run_here

pytestmark = pytest.mark.usefixtures("own_folder")


def test_an_interrupt_keeps_and_prints_what_a_sample_has_counted() -> None:
    args = ["9s9d", "any", "--seed", "7"]
    args_of_sample = ["equity", *args, "-n", "1e12", "-f", "json"]
    code, out, shown = interrupted(signal.SIGINT, args_of_sample)
    assert code == 130
    assert shown.strip().endswith("Interrupted")
    found = json.loads(out)
    deals = found["meta"]["deals"]
    assert found["meta"]["interrupted"] is True
    assert deals > 0
    assert deals % SAMPLE_CHUNK == 0
    if deals < 3e8:
        assert document(["equity", *args, "-n", str(deals)])["rows"] == found["rows"]


def test_an_interrupt_ends_the_count_of_a_long_chunk() -> None:
    # Compile the kernels first: the signal is to meet the counting, not the compiler.
    document(["equity", "9s9dAcAdAs", "9h8h7h6h"])
    # Hours of work, a chunk alone takes minutes.
    args = ["equity", "AhAs2d", "KdKc", "any", "--exact", "--budget", "1e13"]
    code, out, shown = interrupted(signal.SIGINT, args, seconds=3)
    assert (code, out) == (130, "")
    assert shown.strip().endswith("Interrupted")


def test_a_large_sample_of_deals_that_hardly_ever_fit_is_refused() -> None:
    kinds = ["straight-flush:A"] * 4 + ["straight-flush:9"] * 4
    rare = ["equity", *kinds, "four-of-a-kind:2", "four-of-a-kind:3", "--seed", "1"]
    assert_refused(run_here([*rare, "-n", "100k"]), "deals were found in about 10,000,000 tries")
