"""The simulation of a Test against the exact engine: every configuration, threads, engines, wrong rules.

False alarms: every cell of every configuration is held to a Chernoff bound at 1e-15 a side, with fewer than 4e5 cells
in the file: together below 1e-9. Seeds are fixed besides, so nothing here can flake.
"""

import numpy as np
import pytest

from odds import OddsError, exact, parse, simulate
from odds.core.agreement import agreement
from odds.core.lanes import sources
from odds.core.lanes.code import compile_code
from odds.core.lanes.program import Bag, Program
from odds.core.simulate import Settings, run_job
from odds.factions.special import lanes
from odds.factions.special.rules import SpecialTest

TAIL = 1e-15


def unlikely_cells(expected, counts) -> list[tuple[int, ...]]:
    """Cells whose count has a probability under `TAIL` by the Chernoff bound, exp(-n KL(count/n, p))."""
    n = counts.sum()
    p = np.asarray(expected, float)
    shape = tuple(max(a, b) for a, b in zip(p.shape, counts.shape, strict=True))
    p = np.pad(p, [(0, want - have) for want, have in zip(shape, p.shape, strict=True)])
    q = np.pad(counts, [(0, want - have) for want, have in zip(shape, counts.shape, strict=True)]) / n
    with np.errstate(divide="ignore", invalid="ignore"):
        kl = np.where(q > 0, q * np.log(q / p), 0) + np.where(q < 1, (1 - q) * np.log((1 - q) / (1 - p)), 0)
    kl = np.where((p <= 0) & (q > 0), np.inf, kl)
    return [tuple(map(int, cell)) for cell in np.argwhere(n * kl > -np.log(TAIL))]


def wrong(test: SpecialTest, trials: int = 1_000_000, seed: int = 1) -> bool:
    """Whether the simulation is caught disagreeing with the exact engine."""
    sampled = simulate(test, trials=trials, seed=seed, threads=1, engine="numba")
    found = agreement(exact(test), sampled)
    cells = unlikely_cells(exact(test).values, sampled.values)
    return bool(cells) or found.p_value < 1e-15 or found.impossible > 0


@pytest.mark.parametrize("unlucky", [False, True])
@pytest.mark.parametrize("pool", range(1, 13))
def test_every_configuration_agrees_with_the_exact_engine(pool, unlucky):
    for value in range(11):
        for luck in range(13):
            test = SpecialTest(pool, "S", value, luck, unlucky=unlucky)
            assert not wrong(test, seed=1000 * value + luck), test.text


@pytest.mark.parametrize(
    "query",
    [
        "6S S6 L3 reroll 1",
        "6S S6 L3 reroll 2",
        "6S S6 L3 Lucky Break",
        "5S S3 L2 reroll 3 unlucky",
        "3S S6 L5 +4 dice reroll 2",
        "3S S6 L5 +4 dice rule luck-dice=printed",
        "4S S2 L2 reroll 2 rule all-duds=failed",
        "4S S2 L2 Lucky Break rule all-duds=failed",
        "6S S6 L3 Four Leaf Clover",
        "6S S6 L3 Four Leaf Clover edition CORE2025",
        "6S S5 L3 Four Leaf Clover reroll 2",
        "6S S5 L3 Four Leaf Clover reroll 2 edition CORE2025",
        "Confusion I4 L1",
        "4L L3",
        "60S S7 L60",
        "30S S3 L5 +30 dice reroll 7",
        "1S S9 L60 reroll 60",
    ],
)
def test_every_rule_agrees_with_the_exact_engine(query):
    assert not wrong(parse(query), trials=2_000_000)


def test_pool_hits_are_counted_jointly():
    test = parse("5S S4 L3 reroll 2")
    axes = ("hits", "luck_hits", "pool_hits")
    sampled = simulate(test, axes=axes, trials=1_000_000, seed=3)
    assert not unlikely_cells(exact(test, axes=axes).values, sampled.values)
    assert agreement(exact(test, axes=axes), sampled).p_value > 1e-9


# ------------------------------------------------------------------------------------------------ wrong rules
def test_a_ten_that_counts_is_caught(monkeypatch):
    test = SpecialTest(6, "S", 10, 3)
    assert not wrong(test)
    monkeypatch.setattr(lanes, "FACES_THAT_CAN_HIT", 10)
    assert wrong(test)


def test_fortune_smiles_that_chains_is_caught(monkeypatch):
    smiles = lanes._Pool.fortune_smiles

    def chained(pool, luck, standard):
        first = smiles(pool, luck, standard).masks
        return Bag([*first, *(hit & die for hit, die in zip(first, pool._dice(len(first), "again"), strict=True))])

    monkeypatch.setattr(lanes._Pool, "fortune_smiles", chained)
    assert wrong(SpecialTest(6, "S", 6, 3))


def test_luck_that_is_not_capped_by_the_pool_is_caught(monkeypatch):
    uncapped = SpecialTest(2, "S", 6, 4)
    monkeypatch.setattr(SpecialTest, "dice", property(lambda test: max(test.pool, test.luck)))
    sampled = simulate(uncapped, trials=1_000_000, seed=1)
    monkeypatch.undo()
    assert unlikely_cells(exact(uncapped).values, sampled.values)
    assert agreement(exact(uncapped), sampled).impossible > 0


