"""Metrics answered: expressions over every outcome at once, weighed by probabilities or by counts of trials."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from odds.core.errors import ListEndsError, OddsError
from odds.core.events import Metric, meaning_of, no_number, parse_event, parse_metric
from odds.core.expressions import Name, Node, Truth, Whole
from odds.core.intervals import Estimate, proportion, sampled_mean, sampled_sd
from odds.core.text import QueryError, said

LATER = "later"  # the named event of an outcome that stands for all later ones
LEFT_OUT = 1e-9  # chance beyond the end of a list that is overlooked


class Grid(NamedTuple):
    """All outcomes of a joint distribution: one broadcasting array an axis, and the named events.

    `typed` is the text that is being answered, for messages; `above` are the events that led to it; `known` are axes
    that the question has, here or not.
    """

    axes: tuple[str, ...]
    shape: tuple[int, ...]
    events: Mapping[str, str | None]
    typed: str = ""
    above: tuple[str, ...] = ()
    known: tuple[str, ...] = ()

    def number(self, name: Name) -> Whole:
        """Values of an axis, along its own dimension."""
        if name.word not in self.axes:
            if name.word in self.known and name.word not in self.events:
                raise QueryError(not_worked_out(name.word, self.axes), self.typed, *name.place)
            raise no_number(name, self.typed, self.axes, self.events)
        dimension = self.axes.index(name.word)
        return np.arange(self.shape[dimension]).reshape([-1 if d == dimension else 1 for d in range(len(self.shape))])

    def event(self, name: Name) -> Truth:
        """Where a named event happens."""
        meaning = meaning_of(name, self.typed, self.known or self.axes, self.events, self.above)
        inner = Grid(self.axes, self.shape, self.events, meaning, (*self.above, name.word), self.known)
        return parse_event(meaning).answer(inner)

    def spread(self, tree: Node) -> NDArray[Any]:
        """An expression's value in every outcome, in the full shape."""
        return np.broadcast_to(tree.answer(self), self.shape)


def not_worked_out(axis: str, axes: tuple[str, ...]) -> str:
    """What to say of an axis that the question has and a distribution lacks.

    Examples
    --------
    >>> not_worked_out("pool_hits", ("hits",))
    'pool_hits is not among the axes this distribution has: ask for it with axes=("hits", "pool_hits")'
    """
    wanted = ", ".join(f'"{each}"' for each in (*axes, axis))
    return f"{axis} is not among the axes this distribution has: ask for it with axes=({wanted})"


def measure(metric: Metric, grid: Grid, weights: NDArray[Any], trials: int | None) -> Estimate:
    """Answers a metric.

    Parameters
    ----------
    metric
        What is asked.
    grid
        The outcomes.
    weights
        Their probabilities (float64 or Fractions) or, if `trials` is given, their counts; shaped like the grid.
    trials
        Trials counted, None if exact.

    Raises
    ------
    OddsError
        If a name is unknown, a number grows too large, or the condition never holds.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.events import parse_metric
    >>> from odds.core.measure import Grid, measure
    >>> coins = Grid(("heads",), (3,), {"none": "heads == 0"})
    >>> measure(parse_metric("heads == 2 given not none"), coins, np.array([0.25, 0.5, 0.25]), None).value
    0.3333333333333333
    """
    chosen = weights != 0
    if metric.given:
        chosen = chosen & grid.spread(metric.given)
        if not chosen.any():
            never = f"never came true in {trials:,} trials" if trials else "is impossible"
            raise OddsError(f"{metric.text} has no answer: its condition {metric.given.text} {never}")
    check_end(metric, grid, weights, chosen)
    return weigh(metric.kind, grid.spread(metric.of)[chosen], weights[chosen], sampled=trials is not None)


def check_end(metric: Metric, grid: Grid, weights: NDArray[Any], chosen: NDArray[Any]) -> None:
    """Refuses the mean of an axis whose last outcome stands for all later ones, if these have a chance.

    Such an axis has the named event `later`.

    Raises
    ------
    ListEndsError
        If so much chance lies beyond the list that it counts.
    """
    meaning = grid.events.get(LATER)
    if metric.kind == "probability" or meaning is None:
        return
    axes = {name.word for name in parse_event(meaning).names()}
    if not axes & {name.word for name in metric.of.names()}:
        return
    beyond = weights[chosen & grid.spread(parse_event(meaning))].sum() / weights[chosen].sum()
    if beyond > LEFT_OUT:
        raise ListEndsError(
            f"{metric.text} has no answer here: the list ends, and {float(beyond):.2g} of the chance lies beyond it; "
            f"ask for P({LATER}), or for {metric.kind}({metric.of.text} given not {LATER})"
        )


