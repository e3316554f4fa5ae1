"""Attacks until the target falls, on lanes: as many as the list has, and a last mask for those that need more."""

from __future__ import annotations

from odds.core.lanes.program import Bag, Program
from odds.factions.attacks.lanes import Parts, begin, brace, strike
from odds.factions.attacks.several.lanes import rerolls, uses
from odds.factions.attacks.until.exact import attacks_listed, fewest
from odds.factions.attacks.until.rules import UntilDown


def play(p: Program, until: UntilDown) -> dict[str, Parts]:
    """Plays attack after attack in every lane; the outcome is the number of the one that Incapacitates."""
    brace(p, [until.attack] * attacks_listed(until))
    model, made = begin(p, until.target), [p.true]
    chosen, _ = fewest(until)
    for n in range(1, attacks_listed(until) + 1):
        place, standing, told = f"attack {n} ", ~model.down, len(p.told)
        p.tell(f"attack {n}:")
        model = strike(p, until.attack, model, uses(p, model, chosen), place, rerolls(p, model, chosen)).model
        p.tell("Incapacitated", where=model.down)
        p.tell_only(told, standing)
        made.append(~model.down)
    return {"attacks": [Bag(made)]}
