"""A re-roll policy as data: what to re-roll in every state, for engines to look up and players to read."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from odds.factions.rerolls.dice import Dice
from odds.factions.rerolls.group import Group, group
from odds.factions.rerolls.permissions import Rights

Moves = NDArray[np.int16]
STAY = 0  # in a move's place for the permission: re-roll nothing


@dataclass(frozen=True, eq=False)
class Policy:
    """What is re-rolled in every state that can come up; two policies are equal if they do the same.

    Attributes
    ----------
    name
        What it is called.
    dice
        The dice it is for.
    pool
        By kind of Test and rights: moves [Luck state, Standard state, (permission + 1, Luck Hits, Luck Duds, Standard
        Hits, Standard Duds)]; 0 as permission is to re-roll nothing, as it is where rights are missing.
    fortune
        By kind of Test, surviving Luck Dice and rights: moves [Hits of Standard Dice, Fortune Smiles state,
        (permission + 1, Hits, Duds)].
    value
        What it is worth by the objective it was made for; None if it was made for none.
    """

    name: str
    dice: Dice
    pool: Mapping[tuple[int, Rights], Moves] = field(default_factory=dict)
    fortune: Mapping[tuple[int, int, Rights], Moves] = field(default_factory=dict)
    value: float | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and self.told == other.told

    def __hash__(self) -> int:
        return hash(self.told)

    @cached_property
    def told(self) -> tuple[Hashable, ...]:
        """The dice and every move, to compare and to look up by."""
        every = ((key, moves.tobytes()) for key, moves in (*self.pool.items(), *self.fortune.items()))
        return self.dice, *every

    def at_pool(self, kind: int, rights: Rights, luck: int, standard: int) -> tuple[int, ...]:
        """The move in a state of the Pool."""
        moves = self.pool.get((kind, rights))
        return (STAY, 0, 0, 0, 0) if moves is None else tuple(int(part) for part in moves[luck, standard])

    def at_fortune(self, kind: int, survivors: int, rights: Rights, standard: int, state: int) -> tuple[int, ...]:
        """The move in a state of the Fortune Smiles dice."""
        moves = self.fortune.get((kind, survivors, rights))
        return (STAY, 0, 0) if moves is None else tuple(int(part) for part in moves[standard, state])


def pool_groups(dice: Dice) -> tuple[Group, Group]:
    """Luck Dice and Standard Dice of the Pool."""
    rights = dice.rights
    most, fresh = rights.most, rights.several
    return group(dice.luck, dice.faces, most, fresh), group(dice.standard, dice.faces, most, fresh)


def fortune_group(dice: Dice, survivors: int, rights: Rights) -> Group:
    """The Fortune Smiles dice, by the rights with which they are rolled."""
    return group(dice.smiles[survivors], dice.faces, rights.most, rights.several)


def no_moves(*shape: int) -> Moves:
    """Moves that re-roll nothing."""
    return np.zeros(shape, np.int16)
