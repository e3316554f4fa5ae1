"""An attack that ricochets where it has no Hit, in words and as fields.

JSON has these keys beside those of every answer (a number is an object with exact, simulated, std_error, low, high):

    summary {any_down, ricochet}
    targets [{target, name, incapacitated, injury, harm_mean, confused_mean}]   the first, then the other one
    bonus_dice [{source, dice}]                          of the first attack
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from odds.report import attack_words as words
from odds.report import special
from odds.report.jsonout import measured
from odds.report.numbers import percent
from odds.report.pnp import both, table
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.factions.attacks.ricochet.rules import Ricochet

OF_BOTH = {"any_down": "P(any_down)", "ricochet": "P(ricochet)"}
LABELS = {"any_down": "P(any down)", "ricochet": "P(second attack)"}
OF_EACH = {"incapacitated": "P(target_{n})", "injury": "P(injury_{n})", "harm_mean": "mean(harm_{n})",
           "confused_mean": "mean(confused_{n})"}  # fmt: skip
TITLES = {"incapacitated": "P(down)", "injury": "P(injury)", "harm_mean": "mean Harm", "confused_mean": "mean Confused"}


def subtitle(ricochet: Ricochet) -> str:
    """The attack in words, and both targets."""
    first, second = ricochet.attacks
    return (
        f"{words.who(first)}{special.subtitle(first.rolled)}; target: {words.target_words(first.target)}; "
        f"without a Hit the same on {words.target_words(second.target)}"
    )


def value_name(ricochet: Ricochet) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(ricochet: Ricochet) -> str:
    """How re-rolls are used in the first attack, and for what."""
    return special.policy(ricochet.first.rolled)


def facts(ricochet: Ricochet) -> dict[str, Any]:
    """The fields of the first attack for JSON, and the other target."""
    return {**words.facts(ricochet.first), "other": words.facts(ricochet.second)["target"]}


def is_amount(ricochet: Ricochet) -> bool:  # noqa: ARG001
    """At most one of two models falls: there is no "at least" to tell."""
    return False


def tables(answer: Answer) -> tuple[Grid, ...]:
    """How each target ends, and what is asked of both."""
    rows = [(LABELS[name], metric) for name, metric in OF_BOTH.items()]
    return _targets(answer), table(answer, "", [*rows, *((text, text) for text in answer.metrics)])


def _of_each(answer: Answer) -> dict[str, str]:
    """What is told of each target; Confusion only where there are friends."""
    return {name: text for name, text in OF_EACH.items() if name != "confused_mean" or "confused_1" in answer.best.axes}


def _targets(answer: Answer) -> Grid:
    exact, sampled = answer.exact is not None, answer.simulated is not None
    columns = [Column("target", "name")]
    for name in _of_each(answer):
        columns += [Column(TITLES[name], "exact")] * exact
        columns += [Column("simulated" if exact else TITLES[name], "simulated", 3 if exact else 0)] * sampled
    rows = []
    for n, attack in enumerate(answer.question.attacks, 1):
        cells: list[str] = []
        for text in _of_each(answer).values():
            shown = both(answer, text.format(n=n))
            cells += [shown[0]] * exact + [shown[1]] * sampled
        rows.append((words.numbered(n, attack.target), *cells))
    return Grid(tuple(columns), tuple(rows))


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """Bonus Dice of both attacks, and the rule for several Critical Effects on each target."""
    first, second = answer.question.attacks
    lines = [words.bonus_line(first), *words.said(first, words.critical_line)]
    lines.append(Line(f"Second attack: {words.bonus_line(second).text}"))
    grids = []
    for n, attack in enumerate((first, second), 1):
        grid = words.rule_grid(attack)
        if grid is not None:
            rows = tuple(("", *row) for row in grid.rows)
            grids.append(Grid((Column(f"target {n}", "key"), *grid.columns), rows))
    return tuple(grids), tuple(lines)


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: the summary of both, each target's own, bonus_dice."""
    first: Any = answer.question.first
    return {
        "summary": {name: measured(answer, metric) for name, metric in OF_BOTH.items()},
        "targets": [
            {
                "target": attack.target.text,
                "name": attack.target.name,
                **{name: measured(answer, text.format(n=n)) for name, text in _of_each(answer).items()},
            }
            for n, attack in enumerate(answer.question.attacks, 1)
        ],
        "bonus_dice": [each._asdict() for each in first.bonus_dice],
    }


def csv_rows(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows of CSV: what is told of both, of each target, and what was asked; each metric can be asked again."""
    query = {"query": made["query"]}
    for name, metric in OF_BOTH.items():
        yield {**query, "metric": metric, **made["summary"][name]}
    for n, target in enumerate(made["targets"], 1):
        for name, text in OF_EACH.items():
            if name in target:
                yield {**query, "metric": text.format(n=n), **target[name]}
    for row in made["ask"]:
        yield {**query, **row}


def figure(answer: Answer) -> Figure:
    """The chart: the ends of both targets, stacked."""
    from odds.report.attack_chart import ricochet_figure

    return ricochet_figure(answer)


def explain(answer: Answer) -> Page:
    """How the attack goes at the table, and what the second one adds."""
    from odds.factions.attacks.ricochet.exact import exact
    from odds.report.attack_story import story

    ricochet: Ricochet = answer.question
    law = exact(ricochet, axes=("incapacitated_1", "incapacitated_2", "ricochets", "down"))
    lines = words.steps(story(ricochet.first))
    chance = {name: percent(float(law.probability(name)), 2) for name in ("ricochet", "target_2", "any_down")}
    dice = special.number_of(ricochet.second.rolled.dice, "die", "dice")
    told = (
        f"Without a Hit, {chance['ricochet']} of the time, it ricochets: the attack is made on the other target with "
        f"{dice}, which falls {chance['target_2']} of the time in all. One of the two falls {chance['any_down']}."
    )
    return Page("How it goes at the table", lines=(*lines, Line(f"{len(lines) + 1}. {told}")))
