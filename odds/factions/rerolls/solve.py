"""The best re-rolls, by backward induction: no policy does better on average.

The player sees the dice of a moment, uses one permission on some of them, sees the new faces, may use the next on dice
that are still fresh; then the Fortune Smiles dice are rolled, and so again. Working from the end, every state is
worth the best of stopping there and of every re-roll, of Hits as well as of Duds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.errors import OddsError
from odds.factions.d10 import binomial
from odds.factions.rerolls.dice import Dice
from odds.factions.rerolls.group import Change, Group
from odds.factions.rerolls.permissions import Permission, Rights
from odds.factions.rerolls.policy import Moves, Policy, fortune_group, no_moves, pool_groups

OPTIMUM = "optimum"
SAME = 1e-13  # of the largest value: a gain below this is rounding, and the fewer dice win
POOL, FORTUNE = 5, 3  # numbers a move is made of
MOST_WORK = 3e9  # multiplications: about a second
SMALL = 4  # how much longer they take in small matrices

Values = NDArray[np.float64]


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
    luck, standard = pool_groups(dice)
    _check_work(dice, luck, standard)
    chance = np.outer(binomial(dice.luck, dice.faces), binomial(dice.standard, dice.faces))
    kinds = np.array([[dice.kind(a + b) for b in range(dice.standard + 1)] for a in range(dice.luck + 1)])
    first = np.ix_([luck.first(n) for n in range(dice.luck + 1)], [standard.first(n) for n in range(dice.standard + 1)])
    value = 0.0
    for kind in range(dice.kinds):
        solver = _Solver(dice, payoff[kind], luck, standard)
        values, _ = solver.pool(dice.rights)
        value += float((chance * values[first])[kinds == kind].sum())
        pool |= {(kind, rights): moves for rights, (_, moves) in solver.pools.items()}
        fortune |= {(kind, *key): moves for key, (_, moves) in solver.fortunes.items()}
    return Policy(OPTIMUM, dice, pool, fortune, value)


class _Solver:
    """Backward induction for one kind of Test; what is found by rights is kept."""

    def __init__(self, dice: Dice, payoff: Values, luck: Group, standard: Group) -> None:
        self.dice, self.payoff, self.luck, self.standard = dice, payoff, luck, standard
        self.margin = SAME * float(np.abs(payoff).max(initial=0.0))
        self.pools: dict[Rights, tuple[Values, Moves]] = {}
        self.fortunes: dict[tuple[int, Rights], tuple[Values, Moves]] = {}
        self.ends: dict[Rights, Values] = {}

    def pool(self, rights: Rights) -> tuple[Values, Moves]:
        """Values and moves in every state of the Pool, [Luck state, Standard state]."""
        if rights not in self.pools:
            rolled_on = self.after_pool(rights.later(self.dice.at_fortune))
            stop = rolled_on[self.luck.totals[:, None], self.standard.totals[None, :]]
            found = self._best(self.luck, self.standard, rights, stop, self.pool)
            if not self.dice.all_duds and rights == self.dice.rights:  # too late, whatever is still allowed
                nothing = (self.luck.totals[:, None] + self.standard.totals[None, :]) == 0
                found = np.where(nothing, stop, found[0]), np.where(nothing[..., None], 0, found[1]).astype(np.int16)
            self.pools[rights] = found
        return self.pools[rights]

    def after_pool(self, rights: Rights) -> Values:
        """Values once the Pool is left alone, [surviving Luck Dice, Hits of Standard Dice]."""
        if rights not in self.ends:
            rows = []
            for survivors, dice in enumerate(self.dice.smiles):
                group = fortune_group(self.dice, survivors, rights)
                values, _ = self.fortune(survivors, group, rights)
                firsts = [group.first(hits) for hits in range(dice + 1)]
                rows.append(values[:, firsts] @ binomial(dice, self.dice.faces))
            self.ends[rights] = np.array(rows)
        return self.ends[rights]

    def fortune(self, survivors: int, group: Group, rights: Rights) -> tuple[Values, Moves]:
        """Values and moves in every state of the Fortune Smiles dice, [Hits of Standard Dice, state]."""
        if (survivors, rights) not in self.fortunes:
            stop = self.payoff[survivors][:, group.totals]
            still = Group(self.dice.standard, self.dice.faces, 0, fresh=False)  # these dice stay as they are
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
        later: Callable[[Rights], tuple[Values, Moves]],
        only_right: bool = False,
    ) -> tuple[Values, Moves]:
        """The best of stopping and of every use of a permission; fewer dice first, so that they win among equals."""
        values, moves = stop.copy(), no_moves(*stop.shape, FORTUNE if only_right else POOL)
        most = len(left.changes) + len(right.changes) - 2
        for size in range(1, most + 1):
            for place in rights.usable:
                permission = rights.permissions[place]
                if size <= permission.dice:
                    after, _ = later(rights.used(place, size))
                    for ours, theirs in _splits(left, right, size, permission):
                        worth = _worth(left, right, permission, after, ours, theirs)
                        self._improve(values, moves, worth, place, ours, theirs)
        return values, moves

    def _improve(
        self, values: Values, moves: Moves, worth: Values, place: int, ours: list[Change], theirs: list[Change]
    ) -> None:
        """Takes what is better; `worth` is [option of ours, option of theirs, state, state]."""
        options = worth.reshape(-1, *values.shape)
        best = options.max(axis=0)
        which = (options >= best - self.margin).argmax(axis=0)  # the first of those worth the same
        better = best > values + self.margin
        if better.any():
            values[better] = best[better]
            pairs = [(a, b) for a in ours for b in theirs]
            coded = [(place + 1, *a, *b) if moves.shape[-1] == POOL else (place + 1, *b) for a, b in pairs]
            moves[better] = np.array(coded, np.int16)[which[better]]


def _splits(
    left: Group, right: Group, size: int, permission: Permission
) -> Iterator[tuple[list[Change], list[Change]]]:
    """So many dice shared out between two groups, most to the left first."""
    for ours in range(min(size, len(left.changes) - 1), -1, -1):
        if size - ours < len(right.changes):
            yield tuple(  # type: ignore[misc]
                [change for change in each if not (permission.pool_duds and change.hits)]
                for each in (left.changes[ours], right.changes[size - ours])
            )


def _worth(
    left: Group, right: Group, permission: Permission, after: Values, ours: list[Change], theirs: list[Change]
) -> Values:
    """What every option is worth in every state, -inf where it is impossible."""
    by_left = np.stack([left.transition(change) @ after for change in ours])
    by_right = np.stack([right.transition(change).T for change in theirs])
    worth: Values = by_left[:, None] @ by_right[None]
    possible = _possible(left, ours, permission)[:, None, :, None] & _possible(right, theirs, permission)[None, :, None]
    worth[~possible] = -np.inf
    return worth


def _possible(group: Group, changes: list[Change], permission: Permission) -> NDArray[Any]:
    """[option, state]."""
    possible = np.stack([group.allowed(change) for change in changes])
    if permission.whole:  # every Dud or none
        possible &= group.states[None, :, 1] == np.array([change.duds for change in changes])[:, None]
    return possible


def _check_work(dice: Dice, luck: Group, standard: Group) -> None:
    rights = dice.rights
    options = sum(_options(rights.permissions[place], luck, standard) for place in rights.usable)
    many, more = len(luck.states), len(standard.states)
    work = options * many * more * (many + more)
    work *= len(rights.usable) if rights.several else SMALL
    if work > MOST_WORK:
        raise OddsError(
            f"the best re-rolls of {dice.luck + dice.standard} dice with these permissions are more than can be worked "
            "out: ask for fewer dice, or for a policy such as duds-luck-first"
        )


def _options(permission: Permission, luck: Group, standard: Group) -> int:
    """What may be re-rolled by one permission."""
    per_size = [1 if permission.pool_duds else size + 1 for size in range(max(luck.n, standard.n) + 1)]
    return sum(
        per_size[ours] * per_size[theirs]
        for ours in range(len(luck.changes))
        for theirs in range(min(len(standard.changes), permission.dice - ours + 1))
    )
