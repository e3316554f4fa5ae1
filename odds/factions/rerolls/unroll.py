"""A policy told as what a player sees, step by step: the tables that a row program looks up.

A lane knows no rights and no states, only numbers it has seen: Hits of the Luck Dice and of the Standard Dice as first
rolled, then Hits of every lot of re-rolled dice. With the policy these say what was done and what is to be done next.
Several policies, such as one for each Pool Size that Bonus Dice can lead to, are told apart by a number in front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.lanes.diagram import CANNOT_HAPPEN
from odds.factions.rerolls.group import Change
from odds.factions.rerolls.permissions import Rights
from odds.factions.rerolls.policy import STAY, Policy, fortune_group, pool_groups

History = tuple[int, ...]
Table = NDArray[np.int64]


@dataclass(frozen=True)
class Lot:
    """Dice of one kind that are re-rolled together: tables over everything seen so far.

    Re-rolled dice are taken from one stock, die `first` to die `end` - 1, so that none is used twice.

    Attributes
    ----------
    hits
        How many of the dice picked up had hit.
    first, end
        Which dice of the stock are rolled instead.
    """

    hits: Table
    first: Table
    end: Table

    @property
    def most(self) -> int:
        """The most dice in it."""
        return int((self.end - self.first).max(initial=0))


@dataclass(frozen=True)
class Unrolled:
    """A policy as a row program plays it.

    Attributes
    ----------
    pool
        Uses of a permission after the Pool roll, each a lot of Luck Dice and one of Standard Dice; over (policy, Luck
        Hits, Standard Hits, Hits of each lot so far).
    situation
        A number for what is left to do at the Fortune Smiles roll; over the same.
    fortune
        Uses after the Fortune Smiles roll; over (situation, Luck Hits, Standard Hits, Fortune Smiles Hits, Hits of each
        lot so far).
    stock
        Dice that may be re-rolled in all.
    """

    pool: tuple[tuple[Lot, Lot], ...]
    situation: Table
    fortune: tuple[Lot, ...]
    stock: int


@dataclass(frozen=True)
class _Done:
    """Where a history has led to."""

    policy: Policy
    kind: int
    rights: Rights
    luck: int
    standard: int
    spent: int = 0


@lru_cache(maxsize=128)
def unroll(policies: tuple[Policy, ...]) -> Unrolled:
    """Policies as tables over what is seen.

    Parameters
    ----------
    policies
        Usually one; else one for each number of further Bonus Dice, from 0, or for each way a target may stand.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.rerolls import play
    >>> told = unroll((play.policy_of(parse("6S S6 L3 reroll 2")),))
    >>> len(told.pool), len(told.fortune), told.stock, told.situation.shape
    (1, 1, 2, (1, 4, 4, 3, 3))
    """
    at: dict[History, _Done] = {}
    for number, policy in enumerate(policies):
        luck, standard = pool_groups(policy.dice)
        for a in range(policy.dice.luck + 1):
            for b in range(policy.dice.standard + 1):
                start = _Done(policy, policy.dice.kind(a + b), policy.dice.rights, luck.first(a), standard.first(b))
                at[number, a, b] = start
    pool = []
    while any(_pool_move(done) for done in at.values()):
        lots, at = _pool_round(at)
        pool.append(lots)
    situations: dict[tuple[Any, ...], int] = {}
    ends: dict[History, tuple[int, Rights, _Done]] = {}
    for history, done in at.items():
        later = done.rights.later(done.policy.dice.at_fortune)
        key = _left_to_do(done.policy, done.kind, later, done.spent)
        ends[history] = situations.setdefault(key, len(situations)), later, done
    situation = _table(ends, lambda end: end[0])
    fortune, spent = _fortune_rounds(ends.values())
    return Unrolled(tuple(pool), situation, fortune, max([spent, *(done.spent for done in at.values())]))


@lru_cache(maxsize=1024)
def _left_to_do(policy: Policy, kind: int, rights: Rights, spent: int) -> tuple[Any, ...]:
    """All that the Fortune Smiles roll depends on, so that situations that differ in nothing are one."""
    moves = [policy.fortune.get((kind, survivors, rights)) for survivors in range(policy.dice.luck + 1)]
    told = tuple(b"" if each is None or not each.any() else each.tobytes() for each in moves)
    return (policy.dice, rights, spent, told) if any(told) else (policy.dice.smiles,)


def _pool_move(done: _Done) -> tuple[int, Change, Change] | None:
    use, *parts = done.policy.at_pool(done.kind, done.rights, done.luck, done.standard)
    return None if use == STAY else (use - 1, Change(*parts[:2]), Change(*parts[2:]))


def _pool_round(at: Mapping[History, _Done]) -> tuple[tuple[Lot, Lot], dict[History, _Done]]:
    """One use of a permission in every history that has one, and what can be seen after it."""
    after: dict[History, _Done] = {}
    lots: dict[History, tuple[Change, Change, int]] = {}
    for history, done in at.items():
        move = _pool_move(done)
        lots[history] = (move[1], move[2], done.spent) if move else (Change(0, 0), Change(0, 0), done.spent)
        if move is None:
            after[*history, 0, 0] = done
            continue
        place, ours, theirs = move
        luck, standard = pool_groups(done.policy.dice)
        size = ours.size + theirs.size
        for one in range(ours.size + 1):
            for two in range(theirs.size + 1):
                after[*history, one, two] = _Done(
                    done.policy,
                    done.kind,
                    done.rights.used(place, size),
                    luck.after(ours, done.luck, one),
                    standard.after(theirs, done.standard, two),
                    done.spent + size,
                )
    by_luck = {history: (ours, spent) for history, (ours, _, spent) in lots.items()}
    by_standard = {history: (theirs, spent + ours.size) for history, (ours, theirs, spent) in lots.items()}
    return (_lot(by_luck), _lot(by_standard)), after


def _fortune_rounds(ends: Iterable[tuple[int, Rights, _Done]]) -> tuple[tuple[Lot, ...], int]:
    """Uses after the Fortune Smiles roll, and the most dice that are re-rolled then or before."""
    at: dict[History, tuple[_Done, Rights, int, int]] = {}
    for situation, rights, done in ends:
        luck, standard = pool_groups(done.policy.dice)
        survivors, hits = int(luck.totals[done.luck]), int(standard.totals[done.standard])
        group = fortune_group(done.policy.dice, survivors, rights)
        for shown in range(group.n + 1):
            at[situation, survivors, hits, shown] = done, rights, group.first(shown), done.spent
    rounds: list[Lot] = []
    start = {history: rights for history, (_, rights, _, _) in at.items()}
    while True:
        lots: dict[History, tuple[Change, int]] = {}
        after: dict[History, tuple[_Done, Rights, int, int]] = {}
        for history, (done, rights, state, spent) in at.items():
            survivors, hits = history[1:3]
            use, *parts = done.policy.at_fortune(done.kind, survivors, rights, hits, state)
            change = Change(*parts)
            lots[history] = change, spent
            if use == STAY:
                after[*history, 0] = done, rights, state, spent
                continue
            group = fortune_group(done.policy.dice, survivors, start[history[:4]])
            for more in range(change.size + 1):
                left = rights.used(use - 1, change.size)
                after[*history, more] = done, left, group.after(change, state, more), spent + change.size
        if not any(change.size for change, _ in lots.values()):
            return tuple(rounds), max((spent for _, _, _, spent in at.values()), default=0)
        rounds.append(_lot(lots))
        at = after


def _lot(changes: Mapping[History, tuple[Change, int]]) -> Lot:
    return Lot(
        _table(changes, lambda entry: entry[0].hits),
        _table(changes, lambda entry: entry[1]),
        _table(changes, lambda entry: entry[1] + entry[0].size),
    )


def _table(entries: Mapping[History, Any], value: Callable[[Any], int]) -> Table:
    """A dense table of a number by history."""
    shape = np.max(np.array(list(entries)), axis=0) + 1
    table = np.full(shape, CANNOT_HAPPEN, np.int64)
    for history, entry in entries.items():
        table[history] = value(entry)
    return table