def is_cut_off(law: Any, metric: str) -> bool:
    """Whether a metric is a mean of outcomes that a list ends before; a law may know it all the same.

    Examples
    --------
    >>> from odds import exact, parse
    >>> is_cut_off(exact(parse("6S S6 L3")), "mean(hits)")
    False
    """
    asked = parse_metric(metric)
    if asked.kind == "probability" or LATER not in law.events:
        return False
    try:
        measure(asked, Grid(law.axes, law.values.shape, law.events, asked.typed), law.values, law.trials)
    except ListEndsError:
        return True
    return False


def measure_function(
    function: Callable[..., Any], axes: tuple[str, ...], weights: NDArray[Any], known: tuple[str, ...] = ()
) -> tuple[str, list[Any]]:
    """Calls a metric given as a function, once for each outcome that can happen, with plain whole numbers.

    Parameters
    ----------
    function
        Its parameters are named like the axes it reads. It gives a truth value (an event, whose probability is
        wanted) or a number (whose mean is wanted).
    axes
        The axes.
    weights
        Probabilities or counts.
    known
        Axes that the question has, here or not.

    Returns
    -------
    kind, results
        "probability" or "mean", and the results in the order of `weights[weights != 0]`.

    Raises
    ------
    OddsError
        If a parameter is not an axis, or a result is neither a truth value nor a number.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.measure import measure_function
    >>> measure_function(lambda heads: heads > 1, ("heads",), np.array([0.25, 0.5, 0.25]))
    ('probability', [False, False, True])
    """
    reads = _parameters(function, axes, known)
    results = [
        function(**{axis: int(outcome[axes.index(axis)]) for axis in reads})
        for outcome in zip(*np.nonzero(weights), strict=True)
    ]
    if all(isinstance(result, bool | np.bool_) for result in results):
        return "probability", results
    try:
        numbers = [float(result) for result in results]
    except (TypeError, ValueError):
        numbers = [math.nan]
    if not all(map(math.isfinite, numbers)):
        raise OddsError("a metric's function must give a truth value, or a finite number, for every outcome")
    return "mean", results


def _parameters(function: Callable[..., Any], axes: tuple[str, ...], known: tuple[str, ...]) -> list[str]:
    from inspect import Parameter, signature

    if not callable(function):
        raise OddsError(f"a metric is a text, such as 'hits >= 3', or a function, not {said(function)}")
    reads = []
    for name, parameter in signature(function).parameters.items():
        if parameter.kind is Parameter.VAR_KEYWORD:
            return list(axes)
        if name in axes and parameter.kind is not Parameter.POSITIONAL_ONLY:
            reads.append(name)
        elif parameter.default is Parameter.empty:
            if name in known:
                raise OddsError(not_worked_out(name, axes))
            raise OddsError(f"a metric's function may read {', '.join(axes)} by name, not {name}")
    return reads


def weigh(kind: str, results: NDArray[Any], weights: NDArray[Any], *, sampled: bool) -> Estimate:
    """The probability, mean or standard deviation of results, each with its weight above 0; one dimension each.

    Weights need not sum to 1: they are divided by their sum, so that a condition is a choice among the outcomes.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.measure import weigh
    >>> weigh("mean", np.array([1, 2]), np.array([0.5, 0.25]), sampled=False).value
    1.3333333333333333
    """
    if kind == "probability":
        seen = weights[results.astype(bool)].sum()
        if sampled:
            return proportion(int(seen), int(weights.sum()))
        share = seen / weights.sum()
        return Estimate(share if weights.dtype == object else min(float(share), 1.0))
    if sampled:
        estimate = sampled_mean if kind == "mean" else sampled_sd
        return estimate(results.astype(np.float64), weights.astype(np.float64))
    if weights.dtype == object:
        results = results.astype(object)
    total = weights.sum()
    mean = (results * weights).sum() / total
    if kind == "sd":
        return Estimate(math.sqrt(((results - mean) ** 2 * weights).sum() / total))
    return Estimate(mean if weights.dtype == object else float(mean))
