"""Dice that are alike, what they can show, and what re-rolling some of them does.

A state of n dice is (fresh Hits, fresh Duds, Hits of re-rolled dice); the other re-rolled dice are Duds. Where no die
can be re-rolled twice anyway, because only one permission is usable, re-rolled dice are not told from fresh ones: the
state is the Hits alone, written (Hits, n - Hits, 0).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from odds.factions.d10 import binomial


class Change(NamedTuple):
    """Dice of a group that are re-rolled."""

    hits: int
    duds: int

    @property
    def size(self) -> int:
        """How many dice that is."""
        return self.hits + self.duds


class Group:
    """n dice that hit on so many of ten faces.

    Attributes
    ----------
    states
        Everything they can show, int array [state, (fresh Hits, fresh Duds, re-rolled Hits)].
    totals
        Hits by state.
    changes
        What may be re-rolled at once, by number of dice; among equals Duds first.
    """

    def __init__(self, n: int, faces: int, most: int, *, fresh: bool) -> None:
        self.n, self.faces, self.fresh = n, faces, fresh
        if fresh:
            all_states = [(h, d, r) for h in range(n + 1) for d in range(n + 1 - h) for r in range(n + 1 - h - d)]
        else:
            all_states = [(h, n - h, 0) for h in range(n + 1)]
        self.states = np.array(all_states)
        self.totals = self.states[:, 0] + self.states[:, 2]
        self.places = {state: place for place, state in enumerate(all_states)}
        self.changes = [[Change(a, size - a) for a in range(size + 1)] for size in range(min(n, most) + 1)]
        self._transitions: dict[Change, NDArray[np.float64]] = {}

    @cached_property
    def firsts(self) -> list[int]:
        """The states in which no die has been re-rolled, by Hits."""
        return [self.first(hits) for hits in range(self.n + 1)]

    def first(self, hits: int) -> int:
        """The state of so many Hits as first rolled."""
        return self.places[hits, self.n - hits, 0]

    def allowed(self, change: Change) -> NDArray[np.bool_]:
        """The states in which a change is possible."""
        return (self.states[:, 0] >= change.hits) & (self.states[:, 1] >= change.duds)

    def after(self, change: Change, state: int, more: int) -> int:
        """The state when the re-rolled dice show so many Hits."""
        hits, duds, again = self.states[state]
        if not self.fresh:
            return int(hits) - change.hits + more
        return self.places[int(hits) - change.hits, int(duds) - change.duds, int(again) + more]

    def transition(self, change: Change) -> NDArray[np.float64]:
        """Chances [state before, state after]; rows of states in which the change is impossible are 0."""
        if change not in self._transitions:
            self._transitions[change] = self._transition(change)
        return self._transitions[change]

    def _transition(self, change: Change) -> NDArray[np.float64]:
        chances = binomial(change.size, self.faces)
        matrix = np.zeros((len(self.states), len(self.states)))
        for state in np.flatnonzero(self.allowed(change)):
            for more, chance in enumerate(chances):
                matrix[state, self.after(change, int(state), more)] += chance
        return matrix


@lru_cache(maxsize=512)
def group(n: int, faces: int, most: int, fresh: bool) -> Group:
    """A group, made once."""
    return Group(n, faces, most, fresh=fresh)
