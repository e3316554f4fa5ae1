"""Attacks until the target falls, as an object."""

from __future__ import annotations

from dataclasses import dataclass, replace

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.attacks.target import Target
from odds.factions.attacks.worthwhile import for_the_end

MOST_ATTACKS = 100
ENOUGH = 1e-9  # of the chance is left out of a list of attacks


@dataclass(frozen=True, slots=True)
class UntilDown(Canonical):
    """The same attack, made until its target is Incapacitated; Harm and Injuries carry over.

    Critical Effects and re-rolls are chosen for the fewest attacks on average, as the target then stands. A Test that
    names a habit or an objective keeps to that.

    Parameters
    ----------
    attack
        The attack.
    rules
        Edition and rule switches; None: those of the attack.

    Raises
    ------
    OddsError
        If it is no attack, or one that is for something else.

    Examples
    --------
    >>> from odds import parse
    >>> UntilDown(Attack.of(parse("4P P5 L2"), (), Target(endurance=5, health=1))).text
    'until down: 4P P5 L2 at E5 HP1'
    """

    attack: Attack
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.attack, Attack):
            raise OddsError(f"an attack is wanted that is made until its target falls, not {quoted(self.attack)}")
        if self.attack.objective != OBJECTIVE:
            raise OddsError(
                f"attacks until the target is down are for the fewest attacks, not for {self.attack.objective}: "
                "leave that out"
            )
        rules = self.attack.rules if self.rules is None else self.rules
        object.__setattr__(self, "rules", rules)  # frozen, but not finished yet
        object.__setattr__(self, "attack", replace(for_the_end(self.attack), rules=rules))

    @property
    def target(self) -> Target:
        """The target as it stands before the first attack."""
        return self.attack.target

    @property
    def text(self) -> str:
        """The canonical text of the attack, and how often it is made."""
        return f"until down: {self.attack.text}"
