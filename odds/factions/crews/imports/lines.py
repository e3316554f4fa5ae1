"""Crews as plain text: a line for each model, and below it a line for each of its weapons.

    Crew: Minutemen
    Faction: Survivors
    Tier: 1
    Local Leader +1L (45)
    - Combat Rifle, Rifle (24"), 4P, Crackshot 1
    2x Settler, 8 points
    - Hand Weapon, Melee, 3S, Fast
    Perks: Rifleman
    Security Guard: Hunting Rifle (22)
    3x Settler [24 Caps]: Hand Weapon

Headings (== Leader ==, + Grunts +, Champions:) and totals are kept as notes, bullets and numbers before a line are not
read; in place of commas there may be semicolons, bars or tabs. Caps in square brackets are those of all models of the
line, as BattleScribe writes them. A model that no catalogue has gives its numbers: "Overseer: S3 P4 E4 C6 I7 A3 L2 HP2,
Champion".
"""

from __future__ import annotations

import re

from odds.core.errors import OddsError
from odds.core.text import QueryError, fold, quoted
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.labels import labels
from odds.factions.catalogue.models import model
from odds.factions.catalogue.rows import LETTERS, TYPES
from odds.factions.crews.crew import MOST_MODELS
from odds.factions.crews.imports.found import FoundCrew, FoundMember, clean, pieces, profile

MOST_LINES = 2000
LONGEST = 500  # characters of a line worth reading
_BULLET = re.compile(r"^\s*(?:(?:[-*•–—>+·‣◦▪■□●○]|[0-9]{1,3}[.)])\s+)*")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_MARKS = {"=": 1, "+": 1, "~": 1, "#": 1, "-": 2, "–": 2, "—": 2}  # around a heading -> how many at least
_RULE = re.compile(r"[-=+~#*_–—\s]*")
_ROLE = re.compile(
    r"(?:leaders?|champions?|grunts?|models?|units?|roster|weapons?|companions?|legends?)\s*(?:\([0-9]+\))?\s*:?"
)
_ASIDE = re.compile(r"(?:total|sum|created|made|exported|generated|printed)\b.*")
_BLANKS = re.compile(r"\s+")
_CELLS = re.compile(r"\s*[;|\t]\s*")
_HEAD = re.compile(r"(?P<key>crew|name|faction|tier|limit|perks?|chems?|rating|notes?|weapons?)\s*:\s*(?P<value>.*)")
_WEAPON = re.compile(
    rf"(?P<name>[^,]+?),\s*(?P<kind>(?:{'|'.join(each.lower() for each in TYPES)})\b[^,]*),\s*(?P<test>[^,]*?)\s*"
    r"(?:,(?P<labels>.*))?"
)
_COUNT = re.compile(r"(?P<count>[0-9]{1,3})\s*[x×]\s+|(?P<again>[0-9]{1,2})\s+(?=\S)")
_TIMES = re.compile(r"\s+[x×]\s?(?P<count>[0-9]{1,3})\b")
_SEPARATOR = re.compile(r"\s*:\s+(?=[^\d])|\s+[-–—]\s+(?=[^\d\s])")
_PLUS = re.compile(r"\s\+\s(?!\s*[0-9])")
_RATING = re.compile(
    r"\s*(?:[,:–—-]?\s*[(\[]\s*(?P<a>[0-9]{1,3})\s*[a-z]*\s*[)\]]|[,:–—-]\s*(?P<b>[0-9]{1,3})\s*(?:points?|pts|caps|rating))\s*"
)
_CAPS = re.compile(r"\s*\[\s*(?P<caps>[0-9]{1,4})\s*caps\s*(?:,\s*(?P<more>[^\]]*))?\]")
_NUMBERS = re.compile(
    r"(?P<name>.*?)[:,]?\s+(?P<numbers>(?:(?:[special]|hp|health)\s*[:=]?\s*[0-9]{1,2}[\s,/]*){8})(?P<role>.*)"
)
_NUMBER = re.compile(r"(?P<what>[special]|hp|health)\s*[:=]?\s*(?P<value>[0-9]{1,2})")


