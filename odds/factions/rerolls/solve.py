"""The best re-rolls, by backward induction: no policy does better on average.

The player sees the dice of a moment, uses one permission on some of them, sees the new faces, may use the next on dice
that are still fresh; then the Fortune Smiles dice are rolled, and so again. Working from the end, every state is
worth the best of stopping there and of every re-roll, of Hits as well as of Duds.

The same dice may be wanted for many things at once: each is a case, and all cases are worked out together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from odds.factions.d10 import binomial
from odds.factions.rerolls.dice import Dice
from odds.factions.rerolls.group import Change, Group
from odds.factions.rerolls.group import group as group_of
from odds.factions.rerolls.permissions import Permission, Rights
from odds.factions.rerolls.policy import Moves, Policy, fortune_group, no_moves, pool_groups
from odds.factions.rerolls.work import check_work

OPTIMUM = "optimum"
SAME = 1e-13  # of the largest value: a gain below this is rounding, and the fewer dice win
POOL, FORTUNE = 5, 3  # numbers a move is made of
AT_ONCE = 200_000  # numbers for one use of a permission that are in memory together, and soon in a cache

Values = NDArray[np.float64]
Found = tuple[Values, Moves]
"""Values and moves in every state, [state of one group, state of the other, case]; moves only if they are wanted."""


def solve(dice: Dice, payoff: Values) -> Policy:
    """The policy that is worth most.

    Parameters
    ----------
    dice
        What is rolled and may be re-rolled.
    payoff
        What an end is worth: float array [kind of Test, surviving Luck Dice, Hits of Standard Dice, Hits of Fortune
        Smiles dice].

    Returns
    -------
    Policy
        With its value; of moves that are worth the same it has one of the fewest dice.

    Raises
    ------
    OddsError
        If there are too many dice and permissions to work it out.
    """
    pool: dict[tuple[int, Rights], Moves] = {}
    fortune: dict[tuple[int, int, Rights], Moves] = {}
    check_work(dice)
    value = 0.0
    for kind in range(dice.kinds):
        solver = _Solver(dice, payoff[kind][..., np.newaxis])
        value += float(solver.value(kind)[0])
        pool |= {(kind, rights): moves[:, :, 0] for rights, (_, moves) in solver.pools.items()}
        fortune |= {(kind, *key): moves[:, :, 0] for key, (_, moves) in solver.fortunes.items()}
    return Policy(OPTIMUM, dice, pool, fortune, value)


def values_of(dice: Dice, payoffs: Values) -> Values:
    """What the best re-rolls are worth, for many payoffs of the same dice.

    Parameters
    ----------
    dice
        What is rolled and may be re-rolled.
    payoffs
        Payoffs as `solve` has them, the case behind: float array [kind of Test, ..., case].

    Returns
    -------
    ndarray
        By case, the value of the policy that `solve` finds.

    Raises
    ------
    OddsError
        As `solve` does.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.rerolls.dice import dice_of
    >>> from odds.factions.rerolls.objective import payoff
    >>> test = parse("6S S6 L3 reroll 2")
    >>> values_of(dice_of(test), np.stack([payoff(test), 2 * payoff(test)], axis=-1)).round(6)
    array([ 6.237362, 12.474724])
    """
    check_work(dice)
    many = max(1, AT_ONCE // _width(dice))
    found = np.zeros(payoffs.shape[-1])
    for first in range(0, len(found), many):
        cases = slice(first, first + many)
        for kind in range(dice.kinds):
            found[cases] += _Solver(dice, payoffs[kind, ..., cases], with_moves=False).value(kind)
    return found


@lru_cache(maxsize=512)
def _width(dice: Dice) -> int:
    """The most numbers that a case has in memory at once: ways to re-roll some number of dice, in all states."""
    luck, standard = pool_groups(dice)
    ways = (
        len(each.ours) * len(each.theirs)
        for place in dice.rights.usable
        for size in range(1, dice.rights.permissions[place].dice + 1)
        for each in _splits(luck, standard, size, dice.rights.permissions[place], False)
    )
    return max(ways, default=1) * len(luck.states) * len(standard.states)


class _Solver:
    """Backward induction for one kind of Test; what is found by rights is kept.

    Parameters
    ----------
    dice
        What is rolled.
    payoffs
        By [surviving Luck Dice, Hits of Standard Dice, Hits of Fortune Smiles dice, case].
    with_moves
        Whether the moves are wanted, too.
    """

    def __init__(self, dice: Dice, payoffs: Values, *, with_moves: bool = True) -> None:
        self.dice, self.with_moves = dice, with_moves
        self.payoff = payoffs
        self.margin = SAME * np.abs(payoffs).max(axis=(0, 1, 2))
        self.luck, self.standard = pool_groups(dice)
        self.pools: dict[Rights, Found] = {}
        self.fortunes: dict[tuple[int, Rights], Found] = {}
        self.ends: dict[Rights, Values] = {}

    def value(self, kind: int) -> Values:
        """What the Test is worth, by case, as far as its first roll is of this kind."""
        dice, luck, standard = self.dice, self.luck, self.standard
        chance = np.outer(binomial(dice.luck, dice.faces), binomial(dice.standard, dice.faces))
        if dice.kinds > 1:
            kinds = [[dice.kind(a + b) for b in range(dice.standard + 1)] for a in range(dice.luck + 1)]
            chance = chance * (np.array(kinds) == kind)
        values, _ = self.pool(dice.rights)
        whole: Values = np.tensordot(chance, values[np.ix_(luck.firsts, standard.firsts)], 2)
        return whole

    def pool(self, rights: Rights) -> Found:
        """Values and moves in every state of the Pool, [Luck state, Standard state, case]."""
        if rights not in self.pools:
            rolled_on = self.after_pool(rights.later(self.dice.at_fortune))
            stop = rolled_on[self.luck.totals][:, self.standard.totals]
            if rights == self.dice.rights and rights.several:  # nothing has been re-rolled: any other state cannot be
                found = self._at_first(stop)
            else:
                found = self._best(self.luck, self.standard, rights, stop, self.pool)
            if not self.dice.all_duds and rights == self.dice.rights:  # too late, whatever is still allowed
                nothing = ((self.luck.totals[:, None] + self.standard.totals[None, :]) == 0)[..., None]
                found = np.where(nothing, stop, found[0]), np.where(nothing[..., None], 0, found[1]).astype(np.int16)
            self.pools[rights] = found
        return self.pools[rights]

    def _at_first(self, stop: Values) -> Found:
        """The best when the Pool has just been rolled; 0 in the states that cannot be then."""
        first = np.ix_(self.luck.firsts, self.standard.firsts)
        found = self._best(self.luck, self.standard, self.dice.rights, stop[first], self.pool, at_first=True)
        values, moves = np.zeros_like(stop), no_moves(*stop.shape, POOL)
        values[first], moves[first] = found
        return values, moves

    def after_pool(self, rights: Rights) -> Values:
        """Values once the Pool is left alone, [surviving Luck Dice, Hits of Standard Dice, case]."""
        if rights not in self.ends:
            rows = []
            for survivors, dice in enumerate(self.dice.smiles):
                group = fortune_group(self.dice, survivors, rights)
                values, _ = self.fortune(survivors, group, rights)
                rows.append(np.tensordot(binomial(dice, self.dice.faces), values[:, group.firsts], (0, 1)))
            self.ends[rights] = np.array(rows)
        return self.ends[rights]

    def fortune(self, survivors: int, group: Group, rights: Rights) -> Found:
        """Values and moves in every state of the Fortune Smiles dice, [Hits of Standard Dice, state, case]."""
        if (survivors, rights) not in self.fortunes:
            stop = self.payoff[survivors][:, group.totals]
            still = group_of(self.dice.standard, self.dice.faces, 0, False)  # these dice stay as they are
            self.fortunes[survivors, rights] = self._best(
                still, group, rights, stop, lambda left: self.fortune(survivors, group, left), only_right=True
            )
        return self.fortunes[survivors, rights]

    def _best(
        self,
        left: Group,
        right: Group,
        rights: Rights,
        stop: Values,
        later: Callable[[Rights], Found],
        *,
        only_right: bool = False,
        at_first: bool = False,
    ) -> Found:
        """The best of stopping and of every use of a permission; fewer dice first, so that they win among equals."""
        values, moves = stop.copy(), no_moves(*stop.shape, FORTUNE if only_right else POOL)
        most = len(left.changes) + len(right.changes) - 2
        for size in range(1, most + 1):
            for place in rights.usable:
                permission = rights.permissions[place]
                if size <= permission.dice:
                    after, _ = later(rights.used(place, size))
                    for split in _splits(left, right, size, permission, at_first):
                        worth = split.worth(after)
                        if self.with_moves:
                            self._improve(values, moves, worth, place, split)
                        else:
                            np.maximum(values, worth.max(axis=(0, 2)), out=values)
        return values, moves

    def _improve(self, values: Values, moves: Moves, worth: Values, place: int, split: _Split) -> None:
        """Takes what is better; `worth` is as in `_Split.worth`."""
        options = np.moveaxis(worth, 2, 1).reshape(-1, *values.shape)
        best = options.max(axis=0)
        which = (options >= best - self.margin).argmax(axis=0)  # the first of those worth the same
        better = best > values + self.margin
        if better.any():
            values[better] = best[better]
            pairs = [(a, b) for a in split.ours for b in split.theirs]
            coded = [(place + 1, *a, *b) if moves.shape[-1] == POOL else (place + 1, *b) for a, b in pairs]
            moves[better] = np.array(coded, np.int16)[which[better]]


class _Split:
    """Ways to re-roll so many dice of either group by one permission.

    Parameters
    ----------
    left, right
        The groups.
    ours, theirs
        What is re-rolled of either; every pair is a way.
    whole
        A permission that is used on every Dud or on none.
    at_first
        Only where no die has been re-rolled.
    """

    def __init__(
        self, left: Group, right: Group, ours: list[Change], theirs: list[Change], *, whole: bool, at_first: bool
    ) -> None:
        self.ours, self.theirs = ours, theirs
        rows, columns = (each.firsts if at_first else list(range(len(each.states))) for each in (left, right))
        self.lefts = np.stack([left.transition(change)[rows] for change in ours])
        self.rights = np.concatenate([right.transition(change)[columns] for change in theirs])
        barred = _barred(left, ours, whole)[:, rows, None, None] + _barred(right, theirs, whole)[:, columns]
        self.barred = barred[..., np.newaxis]

    def worth(self, after: Values) -> Values:
        """What every way is worth in every state, -inf where it is impossible.

        By [way of ours, state, way of theirs, state, case].
        """
        lefts, rights, cases = after.shape
        by_left = self.lefts @ after.reshape(lefts, -1)
        worth: Values = self.rights @ by_left.reshape(-1, rights, cases)
        worth = worth.reshape(*self.barred.shape[:-1], cases)
        worth += self.barred
        return worth


@lru_cache(maxsize=4096)
def _splits(left: Group, right: Group, size: int, permission: Permission, at_first: bool) -> tuple[_Split, ...]:
    """So many dice shared out between two groups, most to the left first."""
    found = []
    for ours in range(min(size, len(left.changes) - 1), -1, -1):
        if size - ours < len(right.changes):
            changes = [
                [change for change in each if not (permission.pool_duds and change.hits)]
                for each in (left.changes[ours], right.changes[size - ours])
            ]
            found.append(_Split(left, right, *changes, whole=permission.whole, at_first=at_first))
    return tuple(found)


def _barred(group: Group, changes: list[Change], whole: bool) -> Values:
    """0 where a change is possible and -inf where it is not, [change, state]."""
    possible = np.stack([group.allowed(change) for change in changes])
    if whole:
        possible &= group.states[None, :, 1] == np.array([change.duds for change in changes])[:, None]
    return np.where(possible, 0.0, -np.inf)
