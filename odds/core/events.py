"""One grammar for events and metrics, used wherever a probability is asked for. Parsed, never evaluated as Python.

metric := P(event [given event]) | mean(number [given event]) | sd(number [given event]) | event [given event]
event  := event or event | event and event | not event | (event) | a named event
        | number < <= > >= == != number ...    chains allowed: 2 <= hits <= 4; = is ==
number := whole number | axis name | -number | number + - * number | (number)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from odds.core.errors import OddsError
from odds.core.event_parser import Parser
from odds.core.expressions import Name, Node
from odds.core.text import LONGEST, QueryError, closest, said

KINDS = {"p": "probability", "mean": "mean", "sd": "sd"}


@dataclass(frozen=True, slots=True)
class Metric:
    """A number asked of a distribution.

    Two metrics are equal if they ask the same, however they were typed.

    Attributes
    ----------
    kind
        "probability", "mean" or "sd".
    of
        The event, or the number whose mean or standard deviation is wanted.
    given
        The event it is conditional on, or None.
    typed
        The text as it was typed, for messages.

    Examples
    --------
    >>> from odds.core.events import parse_metric
    >>> metric = parse_metric("mean(hits given critical)")
    >>> metric.kind, metric.of.text, metric.given.text
    ('mean', 'hits', 'critical')
    """

    kind: str
    of: Node
    given: Node | None = None
    typed: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """Canonical text, which parses back to an equal metric."""
        given = f" given {self.given.text}" if self.given else ""
        return f"{'P' if self.kind == 'probability' else self.kind}({self.of.text}{given})"

    @property
    def names(self) -> tuple[str, ...]:
        """The axes and named events it reads, each once, in the order written."""
        return tuple(dict.fromkeys(name.word for name in self.reads()))

    def reads(self) -> Iterable[Name]:
        """The names it reads, with their places and whether a number or an event is wanted."""
        yield from self.of.names()
        if self.given:
            yield from self.given.names()


def parse_metric(text: str, names: Collection[str] | None = None) -> Metric:
    """Reads a metric.

    Parameters
    ----------
    text
        For example "P(hits >= 4 given critical)", "mean(hits)", "sd(hits)" or a bare event, which means its
        probability.
    names
        The axes and named events there are; None: any, checked when the metric is answered.

    Returns
    -------
    Metric
        What is asked.

    Raises
    ------
    QueryError
        If it is not a metric, with a caret under the place, or a name is not among `names`.

    Examples
    --------
    >>> from odds.core.events import parse_metric
    >>> parse_metric("HITS≥3 and luck_hits>=1").text
    'P(hits >= 3 and luck_hits >= 1)'
    >>> parse_metric("mean(hits given critical)").names
    ('hits', 'critical')
    """
    metric = _parsed(_checked(text))
    for name in metric.reads():
        if names is not None and name.word not in names:
            raise unknown(name, metric.typed, names)
    return metric


def is_probability(text: str) -> bool:
    """Whether a metric asks for a probability, not for a mean or a deviation.

    Raises
    ------
    QueryError
        If it is not a metric.

    Examples
    --------
    >>> from odds.core.events import is_probability
    >>> is_probability("P(hits >= 4)"), is_probability("mean(hits)")
    (True, False)
    """
    return parse_metric(text).kind == "probability"


@lru_cache(maxsize=512)
def _parsed(text: str) -> Metric:
    word, of, given = Parser(text).metric()
    metric = Metric(KINDS[word], of, given, text)
    if len(metric.text) > LONGEST:  # it would not parse back
        raise QueryError(f"written out, this has more than {LONGEST} characters", text, 0)
    return metric


def _checked(text: object) -> str:
    if not isinstance(text, str):
        raise OddsError(f"a metric is a text, such as 'hits >= 3', not {said(text)}")
    return text


@lru_cache(maxsize=512)
def parse_event(text: str) -> Node:
    """Reads an event, such as the meaning of a named event.

    Raises
    ------
    QueryError
        If it is not an event, with a caret under the place.

    Examples
    --------
    >>> from odds.core.events import parse_event
    >>> parse_event("luck_hits>=1").text
    'luck_hits >= 1'
    """
    return Parser(text).lone_event()


def axes_needed(
    metrics: Iterable[str | Metric], events: Mapping[str, str | None], axes: Collection[str] | None = None
) -> tuple[str, ...]:
    """The axes that must be counted to answer some metrics.

    Parameters
    ----------
    metrics
        Metrics or their texts.
    events
        Named events and their meanings over the axes; None for one that the question does not have.
    axes
        The axes there are. None: every name that is not an event counts as an axis.

    Returns
    -------
    tuple of str
        Each axis once: in the order of `axes`, or else in the order read.

    Raises
    ------
    OddsError
        If a metric is malformed, or reads a name that there is not, or an event that the question does not have.

    Examples
    --------
    >>> from odds.core.events import axes_needed
    >>> axes_needed(["mean(hits given critical)"], {"critical": "luck_hits >= 1"})
    ('hits', 'luck_hits')
    """
    found: dict[str, None] = {}
    for asked in metrics:
        metric = asked if isinstance(asked, Metric) else parse_metric(asked)
        for name in metric.reads():
            found.update(dict.fromkeys(_axes_of(name, metric.typed, events, axes, ())))
    return tuple(found) if axes is None else tuple(axis for axis in axes if axis in found)


def answerable(events: Mapping[str, str | None], axes: Collection[str]) -> list[str]:
    """The named events that some axes are enough for.

    Examples
    --------
    >>> from odds.core.events import answerable
    >>> answerable({"failed": "hits == 0", "critical": "luck_hits >= 1", "down": None}, ["hits"])
    ['failed']
    """
    every = {name.word for meaning in events.values() if meaning for name in parse_event(meaning).names()}
    there = {name: meaning for name, meaning in events.items() if meaning is not None}
    return [name for name in there if set(axes_needed([name], there, {*axes, *every})) <= set(axes)]


def _axes_of(
    name: Name, typed: str, events: Mapping[str, str | None], axes: Collection[str] | None, above: tuple[str, ...]
) -> Iterable[str]:
    if name.wanted == "number":
        if name.word not in (axes or ()) and (name.word in events or axes is not None):
            raise no_number(name, typed, axes or (), events)
        yield name.word
        return
    meaning = meaning_of(name, typed, axes or (), events, above)
    for inner in parse_event(meaning).names():
        yield from _axes_of(inner, meaning, events, axes, (*above, name.word))


def meaning_of(
    name: Name, typed: str, axes: Collection[str], events: Mapping[str, str | None], above: tuple[str, ...] = ()
) -> str:
    """A named event's meaning as text; `above` are the events whose meanings led here.

    Raises
    ------
    OddsError
        If there is no such event, the question does not have it, or it is explained by itself.
    """
    word = name.word
    if word not in events:
        if word in axes or not (axes or closest(word, events)):
            message = f"{word} is a number, not an event: compare it ({word} >= 1) or ask for mean({word})"
            raise QueryError(message, typed, *name.place)
        raise unknown(name, typed, [*axes, *events])
    meaning = events[word]
    if meaning is None:
        raise QueryError(f"this question has no event {word}", typed, *name.place)
    if word in above:
        raise OddsError(f"the event {word} is explained by itself")
    return meaning


def no_number(name: Name, typed: str, axes: Collection[str], events: Collection[str]) -> QueryError:
    """The error for a name where a number is wanted, if it is not an axis."""
    if name.word in events:
        message = f"{name.word} is an event, not a number: ask for P({name.word})"
        return QueryError(message, typed, *name.place)
    return unknown(name, typed, [*axes, *events])


def unknown(name: Name, typed: str, known: Collection[str]) -> QueryError:
    """The error for a name that is nothing known: it names the nearest one, and all of them."""
    known = list(dict.fromkeys(known))
    near = closest(name.word, known)
    hint = f"did you mean {near}? " if near else ""
    return QueryError(f"unknown name {name.word}: {hint}known are {', '.join(known)}", typed, *name.place)
