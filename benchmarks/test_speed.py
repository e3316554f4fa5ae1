"""How fast, against whom: ratios of medians of interleaved rounds, CPU time of one core unless said."""

from __future__ import annotations

import random
import statistics
import time

import pytest
from conftest import Results
from rivals import BATCH, BY_NAME, Rival, grid, obvious_numpy, of_kind
from timing import interleaved, wait_until_idle
from yardstick import sum_words, words_drawn

import odds

pytestmark = pytest.mark.timeout(3600)

TEST = odds.parse("6S S6 L3")
POOLS = 1_000_000_000
OURS = "odds, compiled"
ROUNDS = 9
GRID_POOLS = 200_000_000
GRID_ROUNDS = 3
GRID_SEED = 20
GRID = "odds.exact_tables"


def play(pools: int, threads: int = 1) -> odds.Distribution:
    return odds.simulate(TEST, trials=pools, seed=1, threads=threads, engine="numba")


# ------------------------------------------------------------------------------------------------ one question
@pytest.fixture(scope="module")
def speeds(results: Results) -> dict[str, float]:
    """Pools a second of every simulation, and of the loops that only sum random words."""

    def job(rival: Rival):
        return lambda: rival.run(TEST, rival.trials, 1)

    rivals = of_kind("simulation")
    words = words_drawn(TEST, POOLS)
    jobs = {rival.name: job(rival) for rival in rivals}
    jobs |= {kind: lambda kind=kind: sum_words(words, kind) for kind in ("plain", "wide")}
    pools = {rival.name: rival.trials for rival in rivals}
    found = {name: pools.get(name, POOLS) / seconds for name, seconds in interleaved(jobs, ROUNDS).items()}
    results.speeds |= found
    return found


@pytest.mark.parametrize(
    ("rival", "least"), [("obvious numpy", 700), ("chunked uint8 numpy", 100), ("plain", 0.45)], ids=str
)
def test_pools_a_second(speeds: dict[str, float], results: Results, rival: str, least: float) -> None:
    name = "a loop that only sums as many SplitMix64 words" if rival == "plain" else rival
    results.check(f"6S S6 L3, 1e9 pools: times {name}", speeds[OURS] / speeds[rival], least=least)


def test_other_ratios(speeds: dict[str, float], results: Results) -> None:
    results.note("6S S6 L3, 1e9 pools: times plain numba loop", speeds[OURS] / speeds["plain numba loop"])
    results.note("6S S6 L3, 1e9 pools: times that loop in the widest registers", speeds[OURS] / speeds["wide"])


def test_two_threads(results: Results) -> None:
    jobs = {"one": lambda: play(10 * POOLS), "two": lambda: play(10 * POOLS, threads=2)}
    seconds = interleaved(jobs, 5, time.perf_counter, wait_until_idle)
    results.check("two threads: times one, wall time", seconds["one"] / seconds["two"], least=1.8)


# ------------------------------------------------------------------------------------------------ every question
def ratio(test: odds.SpecialTest) -> float:
    """Times faster than obvious numpy."""
    ours = BY_NAME[OURS].run
    jobs = {"ours": lambda: ours(test, GRID_POOLS, 1), "numpy": lambda: obvious_numpy(test, BATCH, 1)}
    seconds = interleaved(jobs, GRID_ROUNDS)
    return (GRID_POOLS / seconds["ours"]) / (BATCH / seconds["numpy"])


def test_every_question(results: Results, pytestconfig: pytest.Config) -> None:
    tests = grid()
    assert len(tests) == 810
    if sample := pytestconfig.getoption("--sample"):
        tests = random.Random(GRID_SEED).sample(tests, sample)
    ratios = {test.text: ratio(test) for test in tests}
    for text in (min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)):
        results.note(f"among {len(tests)} questions, {text}: times obvious numpy", ratios[text])
    mean = statistics.geometric_mean(ratios.values())
    results.check(f"geometric mean over {len(tests)} questions: times obvious numpy", mean, least=400)


# ------------------------------------------------------------------------------------------------ exact
@pytest.fixture(scope="module")
def tables(results: Results) -> dict[str, float]:
    """Seconds each exact rival takes for the grid of 810 tables."""
    tests = grid()

    def job(rival: Rival):
        return lambda: [rival.run(test) for test in tests]

    jobs = {rival.name: job(rival) for rival in of_kind("exact")} | {GRID: lambda: odds.exact_tables(tests)}
    found = interleaved(jobs, 5)
    results.tables |= found
    return found


@pytest.mark.parametrize("rival", ["icepool", "dyce"])
def test_exact_grid(tables: dict[str, float], results: Results, rival: str) -> None:
    if rival not in tables:
        pytest.skip(f"not installed: {rival}")
    results.check(f"exact grid of 810 tables: times {rival}", tables[rival] / tables[GRID], least=20)
