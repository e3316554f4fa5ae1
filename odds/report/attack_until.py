"""Attacks until the target falls, in words and as fields.

JSON has these keys beside those of every answer (a number is an object with exact, simulated, std_error, low, high):

    attacks_to_down [{attacks, number, by_then {number}}]   attacks is "later" in the last, which holds what is left
    attacks_mean, bonus_dice [{source, dice}], critical_rule [{target_stands, effect_by_hits}]
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Any

from odds.core.measure import LEFT_OUT
from odds.report import attack_words as words
from odds.report import special
from odds.report.jsonout import measured
from odds.report.numbers import percent, plain
from odds.report.pnp import both, table
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.factions.attacks.until.rules import UntilDown

FEW = 5e-7  # rarer attacks have no row
MOST_ROWS = 24


def subtitle(until: UntilDown) -> str:
    """The attack in words."""
    rolled = f"Until the target is down; {special.subtitle(until.attack.rolled)}"
    return f"{words.who(until.attack)}{rolled}; target: {words.target_words(until.target)}"


def value_name(until: UntilDown) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(until: UntilDown) -> str:
    """How re-rolls are used, and for what."""
    return words.chain_policy(until.attack, "the fewest attacks on average")


def facts(until: UntilDown) -> dict[str, Any]:
    """The fields of the attack for JSON."""
    return words.facts(until.attack)


def is_amount(until: UntilDown) -> bool:  # noqa: ARG001
    """Attacks are a number of something."""
    return True


def listed_attacks(until: UntilDown) -> int:
    """How many attacks the list has."""
    from odds.factions.attacks.until.exact import attacks_listed

    return attacks_listed(until)


def tables(answer: Answer) -> tuple[Grid, ...]:
    """A row for every attack: it falls to this one, and to this or an earlier one."""
    last = listed_attacks(answer.question)
    exactly, by_then = [], []
    shown = [n for n in range(1, last + 1) if float(answer.best.probability(f"attacks == {n}")) >= FEW or n == 1]
    for n in shown[:MOST_ROWS]:
        exactly.append(both(answer, f"P(attacks == {n})"))
        by_then.append(both(answer, f"P(attacks <= {n})"))
    columns = [Column("Attack", "key"), Column("", "bar", 5)]
    picked: list[tuple[int, int]] = []
    for part, title in enumerate(("falls to it", "down by then")):
        for n, role in enumerate(("exact", "simulated")):
            if (answer.exact, answer.simulated)[n] is not None:
                alone = n == 0 or answer.exact is None
                columns.append(Column(title if alone else "simulated", role, 0 if alone else 3))
                picked.append((part, n))
    rows = tuple(
        (str(shown[at]), "", *((exactly, by_then)[part][at][n] for part, n in picked)) for at in range(len(exactly))
    )
    chances = [float(answer.best.probability(f"attacks == {n}")) for n in shown[:MOST_ROWS]]
    bars = tuple(chance / max(*chances, 1e-300) for chance in chances)
    later = [(f"P(later than attack {last})", "P(later)")] if float(answer.best.probability("later")) > 0 else []
    metrics = [*later, *((text, text) for text in answer.metrics)]
    grid = Grid(tuple(columns), rows, bars)
    return (grid, table(answer, "", metrics)) if metrics else (grid,)


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """The mean, Bonus Dice, and the rule for several Critical Effects."""
    until: UntilDown = answer.question
    lines = [words.bonus_line(until.attack), *words.said(until.attack, words.critical_line)]
    if len(until.attack.effects) > 1:
        lines[-1] = Line(lines[-1].text.replace(until.attack.objective, "the fewest attacks on average"))
    if answer.exact is not None:
        mean = mean_of(until)
        said = "It may never fall." if mean is None else f"It takes {plain(mean)} attacks on average (exact)."
        lines.insert(0, Line(said))
        if float(answer.exact.probability("later")) > LEFT_OUT:
            lines.insert(1, Line(f"The list ends at attack {listed_attacks(until)}, the mean does not.", "note"))
    grid = words.shortened(rule_of(until))
    return (() if grid is None else (grid,)), tuple(lines)


def rule_of(until: UntilDown) -> Grid | None:
    """Which Critical Effect is used when; None where there is nothing to decide."""
    from odds.factions.attacks.until.exact import fewest

    return words.chain_grid(until.attack, [("", fewest(until)[0])])


def mean_of(until: UntilDown) -> float | None:
    """The mean number of attacks; None if the target may never fall."""
    from odds.factions.attacks.until.exact import mean_attacks

    mean = mean_attacks(until)
    return None if mean == inf else mean


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: attacks_to_down, its mean, bonus_dice and the rule for Critical Effects."""
    until: UntilDown = answer.question
    grid = rule_of(until)
    names = [] if grid is None else [column.title.lower().replace(" ", "_") for column in grid.columns]
    numbers = range(1, listed_attacks(until) + 1)
    rows: list[dict[str, Any]] = [
        {"attacks": n, **measured(answer, f"P(attacks == {n})"), "by_then": measured(answer, f"P(attacks <= {n})")}
        for n in numbers
    ]
    rows.append({"attacks": "later", **measured(answer, "P(later)"), "by_then": None})
    return {
        "attacks_to_down": rows,
        "attacks_mean": None if answer.exact is None else mean_of(until),
        "bonus_dice": [each._asdict() for each in until.attack.bonus_dice],
        "critical_rule": [] if grid is None else [dict(zip(names, row, strict=True)) for row in grid.rows],
    }


def csv_rows(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows of CSV: every attack, the rest, and what was asked; each metric can be asked again."""
    query = {"query": made["query"]}
    for row in made["attacks_to_down"]:
        is_later = row["attacks"] == "later"
        metric = "P(later)" if is_later else f"P(attacks == {row['attacks']})"
        yield {**query, **row, "metric": metric, "attacks": None if is_later else row["attacks"]}
    for row in made["attacks_to_down"][:-1]:
        yield {**query, "metric": f"P(attacks <= {row['attacks']})", "attacks": row["attacks"], **row["by_then"]}
    for row in made["ask"]:
        yield {**query, **row}


def figure(answer: Answer) -> Figure:
    """The chart: the curve of attacks to down."""
    from odds.report.attack_chart import curve_figure

    return curve_figure(answer)


def explain(answer: Answer) -> Page:
    """How one attack goes at the table, and how many it takes."""
    from odds.factions.attacks.until.exact import exact, opening
    from odds.report.attack_story import story

    until: UntilDown = answer.question
    law = exact(until)
    lines = words.steps(story(opening(until)))
    half = next((n for n in range(1, listed_attacks(until) + 1) if law.probability(f"attacks <= {n}") >= 0.5), None)
    mean = mean_of(until)
    told = "Attack again until it falls, with a Bonus Die for each Harm: "
    told += "it may never fall." if mean is None else f"{plain(mean, 2)} attacks on average."
    if half is not None:
        told += f" After {half} it is down {percent(float(law.probability(f'attacks <= {half}')), 2)} of the time."
    return Page("How it goes at the table", lines=(*lines, Line(f"{len(lines) + 1}. {told}")))
