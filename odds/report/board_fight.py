"""A fight of the board game in words and as fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from odds.report import board, board_duel
from odds.report.jsonout import measured
from odds.report.numbers import percent, plain
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from odds.boardgame.faces import Kind
    from odds.boardgame.fights.rules import BoardFight
    from odds.core.answer import Answer

FIELDS = (
    "level", "weak", "rerolls", "armor", "survivor_bonus", "enemy_bonus", "enemy_armor", "hp", "goal",
)  # fmt: skip


def subtitle(fight: BoardFight) -> str:
    """The fight in words."""
    more = [board.rerolls_text(fight.rerolls)]
    more += [f"armor {fight.armor}"] * (fight.armor > 0)
    more += [f"enemy armor {fight.enemy_armor}"] * (fight.enemy_armor > 0)
    more += [f"{fight.hp} HP"] * (fight.hp is not None)
    areas = " and ".join(fight.weak)
    return f"The Board Game, fight with an enemy of level {fight.level}, weak {areas}: {', '.join(more)}"


def value_name(fight: BoardFight) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(fight: BoardFight) -> str:
    """What the re-rolls are for."""
    from odds.boardgame.fights.rules import GOALS

    blind = "" if fight.hp is None or fight.goal == "survive" else "; your HP is not looked at, as goal survive does"
    share = f"; a point of damage costs {fight.weight} of a kill" if fight.goal == "weighted" else ""
    return (
        f"{fight.goal}: {GOALS[fight.goal]}{share}{blind} ({board.rerolls_text(fight.rerolls)} of any dice)"
        if fight.rerolls
        else ""
    )


def facts(fight: BoardFight) -> dict[str, Any]:
    """The fight's fields for JSON."""
    made = {name: getattr(fight, name) for name in FIELDS}
    weight = None if fight.weight is None else float(fight.weight)
    return {"kind": "fight", **made, "weight": weight, "faces": board.faces_object(fight.table)}


