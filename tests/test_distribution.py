"""Distributions of any whole-number outcomes: summaries, metrics, errors, tables; exact, in fractions and sampled."""

import copy
import math
import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.core.distribution import Distribution, Estimate
from odds.core.errors import OddsError
from odds.core.intervals import Z95, wilson

COINS = Distribution(("heads",), np.array([0.25, 0.5, 0.25]), label="two coins", events={"none": "heads == 0"})
COUNTS = np.array([[30, 10, 0], [20, 25, 15]])
SAMPLED = Distribution(("harm", "injuries"), COUNTS, 100, {"hurt": "harm >= 1", "never": "harm > 5", "absent": None})

weights = st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any)


def of(weights, kind):
    """A distribution over hits from whole-number weights: exact, in fractions, or sampled."""
    total = sum(weights)
    if kind == "sampled":
        return Distribution(("hits",), np.array(weights), total)
    if kind == "fractions":
        return Distribution(("hits",), np.array([Fraction(weight, total) for weight in weights]))
    return Distribution(("hits",), np.array(weights) / total)


kinds = st.sampled_from(["exact", "fractions", "sampled"])


@given(weights, kinds)
def test_mass_is_one_and_tails_fall(weights, kind):
    distribution = of(weights, kind)
    at_least = distribution.at_least("hits")
    assert float(distribution.probabilities.sum()) == pytest.approx(1, abs=1e-12)
    assert len(at_least) == len(weights)
    assert float(at_least[0]) == pytest.approx(1, abs=1e-12)
    assert (np.diff(at_least.astype(float)) <= 1e-15).all()
    for k, tail in enumerate(at_least):
        assert float(tail) == pytest.approx(sum(weights[k:]) / sum(weights), abs=1e-12)
        assert float(distribution.probability(f"hits >= {k}")) == pytest.approx(float(tail), abs=1e-12)


