"""A model of the catalogue with one of its weapons: the attack it makes, whoever the target is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.factions.attacks.critical import EFFECTS
from odds.factions.attacks.declare import Attacker, declare
from odds.factions.attacks.fighters import Fighter, situation_words, use_perks, weapon_of
from odds.factions.attacks.rules import Attack, Bonus
from odds.factions.attacks.selective import modes
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.target import STATISTICS, Target
from odds.factions.attacks.weapon import TRAITS, Weapon
from odds.factions.catalogue.labels import parts
from odds.factions.catalogue.models import doubt
from odds.factions.effects.apply import sources, stated
from odds.factions.effects.arms import most_supporters
from odds.factions.effects.effect import Used
from odds.factions.effects.table import by_name
from odds.factions.ranking.moments import AS_IT_IS, Moment
from odds.factions.special.rules import SpecialTest

if TYPE_CHECKING:
    from odds.factions.catalogue.catalogue import Catalogue
    from odds.factions.catalogue.models import Model
    from odds.factions.catalogue.rows import WeaponProfile

#: perks that an attack knows by themselves -> field of `Attacker`
PERKS = {"Penetrator": "penetrator", "Better Criticals": "better_criticals"}
ANYBODY = Target(4, 1, strength=4, perception=4, charisma=4, intelligence=4, agility=4, luck=2)  # until one is known


@dataclass(frozen=True, slots=True)
class Strike:
    """What a model does with a weapon.

    Attributes
    ----------
    weapon
        The weapon's name.
    attack
        The attack at the ranking's moment, on a target of no importance.
    wide_open
        The same on a target that is always Wide Open.
    notes
        Perks that are left out, as sentences without a full stop.
    doubts
        Disputed values that are used, a sentence each.
    idle
        What of the moment means nothing with the weapon, names of `moments.PARTS`.
    """

    weapon: str
    attack: Attack
    wide_open: Attack
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()

    def at(self, target: Target, *, eye_catching: bool = False) -> Attack:
        """The attack on a target.

        Examples
        --------
        >>> from odds import catalogue, model
        >>> from odds.factions.switches import BOOK
        >>> blow = strike(model("Master"), catalogue().weapon("Super Sledge"), catalogue(), BOOK.rules())
        >>> blow.at(Target(endurance=4, health=1)).text
        '6S S6 L3 crit Maim at E4 HP1'
        """
        return (self.wide_open if eye_catching else self.attack).against(target)


def strike(
    person: Model,
    profile: WeaponProfile,
    book: Catalogue,
    rules: Rules,
    *,
    moment: Moment = AS_IT_IS,
    conditions: Sequence[str] = (),
    chosen: Sequence[str] = (),
) -> Strike:
    """A model with a weapon: its perks and chems are used where their conditions hold by themselves.

    Parameters
    ----------
    person
        The model.
    profile
        The weapon.
    book
        The catalogue that knows what is disputed.
    rules
        Edition and rule switches.
    moment
        What holds for every attack, as far as the weapon can be in it.
    conditions
        What holds besides, for perks that need it: "not moved".
    chosen
        Effects that are used although nothing makes them: perks that somebody has to choose.

    Raises
    ------
    OddsError
        If the weapon has a Trait or a Critical Effect that no attack knows, or the model lacks a statistic.

    Examples
    --------
    >>> from odds import catalogue, model
    >>> from odds.factions.switches import BOOK
    >>> book = catalogue()
    >>> doubts = strike(model("Nisha"), book.weapon("Combat Rifle"), book, BOOK.rules()).doubts
    >>> [sentence.partition(":")[0] for sentence in doubts]
    ['Combat Rifle', 'Rifleman']
    """
    weapon = weapon_of(profile)
    now = moment.of(weapon)
    stated_words = tuple(dict.fromkeys([*situation_words(weapon, now), *moment.words, *conditions]))
    fighter, words = _fighter(person, weapon, stated_words, chosen)
    used = tuple(Used(by_name()[name], 1 if by_name()[name].counts else None) for name in fighter.effects)
    value = fighter.statistics[weapon.stat]
    test = SpecialTest(
        weapon.pool, weapon.stat, value, fighter.statistics["L"], effects=used, situation=words, rules=rules
    )
    limit = most_supporters(person.special.C, [*person.perks, *person.chems])
    now = replace(now, supporters=min(now.supporters, person.special.C if limit is None else limit))
    flags: dict[str, Any] = {field: name in person.perks for name, field in PERKS.items()}
    flags["most_supporters"] = limit
    flags["penetrator"] &= not (weapon.melee or weapon.area)
    idle = " is not used"  # what follows in a note is for the command line of one attack
    plain, opened = (
        _attack(weapon, fighter, test, flags, rules, replace(now, wide_open=now.wide_open or on))
        for on in (False, not weapon.melee)
    )
    return Strike(
        profile.name,
        plain,
        opened,
        tuple(f"{note.partition(idle)[0]}{idle}" for note in fighter.notes),
        tuple(filter(None, (doubt(profile), *_disputed([*fighter.effects, *_named(flags)], book)))),
        moment.idle(weapon),
    )


def _fighter(
    person: Model, weapon: Weapon, said: Sequence[str], chosen: Sequence[str]
) -> tuple[Fighter, tuple[str, ...]]:
    """Whoever attacks with the effects in use, and what is stated."""
    champion = person.unit.role == "Champion"
    words = (*said, *["Champion"] * champion)
    fighter = Fighter(
        dict(zip(STATISTICS.values(), person.special, strict=True)),
        perks=person.perks,
        effects=[name for name in (*person.chems, *chosen) if usable(name, weapon, words)],
        champion=champion,
    )
    use_perks(fighter, words, weapon.stat)
    return fighter, words


def usable(name: str, weapon: Weapon, words: Sequence[str]) -> bool:
    """Whether an effect changes an attack with this weapon, all it needs being stated.

    Examples
    --------
    >>> from odds import catalogue
    >>> sledge = weapon_of(catalogue().weapon("Super Sledge"))
    >>> usable("Psycho", sledge, ("melee",)), usable("Rifleman", sledge, ("melee",)), usable("Jet", sledge, ())
    (True, False, False)
    """
    effect = by_name().get(name)
    if effect is None or not effect.for_tests or effect.test not in ("", "Attack"):
        return False
    fits = all(not letters or weapon.stat in letters for letters in (effect.statistic, effect.stats))
    return fits and all(any(stated(tuple(words), word) for word in choices) for choices in effect.needs)


def _attack(
    weapon: Weapon, fighter: Fighter, test: SpecialTest, flags: dict[str, Any], rules: Rules, moment: Situation
) -> Attack:
    """The attack with every effect in its numbers; Bonus Dice of effects keep their names."""
    dice = sources(test)
    played = test.played
    plain = replace(played, bonus=played.bonus - sum(number for _, number in dice), situation=(), effects=())
    letters = {**fighter.statistics, weapon.stat: plain.value or 0, "L": plain.luck or 0}
    attacker = Attacker(**{field: letters[letter] for field, letter in STATISTICS.items()}, **flags)  # type: ignore[arg-type]
    declared = declare(weapon, attacker, ANYBODY, moment, rules=rules)
    more = [Bonus(*each) for each in dice if not (moment.wide_open and by_name()[each[0]].attack == "wide open")]
    return replace(
        declared,
        test=replace(plain, unlucky=plain.unlucky or declared.test.unlucky),
        bonus=(*declared.bonus, *more),
    )


def _named(flags: dict[str, Any]) -> list[str]:
    return [name for name, field in PERKS.items() if flags[field]]


def _disputed(effects: Iterable[str], book: Catalogue) -> list[str]:
    """A sentence for each effect in use that printings disagree on."""
    rows = [book.find_perk(name) or book.find_chem(name) for name in effects]
    return [
        f"{row.name}: printings of 2026 disagree on its {' and '.join(row.printing.disputed)}"
        for row in rows
        if row is not None and row.printing.disputed
    ]


def strikes(
    person: Model, profiles: Iterable[WeaponProfile], book: Catalogue, rules: Rules, **more: Any
) -> tuple[tuple[Strike, ...], tuple[str, ...]]:
    """A model with each of its weapons, and a sentence on everything of them that cannot be used.

    Parameters
    ----------
    person, book, rules
        As in `strike`.
    profiles
        The weapons.
    **more
        moment, conditions and chosen, as in `strike`.

    Examples
    --------
    >>> from odds import catalogue, model
    >>> from odds.factions.switches import BOOK
    >>> book = catalogue()
    >>> [each.weapon for each in strikes(model("Master"), [book.weapon("Ripper")], book, BOOK.rules())[0]]
    ['Ripper']
    """
    found, missing = [], []
    for profile in (mode for each in profiles for mode in modes(each)):
        kept, unknown = understood(profile)
        missing += [f"{profile.name}: {label} is left out, no attack knows it" for label in unknown]
        try:
            found.append(strike(person, kept, book, rules, **more))
        except OddsError as error:
            missing.append(f"{profile.name} is left out: {error}")
    return tuple(found), tuple(missing)


def understood(profile: WeaponProfile) -> tuple[WeaponProfile, list[str]]:
    """A weapon without the Traits and Critical Effects that no attack knows, and what these are.

    Examples
    --------
    >>> from odds.factions.catalogue.rows import WeaponProfile
    >>> understood(WeaponProfile("Fogbow", "Rifle", 20, "3P", ("Creeping", "Fast"), ("Maim",)))[1]
    ['Creeping']
    """
    known = [label for label in profile.traits if parts(label)[0] in TRAITS]
    effects = [label for label in profile.criticals if parts(label)[0] in EFFECTS]
    unknown = [label for label in (*profile.traits, *profile.criticals) if label not in (*known, *effects)]
    return replace(profile, traits=tuple(known), criticals=tuple(effects)), unknown
