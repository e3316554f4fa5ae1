"""A S.P.E.C.I.A.L. Test on lanes: its rules as a row program.

Written from the rules alone, as the exact engine is, so that each can catch the other's mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.lanes.program import Bag, Mask, Number, Part, Program
from odds.factions.special.rules import SpecialTest

if TYPE_CHECKING:
    from odds.factions.rerolls.lanes import Player
    from odds.factions.rerolls.policy import Policy

Rerolls = tuple[Sequence["Policy"], Number]
"""Re-roll policies, and which of them a lane plays: each for the dice it has in such a lane."""

FACES_THAT_CAN_HIT = 9  # a 10 is always a Dud (Rulebook p. 16)


def play(
    p: Program,
    test: SpecialTest,
    more_dice: Number | None = None,
    place: str = "",
    rerolls: Rerolls | None = None,
) -> dict[str, Sequence[Number | Bag]]:
    """Plays the Test in every lane.

    Parameters
    ----------
    p
        The program to note it down in.
    test
        The Test, with a statistic value.
    more_dice
        Bonus Dice that differ from lane to lane, beyond the Test's own.
    place
        What tells its dice from those of other Tests in the same program.
    rerolls
        How dice are re-rolled where that differs from lane to lane; None: as is best for the Test by itself.

    Returns
    -------
    dict
        The parts whose sums are the outcomes "hits", "luck_hits" and "pool_hits".
    """
    if test.value is None:
        raise OddsError(f"{test.text} leaves its statistic's value open: use test.with_value(6), for example")
    test = test.played
    there = [p.true] * test.dice
    if more_dice is not None and not test.unlucky:
        there += [more_dice >= j for j in range(1, more_dice.most + 1)]
    pool = _Pool(p, test, there, p.number(0) if more_dice is None else more_dice, place, rerolls)
    luck, standard = pool.kept()
    fortune = pool.fortune_smiles(luck, standard)
    hits = [luck, standard, fortune, *pool.doubled(luck, standard, fortune)]
    return {"hits": hits, "luck_hits": [luck], "pool_hits": [luck, standard]}


class _Pool:
    """The dice of one Test, Luck Dice first: die j is a Luck Die if j < `luck`, whatever the size of the Pool."""

    def __init__(
        self, p: Program, test: SpecialTest, there: list[Mask], more: Number, place: str, rerolls: Rerolls | None
    ) -> None:
        self.p, self.test, self.place = p, test, place
        luck = test.luck_dice_of(len(there))
        hits = [die & rolled for die, rolled in zip(self._dice(len(there), "pool"), there, strict=True)]
        self.luck, self.standard = hits[:luck], hits[luck:]
        self.player = _player(p, test, more, lambda n: self._dice(n, "reroll"), rerolls)
        p.tell("Luck Dice", self.luck, there=there[:luck])
        p.tell("Standard Dice", self.standard, there=there[luck:])

    def _dice(self, n: int, place: str) -> list[Mask]:
        return self.p.dice(n, min(self.test.value or 0, FACES_THAT_CAN_HIT), self.place + place)

    def kept(self) -> tuple[Part, Part]:
        """Hits of Luck Dice and of Standard Dice, after re-rolls."""
        if self.player is None:
            return Bag(self.luck), Bag(self.standard)
        return self.player.after_pool(self.luck, self.standard)

    def fortune_smiles(self, luck: Part, standard: Part) -> Part:
        """Hits of the Standard Dice that surviving Luck Dice bring; they bring no more dice themselves."""
        p, test, most = self.p, self.test, len(self.luck)
        if test.unlucky or not most:
            return Bag([])
        if isinstance(luck, Bag) and luck.masks == self.luck:
            each = self.luck
        else:  # survivors stand at no place of their own: the j-th of them rolls die j
            survivors = p.counted(luck)
            each = [survivors > j for j in range(most)]
        smiles = [survives & die for survives, die in zip(each, self._dice(most, "fortune"), strict=True)]
        if test.fortune_dice > 1:
            if test.clover_for_every:
                smiles += [s & die for s, die in zip(each, self._dice(most, "second fortune"), strict=True)]
            else:
                smiles.append(self._dice(1, "second fortune")[0] & (p.counted(luck) >= 1))
        p.tell("Fortune Smiles Hits", smiles)
        return Bag(smiles) if self.player is None else self.player.after_fortune(smiles, luck, standard)

    def doubled(self, luck: Part, standard: Part, fortune: Part) -> list[Number]:
        """The Hits that count once more because V.A.T.S. was right."""
        p, test = self.p, self.test
        if test.vats is None:
            return []
        of_pool = p.counted(luck) + p.counted(standard)
        read = of_pool if test.rules["vats-match"] == "after" else p.count([*self.luck, *self.standard])
        match = read.equals(test.vats)
        p.tell("V.A.T.S. is right", where=match)
        again = [of_pool] if test.rules["vats-fortune"] == "once" else [of_pool, p.counted(fortune)]
        return [match.pick(hits, p.number(0)) for hits in again]


def _player(
    p: Program, test: SpecialTest, more: Number, stock: Callable[[int], list[Mask]], rerolls: Rerolls | None
) -> Player | None:
    """Whoever re-rolls, knowing a policy for every Pool Size that can come up; None if nothing may be re-rolled."""
    if not test.may_reroll:
        return None
    from odds.factions.rerolls.lanes import Player
    from odds.factions.rerolls.play import policy_of
    from odds.factions.rerolls.unroll import unroll

    if rerolls is not None:
        policies, which = rerolls
        return Player(p, unroll(tuple(policies)), which, stock)
    sizes = [replace(test, bonus=test.bonus + n) for n in range(more.most + 1)] if not test.unlucky else [test]
    which = more if len(sizes) > 1 else p.number(0)
    return Player(p, unroll(tuple(policy_of(each) for each in sizes)), which, stock)
