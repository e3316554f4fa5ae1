"""A sweep as tables, JSON and CSV.

JSON: {"schema": 1, "query", "edition", "rules", "method", "parameters": [{"name", "values"}], "metrics": [],
"points": [{every parameter's value, "query", "metrics": [{"metric", "exact", "simulated", "std_error", "low",
"high"}]}], "simulation": {"trials", "seed", "streams", "engine", "interrupted"}, "depends_on", "policy", "notes"}.
With exact fractions, also "exact_fraction". CSV: a header and a row a point: the parameters, and a column of exact
values for each metric; simulated, also its value, error and interval.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from odds.core.events import is_probability
from odds.report.measures import gap_line
from odds.report.numbers import count, percent, plain, seen, span
from odds.report.page import run_lines
from odds.report.subjects import describe
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from odds.core.intervals import Estimate
    from odds.core.run import Run
    from odds.core.sweep import Sweep

SCHEMA = 1
GAP = 2
NOTHING = "-"

Values = Callable[[Any], tuple["Estimate | None", ...]]  # of a point: its exact or its simulated ones


def named(name: str) -> str:
    """A parameter as a heading.

    Examples
    --------
    >>> named("harm_limit")
    'Harm limit'
    """
    return name.replace("_", " ").capitalize()


def cell(value: Estimate | None, metric: str, digits: int) -> str:
    """A metric's value with some decimals, of the percentage if it is a probability."""
    if value is None:
        return NOTHING
    if not is_probability(metric):
        return plain(value.value, digits)
    return percent(value.value, digits) if value.low is None else seen(value, digits)


def pages(sweep: Sweep, width: int = 80, *, fractions: bool = False) -> list[Page]:
    """The sweep's tables: one for a parameter; for two a page a metric, rows by the first and columns by the second.

    Parameters
    ----------
    sweep
        The sweep.
    width
        Characters a line has.
    fractions
        Whether exact fractions are listed as well.

    Examples
    --------
    >>> from odds.studies.sweeping import swept
    >>> shown, = pages(swept("6S L3", {"strength": (5, 6)}, ["mean(hits)"]))
    >>> shown.grids[0].rows[0][:2]
    ('5', '3.7500')
    """
    shown = _lists(sweep) if len(sweep.parameters) == 1 else _tables(sweep, width)
    if fractions and sweep.method != "simulate":
        shown[-1] = Page(shown[-1].title, shown[-1].subtitle, (*shown[-1].grids, _fractions(sweep)), ())
    last = shown[-1]
    return [*shown[:-1], Page(last.title, last.subtitle, last.grids, tuple(_lines(sweep)))]


# ---------------------------------------------------------------------------------------------- one parameter
def _lists(sweep: Sweep) -> list[Page]:
    """A row a value; a page a metric, as each has columns of its own."""
    parameter = sweep.parameters[0]
    found = []
    for m, metric in enumerate(sweep.metrics):
        columns, cells = [Column(named(parameter.name), "key")], [[str(value) for value in parameter.values]]
        exact = [point.exact[m] for point in sweep.points]
        sampled = [point.simulated[m] for point in sweep.points]
        if sweep.method != "simulate":
            columns.append(Column("exact", "exact"))
            cells.append([cell(value, metric, 4) for value in exact])
        if sweep.method != "exact":
            columns += [Column("simulated", "simulated"), Column("95% interval", "interval", 1)]
            cells += [[cell(value, metric, 4) for value in sampled], [_interval(value, metric) for value in sampled]]
        columns.append(Column("", "bar", 2))
        cells.append([""] * len(parameter.values))
        bars = _bars(exact if sweep.method != "simulate" else sampled)
        found.append(Page(sweep.title, metric, (Grid(tuple(columns), tuple(zip(*cells, strict=True)), bars),)))
    return found


def _interval(value: Estimate | None, metric: str) -> str:
    if value is None or value.low is None or value.high is None:
        return ""
    return span(value.low, value.high) if is_probability(metric) else f"{value.low:,.4f}-{value.high:,.4f}"


def _bars(values: list[Estimate | None]) -> tuple[float, ...]:
    numbers = [0.0 if value is None else abs(float(value)) for value in values]
    longest = max(numbers, default=0) or 1.0
    return tuple(number / longest for number in numbers)


