"""A S.P.E.C.I.A.L. Test in words and as fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.factions.special.rules import STATISTICS

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

FIELDS = (
    "name", "pool", "stat", "value", "luck", "luck_dice", "standard_dice", "bonus", "unlucky", "rerolls", "lucky_break",
    "policy", "fortune_dice", "at_least",
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
    """The Test in words."""
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


def policy(test: SpecialTest) -> str:
    """The re-roll policy's name and what may be re-rolled."""
    if not test.reroll_limit:
        return ""
    dice = "every Dud of the Pool" if test.lucky_break else f"up to {number_of(test.reroll_limit, 'die', 'dice')}"
    return f"{test.policy} ({dice})"


def facts(test: SpecialTest) -> dict[str, Any]:
    """The Test's fields for JSON."""
    return {name: getattr(test, name) for name in FIELDS}


def is_amount(test: SpecialTest) -> bool:  # noqa: ARG001
    """Hits are a number of something."""
    return True
