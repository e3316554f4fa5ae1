"""How a volley is played: who attacks next and which Critical Effect is used, wherever the game can come to.

Both engines look this up: it is the attackers' decision, and data.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from odds.factions.attacks.damage import State, start_of
from odds.factions.attacks.link import link
from odds.factions.volleys.adaptive import choices
from odds.factions.volleys.field import Floats, field
from odds.factions.volleys.orders import Order, best_order, in_order
from odds.factions.volleys.rules import Volley


class Node(NamedTuple):
    """Somewhere in a volley: how the target stands, and who is left (bit n set: attacker n)."""

    state: State
    left: int


class Step(NamedTuple):
    """What to do there: who attacks, and the Critical Effect used by Hits, an index of the attack's effects."""

    attacker: int
    effects: tuple[int, ...]


Policy = tuple[dict[Node, Step], ...]
"""For the first, second, ... attack: what to do wherever the game can be then."""


@lru_cache(maxsize=64)
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
    ground, attacks = field(volley.attacks), volley.attacks
    everybody = (1 << len(attacks)) - 1
    order = order_of(volley)
    worths = None if order is None else in_order(ground, order)
    nodes = {Node(start_of(volley.target), everybody)}
    rounds = []
    for number in range(len(attacks)):
        steps: dict[Node, Step] = {}
        reached: set[Node] = set()
        for node in sorted(nodes):
            if order is None or worths is None:
                attacker = int(choices(attacks)[node.left].attacker[ground.place[node.state]])
                worth: Floats = choices(attacks)[node.left ^ 1 << attacker].worth
            else:
                attacker, worth = order[number], worths[number + 1]
            reached_now, steps[node] = _step(volley, node, attacker, worth)
            reached |= reached_now
        rounds.append(steps)
        nodes = reached
    return tuple(rounds)


def _step(volley: Volley, node: Node, attacker: int, worth: Floats) -> tuple[set[Node], Step]:
    """The step of an attacker with the best effects, and where it leads."""
    ground, here = field(volley.attacks), link(volley.attacks[attacker], node.state)
    effects = here.choose(lambda state: float(worth[ground.place[state]]))
    left = node.left ^ 1 << attacker
    return {Node(state, left) for state in here.after(effects) if not state.down}, Step(attacker, effects)


def order_of(volley: Volley) -> Order | None:
    """The order in which attackers attack; None where it is not fixed."""
    if volley.play == "adaptive":
        return None
    return best_order(volley.attacks) if volley.play == "best" else tuple(range(len(volley.attacks)))


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
        return float(choices(volley.attacks)[(1 << len(volley.attacks)) - 1].worth[0])
    order = order_of(volley)
    assert order is not None
    return float(in_order(field(volley.attacks), order)[0][0])
