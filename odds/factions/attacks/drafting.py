"""An attacker's words as a draft of an attack: everything but the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import listed
from odds.factions.attacks.byname import ALWAYS, FLAGS, bashed, handled, of_test, taken
from odds.factions.attacks.byname import NAMES as ATTACKING
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.declare import Attacker, declare
from odds.factions.attacks.fighters import (
    Arm,
    Fighter,
    bare,
    bladed,
    is_statline,
    left_out,
    named,
    never_has,
    only_weapon,
    situation_words,
    statline,
    use_perks,
    weapon_named,
)
from odds.factions.attacks.friends import NAMES as CONFUSION
from odds.factions.attacks.rules import OBJECTIVE, Attack, Bonus
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.target import STATISTICS, Target
from odds.factions.attacks.target_query import EYE_CATCHING, TargetReading
from odds.factions.attacks.weapon import MAKESHIFT, Weapon
from odds.factions.attacks.wording import Head, is_test
from odds.factions.effects.apply import sources, stated
from odds.factions.effects.arms import BASHER, HANDLING, IRON_FIST, most_supporters
from odds.factions.effects.table import by_name
from odds.factions.special.query import read
from odds.factions.special.rules import AVERAGE_LUCK, SpecialTest

UNNAMED = "this weapon"
_TYPES = {"S": "Heavy", "A": "Pistol"}
_REACH = 99  # inches that no range band depends on


@dataclass(slots=True)
class Draft:
    """An attack without its target.

    Attributes
    ----------
    test
        The Test with every effect in its numbers, Bonus Dice of effects apart.
    weapon, statistics, moment
        What `declare` needs.
    head
        The attacker's words.
    flags
        The attacker's perks that an attack knows by themselves.
    bonus
        Bonus Dice of effects.
    on_friends
        Effects on Confusion Tests.
    names
        Perks, chems and ploys in use that the attack knows by name.
    own
        Perks that the attacker has, whether in use or not.
    name
        What the attacker and its weapon are called.
    ways
        Traits of which one is chosen (Selective Fire).
    way
        Which of them it is.
    luck
        The attacker's Luck before effects.
    notes
        What had to be assumed.
    """

    test: SpecialTest
    weapon: Weapon
    statistics: dict[str, int]
    moment: Situation
    head: Head
    flags: dict[str, bool]
    bonus: tuple[Bonus, ...]
    on_friends: tuple[str, ...]
    names: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    name: str = ""
    ways: tuple[str, ...] = ()
    way: int = 0
    luck: int = AVERAGE_LUCK
    notes: list[str] = field(default_factory=list)

    @property
    def area(self) -> bool:
        """Whether its weapon hits every model in an area."""
        return self.weapon.area


def draft(
    head: Head,
    *,
    weapon: str | None,
    traits: Sequence[str],
    words: Sequence[str],
    effects: Sequence[str],
    moment: Situation,
    more: Mapping[str, Any],
    rules: Rules,
    champion_of: TargetReading,
    way: int = 0,
) -> Draft:
    """Reads an attacker.

    Parameters
    ----------
    head
        The attacker's part of the text.
    weapon, traits
        Its weapon by name, and Traits that it has as well.
    words, effects
        Conditions and effects by name.
    moment
        What gives Bonus Dice.
    more
        Further values for the reader of Tests.
    rules
        Edition and switches.
    champion_of
        The target as it was read: it may always be Wide Open.
    way
        Which of the ways to fire a weapon with Selective Fire is chosen, from 0.

    Raises
    ------
    OddsError
        If the words cannot be read.
    """
    text, said = _said(head.words, effects)
    chosen_arm = IRON_FIST if IRON_FIST in said and weapon is None else weapon
    fighter, given, notation = _who(text, chosen_arm, way, has_blade=moment.bladed)
    names = tuple(dict.fromkeys([name for name in (*said, *_used(fighter)) if name in ATTACKING]))
    arm = None if given is None else handled(_with_traits(given.weapon, traits), names)
    chosen = [each for each in said if of_test(each) or each not in (*CONFUSION, *ATTACKING)]
    on_friends = tuple(each for each in said if each in CONFUSION)
    on_friends += tuple(each for each in fighter.perks if each in CONFUSION and champion_of.target.friends)
    flags = {FLAGS[name]: True for name in names if name in FLAGS}
    test = _test(fighter, arm, notation, _words(words, names, fighter.words), chosen, moment, more, rules)
    if arm is None:
        arm = handled(_unnamed(test, moment, traits), names)
    if champion_of.eye_catching and not arm.melee and not moment.wide_open and _is_ranged(arm, test):
        moment = replace(moment, wide_open=True)
        fighter.notes.append(f"{EYE_CATCHING}: the target is Wide Open")
    dice = sources(test)
    played = test.played
    plain = replace(played, bonus=played.bonus - sum(each for _, each in dice), situation=())
    fighter.notes += [*head.notes, *_doubts(test)]
    found = tuple(Bonus(*each) for each in dice if not (_opens(each[0]) and moment.wide_open))
    return Draft(
        plain, arm, fighter.statistics, moment, head, flags, found, on_friends,
        names=_affordable(names, said, champion_of), own=fighter.perks, name=fighter.name,
        ways=() if given is None else given.ways, way=way, luck=test.luck or 0, notes=fighter.notes,
    )  # fmt: skip


def _said(text: str, effects: Sequence[str]) -> tuple[str, list[str]]:
    """An attacker's words without the names that no Test knows, and all names; a model's perks stay with its name."""
    if not (is_test(text) or text[:1].isdigit() or is_statline(text)):
        return text, [*effects]
    left, found = taken(text)
    return left.rstrip(), [*effects, *(name for name in found if not of_test(name))]


def _used(fighter: Fighter) -> list[str]:
    """What a model of the catalogue has that is in use by itself."""
    return [name for name in (*fighter.perks, *fighter.chems) if name in ALWAYS or name in FLAGS]


def _affordable(names: tuple[str, ...], said: Sequence[str], target: TargetReading) -> tuple[str, ...]:
    """The names without a Basher that nobody said, if the target's Strength is not known that it asks for."""
    unsaid = BASHER not in said and target.target.strength is None
    return tuple(name for name in names if not (unsaid and name == BASHER))


