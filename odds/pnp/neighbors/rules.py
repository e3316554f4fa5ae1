"""What a weapon with Spread does to the target's neighbors, as an object."""

from __future__ import annotations

from dataclasses import dataclass, replace

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.pnp.attacks.rules import PnpAttack


@dataclass(frozen=True, slots=True)
class PnpNeighbors(Canonical):
    """Half damage to as many neighbors as the weapon has Spread (combat page, reported by players, unofficial).

    Parameters
    ----------
    attack
        The attack, with a weapon that has Spread; neighbors have the target's Defense and DT.
    rules
        Edition and rule switches; None: those of the attack.

    Raises
    ------
    OddsError
        If the weapon has no Spread.

    Examples
    --------
    >>> PnpNeighbors(PnpAttack(bonus=5, defense=15, damage="2d6", spread=1)).text
    'pnp attack --bonus 5 --defense 15 --damage 2d6 --spread 1'
    """

    attack: PnpAttack
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.attack, PnpAttack) or not self.attack.spread:
            said = quoted(getattr(self.attack, "text", self.attack))
            raise OddsError(f"neighbors are hit by a weapon with Spread, not by {said}")
        if self.rules is None:
            object.__setattr__(self, "rules", self.attack.rules)  # frozen, but not finished yet
        else:
            object.__setattr__(self, "attack", replace(self.attack, rules=self.rules))

    @property
    def text(self) -> str:
        """The command that asks for it: the attack's own."""
        return self.attack.text
