"""What the tests of the commands with wild cards and other decks share."""

import json
from pathlib import Path
from typing import Any

from support.commands import document, rows_of, run_here

ORTHODOX = [
    "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
    "two-pair", "one-pair", "high-card",
]  # fmt: skip
ALL_OPTIONS = ["--deck", "36", "--jokers", "2", "--bug", "special", "--wild", "6,Js"]
ITS_DECK = "36 + 2 bugs, 6c 6d 6h 6s Js wild"
ROYAL = "AhKhQhJhTh"
WILD_SEVEN = ["--cards", "7", "--jokers", "2", "--wild", "2"]
CATS = ["-r", "cats-and-dogs"]
COMMANDS = {
    "rank": ["rank", ROYAL],
    "frequency": ["frequency"],
    "simulate": ["simulate", "-n", "2k", "--seed", "1"],
}


def rows(*args: str) -> list[dict[str, Any]]:
    """Run a command in this process and return its rows."""
    done = run_here([*args, "-f", "ndjson"])
    assert done.code == 0, done.err
    return rows_of(done.out, "ndjson")


def meta(*args: str) -> dict[str, Any]:
    """Run a command in this process and return what its document says of itself."""
    found: dict[str, Any] = document(args)["meta"]
    return found


def hands_of(*args: str) -> dict[str, int]:
    """Return the hands that count as each combination."""
    return {row["combination"]: row["hands"] for row in rows("frequency", *args)}


def ruleset(name: str, *lines: str, ranking: list[str] = ORTHODOX) -> str:
    """Write a ruleset file to the working directory."""
    Path(name).write_text("\n".join([*lines, f"ranking = {json.dumps(ranking)}\n"]))
    return name
