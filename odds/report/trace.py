"""A few trials told step by step: what each lane drew, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.report.subjects import describe
from odds.report.view import Line, Page

if TYPE_CHECKING:
    from odds.core.lanes.story import Told, Trial

_OF_ONE = re.compile(r"(\w+)_(\d+)")  # an outcome of one of several models
_SINGULAR = ((r"ies\b", "y"), (r"([cs]h)es\b", r"\1"), (r"s\b", ""))


def check(question: Any) -> None:
    """Refuses a question that is a table over many.

    Raises
    ------
    OddsError
        If its statistic's value is left open.
    """
    if getattr(question, "value", 0) is None:
        raise OddsError(f"a trace tells the trials of one question: give {question.text} its statistic's value")


def trace(question: Any, trials: int, seed: int) -> Page:
    """The first trials that a simulation with this seed plays.

    Parameters
    ----------
    question
        A rules object.
    trials
        How many to tell, 1 to 1000.
    seed
        The seed of the simulation.

    Examples
    --------
    >>> from odds import parse
    >>> print(trace(parse("2S S5 L1"), 1, 1).lines[0].text)
    1: Luck Dice dud; Standard Dice hit; Fortune Smiles Hits 0 = 1 hit, 0 luck hits, 1 pool hit
    """
    from odds.core.lanes.program import Program
    from odds.core.lanes.story import first_trials
    from odds.core.subject import subject_of

    program = Program()
    outcomes = subject_of(question).play(program, question)
    amount = describe(question).is_amount(question)
    stories = first_trials(program, outcomes, trials, seed)
    words: dict[str, str] = getattr(describe(question), "AXES", {})  # what an outcome counts, where its name says less
    stories = [replace(story, outcome={words.get(a, a): n for a, n in story.outcome.items()}) for story in stories]
    lines = tuple(Line(f"{number}: {_told(story, amount=amount)}") for number, story in enumerate(stories, 1))
    return Page(f"The first {trials:,} trials with seed {seed}", lines=lines)


def _told(story: Trial, *, amount: bool) -> str:
    steps = [_step(label, what) for label, what in story.told if what != ()]
    return f"{'; '.join(steps).replace(':;', ':')} = {_outcome(story.outcome, amount=amount)}"


def _step(label: str, what: Told) -> str:
    """Dice in the hand as hit or dud one by one, of others how many hit; a number; or nothing but what happened."""
    if what is None:
        return label
    if isinstance(what, int) or not label.endswith("Dice"):
        return f"{label} {what if isinstance(what, int) else sum(what)}"
    return f"{label} {' '.join('hit' if each else 'dud' for each in what)}"


def _outcome(outcome: Mapping[str, int], *, amount: bool) -> str:
    """An amount before its name, "2 hits"; anything else after it, "winner 2"."""
    alone = {axis: n for axis, n in outcome.items() if not _OF_ONE.fullmatch(axis)}
    groups: dict[str, dict[str, int]] = {}
    for axis, n in outcome.items():
        if found := _OF_ONE.fullmatch(axis):
            groups.setdefault(found[2], {})[found[1]] = n
    every = [*([alone] if alone else []), *groups.values()]
    names = [*([""] if alone else []), *(f"model {number}: " for number in groups)]
    return "; ".join(name + _listed(each, amount=amount) for name, each in zip(names, every, strict=True))


def _listed(outcome: Mapping[str, int], *, amount: bool) -> str:
    named = [(axis.replace("_", " "), n) for axis, n in outcome.items()]
    if not amount:
        return ", ".join(f"{name} {n}" for name, n in named)
    return ", ".join(f"{n} {_singular(name) if n == 1 else name}" for name, n in named)


def _singular(name: str) -> str:
    """A name of one, of the name of many: "injury", "pool hit"."""
    for plural, one in _SINGULAR:
        if re.search(plural, name):
            return re.sub(plural, one, name, count=1)
    return name
