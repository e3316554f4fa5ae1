"""The dice of a Test as far as re-rolls are concerned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from odds.factions.rerolls.permissions import BUDGET, LUCKY_BREAK, ONCE, Permission, Rights

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

NOTHING = Rights()


@dataclass(frozen=True, slots=True)
class Dice:
    """What is rolled, and by what rights it may be rolled again.

    Attributes
    ----------
    luck, standard
        Luck Dice and Standard Dice of the Pool.
    faces
        How many of a die's ten faces hit.
    smiles
        Fortune Smiles dice by surviving Luck Dice.
    rights
        The permissions at the Pool roll.
    all_duds
        Whether a Pool of nothing but Duds may be re-rolled.
    parted
        A number of Hits as first rolled that tells two kinds of Tests apart, which are worth different things (V.A.T.S.
        read before re-rolls); None if there is one kind.
    """

    luck: int
    standard: int
    faces: int
    smiles: tuple[int, ...]
    rights: Rights = NOTHING
    all_duds: bool = True
    parted: int | None = None

    @property
    def kinds(self) -> int:
        """How many kinds of Tests are told apart by the first roll."""
        return 1 if self.parted is None else 2

    @property
    def at_fortune(self) -> int:
        """The most Fortune Smiles dice."""
        return max(self.smiles)

    def kind(self, hits: int) -> int:
        """The kind of a Test whose Pool shows so many Hits as first rolled: 1 where they are the number that parts."""
        return int(hits == self.parted)

    def may_reroll(self, hits: int) -> bool:
        """Whether a Pool with so many Hits as first rolled may be re-rolled."""
        return self.all_duds or hits > 0


def dice_of(test: SpecialTest) -> Dice:
    """The dice of a Test with a statistic value.

    Examples
    --------
    >>> from odds import parse
    >>> dice = dice_of(parse("6S S6 L3 reroll 2"))
    >>> dice.luck, dice.standard, dice.smiles, [each.name for each in dice.rights.permissions]
    (3, 3, (0, 1, 2, 3), ['reroll'])
    """
    assert test.value is not None
    smiles = tuple(test.fortune_dice_of(survivors) for survivors in range(test.luck_dice + 1))
    most = test.dice + max(smiles)
    permissions = []
    if test.lucky_break:
        whole = test.rules["lucky-break"] == "all"
        permissions.append(Permission(LUCKY_BREAK, test.dice, pool_duds=True, whole=whole))
    if test.reroll_once:
        permissions.append(Permission(ONCE, most))
    if test.rerolls:
        permissions.append(Permission(BUDGET, min(test.rerolls, most), splits=True))
    return Dice(
        test.luck_dice,
        test.standard_dice,
        test.faces,
        smiles,
        Rights(tuple(permissions), test.rules["reroll-effects"] == "one"),
        test.rules["all-duds"] == "reroll",
        test.vats if test.rules["vats-match"] == "before" else None,
    )
