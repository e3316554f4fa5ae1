"""A Test that a model of the catalogue makes: its statistics, its Luck, and the perks and chems that change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.text import listed, quoted
from odds.factions.attacks.fighters import ALWAYS, OF_OTHERS, situation_words, weapon_of
from odds.factions.attacks.situation import Situation
from odds.factions.catalogue.models import Model
from odds.factions.catalogue.names import key
from odds.factions.effects.apply import stated
from odds.factions.effects.effect import WEAPONS, Effect, Used
from odds.factions.effects.listing import elsewhere
from odds.factions.effects.table import by_name
from odds.factions.special.named import ATTACK
from odds.factions.special.rules import STATISTICS, SpecialTest

if TYPE_CHECKING:
    from odds.factions.special.query import Reading

CHAMPION = "Champion"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A Test with the model that makes it, as `rolled_by` gives it.

    Attributes
    ----------
    test
        The Test.
    notes
        Whose numbers are used, and what is not, as sentences without a full stop.
    """

    test: SpecialTest
    notes: tuple[str, ...]


def person_of(who: Any) -> Model:
    """A model in words, or one that has been looked up already.

    Raises
    ------
    OddsError
        If it is neither.

    Examples
    --------
    >>> person_of("scavver/operators").text
    'Scavver/The Operators'
    """
    from odds.factions.catalogue.models import model

    if isinstance(who, Model):
        return who
    if not isinstance(who, str):
        raise OddsError(f"a model must be text, such as Master +1S, or what odds.model gives, not {quoted(who)}")
    return model(who)


def read_rolled(text: str, who: str | Model, given: Mapping[str, Any], varied: tuple[str, ...] = ()) -> Reading:
    """Reads a Test that a model makes.

    Parameters
    ----------
    text
        The Test as in `odds.parse`; if empty, the Attack Test of the model's only weapon. Numbers that it gives are
        used in place of the model's, which is noted.
    who
        The model: "Scavver/Operators", "Knight +1L with Day Tripper", or what `odds.model` gives.
    given
        What is given beside the text, as `odds.parse` takes it.
    varied
        Letters of statistics of which a sweep tries many values.

    Raises
    ------
    OddsError
        If either cannot be read.

    Examples
    --------
    >>> read_rolled("4P", "Scavver/Operators", {}).test.text
    '4P P4 L2'
    >>> for note in read_rolled("4P", "Knight", {"luck": 0}).notes:
    ...     print(note)
    Perception 5 is that of Knight/Brotherhood of Steel
    Luck 0 is given: the model's 2 is not used
    """
    from odds.factions.special.query import read

    person = person_of(who)
    if not text.strip() and not given.get("name") and len(person.weapons) == 1:
        text = str(person.weapons[0].test)  # the Attack Test of its weapon
    champion = (CHAMPION,) if person.unit.role == CHAMPION else ()
    reading = read(text, **{**given, "situation": champion})
    made = rolled_by(person, reading.test, said=reading.said, varied=varied)
    kept = [note for note in reading.notes if not note.startswith("Luck not given")]
    return replace(reading, test=made.test, notes=tuple(dict.fromkeys((*made.notes, *kept))))


def rolled_by(person: Model, test: SpecialTest, *, said: tuple[str, ...] = (), varied: tuple[str, ...] = ()) -> Rolled:
    """A Test as a model makes it.

    Perks and chems whose conditions hold are worked in through the table of effects; the others are noted. What the
    model's weapon is (melee, rifle) counts as stated where the Test is an Attack Test of that weapon's notation.

    Parameters
    ----------
    person
        The model.
    test
        The Test.
    said
        Letters of statistics that are said already: the Test keeps these.
    varied
        Letters of statistics of which nothing is noted: their values are still to come.

    Examples
    --------
    >>> from odds import model, parse
    >>> rolled_by(model("Master with Big Leagues"), parse("6S melee")).test.text
    '6S S6 L3 melee with Big Leagues'
    """
    numbers, notes = _numbers(person, test, said, varied)
    words, carried = _of_weapons(person, test)
    situation = tuple(dict.fromkeys((*test.situation, *words)))
    made = replace(test, **numbers, situation=situation)  # type: ignore[arg-type]
    found, missed = _effects(person, made)
    effects = tuple(used for used in found if used.effect.name not in ALWAYS)  # the others are fields of the Test
    fields = {name: value for used in found if used.effect.name in ALWAYS for name, value in used.effect.sets.items()}
    made = replace(made, effects=(*made.effects, *effects), **fields)  # type: ignore[arg-type]
    needed = {word for used in made.effects for choices in used.effect.needs for word in choices}
    idle = {*words} - {*test.situation} if not needed else set()
    kept = tuple(word for word in situation if word in needed or word not in {*idle, CHAMPION})
    return Rolled(replace(made, situation=kept), tuple(dict.fromkeys((*notes, *person.doubts, *carried, *missed))))


