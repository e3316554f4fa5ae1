"""An answer as JSON, schema 1: what an engine did not compute is null.

    schema, query, edition, rules, test {pool, stat, value, luck, luck_dice, standard_dice, bonus, ...}
    model                                                                        with --model only, behind the query
    simulation {trials, asked, seed, streams, seconds, engine, threads, interrupted, missed}
    hits [{hits, exact, simulated, std_error, low, high, at_least {exact, simulated, std_error, low, high}}]
                                                                                 named after the first axis
    summary {mean, sd, fail, pass, critical: {exact, simulated, std_error, low, high}}
    summary {median, mode, low_5, high_95: {exact, simulated}}
    summary {any other named event, such as player_1 or xp_after_2: {exact, simulated, std_error, low, high}}
    ask [{metric, exact, simulated, std_error, low, high}]
    agreement {chi_square, dof, p_value, impossible}
    further keys of one kind of question (odds.report.subjects.fields), such as pass of a board game's test
    depends_on [], notes []
    by_value [one such object a value]    only where the statistic's value is left open; hits to agreement are then null

With exact fractions every object that has "exact" also has "exact_fraction", a string such as "117/25" (but for a
standard deviation, which is none). An event that the question does not have ("critical" of a Test that is no attack)
is null, and so are "at_least" and the numbers of the summary where the first axis is no amount (the winner of a Roll
Off).
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.intervals import proportion_errors, wilson
from odds.core.measure import LATER
from odds.report.measures import counted_events, possible
from odds.report.subjects import describe, fields, first_outcome

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.core.distribution import Distribution

SCHEMA = 1
EVENTS = {"fail": ("failed", "failed"), "pass": ("failed", "not failed"), "critical": ("critical", "critical")}

Object = dict[str, Any]


def as_json(answer: Answer, *, line: bool = False) -> str:
    """An answer as JSON text, ending in a line break.

    Parameters
    ----------
    answer
        The answer.
    line
        On a single line, as JSON Lines wants it.

    Examples
    --------
    >>> from odds import answer, parse
    >>> as_json(answer(parse("6S S6 L3"), method="exact"), line=True)[:48]
    '{"schema": 1, "query": "6S S6 L3", "edition": "E'
    """
    return json.dumps(as_object(answer), indent=None if line else 2, allow_nan=False) + "\n"


def as_object(answer: Answer) -> Object:
    """An answer as a mapping of plain Python objects; see the module for its keys.

    Examples
    --------
    >>> from odds import answer, parse
    >>> round(as_object(answer(parse("6S S6 L3"), method="exact"))["summary"]["mean"]["exact"], 9)
    4.68
    """
    question = answer.question
    rules = getattr(question, "rules", None)
    made: Object = {"schema": SCHEMA, "query": question.text}
    if rules is not None:
        made |= {"edition": rules.edition, "rules": dict(rules.changed)}
    made["test"] = describe(question).facts(question)
    if answer.by_value:
        made |= dict.fromkeys(("simulation", "hits", "summary", "ask", "agreement"))
    else:
        made |= _results(answer) | fields(answer)
    made |= {"depends_on": list(answer.depends_on), "notes": list(answer.notes)}
    if answer.by_value:
        made["by_value"] = [as_object(part) for part in answer.by_value]
    return made


def _results(answer: Answer) -> Object:
    axis = answer.best.axes[0]
    agreement = answer.agreement
    return {
        "simulation": _simulation(answer.simulated),
        axis: _rows(answer, axis),
        "summary": _summary(answer, axis),
        "ask": [{"metric": text, **measured(answer, text)} for text in answer.metrics],
        "agreement": agreement
        and {
            "chi_square": agreement.chi_square,
            "dof": agreement.dof,
            "p_value": agreement.p_value,
            "impossible": agreement.impossible,
        },
    }


def _simulation(sampled: Distribution | None) -> Object | None:
    run = None if sampled is None else sampled.run
    if run is None:
        return None
    names = ("trials", "asked", "seed", "streams", "seconds", "engine", "threads", "interrupted", "missed")
    return {name: getattr(run, name) for name in names}


def _exact(value: Any) -> Object:
    """An exact number, and its fraction if it is one."""
    shown: Object = {"exact": None if value is None else float(value)}
    if isinstance(value, Fraction):
        shown["exact_fraction"] = str(value)
    return shown


def _rows(answer: Answer, axis: str) -> list[Object]:
    """An object for every outcome from the least there is, to the largest that is possible or was seen."""
    exact, sampled = answer.exact, answer.simulated
    laws = [found.marginal(axis) for found in (exact, sampled) if found is not None]
    length = max(len(law.values) for law in laws) if exact is None else 1 + max(law.most(axis) for law in laws)
    exactly = [None] * length if exact is None else _filled(exact.marginal(axis).probabilities, length)
    at_least = [None] * length if exact is None else _filled(exact.at_least(axis), length)
    counts = None if sampled is None else np.array(_filled(sampled.marginal(axis).values, length))
    seen = _sampled(counts, sampled, length)
    tails = _sampled(None if counts is None else np.cumsum(counts[::-1])[::-1], sampled, length)
    amount = describe(answer.question).is_amount(answer.question)
    return [
        {axis: k, **_exact(exactly[k]), **seen[k], "at_least": {**_exact(at_least[k]), **tails[k]} if amount else None}
        for k in range(first_outcome(answer.question), length)
    ]


def _sampled(counts: np.ndarray | None, sampled: Distribution | None, length: int) -> list[Object]:
    """Simulated probabilities with their errors and intervals, from counts; nulls without a simulation."""
    names = ("simulated", "std_error", "low", "high")
    if counts is None or sampled is None or not sampled.trials:
        return [dict.fromkeys(names)] * length
    shares = counts / sampled.trials
    columns = (shares, proportion_errors(shares, sampled.trials), *wilson(counts, sampled.trials))
    return [dict(zip(names, cells, strict=True)) for cells in np.column_stack(columns).tolist()]


def _filled(values: np.ndarray, length: int) -> list[Any]:
    """The values as plain numbers, cut or filled with zeros to a length."""
    return [*values.tolist()[:length], *[0] * (length - len(values))]


def _summary(answer: Answer, axis: str) -> Object:
    made: Object = {"mean": measured(answer, f"mean({axis})"), "sd": measured(answer, f"sd({axis})")}
    for name, q in (("median", 0.5), ("low_5", 0.05), ("high_95", 0.95)):
        made[name] = {
            "exact": None if (law := answer.exact) is None else _listed(law, law.quantile(q, axis), axis),
            "simulated": None if (law := answer.simulated) is None else _listed(law, law.quantile(q, axis), axis),
        }
    made["mode"] = {
        "exact": None if (law := answer.exact) is None else _listed(law, law.mode(axis), axis),
        "simulated": None if (law := answer.simulated) is None else _listed(law, law.mode(axis), axis),
    }
    if not describe(answer.question).is_amount(answer.question):
        made = dict.fromkeys(made)
    events = counted_events(answer)
    shown = {event for event, _ in EVENTS.values()}
    made |= {name: measured(answer, name) for name, meaning in events.items() if meaning and name not in shown}
    for label, (event, text) in EVENTS.items():
        if event in events:
            made[label] = None if events[event] is None else measured(answer, text)
    return made


def _listed(law: Distribution, outcome: int, axis: str) -> int | None:
    """An outcome; None if it is the one that stands for all later ones."""
    is_later = LATER in law.events and law.probability(f"{LATER} and {axis} <= {outcome}") > 0
    return None if is_later else outcome


def measured(answer: Answer, text: str) -> Object:
    """A metric by both engines."""
    exactly = None if answer.exact is None else possible(answer.exact, text)
    value = None if exactly is None else exactly.value
    found = None if answer.simulated is None else possible(answer.simulated, text)
    return {
        **_exact(value),
        "simulated": None if found is None else float(found.value),
        "std_error": None if found is None else found.std_error,
        "low": None if found is None else found.low,
        "high": None if found is None else found.high,
    }
