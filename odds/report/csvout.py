"""An answer as CSV, a row for every number: the metric, its exact and its simulated value.

Columns: query, metric, the first axis' name (its outcome, where the row is about one), exact, simulated, std_error,
low, high and, with exact fractions, exact_fraction. A metric can be asked again with --ask. Games with tables of
their own add rows to them; what is no metric is said in words there, and a decision counts the dice rolled again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from odds.report.jsonout import as_object
from odds.report.subjects import describe, further

if TYPE_CHECKING:
    from odds.core.answer import Answer

NUMBERS = ("exact", "simulated", "std_error", "low", "high")
SUMMARY = {"fail": "P(failed)", "pass": "P(not failed)", "critical": "P(critical)"}
UNNAMED = ("mean", "sd", "median", "mode", "low_5", "high_95", *SUMMARY)  # of a summary: no event of that name


def as_csv(answers: Iterable[Answer], *, fractions: bool = False) -> str:
    """Answers as CSV text under one heading.

    Parameters
    ----------
    answers
        The answers; one over statistic values gives rows for each value, told apart by their query.
    fractions
        Whether a column of exact fractions is wanted.

    Examples
    --------
    >>> from odds import answer, parse
    >>> print(as_csv([answer(parse("1S S6 L0"), method="exact")]).splitlines()[1])
    1S S6 L0,P(hits == 0),0,0.4,,,,
    """
    rows, axis = [], "hits"
    for answer in answers:
        axis = (answer.by_value or (answer,))[0].best.axes[0]
        for part in answer.by_value or (answer, *answer.beside.values()):
            told = getattr(describe(part.question), "csv_rows", None)
            made = as_object(part)
            rows += list(_rows(made, part.best.axes[0]) if told is None else told(made))
            rows += [{"query": made["query"], "metric": metric, **found} for metric, found in further(part)]
    names = ["query", "metric", axis, *NUMBERS, *["exact_fraction"] * fractions]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(["" if (value := row.get(name)) is None else value for name in names] for row in rows)
    return text.getvalue()


def _rows(made: dict[str, Any], axis: str) -> Iterator[dict[str, Any]]:
    query = {"query": made["query"]}
    for row in made[axis]:
        yield {**query, "metric": f"P({axis} == {row[axis]})", **row}
    for row in made[axis]:
        if row["at_least"]:
            yield {**query, "metric": f"P({axis} >= {row[axis]})", axis: row[axis], **row["at_least"]}
    named = {name: f"P({name})" for name in made["summary"] if name not in UNNAMED}
    for name, metric in {"mean": f"mean({axis})", "sd": f"sd({axis})", **named, **SUMMARY}.items():
        if made["summary"].get(name):
            yield {**query, "metric": metric, **made["summary"][name]}
    for row in made["ask"]:
        yield {**query, **row}
