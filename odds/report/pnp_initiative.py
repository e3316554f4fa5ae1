"""Initiative of Fallout PnP in words and as fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.core.subject import subject_of
from odds.report.jsonout import measured
from odds.report.numbers import percent
from odds.report.view import Line, Page

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.pnp.initiative.rules import PnpInitiative

TIES = {"reroll": "who ties rolls again", "lose": "you lose ties", "win": "you win ties"}
FIRST = 1  # the first place


def subtitle(initiative: PnpInitiative) -> str:
    """The roll in words."""
    others = ", ".join(f"{each:+d}" for each in initiative.against)
    what = "initiative"
    if initiative.opportunity is not None:
        from odds.pnp.initiative.rules import OPPORTUNITIES

        what = f"attack of opportunity on {OPPORTUNITIES[initiative.opportunity]}"
    return f"Fallout PnP, {what}: 3d6 {initiative.modifier:+d} against {others}; {TIES[initiative.ties]}"


def value_name(initiative: PnpInitiative) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(initiative: PnpInitiative) -> str:  # noqa: ARG001
    """There are no re-rolls to decide about."""
    return ""


def facts(initiative: PnpInitiative) -> dict[str, Any]:
    """The fields for JSON."""
    return {
        "modifier": initiative.modifier,
        "against": list(initiative.against),
        "ties": initiative.ties,
        "opportunity": initiative.opportunity,
    }


def is_amount(initiative: PnpInitiative) -> bool:  # noqa: ARG001
    """A place is one of many, not a number of something."""
    return False


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: first, or free_attack."""
    return {name: measured(answer, name) for name in answer.best.events}


def explain(answer: Answer) -> Page:
    """How the roll goes at the table, with its chances."""
    initiative: PnpInitiative = answer.question
    law = subject_of(initiative).exact(initiative)
    (event,) = law.events
    end = "You go first" if event == "first" else "You win, and get a free attack,"
    steps = [
        f"Everybody rolls 3d6; you add {initiative.modifier:+d}.",
        f"The highest total goes first; {TIES[initiative.ties]}.",
        f"{end} {percent(float(law.probability(event)), 2)} of the time.",
    ]
    return Page("How it goes at the table", lines=tuple(Line(f"{n}. {step}") for n, step in enumerate(steps, 1)))
