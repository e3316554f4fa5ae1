"""Intervals and standard errors: against the textbook in many digits, at the edges, and by how often they cover."""

import math
from decimal import Decimal, getcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.core.intervals import Z95, Estimate, proportion, proportion_errors, sampled_mean, sampled_sd, wilson

getcontext().prec = 60


def textbook(seen, trials):
    """Wilson's interval as the books print it, in 60 digits."""
    n, z = Decimal(trials), Decimal(Z95)
    p = Decimal(seen) / n
    middle = p + z * z / (2 * n)
    width = z * (p * (1 - p) / n + z * z / (4 * n * n)).sqrt()
    scale = 1 + z * z / n
    return (middle - width) / scale, (middle + width) / scale


@given(st.integers(1, 10**12), st.floats(0, 1))
def test_wilson_is_the_textbook_interval(trials, share):
    seen = round(share * trials)
    low, high = wilson(seen, trials)
    exact_low, exact_high = textbook(seen, trials)
    assert float(low) == pytest.approx(float(exact_low), rel=1e-13, abs=1e-30)
    assert float(high) == pytest.approx(float(exact_high), rel=1e-13)
    assert 0 <= low <= seen / trials <= high <= 1


@pytest.mark.parametrize("trials", [1, 10, 10**7, 10**12])
@pytest.mark.parametrize("seen", [1, 2, 17])
def test_wilson_loses_no_digits_for_rare_events(seen, trials):
    if seen <= trials:
        low, _ = wilson(seen, trials)
        assert float(low) == pytest.approx(float(textbook(seen, trials)[0]), rel=1e-13)


@pytest.mark.parametrize("trials", [1, 2, 100, 10**7, 10**12])
def test_never_and_always_seen(trials):
    low, high = wilson(0, trials)
    assert low == 0
    assert high == pytest.approx(Z95**2 / (trials + Z95**2), rel=1e-13)
    low, high = wilson(trials, trials)
    assert high == 1
    assert low == pytest.approx(trials / (trials + Z95**2), rel=1e-13)


def test_without_trials_anything_is_possible():
    low, high = wilson(np.zeros(3), 0)
    assert low.tolist() == [0, 0, 0]
    assert high.tolist() == [1, 1, 1]


def test_wilson_takes_arrays_of_large_counts():
    trials = 10**12
    seen = np.array([0, 1, trials // 2, trials - 1, trials], dtype=np.int64)  # seen * (trials - seen) leaves int64
    low, high = wilson(seen, trials)
    for k, *ends in zip(seen, low, high, strict=True):
        assert ends == pytest.approx([float(end) for end in textbook(int(k), trials)], rel=1e-13, abs=1e-30)


@pytest.mark.parametrize("trials", [20, 100, 1000])
def test_wilson_covers_the_truth_nineteen_times_in_twenty(trials):
    seen = np.arange(trials + 1)
    low, high = wilson(seen, trials)
    log_ways = np.array([math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1) for k in seen])
    covered = []
    for p in np.linspace(0.02, 0.98, 97):
        chance = np.exp(log_ways + seen * math.log(p) + (trials - seen) * math.log1p(-p))
        covered.append(chance[(low <= p) & (p <= high)].sum())
    assert np.mean(covered) == pytest.approx(0.95, abs=0.01)
    assert min(covered) > 0.83


def test_proportion():
    estimate = proportion(25, 100)
    assert float(estimate) == 0.25
    assert estimate.std_error == pytest.approx(math.sqrt(0.25 * 0.75 / 100))
    assert (estimate.low, estimate.high) == pytest.approx([float(end) for end in textbook(25, 100)])
    assert proportion_errors([0, 0.5, 1], 4).tolist() == [0, 0.25, 0]


def test_an_exact_estimate_has_no_error():
    assert Estimate(0.5) == Estimate(0.5, None, None, None)


def sample(seed, size):
    values, counts = np.unique(np.random.default_rng(seed).binomial(12, 0.3, size), return_counts=True)
    return values.astype(float), counts.astype(float)


def test_mean_and_sd_of_a_sample_against_numpy():
    values, counts = sample(1, 1000)
    every = np.repeat(values, counts.astype(int))
    mean, sd = sampled_mean(values, counts), sampled_sd(values, counts)
    assert mean.value == pytest.approx(every.mean(), rel=1e-14)
    assert mean.std_error == pytest.approx(every.std(ddof=1) / math.sqrt(1000), rel=1e-12)
    assert mean.high - mean.low == pytest.approx(2 * Z95 * mean.std_error)
    assert sd.value == pytest.approx(every.std(), rel=1e-14)


@pytest.mark.parametrize(("estimate", "truth"), [(sampled_mean, 3.6), (sampled_sd, math.sqrt(12 * 0.3 * 0.7))])
def test_errors_are_the_spread_of_repeated_samples(estimate, truth):
    repeated = [estimate(*sample(seed, 400)) for seed in range(400)]
    spread = np.std([one.value for one in repeated])
    assert np.mean([one.std_error for one in repeated]) == pytest.approx(spread, rel=0.1)
    assert np.mean([one.low <= truth <= one.high for one in repeated]) == pytest.approx(0.95, abs=0.03)


def test_one_trial_says_nothing_about_the_error():
    once = np.array([4.0]), np.array([1.0])
    assert sampled_mean(*once) == Estimate(4.0)
    assert sampled_sd(*once) == Estimate(0.0)
    assert sampled_sd(np.array([4.0]), np.array([9.0])) == Estimate(0.0)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=8))
def test_an_interval_of_a_deviation_stays_above_nought(counts):
    estimate = sampled_sd(np.arange(len(counts), dtype=float) ** 2, np.array(counts, dtype=float))
    assert estimate.low is not None
    assert estimate.low > 0
