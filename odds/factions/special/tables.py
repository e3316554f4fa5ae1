"""Many exact tables at once: one sweep of numpy over a whole grid of Tests instead of one call a Test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from odds.core.errors import OddsError
from odds.core.text import said
from odds.factions.special.exact import exact
from odds.factions.special.rules import SpecialTest

if TYPE_CHECKING:
    from numpy.typing import NDArray


def exact_tables(tests: Sequence[SpecialTest]) -> NDArray[np.float64]:
    """The exact joint distributions of many Tests.

    Given l surviving Luck Dice of L, the other Hits are binomial over the Standard Dice and l Fortune Smiles dice.

    Parameters
    ----------
    tests
        Tests with their statistic's value. Those with re-rolls, Four Leaf Clover or bad luck are worked out one by one.

    Returns
    -------
    ndarray
        Probabilities, shape (tests, hits, luck_hits), with zeros where a Test is smaller than the largest.

    Raises
    ------
    OddsError
        If there are no Tests, or one leaves its statistic's value open.

    Examples
    --------
    >>> from odds import exact_tables, parse
    >>> exact_tables([parse("6S S6 L3"), parse("4P P4 L2")]).shape
    (2, 10, 4)
    """
    tests = tuple(tests) if isinstance(tests, Iterable) else (tests,)
    if not tests:
        raise OddsError("there are no Tests to work out")
    for test in tests:
        if not isinstance(test, SpecialTest):
            raise OddsError(f"exact tables are of Tests, not of {said(test)}")
    plain = [n for n, test in enumerate(tests) if _is_plain(test)]
    others = {n: exact(tests[n]).values for n in set(range(len(tests))).difference(plain)}
    swept = _sweep([tests[n] for n in plain]) if plain else np.zeros((0, 1, 1))
    shape = np.max([swept.shape[1:], *(law.shape for law in others.values())], axis=0)
    found = np.zeros((len(tests), *shape))
    found[plain, : swept.shape[1], : swept.shape[2]] = swept
    for n, law in others.items():
        found[n, : law.shape[0], : law.shape[1]] = law
    return found


def _is_plain(test: SpecialTest) -> bool:
    """Whether it has no re-roll, no V.A.T.S., no effect, no Four Leaf Clover and no bad luck."""
    special = test.may_reroll or test.vats is not None or test.effects or test.fortune_dice > 1
    return not (test.value is None or special or test.unlucky)


def _sweep(tests: Sequence[SpecialTest]) -> NDArray[np.float64]:
    """The tables of plain Tests."""
    luck = np.array([test.luck_dice for test in tests])
    dice = np.array([test.dice for test in tests])
    p = np.array([min(test.value or 0, 9) / 10 for test in tests])
    survivors, others = np.arange(luck.max() + 1), np.arange(dice.max() + 1)
    of_luck = _binomial(luck[:, None], survivors, p)
    of_others = _binomial(((dice - luck)[:, None] + survivors)[..., None], others, p)
    law = of_luck[:, :, None] * of_others
    found = np.zeros((len(tests), 1 + int((dice + luck).max()), len(survivors)))
    for count in survivors:
        wide = min(law.shape[2], found.shape[1] - count)
        found[:, count : count + wide, count] = law[:, count, :wide]
    return found


def _binomial(n: NDArray[np.int64], k: NDArray[np.int64], p: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of k Hits among n dice, 0 where k is more; n has a row a Test and a last dimension that k fills."""
    rows = np.arange(len(p)).reshape(-1, *[1] * (n.ndim - 1))
    most = int(max(n.max(), k.max())) + 1
    hits, misses = (side[:, None] ** np.arange(most) for side in (p, 1 - p))
    chances: NDArray[np.float64] = _ways()[n, k] * hits[rows, k] * misses[rows, np.maximum(n - k, 0)]
    return chances


@cache
def _ways() -> NDArray[np.float64]:
    """Pascal's triangle, far enough for the largest Pool and its Fortune Smiles dice."""
    return np.array([[float(comb(n, k)) for k in range(122)] for n in range(122)])
