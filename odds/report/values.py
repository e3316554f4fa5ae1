"""A question that leaves its statistic open: a table with a row for every value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from odds.core.events import is_probability
from odds.report.measures import agreement_line, possible
from odds.report.numbers import percent, plain, seen
from odds.report.view import Column, Grid, Line

if TYPE_CHECKING:
    from odds.core.answer import Answer

FIRST = (("P(fail)", "failed"), ("P(Critical)", "critical"))
WORTH = 0.005  # a number of Hits that even the best value reaches less often gets no column
FIXED = 38  # characters taken by value, mean, P(fail) and P(Critical)
CELL = 9


def value_grids(answer: Answer, name: str, width: int) -> tuple[Grid, ...]:
    """The table over the values, and a second one if further metrics were asked for.

    Parameters
    ----------
    answer
        An answer with `by_value`.
    name
        What the value is called.
    width
        Characters a line has.

    Examples
    --------
    >>> from odds import answer, parse
    >>> grid, = value_grids(answer(parse("4P L2"), method="exact"), "Perception", 80)
    >>> len(grid.rows), grid.rows[3][:4]
    (9, ('4', '1.9200', '12.96%', '64.00%'))
    """
    parts = answer.by_value
    axis = parts[0].best.axes[0]
    goals = _goals(parts, axis, (width - FIXED) // CELL)
    shown = [("mean", f"mean({axis})")]
    shown += [(label, text) for label, text in FIRST if parts[0].best.events.get(text) is not None]
    grids = [_grid(answer, name, [*shown, *((f"P(>={k})", f"P({axis} >= {k})") for k in goals)], len(shown))]
    if answer.metrics:
        titles = _letters(answer) if _lettered(answer, name, width) else answer.metrics
        grids.append(_grid(answer, name, list(zip(titles, answer.metrics, strict=True))))
    return tuple(grids)


def _lettered(answer: Answer, name: str, width: int) -> bool:
    """Whether the metrics are too long for headings."""
    return len(name) + sum(len(text) + 2 for text in answer.metrics) > width


def _letters(answer: Answer) -> list[str]:
    return [f"({i + 1})" for i in range(len(answer.metrics))]


def _grid(answer: Answer, name: str, metrics: Sequence[tuple[str, str]], kept: int = 99) -> Grid:
    """A row for every value; beyond the first `kept` metrics, the last go first when there is no room."""
    rows = [(str(part.question.value), *(_cell(part, text) for _, text in metrics)) for part in answer.by_value]
    role = "simulated" if answer.by_value[0].exact is None else "exact"
    columns = [Column(title, role, max(0, i + 1 - kept)) for i, (title, _) in enumerate(metrics)]
    return Grid((Column(name, "key"), *columns), tuple(rows))


def _cell(part: Answer, text: str) -> str:
    found = part.exact.metric(text) if part.exact is not None else possible(part.best, text)
    if found is None:
        return "never seen"
    if not is_probability(text):
        return plain(found.value)
    return percent(found.value, 2) if part.exact is not None else seen(found, 2)


def _goals(parts: Sequence[Answer], axis: str, room: int) -> list[int]:
    """Numbers of Hits worth a column: from 2 up, in steps if they are too many."""
    at_least = np.asarray(parts[-1].best.at_least(axis), float)
    worth = [k for k in range(2, len(at_least)) if at_least[k] >= WORTH]
    return worth[:: max(1, len(worth) // max(room, 1))]


def value_lines(answer: Answer, name: str, width: int) -> Iterator[Line]:
    """What the letters mean, and how far apart the two engines are over the whole table."""
    if _lettered(answer, name, width):
        yield from (Line(f"{title} {text}") for title, text in zip(_letters(answer), answer.metrics, strict=True))
    judged = [(part.agreement, part) for part in answer.by_value if part.agreement is not None]
    if not judged:
        return
    worst, at = min(judged, key=lambda pair: pair[0].p_value)
    line = agreement_line(worst)
    yield Line(f"{line.text} That is the worst of {len(judged)} values: {name} {at.question.value}.", line.tone)
    gap, where, value = max(_gaps(answer))
    yield Line(
        f"Shown are exact values; the largest difference from the simulation is {100 * gap:.2g} percentage points in "
        f"{where} at {name} {value}."
    )


def _gaps(answer: Answer) -> Iterator[tuple[float, str, int]]:
    """Differences of the engines in P(at least k), with where they are."""
    for part in answer.by_value:
        if part.exact is None or part.simulated is None:
            continue
        axis = part.exact.axes[0]
        exact = np.asarray(part.exact.at_least(axis), float)
        sampled = np.asarray(part.simulated.at_least(axis), float)
        length = min(len(exact), len(sampled))
        gaps = np.abs(exact[:length] - sampled[:length])
        k = int(gaps.argmax())
        yield float(gaps[k]), f"P({axis} >= {k})", part.question.value
