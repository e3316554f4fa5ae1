"""Laws of whole numbers from 0, as arrays of floats or of Fractions: rolled, added up, changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

Law = NDArray[Any]  # probability by number: float64, or Fractions


def certain(number: int, *, fractions: bool) -> Law:
    """The law of a number that is always the same.

    Examples
    --------
    >>> certain(2, fractions=False)
    array([0., 0., 1.])
    """
    law = zeros(number + 1, fractions=fractions)
    law[number] = Fraction(1) if fractions else 1.0
    return law


def zeros(shape: int | tuple[int, ...], *, fractions: bool) -> Law:
    """Nothing yet.

    Examples
    --------
    >>> zeros(2, fractions=True)
    array([Fraction(0, 1), Fraction(0, 1)], dtype=object)
    """
    return np.full(shape, Fraction(0), object) if fractions else np.zeros(shape)


def rolled(sides: int, *, fractions: bool) -> Law:
    """The law of one die.

    Examples
    --------
    >>> rolled(4, fractions=False)
    array([0.  , 0.25, 0.25, 0.25, 0.25])
    """
    law = zeros(sides + 1, fractions=fractions)
    law[1:] = Fraction(1, sides) if fractions else 1 / sides
    return law


def added(laws: Iterable[Law], *, fractions: bool) -> Law:
    """The law of the sum of independent numbers.

    Examples
    --------
    >>> coin = rolled(2, fractions=False)
    >>> added([coin, coin], fractions=False)
    array([0.  , 0.  , 0.25, 0.5 , 0.25])
    """
    return reduce(np.convolve, laws, certain(0, fractions=fractions))


def changed(law: Law, rule: Callable[[int], int]) -> Law:
    """The law of rule(number).

    Examples
    --------
    >>> changed(rolled(4, fractions=False), lambda face: face // 2)
    array([0.25, 0.5 , 0.25])
    """
    values = [rule(number) for number in range(len(law))]
    made = np.zeros(max(values) + 1, law.dtype)
    if law.dtype == object:
        made[:] = Fraction(0)
    np.add.at(made, values, law)
    return made
