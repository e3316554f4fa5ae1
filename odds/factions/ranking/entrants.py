"""Who enters a ranking: the models of a crew, or every unit of a faction with each of its weapon sets."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from odds.core.errors import OddsError
from odds.core.kinds import as_open_text
from odds.core.switches import Rules
from odds.core.text import listed
from odds.factions.attacks.target_query import TargetReading, target_of
from odds.factions.ranking.gallery import as_printed
from odds.factions.ranking.moments import AS_IT_IS, Moment, notes_on
from odds.factions.ranking.strikes import Strike, strikes

if TYPE_CHECKING:
    from odds.factions.catalogue.catalogue import Catalogue
    from odds.factions.catalogue.models import Model
    from odds.factions.catalogue.rows import Unit, WeaponProfile, WeaponSet
    from odds.factions.crews.checking import Checked
    from odds.factions.crews.crew import Crew
    from odds.factions.crews.fielding import Fielded
    from odds.factions.crews.reading import Reading
    from odds.factions.ranking.changes import Change


@dataclass(frozen=True, slots=True)
class Entrant:
    """A model with its weapons and its Rating.

    Attributes
    ----------
    name
        What it is called.
    person
        The model.
    weapons
        Names of its weapons, also of those that nothing is known of.
    strikes
        Its attacks, one with each weapon that can be used.
    rating
        Its Rating; None if it has none.
    count
        How many such models there are.
    notes
        What is left out, as sentences without a full stop.
    doubts
        Disputed values that are used, a sentence each.
    moves
        Whether it pays for Moving Target whenever it is attacked.
    change
        The change that made it; None if it is as it was.
    standing
        What it is to attacks; without Survivalist, since Harm that a friend takes is none that is stood.
    """

    name: str
    person: Model
    weapons: tuple[str, ...]
    strikes: tuple[Strike, ...]
    rating: int | None
    count: int = 1
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    moves: bool = False
    change: Change | None = None
    standing: TargetReading = field(init=False)

    def __post_init__(self) -> None:
        reading = target_of(self.person)
        target = replace(reading.target, survivalist=False, moving_target=reading.target.moving_target or self.moves)
        reading = replace(reading, target=target)
        object.__setattr__(self, "standing", reading)  # frozen, but not finished yet


class Named(NamedTuple):
    """Who enters a ranking: a title, the models, and what is left out, as sentences without a full stop."""

    title: str
    entrants: tuple[Entrant, ...]
    notes: tuple[str, ...]


def entrant(
    name: str,
    person: Model,
    profiles: Iterable[WeaponProfile],
    book: Catalogue,
    rules: Rules,
    *,
    weapons: tuple[str, ...],
    rating: int | None,
    count: int = 1,
    doubts: Iterable[str] = (),
    moves: bool = False,
    change: Change | None = None,
    **more: Any,
) -> Entrant:
    """A model that enters with some weapons.

    Parameters
    ----------
    name, person, weapons, rating, count, moves, change
        As in `Entrant`.
    profiles
        Profiles of the weapons that are known.
    book
        The catalogue.
    rules
        Edition and rule switches.
    doubts
        Doubts about it besides those about what it uses.
    **more
        moment, conditions and chosen, as in `strikes.strike`.
    """
    made, missing = strikes(person, profiles, book, rules, **more)
    notes = dict.fromkeys([*missing, *(note for each in made for note in each.notes)])
    doubtful = dict.fromkeys([*person.doubts, *doubts, *(doubt for each in made for doubt in each.doubts)])
    return Entrant(name, person, weapons, made, rating, count, tuple(notes), tuple(doubtful), moves, change)


def of_units(units: Iterable[Unit], book: Catalogue, rules: Rules, moment: Moment = AS_IT_IS) -> Iterator[Entrant]:
    """Every unit with each of its weapon sets, if one of the set's weapons has a profile.

    Examples
    --------
    >>> from odds import catalogue
    >>> from odds.factions.switches import BOOK
    >>> book = catalogue()
    >>> [(each.name, each.weapons, each.rating) for each in of_units([book.unit("Alien Drone")], book, BOOK.rules())]
    [('Alien Drone', ('Alien Laser',), 30)]
    """
    every = list(units)
    names = Counter(unit.name for unit in every)
    for unit in every:
        person = as_printed(unit, book)
        for kit in book.sets_of(unit):
            profiles = [profile for profile in map(book.find_weapon, kit.weapons) if profile is not None]
            if profiles:
                name = unit.label if names[unit.name] > 1 else unit.name
                yield _of_set(name, kit, person, profiles, book, rules, moment)


def _of_set(
    name: str,
    kit: WeaponSet,
    person: Model,
    profiles: list[WeaponProfile],
    book: Catalogue,
    rules: Rules,
    moment: Moment,
) -> Entrant:
    doubts = []
    if kit.printing.disputed:
        who = f"{person.unit.label} with {' + '.join(kit.weapons)}"
        doubts.append(f"{who}: printings of 2026 disagree on its {' and '.join(kit.printing.disputed)}")
    return entrant(
        name, person, profiles, book, rules, weapons=kit.weapons, rating=kit.rating, doubts=doubts, moment=moment
    )


def of_crew(checked: Checked, book: Catalogue, rules: Rules, moment: Moment = AS_IT_IS) -> Iterator[Entrant]:
    """The models of a crew that are fielded and have a weapon that is known."""
    for each in checked.active:
        if each.model.weapons:
            yield of_entry(each, book, rules, moment)


def of_entry(each: Fielded, book: Catalogue, rules: Rules, moment: Moment = AS_IT_IS) -> Entrant:
    """One entry of a crew."""
    person, weapons = each.model, each.member.weapons
    return entrant(
        each.member.label,
        person,
        person.weapons,
        book,
        rules,
        weapons=weapons,
        rating=each.rating,
        count=each.member.count,
        moment=moment,
    )


def entrants(
    file: str | os.PathLike[str] | Reading | Crew | None,
    faction: str | None,
    wanted: str | None,
    book: Catalogue,
    rules: Rules,
    *,
    everyone: bool = False,
    moment: Moment = AS_IT_IS,
) -> Named:
    """Who is named: the models of a crew file, a faction's units with each weapon set, or those of all factions.

    Parameters
    ----------
    file
        A crew file of any kind, what `read_crew` gives, a `Crew`, or None.
    faction
        The faction that is ranked; with a file, the file's if it does not say.
    wanted
        Name of the list, if the file holds several.
    book
        The catalogue.
    rules
        Edition and rule switches.
    everyone
        All factions.
    moment
        What holds for every attack.

    Raises
    ------
    OddsError
        If nobody is named, or nobody that is has a weapon that is known.

    Examples
    --------
    >>> from odds import catalogue
    >>> from odds.factions.switches import BOOK
    >>> found = entrants(None, "zetans", None, catalogue(), BOOK.rules())
    >>> found.title, len(found.entrants)
    ('Zetans', 10)
    """
    as_open_text(faction, "faction"), as_open_text(wanted, "wanted")
    if everyone and (file is not None or faction is not None):
        raise OddsError("all models of the catalogue are ranked: leave out the crew and the faction")
    if file is not None:
        return _of_file(file, faction, wanted, book, rules, moment)
    if wanted is not None:
        raise OddsError("a list is one of a file's: name the file, too")
    if faction is None and not everyone:
        raise OddsError("nobody is named: give a crew file, --faction NAME, or --all")
    home = None if faction is None else book.faction(faction)
    units = [unit for unit in book.units if home in (None, unit.faction)]
    tried = list(of_units(units, book, rules, moment))
    found = [each for each in tried if each.strikes]
    if not found:
        raise OddsError(f"{home or 'the catalogue'} has no weapon set with a known weapon: nobody can be ranked")
    missing = [
        f"{kit.unit}: {listed(kit.unknown, 'and')} {'have' if len(kit.unknown) > 1 else 'has'} no profile, left out"
        for unit in units
        for kit in book.sets_of(unit)
        if kit.unknown
    ]
    return Named(home or "The whole catalogue", tuple(found), (*missing, *_notes(tried), *notes_on(moment, found)))


def _of_file(
    file: str | os.PathLike[str] | Reading | Crew,
    faction: str | None,
    wanted: str | None,
    book: Catalogue,
    rules: Rules,
    moment: Moment,
) -> Named:
    from odds.factions.crews.imports.homes import guesses
    from odds.factions.crews.reading import checked_crew

    checked = checked_crew(file, book, wanted=wanted, faction=faction)
    tried = list(of_crew(checked, book, rules, moment))
    found = [each for each in tried if each.strikes]
    if not found:
        who = checked.crew.name
        raise OddsError(f"{who}: no model that is fielded has a weapon with a profile: nobody can be ranked")
    bare = [each.member.label for each in checked.active if not each.model.weapons]
    notes = [f"{name} has no weapon with a profile and is left out" for name in bare]
    return Named(
        checked.crew.name,
        tuple(found),
        (
            *guesses(checked.crew.notes),
            *notes,
            *(f"{text} is not in the catalogue" for text in checked.unknown),
            *_notes(tried),
            *notes_on(moment, found),
        ),
    )


def _notes(found: Sequence[Entrant]) -> list[str]:
    return [f"{each.name}: {note}" for each in found for note in each.notes]
