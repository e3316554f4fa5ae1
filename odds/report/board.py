"""What the reports of the board game's questions share: faces, decisions, what one re-roll more is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from odds.core.events import is_probability
from odds.report.measures import agreement_line, possible
from odds.report.numbers import percent, plain, seen, span
from odds.report.view import Column, Grid, Line

if TYPE_CHECKING:
    from odds.boardgame.faces import FaceTable, Kind
    from odds.boardgame.policy import Policy
    from odds.core.answer import Answer

FEW = 12  # rows of a decision table that is shown whole
SIDE_BY_SIDE = 72  # characters that two columns of decisions need
NOTHING = "-"

Object = dict[str, Any]


def rerolls_text(n: int) -> str:
    """So many re-rolls.

    Examples
    --------
    >>> rerolls_text(1), rerolls_text(0)
    ('1 re-roll', 'no re-rolls')
    """
    return "1 re-roll" if n == 1 else f"{n or 'no'} re-rolls"


def faces_line(table: FaceTable) -> Line:
    """The faces, and how sure they are."""
    return Line(f"Faces of {table.name}: {table.text} ({table.confidence}).", "note")


def faces_object(table: FaceTable) -> Object:
    """The faces for JSON."""
    return {
        "name": table.name,
        "confidence": table.confidence,
        "faces": [{"areas": list(face.areas), "bullets": face.bullets} for face in table.faces],
    }


# ---------------------------------------------------------------------------------------------- decisions
@dataclass(frozen=True)
class Decision:
    """What to do with one result of the dice.

    Attributes
    ----------
    dice
        The dice, by name.
    again
        The names of the dice to roll again: with all re-rolls left first, with one left last.
    kinds
        The dice as kinds of face.
    chosen
        The same as `again`, as one truth value a die.
    """

    dice: tuple[str, ...]
    again: tuple[tuple[str, ...], ...]
    kinds: tuple[Kind, ...]
    chosen: tuple[tuple[bool, ...], ...]


def decisions(policy: Policy, kinds: Sequence[Kind], rerolls: int, name: Callable[[Kind], str]) -> tuple[Decision, ...]:
    """The whole policy, a decision for every result of the dice."""
    made = []
    for dice in policy.keep[0] if policy.keep else ():
        chosen = tuple(policy.rolls_again(left, dice) for left in range(rerolls, 0, -1))
        named = [name(kinds[die]) for die in dice]
        again = tuple(tuple(word for word, each in zip(named, row, strict=True) if each) for row in chosen)
        made.append(Decision(tuple(named), again, tuple(kinds[die] for die in dice), chosen))
    return tuple(made)


def decisions_object(made: Sequence[Decision], rerolls: int) -> list[Object]:
    """The decisions for JSON."""
    return [
        {"rerolls_left": rerolls - n, "dice": list(each.dice), "again": list(again)}
        for each in made
        for n, again in enumerate(each.again)
    ]


def decision_rows(made: Sequence[Decision], rerolls: int) -> Iterator[tuple[str, Object]]:
    """The decisions for CSV: each in words, with the number of dice that it rolls again."""
    for each in made:
        for n, again in enumerate(each.again):
            left, rolled = rerolls_text(rerolls - n), " ".join(again) or "nothing"
            yield f"{left} left, {' '.join(each.dice)}: roll {rolled} again", {"exact": len(again)}


#: what a decision table can be in one sentence: the rule, and which dice it rolls again
RULES: dict[str, Callable[[Kind], bool]] = {
    "roll every die again that misses": lambda kind: not kind.hits,
    "roll every die again that misses or has a bullet": lambda kind: not kind.hits or kind.bullets > 0,
    "roll every die again that has a bullet": lambda kind: kind.bullets > 0,
    "roll nothing again": lambda kind: False,  # noqa: ARG005
}


def decision_grid(made: Sequence[Decision], rerolls: int, width: int) -> tuple[Grid | None, str]:
    """The decision table: whole if it is short, otherwise a rule in words, and a table of the exceptions.

    Returns
    -------
    Grid, str
        The table, None if nothing is left for it; and the rule, empty if the table is whole.
    """
    shown, rule = list(made), ""
    if len(made) > FEW:
        fits = {
            text: [each for each in made if all(row == tuple(map(test, each.kinds)) for row in each.chosen)]
            for text, test in RULES.items()
        }
        rule = max(fits, key=lambda text: len(fits[text]))
        shown = [each for each in made if each not in fits[rule]]
    if not shown:
        return None, rule
    groups = _columns(shown, rerolls)
    rows = [(" ".join(each.dice), *(" ".join(each.again[n]) or NOTHING for n, _ in groups)) for each in shown]
    titles = ["dice rolled", *(title for _, title in groups)]
    if len(groups) == 1 and len(rows) > FEW and width >= SIDE_BY_SIDE:
        half = (len(rows) + 1) // 2
        rows = [(*left, *right) for left, right in zip(rows, [*rows[half:], ("", "")], strict=False)][:half]
        titles *= 2
    columns = [Column(title, "name", max(0, n - 3) if len(groups) > 1 else 0) for n, title in enumerate(titles)]
    return Grid(tuple(columns), tuple(rows)), rule


def _columns(made: Sequence[Decision], rerolls: int) -> list[tuple[int, str]]:
    """(index into `again`, title) of every column: numbers of re-rolls left with the same decisions share one."""
    columns: list[tuple[int, str]] = []
    first = 0
    for n in range(1, rerolls + 1):
        if n == rerolls or any(each.again[n] != each.again[first] for each in made):
            most, least = rerolls - first, rerolls - n + 1
            which = "re-roll" if rerolls == 1 else f"{most} left" if most == least else f"{most} to {least} left"
            columns.append((first, which))
            first = n
    return columns


# ---------------------------------------------------------------------------------------------- comparisons
def well_rested(answer: Answer, metrics: Sequence[tuple[str, str]]) -> Grid | None:
    """What one re-roll more is worth: each metric as it is and with Well Rested."""
    more = answer.beside.get("well_rested")
    if more is None or (more.exact is None and more.simulated is None):
        return None
    rows = []
    for label, text in metrics:
        shown = percent if is_probability(text) else plain
        pair = [float(each.best.metric(text).value) for each in (answer, more)]
        gain = pair[1] - pair[0]
        change = f"{100 * gain:+.4f}%" if is_probability(text) else f"{gain:+.4f}"
        rows.append((label, *map(shown, pair), change, *simulated(more, text)))
    role = "exact" if more.exact is not None else "simulated"
    n = answer.question.rerolls
    columns = [Column("Well Rested", "name"), Column(rerolls_text(n), role), Column(rerolls_text(n + 1), role)]
    columns += [Column("gain", role), Column("simulated", "simulated", 1), Column("95% interval", "interval", 2)]
    if more.exact is None or more.simulated is None:
        columns, rows = columns[:4], [row[:4] for row in rows]
    return Grid(tuple(columns), tuple(rows))


def doubts(answer: Answer) -> Iterator[Line]:
    """What is said where the two engines differ on a question that is answered beside this one."""
    for other in answer.beside.values():
        if other.agreement is not None and (line := agreement_line(other.agreement)).tone == "alarm":
            yield Line(f"{other.question.text}: {line.text}", line.tone)


def simulated(answer: Answer, text: str) -> tuple[str, str]:
    """A simulated metric and its interval, as they are shown; empty without a simulation."""
    found = None if answer.simulated is None else possible(answer.simulated, text)
    if answer.simulated is None:
        return "", ""
    if found is None:
        return "never seen", ""
    if is_probability(text):
        return seen(found), span(found.low, found.high)
    if found.low is None or found.high is None:
        return plain(found.value), ""
    return plain(found.value), f"{found.low:.4f}-{found.high:.4f}"


def spread_of(table: FaceTable) -> Iterator[str]:
    """How often a die shows so many bullets, in words."""
    for bullets, faces in sorted(Counter(face.bullets for face in table.faces).items()):
        yield f"{bullets} on {faces} of its 6 faces"
