"""The attacks of a volley one after another, with its chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from odds.core.text import listed
from odds.factions.volleys.exact import exact
from odds.factions.volleys.policy import policy
from odds.report.numbers import percent, plain

if TYPE_CHECKING:
    from odds.factions.volleys.rules import Volley


def story(volley: Volley) -> Iterator[str]:
    """A step for each attack, and what it comes to.

    Examples
    --------
    >>> from odds.factions.volleys.query import parse_volley
    >>> next(story(parse_volley(["4P P4 L2", "5S S5 L2 crit Maim"], "E6 HP2")))
    'Attack 1: attacker 1, 4P P4 L2. The target has fallen by then 0% of the time.'
    """
    law = exact(volley, axes=("attacks", "incapacitated", "harm"))
    for number, steps in enumerate(policy(volley), 1):
        attackers = sorted({step.attacker for step in steps.values()})
        if len(attackers) == 1:
            text = volley.attacks[attackers[0]].text
            who = f"attacker {attackers[0] + 1}, {text[: text.index(' at ')]}"
        else:
            named = listed([str(attacker + 1) for attacker in attackers])
            who = f"attacker {named}, whoever is best as the target then stands"
        gains = number > 1 and any(volley.attacks[attacker].takes_bonus for attacker in attackers)
        more = " It gains a Bonus Die for each Harm (Rulebook p. 20)." if gains else ""
        fallen = float(law.probability(f"incapacitated and attacks <= {number}"))
        yield f"Attack {number}: {who}.{more} The target has fallen by then {percent(fallen, 2)} of the time."
    mean = plain(float(law.mean("attacks")), 2)
    yield f"Once it has fallen nobody else attacks: {mean} attacks on average."
