"""How kernels are compiled, and where their machine code is kept.

Numba's cache looks at the file of a kernel alone: a change in another file whose functions
were compiled into it goes unnoticed.  So the folder is named after a hash of everything that
shapes the code, and a new version of anything starts with an empty folder.
"""

import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import llvmlite.ir as llvm_ir
import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic, overload

from pokersim.sources import sources_digest

Integer = int | np.int64
"""A whole number as kernels take it: compiled they are all alike."""

Bits = int | np.integer[Any]
"""A set, of seats or of cards: a bit for each."""

F = TypeVar("F", bound=Callable[..., Any])

STALE_SECONDS = 30 * 24 * 3600
"""Machine code of another version, unused for so long, is thrown away."""

_BYTES = llvm_ir.IntType(8).as_pointer()


def cache_key() -> str:
    """Return 16 hex digits of all that shapes the compiled code."""
    digest = hashlib.sha256(sources_digest("kernels").encode())
    versions = (numba.__version__, np.__version__)
    processor = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    names = ("OPT", "BOUNDSCHECK", "CPU_NAME", "CPU_FEATURES")
    options = [str(vars(config)[name]) for name in names]
    digest.update(repr((versions, processor, options)).encode())
    return digest.hexdigest()[:16]


def _use_cache_folder() -> None:
    """Point Numba at this version's folder, unless the user has chosen one.

    Where the user's cache can't be written, it is among the temporary files; else there is none.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    for place in (_user_folder, _private_folder):
        with suppress(OSError, AttributeError):  # Windows has no ids of users
            parent = place()
            folder = parent / cache_key()
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
            _sweep(parent)
            if os.access(folder, os.W_OK | os.X_OK):
                vars(config)["CACHE_DIR"] = str(folder)
                return


def _user_folder() -> Path:
    return Path(platformdirs.user_cache_dir("pokersim")) / "kernels"


def _private_folder() -> Path:
    """Return a folder among the temporary files in which nobody else can put machine code."""
    folder = Path(tempfile.gettempdir()) / f"pokersim-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()  # a link may lead anywhere
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(f"{folder} is not private")
    return folder


def _sweep(parent: Path) -> None:
    for folder in parent.iterdir():
        with suppress(OSError):  # another process has thrown it away
            if folder.stat().st_mtime < time.time() - STALE_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


_use_cache_folder()

_njit = numba.njit(nogil=True)


class _KeptCode(FunctionCache):
    """Machine code from disk without what only a compiler needs.

    Numba makes everything ready to compile before it looks into its cache, which takes as long
    as importing Numba does.  Code that is there needs no more than the run-time library.

    Nor is a file that can't be read or written an error: the code is compiled, and kept if it can
    be.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        try:
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:  # a damaged pickle can raise anything
            self._forget()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]

    def _forget(self) -> None:
        try:
            self.flush()  # type: ignore[no-untyped-call]
        except OSError:
            self.disable()  # type: ignore[no-untyped-call]


def kernel(function: F) -> F:
    """Compile a function with Numba: no GIL, cached on disk, no hidden threads."""
    compiled = _njit(function)
    # Without a folder it is compiled anew each time: Numba's own choice is one beside the sources,
    # where code outlives a change in another file.  Or nothing is compiled at all.
    if vars(config)["CACHE_DIR"]:
        with suppress(RuntimeError, AttributeError):
            compiled.enable_caching()
            vars(compiled)["_cache"] = _KeptCode(function)  # type: ignore[no-untyped-call]
    return cast("F", compiled)


def pointer_to(array: np.ndarray) -> np.ndarray:
    """Return what small kernels index an array by, without a count of who holds it.

    To hand an array on costs more than what many a step does with it: the compiled code counts
    its holders up and down.  The array must come from the caller, who keeps it.  A pointer stays
    as it is.  In plain Python it is the array itself.
    """
    return array


@intrinsic
def _pointer(context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, values[0]).data

    return vars(types)["CPointer"](array.dtype)(array), generate


def popcount(bits: Bits) -> int:
    """Return how many bits of a number are set; 0 or more it must be."""
    return int(bits).bit_count()


def lowest_bit(bits: Bits) -> int:
    """Return which bit of a number is the lowest that is set; 64 if none is."""
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64


def bit_length(bits: Bits) -> int:
    """Return how many bits a number takes; none for 0."""
    return int(bits).bit_length()


def prefetch(array: np.ndarray, at: Integer) -> None:
    """Ask the memory for an entry of a pointer's array that will be read soon."""


def _one_step(name: str) -> Any:
    """Return an intrinsic that is one instruction of the processor, of a number."""

    @intrinsic
    def step(context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            defined_at_zero = [llvm_ir.Constant(llvm_ir.IntType(1), 0)] if name != "ctpop" else []
            return getattr(builder, name)(*values, *defined_at_zero)

        return types.int64(types.int64), generate

    return step


_ctpop, _cttz, _ctlz = _one_step("ctpop"), _one_step("cttz"), _one_step("ctlz")


@overload(popcount)
def _popcount(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _ctpop(bits)


@overload(lowest_bit)
def _lowest_bit(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _cttz(bits)


@overload(bit_length)
def _bit_length(bits):  # type: ignore[no-untyped-def]
    return lambda bits: 64 - _ctlz(bits)


@intrinsic
def _prefetch(context: Any, array: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = builder.bitcast(builder.gep(values[0], [values[1]]), _BYTES)
        number = llvm_ir.IntType(32)
        kind = llvm_ir.FunctionType(llvm_ir.VoidType(), [_BYTES, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [_BYTES], kind)
        builder.call(ask, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(array, types.int64), generate


@overload(prefetch)
def _prefetch_of(array, at):  # type: ignore[no-untyped-def]
    return lambda array, at: _prefetch(array, at)  # type: ignore[call-arg]


@overload(pointer_to)
def _pointer_to(array):  # type: ignore[no-untyped-def]  # the names alone must agree
    if isinstance(array, vars(types)["CPointer"]):
        return lambda array: array
    return lambda array: _pointer(array)  # type: ignore[call-arg]
