"""What a named effect is: when it applies and which numbers it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from odds.core.subject import Canonical

#: what a query has to state for some effects -> how it can be written
CONDITIONS = {
    "melee": "melee",
    "pistol": "pistol",
    "rifle": "rifle",
    "heavy": "heavy, heavy weapon",
    "grenade": "grenade",
    "ranged": "ranged, open fire",
    "area": "area",
    "fast": "fast",
    "not moved": "not moved, has not moved, stationary",
    "higher": "higher, from above, 2 inches higher",
    "alone": "alone",
    "aiming": "aiming, aim, with aim",
    "target moved": "target moved",
    "near radiation": "near radiation, near a radiation token",
    "known enemy": "known enemy",
    "sees Leader": "sees leader, sees a leader, sees its leader",
    "Champion": "champion",
}
WEAPONS = ("melee", "pistol", "rifle", "heavy", "grenade")
RANGED = ("pistol", "rifle", "heavy", "grenade")

ATTACK, ANY = "Attack", ""


@dataclass(frozen=True, slots=True)
class Effect:
    """A perk, chem, ploy or hazard by name.

    Attributes
    ----------
    name, kind
        Its name, and "perk", "chem", "ploy" or "hazard".
    about
        What it changes, in words.
    test
        The Test it is for: "Attack", another Test's name, or "" for any.
    needs
        Conditions that a query must state: of each tuple one.
    stats
        Statistics of the Tests it is for; empty: all.
    luck, bonus
        What it adds to Luck and to the Bonus Dice; by each of its number, where it has a number.
    statistic
        What it adds to statistics, by letter.
    counts
        What its number counts ("enemies beyond the first"); empty: it has none.
    number_is
        "" where the number multiplies; "luck" or "value" where it takes their place.
    sets
        Fields of the Test that it sets: unlucky, fortune_dice, lucky_break, at_least.
    switch
        A rule switch that has a say in it, read where it is applied.
    attack
        What it changes in an attack beyond the Test, in the attack's own words.
    """

    name: str
    kind: str
    about: str
    test: str = ATTACK
    needs: tuple[tuple[str, ...], ...] = ()
    stats: str = ""
    luck: int = 0
    bonus: int = 0
    statistic: Mapping[str, int] = field(default_factory=dict, hash=False)
    counts: str = ""
    number_is: str = ""
    sets: Mapping[str, object] = field(default_factory=dict, hash=False)
    switch: str = ""
    attack: str = ""

    @property
    def for_tests(self) -> bool:
        """Whether it changes a Test by itself."""
        return bool(self.luck or self.bonus or self.statistic or self.number_is or self.sets)


@dataclass(frozen=True, slots=True)
class Used(Canonical):
    """An effect in use, with its number if it has one."""

    effect: Effect
    number: int | None = None

    @property
    def text(self) -> str:
        """As in a query: "Wide Swings 2"."""
        return self.effect.name if self.number is None else f"{self.effect.name} {self.number}"
