"""An attack on an area on lanes: the Test is rolled once, then every model takes its Hits."""

from __future__ import annotations

from odds.core.lanes.program import Bag, Mask, Part, Program
from odds.factions.attacks.area.exact import OWN
from odds.factions.attacks.area.rules import AreaAttack, axis_of
from odds.factions.attacks.lanes import Parts, begin, best, ends, land
from odds.factions.special.lanes import play as play_test


def play(p: Program, area: AreaAttack) -> dict[str, Parts]:
    """Plays the attack in every lane; the parts of every outcome."""
    test = play_test(p, area.attack.rolled)
    found: dict[str, Parts] = {"hits": test["hits"], "luck_hits": test["luck_hits"]}
    fallen: list[Mask] = []
    failed: list[Part] = []
    for number, attack in enumerate(area.attacks, 1):
        place = f"model {number} "
        p.tell(f"model {number}:")
        model = land(p, attack, begin(p, attack.target), test, best(p, attack), place).model
        fallen.append(model.down)
        own = ends(p, attack.target, model, place)
        found |= {axis_of(axis, number): own[axis] for axis in OWN}
        failed += own["confused"]
    p.tell("models down", p.count(fallen))
    return {**found, "down": [Bag(fallen)], "confused": failed}
