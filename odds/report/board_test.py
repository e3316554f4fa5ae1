"""A test of the board game in words and as fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from odds.report import board
from odds.report.jsonout import measured
from odds.report.numbers import percent, plain
from odds.report.view import Grid, Line, Page

if TYPE_CHECKING:
    from odds.boardgame.faces import Kind
    from odds.boardgame.tests.rules import BoardTest
    from odds.core.answer import Answer


def subtitle(test: BoardTest) -> str:
    """The test in words."""
    bonus = f", {test.bonus} bullet{'s' * (test.bonus > 1)} added" if test.bonus else ""
    goal = "open test" if test.number is None else f"test {test.number}"
    return f"The Board Game, {goal}: three V.A.T.S. dice, {board.rerolls_text(test.rerolls)}{bonus}"


def value_name(test: BoardTest) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(test: BoardTest) -> str:
    """What the re-rolls are for."""
    goal = "most bullets" if test.number is None else "best chance to pass"
    return f"{goal} ({board.rerolls_text(test.rerolls)} of any dice)" if test.rerolls else ""


def facts(test: BoardTest) -> dict[str, Any]:
    """The test's fields for JSON."""
    return {
        "kind": "open" if test.number is None else "test",
        "number": test.number,
        "rerolls": test.rerolls,
        "bonus": test.bonus,
        "faces": board.faces_object(test.table),
    }


def is_amount(test: BoardTest) -> bool:  # noqa: ARG001
    """Bullets are a number of something."""
    return True


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:
    """What Well Rested is worth, and which dice to roll again."""
    test: BoardTest = answer.question
    label = ("mean Bullets", "mean(bullets)") if test.number is None else ("P(pass)", "not failed")
    worth = board.well_rested(answer, [label])
    table, _ = board.decision_grid(_decisions(test), test.rerolls, width)
    lines = [Line(f"Dice are named by their bullets; {board.NOTHING}: roll nothing again.")] * (table is not None)
    grids = tuple(grid for grid in (worth, table) if grid is not None)
    return grids, (*lines, board.faces_line(test.table), *board.doubts(answer))


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: `pass` of a test or `mean` of an open one, Well Rested, decisions."""
    test: BoardTest = answer.question
    name, text = ("mean", "mean(bullets)") if test.number is None else ("pass", "not failed")
    made: dict[str, Any] = {name: measured(answer, text)}
    if more := answer.beside.get("well_rested"):
        made["well_rested"] = {"rerolls": more.question.rerolls, name: measured(more, text)}
    made["decisions"] = board.decisions_object(_decisions(test), test.rerolls)
    return made


def further(answer: Answer) -> Iterator[tuple[str, dict[str, Any]]]:
    """What CSV holds besides: which dice to roll again."""
    test: BoardTest = answer.question
    return board.decision_rows(_decisions(test), test.rerolls)


def explain(answer: Answer) -> Page:
    """How the test goes at the table, with its chances."""
    from odds.boardgame.tests.exact import exact, needed

    test: BoardTest = answer.question
    law = exact(test)
    spread = ", ".join(board.spread_of(test.table))
    steps = [f"Roll the three dice. A die has {spread} as bullets."]
    if test.rerolls:
        steps.append(
            f"Use up to {board.rerolls_text(test.rerolls)}, one after another, each for any dice (see the table). "
            "One comes from every letter of the test that you own, one from losing Well Rested."
        )
    added = f" and add {test.bonus}" if test.bonus else ""
    steps.append(f"Count the bullets{added}: {plain(law.mean(), 2)} on average.")
    if test.number is not None:
        chance = percent(law.metric("not failed").value, 2)
        steps.append(f"You pass with {needed(test)} or more: {chance} of the time.")
    return Page("How it goes at the table", lines=tuple(Line(f"{n}. {step}") for n, step in enumerate(steps, 1)))


def _decisions(test: BoardTest) -> tuple[board.Decision, ...]:
    from odds.boardgame.tests.exact import policy as best

    return board.decisions(best(test), test.table.kinds(), test.rerolls, _name)


def _name(kind: Kind) -> str:
    return str(kind.bullets)
