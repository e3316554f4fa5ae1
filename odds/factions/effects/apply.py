"""Effects worked into the numbers of a Test."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.text import listed, quoted
from odds.factions.effects.effect import CONDITIONS, RANGED, WEAPONS, Effect, Used

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

RIFLEMAN_MOST = 3  # the Luck that Rifleman leads to at most, by one reading


def check(test: SpecialTest) -> None:
    """Refuses effects that do not fit the Test, and situations that cannot be.

    Raises
    ------
    OddsError
        If a word of the situation is unknown or contradicts another, or an effect is used twice, is for another Test,
        lacks a condition that is not stated, or its number.
    """
    for word in test.situation:
        if word not in CONDITIONS:
            raise OddsError(f"{quoted(str(word))} is no situation: there are {listed(list(CONDITIONS), 'and')}")
    weapons = [word for word in test.situation if word in WEAPONS]
    if len(weapons) > 1 or ("melee" in weapons and "ranged" in test.situation):
        raise OddsError(f"a weapon is one of {listed(list(WEAPONS))}, not {listed([*weapons, 'ranged'][:2], 'and')}")
    names = []
    for used in test.effects:
        if not isinstance(used, Used):
            raise OddsError(f"effects are of the kind Used(effect, number), not {quoted(used)}")
        if used.effect.name in names:
            raise OddsError(f"{used.effect.name} is used twice: it counts once")
        names.append(used.effect.name)
        _check_use(test, used)
    if test.effects:
        applied(test)  # says what becomes too much


def _check_use(test: SpecialTest, used: Used) -> None:
    effect = used.effect
    if effect.test and effect.test != test.name:
        raise OddsError(f"{effect.name} is for {effect.test} Tests: this is the {test.name} Test")
    if effect.stats and test.stat not in effect.stats:
        raise OddsError(f"{effect.name} is for Tests on {listed(list(effect.stats))}, not on {test.stat}")
    if effect.statistic and test.stat not in effect.statistic:
        raise OddsError(f"{effect.name} changes {listed(list(effect.statistic), 'and')}: this Test is on {test.stat}")
    if effect.counts and used.number is None:
        raise OddsError(f"{effect.name} needs the number of {effect.counts}: write for example {effect.name} 2")
    if not effect.counts and used.number is not None:
        raise OddsError(f"{effect.name} has no number: leave out the {used.number}")
    for choices in effect.needs:
        if not any(stated(test.situation, condition) for condition in choices):
            where = f"{test.notation} {choices[0]} with {effect.name}"
            raise OddsError(f"{effect.name} needs {listed(list(choices))}: say so if it is, as in {where}")


def stated(situation: tuple[str, ...], condition: str) -> bool:
    """Whether a situation has a condition: a pistol is a ranged weapon.

    Examples
    --------
    >>> stated(("pistol",), "ranged"), stated(("melee",), "ranged")
    (True, False)
    """
    return condition in situation or (condition == "ranged" and any(word in RANGED for word in situation))


def applied(test: SpecialTest) -> SpecialTest:
    """The Test with every effect in its numbers, and none left.

    Examples
    --------
    >>> from odds import parse
    >>> applied(parse("6S S6 L3 melee with Psycho and Big Leagues")).text
    '6S S6 L4 +2 dice melee'
    """
    plain = replace(test, effects=())
    for used in sorted(test.effects, key=lambda each: not each.effect.number_is):  # what takes a place goes first
        plain = _with(plain, used)
    return plain


def _with(test: SpecialTest, used: Used) -> SpecialTest:
    effect, times = used.effect, 1 if used.number is None else used.number
    if effect.number_is == "luck":
        barred = test.rules["lend-luck"] == "not-area" and "area" in test.situation
        return test if barred or test.stat == "L" else replace(test, luck=times)
    if effect.number_is == "value":
        return replace(test, value=times)
    changes = dict(effect.sets)
    if effect.luck and test.luck is not None:
        changes["luck"] = _raised_luck(test, effect)
        if test.stat == "L":
            changes["value"] = changes["luck"]
    if dice := _dice(test, effect) * times:
        changes["bonus"] = test.bonus + dice
    if test.value is not None and (more := effect.statistic.get(test.stat, 0)):
        changes["value"] = max(test.value + more, 0)
    return replace(test, **changes) if changes else test  # type: ignore[arg-type]


def _raised_luck(test: SpecialTest, effect: Effect) -> int:
    luck = test.luck or 0
    if effect.switch == "rifleman" and test.rules["rifleman"] == "max-3":
        return max(luck, min(luck + effect.luck, RIFLEMAN_MOST))
    return luck + effect.luck


def _dice(test: SpecialTest, effect: Effect) -> int:
    if effect.switch == "thin-the-herd" and test.rules["thin-the-herd"] == "1":
        return 1
    return effect.bonus


def sources(test: SpecialTest) -> list[tuple[str, int]]:
    """The Bonus Dice that effects bring, by name."""
    found = []
    for used in test.effects:
        if dice := _dice(test, used.effect) * (1 if used.number is None else used.number):
            found.append((used.text, dice))
    return found
