"""Agreement of two engines: the chi-square tail against independent sums, pooling, and what must shout."""

import math
from decimal import Decimal, getcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.core.agreement import Agreement, agreement, chi_square_tail, pooled_chi_square
from odds.core.distribution import Distribution
from odds.core.errors import OddsError

getcontext().prec = 60


def poisson_tail(chi_square, dof):
    """The tail for even degrees of freedom: a Poisson sum, in 60 digits."""
    x = Decimal(chi_square) / 2
    term = total = Decimal(1)
    for k in range(1, dof // 2):
        term *= x / k
        total += term
    return float(total * (-x).exp())


@pytest.mark.parametrize("dof", [2, 4, 10, 18, 20, 22, 100, 1000, 10_000, 100_000])
@pytest.mark.parametrize("times", [0.5, 0.9, 0.99, 1.0, 1.001, 1.01, 1.1, 2.0])
def test_tail_around_its_mean(dof, times):
    chi_square = dof * times
    expected = poisson_tail(chi_square, dof)
    assert chi_square_tail(chi_square, dof) == pytest.approx(expected, rel=1e-11, abs=1e-307)


@pytest.mark.parametrize(
    ("dof", "chi_square"), [(2, 1380), (4, 1395), (18, 1460), (100, 1750), (1000, 3400), (100_000, 118_000)]
)
def test_far_tail_keeps_its_digits(dof, chi_square):
    expected = poisson_tail(chi_square, dof)
    assert 0 < expected < 1e-200
    assert chi_square_tail(chi_square, dof) == pytest.approx(expected, rel=1e-11)


@given(st.floats(1e-6, 1400))
def test_tail_for_odd_degrees_of_freedom(chi_square):
    x = chi_square / 2
    one = math.erfc(math.sqrt(x))
    three = one + 2 * math.sqrt(x / math.pi) * math.exp(-x)
    five = three + 4 / 3 * x * math.sqrt(x / math.pi) * math.exp(-x)
    for dof, expected in ((1, one), (3, three), (5, five)):
        assert chi_square_tail(chi_square, dof) == pytest.approx(expected, rel=1e-11, abs=1e-307)


def test_known_quantiles():
    for dof, chi_square in ((1, 3.841458820694124), (2, 5.991464547107979), (10, 18.307038053275146)):
        assert chi_square_tail(chi_square, dof) == pytest.approx(0.05, rel=1e-12)


@pytest.mark.parametrize("dof", [1, 7, 30, 100_000])
def test_ends_of_the_tail(dof):
    assert chi_square_tail(0.0, dof) == 1
    assert chi_square_tail(5e-324, dof) == pytest.approx(1)
    assert chi_square_tail(1e-9, dof) == pytest.approx(1, abs=1e-4)
    assert chi_square_tail(1e9, dof) == 0
    assert chi_square_tail(math.inf, dof) == 0


@given(st.integers(1, 300), st.floats(0.01, 2), st.floats(0, 1))
def test_tail_falls(dof, times, more):
    assert chi_square_tail(dof * (times + more), dof) <= chi_square_tail(dof * times, dof) * (1 + 1e-12)


def distribution(values, trials=None):
    return Distribution(("hits",), np.array(values), trials)


FAIR = distribution([0.5, 0.25, 0.25])


def test_pearsons_statistic():
    result = agreement(FAIR, distribution([520, 230, 250], 1000))
    assert result.chi_square == pytest.approx(400 / 500 + 400 / 250)
    assert result.dof == 2
    assert result.p_value == pytest.approx(math.exp(-1.2))
    assert result.agrees
    assert result.line == "The two engines agree (chi-square 2.4, 2 degrees of freedom, p = 0.3)."


def test_small_cells_are_pooled_until_they_expect_enough():
    expected = np.array([10.0, 14.0, 2.0, 30.0, 24.0, 20.0])
    chi_square, dof = pooled_chi_square(expected, np.array([11, 15, 3, 30, 23, 18]))
    assert dof == 2  # 2 + 10 + 14, 20 + 24, 30
    assert chi_square == pytest.approx(3**2 / 26 + 3**2 / 44)


def test_what_is_left_over_joins_the_last_pool():
    assert pooled_chi_square(np.array([90.0, 10.0]), np.array([90, 10])) == (0.0, 0)
    assert pooled_chi_square(np.array([3.0, 4.0]), np.array([7, 0])) == (0.0, 0)


@given(st.lists(st.floats(0.01, 200), min_size=1, max_size=60), st.integers(0, 2**32))
def test_pools_never_expect_too_little_and_lose_nothing(expected, seed):
    wanted = np.array(expected)
    seen = np.random.default_rng(seed).poisson(wanted)
    chi_square, dof = pooled_chi_square(wanted, seen)
    assert 0 <= dof <= wanted.sum() / 25
    assert chi_square >= 0
    if dof == 0 and wanted.sum() >= 25:
        assert chi_square == pytest.approx((seen.sum() - wanted.sum()) ** 2 / wanted.sum())


def test_an_impossible_outcome_shouts_at_once():
    result = agreement(distribution([0.5, 0.5, 0.0]), distribution([500_000, 499_999, 1], 1_000_000))
    assert (result.p_value, result.impossible) == (0.0, 1)
    assert not result.agrees
    assert "DISAGREE: 1 trial ended" in result.line
    beyond = agreement(distribution([0.5, 0.5]), distribution([500, 490, 0, 10], 1000))
    assert beyond.impossible == 10
    assert "10 trials" in beyond.line


def test_sizes_may_differ_where_nothing_was_seen():
    assert agreement(distribution([0.5, 0.5, 0.0]), distribution([500, 500], 1000)).p_value == 1
    assert agreement(distribution([0.5, 0.5]), distribution([500, 500, 0], 1000)).p_value == 1
    assert agreement(FAIR, distribution([1000], 1000)).p_value < 1e-100


def test_a_certain_outcome_is_agreed_on_by_any_trial():
    sure = agreement(distribution([0.0, 1.0]), distribution([0, 10], 10))
    assert sure.certain
    assert sure.agrees
    assert sure.line == "The two engines agree: there is but one outcome."
    wrong = agreement(distribution([0.0, 1.0]), distribution([1, 9], 10))
    assert not wrong.agrees
    assert "DISAGREE" in wrong.line
    assert "too few" in agreement(FAIR, distribution([5, 3, 2], 10)).line


def test_a_slightly_wrong_engine_is_caught():
    generator = np.random.default_rng(5)
    trials = 10**6
    right = agreement(FAIR, distribution(generator.multinomial(trials, [0.5, 0.25, 0.25]), trials))
    wrong = agreement(FAIR, distribution(generator.multinomial(trials, [0.505, 0.25, 0.245]), trials))
    assert right.p_value > 1e-3
    assert wrong.p_value < 1e-6
    assert "DISAGREE" in wrong.line
    assert "DISAGREE" not in right.line


def test_p_values_of_a_right_engine_are_spread_evenly():
    generator = np.random.default_rng(7)
    seen = generator.multinomial(10**5, [0.5, 0.25, 0.25], size=400)
    p_values = np.sort([agreement(FAIR, distribution(counts, 10**5)).p_value for counts in seen])
    assert np.abs(p_values - (np.arange(400) + 0.5) / 400).max() < 0.1  # Kolmogorov's bound at one in a thousand: 0.097


def test_joint_distributions_are_compared_over_shared_axes_in_any_order():
    joint = np.array([[0.1, 0.2], [0.3, 0.4]])
    exact = Distribution(("hits", "luck_hits"), joint)
    counts = (joint.T * 1000).round().astype(int)
    assert agreement(exact, Distribution(("luck_hits", "hits"), counts, 1000)).dof == 3
    assert agreement(exact, Distribution(("hits",), counts.sum(axis=0), 1000)).dof == 1
    with pytest.raises(OddsError, match="nothing to compare"):
        agreement(exact, Distribution(("harm",), np.array([1000]), 1000))


def test_a_sample_is_not_compared_with_a_sample():
    with pytest.raises(OddsError, match="exact distribution and a simulated one"):
        agreement(FAIR, FAIR)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Agreement(30.0, 10, 8.6e-4), "differ more than usual"),
        (Agreement(60.0, 10, 3.6e-9), "DISAGREE (chi-square 60, 10 degrees of freedom, p = 3.6e-09)"),
        (Agreement(0.0, 0, 1.0), "cannot be compared"),
        (Agreement(9.0, 10, 0.53), "The two engines agree (chi-square 9"),
    ],
)
def test_lines(result, words):
    assert words in result.line
    assert "\n" not in result.line
