"""The faction of a crew that names none: the one that its units, their statistics and their weapons fit best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from odds.core.text import listed
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.names import key
from odds.factions.catalogue.rows import LETTERS, Unit
from odds.factions.crews.checking import HIRED
from odds.factions.crews.imports.found import FoundCrew, FoundMember

UNKNOWN = "unknown"
_GUESS = "faction taken to be"


def guesses(notes: Iterable[str]) -> list[str]:
    """Those of a crew's notes that say what was guessed.

    Examples
    --------
    >>> guesses(["faction taken to be Survivors: none is named", "hold the bridge"])
    ['faction taken to be Survivors: none is named']
    """
    return [note for note in notes if note.startswith(_GUESS)]


def likely(found: FoundCrew, book: Catalogue) -> tuple[str, str]:
    """The faction that fits a crew best, and a note that it is a guess; "unknown" and no note if none fits.

    It is the one that has most of the units by name; of several the one with most of their statistics, then the one
    with most of their weapon sets. Factions that are hired by others lead no crew if there is another. Of those that
    fit alike it is the first by name, and the note asks for the faction.

    Parameters
    ----------
    found
        What the file holds.
    book
        The catalogue.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> likely(FoundCrew("text", "Us", members=[FoundMember("Settler"), FoundMember("Mongrel")]), catalogue())
    ('Survivors', 'faction taken to be Survivors: none is named')
    >>> likely(FoundCrew("text", "Us", members=[FoundMember("Boss", weapons=["Tire Iron"])]), catalogue())[0]
    'The Operators'
    """
    scores: dict[str, Counter[str]] = {}
    for member in found.members:
        homes = {unit.faction: unit for unit in book.find_units(member.unit)}
        for home, unit in homes.items():
            score = scores.setdefault(home, Counter())
            score["units"] += member.count
            score["numbers"] += member.count * _has_numbers(unit, member)
            score["weapons"] += member.count * _has_weapons(unit, member, book)
    if not scores:
        return UNKNOWN, ""
    ranks = {
        home: (home not in HIRED, score["units"], score["numbers"], score["weapons"])
        for home, score in sorted(scores.items())
    }
    best = max(ranks.values())
    first, *alike = [home for home, rank in ranks.items() if rank == best]
    if not alike:
        return first, f"{_GUESS} {first}: none is named"
    return first, (
        f"{_GUESS} {first}: none is named, and {listed([first, *alike], 'and')} fit alike, so say which with --faction"
    )


def _has_numbers(unit: Unit, member: FoundMember) -> bool:
    """Whether a model's statistics and Health before its upgrades are those of a unit."""
    printed = {**unit.special._asdict(), "HP": unit.health}
    return all(member.numbers.get(each) == printed[each] + member.upgrades.get(each, 0) for each in (*LETTERS, "HP"))


def _has_weapons(unit: Unit, member: FoundMember, book: Catalogue) -> bool:
    """Whether a model's weapons are a set of a unit."""
    names = [each if isinstance(each, str) else each.name for each in member.weapons]
    had = sorted(key(name.partition(":")[0]) for name in names)
    return any(had == sorted(map(key, each.weapons)) for each in book.sets_of(unit))
