"""Two questions under common random numbers: their difference, with an interval far narrower than two separate runs.

Both rules are traced into one program whose dice are whole faces that stay at their places: Luck Die 1 shows the same
face to both, and one more point of Luck only relabels a die. What the two have in common cancels in every trial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.errors import OddsError
from odds.core.run import Run
from odds.core.subject import Subject, subject_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from odds.core.events import Metric
    from odds.core.intervals import Estimate
    from odds.core.lanes.code import Parts

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
    from odds.core.events import parse_metric
    from odds.core.lanes.code import compile_code
    from odds.core.lanes.program import Program
    from odds.core.simulate import Settings, run_job

    chosen = Settings(**settings)
    if chosen.precision is not None:
        raise OddsError("a precision is for one question: give trials for a difference")
    sides = [_Side(name, question, parse_metric(metric)) for name, question in (("a", a), ("b", b))]
    program = Program(paired=True)
    outcomes: dict[str, Parts] = {}
    for side in sides:
        parts = side.subject.play(program, side.question)
        outcomes |= {f"{side.name}.{axis}": parts[axis] for axis in side.axes}
    code = compile_code(program, outcomes, list(outcomes))
    counts, run = run_job(f"{a.text} against {b.text}", code, chosen, lambda *_: True)
    return _difference(sides, code.joint(counts), run)


class _Side:
    """One of the two questions, and what its metric reads."""

    def __init__(self, name: str, question: Any, metric: Metric) -> None:
        from odds.core.events import axes_needed

        self.name, self.question, self.metric = name, question, metric
        self.subject: Subject = subject_of(question)
        self.events = self.subject.events(question)
        needed = axes_needed([metric], self.events, self.subject.axes)
        self.axes: Sequence[str] = needed or self.subject.axes[:1]

    def exact(self) -> float:
        """The exact metric."""
        return float(self.subject.exact(self.question, axes=tuple(self.axes)).metric(self.metric))

    def influence(self, counts: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        """The metric's value, and how much one more trial with each outcome would move it (times the trials).

        The error of a metric is the standard deviation of its influence; that of a difference, of the difference of
        influences in the same trial, which is where the common dice cancel.
        """
        from odds.core.measure import Grid

        grid = Grid(tuple(self.axes), counts.shape, self.events, self.metric.typed)
        of = grid.spread(self.metric.of).astype(float)
        held = grid.spread(self.metric.given) if self.metric.given else np.ones(counts.shape, bool)
        share = counts / counts.sum()
        chance = float(share[held].sum())
        if chance == 0:
            raise OddsError(f"{self.metric.text} has no answer: its condition never came true")
        mean = float((share * of)[held].sum()) / chance
        if self.metric.kind != "sd":
            return mean, held * (of - mean) / chance
        variance = float((share * (of - mean) ** 2)[held].sum()) / chance
        sd = variance**0.5
        return sd, held * ((of - mean) ** 2 - variance) / (2 * sd * chance) if sd else np.zeros(counts.shape)


def _difference(sides: Sequence[_Side], joint: NDArray[Any], run: Run) -> Difference:
    from odds.core.distribution import Distribution

    a, b = sides
    first, second = tuple(range(len(a.axes))), tuple(range(len(a.axes), joint.ndim))
    counts = {"a": joint.sum(second), "b": joint.sum(first)}
    value_a, moves_a = a.influence(counts["a"])
    value_b, moves_b = b.influence(counts["b"])
    apart = moves_a.reshape(moves_a.shape + (1,) * len(second)) - moves_b
    value = value_a - value_b
    std_error = float((joint * apart**2).sum() ** 0.5 / run.trials)
    estimates = [
        Distribution(tuple(s.axes), counts[s.name], trials=run.trials, events=s.events).metric(s.metric) for s in sides
    ]
    return Difference(
        metric=a.metric.text,
        a=estimates[0],
        b=estimates[1],
        exact=a.exact() - b.exact(),
        value=value,
        std_error=std_error,
        low=value - Z * std_error,
        high=value + Z * std_error,
        run=run,
    )
