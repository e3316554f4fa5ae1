"""One attack as a link of a chain: from each state of the target, the chances of every state after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.factions.attacks.critical import Critical
from odds.factions.attacks.damage import Law, State, laws, standing
from odds.factions.attacks.exact import SAME, rolls, takes_hold
from odds.factions.attacks.rules import Attack

Values = Callable[[State], float]
"""What a state is worth to the attacker; Fatigue and inches are left out."""


class Link:
    """An attack against a target in one state that stands (Rulebook p. 20-23).

    Harm suffered earlier gives its Bonus Dice. Which Critical Effect is used, by Hits, is left open: see `choose`.

    Parameters
    ----------
    attack
        The attack; the Harm and Injuries of its target do not matter.
    state
        How the target stands.
    fractions
        Fractions instead of floats.
    """

    def __init__(self, attack: Attack, state: State, fractions: bool = False) -> None:
        self.attack, self.state = attack, state
        self.rolled = rolls(attack.rolled_at(state.harm), fractions)
        self.holds = takes_hold(attack, self.rolled.shape[1], fractions)
        effects: tuple[Critical | None, ...] = (None, *attack.effects)
        self._laws = [laws(attack, effect, state, fractions) for effect in effects]

    def _law(self, effect: int, hits: int) -> Law:
        """The ends after so many Hits with an effect, -1 for none."""
        of_effect = self._laws[effect + 1]
        return of_effect[min(hits, len(of_effect) - 1)]

    def choose(self, values: Values) -> tuple[int, ...]:
        """The best effect by Hits, an index of the attack's effects; of equal ones, the one named first."""
        effects = range(len(self.attack.effects))
        if len(effects) < 2:
            return (0,) * len(self.rolled)
        hits = range(len(self.rolled))
        worth = np.array([[self._worth_of(effect, n, values) for n in hits] for effect in effects])
        return tuple(np.argmax(worth >= worth.max(axis=0) - SAME, axis=0).tolist())

    def _worth_of(self, effect: int, hits: int, values: Values) -> float:
        """What the state after so many Hits is worth with an effect; 0 where none can take hold."""
        if not (self.rolled[hits] * self.holds).any():
            return 0.0
        return sum(float(chance) * values(standing(state)) for state, chance in self._law(effect, hits).items())

    def joint(self, chosen: tuple[int, ...]) -> dict[State, NDArray[Any]]:
        """For every state after it, its chances by [Hits, surviving Luck Dice], if these effects are used."""
        found: dict[State, NDArray[Any]] = {}
        for hits, effect in enumerate(chosen):
            held = self.rolled[hits] * self.holds
            for which, weights in ((effect, held), (-1, self.rolled[hits] - held)):
                for state, chance in self._law(which, hits).items() if weights.any() else ():
                    if state not in found:
                        found[state] = np.zeros_like(self.rolled)
                    found[state][hits] += chance * weights
        return found

    def after(self, chosen: tuple[int, ...]) -> dict[State, Any]:
        """The chances of every state after it, Fatigue and inches left out, if these effects are used."""
        found: dict[State, Any] = {}
        for state, chances in self.joint(chosen).items():
            found[standing(state)] = found.get(standing(state), 0) + chances.sum()
        return found

    def reaches(self) -> set[State]:
        """Every state there can be after it, whichever effects are used."""
        effects = range(len(self.attack.effects) or 1)
        return {state for effect in effects for state in self.after((effect,) * len(self.rolled))}

    def worth(self, values: Values) -> float:
        """The mean worth of the state after it, the best effects used."""
        return sum(float(chance) * values(state) for state, chance in self.after(self.choose(values)).items())


@lru_cache(maxsize=4096)
def link(attack: Attack, state: State, fractions: bool = False) -> Link:
    """The link of an attack in a state, kept for the next time.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.damage import DOWN
    >>> from odds.factions.attacks.target import Target
    >>> attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
    >>> first = link(attack, State(harm=0, injuries=0))
    >>> round(float(first.after(first.choose(lambda state: state.down))[DOWN]), 9)
    0.746371584
    """
    return Link(attack, state, fractions)
