"""The board game's fight against obvious numpy, and that both are right."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import Results
from rivals import BATCH
from timing import interleaved

import odds
from odds.boardgame.fights.exact import policy
from odds.boardgame.fights.rules import BoardFight
from odds.core.agreement import agreement

pytestmark = pytest.mark.timeout(3600)

FIGHT = BoardFight(2, "body", rerolls=1)
TRIALS = 500_000_000
RIVAL_TRIALS = 4 * BATCH
ROUNDS = 7
LEAST = 100
BULLETS = np.array([face.bullets for face in FIGHT.table.faces])
HITS = np.array([bool({*face.areas} & {*FIGHT.weak}) for face in FIGHT.table.faces])
SHAPE = (1 + 3 * int(BULLETS.max()) * FIGHT.level, 4)


def decisions() -> np.ndarray:
    """Which dice roll again, for every roll: what a player has as a table before the first fight."""
    kinds = FIGHT.table.kinds(FIGHT.weak)
    kind_of = {face: number for number, kind in enumerate(kinds) for face in kind.faces}
    plan = policy(FIGHT)
    return np.array([plan.rolls_again(1, [kind_of[face] for face in roll]) for roll in np.ndindex(6, 6, 6)])


AGAIN = decisions()


def obvious_numpy(trials: int, seed: int) -> np.ndarray:
    """What anyone would write first: whole faces, one row a fight, the decision looked up."""
    rng = np.random.default_rng(seed)
    counts = np.zeros(SHAPE[0] * SHAPE[1], np.int64)
    for first in range(0, trials, BATCH):
        n = min(BATCH, trials - first)
        faces = rng.integers(0, 6, (n, 3))
        again = AGAIN[36 * faces[:, 0] + 6 * faces[:, 1] + faces[:, 2]]
        faces = np.where(again, rng.integers(0, 6, (n, 3)), faces)
        damage = BULLETS[faces].sum(axis=1) * FIGHT.level
        hits = HITS[faces].sum(axis=1)
        counts += np.bincount(damage * SHAPE[1] + hits, minlength=len(counts))
    return counts.reshape(SHAPE)


def ours(trials: int, seed: int) -> odds.Distribution:
    """This project, through its public interface, on one thread."""
    return odds.simulate(FIGHT, trials=trials, seed=seed, threads=1, engine="numba")


def test_both_are_right() -> None:
    numpy = odds.Distribution(("damage", "hits"), obvious_numpy(RIVAL_TRIALS, 1), trials=RIVAL_TRIALS)
    for sampled in (numpy, ours(RIVAL_TRIALS, 1)):
        assert agreement(odds.exact(FIGHT), sampled).p_value > 1e-6


def test_a_fight(results: Results) -> None:
    jobs = {"ours": lambda: ours(TRIALS, 1), "numpy": lambda: obvious_numpy(RIVAL_TRIALS, 1)}
    seconds = interleaved(jobs, ROUNDS)
    ratio = (TRIALS / seconds["ours"]) / (RIVAL_TRIALS / seconds["numpy"])
    results.note(f"{FIGHT.text}: fights a second", TRIALS / seconds["ours"])
    results.check(f"{FIGHT.text}: times obvious numpy", ratio, least=LEAST)
