"""An attack of Fallout PnP as anyone would write it in numpy: whole dice, one row an attack."""

from __future__ import annotations

import numpy as np

from odds.pnp.attacks.rules import PnpAttack

BATCH = 1_000_000  # attacks numpy plays at once
SHAPE = (4, 2, 49)  # hits, Criticals, damage: the most that three hits of 2d6 can be


def obvious_numpy(attack: PnpAttack, trials: int, seed: int) -> np.ndarray:
    """Counts of (hits, Criticals, damage) of a burst with 2d6 and no more than bonus, Defense, RoF 3, DT and Lucky."""
    rng = np.random.default_rng(seed)
    counts = np.zeros(np.prod(SHAPE), np.int64)
    for first in range(0, trials, BATCH):
        n = min(BATCH, trials - first)
        dice = rng.integers(1, 7, (n, 3))
        six = (dice == 6).all(1)
        total = dice.sum(1) + attack.bonus
        hit = total[:, None] - np.array([0, 3, 6]) >= attack.defense
        hit[:, 0] |= six
        critical = hit[:, 0] & (six | (total + attack.lucky >= attack.defense + 10))
        rolls = rng.integers(1, 7, (n, 4, 2)).sum(2)
        rolls[:, 0] += rolls[:, 3] * critical  # a Critical is rolled twice
        damage = (np.maximum(rolls[:, :3] - attack.dt, 1) * hit).sum(1)
        cells = np.ravel_multi_index((hit.sum(1), critical.astype(int), damage), SHAPE)
        counts += np.bincount(cells, minlength=len(counts))
    return counts.reshape(SHAPE)
