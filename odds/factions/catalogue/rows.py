"""What the catalogue holds: one frozen class for every kind of row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from odds.core.errors import OddsError
from odds.factions.catalogue.labels import CRITICALS, parts

Role = Literal["Grunt", "Champion"]
ROLES: tuple[Role, ...] = ("Grunt", "Champion")
TYPES = ("Pistol", "Rifle", "Heavy", "Grenade", "Melee")
STAT_MOST, LUCK_MOST, HEALTH_MOST = 9, 5, 9
MODS_PER_WEAPON = 3


class Special(NamedTuple):
    """The seven statistics S P E C I A L, each 0 to 9; L is Luck.

    Examples
    --------
    >>> Special(6, 5, 6, 4, 4, 4, 2).changed("L", 2)
    Special(S=6, P=5, E=6, C=4, I=4, A=4, L=4)
    """

    S: int
    P: int
    E: int
    C: int
    I: int  # noqa: E741
    A: int
    L: int

    def changed(self, letter: str, by: int) -> Special:
        """With one statistic raised or lowered."""
        return self._replace(**{letter: getattr(self, letter) + by})

    def value(self, letter: str) -> int:
        """The statistic of a letter."""
        return int(getattr(self, letter))


LETTERS = Special._fields


@dataclass(frozen=True, slots=True)
class Printing:
    """Where a row comes from.

    Attributes
    ----------
    edition
        The edition it belongs to, as in `odds rules`; "own" for rows of a user's file.
    agree, printings
        How many of the compared printings agree with it, of how many; None where nobody counted.
    disputed
        Columns on which another printing of 2026 differs.
    """

    edition: str = "own"
    agree: int | None = None
    printings: int | None = None
    disputed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit's profile.

    Attributes
    ----------
    faction, name
        Both together tell it from every other.
    role
        "Grunt" or "Champion".
    special, health
        Its statistics and Health.
    leader, companion
        Whether it can lead a crew, and whether it is somebody's companion.
    limit, hiring_fee
        How many a crew may have and what hiring it costs; None if nothing is printed.
    perks
        Names in the table of perks.
    other_perks
        Choices ("Medic: Medic") and what is no perk of the table, as printed: unknown to every effect.
    printing
        Where the row comes from.
    """

    faction: str
    name: str
    role: Role
    special: Special
    health: int
    leader: bool = False
    companion: bool = False
    limit: int | None = None
    hiring_fee: int | None = None
    perks: tuple[str, ...] = ()
    other_perks: tuple[str, ...] = ()
    printing: Printing = Printing()

    @property
    def label(self) -> str:
        """Name and faction, as they are typed: "Psycho/The Operators"."""
        return f"{self.name}/{self.faction}"

    @property
    def standing(self) -> str:
        """Its role; a Leader is a Champion, too."""
        return f"{self.role}, Leader" if self.leader else self.role


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """A weapon's profile.

    Attributes
    ----------
    name, type
        Its name, and "Pistol", "Rifle", "Heavy", "Grenade" or "Melee".
    range
        Effective Range in inches; None in melee.
    test
        Pool Size and statistic, such as "4P".
    traits, criticals
        Labels such as "Aim (1)" and "Ignite (2)"; of several Critical Effects one is chosen.
    printing
        Where the row comes from.
    """

    name: str
    type: str
    range: int | None
    test: str
    traits: tuple[str, ...] = ()
    criticals: tuple[str, ...] = ()
    printing: Printing = Printing()

    @property
    def pool(self) -> int:
        """The Pool Size of its Test."""
        return int(self.test[:-1])

    @property
    def stat(self) -> str:
        """The letter of its Test's statistic."""
        return self.test[-1]

    @property
    def line(self) -> str:
        """The profile on one line, as crew builders write it.

        Examples
        --------
        >>> WeaponProfile("Pipe Rifle", "Rifle", 20, "3P", ("Aim (1)",), ("Suppress (1)",)).line
        'Pipe Rifle, Rifle (20"), 3P, Aim (1), Suppress (1)'
        """
        kind = self.type if self.range is None else f'{self.type} ({self.range}")'
        return ", ".join((self.name, kind, self.test, *self.traits, *self.criticals))

    @property
    def numbers(self) -> tuple[object, ...]:
        """What counts when two profiles are compared: all but name and printing, in no order."""
        return self.type, self.range, self.test, frozenset(self.traits), frozenset(self.criticals)

    def with_parts(self, used: int) -> WeaponProfile:
        """The profile of a weapon with Creative Projectiles after Parts were used (Rulebook, weapon traits).

        0, 1, 2, 3 and more Parts make it 3S Suppress (1), 4S Suppress (2), 5S Suppress (3), 6S Suppress (3).

        Raises
        ------
        OddsError
            If the weapon has no such trait, or the number is below 0.

        Examples
        --------
        >>> jet = WeaponProfile("Junk Jet", "Heavy", 10, "3S", ("Creative Projectiles",), ("Suppress (1)",))
        >>> jet.with_parts(2).test, jet.with_parts(9).test, jet.with_parts(9).criticals
        ('5S', '6S', ('Suppress (3)',))
        """
        if "Creative Projectiles" not in self.traits:
            raise OddsError(f"{self.name} uses no Parts: only a weapon with Creative Projectiles does")
        if not 0 <= used <= 99:
            raise OddsError(f"Parts used must be a whole number from 0 to 99, not {used}")
        steps = min(used, 3)
        criticals = tuple(
            f"Suppress ({min((parts(each)[1] or 0) + steps, 3)})" if parts(each)[0] == "Suppress" else each
            for each in self.criticals
        )
        return replace(self, test=f"{self.pool + steps}{self.stat}", criticals=criticals)


