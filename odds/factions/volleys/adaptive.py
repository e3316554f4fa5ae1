"""The next attacker chosen after each result: dynamic programming over how the target stands and who is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from odds.factions.attacks.exact import SAME
from odds.factions.attacks.rules import Attack
from odds.factions.volleys.field import Floats, field


class Choice(NamedTuple):
    """For one set of attackers that are left, by the state's place in the field.

    `worth` is the chance to bring the target down, `attacker` who should attack next.
    """

    worth: Floats
    attacker: np.ndarray


@lru_cache(maxsize=128)
def choices(attacks: tuple[Attack, ...]) -> Mapping[int, Choice]:
    """For every set of attackers that may be left, bit n set if attacker n is among them: whom to choose.

    Of attackers that are equally good the one given first.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=2)
    >>> found = choices((Attack.of(parse("4P P4 L2"), (), target), Attack.of(parse("5S S5 L2"), ["Maim"], target)))
    >>> int(found[0b11].attacker[0]), round(float(found[0b11].worth[0]), 6)
    (1, 0.001574)
    """
    ground, number = field(attacks), len(attacks)
    nobody = np.zeros(len(ground.end), np.int64)
    found = {0: Choice(ground.end, nobody)}
    for size in range(1, number + 1):
        left = [who for who in range(1 << number) if who.bit_count() == size]
        worths = np.full((number, len(ground.end), len(left)), -1.0)
        for attacker in range(number):
            has = [n for n, who in enumerate(left) if who >> attacker & 1]
            after = np.stack([found[left[n] ^ 1 << attacker].worth for n in has], axis=1)
            worths[attacker][:, has] = ground.before(attacker, after)
        best = worths.max(axis=0)
        chosen = np.argmax(worths >= best - SAME, axis=0)
        found |= {who: Choice(best[:, n], chosen[:, n]) for n, who in enumerate(left)}
    return found
