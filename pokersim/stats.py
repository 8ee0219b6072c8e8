"""Counts in, numbers out: intervals, and the errors of ratios and of paired differences."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np


def normal_quantile(confidence: float) -> float:
    """Return how many standard errors an interval reaches to each side.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    return abs(NormalDist().inv_cdf((1 - confidence) / 2))  # (1 + confidence) / 2 may round to 1


def wilson_interval(count: int, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion.

    Unlike the textbook interval it stays inside 0..1 and is sound for rare events, a count
    of zero included (Wilson 1927; Brown, Cai and DasGupta 2001).

    Parameters
    ----------
    count, total
        Successes and trials, ``0 <= count <= total``.
    confidence
        Strictly between 0 and 1.

    Returns
    -------
    low, high
        Proportions; 0 and 1 when there were no trials.

    Examples
    --------
    >>> low, high = wilson_interval(0, 100)
    >>> low, round(high, 4)
    (0.0, 0.037)
    """
    if total == 0:
        return 0.0, 1.0
    z = normal_quantile(confidence)
    share = count / total
    shrink = 1 + z * z / total
    centre = (share + z * z / (2 * total)) / shrink
    half = z / shrink * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    low = 0.0 if count == 0 else max(0.0, centre - half)
    high = 1.0 if count == total else min(1.0, centre + half)
    return low, high


@dataclass(frozen=True)
class Moments:
    """Sums over trials of an outcome, of the size of a trial, of their squares and product.

    Attributes
    ----------
    trials
        How many trials, those of size 0 included.
    size, outcome
        Sums of the sizes (hands of a group in a deal) and of the outcomes (their share).
    size_size, outcome_outcome, size_outcome
        Sums of squares and of products.
    """

    trials: int
    size: float
    outcome: float
    size_size: float
    outcome_outcome: float
    size_outcome: float

    @property
    def ratio(self) -> float | None:
        """Outcome for each unit of size; None where there was none."""
        return self.outcome / self.size if self.size else None

    @property
    def stderr(self) -> float | None:
        """Standard error of the ratio, a trial taken as one (linearised).

        Hands dealt together are not independent, deals are: the residual of a deal is its
        outcome less the ratio times its size.
        """
        ratio = self.ratio
        if ratio is None or self.trials < 2:
            return None
        squares = (
            self.outcome_outcome - 2 * ratio * self.size_outcome + ratio * ratio * self.size_size
        )
        unbiased = self.trials / (self.trials - 1)
        return sqrt(max(0.0, squares) * unbiased) / self.size


def known_ratio(trials: int, outcome: float, size: float) -> Moments:
    """Return the moments of a ratio that is known, of sums over all that there is.

    Nothing is left to chance, so no squares are summed and its error is 0.

    Examples
    --------
    >>> half = known_ratio(1000, 5.0, 10.0)
    >>> half.ratio, half.stderr
    (0.5, 0.0)
    """
    return Moments(trials, size, outcome, 0.0, 0.0, 0.0)


def mean_of(trials: int, counts: np.ndarray, values: np.ndarray) -> Moments:
    """Return the moments of a value that each trial has; the ratio is its mean.

    Parameters
    ----------
    trials
        How many, those without a value (0) included.
    counts, values
        ``int64[n]`` and ``float64[n]``: how many trials had each value.

    Examples
    --------
    >>> mean_of(4, np.array([1, 2]), np.array([1.0, 0.5])).ratio
    0.5
    """
    total, squares = float(counts @ values), float(counts @ values**2)
    return Moments(trials, trials, total, trials, squares, total)


def moments(
    trials: int, base: np.ndarray, changed: np.ndarray | None, shares: np.ndarray
) -> tuple[Moments, Moments]:
    """Return the moments of what a group takes under a ruleset, and of the change from the base.

    Parameters
    ----------
    trials
        Deals in all.
    base
        ``int64[hands + 1, shares]``: deals by hands of the group and its share under the base.
    changed
        ``int64[hands + 1, shares, shares]``: of these, the deals with other winners, by both
        shares; None for the base itself.
    shares
        ``float64[shares]``: what the share numbers stand for.
    """
    size = np.arange(base.shape[0], dtype=np.float64)
    first = shares[None, :]
    per_size = base.sum(axis=1)
    sums = [(base * first).sum(), (base * first**2).sum(), (base * first * size[:, None]).sum()]
    change = [0.0, 0.0, 0.0]
    if changed is not None:
        before, after = shares[None, :, None], shares[None, None, :]
        step, sizes = after - before, size[:, None, None]
        change = [(changed * step).sum(), (changed * step**2).sum(), (changed * step * sizes).sum()]
        square = (changed * (after**2 - before**2)).sum()
        sums = [sums[0] + change[0], sums[1] + square, sums[2] + change[2]]
    of_size = (float((per_size * size).sum()), float((per_size * size**2).sum()))
    return tuple(  # type: ignore[return-value]
        Moments(trials, of_size[0], float(s[0]), of_size[1], float(s[1]), float(s[2]))
        for s in (sums, change)
    )
