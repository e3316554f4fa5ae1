"""Shoot or support: what an attacker adds with a Bonus Die to another's attack in place of an attack of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, permutations

from odds.factions.attacks.exact import SAME
from odds.factions.attacks.rules import Attack, Bonus
from odds.factions.volleys.adaptive import chosen
from odds.factions.volleys.field import field
from odds.factions.volleys.orders import in_orders
from odds.factions.volleys.policy import worth_of
from odds.factions.volleys.rules import Volley
from odds.factions.volleys.supported.rules import Supported

SUPPORT = "Supporting Fire"


@dataclass(frozen=True, slots=True)
class Support:
    """One attacker's alternative.

    Attributes
    ----------
    attacker
        Who, from 0.
    helped
        Whose attack gains most by its Bonus Die, from 0.
    shoot, support
        The chance to bring the target down if it attacks, and if it supports instead.
    """

    attacker: int
    helped: int
    shoot: float
    support: float

    @property
    def name(self) -> str:
        """What the volley of the others is called among those that are answered beside the volley."""
        return f"support {self.attacker + 1}"

    @property
    def better(self) -> str:
        """What is better: "shoot", "support" or "equal"."""
        if abs(self.support - self.shoot) < SAME:
            return "equal"
        return "support" if self.support > self.shoot else "shoot"


@lru_cache(maxsize=64)
def supports(volley: Volley) -> tuple[Support, ...]:
    """For each attacker that could support: what comes of it, all else played the same way (Rulebook p. 20).

    Who supports whom is settled before the first attack; a supporter then does not attack.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=1)
    >>> weak, strong = (Attack.of(parse(text), (), target) for text in ("1P P2 L0", "9S S6 L3"))
    >>> [(each.attacker, each.helped, each.better) for each in supports(Volley([weak, strong]))]
    [(0, 1, 'support'), (1, 0, 'shoot')]
    """
    shoot, found = worth_of(volley), []
    worths = _worths(volley)
    for attacker in range(len(volley.attacks)):
        chances = {helped: worth for (supporter, helped), worth in worths.items() if supporter == attacker}
        if chances:
            helped = max(chances, key=lambda each: chances[each])
            found.append(Support(attacker, helped, shoot, chances[helped]))
    return tuple(found)


def _worths(volley: Volley) -> dict[tuple[int, int], float]:
    """What it is worth if one supports another, by both: worked out on one field, on which attacks stand twice."""
    number, every = len(volley.attacks), range(len(volley.attacks))
    pairs = [(attacker, helped) for attacker in every for helped in _helped_by(volley, attacker)]
    helped = sorted({helped for _, helped in pairs})
    place = {each: number + n for n, each in enumerate(helped)}  # of its attack with a die more
    ground = field((*volley.attacks, *(_with_one_more(volley.attacks[each]) for each in helped)))
    left = {pair: tuple(place[n] if n == pair[1] else n for n in every if n != pair[0]) for pair in pairs}
    if volley.play == "adaptive":
        wholes = {pair: sum(1 << n for n in who) for pair, who in left.items()}
        found = chosen(ground, tuple(wholes.values()))
        return {pair: float(found[whole].worth[0]) for pair, whole in wholes.items()}
    orders = {pair: list(permutations(who)) if volley.play == "best" else [who] for pair, who in left.items()}
    worth = in_orders(ground, chain.from_iterable(orders.values()))
    return {pair: max(float(worth[order][0]) for order in each) for pair, each in orders.items()}


def _helped_by(volley: Volley, attacker: int) -> Iterator[int]:
    """Whom an attacker could support."""
    assert volley.supporters is not None
    assert volley.supported is not None
    if volley.supporters[attacker]:
        for helped, attack in enumerate(volley.attacks):
            if helped != attacker and volley.supported[helped] and attack.takes_bonus:
                yield helped


def supporting(volley: Volley, attacker: int) -> Iterator[tuple[int, Volley]]:
    """Whom an attacker could support, and the volley of the others if it does."""
    for helped in _helped_by(volley, attacker):
        attacks = list(volley.attacks)
        attacks[helped] = _with_one_more(attacks[helped])
        del attacks[attacker]
        yield helped, replace(volley, attacks=tuple(attacks), supporters=None, supported=None)


def others(volley: Volley) -> dict[str, Supported]:
    """By name, the volley of the others if an attacker supports where that is best, for each that could.

    Examples
    --------
    >>> from odds.factions.volleys.query import parse_volley
    >>> found = others(parse_volley(["1P P2 L0", "9S S6 L3"], "E6 HP1"))
    >>> found["support 1"].text
    'volley: 9S S6 L3 Supporting Fire +1 at E6 HP1'
    """
    return {each.name: Supported(dict(supporting(volley, each.attacker))[each.helped]) for each in supports(volley)}


def _with_one_more(attack: Attack) -> Attack:
    """The attack with a Bonus Die of Supporting Fire more."""
    before = sum(each.dice for each in attack.bonus if each.source == SUPPORT)
    others = tuple(each for each in attack.bonus if each.source != SUPPORT)
    return replace(attack, bonus=(*others, Bonus(SUPPORT, before + 1)))
