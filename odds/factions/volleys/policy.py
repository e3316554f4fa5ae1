"""How a volley is played: who attacks next, what is re-rolled and used, wherever the game can come to.

Both engines look this up: it is the attackers' decision, and data.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from odds.factions.attacks.damage import State
from odds.factions.attacks.link import Tactic, link
from odds.factions.volleys.adaptive import check_chosen, chosen
from odds.factions.volleys.adaptive import choices as choices_of
from odds.factions.volleys.field import Field, Floats, field
from odds.factions.volleys.orders import Order, best_order, check_orders, different, in_order
from odds.factions.volleys.rules import MOST_ORDERED, Volley


class Node(NamedTuple):
    """Somewhere in a volley: how the target stands, and who is left (bit n set: attacker n)."""

    state: State
    left: int


class Step(NamedTuple):
    """What to do there: who attacks, and how."""

    attacker: int
    tactic: Tactic


Policy = tuple[dict[Node, Step], ...]
"""For the first, second, ... attack: what to do wherever the game can be then."""


def policy(volley: Volley) -> Policy:
    """The steps of a volley, for its play.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=2)
    >>> shots = [Attack.of(parse("4P P4 L2"), (), target), Attack.of(parse("5S S5 L2"), ["Maim"], target)]
    >>> [sorted({step.attacker for step in steps.values()}) for steps in policy(Volley(shots, "adaptive"))]
    [[1], [0]]
    """
    return _policy(field(volley.attacks), order_of(volley))


@lru_cache(maxsize=64)
def _policy(ground: Field, order: Order | None) -> Policy:
    """The policy of an order, of adaptive play without one."""
    everybody = (1 << len(ground.attacks)) - 1
    worths = [] if order is None else in_order(ground, order)
    choices = chosen(ground, (everybody,)) if order is None else {}
    nodes = {Node(ground.states[0], everybody)}
    rounds = []
    for number in range(len(ground.attacks)):
        steps: dict[Node, Step] = {}
        reached: set[Node] = set()
        for node in sorted(nodes):
            if order is None:
                attacker = int(choices[node.left].attacker[ground.place[node.state]])
                worth: Floats = choices[node.left ^ 1 << attacker].worth
            else:
                attacker, worth = order[number], worths[number + 1]
            reached_now, steps[node] = _step(ground, node, attacker, worth)
            reached |= reached_now
        rounds.append(steps)
        nodes = reached
    return tuple(rounds)


def _step(ground: Field, node: Node, attacker: int, worth: Floats) -> tuple[set[Node], Step]:
    """The best that an attacker can do, and where it leads."""
    here = link(ground.attacks[attacker], node.state)
    tactic = here.choose(lambda state: float(worth[ground.place[state]]))
    left = node.left ^ 1 << attacker
    return {Node(state, left) for state in here.after(tactic) if not state.down}, Step(attacker, tactic)


def order_of(volley: Volley) -> Order | None:
    """The order in which attackers attack; None where it is not fixed."""
    if volley.play == "adaptive":
        return None
    return best_order(volley.attacks) if volley.play == "best" else tuple(range(len(volley.attacks)))


def check(volley: Volley) -> None:
    """Refuses a volley of which something that is told beside it is too much to work out, before anything is.

    Raises
    ------
    OddsError
        If the best re-rolls of its attacks are too many.
    """
    ground, number = field(volley.attacks), len(volley.attacks)
    if number <= MOST_ORDERED:
        check_orders(ground, different(volley.attacks))
    check_chosen(ground, ((1 << number) - 1,))


def worth_of(volley: Volley) -> float:
    """The chance to bring the target down, without anything else that is counted.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
    >>> round(worth_of(Volley([shot])), 9)
    0.746371584
    """
    if volley.play == "adaptive":
        return float(choices_of(volley.attacks)[(1 << len(volley.attacks)) - 1].worth[0])
    order = order_of(volley)
    assert order is not None
    return float(in_order(field(volley.attacks), order)[0][0])
