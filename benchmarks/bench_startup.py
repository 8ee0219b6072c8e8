"""The program from start to end, as a process: what a user waits for."""

import subprocess
import sys
from collections.abc import Callable

import pytest

COMMANDS = {
    "python": ["-c", "pass"],
    "help": ["-m", "pokersim", "--help"],
    "rank": ["-m", "pokersim", "rank", "Kh Jd Td 9s 8c"],
    "rank-joker": ["-m", "pokersim", "rank", "Kh Jd Td 9s Jo", "--jokers", "1"],
    "frequency": ["-m", "pokersim", "frequency"],
    "frequency-deuces": ["-m", "pokersim", "frequency", "--wild", "2"],
    "frequency-seven": ["-m", "pokersim", "frequency", "--cards", "7"],
    "frequency-seven-jokers": ["-m", "pokersim", "frequency", "--cards", "7", "--jokers", "2"],
    "simulate": ["-m", "pokersim", "simulate", "-n", "1000", "--seed", "1", "--no-store"],
}


def run(args: list[str]) -> None:
    """Run Python to its end."""
    subprocess.run([sys.executable, *args], check=True, capture_output=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_start(rated: Callable[..., object], name: str) -> None:
    """Start, work, end; `python` is the share of the interpreter alone."""
    rated(1, "runs", run, COMMANDS[name])
