"""What a kind of question must bring: the same five things, whichever game it belongs to.

A subject's folder is laid out alike everywhere: `rules.py` (the question), `exact.py`, `lanes.py` (the two engines'
statements of its rules) and `subject.py`, which names them together.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Question(Protocol):
    """A rules object: complete, frozen, with one canonical text."""

    @property
    def text(self) -> str:
        """The text that gives this question back."""
        ...


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
    """

    axes: tuple[str, ...]
    shown: tuple[str, ...]
    exact: Callable[..., Any]
    play: Callable[..., Any]
    events: Callable[[Any], Mapping[str, str | None]]


def subject_of(question: Any) -> Subject:
    """The subject a rules object belongs to: the one beside the module that defines it."""
    package = type(question).__module__.rpartition(".")[0]
    try:
        subject = importlib.import_module(f"{package}.subject").SUBJECT
    except (ImportError, AttributeError, ValueError):
        raise TypeError(f"{type(question).__name__} is no question that odds can answer") from None
    assert isinstance(subject, Subject)
    return subject
