"""One question at every value of one or two of its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from odds.core.depends import depends_on
from odds.core.errors import ListEndsError, OddsError
from odds.core.kinds import as_flag, nothing_simulated
from odds.core.subject import subject_of
from odds.core.text import fold, quoted

if TYPE_CHECKING:
    from pandas import DataFrame

    from odds.core.intervals import Estimate
    from odds.core.run import Run

METHODS = ("both", "exact", "simulate")
MOST_POINTS = 10_000
MOST_NUMBER = 10**6  # in a range; the question itself knows how much is too much
_PART = re.compile(r"\s*(-?\d{1,6})\s*(?:(?:\.\.+|-|to|…)\s*(-?\d{1,6})\s*)?")


@dataclass(frozen=True)
class Parameter:
    """A number that is swept: its name, such as "strength", and its values in their order."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Point:
    """The question at one value of every parameter.

    Attributes
    ----------
    at
        The parameters' values.
    question
        The rules object.
    exact, simulated
        The value of every metric; None where it was not asked for, or not played any more.
    run
        The facts of its simulation.
    """

    at: tuple[int, ...]
    question: Any
    exact: tuple[Estimate | None, ...]
    simulated: tuple[Estimate | None, ...]
    run: Run | None = None


@dataclass(frozen=True)
class Sweep:
    """A whole sweep: points in rows, the last parameter the fastest.

    Attributes
    ----------
    title
        The question that is varied, in words.
    parameters
        One or two.
    metrics
        Canonical texts.
    points
        A point for every combination of values.
    method
        "both", "exact" or "simulate".
    notes
        What had to be assumed to read the question.
    depends_on
        Rule switches that would change a metric at one of the points.
    """

    title: str
    parameters: tuple[Parameter, ...]
    metrics: tuple[str, ...]
    points: tuple[Point, ...]
    method: str = "exact"
    notes: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()

    @property
    def interrupted(self) -> bool:
        """Whether its simulation was stopped early."""
        runs = [point.run for point in self.points]
        return self.method != "exact" and any(run is None or run.interrupted for run in runs)

    def columns(self) -> list[str]:
        """The names of `rows`: the parameters; for every metric its value, simulated with its error and interval."""
        names = [parameter.name for parameter in self.parameters]
        for metric in self.metrics:
            names += [metric] if self.method != "simulate" else []
            if self.method != "exact":
                names += [f"{metric} {what}" for what in ("simulated", "std_error", "low", "high")]
        return names

    def rows(self) -> Iterable[list[Any]]:
        """A row a point, with a number for every column; None where there is none."""
        for point in self.points:
            row: list[Any] = list(point.at)
            for exact, simulated in zip(point.exact, point.simulated, strict=True):
                row += [None if exact is None else exact.value] if self.method != "simulate" else []
                if self.method != "exact":
                    fields = ("value", "std_error", "low", "high")
                    row += [None if simulated is None else getattr(simulated, field) for field in fields]
            yield row

    def frame(self) -> DataFrame:
        """The sweep as a pandas DataFrame, a row a point; columns as in `columns`."""
        from pandas import DataFrame

        from odds.core.frames import as_floats

        names = self.columns()
        return as_floats(DataFrame(list(self.rows()), columns=names), names[len(self.parameters) :])


def read_range(text: str, name: str, *, signed: bool = False) -> tuple[int, ...]:
    """The values of a range in words.

    Parameters
    ----------
    text
        Such as "1..9", "4", "1,3,5..7".
    name
        Whose values they are, for the message.
    signed
        Whether values may be below 0.

    Raises
    ------
    OddsError
        If it is no range, runs backwards, or names a value twice.

    Examples
    --------
    >>> read_range("1,3,5..7", "--strength")
    (1, 3, 5, 6, 7)
    """
    values: list[int] = []
    for part in fold(text).split(",") if len(text) <= 100 else [""]:
        found = _PART.fullmatch(part)
        if found is None or (not signed and "-" in (found[1][0], (found[2] or found[1])[0])):
            raise OddsError(f"{name} must be a number or a range such as 1..9 or 1,3,5, not {quoted(text)}")
        first, last = int(found[1]), int(found[2] or found[1])
        if last < first:
            raise OddsError(f"{name} runs from {first} down to {last}: write {last}..{first}")
        if last - first >= MOST_POINTS:
            raise OddsError(f"{name} has more than {MOST_POINTS:,} values")
        values += range(first, last + 1)
    if len(set(values)) < len(values):
        raise OddsError(f"{name} names a value twice in {quoted(text)}")
    return tuple(values)


