"""Merging: few boxes of ranges instead of a line for every state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, permutations
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
MOST_ORDERS = 24  # in which a box is tried to grow
MANY = 200  # points from which on fewer orders are tried


class Box(NamedTuple, Generic[T]):
    """Ranges of coordinates (first, last), and what holds of every point in them."""

    ranges: tuple[tuple[int, int], ...]
    label: T


def merged(points: Mapping[tuple[int, ...], Sequence[T]], rest: T | None = None) -> list[Box[T]]:
    """Boxes that cover the points, each under a label that all its points have.

    Parameters
    ----------
    points
        Coordinates -> the labels that are right for this point, the best liked first. What is no point may lie in any
        box.
    rest
        The label of points that need no box, as they are what is left over.

    Examples
    --------
    >>> merged({(0,): ["keep"], (1,): ["one", "all"], (2,): ["all"]})
    [Box(ranges=((0, 0),), label='keep'), Box(ranges=((1, 2),), label='all')]
    """
    labels = list(dict.fromkeys(label for fitting in points.values() for label in fitting))
    places = {label: place for place, label in enumerate(labels)}
    coordinates = np.array(list(points))
    fits = np.zeros((len(points), len(labels)), bool)
    for row, fitting in enumerate(points.values()):
        fits[row, [places[label] for label in fitting]] = True
    liked = {label: sum(fitting.index(label) for fitting in points.values() if label in fitting) for label in labels}
    open_points: NDArray[np.bool_] = np.array([rest not in fitting for fitting in points.values()])
    boxes = []
    while open_points.any():
        seed = int(np.flatnonzero(open_points)[0])
        low, high = max(_grown(coordinates, fits, seed), key=lambda box: _covers(coordinates, open_points, *box))
        inside = _inside(coordinates, low, high)
        common = [labels[n] for n in np.flatnonzero(fits[inside].all(axis=0))]
        boxes.append(Box(_ranges(low, high), min(common, key=lambda label: liked[label])))
        open_points[inside] = False
    return boxes


def _ranges(low: NDArray[np.int64], high: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
    return tuple((int(a), int(b)) for a, b in zip(low, high, strict=True))


def _grown(
    coordinates: NDArray[np.int64], fits: NDArray[np.bool_], seed: int
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Boxes around a point, grown as far as its points have a label in common, in several orders of the axes."""
    least, most = coordinates.min(axis=0), coordinates.max(axis=0)
    orders = max(2, MOST_ORDERS * MANY // max(len(coordinates), MANY))
    boxes = []
    for order in islice(permutations(range(coordinates.shape[1])), orders):
        low, high = coordinates[seed].copy(), coordinates[seed].copy()
        for axis in order:
            for corner, limit, step in ((high, most, 1), (low, least, -1)):
                while corner[axis] != limit[axis]:
                    corner[axis] += step
                    if not fits[_inside(coordinates, low, high)].all(axis=0).any():
                        corner[axis] -= step
                        break
        boxes.append((low, high))
    return boxes


def _inside(coordinates: NDArray[np.int64], low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.bool_]:
    within: NDArray[np.bool_] = (coordinates >= low) & (coordinates <= high)
    return np.asarray(within.all(axis=1))


def _covers(
    coordinates: NDArray[np.int64], wanted: NDArray[np.bool_], low: NDArray[np.int64], high: NDArray[np.int64]
) -> int:
    return int((_inside(coordinates, low, high) & wanted).sum())
