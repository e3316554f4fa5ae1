"""The dice are fair over every configuration; and the two statistics that say so are themselves right."""

import random

import pytest
from conftest import Results
from fairness import fisher, judge, kolmogorov_smirnov

pytestmark = pytest.mark.timeout(3600)


def test_fairness(results: Results) -> None:
    verdict, p_values = judge(10**10, seed=1)
    print(f"\n{verdict}")
    assert len(p_values) == 810
    assert verdict.impossible == 0
    results.soft("fairness, 1e10 pools: p of Kolmogorov-Smirnov", verdict.ks_uniform, least=1e-6)
    results.soft("fairness, 1e10 pools: p of Fisher", verdict.fisher, least=1e-6)
    results.soft("fairness, 1e10 pools: smallest p of 810", verdict.smallest, least=1e-9)
    results.settle()


def test_statistics_tell_fair_from_unfair() -> None:
    rng = random.Random(3)
    fair = [rng.random() for _ in range(810)]
    assert kolmogorov_smirnov(fair) > 0.001
    assert 0.001 < fisher(fair) < 0.999
    unfair = [p**1.5 for p in fair]
    assert kolmogorov_smirnov(unfair) < 1e-6
    assert fisher(unfair) < 1e-6


def test_known_values() -> None:
    assert fisher([0.05]) == pytest.approx(0.05)
    assert fisher([0.1, 0.1]) == pytest.approx(0.0560517, rel=1e-5)  # 0.01 * (1 - ln 0.01)
    evenly = [(i + 0.5) / 1000 for i in range(1000)]
    assert kolmogorov_smirnov(evenly) == pytest.approx(1.0)
