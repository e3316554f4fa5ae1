"""DataFrames whose numbers are numbers, also where there are none."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame


def as_floats(frame: DataFrame, names: Iterable[str]) -> DataFrame:
    """A frame whose columns of these names have numbers, NaN where there is none; fractions stay what they are.

    Parameters
    ----------
    frame
        Any frame.
    names
        Columns with numbers and None; those that it does not have are no matter.

    Examples
    --------
    >>> from pandas import DataFrame
    >>> as_floats(DataFrame({"low": [None, None]}, dtype=object), ["low", "high"]).low.dtype
    dtype('float64')
    """
    numbers = [
        name
        for name in names
        if name in frame
        and frame[name].dtype == object
        and not any(isinstance(value, Fraction) for value in frame[name])
    ]
    return frame.astype(dict.fromkeys(numbers, float))
