"""An attack, or several on one target, in words and as fields.

JSON has these keys beside those of every answer (a number is an object with exact, simulated, std_error, low, high):

    states [{harm, injuries, incapacitated, number}]     harm and injuries are null where it is incapacitated
    summary {incapacitated, injury, harm_mean, fatigue, critical; inches_mean, confused_mean where there are any;
             sprint with Grim Reaper's Sprint}
    bonus_dice [{source, dice}]                          of the first attack
    critical_rule [{hits, critical_effect}]              of several attacks [{attack, target_stands, effect_by_hits}]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.factions.attacks.several.rules import Attacks
from odds.report import attack_words as words
from odds.report import special
from odds.report.jsonout import measured
from odds.report.numbers import percent, plain
from odds.report.pnp import both, table
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.factions.attacks.rules import Attack

    Question = Attack | Attacks

State = tuple[int | None, int | None, bool]
"""Harm, Injuries and whether it has fallen; then the other two are None."""

FAINT = 0.01  # bars start at a hundredth of the longest
MOST_STATES = 24
MEANS = {"inches": "mean inches", "confused": "mean friends Confused"}


def first_of(question: Question) -> Attack:
    """The attack, or the first of several."""
    return question.attacks[0] if isinstance(question, Attacks) else question


def subtitle(question: Question) -> str:
    """The attack in words, with its Bonus Dice."""
    attack = first_of(question)
    alike = isinstance(question, Attacks) and len(set(question.attacks)) == 1
    many = f"{len(question.attacks)} attacks, " if isinstance(question, Attacks) else ""
    first = "" if not many or alike else "the first: "
    rolled = f"{many}{first}{special.subtitle(attack.rolled)}"
    return f"{words.who(attack)}{rolled}; target: {words.target_words(attack.target)}"


def value_name(question: Question) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(question: Question) -> str:
    """How re-rolls are used, and for what."""
    attack = first_of(question)
    if isinstance(question, Attacks):
        return words.chain_policy(attack, f"{attack.objective} in the end")
    return special.policy(attack.rolled)


def facts(question: Question) -> dict[str, Any]:
    """The fields for JSON: those of the attack, of several those of the first and the others' texts."""
    made = words.facts(first_of(question))
    if isinstance(question, Attacks):
        made["attacks"] = [attack.text for attack in question.attacks]
    return made


def is_amount(question: Question) -> bool:  # noqa: ARG001
    """Harm is written as 0 for a fallen model, so that "at least" says nothing."""
    return False


# ---------------------------------------------------------------------------------------------- the ends
def states(answer: Answer) -> list[State]:
    """Every end that can happen, or was seen, from unhurt to Incapacitated."""
    found: set[State] = set()
    for law in (answer.exact, answer.simulated):
        if law is not None:
            for harm, injuries, down in np.argwhere(law.marginal("harm", "injuries", "incapacitated").values != 0):
                found.add((None, None, True) if down else (int(harm), int(injuries), False))
    return sorted(found, key=lambda each: (each[2], each[1] or 0, each[0] or 0))


def metric_of(state: State) -> str:
    """The event of an end, as --ask reads it.

    Examples
    --------
    >>> metric_of((2, 0, False))
    'P(harm == 2 and injuries == 0 and not incapacitated)'
    """
    harm, injuries, down = state
    if down:
        return "P(incapacitated)"
    return f"P(harm == {harm} and injuries == {injuries} and not incapacitated)"


def tables(answer: Answer) -> tuple[Grid, ...]:
    """How the target stands in the end, and what is asked of it."""
    return states_grid(answer), table(answer, "", [*summary_rows(answer), *((text, text) for text in answer.metrics)])


def states_grid(answer: Answer) -> Grid:
    """A row for every end: how likely it is by both engines."""
    found = states(answer)
    best = [float(answer.best.probability(metric_of(each)[2:-1])) for each in found]
    kept = sorted(range(len(found)), key=lambda n: -best[n])[:MOST_STATES]
    rows, bars = [], []
    for n in sorted(kept):
        exact, sampled, interval = both(answer, metric_of(found[n]))
        cells = [exact] * (answer.exact is not None) + [sampled, interval] * (answer.simulated is not None)
        harm, injuries, down = found[n]
        rows.append((words.state_name(harm, injuries, down=down), "", *cells))
        share = best[n] / max(best)
        bars.append(share if share >= FAINT else 0.0)
    columns = [Column("target in the end", "name"), Column("", "bar", 5)]
    columns += [Column("exact", "exact")] * (answer.exact is not None)
    columns += [Column("simulated", "simulated"), Column("95% interval", "interval", 3)] * (
        answer.simulated is not None
    )
    return Grid(tuple(columns), tuple(rows), tuple(bars))


