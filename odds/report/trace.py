"""A few trials told step by step: what each lane drew, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.report.subjects import describe
from odds.report.view import Line, Page

if TYPE_CHECKING:
    from odds.core.lanes.story import Trial

PLURAL = r"s\b"


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
    lines = tuple(Line(f"{number}: {_told(story, amount=amount)}") for number, story in enumerate(stories, 1))
    return Page(f"The first {trials:,} trials with seed {seed}", lines=lines)


def _told(story: Trial, *, amount: bool) -> str:
    steps = [f"{label} {_shown(label, what)}" for label, what in story.told if what != ()]
    return f"{'; '.join(steps)} = {_outcome(story.outcome, amount=amount)}"


def _shown(label: str, what: Sequence[bool] | int) -> str:
    """Dice in the hand as hit or dud one by one, whatever else is noted as a number."""
    if isinstance(what, int) or not label.endswith("Dice"):
        return str(what if isinstance(what, int) else sum(what))
    return " ".join("hit" if each else "dud" for each in what)


def _outcome(outcome: Mapping[str, int], *, amount: bool) -> str:
    """An amount before its name, "2 hits"; anything else after it, "winner 2"."""
    named = [(axis.replace("_", " "), n) for axis, n in outcome.items()]
    if not amount:
        return ", ".join(f"{name} {n}" for name, n in named)
    return ", ".join(f"{n} {re.sub(PLURAL, '', name, count=1) if n == 1 else name}" for name, n in named)
