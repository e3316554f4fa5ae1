"""What re-rolls are for: a metric, or a function, as the worth of every end of a Test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from odds.core.errors import OddsError
from odds.core.text import quoted

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

Utility = Callable[..., float]


def checked(objective: Any) -> str | Utility:
    """An objective in its canonical text, or the function it is.

    Raises
    ------
    OddsError
        If it is no metric or one that is no mean over ends of a Test: a ratio ("given") and a standard deviation cannot
        be worked out backwards from each end's own worth.

    Examples
    --------
    >>> checked("hits>=4")
    'P(hits >= 4)'
    """
    from odds.core.events import parse_metric
    from odds.factions.special.outcome import AXES

    if callable(objective):
        return objective  # type: ignore[no-any-return]
    if not isinstance(objective, str):
        raise OddsError(f"an objective is a metric, such as 'hits >= 4', or a function, not {quoted(objective)}")
    metric = parse_metric(objective, (*AXES, "failed", "critical"))
    if metric.given is not None:
        raise OddsError(
            f"{metric.text} is a ratio, and no ratio can be optimised by backward induction: leave out what is given"
        )
    if metric.kind == "sd":
        raise OddsError(f"{metric.text} is no mean, and only a mean can be optimised: use P(...) or mean(...)")
    return metric.text


def outcomes(test: SpecialTest) -> tuple[NDArray[np.int64], ...]:
    """(Hits, Luck Dice left, Hits of the Pool) of every end, shaped as in `solve`.

    Fortune Smiles Hits that so many survivors cannot bring are among them and never happen.
    """
    survivors = np.arange(test.luck_dice + 1)[None, :, None, None]
    pool = survivors + np.arange(test.standard_dice + 1)[None, None, :, None]
    fortune = np.arange(test.fortune_dice_of(test.luck_dice) + 1)[None, None, None, :]
    hits = pool + fortune
    if test.vats is not None:
        told = np.arange(2)[:, None, None, None] == 1  # by kind: what the Pool showed as first rolled
        match = told if test.rules["vats-match"] == "before" else pool == test.vats
        again = hits if test.rules["vats-fortune"] == "twice" else pool
        hits = hits + np.where(match, again, 0)
    shape = np.broadcast_shapes(hits.shape, pool.shape)
    return hits, np.broadcast_to(survivors, shape), np.broadcast_to(pool, shape)


def payoff(test: SpecialTest) -> NDArray[np.float64]:
    """The worth of every end by the Test's objective, shaped as in `solve`.

    Raises
    ------
    OddsError
        If the objective asks for an event that the Test does not have, or a function gives no number.
    """
    from odds.core.events import parse_metric
    from odds.core.measure import Grid, measure_function
    from odds.factions.special.outcome import AXES, events

    ends = outcomes(test)
    shape = (test.most_hits + 1, test.luck_dice + 1, test.dice + 1)
    if isinstance(test.goal, str):
        metric = parse_metric(test.goal)
        worth = np.asarray(Grid(AXES, shape, events(test), metric.text).spread(metric.of), float)
    else:
        happens = np.zeros(shape, np.int64)
        happens[_within(ends, shape)] = 1
        worth = np.zeros(shape)
        worth[happens != 0] = np.array(measure_function(test.goal, AXES, happens)[1], float)
    return worth[_within(ends, shape)]


def payoff_by(test: SpecialTest, worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """The worth of every end, shaped as in `solve`, from what so many Hits and surviving Luck Dice are worth.

    Parameters
    ----------
    test
        The Test.
    worth
        By [Hits, surviving Luck Dice, ...]: whatever comes behind stays behind.

    Examples
    --------
    >>> from odds import parse
    >>> payoff_by(parse("2S S6 L1 reroll 1"), np.arange(8.0).reshape(4, 2))[0, 1].tolist()
    [[3.0, 5.0], [5.0, 7.0]]
    """
    hits, survivors, _ = outcomes(test)
    paid: NDArray[np.float64] = worth[np.minimum(hits, test.most_hits), survivors]
    return paid


def _within(ends: tuple[NDArray[np.int64], ...], shape: tuple[int, ...]) -> tuple[NDArray[np.int64], ...]:
    """Ends that cannot happen are moved to one that can, so that they need no worth of their own."""
    return tuple(np.minimum(axis, size - 1) for axis, size in zip(ends, shape, strict=True))
