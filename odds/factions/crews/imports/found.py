"""What an importer finds in a file, before it is matched to the catalogue."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from odds.core.errors import OddsError
from odds.core.text import fold, quoted
from odds.factions.catalogue.labels import is_critical, label
from odds.factions.catalogue.rows import TYPES, WeaponProfile

LONGEST = 100  # characters of a name
LONGEST_NOTE = 200  # characters of one text in a crew file
_TYPE = re.compile(
    r"(?P<type>[a-z]+)\s*(?:[(\[]?\s*(?P<range>[0-9]{1,2})\s*(?:[\"']{1,2}|in(?:ches)?|″)?\s*[)\]]?|\(-?\))?"
)
_TEST = re.compile(r"(?P<pool>[1-9]|1[0-9]|20)\s*(?P<stat>[special])\s*(?:test)?\s*(?P<rest>\+.*per part.*)?")


@dataclass
class FoundMember:
    """A model of a file: names as the file writes them, numbers as far as it has any.

    Attributes
    ----------
    unit, name, count
        Its unit, a name of its own, how many.
    numbers
        Statistic's letter or "HP" -> value, upgrades included; empty if the file has none.
    upgrades
        Statistic's letter or "HP" -> points that are included in the numbers.
    weapons
        Profiles, or names where the file has no more.
    perks, chems, role, rating, leader, active, notes
        As in `Member`.
    faction
        Its own, if it is not the crew's.
    """

    unit: str
    name: str = ""
    faction: str = ""
    count: int = 1
    numbers: dict[str, int] = field(default_factory=dict)
    upgrades: dict[str, int] = field(default_factory=dict)
    weapons: list[WeaponProfile | str] = field(default_factory=list)
    perks: list[str] = field(default_factory=list)
    chems: list[str] = field(default_factory=list)
    role: str = ""
    rating: int | None = None
    leader: bool | None = None
    active: bool = True
    notes: list[str] = field(default_factory=list)


@dataclass
class FoundCrew:
    """A crew of a file. `faction` is empty if the file does not say; `kind` is what the file was recognised as."""

    kind: str
    name: str
    faction: str = ""
    tier: int = 1
    limit: int | None = None
    members: list[FoundMember] = field(default_factory=list)
    weapons: list[WeaponProfile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def clean(text: str, where: str) -> str:
    """A name on one line, without what cannot be printed.

    Raises
    ------
    OddsError
        If nothing is left, or too much.

    Examples
    --------
    >>> clean(" Claws\\n &  Jaws ", "line 3")
    'Claws & Jaws'
    """
    plain = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not plain:
        raise OddsError(f"{where}: a name is missing")
    if len(plain) > LONGEST:
        raise OddsError(f"{where}: {quoted(plain)} is longer than {LONGEST} characters")
    return plain


def pieces(text: str) -> list[str]:
    """A longer text as lines that a crew file takes.

    Examples
    --------
    >>> pieces("  hold the\\n bridge ")
    ['hold the bridge']
    """
    from textwrap import wrap

    return wrap(" ".join("".join(char if char.isprintable() else " " for char in text).split()), LONGEST_NOTE)


def profile(
    name: str, kind: str, test: str, labels: tuple[str, ...], where: str, known: WeaponProfile | None = None
) -> WeaponProfile:
    """A weapon's profile from the texts that crew builders write.

    Parameters
    ----------
    name
        Its name.
    kind
        Type and Effective Range, such as 'Rifle (24")'.
    test
        Such as "4P".
    labels
        Traits and Critical Effects, in one spelling each.
    where
        Where it stands, for errors.
    known
        The catalogue's weapon of that name: its range where the file has none.

    Raises
    ------
    OddsError
        If type, range or Test cannot be read.

    Examples
    --------
    >>> profile("Pipe Rifle", 'Rifle (20”)', "3 P", ("Aim (1)", "Suppress (1)"), "line 2").line
    'Pipe Rifle, Rifle (20"), 3P, Aim (1), Suppress (1)'
    """
    found = _TYPE.fullmatch(fold(kind).strip())
    types = [each for each in TYPES if found and each.lower() == found["type"]]
    if found is None or not types:
        raise OddsError(f'{where}: {quoted(kind)} is no type of weapon such as Melee or Rifle (24")')
    reach = int(found["range"]) if found["range"] else (known.range if known and known.type == types[0] else None)
    if (reach is None or reach < 1) != (types[0] == "Melee"):
        raise OddsError(
            f"{where}: a melee weapon has no range, every other weapon has one of 1 to 99 inches: {quoted(kind)}"
        )
    dice = _TEST.fullmatch(fold(test).strip())
    if dice is None:
        raise OddsError(f"{where}: {quoted(test)} is no Test such as 4P")
    tidy = [label(clean(each, where)) for each in labels]
    return WeaponProfile(
        name=clean(name, where),
        type=types[0],
        range=reach,
        test=f"{dice['pool']}{dice['stat'].upper()}",
        traits=tuple(sorted({each for each in tidy if not is_critical(each)})),
        criticals=tuple(sorted({each for each in tidy if is_critical(each)})),
    )
