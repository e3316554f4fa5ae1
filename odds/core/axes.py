"""What the axes and the values of a distribution have to be."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.errors import OddsError
from odds.core.event_parser import RESERVED
from odds.core.kinds import several
from odds.core.text import quoted, said, written
from odds.core.whole import whole_error

WRONG_SUM = 1e-9  # nothing rounds that far: the values are not those of a distribution
MOST = 2**63 - 1  # trials that can be counted


def named(axes: Any, values: NDArray[Any], events: Any) -> tuple[str, ...]:
    """The names of the dimensions.

    Raises
    ------
    OddsError
        If they are not one name a dimension, or one of them cannot name an axis beside these events.

    Examples
    --------
    >>> named(["hits"], np.array([0.5, 0.5]), {})
    ('hits',)
    """
    names = several(axes, "axes")
    words = [written(name) for name in names]
    if not values.size or not 0 < len(words) == len(set(words)) == values.ndim:
        raise OddsError(f"the axes {quoted(', '.join(words))} do not name the dimensions of {values.shape}")
    if not isinstance(events, Mapping):
        raise OddsError(f"events must be a mapping of names to what they mean, not {said(events)}")
    for name in words:
        clash = name in RESERVED or not str(events.get(name, name)).startswith(name)  # but "down: down >= 1"
        if clash or not (name.isidentifier() and name == name.lower()):
            raise OddsError(f"{quoted(name)} cannot name an axis: a lower-case word is wanted that means nothing else")
    return tuple(words)


def weights(values: Any, trials: int | None) -> NDArray[Any]:
    """Probabilities, or counts of trials, as an array of their own that nobody else can change.

    Raises
    ------
    OddsError
        If they are no numbers of that kind, negative, or their sum is wrong.

    Examples
    --------
    >>> weights([1, 3], 4)
    array([1, 3])
    """
    if trials is not None and (error := whole_error(trials, "trials", 0, MOST)):
        raise OddsError(error)
    found = np.array(values)
    try:
        numbers = found.dtype != object or all(isinstance(value, Real) for value in found.flat)
        if found.dtype != object:
            found = found.astype(np.float64 if trials is None else np.int64, casting="same_kind")
    except TypeError:
        numbers = False
    if not numbers:
        raise OddsError("values must be an array of probabilities, or whole numbers of trials")
    wanted = 1 if trials is None else trials
    if wanted < 1 or not (found >= 0).all() or not abs(found.sum() - wanted) <= WRONG_SUM:
        raise OddsError(f"values must be 0 or more and sum to {wanted:,} (at least 1), not to {said(found.sum())}")
    found.flags.writeable = False
    return found


def is_share(value: object) -> bool:
    """Whether this is a number from 0 to 1.

    Examples
    --------
    >>> is_share(0.5), is_share("half")
    (True, False)
    """
    return isinstance(value, Real) and not value < 0 and bool(value <= 1)
