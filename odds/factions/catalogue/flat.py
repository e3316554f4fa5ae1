"""Rows as plain dictionaries: the columns of CSV files and DataFrames, the objects of JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from odds.factions.catalogue.rows import (
    LETTERS,
    Chem,
    Limit,
    Mod,
    Perk,
    Printing,
    Row,
    Special,
    Unit,
    Upgrade,
    WeaponProfile,
    WeaponSet,
)

_CLASSES = {
    "units": Unit,
    "weapons": WeaponProfile,
    "sets": WeaponSet,
    "mods": Mod,
    "perks": Perk,
    "chems": Chem,
    "limits": Limit,
    "upgrades": Upgrade,
}
_SPREAD: dict[str, tuple[str, ...]] = {
    "special": LETTERS,
    "tiers": ("tier_1", "tier_2", "tier_3"),
    "printing": tuple(each.name for each in fields(Printing)),
}


def columns(kind: str) -> list[str]:
    """The columns of a kind, in their order.

    Examples
    --------
    >>> columns("chems")
    ['name', 'caps', 'rare', 'effect', 'edition', 'agree', 'printings', 'disputed']
    """
    return [name for each in fields(_CLASSES[kind]) for name in _SPREAD.get(each.name, (each.name,))]


def as_dict(row: Row) -> dict[str, Any]:
    """A row as a dictionary of plain values and lists.

    Examples
    --------
    >>> as_dict(Upgrade("Grunt", "S", 7))["rating"]
    7
    """
    made: dict[str, Any] = {}
    for each in fields(row):
        value = getattr(row, each.name)
        if isinstance(value, Special):
            made |= value._asdict()
        elif isinstance(value, Printing):
            made |= {name: _plain(getattr(value, name)) for name in _SPREAD["printing"]}
        elif each.name == "tiers":
            made |= dict(zip(_SPREAD["tiers"], value, strict=True))
        else:
            made[each.name] = _plain(value)
    return made


def flat(row: Row) -> dict[str, Any]:
    """A row as a dictionary of single cells: lists are joined by "; ".

    Examples
    --------
    >>> flat(WeaponSet("Zetans", "Alien Drone", ("Alien Laser",), 30))["weapons"]
    'Alien Laser'
    """
    return {name: "; ".join(value) if isinstance(value, list) else value for name, value in as_dict(row).items()}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
