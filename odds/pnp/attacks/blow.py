"""The damage of one attack on lanes: every die of every shot, Criticals, DT, halves and Splash."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from odds.core.lanes.program import Mask, Number, Program
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.lanes import any_of, dice, mapped, only, total


class Blow:
    """What one attack roll does to one target.

    Parameters
    ----------
    p
        The program.
    attack
        The attack.
    shots
        Where each shot hits.
    critical
        Where the first is a Critical.
    place
        The name of its dice.
    neighbor
        Whether the target is beside the one aimed at: half damage, by Spread.
    """

    def __init__(
        self, p: Program, attack: PnpAttack, shots: list[Mask], critical: Mask, place: str, *, neighbor: bool = False
    ) -> None:
        self.p, self.attack, self.shots, self.critical = p, attack, shots, critical
        self.place, self.neighbor = place, neighbor
        self.kinds = attack.weapon.kinds
        if attack.rules["several-hits"] == "total":
            self.parts = [self._together()]
        else:
            self.parts = [self._shot(n, hit) for n, hit in enumerate(shots)]

    @property
    def damage(self) -> Number:
        """All of it."""
        return total(self.p, self.parts)

    @property
    def crippled(self) -> Mask:
        """Where a quarter of the hit points is dealt (switch cripple)."""
        quarter = ceil((self.attack.hp or 0) / 4)
        if self.attack.rules["cripple"] == "added-up":
            return self.damage >= quarter
        return any_of(self.p, [part >= quarter for part in self.parts])

    def fire(self) -> Number:
        """What a fire deals in all: the damage dice once more, less EDT (switch burning)."""
        rule, edt = self.attack.rules["burning"], self.attack.dt_against("energy")
        where = self.critical if rule == "critical" else self.p.false
        raw = total(self.p, [self._raw(kind, "fire", where) for kind in self.kinds])
        pool = mapped(self.p, raw, lambda value: max(rule == "least-1", value - edt))
        return only(self.p, self.shots[0], pool)

    # ------------------------------------------------------------------------------------------ hit by hit
    def _shot(self, number: int, hit: Mask) -> Number:
        critical = self.critical if number == 0 else self.p.false
        if self.attack.rules["critical-dt"] == "once":
            raws = [self._raw(kind, f"shot {number}", critical) for kind in self.kinds]
            return only(self.p, hit, self._reduced(raws))
        plain, wild = [], []
        for kind in self.kinds:
            rolls = self._rolls(kind, f"shot {number}", critical)
            plain.append(rolls[0])
            dt = self.attack.dt_against(kind)
            wild.append(self._multiplied([mapped(self.p, roll, _less(dt)) for roll in rolls]))
        if critical.bit == self.p.false.bit:
            return only(self.p, hit, self._reduced(plain))
        damage = critical.pick(self._reduced(wild, dt_too=False), self._reduced(plain))
        return only(self.p, hit, damage)

    def _together(self) -> Number:
        """All hits lose the DT once (switch several-hits)."""
        raws = []
        for kind in self.kinds:
            hits = [
                only(self.p, hit, self._raw(kind, f"shot {n}", self.critical if n == 0 else self.p.false))
                for n, hit in enumerate(self.shots)
            ]
            raws.append(total(self.p, hits))
        return only(self.p, self.shots[0], self._reduced(raws))

    # ------------------------------------------------------------------------------------------ dice
    def _rolls(self, kind: str, name: str, critical: Mask) -> list[Number]:
        """The damage of a kind, rolled as often as a Critical may need it."""
        times, damage = self.attack.multiplier, self.attack.weapon.of(kind)
        many = 1
        if critical.bit != self.p.false.bit and self.attack.rules["critical-damage"] == "rolls":
            many = ceil(times)
        rolls = []
        for n in range(many):
            faces = dice(self.p, damage.dice, f"{self.place} {name} {kind} roll {n}")
            rolls.append(total(self.p, faces) + self.p.number(damage.least))
        return rolls

    def _raw(self, kind: str, name: str, critical: Mask) -> Number:
        """What is rolled, before anything is taken off."""
        rolls = self._rolls(kind, name, critical)
        return rolls[0] if critical.bit == self.p.false.bit else critical.pick(self._multiplied(rolls), rolls[0])

    def _multiplied(self, rolls: list[Number]) -> Number:
        """A Critical's damage (switch critical-damage)."""
        times = self.attack.multiplier
        if self.attack.rules["critical-damage"] == "times" or len(rolls) == 1:
            return mapped(self.p, rolls[0], lambda value: floor(times * value))
        whole = floor(times)
        found = total(self.p, rolls[:whole])
        if whole < len(rolls):
            found = found + mapped(self.p, rolls[whole], lambda value: floor((times - whole) * value))
        return found

    # ------------------------------------------------------------------------------------------ what is taken off
    def _reduced(self, raws: list[Number], *, dt_too: bool = True) -> Number:
        """Half for a neighbor, less DT, the least damage, Splash."""
        p, rules = self.p, self.attack.rules
        half = rules["spread"] if self.neighbor else "none"
        up = half == "round-up"
        least = 1 if len(raws) > 1 and rules["two-types"] == "each" else 0
        left = []
        for kind, raw in zip(self.kinds, raws, strict=True):
            dt = self.attack.dt_against(kind) if dt_too else 0
            if half not in ("none", "after-dt"):
                halved = mapped(p, raw, lambda value: (value + up) // 2)
                left.append(mapped(p, halved, _less(dt, least)))
            else:
                left.append(mapped(p, raw, _less(dt, least)))
        feet = self.attack.splash if not self.neighbor else None
        if feet is None:
            if half == "after-dt":
                return mapped(p, total(p, left), lambda value: max(1, max(1, value) // 2))
            return mapped(p, total(p, left), lambda value: max(1, value))
        ends = {
            "before-dt": lambda value: max(1, value - feet),
            "after-dt": lambda value: max(0, max(1, value) - feet),
            "no-least": lambda value: max(0, value - feet),
        }
        return mapped(p, total(p, left), ends[rules["splash"]])


def _less(dt: int, least: int = 0) -> Callable[[int], int]:
    """What a DT leaves."""
    return lambda value: max(least, value - dt)
