"""What an attack roll comes to: hits, a Critical, action points."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from odds.pnp.actions import Actions
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.rolling import rolls


class Result(NamedTuple):
    """What an attack roll comes to."""

    hits: int
    critical: bool
    points: int


def results(attack: PnpAttack, shots: int, *, alone: bool = False) -> dict[Result, Fraction]:
    """Chance of every result of an attack with so many shots.

    Parameters
    ----------
    attack
        The attack.
    shots
        Its shots.
    alone
        Without re-rolls, as against a neighbor.

    Examples
    --------
    >>> gun = PnpAttack(bonus=5, defense=15, rof=3, damage="2d6")
    >>> [str(sum(p for result, p in results(gun, 3).items() if result.hits == h)) for h in range(4)]
    ['3/8', '79/216', '23/108', '5/108']
    """
    six_hits = attack.rules["triple-six"] == "hits"
    found: dict[Result, Fraction] = {}
    needs, critical_need = [attack.need + attack.penalty(shot) for shot in range(shots)], attack.critical_need
    for roll, chance in rolls(attack.need, Actions() if alone else attack.actions, six_hits=six_hits).items():
        hits = sum(roll.total >= need for need in needs)
        hits = max(hits, 1) if roll.six and six_hits else hits
        critical = hits > 0 and (roll.six or roll.total >= critical_need)
        result = Result(hits, critical, 0 if alone else roll.points + attack.called_cost)
        found[result] = found.get(result, Fraction(0)) + chance
    return found
