"""What an attacker wants when several Critical Effects could be used: a metric that is a mean over the outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from odds.core.errors import OddsError
from odds.core.events import Metric, axes_needed, parse_metric
from odds.core.measure import Grid
from odds.factions.attacks.outcome import AXES, events

if TYPE_CHECKING:
    from odds.factions.attacks.rules import Attack


def checked(attack: Attack, objective: str | None = None) -> Metric:
    """The attack's objective, or another one in its place.

    Raises
    ------
    OddsError
        If it is no metric of an attack, or one that cannot be wanted: a condition or a deviation.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> checked(Attack.of(parse("6S S6 L3"), (), Target(4, 2)), "mean(harm)").text
    'mean(harm)'
    """
    named = events(attack)
    metric = parse_metric(attack.objective if objective is None else objective, [*AXES, *named])
    axes_needed([metric], named, AXES)
    if metric.given is not None:
        raise OddsError(
            f"{metric.text} cannot be an objective: what is wanted under a condition is no mean; leave out given"
        )
    if metric.kind == "sd":
        raise OddsError(f"{metric.text} cannot be an objective: ask for a probability or a mean")
    return metric


def utility(attack: Attack, objective: Metric, shape: tuple[int, ...]) -> NDArray[Any]:
    """What each outcome is worth, over `AXES` in this shape; a dimension that is not read has length 1."""
    grid = Grid(AXES, shape, events(attack), objective.typed)
    worth = np.asarray(objective.of.answer(grid))
    return worth.reshape([1] * (len(AXES) - worth.ndim) + list(worth.shape))
