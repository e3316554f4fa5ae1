"""Which way a weapon with Selective Fire is fired: the one that is best for the whole question.

It may be chosen before each Test (as reported by players, unofficial); here it is chosen once for each attacker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any, TypeVar

from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.drafting import Draft
from odds.factions.attacks.exact import SAME, rolls, worth
from odds.factions.attacks.ricochet.rules import Ricochet
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.exact import exact as exact_several
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.stranger.exact import exact as exact_stranger
from odds.factions.attacks.stranger.rules import Stranger
from odds.factions.attacks.until.exact import mean_attacks
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.catalogue.labels import parts

NAME = "Selective Fire"
MOST_TRIED = 16  # combinations that are all looked at
FEWEST = "the fewest attacks on average"

T = TypeVar("T")


def best_of(ways: Sequence[Sequence[T]], worth_of: Callable[[tuple[T, ...]], float]) -> tuple[T, ...]:
    """A way for each attacker: those that are worth most together, of equal ones the first.

    Parameters
    ----------
    ways
        For each attacker, in which ways it can attack.
    worth_of
        What a way for each is worth. Every combination is looked at if there are 16 at most; else one attacker is
        settled after another, the later ones attacking in their first way until then.

    Examples
    --------
    >>> best_of([[1, 3], [2], [5, 4]], lambda each: -abs(sum(each) - 9))
    (3, 2, 4)
    """
    found = tuple(each[0] for each in ways)
    if is_tried_whole(ways):
        return _first_best(list(product(*ways)), worth_of)
    for n, each in enumerate(ways):
        found = _first_best([(*found[:n], way, *found[n + 1 :]) for way in each], worth_of)
    return found


def is_tried_whole(ways: Sequence[Sequence[Any]]) -> bool:
    """Whether every combination of ways is looked at.

    Examples
    --------
    >>> is_tried_whole([[1, 2]] * 4), is_tried_whole([[1, 2]] * 5)
    (True, False)
    """
    return prod(map(len, ways)) <= MOST_TRIED


def _first_best(tried: Sequence[tuple[T, ...]], worth_of: Callable[[tuple[T, ...]], float]) -> tuple[T, ...]:
    if len(tried) == 1:
        return tried[0]
    worths = [worth_of(each) for each in tried]
    return next(each for each, value in zip(tried, worths, strict=True) if value >= max(worths) - SAME)


def worth_of(question: Any) -> float:
    """What attacks are worth before any dice are rolled: the mean of their objective; fewer attacks are worth more.

    Examples
    --------
    >>> from odds import parse_attack
    >>> [round(worth_of(parse_attack(f"{much}4P P5 L2 at E4 HP1")), 6) for much in ("", "4P P5 L2; ", "until down: ")]
    [0.234375, 0.501709, -2.559754]
    """
    match question:
        case UntilDown():
            return -mean_attacks(question)
        case Attacks():
            return float(exact_several(question).metric(question.goal))
        case Stranger():
            return float(exact_stranger(question).metric(question.attacks.goal))
        case Ricochet():
            first, second = question.attacks
            return _mean(first, first) + float(rolls(first.rolled)[0].sum()) * _mean(second, second)
        case AreaAttack():
            return sum(_mean(question.attack, each) for each in question.attacks)
        case _:
            return _mean(question, question)


def _mean(rolled: Attack, struck: Attack) -> float:
    """The mean of the objective where the dice of one attack fall on a target."""
    return float((rolls(rolled.rolled) * worth(struck)).sum())


def notes_on(ways: Sequence[Sequence[Draft]], chosen: Sequence[Draft], question: Any, objective: str) -> list[str]:
    """Which ways were chosen and what for, as sentences without a full stop.

    Parameters
    ----------
    ways
        For each attacker, in which ways it can attack.
    chosen
        The way of each.
    question
        What is asked of these attacks.
    objective
        What they are for.
    """
    goal = FEWEST if isinstance(question, UntilDown) else objective
    again = isinstance(question, UntilDown) or (isinstance(question, Attacks) and len(chosen) == 1)
    once = " if it is chosen once for all attacks" if again else "" if is_tried_whole(ways) else ", one after another"
    found = []
    for each, kept in zip(ways, chosen, strict=True):
        if len(each) > 1:
            way, other = (written(kept.ways[draft.way]) for draft in (kept, next(d for d in each if d is not kept)))
            hint = f'; say --trait "{other}" for the other'
            found.append(f"{NAME}: {way}{' throughout' * again}, the best for {goal}{once}{hint}")
    return found


def written(way: str) -> str:
    """A Trait as --trait has it.

    Examples
    --------
    >>> written("Storm (3)"), written("Fast")
    ('Storm 3', 'Fast')
    """
    name, number = parts(way)
    return name if number is None else f"{name} {number}"