def _numbers(
    person: Model, test: SpecialTest, said: tuple[str, ...], varied: tuple[str, ...]
) -> tuple[dict[str, int], list[str]]:
    """Fields of the Test that are the model's, and whose numbers are used."""
    numbers: dict[str, int] = {}
    taken: dict[str, None] = {}
    notes: list[str] = []
    for field, letter in (("value", test.stat), ("luck", "L")):
        own, name = person.special.value(letter), STATISTICS[letter]
        if letter not in said:
            numbers[field] = own
        if letter in varied:
            continue
        if letter not in said:
            taken[f"{name} {own}"] = None
        elif getattr(test, field) != own:
            notes.append(f"{name} {getattr(test, field)} is given: the model's {own} is not used")
    if taken:
        notes.insert(0, f"{listed(list(taken), 'and')} {'are those' if len(taken) > 1 else 'is that'} of {person.text}")
    return numbers, notes


def _of_weapons(person: Model, test: SpecialTest) -> tuple[list[str], list[str]]:
    """What a model's weapon says of the Test, and notes on weapons that have no part in it."""
    words: list[str] = []
    notes: list[str] = []
    for weapon in map(weapon_of, person.weapons):
        fits = test.name == ATTACK and weapon.test == test.notation
        if not fits:
            notes.append(f"{weapon.name} is not used: this Test is not its Attack Test")
        elif not words and not any(word in WEAPONS for word in test.situation):
            words = situation_words(weapon, Situation())
    return words, notes


def _effects(person: Model, test: SpecialTest) -> tuple[list[Used], list[str]]:
    """The model's perks and chems that change the Test, and sentences on those that could and do not."""
    known = {used.effect.name for used in test.effects}
    used: list[Used] = []
    notes: list[str] = []
    for name, added in _having(person):
        effect = by_name().get(name.partition(" (")[0])
        why = _unfit(name, effect, test)
        if effect is None or why:
            notes += [why] * (added and bool(why))
        elif effect.name not in known:
            idle = _idle(name, effect, test, chem=name in person.chems)
            if idle:
                notes.append(idle)
            else:
                used.append(Used(effect))
                known.add(effect.name)
    if test.name == "Confusion" and "Machine" in person.perks:
        notes.append(f"{person.unit.name} is a Machine and makes no Confusion Tests")
    return used, notes


def _having(person: Model) -> Iterator[tuple[str, bool]]:
    """Perks and chems by name, and whether they were added to what the unit has."""
    own = {key(perk) for perk in person.unit.perks}
    yield from ((perk, key(perk) not in own) for perk in person.perks)
    yield from ((chem, True) for chem in person.chems)


def _unfit(name: str, effect: Effect | None, test: SpecialTest) -> str:
    """Why a perk or a chem is not for this Test, whatever is stated; empty if it may be."""
    if effect is None:
        return elsewhere(name) or f"{name} changes no Test"
    if effect.name in OF_OTHERS:
        return f"{name} changes nothing here: it is for the Tests of others"
    if not effect.for_tests and not effect.counts:
        return f"{name} changes no Test"
    letters = tuple(effect.stats) or tuple(effect.statistic)
    if (effect.test and effect.test != test.name) or (letters and test.stat not in letters):
        which = f"{effect.test} Tests" if effect.test else "Tests"
        on = f" on {listed([STATISTICS[letter] for letter in letters])}" if letters else ""
        return f"{name} changes nothing here: it is for {which}{on}"
    return ""


def _idle(name: str, effect: Effect, test: SpecialTest, *, chem: bool) -> str:
    """What has to be said for an effect to be used; empty if it is used."""
    missing = [choices for choices in effect.needs if not any(stated(test.situation, word) for word in choices)]
    if missing:
        armed = any(word in WEAPONS for word in test.situation)
        if armed and all({*WEAPONS, "ranged"} & {*choices} for choices in missing):
            return f"{name} is not used: it is for another kind of weapon"
        return f"{name} is not used: say {listed([each[0] for each in missing], 'and')} in the query if it holds"
    if effect.counts:
        return f"{name} is not used: write with {effect.name} and the number of {effect.counts} if it is"
    has_to_be_chosen = not effect.needs or "unlucky" in effect.sets
    if has_to_be_chosen and not chem and effect.name not in ALWAYS:
        return f"{name} is not used: write with {effect.name} in the query if it is"
    return ""
