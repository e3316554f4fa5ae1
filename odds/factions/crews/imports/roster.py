"""BattleScribe rosters: roster > forces > force > selections > selection > profiles > profile > characteristics.

Shapes as reported by players, unofficial. A selection with a profile of type Unit is a model; what is selected inside
it are its weapons, perks and chems. A selection's cost in Caps is for all of its number together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from odds.core.errors import OddsError
from odds.core.text import quoted
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.labels import labels
from odds.factions.catalogue.names import key
from odds.factions.catalogue.rows import LETTERS
from odds.factions.crews.imports.found import FoundCrew, FoundMember, clean, profile
from odds.factions.crews.imports.xmltree import Node, parsed

HEALTH = ("wound", "wounds", "health", "hp")
MODELS = ("model", "unit")
WEAPON = ("name", "type", "test", "traits", "effect")  # characteristics of a weapon
GROUPS = ("selections", "profiles", "costs", "costLimits", "categories", "rules", "publications", "forces")
CAPS = ("caps", "rating", "pts", "points")
_TIER = re.compile(r"tier\s*([123])")


def found_in(content: bytes, file: str, book: Catalogue) -> FoundCrew:
    """A crew from a roster.

    Parameters
    ----------
    content
        The XML.
    file
        What errors call the file.
    book
        The catalogue, to tell perks, chems and weapons apart where the roster has names only.

    Raises
    ------
    OddsError
        If it is no roster.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> captain = "<selections><selection name='Captain' type='model'/></selections>"
    >>> content = f"<roster name='Us'><forces><force name='Gunners'>{captain}</force></forces></roster>"
    >>> found_in(content.encode(), "us.ros", catalogue()).members[0].unit
    'Captain'
    """
    root = parsed(content, file)
    if root.tag != "roster":
        raise OddsError(f"{file}: a BattleScribe roster begins with <roster>, not with <{root.tag[:40]}>")
    return _Roster(file, book).crew(root)


class _Roster:
    def __init__(self, file: str, book: Catalogue) -> None:
        self.file, self.book = file, book
        self.costs: dict[int, int | None] = {}
        self.notes: list[str] = []

    def where(self, node: Node) -> str:
        return f"{self.file} line {node.line}"

    def crew(self, root: Node) -> FoundCrew:
        forces = list(_forces(root))
        if not forces:
            raise OddsError(f"{self.file}: the roster has no force in it")
        crew = FoundCrew("BattleScribe roster", clean(root.get("name", "Roster"), self.where(root)))
        crew.faction = self.faction(forces[0])
        for limit in root.every("costLimits", "costLimit"):
            if limit.get("name").strip().lower() in CAPS and self.amount(limit) > 0:
                crew.limit = self.amount(limit)
        self.aside(root, "roster")
        self.notes += [f"roster: {self.amount(each)} {each.get('name')}" for each in root.every("costs", "cost")]
        for force in forces:
            faction = self.faction(force)
            self.aside(force, force.get("name"))
            members: list[FoundMember] = []
            for selection in force.every("selections", "selection"):
                self.walk(selection, None, 1, members, crew)
            for member in members:
                member.faction = "" if faction == crew.faction else faction
            crew.members += members
        crew.notes = self.notes
        return crew

    def faction(self, force: Node) -> str:
        """The faction of a force: the one whose name is in the name of its catalogue."""
        named = force.get("catalogueName") or force.get("name")
        inside = [each for each in self.book.factions if key(each.removeprefix("The ")) in key(named)]
        return max(inside, key=len) if inside else clean(named, self.where(force))

    def walk(
        self, node: Node, owner: FoundMember | None, times: int, members: list[FoundMember], crew: FoundCrew
    ) -> None:
        """Takes in a selection and what is selected inside it."""
        name = clean(node.get("name"), self.where(node))
        number = self.number(node)
        profiles = list(node.every("profiles", "profile"))
        unit = next((each for each in profiles if each.get("typeName").strip().lower() == "unit"), None)
        inner = list(node.every("selections", "selection"))
        if unit is not None or (owner is None and node.get("type") in MODELS and not _holds_unit(inner)):
            owner = self.member(node, unit, name, number * times)
            members.append(owner)
        elif owner is None and node.get("type") in MODELS:
            times *= number
        else:
            self.thing(node, name, number, profiles, owner, crew)
        for each in profiles:
            kind = each.get("typeName").strip().lower()
            if kind == "weapon":
                self.weapon(each, owner, crew)
            elif kind == "perk" and owner is not None:
                owner.perks.append(clean(each.get("name"), self.where(each)))
            elif kind != "unit":
                self.notes.append(f"{name}: {each.get('typeName')} {each.get('name')}")
        self.aside(node, name, owner)
        for each in inner:
            self.walk(each, owner, times, members, crew)

    def aside(self, node: Node, name: str, owner: FoundMember | None = None) -> None:
        """Notes what is written beside: remarks, rules that are none of the perks, and elements of any other kind."""
        rules = [rule for each in node.every("rules", "rule") if (rule := each.get("name").strip())]
        if rules:
            perks = {key(each) for each in (name, *(owner.perks if owner is not None else ()))}
            self.notes += [f"{name}: rule {rule}" for rule in rules if key(rule) not in perks]
        remarks = [node.get("customNotes"), *(each.text for each in node.children if each.tag not in GROUPS)]
        self.notes += [f"{name}: {remark.strip()}" for remark in remarks if remark.strip()]

    def member(self, node: Node, unit: Node | None, name: str, count: int) -> FoundMember:
        if not 1 <= count <= 99:
            raise OddsError(f"{self.where(node)}: {quoted(name)} must be 1 to 99 models, not {count}")
        found = FoundMember(clean(unit.get("name") or name, self.where(node)) if unit else name, count=count)
        if unit is not None and key(name) != key(found.unit):
            found.name = name
        custom = node.get("customName").strip()
        found.name = clean(custom, self.where(node)) if custom else found.name
        caps = self.cost(node)
        if caps is not None:
            found.rating = caps // count
            found.notes += [f"Caps: {caps} for {count}"] if caps % count else []
        roles = {each.get("name").strip().lower() for each in node.every("categories", "category")}
        found.role = "Champion" if roles & {"champion", "leader"} else "Grunt" if "grunt" in roles else ""
        found.leader = True if "leader" in roles else None
        if unit is not None:
            self.numbers(unit, found)
        return found

    def numbers(self, unit: Node, found: FoundMember) -> None:
        """Statistics, Health and perks of a Unit profile."""
        for trait in unit.every("characteristics", "characteristic"):
            name, text = trait.get("name").strip(), trait.text.strip()
            letter = "HP" if name.lower() in HEALTH else name.upper()
            if letter in (*LETTERS, "HP"):
                if not (text.isascii() and text.isdecimal() and len(text) == 1):
                    raise OddsError(
                        f"{self.where(trait)}: {name} must be a whole number from 0 to 9, not {quoted(text)}"
                    )
                found.numbers[letter] = int(text)
            elif name.lower() == "perks":
                found.perks += [
                    clean(part, self.where(trait)) for part in re.split("[,;]", text) if part.strip(" -–—.")
                ]
            else:
                self.notes += [f"{found.unit}: {name} {text}"] if text else []
        missing = [each for each in (*LETTERS, "HP") if each not in found.numbers]
        if missing:
            raise OddsError(f"{self.where(unit)}: the profile of {quoted(found.unit)} has no {', '.join(missing)}")
        if not found.numbers["HP"]:
            raise OddsError(f"{self.where(unit)}: the profile of {quoted(found.unit)} has a Health of 0")

    def weapon(self, node: Node, owner: FoundMember | None, crew: FoundCrew) -> None:
        values = {
            trait.get("name").strip().lower(): trait.text.strip()
            for trait in node.every("characteristics", "characteristic")
        }
        name = values.get("name") or node.get("name")
        missing = [each for each in ("type", "test") if not values.get(each)]
        if missing:
            raise OddsError(
                f"{self.where(node)}: the profile of weapon {quoted(name)} has no {' and no '.join(missing)}"
            )
        self.notes += [f"{name}: {each} {text}" for each, text in values.items() if text and each not in WEAPON]
        tags = (*labels(values.get("traits", "")), *labels(values.get("effect", "")))
        made = profile(name, values["type"], values["test"], tags, self.where(node), self.book.find_weapon(name))
        (crew.weapons if owner is None else owner.weapons).append(made)

    def thing(
        self, node: Node, name: str, number: int, profiles: list[Node], owner: FoundMember | None, crew: FoundCrew
    ) -> None:
        """A selection that is no model: a Tier, or a weapon, perk or chem by its name."""
        tier = _TIER.fullmatch(name.lower())
        if owner is None and tier:
            crew.tier = int(tier[1])
        elif any(each.get("typeName").strip().lower() in ("weapon", "perk") for each in profiles):
            self.notes += [f"{name}: {number} of them"] if number > 1 else []
        elif owner is None:
            costs = [f"{self.amount(each)} {each.get('name')}" for each in node.every("costs", "cost")]
            self.notes.append(", ".join([f"selection: {name}", *costs]))
        elif self.book.find_chem(name):
            owner.chems.append(name)
        elif self.book.find_weapon(name) and not self.book.find_perk(name):
            owner.weapons.append(name)
        elif not list(node.every("selections", "selection")):
            owner.perks.append(name)
        else:
            owner.perks += [name] if self.book.find_perk(name) else []
            owner.notes += [] if self.book.find_perk(name) else [f"selection: {name}"]

    def cost(self, node: Node) -> int | None:
        """Caps of a selection and all that is selected inside it; None if it names none."""
        if id(node) not in self.costs:
            self.costs[id(node)] = self.added(node)
        return self.costs[id(node)]

    def added(self, node: Node) -> int | None:
        """The same, worked out; what costs something else is noted."""
        own = [self.amount(each) for each in node.every("costs", "cost") if each.get("name").strip().lower() in CAPS]
        others = [each for each in node.every("costs", "cost") if each.get("name").strip().lower() not in CAPS]
        self.notes += [
            f"{node.get('name')}: {self.amount(each)} {each.get('name')}" for each in others if self.amount(each)
        ]
        inner = [
            caps
            for each in node.every("selections", "selection")
            if not _is_unit(each) and (caps := self.cost(each)) is not None and not self.is_chem(each, caps)
        ]
        return sum(own) + sum(inner) if own or inner else None

    def is_chem(self, node: Node, caps: int) -> bool:
        """Whether a selection is a chem: its price is no part of the Rating."""
        name = node.get("name")
        if self.book.find_chem(name) is None or list(node.every("profiles", "profile")):
            return False
        self.notes += [f"{name}: {caps} Caps"] if caps else []
        return True

    def amount(self, node: Node) -> int:
        text = node.get("value")
        number = re.fullmatch(r"(-?[0-9]{1,5})(?:\.0+)?", text.strip())
        if number is None or int(number[1]) < -1:
            raise OddsError(f"{self.where(node)}: a cost must be a whole number, not {quoted(text)}")
        return int(number[1])

    def number(self, node: Node) -> int:
        text = node.get("number", "1").strip()
        if not (text.isascii() and text.isdecimal() and 1 <= len(text) <= 2 and int(text)):
            raise OddsError(f"{self.where(node)}: a number of selections is 1 to 99, not {quoted(text)}")
        return int(text)


def _forces(node: Node) -> Iterator[Node]:
    """All forces, also those inside of others."""
    for force in node.every("forces", "force"):
        yield force
        yield from _forces(force)


def _is_unit(node: Node) -> bool:
    return any(each.get("typeName").strip().lower() == "unit" for each in node.every("profiles", "profile"))


def _holds_unit(selections: list[Node]) -> bool:
    return any(_is_unit(each) or _holds_unit(list(each.every("selections", "selection"))) for each in selections)