def _with_traits(weapon: Weapon, traits: Sequence[str]) -> Weapon:
    """The weapon with further Traits."""
    return replace(weapon, traits=(*weapon.traits, *_pairs(weapon, traits)))


def _words(words: Sequence[str], names: Sequence[str], said: str) -> list[str]:
    """What is stated, with the Trait that a perk gives to the Pistol of a bare Test."""
    types = [HANDLING[name].type.lower() for name in names if name in HANDLING and HANDLING[name].trait]
    fast = [kind for kind in types if kind in words or f" {kind}" in f" {said.lower()}"]
    return [*words, *["fast"] * bool(fast)]


def _doubts(test: SpecialTest) -> list[str]:
    """Effects that a rule switch has a say in, as sentences: their numbers are worked in, so nobody else says so."""
    switches = {used.effect.switch: used.text for used in test.effects if used.effect.switch}
    others = {name: [replace(test, rules=rules).played for rules in test.rules.flipped(name)] for name in switches}
    numbers = {
        name: {(each.value, each.luck, each.bonus) for each in (test.played, *played)}
        for name, played in others.items()
    }
    return [f"{switches[name]} depends on rule {name}: see odds rules" for name in switches if len(numbers[name]) > 1]


def _who(text: str, weapon: str | None, way: int, *, has_blade: bool) -> tuple[Fighter, Arm | None, str]:
    """Whoever attacks, the weapon if it has a name, and the Test's notation and numbers."""
    arm = None if weapon is None else weapon_named(weapon, way)
    if arm is None and (is_test(text) or text[:1].isdigit()):
        return bare(text), None, ""
    if is_test(text):
        raise OddsError(f"{text} is a Test already: leave out --with, or give statistics alone, such as S6 L3")
    if is_statline(text):
        if arm is None:
            raise OddsError(f"say what it attacks with: add --with and a weapon's name, or write 6S {text}")
        fighter = statline(text)
    else:
        fighter, carried, person = named(text)
        fighter.notes += left_out(person)
        arm = only_weapon(person, carried, way) if arm is None else arm
        if never_has(person, arm.weapon):
            fighter.notes.append(f"{arm.weapon.name} is in no weapon set of {person.unit.name}")
    if weapon is not None:
        fighter.name += (", " if " with " in fighter.name else " with ") + " ".join(weapon.split())
    arm = bladed(arm) if has_blade else arm
    fighter.notes += arm.notes
    own = arm.weapon
    value = fighter.statistics.get(own.stat)
    if value is None:
        raise OddsError(f"{own.name} needs the attacker's {own.statistic}: add {own.stat}4, for example")
    luck = fighter.statistics.get("L")
    return fighter, arm, f"{own.test} {own.stat}{value}" + ("" if luck is None or own.stat == "L" else f" L{luck}")


