"""Re-rolls on lanes: a policy's tables, looked up at what every lane shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from odds.core.lanes.diagram import CANNOT_HAPPEN
from odds.core.lanes.program import Bag, Mask, Number, Part, Program
from odds.factions.rerolls.unroll import Lot, Table, Unrolled


class _Again(NamedTuple):
    """Dice that are rolled again.

    Attributes
    ----------
    lost
        Hits that are given up for them.
    hits, there
        For each of the dice whether it hits, and whether it is rolled.
    """

    lost: Number
    hits: list[Mask]
    there: list[Mask]


class Player:
    """Plays a policy in every lane.

    Parameters
    ----------
    p
        The program.
    tables
        The policy.
    which
        Which of the policies a lane plays.
    stock
        Draws so many dice to re-roll with.
    """

    def __init__(self, p: Program, tables: Unrolled, which: Number, stock: Callable[[int], list[Mask]]) -> None:
        self.p, self.tables, self.which = p, tables, which
        self.stock = stock(tables.stock) if tables.stock else []
        self.situation = p.number(0)

    def after_pool(self, luck: Sequence[Mask], standard: Sequence[Mask]) -> tuple[Part, Part]:
        """Hits of Luck Dice and Standard Dice after the re-rolls of the Pool, from those as first rolled."""
        hits: list[Part] = [Bag(luck), Bag(standard)]
        most = len(luck), len(standard)
        seen = [self.which, *(self.p.counted(part) for part in hits)]
        for lots in self.tables.pool:
            rolled = [self._reroll(lot, seen) for lot in lots]
            for kind, name in enumerate(("Luck", "Standard")):
                self._tell(f"re-rolled {name} Dice", rolled[kind])
                hits[kind] = self._replaced(hits[kind], rolled[kind].lost, rolled[kind].hits, most[kind])
            seen += [self.p.count(each.hits) for each in rolled]
        self.situation = _number(self.p, self.tables.situation, seen)
        return hits[0], hits[1]

    def after_fortune(self, fortune: Sequence[Mask], luck: Part, standard: Part) -> Part:
        """Fortune Smiles Hits after their re-rolls, from those as first rolled."""
        hits: Part = Bag(fortune)
        seen = [self.situation, *(self.p.counted(part) for part in (luck, standard, hits))]
        for lot in self.tables.fortune:
            again = self._reroll(lot, seen)
            self._tell("re-rolled Fortune Smiles Dice", again)
            hits = self._replaced(hits, again.lost, again.hits, len(fortune))
            seen.append(self.p.count(again.hits))
        return hits

    def _reroll(self, lot: Lot, seen: Sequence[Number]) -> _Again:
        """The dice rolled instead, and the Hits given up for them."""
        p, new, there = self.p, [], []
        for j, die in enumerate(self.stock):
            rolled = (lot.first <= j) & (j < lot.end)
            if rolled.any():
                there.append(p.look_up(_truth(lot.hits, rolled), *seen))
                new.append(die & there[-1])
        return _Again(_number(p, lot.hits, seen), new, there)

    def _tell(self, label: str, again: _Again) -> None:
        """Tells of the dice that are rolled again, where there are any."""
        self.p.tell(label, again.hits, there=again.there)

    def _replaced(self, hits: Part, lost: Number, new: list[Mask], most: int) -> Part:
        """Hits without those given up and with the new ones, at most `most`."""
        if isinstance(hits, Bag) and not lost.most:
            return Bag([*hits.masks, *new], most)
        return (self.p.counted(hits) - lost + self.p.count(new)).cut(most)


def _number(p: Program, table: Table, seen: Sequence[Number]) -> Number:
    most = int(table.max(initial=0))
    digits = [p.look_up(_truth(table, table >> j & 1), *seen) for j in range(most.bit_length())]
    return Number(p, digits, most)


def _truth(table: Table, value: np.ndarray) -> np.ndarray:
    """Ones and zeros, and -1 where the table has nothing."""
    return np.where(table == CANNOT_HAPPEN, CANNOT_HAPPEN, value).astype(np.int8)
