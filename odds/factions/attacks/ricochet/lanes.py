"""Ricochet on lanes: the second attack is made in the lanes in which the first has no Hit."""

from __future__ import annotations

from dataclasses import replace

from odds.core.lanes.program import Bag, Mask, Program
from odds.factions.attacks.lanes import Parts, begin, best, brace, ends, strike
from odds.factions.attacks.ricochet.rules import Ricochet
from odds.factions.attacks.several.lanes import made


def play(p: Program, ricochet: Ricochet) -> dict[str, Parts]:
    """Plays the attack, and the other one where it is made, in every lane; the parts of every outcome."""
    brace(p, ricochet.attacks)
    first, second = ricochet.attacks
    p.tell("attack on target 1:")
    blow = strike(p, first, begin(p, first.target), best(p, first), "target 1 ")
    hit = any_of(p, blow.hits)
    before = replace(begin(p, second.target), down=hit)  # whoever is not attacked is left alone like one that fell
    told = len(p.told)
    p.tell("attack on target 2:")
    again = strike(p, second, before, best(p, second), "target 2 ")
    p.tell_only(told, ~hit)
    other = replace(again.model, down=again.model.down & ~hit)
    found: dict[str, Parts] = {"ricochets": [Bag([~hit])], "down": [Bag([blow.model.down, other.down])]}
    for number, attack, model in ((1, first, blow.model), (2, second, other)):
        p.tell(f"target {number}:", where=model.down)
        own = ends(p, attack.target, model, f"target {number} ")
        found |= {f"{axis}_{number}": parts for axis, parts in own.items()}
    found |= {"hits_1": blow.hits, "luck_hits_1": blow.luck_hits}
    found |= {f"{axis}_2": [made(part, ~hit) for part in getattr(again, axis)] for axis in ("hits", "luck_hits")}
    return found


def any_of(p: Program, parts: Parts) -> Mask:
    """Where an outcome is at least 1."""
    found = p.false
    for part in parts:
        for mask in part.masks if isinstance(part, Bag) else [part >= 1]:
            found = found | mask
    return found
