"""Rows of a user's file that belong to a unit or a weapon that nobody has."""

from __future__ import annotations

from odds.core.errors import OddsError
from odds.core.text import closest, quoted
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.names import key


def refuse_dangling(file: str, rows: Catalogue, book: Catalogue) -> None:
    """Refuses weapon sets of unknown units or weapons and modifications of unknown weapons: nobody could ever use them.

    Parameters
    ----------
    file
        The file, for the message.
    rows
        Its rows.
    book
        The whole catalogue, these rows in it.

    Raises
    ------
    OddsError
        For the first such row, with what may be meant.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> from odds.factions.catalogue.rows import WeaponSet
    >>> mine = Catalogue(sets=(WeaponSet("Survivors", "Setler", ("Ripper",), 9),))
    >>> refuse_dangling("mine.toml", mine, catalogue())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    odds.core.errors.OddsError: mine.toml: the set Ripper is of 'Setler/Survivors', which is no unit of ...
    """
    labels = [unit.label for unit in book.units]  # a unit's sets are found by its name as it is spelled
    for row in rows.sets:
        home = f"{row.unit}/{row.faction}"
        if home not in labels:
            raise _dangling(file, f"the set {' + '.join(row.weapons)}", "unit", home, labels)
    weapons = {key(weapon.name): weapon.name for weapon in book.weapons}
    unknown = {key(name) for row in set(book.sets) - set(rows.sets) for name in row.weapons}  # known to have no profile
    for row in rows.sets:
        for name in row.weapons:
            if key(name) not in weapons and key(name) not in unknown:
                raise _dangling(file, f"a set of {row.unit}", "weapon", name, list(weapons.values()))
    for mod in rows.mods:
        if key(mod.weapon) not in weapons:
            raise _dangling(file, f"the modification {mod.change}", "weapon", mod.weapon, list(weapons.values()))


def _dangling(file: str, what: str, kind: str, name: str, known: list[str]) -> OddsError:
    near = {key(each): each for each in known}.get(key(name)) or closest(name, known)
    hint = f"did you mean {near}?" if near else "add it, too"
    return OddsError(f"{file}: {what} is of {quoted(name)}, which is no {kind} of the catalogue: {hint}")
