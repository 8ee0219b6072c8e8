"""What the tests of the commands share: golden files, rows of every data format, hands."""

import csv
import io
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from pokersim import __version__
from pokersim.cli import main as program
from pokersim.cli.shared import running
from support.process import ROOT, Finished, clean_environment

FORMATS = ("table", "json", "ndjson", "csv", "markdown")
DATA_FORMATS = ("json", "ndjson", "csv")
META_FIELDS = ("command", "version", "schema", "rulesets")

GOLDEN = ROOT / "tests" / "golden" / "cli"
UPDATE_GOLDEN = os.environ.get("POKERSIM_UPDATE_GOLDEN") == "1"

MEASURED = """
import resource, sys
from pokersim.cli.main import main
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""
"""Runs pokersim; the last line on the standard error is the most memory it had."""

IMPORTS_NUMBA = """
import sys
from pokersim.cli.main import main
try:
    main()
finally:
    print("numba" in sys.modules, file=sys.stderr)
"""
"""Runs pokersim; the last line on the standard error tells whether Numba was imported."""


def assert_golden(name: str, text: str) -> None:
    """Compare a text with its golden file; ``POKERSIM_UPDATE_GOLDEN=1`` writes that anew."""
    path = GOLDEN / name
    text = text.replace(f'"version": "{__version__}"', '"version": "VERSION"')
    if UPDATE_GOLDEN:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def rows_of(text: str, format: str) -> list[dict[str, Any]]:
    """Read the rows of a result in a data format; values of csv stay texts."""
    if format == "json":
        rows: list[dict[str, Any]] = json.loads(text)["rows"]
        return rows
    if format == "ndjson":
        return [json.loads(line) for line in text.splitlines()]
    return list(csv.DictReader(io.StringIO(text)))


def as_csv(row: Mapping[str, Any]) -> dict[str, str]:
    """Return a row of json as csv has it."""
    return {
        field: "" if value is None else value if isinstance(value, str) else json.dumps(value)
        for field, value in row.items()
    }


def random_hands(n: int, seed: int) -> list[str]:
    """Return hands like ``KhJdTd9s8c``."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    rng = random.Random(seed)
    return ["".join(rng.sample(deck, 5)) for _ in range(n)]


def run_here(args: Sequence[str]) -> Finished:
    """Run a command in this process, which starts at once; files and streams as in a real one."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = program._run(args)
        out.flush()
        err.flush()
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Finished(code, *texts)


def document(args: Sequence[str]) -> dict[str, Any]:
    """Run a command in this process and return its json."""
    done = run_here([*args, "-f", "json"])
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def run_code(code: str, args: Sequence[str], **more: Any) -> Finished:
    """Run a piece of Python with arguments, in a clean environment."""
    kept = {"stdout": subprocess.PIPE, "stdin": subprocess.DEVNULL, **more}
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=clean_environment(),
        timeout=120,
        check=False,
        **kept,
    )
    return Finished(done.returncode, done.stdout or "", done.stderr)


def interrupted(
    number: signal.Signals, args: Sequence[str], seconds: float = 0
) -> tuple[int, str, str]:
    """Send a run a signal, when a bar shows what is counted or after some time; what it said."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pokersim", *args]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, encoding="utf-8", env=clean_environment()
    ) as process:
        os.close(theirs)
        shown = ""
        # The bar tells the time that is left a second after the first chunks.
        while not seconds and not re.search(r"\d\d:\d\d:\d\d", shown):
            shown += os.read(ours, 4096).decode()
        time.sleep(seconds)
        process.send_signal(number)
        try:
            out, _ = process.communicate(timeout=120)
        finally:
            process.kill()
        code = process.returncode
    os.set_blocking(ours, False)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    return code, out, shown


def stop_after_first_chunk(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Raise an error, as a signal does, in this process when the first chunk is counted."""

    def stop(pace: running.RunProgress) -> str:
        raise error

    monkeypatch.setattr(running, "LOG_SECONDS", 0.0)
    monkeypatch.setattr(running.RunProgress, "text", stop)


def run_shell(line: str, cwd: Path) -> Finished:
    """Run a line of bash in which ``pokersim`` is this checkout's."""
    function = f'pokersim() {{ "{sys.executable}" -m pokersim "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", function + line],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        env=clean_environment(),
        cwd=cwd,
        timeout=120,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def assert_refused(done: Finished, *problems: str) -> None:
    """A user's mistake: exit 2, nothing on the standard output, no traceback, the problem told."""
    assert (done.code, done.out) == (2, "")
    assert "Error: " in done.err
    assert "Traceback" not in done.err
    for problem in problems:
        assert problem in done.err
