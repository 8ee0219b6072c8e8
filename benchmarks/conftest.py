"""What benchmarks share: rates beside times, printed when all have run."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

_rates: list[tuple[str, float, str]] = []


def pytest_configure(config: pytest.Config) -> None:
    """Collect ``bench_*.py``, which the tests of the project don't."""
    config.addinivalue_line("python_files", "bench_*.py")


@pytest.fixture
def rated(benchmark: BenchmarkFixture, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Return ``rated(n, unit, function, *args)``, which times a function that does ``n`` things.

    ``rounds`` says how often, for a function that takes seconds.  The rate goes to
    ``extra_info`` of the benchmark's record.  It is that of the least time: what is above it is
    other programs of the machine.
    """

    def run(n: int, unit: str, function: Callable[..., Any], *args: Any, rounds: int = 0) -> Any:
        function(*args)  # compiled, and tables read once
        if rounds:
            result = benchmark.pedantic(function, args, rounds=rounds)
        else:
            result = benchmark(function, *args)
        if benchmark.stats is not None:  # None under --benchmark-disable
            rate = n / benchmark.stats.stats.min
            benchmark.extra_info[f"{unit}/s"] = round(rate)
            _rates.append((request.node.name, rate, unit))
        return result

    return run


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the rates."""
    if _rates:
        terminalreporter.section("rates")
        width = max(len(name) for name, _, _ in _rates)
        for name, rate, unit in _rates:
            terminalreporter.write_line(f"{name:{width}}  {rate:15,.0f} {unit}/s")
