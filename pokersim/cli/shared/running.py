"""What commands that count share: a seed, a bar, and an early end that keeps what was counted."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import Any

import click

from pokersim.cli.shared.options import Common, option
from pokersim.cli.shared.output import message, progress, shows_progress
from pokersim.errors import ClusterError, StoreError
from pokersim.language import _, number
from pokersim.report.durations import duration_text
from pokersim.runs.execute import Counters, Run, Threads

SEED_BITS = 32
"""Bits of a seed that is drawn: short enough to be typed again."""

BAR_SECONDS = 0.5
LOG_SECONDS = 30.0
"""How often a bar, and a line for a file, say how it goes."""

Stop = KeyboardInterrupt | StoreError | ClusterError
"""What ends a run early, and keeps what was counted."""


def _check_cluster(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        from pokersim.runs.cluster import local_workers

        local_workers(value)
    return value


cluster_option = option(
    "--cluster",
    metavar="ADDRESS",
    callback=_check_cluster,
    help="Who counts instead of threads: local:4 for four processes, or tcp://host:8786, a Dask "
    "scheduler; the result does not depend on it.",
)


@contextmanager
def counters_of(n_threads: int, cluster: str | None) -> Iterator[Counters]:
    """Have somebody count for as long as the body runs: a cluster if one is named, or threads."""
    if cluster is None:
        yield Threads(n_threads)
        return
    from pokersim.runs.cluster import open_cluster

    with open_cluster(cluster) as counters:
        yield counters


def seed_for(seed: int | None) -> int:
    """Return the seed that was given, or draw one, of which :func:`tell_seed` tells."""
    return secrets.randbits(SEED_BITS) if seed is None else seed


def tell_seed(given: int | None, used: int, common: Common) -> None:
    """Say which seed was drawn, if none was given: when nothing can be refused any more."""
    message(_("Seed {n}").format(n=used), common.quiet or given is not None)


class RunProgress:
    """How fast a run goes, and how long it will take.

    Parameters
    ----------
    run, goal
        The run, and its deals at the end, as far as that is known.
    unit
        What is counted: ``deals``, ``pots``.
    watch
        Called with the counts: what a precision watches; None where nothing does.
    precision
        What that is to come down to.
    """

    def __init__(
        self,
        run: Run[Any],
        goal: int,
        unit: str,
        watch: Callable[[Any], float] | None = None,
        precision: float | None = None,
    ) -> None:
        self.run = run
        self.goal = goal
        self.unit = unit
        self._watch = watch
        self._precision = precision
        self._began = monotonic()

    def text(self) -> str:
        """Return what there is to say now.

        The deals that are left of a precision follow from what they have brought so far: half
        the width of an interval goes with the root of their number.
        """
        done, goal = self.run.done, self.goal
        seconds = max(monotonic() - self._began, 1e-3)
        rate = self.run.n_new / seconds
        said = [_("{x} {unit}/s").format(x=short(rate), unit=_(self.unit))]
        width = self._watch(self.run.counts) if self._watch and done else None
        if width is not None and self._precision is not None and width < float("inf"):
            goal = min(self.run.goal, round(done * (width / self._precision) ** 2))
        if rate:
            clock = duration_text(max(goal - done, 0) / rate)
            said.append(_("{clock} left").format(clock=clock))
        if width is not None:
            said.append(_("half-width {x}").format(x=number(width, ".3g")))
        return ", ".join(said)


def short(value: float) -> str:
    """Return a number in three digits or so.

    >>> [short(n) for n in (7, 12_345, 2_345_678, 1.5e9)]
    ['7', '12.3k', '2.35M', '1.5G']
    """
    for size, text in ((1e9, _("{x}G")), (1e6, _("{x}M")), (1e3, _("{x}k"))):
        if value >= size:
            return text.format(x=number(value / size, ".3g"))
    return number(value, ".3g")


def count_with_bar(
    pace: RunProgress,
    counters: Counters,
    bar: bool | None,
    label: str = "",
    log: bool = False,
    keep: bool = True,
) -> Stop | None:
    """Count a run to its end or an interrupt, and show how it goes.

    Parameters
    ----------
    pace
        The run, and what there is to say of it.
    counters
        Who counts it.
    bar, label
        Whether there is a bar, None for on a terminal; and what stands before it, "Dealing" by
        default.
    log
        Whether lines say how it goes every half minute; not beside a bar.
    keep
        Whether part of the run is of use.

    Returns
    -------
    Stop or None
        What ended the run early, to be raised when what was counted is told; it is raised here
        if nothing of use was counted.
    """
    run, told, label = pace.run, monotonic(), label or _("Dealing")
    seconds = BAR_SECONDS if shows_progress(bar) else LOG_SECONDS
    try:
        with progress(pace.goal, label, bar) as update, closing(counters.steps(run)) as steps:
            for n_deals in steps:
                text = pace.text() if monotonic() - told >= seconds else None
                update(n_deals, text)
                if text is not None:
                    told = monotonic()
                    line = _("{label}: {n} {unit}, {pace}")
                    fields = {"n": number(run.done), "unit": _(pace.unit)}
                    message(line.format(label=label, pace=text, **fields), not log)
    except (KeyboardInterrupt, StoreError, ClusterError) as stop:
        if not keep or not run.done:
            raise
        return stop
    return None
