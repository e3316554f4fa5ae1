"""A weapon as its card prints it: type, range, Test, Traits and Critical Effects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import as_text
from odds.core.subject import Canonical
from odds.core.text import closest, listed, quoted, said, written
from odds.factions.attacks.checks import Limits, as_list, settle_numbers
from odds.factions.attacks.critical import Critical
from odds.factions.special.rules import MOST_DICE, STATISTICS

TYPES = ("Pistol", "Rifle", "Heavy", "Grenade", "Melee")
MAKESHIFT = "Makeshift Weapon"
MOST_OF_A_TRAIT = 99
MOST_PARTS = 3  # that the Junk Jet gains from

#: Trait -> whether it has a number
TRAITS = {
    "Aim": True,
    "Area": True,
    "Big Swing": True,
    "Bladed": False,
    "CQB": False,
    "Crackshot": True,
    "Creative Projectiles": False,
    "Distress Signal": False,
    "Duel": False,
    "Fast": False,
    "Irradiate": False,
    "Non-Lethal": False,
    "One & Done": False,
    "Overwhelm": False,
    "Pulse": False,
    "Running Shot": False,
    "Silenced": False,
    "Slow": False,
    "Storm": True,
    "Unwieldy": True,
    "Wind Up": False,
}
_LIMITS: Limits = {
    "range": ("a weapon's range in inches", 1, 99),
    "pool": ("a weapon's Pool Size", 1, MOST_DICE),
}
_TEST = re.compile(r"\s*(\d{1,2})\s*([SPECIAL])\s*", re.IGNORECASE)
_TRAIT = re.compile(r"\s*([^\d(]*[^\d(\s])\s*(?:\(?\s*\+?\s*(\d{1,2})\s*\"?\s*\)?)?\s*")


@dataclass(frozen=True, slots=True)
class Weapon(Canonical):
    """A weapon (Rulebook p. 24-25).

    Parameters
    ----------
    name
        Its name.
    type
        Pistol, Rifle, Heavy, Grenade or Melee.
    test
        Pool Size and statistic as printed: "4P".
    range
        Effective Range in inches; None for a Melee weapon.
    traits
        Names with their numbers, 0 if it has none, also as a mapping; or texts as printed, such as "Aim (1)".
    criticals
        Critical Effects, as objects or as printed.

    Raises
    ------
    OddsError
        If a field is not of its kind, a Trait unknown or without its number, or a range is missing or too much.

    Examples
    --------
    >>> rifle = Weapon("Hunting Rifle", "Rifle", "4P", 30, ["Aim (1)"], ["Pierce"])
    >>> rifle.text
    'Hunting Rifle, Rifle 30", 4P, Aim 1, Pierce'
    >>> rifle.pool, rifle.stat, rifle.traits
    (4, 'P', (('Aim', 1),))
    """

    name: str
    type: str
    test: str
    range: int | None = None
    traits: tuple[tuple[str, int], ...] = ()
    criticals: tuple[Critical, ...] = ()
    pool: int = field(init=False)
    stat: str = field(init=False)

    def __post_init__(self) -> None:
        kinds = {kind.lower(): kind for kind in TYPES}
        as_text(self.name, "the name of a weapon", "Hunting Rifle")
        if written(self.type).lower() not in kinds:
            raise OddsError(f"a weapon's type is {listed(list(TYPES))}, not {quoted(self.type)}")
        self._set("type", kinds[self.type.lower()])
        found = _TEST.fullmatch(self.test) if isinstance(self.test, str) else None
        if found is None:
            raise OddsError(f"{self.name}: a weapon's Test is written like 4P, not {quoted(self.test)}")
        self._set("pool", int(found[1]))
        self._set("stat", found[2].upper())
        self._set("test", f"{self.pool}{self.stat}")
        settle_numbers(self, _LIMITS, may_be_open=["range"])
        if self.melee != (self.range is None):
            raise OddsError(f"{self.name}: {'a Melee weapon has no range' if self.melee else 'its range is missing'}")
        self._set("traits", _traits(self.name, self.traits))
        self._set("criticals", tuple(map(Critical.of, as_list(self.criticals, "criticals", str, Critical))))

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)  # frozen, but not finished yet

    @property
    def melee(self) -> bool:
        """Whether it is for a Brawl."""
        return self.type == "Melee"

    @property
    def statistic(self) -> str:
        """The name of its Test Statistic."""
        return STATISTICS[self.stat]

    @property
    def area(self) -> bool:
        """Whether one Test hits every model in an area, and has no Bonus Dice."""
        return self.has("Area") or self.has("Pulse")

    def trait(self, name: str) -> int:
        """A Trait's number; 0 if it lacks the Trait."""
        return dict(self.traits).get(name, 0)

    def has(self, name: str) -> bool:
        """Whether it has a Trait."""
        return name in dict(self.traits)

    def with_parts(self, parts: int) -> Weapon:
        """The weapon loaded with so many Parts: Creative Projectiles (Junk Jet).

        Raises
        ------
        OddsError
            If it lacks the Trait, or the number is none.

        Examples
        --------
        >>> Weapon("Junk Jet", "Heavy", "3S", 12, ["Creative Projectiles"]).with_parts(2).text
        'Junk Jet, Heavy 12", 5S, Creative Projectiles, Suppress 3'
        """
        if not self.has("Creative Projectiles"):
            raise OddsError(f"{self.name} has no Creative Projectiles: it is not loaded with Parts")
        if isinstance(parts, bool) or not isinstance(parts, int) or parts < 0:
            raise OddsError(f"Parts are a whole number from 0, not {quoted(parts)}")
        used = min(parts, MOST_PARTS)
        suppress = Critical("Suppress", min(1 + used, 3))
        return replace(self, test=f"{3 + used}S", criticals=(suppress,))

    @property
    def text(self) -> str:
        """Its card in one line."""
        reach = "" if self.range is None else f' {self.range}"'
        traits = [f"{name} {number}" if TRAITS[name] else name for name, number in self.traits]
        return ", ".join(
            [self.name, f"{self.type}{reach}", self.test, *traits, *(each.text for each in self.criticals)]
        )


