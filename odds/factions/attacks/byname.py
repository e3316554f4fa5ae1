"""Perks, chems and ploys of an attacker that an attack knows by name, beyond those of its Test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from odds.factions.attacks.critical import Critical
from odds.factions.attacks.friends import NAMES as CONFUSION
from odds.factions.attacks.weapon import Weapon
from odds.factions.effects.arms import (
    ANYWHERE,
    BASHER,
    CONTROL,
    HANDLING,
    IRON_FIST,
    PUSHES,
    PUSHES_MORE,
    RICOCHET,
    SPRINT,
    STRANGER,
)
from odds.factions.effects.table import by_name

FLAGS = {"Penetrator": "penetrator", "Better Criticals": "better_criticals", SPRINT: "sprint"}
"""Name -> field of the attack."""

ALWAYS = (BASHER, *HANDLING, *CONTROL, *ANYWHERE)  # in use by whoever has them
CHOSEN = (RICOCHET, STRANGER, IRON_FIST)  # in use if somebody says so
NAMES = (*FLAGS, *ALWAYS, *CHOSEN)
_TAKEN = sorted(sorted({*NAMES, *CONFUSION} - {*FLAGS}), key=len, reverse=True)  # flags are words of its own
_NAMED = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, _TAKEN))})(?![\w'])", re.IGNORECASE)


def taken(text: str) -> tuple[str, tuple[str, ...]]:
    """Takes what no Test knows out of an attacker's words: what is left, and the names.

    Examples
    --------
    >>> taken("6S S6 L3 with Psycho and Brutality")
    ('6S S6 L3 with Psycho and  ', ('Brutality',))
    """
    known = {name.lower(): name for name in _TAKEN}
    names = tuple(known[found[0].lower()] for found in _NAMED.finditer(text))
    left = _NAMED.sub(lambda found: found[0] if of_test(known[found[0].lower()]) else " ", text)
    return left, names


def of_test(name: str) -> bool:
    """Whether a name also changes the Attack Test, and so has to stay among its words.

    Examples
    --------
    >>> of_test("Nuka-Cola Dark"), of_test("Nuka-Cola"), of_test("Brutality")
    (True, False, False)
    """
    return name in by_name() and name not in CONFUSION


def handled(weapon: Weapon, names: Sequence[str]) -> Weapon:
    """A weapon in the hands of a model with these perks.

    Examples
    --------
    >>> pistol = Weapon("10mm Pistol", "Pistol", "3A", 10)
    >>> handled(pistol, ["Gunslinger", "Guns Akimbo", "Grenadier"]).text
    '10mm Pistol, Pistol 14", 3A, Fast'
    """
    for perk in (HANDLING[name] for name in names if name in HANDLING):
        if perk.type == weapon.type:
            traits = dict(weapon.traits) | ({perk.trait: 0} if perk.trait else {})
            reach = None if weapon.range is None else min(weapon.range + perk.reach, 99)
            weapon = replace(weapon, range=reach, traits=traits)  # type: ignore[arg-type]
    return weapon


def bashed(criticals: Sequence[Critical]) -> tuple[Critical, ...]:
    """The Critical Effects of a Brawl with Basher: Pushback 4, or what Pushback there is with 2 dice more.

    Examples
    --------
    >>> [each.text for each in (*bashed([Critical("Maim")]), *bashed([Critical("Pushback", 1)]))]
    ['Maim', 'Pushback 4', 'Pushback 3']
    """
    if any(each.name == "Pushback" for each in criticals):
        return tuple(each.with_more(PUSHES_MORE) if each.name == "Pushback" else each for each in criticals)
    return (*criticals, Critical("Pushback", PUSHES))