def _test(
    fighter: Fighter,
    arm: Weapon | None,
    notation: str,
    words: list[str],
    effects: list[str],
    moment: Situation,
    more: Mapping[str, Any],
    rules: Rules,
) -> SpecialTest:
    """The Test as the reader of Tests has it, effects and what they need among its words."""
    if arm is not None:
        words = list(dict.fromkeys([*situation_words(arm, moment), *words, *["Champion"] * fighter.champion]))
        use_perks(fighter, tuple(words), arm.stat)
    elif moment.aim:
        words.append("aiming")
    names = list(dict.fromkeys([*fighter.effects, *effects]))
    said = " ".join([notation, fighter.words, *words, *(f"with {name}" for name in names)])
    reading = read(said.strip(), part=True, edition=rules.edition, rules=dict(rules.changed), **more)
    if reading.test.value is None:
        raise OddsError(f"an attack needs numbers: give {reading.test.text} its statistic's value, such as 6S S6")
    fighter.notes += reading.notes
    return reading.test


def _unnamed(test: SpecialTest, moment: Situation, traits: Sequence[str]) -> Weapon:
    """The weapon of a bare Test, of the kind that follows from what is said."""
    if moment.distance is not None:
        raise OddsError("--distance needs a weapon with a range: name one with --with, or say --half-range")
    melee = moment.charge or moment.engaged_friends or moment.overwhelming_friends or moment.bladed
    if moment.aim and not any(trait.strip().lower().startswith("aim") for trait in traits):
        raise OddsError('--aim needs the Trait Aim: add --trait "Aim 1", for example, or name the weapon with --with')
    kinds = [word.title() for word in test.situation if word in ("melee", "pistol", "rifle", "heavy", "grenade")]
    kind = kinds[0] if kinds else "Melee" if melee else _TYPES.get(test.stat, "Rifle")
    notation = f"{test.pool}{test.stat}"
    return Weapon(UNNAMED, kind, notation, None if kind == "Melee" else _REACH, tuple(traits))  # type: ignore[arg-type]


