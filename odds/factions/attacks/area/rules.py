"""An attack on an area as an object: one Test, and several models that its Hits fall on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target

MOST_TARGETS = 12


@dataclass(frozen=True, slots=True)
class AreaAttack(Canonical):
    """One Attack Test without Bonus Dice whose Hits fall on each of several models (Rulebook p. 25).

    Critical Effects are resolved model by model: the attacker chooses for each. Confusion waits until all damage is
    dealt (p. 23): friends near a fallen model then take a Test for its fall. Each model has friends of its own; one
    near two of them stands with both, and takes a Test for each that falls. The targets themselves take none.

    Parameters
    ----------
    attack
        The attack; its target is the first model.
    others
        The other models in the area, at most 11.
    rules
        Edition and rule switches; None: those of the attack.

    Raises
    ------
    OddsError
        If there are too many models, or one lacks a statistic that a Critical Effect asks for.

    Examples
    --------
    >>> from odds import parse
    >>> grenade = Attack.of(parse("3A A5 L2"), ["Suppress 1"], Target(4, 1, intelligence=3))
    >>> area = AreaAttack(grenade, [Target(6, 2, intelligence=2)])
    >>> area.text
    '3A A5 L2 no bonus dice crit Suppress 1 at E4 I3 HP1 at E6 I2 HP2'
    """

    attack: Attack
    others: tuple[Target, ...] = ()
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.attack, Attack):
            raise OddsError(f"an attack on an area is made of an attack, not of {quoted(self.attack)}")
        try:
            others = tuple(self.others)
        except TypeError:
            raise OddsError(f"the other models in the area are targets, not {quoted(self.others)}") from None
        if len(others) >= MOST_TARGETS:
            raise OddsError(f"at most {MOST_TARGETS} models can be in one area, not {len(others) + 1}")
        rules = self.attack.rules if self.rules is None else self.rules
        for name, value in {
            "rules": rules,
            "attack": replace(self.attack, rules=rules, plain=True),
            "others": others,
        }.items():
            object.__setattr__(self, name, value)  # frozen, but not finished yet
        object.__setattr__(self, "others", tuple(each.target for each in self.attacks[1:]))

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """What falls on each model, as an attack of its own; they share one Test."""
        return (self.attack, *(self.attack.against(target) for target in self.others))

    @property
    def beside(self) -> dict[str, Attack]:
        """What is answered as well: how each model ends, by itself."""
        return {f"target {n}": attack for n, attack in enumerate(self.attacks, 1)}

    @property
    def text(self) -> str:
        """The attack's canonical text, and the other models."""
        assert self.rules is not None
        first = replace(self.attack, rules=self.rules.book.rules()).text
        return " ".join([first, *(f"at {each.text}" for each in self.others), *filter(None, [self.rules.text])])


def axis_of(axis: str, number: int) -> str:
    """The name of a model's own outcome, by its number from 1: "harm_2"."""
    return f"{axis}_{number}"


def numbered(axes: Sequence[str], models: int) -> tuple[str, ...]:
    """The names of the outcomes of so many models.

    Examples
    --------
    >>> numbered(["harm"], 2)
    ('harm_1', 'harm_2')
    """
    return tuple(axis_of(axis, number) for number in range(1, models + 1) for axis in axes)
