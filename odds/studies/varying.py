"""The numbers of a Test or an attack that a sweep can vary, by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.text import closest, listed, quoted, written
from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.attacks.worthwhile import Worth, rerolled_for
from odds.factions.special.rules import STATISTICS, SpecialTest

LETTERS = {name.lower(): letter for letter, name in STATISTICS.items()}
"""A statistic's name -> its letter."""

#: of the Test: who rolls; name -> what it is
OF_TEST = {
    "pool": "Pool Size",
    **{name.lower(): name for name in STATISTICS.values()},
    "bonus": "Bonus Dice",
    "rerolls": "dice that may be re-rolled",
    "vats": "Hits declared for V.A.T.S.",
    "at_least": "Hits that re-rolls are used for",
}

#: of the model that is attacked, those that some attack asks for: name -> what it is
OF_TARGET = {
    **{f"target_{STATISTICS[letter].lower()}": f"the target's {STATISTICS[letter]}" for letter in "SEIAL"},
    "health": "the target's Health",
    "harm": "the target's Harm",
    "injuries": "the target's Injuries",
    "harm_limit": "the target's Harm Limit",
    "radiation": "Radiation Tokens near the target",
}

PARAMETERS = {**OF_TEST, **OF_TARGET}
"""Every name, in the order in which two of them make rows and columns."""


def known(name: str) -> str:
    """A parameter's name as the table has it.

    Raises
    ------
    OddsError
        If there is none of that name.

    Examples
    --------
    >>> known("Target-Endurance")
    'target_endurance'
    """
    plain = written(name).strip().lower().replace("-", "_").replace(" ", "_")
    if plain in PARAMETERS:
        return plain
    near = closest(plain, PARAMETERS)
    hint = f"did you mean {near}?" if near else f"there are {listed(list(PARAMETERS), 'and')}"
    raise OddsError(f"unknown parameter {quoted(name)}: {hint}")


def varied(question: Any, values: dict[str, int]) -> Any:
    """A Test or an attack with some of its numbers changed.

    Parameters
    ----------
    question
        A Test, an attack, several attacks, attacks until the target falls, or one on an area, of which all targets
        change. The numbers of an attack that was read from text have its effects worked in already.
    values
        Parameter -> value.

    Raises
    ------
    OddsError
        If the question has no such number, or a value is out of range.

    Examples
    --------
    >>> from odds import parse
    >>> varied(parse("6S S6 L3"), {"strength": 4, "luck": 2}).text
    '6S S4 L2'
    >>> attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
    >>> varied(attack, {"luck": 1, "health": 2}).text
    '6S S6 L1 crit Maim at E4 HP2'
    """
    if isinstance(question, SpecialTest):
        wrong = [name for name in values if name in OF_TARGET]
        if wrong:
            raise OddsError(f"a Test has no target: {wrong[0].replace('_', ' ')} belongs to an attack")
        return _test(question, values)
    if isinstance(question, Attack):
        return _attack(question, values)
    if isinstance(question, Attacks):
        return replace(question, attacks=tuple(_attack(each, values) for each in question.attacks))
    if isinstance(question, UntilDown):
        return replace(question, attack=_attack(question.attack, values))
    if isinstance(question, AreaAttack):
        others = tuple(_target(each, values) for each in question.others)
        return replace(question, attack=_attack(question.attack, values), others=others)
    raise OddsError(f"only Tests and attacks can be varied, not {quoted(getattr(question, 'text', str(question)))}")


def _test(test: SpecialTest, values: dict[str, int]) -> SpecialTest:
    changes = {name: value for name, value in values.items() if name in OF_TEST and name not in LETTERS}
    for name, letter in LETTERS.items():
        if name not in values:
            continue
        if letter == test.stat:
            changes["value"] = values[name]
        elif name != "luck":
            used = STATISTICS[test.stat]
            raise OddsError(f"this Test uses {used}, not {STATISTICS[letter]}: vary {used.lower()}")
        if letter == "L":
            changes["luck"] = values[name]
    return replace(test, **changes)  # type: ignore[arg-type]


def _target(target: Target, values: dict[str, int]) -> Target:
    changes: dict[str, Any] = {name.removeprefix("target_"): values[name] for name in OF_TARGET if name in values}
    return replace(target, **changes)


def _attack(attack: Attack, values: dict[str, int]) -> Any:
    changes: dict[str, Any] = {"test": _test(attack.test, values)}
    changes["target"] = _target(attack.target, values)
    if attack.strength is not None and "strength" in values:
        changes["strength"] = values["strength"]  # Haul compares with the same number
    changed = replace(attack, **changes)
    return rerolled_for(changed) if _plays_for_itself(attack, values) else changed


def _plays_for_itself(attack: Attack, values: dict[str, int]) -> bool:
    """Whether its re-rolls are for what the attack is for, and so have to be thought out anew."""
    goal = attack.test.objective
    return isinstance(goal, Worth) or (goal is None and "rerolls" in values)
