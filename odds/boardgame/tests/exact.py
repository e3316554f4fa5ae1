"""A test exactly: every result of the dice, and what the best re-rolls make of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from odds.boardgame.policy import ROLLS, Dice, Policy, best, law
from odds.boardgame.tests.rules import BoardTest
from odds.core.distribution import Distribution

AXES = ("bullets",)


def events(test: BoardTest) -> dict[str, str | None]:
    """The named event: failed; an open test has none."""
    return {} if test.number is None else {"failed": f"bullets < {needed(test)}"}


def needed(test: BoardTest) -> int:
    """Bullets that it takes to pass; 0 for an open test."""
    if test.number is None:
        return 0
    return test.number + (test.switches["test-number"] == "exceed")


@lru_cache(maxsize=256)
def policy(test: BoardTest) -> Policy:
    """The best re-rolls."""
    kinds = test.table.kinds()

    def worth(dice: Dice) -> tuple[int]:
        bullets = sum(kinds[die].bullets for die in dice) + test.bonus
        return (bullets if test.number is None else int(bullets >= needed(test)),)

    return best([len(kind.faces) for kind in kinds], worth, test.rerolls)


def exact(test: BoardTest, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """The exact distribution of bullets, those added included.

    Examples
    --------
    >>> exact(BoardTest(4), fractions=True).metric("not failed").value
    Fraction(7, 54)
    """
    kinds = test.table.kinds()
    ends = law([len(kind.faces) for kind in kinds], policy(test))
    total = ROLLS ** (test.rerolls + 1)
    values = np.full(3 * max(kind.bullets for kind in kinds) + test.bonus + 1, Fraction(0), object)
    for dice, ways in ends.items():
        values[sum(kinds[die].bullets for die in dice) + test.bonus] += Fraction(ways, total)
    return Distribution(tuple(axes), values if fractions else values.astype(float), None, events(test), None, test.text)
