"""From a model, its weapon and the moment to an attack that is ready to be rolled."""

from __future__ import annotations

from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import said
from odds.factions.attacks.checks import Limits, check_flags, settle_numbers
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.target import STATISTICS, Target
from odds.factions.attacks.weapon import Weapon
from odds.factions.special.rules import AVERAGE_LUCK, SpecialTest
from odds.factions.switches import BOOK

_LIMITS: Limits = {
    **{field: (f"the attacker's {field.title()} ({letter})", 0, 20) for field, letter in STATISTICS.items()},
    "most_supporters": ("the number of friends that can support", 0, 999),
}
_OPEN = (*(field for field in STATISTICS if field != "luck"), "most_supporters")


@dataclass(frozen=True, slots=True)
class Attacker:
    """Everything about the attacker that decides how its attack ends.

    Parameters
    ----------
    strength, perception, endurance, charisma, intelligence, agility
        Its statistics; None where the weapon and the situation need none.
    luck
        Its Luck; 2, the game's average, if not given.
    penetrator, better_criticals
        Perks.
    four_leaf_clover
        The perk: a surviving Luck Die rolls two Fortune Smiles dice.
    pays_crackshot
        It pays for the Trait Crackshot.
    most_supporters
        How many friends can give it Supporting Fire, where perks and chems change that; None: as many as its Charisma.
    rerolls, lucky_break
        Re-rolls, see `SpecialTest`.

    Raises
    ------
    OddsError
        If a value is out of range.

    Examples
    --------
    >>> Attacker(perception=4).value("P", "a Hunting Rifle")
    4
    """

    strength: int | None = None
    perception: int | None = None
    endurance: int | None = None
    charisma: int | None = None
    intelligence: int | None = None
    agility: int | None = None
    luck: int = AVERAGE_LUCK
    penetrator: bool = False
    better_criticals: bool = False
    four_leaf_clover: bool = False
    pays_crackshot: bool = False
    most_supporters: int | None = None
    rerolls: int = 0
    lucky_break: bool = False

    def __post_init__(self) -> None:
        settle_numbers(self, _LIMITS, may_be_open=_OPEN)
        check_flags(self, ("penetrator", "better_criticals", "four_leaf_clover", "pays_crackshot", "lucky_break"))

    def value(self, letter: str, why: str) -> int:
        """A statistic by its letter.

        Raises
        ------
        OddsError
            If it was left open.
        """
        field = next(field for field, own in STATISTICS.items() if own == letter)
        value: int | None = getattr(self, field)
        if value is None:
            raise OddsError(f"{why} needs the attacker's {field.title()}: add {letter}4, for example")
        return value


def declare(
    weapon: Weapon,
    attacker: Attacker,
    target: Target,
    situation: Situation | None = None,
    *,
    objective: str = OBJECTIVE,
    rules: Rules | None = None,
) -> Attack:
    """The attack of a model with a weapon: its Bonus Dice are worked out (Rulebook p. 20-25).

    Parameters
    ----------
    weapon, attacker, target
        Who attacks whom with what.
    situation
        The moment; within range and nothing else if None.
    objective
        What a Critical Effect is chosen for.
    rules
        Edition and rule switches; the default edition if None.

    Raises
    ------
    OddsError
        If something is not of its kind, the situation cannot be with this weapon, or a statistic is missing.

    Examples
    --------
    >>> rifle = Weapon("Assault Rifle", "Rifle", "4P", 20, ["Storm 1"], ["Maim"])
    >>> attack = declare(rifle, Attacker(perception=5), Target(4, 1, harm=1), Situation(distance=10, wide_open=True))
    >>> attack.rolled.text, [each.source for each in attack.bonus_dice]
    ('4P P5 L2 +3 dice', ['Wide Open', 'Storm', 'Harm'])
    """
    moment = Situation() if situation is None else situation
    for given, kind in ((weapon, Weapon), (attacker, Attacker), (moment, Situation)):
        if not isinstance(given, kind):
            raise OddsError(f"an attack is declared by a Weapon, an Attacker and a Situation, not {said(given)}")
    bonus = moment.bonus_dice(weapon)
    _check_support(attacker, moment)
    rules = BOOK.rules() if rules is None else rules
    test = SpecialTest(
        weapon.pool,
        weapon.stat,
        attacker.value(weapon.stat, weapon.name),
        attacker.luck,
        unlucky=moment.unlucky or (not weapon.melee and moment.band_of(weapon) == "beyond"),
        rerolls=attacker.rerolls,
        lucky_break=attacker.lucky_break,
        fortune_dice=2 if attacker.four_leaf_clover else 1,
        rules=rules,
    )
    return Attack(
        test,
        target,
        weapon.criticals,
        bonus,
        plain=weapon.area or _is_unwieldy(weapon, attacker),
        penetrator=attacker.penetrator and not (weapon.melee or weapon.area),
        better_criticals=attacker.better_criticals,
        non_lethal=weapon.has("Non-Lethal"),
        crackshot=_crackshot(weapon, attacker),
        strength=_strength(weapon, attacker),
        objective=objective,
        rules=rules,
    )


def _check_support(attacker: Attacker, moment: Situation) -> None:
    """At most as many friends can give Supporting Fire as the attacker has Charisma, or a larger Control Area."""
    if not moment.supporters:
        return
    most, what = attacker.most_supporters, "Control Area"
    if most is None:
        most, what = attacker.value("C", "Supporting Fire"), "Charisma"
    if moment.supporters > most:
        raise OddsError(
            f"at most {most} friends can give Supporting Fire, the attacker's {what}, not {moment.supporters}"
        )


def _is_unwieldy(weapon: Weapon, attacker: Attacker) -> bool:
    needed = weapon.trait("Unwieldy")
    return bool(needed) and attacker.value("S", f"{weapon.name}, Unwieldy {needed},") < needed


def _crackshot(weapon: Weapon, attacker: Attacker) -> int:
    if attacker.pays_crackshot and not weapon.trait("Crackshot"):
        raise OddsError(f"{weapon.name} lacks the Trait Crackshot, so nothing can be paid for it")
    return weapon.trait("Crackshot") * attacker.pays_crackshot


def _strength(weapon: Weapon, attacker: Attacker) -> int | None:
    """The attacker's Strength where Haul asks for it."""
    hauls = [each for each in weapon.criticals if each.name == "Haul"]
    return attacker.value("S", f"{weapon.name}, {hauls[0].text},") if hauls else None
