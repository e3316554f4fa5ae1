"""One Test against several models, in words and as fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from odds.report import attack, special
from odds.report import attack_words as words
from odds.report.jsonout import measured
from odds.report.numbers import percent, plain
from odds.report.pnp import both, table
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.factions.attacks.area.rules import AreaAttack


def subtitle(area: AreaAttack) -> str:
    """The attack in words."""
    name = f"{area.attack.name}: " if area.attack.name else ""
    return f"{name}Attack on {len(area.attacks)} models in an area; {special.subtitle(area.attack.rolled)}"


def value_name(area: AreaAttack) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(area: AreaAttack) -> str:
    """How re-rolls are used, and for what."""
    return special.policy(area.attack.rolled)


def facts(area: AreaAttack) -> dict[str, Any]:
    """The fields for JSON."""
    return {**words.facts(area.attack), "targets": [each.target.text for each in area.attacks]}


def is_amount(area: AreaAttack) -> bool:  # noqa: ARG001
    """Models down are a number of something."""
    return True


def tables(answer: Answer) -> tuple[Grid, ...]:
    """How many fall, and how each of them ends."""
    last = len(answer.question.attacks)
    rows, bars = [], []
    for n in range(last + 1):
        cells = both(answer, f"P(down == {n})")
        kept = (answer.exact is not None, answer.simulated is not None, answer.simulated is not None)
        rows.append((str(n), "", *(cell for cell, keep in zip(cells, kept, strict=True) if keep)))
        bars.append(float(answer.best.probability(f"down == {n}")))
    columns = [Column("models down", "key"), Column("", "bar", 5)]
    columns += [Column("exact", "exact")] * (answer.exact is not None)
    columns += [Column("simulated", "simulated"), Column("95% interval", "interval", 3)] * (
        answer.simulated is not None
    )
    asked = [("P(all down)", "P(all_down)"), ("P(any down)", "P(any_down)"), ("mean down", "mean(down)")]
    if "confused" in answer.best.axes:
        asked += [("P(somebody Confused)", "P(confused >= 1)"), ("mean friends Confused", "mean(confused)")]
    many = Grid(tuple(columns), tuple(rows), tuple(bar / max(bars) for bar in bars))
    return many, table(answer, "", [*asked, *((text, text) for text in answer.metrics)])


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """A row for every model, and what there is of Bonus Dice and Critical Effects."""
    area: AreaAttack = answer.question
    grids = [_models(answer)] if answer.beside else []  # a checkpoint without the exact answer keeps the whole alone
    lines = [words.bonus_line(area.attack), *words.said(area.attack, words.critical_line)]
    for name, own in area.beside.items():
        grid = words.rule_grid(own)
        if grid is not None:
            titled = Grid((Column(name, "key"), *grid.columns), tuple(("", *row) for row in grid.rows))
            grids.append(titled)
    return tuple(grids), tuple(lines)


def _models(answer: Answer) -> Grid:
    metrics = ("P(incapacitated)", "P(injury)", "mean(harm)")
    columns = [Column("target", "name")]
    for title in ("P(down)", "P(injury)", "mean Harm"):
        columns += [Column(title, "exact")] * (answer.exact is not None)
        shown = "simulated" if answer.exact is not None else title
        columns += [Column(shown, "simulated", 3 if answer.exact is not None else 0)] * (answer.simulated is not None)
    rows = []
    for n, part in enumerate(answer.beside.values(), 1):
        cells = [both(part, metric)[:2] for metric in metrics]
        there = (answer.exact is not None, answer.simulated is not None)
        kept = [cell for pair in cells for cell, keep in zip(pair, there, strict=True) if keep]
        rows.append((words.numbered(n, part.question.target), *kept))
    return Grid(tuple(columns), tuple(rows))


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: the number down, and every model's states and summary."""
    area: AreaAttack = answer.question
    return {
        "summary": {name: measured(answer, metric) for name, metric in _summary(answer.best.axes).items()},
        "bonus_dice": [each._asdict() for each in area.attack.bonus_dice],
        "targets": [{"target": part.question.target.text, **_of_model(part)} for part in answer.beside.values()],
    }


def _summary(axes: Sequence[str]) -> dict[str, str]:
    """What is told of all models together: name and metric; Confusion only where there are friends."""
    made = {"all_down": "P(all_down)", "any_down": "P(any_down)", "down_mean": "mean(down)"}
    return made | ({"confused_mean": "mean(confused)"} if "confused" in axes else {})


def _of_model(part: Answer) -> dict[str, Any]:
    made = attack.fields(part)
    return {key: made[key] for key in ("states", "summary", "critical_rule")}


def csv_rows(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows of CSV: how many fall, and what was asked; every model has rows of its own, under a query of its own."""
    query = {"query": made["query"]}
    for row in made["down"]:
        yield {**query, "metric": f"P(down == {row['down']})", **row}
    axes = ["confused"] * ("confused_mean" in made["summary"])
    for name, metric in _summary(axes).items():
        yield {**query, "metric": metric, **made["summary"][name]}
    for row in made["ask"]:
        yield {**query, **row}


def figure(answer: Answer) -> Figure:
    """The chart: every model's ends, stacked."""
    from odds.report.attack_chart import area_figure

    return area_figure(answer)


def explain(answer: Answer) -> Page:
    """How the attack goes at the table for the first model, and what falls in all."""
    from odds.factions.attacks.area.exact import exact
    from odds.report.attack_story import story

    area: AreaAttack = answer.question
    law = exact(area, axes=("down", "confused"))
    lines = words.steps(story(area.attack))
    told = (
        f"The same Hits fall on each of the {len(area.attacks)} models, Critical Effects model by model: "
        f"{plain(float(law.mean('down')), 2)} fall on average, all of them "
        f"{percent(float(law.probability('all_down')), 2)} of the time."
    )
    if (failed := float(law.mean("confused"))) > 0:
        told += f" Then friends of the fallen take Confusion Tests: {plain(failed, 2)} fail on average."
    return Page("How it goes at the table", lines=(*lines, Line(f"{len(lines) + 1}. {told}")))
