"""Re-rolls of an attack: they are for what the attack is for, so the worth of its ends is their Test's objective."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from odds.core.switches import Rules
from odds.factions.attacks.exact import SAME, worth
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.special.rules import POLICIES, SpecialTest


@dataclass(frozen=True)
class Worth:
    """What the dice of an attack are worth once they lie there: an objective for its Test.

    Parameters
    ----------
    attack
        The attack, its Test without an objective of its own.
    others
        What the same dice do to other models in an area: their worth is added.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> value = Worth(Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1)))
    >>> value.__name__, value(hits=3, luck_hits=1), value(hits=4, luck_hits=0)
    ('P(incapacitated)', 0.0, 1.0)
    """

    attack: Attack
    others: tuple[Attack, ...] = ()

    @property
    def __name__(self) -> str:
        """What reports call it."""
        if not self.others:
            return self.attack.objective
        return (
            "mean(down)" if self.attack.objective == OBJECTIVE else f"{self.attack.objective}, summed over all models"
        )

    def under(self, rules: Rules) -> Worth:
        """The same by other rules."""
        return Worth(replace(self.attack, rules=rules), tuple(replace(each, rules=rules) for each in self.others))

    def __call__(self, hits: int, luck_hits: int) -> float:
        """The mean of the objective after so many Hits and surviving Luck Dice, the best Critical Effect used."""
        return float(sum(_table(each)[hits, luck_hits] for each in (self.attack, *self.others)))


@dataclass(frozen=True)
class Ahead:
    """What the dice of one of several attacks are worth for what comes of all: an objective for its Test.

    Parameters
    ----------
    worths
        By Hits and surviving Luck Dice.
    goal
        What reports call it.
    """

    worths: tuple[tuple[float, ...], ...]
    goal: str

    @property
    def __name__(self) -> str:
        """What reports call it."""
        return self.goal

    def __call__(self, hits: int, luck_hits: int) -> float:
        """The mean of what is wanted after so many Hits and surviving Luck Dice, all later attacks played best."""
        return self.worths[hits][luck_hits]


@lru_cache(maxsize=64)
def _table(attack: Attack) -> NDArray[np.float64]:
    """Worths by [Hits, surviving Luck Dice], for the largest Pool there may be: later attacks gain Bonus Dice."""
    if not attack.takes_bonus:
        return worth(attack)
    more = attack.target.limit - attack.target.harm
    return worth(replace(attack, test=replace(attack.test, bonus=attack.test.bonus + more)))


def is_all_the_same(attack: Attack) -> bool:
    """Whether nothing that the dice show changes what the attack is for: it is out of reach.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> [is_all_the_same(Attack.of(parse("3P P5 L2"), (), Target(4, health))) for health in (1, 2)]
    [False, True]
    """
    return float(np.ptp(worth(attack))) < SAME


def for_the_end(attack: Attack) -> Attack:
    """The attack as one of several: re-rolls that were best for it alone are left open, for what comes of all.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> attack = rerolled_for(Attack.of(parse("3P P5 L2 reroll 1"), "Maim", Target(3, 1)))
    >>> [plays_for_the_end(each.test) for each in (attack, for_the_end(attack))]
    [False, True]
    """
    if not isinstance(attack.test.objective, Worth):
        return attack
    return replace(attack, test=replace(attack.test, objective=None))


def plays_for_the_end(test: SpecialTest) -> bool:
    """Whether the re-rolls of a Test are open: it has some, and neither a habit nor an objective says how."""
    return test.objective is None and test.policy == POLICIES[0] and test.played.may_reroll


def rerolled_for(attack: Attack, others: tuple[Attack, ...] = ()) -> Attack:
    """The attack with re-rolls that are best for its own objective; unchanged if it has none.

    Parameters
    ----------
    attack
        The attack.
    others
        What its dice do to other models in an area.

    Examples
    --------
    >>> from odds import exact, parse
    >>> from odds.factions.attacks.target import Target
    >>> attack = Attack.of(parse("3P P5 L2 reroll 1"), "Maim", Target(3, 1), objective="harm >= 1")
    >>> [round(exact(each).probability("harm >= 1"), 4) for each in (attack, rerolled_for(attack))]
    [0.3906, 0.7344]
    """
    if not attack.test.may_reroll:
        return attack
    plain = replace(attack, test=replace(attack.test, objective=None))
    return replace(plain, test=replace(plain.test, objective=Worth(plain, others)))
