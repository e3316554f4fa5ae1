"""Perks, chems and ploys that change what an attack is made with, beyond its Test: names and numbers only.

Names and numbers of the cards in their newest printing, as reported by players, unofficial.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple


class Handling(NamedTuple):
    """What a perk makes of every weapon of one type.

    Attributes
    ----------
    type
        The type of weapon: "Pistol", "Grenade".
    reach
        Inches that its range gains.
    trait
        A Trait that it gains; "" for none.
    """

    type: str
    reach: int = 0
    trait: str = ""


#: perk -> what it makes of weapons
HANDLING = {
    "Guns Akimbo": Handling("Pistol", trait="Fast"),
    "Gunslinger": Handling("Pistol", reach=4),
    "Grenadier": Handling("Grenade", reach=3),
}
BASHER = "Basher"
PUSHES = 4  # dice of the Pushback that Basher gives
PUSHES_MORE = 2  # dice that Basher adds to a Pushback

IRON_FIST = "Iron Fist"  # a perk that is a weapon
RICOCHET = "Ricochet"
STRANGER = "Mysterious Stranger"
SPRINT = "Grim Reaper's Sprint"

#: what makes the Control Area larger -> how many inches are added, and how often it is taken
CONTROL = {"Nuka-Cola": (3, 1), "Nuka-Cola Dark": (3, 1), "Inspirational": (2, 1), "Daddy-O": (0, 2)}
#: what lets friends support from anywhere
ANYWHERE = ("Awareness", "Coordinate Fire")
MOST_SUPPORTERS = 20

#: what recovers Harm -> how much
RECOVERY = {"Stimpak": 2, "Lifegiver": 2, "Medic": 3}
#: what makes a friend pass its Confusion Tests
PASSES = ("Mentats", "Natural Leader")
LENDS_INTELLIGENCE = "Natural Leader"


def most_supporters(charisma: int | None, names: Sequence[str]) -> int | None:
    """How many friends can give Supporting Fire where something changes the Control Area.

    It is otherwise as many as the attacker's Charisma; a larger Control Area is taken to raise that as well.

    Parameters
    ----------
    charisma
        The attacker's Charisma, its Control Area in inches (Rulebook p. 20); None if it is not known.
    names
        What may change its Control Area.

    Returns
    -------
    int or None
        None: nothing changes it, or the Charisma is not known.

    Examples
    --------
    >>> most_supporters(4, ["Nuka-Cola", "Daddy-O"]), most_supporters(None, ["Awareness"]), most_supporters(4, [])
    (14, 20, None)
    """
    if any(name in ANYWHERE for name in names):
        return MOST_SUPPORTERS
    changes = [CONTROL[name] for name in names if name in CONTROL]
    if charisma is None or not changes:
        return None
    return (charisma + sum(more for more, _ in changes)) * prod(times for _, times in changes)
