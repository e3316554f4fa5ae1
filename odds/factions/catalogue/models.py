"""A model in words, "Master +1S +1L with Day Tripper", and a weapon in words, "Hunting Rifle: 4P"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.kinds import as_open_text, as_text
from odds.core.text import QueryError, fold, quoted
from odds.factions.catalogue.catalogue import Catalogue, book_of
from odds.factions.catalogue.names import key
from odds.factions.catalogue.rows import HEALTH_MOST, LETTERS, LUCK_MOST, STAT_MOST, Mod, Special, Unit, WeaponProfile

LONGEST = 500  # characters of a model worth reading
_WORDS = {
    "strength": "S", "perception": "P", "endurance": "E", "charisma": "C", "intelligence": "I", "agility": "A",
    "luck": "L", "hp": "HP", "health": "HP", "str": "S", "per": "P", "end": "E", "cha": "C", "int": "I", "agi": "A",
} | {letter.lower(): letter for letter in LETTERS}  # fmt: skip
_CHANGE = re.compile(r"(?<![\w.])[+-]\s*[0-9]{1,2}\s*(?P<what>[a-z]*)\s*,?")
_WITH = re.compile(r"\bwith\b|\bw/")
_AND = re.compile(r"\s+(?:and|&)\s+")
_PARTS = re.compile(r"(?P<number>[0-9]{1,2}) parts?(?: used)?")
KINDS = ("perk", "chem", "weapon")


@dataclass(frozen=True, slots=True)
class Model:
    """A model with everything looked up.

    Attributes
    ----------
    unit
        What it is, as printed.
    special, health
        Its statistics and Health, changes included; what perks and chems do is not.
    perks
        The unit's perks, then those it was given.
    chems
        Chems it uses.
    weapons
        Weapons it was given by name.
    text
        The same in words that give it back.
    doubts
        Values used that printings of 2026 disagree on, and numbers that no change can give, a sentence each.

    Examples
    --------
    >>> model("Brute +1P with Assault Rifle").doubts
    ('Assault Rifle: printings of 2026 disagree on its criticals',)
    """

    unit: Unit
    special: Special
    health: int
    perks: tuple[str, ...]
    chems: tuple[str, ...] = ()
    weapons: tuple[WeaponProfile, ...] = ()
    text: str = ""
    doubts: tuple[str, ...] = ()

    @property
    def luck(self) -> int:
        """Its Luck."""
        return self.special.L

    @property
    def changes(self) -> dict[str, int]:
        """How its statistics and Health ("HP") differ from the printed ones."""
        differ = {each: self.special.value(each) - self.unit.special.value(each) for each in LETTERS}
        return {each: by for each, by in (differ | {"HP": self.health - self.unit.health}).items() if by}


def model(text: str, book: Catalogue | None = None, *, faction: str | None = None) -> Model:
    """Reads a model: a unit's name, changes of its statistics, and what it has.

    Parameters
    ----------
    text
        Such as "Master +1S +1L", "Psycho/Operators", "Knight with Day Tripper, Rifleman and Minigun".
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None.
    faction
        The faction of a unit whose name says nothing about it.

    Raises
    ------
    QueryError
        If something is unknown, ambiguous or out of range, pointing at it.

    Examples
    --------
    >>> master = model("master +1S +1 Luck with day tripper")
    >>> master.text, master.special.S, master.luck, master.chems
    ('Master/Super Mutants +1S +1L with Day Tripper', 7, 4, ('Day Tripper',))
    >>> print(model("Master +4S"))
    Traceback (most recent call last):
        ...
    odds.core.text.QueryError: Strength would be 10: a statistic is 0 to 9
      Master +4S
             ^^^
    """
    if len(as_text(text, "a model", "Master +1S")) > LONGEST:
        raise OddsError(f"a model is at most {LONGEST} characters, not {len(text)}")
    book = book_of(book)
    plain = fold(text)
    changes = list(_CHANGE.finditer(plain))
    rest = "".join(" " if any(m.start() <= at < m.end() for m in changes) else char for at, char in enumerate(text))
    head = _WITH.search(fold(rest))
    begin, end = _trimmed(rest, 0, head.start() if head else len(rest))
    if begin == end:
        raise QueryError("the model's name is missing: write for example Master +1S with Rifleman", text)
    try:
        unit = book.unit(text[begin:end].rstrip(", "), as_open_text(faction, "faction"))
    except OddsError as error:
        raise QueryError(str(error), text, begin, end) from None
    special, health = _changed(unit, changes, text)
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    things = _items(rest, head.end() if head else len(rest))
    if head and not things:
        raise QueryError("there is nothing behind with: name a weapon, a perk or a chem", text, *head.span())
    for start, stop in things:
        for kind, name in _things(text, start, stop, book):
            if name not in found[kind]:
                found[kind].append(name)
    weapons = {name: armed(name, book) for name in found["weapon"]}
    return assembled(unit, special, health, found["perk"], found["chem"], weapons, book)


def _changed(unit: Unit, changes: list[re.Match[str]], text: str) -> tuple[Special, int]:
    """Statistics and Health after the changes of a text."""
    special, health = unit.special, unit.health
    for match in changes:
        begin, end = _trimmed(text, match.start(), match.end())
        place = begin, begin + len(text[begin:end].rstrip(","))
        what = _WORDS.get(match["what"])
        if what is None:
            shown = quoted(text[place[0] : place[1]])
            raise QueryError(f"{shown} changes nothing a model has: write such as +1S, +1 Luck or +1HP", text, *place)
        by = int(re.sub(r"[^0-9-]", "", fold(match[0])))
        if what == "HP":
            health += by
            if not 1 <= health <= HEALTH_MOST:
                raise QueryError(f"Health would be {health}: it is 1 to {HEALTH_MOST}", text, *place)
            continue
        special = special.changed(what, by)
        if not 0 <= special.value(what) <= STAT_MOST:
            name = next(word for word, letter in _WORDS.items() if letter == what).capitalize()
            raise QueryError(f"{name} would be {special.value(what)}: a statistic is 0 to {STAT_MOST}", text, *place)
    return special, health


def _items(rest: str, begin: int) -> list[tuple[int, int]]:
    """Places of what stands after "with", between further withs and commas that no bracket holds."""
    folded = _WITH.sub(lambda match: ",".ljust(len(match[0])), fold(rest[begin:])) + ","
    places, depth, start = [], 0, 0
    for at, char in enumerate(folded):
        depth += (char == "(") - (char == ")")
        if char == "," and (depth <= 0 or at == len(folded) - 1):
            places.append(_trimmed(folded, start, at))
            start = at + 1
    return [(begin + first, begin + last) for first, last in places if first < last]


def _things(text: str, start: int, stop: int, book: Catalogue) -> list[tuple[str, str]]:
    """Kind and name of every perk, chem and weapon in "Fire and Move and Psycho": the longest names first."""
    joints = [(match.start() + start, match.end() + start) for match in _AND.finditer(fold(text[start:stop]))]
    for end, after in [(stop, stop), *reversed(joints)]:
        try:
            thing = _thing(text[start:end], book)
        except OddsError as error:
            raise QueryError(str(error), text, start, end) from None
        if thing is not None:
            return [thing, *(_things(text, after, stop, book) if after < stop else [])]
    first = joints[0][0] if joints else stop
    names = [row.name for rows in (book.perks, book.chems, book.weapons) for row in rows]
    near = nearest(text[start:first], names)
    hint = f": did you mean {near}?" if near else ""
    raise QueryError(f"no perk, chem or weapon is called {quoted(text[start:first])}{hint}", text, start, first)


def nearest(name: str, names: list[str]) -> str | None:
    """The name that an unknown one most likely meant.

    Examples
    --------
    >>> nearest("rifelman", ["Rifleman", "Burly"])
    'Rifleman'
    """
    from odds.factions.catalogue.names import Names

    return Names("name", [(each, each) for each in names], str).nearest(name)


def _thing(name: str, book: Catalogue) -> tuple[str, str] | None:
    """Kind and name of a chem, perk or weapon; "chem Psycho" names the kind."""
    kind, _, rest = name.strip().partition(" ")
    kind, name = (kind.lower(), rest) if rest and kind.lower() in KINDS else ("", name)
    chem, perk = book.find_chem(name), book.find_perk(name)
    if chem is not None and kind in ("", "chem"):
        return "chem", chem.name
    if perk is not None and kind in ("", "perk"):
        return "perk", perk.name if "(" not in name else name.strip()
    bare = name if book.find_weapon(name) else name.rpartition(":")[0]
    if kind in ("", "weapon") and book.find_weapon(bare):
        weapon = armed(name, book)
        return "weapon", weapon.name if bare == name else name.strip()
    return None


def assembled(
    unit: Unit,
    special: Special,
    health: int,
    perks: Iterable[str],
    chems: Iterable[str],
    weapons: Mapping[str, WeaponProfile],
    book: Catalogue,
) -> Model:
    """A model of parts that are looked up already, with the text that gives it back.

    Parameters
    ----------
    unit
        Its unit.
    special, health
        Its statistics and Health, changes included.
    perks
        Perks; the unit's own need not be among them.
    chems
        Chems.
    weapons
        Weapons, each by the words that give it.
    book
        The catalogue that tells perks, chems and weapons of one name apart.

    Examples
    --------
    >>> book = book_of(None)
    >>> brute = book.unit("Brute")
    >>> assembled(brute, brute.special.changed("L", 1), brute.health, ["Rifleman"], [], {}, book).text
    'Brute/Super Mutants +1L with Rifleman'
    """
    had = {key(perk) for perk in unit.perks}
    added = [perk for perk in dict.fromkeys(perks) if key(perk) not in had]
    differ = {each: special.value(each) - unit.special.value(each) for each in LETTERS} | {"HP": health - unit.health}
    changes = "".join(f" {by:+d}{what}" for what, by in differ.items() if by)
    things = [*_prefixed("perk", added, book), *_prefixed("chem", chems, book), *_prefixed("weapon", weapons, book)]
    return Model(
        unit=unit,
        special=special,
        health=health,
        perks=(*unit.perks, *added),
        chems=tuple(chems),
        weapons=tuple(weapons.values()),
        text=f"{unit.label}{changes}" + (f" with {', '.join(things)}" if things else ""),
        doubts=tuple(filter(None, (doubt(unit), *map(doubt, weapons.values()), *too_high(unit, special, health)))),
    )


def too_high(unit: Unit, special: Special, health: int) -> tuple[str, ...]:
    """A sentence on every number that no change can give: Luck goes to 5, all else to 9 (reported, unofficial).

    Examples
    --------
    >>> too_high(book_of(None).unit("Master"), Special(6, 5, 6, 5, 5, 5, 6), 3)
    ('Master/Super Mutants: L6 is more than the L5 that it can be raised to',)
    """
    most = dict.fromkeys(LETTERS, STAT_MOST) | {"L": LUCK_MOST, "HP": HEALTH_MOST}
    printed, given = ({**one._asdict(), "HP": hp} for one, hp in ((unit.special, unit.health), (special, health)))
    return tuple(
        f"{unit.label}: {each}{given[each]} is more than the {each}{top} that it can be raised to"
        for each, top in most.items()
        if given[each] > max(top, printed[each])
    )


def _prefixed(kind: str, names: Iterable[str], book: Catalogue) -> list[str]:
    """Names with their kind before those that would be read as another kind."""
    return [name if (_thing(name, book) or ("",))[0] == kind else f"{kind} {name}" for name in names]


def doubt(row: Unit | WeaponProfile) -> str | None:
    """A sentence on what is disputed of a unit or a weapon; None if nothing is.

    Examples
    --------
    >>> doubt(book_of(None).weapon("Combat Rifle"))
    'Combat Rifle: printings of 2026 disagree on its traits and criticals'
    """
    columns = row.printing.disputed
    if not columns:
        return None
    name = row.label if isinstance(row, Unit) else row.name
    return f"{name}: printings of 2026 disagree on its {' and '.join(columns)}"


def armed(text: str, book: Catalogue | None = None) -> WeaponProfile:
    """Reads a weapon: its name, and after a colon the modifications on it or the Parts it uses.

    Parameters
    ----------
    text
        Such as "Super Sledge", "Hunting Rifle: 4P; Aim (2)", "Junk Jet: 2 Parts". A modification is named by what it
        changes, as `odds catalogue mods` shows it.
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None.

    Raises
    ------
    OddsError
        If the weapon is unknown, or has no such modification.

    Examples
    --------
    >>> armed("hunting rifle: 4P; aim 2").line
    'Hunting Rifle, Rifle (22"), 4P, Aim (2), Pierce'
    >>> armed("Junk Jet: 2 Parts").test
    '5S'
    """
    weapon, mods, used = fittings(as_text(text, "a weapon", "Super Sledge"), book_of(book))
    for mod in mods:
        weapon = mod.fitted(weapon)
    return weapon.with_parts(used) if used else weapon


def fittings(text: str, book: Catalogue) -> tuple[WeaponProfile, tuple[Mod, ...], int]:
    """The bare weapon of a text, the modifications on it and the Parts it uses.

    Raises
    ------
    OddsError
        As `armed` does.

    Examples
    --------
    >>> [mod.rating for mod in fittings("Hunting Rifle: 4P; Aim (2)", book_of(None))[1]]
    [8, 8]
    """
    whole = book.find_weapon(text)
    if whole is not None:
        return whole, (), 0
    name, colon, changes = text.rpartition(":")
    weapon = book.weapon(name if colon else text)
    mods, used = [], 0
    for change in filter(None, map(str.strip, changes.split(";"))):
        parts = _PARTS.fullmatch(fold(change))
        if parts:
            used = int(parts["number"])
            weapon.with_parts(used)
        else:
            mods.append(_mod(weapon, change, book))
    return weapon, tuple(mods), used


def _mod(weapon: WeaponProfile, change: str, book: Catalogue) -> Mod:
    mods = book.mods_of(weapon)
    mod = next((each for each in mods if key(each.change) == key(change)), None)
    if mod is None:
        known = "; ".join(each.change for each in mods)
        hint = f"it has {known}" if known else "none is known for it"
        raise OddsError(f"{weapon.name} has no modification {quoted(change)}: {hint}")
    return mod


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    """The place without blanks and commas at its ends."""
    while begin < end and text[begin] in " \t\n,":
        begin += 1
    while begin < end and text[end - 1] in " \t\n,":
        end -= 1
    return begin, end
