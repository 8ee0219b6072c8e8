"""Compile all kernels, and ask the oracle, once for all tests: ``python tests/support/warm.py``."""

import hashlib
import os
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.process import CACHE, clean_environment  # noqa: E402

PARTS = (("hands", "equities"), ("pots", "evenings", "draws", "studies"))
"""The parts that two processes run side by side; each takes about half of the time."""


def sources_digest() -> str:
    """Return a hash of all that the machine code depends on, and of what runs the kernels."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for folder in ("pokersim", "tests/support"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def main() -> int:
    """Run every kernel once in processes of their own, and leave a note that this is done."""
    note, done = CACHE / "warm", sources_digest()
    if note.exists() and note.read_text() == done:
        return 0
    environment = clean_environment({"XDG_CACHE_HOME": str(CACHE)})
    command = [sys.executable, "-m", "support.kernel_runs", "--parts"]
    running = [subprocess.Popen([*command, *parts], env=environment) for parts in PARTS]
    os.environ["XDG_CACHE_HOME"] = str(CACHE)
    import_module("support.rulesets").verdicts()
    codes = [process.wait() for process in running]
    if any(codes):
        return 1
    note.write_text(done)
    return 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