def makeshift() -> Weapon:
    """The Makeshift Weapon of a model that has no Melee weapon.

    Examples
    --------
    >>> makeshift().text
    'Makeshift Weapon, Melee, 2S'
    """
    return Weapon(MAKESHIFT, "Melee", "2S")


def _traits(name: str, given: Any) -> tuple[tuple[str, int], ...]:
    """Traits by their names as `TRAITS` writes them, each once."""
    known = {trait.lower(): trait for trait in TRAITS}
    listing = list(given.items()) if isinstance(given, Mapping) else as_list(given, "traits", str)
    pairs = [_pair(name, each) for each in listing]
    traits: dict[str, int] = {}
    for label, number in pairs:
        trait = known.get(written(label).lower())
        if trait is None:
            near = closest(written(label), list(TRAITS))
            hint = f"did you mean {near}?" if near else f"known are {listed(list(TRAITS), 'and')}"
            raise OddsError(f"{name}: unknown Trait {quoted(label)}: {hint}")
        if isinstance(number, bool) or not isinstance(number, int) or (number > 0) != TRAITS[trait]:
            wanted = f"needs its number, such as {trait} 1" if TRAITS[trait] else "has no number"
            raise OddsError(f"{name}: the Trait {trait} {wanted}")
        if number > MOST_OF_A_TRAIT:
            raise OddsError(f"{name}: the number of the Trait {trait} is {MOST_OF_A_TRAIT} at most, not {said(number)}")
        traits[trait] = number
    return tuple(traits.items())


def _pair(name: str, text: Any) -> tuple[str, int]:
    if isinstance(text, tuple) and len(text) == 2:
        return text
    found = _TRAIT.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise OddsError(f"{name}: a Trait is written like Aim 1 or Fast, not {quoted(text)}")
    return found[1], int(found[2] or 0)
