"""Every way a roll of 3d6 can go: all faces of its dice, re-rolls for action points included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from odds.pnp.actions import Actions

FACES = range(1, 7)
BEST = 18


class Roll(NamedTuple):
    """What stands in the end: the dice with what was added, whether it is a triple six, action points spent."""

    total: int
    six: bool = False
    points: int = 0


@lru_cache(maxsize=256)
def rolls(need: int, actions: Actions, *, six_hits: bool) -> Mapping[Roll, Fraction]:
    """Chance of every way a roll of 3d6 can end that has to show `need`.

    Parameters
    ----------
    need
        What the dice must show to succeed.
    actions
        What action points may be spent on; those spent before the roll are counted in the points.
    six_hits
        Whether a triple six succeeds whatever is needed.

    Examples
    --------
    >>> law = rolls(10, Actions(odd_die=True), six_hits=True)
    >>> sum(chance for roll, chance in law.items() if roll.total >= 10)
    Fraction(95, 144)
    """
    found: dict[Roll, Fraction] = {}
    for roll, chance in _played(need, actions, six_hits):
        spent = roll._replace(points=roll.points + actions.bonus)
        found[spent] = found.get(spent, Fraction(0)) + chance
    return MappingProxyType(found)


def _played(need: int, actions: Actions, six_hits: bool) -> Iterator[tuple[Roll, Fraction]]:
    hopeless = need > BEST and not six_hits
    for dice, chance in _all_dice().items():
        for roll, share in _rerolled(dice, need, actions, six_hits):
            if actions.reroll and not hopeless and not _succeeds(roll, need, six_hits):
                for last, again in _all_dice().items():
                    yield Roll(sum(last), _triple_six(last), roll.points + 5), chance * share * again
            else:
                yield roll, chance * share


def _rerolled(dice: tuple[int, ...], need: int, actions: Actions, six_hits: bool) -> Iterator[tuple[Roll, Fraction]]:
    """After the re-roll of a double's odd die, or of a triple, where it is allowed and can help."""
    first = Roll(sum(dice), _triple_six(dice))
    low, middle, _ = dice
    kinds = len(set(dice))
    if not _succeeds(first, need, six_hits):
        if kinds == 2 and actions.odd_die:
            better = [Roll(2 * middle + face, middle == face == 6, 1) for face in FACES]
            if any(_succeeds(roll, need, six_hits) for roll in better):
                yield from ((roll, Fraction(1, 6)) for roll in better)
                return
        if kinds == 1 and actions.triple and (need - low <= BEST or six_hits):
            for again, chance in _all_dice().items():
                yield Roll(sum(again) + low, _triple_six(again), 1), chance
            return
    yield first, Fraction(1)


@lru_cache
def _all_dice() -> dict[tuple[int, ...], Fraction]:
    """Three dice, sorted, and their chance."""
    found: dict[tuple[int, ...], Fraction] = {}
    for faces in product(FACES, repeat=3):
        dice = tuple(sorted(faces))
        found[dice] = found.get(dice, Fraction(0)) + Fraction(1, 216)
    return found


def _triple_six(dice: tuple[int, ...]) -> bool:
    return dice == (6, 6, 6)


def _succeeds(roll: Roll, need: int, six_hits: bool) -> bool:
    return roll.total >= need or (six_hits and roll.six)
