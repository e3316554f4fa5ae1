"""Crews as TOML files.

format = "odds-crew 1"
name = "Minutemen"
faction = "Survivors"
tier = 1                              # 1 (default) to 3
limit = 250                           # highest Rating; 250 at Tier 1 and none above if left out; 0: none
facilities = 1                        # also control, resources
notes = ["anything"]

[[model]]                             # one for each model, or for several that are alike
unit = "Local Leader"                 # the only key that a model needs
faction = "Creature Companions"       # if the unit's is not the crew's
name = "Preston"
count = 1
weapons = ["Hunting Rifle: 4P"]       # after a colon its modifications, parted by ;
perks = ["Rifleman"]                  # besides the unit's own
chems = ["Day Tripper"]
upgrades = { L = 1, HP = 1 }
rating = 45                           # of one such model; worked out if left out
leader = true                         # as its unit if left out
active = true                         # false: not fielded
role = "Grunt"                        # this and the next two: its own numbers, before upgrades,
special = { S = 4, P = 5, E = 5, C = 6, I = 6, A = 5, L = 3 }
health = 3                            # where the catalogue's are not meant
notes = ["anything"]

[[weapon]]                            # profiles of its own
name = "Flare Gun"
type = "Pistol"
range = 10
test = "3A"
traits = ["CQB"]
criticals = ["Ignite (1)"]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from odds.core.errors import OddsError
from odds.core.record import Document, Record
from odds.factions.catalogue import reading
from odds.factions.catalogue.rows import HEALTH_MOST, LETTERS, ROLES, STAT_MOST, Special, WeaponProfile
from odds.factions.crews.crew import HOLDINGS, MOST_MODELS, Crew, Member

FORMAT = "odds-crew 1"
UPGRADES = (*LETTERS, "HP")


def loads(text: str, name: str) -> Crew:
    """A crew from the text of a TOML file.

    Parameters
    ----------
    text
        The text.
    name
        What errors call the file.

    Raises
    ------
    OddsError
        If it is no crew file: with line and key.

    Examples
    --------
    >>> loads('format = "odds-crew 1"\\nname = "A"\\nfaction = "Zetans"\\ntier = 4', "crew.toml")
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: crew.toml line 4, key 'tier': must be a whole number from 1 to 3, not 4
    """
    return located(text, name)[0]


def located(text: str, name: str) -> tuple[Crew, Callable[[int, str], str]]:
    """A crew as `loads` reads it, and what says where a model's key stands.

    Examples
    --------
    >>> text = 'format = "odds-crew 1"\\nname = "A"\\nfaction = "Zetans"\\n[[model]]\\nunit = "Alien Drone"'
    >>> located(text, "crew.toml")[1](0, "unit")
    "crew.toml line 5, key 'unit'"
    """
    document = Document(text, name)
    root = document.root(("model", "weapon"))
    version = root.text("format")
    if version != FORMAT:
        raise root.error("format", f'must be "{FORMAT}", not {version!r}')
    models = _few(document.records("model"), name, "models")
    crew = Crew(
        name=root.text("name"),
        faction=root.text("faction"),
        tier=root.number("tier", 1, 3, 1),
        limit=root.whole("limit", 0, 99_999),
        holdings=tuple((key, held) for key in HOLDINGS if (held := root.whole(key, 0, 99)) is not None),
        notes=root.texts("notes"),
        members=tuple(map(_member, models)),
        weapons=tuple(map(_weapon, _few(document.records("weapon"), name, "weapons"))),
    )
    root.finish(("model", "weapon"))
    return crew, lambda number, key: models[number].where(key)


def _few(records: list[Record], name: str, what: str) -> list[Record]:
    if len(records) > MOST_MODELS:
        raise OddsError(f"{name} has {len(records)} {what}: at most {MOST_MODELS} are read")
    return records


def _weapon(record: Record) -> WeaponProfile:
    weapon = reading.weapon(record)
    record.finish()
    return weapon


def _member(record: Record) -> Member:
    role = record.choice("role", ROLES, "")
    numbers = record.numbers("special", 0, STAT_MOST, LETTERS)
    missing = [letter for letter in LETTERS if numbers and letter not in numbers]
    if missing:
        raise record.error("special", f"must have all seven statistics: {', '.join(missing)} missing")
    upgrades = record.numbers("upgrades", 1, STAT_MOST, UPGRADES)
    member = Member(
        unit=record.text("unit"),
        faction=record.text("faction", ""),
        name=record.text("name", ""),
        count=record.number("count", 1, 99, 1),
        weapons=record.texts("weapons"),
        perks=record.texts("perks"),
        chems=record.texts("chems"),
        upgrades=tuple((each, upgrades[each]) for each in UPGRADES if each in upgrades),
        special=Special(**numbers) if numbers else None,
        health=record.whole("health", 1, HEALTH_MOST),
        role=role,
        rating=record.whole("rating", 0, reading.RATING_MOST),
        leader=record.flag("leader", None),
        active=record.flag("active", True) is not False,
        notes=record.texts("notes"),
    )
    if bool(numbers) != (member.health is not None):
        raise record.error("special" if numbers else "health", "own numbers are special and health together")
    record.finish()
    return member


def dumps(crew: Crew, comments: Iterable[str] = ()) -> str:
    """A crew as the text of a TOML file that `loads` gives back as it is.

    Parameters
    ----------
    crew
        The crew.
    comments
        Lines to put above it.

    Examples
    --------
    >>> print(dumps(Crew("Minutemen", "Survivors", (Member("Settler", count=2),))), end="")
    format = "odds-crew 1"
    name = "Minutemen"
    faction = "Survivors"
    tier = 1
    <BLANKLINE>
    [[model]]
    unit = "Settler"
    count = 2
    """
    lines = [f"# {line}".rstrip() for comment in comments for line in (comment.splitlines() or [""])]
    lines += _pairs({"format": FORMAT, "name": crew.name, "faction": crew.faction, "tier": crew.tier})
    lines += _pairs({"limit": crew.limit, **dict(crew.holdings), "notes": crew.notes})
    for member in crew.members:
        numbers = {
            "role": member.role,
            "special": member.special._asdict() if member.special else None,
            "health": member.health,
        }
        lines += ["", "[[model]]", *_pairs({"unit": member.unit, "faction": member.faction, "name": member.name})]
        lines += _pairs({"count": member.count if member.count > 1 else None, "weapons": member.weapons})
        lines += _pairs({"perks": member.perks, "chems": member.chems, "upgrades": dict(member.upgrades), **numbers})
        lines += _pairs({"rating": member.rating, "leader": member.leader, "notes": member.notes})
        lines += [] if member.active else ["active = false"]
    for weapon in crew.weapons:
        lines += ["", "[[weapon]]", *_pairs({"name": weapon.name, "type": weapon.type, "range": weapon.range})]
        lines += _pairs({"test": weapon.test, "traits": weapon.traits, "criticals": weapon.criticals})
    return "\n".join(lines) + "\n"


def _pairs(values: dict[str, Any]) -> list[str]:
    """Keys and values as lines; those that say nothing are left out."""
    return [f"{key} = {_value(value)}" for key, value in values.items() if value not in (None, "", (), {})]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {each}" for key, each in value.items()) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
