"""The game's die: ten faces, of which so many hit (Rulebook p. 16)."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

FACES = 10
BEST = 9  # faces that can hit: a 10 is always a Dud


def share(faces: int, fractions: bool = False) -> Any:
    """The chance of so many faces of ten, as a float or as a Fraction."""
    if fractions:
        from fractions import Fraction

        return Fraction(faces, FACES)
    return faces / FACES


@lru_cache(maxsize=4096)
def binomial(n: int, faces: int, fractions: bool = False) -> NDArray[Any]:
    """Chances of 0 to n Hits on n dice that hit on so many faces, as floats or as Fractions.

    Examples
    --------
    >>> binomial(2, 5).tolist()
    [0.25, 0.5, 0.25]
    """
    p, q = share(faces, fractions), share(FACES - faces, fractions)
    law = np.array([comb(n, k) * p**k * q ** (n - k) for k in range(n + 1)])
    law.flags.writeable = False
    return law
