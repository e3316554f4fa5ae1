"""Every order that is fixed beforehand, and what each is worth: worked out from the last attack to the first."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from odds.factions.attacks.exact import SAME
from odds.factions.attacks.rules import Attack
from odds.factions.volleys.field import Field, Floats, field

Order = tuple[int, ...]
"""Attackers from 0, the first to attack first."""
DIGITS = 12  # two orders that differ by less are equally good


@lru_cache(maxsize=128)
def orders(attacks: tuple[Attack, ...]) -> dict[Order, float]:
    """The chance to bring the target down in every order, the best first; orders that differ in no attack once.

    Attacks that end alike share their values: of n attackers there are as many last parts of orders as there are
    ways to arrange some of them, and each is worked out once.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=2)
    >>> found = orders((Attack.of(parse("4P P4 L2"), (), target), Attack.of(parse("5S S5 L2"), ["Maim"], target)))
    >>> {order: round(chance, 6) for order, chance in found.items()}
    {(1, 0): 0.001574, (0, 1): 0.000416}
    """
    ground, alike = field(attacks), [_next_alike(attacks, attacker) for attacker in range(len(attacks))]
    last_parts: list[Order] = [()]
    values = ground.end[:, np.newaxis]
    for _ in attacks:
        longer: list[Order] = []
        worths: list[Floats] = []
        for attacker in range(len(attacks)):
            fits = [
                n
                for n, part in enumerate(last_parts)
                if attacker not in part and (alike[attacker] is None or alike[attacker] in part)
            ]
            if fits:
                longer += [(attacker, *last_parts[n]) for n in fits]
                worths.append(ground.before(attacker, values[:, fits]))
        last_parts, values = longer, np.concatenate(worths, axis=1)
    ranked = sorted(zip(last_parts, values[0].tolist(), strict=True), key=lambda each: (-round(each[1], DIGITS), each))
    return dict(ranked)


def _next_alike(attacks: tuple[Attack, ...], attacker: int) -> int | None:
    """The next attacker with the same attack: those that are alike keep their order, so that each order comes once."""
    return next((n for n in range(attacker + 1, len(attacks)) if attacks[n] == attacks[attacker]), None)


def best_order(attacks: tuple[Attack, ...]) -> Order:
    """The best order; of equal ones the one that is nearest to the order given."""
    found = orders(attacks)
    best = max(found.values())
    return min(order for order, chance in found.items() if chance >= best - SAME)


def in_order(ground: Field, order: Order) -> list[Floats]:
    """What each state is worth before the first attack of an order, before the second, ..., after the last."""
    values = [ground.end]
    for attacker in reversed(order):
        values.append(ground.before(attacker, values[-1][:, np.newaxis])[:, 0])
    return values[::-1]
