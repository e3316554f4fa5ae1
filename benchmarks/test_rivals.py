"""Every rival answers right; then each is timed, one after the other."""

import time

import numpy as np
import pytest
from rivals import RIVALS, Rival, grid, obvious_numpy, of_kind, shape

import odds
from odds.core.agreement import agreement

AXES = ("hits", "luck_hits")
QUESTIONS = ("1S S9 L1", "4S S4 L2", "5S S7 L0", "6S S6 L3", "7S S3 L7", "12S S5 L4")
MOST_TRIALS = 4_000_000
TEST = odds.parse("6S S6 L3")


def p_value(counts: np.ndarray, test: odds.SpecialTest) -> float:
    simulated = odds.Distribution(AXES, counts.reshape(shape(test)), trials=int(counts.sum()))
    return agreement(odds.exact(test), simulated).p_value


@pytest.mark.parametrize("rival", of_kind("simulation"), ids=lambda rival: rival.name)
@pytest.mark.parametrize("query", QUESTIONS)
def test_simulation_is_right(rival: Rival, query: str) -> None:
    test = odds.parse(query)
    trials = min(rival.trials, MOST_TRIALS)
    counts = rival.table(rival.run(test, trials, 1), test)
    assert counts.sum() == trials
    assert p_value(counts, test) > 1e-6


def test_wrong_rule_is_caught() -> None:
    wrong = odds.parse("6S S6 L2")
    counts = np.pad(obvious_numpy(wrong, MOST_TRIALS, 1).reshape(shape(wrong)), [(0, 1), (0, 1)])
    assert p_value(counts, TEST) < 1e-6


@pytest.mark.parametrize("rival", of_kind("exact"), ids=lambda rival: rival.name)
def test_exact_is_right(rival: Rival) -> None:
    for test in grid():
        expected = np.asarray(odds.exact(test).values)
        assert abs(rival.table(rival.run(test), test) - expected).max() < 1e-12, test.text


def test_exact_grid_is_right() -> None:
    tests = grid()
    for test, table in zip(tests, odds.exact_tables(tests), strict=True):
        expected = np.asarray(odds.exact(test).values)
        hits, luck_hits = expected.shape
        assert abs(table[:hits, :luck_hits] - expected).max() < 1e-12, test.text
        assert table.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.benchmark(group="6S S6 L3", timer=time.process_time, disable_gc=True)
@pytest.mark.parametrize("rival", RIVALS, ids=lambda rival: f"{rival.kind}: {rival.name}")
def test_time(rival: Rival, benchmark) -> None:
    if rival.missing:
        pytest.skip(f"not installed: {', '.join(rival.missing)}")
    arguments = (TEST, rival.trials, 1) if rival.kind == "simulation" else (TEST,)
    benchmark.extra_info["pools"] = rival.trials
    benchmark.pedantic(rival.run, arguments, rounds=5, warmup_rounds=1, iterations=1 if rival.trials else 50)
