"""The metrics every report shows, what they are called, and how sure the two engines are of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.report.view import Line

if TYPE_CHECKING:
    from odds.core.agreement import Agreement
    from odds.core.answer import Answer
    from odds.core.distribution import Distribution
    from odds.core.intervals import Estimate

#: named event -> what is shown of it: label and metric
EVENTS = {"failed": (("P(fail)", "failed"), ("P(pass)", "not failed")), "critical": (("P(Critical)", "critical"),)}


def labelled_metrics(answer: Answer) -> Iterator[tuple[str, str]]:
    """The events an answer always shows and the metrics asked for: what they are called, and their text.

    Examples
    --------
    >>> from odds import answer, parse
    >>> [name for name, text in labelled_metrics(answer(parse("3A A4 >=2"), method="exact"))]
    ['P(fail)', 'P(pass)', 'P(Critical)', 'P(hits >= 2)']
    """
    for name, meaning in answer.best.events.items():
        if meaning is not None:
            yield from EVENTS.get(name, ((f"P({name})", name),))
    yield from ((text, text) for text in answer.metrics)


def possible(found: Distribution, text: str) -> Estimate | None:
    """A metric's estimate; None if it is conditional and no trial met the condition.

    Raises
    ------
    OddsError
        If the metric cannot be answered for any other reason.
    """
    try:
        return found.metric(text)
    except OddsError:
        if " given " in text and not found.exact:
            return None
        raise


def agreement_line(agreement: Agreement) -> Line:
    """The agreement of the two engines as a line, in the tone it deserves.

    Examples
    --------
    >>> from odds.core.agreement import Agreement
    >>> agreement_line(Agreement(400.0, 9, 1e-80)).tone
    'alarm'
    """
    if not agreement.agrees:
        return Line(agreement.line, "alarm")
    return Line(agreement.line, "good" if "agree (" in agreement.line else "doubt")
