"""Two questions under common random numbers: their difference, with an interval far narrower than two separate runs.

Both rules are traced into one program whose dice are whole faces that stay at their places: Luck Die 1 shows the same
face to both, and one more point of Luck only relabels a die. What the two have in common cancels in every trial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.errors import OddsError
from odds.core.run import Run
from odds.core.subject import Subject, subject_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from odds.core.distribution import Distribution
    from odds.core.events import Metric
    from odds.core.intervals import Estimate
    from odds.core.lanes.code import Parts
    from odds.core.simulate import Settings

MOST_CELLS = 1 << 16  # outcomes of both questions that are counted jointly for several metrics
ROUNDING = 1e-12  # relative
Z = 1.959963984540054  # 97.5% point of the normal distribution: a 95% interval


@dataclass(frozen=True)
class Difference:
    """A metric of one question less the same metric of another.

    Attributes
    ----------
    metric
        The metric, as canonical text.
    a, b
        The simulated metric of each question.
    exact
        The exact difference a - b.
    value
        The simulated difference a - b.
    std_error
        Its standard error; 0 if no trial showed a difference.
    low, high
        Its 95% interval.
    run
        The facts of the run.
    """

    metric: str
    a: Estimate
    b: Estimate
    exact: float
    value: float
    std_error: float
    low: float
    high: float
    run: Run

    @property
    def resolved(self) -> bool:
        """Whether the interval lies on one side of 0."""
        return self.low > 0 or self.high < 0


def paired(a: Any, b: Any, metric: str = "mean(hits)", **settings: Any) -> Difference:
    """The difference of a metric between two questions, played with the same dice.

    Parameters
    ----------
    a, b
        Rules objects, of the same subject or not.
    metric
        Any metric that both questions have.
    **settings
        How to simulate: trials, seed, threads, engine, progress, crew, checkpoint (see `simulate`).

    Returns
    -------
    Difference
        a - b, exact and simulated, with a 95% interval.

    Raises
    ------
    OddsError
        If the metric or a setting is not right, or a condition never held.

    Examples
    --------
    >>> from odds import paired, parse
    >>> gain = paired(parse("6S S6 L4"), parse("6S S6 L3"), "mean(hits)", trials=200_000, seed=1)
    >>> round(gain.exact, 6), gain.low < 0.36 < gain.high
    (0.36, True)
    """
    from odds.core.simulate import settings_of

    settings_of(settings, paired, but="a b")
    return paired_all(a, b, (metric,), **settings)[0]


def paired_all(a: Any, b: Any, metrics: Sequence[str], **settings: Any) -> tuple[Difference, ...]:
    """The differences of several metrics between two questions, played at once wherever they can be counted so.

    Parameters
    ----------
    a, b, **settings
        As in `paired`.
    metrics
        Metrics that both questions have, one or more.

    Raises
    ------
    OddsError
        As in `paired`.

    Examples
    --------
    >>> from odds import parse
    >>> [each.metric for each in paired_all(parse("6S S6 L4"), parse("6S S6 L3"), ["hits >= 4", "critical"], trials=64)]
    ['P(hits >= 4)', 'P(critical)']
    """
    from odds.core.events import parse_metric
    from odds.core.simulate import settings_of

    chosen = settings_of(settings)
    if chosen.precision is not None:
        raise OddsError("a precision is for one question: give trials for a difference")
    wanted = tuple(parse_metric(metric) for metric in metrics)
    played = _play(a, b, wanted, chosen)
    if played is None and len(wanted) > 1:
        return tuple(paired_all(a, b, (metric.text,), **settings)[0] for metric in wanted)
    assert played is not None
    return played


def _play(a: Any, b: Any, metrics: Sequence[Metric], chosen: Settings) -> tuple[Difference, ...] | None:
    """The differences from one run; None if several metrics together have too many outcomes to count."""
    from odds.core.lanes.code import compile_code
    from odds.core.lanes.program import Program
    from odds.core.simulate import run_job

    sides = [_Side(name, question, metrics) for name, question in (("a", a), ("b", b))]
    program = Program(paired=True)
    outcomes: dict[str, Parts] = {}
    for side in sides:
        parts = side.subject.play(program, side.question)
        outcomes |= {f"{side.name}.{axis}": parts[axis] for axis in side.axes}
    code = compile_code(program, outcomes, list(outcomes))
    if code.cells > MOST_CELLS and len(metrics) > 1:
        return None
    counts, run = run_job(f"{a.text} against {b.text}", code, chosen, lambda *_: True)
    joint = code.joint(counts)
    return tuple(_difference(sides, metric, joint, run) for metric in metrics)


class _Side:
    """One of the two questions, and what its metrics read."""

    def __init__(self, name: str, question: Any, metrics: Sequence[Metric]) -> None:
        from odds.core.events import axes_needed

        self.name, self.question = name, question
        self.subject: Subject = subject_of(question)
        self.events = self.subject.events(question)
        needed = axes_needed(metrics, self.events, self.subject.axes)
        self.axes: Sequence[str] = needed or self.subject.axes[:1]

    @cached_property
    def exact(self) -> Distribution:
        """The exact distribution."""
        found: Distribution = self.subject.exact(self.question, axes=tuple(self.axes))
        return found

    def influence(self, metric: Metric, counts: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        """The metric's value, and how much one more trial with each outcome would move it (times the trials).

        The error of a metric is the standard deviation of its influence; that of a difference, of the difference of
        influences in the same trial, which is where the common dice cancel.
        """
        from odds.core.measure import Grid

        grid = Grid(tuple(self.axes), counts.shape, self.events, metric.typed)
        of = grid.spread(metric.of).astype(float)
        held = grid.spread(metric.given) if metric.given else np.ones(counts.shape, bool)
        share = counts / counts.sum()
        chance = float(share[held].sum())
        if chance == 0:
            raise OddsError(f"{metric.text} has no answer: its condition never came true")
        mean = float((share * of)[held].sum()) / chance
        if metric.kind != "sd":
            return mean, held * (of - mean) / chance
        variance = float((share * (of - mean) ** 2)[held].sum()) / chance
        sd = variance**0.5
        return sd, held * ((of - mean) ** 2 - variance) / (2 * sd * chance) if sd else np.zeros(counts.shape)


def _difference(sides: Sequence[_Side], metric: Metric, joint: NDArray[Any], run: Run) -> Difference:
    from odds.core.distribution import Distribution

    a, b = sides
    first, second = tuple(range(len(a.axes))), tuple(range(len(a.axes), joint.ndim))
    counts = {"a": joint.sum(second), "b": joint.sum(first)}
    value_a, moves_a = a.influence(metric, counts["a"])
    value_b, moves_b = b.influence(metric, counts["b"])
    apart = moves_a.reshape(moves_a.shape + (1,) * len(second)) - moves_b
    apart[np.abs(apart) <= ROUNDING * max(np.abs(moves_a).max(), np.abs(moves_b).max())] = 0
    value = value_a - value_b
    std_error = float((joint * apart**2).sum() ** 0.5 / run.trials)
    if not std_error and abs(value) <= ROUNDING * max(abs(value_a), abs(value_b)):
        value = 0.0  # alike in every trial: only their sums were rounded differently
    estimates = [
        Distribution(tuple(s.axes), counts[s.name], trials=run.trials, events=s.events).metric(metric) for s in sides
    ]
    return Difference(
        metric=metric.text,
        a=estimates[0],
        b=estimates[1],
        exact=float(difference_of(float(a.exact.metric(metric)), float(b.exact.metric(metric)))),
        value=value,
        std_error=std_error,
        low=value - Z * std_error,
        high=value + Z * std_error,
        run=run,
    )


def difference_of(a: float | Fraction, b: float | Fraction) -> float | Fraction:
    """The difference; floats that are the same but for rounding differ by exactly 0.

    Examples
    --------
    >>> difference_of(0.1 + 0.2, 0.3), difference_of(0.5, 0.25)
    (0.0, 0.25)
    """
    if isinstance(a, float) and isinstance(b, float) and abs(a - b) <= ROUNDING * max(abs(a), abs(b)):
        return 0.0
    return a - b
