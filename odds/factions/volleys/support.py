"""Shoot or support: what an attacker adds with a Bonus Die to another's attack in place of an attack of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from odds.factions.attacks.exact import SAME
from odds.factions.attacks.rules import Attack, Bonus
from odds.factions.volleys.policy import worth_of
from odds.factions.volleys.rules import Volley

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
    def better(self) -> str:
        """What is better: "shoot", "support" or "equal"."""
        if abs(self.support - self.shoot) < SAME:
            return "equal"
        return "support" if self.support > self.shoot else "shoot"


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
    for attacker in range(len(volley.attacks)):
        chances = {helped: worth_of(other) for helped, other in supporting(volley, attacker)}
        if chances:
            helped = max(chances, key=lambda each: chances[each])
            found.append(Support(attacker, helped, shoot, chances[helped]))
    return tuple(found)


def supporting(volley: Volley, attacker: int) -> Iterator[tuple[int, Volley]]:
    """Whom an attacker could support, and the volley of the others if it does."""
    assert volley.supporters is not None
    assert volley.supported is not None
    if not volley.supporters[attacker]:
        return
    for helped, attack in enumerate(volley.attacks):
        if helped == attacker or not (volley.supported[helped] and attack.takes_bonus):
            continue
        attacks = list(volley.attacks)
        attacks[helped] = _with_one_more(attack)
        del attacks[attacker]
        yield helped, replace(volley, attacks=tuple(attacks), supporters=None, supported=None)


def _with_one_more(attack: Attack) -> Attack:
    """The attack with a Bonus Die of Supporting Fire more."""
    before = sum(each.dice for each in attack.bonus if each.source == SUPPORT)
    others = tuple(each for each in attack.bonus if each.source != SUPPORT)
    return replace(attack, bonus=(*others, Bonus(SUPPORT, before + 1)))
