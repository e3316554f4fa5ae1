"""Attacks until the target falls, exactly: an absorbing Markov chain over the states in which it can stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import inf, sqrt
from typing import Any

import numpy as np

from odds.core.distribution import Distribution, Estimate
from odds.core.errors import ListEndsError
from odds.core.events import Metric, parse_metric
from odds.factions.attacks.damage import DOWN, State, start_of
from odds.factions.attacks.exact import SAME
from odds.factions.attacks.link import Tactic, check_rerolls, link
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.until.rules import ENOUGH, MOST_ATTACKS, UntilDown

AXES = ("attacks",)
MOMENTS = ("mean(attacks)", "sd(attacks)")
ROUNDS = 5  # that usually do to find what is best in a state
NEVER = 1e6  # attacks that stand for infinitely many, so that effects can still be compared


def events(until: UntilDown) -> dict[str, str | None]:
    """The named events: "later": it still stands after the last attack of the list.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> events(UntilDown(Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 1))))
    {'later': 'attacks > 6'}
    """
    return {"later": f"attacks > {attacks_listed(until)}"}


def exact(until: UntilDown, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """The number of the attack that Incapacitates; one more than the list has stands for all later ones.

    The list ends where at most 1e-9 of the chance is left, or at 100 attacks; the mean counts what comes after it.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> end = exact(UntilDown(Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))))
    >>> end.probabilities[1:4].round(6)
    array([0.746372, 0.223291, 0.029846])
    """
    values = np.array(_fallen(until, fractions), dtype=object if fractions else np.float64)
    law = Distribution(tuple(axes), values, None, events(until), None, until.text)
    return law if values[-1] <= ENOUGH else _Ended.of(law, until)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Ended(Distribution):
    """A list that ends before the chance does: the mean and the deviation of the attacks are those of the chain."""

    moments: tuple[float, float] = (inf, inf)

    @classmethod
    def of(cls, law: Distribution, until: UntilDown) -> _Ended:
        """The law with the moments of its chain."""
        mean = mean_attacks(until)
        moments = mean, sqrt(_second_moment(until) - mean**2) if mean < inf else inf
        return cls(law.axes, law.values, None, law.events, None, law.label, moments=moments)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), moments=self.moments), Distribution.__reduce__(self)[1]

    def metric(self, asked: Any) -> Estimate:
        """As of any distribution, but for the mean and the deviation of the attacks."""
        metric = parse_metric(asked) if isinstance(asked, str) else asked
        if isinstance(metric, Metric) and metric.text in MOMENTS:
            value = self.moments[MOMENTS.index(metric.text)]
            if value == inf:
                raise ListEndsError(f"{metric.text} has no answer: the target may never fall")
            return Estimate(value)
        return Distribution.metric(self, asked)


def _second_moment(until: UntilDown) -> float:
    """The mean of the square of the attacks, q: q = 1 + 2 (what the states after it take) + what q is there."""
    chosen, means = fewest(until)
    squares: dict[State, float] = {DOWN: 0.0}
    for state in sorted(chosen, key=_from_the_worst, reverse=True):
        after = {end: chance for end, chance in link(until.attack, state).after(chosen[state]).items() if chance}
        leaves = sum(chance for end, chance in after.items() if end != state)
        others = sum(chance * squares[end] for end, chance in after.items() if end != state)
        squares[state] = (2 * means[state] - 1 + others) / leaves if leaves else inf
    return squares[start_of(until.target)]


def _from_the_worst(state: State) -> tuple[bool, int, int]:
    """Nothing that a target suffered goes away again: states in an order in which they can follow each other."""
    return state.tough, state.injuries, state.harm


def attacks_listed(until: UntilDown) -> int:
    """How many attacks the list has."""
    return len(_fallen(until, False)) - 2


@lru_cache(maxsize=256)
def _fallen(until: UntilDown, fractions: bool) -> tuple[Any, ...]:
    """The chances that it falls to attack 0 (never), 1, 2, ... of the list, and to a later one."""
    chosen, _ = fewest(until)
    steps = {state: link(until.attack, state, fractions).after(chosen[state]) for state in chosen}
    law: dict[State, Any] = {start_of(until.target): 1}
    fallen: list[Any] = [0]
    while len(fallen) <= MOST_ATTACKS and sum(law.values()) > ENOUGH:
        after: dict[State, Any] = {}
        for state, chance in law.items():
            for end, share in steps[state].items():
                after[end] = after.get(end, 0) + chance * share
        fallen.append(after.pop(DOWN, 0))
        law = after
    return (*fallen, sum(law.values()))


def mean_attacks(until: UntilDown) -> float:
    """The mean number of attacks until it falls; infinity if it may never fall.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> round(mean_attacks(UntilDown(Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1)))), 6)
    1.28446
    """
    mean = float(fewest(until)[1][start_of(until.target)])
    return mean if mean < NEVER else float("inf")


def opening(until: UntilDown) -> Attack:
    """The first attack by itself, re-rolled for the fewest attacks on average.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> until = UntilDown(Attack.of(parse("4P P5 L2 reroll 1"), (), Target(endurance=4, health=1)))
    >>> opening(until).test.objective.__name__
    'the fewest attacks on average'
    """
    means = fewest(until)[1]
    return link(until.attack, start_of(until.target)).alone(lambda end: -means[end], "the fewest attacks on average")


@lru_cache(maxsize=256)
def fewest(until: UntilDown) -> tuple[dict[State, Tactic], dict[State, float]]:
    """By how the target stands: what to do for the fewest attacks on average, and that average.

    Nothing that it suffered goes away again, so states are settled from the worst for it to the best. An attack that
    leaves a state as it is makes its average an equation: what is done is improved until the average falls no more.
    """
    start = start_of(until.target)
    found, new = {start}, {start}
    while new:
        reached = {end for state in new for end in link(until.attack, state).reaches()}
        new = {state for state in reached if not state.down} - found
        found |= new
    check_rerolls((link(until.attack, state), ROUNDS) for state in found)
    means: dict[State, float] = {DOWN: 0.0}
    chosen: dict[State, Tactic] = {}
    for state in sorted(found, key=_from_the_worst, reverse=True):
        here, means[state] = link(until.attack, state), NEVER
        while True:
            tactic = here.choose(lambda end: -means[end])
            mean = _mean(state, here.after(tactic), means)
            if state in chosen and mean > means[state] * (1 - SAME):
                break
            chosen[state], means[state] = tactic, mean
    return chosen, means


def _mean(state: State, after: dict[State, float], means: dict[State, float]) -> float:
    """The mean m of the attacks from a state on: m = 1 + P(it stays so) m + what the other states take."""
    leaves = sum(chance for end, chance in after.items() if end != state)
    others = sum(chance * means[end] for end, chance in after.items() if end != state)
    return min(NEVER, (1 + others) / leaves) if leaves else NEVER
