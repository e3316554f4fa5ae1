"""A S.P.E.C.I.A.L. Test in words and as fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.core.text import listed
from odds.factions.special.rules import POLICIES, STATISTICS, goal_text

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

FIELDS = (
    "name", "pool", "stat", "value", "luck", "luck_dice", "standard_dice", "bonus", "unlucky", "rerolls", "reroll_once",
    "lucky_break", "policy", "vats", "fortune_dice", "at_least",
)  # fmt: skip


def number_of(n: int, one: str, many: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> number_of(1, "Luck Die", "Luck Dice"), number_of(0, "Luck Die", "Luck Dice")
    ('1 Luck Die', 'no Luck Dice')
    """
    return f"1 {one}" if n == 1 else f"{n or 'no'} {many}"


def dice_of(test: SpecialTest) -> str:
    """The Pool's dice by kind.

    Examples
    --------
    >>> from odds import parse
    >>> dice_of(parse("4P P4 L1"))
    '1 Luck Die and 3 Standard Dice'
    """
    kinds = [(test.luck_dice, "Luck Die", "Luck Dice"), (test.standard_dice, "Standard Die", "Standard Dice")]
    return " and ".join(number_of(*kind) for kind in kinds if kind[0])


def subtitle(test: SpecialTest) -> str:
    """The Test in words, with its effects worked in."""
    test = test.played
    unlucky = "Unlucky " if test.unlucky else ""
    statistic = STATISTICS[test.stat]
    if test.value is None:
        luck = "Luck Dice as many as Luck" if test.stat == "L" else dice_of(test)
        return f"{unlucky}{test.name} Test by {statistic}: {number_of(test.dice, 'die', 'dice')}, {luck}"
    value = f"{statistic} {test.value}"
    return f"{unlucky}{test.name} Test, {value}: {number_of(test.dice, 'die', 'dice')}, {dice_of(test)}"


def value_name(test: SpecialTest) -> str:
    """The statistic that is left open."""
    return STATISTICS[test.stat]


def policy(test: SpecialTest, goal: str | None = None) -> str:
    """The re-roll policy, what it is best for (the Test's own goal if None), and what may be re-rolled, or nothing."""
    if not test.played.may_reroll:
        return ""
    best = f" for {goal_text(test.goal) if goal is None else goal}" if test.policy == POLICIES[0] else ""
    return f"{test.policy}{best} ({listed(permissions(test.played), 'and')})"


def permissions(test: SpecialTest) -> list[str]:
    """What may be re-rolled, in words."""
    words = {
        f"up to {number_of(test.rerolls, 'die', 'dice')}": test.rerolls,
        "any dice at one moment": test.reroll_once,
        "Duds of the Pool": test.lucky_break,
    }
    return [said for said, holds in words.items() if holds]


def facts(test: SpecialTest) -> dict[str, Any]:
    """The Test's fields for JSON: numbers with its effects worked in, and what brought them."""
    played = test.played
    return {
        **{name: getattr(played, name) for name in FIELDS},
        "objective": goal_text(test.goal) if played.may_reroll else None,
        "situation": list(test.situation),
        "effects": [used.text for used in test.effects],
    }


def is_amount(test: SpecialTest) -> bool:  # noqa: ARG001
    """Hits are a number of something."""
    return True
