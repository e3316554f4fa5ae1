"""A skill check of Fallout PnP in words and as fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from odds.core.subject import subject_of
from odds.report.jsonout import measured
from odds.report.numbers import percent
from odds.report.pnp import actions_words, table
from odds.report.view import Grid, Line, Page

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.pnp.checks.rules import PnpCheck


FIRST = 3  # three ones


def subtitle(check: PnpCheck) -> str:
    """The check in words."""
    total = f"3d6 {check.difficulty - check.need:+d} against {check.difficulty}"
    return f"Fallout PnP, skill check: {total}, so the dice must show {check.need} or more"


def value_name(check: PnpCheck) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(check: PnpCheck) -> str:
    """What action points are spent on."""
    words = actions_words(check.actions)
    return f"if the roll fails and it can help: {words}" if words else ""


def facts(check: PnpCheck) -> dict[str, Any]:
    """The fields for JSON."""
    names = ("skill", "difficulty", "modifier", "two_weapons", "need")
    return {**{name: getattr(check, name) for name in names}, "actions": list(check.actions.names)}


def is_amount(check: PnpCheck) -> bool:  # noqa: ARG001
    """The roll is a number of pips."""
    return True


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """Action points, where some may be spent."""
    if not answer.question.actions.most_points:
        return (), ()
    return (table(answer, "action points", [("mean spent", "mean(points)")]),), ()


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: pass, points_mean."""
    points = measured(answer, "mean(points)") if answer.question.actions.most_points else None
    return {"pass": measured(answer, "not failed"), "points_mean": points}


def further(answer: Answer) -> Iterator[tuple[str, dict[str, Any]]]:
    """What CSV holds besides: the action points spent."""
    if answer.question.actions.most_points:
        yield "mean(points)", measured(answer, "mean(points)")


def explain(answer: Answer) -> Page:
    """How the check goes at the table, with its chances."""
    check: PnpCheck = answer.question
    law = subject_of(check).exact(check)
    added = f"{check.difficulty - check.need:+d}"
    steps = [f"Roll 3d6 and add {added} in all: you need {check.difficulty}, so {check.need} on the dice."]
    if check.two_weapons:
        steps.append("Doing something else at the same time has cost 8 of that.")
    if words := actions_words(check.actions):
        mean = float(law.mean("points"))
        steps.append(f"Where that fails and it can help, action points roll again: {words}. {mean:.2f} on average.")
    steps.append(f"You pass {percent(float(law.probability('not failed')), 2)} of the time.")
    return Page("How it goes at the table", lines=tuple(Line(f"{n}. {step}") for n, step in enumerate(steps, 1)))
