"""Attacks that bring another, and Confusion after an attack on an area: slow, obvious, and sharing no engine code.

What one attack does is taken from `naive_attack`, which plays it die by die. `wrong` names a rule to get wrong.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product
from typing import Any

from naive import die_by_die
from naive_attack import Chain, End, Goal, after, every_way, is_down, outcomes, passes, same_dice

from odds.factions.attacks.rules import Attack
from odds.factions.special.rules import SpecialTest


def standing(attack: Attack) -> End:
    """A target that nothing has happened to."""
    return End(attack.target.harm, attack.target.injuries, 0)


def ricochet(first: Attack, second: Attack, goal: Goal = is_down, wrong: str = "") -> dict[tuple[End, End, int], float]:
    """Chances of both ends, and of whether the second attack is made: it is if the first has no Hit."""
    found: dict[tuple[End, End, int], float] = defaultdict(float)
    for (end, hits, _), chance in outcomes(first, goal).items():
        if hits == 0 or wrong == "always":
            for (other, _, _), share in outcomes(second, goal).items():
                found[end, other, 1] += chance * share
        else:
            found[end, standing(second), 0] += chance
    return dict(found)


def rerolled_ricochet(first: Attack, second: Attack) -> float:
    """The best chance that one falls if one die of the first attack may be re-rolled, of dice without a Luck Die.

    Every choice is tried for every fall of the dice: none, a dud, or a Hit, where the other target is the better prey.
    """
    again = sum(chance * end.down for (end, _, _), chance in outcomes(second).items())
    test, bare = first.rolled, same_dice(first)
    assert not test.luck_dice
    p = min(test.value, 9) / 10

    def worth(hits: int) -> float:
        return sum(end.down * share for end, share in after(bare, hits, 0, is_down)) if hits else again

    total = 0.0
    for faces in product((0, 1), repeat=test.dice):
        chance = 1.0
        for hit in faces:
            chance *= p if hit else 1 - p
        hits = sum(faces)
        options = [worth(hits)]
        options += [p * worth(hits + 1 - hit) + (1 - p) * worth(hits - hit) for hit in set(faces)]
        total += chance * max(options)
    return total


class Gated(Chain):
    """Two attacks, the second only if a Test passes while the target stands."""

    def __init__(self, attacks: list[Attack], chance: float, goal: Goal = is_down, wrong: str = "") -> None:
        super().__init__(attacks, goal)
        self.chance, self.wrong = chance, wrong

    def after(self, number: int, at: Any) -> dict[End, float]:
        law = super().after(number, at)
        if number != 1 or self.wrong == "always":
            return law
        mixed: dict[End, float] = defaultdict(float)
        mixed[End(at[0], at[1], 0)] += 1 - self.chance
        for end, share in law.items():
            mixed[end] += self.chance * share
        return dict(mixed)


def stranger(test: SpecialTest, attacks: list[Attack], goal: Goal = is_down, wrong: str = "") -> dict[End, float]:
    """Chances of every end of an attack that brings the Mysterious Stranger if a Test 1L passes."""
    chance = every_way(lambda dice: passes(test, dice, 1)).get(True, 0.0)
    start = attacks[0].target
    return Gated(attacks, chance, goal, wrong).after(0, (start.harm, start.injuries, False))


def confused_in_area(attacks: list[Attack], goal: Goal = is_down, wrong: str = "") -> dict[tuple[int, int], float]:
    """Chances of (models down, failed Confusion Tests): one roll for all, then each fallen model's friends."""
    found: dict[tuple[int, int], float] = defaultdict(float)
    for (hits, luck_hits, _), chance in die_by_die(replace(attacks[0].rolled)).items():
        laws = []
        for attack in attacks:
            falls = sum(share for end, share in after(same_dice(attack), hits, luck_hits, goal) if end.down)
            laws.append(_of_model(attack, falls, wrong))
        for each in product(*(law.items() for law in laws)):
            share = chance
            for _, weight in each:
                share *= weight
            found[sum(down for (down, _), _ in each), sum(failed for (_, failed), _ in each)] += share
    return dict(found)


def _of_model(attack: Attack, falls: float, wrong: str) -> dict[tuple[int, int], float]:
    """Chances of (whether it falls, how many of its friends then fail)."""
    found: dict[tuple[int, int], float] = defaultdict(float)
    quiet = attack.target.machine or attack.target.disposable
    found[0, 0] += 1 - falls
    friends = () if quiet else attack.target.friends[: 1 if wrong == "one friend" else None]
    chances = [
        every_way(lambda dice, test=test: passes(test, dice, test.at_least or 1)).get(False, 0.0) for test in friends
    ]
    for fails in product((0, 1), repeat=len(chances)):
        share = falls
        for failed, chance in zip(fails, chances, strict=True):
            share *= chance if failed else 1 - chance
        found[1, sum(fails)] += share
    return dict(found)
