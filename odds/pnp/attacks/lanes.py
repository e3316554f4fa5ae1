"""An attack on lanes: its roll, its shots, and the attacks after it until the target is dead."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from odds.core.lanes.program import Bag, Mask, Number, Program
from odds.pnp.attacks.blow import Blow
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.attacks.volley import Volley
from odds.pnp.lanes import any_of, mapped

Parts = Sequence[Number | Bag]


def play(p: Program, attack: PnpAttack) -> dict[str, Parts]:
    """Plays the attack in every lane."""
    volley = Volley(p, attack, attack.shots, "attack")
    blow = Blow(p, attack, volley.shots, volley.critical, "damage")
    p.tell("3d6", volley.roll.sum + p.number(3))
    p.tell("hits", volley.shots)
    p.tell("Criticals", [volley.critical])
    p.tell("damage", blow.damage)
    found: dict[str, Parts] = {"hits": [Bag(volley.shots)], "crits": [Bag([volley.critical])], "damage": blow.parts}
    fire = p.number(0)
    if attack.hp is not None:
        found["crippled"] = [Bag([blow.crippled])]
    if attack.burning:
        fire = blow.fire()
        found["burn"] = [fire]
        found["burning_turns"] = [mapped(p, fire, lambda pool: ceil(pool / attack.burning))]
        p.tell("fire", fire)
    if attack.actions.most_points or attack.vats:
        found["points"] = [p.number(attack.actions.bonus + attack.called_cost), *volley.roll.points]
    if attack.hp is not None:
        found["attacks"] = [Bag([p.true, *_outlives(p, attack, blow.damage, fire)])]
    return found


def _outlives(p: Program, attack: PnpAttack, damage: Number, fire: Number) -> list[Mask]:
    """Where the target outlives the first attack, the second, ...; each with the fire after it."""
    hp, dealt, dead, pool, found = attack.hp or 0, p.number(0), p.false, p.number(0), []
    for turn in range(1, attack.turns + 1):
        if turn > 1:
            volley = Volley(p, attack, attack.shots_later(turn - 1), f"attack {turn}")
            blow = Blow(p, attack, volley.shots, volley.critical, f"damage {turn}")
            damage, fire = blow.damage, blow.fire() if attack.burning else p.number(0)
            p.tell(f"attack {turn} deals", damage, ~dead)
        dealt = (dealt + damage).up_to(hp)
        dead = dead | ((damage >= 1) & (dealt >= hp - attack.lethal_left))
        new = fire >= (1 if attack.rules["burning"] == "new-fire" else pool)
        pool = new.pick(fire, pool)
        burns = pool.up_to(attack.burning)
        dealt = (dealt + burns).up_to(hp)
        pool = mapped(p, pool, lambda left: max(0, left - attack.burning))
        dead = any_of(p, [dead, dealt >= hp])
        found.append(~dead)
    return found