def sweep_questions(
    make: Callable[[tuple[int, ...]], Any],
    parameters: Sequence[Parameter],
    metrics: Sequence[str],
    *,
    title: str,
    method: str = "exact",
    notes: Sequence[str] = (),
    fractions: bool = False,
    **settings: Any,
) -> Sweep:
    """Answers a question at every point.

    Parameters
    ----------
    make
        Gives the rules object at a point.
    parameters
        One or two parameters.
    metrics
        Metrics that the question has at every point.
    title
        The question in words.
    method
        "exact", "simulate" or "both".
    notes
        Notes to hand on.
    fractions
        Exact numbers as fractions.
    **settings
        How to simulate, see `odds.core.simulate.Settings`.

    Raises
    ------
    OddsError
        If there are too many points, or one of them cannot be answered.

    Examples
    --------
    >>> from odds import SpecialTest
    >>> luck = Parameter("luck", (2, 3))
    >>> found = sweep_questions(lambda at: SpecialTest(6, "S", 6, at[0]), [luck], ["mean(hits)"], title="6S S6")
    >>> [round(float(point.exact[0]), 2) for point in found.points]
    [4.32, 4.68]
    """
    from odds.core.events import parse_metric

    if method not in METHODS:
        raise OddsError(f"unknown method {quoted(method)}: use {', '.join(METHODS)}")
    as_flag(fractions, "fractions")
    if method == "exact":
        nothing_simulated(settings)
    texts = tuple(dict.fromkeys(parse_metric(metric).text for metric in metrics))
    number = 1
    for parameter in parameters:
        number *= len(parameter.values)
    if number > MOST_POINTS:
        raise OddsError(f"a sweep has at most {MOST_POINTS:,} points, not {number:,}")
    places = list(product(*(parameter.values for parameter in parameters)))
    questions = [make(at) for at in places]  # all of them before anything is worked out
    none = (None,) * len(texts)
    points = [
        Point(at, question, none if method == "simulate" else _exact(question, texts, fractions), none)
        for at, question in zip(places, questions, strict=True)
    ]
    if method != "exact":
        points = _simulated(points, texts, settings)
    depends = depends_on(questions, texts)
    return Sweep(title, tuple(parameters), texts, tuple(points), method, tuple(notes), depends)


def _exact(question: Any, metrics: Sequence[str], fractions: bool) -> tuple[Estimate | None, ...]:
    law = subject_of(question).exact(question, axes=_axes(question, metrics), fractions=fractions)
    return tuple(_possible(law, metric) for metric in metrics)


def _axes(question: Any, metrics: Sequence[str]) -> tuple[str, ...]:
    from odds.core.events import axes_needed

    subject = subject_of(question)
    return axes_needed(metrics, subject.events(question), subject.axes) or subject.axes[:1]


def _simulated(points: Sequence[Point], metrics: Sequence[str], settings: dict[str, Any]) -> list[Point]:
    """The points with their simulations; those after an interruption stay without."""
    from odds.core.simulate import draw_seed, simulate

    seed = draw_seed() if settings.get("seed") is None else settings["seed"]
    settings = settings | {"seed": seed, "runs": len(points)}
    found = list(points)
    for number, point in enumerate(points):
        try:
            law = simulate(point.question, axes=_axes(point.question, metrics), metrics=metrics, **settings)
        except KeyboardInterrupt:
            if not number:
                raise
            break
        values = tuple(_possible(law, metric) for metric in metrics)
        found[number] = Point(point.at, point.question, point.exact, values, law.run)
        if law.run is not None and law.run.interrupted:
            break
    return found


def _possible(law: Any, metric: str) -> Estimate | None:
    """A metric's estimate; None where its condition cannot be met, no trial met it, or the list of outcomes ends."""
    try:
        found: Estimate = law.metric(metric)
    except ListEndsError:
        return None
    except OddsError:
        if " given " in metric:
            return None
        raise
    return found
