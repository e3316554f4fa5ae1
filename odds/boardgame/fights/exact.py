"""A fight exactly: what every result of the dice does to both sides, and what the best re-rolls make of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from odds.boardgame.faces import DICE
from odds.boardgame.fights.rules import BoardFight
from odds.boardgame.policy import ROLLS, Dice, Policy, Worth, best, law
from odds.core.distribution import Distribution

AXES = ("damage", "hits")


def needed(fight: BoardFight) -> int:
    """Hits that kill the enemy."""
    return fight.level + (fight.enemy_armor if fight.switches["enemy-armor"] == "one-more" else 0)


def deadly(fight: BoardFight) -> int | None:
    """Damage that kills the survivor; None where nobody asks."""
    return None if fight.hp is None else fight.hp + (fight.switches["death"] == "below-rads")


def events(fight: BoardFight) -> dict[str, str | None]:
    """The named events: kill, and dies where the survivor's HP are given."""
    kill, limit = f"hits >= {needed(fight)}", deadly(fight)
    if limit is None:
        return {"kill": kill}
    lives = f" and damage < {limit}" if fight.switches["first"] == "enemy" else ""
    return {"kill": kill + lives, "dies": f"damage >= {limit}"}


def outcome(fight: BoardFight, bullets: int, hitting: int) -> tuple[int, int]:
    """(damage to the survivor, hits on the enemy) of dice with so many bullets, so many of which show a weak area."""
    if fight.switches["armor"] == "every-hit":
        taken = max(0, bullets + fight.enemy_bonus - fight.armor)
    else:
        taken = max(0, bullets - fight.armor) + fight.enemy_bonus
    if fight.switches["enemy-armor"] == "dice":
        hitting = max(0, hitting - fight.enemy_armor)
    return taken * fight.level, hitting + fight.survivor_bonus


def outcomes(fight: BoardFight) -> dict[Dice, tuple[int, int]]:
    """The outcome of every result of the dice, which are kinds of face in order."""
    from itertools import combinations_with_replacement

    kinds = fight.table.kinds(fight.weak)
    return {
        dice: outcome(fight, sum(kinds[die].bullets for die in dice), sum(kinds[die].hits for die in dice))
        for dice in combinations_with_replacement(range(len(kinds)), DICE)
    }


@lru_cache(maxsize=1024)
def policy(fight: BoardFight) -> Policy:
    """The best re-rolls for the goal.

    With the goals kill, safe and weighted they do not ask whether the survivor dies.
    """
    done, goal = outcomes(fight), fight.goal
    limit, weight = deadly(fight), fight.weight or Fraction(0)

    def worth(dice: Dice) -> Worth:
        damage, hits = done[dice]
        kills = hits >= needed(fight)
        if goal == "safe":
            return -damage, int(kills)
        if goal == "weighted":
            return (kills * weight.denominator - damage * weight.numerator,)
        if goal == "survive":
            assert limit is not None
            lives = damage < limit
            return int(kills and (lives or fight.switches["first"] == "together")), int(lives), -damage
        return int(kills), -damage

    return best([len(kind.faces) for kind in fight.table.kinds(fight.weak)], worth, fight.rerolls)


@lru_cache(maxsize=1024)
def joint(fight: BoardFight) -> dict[tuple[int, int], Fraction]:
    """The probability of every (damage, hits)."""
    done, found = outcomes(fight), dict[tuple[int, int], Fraction]()
    kinds = fight.table.kinds(fight.weak)
    for dice, ways in law([len(kind.faces) for kind in kinds], policy(fight)).items():
        share = Fraction(ways, ROLLS ** (fight.rerolls + 1))
        found[done[dice]] = found.get(done[dice], Fraction(0)) + share
    return found


def exact(fight: BoardFight, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """The exact joint distribution of damage to the survivor and hits on the enemy.

    Examples
    --------
    >>> exact(BoardFight(2, ("body",), rerolls=1), fractions=True).metric("mean(damage)").value
    Fraction(1429, 324)
    """
    found = joint(fight)
    values = np.full([1 + max(each[d] for each in found) for d in range(len(AXES))], Fraction(0), object)
    for place, share in found.items():
        values[place] = share
    made = Distribution(AXES, values if fractions else values.astype(float), None, events(fight), None, fight.text)
    return made.marginal(*axes)
