"""The exact distribution of a Test whose re-rolls follow a policy: forward, state by state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.factions.d10 import binomial
from odds.factions.rerolls.dice import Dice
from odds.factions.rerolls.group import Change
from odds.factions.rerolls.permissions import Rights
from odds.factions.rerolls.policy import STAY, Policy, fortune_group, pool_groups

Law = NDArray[Any]


def law(policy: Policy, *, fractions: bool = False) -> Law:
    """Chances by [kind of Test, surviving Luck Dice, Hits of Standard Dice, Hits of Fortune Smiles dice].

    Parameters
    ----------
    policy
        What is re-rolled.
    fractions
        Fractions instead of floats.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.rerolls import play
    >>> found = law(play.policy_of(parse("6S S6 L3 reroll 2")))
    >>> found.shape, round(float(found.sum()), 12)
    ((1, 4, 4, 4), 1.0)
    """
    dice = policy.dice
    shape = dice.kinds, dice.luck + 1, dice.standard + 1, dice.at_fortune + 1
    found = np.zeros(shape, object if fractions else np.float64)
    for (kind, rights), chances in _after_pool(policy, fractions).items():
        for survivors, hits in zip(*np.nonzero(chances), strict=True):
            ends = _fortune(policy, (kind, int(survivors), rights), int(hits), fractions)
            found[kind, survivors, hits, : len(ends)] += chances[survivors, hits] * ends
    return found


def _after_pool(policy: Policy, fractions: bool) -> dict[tuple[int, Rights], Law]:
    """By kind and the rights at the Fortune Smiles roll: chances [surviving Luck Dice, Hits of Standard Dice]."""
    dice = policy.dice
    luck, standard = pool_groups(dice)
    done: dict[tuple[int, Rights], Law] = {}
    for kind, start in _first(policy, fractions):
        at = {dice.rights: start}
        while at:
            rights = max(at, key=lambda each: len(each.usable))  # whatever leads to it has been played
            chances = at.pop(rights)
            for i, j in zip(*np.nonzero(chances), strict=True):
                chance = chances[i, j]
                use, *parts = policy.at_pool(kind, rights, i, j)
                if use == STAY:
                    end = done.setdefault((kind, rights.later(dice.at_fortune)), _nothing(fractions, dice))
                    end[luck.totals[i], standard.totals[j]] += chance
                    continue
                ours, theirs = Change(*parts[:2]), Change(*parts[2:])
                left = rights.used(use - 1, ours.size + theirs.size)
                to = at.setdefault(left, np.zeros_like(start))
                rows = [luck.after(ours, i, more) for more in range(ours.size + 1)]
                columns = [standard.after(theirs, j, more) for more in range(theirs.size + 1)]
                shown = (binomial(change.size, dice.faces, fractions) for change in (ours, theirs))
                to[np.ix_(rows, columns)] += chance * np.outer(*shown)
    return done


def _nothing(fractions: bool, dice: Dice) -> Law:
    return np.zeros((dice.luck + 1, dice.standard + 1), object if fractions else np.float64)


def _first(policy: Policy, fractions: bool) -> Iterator[tuple[int, Law]]:
    """Every kind of Test with the chances of the Pool as first rolled, [Luck state, Standard state]."""
    dice = policy.dice
    luck, standard = pool_groups(dice)
    by_luck, by_standard = (binomial(n, dice.faces, fractions) for n in (dice.luck, dice.standard))
    for kind in range(dice.kinds):
        chances = np.zeros((len(luck.states), len(standard.states)), object if fractions else np.float64)
        for a, one in enumerate(by_luck):
            for b, two in enumerate(by_standard):
                if dice.kind(a + b) == kind:
                    chances[luck.first(a), standard.first(b)] = one * two
        yield kind, chances


def _fortune(policy: Policy, start: tuple[int, int, Rights], hits: int, fractions: bool) -> Law:
    """Chances of the Hits of the Fortune Smiles dice."""
    dice = policy.dice
    kind, survivors, rights = start
    group = fortune_group(dice, survivors, rights)
    first = np.zeros(len(group.states), object if fractions else np.float64)
    first[[group.first(shown) for shown in range(group.n + 1)]] = binomial(group.n, dice.faces, fractions)
    at = {rights: first}
    done = np.zeros(group.n + 1, first.dtype)
    while at:
        now = max(at, key=lambda each: len(each.usable))
        chances = at.pop(now)
        for state in map(int, np.flatnonzero(chances)):
            use, *parts = policy.at_fortune(kind, survivors, now, hits, state)
            if use == STAY:
                done[group.totals[state]] += chances[state]
                continue
            change = Change(*parts)
            to = at.setdefault(now.used(use - 1, change.size), np.zeros_like(first))
            places = [group.after(change, state, more) for more in range(change.size + 1)]
            to[places] += chances[state] * binomial(change.size, dice.faces, fractions)
    return done
