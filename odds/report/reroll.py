"""A study of re-rolls as tables and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from odds.core.text import listed
from odds.factions.rerolls.decisions import AGAIN, ALL, AS_MANY, POOL, Decision
from odds.factions.rerolls.fixed import FIXED
from odds.factions.special.rules import goal_text
from odds.report.jsonout import SCHEMA, as_object
from odds.report.long import cut
from odds.report.numbers import percent, plain
from odds.report.page import asked, facts_of
from odds.report.special import permissions
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.factions.rerolls.study import Study

SAME = 1e-12  # policies whose worth differs by less are as good
Worth = Sequence[tuple[str, float]]
Condition = tuple[str, int, int | None]  # of a line of the decision table
MOMENTS = {POOL: "After the Pool roll", "fortune": "After Fortune Smiles"}


def page(answer: Answer, study: Study, worth: Worth) -> Page:
    """Policies, the decision table and what further dice are worth.

    Parameters
    ----------
    answer
        The answer to the Test, played as is best.
    study
        The study of it.
    worth
        What further dice are worth; empty if that was not asked for.

    Examples
    --------
    >>> from odds import answer, parse, study
    >>> found = study(parse("6S S6 L3 reroll 2"))
    >>> page(answer(found.test, method="exact"), found, []).grids[0].rows[0]
    ('optimum', '6.2374', '', 'best for mean(hits)')
    """
    goal = goal_text(study.test.goal)
    number = percent if goal.startswith("P(") else plain
    grids = [_policies(answer, study, goal, number)]
    if study.table and study.test.played.may_reroll:
        grids += [_decisions(moment, study) for moment in MOMENTS if _rows(moment, study)]
    if study.declared:
        grids.append(_declared(study, number))
    if worth:
        rows = tuple((what, _signed(gain, number)) for what, gain in worth)
        grids.append(Grid((Column("added to the Test without reroll", "name"), Column("gain", "exact")), rows))
    if wanted := [text for text in answer.metrics if text != study.test.goal]:
        grids.append(asked(answer, wanted))
    lines = [*_simpler(study), *_advice(study, number), *facts_of(answer)]
    return Page(study.test.text, f"Objective: {goal}", tuple(grids), tuple(lines))


def _policies(answer: Answer, study: Study, goal: str, number: Any) -> Grid:
    found = None if answer.simulated is None else answer.simulated.metric(study.test.goal)
    sampled = "" if found is None else f"{number(found.value)} ± {number(found.std_error or 0.0)}"
    rows = [("optimum", number(study.value), "", f"best for {goal}")]
    if study.test.played.may_reroll:
        rows += [
            (name, number(worth), _signed(worth - study.value, number), FIXED[name]) for name, worth in study.policies
        ]
    columns = [Column("policy", "name"), Column("exact", "exact"), Column("less by", "exact")]
    if not sampled:
        return Grid((*columns, Column("what it does", "text")), tuple(rows))
    cells = (sampled, *[""] * (len(rows) - 1))
    wide = tuple((*row[:3], cell, row[3]) for row, cell in zip(rows, cells, strict=True))
    return Grid((*columns, Column("simulated", "simulated"), Column("what it does", "text", 1)), wide)


def _signed(value: float, number: Any) -> str:
    if abs(value) < 1e-12:
        return "0"
    return f"{'+' if value > 0 else '-'}{number(abs(value))}"


def _decisions(moment: str, study: Study) -> Grid:
    columns = Column(MOMENTS[moment], "text"), Column("do this (first line that fits)", "text")
    return Grid(columns, cut(_rows(moment, study), lambda more: (more, "--json and --csv have all of them")))


def _rows(moment: str, study: Study) -> list[tuple[str, str]]:
    lines = [line for line in study.table if line.moment == moment]
    several = len(permissions(study.test.played)) > 1
    return [(when(line, alone=len(lines) == 1), what(line, named=several)) for line in lines]


def when(line: Decision, *, alone: bool = False) -> str:
    """What must be seen for a line of the decision table.

    Examples
    --------
    >>> from odds.factions.rerolls.decisions import NOTHING
    >>> when(Decision("pool", (("Luck Duds", 1, 1), ("Standard Duds", 2, 3)), NOTHING))
    '1 Luck Dud, 2-3 Standard Duds'
    >>> when(Decision("pool", (("Luck Hits", 0, 0), ("Luck Hits re-rolled before", 0, 0)), NOTHING))
    'no Luck Hits at all'
    """
    if not line.when:
        return "whatever you see" if alone else "otherwise"
    return ", ".join(_seen(*condition) for condition in _joined(line.when))


def _joined(conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions, with "no Hits" and "no re-rolled Hits" as one."""
    none = {name for name, _, most in conditions if most == 0}
    both = {name.removesuffix(AGAIN) for name in none if name.endswith(AGAIN) and name.removesuffix(AGAIN) in none}
    kept = [
        condition for condition in conditions if condition[0].removesuffix(AGAIN) not in both or condition[0] in both
    ]
    return [(f"{name} at all" if name in both else name, least, most) for name, least, most in kept]


