"""A found crew matched to the catalogue: what it knows goes by its name, what it does not keeps its own numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from odds.core.errors import OddsError
from odds.core.record import MOST_TEXTS
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.names import key
from odds.factions.catalogue.reading import RATING_MOST
from odds.factions.catalogue.rows import LETTERS, MODS_PER_WEAPON, Special, Unit, WeaponProfile
from odds.factions.crews.crew import MOST_MODELS, Crew, Member
from odds.factions.crews.fielding import find_unit, home_of, plain_name
from odds.factions.crews.imports.found import FoundCrew, FoundMember, pieces
from odds.factions.crews.imports.homes import likely
from odds.factions.crews.tomlfile import UPGRADES


def matched(found: FoundCrew, book: Catalogue, faction: str | None = None) -> Crew:
    """The crew of a file.

    Parameters
    ----------
    found
        What the file holds.
    book
        The catalogue.
    faction
        Its faction, if the file does not say; None: the one that fits its units best, with a note.

    Raises
    ------
    OddsError
        If it has nothing, too much, or a unit that neither the catalogue nor the file has numbers of.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> numbers = dict.fromkeys("SPECIAL", 3) | {"HP": 1}
    >>> found = FoundCrew("text", "Us", members=[FoundMember("knigth", numbers=numbers)])
    >>> found.members.append(FoundMember("KNIGHT", weapons=["rippers"]))
    >>> crew = matched(found, catalogue())
    >>> crew.faction, crew.members[1].unit, crew.members[1].weapons, crew.members[0].special.S
    ('Brotherhood of Steel', 'Knight', ('Ripper',), 3)
    """
    if not found.members and not found.weapons:
        raise OddsError("no model and no weapon is in it")
    if len(found.members) > MOST_MODELS:
        raise OddsError(f"{len(found.members)} models are in it: at most {MOST_MODELS} are read")
    named = faction or found.faction
    guess, guessed = ("", "") if named else likely(found, book)
    home = home_of(named or guess, book)
    armory = _Armory(book)
    members = tuple(_member(each, home, book, armory) for each in found.members)
    for weapon in found.weapons:
        armory.name(weapon)
    crew = Crew(
        name=found.name,
        faction=home,
        members=members,
        tier=found.tier,
        limit=found.limit,
        weapons=tuple(armory.own),
        notes=tuple(line for note in filter(None, (guessed, *found.notes)) for line in pieces(note)),
    )
    _check_sizes(crew)
    return crew


def _check_sizes(crew: Crew) -> None:
    """Refuses what no crew file can hold."""
    if len(crew.weapons) > MOST_MODELS:
        raise OddsError(f"{len(crew.weapons)} weapons of its own are in it: at most {MOST_MODELS} are read")
    texts = [crew.notes, *(each for one in crew.members for each in (one.weapons, one.perks, one.chems, one.notes))]
    if max(map(len, texts)) > MOST_TEXTS:
        raise OddsError(f"more than {MOST_TEXTS} notes, weapons or perks stand in one place")


class _Armory:
    """Names for weapons: the catalogue's, its own with modifications, or a profile of the crew's own.

    Attributes
    ----------
    own
        Profiles that the catalogue does not have.
    """

    def __init__(self, book: Catalogue) -> None:
        self._book = book
        self._ways: dict[str, dict[object, str]] = {}
        self._alike: dict[str, dict[object, str]] = {}
        self.own: list[WeaponProfile] = []

    def name(self, weapon: WeaponProfile | str) -> str:
        """The words by which a crew file gives this weapon."""
        if isinstance(weapon, str):
            known = self._book.find_weapon(weapon)
            return known.name if known else weapon
        known = self._book.find_weapon(weapon.name)
        if known is not None:
            words = self._modified(known, weapon)
            if words:
                return words
            weapon = replace(weapon, name=known.name)
        weapon = replace(weapon, name=plain_name(weapon.name))
        return self._kept(weapon)

    def _modified(self, known: WeaponProfile, weapon: WeaponProfile) -> str | None:
        """The catalogue's weapon with as few modifications as make it the same; None if none do."""
        if known.name not in self._ways:
            self._ways[known.name] = dict(self._fitted(known))
        return self._ways[known.name].get(weapon.numbers)

    def _fitted(self, known: WeaponProfile) -> Iterator[tuple[object, str]]:
        """What a weapon's numbers become, with the words for it; those of the fewest modifications last."""
        mods = self._book.mods_of(known)
        for number in reversed(range(min(MODS_PER_WEAPON, len(mods)) + 1)):
            for fitted in reversed(list(combinations(mods, number))):
                made = known
                for mod in fitted:
                    made = mod.fitted(made)
                yield made.numbers, known.name + (": " if fitted else "") + "; ".join(mod.change for mod in fitted)

    def _kept(self, weapon: WeaponProfile) -> str:
        """Keeps a profile of its own, under a name that no other one has."""
        same = self._alike.setdefault(key(weapon.name), {})
        if weapon.numbers not in same:
            same[weapon.numbers] = f"{weapon.name} ({len(same) + 1})" if same else weapon.name
            self.own.append(replace(weapon, name=same[weapon.numbers]))
        return same[weapon.numbers]


