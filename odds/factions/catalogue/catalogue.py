"""The catalogue: rows by name, the package's own with a user's on top."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.kinds import as_path, as_text
from odds.core.text import listed, quoted, said
from odds.factions.catalogue.names import Names, key
from odds.factions.catalogue.rows import Chem, Limit, Mod, Perk, Row, Unit, Upgrade, WeaponProfile, WeaponSet

if TYPE_CHECKING:
    import pandas as pd

#: kind -> what identifies a row of it: rows of the same identity replace each other
IDENTITY: dict[str, Callable[[Any], tuple[object, ...]]] = {
    "units": lambda row: (key(row.faction), key(row.name)),
    "weapons": lambda row: (row.name.lower(),),
    "sets": lambda row: (key(row.faction), key(row.unit), frozenset(map(key, row.weapons))),
    "mods": lambda row: (key(row.weapon), row.change.lower()),
    "perks": lambda row: (key(row.name),),
    "chems": lambda row: (key(row.name),),
    "limits": lambda row: (key(row.faction), key(row.limit)),
    "upgrades": lambda row: (row.role, row.statistic),
}
KINDS = tuple(IDENTITY)
VARIABLE = "ODDS_CATALOGUE"  # environment variable that names files of one's own


@dataclass(frozen=True)
class Catalogue:
    """Everything that has a name in Fallout: Factions.

    Attributes
    ----------
    units, weapons, sets, mods, perks, chems, limits, upgrades
        The rows of each kind, in their order.

    Examples
    --------
    >>> book = catalogue()
    >>> book.unit("paladin").special
    Special(S=7, P=5, E=7, C=6, I=5, A=4, L=2)
    >>> book.weapon("missle launcher").line
    'Missile Launcher, Heavy (26"), 4S, Area (2), Slow, Maim'
    >>> [each.rating for each in book.sets_of(book.unit("Eyebot/Automatrons"))]
    [15]
    >>> book.unit("Boss")
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: 'Boss' is the name of 2 units: write Boss/The Operators or Boss/Wasteland Raiders
    """

    units: tuple[Unit, ...] = ()
    weapons: tuple[WeaponProfile, ...] = ()
    sets: tuple[WeaponSet, ...] = ()
    mods: tuple[Mod, ...] = ()
    perks: tuple[Perk, ...] = ()
    chems: tuple[Chem, ...] = ()
    limits: tuple[Limit, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()

    def rows(self, kind: str) -> tuple[Row, ...]:
        """The rows of a kind by its name.

        Raises
        ------
        OddsError
            If there is no such kind.
        """
        if not isinstance(kind, str) or kind not in KINDS:
            raise OddsError(f"{quoted(kind)} is no part of the catalogue: write {listed(KINDS)}")
        return tuple(getattr(self, kind))

    @cached_property
    def factions(self) -> tuple[str, ...]:
        """The factions, in the order of their units."""
        return tuple(dict.fromkeys(unit.faction for unit in self.units))

    def faction(self, name: str) -> str:
        """A faction's full name.

        Parameters
        ----------
        name
            The name, with or without "The", its initials, or a part of it that no other faction has.

        Raises
        ------
        OddsError
            If it is none, or fits several.

        Examples
        --------
        >>> [catalogue().faction(name) for name in ("operators", "mutants", "BoS")]
        ['The Operators', 'Super Mutants', 'Brotherhood of Steel']
        """
        if not as_text(name, "a faction").strip():
            raise OddsError("the name of the faction is missing: odds catalogue units shows them")
        exact = self._factions.find(name)
        if exact:
            return exact[0]
        holding = [each for each in self.factions if key(name) and key(name) == _initials(each)]
        holding = holding or [each for each in self.factions if key(name) and key(name) in key(each)]
        if len(holding) == 1:
            return holding[0]
        if holding:
            raise OddsError(f"{quoted(name)} may be {listed(holding)}: write its name")
        error = self._factions.unknown(name)
        hint = "" if "did you mean" in str(error) else ": odds catalogue units shows them"
        raise OddsError(f"{error}{hint}")

    @cached_property
    def _factions(self) -> Names[str]:
        rows = [(name, each) for each in self.factions for name in dict.fromkeys((each, each.removeprefix("The ")))]
        return Names("faction", rows, str)

    @cached_property
    def _units(self) -> Names[Unit]:
        return Names("unit", [(unit.name, unit) for unit in self.units], lambda unit: unit.label)

    def find_units(self, name: str, faction: str | None = None) -> tuple[Unit, ...]:
        """All units of a name; "Name/Faction" and `faction` leave those of one faction.

        Raises
        ------
        OddsError
            If the faction is unknown.
        """
        as_text(name, "the name of a unit")
        plain, slash, home = name.rpartition("/") if "/" in name else (name, "", "")
        wanted = self.faction(home) if slash else faction and self.faction(faction)
        return tuple(unit for unit in self._units.alike(plain) if wanted in (None, unit.faction))

    def unit(self, name: str, faction: str | None = None) -> Unit:
        """The unit of a name, "Psycho" or "Psycho/Operators".

        Parameters
        ----------
        name
            Its name; with a faction after a slash if several factions have it.
        faction
            The faction it belongs to, if the name says nothing about it.

        Raises
        ------
        OddsError
            If there is none or there are several, with the names that would be right.
        """
        found = self.find_units(name, faction)
        if len(found) == 1:
            return found[0]
        plain = name.rpartition("/")[0] or name
        if found:
            labels = listed([unit.label for unit in found])
            raise OddsError(f"{quoted(plain)} is the name of {len(found)} units: write {labels}")
        elsewhere = self._units.alike(plain)
        if elsewhere:
            homes = listed(list(dict.fromkeys(unit.faction for unit in elsewhere)), "and")
            raise OddsError(f"no unit {quoted(plain)} in that faction: it belongs to {homes}")
        raise self._units.unknown(plain)

    @cached_property
    def _weapons(self) -> Names[WeaponProfile]:
        rows = sorted(self.weapons, key=lambda row: -(row.printing.printings or 0))
        return Names("weapon", [(row.name, row) for row in rows], lambda row: row.name)

    def find_weapon(self, name: str) -> WeaponProfile | None:
        """The weapon of a name, the one that more printings have if two are spelled alike; None if there is none."""
        found = self._weapons.find(name)
        return found[0] if found else None

    def weapon(self, name: str) -> WeaponProfile:
        """The weapon of a name.

        Raises
        ------
        OddsError
            If there is none, with the one that may be meant.
        """
        found = self.find_weapon(name)
        if found is None:
            raise self._weapons.unknown(name)
        return found

    @cached_property
    def _perks(self) -> Names[Perk]:
        return Names("perk", [(row.name, row) for row in self.perks], lambda row: row.name)

    def find_perk(self, name: str) -> Perk | None:
        """The perk of a name; "On the House (Whiskey)" is On the House(X). None if there is none."""
        found = self._perks.find(name) or self._perks.find(f"{name.partition('(')[0]}(X)")
        return found[0] if found else None

    def perk(self, name: str) -> Perk:
        """The perk of a name.

        Raises
        ------
        OddsError
            If there is none, with the one that may be meant.
        """
        found = self.find_perk(name)
        if found is None:
            raise self._perks.unknown(name)
        return found

    @cached_property
    def _chems(self) -> Names[Chem]:
        return Names("chem", [(row.name, row) for row in self.chems], lambda row: row.name)

    def find_chem(self, name: str) -> Chem | None:
        """The chem of a name; None if there is none."""
        found = self._chems.find(name)
        return found[0] if found else None

    def chem(self, name: str) -> Chem:
        """The chem of a name.

        Raises
        ------
        OddsError
            If there is none, with the one that may be meant.
        """
        return self._chems.one(name)

    def sets_of(self, unit: Unit | str) -> tuple[WeaponSet, ...]:
        """The weapon sets that a unit may take.

        Raises
        ------
        OddsError
            If it is a name of no unit, or of several.
        """
        whose = unit if isinstance(unit, Unit) else self.unit(unit)
        return self._by_unit.get((whose.faction, whose.name), ())

    @cached_property
    def _by_unit(self) -> dict[tuple[str, str], tuple[WeaponSet, ...]]:
        found: dict[tuple[str, str], list[WeaponSet]] = {}
        for row in self.sets:
            found.setdefault((row.faction, row.unit), []).append(row)
        return {unit: tuple(rows) for unit, rows in found.items()}

    def mods_of(self, weapon: WeaponProfile | str) -> tuple[Mod, ...]:
        """The modifications that fit a weapon."""
        name = weapon.name if isinstance(weapon, WeaponProfile) else as_text(weapon, "the name of a weapon")
        return tuple(mod for mod in self.mods if key(mod.weapon) == key(name))

    def limit(self, faction: str, name: str, tier: int) -> int | None:
        """A faction's limit at a Tier (1 to 3); None if it has none.

        Examples
        --------
        >>> catalogue().limit("Survivors", "champions", 2), catalogue().limit("Creature Companions", "champions", 1)
        (4, None)
        """
        return next((row.tiers[tier - 1] for row in self.limits if (row.faction, row.limit) == (faction, name)), None)

    def upgrade(self, role: str, statistic: str) -> int:
        """The Rating that a point of a statistic or of Health ("HP") adds to a model of a role.

        Raises
        ------
        OddsError
            If there is no such role or statistic.

        Examples
        --------
        >>> catalogue().upgrade("Grunt", "L"), catalogue().upgrade("Champion", "HP")
        (9, 20)
        """
        found = [row.rating for row in self.upgrades if (row.role, row.statistic) == (role, statistic)]
        if not found:
            each = [listed(list(dict.fromkeys(values))) for values in zip(*self._upgraded, strict=True)]
            raise OddsError(f"an upgrade is of {each[0]} in {each[1]}, not of {said(role)} in {said(statistic)}")
        return found[0]

    @cached_property
    def _upgraded(self) -> list[tuple[str, str]]:
        return [(row.role, row.statistic) for row in self.upgrades] or [("nobody", "nothing")]

    def extended(self, more: Catalogue) -> Catalogue:
        """With the rows of another catalogue: those that this one has replace its own in their places.

        Examples
        --------
        >>> own = WeaponProfile("Ripper", "Melee", None, "6S")
        >>> catalogue().extended(Catalogue(weapons=(own,))).weapon("Ripper").test
        '6S'
        """
        merged: dict[str, Any] = {kind: _replaced(kind, self.rows(kind), more.rows(kind)) for kind in KINDS}
        return Catalogue(**merged)

    def frame(self, kind: str) -> pd.DataFrame:
        """The rows of a kind as a DataFrame, with the columns of `odds catalogue KIND --csv`.

        Examples
        --------
        >>> catalogue().frame("upgrades").shape
        (16, 7)
        """
        import pandas as pd

        from odds.factions.catalogue.flat import columns, flat

        return pd.DataFrame([flat(row) for row in self.rows(kind)], columns=columns(kind))


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.lower().split())


def _replaced(kind: str, rows: Iterable[Row], more: Iterable[Row]) -> tuple[Row, ...]:
    identity = IDENTITY[kind]
    merged = {identity(row): row for row in rows}
    merged.update({identity(row): row for row in more})
    return tuple(merged.values())


def catalogue(*files: str | os.PathLike[str]) -> Catalogue:
    """The package's catalogue, with files of one's own on top.

    Parameters
    ----------
    files
        TOML files with tables [[unit]], [[weapon]], [[set]], [[mod]], [[perk]], [[chem]], [[limit]] and [[upgrade]]
        whose keys are the columns of `odds catalogue KIND --csv`. A row of a name that is known replaces it. Without
        any, those that the environment variable ODDS_CATALOGUE names, with the system's path separator between them.

    Raises
    ------
    OddsError
        If a file cannot be read or is wrong, with line and key; or a row of it belongs to what nobody has.

    Examples
    --------
    >>> len(catalogue().units) > 120
    True
    """
    from odds.factions.catalogue.dangling import refuse_dangling
    from odds.factions.catalogue.files import own, packaged

    book = packaged()
    added = {file: own(as_path(file, "a catalogue")) for file in files or filter(None, _variable())}
    for more in added.values():
        book = book.extended(more)
    for file, more in added.items():
        refuse_dangling(str(file), more, book)
    return book


def _variable() -> list[str]:
    return os.environ.get(VARIABLE, "").split(os.pathsep)


def book_of(book: Any) -> Catalogue:
    """The catalogue that is meant: the package's (with what ODDS_CATALOGUE names) if None.

    Raises
    ------
    OddsError
        If it is no catalogue.

    Examples
    --------
    >>> len(book_of(None).units) > 120
    True
    """
    if book is None:
        return catalogue()
    if not isinstance(book, Catalogue):
        raise OddsError(f"book must be a catalogue, as odds.catalogue gives it, not {said(book)}")
    return book