def _seen(name: str, least: int, most: int | None) -> str:
    name = name.removeprefix("Fortune Smiles ")
    if name.endswith(AGAIN):
        name = f"re-rolled {name.removesuffix(AGAIN)}"
    if name == "V.A.T.S. right":
        return f"{name}" if least else "V.A.T.S. wrong"
    if name.endswith(": dice left"):
        many = f"{least}+" if most is None else str(least) if least == most else f"{least}-{most}"
        return f"{many} left of {name.removesuffix(': dice left')}"
    if name.endswith(" left") and not name.startswith("Luck"):
        return name if least else f"{name.removesuffix(' left')} used"
    shown = "no" if most == 0 else str(least) if least == most else f"{least}-{most}"
    one = most == 1 and least == 1
    return f"{shown} {name.replace('Duds', 'Dud').replace('Hits', 'Hit').replace('Dice', 'Die') if one else name}"


def what(line: Decision, *, named: bool = False) -> str:
    """The move of a line in words, with the permission's name if there are several.

    Examples
    --------
    >>> from odds.factions.rerolls.decisions import Move
    >>> what(Decision("pool", (), Move("reroll", (0, 2, 0, 1))))
    're-roll 2 Luck Duds and 1 Standard Dud'
    """
    permission, parts = line.move
    if not permission:
        return "re-roll nothing"
    by = f" ({permission})" if named else ""
    if parts == (AS_MANY,):
        first = ", Luck Dice first" if line.moment == POOL else ""
        return f"re-roll as many Duds as you may{first}{by}"
    dice = []
    for part, long in zip(parts, Decision.KINDS[line.moment], strict=True):
        if part:
            kind = long.removeprefix("Fortune Smiles ")
            one = kind.replace("Duds", "Dud").replace("Hits", "Hit")
            dice.append(f"all {kind}" if part == ALL else f"{part} {one if part == 1 else kind}")
    return f"re-roll {listed(dice, 'and')}{by}"


def _declared(study: Study, number: Any) -> Grid:
    base = study.undeclared or 0.0
    rows = tuple((str(n), number(value), _signed(value - base, number)) for n, value in study.declared)
    return Grid((Column("V.A.T.S.: declare", "key"), Column("worth", "exact"), Column("gain", "exact")), rows)


def _simpler(study: Study) -> list[Line]:
    """Fixed policies that are as good."""
    if not study.test.played.may_reroll:
        return []
    same = [name for name, worth in study.policies if abs(worth - study.value) <= SAME * max(1.0, abs(study.value))]
    return [Line(f"As good, and simpler: {listed(same)}.", "good")] if same else []


def _advice(study: Study, number: Any) -> list[Line]:
    if study.best_declared is None:
        return []
    best = dict(study.declared)[study.best_declared]
    gain = _signed(best - (study.undeclared or 0.0), number)
    return [Line(f"Best declared: {study.best_declared}, a gain of {gain}.", "good")]


# ------------------------------------------------------------------------------------------------ JSON, CSV
def as_json(answer: Answer, study: Study, worth: Worth) -> str:
    """The study as JSON: schema, query, objective, optimum, policies, table, vats, worth, and the answer's run."""
    whole = as_object(answer)
    found = None if answer.simulated is None else answer.simulated.metric(study.test.goal)
    made = {
        "schema": SCHEMA,
        "query": study.test.text,
        "edition": whole["edition"],
        "rules": whole["rules"],
        "test": whole["test"],
        "objective": goal_text(study.test.goal),
        "optimum": {
            "exact": None if answer.exact is None else study.value,
            "simulated": None if found is None else float(found.value),
            "std_error": None if found is None else found.std_error,
        },
        "policies": [{"name": name, "exact": value} for name, value in study.policies],
        "table": [_line(line) for line in study.table],
        "vats": None
        if not study.declared
        else {
            "best": study.best_declared,
            "without": study.undeclared,
            "declared": [{"hits": n, "exact": value} for n, value in study.declared],
        },
        "worth": [{"added": added, "gain": gain} for added, gain in worth],
        **{key: whole[key] for key in ("ask", "simulation", "agreement", "depends_on", "notes")},
    }
    return json.dumps(made, indent=2, allow_nan=False) + "\n"


def _line(line: Decision) -> dict[str, Any]:
    return {
        "moment": line.moment,
        "when": {name: [least, most] for name, least, most in line.when},
        "permission": line.move.permission or None,
        "dice": dict(zip(Decision.KINDS[line.moment], line.move.parts, strict=False))
        if line.move.parts != (AS_MANY,)
        else AS_MANY,
        "text": f"{when(line)}: {what(line, named=True)}",
    }


def as_csv(study: Study, worth: Worth = ()) -> str:
    """The study as CSV: policy, exact, moment, when, do.

    A row a policy with what it is worth; the optimum's further rows are its decision table, without a number. After
    them come the numbers of Hits to declare, "declare 3", and the gains of what could be added, "with +1 Luck".
    """
    values = [("optimum", study.value), *study.policies]
    values += [(f"declare {n}", value) for n, value in study.declared]
    values += [(f"with {added}", gain) for added, gain in worth]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("policy", "exact", "moment", "when", "do"))
    writer.writerows((name, repr(value), "", "", "") for name, value in values)
    writer.writerows(("optimum", "", MOMENTS[moment], *row) for moment in MOMENTS for row in _rows(moment, study))
    return text.getvalue()
