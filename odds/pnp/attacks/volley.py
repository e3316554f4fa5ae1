"""One attack roll on lanes: where each shot hits, and whether the first hit is a Critical."""

from __future__ import annotations

from odds.core.lanes.program import Program
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.lanes import Roll


class Volley:
    """An attack roll and its shots.

    Parameters
    ----------
    p
        The program.
    attack
        The attack.
    shots
        How many shots it has.
    place
        The name of its dice.
    alone
        Without re-rolls, as against a neighbor.

    Attributes
    ----------
    roll
        The dice.
    shots
        Where each shot hits.
    critical
        Where the first is a Critical.
    """

    def __init__(self, p: Program, attack: PnpAttack, shots: int, place: str, *, alone: bool = False) -> None:
        six_hits = attack.rules["triple-six"] == "hits"
        self.roll = Roll(p, attack.need, six_hits=six_hits, place=place)
        if not alone:
            actions = attack.actions
            if actions.odd_die or actions.triple:
                self.roll.reroll_again(odd_die=actions.odd_die, triple=actions.triple)
            if actions.reroll:
                self.roll.reroll_all()
        self.shots = [self.roll.at_least(attack.need + attack.penalty(shot)) for shot in range(shots)]
        if six_hits:
            self.shots[0] = self.shots[0] | self.roll.six
        self.critical = self.shots[0] & (self.roll.six | self.roll.at_least(attack.critical_need))
