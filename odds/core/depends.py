"""Which rule switches would change the metrics that are shown of some questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.events import axes_needed
from odds.core.subject import Subject, subject_of
from odds.core.switches import Rules

SEEN = 1e-12  # two exact numbers that differ by less are the same


def depends_on(questions: Iterable[Any], metrics: Sequence[str]) -> tuple[str, ...]:
    """The switches that, flipped alone, change a metric of at least one of the questions; worked out exactly.

    A switch that nobody asked for while the metrics were worked out cannot change them: only the others are flipped.

    Parameters
    ----------
    questions
        Rules objects. Those without rule switches depend on none.
    metrics
        Canonical texts that all of them have.

    Examples
    --------
    >>> from odds import parse
    >>> depends_on([parse("2S S6 L4 +2 dice"), parse("6S S6 L3")], ["mean(hits)"])
    ('luck-dice',)
    """
    found: dict[str, None] = {}
    watched: dict[Rules, Watched] = {}
    for question in dict.fromkeys(questions):
        if hasattr(question, "rules"):
            rules = watched.setdefault(question.rules, Watched(question.rules))
            found |= dict.fromkeys(_of_one(question, rules, metrics, known=found))
    return tuple(found)


class Watched(Rules):
    """Rules that remember which of their switches were asked for.

    It equals nothing but itself, so that no answer is taken from what was worked out before.

    Parameters
    ----------
    rules
        The rules.

    Examples
    --------
    >>> from odds.factions.switches import BOOK
    >>> watched = Watched(BOOK.rules())
    >>> watched["luck-dice"], watched.asked
    ('with-bonus', {'luck-dice'})
    """

    __slots__ = ("asked",)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.edition, rules.changed, rules.book)
        self.asked: set[str]
        object.__setattr__(self, "asked", set())  # rules are frozen

    def __getitem__(self, name: str) -> str:
        """The value in force of a switch."""
        self.asked.add(name)
        return super().__getitem__(name)

    def only(self, names: Sequence[str]) -> Rules:  # noqa: ARG002 (whoever reads them is to be seen)
        """Itself."""
        return self

    def __eq__(self, other: object) -> bool:
        """Whether it is the same object."""
        return self is other

    def __hash__(self) -> int:
        """Of the object itself."""
        return id(self)


def _of_one(question: Any, rules: Watched, metrics: Sequence[str], *, known: Iterable[str]) -> Iterator[str]:
    """The switches that one question depends on, but for those that are known already."""
    subject = subject_of(question)
    axes = axes_needed(metrics, subject.events(question), subject.axes) or subject.axes[:1]
    own = _values(replace(question, rules=rules), subject, axes, metrics)
    for name in (switch.name for switch in rules.book.switches):
        if name in rules.asked and name not in known:
            others = (replace(question, rules=flipped) for flipped in question.rules.flipped(name))
            if any(_apart(own, _values(other, subject, axes, metrics)) for other in others):
                yield name


def _values(question: Any, subject: Subject, axes: Sequence[str], metrics: Sequence[str]) -> list[float | None]:
    """Every metric; None where its condition cannot be met."""
    law = subject.exact(question, axes=axes)
    found: list[float | None] = []
    for metric in metrics:
        try:
            found.append(float(law.metric(metric)))
        except OddsError:
            found.append(None)
    return found


def _apart(one: Sequence[float | None], other: Sequence[float | None]) -> bool:
    return any(
        (a is None) != (b is None) or (a is not None and b is not None and abs(a - b) > SEEN * max(1.0, abs(a)))
        for a, b in zip(one, other, strict=True)
    )
