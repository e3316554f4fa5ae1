"""Attacks as anyone would write them in numpy: whole faces, one row an attack, batches of a million."""

from __future__ import annotations

import math

import numpy as np
from rivals import BATCH

from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target

HARM_LIMIT = 3


def obvious_attacks(attacks: tuple[Attack, ...], trials: int, seed: int) -> np.ndarray:
    """Counts by [Harm, Injuries, whether it fell] of attacks one after another; of effects it knows Maim and Poison."""
    rng = np.random.default_rng(seed)
    target = attacks[0].target
    shape = (HARM_LIMIT + 1, target.health, 2)
    counts = np.zeros(math.prod(shape), np.int64)
    for first in range(0, trials, BATCH):
        n = min(BATCH, trials - first)
        harm, injuries = np.full(n, target.harm), np.full(n, target.injuries)
        down = np.zeros(n, bool)
        for attack in attacks:
            hits, survivors = _roll(rng, attack, harm)
            down |= _inflict(rng, attack, target, hits, survivors, harm, injuries, down)
        harm[down] = injuries[down] = 0
        cells = (harm * target.health + injuries) * 2 + down
        counts += np.bincount(cells, minlength=len(counts))
    return counts.reshape(shape)


def _roll(rng: np.random.Generator, attack: Attack, harm: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Hits and surviving Luck Dice; every Harm is one die more."""
    test, n, most = attack.test, len(harm), int(harm.max())
    luck = min(test.luck, test.pool)  # enough for pools that are larger than Luck
    faces = rng.integers(1, 11, (n, test.pool + most))
    hit = (faces <= test.value) & (faces != 10)
    hit[:, test.pool :] &= np.arange(most) < harm[:, None]
    survivors, hits = hit[:, :luck].sum(1), hit.sum(1)
    faces = rng.integers(1, 11, (n, luck))
    hit = (faces <= test.value) & (faces != 10)
    hits += (hit & (np.arange(luck) < survivors[:, None])).sum(1)
    return hits, survivors


def _inflict(
    rng: np.random.Generator,
    attack: Attack,
    target: Target,
    hits: np.ndarray,
    survivors: np.ndarray,
    harm: np.ndarray,
    injuries: np.ndarray,
    down: np.ndarray,
) -> np.ndarray:
    """Changes Harm and Injuries of those who stand; who falls."""
    standing = ~down
    outright = standing & (hits >= 2 * target.endurance)
    injured = standing & (hits >= target.endurance) & ~outright
    harmed = standing & (hits >= 1) & ~outright
    excess = harmed & (harm == HARM_LIMIT)
    injuries += injured | excess
    harm += harmed & ~excess
    critical = standing & ~outright & (survivors >= 1) & (injuries < target.health)
    for effect in attack.criticals:
        if effect.name == "Maim":
            harm += critical & (harm < HARM_LIMIT)
        if effect.name == "Poison":
            faces = rng.integers(1, 11, (len(hits), effect.dice))
            poisoned = ((faces > target.endurance) & critical[:, None]).sum(1)
            injuries += np.maximum(harm + poisoned - HARM_LIMIT, 0)
            np.minimum(harm + poisoned, HARM_LIMIT, out=harm)
    return outright | (injuries >= target.health)
