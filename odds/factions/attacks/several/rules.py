"""Several attacks on one target as an object: they are made one after another until it falls."""

from __future__ import annotations

from dataclasses import dataclass, replace

from odds.core.errors import OddsError
from odds.core.events import Metric, axes_needed
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import listed, quoted
from odds.factions.attacks.objective import checked
from odds.factions.attacks.outcome import AXES, STATES, events
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.attacks.worthwhile import for_the_end

MOST_ATTACKS = 20


@dataclass(frozen=True, slots=True)
class Attacks(Canonical):
    """Attacks one after another, Harm and Injuries carrying over: each later one gains its Bonus Dice (Rulebook p. 20).

    Once the target has fallen, no more attacks are made. Critical Effects and re-rolls are chosen for how it stands in
    the end, as it then stands: there is no better play. A Test that names a habit or an objective keeps to that.

    Parameters
    ----------
    attacks
        1 to 20 attacks in their order, all on the same target.
    objective
        What effects and re-rolls are chosen for: a probability or mean over harm, injuries and incapacitated. None:
        that of the first attack.
    rules
        Edition and rule switches of all; None: those of the attacks, which must be the same.

    Raises
    ------
    OddsError
        If there are none or too many, the targets or rules differ, or the objective reads anything else.

    Examples
    --------
    >>> from odds import parse
    >>> shot = Attack.of(parse("4P P5 L2"), (), Target(endurance=5, health=1))
    >>> Attacks((shot, shot)).text
    '4P P5 L2; 4P P5 L2 at E5 HP1'
    """

    attacks: tuple[Attack, ...]
    objective: str | None = None
    rules: Rules | None = None

    def __post_init__(self) -> None:
        try:
            attacks = tuple(self.attacks)
        except TypeError:
            raise OddsError(f"several attacks are wanted, not {quoted(self.attacks)}") from None
        for attack in attacks:
            if not isinstance(attack, Attack):
                raise OddsError(f"several attacks are made of attacks, not of {quoted(attack)}")
        if not 1 <= len(attacks) <= MOST_ATTACKS:
            raise OddsError(f"1 to {MOST_ATTACKS} attacks can be made one after another, not {len(attacks)}")
        if any(attack.target != attacks[0].target for attack in attacks):
            raise OddsError("several attacks are made on one target, the same for all")
        if self.rules is None and len({attack.rules for attack in attacks}) > 1:
            raise OddsError("attacks of one game have one edition and the same rules: give them once, for all")
        rules = attacks[0].rules if self.rules is None else self.rules
        goal = attacks[0].objective if self.objective is None else self.objective
        alike = tuple(replace(for_the_end(attack), rules=rules, objective=goal) for attack in attacks)
        for name, value in {"rules": rules, "objective": goal, "attacks": alike}.items():
            object.__setattr__(self, name, value)  # frozen, but not finished yet
        needs = [axis for axis in axes_needed([self.goal], events(attacks[0]), AXES) if axis not in STATES]
        if needs:
            raise OddsError(
                f"what several attacks are for is how the target stands in the end: {listed(STATES, 'and')}, "
                f"not {listed(needs, 'and')}"
            )

    @property
    def target(self) -> Target:
        """The target as it stands before the first."""
        return self.attacks[0].target

    @property
    def goal(self) -> Metric:
        """The objective."""
        return checked(self.attacks[0])

    @property
    def text(self) -> str:
        """The canonical texts of the attacks; the target once, at the end."""
        first, *others = (attack.text for attack in reversed(self.attacks))
        shared = first[first.index(" at ") :]
        return "; ".join([*(text.removesuffix(shared) for text in reversed(others)), first])
