"""A volley played out slowly and obviously: every order by itself, and the next attacker tried out one by one.

Built on the slow enumeration of attacks (`naive_attack`), which shares no code with the engines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations

from naive import die_by_die
from naive_attack import Standing, ends, same_dice, several, takes_hold

from odds.factions.attacks.rules import Attack

Ends = dict[tuple[Standing | None, int, int], float]
"""How it stands (None: fallen), Hits and surviving Luck Dice of one attack, if one effect is used."""


def in_order(attacks: Sequence[Attack], order: Sequence[int]) -> float:
    """The chance to bring the target down in one order."""
    return sum(chance for end, chance in several([attacks[n] for n in order]).items() if end.down)


def every_order(attacks: Sequence[Attack]) -> dict[tuple[int, ...], float]:
    """The chance in every order."""
    return {order: in_order(attacks, order) for order in permutations(range(len(attacks)))}


class Adaptive:
    """The next attacker chosen after each result: everybody who is left is tried, with every effect for every roll.

    `wrong` is a rule to get wrong on purpose: "greedy" chooses whoever is likeliest to bring it down at once.
    """

    def __init__(self, attacks: Sequence[Attack], wrong: str = "") -> None:
        self.attacks, self.wrong = tuple(attacks), wrong
        self.worth = cache(self._worth)
        self.one = cache(self._one)

    def chance(self) -> float:
        """The chance to bring the target down."""
        target = self.attacks[0].target
        return self.worth((target.harm, target.injuries, False), frozenset(range(len(self.attacks))))

    def _worth(self, at: Standing | None, left: frozenset[int]) -> float:
        if at is None:
            return 1.0
        if not left:
            return 0.0
        if self.wrong == "greedy":
            return self.one(at, max(sorted(left), key=lambda n: self.one(at, n, frozenset(), 0)), left, 1)
        return max(self.one(at, n, left, 1) for n in left)

    def _one(self, at: Standing, n: int, left: frozenset[int], deep: int) -> float:
        """What comes of the attack of n; the others go on if `deep`."""
        others = left - {n} if deep else frozenset()
        total = 0.0
        attack = self.attacks[n].against(replace(self.attacks[n].target, harm=at[0], injuries=at[1]))
        bare = same_dice(attack)
        rolled: dict[tuple[int, int], float] = defaultdict(float)
        for (hits, luck_hits, _), chance in die_by_die(attack.rolled).items():
            rolled[hits, luck_hits] += chance
        for (hits, luck_hits), chance in rolled.items():
            holds = takes_hold(bare, luck_hits) if attack.criticals else 0.0
            best = max((self._after(bare, c, hits, at[2], others) for c in attack.criticals), default=0.0)
            total += chance * (holds * best + (1 - holds) * self._after(bare, None, hits, at[2], others))
        return total

    def _after(self, bare: Attack, effect, hits: int, used: bool, others: frozenset[int]) -> float:
        return sum(
            chance * self.worth(None if end.down else (end.harm, end.injuries, used_now), others)
            for (end, used_now), chance in ends(bare, effect, hits, used=used).items()
        )
