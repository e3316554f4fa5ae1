"""A fight on lanes: whole faces, re-rolled as the policy says; then bullets and weak areas, hit by hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from odds.boardgame.dice import read, roll
from odds.boardgame.fights.exact import policy
from odds.boardgame.fights.rules import BoardFight
from odds.core.lanes.program import Bag, Mask, Number, Program


def play(p: Program, fight: BoardFight) -> dict[str, Sequence[Number | Bag]]:
    """Fights once in every lane; the outcomes are damage to the survivor and hits on the enemy."""
    dice = roll(p, policy(fight), fight.table.kinds(fight.weak), fight.rerolls)
    bullets, weak = seen(p, fight, dice)
    p.tell("bullets", bullets)
    p.tell("dice on a weak area", weak)
    return {"damage": [read(p, damage_of(fight), bullets)], "hits": [read(p, hits_of(fight), weak)]}


def seen(p: Program, fight: BoardFight, dice: Sequence[Number]) -> tuple[Number, Number]:
    """The bullets on the dice, and how many of them show a weak area."""
    faces, bullets, weak = fight.table.faces, p.number(0), list[Mask]()
    for die in dice:
        bullets = bullets + read(p, lambda face: faces[face].bullets, die)
        weak.append(p.where(lambda face: not set(faces[face].areas).isdisjoint(fight.weak), die))
    return bullets, p.count(weak)


def damage_of(fight: BoardFight) -> Callable[[int], int]:
    """From bullets to damage: the enemy's hits, less those that armor cancels, each worth its level."""
    shot_first = fight.switches["armor"] == "bullets"

    def damage(bullets: int) -> int:
        hits, left = bullets, fight.armor
        if not shot_first:
            hits += fight.enemy_bonus
        while left and hits:
            hits, left = hits - 1, left - 1
        if shot_first:
            hits += fight.enemy_bonus
        return hits * fight.level

    return damage


def hits_of(fight: BoardFight) -> Callable[[int], int]:
    """From dice on a weak area to hits on the enemy."""
    if fight.switches["enemy-armor"] == "dice":
        return lambda weak: (weak - fight.enemy_armor if weak > fight.enemy_armor else 0) + fight.survivor_bonus
    return lambda weak: weak + fight.survivor_bonus
