"""Records of a file -> rows of the catalogue. The package's CSV files and a user's TOML file are read alike."""

from __future__ import annotations

import re
from typing import Any

from odds.core.record import Record
from odds.factions.catalogue.labels import is_critical, is_known, label
from odds.factions.catalogue.rows import (
    HEALTH_MOST,
    LETTERS,
    ROLES,
    STAT_MOST,
    TYPES,
    Chem,
    Limit,
    Mod,
    Perk,
    Printing,
    Role,
    Special,
    Unit,
    Upgrade,
    WeaponProfile,
    WeaponSet,
)
from odds.factions.switches import EDITIONS

RATING_MOST, MOST = 999, 99
_TEST = re.compile("([1-9]|1[0-9]|20)[SPECIALspecial]")
_REQUIRES = re.compile("[SPECIAL][1-9]|Champion")


def printing(record: Record) -> Printing:
    """Edition and agreement of a row; "own" if the file says nothing."""
    return Printing(
        record.choice("edition", tuple(EDITIONS), "own"),
        record.whole("agree", 0, MOST),
        record.whole("printings", 1, MOST),
        record.texts("disputed"),
    )


def unit(record: Record) -> Unit:
    """A unit.

    Raises
    ------
    OddsError
        For the first key that is wrong, as all of these do.

    Examples
    --------
    >>> values = {"faction": "Us", "name": "Me", "role": "grunt", "health": 1} | dict.fromkeys("SPECIAL", 3)
    >>> unit(Record(values, str)).label
    'Me/Us'
    """
    return Unit(
        faction=record.text("faction"),
        name=record.text("name"),
        role=role(record),
        special=Special(**{letter: record.number(letter, 0, STAT_MOST) for letter in LETTERS}),
        health=record.number("health", 1, HEALTH_MOST),
        leader=bool(record.flag("leader")),
        companion=bool(record.flag("companion")),
        limit=record.whole("limit", 1, MOST),
        hiring_fee=record.whole("hiring_fee", 0, RATING_MOST),
        perks=record.texts("perks"),
        other_perks=record.texts("other_perks"),
        printing=printing(record),
    )


def role(record: Record, default: str | None = None) -> Role:
    """A role."""
    return "Champion" if record.choice("role", ROLES, default) == "Champion" else "Grunt"


def weapon(record: Record) -> WeaponProfile:
    """A weapon's profile.

    Raises
    ------
    OddsError
        For the first key that is wrong: in melee there is no range, elsewhere there is one.
    """
    kind = record.choice("type", TYPES)
    reach = record.whole("range", 1, MOST)
    if (reach is None) != (kind == "Melee"):
        raise record.error("range" if reach else None, "a melee weapon has no range, every other weapon has one")
    return WeaponProfile(
        name=record.text("name"),
        type=kind,
        range=reach,
        test=dice(record),
        traits=tuple(label(each) for each in record.texts("traits")),
        criticals=tuple(label(each) for each in record.texts("criticals")),
        printing=printing(record),
    )


def dice(record: Record, default: str | None = None) -> str:
    """A Test: Pool Size and letter."""
    text = record.text("test", default)
    if text and not _TEST.fullmatch(text):
        raise record.error("test", f"must be a Pool Size and a letter of SPECIAL, such as 4P, not {text!r}")
    return text.upper()


def weapon_set(record: Record) -> WeaponSet:
    """A weapon set."""
    weapons = record.texts("weapons")
    if not weapons:
        raise record.error(None, "the key 'weapons' is missing")
    return WeaponSet(
        record.text("faction"),
        record.text("unit"),
        weapons,
        record.number("rating", 1, RATING_MOST),
        record.texts("unknown"),
        printing(record),
    )


def mod(record: Record) -> Mod:
    """A modification."""
    made = Mod(
        weapon=record.text("weapon"),
        parts=record.number("parts", 0, MOST),
        rating=record.number("rating", 0, RATING_MOST),
        type=record.choice("type", TYPES, ""),
        range=record.whole("range", 1, MOST),
        test=dice(record, ""),
        adds=tuple(label(each) for each in record.texts("adds")),
        removes=tuple(label(each) for each in record.texts("removes")),
        printing=printing(record),
    )
    if not made.change:
        raise record.error(None, "it changes nothing: give a type, range, test, adds or removes")
    return made


def perk(record: Record) -> Perk:
    """A perk."""
    requires = record.text("requires", "")
    if requires and not _REQUIRES.fullmatch(requires):
        raise record.error("requires", f"must be a statistic and a value, such as S4, or Champion, not {requires!r}")
    return Perk(record.text("name"), requires, bool(record.flag("innate")), record.text("effect", ""), printing(record))


def chem(record: Record) -> Chem:
    """A chem."""
    return Chem(
        record.text("name"),
        record.whole("caps", 0, RATING_MOST),
        record.whole("rare", 1, 10),
        record.text("effect", ""),
        printing(record),
    )


def limit(record: Record) -> Limit:
    """A faction's limit."""
    one, two, three = (record.number(f"tier_{tier}", 0, MOST) for tier in (1, 2, 3))
    return Limit(record.text("faction"), record.text("limit"), (one, two, three), printing(record))


def upgrade(record: Record) -> Upgrade:
    """The Rating of an upgrade."""
    statistic = record.choice("statistic", ("HP", *LETTERS))
    return Upgrade(role(record), statistic, record.number("rating", 1, RATING_MOST), printing(record))


def unknown_labels(row: Any) -> tuple[str, ...]:
    """Labels of a weapon or modification that are neither Trait nor Critical Effect, or stand in the other's place.

    Examples
    --------
    >>> unknown_labels(WeaponProfile("Toaster", "Melee", None, "3S", ("Fast", "Maim"), ("Toast (2)",)))
    ('Maim', 'Toast (2)')
    """
    if isinstance(row, WeaponProfile):
        traits = [each for each in row.traits if not is_known(each) or is_critical(each)]
        return (*traits, *(each for each in row.criticals if not (is_known(each) and is_critical(each))))
    return tuple(each for each in (*row.adds, *row.removes) if not is_known(each))
