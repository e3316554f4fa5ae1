"""The first draft of a crew file: a Leader, and what else the faction has as comments."""

from __future__ import annotations

from odds.core.errors import OddsError
from odds.core.text import listed, quoted
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.crews.crew import Crew, Member
from odds.factions.crews.tomlfile import dumps

KEYS = (
    "Keys of a model: unit, count, weapons, upgrades, perks, chems, name, rating, leader, active, notes; faction for a",
    "companion. A modified weapon: 'Hunting Rifle: 4P; Aim (2)'. Upgrades: { S = 1, HP = 1 }.",
    "Keys above the models: name, faction, tier, limit (of the Rating), facilities, control, resources, notes.",
)


def draft(faction: str, name: str, book: Catalogue) -> str:
    """The text of a crew file to begin with: it holds the faction's cheapest Leader and keeps every limit.

    Parameters
    ----------
    faction
        The faction.
    name
        The crew's name.
    book
        The catalogue.

    Raises
    ------
    OddsError
        If the faction is unknown or has no Leader.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> print(draft("zetans", "Saucer 7", catalogue()).splitlines()[-2])
    unit = "Zetan Commander"
    """
    home = _home(faction, book)
    units = [unit for unit in book.units if unit.faction == home]
    leaders = [each for unit in units if unit.leader for each in book.sets_of(unit)]
    if not leaders:
        raise OddsError(f"{home} has no Leader with a weapon set: choose one of {listed(_led(book))}")
    first = min(leaders, key=lambda each: each.rating)
    comments = [f"Units of {home} and their weapon sets, each with the Rating of a model:"]
    for unit in units:
        sets = "; ".join(f"{' + '.join(each.weapons)} {each.rating}" for each in book.sets_of(unit))
        comments.append(f"  {unit.name} ({unit.standing}): {sets}")
    comments += ["", *KEYS]
    return dumps(Crew(name, home, (Member(first.unit, weapons=first.weapons),)), comments)


def _led(book: Catalogue) -> list[str]:
    """The factions that have a Leader."""
    return list(dict.fromkeys(unit.faction for unit in book.units if unit.leader))


def _home(faction: str, book: Catalogue) -> str:
    """A faction's full name; if there is none like it, those that there are are named."""
    try:
        return book.faction(faction)
    except OddsError as error:
        if "shows them" not in str(error):
            raise
        raise OddsError(f"unknown faction {quoted(faction)}: choose one of {listed(_led(book))}") from None
