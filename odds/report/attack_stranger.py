"""An attack that may bring the Mysterious Stranger, in words and as fields: those of an attack, and "came"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from odds.report import attack, special
from odds.report import attack_words as words
from odds.report.jsonout import measured
from odds.report.numbers import percent
from odds.report.pnp import table
from odds.report.view import Grid, Line, Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.factions.attacks.stranger.rules import Stranger

COMES = "P(stranger)"


def subtitle(stranger: Stranger) -> str:
    """The attack in words, and the Test that may bring another."""
    first = stranger.attacks.attacks[0]
    return (
        f"{words.who(first)}{special.subtitle(first.rolled)}; target: {words.target_words(first.target)}; "
        f"then by a Test 1L with Luck {stranger.test.value} the Mysterious Stranger"
    )


def value_name(stranger: Stranger) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(stranger: Stranger) -> str:
    """How re-rolls are used, and for what."""
    return attack.policy(stranger.attacks)


def facts(stranger: Stranger) -> dict[str, Any]:
    """The fields for JSON: those of the attack, and the Test."""
    return {**attack.facts(stranger.attacks), "stranger_test": stranger.test.text}


def is_amount(stranger: Stranger) -> bool:  # noqa: ARG001
    """Harm is written as 0 for a fallen model, so that "at least" says nothing."""
    return False


def tables(answer: Answer) -> tuple[Grid, ...]:
    """How the target stands in the end, and what is asked of it."""
    rows = [*attack.summary_rows(answer), ("P(the Stranger comes)", COMES)]
    return attack.states_grid(answer), table(answer, "", [*rows, *((text, text) for text in answer.metrics)])


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """Where the Bonus Dice come from, and what the Stranger rolls."""
    first, second = answer.question.attacks.attacks
    lines = [words.bonus_line(first), *words.said(first, words.critical_line)]
    effects = f", Critical Effect {second.effects[0].text}" if second.effects else ""
    told = f"{special.number_of(second.rolled_at(0).dice, 'die', 'dice')} and one for each Harm until then{effects}"
    grid = words.shortened(rule_of(answer.question))
    return (() if grid is None else (grid,)), (*lines, Line(f"The Stranger's attack: {told}."))


def rule_of(stranger: Stranger) -> Grid | None:
    """Which Critical Effect the attacker uses when; None where there is nothing to decide."""
    from odds.factions.attacks.stranger.exact import plan

    return words.chain_grid(stranger.attacks.attacks[0], [("", plan(stranger).first)])


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: states, summary, bonus_dice, and the rule for the attacker's Critical Effects."""
    grid = rule_of(answer.question)
    names = [] if grid is None else [column.title.lower().replace(" ", "_") for column in grid.columns]
    return {
        "states": attack.states_fields(answer),
        "summary": {**attack.summary(answer), "stranger": measured(answer, COMES)},
        "bonus_dice": [each._asdict() for each in answer.question.attacks.attacks[0].bonus_dice],
        "critical_rule": [] if grid is None else [dict(zip(names, row, strict=True)) for row in grid.rows],
    }


def csv_rows(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows of CSV, as of an attack."""
    return attack.csv_rows(made)


def figure(answer: Answer) -> Figure:
    """The chart: the ends, stacked."""
    from odds.report.attack_chart import ends_figure

    return ends_figure(answer)


def explain(answer: Answer) -> Page:
    """How the attack goes at the table, and what the Stranger adds."""
    from odds.factions.attacks.stranger.exact import exact, plan
    from odds.report.attack_story import story

    stranger: Stranger = answer.question
    law = exact(stranger, axes=("incapacitated", "came"))
    first, (tactic,) = stranger.attacks.attacks[0], plan(stranger).first.values()
    lines = words.steps(story(first, {"": words.rule(first, tactic.effects)} if len(first.effects) > 1 else None))
    comes, falls = (percent(float(law.probability(name)), 2) for name in ("stranger", "incapacitated"))
    told = (
        f"If it stands, a Test 1L with Luck {stranger.test.value}: the Mysterious Stranger attacks {comes} of the "
        f"time. It is Incapacitated in the end {falls} of the time."
    )
    return Page("How it goes at the table", lines=(*lines, Line(f"{len(lines) + 1}. {told}")))
