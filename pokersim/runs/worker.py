"""What a worker of a cluster does: it agrees with who asks on what a job is, and counts.

What travels is text and numbers alone: a job as JSON and the numbers of its chunks one way,
packed counts the other.  Nothing here knows Dask.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from pokersim import __version__
from pokersim.errors import PokersimError
from pokersim.language import ENGLISH, _, language, number, using
from pokersim.runs.codec import json_of
from pokersim.runs.jobs import counts_bytes, job_data, job_key, job_of

PROBE_DEALS = 1000
"""Deals of the first chunk of a job that who asks and who counts must both have counted alike."""

_opening = Lock()


def version() -> str:
    """Return the version of the program."""
    return __version__


def ticket_of(job: Any) -> str:
    """Return a job as text, with all that a worker must agree on before it counts."""
    data = job_data(job)
    asked = {"version": __version__, "key": job_key(data), "probe": _probe(job), "job": data}
    return json_of({**asked, "language": language()})


def count_batch(ticket: str, batch: Sequence[tuple[int, int]]) -> tuple[str, list[bytes]]:
    """Count some chunks of a job, if they count here what they count where they are asked for.

    Parameters
    ----------
    ticket
        What :func:`ticket_of` returned there.
    batch
        The number and the deals of each chunk.

    Returns
    -------
    str
        What is wrong here; empty if nothing is.
    list of bytes
        The counts of each chunk, packed; none if something is wrong.

    Examples
    --------
    >>> count_batch('{"version": "0.0.1"}', [(0, 10)])[0]
    'has pokersim ..., but 0.0.1 is needed'
    """
    # Whatever goes wrong travels as text: a client of Dask that can't unpickle an error waits on.
    try:
        with using(json.loads(ticket).get("language", ENGLISH)):
            with _opening:  # once, and not by every thread
                job, fault = _opened(ticket)
            if fault:
                return fault, []
            return "", [counts_bytes(job.count_chunk(*chunk)) for chunk in batch]
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}", []


@lru_cache(maxsize=4)
def _opened(ticket: str) -> tuple[Any, str]:
    """Return the job of a ticket and an empty text, or what keeps it from being counted here."""
    asked = json.loads(ticket)
    if asked["version"] != __version__:
        text = _("has pokersim {found}, but {wanted} is needed")
        return None, text.format(found=__version__, wanted=asked["version"])
    try:
        job = job_of(asked["job"])
    except PokersimError as error:
        return None, _("can't read the job: {error}").format(error=error)
    if job_key(job_data(job)) != asked["key"]:
        return None, _("reads the rules of the job differently")
    if _probe(job) != asked["probe"]:
        text = _("counts differently in the first {n} deals of the job")
        return None, text.format(n=number(PROBE_DEALS))
    return job, ""


def _probe(job: Any) -> str:
    """Return a hash of what the first deals of a job add up to."""
    digest = hashlib.sha256()
    for array in job.count_chunk(0, PROBE_DEALS):
        digest.update(array.astype("<i8", copy=False).tobytes())
    return digest.hexdigest()
