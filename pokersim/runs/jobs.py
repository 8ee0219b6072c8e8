"""Jobs and their counts as data: what a store keeps, and what is sent to another process.

A job's key is a hash of all that its counts depend on, so that what was counted for one key
can be used wherever that key turns up.
"""

import hashlib
import zlib
from typing import Any

import numpy as np

from pokersim.errors import InputError
from pokersim.language import _
from pokersim.runs.codec import json_of, plain_of, record_of
from pokersim.runs.plan import C
from pokersim.studies.betting.betting_simulation import BettingJob
from pokersim.studies.simulate.game_jobs import DrawJob, StudJob
from pokersim.studies.simulate.showdown_job import ShowdownJob

KINDS: dict[str, Any] = {
    "showdown": ShowdownJob,
    "draw": DrawJob,
    "stud": StudJob,
    "money": BettingJob,
}
"""Every kind of job by name."""

COUNTS_VERSION = 2
"""Raised when the same job would count something else than before: other streams, other policies.

A test holds what a little of each kind counts, and says so.
"""

_SAID_ONLY = ("titles", "names", "source", "about")
"""Fields that are only told, and that no count depends on."""


def job_data(job: Any) -> dict[str, Any]:
    """Return a job as data, with everything that it takes to count it elsewhere.

    >>> from pokersim.rules.loader import load_ruleset
    >>> job = StudJob((load_ruleset("soko"),), 6, seed=1)
    >>> job_of(job_data(job)) == job
    True
    """
    kind = next(name for name, kind in KINDS.items() if type(job) is kind)
    return {
        "kind": kind,
        "counts": COUNTS_VERSION,
        "chunk_deals": job.chunk_deals,
        "job": plain_of(job),
    }


def job_of(data: dict[str, Any]) -> Any:
    """Return the job that data mean.

    Raises
    ------
    InputError
        They are of a version of the program that counts something else.
    """
    try:
        job = record_of(KINDS[data["kind"]], data["job"])
        same = (data["counts"], data["chunk_deals"]) == (COUNTS_VERSION, job.chunk_deals)
    except (LookupError, TypeError, ValueError):
        same = False
    if not same:
        text = _(
            "this job is from another version of pokersim, which counts differently: continue "
            "with that version, or start again"
        )
        raise InputError(text)
    return job


def job_key(data: dict[str, Any]) -> str:
    """Return 64 hex digits of all that the counts of a job depend on."""
    return hashlib.sha256(json_of(_counted(data)).encode()).hexdigest()


def _counted(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _counted(item) for key, item in data.items() if key not in _SAID_ONLY}
    return [_counted(item) for item in data] if isinstance(data, list) else data


def counts_bytes(counts: tuple[np.ndarray, ...]) -> bytes:
    """Return counts as bytes; they are mostly zeros, and packed."""
    flat = np.concatenate([array.ravel() for array in counts])
    return zlib.compress(flat.astype("<i8", copy=False).tobytes(), level=1)


def counts_of(data: bytes, zeros: C) -> C:
    """Return the counts that bytes mean.

    Parameters
    ----------
    data
        What :func:`counts_bytes` returned.
    zeros
        Counts of the same job, for their shapes.

    Raises
    ------
    ValueError
        The bytes are not counts of these shapes.
    """
    try:
        flat = np.frombuffer(zlib.decompress(data), dtype="<i8").astype(np.int64)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    ends = np.cumsum([array.size for array in zeros])
    if len(flat) != ends[-1]:
        raise ValueError(f"{len(flat)} counts where {ends[-1]} belong")
    parts = np.split(flat, ends[:-1])
    shaped = [part.reshape(array.shape) for part, array in zip(parts, zeros, strict=True)]
    return type(zeros)(*shaped)


def is_same(data: bytes, other: bytes) -> bool:
    """Whether bytes mean the same counts; another zlib may have packed them otherwise."""
    return data == other or zlib.decompress(data) == zlib.decompress(other)
