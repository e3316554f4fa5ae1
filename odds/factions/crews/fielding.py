"""The entries of a crew with everything looked up: statistics, weapons, Rating."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from odds.core.errors import OddsError
from odds.factions.catalogue.catalogue import Catalogue, book_of
from odds.factions.catalogue.models import Model, assembled, fittings
from odds.factions.catalogue.names import key
from odds.factions.catalogue.rows import LETTERS, STAT_MOST, Mod, Printing, Role, Unit, WeaponProfile, WeaponSet
from odds.factions.crews.crew import Crew, Member

Where = Callable[[int, str], str]  # number of an entry and its key -> where that stands


@dataclass(frozen=True, slots=True)
class Fielded:
    """An entry of a crew with everything looked up.

    Attributes
    ----------
    member
        The entry.
    model
        One such model: statistics, Health, perks, chems and weapons.
    known
        Whether the catalogue has its unit.
    chosen
        The weapon set of its unit that it has; None if it has none of them.
    mods
        Weapon and modification, for each.
    worked_out
        The Rating of one such model by weapon set, upgrades and modifications; None without a set.
    unknown
        Weapons, perks and chems that the catalogue does not have, a sentence each.
    """

    member: Member
    model: Model
    known: bool
    chosen: WeaponSet | None
    mods: tuple[tuple[WeaponProfile, Mod], ...]
    worked_out: int | None
    unknown: tuple[str, ...]

    @property
    def rating(self) -> int | None:
        """The Rating of one such model: as given, or as worked out."""
        return self.worked_out if self.member.rating is None else self.member.rating

    @property
    def leads(self) -> bool:
        """Whether it leads the crew."""
        return self.model.unit.leader if self.member.leader is None else self.member.leader

    def row(self) -> dict[str, Any]:
        """One such model as plain values and lists: what JSON, CSV and DataFrames show.

        Examples
        --------
        >>> crew = Crew("Us", "Zetans", (Member("Alien Drone", weapons=("Alien Laser",)),))
        >>> row = fielded(crew)[0].row()
        >>> row["model"], row["E"], row["HP"], row["rating"]
        ('Alien Drone/Zetans with Alien Laser', 6, 3, 30)
        """
        model, member = self.model, self.member
        return {
            "model": model.text,
            "unit": model.unit.name,
            "faction": model.unit.faction,
            "name": member.name or None,
            "count": member.count,
            "role": model.unit.role,
            "leader": self.leads,
            "active": member.active,
            **model.special._asdict(),
            "HP": model.health,
            "weapons": [weapon.line for weapon in model.weapons],
            "perks": list(model.perks),
            "chems": list(model.chems),
            "rating": self.rating,
            "set": list(self.chosen.weapons) if self.chosen else None,
        }


def somewhere(number: int, name: str) -> str:
    """Where an entry's key stands if nobody knows better.

    Examples
    --------
    >>> somewhere(0, "unit")
    "model 1, key 'unit'"
    """
    return f"model {number + 1}, key {name!r}"


def fielded(crew: Crew, book: Catalogue | None = None, where: Where = somewhere) -> tuple[Fielded, ...]:
    """Looks up all entries of a crew.

    Parameters
    ----------
    crew
        The crew.
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None. The crew's own weapons go on top.
    where
        What says where an entry's key stands.

    Raises
    ------
    OddsError
        If a unit is unknown and has no numbers of its own, a weapon has no such modification, or an upgrade is
        out of range; with the place. What leads above 9 is a broken limit, see `checking`.

    Examples
    --------
    >>> crew = Crew("Minutemen", "Survivors", (Member("Settler", weapons=("Hand Weapon",), upgrades=(("L", 1),)),))
    >>> [(one.model.luck, one.rating) for one in fielded(crew)]
    [(2, 17)]
    """
    plain = book_of(book)
    extended = plain.extended(Catalogue(weapons=crew.weapons)) if crew.weapons else plain
    return tuple(
        _fielded(crew, member, plain, extended, lambda name, number=number: where(number, name))  # type: ignore[misc]
        for number, member in enumerate(crew.members)
    )


def _fielded(crew: Crew, member: Member, plain: Catalogue, book: Catalogue, where: Callable[[str], str]) -> Fielded:
    unit, known = _unit(crew, member, plain, where)
    special, health = unit.special, unit.health
    if any(by > STAT_MOST for _, by in member.upgrades):
        raise OddsError(f"{where('upgrades')}: no statistic and no Health goes above {STAT_MOST}")
    for what, by in member.upgrades:
        special, health = (special, health + by) if what == "HP" else (special.changed(what, by), health)
    weapons, mods, bare, unknown = _weapons(member, plain, book, where)
    unknown += [f"perk {name}" for name in member.perks if plain.find_perk(name) is None]
    unknown += [f"chem {name}" for name in member.chems if plain.find_chem(name) is None]
    perks = [row.name if "(" not in name and (row := plain.find_perk(name)) else name for name in member.perks]
    chems = [chem.name if (chem := plain.find_chem(name)) else name for name in member.chems]
    chosen = next((each for each in plain.sets_of(unit) if sorted(map(key, each.weapons)) == sorted(bare)), None)
    return Fielded(
        member=member,
        model=assembled(unit, special, health, perks, chems, weapons, book),
        known=known,
        chosen=chosen,
        mods=tuple(mods),
        worked_out=None if chosen is None else _rating(chosen, unit.role, member, [mod for _, mod in mods], plain),
        unknown=tuple([f"unit {member.unit}"] * (not known) + unknown),
    )


def _unit(crew: Crew, member: Member, book: Catalogue, where: Callable[[str], str]) -> tuple[Unit, bool]:
    """The unit of an entry with the numbers that count, and whether the catalogue has it."""
    role: Role = "Champion" if member.role == "Champion" else "Grunt"
    try:
        unit = find_unit(member.unit, member.faction or crew.faction, book)
    except OddsError as error:
        if member.special is None or member.health is None:
            raise OddsError(f"{where('unit')}: {error}") from None
        home = home_of(member.faction or crew.faction, book)
        return Unit(home, member.unit, role, member.special, member.health, leader=bool(member.leader)), False
    if member.special is not None and member.health is not None:
        unit = replace(unit, special=member.special, health=member.health, printing=Printing())
    return replace(unit, role=role) if member.role else unit, True


def find_unit(name: str, faction: str, book: Catalogue) -> Unit:
    """The unit of a name in a faction, or the only one of that name if the faction has none.

    Raises
    ------
    OddsError
        If there is none or there are several.

    Examples
    --------
    >>> find_unit("mongrel", "Survivors", book_of(None)).label
    'Mongrel/Creature Companions'
    """
    home = home_of(faction, book)
    if "/" in name or home not in book.factions or not book.find_units(name, home):
        return book.unit(name)
    return book.unit(name, home)


def plain_name(name: str) -> str:
    """A weapon's name without the number that tells profiles of one name apart.

    Examples
    --------
    >>> plain_name("Combat Rifle (2)")
    'Combat Rifle'
    """
    return re.sub(r" \([0-9]+\)$", "", name)


def home_of(faction: str, book: Catalogue) -> str:
    """A faction's full name; one that the catalogue does not have as it is.

    Examples
    --------
    >>> home_of("operators", book_of(None)), home_of("Vault 13", book_of(None))
    ('The Operators', 'Vault 13')
    """
    try:
        return book.faction(faction)
    except OddsError:
        return faction


def _weapons(
    member: Member, plain: Catalogue, book: Catalogue, where: Callable[[str], str]
) -> tuple[dict[str, WeaponProfile], list[tuple[WeaponProfile, Mod]], list[str], list[str]]:
    """Profiles by their words, modifications, keys of the bare weapons, and what is unknown."""
    weapons: dict[str, WeaponProfile] = {}
    mods: list[tuple[WeaponProfile, Mod]] = []
    bare, unknown = [], []
    for text in member.weapons:
        name = text if book.find_weapon(text) else text.rpartition(":")[0] or text
        if book.find_weapon(name) is None:
            bare.append(key(text))
            unknown.append(f"weapon {text} (no profile)")
            continue
        try:
            weapon, fitted, used = fittings(text, book)
        except OddsError as error:
            raise OddsError(f"{where('weapons')}: {error}") from None
        bare.append(key(plain_name(weapon.name)))
        mods += [(weapon, mod) for mod in fitted]
        for mod in fitted:
            weapon = mod.fitted(weapon)
        weapons[text if name != text else weapon.name] = weapon.with_parts(used) if used else weapon
        if plain.find_weapon(plain_name(name)) is None:
            unknown.append(f"weapon {weapon.name}")
    return weapons, mods, bare, unknown


def _rating(chosen: WeaponSet, role: Role, member: Member, mods: list[Mod], book: Catalogue) -> int:
    raised = sum(by * book.upgrade(role, what) for what, by in member.upgrades if what in (*LETTERS, "HP"))
    return chosen.rating + raised + sum(mod.rating for mod in mods)
