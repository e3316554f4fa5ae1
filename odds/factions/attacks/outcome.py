"""What can come out of an attack: its axes and its named events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odds.factions.attacks.rules import Attack
    from odds.factions.attacks.target import Target

STATES = ("harm", "injuries", "incapacitated")
ENDS = (*STATES, "fatigue", "inches", "confused")
AXES = (*ENDS, "hits", "luck_hits")
"""Harm and Injuries at the end, those it began with included; 1 if Incapacitated (then Harm, Injuries, Fatigue and
inches are written as 0); Fatigue given; inches pushed or pulled; friends whose Confusion Test failed; Hits; surviving
Luck Dice."""


def events(attack: Attack) -> dict[str, str | None]:
    """The named events of an attack, as text over its axes.

    Returns
    -------
    dict
        "incapacitated"; "injury": at least one new Injury, or Incapacitated; "fatigue": it suffers some; "failed": no
        Hit at all; "critical": a Luck Die survived; "malfunction": the attacker suffers 1 Harm (None without the perk);
        "sprint": at least two Luck Dice survived and it is Incapacitated (Grim Reaper's Sprint).

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> events(Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 2)))["injury"]
    'incapacitated >= 1 or injuries > 0'
    """
    return {
        **ends_named(attack.target),
        "failed": "hits == 0",
        "critical": "luck_hits < 0" if attack.test.unlucky else "luck_hits >= 1",
        "malfunction": "hits == 0" if attack.target.malfunction else None,
        "sprint": f"luck_hits {'< 0' if attack.test.unlucky else '>= 2'} and incapacitated >= 1",
    }


def ends_named(target: Target) -> dict[str, str | None]:
    """The named events that need no more than the target's end."""
    return {
        "incapacitated": "incapacitated >= 1",
        "injury": f"incapacitated >= 1 or injuries > {target.injuries}",
        "fatigue": "fatigue >= 1",
    }
