"""A S.P.E.C.I.A.L. Test on lanes: its rules as a row program.

Written from the rules alone, as the exact engine is, so that each can catch the other's mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.core.errors import OddsError
from odds.core.lanes.program import Bag, Mask, Number, Program
from odds.factions.special.rules import SpecialTest

FACES_THAT_CAN_HIT = 9  # a 10 is always a Dud (Rulebook p. 16)


def play(
    p: Program, test: SpecialTest, more_dice: Number | None = None, place: str = ""
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

    Returns
    -------
    dict
        The parts whose sums are the outcomes "hits", "luck_hits" and "pool_hits".
    """
    if test.value is None:
        raise OddsError(f"{test.text} leaves its statistic's value open: use test.with_value(6), for example")
    there = [p.true] * test.dice
    if more_dice is not None and not test.unlucky:
        there += [more_dice >= j for j in range(1, more_dice.most + 1)]
    pool = _Pool(p, test, there, place)
    pool.reroll_duds()
    luck, standard = pool.luck_hits(), pool.standard_hits()
    fortune = Bag([] if test.unlucky else pool.fortune_smiles(luck))
    return {"hits": [luck, standard, fortune], "luck_hits": [luck], "pool_hits": [luck, standard]}


class _Pool:
    """The dice of one Test, Luck Dice first: die j is a Luck Die if j < `luck`, whatever the size of the Pool."""

    def __init__(self, p: Program, test: SpecialTest, there: list[Mask], place: str) -> None:
        self.p, self.test, self.there, self.place = p, test, there, place
        self.luck = test.luck_dice_of(len(there))
        self.hits = [die & rolled for die, rolled in zip(self._dice(len(there), "pool"), there, strict=True)]
        self.fresh_luck: list[Mask] = []  # Hits of re-rolled dice that stand at no die's own place
        self.fresh_standard: list[Mask] = []
        p.tell("Luck Dice", self.hits[: self.luck])
        p.tell("Standard Dice", self.hits[self.luck :])

    def _dice(self, n: int, place: str) -> list[Mask]:
        return self.p.dice(n, min(self.test.value or 0, FACES_THAT_CAN_HIT), self.place + place)

    def reroll_duds(self) -> None:
        """Policy duds-luck-first: as many Duds as may be, Luck Dice first, once each, all after the Pool roll."""
        p, limit = self.p, len(self.there) if self.test.lucky_break else min(self.test.rerolls, len(self.there))
        if not limit:
            return
        may = p.true
        if self.test.rules["all-duds"] == "failed":
            may = p.count(self.hits) >= 1
        fresh = self._dice(limit, "reroll")
        if limit == len(self.there):  # every Dud: each die at its own place
            p.tell("Re-rolled Duds", [may & there & ~hit for hit, there in zip(self.hits, self.there, strict=True)])
            self.hits = [
                hit | (die & there & may) for hit, die, there in zip(self.hits, fresh, self.there, strict=True)
            ]
            return
        duds = [there & ~hit for hit, there in zip(self.hits, self.there, strict=True)]
        luck_duds = p.count(duds[: self.luck])
        all_duds = luck_duds + p.count(duds[self.luck :])
        for j, die in enumerate(fresh):
            is_luck = may & (luck_duds > j)
            is_rolled = may & (all_duds > j)
            self.fresh_luck.append(die & is_luck)
            self.fresh_standard.append(die & is_rolled & ~is_luck)
        p.tell("Re-rolled Luck Dice that hit", self.fresh_luck)
        p.tell("Re-rolled Standard Dice that hit", self.fresh_standard)

    def luck_hits(self) -> Bag:
        """The surviving Luck Dice."""
        return Bag(self.hits[: self.luck] + self.fresh_luck, self.luck)

    def standard_hits(self) -> Bag:
        """The Standard Dice that hit."""
        return Bag(self.hits[self.luck :] + self.fresh_standard, len(self.there) - self.luck)

    def fortune_smiles(self, luck: Bag) -> list[Mask]:
        """Hits of the Standard Dice that surviving Luck Dice bring; they bring no more dice themselves."""
        p, each = self.p, self.hits[: self.luck]
        if self.fresh_luck:  # survivors stand at no place of their own: the j-th of them rolls die j
            survivors = p.count(luck)
            each = [survivors > j for j in range(self.luck)]
        dice = self._dice(self.luck, "fortune")
        smiles = [survives & die for survives, die in zip(each, dice, strict=True)]
        if self.test.fortune_dice > 1 and self.luck:
            if self.test.clover_for_every:
                smiles += [s & die for s, die in zip(each, self._dice(self.luck, "second fortune"), strict=True)]
            else:
                smiles.append(self._dice(1, "second fortune")[0] & (p.count(luck) >= 1))
        p.tell("Fortune Smiles Hits", smiles)
        return smiles
