"""What an attack comes to: its axes, which of them an answer shows, and its named events."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, prod
from typing import TYPE_CHECKING

from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.pnp.attacks.rules import PnpAttack

AXES = (
    "hits", "crits", "damage", "crippled", "burn", "burning_turns", "points", "attacks"
)  # fmt: skip
ON_DEMAND = ("burning_turns",)  # it says nothing that the fire's damage does not
MOST_CELLS = 1 << 24  # of a table that is worked out and counted as a whole


def possible(attack: PnpAttack) -> tuple[str, ...]:
    """The axes that say something of this attack.

    Examples
    --------
    >>> from odds.pnp.attacks.rules import PnpAttack
    >>> possible(PnpAttack(bonus=5, defense=15, damage="2d6", hp=12))
    ('hits', 'crits', 'damage', 'crippled', 'attacks')
    """
    asked = {
        "crippled": attack.hp is not None,
        "burn": attack.burning > 0,
        "burning_turns": attack.burning > 0,
        "points": attack.actions.most_points > 0 or attack.vats,
        "attacks": attack.hp is not None,
    }
    return tuple(axis for axis in AXES if asked.get(axis, True))


def shown(attack: PnpAttack) -> tuple[str, ...]:
    """The axes that an answer shows.

    Examples
    --------
    >>> from odds.pnp.attacks.rules import PnpAttack
    >>> shown(PnpAttack(bonus=5, defense=15, damage="2d6", burning=2))
    ('hits', 'crits', 'damage', 'burn')
    """
    return tuple(axis for axis in possible(attack) if axis not in ON_DEMAND)


def check_size(attack: PnpAttack, axes: Sequence[str]) -> None:
    """Refuses a table that would be too large.

    Raises
    ------
    OddsError
        If there are too many joint outcomes over these axes.

    Examples
    --------
    >>> from odds.pnp.attacks.rules import PnpAttack
    >>> check_size(PnpAttack(bonus=5, defense=15, damage="2d6"), ["hits", "damage"])
    """
    roll, shots = attack.weapon.most, attack.shots
    damage = max(shots, ceil(attack.multiplier * roll) + roll * (shots - 1))
    fire = ceil(attack.multiplier * roll) if attack.rules["burning"] == "critical" else roll
    most = {
        "hits": shots,
        "damage": damage,
        "burn": fire,
        "burning_turns": ceil(fire / max(attack.burning, 1)),
        "points": attack.actions.most_points + attack.called_cost,
        "attacks": attack.turns + 1,
    }
    if prod(most.get(axis, 1) + 1 for axis in axes) > MOST_CELLS:
        raise OddsError(
            "these are too many outcomes to count together: ask for one thing at a time, the fire or the hit points"
        )


def events(attack: PnpAttack) -> dict[str, str | None]:
    """The named events: hit, critical; with hit points kill, cripple and dead_by_1, dead_by_2, ...

    `kill`: this attack's own damage kills, a Lethal weapon's with it; `dead_by_2`: dead before a third attack, fire
    counted.

    Examples
    --------
    >>> from odds.pnp.attacks.rules import PnpAttack
    >>> events(PnpAttack(bonus=5, defense=15, damage="2d6", hp=12, lethal=5, turns=1))["kill"]
    'damage >= 7'
    """
    named: dict[str, str | None] = {"hit": "hits >= 1", "critical": "crits == 1"}
    if attack.hp is None:
        return named | {"kill": None, "cripple": None}
    named |= {"kill": f"damage >= {attack.kill_from}", "cripple": "crippled == 1"}
    return named | {f"dead_by_{n}": f"attacks <= {n}" for n in range(1, attack.turns + 1)}
