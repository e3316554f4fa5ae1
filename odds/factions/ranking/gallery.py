"""The gallery: whom a ranking's attacks are made on, and whose attacks its models stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.factions.attacks.target import Target
from odds.factions.attacks.target_query import TargetReading, read_target, target_of
from odds.factions.catalogue.models import assembled, model
from odds.factions.ranking.strikes import Strike, strikes

if TYPE_CHECKING:
    from odds.factions.catalogue.catalogue import Catalogue
    from odds.factions.catalogue.models import Model
    from odds.factions.catalogue.rows import Unit, WeaponProfile

MOST = 20  # targets of the gallery that nobody chose
MOST_GIVEN = 200


@dataclass(frozen=True, slots=True)
class Foe:
    """One of the gallery.

    Attributes
    ----------
    name
        What it is called.
    target
        What it is to attacks.
    eye_catching
        Whether it is always Wide Open.
    weight
        How often it counts in a mean.
    strikes
        What it attacks with; none if only its numbers are known.
    notes
        What is left out, as sentences without a full stop.
    doubts
        Disputed values that are used, a sentence each.
    """

    name: str
    target: Target
    eye_catching: bool = False
    weight: int = 1
    strikes: tuple[Strike, ...] = ()
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def gallery(book: Catalogue, rules: Rules, at: Sequence[str] = ()) -> tuple[Foe, ...]:
    """The targets that are named, or those that the catalogue has most of.

    Without names, units of the same Endurance, Health, Harm Limit and perks that keep them standing are one target,
    for which the one of the most printings stands; the 20 that most units are like, each counted as often as there
    are such units.

    Parameters
    ----------
    book
        The catalogue.
    rules
        Edition and rule switches.
    at
        Targets as `odds attack --at` reads them.

    Raises
    ------
    OddsError
        If one cannot be read, or there are too many.

    Examples
    --------
    >>> from odds import catalogue
    >>> from odds.factions.switches import BOOK
    >>> foes = gallery(catalogue(), BOOK.rules())
    >>> len(foes), foes[0].name, foes[0].weight
    (20, 'Initiate', 23)
    >>> [foe.target.text for foe in gallery(catalogue(), BOOK.rules(), ["E4 HP1"])]
    ['E4 HP1']
    """
    if len(at) > MOST_GIVEN:
        raise OddsError(f"a ranking takes at most {MOST_GIVEN} targets, not {len(at)}")
    if at:
        return tuple(_named(text, book, rules) for text in dict.fromkeys(at))
    likes: dict[tuple[int | bool, ...], list[Unit]] = {}
    for unit in book.units:
        if book.sets_of(unit):
            likes.setdefault(_likeness(target_of(as_printed(unit, book)).target), []).append(unit)
    chosen = sorted(likes.values(), key=len, reverse=True)[:MOST]
    return tuple(_foe(_best_known(units), book, rules, len(units)) for units in chosen)


def _likeness(target: Target) -> tuple[int | bool, ...]:
    """What makes two targets much the same to any attack."""
    perks = target.survivalist, target.toughness, target.odd_anatomy
    return target.toughened, target.health, target.limit, *perks


def as_printed(unit: Unit, book: Catalogue) -> Model:
    """A unit as a model with nothing but its own.

    Examples
    --------
    >>> from odds import catalogue
    >>> as_printed(catalogue().unit("Paladin"), catalogue()).text
    'Paladin/Brotherhood of Steel'
    """
    return assembled(unit, unit.special, unit.health, (), (), {}, book)


def _best_known(units: Sequence[Unit]) -> Unit:
    """The unit of the most printings, undisputed if there is one."""
    return max(units, key=lambda unit: (not unit.printing.disputed, unit.printing.printings or 0))


def _foe(unit: Unit, book: Catalogue, rules: Rules, weight: int) -> Foe:
    person = as_printed(unit, book)
    alike = sum(other.name == unit.name for other in book.units)
    return _of_model(unit.label if alike > 1 else unit.name, person, target_of(person), book, rules, weight)


def _named(text: str, book: Catalogue, rules: Rules) -> Foe:
    """A foe as it was typed: with weapons if it is a model."""
    reading = read_target(text, book)
    name = " ".join(text.split())
    try:
        person = model(text.split(",", maxsplit=1)[0], book)
    except OddsError:
        return Foe(name, reading.target, reading.eye_catching, notes=reading.notes)
    return _of_model(name, person, reading, book, rules, 1)


def _of_model(name: str, person: Model, reading: TargetReading, book: Catalogue, rules: Rules, weight: int) -> Foe:
    profiles = person.weapons or tuple(arsenal(person.unit, book))
    found, missing = strikes(person, profiles, book, rules)
    doubts = dict.fromkeys([*person.doubts, *(doubt for each in found for doubt in each.doubts)])
    notes = [note for note in (*reading.notes, *missing) if note not in doubts]
    return Foe(name, reading.target, reading.eye_catching, weight, found, tuple(notes), tuple(doubts))


def arsenal(unit: Unit, book: Catalogue) -> list[WeaponProfile]:
    """Every weapon that a unit may take and that has a profile.

    Examples
    --------
    >>> from odds import catalogue
    >>> [profile.name for profile in arsenal(catalogue().unit("Alien Drone"), catalogue())]
    ['Alien Laser']
    """
    names = dict.fromkeys(name for kit in book.sets_of(unit) for name in kit.weapons)
    return [profile for profile in map(book.find_weapon, names) if profile is not None]
