"""The metrics every report shows, what they are called, and how sure the two engines are of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from odds.core.errors import ListEndsError, OddsError
from odds.core.events import axes_needed
from odds.core.intervals import Z95
from odds.report.subjects import event_name
from odds.report.view import Line

if TYPE_CHECKING:
    from odds.core.agreement import Agreement
    from odds.core.answer import Answer
    from odds.core.distribution import Distribution
    from odds.core.intervals import Estimate

FAR = 6.5  # standard errors that chance does not bridge
SAME = 1e-12  # what rounding may take from a number
EXACTLY = "exactly"  # the heading of exact chances of exactly so many

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
    for name, meaning in counted_events(answer).items():
        if meaning is not None:
            yield from EVENTS.get(name, ((f"P({event_name(answer.question, name)})", name),))
    yield from ((text, text) for text in answer.metrics)


def counted_events(answer: Answer) -> dict[str, str | None]:
    """The named events that read no other axes than those that were counted.

    Examples
    --------
    >>> from odds import answer, parse
    >>> counted_events(answer(parse("3A A4"), method="exact"))
    {'failed': 'hits == 0', 'critical': 'luck_hits >= 1'}
    """
    events = answer.best.events
    return {name: meaning for name, meaning in events.items() if meaning is None or _is_counted(name, answer)}


def _is_counted(event: str, answer: Answer) -> bool:
    """Whether an event reads no axis that was not counted."""
    try:
        return bool(axes_needed([event], answer.best.events, answer.best.axes))
    except OddsError:
        return False


def simulated_title(title: str) -> str:
    """The heading of a column of simulated chances without an exact one beside it.

    Examples
    --------
    >>> simulated_title("exactly"), simulated_title("at least")
    ('simulated', 'at least')
    """
    return "simulated" if title == EXACTLY else title


def possible(found: Distribution, text: str) -> Estimate | None:
    """A metric's estimate; None if no trial met its condition, or if it is a mean and the list of outcomes ends.

    Raises
    ------
    OddsError
        If the metric cannot be answered for any other reason.
    """
    try:
        return found.metric(text)
    except ListEndsError:
        return None
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
    return Line(agreement.line, "good" if agreement.line.startswith("The two engines agree") else "doubt")


def gap_line(pairs: Iterable[tuple[Estimate | None, Estimate | None]]) -> Iterator[Line]:
    """How far many simulated numbers lie from their exact ones, in the tone it deserves; nothing without any.

    Parameters
    ----------
    pairs
        Exact and simulated estimates of the same numbers.

    Examples
    --------
    >>> from odds.core.intervals import Estimate
    >>> line, = gap_line([(Estimate(0.5), Estimate(0.51, 0.005, 0.5, 0.52))])
    >>> line.text, line.tone
    ('Exact and simulated agree: 1 number, at most 2 standard errors apart.', 'good')
    """
    gaps = [_gap(float(exact), simulated) for exact, simulated in pairs if exact is not None and simulated is not None]
    if not gaps:
        return
    numbers = f"{len(gaps)} number{'s' * (len(gaps) > 1)}"
    worst = max(gaps)
    agree = worst <= FAR
    verdict, tone = ("agree", "good") if agree else ("DISAGREE", "alarm")
    most = f"{worst:.2g}"
    apart = f"at most {most} standard error{'s' * (most != '1')} apart"
    yield Line(f"Exact and simulated {verdict}: {numbers}, {apart}.", tone)


def _gap(exact: float, simulated: Estimate) -> float:
    """Distance in standard errors, of which a rare event's is the exact one: few sightings say little of their own."""
    value, error = float(simulated), simulated.std_error or 0.0
    room = (simulated.high or 0.0) - (simulated.low or 0.0)
    if 0 < exact < 1 and 0 <= value <= 1 and room:
        trials = value * (1 - value) / error**2 if error else Z95**2 / room
        error = max(error, (exact * (1 - exact) / trials) ** 0.5)
    apart = abs(exact - value)
    return apart / error if error else 0.0 if apart < SAME else float("inf")
