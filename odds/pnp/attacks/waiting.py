"""How many attacks it takes on average, however long that is: the chain's mean time to its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from odds.pnp.attacks.chain import Chain
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.attacks.wounds import Wounds

NEVER = 1e-12  # a target that an attack changes less often than this is taken to live for ever


def mean_attacks(attack: PnpAttack) -> float | None:
    """The mean number of attacks until the target is dead; None if it may live for ever.

    Parameters
    ----------
    attack
        An attack against a target with hit points.

    Examples
    --------
    >>> round(mean_attacks(PnpAttack(bonus=5, defense=15, damage="2d6", hp=2)), 12)
    1.6
    """
    chain = Chain(replace(attack, turns=1), Wounds(attack, fractions=False))
    faster = 0 if attack.warm_up is None or attack.pistol_whip else max(0, attack.rof - attack.warm_up)
    means = _Step(chain, attack.shots_later(faster)).settled()
    if means is None:
        return None
    for number in range(faster - 1, -1, -1):
        means = _Step(chain, attack.shots_later(number)).before(means)
    return float(means[0, -1])


@dataclass(frozen=True)
class _Ways:
    """Where every outcome of an attack leads from one state."""

    killed: Any
    pool: Any
    left: Any


class _Step:
    """One attack with so many shots, from any state (fire, hit points)."""

    def __init__(self, chain: Chain, shots: int) -> None:
        self.attack, self.pools, self.spare = chain.attack, chain.pools, chain.spare
        self.replaces = chain.attack.rules["burning"] == "new-fire"
        missed, hit = chain.kernel(shots)
        hit = hit.copy()
        hit[0, 0] += missed  # what changes nothing is as good as a miss
        self.damage, self.fire = np.nonzero(hit)
        self.chance = hit[self.damage, self.fire]

    def settled(self) -> Any:
        """Mean attacks from every state if all attacks are like this one; None if some never end."""
        hp = self.attack.hp or 0
        means = np.zeros((self.pools, hp + 1))
        for left in range(1, hp + 1):
            for pool in range(self.pools):
                ways = self._ways(pool, left)
                same = ~ways.killed & (ways.left == left)
                again = float(self.chance[same].sum())
                if again > 1 - NEVER:
                    return None
                lives = ~ways.killed & ~same
                further = float((self.chance[lives] * means[ways.pool[lives], ways.left[lives]]).sum())
                means[pool, left] = (1 + further) / (1 - again)
        return means

    def before(self, means: Any) -> Any:
        """Mean attacks from every state if this attack is followed by others that take so many."""
        found = np.zeros(means.shape)
        for pool, left in np.ndindex(*means.shape):
            if left:
                ways = self._ways(pool, left)
                lives = ~ways.killed
                found[pool, left] = 1 + (self.chance[lives] * means[ways.pool[lives], ways.left[lives]]).sum()
        return found

    def _ways(self, pool: int, hp: int) -> _Ways:
        attack = self.attack
        stands = np.maximum(pool, self.fire)
        if self.replaces:
            stands = np.where(self.fire > 0, self.fire, pool)
        burns = np.minimum(stands, attack.burning)
        left = hp - self.damage
        killed = ((self.damage > 0) & (left <= self.spare)) | (left - burns <= 0)
        return _Ways(killed, stands - burns, left - burns)
