"""Attackers and weapons by their names in the catalogue, ready for an attack."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.text import listed, quoted
from odds.factions.attacks.friends import NAMES as CONFUSION
from odds.factions.attacks.selective import modes, ways
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.weapon import MAKESHIFT, Weapon, makeshift
from odds.factions.catalogue.names import key
from odds.factions.effects.apply import stated
from odds.factions.effects.arms import IRON_FIST
from odds.factions.effects.effect import Effect
from odds.factions.effects.listing import elsewhere, is_part_of_attacks
from odds.factions.effects.table import by_name
from odds.factions.special.rules import STATISTICS

if TYPE_CHECKING:
    from odds.factions.catalogue.models import Model
    from odds.factions.catalogue.rows import WeaponProfile

ALWAYS = ("Four Leaf Clover",)  # perks that nobody has to choose, pay for or be in a place for
OF_OTHERS = ("Omens", "Intimidation", "Eye Catching", "Lend Luck")  # perks whose owner changes the Tests of others
_PAIR = re.compile(
    rf"(?<![\w+-])(?:({'|'.join(STATISTICS)})|({'|'.join(STATISTICS.values())}))\s*[=:]?\s*(\d{{1,2}})\b(?!\s*[SPECIAL]\b)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Fighter:
    """Whoever attacks.

    Attributes
    ----------
    statistics
        By letter, those that are known.
    words
        Words for the reader of Tests: effects and what is stated.
    perks, chems
        Names of perks and chems, of a model of the catalogue.
    effects
        Names of effects in use.
    champion
        Whether it is a Champion.
    name
        What it is called; empty if it is known by a Test alone.
    notes
        What is left out, as sentences without a full stop.
    """

    statistics: dict[str, int]
    words: str = ""
    perks: tuple[str, ...] = ()
    chems: tuple[str, ...] = ()
    effects: list[str] = field(default_factory=list)
    champion: bool = False
    name: str = ""
    notes: list[str] = field(default_factory=list)


def statline(text: str) -> Fighter:
    """An attacker by its statistics, for a weapon by name.

    Examples
    --------
    >>> fighter = statline("S6 C4 L3 with Psycho")
    >>> fighter.statistics, fighter.words
    ({'S': 6, 'C': 4, 'L': 3}, 'with Psycho')
    """
    letters = {name.lower(): letter for letter, name in STATISTICS.items()}
    found = {(each[1] or letters[each[2].lower()]).upper(): int(each[3]) for each in _PAIR.finditer(text)}
    return Fighter(found, " ".join(_PAIR.sub(" ", text).split()), name=" ".join(text.split()))


def bare(text: str) -> Fighter:
    """An attacker by its Test; its Charisma, for Supporting Fire, may stand among the Test's words.

    Examples
    --------
    >>> fighter = bare("4P P5 C4 L2")
    >>> fighter.statistics, fighter.words
    ({'C': 4}, '4P P5 L2')
    """
    of_test = text.lstrip(" 0123456789")[:1].upper()
    found = next((each for each in _PAIR.finditer(text) if (each[1] or each[2])[0].upper() == "C"), None)
    if found is None or of_test == "C":
        return Fighter({}, text)
    return Fighter({"C": int(found[3])}, " ".join(f"{text[: found.start()]} {text[found.end() :]}".split()))


def is_statline(text: str) -> bool:
    """Whether a text begins with a statistic and its value, and so is no model's name.

    Examples
    --------
    >>> is_statline("S6 L3"), is_statline("Strength 6"), is_statline("Master +1S")
    (True, True, False)
    """
    return _PAIR.match(text.strip()) is not None


def named(text: str) -> tuple[Fighter, tuple[WeaponProfile, ...], Model]:
    """An attacker from the catalogue, its weapons if it was given any, and the model.

    Raises
    ------
    OddsError
        If the text names no model.

    Examples
    --------
    >>> named("Master +1S with Psycho")[0].statistics["S"]
    7
    """
    from odds.factions.catalogue.models import model

    try:
        person = model(text)
    except OddsError as error:
        sentence = getattr(error, "sentence", str(error))
        if not sentence.startswith("unknown"):
            raise
        raise OddsError(f"{sentence}; an attack without a name is written like 6S S6 L3") from None
    fighter = Fighter(
        dict(zip(STATISTICS, person.special, strict=True)),
        perks=person.perks,
        chems=person.chems,
        effects=[chem for chem in person.chems if chem in by_name()],
        champion=person.unit.role == "Champion",
        name=" ".join(text.split()),
        notes=list(person.doubts),
    )
    return fighter, person.weapons, person


def left_out(person: Model) -> list[str]:
    """What a model was given that no attack knows, as sentences without a full stop.

    Examples
    --------
    >>> from odds import model
    >>> left_out(model("Master with Psycho, Cannibal"))
    ['Cannibal is out of scope: movement, set-up or campaign; no die, statistic or damage']
    """
    own = {key(perk) for perk in person.unit.perks}
    given = [*(perk for perk in person.perks if key(perk) not in own), *person.chems]
    return [about for name in given if (about := elsewhere(name)) and not is_part_of_attacks(name)]


def weapon_of(profile: WeaponProfile, way: int = 0) -> Weapon:
    """A weapon of the catalogue as attacks know it.

    Parameters
    ----------
    profile
        The weapon.
    way
        Which of its ways to fire it (Selective Fire), from 0.

    Examples
    --------
    >>> from odds.factions.catalogue.models import armed
    >>> weapon_of(armed("Super Sledge")).text
    'Super Sledge, Melee, 6S, Unwieldy 6, Maim'
    """
    fired = list(modes(profile))[way]
    return Weapon(fired.name, fired.type, fired.test, fired.range, fired.traits, fired.criticals)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon by name.

    Attributes
    ----------
    weapon
        The weapon.
    ways
        Traits of which one is chosen before each Test (Selective Fire).
    notes
        What is disputed, or odd about who has it.
    """

    weapon: Weapon
    ways: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def weapon_named(name: str, way: int = 0) -> Arm:
    """A weapon by its name, with its modifications behind a colon, and notes on what is disputed.

    Raises
    ------
    OddsError
        If it is unknown.

    Examples
    --------
    >>> weapon_named("makeshift weapon").weapon.test, weapon_named("Hunting Rifle: 4P; Aim (2)").weapon.text
    ('3S', 'Hunting Rifle, Rifle 22", 4P, Aim 2, Pierce')
    """
    from odds.factions.catalogue.models import armed, doubt

    profile = armed(name)
    found = doubt(profile)
    return Arm(weapon_of(profile, way), ways(profile), () if found is None else (found,))


