"""Probabilities, or counts of trials, over named whole-number axes: every question about an answer is asked here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from odds.core.axes import is_share, named, weights
from odds.core.errors import ListEndsError, OddsError
from odds.core.events import Metric, parse_metric
from odds.core.intervals import Estimate, proportion_errors, wilson
from odds.core.measure import Grid, measure, measure_function, not_worked_out, weigh
from odds.core.text import quoted, said

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.figure import Figure
    from pandas import DataFrame

    from odds.core.run import Run

__all__ = ["Distribution", "Estimate"]

ROUNDING = 1e-12  # relative; comparisons of probabilities overlook so much
TINY = 1e-6  # a notebook's table leaves out ends that are rarer


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distribution:
    """A joint distribution over whole numbers from 0: exact, or counted in a simulation.

    Attributes
    ----------
    axes
        Names of the outcomes, one for each dimension of `values`.
    values
        Exact: probabilities that sum to 1, as float64 or as Fractions in an object array. Sampled: int64 counts
        that sum to `trials`. The index along a dimension is the outcome itself. Read-only.
    trials
        Trials counted; None if the distribution is exact.
    events
        Named events as text over the axes, such as {"failed": "hits == 0"}; None for one that this question does
        not have.
    run
        The facts of the simulation.
    label
        The question's canonical text, for titles.
    known
        Every axis the question has, also those that were not worked out.

    Raises
    ------
    OddsError
        If axes and values do not fit, values are negative, or their sum is wrong.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.distribution import Distribution
    >>> coins = Distribution(("heads",), np.array([0.25, 0.5, 0.25]), events={"none": "heads == 0"})
    >>> coins.mean("heads"), coins.probability("heads >= 1"), coins.probability("none")
    (1.0, 0.75, 0.25)
    """

    axes: tuple[str, ...]
    values: NDArray[Any]
    trials: int | None = None
    events: Mapping[str, str | None] = field(default_factory=dict)
    run: Run | None = None
    label: str = ""
    known: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        values = weights(self.values, self.trials)
        axes, events = named(self.axes, values, self.events), MappingProxyType(dict(self.events))
        for name, value in {"axes": axes, "values": values, "events": events}.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are made anew, so that they are checked and frozen as well."""
        return Distribution, (self.axes, self.values, self.trials, dict(self.events), self.run, self.label, self.known)

    @property
    def exact(self) -> bool:
        """Whether it was worked out, not simulated.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> attack.exact
        True
        """
        return self.trials is None

    @property
    def probabilities(self) -> NDArray[Any]:
        """Probability of every outcome, shaped like `values`: float64, or Fractions.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> attack.probabilities.shape
        (10, 4)
        """
        return self.values if self.trials is None else self.values / self.trials

    def marginal(self, *axes: str) -> Distribution:
        """The joint distribution of some of the axes, in the order asked.

        Raises
        ------
        OddsError
            If there is no such axis, none is asked for, or one twice.

        Examples
        --------
        >>> from odds import exact, parse
        >>> exact(parse("6S S6 L3")).marginal("luck_hits").values.round(3)
        array([0.064, 0.288, 0.432, 0.216])
        """
        if axes == self.axes:
            return self
        at = [self._dimension(axis) for axis in axes]
        if not at or len(set(at)) < len(at):
            raise OddsError(f"a marginal needs one or more different axes of {', '.join(self.axes)}")
        summed = self.values.sum(axis=tuple(d for d in range(len(self.axes)) if d not in at))
        kept = sorted(at)
        values = np.transpose(summed, [kept.index(d) for d in at])
        return Distribution(axes, values, self.trials, self.events, self.run, self.label, self.known)

    def metric(self, asked: str | Metric | Callable[..., Any]) -> Estimate:
        """Answers a metric.

        Parameters
        ----------
        asked
            "P(hits >= 4 given critical)", "mean(hits given critical)", "sd(hits)", a bare event; or a function
            whose parameters are named like axes: it is called once an outcome with plain whole numbers, and gives
            a truth value (its probability is wanted) or a number (its mean is wanted).

        Returns
        -------
        Estimate
            The value; if sampled, with its standard error and 95% interval. A conditional metric's error counts
            only the trials in which the condition held.

        Raises
        ------
        OddsError
            If the metric is malformed, reads an unknown name, or its condition never holds.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> round(attack.metric("P(hits >= 4 given critical)").value, 6)
        0.797406
        >>> round(attack.metric(lambda hits: max(hits - 4, 0)).value, 6)
        1.073834
        """
        if callable(asked):
            chosen = self.values != 0
            kind, results = measure_function(asked, self.axes, self.values, self.known)
            return weigh(kind, np.array(results), self.values[chosen], sampled=not self.exact)
        metric = asked if isinstance(asked, Metric) else parse_metric(asked)
        grid = Grid(self.axes, self.values.shape, self.events, metric.typed, known=self.known)
        return measure(metric, grid, self.values, self.trials)

    def probability(self, event: str | Callable[..., Any]) -> float | Fraction:
        """Probability of an event, such as "hits >= 3"; `metric` gives its error as well.

        Examples
        --------
        >>> from odds import exact, parse
        >>> round(exact(parse("6S S6 L3")).probability("hits >= 4"), 9)
        0.746371584
        """
        metric = parse_metric(event) if isinstance(event, str) else event
        if isinstance(metric, Metric) and metric.kind != "probability":
            raise OddsError(f"{metric.text} is no probability: ask for it with metric()")
        if (
            not isinstance(metric, Metric)
            and measure_function(metric, self.axes, self.values, self.known)[0] != "probability"
        ):
            raise OddsError("the function gives numbers, not truth values: ask for their mean with metric()")
        return self.metric(metric).value

    def mean(self, axis: str | None = None) -> float | Fraction:
        """Mean of an axis; of the first if none is named.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> round(attack.mean("luck_hits"), 12)
        1.8
        """
        return self.metric(f"mean({self.axes[self._dimension(axis)]})").value

    def sd(self, axis: str | None = None) -> float:
        """Standard deviation of an axis; of the first if none is named.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> round(attack.sd("hits"), 6)
        1.730665
        """
        return float(self.metric(f"sd({self.axes[self._dimension(axis)]})"))

    def median(self, axis: str | None = None) -> int:
        """The smallest outcome that at least half of the probability does not exceed.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> attack.median("hits")
        5
        """
        return self.quantile(0.5, axis)

    def mode(self, axis: str | None = None) -> int:
        """The likeliest outcome; the smallest one if several are.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> attack.mode("hits")
        5
        """
        values = self._one(axis).astype(np.float64)
        return int(np.argmax(values >= values.max() * (1 - ROUNDING)))

    def most(self, axis: str | None = None) -> int:
        """The largest outcome that can happen, or was seen.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> attack.most("hits")
        9
        """
        return int(np.flatnonzero(self._one(axis))[-1])

    def quantile(self, q: float, axis: str | None = None) -> int:
        """The smallest outcome k with P(X <= k) >= q.

        Parameters
        ----------
        q
            A probability, 0 to 1. At 0 the smallest outcome that can happen, at 1 the largest.
        axis
            The axis; the first if none is named.

        Raises
        ------
        OddsError
            If q is no probability or there is no such axis.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = exact(parse("6S S6 L3"))
        >>> [attack.quantile(q, "hits") for q in (0.05, 0.5, 0.95)]
        [2, 5, 8]
        """
        if not is_share(q):
            raise OddsError(f"a quantile needs a probability from 0 to 1, not {said(q)}")
        above = np.append(self.at_least(axis)[1:], 0).astype(np.float64)  # P(X > k), which loses no digits in the tail
        reached = (above <= (1 - q) * (1 + ROUNDING)) & np.logical_or.accumulate(self._one(axis) > 0)
        return int(np.argmax(reached))

    def at_least(self, axis: str | None = None) -> NDArray[Any]:
        """P(X >= k) for k = 0, 1, 2, ...: as many as the axis has outcomes, so the first is 1.

        Examples
        --------
        >>> import numpy as np
        >>> from odds.core.distribution import Distribution
        >>> Distribution(("heads",), np.array([0.25, 0.5, 0.25])).at_least("heads")
        array([1.  , 0.75, 0.25])
        """
        tails: NDArray[Any] = np.cumsum(self._one(axis)[::-1])[::-1]
        if self.trials is not None:
            return tails / self.trials
        return tails if tails.dtype == object else np.minimum(tails, 1.0)

    def frame(self, axis: str | None = None) -> DataFrame:
        """One axis as a pandas DataFrame, a row an outcome.

        Returns
        -------
        DataFrame
            Columns: the axis, probability, at_least (that outcome or more) and, if sampled, the probability's
            std_error, low and high (95%, Wilson).

        Examples
        --------
        >>> from odds import exact, parse
        >>> list(exact(parse("6S S6 L3")).frame("hits").columns)
        ['hits', 'probability', 'at_least']
        """
        from pandas import DataFrame

        one = self._one(axis)
        columns = {self.axes[self._dimension(axis)]: np.arange(len(one))}
        return DataFrame(columns | self._columns(one, at_least=self.at_least(axis)))

    def joint_frame(self) -> DataFrame:
        """All axes as a pandas DataFrame, a row for every joint outcome that can happen, or was seen.

        Returns
        -------
        DataFrame
            Columns: the axes, probability and, if sampled, its std_error, low and high (95%, Wilson).

        Examples
        --------
        >>> from odds import exact, parse
        >>> list(exact(parse("6S S6 L3")).joint_frame().columns)
        ['hits', 'luck_hits', 'probability']
        """
        from pandas import DataFrame

        outcomes = np.nonzero(self.values)
        return DataFrame(dict(zip(self.axes, outcomes, strict=True)) | self._columns(self.values[outcomes]))

    def figure(self) -> Figure:
        """The distribution and its at-least curve as a matplotlib figure."""
        from odds.report.charts import figure

        drawn: Figure = figure(self)
        return drawn

    def __repr__(self) -> str:
        """The question, how it was answered, and the means."""
        means = ", ".join(f"mean {axis} {self._mean(axis)}" for axis in self.axes)
        how = "exact" if self.trials is None else f"{self.trials:,} trials"
        return f"<Distribution {self.label + ': ' if self.label else ''}{how}, {means}>"

    def _mean(self, axis: str) -> str:
        try:
            return f"{float(self.mean(axis)):.6g}"
        except ListEndsError:
            return "unknown"

    def _repr_html_(self) -> str:
        from html import escape

        one, at_least = self._one(None), self.at_least()
        columns = self._columns(one, at_least=at_least)
        chance = ["exactly", "at least"] if self.exact else ["simulated", "at least", "simulated, 95% interval"]
        rows = [[self.axes[0], *chance]]
        for k in range(self.quantile(TINY), self.quantile(1 - TINY) + 1):
            rows.append([str(k), f"{float(columns['probability'][k]):.4%}", f"{float(at_least[k]):.4%}"])
            if not self.exact:
                rows[-1].append(f"{columns['low'][k]:.4%} to {columns['high'][k]:.4%}")
        head, *body = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
        lines = [f"<tr>{head.replace('td>', 'th>')}</tr>", *(f"<tr>{row}</tr>" for row in body)]
        note = "" if len(body) == np.count_nonzero(one) else " (rarer outcomes are left out)"
        return f"<table><caption>{escape(repr(self)[1:-1] + note)}</caption>{''.join(lines)}</table>"

    def _dimension(self, axis: str | None) -> int:
        if axis is not None and axis not in self.axes:
            if axis in self.known:
                raise OddsError(not_worked_out(axis, self.axes))
            raise OddsError(f"there is no axis {quoted(axis)}; the axes are {', '.join(self.axes)}")
        return 0 if axis is None else self.axes.index(axis)

    def _one(self, axis: str | None) -> NDArray[Any]:
        """Probabilities or counts of one axis."""
        return self.marginal(self.axes[self._dimension(axis)]).values

    def _columns(self, values: NDArray[Any], **more: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Columns of a table about the given probabilities or counts."""
        if self.trials is None:
            return {"probability": values, **more}
        shares = values / self.trials
        low, high = wilson(values, self.trials)
        return {
            "probability": shares,
            **more,
            "std_error": proportion_errors(shares, self.trials),
            "low": low,
            "high": high,
        }
