"""An attack worked out exactly: all 216 rolls, and the damage of what hits, put together."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

from odds.core.distribution import Distribution
from odds.pnp.attacks.chain import Chain
from odds.pnp.attacks.outcome import AXES, check_size, events, shown
from odds.pnp.attacks.rolling import Result, results
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.attacks.wounds import Wounds
from odds.pnp.laws import certain, zeros


def exact(attack: PnpAttack, *, axes: Sequence[str] | None = None, fractions: bool = False) -> Distribution:
    """Works an attack out exactly (combat page, reported by players, unofficial).

    Parameters
    ----------
    attack
        The attack.
    axes
        The outcomes wanted jointly: hits, crits (0 or 1), damage, crippled (0 or 1), burn (damage a fire deals in
        all), burning_turns, points (action points), attacks (until dead; turns + 1: more than that).
    fractions
        Fractions instead of floats.

    Raises
    ------
    OddsError
        If there are too many outcomes.

    Examples
    --------
    >>> gun = PnpAttack(bonus=5, defense=15, rof=3, damage="2d6", dt=4)
    >>> exact(gun, fractions=True).mean("damage")
    Fraction(862561, 279936)
    """
    asked = shown(attack) if axes is None else tuple(axes)
    check_size(attack, asked)
    found = _Joint(attack, asked, fractions=fractions)
    order = [axis for axis in AXES if axis in asked]
    values = np.transpose(found.values(), [order.index(axis) for axis in asked])
    return Distribution(asked, values, events=events(attack), label=attack.text)


class _Joint:
    """The joint law over the axes asked for, in the order of `AXES`."""

    def __init__(self, attack: PnpAttack, asked: Sequence[str], *, fractions: bool) -> None:
        self.attack, self.asked, self.fractions = attack, asked, fractions
        self.wounds = Wounds(attack, fractions=fractions)
        self.chain = Chain(attack, self.wounds) if "attacks" in asked else None
        self.points = attack.actions.most_points + attack.called_cost

    def values(self) -> Any:
        """An axis for each outcome asked for."""
        parts = []
        for result, chance in results(self.attack, self.attack.shots).items():
            share = chance if self.fractions else float(chance)
            parts.append((result, share * self._after(result)))
        sizes = [max(part.shape[d] for _, part in parts) for d in range(parts[0][1].ndim)]
        kept = [axis in self.asked for axis in ("hits", "crits", "points")]
        first = [self.attack.shots + 1 if kept[0] else 1, 2 if kept[1] else 1]
        shape = (*first, *sizes[:-1], self.points + 1 if kept[2] else 1, sizes[-1])
        whole = zeros(shape, fractions=self.fractions)
        for result, part in parts:
            hits, critical, points = (n * keep for n, keep in zip(result, kept, strict=True))
            place: tuple[Any, ...] = tuple(slice(size) for size in part.shape)
            whole[(int(hits), int(critical), *place[:-1], int(points), place[-1])] += part
        unasked = tuple(d for d, axis in enumerate(AXES) if axis not in self.asked)
        return whole.sum(axis=unasked)

    def _after(self, result: Result) -> Any:
        """Given the attack's result, the joint law of damage, crippled, burn, turns and attacks."""
        wounds, number = self._wounds(result), self.attack.turns + 2 if self.chain else 1
        fire = certain(0, fractions=self.fractions)
        if self.attack.burning and result.hits:
            fire = self.wounds.burning(critical=result.critical)
        main = np.multiply.outer(wounds, fire)[..., None]
        if self.chain is not None:
            ends = zeros((len(wounds), 1, len(fire), number), fractions=self.fractions)
            for damage, pool in np.ndindex(len(wounds), len(fire)):
                law = self.chain.after_first(damage, pool)
                ends[damage, 0, pool, : len(law)] = law
            main = main * ends
        if "damage" not in self.asked:
            main = main.sum(axis=0, keepdims=True)
        return self._turns(main)

    def _wounds(self, result: Result) -> Any:
        if self.attack.hp is not None and "crippled" in self.asked:
            return self.wounds.crippling(result.hits, critical=result.critical)
        return self.wounds.of_hits(result.hits, critical=result.critical)[:, None]

    def _turns(self, main: Any) -> Any:
        """Puts an axis for the turns that a fire burns behind the one for its damage."""
        pools = main.shape[2]
        turns = [ceil(pool / self.attack.burning) if self.attack.burning else 0 for pool in range(pools)]
        keep, count = "burn" in self.asked, "burning_turns" in self.asked
        shape = (*main.shape[:2], pools if keep else 1, turns[-1] + 1 if count else 1, main.shape[3])
        made = zeros(shape, fractions=self.fractions)
        for pool in range(pools):
            made[:, :, pool * keep, turns[pool] * count] += main[:, :, pool]
        return made
