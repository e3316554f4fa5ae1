"""Differences under common random numbers."""

import pytest

from odds import OddsError, RollOff, paired, parse, simulate

BASE = "6S S6 L3"
METRICS = [
    "mean(hits)",
    "hits >= 4",
    "critical",
    "failed",
    "sd(hits)",
    "mean(hits given critical)",
    "P(hits >= 4 given critical)",
]


def separate_error(a, b, metric, trials):
    one, other = (simulate(parse(text), trials=trials, seed=seed).metric(metric) for text, seed in ((a, 1), (b, 2)))
    return (one.std_error**2 + other.std_error**2) ** 0.5


@pytest.mark.parametrize(
    ("better", "times"), [("6S S6 L4", 3), ("6S S6 L3 +1 die", 3), ("6S S7 L3", 2)], ids=["luck", "die", "strength"]
)
def test_common_dice_narrow_the_interval_of_mean_hits(better, times):
    trials = 1_000_000
    found = paired(parse(better), parse(BASE), "mean(hits)", trials=trials, seed=5)
    assert separate_error(better, BASE, "mean(hits)", trials) >= times * found.std_error
    assert abs(found.value - found.exact) < 5 * found.std_error
    assert found.resolved


@pytest.mark.parametrize("metric", METRICS)
def test_a_question_and_itself_differ_by_exactly_nothing(metric):
    same = paired(parse(BASE), parse(BASE), metric, trials=100_000, seed=3)
    assert (same.exact, same.value, same.std_error, same.low, same.high) == (0, 0, 0, 0, 0)
    assert not same.resolved


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("reroll", [False, True])
def test_a_roll_off_and_itself_differ_by_exactly_nothing(players, reroll):
    same = paired(RollOff(players, reroll), RollOff(players, reroll), "player_2", trials=50_000, seed=5)
    assert (same.exact, same.value, same.std_error) == (0, 0, 0)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("other", ["4S S6 L2", "6S S3 L5 reroll 2", "6S S6 L3 unlucky", "6S S6 L3 Four Leaf Clover"])
def test_differences_agree_with_the_exact_engine(other, metric):
    """Sixty differences at a fixed seed; 6.5 standard errors would be a false alarm once in 1e10."""
    if "critical" in metric and "given" in metric and "unlucky" in other:
        pytest.skip("an Unlucky Test has no Critical to be given")
    found = paired(parse(other), parse(BASE), metric, trials=1_000_000, seed=11)
    assert abs(found.value - found.exact) <= 6.5 * found.std_error + 1e-9


def test_paired_dice_give_each_question_its_own_distribution():
    found = paired(parse("6S S6 L4"), parse(BASE), "hits >= 4", trials=1_000_000, seed=2)
    alone = simulate(parse(BASE), trials=1_000_000, seed=9).metric("hits >= 4")
    assert abs(float(found.b) - float(alone)) < 6.5 * 2**0.5 * alone.std_error


def test_the_interval_covers_the_exact_difference_as_often_as_it_says():
    """Of 1,000 seeded repeats 930 to 970 cover it."""
    a, b = parse("6S S6 L4"), parse(BASE)
    repeats = [paired(a, b, "mean(hits)", trials=16_000, seed=seed, engine="numpy", threads=1) for seed in range(1000)]
    covered = sum(found.low <= found.exact <= found.high for found in repeats)
    assert 930 <= covered <= 970


def test_any_engine_and_number_of_threads_gives_the_same_difference():
    pair = parse("6S S7 L3"), parse(BASE)
    found = [
        paired(*pair, "hits >= 3", trials=3_000_000, seed=4, engine=engine, threads=threads)
        for engine, threads in (("numpy", 1), ("numba", 1), ("numba", 5))
    ]
    assert len({(each.value, each.std_error) for each in found}) == 1


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(OddsError, match="precision"):
        paired(parse(BASE), parse(BASE), precision=0.1)
    with pytest.raises(OddsError, match="unknown name"):
        paired(parse(BASE), parse(BASE), "mean(harm)")
    with pytest.raises(OddsError, match="critical"):
        paired(parse(BASE), parse("Evade A4"), "critical")