def _pairs(arm: Weapon, traits: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Further Traits as a weapon keeps them."""
    return replace(arm, traits=tuple(traits)).traits if traits else ()  # type: ignore[arg-type]


def _is_ranged(arm: Weapon, test: SpecialTest) -> bool:
    """Whether it is known that the attack is no Brawl."""
    return arm.name != UNNAMED or stated(test.situation, "ranged")


def _opens(name: str) -> bool:
    """Whether an effect's die is the one for a Wide Open target."""
    effect = by_name().get(name)
    return effect is not None and effect.attack == "wide open"


def finished(
    drafted: Draft,
    target: Target,
    criticals: Sequence[Critical],
    objective: str,
    pays_crackshot: bool,
    rules: Rules,
) -> Attack:
    """The attack on a target."""
    test, weapon, head, moment = drafted.test, drafted.weapon, drafted.head, drafted.moment
    every = (*weapon.criticals, *head.criticals, *criticals)
    if BASHER in drafted.names and weapon.melee:
        every = bashed(every)
    statistics = _statistics(drafted, weapon)
    if moment.supporters and statistics["charisma"] is None and weapon.name == UNNAMED:
        statistics["charisma"] = moment.supporters
        drafted.notes.append("Charisma not given: so many friends can support only if it is as high")
    if pays_crackshot and not weapon.has("Crackshot"):
        raise OddsError(f'{weapon.name} has no Crackshot to pay for: add --trait "Crackshot 1", for example')
    limit = most_supporters(statistics["charisma"], drafted.names)
    if limit is not None and moment.supporters > (statistics["charisma"] or 0):
        drafted.notes.append(f"More friends support than its Charisma: {limit} may, its Control Area being larger")
    attacker = Attacker(**statistics, pays_crackshot=pays_crackshot, most_supporters=limit)  # type: ignore[arg-type]
    plan = replace(weapon, criticals=every)
    declared = declare(plan, attacker, target, moment, objective=objective, rules=rules)
    flags: dict[str, Any] = {**drafted.flags, **head.flags}
    own_perk = flags.pop("penetrator", False)
    lost = own_perk and drafted.weapon.name != UNNAMED and (weapon.melee or weapon.area)
    attack = replace(
        declared,
        test=replace(test, unlucky=test.unlucky or declared.test.unlucky),
        bonus=_once((*head.bonus, *declared.bonus, *drafted.bonus)),
        plain=flags.pop("plain", False) or declared.plain,
        non_lethal=flags.pop("non_lethal", False) or declared.non_lethal,
        penetrator=own_perk and not lost,
        crackshot=declared.crackshot or head.crackshot,
        strength=declared.strength if head.strength is None else head.strength,
        name=drafted.name,
        **flags,
    )
    drafted.notes += _idle(attack, weapon, moment, penetrator=lost)
    return attack


def _idle(attack: Attack, weapon: Weapon, moment: Situation, *, penetrator: bool) -> list[str]:
    """What was said and changes nothing, as sentences without a full stop."""
    said = {
        f"Penetrator does nothing: {weapon.name} is a Melee weapon": penetrator and weapon.melee,
        f"Penetrator does nothing: {weapon.name} hits an area": penetrator and not weapon.melee,
        f"Half range changes nothing: {weapon.name} has no Storm": moment.band == "half" and not weapon.has("Storm"),
        f"{weapon.name} is no {MAKESHIFT}: Bladed changes nothing": moment.bladed and weapon.name != MAKESHIFT,
        f"The distance changes nothing: {weapon.name} has no Storm and is within its range": moment.band_of(weapon)
        != "beyond" and moment.distance is not None and not weapon.has("Storm"),
        "Bonus Dice are ignored: the attack takes none": attack.bonus and attack.plain,
        "Bonus Dice are ignored: the Test is Unlucky": attack.bonus and attack.test.unlucky,
        "No friend is Confused: the target's fall causes no Confusion Tests": attack.target.friends
        and not attack.target.confuses,
        f"The objective {attack.objective} does nothing: there is nothing to decide": attack.objective != OBJECTIVE
        and len(attack.effects) < 2 and not attack.test.may_reroll,
    }  # fmt: skip
    return [note for note, holds in said.items() if holds]


def _statistics(drafted: Draft, weapon: Weapon) -> dict[str, int | None]:
    """The attacker's statistics by name, that of the Test with its effects."""
    by_letter = {**drafted.statistics, weapon.stat: drafted.test.value or 0, "L": drafted.test.luck or 0}
    if drafted.head.strength is not None:
        by_letter["S"] = drafted.head.strength
    return {name: by_letter.get(letter) for name, letter in STATISTICS.items()}


def _once(bonus: tuple[Bonus, ...]) -> tuple[Bonus, ...]:
    """Refuses Bonus Dice from one source twice."""
    names = [each.source for each in bonus]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise OddsError(f"{listed(twice, 'and')} would give Bonus Dice twice: name the source once")
    return bonus
