"""What may be re-rolled in a Test, when, and by what right (Rulebook p. 17)."""

from __future__ import annotations

from dataclasses import dataclass, replace

BUDGET, ONCE, LUCKY_BREAK = "reroll", "reroll once", "Lucky Break"


@dataclass(frozen=True, slots=True)
class Permission:
    """A right to re-roll dice that have just been rolled.

    Attributes
    ----------
    name
        What it is called.
    dice
        How many dice it may still re-roll; 0: it is used up.
    splits
        What it leaves after the Pool roll may be used after the Fortune Smiles roll.
    pool_duds
        It is for Duds of the Pool alone.
    whole
        It is used on every Dud or on none.
    ready
        It may be used now: one decision a moment.
    """

    name: str
    dice: int
    splits: bool = False
    pool_duds: bool = False
    whole: bool = False
    ready: bool = True

    @property
    def usable(self) -> bool:
        """Whether it may re-roll a die now."""
        return self.ready and self.dice > 0

    def used(self, dice: int) -> Permission:
        """What is left of it for later moments after it has re-rolled so many dice."""
        return replace(self, dice=self.dice - dice if self.splits else 0, ready=False)


@dataclass(frozen=True, slots=True)
class Rights:
    """All permissions of a Test, as they stand at one point of it.

    Attributes
    ----------
    permissions
        One after another; their places never change.
    one_effect
        Only one of them may be used in a Test (NW2024).
    one_a_moment
        Only one of them is used at one moment, as fixed policies do.
    """

    permissions: tuple[Permission, ...] = ()
    one_effect: bool = False
    one_a_moment: bool = False

    @property
    def usable(self) -> tuple[int, ...]:
        """Places of the permissions that may be used now."""
        return tuple(place for place, permission in enumerate(self.permissions) if permission.usable)

    @property
    def most(self) -> int:
        """The most dice that may be re-rolled at once now."""
        return max((self.permissions[place].dice for place in self.usable), default=0)

    @property
    def several(self) -> bool:
        """Whether more than one may be used now, one after the other: then it matters which dice are fresh."""
        return len(self.usable) > 1 and not (self.one_effect or self.one_a_moment)

    def used(self, place: int, dice: int) -> Rights:
        """The rights that are left when one has re-rolled so many dice."""
        left = [
            each.used(dice) if other == place else replace(each, dice=0) if self.one_effect else each
            for other, each in enumerate(self.permissions)
        ]
        return replace(self, permissions=tuple(left))

    def later(self, most: int) -> Rights:
        """The rights at the Fortune Smiles roll, which has at most so many dice."""
        left = [
            replace(each, dice=0 if each.pool_duds else min(each.dice, most), ready=True) for each in self.permissions
        ]
        return replace(self, permissions=tuple(left))