@pytest.mark.parametrize("right", ["6S S6 L3 reroll 2", "6S S6 L3 Four Leaf Clover", "6S S6 L3"])
def test_a_small_error_is_caught(right):
    """A re-roll used twice, a clover for every die, one Luck Die too many: the neighbours of a rule."""
    neighbours = {
        "6S S6 L3 reroll 2": "6S S6 L3 reroll 3",
        "6S S6 L3 Four Leaf Clover": "6S S6 L3 Four Leaf Clover edition CORE2025",
        "6S S6 L3": "6S S6 L4",
    }
    sampled = simulate(parse(neighbours[right]), trials=100_000, seed=1)
    assert unlikely_cells(exact(parse(right)).values, sampled.values)


# ------------------------------------------------------------------------------------------------ settings
def test_the_same_seed_gives_the_same_counts_whatever_plays():
    test = parse("7S S7 L3 reroll 2")
    runs = [
        simulate(test, trials=5_000_001, seed=42, threads=threads, engine=engine).values
        for engine, threads in (("numpy", 1), ("numpy", 3), ("numba", 1), ("numba", 2), ("numba", 16))
    ]
    assert all((run == runs[0]).all() for run in runs)
    assert runs[0].sum() == 5_000_001
    assert (simulate(test, trials=5_000_001, seed=43).values != runs[0]).any()


def test_a_seed_is_drawn_and_told():
    first, second = (simulate(parse("6S S6 L3"), trials=1000) for _ in range(2))
    assert first.run.seed != second.run.seed
    again = simulate(parse("6S S6 L3"), trials=1000, seed=first.run.seed)
    assert (again.values == first.values).all()


@pytest.mark.parametrize("precision", [0.01, 0.0003, 0.0001])
def test_precision_is_reached_at_a_fixed_total(precision):
    from odds.core.simulate import largest_error

    found = simulate(parse("6S S6 L3"), precision=precision, seed=1)
    assert largest_error(found) <= precision
    blocks, rest = divmod(found.trials, 1 << 20)
    assert rest == 0
    assert blocks & (blocks - 1) == 0
    fixed = simulate(parse("6S S6 L3"), trials=found.trials, seed=1)
    assert (fixed.values == found.values).all()


def test_precision_gives_up_at_max_trials():
    found = simulate(parse("6S S6 L3"), precision=1e-6, max_trials=3_000_000, seed=1)
    assert found.trials == 3_000_000


@pytest.mark.parametrize(
    "settings",
    [
        {"trials": 0},
        {"trials": 10**12 + 1},
        {"trials": 1.5},
        {"trials": True},
        {"seed": -1},
        {"threads": 0},
        {"precision": 0.0},
        {"precision": 2.0},
        {"trials": 10, "precision": 0.1},
        {"max_trials": 10},
        {"engine": "gpu"},
    ],
)
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(OddsError):
        simulate(parse("6S S6 L3"), **settings)


def test_an_interrupt_gives_back_what_was_counted_even_between_two_waves():
    def stop(done, total):
        if done > 5_000_000:
            raise KeyboardInterrupt

    found = simulate(parse("6S S6 L3"), trials=10**11, seed=1, progress=stop)
    assert found.run.interrupted
    assert 5_000_000 < found.trials < 10**10


def test_an_interrupt_before_anything_was_counted_stays_one():
    class Nobody:
        hands = 1

        def play(self, job, pieces):
            raise KeyboardInterrupt

        def close(self):
            pass

    with pytest.raises(KeyboardInterrupt):
        simulate(parse("6S S6 L3"), trials=1000, crew=Nobody())


def test_a_key_pressed_during_the_run_gives_back_what_was_counted():
    import _thread
    import threading

    timer = threading.Timer(0.6, _thread.interrupt_main)
    timer.start()
    found = simulate(parse("60S S7 L60"), trials=10**11, seed=1, engine="numba")
    timer.join()
    assert found.run.interrupted
    assert 0 < found.trials < found.run.asked == 10**11
    assert found.values.sum() == found.trials
    again = simulate(parse("60S S7 L60"), trials=found.trials, seed=1, engine="numba")
    assert (again.values == found.values).all()


# ------------------------------------------------------------------------------------------------ pools that differ
@pytest.mark.parametrize(
    "query", ["4S S6 L2", "2S S6 L5", "4S S6 L2 reroll 1", "3S S4 L2 Lucky Break", "3S S6 L2 unlucky"]
)
def test_pools_whose_size_differs_from_lane_to_lane(query):
    """Zero to three more dice, each equally likely: the mean of four Tests with Bonus Dice."""
    test = parse(query)
    p = Program()
    more = sources.below(p, 4)
    code = compile_code(p, {**lanes.play(p, test, more), "more": [more]}, ["hits", "luck_hits", "more"])
    counts, _ = run_job(query, code, Settings(trials=2_000_000, seed=1), lambda *_: True)
    joint = code.joint(counts)
    for bonus in range(4):
        expected = exact(parse(f"{query} +{bonus}" if bonus else query)).values
        part = joint[..., bonus]
        assert not unlikely_cells(expected, part)
        assert part.sum() > 490_000


def test_bags_are_not_counted_twice_where_two_axes_share_them():
    p = Program()
    shared = Bag(p.dice(3, 5, "pool"))
    code = compile_code(p, {"one": [shared], "other": [shared]}, ["one", "other"])
    counts, _ = run_job("both", code, Settings(trials=10_000, seed=1), lambda *_: True)
    joint = code.joint(counts)
    assert joint.sum() == np.trace(joint) == 10_000
