"""One attack as a link of a chain: from each state of the target, the chances of every state after it.

What the attacker decides is decided for what comes after: given what every state after the attack is worth, the best
Critical Effect for each number of Hits gives the dice their worth, and that worth the best re-rolls. Worked out from
the last attack to the first this is the best play there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from odds.factions.attacks.critical import Critical
from odds.factions.attacks.damage import Law, State, laws, standing
from odds.factions.attacks.exact import SAME, rolls, takes_hold
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.worthwhile import Ahead, plays_for_the_end

if TYPE_CHECKING:
    from odds.factions.rerolls.dice import Dice
    from odds.factions.rerolls.policy import Policy

Values = Callable[[State], float]
"""What a state is worth to the attacker; Fatigue and inches are left out."""


class Tactic(NamedTuple):
    """What the attacker does in one state of the target.

    Attributes
    ----------
    effects
        The Critical Effect used, by Hits, an index of the attack's effects.
    rerolls
        What is re-rolled; None where that is not decided for the end: nothing may be re-rolled, or the Test says how.
    """

    effects: tuple[int, ...]
    rerolls: Policy | None = None


class Link:
    """An attack against a target in one state that stands (Rulebook p. 20-23).

    Harm suffered earlier gives its Bonus Dice. What the attacker does is left open: see `choose`.

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
        self.attack, self.state, self.fractions = attack, state, fractions
        self.test = attack.rolled_at(state.harm)
        self.decides = plays_for_the_end(self.test)
        self.possible = _possible(attack, state.harm) if self.decides else rolls(self.test, fractions)
        self.holds = takes_hold(attack, self.possible.shape[1], fractions)
        effects: tuple[Critical | None, ...] = (None, *attack.effects)
        self._laws = [laws(attack, effect, state, fractions) for effect in effects]

    @property
    def dice(self) -> Dice:
        """What is rolled, and by what rights it may be rolled again."""
        from odds.factions.rerolls.dice import dice_of

        return dice_of(self.test.played)

    def rolled(self, rerolls: Policy | None) -> NDArray[Any]:
        """Chances by [Hits, surviving Luck Dice]."""
        if rerolls is None:
            return rolls(self.test, self.fractions)
        from odds.factions.rerolls.play import rolls_by

        return rolls_by(self.test, rerolls, fractions=self.fractions)

    def law(self, effect: int, hits: int) -> Law:
        """The ends after so many Hits with an effect, -1 for none."""
        of_effect = self._laws[effect + 1]
        return of_effect[min(hits, len(of_effect) - 1)]

    def choose(self, values: Values) -> Tactic:
        """What is best to do, if states after it are worth so much.

        Of effects that are equally good, the one named first; of re-rolls, those of the fewest dice.
        """
        if not self.decides:
            return Tactic(self._effects(values, self.possible))
        from odds.factions.rerolls.play import best_for

        rerolls = best_for(self.test, self.worths(values))
        return Tactic(self._effects(values, self.rolled(rerolls)), rerolls)

    def _effects(self, values: Values, rolled: NDArray[Any]) -> tuple[int, ...]:
        """The best effect by Hits; where none can take hold it does not matter."""
        effects = range(len(self.attack.effects))
        if len(effects) < 2:
            return (0,) * len(rolled)
        worth = np.array([self._means(effect, rolled * self.holds, values) for effect in effects])
        return tuple(np.argmax(worth >= worth.max(axis=0) - SAME, axis=0).tolist())

    def alone(self, values: Values, goal: str) -> Attack:
        """The attack by itself, re-rolled as is best if states after it are worth so much.

        Parameters
        ----------
        values
            What states after it are worth.
        goal
            What reports call that.
        """
        if not self.decides:
            return self.attack
        ahead = Ahead(tuple(map(tuple, self.worths(values).tolist())), goal)
        return replace(self.attack, test=replace(self.attack.test, objective=ahead))

    def worths(self, values: Values) -> NDArray[np.float64]:
        """What the dice are worth once they lie there, the best effect used, by [Hits, surviving Luck Dice]."""
        without = np.array(self._means(-1, self.possible * (1 - self.holds), values))[:, np.newaxis]
        if not self.attack.effects:
            return np.broadcast_to(without, self.possible.shape)
        every = [self._means(n, self.possible * self.holds, values) for n in range(len(self.attack.effects))]
        worth: NDArray[np.float64] = self.holds * np.max(every, axis=0)[:, np.newaxis] + (1 - self.holds) * without
        return worth

    def _means(self, effect: int, weights: NDArray[Any], values: Values) -> list[float]:
        """By Hits, what the state after them is worth with an effect, -1 for none; 0 for Hits without any weight."""
        return [
            sum(float(chance) * values(standing(state)) for state, chance in self.law(effect, hits).items())
            if weight.any()
            else 0.0
            for hits, weight in enumerate(weights)
        ]

    def joint(self, tactic: Tactic) -> dict[State, NDArray[Any]]:
        """For every state after it, its chances by [Hits, surviving Luck Dice], if this is done."""
        return self._joint(tactic.effects, self.rolled(tactic.rerolls))

    def _joint(self, effects: tuple[int, ...], rolled: NDArray[Any]) -> dict[State, NDArray[Any]]:
        found: dict[State, NDArray[Any]] = {}
        for hits, effect in enumerate(effects):
            held = rolled[hits] * self.holds
            for which, weights in ((effect, held), (-1, rolled[hits] - held)):
                for state, chance in self.law(which, hits).items() if weights.any() else ():
                    if state not in found:
                        found[state] = np.zeros_like(rolled)
                    found[state][hits] += chance * weights
        return found

    def after(self, tactic: Tactic) -> dict[State, Any]:
        """The chances of every state after it, Fatigue and inches left out, if this is done."""
        found: dict[State, Any] = {}
        for state, chances in self.joint(tactic).items():
            found[standing(state)] = found.get(standing(state), 0) + chances.sum()
        return found

    def reaches(self) -> set[State]:
        """Every state there can be after it, whatever is done."""
        effects = range(len(self.attack.effects) or 1)
        return {standing(state) for effect in effects for state in self.by_effect(effect)}

    def by_effect(self, effect: int) -> dict[State, NDArray[Any]]:
        """As `joint` with one effect throughout; 1 in place of a chance where re-rolls are to be decided."""
        return self._joint((effect,) * len(self.possible), self.possible)


@lru_cache(maxsize=4096)
def _possible(attack: Attack, harm: int) -> NDArray[np.float64]:
    """1 for all that the dice can show in the end, by [Hits, surviving Luck Dice], whatever is re-rolled."""
    from odds.factions.rerolls.objective import outcomes

    test = attack.rolled_at(harm).played
    hits, survivors, pool = np.broadcast_arrays(*outcomes(test))
    smiles = np.array([test.fortune_dice_of(left) for left in range(test.luck_dice + 1)])
    fortune = np.broadcast_to(np.arange(hits.shape[-1]), hits.shape)
    there = fortune <= smiles[survivors]
    if not test.faces:
        there &= (pool == 0) & (fortune == 0)
    found = np.zeros((test.most_hits + 1, test.luck_dice + 1))
    found[hits[there], survivors[there]] = 1
    found.flags.writeable = False
    return found


def check_rerolls(links: Iterable[tuple[Link, int]]) -> None:
    """Refuses links whose best re-rolls are too much to work out, each for so many things that may come after it.

    Raises
    ------
    OddsError
        If they are.
    """
    wanted = [(each.dice, times) for each, times in links if each.decides]
    if wanted:
        from odds.factions.rerolls.work import check_chain

        check_chain(wanted)


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
