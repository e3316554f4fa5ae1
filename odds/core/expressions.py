"""Events and whole-number expressions as trees that answer for every outcome at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from odds.core.errors import OddsError

MOST = 2**53  # beyond this a float64 no longer counts in ones

Place = tuple[int, int]
Whole = NDArray[np.int64]
Truth = NDArray[np.bool_]


class Outcomes(Protocol):
    """What an expression asks for while it is answered: arrays that broadcast against each other."""

    def number(self, name: Name) -> Whole:
        """Values of an axis."""
        ...

    def event(self, name: Name) -> Truth:
        """Where a named event happens."""
        ...


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression.

    `binds` says how tightly it holds its parts together: a part that binds less is written in parentheses.
    """

    binds: ClassVar[int] = 9
    is_event: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """Canonical text: parsed again, it gives an equal tree."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple[Node, ...]:
        """The parts it is made of."""
        return ()

    def answer(self, outcomes: Outcomes) -> NDArray[Any]:
        """The value in every outcome: whole numbers, or truth values for an event."""
        raise NotImplementedError

    def names(self) -> Iterator[Name]:
        """The names it reads, in the order written."""
        for part in self.parts:
            yield from part.names()

    def inside(self, part: Node, least: int) -> str:
        """A part's text, in parentheses if it binds less than `least`."""
        return part.text if part.binds >= least else f"({part.text})"


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """A whole number as written."""

    value: int

    @property
    def text(self) -> str:
        """Digits."""
        return str(self.value)

    def answer(self, outcomes: Outcomes) -> Whole:  # noqa: ARG002 (the same in every outcome)
        """The number itself."""
        return np.asarray(self.value, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name: an axis where a number is wanted, a named event where an event is."""

    word: str
    wanted: str = "number"  # or "event"
    place: Place = field(default=(0, 0), compare=False)

    @property
    def text(self) -> str:
        """The word."""
        return self.word

    def answer(self, outcomes: Outcomes) -> NDArray[Any]:
        """The axis' values, or where the event happens."""
        return outcomes.event(self) if self.wanted == "event" else outcomes.number(self)

    def names(self) -> Iterator[Name]:
        """Itself."""
        yield self


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """A number with the other sign."""

    of: Node
    binds: ClassVar[int] = 7

    @property
    def text(self) -> str:
        """A minus sign before the number."""
        return "-" + self.inside(self.of, self.binds)

    @property
    def parts(self) -> tuple[Node, ...]:
        """The number."""
        return (self.of,)

    def answer(self, outcomes: Outcomes) -> Whole:
        """The negative values."""
        negative: Whole = np.negative(self.of.answer(outcomes))
        return negative


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """Sum, difference or product of two numbers."""

    sign: str  # + - *
    left: Node
    right: Node

    @property
    def binds(self) -> int:  # type: ignore[override]
        """A product binds tighter than a sum."""
        return 6 if self.sign == "*" else 5

    @property
    def text(self) -> str:
        """Both numbers and the sign; to the right, what does not bind tighter stands in parentheses."""
        return f"{self.inside(self.left, self.binds)} {self.sign} {self.inside(self.right, self.binds + 1)}"

    @property
    def parts(self) -> tuple[Node, ...]:
        """Both numbers."""
        return self.left, self.right

    def answer(self, outcomes: Outcomes) -> Whole:
        """The values; OddsError where they could leave what is counted exactly."""
        left, right = self.left.answer(outcomes), self.right.answer(outcomes)
        a, b = (int(np.abs(side).max()) for side in (left, right))
        if (a * b if self.sign == "*" else a + b) > MOST:
            raise OddsError(f"{_short(self.text)} grows beyond {MOST:,}, the largest number counted exactly")
        result: Whole = ARITHMETIC[self.sign](left, right)
        return result


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """Numbers compared, maybe in a chain: every neighbouring pair must hold."""

    sides: tuple[Node, ...]
    signs: tuple[str, ...]
    binds: ClassVar[int] = 4
    is_event: ClassVar[bool] = True

    @property
    def text(self) -> str:
        """The chain."""
        words = [self.inside(self.sides[0], 5)]
        for sign, side in zip(self.signs, self.sides[1:], strict=True):
            words += [sign, self.inside(side, 5)]
        return " ".join(words)

    @property
    def parts(self) -> tuple[Node, ...]:
        """The numbers compared."""
        return self.sides

    def answer(self, outcomes: Outcomes) -> Truth:
        """Where all neighbours compare as the signs say."""
        values = [side.answer(outcomes) for side in self.sides]
        holds: Truth = np.asarray(True)
        for sign, left, right in zip(self.signs, values, values[1:], strict=False):
            holds = holds & COMPARE[sign](left, right)
        return holds


@dataclass(frozen=True, slots=True)
class Not(Node):
    """An event that does not happen."""

    of: Node
    binds: ClassVar[int] = 3
    is_event: ClassVar[bool] = True

    @property
    def text(self) -> str:
        """The word not, then the event."""
        return "not " + self.inside(self.of, self.binds)

    @property
    def parts(self) -> tuple[Node, ...]:
        """The event."""
        return (self.of,)

    def answer(self, outcomes: Outcomes) -> Truth:
        """Where it does not happen."""
        opposite: Truth = np.logical_not(self.of.answer(outcomes))
        return opposite


@dataclass(frozen=True, slots=True)
class Joined(Node):
    """Two events joined by and, or by or."""

    word: str  # and, or
    left: Node
    right: Node
    is_event: ClassVar[bool] = True

    @property
    def binds(self) -> int:  # type: ignore[override]
        """And binds tighter than or."""
        return 2 if self.word == "and" else 1

    @property
    def text(self) -> str:
        """Both events and the word."""
        return f"{self.inside(self.left, self.binds)} {self.word} {self.inside(self.right, self.binds + 1)}"

    @property
    def parts(self) -> tuple[Node, ...]:
        """Both events."""
        return self.left, self.right

    def answer(self, outcomes: Outcomes) -> Truth:
        """Where both happen, or where at least one does."""
        left, right = self.left.answer(outcomes), self.right.answer(outcomes)
        holds: Truth = np.logical_and(left, right) if self.word == "and" else np.logical_or(left, right)
        return holds


ARITHMETIC: dict[str, Callable[..., Any]] = {"+": np.add, "-": np.subtract, "*": np.multiply}
COMPARE: dict[str, Callable[..., Any]] = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
