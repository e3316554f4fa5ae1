"""The damage of hits, worked out exactly: dice added up, then the target's DT and whatever else takes from them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import numpy as np

from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.laws import Law, added, certain, changed, rolled, zeros


class Wounds:
    """Laws of damage for one attack, as floats or as Fractions.

    Parameters
    ----------
    attack
        The attack.
    fractions
        Fractions instead of floats.

    Examples
    --------
    >>> gun = PnpAttack(bonus=5, defense=15, damage="2d6", dt=4)
    >>> Wounds(gun, fractions=True).of_hits(1, critical=False)[1]
    Fraction(5, 18)
    """

    def __init__(self, attack: PnpAttack, *, fractions: bool) -> None:
        self.attack, self.fractions = attack, fractions
        self.weapon = attack.weapon

    def of_hits(self, hits: int, *, critical: bool, neighbor: bool = False) -> Law:
        """Damage in all; of so many hits the first may be a Critical. `neighbor`: half, by Spread."""
        if self.attack.rules["several-hits"] == "total" and hits:
            raws = {
                kind: added(
                    [self._raw(kind, critical=critical and not n) for n in range(hits)], fractions=self.fractions
                )
                for kind in self.weapon.kinds
            }
            return self._reduced(raws, dict.fromkeys(raws, False), neighbor)
        return added(
            [self._one(critical=critical and not n, neighbor=neighbor) for n in range(hits)], fractions=self.fractions
        )

    def crippling(self, hits: int, *, critical: bool) -> Law:
        """Joint law of damage and of whether a limb is crippled, shape (damage, 2); 25% of the hit points cripple."""
        hp = self.attack.hp or 0
        whole = self.of_hits(hits, critical=critical)
        if self.attack.rules["cripple"] == "one-hit" and self.attack.rules["several-hits"] == "each":
            parts = [self._one(critical=critical and not n, neighbor=False) for n in range(hits)]
            short = added([part[: ceil(hp / 4)] for part in parts], fractions=self.fractions)
        else:
            short = whole[: ceil(hp / 4)]
        joint = zeros((len(whole), 2), fractions=self.fractions)
        joint[: len(short), 0] = short
        joint[:, 1] = whole - joint[:, 0]
        return joint if self.fractions else np.maximum(joint, 0.0)

    def burning(self, *, critical: bool) -> Law:
        """Damage that a fire deals in all: the damage dice once more, less EDT (switch burning)."""
        rule = self.attack.rules["burning"]
        parts = [self._raw(kind, critical=critical and rule == "critical") for kind in self.weapon.kinds]
        edt, least = self.attack.dt_against("energy"), int(rule == "least-1")
        return changed(added(parts, fractions=self.fractions), lambda roll: max(least, roll - edt))

    def _one(self, *, critical: bool, neighbor: bool) -> Law:
        """Damage of one hit."""
        early = critical and self.attack.rules["critical-dt"] == "each"
        raws = {
            kind: self._raw(kind, critical=critical, dt=self.attack.dt_against(kind) * early)
            for kind in self.weapon.kinds
        }
        return self._reduced(raws, dict.fromkeys(raws, early), neighbor)

    def _raw(self, kind: str, *, critical: bool, dt: int = 0) -> Law:
        """What the dice of one kind show, as often as a Critical rolls them; each roll less `dt`."""
        damage = self.weapon.of(kind)
        dice = [rolled(sides, fractions=self.fractions) for sides in damage.dice]
        roll = added([*dice, certain(damage.added, fractions=self.fractions)], fractions=self.fractions)
        roll = changed(roll, lambda value: max(0, value - dt))
        if not critical:
            return roll
        times = self.attack.multiplier
        if self.attack.rules["critical-damage"] == "times":
            return changed(roll, lambda value: floor(times * value))
        part: Fraction = times - floor(times)
        in_part = changed(roll, lambda value: floor(part * value))
        return added([*[roll] * floor(times), in_part], fractions=self.fractions)

    def _reduced(self, raws: dict[str, Law], done: dict[str, bool], neighbor: bool) -> Law:
        """After halving, DT (of kinds it is not done for), the least damage and Splash."""
        rules = self.attack.rules
        half = rules["spread"] if neighbor else ""
        least = int(rules["two-types"] == "each" and len(raws) > 1)
        laws = []
        for kind, raw in raws.items():
            dt = 0 if done[kind] else self.attack.dt_against(kind)
            halved = raw
            if neighbor and half != "after-dt":
                halved = changed(raw, lambda value: (value + (half == "round-up")) // 2)
            laws.append(changed(halved, lambda value, dt=dt: max(least, value - dt)))  # type: ignore[misc]
        law = added(laws, fractions=self.fractions)
        if self.attack.splash is not None and not neighbor:
            return self._splashed(law, self.attack.splash)
        law = changed(law, lambda value: max(1, value))
        return changed(law, lambda value: max(1, value // 2)) if half == "after-dt" else law

    def _splashed(self, law: Law, feet: int) -> Law:
        rule = self.attack.rules["splash"]
        if rule == "after-dt":
            return changed(law, lambda value: max(0, max(1, value) - feet))
        return changed(law, lambda value: max(int(rule == "before-dt"), value - feet))
