"""A comparison as tables, JSON and CSV.

JSON: {"schema": 1, "items": [{"item", "name", "query", "edition", "rules", "policy", "metrics": [{"metric", "exact",
"simulated", "std_error", "low", "high"}]}], "differences": [{"a", "b", "metric", "exact", "simulated", "std_error",
"low", "high"}], "metrics": [], "simulation": {...}, "depends_on": [], "notes": []}. "a" and "b" are names of items,
and a difference is a less b. CSV: a row a difference, with the same columns and value_a and value_b.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from odds.core.events import is_probability
from odds.report.measures import gap_line
from odds.report.numbers import plain
from odds.report.page import run_lines
from odds.report.subjects import describe
from odds.report.sweep import cell, depends_lines, measured, policy_lines, simulation
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from odds.core.compare import Comparison, Contrast

SCHEMA = 1
DECIMALS = 4
PP = "pp: percentage points, the difference of two chances in per cent."


def page(found: Comparison, width: int = 80, *, fractions: bool = False) -> Page:
    """The items, their metrics side by side, and every difference.

    Parameters
    ----------
    found
        The comparison.
    width
        Characters a line has.
    fractions
        Whether exact fractions are listed as well.

    Examples
    --------
    >>> from odds.studies.comparing import compared
    >>> shown = page(compared(["6S S6 L4", "6S S6 L3"], ["mean(hits)"], method="exact"))
    >>> shown.grids[1].rows, shown.grids[2].rows
    ((('mean(hits)', '5.0400', '4.6800'),), (('A - B', 'mean(hits)', '+0.3600'),))
    """
    letters = ascii_uppercase
    items = Grid(
        (Column("", "key"), Column("compared", "text")),
        tuple((letters[n], item.name) for n, item in enumerate(found.items)),
    )
    grids = [items, *_metrics(found, width), _differences(found)]
    if fractions and found.items[0].exact is not None:
        grids.append(_fractions(found))
    return Page(found.title, "", tuple(grids), tuple(_lines(found)))


def _metrics(found: Comparison, width: int) -> Iterator[Grid]:
    """A row a metric and a column an item, exact; simulated too where they fit, in a table of their own if not."""
    exact = found.items[0].exact is not None
    engines = [name for name, holds in (("exact", exact), ("simulated", bool(found.runs))) if holds]
    columns = [Column("", "name")]
    for n in range(len(found.items)):
        for name in engines:
            title = f"{ascii_uppercase[n]}{' ' + name if name == 'simulated' and exact else ''}"
            columns.append(Column(title, name))
    rows = []
    for m, metric in enumerate(found.metrics):
        row = [metric]
        for n, item in enumerate(found.items):
            values = {"exact": found.value(n, m), "simulated": item.simulated[m]}
            row += [cell(values[name], metric, DECIMALS) for name in engines]
        rows.append(tuple(row))
    whole = Grid(tuple(columns), tuple(rows))
    if len(engines) == 1 or _fits(whole, width):
        yield from _split(whole, width)
        return
    for start in (1, 2):
        kept = [0, *range(start, len(columns), 2)]
        part = Grid(tuple(columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows))
        yield from _split(part, width)


def _sizes(grid: Grid) -> list[int]:
    return [max(map(len, cells)) for cells in zip([column.title for column in grid.columns], *grid.rows, strict=True)]


def _fits(grid: Grid, width: int) -> bool:
    return sum(_sizes(grid)) + 2 * (len(grid.columns) - 1) <= width


def _split(grid: Grid, width: int) -> Iterator[Grid]:
    """The table in parts that fit, each with the first column."""
    sizes = _sizes(grid)
    step = max(1, (width - sizes[0]) // (2 + max(sizes[1:])))
    if _fits(grid, width):
        step = len(sizes)
    for first in range(1, len(sizes), step):
        kept = [0, *range(first, min(first + step, len(sizes)))]
        yield Grid(tuple(grid.columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in grid.rows))


def _differences(found: Comparison) -> Grid:
    """A row a difference."""
    exact, drawn = found.items[0].exact is not None, bool(found.runs)
    columns = [Column("", "key"), Column("difference of", "name")]
    columns += [Column("exact", "exact")] * exact
    columns += [Column("simulated", "simulated"), Column("95% interval", "interval")] * drawn
    rows = []
    for each in found.contrasts:
        metric = found.metrics[each.metric]
        row = [f"{ascii_uppercase[each.a]} - {ascii_uppercase[each.b]}", metric]
        row += [change(each.exact, metric)] * exact
        row += [*_simulated(each, metric)] * drawn
        rows.append(tuple(row))
    return Grid(tuple(columns), tuple(rows))


def change(value: Any, metric: str) -> str:
    """A difference with its sign: in percentage points of a probability.

    Examples
    --------
    >>> change(-0.0312, "P(failed)"), change(0, "P(failed)"), change(0.36, "mean(hits)")
    ('-3.1200 pp', '0', '+0.3600')
    """
    if value is None:
        return ""
    if value == 0:
        return "0"
    number, unit = (100 * float(value), " pp") if is_probability(metric) else (float(value), "")
    if round(number, DECIMALS) == 0:
        return f"{number:+.1e}{unit}"
    return f"{'+' if number > 0 else '-'}{plain(abs(number), DECIMALS)}{unit}"


def _simulated(each: Contrast, metric: str) -> tuple[str, str]:
    drawn = each.simulated
    if drawn is None:
        return "", ""
    if drawn.low == drawn.high == 0:
        return change(drawn.value, metric), "0"
    ends = [change(end, metric).removesuffix(" pp") for end in (drawn.low, drawn.high)]
    return change(drawn.value, metric), " to ".join(ends)


def _fractions(found: Comparison) -> Grid:
    rows = [
        (f"{ascii_uppercase[each.a]} - {ascii_uppercase[each.b]}", found.metrics[each.metric], str(each.exact))
        for each in found.contrasts
        if isinstance(each.exact, Fraction)
    ]
    return Grid((Column("", "key"), Column("", "name"), Column("exact fraction", "fraction")), tuple(rows))


def _lines(found: Comparison) -> Iterator[Line]:
    """How far the engines are apart, what is not resolved, edition, runs, notes."""
    from odds.core.intervals import Estimate

    drawn = [each for each in found.contrasts if each.simulated is not None]
    pairs = [
        (
            None if each.exact is None else Estimate(float(each.exact)),
            Estimate(s.value, s.std_error, s.low, s.high),
        )
        for each in drawn
        if (s := each.simulated) is not None
    ]
    if any(map(is_probability, found.metrics)):
        yield Line(PP, "note")
    yield from gap_line(pairs)
    number = sum(each.exact != 0 and each.simulated is not None and not each.simulated.resolved for each in drawn)
    if number:
        many = f"{number} difference{'s' * (number > 1)}"
        yield Line(f"Not resolved by the simulation, which would need more trials: {many}.", "note")
    yield from policy_lines((f"{ascii_uppercase[n]}: ", item.question) for n, item in enumerate(found.items))
    editions = dict.fromkeys(filter(None, map(edition_of, (item.question for item in found.items))))
    if editions:
        yield Line(f"Edition {'; '.join(editions)}.")
    yield from depends_lines(found.depends_on)
    yield from run_lines(list(found.runs))
    if found.interrupted:
        yield Line("INTERRUPTED: not every two were played.", "doubt")
    yield from (Line(f"Note: {note}.", "note") for note in found.notes)


def edition_of(question: Any) -> str:
    """A question's edition and the switches that differ from it; nothing if it has none."""
    rules = getattr(question, "rules", None)
    if rules is None:
        return ""
    return f"{rules.edition}{''.join(f', rule {name}={value}' for name, value in rules.changed)}"