@given(weights, kinds)
def test_summaries_against_the_plain_list(weights, kind):
    distribution = of(weights, kind)
    plain = [k for k, weight in enumerate(weights) for _ in range(weight)]
    assert float(distribution.mean()) == pytest.approx(np.mean(plain), abs=1e-9)
    assert distribution.sd() == pytest.approx(np.std(plain), abs=1e-9)
    assert distribution.mode() == weights.index(max(weights))
    assert distribution.most() == plain[-1]
    assert distribution.median() == plain[(len(plain) - 1) // 2]


@given(weights, kinds, st.integers(0, 1000))
def test_quantiles_against_the_plain_list(weights, kind, thousandths):
    distribution, total = of(weights, kind), sum(weights)
    plain = [k for k, weight in enumerate(weights) for _ in range(weight)]
    rank = max(1, -(-thousandths * total // 1000))  # the smallest number of trials that is at least q of them
    k = distribution.quantile(thousandths / 1000, "hits")
    assert k == plain[rank - 1]
    at_most = 1 - float(distribution.at_least()[k + 1]) if k + 1 < len(weights) else 1.0
    assert at_most >= thousandths / 1000 - 1e-12


@given(weights, kinds)
def test_ends_of_quantiles_can_happen(weights, kind):
    distribution = of(weights, kind)
    seen = [k for k, weight in enumerate(weights) if weight]
    assert (distribution.quantile(0), distribution.quantile(1)) == (seen[0], seen[-1])


def test_far_tails_keep_their_digits():
    tiny = Distribution(("hits",), np.array([1.0, 1e-30, 1e-60]))
    assert tiny.at_least()[1:] == pytest.approx([1e-30, 1e-60], rel=1e-12)
    assert tiny.probability("hits >= 2") == pytest.approx(1e-60, rel=1e-12)
    assert tiny.quantile(1) == 2


@pytest.mark.parametrize("q", [-0.1, 1.1, float("nan")])
def test_a_quantile_needs_a_probability(q):
    with pytest.raises(OddsError, match="from 0 to 1"):
        COINS.quantile(q)


def test_fractions_stay_fractions():
    halves = np.array([[Fraction(1, 6), Fraction(1, 3)], [Fraction(1, 4), Fraction(1, 4)]])
    distribution = Distribution(("a", "b"), halves)
    assert distribution.probability("a == 0") == Fraction(1, 2)
    assert distribution.probability("b == 1 given a == 0") == Fraction(2, 3)
    assert distribution.mean("b") == Fraction(7, 12)
    assert distribution.marginal("b").values.tolist() == [Fraction(5, 12), Fraction(7, 12)]
    assert distribution.at_least("b").tolist() == [1, Fraction(7, 12)]
    for asked in ("a == 0", "a > 1", "a >= 0", "mean(a)", "mean(2 * a - b given b >= 1)", lambda a: a > 7):
        assert isinstance(distribution.metric(asked).value, Fraction), asked
    assert distribution.sd("a") == 0.5
    assert distribution.metric(lambda a, b: Fraction(a, 2) + b).value == Fraction(1, 4) + Fraction(7, 12)


def test_sampled_probabilities_have_wilson_intervals():
    estimate = SAMPLED.metric("hurt")
    low, high = wilson(60, 100)
    assert estimate == Estimate(0.6, pytest.approx(np.sqrt(0.6 * 0.4 / 100)), float(low), float(high))
    never = SAMPLED.metric("never")
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(Z95**2 / (100 + Z95**2))
    assert SAMPLED.metric("harm >= 0").high == 1


def test_a_condition_counts_only_its_own_trials():
    estimate = SAMPLED.metric("P(injuries >= 1 given hurt)")
    low, high = wilson(40, 60)
    assert estimate.value == 40 / 60
    assert estimate.std_error == pytest.approx(np.sqrt(40 / 60 * 20 / 60 / 60))
    assert (estimate.low, estimate.high) == (low, high)
    mean = SAMPLED.metric("mean(injuries given hurt)")
    chosen = np.repeat([0, 1, 2], COUNTS[1])
    assert mean.value == pytest.approx(chosen.mean())
    assert mean.std_error == pytest.approx(chosen.std(ddof=1) / np.sqrt(60))
    assert SAMPLED.metric("sd(injuries given hurt)").value == pytest.approx(chosen.std())


@pytest.mark.parametrize("asked", ["P(harm > 0 given never)", "mean(injuries given never)", "sd(harm given never)"])
def test_conditions_that_never_hold_are_said(asked):
    with pytest.raises(OddsError, match="never came true in 100 trials"):
        SAMPLED.metric(asked)
    exact = Distribution(SAMPLED.axes, COUNTS / 100, events=SAMPLED.events)
    with pytest.raises(OddsError, match="its condition never is impossible"):
        exact.metric(asked)


def test_exact_answers_have_no_error():
    assert COINS.metric("none") == Estimate(0.25)
    assert COINS.metric("mean(heads)") == Estimate(1.0)
    assert COINS.metric("sd(heads)") == Estimate(pytest.approx(np.sqrt(0.5)))


def test_large_counts_do_not_overflow():
    trials = 4 * 10**18
    counts = np.array([trials // 4, trials // 2, trials // 4])
    huge = Distribution(("harm",), counts, trials)
    assert huge.mean() == 1
    assert huge.sd() == pytest.approx(np.sqrt(0.5))
    assert huge.metric("mean(harm * 1000000)").value == pytest.approx(1_000_000)
    assert huge.at_least().tolist() == [1, 0.75, 0.25]
    assert huge.metric("harm >= 1").std_error == pytest.approx(np.sqrt(0.75 * 0.25 / trials))


def test_functions_are_metrics_over_plain_numbers():
    assert SAMPLED.metric(lambda harm: harm >= 1) == SAMPLED.metric("hurt")
    assert SAMPLED.metric(lambda harm, injuries: harm >= 1 and injuries >= 1) == SAMPLED.metric(
        "hurt and injuries >= 1"
    )
    assert SAMPLED.metric(lambda injuries, harm: 2 * injuries - harm) == SAMPLED.metric("mean(2 * injuries - harm)")
    assert SAMPLED.metric(lambda injuries, least=2: injuries >= least) == SAMPLED.metric("injuries >= 2")
    assert SAMPLED.metric(lambda **outcome: sum(outcome.values())) == SAMPLED.metric("mean(harm + injuries)")
    assert COINS.metric(lambda heads: heads / 4).value == 0.25
    assert COINS.probability(lambda heads: heads > 1) == 0.25
    seen = []
    SAMPLED.metric(lambda harm, injuries: bool(seen.append((harm, injuries))))
    assert (0, 2) not in seen  # it never happened
    assert all(type(number) is int for outcome in seen for number in outcome)


@pytest.mark.parametrize(
    "function", [lambda harm: f"harm {harm}", lambda harm: [harm], lambda harm: harm * math.nan, lambda harm: harm * 1j]
)
def test_functions_must_give_truth_or_numbers(function):
    with pytest.raises(OddsError, match="truth value, or a finite number"):
        SAMPLED.metric(function)


def test_functions_read_axes_by_name():
    with pytest.raises(OddsError, match="may read harm, injuries by name, not hits"):
        SAMPLED.metric(lambda hits: hits > 1)


def test_marginals_come_in_the_order_asked():
    cube = np.arange(24).reshape(2, 3, 4)
    joint = Distribution(("a", "b", "c"), cube, 276)
    assert joint.marginal("c", "a").axes == ("c", "a")
    assert np.array_equal(joint.marginal("c", "a").values, cube.sum(axis=1).T)
    assert np.array_equal(joint.marginal("b", "c", "a").values, cube.transpose(1, 2, 0))
    assert joint.marginal("b").trials == 276
    assert joint.marginal("a", "b", "c") is joint
    for axes in ((), ("a", "a"), ("d",)):
        with pytest.raises(OddsError):
            joint.marginal(*axes)


@given(st.integers(0, 10**6))
def test_metrics_do_not_depend_on_other_axes_or_their_order(seed):
    counts = np.random.default_rng(seed).integers(0, 50, (3, 4, 2))
    counts[0, 0, 0] += 1
    joint = Distribution(("a", "b", "c"), counts, int(counts.sum()))
    for asked in ("P(a + b > 2)", "mean(a * b)", "sd(a - b)", "P(a >= 1 given b <= 2)"):
        expected = joint.metric(asked)
        for other in (joint.marginal("a", "b"), joint.marginal("c", "b", "a")):
            got = other.metric(asked)
            assert float(got) == pytest.approx(float(expected))
            assert got.std_error == pytest.approx(expected.std_error)


@pytest.mark.parametrize(
    ("axes", "values", "trials"),
    [
        (("a",), [0.5, 0.4], None),
        (("a",), [1.5, -0.5], None),
        (("a",), [float("nan"), 1.0], None),
        (("a",), [1, 2], 4),
        (("a",), [5, -1], 4),
        (("a",), [0, 0], 0),
        (("a",), [], None),
        (("a", "b"), [0.5, 0.5], None),
        (("a", "a"), [[0.5, 0.5]], None),
        ((), 1.0, None),
        (("given",), [1.0], None),
        (("A",), [1.0], None),
        (("a b",), [1.0], None),
        (("none",), [1.0], None),
    ],
)
def test_what_is_no_distribution_is_refused(axes, values, trials):
    with pytest.raises(OddsError):
        Distribution(axes, np.array(values), trials, {"none": "a == 0"})


def test_it_cannot_be_changed():
    values = np.array([0.25, 0.75])
    distribution = Distribution(("a",), values)
    values[0] = 1.0
    assert distribution.values.tolist() == [0.25, 0.75]
    with pytest.raises(ValueError, match="read-only"):
        distribution.values[0] = 1.0
    with pytest.raises(AttributeError):
        distribution.trials = 3


@pytest.mark.parametrize("distribution", [COINS, SAMPLED], ids=["exact", "sampled"])
def test_copies_and_pickles(distribution):
    for other in (copy.deepcopy(distribution), pickle.loads(pickle.dumps(distribution))):
        assert np.array_equal(other.values, distribution.values)
        assert (other.axes, other.trials, other.events) == (distribution.axes, distribution.trials, distribution.events)


def test_frames():
    exact = COINS.frame()
    assert list(exact.columns) == ["heads", "probability", "at_least"]
    assert exact["at_least"].tolist() == [1.0, 0.75, 0.25]
    sampled = SAMPLED.frame("injuries")
    assert list(sampled.columns) == ["injuries", "probability", "at_least", "std_error", "low", "high"]
    assert sampled["probability"].tolist() == [0.5, 0.35, 0.15]
    low, high = wilson([50, 35, 15], 100)
    assert np.array_equal(sampled[["low", "high"]].to_numpy(), np.stack([low, high], axis=1))
    joint = SAMPLED.joint_frame()
    assert list(joint.columns) == ["harm", "injuries", "probability", "std_error", "low", "high"]
    assert joint[["harm", "injuries"]].to_numpy().tolist() == [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]]
    assert joint["probability"].sum() == pytest.approx(1)


def test_how_it_looks():
    assert repr(COINS) == "<Distribution two coins: exact, mean heads 1>"
    assert repr(SAMPLED) == "<Distribution 100 trials, mean harm 0.6, mean injuries 0.65>"
    html = COINS._repr_html_()
    assert "<td>1</td><td>50.0000%</td><td>75.0000%</td>" in html
    assert "95%" in SAMPLED._repr_html_()
    shouting = Distribution(("a",), np.array([1.0]), label="<script>alert('&')</script>")
    assert "<script>" not in shouting._repr_html_()
    assert "&lt;script&gt;" in shouting._repr_html_()


def test_a_notebook_table_leaves_out_only_what_is_rare():
    ends = Distribution(("a",), np.array([1e-9, 0.5, 0.5 - 2e-9, 1e-9]))
    html = ends._repr_html_()
    assert html.count("<tr>") == 3
    assert "rarer outcomes are left out" in html
    assert "left out" not in COINS._repr_html_()


@pytest.mark.parametrize("method", ["mean", "sd", "median", "mode", "most", "at_least", "frame"])
def test_unknown_axes_are_named(method):
    with pytest.raises(OddsError, match="hits"):
        getattr(COINS, method)("hits")


def test_importing_it_is_light():
    code = (
        "import sys, numpy; before = set(sys.modules); import odds.core.distribution, odds.core.agreement, "
        "odds.factions.special.exact; print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"pandas", "matplotlib", "numba", "rich", "typer", "fractions", "decimal", "statistics", "html", "difflib"}
    assert not heavy & set(loaded)