def _member(found: FoundMember, home: str, book: Catalogue, armory: _Armory) -> Member:
    if (found.rating or 0) > RATING_MOST:
        raise OddsError(f"model {found.unit!r}: its Rating is {found.rating}, at most {RATING_MOST} is read")
    faction = home_of(found.faction, book) if found.faction else home
    unit = _unit(found, faction, book)
    special, health = _own_numbers(found, unit)
    perks = [(row.name if (row := book.find_perk(name)) and "(" not in name else name) for name in found.perks]
    printed = {key(perk) for perk in unit.perks} if unit else set()
    own_faction = unit.faction if unit else faction
    return Member(
        unit=unit.name if unit else found.unit,
        faction=own_faction if own_faction != home else "",
        name=found.name,
        count=found.count,
        weapons=tuple(armory.name(weapon) for weapon in found.weapons),
        perks=tuple(dict.fromkeys(perk for perk in perks if key(perk) not in printed)),
        chems=tuple(dict.fromkeys(chem.name if (chem := book.find_chem(name)) else name for name in found.chems)),
        upgrades=tuple((each, found.upgrades[each]) for each in UPGRADES if found.upgrades.get(each)),
        special=special,
        health=health,
        role=found.role if found.role and (unit is None or unit.role != found.role) else "",
        rating=found.rating,
        leader=found.leader if unit is None or found.leader != unit.leader else None,
        active=found.active,
        notes=tuple(line for note in found.notes for line in pieces(note)),
    )


def _unit(found: FoundMember, faction: str, book: Catalogue) -> Unit | None:
    try:
        return find_unit(found.unit, faction, book)
    except OddsError as error:
        if not found.numbers:
            raise OddsError(f"model {found.unit!r}: {error}, and no statistics of its own are given") from None
        return None


def _own_numbers(found: FoundMember, unit: Unit | None) -> tuple[Special | None, int | None]:
    """Statistics and Health before upgrades, if they are not the catalogue's."""
    if not found.numbers:
        return None, None
    before = {each: found.numbers[each] - found.upgrades.get(each, 0) for each in (*LETTERS, "HP")}
    wrong = [each for each, value in before.items() if not (each == "HP") <= value <= 9]
    if wrong:
        raise OddsError(f"model {found.unit!r}: its upgrades do not fit its {wrong[0]} of {found.numbers[wrong[0]]}")
    special = Special(**{letter: before[letter] for letter in LETTERS})
    if unit is not None and (special, before["HP"]) == (unit.special, unit.health):
        return None, None
    return special, before["HP"]


def leftovers(path: str, values: Iterable[tuple[str, object]]) -> list[str]:
    """Notes on what a file holds besides, a line each: nothing is dropped silently.

    Examples
    --------
    >>> leftovers("army", [("resources", {"caps": 12}), ("notes", None)])
    ['army.resources: {"caps": 12}']
    """
    import json

    return [
        f"{path}.{name}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in values
        if value not in (None, "", [], {})
    ]