def found_in(text: str, file: str, book: Catalogue, faction: str | None = None) -> FoundCrew:
    """A crew from plain text.

    Parameters
    ----------
    text
        The text.
    file
        What errors call the file.
    book
        The catalogue.
    faction
        The faction of units that several have; None: as the text says.

    Raises
    ------
    OddsError
        For the first line that is neither a model nor a weapon.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> text = '2x Settler (14)\\n- Pipe Revolver, Pistol (12"), 3A, Aim 1, CQB, Pierce'
    >>> found = found_in(text, "a.txt", catalogue())
    >>> found.members[0].count, found.members[0].rating, found.members[0].weapons[0].criticals
    (2, 14, ('Pierce',))
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise OddsError(f"{file} has {len(lines)} lines: at most {MOST_LINES} are read")
    crew = FoundCrew("plain text", "Crew", faction or "")
    reader = _Lines(crew, book)
    for number, line in enumerate(lines, 1):
        where = f"{file} line {number}"
        if len(line) > LONGEST:
            raise OddsError(f"{where} is longer than {LONGEST} characters")
        reader.read(_BOLD.sub(r"\2", _BLANKS.sub(_narrow, line).strip()), where)
    return crew


class _Lines:
    def __init__(self, crew: FoundCrew, book: Catalogue) -> None:
        self.crew, self.book = crew, book

    def read(self, line: str, where: str) -> None:
        """Takes in one line: a heading, or what stands behind its bullet."""
        if _RULE.fullmatch(line):
            return
        plain = _BULLET.sub("", line, count=1).strip()
        if heading := _heading(line):
            self.crew.notes += pieces(heading)
        elif _ASIDE.fullmatch(fold(plain)) or (_ROLE.fullmatch(fold(plain)) and not self.book.find_units(plain)):
            self.crew.notes += pieces(plain)
        elif plain:
            self.line(plain, where)

    def line(self, line: str, where: str) -> None:
        """Takes in one line without its bullet."""
        cells = _CELLS.sub(", ", line.strip("|")).strip(" ,")
        line = cells if _CELLS.search(line) and _WEAPON.fullmatch(fold(cells)) else line
        folded = fold(line)
        if folded.startswith(("#", "//")):
            self.crew.notes += pieces(line.lstrip("#/ "))
        elif head := _HEAD.fullmatch(folded):
            self.head(head["key"].rstrip("s") if head["key"] != "s" else "", line[head.start("value") :].strip(), where)
        elif weapon := _WEAPON.fullmatch(folded):
            name, kind, test = (line[weapon.start(each) : weapon.end(each)] for each in ("name", "kind", "test"))
            tags = labels(line[weapon.start("labels") :]) if weapon["labels"] else ()
            made = profile(name, kind, test, tags, where, self.book.find_weapon(name))
            (self.crew.members[-1].weapons if self.crew.members else self.crew.weapons).append(made)
        elif self.crew.members and self.named(bare := self.priced(line)):
            self.crew.members[-1].weapons.append(bare)
            self.crew.members[-1].notes += [line] if bare != line else []
        elif len(self.crew.members) >= MOST_MODELS:
            raise OddsError(f"{where} begins one model more than the {MOST_MODELS} that are read at most")
        else:
            self.crew.members.append(self.member(line, where))

    def priced(self, line: str) -> str:
        """A line without the Caps behind it."""
        found = _CAPS.search(fold(line))
        return line[: found.start()] if found and found.end() == len(line) else line

    def named(self, line: str) -> bool:
        """Whether a line is the name of a weapon and of nothing else."""
        return self.book.find_weapon(line) is not None and not self.book.find_units(line.partition("/")[0])

    def head(self, key: str, value: str, where: str) -> None:
        """A line such as "Faction: Survivors" or "Perks: Rifleman"."""
        if key == "note":
            (self.crew.members[-1].notes if self.crew.members else self.crew.notes).extend(pieces(value))
        elif key in ("crew", "name"):
            named = clean(value, where)
            if key == "name" and self.crew.members:
                self.crew.members[-1].name = named
            else:
                self.crew.name = named
        elif key == "faction":
            self.crew.faction = clean(value, where)
        elif key == "tier":
            self.crew.tier = _whole(value, where, 1, 3)
        elif key == "limit":
            self.crew.limit = _whole(value, where, 0, 99_999)
        elif not self.crew.members:
            raise OddsError(f"{where}: {key} stands above the first model: whose is it?")
        elif key == "rating":
            self.crew.members[-1].rating = _whole(value, where, 0, 999)
        else:
            listed = {"perk": self.crew.members[-1].perks, "chem": self.crew.members[-1].chems}
            into = listed.get(key, self.crew.members[-1].weapons)
            into.extend(clean(part, where) for part in value.split(",") if part.strip())

    def member(self, line: str, where: str) -> FoundMember:
        """A model: how many, its unit, changes, its Rating."""
        text, count, rating = line, 1, None
        if found := _COUNT.match(fold(text)):
            count = _whole(found["count"] or found["again"], where, 1, 99)
            text = text[found.end() :]
        if found := _TIMES.search(fold(text)):
            count = _whole(found["count"], where, 1, 99)
            text = text[: found.start()] + text[found.end() :]
        ends = [each for each in _RATING.finditer(fold(text)) if each.end() == len(text)]
        notes: list[str] = []
        if caps := _CAPS.search(fold(text)):
            rating, over = divmod(int(caps["caps"]), count)
            notes += pieces(f"Caps: {caps['caps']} for {count}") if over else []
            notes += pieces(text[caps.start("more") : caps.end("more")] if caps["more"] else "")
            text = text[: caps.start()] + text[caps.end() :]
        elif ends:
            rating = int(ends[-1]["a"] or ends[-1]["b"])
            text = text[: ends[-1].start()].rstrip(" ,")
        if own := _NUMBERS.fullmatch(fold(text)):
            member = self.stranger(text[: own.end("name")], own, where)
        else:
            member = self.known(text, where)
        member.count, member.rating = count, rating
        member.notes += notes
        return member

    def known(self, text: str, where: str) -> FoundMember:
        """A model of the catalogue with changes."""
        name = _SEPARATOR.split(text, maxsplit=1)[0]
        if name != text and self.book.find_units(name.partition("/")[0]):  # Paladin: Laser Pistol + War Glaive
            text = f"{name} with {_PLUS.sub(', ', text[len(name) :].lstrip(' :-–—'))}"
        try:
            made = model(text, self.book, faction=self._home(text))
        except QueryError as error:
            raise OddsError(f"{where}: neither a weapon nor a model that is known: {error.sentence}") from None
        except OddsError as error:
            raise OddsError(f"{where}: {error}") from None
        found = FoundMember(made.unit.name, faction=made.unit.faction)
        found.numbers = {each: made.special.value(each) for each in LETTERS} | {"HP": made.health}
        found.upgrades = {each: by for each, by in made.changes.items() if by > 0}
        found.perks = [each for each in made.perks if each not in made.unit.perks]
        found.chems = list(made.chems)
        found.weapons = list(made.weapons)
        if not self.crew.faction:
            self.crew.faction = made.unit.faction
        return found

    def _home(self, text: str) -> str | None:
        """The crew's faction, if it has the unit that a line begins with."""
        name = re.split(r"\s[+-]|\bwith\b|,", text)[0].strip()
        if not self.crew.faction or "/" in name:
            return None
        try:
            return self.crew.faction if self.book.find_units(name, self.crew.faction) else None
        except OddsError:
            return None

    def stranger(self, name: str, own: re.Match[str], where: str) -> FoundMember:
        """A model with numbers of its own."""
        numbers = {
            "HP" if each["what"] in ("hp", "health") else each["what"].upper(): int(each["value"])
            for each in _NUMBER.finditer(own["numbers"])
        }
        missing = [each for each in (*LETTERS, "HP") if each not in numbers]
        if missing:
            raise OddsError(f"{where}: the numbers of {quoted(name)} lack {', '.join(missing)}")
        wrong = [each for each, value in numbers.items() if not (each == "HP") <= value <= 9]
        if wrong:
            raise OddsError(f"{where}: {wrong[0]} of {quoted(name)} is {numbers[wrong[0]]}: statistics are 0 to 9")
        role = own["role"].strip(" ,()").lower()
        if role not in ("", "grunt", "champion", "leader"):
            raise OddsError(f"{where}: {quoted(role)} is no role such as Grunt, Champion or Leader")
        found = FoundMember(
            clean(name, where), numbers=numbers, role="Champion" if role == "leader" else role.capitalize()
        )
        found.leader = True if role == "leader" else None
        return found


def _heading(line: str) -> str:
    """The words of a heading between marks, == Leader ==; empty if it is none."""
    mark, bare = line[0], line.rstrip(": ")
    fewest = _MARKS.get(mark, 0)
    words = bare.strip(f"{mark} ")
    around = bare.startswith(mark * fewest) and bare.endswith(mark * fewest)
    return words if fewest and around and len(words) + 2 * fewest <= len(bare) else ""


def _narrow(blanks: re.Match[str]) -> str:
    """A tab for blanks with a tab among them, one blank for others."""
    return "\t" if "\t" in blanks[0] else " "


def _whole(text: str, where: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and least <= int(text) <= most):
        raise OddsError(f"{where}: must be a whole number from {least} to {most}, not {quoted(text)}")
    return int(text)
