"""A S.P.E.C.I.A.L. Test worked out exactly: binomials of its dice, put together step by step.

Written from the rules alone, as the row program is, so that each can catch the other's mistakes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.errors import OddsError
from odds.factions.special.outcome import AXES, events

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

FACES = 10
BEST = 9  # faces that can hit: a 10 is always a Dud (Rulebook p. 16)

Law = NDArray[Any]  # probabilities by whole number: float64, or Fractions


def exact(test: SpecialTest, *, axes: Sequence[str] = ("hits", "luck_hits"), fractions: bool = False) -> Distribution:
    """Works a S.P.E.C.I.A.L. Test out exactly (Rulebook p. 16-17).

    Parameters
    ----------
    test
        The Test, with a statistic value.
    axes
        Which outcomes, in which order: "hits", "luck_hits" (Luck Dice left in the Pool), "pool_hits" (Hits before
        Fortune Smiles); the last two are read after re-rolls.
    fractions
        Fractions instead of floats.

    Returns
    -------
    Distribution
        Joint over the axes. Floats sum to 1 within 1e-12, Fractions exactly.

    Raises
    ------
    OddsError
        If the Test has no statistic value, or an axis is unknown or named twice.

    Examples
    --------
    >>> from odds import SpecialTest, exact
    >>> round(exact(SpecialTest(6, "S", 6, 3)).mean("hits"), 12)
    4.68
    >>> exact(SpecialTest(4, "P", 4, 2, unlucky=True), fractions=True).probability("failed")
    Fraction(81, 625)
    """
    asked = tuple(axes)
    if not asked or len(set(asked)) < len(asked) or not set(asked) <= set(AXES):
        raise OddsError(f"a S.P.E.C.I.A.L. Test has the axes {', '.join(AXES)}; not {', '.join(asked) or 'none'}")
    if test.value is None:
        raise OddsError(f"the odds of {test.text} need a value of the Test Statistic {test.stat}")
    die = _Die(min(test.value, BEST), fractions)
    law = _pool(test, die)[np.newaxis]
    if "hits" in asked:
        law = _fortune_smiles(test, die, law[0], keep_pool="pool_hits" in asked)
    whole = law.sum(axis=tuple(d for d, axis in enumerate(AXES) if axis not in asked))
    order = [axis for axis in AXES if axis in asked]
    values = np.transpose(whole, [order.index(axis) for axis in asked])
    return Distribution(asked, values, events=events(test), label=test.text)


class _Die:
    """Dice of which so many of the ten faces hit, as floats or as Fractions."""

    def __init__(self, faces: int, fractions: bool) -> None:
        self.faces, self.fractions = faces, fractions

    def hits(self, n: int) -> Law:
        """Chances of 0 to n Hits on n dice."""
        return _binomial(n, self.faces, self.fractions)

    def nothing(self, *shape: int) -> Law:
        """Zeros to add to."""
        zero = _share(0, self.fractions)
        return np.full(shape, zero, dtype=object if self.fractions else np.float64)

    def rerolled(self, n: int, limit: int) -> Law:
        """Chances by [Hits as first rolled, Hits in the end] of n dice; up to `limit` Duds are re-rolled once."""
        law = self.nothing(n + 1, n + 1)
        for first, chance in enumerate(self.hits(n)):
            again = min(limit, n - first)
            law[first, first : first + again + 1] = chance * self.hits(again)
        return law


def _share(faces: int, fractions: bool) -> Any:
    if fractions:
        from fractions import Fraction

        return Fraction(faces, FACES)
    return faces / FACES


@lru_cache(maxsize=4096)
def _binomial(n: int, faces: int, fractions: bool) -> Law:
    p, q = _share(faces, fractions), _share(FACES - faces, fractions)
    law = np.array([math.comb(n, k) * p**k * q ** (n - k) for k in range(n + 1)])
    law.flags.writeable = False
    return law


def _pool(test: SpecialTest, die: _Die) -> Law:
    """Steps 1 and 2 with re-rolls (Rulebook p. 16-17): chances by [Luck Dice left, Hits of the Pool].

    Luck Dice are re-rolled first, so a Standard Dud is re-rolled if the limit leaves something for it.
    """
    luck, standard, limit = test.luck_dice, test.standard_dice, test.reroll_limit
    both = die.nothing(luck + 1, standard + 1)
    by_left: dict[int, Law] = {}  # chances of Luck Dice left, by what the limit leaves for Standard Dice
    for first, law in enumerate(die.rerolled(luck, limit)):
        left = min(standard, limit - min(limit, luck - first))
        if first == 0 and test.rules["all-duds"] == "failed":  # nothing but Duds is not re-rolled
            both += np.outer(law, die.rerolled(standard, left)[1:].sum(axis=0))
            both[0, 0] += die.hits(luck)[0] * die.hits(standard)[0]
        else:
            by_left[left] = by_left.get(left, 0) + law
    for left, law in by_left.items():
        both += np.outer(law, die.rerolled(standard, left).sum(axis=0))
    pool = die.nothing(luck + 1, luck + standard + 1)
    for survivors, row in enumerate(both):
        pool[survivors, survivors : survivors + standard + 1] = row
    return pool


def _fortune_smiles(test: SpecialTest, die: _Die, pool: Law, *, keep_pool: bool) -> Law:
    """Step 3 (Rulebook p. 17): chances by [Hits, Luck Dice left, Hits of the Pool], the last summed unless kept."""
    survivors, pool_hits = pool.shape
    dice = [_smiles(test, left) for left in range(survivors)]
    law = die.nothing(pool_hits + max(dice), survivors, pool_hits if keep_pool else 1)
    for left, n in enumerate(dice):
        more = die.hits(n)
        if not keep_pool:
            law[: pool_hits + n, left, 0] = np.convolve(pool[left], more)
            continue
        for k in range(left, pool_hits):
            law[k : k + n + 1, left, k] = pool[left, k] * more
    return law


def _smiles(test: SpecialTest, survivors: int) -> int:
    """Standard Dice that so many surviving Luck Dice bring; what these hit brings no more."""
    if test.unlucky or not survivors:
        return 0
    if test.clover_for_every:
        return survivors * test.fortune_dice
    return survivors + test.fortune_dice - 1  # one of them rolls more than one die