# ---------------------------------------------------------------------------------------------- two parameters
def _tables(sweep: Sweep, width: int) -> list[Page]:
    """A page for each metric, and for each engine."""
    down, across = (named(parameter.name) for parameter in sweep.parameters)
    engines: dict[str, Values] = {"exact": lambda point: point.exact, "simulated": lambda point: point.simulated}
    chosen = [name for name in engines if sweep.method in ("both", {"exact": "exact", "simulated": "simulate"}[name])]
    found = []
    for m, metric in enumerate(sweep.metrics):
        for name in chosen:
            said = f"{metric}, {name}: {down} down, {across} across"
            values = [engines[name](point)[m] for point in sweep.points]
            grids = tuple(_grids(sweep, metric, values, name, width))
            found.append(Page(sweep.title, said, grids))
    return found


def _grids(sweep: Sweep, metric: str, values: list[Estimate | None], role: str, width: int) -> Iterator[Grid]:
    """The table with as many decimals as fit; side by side in parts where not even one does."""
    rows, columns = sweep.parameters
    wide = len(columns.values)
    table = [values[n : n + wide] for n in range(0, len(values), wide)]
    title = named(rows.name)
    fewest = 0 if is_probability(metric) else 2
    for digits in (fewest + 2, fewest + 1, fewest):
        cells = [[cell(value, metric, digits) for value in row] for row in table]
        sizes = [max(len(str(value)), *(len(row[n]) for row in cells)) for n, value in enumerate(columns.values)]
        if len(title) + sum(size + GAP for size in sizes) <= width:
            break
    step = max(1, (width - len(title)) // (max(sizes) + GAP)) if len(title) + sum(sizes) + GAP * wide > width else wide
    for first in range(0, wide, step):
        headings = columns.values[first : first + step]
        yield Grid(
            (Column(title, "key"), *(Column(str(value), role) for value in headings)),
            tuple((str(value), *row[first : first + step]) for value, row in zip(rows.values, cells, strict=True)),
        )


def _fractions(sweep: Sweep) -> Grid:
    """Every exact number as a fraction."""
    names = [named(parameter.name) for parameter in sweep.parameters]
    rows = [
        (*map(str, point.at), metric, NOTHING if value is None else str(value.value))
        for point in sweep.points
        for metric, value in zip(sweep.metrics, point.exact, strict=True)
        if not metric.startswith("sd(")
    ]
    columns = (*(Column(name, "key") for name in names), Column("", "name"), Column("exact fraction", "fraction"))
    return Grid(columns, tuple(rows))


# ---------------------------------------------------------------------------------------------- what is said below
def _lines(sweep: Sweep) -> Iterator[Line]:
    """How far apart the engines are, the edition, the runs, notes."""
    if sweep.method == "both":
        pairs = [
            (exact, simulated)
            for point in sweep.points
            for exact, simulated in zip(point.exact, point.simulated, strict=True)
        ]
        yield from gap_line(pairs)
    yield from policy_lines([("", point.question) for point in sweep.points[-1:]])
    rules = getattr(sweep.points[0].question, "rules", None)
    if rules is not None:
        switches = "".join(f", rule {name}={value}" for name, value in rules.changed)
        yield Line(f"Edition {rules.edition}{switches}.")
    yield from depends_lines(sweep.depends_on)
    yield from run_lines(runs_of(sweep))
    if sweep.interrupted:
        yield Line(f"INTERRUPTED: {len(runs_of(sweep))} of {len(sweep.points)} points were played.", "doubt")
    yield from (Line(f"Note: {note}.", "note") for note in sweep.notes)


def depends_lines(switches: Sequence[str]) -> Iterator[Line]:
    """The rule switches that would change what is shown, if there are any.

    Examples
    --------
    >>> [line.text for line in depends_lines(["luck-dice"])]
    ['Depends on rule luck-dice: see odds rules.']
    """
    if switches:
        yield Line(f"Depends on rule{'s' * (len(switches) > 1)} {', '.join(switches)}: see odds rules.", "note")


def policy_lines(questions: Iterable[tuple[str, Any]]) -> Iterator[Line]:
    """How re-rolls are used in some questions, each with the words that come before it."""
    for before, question in questions:
        if policy := describe(question).policy(question):
            yield Line(f"{before}Re-roll policy: {policy}.")


def policies(questions: Iterable[Any]) -> str:
    """How re-rolls are used in some questions, for the foot of a chart; empty if there are none."""
    found = dict.fromkeys(describe(question).policy(question) for question in questions)
    return f"re-rolls: {'; '.join(filter(None, found))}" if any(found) else ""


def policy_of(sweep: Sweep) -> str:
    """How re-rolls are used at its points, in words; empty if there are none.

    Examples
    --------
    >>> from odds.studies.sweeping import swept
    >>> policy_of(swept("6S S6 reroll 1", {"luck": "0..3"}))
    're-rolls: optimum for mean(hits) (up to 1 die)'
    """
    return policies([sweep.points[-1].question])


def footer(sweep: Sweep) -> str:
    """What is said below its chart: edition, how it was answered, trials and seed, what re-rolls are for."""
    rules = getattr(sweep.points[0].question, "rules", None)
    runs = runs_of(sweep)
    parts = [] if rules is None else [f"edition {rules.edition}"]
    parts += ["exact"] * (sweep.method != "simulate")
    parts += [f"{count(runs[0].trials)} trials a point, seed {runs[0].seed}"] if runs else []
    return ", ".join(filter(None, [*parts, policy_of(sweep)]))


def runs_of(sweep: Sweep) -> list[Run]:
    """The runs of its points."""
    return [point.run for point in sweep.points if point.run is not None]


# ---------------------------------------------------------------------------------------------- for programs
def as_csv(sweep: Sweep, *, fractions: bool = False) -> str:
    """A sweep as CSV text: a header and a row a point.

    Examples
    --------
    >>> from odds.studies.sweeping import swept
    >>> print(as_csv(swept("4P L2", {"perception": (4,)}, ["P(failed)", "P(hits >= 9)"])), end="")
    perception,P(failed),P(hits >= 9)
    4,0.1296,0.0
    """
    columns, rows = sweep.columns(), [list(row) for row in sweep.rows()]
    if fractions and sweep.method != "simulate":
        whole = [metric for metric in sweep.metrics if not metric.startswith("sd(")]
        columns += [f"{metric} exact_fraction" for metric in whole]
        for row, point in zip(rows, sweep.points, strict=True):
            values = dict(zip(sweep.metrics, point.exact, strict=True))
            row += [None if (value := values[metric]) is None else str(value.value) for metric in whole]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([["" if each is None else _plain(each) for each in row] for row in rows])
    return text.getvalue()


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value


def measured(metric: str, exact: Any, simulated: Estimate | None) -> dict[str, Any]:
    """A metric by both engines, for JSON; `exact` is a number or None."""
    fraction = {"exact_fraction": str(exact)} if isinstance(exact, Fraction) else {}
    return {
        "metric": metric,
        "exact": None if exact is None else float(exact),
        **fraction,
        "simulated": None if simulated is None else float(simulated.value),
        "std_error": None if simulated is None else simulated.std_error,
        "low": None if simulated is None else simulated.low,
        "high": None if simulated is None else simulated.high,
    }


def simulation(runs: list[Run]) -> dict[str, Any] | None:
    """The facts that several runs have in common, for JSON."""
    if not runs:
        return None
    first = runs[0]
    return {
        "runs": len(runs),
        "trials": first.trials,
        "seed": first.seed,
        "streams": first.streams,
        "seconds": sum(run.seconds for run in runs),
        "engine": first.engine,
        "threads": first.threads,
        "interrupted": any(run.interrupted for run in runs),
        "missed": next((run.missed for run in runs if run.missed is not None), None),
    }


def as_json(sweep: Sweep) -> str:
    """A sweep as JSON text."""
    rules = getattr(sweep.points[0].question, "rules", None)
    made = {
        "schema": SCHEMA,
        "query": sweep.title,
        **({} if rules is None else {"edition": rules.edition, "rules": dict(rules.changed)}),
        "method": sweep.method,
        "parameters": [{"name": each.name, "values": list(each.values)} for each in sweep.parameters],
        "metrics": list(sweep.metrics),
        "points": [
            {
                **dict(zip((each.name for each in sweep.parameters), point.at, strict=True)),
                "query": point.question.text,
                "metrics": [
                    measured(metric, None if exact is None else exact.value, simulated)
                    for metric, exact, simulated in zip(sweep.metrics, point.exact, point.simulated, strict=True)
                ],
            }
            for point in sweep.points
        ],
        "simulation": simulation(runs_of(sweep)),
        "depends_on": list(sweep.depends_on),
        "policy": policy_of(sweep).removeprefix("re-rolls: ") or None,
        "notes": list(sweep.notes),
    }
    return json.dumps(made, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