@dataclass(frozen=True, slots=True)
class WeaponSet:
    """Weapons that a unit may take together.

    Attributes
    ----------
    faction, unit
        The unit.
    weapons
        Names of the weapons.
    rating
        The Rating of the model with them.
    unknown
        Those of the weapons that no printing has a profile of.
    printing
        Where the row comes from.
    """

    faction: str
    unit: str
    weapons: tuple[str, ...]
    rating: int
    unknown: tuple[str, ...] = ()
    printing: Printing = Printing()


@dataclass(frozen=True, slots=True)
class Mod:
    """A modification of a weapon.

    Attributes
    ----------
    weapon
        The weapon it fits.
    parts, rating
        What it costs, and the Rating it adds.
    type, range, test
        New values; empty or None where it changes nothing.
    adds, removes
        Labels; an added one replaces the weapon's own of that name.
    printing
        Where the row comes from.
    """

    weapon: str
    parts: int
    rating: int
    type: str = ""
    range: int | None = None
    test: str = ""
    adds: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    printing: Printing = Printing()

    @property
    def change(self) -> str:
        """What it changes, in the words that name it in a crew file.

        Examples
        --------
        >>> Mod("Eyebot Laser", 2, 4, test="3A", removes=("CQB",)).change
        '3A & no CQB'
        """
        new_range = () if self.range is None else (f'{self.range}"',)
        without = tuple(f"no {each}" for each in self.removes)
        return " & ".join((*filter(None, (self.type,)), *new_range, *filter(None, (self.test,)), *self.adds, *without))

    def fitted(self, weapon: WeaponProfile) -> WeaponProfile:
        """The weapon with this modification.

        Examples
        --------
        >>> rifle = WeaponProfile("Hunting Rifle", "Rifle", 22, "3P", ("Aim (1)",), ("Pierce",))
        >>> Mod("Hunting Rifle", 3, 8, adds=("Aim (2)",)).fitted(rifle).traits
        ('Aim (2)',)
        """
        added = {parts(each)[0]: each for each in self.adds}
        kept = [
            each
            for each in (*weapon.traits, *weapon.criticals)
            if each not in self.removes and parts(each)[0] not in added
        ]
        labels = [*kept, *self.adds]
        return replace(
            weapon,
            type=self.type or weapon.type,
            range=weapon.range if self.range is None else self.range,
            test=self.test or weapon.test,
            traits=tuple(sorted(each for each in labels if parts(each)[0] not in CRITICALS)),
            criticals=tuple(sorted(each for each in labels if parts(each)[0] in CRITICALS)),
        )


@dataclass(frozen=True, slots=True)
class Perk:
    """A perk.

    Attributes
    ----------
    name
        Its name.
    requires
        A statistic and its least value ("S4"), or "Champion"; empty if nothing.
    innate
        Whether it comes with a unit and is never taken.
    effect
        What it does to the odds; empty if nothing.
    printing
        Where the row comes from.
    """

    name: str
    requires: str = ""
    innate: bool = False
    effect: str = ""
    printing: Printing = Printing()


@dataclass(frozen=True, slots=True)
class Chem:
    """A chem: its price in Caps if it is common, its face on the table of rare ones, and its effect on the odds."""

    name: str
    caps: int | None = None
    rare: int | None = None
    effect: str = ""
    printing: Printing = Printing()


@dataclass(frozen=True, slots=True)
class Limit:
    """What a faction's crew may have at Tier 1, 2 and 3.

    Attributes
    ----------
    faction
        The faction.
    limit
        "upgrades" (each model), "champions", "facilities", "control", "resources", or a unit's name.
    tiers
        The most at each Tier.
    printing
        Where the row comes from.
    """

    faction: str
    limit: str
    tiers: tuple[int, int, int]
    printing: Printing = Printing()


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The Rating that one more point of a statistic ("S" to "L") or of Health ("HP") adds to a model of a role."""

    role: Role
    statistic: str
    rating: int
    printing: Printing = Printing()


Row = Unit | WeaponProfile | WeaponSet | Mod | Perk | Chem | Limit | Upgrade
