"""The program from start to end, as a process: what a user waits for."""

import subprocess
import sys
from collections.abc import Callable

import pytest

COMMANDS = {
    "python": ["-c", "pass"],
    "help": ["-m", "pokersim", "--help"],
    "rank": ["-m", "pokersim", "rank", "Kh Jd Td 9s 8c"],
    "frequency": ["-m", "pokersim", "frequency"],
    "simulate": ["-m", "pokersim", "simulate", "-n", "1000", "--seed", "1"],
}


def run(args: list[str]) -> None:
    """Run Python to its end."""
    subprocess.run([sys.executable, *args], check=True, capture_output=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_start(rated: Callable[..., object], name: str) -> None:
    """Start, work, end; `python` is the share of the interpreter alone."""
    rated(1, "runs", run, COMMANDS[name])
