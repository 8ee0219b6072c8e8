"""Intervals compared with published ones, and moments with sums over deals written out."""

from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokersim.stats import Moments, moments, normal_quantile, wilson_interval

# (count, total, low, high): Newcombe, "Two-sided confidence intervals for the single
# proportion", 1998, table I, score method without continuity correction, 95 %.
PUBLISHED = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]

counts_of_total = st.integers(1, 10**9).flatmap(
    lambda total: st.tuples(st.integers(0, total), st.just(total))
)
confidences = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999])


@pytest.mark.parametrize(
    ("confidence", "quantile"),
    [(0.5, 0.674490), (0.682689492, 1.0), (0.95, 1.959964), (0.99, 2.575829), (0.999, 3.290527)],
)
def test_quantile_is_that_of_the_normal_distribution(confidence: float, quantile: float) -> None:
    assert normal_quantile(confidence) == pytest.approx(quantile, abs=1e-6)


@pytest.mark.parametrize(("count", "total", "low", "high"), PUBLISHED)
def test_wilson_interval_is_the_published_one(
    count: int, total: int, low: float, high: float
) -> None:
    assert wilson_interval(count, total) == pytest.approx((low, high), abs=5e-5)


@given(numbers=counts_of_total, confidence=confidences)
def test_wilson_bounds_are_so_many_standard_errors_of_their_own_away(
    numbers: tuple[int, int], confidence: float
) -> None:
    count, total = numbers
    z = normal_quantile(confidence)
    for bound in wilson_interval(count, total, confidence):
        if 0 < bound < 1:
            distance = (count / total - bound) ** 2
            assert isclose(distance, z**2 * bound * (1 - bound) / total, rel_tol=1e-5)


@given(numbers=counts_of_total, confidence=confidences)
def test_wilson_interval_holds_the_share_and_stays_a_probability(
    numbers: tuple[int, int], confidence: float
) -> None:
    low, high = wilson_interval(*numbers, confidence)
    assert 0 <= low <= numbers[0] / numbers[1] <= high <= 1


@given(numbers=counts_of_total, confidence=confidences)
def test_wilson_interval_of_failures_is_the_mirror_image(
    numbers: tuple[int, int], confidence: float
) -> None:
    count, total = numbers
    low, high = wilson_interval(count, total, confidence)
    mirrored = wilson_interval(total - count, total, confidence)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(total=st.integers(1, 10**12), confidence=confidences)
def test_wilson_interval_of_no_success_or_of_success_alone_ends_there(
    total: int, confidence: float
) -> None:
    z = normal_quantile(confidence)
    low, high = wilson_interval(0, total, confidence)
    assert low == 0.0
    assert high == pytest.approx(z**2 / (total + z**2))
    low, high = wilson_interval(total, total, confidence)
    assert low == pytest.approx(total / (total + z**2))
    assert high == 1.0


def test_wilson_interval_of_no_trials_says_nothing() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("share", [0.001, 0.02, 0.3])
def test_wilson_interval_covers_the_truth_as_often_as_it_says(share: float) -> None:
    n_samples = 4_000
    counts = np.random.default_rng(6).binomial(2_000, share, n_samples).tolist()
    bounds = [wilson_interval(count, 2_000) for count in counts]
    covered = sum(low <= share <= high for low, high in bounds) / n_samples
    # The number covered is itself uneven in small counts: a percent and a half either way.
    assert covered == pytest.approx(0.95, abs=0.015)


SHARES = (0.0, 1 / 3, 1 / 2, 2 / 3, 1.0)
N_PLAYERS = 3

# A deal: hands of the group, number of its share under the base ruleset and under another.
group_deals = st.tuples(st.integers(1, N_PLAYERS), st.integers(0, 4), st.integers(0, 4))
other_deals = st.just((0, 0, 0))
deal_lists = st.lists(group_deals | other_deals, min_size=1, max_size=30)
telling_lists = st.tuples(group_deals, deal_lists).map(lambda parts: [parts[0], *parts[1]])

Deals = list[tuple[int, int, int]]


def moments_of(deals: Deals, *, is_base: bool = False) -> tuple[Moments, Moments]:
    """Count deals as the kernel does, and give their moments."""
    base = np.zeros((N_PLAYERS + 1, len(SHARES)), dtype=np.int64)
    changed = np.zeros((N_PLAYERS + 1, len(SHARES), len(SHARES)), dtype=np.int64)
    for size, before, after in deals:
        if size > 0:
            base[size, before] += 1
            # Who wins may change and the share of the group stay what it was.
            changed[size, before, after] += before != after or size == 2
    return moments(len(deals), base, None if is_base else changed, np.array(SHARES))


def slow_ratio(sizes: list[int], outcomes: list[float]) -> tuple[float, float]:
    """Give a ratio of sums and its variance, from the residual of every deal."""
    n, ratio = len(sizes), sum(outcomes) / sum(sizes)
    residuals = [outcome - ratio * size for size, outcome in zip(sizes, outcomes, strict=True)]
    return ratio, sum(x * x for x in residuals) * n / (n - 1) / sum(sizes) ** 2


@given(deals=telling_lists)
@settings(max_examples=60)
def test_moments_are_those_of_the_deals_written_out(deals: Deals) -> None:
    found = {
        "base": moments_of(deals, is_base=True)[0],
        "other": moments_of(deals)[0],
        "change": moments_of(deals)[1],
    }
    outcomes = {
        "base": [SHARES[before] for _, before, _ in deals],
        "other": [SHARES[after] for _, _, after in deals],
        "change": [SHARES[after] - SHARES[before] for _, before, after in deals],
    }
    for kind, moment in found.items():
        assert moment.ratio is not None
        assert moment.stderr is not None
        # Variances are compared: the root of a rounding error is no rounding error any more.
        expected = slow_ratio([size for size, _, _ in deals], outcomes[kind])
        assert (moment.ratio, moment.stderr**2) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_group_that_no_deal_holds_has_no_ratio_and_no_error() -> None:
    equity, _ = moments_of([(0, 0, 0), (0, 0, 0)])
    assert (equity.ratio, equity.stderr) == (None, None)


def test_one_deal_has_a_ratio_and_no_error() -> None:
    equity, _ = moments_of([(2, 4, 4)])
    assert (equity.ratio, equity.stderr) == (0.5, None)


@given(deals=deal_lists)
@settings(max_examples=30)
def test_moments_count_all_deals_and_the_hands_of_the_group(deals: Deals) -> None:
    equity, change = moments_of(deals)
    expected = (len(deals), sum(size for size, _, _ in deals))
    assert (equity.trials, equity.size) == (change.trials, change.size) == expected


@given(deals=deal_lists)
@settings(max_examples=30)
def test_change_of_the_base_itself_is_nothing(deals: Deals) -> None:
    change = moments_of(deals, is_base=True)[1]
    assert (change.outcome, change.outcome_outcome, change.size_outcome) == (0.0, 0.0, 0.0)


def test_a_group_that_always_takes_the_pot_has_no_error() -> None:
    equity, _ = moments_of([(1, 4, 4), (1, 4, 4), (0, 0, 0)])
    assert (equity.ratio, equity.stderr) == (1.0, 0.0)


def test_stderr_of_single_hands_is_that_of_a_mean() -> None:
    won = [0.0, 0.5, 1.0, 1.0, 0.0, 1.0]
    deals = [(1, SHARES.index(share), SHARES.index(share)) for share in won]
    assert moments_of(deals)[0].stderr == pytest.approx(np.std(won, ddof=1) / sqrt(len(won)))
