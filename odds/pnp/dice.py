"""Damage as weapons print it: "2d6", "2d4 + 2d8e", "3d6+2"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.text import quoted, written

SIDES = (2, 3, 4, 6, 8, 10, 12, 20)
MOST_DICE = 20
MOST_ADDED = 50
KINDS = {"": "physical", "p": "physical", "e": "energy"}

_TERM = re.compile(r"(?:(\d{0,3})d(\d{1,3})|(\d{1,4}))([pe]?)", re.ASCII)
_WANTED = "damage must be dice such as 2d6, 3d6+2 or 2d4+2d8e (e: energy)"


@dataclass(frozen=True, slots=True)
class Damage(Canonical):
    """Damage of one kind: dice and what is added to them.

    Attributes
    ----------
    dice
        Sides of every die, sorted.
    added
        What is added.
    """

    dice: tuple[int, ...] = ()
    added: int = 0

    @property
    def least(self) -> int:
        """The lowest roll.

        Examples
        --------
        >>> Damage((6, 6), 2).least, Damage((6, 6), 2).most
        (4, 14)
        """
        return len(self.dice) + self.added

    @property
    def most(self) -> int:
        """The highest roll."""
        return sum(self.dice) + self.added

    def words(self, letter: str) -> list[str]:
        """Its terms, as they are typed.

        Examples
        --------
        >>> Damage((4, 4, 8), 1).words("e")
        ['2d4e', '1d8e', '1e']
        """
        dice = [f"{self.dice.count(sides)}d{sides}{letter}" for sides in dict.fromkeys(self.dice)]
        return dice + [f"{self.added}{letter}"] * (self.added > 0)


@dataclass(frozen=True, slots=True)
class Weapon:
    """The damage of a weapon, by kind.

    Attributes
    ----------
    physical, energy
        Damage of each kind; one of them may be nothing.

    Examples
    --------
    >>> Weapon.read("2d4p + 2D8e").text
    '2d4+2d8e'
    """

    physical: Damage = Damage()
    energy: Damage = Damage()

    @classmethod
    def read(cls, text: str) -> Weapon:
        """Reads damage.

        Raises
        ------
        OddsError
            If it is none, or has too many dice or dice that nobody owns.

        Examples
        --------
        >>> Weapon.read("d6+1").physical
        Damage(dice=(6,), added=1)
        """
        dice: dict[str, list[int]] = {"physical": [], "energy": []}
        added = {"physical": 0, "energy": 0}
        for term in re.sub(r"\s", "", written(text)).lower().split("+"):
            match = _TERM.fullmatch(term)
            if match is None:
                raise OddsError(f"{_WANTED}, not {quoted(text)}")
            kind = KINDS[match[4]]
            if match[3]:
                added[kind] += int(match[3])
            else:
                dice[kind] += [int(match[2])] * int(match[1] or 1)
        made = cls(*(Damage(tuple(sorted(dice[kind])), added[kind]) for kind in dice))
        made.check()
        return made

    def check(self) -> None:
        """Refuses what cannot be rolled.

        Raises
        ------
        OddsError
            If there is no die, there are too many, or one has sides that no die has.
        """
        dice = self.physical.dice + self.energy.dice
        if not 1 <= len(dice) <= MOST_DICE:
            raise OddsError(f"damage is rolled with 1 to {MOST_DICE} dice, not {len(dice)}")
        if odd := [sides for sides in dice if sides not in SIDES]:
            raise OddsError(f"there is no d{odd[0]}: damage dice are {', '.join(f'd{sides}' for sides in SIDES)}")
        if self.physical.added + self.energy.added > MOST_ADDED:
            raise OddsError(f"damage adds at most {MOST_ADDED} to its dice")

    @property
    def text(self) -> str:
        """The damage as it is typed."""
        return "+".join(self.physical.words("") + self.energy.words("e"))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of damage it deals.

        Examples
        --------
        >>> Weapon.read("2d4+2d8e").kinds
        ('physical', 'energy')
        """
        return tuple(kind for kind in ("physical", "energy") if self.of(kind).most)

    @property
    def most(self) -> int:
        """The highest roll.

        Examples
        --------
        >>> Weapon.read("2d4+2d8e").most
        24
        """
        return self.physical.most + self.energy.most

    def of(self, kind: str) -> Damage:
        """The damage of one kind."""
        found: Damage = getattr(self, kind)
        return found

    def plus(self, added: int) -> Weapon:
        """The same with more damage, of the kind it deals first.

        Examples
        --------
        >>> Weapon.read("2d6").plus(3).text
        '2d6+3'
        """
        kind = self.kinds[0]
        more = Damage(self.of(kind).dice, self.of(kind).added + added)
        return Weapon(more, self.energy) if kind == "physical" else Weapon(self.physical, more)
