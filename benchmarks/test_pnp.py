"""Fallout PnP: the burst against Defense 15, against obvious numpy; one core's CPU time."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import Results
from pnp_rival import BATCH, obvious_numpy
from timing import interleaved

import odds
from odds.core.agreement import agreement
from odds.core.distribution import Distribution
from odds.pnp.attacks.rules import PnpAttack

pytestmark = pytest.mark.timeout(1800)

BURST = PnpAttack(bonus=5, defense=15, rof=3, damage="2d6", dt=4)
ATTACKS = 200_000_000
ROUNDS = 9


def play(trials: int) -> Distribution:
    return odds.simulate(BURST, trials=trials, seed=1, threads=1, engine="numba")


def test_both_play_the_same_attack() -> None:
    law = odds.exact(BURST)
    counts = obvious_numpy(BURST, 4 * BATCH, 1)
    rival = Distribution(law.axes, counts[tuple(slice(size) for size in law.values.shape)], trials=4 * BATCH)
    for found in (rival, play(4 * BATCH)):
        seen = agreement(law, found)
        assert seen.p_value > 1e-6
        assert not seen.impossible
    assert counts.sum() == np.sum(rival.values)


def test_attacks_a_second(results: Results) -> None:
    jobs = {"ours": lambda: play(ATTACKS), "numpy": lambda: obvious_numpy(BURST, BATCH, 1)}
    seconds = interleaved(jobs, ROUNDS)
    speeds = {"ours": ATTACKS / seconds["ours"], "numpy": BATCH / seconds["numpy"]}
    results.note("Fallout PnP, burst against Defense 15: attacks a second", speeds["ours"])
    ratio = speeds["ours"] / speeds["numpy"]
    results.check("Fallout PnP, burst against Defense 15: times obvious numpy", ratio, least=100)