def is_amount(fight: BoardFight) -> bool:  # noqa: ARG001
    """Damage is a number of something."""
    return True


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:
    """Kill and damage jointly, what Well Rested is worth, which dice to roll again, and fights until one falls."""
    fight: BoardFight = answer.question
    metrics = [("P(kill)", "kill"), ("mean Damage", "mean(damage)")]
    metrics += [("P(dies)", "dies")] * (fight.hp is not None)
    table, rule = board.decision_grid(_decisions(fight), fight.rerolls, width)
    duel = answer.beside.get("duel")
    grids = [_joint(answer), board.well_rested(answer, metrics), table]
    grids += [] if duel is None else [board_duel.by_fight(duel)]
    lines = [*_decision_lines(fight, rule, table), *_xp(answer)]
    lines += [] if duel is None else [*board_duel.lines(duel)]
    return tuple(grid for grid in grids if grid is not None), (
        *lines,
        board.faces_line(fight.table),
        *board.doubts(answer),
    )


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: kill, damage_mean, xp, the joint table, Well Rested, decisions, fights in a row."""
    fight: BoardFight = answer.question
    made: dict[str, Any] = {"kill": measured(answer, "kill"), "damage_mean": measured(answer, "mean(damage)")}
    made["xp"] = _times(measured(answer, "kill"), fight.level)
    made["joint"] = [
        {"damage": damage, "kill": kills, **measured(answer, f"damage == {damage} and {'' if kills else 'not '}kill")}
        for damage in _damages(answer)
        for kills in (True, False)
    ]
    if more := answer.beside.get("well_rested"):
        metrics = {"kill": measured(more, "kill"), "damage_mean": measured(more, "mean(damage)")}
        made["well_rested"] = {"rerolls": more.question.rerolls, **metrics}
    made["decisions"] = board.decisions_object(_decisions(fight), fight.rerolls)
    if duel := answer.beside.get("duel"):
        made["duel"] = {**board_duel.facts(duel.question), **board_duel.fields(duel)}
    return made


def further(answer: Answer) -> Iterator[tuple[str, dict[str, Any]]]:
    """What CSV holds besides: damage and kill jointly, XP, which dice to roll again."""
    fight: BoardFight = answer.question
    for event in ("kill", "not kill"):
        for damage in _damages(answer):
            metric = f"P({event} and damage == {damage})"
            yield metric, measured(answer, metric)
    yield "XP a fight", _times(measured(answer, "kill"), fight.level)
    yield from board.decision_rows(_decisions(fight), fight.rerolls)


def figure(answer: Answer) -> Figure:
    """The chart: kill and damage, and the fights after this one."""
    from odds.report.board_chart import draw

    return draw(answer)


def explain(answer: Answer) -> Page:
    """How the fight goes at the table, with its chances."""
    steps = enumerate(_steps(answer.question), 1)
    return Page("How it goes at the table", lines=tuple(Line(f"{n}. {step}") for n, step in steps))


def _steps(fight: BoardFight) -> Iterator[str]:
    from odds.boardgame.fights.exact import deadly, exact, needed

    law, areas = exact(fight), " or ".join(fight.weak)
    faces = sum(len(kind.faces) for kind in fight.table.kinds(fight.weak) if kind.hits)
    yield f"Roll the three dice. A die hits the enemy with {areas}, on {faces} of its 6 faces."
    if fight.rerolls:
        yield (
            f"Use up to {board.rerolls_text(fight.rerolls)}, one after another, each for any dice (see the table). "
            "One comes from every letter of your weapon that you own, one from losing Well Rested."
        )
    bonus = f", {fight.enemy_bonus} more for range" if fight.enemy_bonus else ""
    armor = f", less {fight.armor} for your armor" if fight.armor else ""
    damage = plain(law.mean("damage"), 2)
    yield f"The enemy hits you for every bullet{bonus}{armor}; each hit costs {fight.level} HP: {damage} on average."
    limit = deadly(fight)
    if limit is not None:
        order = "and then kill nothing" if fight.switches["first"] == "enemy" else "but may kill all the same"
        yield f"With {limit} damage or more you die, {order}: {percent(law.metric('dies').value, 2)} of the time."
    more = f", with {fight.survivor_bonus} more for range" if fight.survivor_bonus else ""
    chance = percent(law.metric("kill").value, 2)
    yield f"You kill it with {needed(fight)} hits{more}: {chance} of the time, and earn {fight.level} XP."


# ---------------------------------------------------------------------------------------------- parts
def _damages(answer: Answer) -> list[int]:
    """Every damage that can happen, or was seen."""
    laws = [law.marginal("damage").values for law in (answer.exact, answer.simulated) if law is not None]
    return sorted({k for law in laws for k, value in enumerate(law) if value})


def _joint(answer: Answer) -> Grid:
    """A row for every damage: how likely it is with a kill and without."""
    rows = []
    for damage in _damages(answer):
        row = [str(damage)]
        for event in (f"damage == {damage} and kill", f"damage == {damage} and not kill"):
            if answer.exact is not None:
                row.append(percent(answer.exact.metric(event).value))
            if answer.simulated is not None:
                row.append(board.simulated(answer, event)[0])
        rows.append(tuple(row))
    columns = [Column("Damage", "key")]
    for title in ("and a kill", "and no kill"):
        columns += [Column(title, "exact")] * (answer.exact is not None)
        columns += [Column("simulated" if answer.exact is not None else title, "simulated")] * (
            answer.simulated is not None
        )
    return Grid(tuple(columns), tuple(rows))


def _decision_lines(fight: BoardFight, rule: str, table: Grid | None) -> Iterator[Line]:
    if not fight.rerolls:
        return
    if rule:
        yield Line(f"Re-rolls: {rule}{'; the table holds the exceptions' if table is not None else ''}.")
    if table is not None:
        areas = " or ".join(fight.weak)
        yield Line(f"Dice: hit shows {areas}, the number is its bullets; {board.NOTHING}: roll nothing again.")


def _xp(answer: Answer) -> Iterator[Line]:
    level = answer.question.level
    chance = float(answer.best.metric("kill").value)
    yield Line(f"A kill earns {level} XP: {plain(level * chance, 2)} XP a fight on average.")


def _times(found: dict[str, Any], factor: int) -> dict[str, Any]:
    numbers = ("exact", "simulated", "std_error", "low", "high")
    return {name: None if found[name] is None else factor * found[name] for name in numbers}


def _decisions(fight: BoardFight) -> tuple[board.Decision, ...]:
    from odds.boardgame.fights.exact import policy as best

    return board.decisions(best(fight), fight.table.kinds(fight.weak), fight.rerolls, _name)


def _name(kind: Kind) -> str:
    return f"{'hit' if kind.hits else 'miss'}{kind.bullets}"
