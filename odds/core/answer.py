"""A question answered by both engines, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError, TooMuchError
from odds.core.kinds import nothing_simulated, only_known, several
from odds.core.subject import Subject, subject_of
from odds.core.text import quoted

if TYPE_CHECKING:
    from odds.core.agreement import Agreement
    from odds.core.distribution import Distribution

METHODS = ("both", "exact", "simulate")
SEEN = 1e-12  # two exact answers that differ by less are the same


@dataclass(frozen=True)
class Answer:
    """What is known about one question.

    Attributes
    ----------
    question
        The rules object that was asked.
    exact, simulated
        What each engine found; None where it was not asked.
    metrics
        Further metrics that were asked for, as canonical text.
    notes
        What had to be assumed, and what has no effect.
    by_value
        A question that leaves its statistic open: one answer for each value, 1 to 9.
    depends_on
        Rule switches that would change this answer.
    beside
        Answers to the questions that this one brings along in its `beside`, by name: the same with one re-roll more.
    """

    question: Any
    exact: Distribution | None = None
    simulated: Distribution | None = None
    metrics: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    by_value: tuple[Answer, ...] = ()
    depends_on: tuple[str, ...] = ()
    beside: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def best(self) -> Distribution:
        """The exact distribution if there is one, the simulated one otherwise."""
        found = self.exact if self.exact is not None else self.simulated
        if found is None:
            raise OddsError("this answer is a table over statistic values: look at by_value")
        return found

    @cached_property
    def agreement(self) -> Agreement | None:
        """How well the engines agree; None if only one was asked."""
        if self.exact is None or self.simulated is None:
            return None
        from odds.core.agreement import agreement

        return agreement(self.exact, self.simulated)

    @property
    def engine(self) -> str | None:
        """The engine that simulated; None if nothing was simulated."""
        if self.by_value:
            return self.by_value[0].engine
        return self.simulated.run.engine if self.simulated is not None and self.simulated.run is not None else None

    @property
    def missed(self) -> float | None:
        """The precision that was wanted and not reached; None if none was, or it was."""
        own = self.simulated.run.missed if self.simulated is not None and self.simulated.run is not None else None
        return own or next((part.missed for part in self._parts if part.missed), None)

    @property
    def interrupted(self) -> bool:
        """Whether a simulation in it was stopped early."""
        own = self.simulated is not None and self.simulated.run is not None and self.simulated.run.interrupted
        return own or any(part.interrupted for part in self._parts)

    @property
    def _parts(self) -> tuple[Answer, ...]:
        return (*self.by_value, *self.beside.values())


def answer(
    question: Any,
    *,
    method: str = "both",
    asks: Sequence[str] = (),
    notes: Sequence[str] = (),
    fractions: bool = False,
    **settings: Any,
) -> Answer:
    """Answers a question exactly, by simulation, or both ways.

    Parameters
    ----------
    question
        A rules object, such as `SpecialTest`.
    method
        "both", "exact" or "simulate".
    asks
        Further metrics, such as "P(hits >= 4 given critical)".
    notes
        Notes to hand on with the answer.
    fractions
        Exact probabilities as fractions instead of floats.
    **settings
        How to simulate, see `odds.core.simulate.Settings`.

    Returns
    -------
    Answer
        Both distributions over the axes that the answer shows and the metrics read.

    Raises
    ------
    OddsError
        If a metric, a setting or the question is not right.

    Examples
    --------
    >>> from odds import answer, parse
    >>> both = answer(parse("6S S6 L3"), trials=200_000, seed=1)
    >>> round(float(both.exact.mean("hits")), 6), both.simulated.trials
    (4.68, 200000)
    """
    if settings:
        from odds.core.simulate import Settings

        only_known(settings, answer, Settings, but="question runs")
    if method == "exact":
        nothing_simulated(settings)
    exactly = answer_exactly(question, method=method, asks=asks, notes=notes, fractions=fractions)
    return exactly if method == "exact" else add_simulation(exactly, keep_exact=method == "both", **settings)


def answer_exactly(
    question: Any,
    *,
    method: str = "both",
    asks: Sequence[str] = (),
    notes: Sequence[str] = (),
    fractions: bool = False,
) -> Answer:
    """The exact half of an answer: ready at once, and complete but for the simulation; see `answer`."""
    if method not in METHODS:
        raise OddsError(f"unknown method {quoted(method)}: use {', '.join(METHODS)}")
    asks, notes = several(asks, "asks"), several(notes, "notes")
    if getattr(question, "value", 0) is None:
        values = [question.with_value(value) for value in range(1, 10)]
        parts = tuple(answer_exactly(part, method=method, asks=asks, fractions=fractions) for part in values)
        depends = tuple(dict.fromkeys(name for part in parts for name in part.depends_on))
        return Answer(question, None, None, parts[0].metrics, notes, parts, depends)
    own = _alone(question, asks, method, fractions=fractions)
    beside = {
        name: _alone(other, (), method, fractions=fractions) for name, other in getattr(question, "beside", {}).items()
    }
    switches = dict.fromkeys(name for part in (own, *beside.values()) for name in part.depends_on)
    return replace(own, notes=(*notes, *own.notes), depends_on=tuple(switches), beside=beside)


def _alone(question: Any, asks: Sequence[str], method: str, *, fractions: bool) -> Answer:
    """The exact answer to one question, without those it brings along; without one where that is too much."""
    subject = subject_of(question)
    metrics = _metrics(question, subject, asks)
    axes = _axes(question, subject, metrics)
    try:
        exact = replace(subject.exact(question, axes=axes, fractions=bool(fractions)), known=subject.axes)
    except TooMuchError as error:
        if method == "exact":
            raise
        return Answer(question, None, None, metrics, (f"Simulated only: {error}",))
    for metric in metrics:
        exact.metric(metric)  # an impossible condition is said before anything is simulated
    return Answer(question, exact, None, metrics, (), (), _depends_on(question, subject, exact))


def add_simulation(answer: Answer, *, keep_exact: bool = True, **settings: Any) -> Answer:
    """The answer with its simulation; without the exact half unless `keep_exact`."""
    from odds.core.simulate import draw_seed, simulate

    if answer.by_value:
        seed = draw_seed() if settings.get("seed") is None else settings["seed"]
        settings |= {"seed": seed, "runs": len(answer.by_value)}
        parts: list[Answer] = []
        for part in answer.by_value:
            if parts and parts[-1].interrupted:
                break
            parts.append(add_simulation(part, keep_exact=keep_exact, **settings))
        return replace(answer, by_value=tuple(parts))
    if answer.beside:
        return _with_beside(answer, keep_exact=keep_exact, settings=settings)
    subject = subject_of(answer.question)
    axes = _axes(answer.question, subject, answer.metrics)
    simulated = simulate(answer.question, axes=axes, metrics=answer.metrics, **settings)
    return replace(answer, simulated=simulated, exact=answer.exact if keep_exact else None)


def _with_beside(answer: Answer, *, keep_exact: bool, settings: dict[str, Any]) -> Answer:
    """The simulation of a question and of those it brings along; with a checkpoint the first plays alone."""
    from odds.core.simulate import draw_seed

    seed = draw_seed() if settings.get("seed") is None else settings["seed"]
    alone = settings.get("checkpoint") is not None
    settings |= {"seed": seed, "runs": 1 if alone else 1 + len(answer.beside)}
    own = add_simulation(replace(answer, beside={}), keep_exact=keep_exact, **settings)
    beside = dict(answer.beside) if keep_exact else {}
    for name, other in answer.beside.items():
        if not alone and not own.interrupted:
            beside[name] = add_simulation(other, keep_exact=keep_exact, **settings)
    return replace(own, beside=beside)


def _metrics(question: Any, subject: Subject, asks: Sequence[str]) -> tuple[str, ...]:
    from odds.core.events import parse_metric

    goal = getattr(getattr(question, "played", question), "at_least", None)
    wanted = [*([] if goal is None else [f"hits >= {goal}"]), *asks]
    known = [*subject.axes, *subject.events(question)]
    return tuple(dict.fromkeys(parse_metric(text, known).text for text in wanted))


def _axes(question: Any, subject: Subject, metrics: Sequence[str]) -> tuple[str, ...]:
    """The axes an answer shows and those its metrics read, in the subject's order."""
    from odds.core.events import axes_needed

    needed = {*subject.shown, *axes_needed(metrics, subject.events(question), subject.axes)}
    return tuple(axis for axis in subject.axes if axis in needed)


def _depends_on(question: Any, subject: Subject, exact: Distribution) -> tuple[str, ...]:
    """The switches that, flipped alone, change the exact answer."""
    if not hasattr(question, "rules"):
        return ()
    switches = question.rules.book.switches
    read = {switch.name for switch in switches} if subject.reads is None else subject.reads(question)
    return tuple(
        switch.name
        for switch in switches
        if switch.name in read
        and any(
            _differ(exact, subject.exact(replace(question, rules=rules), axes=exact.axes))
            for rules in question.rules.flipped(switch.name)
        )
    )


def _differ(one: Distribution, other: Distribution) -> bool:
    import numpy as np

    a, b = (np.asarray(each.probabilities, float) for each in (one, other))
    return a.shape != b.shape or bool(np.abs(a - b).max() > SEEN)
