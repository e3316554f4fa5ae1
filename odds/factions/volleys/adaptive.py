"""The next attacker chosen after each result: dynamic programming over how the target stands and who is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from odds.factions.attacks.exact import SAME
from odds.factions.attacks.rules import Attack
from odds.factions.volleys.field import Field, Floats, field


class Choice(NamedTuple):
    """For one set of attackers that are left, by the state's place in the field.

    `worth` is the chance to bring the target down, `attacker` who should attack next.
    """

    worth: Floats
    attacker: np.ndarray


def choices(attacks: tuple[Attack, ...]) -> Mapping[int, Choice]:
    """For every set of attackers that may be left, bit n set if attacker n is among them: whom to choose.

    Of attackers that are equally good the one given first; so of attackers that are alike the last are left.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=2)
    >>> found = choices((Attack.of(parse("4P P4 L2"), (), target), Attack.of(parse("5S S5 L2"), ["Maim"], target)))
    >>> int(found[0b11].attacker[0]), round(float(found[0b11].worth[0]), 6)
    (1, 0.001574)
    """
    return chosen(field(attacks), ((1 << len(attacks)) - 1,))


@lru_cache(maxsize=64)
def chosen(ground: Field, wholes: tuple[int, ...]) -> Mapping[int, Choice]:
    """For every set of attackers that may be left of some sets: whom to choose.

    Parameters
    ----------
    ground
        The field of all attackers.
    wholes
        The sets that begin.
    """
    number, sizes = len(ground.attacks), check_chosen(ground, wholes)
    found = {0: Choice(ground.end, np.zeros(len(ground.end), np.int64))}
    for left in sizes:
        worths = np.full((number, len(ground.end), len(left)), -1.0)
        for attacker in range(number):
            goes = [n for n, who in enumerate(left) if _may_go(ground, who, attacker)]
            if goes:
                after = np.stack([found[left[n] ^ 1 << attacker].worth for n in goes], axis=1)
                worths[attacker][:, goes] = ground.before(attacker, after)
        best = worths.max(axis=0)
        attackers = np.argmax(worths >= best - SAME, axis=0)
        found |= {who: Choice(best[:, n], attackers[:, n]) for n, who in enumerate(left)}
    return found


def check_chosen(ground: Field, wholes: tuple[int, ...]) -> list[list[int]]:
    """The sets that may be left, by size; refuses those that are too much to work out.

    Raises
    ------
    OddsError
        If they are.
    """
    sizes, every = _sizes(ground, wholes), range(len(ground.attacks))
    ground.check(Counter(n for sets in sizes for who in sets for n in every if _may_go(ground, who, n)))
    return sizes


def _may_go(ground: Field, left: int, attacker: int) -> bool:
    """Whether an attacker is left, and none that is alike and goes before it."""
    return bool(left >> attacker & 1) and not left & ground.alike[attacker]


def _sizes(ground: Field, wholes: tuple[int, ...]) -> list[list[int]]:
    """Every set that may be left, the sets of one attacker first."""
    found, new = set(wholes), set(wholes)
    while new:
        after = {who ^ 1 << n for who in new for n in range(len(ground.attacks)) if _may_go(ground, who, n)}
        new = after - found
        found |= new
    sizes: dict[int, list[int]] = {}
    for who in sorted(found - {0}):
        sizes.setdefault(who.bit_count(), []).append(who)
    return [sizes[size] for size in sorted(sizes)]
