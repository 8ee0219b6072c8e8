"""``pokersim draw``: the whole policy, costs under other rules, exact and sampled equities."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.commands import (
    as_csv,
    assert_golden,
    assert_refused,
    rows_of,
    run_here,
)

SMALL = ["--deck", "9TJQKA"]
HAND = ["draw", "KcKdJhTs9c", *SMALL]
POLICY = ["draw", "--policy", *SMALL]
TWO = ["-r", "standard", "-r", "cats-and-dogs"]
FIELDS = {
    "policy": [
        "table", "ruleset", "place", "rule", "hold", "discard", "share", "agrees", "cost", "method",
    ],
    "final": ["table", "ruleset", "combination", "label", "dealt", "final", "method"],
    "costs": ["table", "base", "ruleset", "hand", "hold", "discard", "equity", "cost", "method"],
}  # fmt: skip


def document(args: list[str]) -> dict[str, Any]:
    done = run_here([*args, "-q", "-f", "json"])
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def table(args: list[str], name: str) -> list[dict[str, Any]]:
    return [row for row in document(args)["rows"] if row["table"] == name]


# --- the whole policy ----------------------------------------------------------------------------


def test_a_policy_is_the_golden_one(own_folder: Path) -> None:
    done = run_here([*POLICY, "-q"])
    assert (done.code, done.err) == (0, "")
    assert_golden("draw-policy.table", done.out)


def test_every_data_format_has_the_rows_of_a_policy() -> None:
    args = [*POLICY, *TWO, "-q"]
    found = {f: rows_of(run_here([*args, "-f", f]).out, f) for f in ("json", "ndjson")}
    assert found["ndjson"] == found["json"]
    for name in ("policy", "final"):
        expected = [row for row in found["json"] if row["table"] == name]
        assert all(list(row) == FIELDS[name] for row in expected)
        assert {row["ruleset"] for row in expected} == {"standard", "cats-and-dogs"}
        shown = rows_of(run_here([*args, "-f", "csv", "--table", name]).out, "csv")
        assert shown == [as_csv(row) for row in expected]


def test_shares_of_a_policy_add_up_and_weigh_its_cost() -> None:
    found = document(POLICY)
    rules = [row for row in found["rows"] if row["table"] == "policy"]
    final = [row for row in found["rows"] if row["table"] == "final"]
    (policy,) = found["meta"]["policies"]
    assert sum(row["share"] for row in rules) == pytest.approx(1)
    assert sum(row["share"] * row["cost"] for row in rules) == pytest.approx(policy["cost"])
    assert sum(row["final"] for row in final) == pytest.approx(1)
    assert {row["method"] for row in rules} == {"model"}
    assert {row["method"] for row in final} == {"exact"}


@pytest.mark.usefixtures("cold_cache")
def test_the_first_call_reports_that_it_computes_the_policy(own_folder: Path) -> None:
    args = ["draw", "--policy", "--deck", "TJQKA", "--opponents", "2"]
    first, second = run_here(args), run_here(args)
    assert first.err == "Working out the best draws under 'standard', once ...\n"
    assert (second.err, second.out) == ("", first.out)


# --- what a wrong discard costs ------------------------------------------------------------------


def test_the_best_hold_of_each_ruleset_is_priced_under_every_one() -> None:
    args = ["draw", "KcJdTh9s9c", *SMALL, *TWO, "--against", "pat"]
    costs = table(args, "costs")
    holds = {(row["ruleset"], row["hold"]): row for row in table(args, "draw")}
    assert all(list(row) == FIELDS["costs"] for row in costs)
    pairs = [(row["base"], row["ruleset"]) for row in costs]
    assert pairs == [(a, b) for a in ("standard", "cats-and-dogs") for b in TWO[1::2]]
    for row in costs:
        same = holds[row["ruleset"], row["hold"]]
        assert (row["equity"], row["cost"]) == (same["equity"], same["cost"])
        if row["base"] == row["ruleset"]:
            assert row["cost"] == 0
    assert "What the best throw under one ruleset costs" in run_here([*args, "-q"]).out


def test_one_ruleset_has_no_costs_under_others() -> None:
    assert table([*HAND, "--against", "pat"], "costs") == []
    assert_refused(
        run_here([*HAND, "--against", "pat", "-f", "csv", "--table", "costs"]), "not a table"
    )


# --- exact and sampled ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "method"),
    [
        (["--against", "pat"], "exact"),
        (["--against", "pat", "--budget", "10"], "model"),
        (["--against", "pat", "--opponents", "2"], "model"),
        ([], "model"),
        (["--deals", "1000"], "sampled"),
        (["--against", "pat", "--deals", "1000"], "sampled"),
    ],
)
def test_every_answer_names_its_method(args: list[str], method: str) -> None:
    found = document([*HAND, *args])
    assert found["meta"]["method"] == method
    assert {row["method"] for row in found["rows"]} == {method}
    errors = [row["stderr"] for row in found["rows"]]
    if method == "model":
        assert errors == [None] * 32
    elif method == "exact":
        assert errors == [0] * 32
    else:
        assert all(0 < error < 0.02 for error in errors)
        assert (found["meta"]["deals"], found["meta"]["interrupted"]) == (1000, False)
    assert run_here([*HAND, *args, "-q"]).out.count(method.capitalize()) == 1


def test_a_seed_is_printed_and_gives_the_same_deals_again(own_folder: Path) -> None:
    first = run_here([*HAND, "-n", "1000", "-f", "json"])
    seed = json.loads(first.out)["meta"]["seed"]
    assert f"Seed {seed}" in first.err
    assert run_here([*HAND, "-n", "1000", "--seed", str(seed), "-f", "json"]).out == first.out


def test_a_sample_stops_at_the_precision_asked_for() -> None:
    found = document([*HAND, "--precision", "0.004", "--seed", "1"])
    best = max(found["rows"], key=lambda row: float(row["equity"]))
    assert found["meta"]["deals"] % 20_000 == 0
    assert 1.96 * best["stderr"] <= 0.004


# --- what is refused -----------------------------------------------------------------------------


REFUSED = [
    (["draw"], "a HAND to draw to, or --policy"),
    (["draw", "9c9dAh7s2c", "--policy"], "a HAND to draw to, or --policy"),
    ([*POLICY, "--against", "pat"], "leave out --against"),
    ([*POLICY, "--dead", "9c"], "leave out --against, --dead"),
    ([*POLICY, "-n", "10"], "leave out"),
    ([*POLICY, "--opponents", "4"], "opponents"),
    (["draw", "9c9dAh7s2c", "--opponents", "9", "--against", "pat", "-n", "9"], "enough for 8"),
]


def test_what_does_not_go_together_is_refused() -> None:
    for args, problem in REFUSED:
        assert_refused(run_here(args), problem)
