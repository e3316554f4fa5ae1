"""The damage to neighbors on lanes."""

from __future__ import annotations

from collections.abc import Sequence

from odds.core.lanes.program import Bag, Number, Program
from odds.pnp.attacks.blow import Blow
from odds.pnp.attacks.volley import Volley
from odds.pnp.neighbors.rules import PnpNeighbors


def play(p: Program, neighbors: PnpNeighbors) -> dict[str, Sequence[Number | Bag]]:
    """Plays the attack on each neighbor in every lane (switch spread)."""
    attack = neighbors.attack
    rule, found = attack.rules["spread"], []
    shared = Volley(p, attack, attack.shots, "attack") if rule == "one-roll" else None
    for n in range(attack.spread):
        own = shared
        if own is None:
            shots = 1 if rule == "one-shot" else attack.shots
            own = Volley(p, attack, shots, f"attack on neighbor {n}", alone=True)
        blow = Blow(p, attack, own.shots, own.critical, f"damage to neighbor {n}", neighbor=True)
        p.tell(f"neighbor {n + 1} takes", blow.damage)
        found += blow.parts
    return {"neighbor_damage": found}
