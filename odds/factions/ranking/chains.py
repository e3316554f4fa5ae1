"""Many attacks on one target at once, exactly: what one attack does, and how many it takes.

The numbers are those of `odds.exact` on each attack by itself. What Inflict Damage makes of so many Hits does not
depend on who rolled them, so it is worked out once for every target and Critical Effect, and the attacks that share
it are put together as arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from odds.factions.attacks.critical import Critical
from odds.factions.attacks.damage import State, laws, standing, start_of
from odds.factions.attacks.exact import SAME, rolls, takes_hold
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import MOVING, Target
from odds.factions.attacks.until.exact import NEVER
from odds.factions.ranking.decided import decides, numbers

IDLE = ("Suppress", "Pushback", "Haul", "Seize")  # Critical Effects that bring a target no closer to its fall
Array = NDArray[np.float64]


class Ends(NamedTuple):
    """What attacks do to one target, an array over the attacks each.

    Attributes
    ----------
    injuries
        Injuries that one attack causes on average; Incapacitated counts as all the Health that was left.
    incapacitated
        The chance that one attack Incapacitates.
    attacks
        The mean number of attacks until it falls; infinity if it never does.

    Every number is with the Critical Effect and the re-rolls that are best for it.
    """

    injuries: Array
    incapacitated: Array
    attacks: Array


class Volley:
    """Attacks whose dice are worked out once, whoever they are made on.

    Parameters
    ----------
    attacks
        The attacks; their targets do not matter.

    Examples
    --------
    >>> from odds import parse
    >>> volley = Volley([Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))])
    >>> volley.rolled(harm_limit=3).shape  # attacks, Harm, Hits, surviving Luck Dice
    (1, 4, 13, 4)
    """

    def __init__(self, attacks: Sequence[Attack]) -> None:
        self.attacks = tuple(attacks)
        self.decided = [
            n for n, attack in enumerate(attacks) if decides(attack)
        ]  # one by one: they differ in what they do
        self.groups: dict[tuple[Any, ...], list[int]] = {}
        for n, attack in enumerate(attacks):
            if n not in self.decided:
                self.groups.setdefault(_kind(attack), []).append(n)
        self._rolled: dict[int, Array] = {}

    def rolled(self, harm_limit: int) -> Array:
        """Chances by [attack, the target's Harm, Hits, surviving Luck Dice]."""
        if harm_limit not in self._rolled:
            every = [[rolls(each.rolled_at(harm)) for harm in range(harm_limit + 1)] for each in self.attacks]
            hits, luck_hits = np.max([law.shape for laws_of in every for law in laws_of], axis=0)
            found = np.zeros((len(every), harm_limit + 1, hits, luck_hits))
            for a, laws_of in enumerate(every):
                for harm, law in enumerate(laws_of):
                    found[a, harm, : law.shape[0], : law.shape[1]] = law
            self._rolled[harm_limit] = found
        return self._rolled[harm_limit]


class Chains:
    """A target with the tables of everything that can be done to it.

    Parameters
    ----------
    target
        The target as it stands before the first attack.

    Examples
    --------
    >>> from odds import parse
    >>> target = Target(endurance=4, health=1)
    >>> ends = Chains(target).ends(Volley([Attack.of(parse("6S S6 L3"), ["Maim"], target)]))
    >>> ends.incapacitated.round(9).tolist(), ends.attacks.round(5).tolist()
    ([0.746371584], [1.28446])
    """

    def __init__(self, target: Target) -> None:
        self.target = replace(target, strength=target.strength or 0, intelligence=target.intelligence or 0)
        # an open statistic that only idle effects ask for may be anything
        self.states = _states(target)
        self._index = {state: n for n, state in enumerate(self.states)}
        self._harm = np.array([state.harm for state in self.states])
        self._most = 2 * (target.toughened + MOVING * target.moving_target) + 1  # Hits beyond do nothing more
        self._tables: dict[tuple[Any, ...], Array] = {}

    def ends(self, volley: Volley) -> Ends:
        """What each of some attacks does to the target, which takes the place of theirs."""
        found = Ends(*(np.empty(len(volley.attacks)) for _ in Ends._fields))
        for members in volley.groups.values():
            for whole, values in zip(found, self._together(volley, members), strict=True):
                whole[members] = values
        for n in volley.decided:
            for whole, value in zip(found, numbers(volley.attacks[n].against(self.target)), strict=True):
                whole[n] = value
        return found

    def _together(self, volley: Volley, members: list[int]) -> Ends:
        """Attacks that differ only in what they roll."""
        one = volley.attacks[members[0]].against(self.target)
        effects = _felt(one)
        plain = self._table(one, None)
        tables = np.array([self._table(one, effect) for effect in effects])
        without, held = self._weights(volley.rolled(self.target.limit)[members], one)
        gains = self._gains()
        first = without[:, 0] @ (plain[0] @ gains) + held[:, 0] @ (tables[:, 0] @ gains).max(axis=0)
        return Ends(first[:, 0], first[:, 1], self._means(plain, tables, without, held))

    def _gains(self) -> Array:
        """Injuries, and whether it fell, by the state after an attack."""
        health, begun = self.target.health, self.target.injuries
        return np.array([*((state.injuries - begun, 0) for state in self.states), (health - begun, 1)], dtype=float)

    def _table(self, attack: Attack, effect: Critical | None) -> Array:
        """Chances by [state before, Hits, state after, the last: fallen] if this effect takes hold."""
        key = (attack.penetrator, attack.crackshot, attack.non_lethal, effect)
        if key not in self._tables:
            self._tables[key] = self._worked_out(attack, effect)
        return self._tables[key]

    def _worked_out(self, attack: Attack, effect: Critical | None) -> Array:
        table = np.zeros((len(self.states), self._most + 1, len(self.states) + 1))
        for n, state in enumerate(self.states):
            found = laws(attack, effect, state)
            for hits in range(self._most + 1):
                for end, chance in found[min(hits, len(found) - 1)].items():
                    after = len(self.states) if end.down else self._index[standing(end)]
                    table[n, hits, after] += chance
        return table

    def _weights(self, rolled: Array, one: Attack) -> tuple[Array, Array]:
        """Chances by [attack, state before, Hits] that no Critical Effect takes hold, and that one does."""
        holds = takes_hold(one, rolled.shape[3])
        both = rolled @ np.stack([1 - holds, holds], axis=1)
        kept = both[:, :, : self._most + 1]
        if kept.shape[2] <= self._most:
            kept = np.pad(kept, [(0, 0), (0, 0), (0, self._most + 1 - kept.shape[2]), (0, 0)])
        else:
            kept[:, :, self._most] += both[:, :, self._most + 1 :].sum(axis=2)
        by_state = kept[:, self._harm]
        return by_state[..., 0], by_state[..., 1]

    def _means(self, plain: Array, tables: Array, without: Array, held: Array) -> Array:
        """The mean number of attacks until it falls, the best effects used.

        Nothing that it suffered goes away again, so states are settled from the worst for it to the best; an attack
        that leaves a state as it is makes its mean m an equation: m = 1 + P(it stays so) m + what the others take.
        """
        means = np.zeros((len(without), len(self.states) + 1))
        for n in reversed(range(len(self.states))):
            base = without[:, n] @ plain[n]
            if len(tables) == 1:
                means[:, n] = _settled(base + held[:, n] @ tables[0, n], n, means)
                continue
            means[:, n] = NEVER
            used = None
            while True:
                takes = np.einsum("eht,at->aeh", tables[:, n], means)
                best = np.argmax(takes <= takes.min(axis=1, keepdims=True) + SAME, axis=1)
                if used is not None and (best == used).all():
                    break
                used = best
                after = np.einsum("ah,aht->at", held[:, n], tables[used, n, np.arange(tables.shape[2])])
                means[:, n] = _settled(base + after, n, means)
        return np.where(means[:, 0] < NEVER, means[:, 0], np.inf)


def _settled(after: Array, n: int, means: Array) -> Array:
    """The mean from state `n` on, of the chances of the states after it and their means."""
    others = np.delete(after, n, axis=1)
    leaves = others.sum(axis=1)
    takes = 1 + (others * np.delete(means, n, axis=1)).sum(axis=1)
    with np.errstate(divide="ignore"):
        settled: Array = np.minimum(NEVER, takes / leaves)
    return settled


def _kind(attack: Attack) -> tuple[Any, ...]:
    """What attacks have to share to be put together."""
    return attack.penetrator, attack.crackshot, attack.non_lethal, _felt(attack)


def _felt(attack: Attack) -> tuple[Critical | None, ...]:
    """The effects to choose from; None for those that change nothing here."""
    effects = (None if effect.name in IDLE else effect for effect in attack.effects)
    return tuple(dict.fromkeys(effects)) or (None,)


def _states(target: Target) -> tuple[State, ...]:
    """Every state that it may stand in, each before all that can follow it; the first is how it begins."""
    begin = start_of(target)
    injuries = range(begin.injuries, target.health)
    harms = [begin.harm] if target.survivalist else range(begin.harm, target.limit + 1)
    fresh = [State(harm, hurt) for hurt in injuries for harm in harms]
    tough = [State(target.limit, hurt, tough=True) for hurt in injuries] if target.toughness else []
    return (*fresh, *tough)
