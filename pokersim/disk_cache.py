"""Arrays kept on disk from run to run, named by all that went into them.

A file is written beside its place and moved there whole, and begins with a checksum of the rest:
one that is cut short, damaged or from another version is never used, only made again.
"""

import hashlib
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

STALE_SECONDS = 30 * 24 * 3600
"""A file that has not been used for so long is deleted."""

_DIGEST_SIZE = hashlib.sha256().digest_size


def folder(kind: str) -> Path:
    """Return where arrays of a kind are kept."""
    return Path(platformdirs.user_cache_dir("pokersim")) / kind


def load_arrays(path: Path, names: Sequence[str]) -> dict[str, np.ndarray] | None:
    """Return the arrays of a file, or None where there is none that can be trusted."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    content = data[_DIGEST_SIZE:]
    if data[:_DIGEST_SIZE] != hashlib.sha256(content).digest():
        return None
    with suppress(OSError):
        os.utime(path)
    with np.load(BytesIO(content), allow_pickle=False) as stored:
        return {name: stored[name] for name in names}


def save_arrays(path: Path, arrays: dict[str, np.ndarray], small: bool = False) -> None:
    """Write a file whole or not at all; a folder that can't be written is no trouble.

    ``small`` takes time to make the file small.
    """
    buffer = BytesIO()
    save: Any = np.savez_compressed if small else np.savez
    save(buffer, **arrays)
    content = buffer.getvalue()
    new = path.with_name(f".{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path.parent)
        new.write_bytes(hashlib.sha256(content).digest() + content)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()


def _sweep(folder: Path) -> None:
    for entry in folder.iterdir():
        with suppress(OSError):
            if entry.stat().st_mtime < time.time() - STALE_SECONDS:
                entry.unlink()
