"""Fights one after another in words and as fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from odds.report import board
from odds.report.jsonout import measured
from odds.report.numbers import percent, plain
from odds.report.view import Column, Grid, Line

if TYPE_CHECKING:
    from odds.boardgame.duels.rules import BoardDuel
    from odds.core.answer import Answer


def subtitle(duel: BoardDuel) -> str:
    """The fights in words."""
    return f"The Board Game, up to {duel.rounds} fights with an enemy of level {duel.fight.level}, {duel.hp} HP"


def value_name(duel: BoardDuel) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(duel: BoardDuel) -> str:
    """What the re-rolls of every fight are for."""
    fight = duel.fight
    return f"{fight.goal} in every fight ({board.rerolls_text(fight.rerolls)} each)" if fight.rerolls else ""


def facts(duel: BoardDuel) -> dict[str, Any]:
    """The fights' fields for JSON."""
    return {"rounds": duel.rounds, "hp": duel.hp}


def is_amount(duel: BoardDuel) -> bool:  # noqa: ARG001
    """The fight in which something happens is not a number of something."""
    return False


def fields(answer: Answer) -> dict[str, Any]:
    """What JSON holds besides: wins, dies_first, rounds_to_kill; by every fight, and in the end (exact alone)."""
    from odds.boardgame.duels.exact import in_the_end

    duel: BoardDuel = answer.question
    made: dict[str, Any] = {name: measured(answer, name) for name in ("wins", "dies_first")}
    made["rounds_to_kill"] = measured(answer, "mean(killed given wins)") if _can_win(answer) else None
    made["by_fight"] = [
        {"fight": n, **{name: measured(answer, event) for name, event in _by(n).items()}}
        for n in range(1, duel.rounds + 1)
    ]
    if answer.exact is not None:
        end = in_the_end(duel)
        made["in_the_end"] = {name: None if value is None else float(value) for name, value in end.items()}
    return made


def further(answer: Answer) -> Iterator[tuple[str, dict[str, Any]]]:
    """What CSV holds besides: the chances by every fight, and in the end (exact alone)."""
    from odds.boardgame.duels.exact import in_the_end

    duel: BoardDuel = answer.question
    for n in range(1, duel.rounds + 1):
        for event in _by(n).values():
            yield f"P({event})", measured(answer, event)
    if answer.exact is not None:
        words = {"wins": "killed", "dies": "the survivor dead", "dies_first": "dead first", "rounds": "fights to kill"}
        for name, value in in_the_end(duel).items():
            yield f"in the end: {words[name]}", {"exact": None if value is None else float(value)}


def by_fight(answer: Answer) -> Grid:
    """A row for every fight: how likely the enemy is killed by then, and the survivor dead."""
    from odds.boardgame.duels.exact import in_the_end

    duel: BoardDuel = answer.question
    rows = []
    for n in range(1, duel.rounds + 1):
        row = [str(n)]
        for event in _by(n).values():
            if answer.exact is not None:
                row.append(percent(answer.exact.metric(event).value))
            if answer.simulated is not None:
                row.append(board.simulated(answer, event)[0])
        rows.append(tuple(row))
    columns = [Column("by fight", "key")]
    for title in ("enemy killed", "survivor dead"):
        columns += [Column(title, "exact")] * (answer.exact is not None)
        simulated = Column("simulated" if answer.exact is not None else title, "simulated")
        columns += [simulated] * (answer.simulated is not None)
    if answer.exact is not None:
        end = [
            percent(chance) for chance in (in_the_end(duel)[name] for name in ("wins", "dies")) if chance is not None
        ]
        blank = [""] * (answer.simulated is not None)
        rows.append(("ever", end[0], *blank, end[1], *blank))
    return Grid(tuple(columns), tuple(rows))


def lines(answer: Answer) -> Iterator[Line]:
    """Fights to kill, and who falls first."""
    from odds.boardgame.duels.exact import in_the_end

    duel: BoardDuel = answer.question
    if answer.exact is None:
        return
    end = in_the_end(duel)
    first = end["dies_first"]
    assert first is not None
    dies = f"the survivor, with {duel.hp} HP, dies first {percent(first, 2)} of the time"
    if end["rounds"] is None:
        yield Line(f"The enemy can never be killed; {dies}.")
    else:
        yield Line(f"Fighting on to the end, a kill takes {plain(end['rounds'], 2)} fights on average; {dies}.")


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:  # noqa: ARG001
    """The chances by every fight."""
    return (by_fight(answer),), (*lines(answer), board.faces_line(answer.question.fight.table))


def _by(n: int) -> dict[str, str]:
    return {"killed": f"killed >= 1 and killed <= {n}", "dead": f"died >= 1 and died <= {n}"}


def _can_win(answer: Answer) -> bool:
    return float(answer.best.metric("wins").value) > 0
