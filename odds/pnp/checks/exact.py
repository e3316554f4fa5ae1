"""A skill check worked out exactly: all 216 rolls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from odds.core.distribution import Distribution
from odds.pnp.checks.rules import PnpCheck
from odds.pnp.laws import zeros
from odds.pnp.rolling import rolls

BEST = 24  # a triple four rolled again, at best


def shown(check: PnpCheck) -> tuple[str, ...]:
    """What the dice show in the end, with what a triple added; and action points, where some may be spent.

    Examples
    --------
    >>> shown(PnpCheck(skill=5, difficulty=15))
    ('roll',)
    """
    return ("roll", "points") if check.actions.most_points else ("roll",)


def events(check: PnpCheck) -> dict[str, str | None]:
    """The named event: failed.

    Examples
    --------
    >>> events(PnpCheck(skill=5, difficulty=15))
    {'failed': 'roll < 10'}
    """
    return {"failed": f"roll < {max(0, check.need)}"}


def exact(check: PnpCheck, *, axes: Sequence[str] | None = None, fractions: bool = False) -> Distribution:
    """Works a check out exactly.

    Parameters
    ----------
    check
        The check.
    axes
        Some of "roll", "points".
    fractions
        Fractions instead of floats.

    Examples
    --------
    >>> exact(PnpCheck(skill=5, difficulty=15), fractions=True).probability("not failed")
    Fraction(5, 8)
    """
    asked = shown(check) if axes is None else tuple(axes)
    table = zeros((BEST + 1, check.actions.most_points + 1), fractions=fractions)
    for roll, chance in rolls(check.need, check.actions, six_hits=False).items():
        table[roll.total, roll.points] += chance if fractions else float(chance)
    whole = table[: 19 if not check.actions.triple else BEST + 1]
    values = whole if len(asked) == 2 else whole.sum(axis=0 if asked == ("points",) else 1)
    values = np.transpose(values) if asked == ("points", "roll") else values
    return Distribution(asked, values, events=events(check), label=check.text)
