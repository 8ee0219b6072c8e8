"""Arrays that take long to compute, kept from run to run."""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np

from support.process import CACHE

FOLDER = CACHE / "oracle"


def kept(
    name: str, make: Callable[[], Mapping[str, np.ndarray]], *sources: str
) -> dict[str, np.ndarray]:
    """Return the arrays that ``make`` computes; from the disk if these sources have made them.

    Parameters
    ----------
    name
        Name of the file; of each name, only the newest file is kept.
    make
        Computes the arrays, by name.
    sources
        Paths of all source files that decide what ``make`` computes.
    """
    digest = hashlib.sha256(b"".join(Path(source).read_bytes() for source in sources))
    path = FOLDER / f"{name}-{digest.hexdigest()[:16]}.npz"
    with suppress(FileNotFoundError), np.load(path) as found:
        return dict(found)
    made = dict(make())
    FOLDER.mkdir(parents=True, exist_ok=True)
    # Renamed when it is whole, so that another worker reads all of it or none.
    with NamedTemporaryFile(dir=FOLDER, suffix=".tmp", delete=False) as file:
        np.savez(file, allow_pickle=False, **made)
    for old in FOLDER.glob(f"{name}-{'?' * 16}.npz"):
        old.unlink(missing_ok=True)
    Path(file.name).replace(path)
    return made
