"""JSON of crew builders: the share snapshot of one army, and the saved lists of a list builder.

What has no place in a crew is kept as a note; of a perk, a Trait and a Critical Effect only the name is taken. Shapes
as reported by players, unofficial.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from odds.core.errors import OddsError
from odds.core.text import escaped, listed, quoted
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.labels import label, labels
from odds.factions.catalogue.rows import LETTERS, WeaponProfile
from odds.factions.crews.imports.found import FoundCrew, FoundMember, clean, pieces, profile
from odds.factions.crews.imports.matching import leftovers

MOST = 1000  # entries of one list
_STATS = (*LETTERS, "HP")
_UNIT = ("name", "roleTag", "isLeader", "wounds", "rating", "special", "weapons", "perks", "upgrades")
_ARMY = ("name", "tier", "faction")
_WEAPON = ("name", "type", "test", "traits", "criticals", "effect", "points")
_UPGRADE = ("id", "statKey", "delta")
_ITEM = ("unitName", "stats", "weapons", "notes", "active")


def found_in(text: str, file: str, book: Catalogue, wanted: str | None = None) -> FoundCrew:
    """A crew from JSON of either kind.

    Parameters
    ----------
    text
        The JSON.
    file
        What errors call the file.
    book
        The catalogue, for ranges that the file leaves out.
    wanted
        Name of the list, if there may be several.

    Raises
    ------
    OddsError
        If it is no JSON, or none of these.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> stats = '{"unitItems": [{"unitName": "Eyebot", "stats": [2, 4, 4, 1, 1, 5, 1, 1]}]}'
    >>> found_in('{"Robots": ' + stats + "}", "lists.json", catalogue()).members[0].numbers["A"]
    5
    """
    made = _loaded(text, file)
    if isinstance(made, dict) and "army" in made:
        if wanted is not None:
            raise OddsError(f"{file} is the snapshot of one crew: leave out --list")
        return _Share(file, book).crew(made)
    lists = made.get("savedLists", made) if isinstance(made, dict) else made
    beside = [each for each in made.items() if each[0] != "savedLists"] if isinstance(made, dict) else []
    if isinstance(lists, str):  # as a browser stores it: JSON in a text
        lists = _loaded(lists, f"{file}, savedLists")
    if (
        isinstance(lists, dict)
        and lists
        and all(isinstance(each, dict) and "unitItems" in each for each in lists.values())
    ):
        crew = _Saved(file, book).crew(lists, wanted)
        crew.notes += leftovers("file", beside if lists is not made else ())
        return crew
    raise OddsError(f"{file} is JSON, but neither a share snapshot (army, units) nor saved lists (unitItems)")


def _loaded(text: str, file: str) -> Any:
    def constant(name: str) -> NoReturn:
        raise OddsError(f"{file}: {name} is no number of JSON")

    try:
        return json.loads(text, parse_constant=constant)
    except json.JSONDecodeError as error:
        where = f"{file} line {error.lineno}, column {error.colno}"
        raise OddsError(f"{where}: no JSON: {escaped(error.msg[:1].lower() + error.msg[1:])}") from None
    except RecursionError:
        raise OddsError(f"{file}: no JSON that can be read: it is nested too deep") from None
    except ValueError as error:
        if isinstance(error, OddsError):
            raise
        raise OddsError(f"{file}: no JSON that can be read: a number has too many digits") from None


class _Reader:
    """What both kinds share: values at places such as units[2].weapons[0]."""

    def __init__(self, file: str, book: Catalogue) -> None:
        self.file, self.book = file, book
        self.notes: list[str] = []

    def table(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise OddsError(f"{self.file}: {path or 'it'} must be an object, not {_shown(value)}")
        return value

    def items(self, value: Any, path: str) -> list[Any]:
        if not isinstance(value, list) or len(value) > MOST:
            raise OddsError(f"{self.file}: {path} must be a list of at most {MOST}, not {_shown(value)}")
        return value

    def name(self, value: Any, path: str) -> str:
        if not isinstance(value, str):
            raise OddsError(f"{self.file}: {path} must be a text, not {_shown(value)}")
        return clean(value, f"{self.file}: {path}")

    def whole(self, value: Any, path: str, least: int, most: int) -> int:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 9:
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise OddsError(f"{self.file}: {path} must be a whole number from {least} to {most}, not {_shown(value)}")
        return value

    def names(self, value: Any, path: str, inner: str) -> list[str]:
        """Texts, or objects that have one each."""
        found = []
        for number, each in enumerate(self.items([] if value is None else value, path)):
            at = f"{path}[{number}]"
            found.append(self.name(each.get(inner) if isinstance(each, dict) else each, f"{at}.{inner}"))
        return found

    def weapon(self, value: dict[str, Any], path: str, found: tuple[str, ...]) -> WeaponProfile:
        name = self.name(value.get("name"), f"{path}.name")
        kind, test = (self.name(value.get(each), f"{path}.{each}") for each in ("type", "test"))
        return profile(name, kind, test, found, f"{self.file}: {path}", self.book.find_weapon(name))


class _Share(_Reader):
    """The snapshot of one army: {sharedToken, army {name, tier, faction {name}}, units [...]}."""

    def crew(self, made: dict[str, Any]) -> FoundCrew:
        army = self.table(made["army"], "army")
        faction = army.get("faction")
        named = faction.get("name") if isinstance(faction, dict) else faction
        crew = FoundCrew(
            "share snapshot",
            self.name(army.get("name"), "army.name"),
            self.name(named, "army.faction.name"),
            self.whole(army.get("tier", 1), "army.tier", 1, 3),
        )
        units = self.items(made.get("units"), "units")
        crew.members = [self.member(each, f"units[{number}]") for number, each in enumerate(units)]
        crew.notes = [*self.notes, *leftovers("army", [each for each in army.items() if each[0] not in _ARMY])]
        if isinstance(faction, dict):
            crew.notes += leftovers("army.faction", [each for each in faction.items() if each[0] not in ("id", "name")])
        crew.notes += leftovers("snapshot", [each for each in made.items() if each[0] not in ("army", "units")])
        return crew

    def member(self, value: Any, path: str) -> FoundMember:
        unit = self.table(value, path)
        special = self.table(unit.get("special"), f"{path}.special")
        numbers = {
            each: self.whole(special.get(each), f"{path}.special.{each}", int(each == "HP"), 9) for each in _STATS
        }
        leads = unit.get("isLeader", False)
        if not isinstance(leads, bool):
            raise OddsError(f"{self.file}: {path}.isLeader must be true or false, not {_shown(leads)}")
        rating = unit.get("rating")
        found = FoundMember(
            self.name(unit.get("name"), f"{path}.name"),
            numbers=numbers,
            upgrades=self.upgrades(unit.get("upgrades"), f"{path}.upgrades"),
            perks=self.names(unit.get("perks"), f"{path}.perks", "name"),
            role=self.role(unit.get("roleTag"), f"{path}.roleTag", leads),
            rating=None if rating is None else self.whole(rating, f"{path}.rating", 0, 999),
            leader=leads,
        )
        more: list[str] = []
        for number, each in enumerate(self.items(unit.get("weapons", []), f"{path}.weapons")):
            at = f"{path}.weapons[{number}]"
            weapon = self.table(each, at)
            tags = [
                label(name)
                for key in ("traits", "criticals")
                for name in self.names(weapon.get(key), f"{at}.{key}", "label")
            ]
            made = self.weapon(weapon, at, tuple(tags))
            found.weapons.append(made)
            more += leftovers(made.name, [each for each in weapon.items() if each[0] not in _WEAPON])
        wounds = self.whole(unit.get("wounds", 0), f"{path}.wounds", 0, 99)
        found.notes = [f"wounds: {wounds}"] if wounds else []
        found.notes += more + leftovers("special", [each for each in special.items() if each[0] not in _STATS])
        found.notes += leftovers("unit", [each for each in unit.items() if each[0] not in _UNIT])
        return found

    def upgrades(self, value: Any, path: str) -> dict[str, int]:
        raised: dict[str, int] = {}
        for number, each in enumerate(self.items([] if value is None else value, path)):
            at = f"{path}[{number}]"
            upgrade = self.table(each, at)
            letter = self.name(upgrade.get("statKey"), f"{at}.statKey").upper()
            if letter not in _STATS:
                raise OddsError(f"{self.file}: {at}.statKey must be {listed(_STATS)}, not {quoted(letter)}")
            self.notes += leftovers(f"upgrade {letter}", [one for one in upgrade.items() if one[0] not in _UPGRADE])
            raised[letter] = raised.get(letter, 0) + self.whole(upgrade.get("delta"), f"{at}.delta", 1, 9)
        return raised

    def role(self, value: Any, path: str, leads: bool) -> str:
        """The role of a tag such as "CHAMPION"; a Leader is a Champion."""
        if value is None:
            return "Champion" if leads else ""
        tag = self.name(value, path).lower()
        roles = {"champion": "Champion", "leader": "Champion", "grunt": "Grunt", "companion": "Grunt"}
        return next((role for word, role in roles.items() if word in tag), "")


class _Saved(_Reader):
    """Saved lists: {name: {unitItems [...], crewNotes, partyPoints}}."""

    def crew(self, lists: dict[str, Any], wanted: str | None) -> FoundCrew:
        names = [name for name in lists if wanted is None or name.strip().lower() == wanted.strip().lower()]
        if len(names) != 1:
            what = "no list of that name" if not names else f"{len(names)} lists"
            raise OddsError(
                f"{self.file} holds {what}: name one with --list, {listed([quoted(name) for name in list(lists)[:9]])}"
            )
        name = names[0]
        made = self.table(lists[name], name)
        crew = FoundCrew("saved list", clean(name, f"{self.file}: the list's name"))
        items = self.items(made["unitItems"], "unitItems")
        crew.members = [self.member(each, f"unitItems[{number}]") for number, each in enumerate(items)]
        notes = made.get("crewNotes")
        crew.notes = pieces(notes) if isinstance(notes, str) else leftovers("list", [("crewNotes", notes)])
        crew.notes += leftovers("list", [each for each in made.items() if each[0] not in ("unitItems", "crewNotes")])
        return crew

    def member(self, value: Any, path: str) -> FoundMember:
        item = self.table(value, path)
        stats = self.items(item.get("stats"), f"{path}.stats")
        if len(stats) != len(_STATS):
            raise OddsError(f"{self.file}: {path}.stats must be 8 numbers, S to L and Health, not {len(stats)}")
        active = item.get("active", True)
        if not isinstance(active, bool):
            raise OddsError(f"{self.file}: {path}.active must be true or false, not {_shown(active)}")
        numbers = {
            each: self.whole(stats[at], f"{path}.stats[{at}]", int(each == "HP"), 9) for at, each in enumerate(_STATS)
        }
        found = FoundMember(self.name(item.get("unitName"), f"{path}.unitName"), numbers=numbers, active=active)
        points = 0
        more: list[str] = []
        for number, each in enumerate(self.items(item.get("weapons", []), f"{path}.weapons")):
            at = f"{path}.weapons[{number}]"
            weapon = self.table(each, at)
            tags = (*self.tags(weapon.get("traits"), f"{at}.traits"), *self.tags(weapon.get("effect"), f"{at}.effect"))
            made = self.weapon(weapon, at, tags)
            found.weapons.append(made)
            more += leftovers(made.name, [each for each in weapon.items() if each[0] not in _WEAPON])
            points += self.whole(weapon.get("points") or 0, f"{at}.points", 0, 999)
        found.rating = points or None
        notes = item.get("notes")
        found.notes = pieces(notes) if isinstance(notes, str) else leftovers("item", [("notes", notes)])
        found.notes += more + leftovers("item", [each for each in item.items() if each[0] not in _ITEM])
        return found

    def tags(self, value: Any, path: str) -> tuple[str, ...]:
        """Labels, as a list or as one text with commas."""
        if isinstance(value, list):
            return tuple(label(name) for name in self.names(value, path, "label"))
        if value is None or value == "":
            return ()
        return labels(self.name(value, path))


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else text[:37] + "..."
