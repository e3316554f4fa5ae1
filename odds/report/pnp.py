"""What the reports of Fallout PnP share: tables of metrics by both engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.events import is_probability
from odds.core.intervals import Estimate, wilson
from odds.report import jsonout
from odds.report.measures import EXACTLY, possible, simulated_title
from odds.report.numbers import percent, plain, seen, span
from odds.report.view import Column, Grid

if TYPE_CHECKING:
    from odds.core.answer import Answer

Metric = str | Callable[..., Any]
FEW = 0.0005  # outcomes that are rarer have no row
FAINT = 0.01  # bars start at a hundredth of the longest


def actions_words(actions: Any) -> str:
    """What action points are spent on, in words.

    Examples
    --------
    >>> from odds.pnp.actions import Actions
    >>> actions_words(Actions.read(["odd-die", "reroll"]))
    'the odd die of a double, a miss as a whole'
    """
    names = {
        "the odd die of a double": actions.odd_die,
        "a triple": actions.triple,
        "a miss as a whole": actions.reroll,
    }
    return ", ".join(name for name, given in names.items() if given)


def both(answer: Answer, metric: Metric) -> tuple[str, str, str]:
    """A metric as it is shown: exact, simulated, interval; empty where an engine was not asked."""
    chance = isinstance(metric, str) and is_probability(metric)
    exact = sampled = interval = ""
    if answer.exact is not None:
        value = answer.exact.metric(metric).value
        exact = percent(value) if chance else plain(value)
    if answer.simulated is not None:
        found = possible(answer.simulated, metric) if isinstance(metric, str) else answer.simulated.metric(metric)
        if found is None:
            return exact, "never seen" if " given " in str(metric) else "list ends", ""
        sampled = seen(found) if chance else plain(found.value)
        if found.low is not None and found.high is not None and (chance or found.low < found.high):
            interval = span(found.low, found.high) if chance else f"{found.low:.4f}-{found.high:.4f}"
    return exact, sampled, interval


def measured(answer: Answer, metric: Metric) -> dict[str, Any]:
    """A metric by both engines, for JSON."""
    if isinstance(metric, str):
        return jsonout.measured(answer, metric)
    found = None if answer.simulated is None else answer.simulated.metric(metric)
    return {
        "exact": None if answer.exact is None else float(answer.exact.metric(metric).value),
        "simulated": None if found is None else float(found.value),
        "std_error": None if found is None else found.std_error,
        "low": None if found is None else found.low,
        "high": None if found is None else found.high,
    }


def table(answer: Answer, title: str, rows: Sequence[tuple[str, Metric]]) -> Grid:
    """Metrics, a row each."""
    columns = [Column(title, "name"), Column("exact", "exact"), Column("simulated", "simulated")]
    columns.append(Column("95% interval", "interval", 1))
    asked = [True, answer.exact is not None, answer.simulated is not None, answer.simulated is not None]
    kept = [n for n, each in enumerate(asked) if each]
    cells = [(name, *both(answer, metric)) for name, metric in rows]
    return Grid(tuple(columns[n] for n in kept), tuple(tuple(row[n] for n in kept) for row in cells))


def outcomes(answer: Answer, axis: str, title: str) -> Grid:
    """The law of an axis, rare outcomes left out: exactly so much, and so much or more."""
    best = np.asarray(answer.best.marginal(axis).probabilities, float)
    rows = [k for k in range(len(best)) if best[k] >= FEW]
    columns, cells = [Column(title, "key"), Column("", "bar", 5)], [[str(k) for k in rows], [""] * len(rows)]
    for tail, name in ((False, EXACTLY), (True, "at least")):
        if answer.exact is not None:
            law = answer.exact.at_least(axis) if tail else answer.exact.marginal(axis).probabilities
            columns.append(Column(name, "exact"))
            cells.append([percent(law[k]) for k in rows])
        if answer.simulated is not None:
            title = "simulated" if answer.exact is not None else simulated_title(name)
            columns.append(Column(title, "simulated", 2 + 2 * tail))
            cells.append(_seen(answer, axis, rows, tail=tail))
    bars = tuple(share if share >= FAINT else 0.0 for share in best[rows] / best.max())
    return Grid(tuple(columns), tuple(zip(*cells, strict=True)), bars)


def _seen(answer: Answer, axis: str, rows: Sequence[int], *, tail: bool) -> list[str]:
    sampled = answer.simulated
    assert sampled is not None
    counts = sampled.marginal(axis).values
    counts = np.pad(np.cumsum(counts[::-1])[::-1] if tail else counts, (0, max(0, rows[-1] + 1 - len(counts))))
    trials = sampled.trials or 1
    low, high = wilson(counts, trials)
    estimates = [Estimate(float(counts[k]) / trials, None, float(low[k]), float(high[k])) for k in rows]
    return [seen(estimate, certain=tail and k == 0) for k, estimate in zip(rows, estimates, strict=True)]
