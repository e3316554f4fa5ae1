"""Rows of the catalogue that somebody asks for: of a kind, a name, a faction."""

from __future__ import annotations

from typing import Any

from odds.core.errors import OddsError
from odds.factions.catalogue.catalogue import KINDS, Catalogue
from odds.factions.catalogue.models import nearest
from odds.factions.catalogue.names import key
from odds.factions.catalogue.rows import Row

#: kind -> the column that names its rows
_NAMED = {"sets": "unit", "mods": "weapon", "limits": "faction", "upgrades": "role"}


def chosen(book: Catalogue, kind: str, name: str = "", faction: str | None = None) -> tuple[Row, ...]:
    """The rows of a kind, those of one name, those of one faction.

    Parameters
    ----------
    book
        The catalogue.
    kind
        "units", "weapons", "sets", "mods", "perks", "chems", "limits" or "upgrades".
    name
        A unit, weapon, perk or chem, or a part of its name; for sets the unit, for mods the weapon. Empty: all.
    faction
        A faction: its units, their sets, the weapons in these, their mods, and the units' perks. None: all.

    Raises
    ------
    OddsError
        If the kind, the name or the faction is unknown, or the kind belongs to no faction.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> [row.name for row in chosen(catalogue(), "units", "scavver", "raiders")]
    ['Scavver']
    """
    kind = known_kind(kind)
    rows = book.rows(kind)
    if faction is not None:
        rows = _of_faction(book, kind, rows, book.faction(faction))
    if not name:
        return rows
    plain, _, home = name.partition("/") if kind in ("units", "sets") else (name, "", "")
    if home:
        rows = _of_faction(book, kind, rows, book.faction(home))
    column = _NAMED.get(kind, "name")
    found = tuple(row for row in rows if key(getattr(row, column)) == key(plain))
    if not found:  # a part of the name
        found = tuple(row for row in rows if key(plain) and key(plain) in key(getattr(row, column)))
    if found:
        return found
    near = nearest(plain, list(dict.fromkeys(str(getattr(row, column)) for row in rows)))
    whose = f" of {book.faction(faction)}" if faction else ""
    raise OddsError(f"no {kind}{whose} called {plain!r}" + (f": did you mean {near}?" if near else ""))


def known_kind(kind: str) -> str:
    """A kind of rows however it is typed.

    Examples
    --------
    >>> known_kind("Weapon")
    'weapons'
    """
    plain = kind.lower()
    return plain if plain in KINDS or f"{plain}s" not in KINDS else f"{plain}s"


def _of_faction(book: Catalogue, kind: str, rows: tuple[Any, ...], faction: str) -> tuple[Row, ...]:
    if kind in ("units", "sets", "limits"):
        return tuple(row for row in rows if row.faction == faction)
    if kind == "perks":
        perks = {key(perk) for unit in book.units if unit.faction == faction for perk in unit.perks}
        return tuple(row for row in rows if key(row.name) in perks)
    if kind not in ("weapons", "mods"):
        raise OddsError(f"{kind} belong to no faction: leave out --faction")
    carried = {key(weapon) for each in book.sets if each.faction == faction for weapon in each.weapons}
    return tuple(row for row in rows if key(row.name if kind == "weapons" else row.weapon) in carried)
