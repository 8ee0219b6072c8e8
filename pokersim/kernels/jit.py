"""How kernels are compiled, and where their machine code is kept.

Numba's cache looks at the file of a kernel alone: a change in another file whose functions
were compiled into it goes unnoticed.  So the folder is named after a hash of everything that
shapes the code, and a new version of anything starts with an empty folder.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba import types
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic, overload

Integer = int | np.int64
"""A whole number as kernels take it: compiled they are all alike."""

F = TypeVar("F", bound=Callable[..., Any])

STALE_SECONDS = 30 * 24 * 3600
"""Machine code of another version, unused for so long, is thrown away."""

_PACKAGE = Path(__file__).parent.parent


def cache_key() -> str:
    """Return 16 hex digits of all that shapes the compiled code."""
    sources = [*sorted((_PACKAGE / "kernels").glob("*.py")), _PACKAGE / "packing.py"]
    digest = hashlib.sha256()
    for source in [*sources, _PACKAGE / "tables.py", _PACKAGE / "cards.py"]:
        digest.update(source.read_bytes())
    versions = (numba.__version__, np.__version__)
    processor = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    names = ("OPT", "BOUNDSCHECK", "CPU_NAME", "CPU_FEATURES")
    options = [str(vars(config)[name]) for name in names]
    digest.update(repr((versions, processor, options)).encode())
    return digest.hexdigest()[:16]


def _use_cache_folder() -> None:
    """Point Numba at this version's folder, unless the user has chosen one."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    parent = Path(platformdirs.user_cache_dir("pokersim")) / "kernels"
    folder = parent / cache_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _sweep(parent)
    except OSError:
        return  # a home that can't be written: Numba falls back to a folder of its own
    vars(config)["CACHE_DIR"] = str(folder)


def _sweep(parent: Path) -> None:
    for folder in parent.iterdir():
        if folder.stat().st_mtime < time.time() - STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


_use_cache_folder()

_njit = numba.njit(nogil=True)


class _KeptCode(FunctionCache):
    """Machine code from disk without what only a compiler needs.

    Numba makes everything ready to compile before it looks into its cache, which takes as long
    as importing Numba does.  Code that is there needs no more than the run-time library.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def kernel(function: F) -> F:
    """Compile a function with Numba: no GIL, cached on disk, no hidden threads."""
    compiled = _njit(function)
    # No folder can be written: it is compiled anew each time.  Or nothing is compiled at all.
    with suppress(RuntimeError, AttributeError):
        compiled.enable_caching()
        vars(compiled)["_cache"] = _KeptCode(function)  # type: ignore[no-untyped-call]
    return cast("F", compiled)


def pointer_to(array: np.ndarray) -> np.ndarray:
    """Return what small kernels index an array by, without a count of who holds it.

    To hand an array on costs more than what many a step does with it: the compiled code counts
    its holders up and down.  The array must come from the caller, who keeps it.  In plain Python
    it is the array itself.
    """
    return array


@intrinsic
def _pointer(context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, values[0]).data

    return vars(types)["CPointer"](array.dtype)(array), generate


@overload(pointer_to)
def _pointer_to(array):  # type: ignore[no-untyped-def]  # the names alone must agree
    return lambda array: _pointer(array)  # type: ignore[call-arg]


def popcount(word: np.uint64) -> np.uint64:
    """Return how many bits of a ``uint64`` are set."""
    return np.uint64(int(word).bit_count())


def lowest_bit(word: np.uint64) -> np.uint64:
    """Return the number of the lowest bit of a ``uint64`` that is set; 64 if none is."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1 if word else 64)


@intrinsic
def _popcount(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _lowest_bit(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@overload(popcount)
def _popcount_of(word):  # type: ignore[no-untyped-def]  # the names alone must agree
    return lambda word: _popcount(word)  # type: ignore[call-arg]


@overload(lowest_bit)
def _lowest_bit_of(word):  # type: ignore[no-untyped-def]
    return lambda word: _lowest_bit(word)  # type: ignore[call-arg]
