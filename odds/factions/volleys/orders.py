"""Every order that is fixed beforehand, and what each is worth: worked out from the last attack to the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

import numpy as np

from odds.factions.attacks.exact import SAME
from odds.factions.attacks.rules import Attack
from odds.factions.volleys.field import Field, Floats, field

Order = tuple[int, ...]
"""Attackers from 0, the first to attack first."""
DIGITS = 12  # two orders that differ by less are equally good


def orders(attacks: tuple[Attack, ...]) -> dict[Order, float]:
    """The chance to bring the target down in every order, the best first; orders that differ in no attack once.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=2)
    >>> found = orders((Attack.of(parse("4P P4 L2"), (), target), Attack.of(parse("5S S5 L2"), ["Maim"], target)))
    >>> {order: round(chance, 6) for order, chance in found.items()}
    {(1, 0): 0.001574, (0, 1): 0.000416}
    """
    return _orders(field(attacks), different(attacks))


@lru_cache(maxsize=64)
def _orders(ground: Field, every: tuple[Order, ...]) -> dict[Order, float]:
    worth = in_orders(ground, every)
    chances = [(order, float(worth[order][0])) for order in every]
    return dict(sorted(chances, key=lambda each: (-round(each[1], DIGITS), each)))


def different(attacks: tuple[Attack, ...]) -> tuple[Order, ...]:
    """Every order in which attackers with the same attack keep theirs, so that each comes once."""
    known = {attack: n for n, attack in reversed(list(enumerate(attacks)))}
    kinds = [known[attack] for attack in attacks]
    found: dict[Order, Order] = {}
    for order in permutations(range(len(attacks))):
        found.setdefault(tuple(kinds[n] for n in order), order)  # the first of them in order
    return tuple(found.values())


def best_order(attacks: tuple[Attack, ...]) -> Order:
    """The best order; of equal ones the one that is nearest to the order given."""
    found = orders(attacks)
    best = max(found.values())
    return min(order for order, chance in found.items() if chance >= best - SAME)


def in_order(ground: Field, order: Order) -> list[Floats]:
    """What each state is worth before the first attack of an order, before the second, ..., after the last."""
    worth = in_orders(ground, (order,))
    return [worth[order[n:]] for n in range(len(order) + 1)]


def in_orders(ground: Field, orders: Iterable[Order]) -> dict[Order, Floats]:
    """What each state is worth before some attackers in an order, for each order and every last part of it.

    Of n attackers there are as many last parts of orders as there are ways to arrange some of them; each is worked out
    once, those of one length together.
    """
    parts = check_orders(ground, orders)
    groups: dict[tuple[int, int], list[Order]] = {}
    for part in parts:
        groups.setdefault((len(part), part[0]), []).append(part)
    found: dict[Order, Floats] = {(): ground.end}
    for (_, attacker), alike in sorted(groups.items()):
        values = np.stack([found[part[1:]] for part in alike], axis=1)
        found |= zip(alike, ground.before(attacker, values).T, strict=True)
    return found


def check_orders(ground: Field, orders: Iterable[Order]) -> tuple[Order, ...]:
    """Every last part of some orders; refuses orders that are too much to work out.

    Raises
    ------
    OddsError
        If they are.
    """
    parts = tuple(dict.fromkeys(order[n:] for order in orders for n in range(len(order))))
    ground.check(Counter(part[0] for part in parts))
    return parts
