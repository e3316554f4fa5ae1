"""The best use of re-rolls: any number of the three dice, one re-roll after another, each after seeing the last.

The dice are alike, so a result is three kinds of face in order. Going backwards from no re-rolls left, every result
keeps what is best: F(kept) is what the kept dice are worth once the others are rolled, and is found die by die. All
numbers are whole (a result with k re-rolls left is scaled by 216**k), so that ties are ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from odds.boardgame.faces import DICE, SIDES

Dice = tuple[int, ...]  # kinds of face, ascending
Worth = tuple[int, ...]  # compared from the left: the first number matters most

ROLLS = SIDES**DICE


@dataclass(frozen=True, eq=False, slots=True)
class Policy:
    """Which dice stay, for every result and number of re-rolls left.

    Attributes
    ----------
    keep
        keep[k - 1][dice]: the dice that stay with k re-rolls left; all of them: no re-roll is taken.
    """

    keep: tuple[Mapping[Dice, Dice], ...]

    def rolls_again(self, left: int, dice: Sequence[int]) -> tuple[bool, ...]:
        """Whether each die is rolled again; of dice alike the first stay.

        Examples
        --------
        >>> best([3, 3], lambda dice: (dice.count(1),), 1).rolls_again(1, [1, 0, 1])
        (False, True, False)
        """
        stay = list(self.keep[left - 1][tuple(sorted(dice))])
        again = []
        for die in dice:
            again.append(die not in stay)
            if die in stay:
                stay.remove(die)
        return tuple(again)


def best(ways: Sequence[int], worth: Callable[[Dice], Worth], rerolls: int) -> Policy:
    """The policy that is worth most.

    Parameters
    ----------
    ways
        How many of the six faces are of each kind.
    worth
        What three dice are worth that stay: whole numbers, compared from the left.
    rerolls
        How many re-rolls there are.

    Returns
    -------
    Policy
        The best; where several are, the one that rolls the fewest dice again.

    Examples
    --------
    >>> best([3, 3], lambda dice: (dice.count(1),), 2).keep[0][0, 1, 1]
    (1, 1)
    """
    rolled = list(combinations_with_replacement(range(len(ways)), DICE))
    final = {dice: worth(dice) for dice in rolled}
    now, keep = dict(final), []
    for left in range(1, rerolls + 1):
        after = _after(ways, now)
        table: dict[Dice, Dice] = {}
        now = {}
        for dice in rolled:
            stop = tuple(each * ROLLS**left for each in final[dice])
            options = [(stop, DICE, dice)]
            for kept in {kept for n in range(DICE) for kept in combinations(dice, n)}:
                options.append((tuple(each * SIDES ** len(kept) for each in after[kept]), len(kept), kept))
            now[dice], _, table[dice] = max(options)
        keep.append(table)
    return Policy(tuple(keep))


def _after(ways: Sequence[int], now: Mapping[Dice, Worth]) -> dict[Dice, Worth]:
    """What kept dice are worth, times 6 for every die that is still to be rolled."""
    found = dict(now)
    for n in reversed(range(DICE)):
        for kept in combinations_with_replacement(range(len(ways)), n):
            more = [found[tuple(sorted((*kept, die)))] for die in range(len(ways))]
            found[kept] = tuple(sum(map(prod, zip(ways, column, strict=True))) for column in zip(*more, strict=True))
    return found


def law(ways: Sequence[int], policy: Policy) -> dict[Dice, int]:
    """The final dice under a policy, in ways of 216 ** (re-rolls + 1).

    Examples
    --------
    >>> law([3, 3], best([3, 3], lambda dice: (dice.count(1),), 1))[1, 1, 1] / 216**2  # (3/4)**3
    0.421875
    """
    found: Counter[Dice] = Counter(_rolled(tuple(ways), DICE))
    for table in reversed(policy.keep):
        after: Counter[Dice] = Counter()
        for dice, weight in found.items():
            kept = table[dice]
            for more, times in _rolled(tuple(ways), DICE - len(kept)).items():
                after[tuple(sorted((*kept, *more)))] += weight * times * SIDES ** len(kept)
        found = after
    return dict(found)


@cache
def _rolled(ways: tuple[int, ...], n: int) -> dict[Dice, int]:
    """How many of the 6**n rolls of n dice show each result."""
    found = {}
    for dice in combinations_with_replacement(range(len(ways)), n):
        orders = factorial(n) // prod(map(factorial, Counter(dice).values()))
        found[dice] = orders * prod(ways[die] for die in dice)
    return found
