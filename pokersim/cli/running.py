"""What commands that count share: a seed, a bar, and an early end that keeps what was counted."""

import secrets
from typing import Any

from pokersim.cli.options import Common
from pokersim.cli.output import message, progress
from pokersim.runs.execute import Run

SEED_BITS = 32
"""Bits of a seed that is drawn: short enough to be typed again."""


def seed_for(seed: int | None, common: Common) -> int:
    """Return the seed that was given, or draw one and say which."""
    if seed is not None:
        return seed
    drawn = secrets.randbits(SEED_BITS)
    message(f"Seed {drawn}", common.quiet)
    return drawn


def count_with_bar(
    run: Run[Any], goal: int, n_threads: int, bar: bool | None, keep: bool = True
) -> KeyboardInterrupt | None:
    """Count a run to its end or an interrupt.

    Parameters
    ----------
    run, n_threads
        The run, and on how many threads.
    goal, bar
        Deals at the end of the bar, and whether there is one; None: on a terminal.
    keep
        Whether part of the run is of use.

    Returns
    -------
    KeyboardInterrupt or None
        What ended the run early, to be raised when what was counted is told; it is raised here
        if nothing of use was counted.
    """
    try:
        with progress(goal, "Dealing", bar) as update:
            for n_deals in run.steps(n_threads):
                update(n_deals)
    except KeyboardInterrupt as stop:
        if not keep or not run.done:
            raise
        return stop
    return None
