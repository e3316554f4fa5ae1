"""From an answer to its page: which tables and sentences it takes to tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from odds.core.events import is_probability
from odds.core.intervals import Estimate, wilson
from odds.report.measures import EXACTLY, agreement_line, labelled_metrics, possible, simulated_title
from odds.report.numbers import count, duration, percent, plain, seen, span
from odds.report.subjects import axis_name, describe, first_outcome, heading, sections, tables
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.core.distribution import Distribution
    from odds.core.run import Run

MOST_ROWS = 24  # a longer table leaves out what hardly ever happens
HARDLY = 1e-7
FAINT = 0.01  # bars start at a hundredth of the longest


def page(answer: Answer, width: int = 80, *, fractions: bool = False) -> Page:
    """Everything that is shown of an answer.

    Parameters
    ----------
    answer
        The answer.
    width
        Characters a line has; a table over statistic values shows as many columns as fit.
    fractions
        Whether exact fractions are shown as well.

    Examples
    --------
    >>> from odds import answer, parse
    >>> shown = page(answer(parse("6S S6 L3"), method="exact"))
    >>> shown.title, shown.grids[0].rows[0][-1]
    ('6S S6 L3', '100%')
    """
    about = describe(answer.question)
    title, subtitle = answer.question.text, about.subtitle(answer.question)
    if answer.by_value:
        from odds.report.values import value_grids, value_lines

        grids = value_grids(answer, about.value_name(answer.question), width)
        said = value_lines(answer, about.value_name(answer.question), width)
        return Page(title, subtitle, grids, (*said, *facts_of(answer)))
    told = tables(answer)
    left_out: list[Line] = []
    if told is None:
        outcomes, left_out = _outcomes(answer)
        told = (outcomes, _summary(answer))
    own_grids, own_lines = sections(answer, width)
    grids = (*told, *own_grids)
    if fractions and answer.exact is not None:
        grids += (_fractions(answer),)
    agreement = () if answer.agreement is None else (agreement_line(answer.agreement),)
    return Page(title, subtitle, grids, (*left_out, *own_lines, *agreement, *facts_of(answer)))


# ---------------------------------------------------------------------------------------------- outcomes
def _outcomes(answer: Answer) -> tuple[Grid, list[Line]]:
    """The table of the first axis, and the line that says what it leaves out."""
    exact, sampled = answer.exact, answer.simulated
    axis = answer.best.axes[0]
    first, last = _range(exact, sampled, axis)
    first = max(first, first_outcome(answer.question))
    shown = range(first, last + 1)
    title = heading(answer.question, axis)
    columns = [(Column(title, "key"), [str(k) for k in shown]), (Column("", "bar", 5), [""] * len(shown))]
    tails = ((EXACTLY, False), ("at least", True)) if _is_amount(answer) else (("chance", False),)
    for name, tail in tails:
        if exact is not None:
            law = exact.at_least(axis) if tail else exact.marginal(axis).probabilities
            cells = _padded(law, last + 1)
            columns.append((Column(name, "exact"), [percent(cells[k]) for k in shown]))
        if sampled is not None:
            columns += _sampled(sampled, axis, shown, name, tail=tail, beside=exact is not None)
    best = _padded(answer.best.marginal(axis).probabilities, last + 1).astype(float)
    longest = float(best.max())
    bars = tuple(share if share >= FAINT else 0.0 for share in (best[k] / longest for k in shown))
    rows = tuple(zip(*(cells for _, cells in columns), strict=True))
    if exact is not None:  # damage comes in steps: what lies between them cannot happen
        seen_too = 0 if sampled is None else _sized(sampled.marginal(axis).values, last + 1)
        happens = best[: last + 1] + seen_too > 0
        rows, bars = tuple(compress(rows, happens[first:])), tuple(compress(bars, happens[first:]))
    left_out = float(best[:first].sum() + best[last + 1 :].sum())
    which = f"{title} {f'below {first} or ' if first else ''}above {last}"
    lines = []
    if left_out > 0:
        lines.append(Line(f"{which} are left out: {percent(left_out)} in all.", "note"))
    elif exact is None and last + 1 < len(best):
        lines.append(Line(f"{which} never came up.", "note"))
    return Grid(tuple(column for column, _ in columns), rows, bars), lines


def _sampled(
    sampled: Distribution, axis: str, shown: range, title: str, *, tail: bool, beside: bool
) -> list[tuple[Column, list[str]]]:
    """A simulated probability for every row, and its interval; what stands beside an exact one can go."""
    trials = sampled.trials or 1
    counts = sampled.marginal(axis).values
    counts = _padded(np.cumsum(counts[::-1])[::-1] if tail else counts, shown.stop)
    low, high = wilson(counts, trials)
    values, spans = [], []
    for k in shown:
        certain = tail and k == 0  # at least 0
        estimate = Estimate(float(counts[k]) / trials, None, float(low[k]), float(high[k]))
        values.append(seen(estimate, certain=certain))
        spans.append("" if certain else span(estimate.low, estimate.high))
    drop = 0 if not beside else 7 if tail else 2
    value = Column("simulated" if beside else simulated_title(title), "simulated", drop)
    interval = Column("95% interval", "interval", 8 if tail else 3)
    return [(value, values), (interval, spans)]


def _range(exact: Distribution | None, sampled: Distribution | None, axis: str) -> tuple[int, int]:
    """First and last outcome shown: all that can happen, or all that is not hopelessly rare if those are many."""
    if exact is not None:
        last = max(exact.most(axis), sampled.most(axis) if sampled is not None else 0)
    else:
        assert sampled is not None
        last = len(sampled.marginal(axis).values) - 1
    if last < MOST_ROWS:
        return (0 if exact is None else int(np.flatnonzero(exact.marginal(axis).values)[0])), last
    worth = np.zeros(last + 1, dtype=bool)
    if exact is not None:
        worth |= _sized(exact.marginal(axis).probabilities, last + 1).astype(float) >= HARDLY
    if sampled is not None:
        worth |= _sized(sampled.marginal(axis).values, last + 1) > 0
    rows = np.flatnonzero(worth)
    return int(rows[0]), int(rows[-1])


def _is_amount(answer: Answer) -> bool:
    return describe(answer.question).is_amount(answer.question)


def _padded(values: np.ndarray, length: int) -> np.ndarray:
    return np.pad(values, (0, max(0, length - len(values))))


def _sized(values: np.ndarray, length: int) -> np.ndarray:
    return _padded(values, length)[:length]


# ---------------------------------------------------------------------------------------------- summary
def _summary(answer: Answer) -> Grid:
    exact, sampled = answer.exact, answer.simulated
    axis = answer.best.axes[0]
    rows = []
    if _is_amount(answer):
        rows.append(_estimates(answer, f"mean {axis_name(answer.question, axis)}", f"mean({axis})"))
        rows.append(_estimates(answer, "standard deviation", f"sd({axis})"))
        for name, of in (("median", _median), ("most likely", _mode), ("5% to 95%", _middle)):
            rows.append((name, of(exact, axis), of(sampled, axis), ""))
    rows += [_estimates(answer, name, text) for name, text in labelled_metrics(answer)]
    return _engines(answer, rows)


def asked(answer: Answer, metrics: Sequence[str]) -> Grid:
    """Some of the metrics that were asked for, by both engines.

    Examples
    --------
    >>> from odds import answer, parse
    >>> asked(answer(parse("1S S6 L0"), method="exact"), ["P(hits >= 1)"]).rows
    (('P(hits >= 1)', '60.0000%'),)
    """
    return _engines(answer, [_estimates(answer, text, text) for text in metrics])


def _engines(answer: Answer, rows: Sequence[tuple[str, ...]]) -> Grid:
    """Rows of a name, an exact number, a simulated one and its interval, without the columns of what was not played."""
    exact, sampled = answer.exact, answer.simulated
    columns = [Column("", "name"), Column("exact", "exact"), Column("simulated", "simulated")]
    columns.append(Column("95% interval", "interval", 1))
    kept = [0, *([1] if exact is not None else []), *([2, 3] if sampled is not None else [])]
    return Grid(tuple(columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows))


def _median(found: Distribution | None, axis: str) -> str:
    return "" if found is None else str(found.median(axis))


def _mode(found: Distribution | None, axis: str) -> str:
    return "" if found is None else str(found.mode(axis))


def _middle(found: Distribution | None, axis: str) -> str:
    return "" if found is None else f"{found.quantile(0.05, axis)} to {found.quantile(0.95, axis)}"


def _estimates(answer: Answer, name: str, text: str) -> tuple[str, str, str, str]:
    """A row of the summary: the metric by both engines."""
    chance = is_probability(text)
    exact = sampled = interval = ""
    if answer.exact is not None:
        value = answer.exact.metric(text).value
        exact = percent(value) if chance else plain(value)
    if answer.simulated is not None:
        found = possible(answer.simulated, text)
        if found is None:
            sampled = "never seen"
        elif chance:
            sampled, interval = seen(found), span(found.low, found.high)
        else:
            sampled = plain(found.value)
            interval = "" if found.low is None or found.low == found.high else f"{found.low:.4f}-{found.high:.4f}"
    return name, exact, sampled, interval


def _fractions(answer: Answer) -> Grid:
    exact = answer.exact
    assert exact is not None
    columns = (Column("", "name"), Column("exact fraction", "fraction"))
    if own := getattr(describe(answer.question), "fraction_rows", None):
        return Grid(columns, tuple(own(answer)))
    axis = exact.axes[0]
    rows = [(f"P({axis} == {k})", str(p)) for k, p in enumerate(exact.marginal(axis).probabilities)]
    if _is_amount(answer):
        rows += [(f"P({axis} >= {k})", str(p)) for k, p in enumerate(exact.at_least(axis)) if k]
        rows.append((f"mean {axis_name(answer.question, axis)}", str(exact.metric(f"mean({axis})").value)))
    rows += [(name, str(exact.metric(text).value)) for name, text in labelled_metrics(answer) if "sd(" not in text]
    return Grid(columns, tuple(rows))


# ---------------------------------------------------------------------------------------------- facts
def facts_of(answer: Answer) -> Iterator[Line]:
    """Edition, re-roll policy, the run's facts, notes."""
    if policy := describe(answer.question).policy(answer.question):
        yield Line(f"Re-roll policy: {policy}.")
    rules = getattr(answer.question, "rules", None)
    if rules is not None:
        switches = "".join(f", rule {name}={value}" for name, value in rules.changed)
        yield Line(f"Edition {rules.edition}{switches}.")
    if answer.depends_on:
        many = "rules" if len(answer.depends_on) > 1 else "rule"
        yield Line(f"Depends on {many} {', '.join(answer.depends_on)}: see odds rules.", "note")
    runs = [part.simulated.run for part in (answer.by_value or (answer, *answer.beside.values())) if part.simulated]
    yield from run_lines([run for run in runs if run is not None])
    yield from (Line(f"Note: {note}.", "note") for note in answer.notes)


def run_lines(runs: list[Run]) -> Iterator[Line]:
    """The facts of simulations that belong together, in words."""
    if not runs:
        return
    run = runs[0]
    fewest, most = min(each.trials for each in runs), max(each.trials for each in runs)
    trials = count(fewest) if fewest == most else f"{count(fewest)} to {count(most)}"
    times = f"{len(runs)} x " if len(runs) > 1 else ""
    threads = "1 thread" if run.threads == 1 else f"{run.threads} threads"
    taken = duration(sum(each.seconds for each in runs))
    yield Line(
        f"{times}{trials} trials in {taken}: seed {run.seed}, streams {run.streams}, {run.engine} engine, {threads}."
    )
    if missed := [each for each in runs if each.missed is not None]:
        yield Line(f"The precision of {missed[0].missed:g} was NOT REACHED within {count(most)} trials.", "doubt")
    if any(each.interrupted for each in runs):
        yield Line(f"INTERRUPTED: {count(run.asked)} trials were asked for; this is what was played so far.", "doubt")
