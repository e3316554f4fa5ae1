"""Failing Forward exactly: a product of the chances to pass."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from odds.core.distribution import Distribution
from odds.factions.forward.rules import Forward
from odds.factions.special.exact import exact as exact_test

AXES = ("tests_passed",)


def events(forward: Forward) -> dict[str, str | None]:
    """The named events: xp_after_1, xp_after_2, ...: the XP has been earned by then."""
    return {f"xp_after_{n}": f"tests_passed < {n}" for n in range(1, len(forward.tests) + 1)}


def exact(forward: Forward, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """How many Tests are passed before the first is failed; all of them: no XP.

    Examples
    --------
    >>> from odds import parse
    >>> round(exact(Forward((parse("2I I3 L2"), parse("4P P4 L2")))).metric("xp_after_2").value, 6)
    0.556096
    """
    so_far: float | Fraction = Fraction(1) if fractions else 1.0
    chances = []
    for test in forward.tests:
        failed = exact_test(test, axes=("hits",), fractions=fractions).metric("failed").value
        chances.append(so_far * failed)
        so_far *= 1 - failed
    values = np.array([*chances, so_far], object if fractions else float)
    return Distribution(tuple(axes), values, None, events(forward), None, forward.text)
