"""A skill check on lanes."""

from __future__ import annotations

from collections.abc import Sequence

from odds.core.lanes.program import Bag, Number, Program
from odds.pnp.checks.rules import PnpCheck
from odds.pnp.lanes import Roll


def play(p: Program, check: PnpCheck) -> dict[str, Sequence[Number | Bag]]:
    """Rolls the check in every lane."""
    roll = Roll(p, check.need, six_hits=False, place="check")
    p.tell("3d6", roll.sum + p.number(3))
    actions = check.actions
    if actions.odd_die or actions.triple:
        roll.reroll_again(odd_die=actions.odd_die, triple=actions.triple)
        p.tell("rolled again, with what is added", roll.sum + p.number(3), roll.rerolled)
    found: dict[str, Sequence[Number | Bag]] = {"roll": [roll.sum, p.number(3)]}
    if actions.most_points:
        found["points"] = roll.points
    return found
