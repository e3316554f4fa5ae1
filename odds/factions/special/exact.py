"""A S.P.E.C.I.A.L. Test worked out exactly: binomials of its dice, put together step by step.

Written from the rules alone, as the row program is, so that each can catch the other's mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.errors import OddsError
from odds.core.subject import axes_of
from odds.factions.d10 import binomial, share
from odds.factions.special.outcome import AXES, events

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

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
    asked = axes_of(axes, AXES, "a S.P.E.C.I.A.L. Test has")
    if test.value is None:
        raise OddsError(f"the odds of {test.text} need a value of the Test Statistic {test.stat}")
    law: Law
    test = test.played
    if test.may_reroll or test.vats is not None:
        law = _played(test, fractions=fractions)
    else:
        law = _pool(test, fractions)[np.newaxis]
        if "hits" in asked:
            law = _fortune_smiles(test, law[0], fractions, keep_pool="pool_hits" in asked)
    whole = law.sum(axis=tuple(d for d, axis in enumerate(AXES) if axis not in asked))
    order = [axis for axis in AXES if axis in asked]
    values = np.transpose(whole, [order.index(axis) for axis in asked])
    return Distribution(asked, values, events=events(test), label=test.text)


def _played(test: SpecialTest, *, fractions: bool) -> Law:
    """A Test in which something is decided or declared: chances by [Hits, Luck Dice left, Hits of the Pool]."""
    from odds.factions.rerolls.objective import outcomes
    from odds.factions.rerolls.play import law_of

    chances = law_of(test, fractions=fractions)
    found = _nothing(fractions, test.most_hits + 1, test.luck_dice + 1, test.dice + 1)
    np.add.at(found, tuple(np.broadcast_to(axis, chances.shape) for axis in outcomes(test)), chances)
    return found


def _nothing(fractions: bool, *shape: int) -> Law:
    """Zeros to add to."""
    return np.full(shape, share(0, fractions), dtype=object if fractions else np.float64)


def _pool(test: SpecialTest, fractions: bool) -> Law:
    """Steps 1 and 2 (Rulebook p. 16-17): chances by [Luck Dice left, Hits of the Pool]."""
    luck, standard = (binomial(n, test.faces, fractions) for n in (test.luck_dice, test.standard_dice))
    pool = _nothing(fractions, len(luck), test.dice + 1)
    for survivors, chance in enumerate(luck):
        pool[survivors, survivors : survivors + len(standard)] = chance * standard
    return pool


def _fortune_smiles(test: SpecialTest, pool: Law, fractions: bool, *, keep_pool: bool) -> Law:
    """Step 3 (Rulebook p. 17): chances by [Hits, Luck Dice left, Hits of the Pool], the last summed unless kept."""
    survivors, pool_hits = pool.shape
    dice = [test.fortune_dice_of(left) for left in range(survivors)]
    law = _nothing(fractions, pool_hits + max(dice), survivors, pool_hits if keep_pool else 1)
    for left, n in enumerate(dice):
        more = binomial(n, test.faces, fractions)
        if not keep_pool:
            law[: pool_hits + n, left, 0] = np.convolve(pool[left], more)
            continue
        for k in range(left, pool_hits):
            law[k : k + n + 1, left, k] = pool[left, k] * more
    return law
