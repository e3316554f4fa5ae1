"""Every way the target can stand during a volley, and what each attacker makes of it, as arrays."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from odds.factions.attacks.damage import DOWN, State, start_of
from odds.factions.attacks.link import link
from odds.factions.attacks.rules import Attack

Floats = NDArray[np.float64]

Move = tuple[tuple[State, ...], Floats]
"""States after an attack, and their chances by [Critical Effect, Hits, state]."""


class Field:
    """The ground that all ways to play a volley share.

    Parameters
    ----------
    attacks
        The attacks.

    Attributes
    ----------
    states
        Every state that can be reached in any order, first that in which the target begins, last `DOWN`.
    place
        State -> its place among them.
    end
        What each is worth once nobody is left to attack: 1 for `DOWN`.
    """

    def __init__(self, attacks: tuple[Attack, ...]) -> None:
        self.attacks = attacks
        start = start_of(attacks[0].target)
        known, waiting = {start: None}, [start]
        while waiting:
            state = waiting.pop()
            for attack in dict.fromkeys(attacks):
                fresh = [after for after in move(attack, state)[0] if not after.down and after not in known]
                known.update(dict.fromkeys(fresh))
                waiting += fresh
        self.states = (*known, DOWN)
        self.place = {state: n for n, state in enumerate(self.states)}
        self.end = np.array([float(state.down) for state in self.states])
        self.moves = [[self._placed(attack, state) for state in known] for attack in attacks]

    def _placed(self, attack: Attack, state: State) -> tuple[list[int], Floats]:
        after, chances = move(attack, state)
        return [self.place[each] for each in after], chances

    def before(self, attacker: int, values: Floats) -> Floats:
        """What each state is worth before an attack, the best Critical Effect used.

        Parameters
        ----------
        attacker
            Whose attack, from 0.
        values
            What each state is worth after it, by [state, which of many cases].

        Returns
        -------
        ndarray
            By [state, which of many cases].
        """
        worth = np.empty_like(values)
        worth[-1] = values[-1]
        for n, (places, chances) in enumerate(self.moves[attacker]):
            worth[n] = (chances @ values[places]).max(axis=0).sum(axis=0)
        return worth


@lru_cache(maxsize=128)
def field(attacks: tuple[Attack, ...]) -> Field:
    """The field of some attacks, kept for the next time.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
    >>> found = field((shot,))
    >>> round(float(found.before(0, found.end[:, None])[0, 0]), 9)
    0.746371584
    """
    return Field(attacks)


@lru_cache(maxsize=8192)
def move(attack: Attack, state: State) -> Move:
    """Everything an attack can make of a state; of at most one Critical Effect the Hits do not matter."""
    found = link(attack, state)
    laws = [found.joint((effect,) * len(found.rolled)) for effect in range(len(attack.effects) or 1)]
    after = tuple(dict.fromkeys(end._replace(fatigue=0, inches=0) for law in laws for end in law))
    chances = np.zeros((len(laws), len(found.rolled), len(after)))
    for law, chance in zip(laws, chances, strict=True):
        for end, share in law.items():
            chance[:, after.index(end._replace(fatigue=0, inches=0))] += share.sum(axis=1)
    return after, chances.sum(axis=1, keepdims=True) if len(laws) == 1 else chances
