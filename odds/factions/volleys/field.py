"""Every way the target can stand during a volley, and what each attacker makes of it, as arrays."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from odds.factions.attacks.damage import DOWN, State, standing, start_of
from odds.factions.attacks.link import Link, check_rerolls, link
from odds.factions.attacks.rules import Attack
from odds.factions.special.rules import SpecialTest

Floats = NDArray[np.float64]


class Move(NamedTuple):
    """Everything an attack can make of a state.

    Attributes
    ----------
    after
        States after it.
    chances
        Their chances by [Critical Effect, Hits, state], where the dice leave nothing to decide.
    ends
        Where re-rolls are to be decided: the states' chances once the dice lie there, by [no effect and each Critical
        Effect, Hits, state]; None if they are not.
    """

    after: tuple[State, ...]
    chances: Floats
    ends: Floats | None = None


class Field:
    """The ground that all ways to play a volley share; fields on which everything comes to the same are equal.

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
                fresh = [after for after in move(attack, state).after if not after.down and after not in known]
                known.update(dict.fromkeys(fresh))
                waiting += fresh
        self.states = (*known, DOWN)
        self.place = {state: n for n, state in enumerate(self.states)}
        self.end = np.array([float(state.down) for state in self.states])
        self.moves = [[move(attack, state) for state in known] for attack in attacks]
        self.places = [[[self.place[each] for each in made.after] for made in moves] for moves in self.moves]

    @cached_property
    def told(self) -> tuple[Hashable, ...]:
        """All that its values depend on: the states, and what every attack makes of them."""
        return self.states, *(
            self._told_of(attack, moves) for attack, moves in zip(self.attacks, self.moves, strict=True)
        )

    def _told_of(self, attack: Attack, moves: list[Move]) -> tuple[Hashable, ...]:
        found: list[Hashable] = []
        for state, made in zip(self.states, moves, strict=False):
            here = link(attack, state)
            found += [made.after, made.chances.tobytes(), here.possible.shape]  # a tactic has a place for all Hits
            if made.ends is not None:
                found += [made.ends.tobytes(), here.holds.tobytes(), here.dice]
        return tuple(found)

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """By attacker: those before it whose attacks come to the same, bit n set for attacker n."""
        kinds = self.told[1:]
        return tuple(sum(1 << n for n in range(m) if kinds[n] == kinds[m]) for m in range(len(kinds)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and self.told == other.told

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.told)

    def check(self, cases: Mapping[int, int]) -> None:
        """Refuses what is too much to work out: `before` for some attackers, each for so many cases.

        Raises
        ------
        OddsError
            If it is.
        """
        check_rerolls(
            (link(self.attacks[attacker], state), times)
            for attacker, times in cases.items()
            for state in self.states[:-1]
        )

    def before(self, attacker: int, values: Floats) -> Floats:
        """What each state is worth before an attack, all that it leaves to decide decided as is best.

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
        open_states: dict[SpecialTest, list[tuple[int, Floats]]] = {}
        for n, (made, places) in enumerate(zip(self.moves[attacker], self.places[attacker], strict=True)):
            if made.ends is None:
                worth[n] = (made.chances @ values[places]).max(axis=0).sum(axis=0)
            else:
                here = link(self.attacks[attacker], self.states[n])
                open_states.setdefault(here.test, []).append((n, _dice_worth(here, made.ends, values[places])))
        for test, states in open_states.items():  # the same dice: all at once
            numbers, dice = zip(*states, strict=True)
            worth[list(numbers)] = _rerolled(test, np.concatenate(dice, axis=2)).reshape(len(numbers), -1)
        return worth


def _dice_worth(here: Link, ends: Floats, values: Floats) -> Floats:
    """What the dice are worth once they lie there, by [Hits, surviving Luck Dice, case]."""
    means = ends @ values  # by effect, Hits and case
    without, best = means[0][:, np.newaxis], means[-len(here.attack.effects) :].max(axis=0)[:, np.newaxis]
    holds = here.holds[:, np.newaxis]
    worth: Floats = holds * best + (1 - holds) * without
    return worth


def _rerolled(test: SpecialTest, worth: Floats) -> Floats:
    """What a Test with the best re-rolls is worth, by case."""
    from odds.factions.rerolls.dice import dice_of
    from odds.factions.rerolls.objective import payoff_by
    from odds.factions.rerolls.solve import values_of

    played = test.played
    return values_of(dice_of(played), payoff_by(played, worth))


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
    if found.decides:
        return _open(found)
    laws = [found.by_effect(effect) for effect in range(len(attack.effects) or 1)]
    after = tuple(dict.fromkeys(standing(end) for law in laws for end in law))
    chances = np.zeros((len(laws), len(found.possible), len(after)))
    for law, chance in zip(laws, chances, strict=True):
        for end, share in law.items():
            chance[:, after.index(standing(end))] += share.sum(axis=1)
    return Move(after, chances.sum(axis=1, keepdims=True) if len(laws) == 1 else chances)


def _open(found: Link) -> Move:
    """A move with re-rolls to decide."""
    after = tuple(sorted(found.reaches()))
    place = {state: n for n, state in enumerate(after)}
    ends = np.zeros((1 + len(found.attack.effects), len(found.possible), len(after)))
    for effect, hits in np.ndindex(*ends.shape[:2]):
        for state, chance in found.law(effect - 1, hits).items():
            if standing(state) in place:  # so many Hits can be shown
                ends[effect, hits, place[standing(state)]] += float(chance)
    return Move(after, np.zeros(0), ends)
