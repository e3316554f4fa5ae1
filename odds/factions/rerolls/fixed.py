"""Policies that are always the same, whatever is wanted: what players do without thinking, to compare with."""

from __future__ import annotations

from odds.factions.rerolls.dice import Dice
from odds.factions.rerolls.group import Group
from odds.factions.rerolls.permissions import Permission, Rights
from odds.factions.rerolls.policy import Moves, Policy, fortune_group, no_moves, pool_groups

LUCK_FIRST, STANDARD_FIRST, LATE, NEVER = "duds-luck-first", "duds-standard-first", "fortune-smiles-only", "never"
FIXED = {
    LUCK_FIRST: "Duds of the Pool, Luck Dice first, all at once",
    STANDARD_FIRST: "Duds of the Pool, Standard Dice first, all at once",
    LATE: "all that can be kept for the Duds of Fortune Smiles",
    NEVER: "nothing is re-rolled",
}


def fixed(dice: Dice, name: str) -> Policy:
    """A fixed policy as tables.

    Parameters
    ----------
    dice
        What is rolled and may be re-rolled.
    name
        A key of `FIXED`. Each uses, once, the permission for the most dice; a policy that keeps everything for
        Fortune Smiles still uses one that is for Duds of the Pool alone, as it cannot be kept, unless it would cost the
        others.
    """
    pool: dict[tuple[int, Rights], Moves] = {}
    fortune: dict[tuple[int, int, Rights], Moves] = {}
    start = dice.rights
    place = None if name == NEVER else _largest(start, kept=name == LATE)
    for kind in range(dice.kinds):
        if place is not None:
            pool[kind, start] = _duds_of_pool(dice, start, place, luck_first=name != STANDARD_FIRST)
        if name == LATE:
            fortune |= {(kind, *key): moves for key, moves in _late(dice, place).items()}
    return Policy(name, dice, pool, fortune)


def _largest(rights: Rights, *, kept: bool) -> int | None:
    """The place of the permission that is used at the Pool; None if all are kept."""
    places = [place for place in rights.usable if not kept or rights.permissions[place].pool_duds]
    if kept and rights.one_effect and len(rights.usable) > 1:
        return None
    return max(places, key=lambda place: rights.permissions[place].dice, default=None)


def _duds_of_pool(dice: Dice, rights: Rights, place: int, *, luck_first: bool) -> Moves:
    luck, standard = pool_groups(dice)
    moves = no_moves(len(luck.states), len(standard.states), 5)
    permission = rights.permissions[place]
    for i, (luck_hits, luck_duds, _) in enumerate(luck.states):
        for j, (hits, duds, _) in enumerate(standard.states):
            again = _share(int(luck_duds), int(duds), permission, luck_first=luck_first)
            if any(again) and dice.may_reroll(int(luck_hits + hits)):
                moves[i, j] = (place + 1, 0, again[0], 0, again[1])
    return moves


def _share(luck: int, standard: int, permission: Permission, *, luck_first: bool) -> tuple[int, int]:
    """Duds of both kinds that are re-rolled."""
    if permission.whole or luck + standard <= permission.dice:
        return luck, standard
    if luck_first:
        first = min(luck, permission.dice)
        return first, permission.dice - first
    first = min(standard, permission.dice)
    return permission.dice - first, first


def _late(dice: Dice, at_pool: int | None) -> dict[tuple[int, Rights], Moves]:
    """Moves at the Fortune Smiles roll, whether or not the permission at `at_pool` was used."""
    moves = {}
    starts = {dice.rights.later(dice.at_fortune)}
    if at_pool is not None:
        starts.add(dice.rights.used(at_pool, 1).later(dice.at_fortune))
    for rights in starts:
        usable = rights.usable
        if usable:
            place = max(usable, key=lambda each: rights.permissions[each].dice)
            for survivors in range(dice.luck + 1):
                group = fortune_group(dice, survivors, rights)
                moves[survivors, rights] = _duds_of_fortune(dice, group, rights.permissions[place], place)
    return moves


def _duds_of_fortune(dice: Dice, group: Group, permission: Permission, place: int) -> Moves:
    moves = no_moves(dice.standard + 1, len(group.states), 3)
    for state, (_, duds, _) in enumerate(group.states):
        if duds:
            moves[:, state] = (place + 1, 0, min(int(duds), permission.dice))
    return moves
