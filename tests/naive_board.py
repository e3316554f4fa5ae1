"""The board game's dice, slowly and obviously: every die by its place, every subset of dice, every face."""

from functools import cache
from itertools import product

HEAD, ARMS, BODY, LEGS = "head", "arms", "body", "legs"
LIST_A = ((HEAD, 0), (ARMS, 1), (ARMS, 0), (BODY, 2), (BODY, 1), (BODY, 0))
LIST_B = ((HEAD, 0), (ARMS, 1), (ARMS, 0), (BODY + ARMS + LEGS, 2), (BODY + ARMS + LEGS, 1), (BODY + ARMS + LEGS, 0))
SUBSETS = tuple(product((False, True), repeat=3))
ROLLS = tuple(product(range(6), repeat=3))


def bullets(faces, roll):
    return sum(faces[face][1] for face in roll)


def weak_dice(faces, weak, roll):
    return sum(any(area in faces[face][0] for area in weak) for face in roll)


def best(worth, rerolls):
    """What a fresh roll is worth, as a tuple of whole numbers to be divided by 216 ** (rerolls + 1).

    `worth` gives the tuple of whole numbers for a roll that stays; the larger tuple is better.
    """

    @cache
    def value(roll, left):
        """Times 216 ** left."""
        options = [tuple(216**left * number for number in worth(roll))]
        if left:
            for again in SUBSETS[1:]:
                options.append(
                    average(tuple(None if new else die for die, new in zip(roll, again, strict=True)), left - 1)
                )
        return max(options)

    @cache
    def average(kept, left):
        """The sum over 216 rolls of which only the dice that were not kept count, times 216 ** left."""
        after = [tuple(new if old is None else old for old, new in zip(kept, roll, strict=True)) for roll in ROLLS]
        return tuple(map(sum, zip(*(value(roll, left) for roll in after), strict=True)))

    return average((None, None, None), rerolls)


def follow(again, rerolls):
    """The law of the last roll when `again(left, roll)` says which dice roll again: whole numbers of 216**(r+1)."""
    law = dict.fromkeys(ROLLS, 1)
    for left in range(rerolls, 0, -1):
        after = dict.fromkeys(ROLLS, 0)
        for roll, ways in law.items():
            chosen = again(left, roll)
            for new in ROLLS:
                after[tuple(b if c else a for a, b, c in zip(roll, new, chosen, strict=True))] += ways
        law = after
    return law


def damage_and_hits(fight, faces, roll):
    """What a roll does to both sides; the switches by their values, written out case by case."""
    rules = fight.switches
    enemy = bullets(faces, roll)
    if rules["armor"] == "every-hit":
        enemy = enemy + fight.enemy_bonus - fight.armor
        enemy = max(enemy, 0)
    if rules["armor"] == "bullets":
        enemy = max(enemy - fight.armor, 0) + fight.enemy_bonus
    mine = weak_dice(faces, fight.weak, roll)
    if rules["enemy-armor"] == "dice":
        mine = max(mine - fight.enemy_armor, 0)
    return enemy * fight.level, mine + fight.survivor_bonus


def kills_and_dies(fight, damage, hits):
    needed = fight.level
    if fight.switches["enemy-armor"] == "one-more":
        needed += fight.enemy_armor
    dies = False
    if fight.hp is not None:
        dies = damage > fight.hp if fight.switches["death"] == "below-rads" else damage >= fight.hp
    kills = hits >= needed
    if dies and fight.switches["first"] == "enemy":
        return False, True
    return kills, dies
