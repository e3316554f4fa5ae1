"""What a kind of question must bring: the same five things, whichever game it belongs to.

A subject's folder is laid out alike everywhere: `rules.py` (the question), `exact.py`, `lanes.py` (the two engines'
statements of its rules) and `subject.py`, which names them together.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from odds.core.errors import OddsError
from odds.core.text import quoted


class Question(Protocol):
    """A rules object: complete, frozen, with one canonical text."""

    @property
    def text(self) -> str:
        """The text that gives this question back."""
        ...


class Canonical:
    """What has one canonical text, and is that text as a string.

    Examples
    --------
    >>> from odds import parse
    >>> str(parse("6S with Strength 6, Luck 3"))
    '6S S6 L3'
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The text that gives this object back."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The canonical text."""
        return self.text


@dataclass(frozen=True)
class Subject:
    """The engines of one kind of question.

    Attributes
    ----------
    axes
        Every whole-number outcome it has.
    shown
        The axes an answer shows, and so the least that is counted.
    exact
        `exact(question, axes=..., fractions=...)` -> Distribution.
    play
        `play(program, question)` -> parts of every outcome, for the lane machine.
    events
        `events(question)` -> named events (see `Distribution.events`).
    reads
        `reads(question)` -> the rule switches that can have a say in it; None: any of them.
    """

    axes: tuple[str, ...]
    shown: tuple[str, ...]
    exact: Callable[..., Any]
    play: Callable[..., Any]
    events: Callable[[Any], Mapping[str, str | None]]
    reads: Callable[[Any], Collection[str]] | None = None

    def checked(self, axes: Sequence[str] | None) -> tuple[str, ...]:
        """The axes wanted, or those an answer shows if None.

        Raises
        ------
        OddsError
            If one is unknown or named twice, or there are none.
        """
        if axes is None:
            return self.shown
        if isinstance(axes, str) or not isinstance(axes, Iterable):
            axes = (axes,)
        wanted = tuple(axes)
        for axis in wanted:
            if axis not in self.axes:
                raise OddsError(f"unknown axis {quoted(axis)}: there are {', '.join(self.axes)}")
        if not wanted or len(set(wanted)) < len(wanted):
            raise OddsError(f"the axes wanted must be some of {', '.join(self.axes)}, each once")
        return wanted


def axes_of(axes: Iterable[str], known: Sequence[str], have: str) -> tuple[str, ...]:
    """The axes an exact engine was asked for.

    Parameters
    ----------
    axes
        What was asked for.
    known
        Every axis there is.
    have
        The beginning of the sentence that names them: "an attack has".

    Raises
    ------
    OddsError
        If one is unknown or named twice, or there are none.

    Examples
    --------
    >>> axes_of(["hits", "harm"], ["hits"], "a Test has")
    Traceback (most recent call last):
    ...
    odds.core.errors.OddsError: a Test has the axes hits; not hits, harm
    """
    asked = tuple(axes)
    if not asked or len(set(asked)) < len(asked) or not set(asked) <= set(known):
        raise OddsError(f"{have} the axes {', '.join(known)}; not {', '.join(asked) or 'none'}")
    return asked


def subject_of(question: Any) -> Subject:
    """The subject a rules object belongs to: the one beside the module that defines it.

    Raises
    ------
    OddsError
        If it is no rules object.
    """
    if isinstance(question, str):
        raise OddsError(f"a text is no question yet: read it first, parse({question[:60]!r})")
    package = type(question).__module__.rpartition(".")[0]
    try:
        subject = importlib.import_module(f"{package}.subject").SUBJECT
    except (ImportError, AttributeError, TypeError, ValueError):
        raise OddsError(f"{type(question).__name__} is no question that odds can answer") from None
    if not isinstance(subject, Subject):
        subject = subject(question)  # a function: what there is to count depends on the question
    assert isinstance(subject, Subject)
    return subject