# ---------------------------------------------------------------------------------------------- for programs
def as_json(found: Comparison) -> str:
    """A comparison as JSON text."""
    items = []
    for n, item in enumerate(found.items):
        rules = getattr(item.question, "rules", None)
        values = [found.value(n, m) for m in range(len(found.metrics))]
        items.append(
            {
                "item": ascii_uppercase[n],
                "name": item.name,
                "query": item.question.text,
                **({} if rules is None else {"edition": rules.edition, "rules": dict(rules.changed)}),
                "policy": describe(item.question).policy(item.question) or None,
                "metrics": [
                    measured(metric, None if value is None else value.value, simulated)
                    for metric, value, simulated in zip(found.metrics, values, item.simulated, strict=True)
                ],
            }
        )
    made = {
        "schema": SCHEMA,
        "items": items,
        "differences": [_difference(found, each) for each in found.contrasts],
        "metrics": list(found.metrics),
        "simulation": simulation(list(found.runs)),
        "depends_on": list(found.depends_on),
        "notes": list(found.notes),
    }
    return json.dumps(made, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _difference(found: Comparison, each: Contrast) -> dict[str, Any]:
    drawn = each.simulated
    fraction = {"exact_fraction": str(each.exact)} if isinstance(each.exact, Fraction) else {}
    return {
        "a": found.items[each.a].name,
        "b": found.items[each.b].name,
        "metric": found.metrics[each.metric],
        "exact": None if each.exact is None else float(each.exact),
        **fraction,
        "simulated": None if drawn is None else drawn.value,
        "std_error": None if drawn is None else drawn.std_error,
        "low": None if drawn is None else drawn.low,
        "high": None if drawn is None else drawn.high,
    }


def as_csv(found: Comparison, *, fractions: bool = False) -> str:
    """A comparison as CSV text: a row a difference.

    Examples
    --------
    >>> from odds.studies.comparing import compared
    >>> found = compared(["2P P5 L0", "1P P5 L0"], ["P(hits >= 1)"], method="exact")
    >>> print(as_csv(found).splitlines()[1])
    2P P5 L0,1P P5 L0,P(hits >= 1),0.75,0.5,0.25,,,,
    """
    from odds.studies.comparing import rows

    names = ["a", "b", "metric", "value_a", "value_b", "exact", "simulated", "std_error", "low", "high"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, *["exact_fraction"] * fractions])
    for row in rows(found):
        exact = row[names.index("exact")]
        cells = [float(value) if isinstance(value, Fraction) else value for value in row]
        cells += [str(exact) if isinstance(exact, Fraction) else None] * fractions
        writer.writerow(["" if value is None else value for value in cells])
    return text.getvalue()