def summary_rows(answer: Answer) -> list[tuple[str, str]]:
    """What an attack's answer always shows: label and metric."""
    events, axes = answer.best.events, answer.best.axes
    rows = [("P(incapacitated)", "P(incapacitated)"), ("P(injury)", "P(injury)"), ("mean Harm", "mean(harm)")]
    if answer.best.most("fatigue") > 0:
        rows.append(("P(fatigue)", "P(fatigue)"))
    rows += [(name, f"mean({axis})") for axis, name in MEANS.items() if axis in axes]
    if "confused" in axes:
        rows.append(("P(somebody Confused)", "P(confused >= 1)"))
    if events.get("critical"):
        rows.append(("P(Critical)", "P(critical)"))
    if getattr(answer.question, "sprint", False):
        rows.append(("P(Sprint)", "P(sprint)"))
    if "hits" in axes:
        rows += [("P(fail)", "P(failed)"), ("mean Hits", "mean(hits)")]
    return rows


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """The rule for several Critical Effects, and where the Bonus Dice come from."""
    question: Question = answer.question
    attack = first_of(question)
    lines = [words.bonus_line(attack), *words.said(attack, words.critical_line)]
    if attack.target.malfunction and not isinstance(question, Attacks):
        chance = percent(float(_alone(attack).probability("malfunction")))
        lines.append(Line(f"Malfunction: without a Hit the attacker suffers 1 Harm, {chance} of the time (exact)."))
    if isinstance(question, Attacks):
        lines[0] = Line(lines[0].text.rstrip(".") + "; later attacks gain one for each Harm until then.")
    grid = words.shortened(rule_of(question))
    return (() if grid is None else (grid,)), tuple(lines)


def rule_of(question: Question) -> Grid | None:
    """Which Critical Effect is used when; None where there is nothing to decide."""
    if not isinstance(question, Attacks):
        return words.rule_grid(question)
    from odds.factions.attacks.several.exact import plan

    chosen = [(str(n), by_state) for n, by_state in enumerate(plan(question), 1)]
    return words.chain_grid(first_of(question), chosen) if len(set(question.attacks)) == 1 else None


def _alone(attack: Attack) -> Any:
    """The exact answer over Hits."""
    from odds.factions.attacks.exact import exact

    return exact(attack, axes=("hits", "luck_hits", "incapacitated"))


def fraction_rows(answer: Answer) -> list[tuple[str, str]]:
    """Exact fractions: every end, the summary, and what was asked."""
    exact = answer.exact
    assert exact is not None
    ends = [(words.state_name(*each[:2], down=each[2]), metric_of(each)) for each in states(answer)]
    metrics = [*ends, *summary_rows(answer), *((text, text) for text in answer.metrics)]
    return [(name, str(exact.metric(text).value)) for name, text in metrics if "sd(" not in text]


# ---------------------------------------------------------------------------------------------- JSON and CSV
def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: states, summary, bonus_dice and the rule for Critical Effects."""
    question: Question = answer.question
    attack = first_of(question)
    return {
        "states": states_fields(answer),
        "summary": summary(answer),
        "bonus_dice": [each._asdict() for each in attack.bonus_dice],
        "critical_rule": critical_rule(question),
    }


def states_fields(answer: Answer) -> list[dict[str, Any]]:
    """Every end with its chances, for JSON."""
    return [
        {
            "harm": harm,
            "injuries": injuries,
            "incapacitated": down,
            **measured(answer, metric_of((harm, injuries, down))),
        }
        for harm, injuries, down in states(answer)
    ]


def summary(answer: Answer) -> dict[str, Any]:
    """The numbers of JSON's summary."""
    made = {
        "incapacitated": measured(answer, "P(incapacitated)"),
        "injury": measured(answer, "P(injury)"),
        "harm_mean": measured(answer, "mean(harm)"),
        "fatigue": measured(answer, "P(fatigue)"),
        "critical": measured(answer, "P(critical)"),
    }
    if getattr(answer.question, "sprint", False):
        made["sprint"] = measured(answer, "P(sprint)")
    return made | {f"{axis}_mean": measured(answer, f"mean({axis})") for axis in MEANS if axis in answer.best.axes}


def critical_rule(question: Question) -> list[dict[str, str]]:
    """The rule for several Critical Effects; empty where there is nothing to decide."""
    grid = rule_of(question)
    if grid is None:
        return []
    names = [column.title.lower().replace(" ", "_") for column in grid.columns]
    return [dict(zip(names, row, strict=True)) for row in grid.rows]


def csv_rows(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows of CSV: every end, the summary, and what was asked; each metric can be asked again.

    Parameters
    ----------
    made
        The answer as JSON has it.
    """
    query = {"query": made["query"]}
    for row in made["states"]:
        metric = metric_of((row["harm"], row["injuries"], row["incapacitated"]))
        yield {**query, **row, "metric": metric}
    falls = any(row["incapacitated"] for row in made["states"])
    for name, numbers in made["summary"].items():
        if name != "incapacitated" or not falls:
            metric = f"mean({name.removesuffix('_mean')})" if name.endswith("_mean") else f"P({name})"
            yield {**query, "metric": metric, **numbers}
    for row in made["ask"]:
        yield {**query, **row}


# ---------------------------------------------------------------------------------------------- more
def figure(answer: Answer) -> Figure:
    """The chart: the ends, stacked."""
    from odds.report.attack_chart import ends_figure

    return ends_figure(answer)


def explain(answer: Answer) -> Page:
    """How the attack goes at the table, with its chances."""
    from odds.report.attack_story import story

    if not isinstance(answer.question, Attacks):
        lines = words.steps(story(answer.question))
    else:
        from odds.factions.attacks.several.exact import exact, opening

        lines = words.steps(story(opening(answer.question)))
        chance, mean = (float(exact(answer.question).metric(text).value) for text in ("incapacitated", "mean(harm)"))
        told = f"Then the next attack, with a Bonus Die for each Harm, until it falls or {len(answer.question.attacks)}"
        more = f"{told} attacks are made: Incapacitated {percent(chance, 2)} of the time, mean Harm {plain(mean, 2)}."
        lines = (*lines, Line(f"{len(lines) + 1}. {more}"))
    return Page("How it goes at the table", lines=lines)
