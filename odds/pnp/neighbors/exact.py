"""The damage to neighbors worked out exactly."""

from __future__ import annotations

from collections.abc import Sequence

from odds.core.distribution import Distribution
from odds.pnp.attacks.rolling import results
from odds.pnp.attacks.wounds import Wounds
from odds.pnp.laws import Law, added, zeros
from odds.pnp.neighbors.rules import PnpNeighbors

AXES = ("neighbor_damage",)


def events(neighbors: PnpNeighbors) -> dict[str, str | None]:  # noqa: ARG001 (the same for all)
    """There are no named events."""
    return {}


def exact(neighbors: PnpNeighbors, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """The exact law of the damage to all neighbors together (switch spread).

    Examples
    --------
    >>> from odds.pnp.attacks.rules import PnpAttack
    >>> gun = PnpAttack(bonus=40, defense=0, damage="1d4", spread=1, luck=-3)
    >>> [str(share) for share in exact(PnpNeighbors(gun), fractions=True).values[:3]]
    ['0', '3/16', '7/16']
    """
    attack, rule = neighbors.attack, neighbors.attack.rules["spread"]
    wounds = Wounds(attack, fractions=fractions)
    shots = 1 if rule == "one-shot" else attack.shots
    law = zeros(1, fractions=fractions)
    for (hits, critical, _), chance in results(attack, shots, alone=rule != "one-roll").items():
        share = chance if fractions else float(chance)
        one = wounds.of_hits(hits, critical=critical, neighbor=True)
        law = _plus(law, share * (added([one] * attack.spread, fractions=fractions) if rule == "one-roll" else one))
    if rule != "one-roll":
        law = added([law] * attack.spread, fractions=fractions)
    return Distribution(tuple(axes), law, events=events(neighbors), label=neighbors.text)


def _plus(one: Law, other: Law) -> Law:
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    longer = longer.copy()
    longer[: len(shorter)] += shorter
    return longer
