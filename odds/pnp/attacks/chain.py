"""Attack after attack until the target is dead: an absorbing chain over the hit points and the fire that are left."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from odds.pnp.attacks.rolling import results
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.attacks.wounds import Wounds
from odds.pnp.laws import Law, certain, zeros


class Chain:
    """How many attacks it takes, `turns` + 1 standing for more.

    After every attack the fire deals up to the weapon's Burning; what is left burns on. A Lethal weapon kills whom its
    own damage leaves few enough hit points.

    Parameters
    ----------
    attack
        An attack against a target with hit points.
    wounds
        Its laws of damage.

    Examples
    --------
    >>> gun = PnpAttack(bonus=5, defense=15, damage="2d6", hp=7)
    >>> Chain(gun, Wounds(gun, fractions=True)).after_first(6, 0)[2]
    Fraction(5, 8)
    """

    def __init__(self, attack: PnpAttack, wounds: Wounds) -> None:
        self.attack, self.wounds, self.fractions = attack, wounds, wounds.fractions
        self.spare = attack.lethal_left
        self.pools = self._longest_fire() + 1
        self.table = self._backwards()

    def after_first(self, damage: int, pool: int) -> Law:
        """Law of the number of attacks once the first has dealt so much, and lit so large a fire."""
        hp = self.attack.hp or 0
        if damage and hp - damage <= self.spare:
            return certain(1, fractions=self.fractions)
        law: Law = self.table[pool, hp - damage]
        return law

    def _longest_fire(self) -> int:
        if not self.attack.burning:
            return 0
        return max(len(self.wounds.burning(critical=critical)) for critical in (False, True)) - 1

    def _backwards(self) -> Any:
        """[fire, hit points] after attack 1, before the fire burns -> law of the number of attacks."""
        hp, turns = self.attack.hp or 0, self.attack.turns
        before = zeros((self.pools, hp + 1, turns + 2), fractions=self.fractions)
        before[:, :, turns + 1] = Fraction(1) if self.fractions else 1.0
        for number in range(turns, 0, -1):
            after = self._burnt(before, number)
            if number > 1:
                before = self._attacked(after, number)
        return after

    def _burnt(self, before: Any, number: int) -> Any:
        """From the laws before the next attack to those before the fire of this one burns."""
        after = zeros(before.shape, fractions=self.fractions)
        for pool in range(self.pools):
            burns = min(pool, self.attack.burning)
            dead = min(burns, before.shape[1] - 1) + 1
            after[pool, :dead, number] = Fraction(1) if self.fractions else 1.0
            if not burns:
                after[pool, 1:] = before[pool, 1:]
            else:
                after[pool, dead:] = before[pool - burns, 1 : before.shape[1] - dead + 1]
        return after

    def _attacked(self, after: Any, number: int) -> Any:
        """From the laws after attack `number` to those before it."""
        missed, hit = self.kernel(self.attack.shots_later(number - 1))
        lit = [self._damaged(hit[:, new], after[new], number) for new in range(self.pools)]
        replaces = self.attack.rules["burning"] == "new-fire"
        before = missed * after
        for pool in range(self.pools):
            smaller = 1 if replaces else pool + 1  # fires that leave the old one as it is
            before[pool] += self._damaged(hit[:, :smaller].sum(axis=1), after[pool], number)
            before[pool] += sum(lit[smaller:])
        return before

    def _damaged(self, shares: Any, after: Any, number: int) -> Any:
        """[hit points] before so much damage with these chances: what comes after it, or death in attack `number`."""
        hp, damage, none = np.arange(len(after)), np.arange(len(shares)), zeros(1, fractions=self.fractions)
        lost = hp[:, None] - hp[None, :]
        saved = hp[None, :] > np.where(lost > 0, self.spare, 0)
        moves = np.where((lost >= 0) & (lost < len(shares)) & saved, shares[lost % len(shares)], none)
        dead = hp[:, None] - damage[None, :] <= np.where(damage > 0, self.spare, 0)
        before = moves @ after
        before[:, number] += np.where(dead, shares, none).sum(axis=1)
        return before

    def kernel(self, shots: int) -> tuple[Any, Any]:
        """Chance of a miss, and the joint law [damage, fire] of what hits."""
        missed: Any = Fraction(0) if self.fractions else 0.0
        parts = []
        for (hits, critical, _), chance in results(self.attack, shots).items():
            share = chance if self.fractions else float(chance)
            if not hits:
                missed += share
                continue
            damage = self.wounds.of_hits(hits, critical=critical)
            fire = certain(0, fractions=self.fractions)
            if self.attack.burning:
                fire = self.wounds.burning(critical=critical)
            parts.append(share * np.multiply.outer(damage, fire))
        hit = zeros((max((len(part) for part in parts), default=1), self.pools), fractions=self.fractions)
        for part in parts:
            hit[: part.shape[0], : part.shape[1]] += part
        return missed, hit