def bladed(arm: Arm) -> Arm:
    """A weapon in the hands of whoever has a Bladed one as well: a Makeshift Weapon is the 2S that Bladed makes 3S.

    Printings of 2026 disagree on that weapon; Bladed speaks of the one with 2S.

    Examples
    --------
    >>> bladed(weapon_named("Makeshift Weapon")).weapon.text
    'Makeshift Weapon, Melee, 2S'
    """
    if arm.weapon.name != MAKESHIFT:
        return arm
    weapon = makeshift()
    note = f"{MAKESHIFT}: {weapon.test} here, since Bladed speaks of that printing; alone it is {arm.weapon.test}"
    return Arm(weapon, (), (*arm.notes, note))


def only_weapon(person: Model, weapons: tuple[WeaponProfile, ...], way: int = 0) -> Arm:
    """The weapon of a model that was given just one; that of the perk Iron Fist if it was given this and none.

    Raises
    ------
    OddsError
        If it has none, or several; it lists those that the catalogue knows for it.
    """
    if len(weapons) == 1:
        return Arm(weapon_of(weapons[0], way), ways(weapons[0]))
    if not weapons and IRON_FIST in person.perks and IRON_FIST not in person.unit.perks:
        return weapon_named(IRON_FIST)
    own = [each.name for each in weapons] or known_weapons(person)
    which = f": {listed(own)}" if own else ""
    raise OddsError(f"say which weapon {quoted(person.unit.name)} attacks with, with --with{which}")


def known_weapons(person: Model) -> list[str]:
    """The weapons of a model's sets, each once; and that of the perk Iron Fist.

    Examples
    --------
    >>> from odds import model
    >>> "Minigun" in known_weapons(model("Master"))
    True
    """
    from odds.factions.catalogue.catalogue import catalogue

    found = dict.fromkeys(name for kit in catalogue().sets_of(person.unit) for name in kit.weapons)
    return list(found | dict.fromkeys([IRON_FIST] * (IRON_FIST in person.perks)))


def never_has(person: Model, weapon: Weapon) -> bool:
    """Whether none of a model's weapon sets has this weapon.

    Examples
    --------
    >>> from odds import model
    >>> [never_has(model("Master"), weapon_named(name).weapon) for name in ("Minigun", "Flamer")]
    [False, True]
    """
    known = {key(part) for name in known_weapons(person) for part in (name, name.rpartition(":")[2])}
    return bool(known) and weapon.name != MAKESHIFT and key(weapon.name) not in known


def situation_words(weapon: Weapon, moment: Situation) -> list[str]:
    """What effects may need that the weapon and the moment say by themselves.

    Examples
    --------
    >>> situation_words(weapon_named("Super Sledge").weapon, Situation())
    ['melee']
    """
    words = {
        weapon.type.lower(): True,
        "area": weapon.area,
        "fast": weapon.has("Fast"),
        "aiming": moment.aim,
    }
    return [word for word, holds in words.items() if holds]


def use_perks(fighter: Fighter, said: tuple[str, ...], letter: str) -> None:
    """Puts a model's perks to use where their conditions hold, and notes those that wait for a word.

    Examples
    --------
    >>> fighter = named("Master with Rifleman, Big Leagues, Steady Aim")[0]
    >>> use_perks(fighter, ("rifle",), "P")
    >>> fighter.effects, fighter.notes
    (['Rifleman'], ['Steady Aim is not used: say not moved with --when if it holds'])
    """
    for perk in fighter.perks:
        effect = by_name().get(perk.partition(" (")[0])
        if effect is None or effect.name in (*fighter.effects, *CONFUSION, *OF_OTHERS) or not _could(effect, letter):
            continue
        missing = [choices for choices in effect.needs if not any(stated(said, word) for word in choices)]
        chosen = not effect.needs or effect.counts or "unlucky" in effect.sets
        if effect.name in ALWAYS or not (missing or chosen):
            fighter.effects.append(effect.name)
        elif missing and not _of_weapons(missing):
            words = listed([choices[0] for choices in missing if not _of_weapons([choices])], "and")
            fighter.notes.append(f"{perk} is not used: say {words} with --when if it holds")
        elif chosen and not missing:
            fighter.notes.append(f"{perk} is not used: say so with --effect if it is")


def _could(effect: Effect, letter: str) -> bool:
    """Whether an effect could change an Attack Test on this statistic."""
    return effect.for_tests and effect.test in ("", "Attack") and (not effect.statistic or letter in effect.statistic)


def _of_weapons(missing: list[tuple[str, ...]]) -> bool:
    """Whether what is missing is another kind of weapon."""
    kinds = ("melee", "pistol", "rifle", "heavy", "grenade", "ranged", "fast", "aiming", "Champion")
    return any(word in kinds for choices in missing for word in choices)
