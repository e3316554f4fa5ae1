"""Several attacks exactly: a chain of the target's states, with what has been counted so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.subject import axes_of
from odds.factions.attacks.damage import DOWN, MOST_FATIGUE, State, standing, start_of
from odds.factions.attacks.exact import SAME, confused
from odds.factions.attacks.link import Tactic, check_rerolls, link
from odds.factions.attacks.objective import utility
from odds.factions.attacks.outcome import AXES, STATES, ends_named
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target

Array = NDArray[Any]
Plan = tuple[dict[State, Tactic], ...]
"""For each attack: what is done by how the target stands."""


def events(attacks: Attacks) -> dict[str, str | None]:
    """The named events: those of one attack; "failed": none of the attacks has a Hit; "critical": a Luck Die survived.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> sorted(events(Attacks([Attack.of(parse("4P P5 L2"), (), Target(5, 1))])))
    ['critical', 'failed', 'fatigue', 'incapacitated', 'injury']
    """
    lucky = any(not attack.test.unlucky for attack in attacks.attacks)
    critical = "luck_hits >= 1" if lucky else "luck_hits < 0"
    return {**ends_named(attacks.target), "failed": "hits == 0", "critical": critical}


def exact(attacks: Attacks, *, axes: Sequence[str] = STATES, fractions: bool = False) -> Distribution:
    """How the target stands after all the attacks; Hits, surviving Luck Dice and inches are those of all together.

    Raises
    ------
    OddsError
        If an axis is unknown or named twice.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("4P P5 L2"), (), Target(endurance=4, health=1))
    >>> [round(exact(Attacks([shot] * n)).probability("incapacitated"), 6) for n in (1, 2, 3)]
    [0.234375, 0.501709, 0.735526]
    """
    asked = axes_of(axes, AXES, "attacks have")
    *_, joint = _joints(attacks, asked, fractions)
    return _told(attacks, joint, asked, fractions)


def after_each(attacks: Attacks) -> list[Distribution]:
    """How the target stands after the first attack, after the second, ..., all of them made for how it ends.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("4P P5 L2"), (), Target(endurance=4, health=1))
    >>> [round(law.probability("incapacitated"), 6) for law in after_each(Attacks([shot] * 2))]
    [0.234375, 0.501709]
    """
    return [_told(attacks, joint, STATES, False) for joint in _joints(attacks, STATES, False)]


def _joints(attacks: Attacks, asked: tuple[str, ...], fractions: bool) -> Iterator[dict[State, Array]]:
    """After each attack: for every state its chances by what was counted until then."""
    one = np.array([[1]], dtype=object if fractions else np.float64)
    joint: dict[State, Array] = {start_of(attacks.target): one}
    for attack, chosen in zip(attacks.attacks, plan(attacks), strict=True):
        joint = carried(joint, attack, chosen, asked, fractions)
        yield joint


def _told(attacks: Attacks, joint: dict[State, Array], asked: tuple[str, ...], fractions: bool) -> Distribution:
    values = ends_table(attacks.target, joint, asked, fractions)
    return Distribution(asked, values, None, events(attacks), None, attacks.text)


def carried(
    joint: dict[State, Array],
    attack: Attack,
    chosen: Mapping[State, Tactic],
    asked: tuple[str, ...],
    fractions: bool,
) -> dict[State, Array]:
    """What one more attack makes of every state, and of what was counted until then; a fallen target is left alone.

    Parameters
    ----------
    joint
        For every state its chances by [Hits, surviving Luck Dice] of all attacks so far.
    attack
        The attack.
    chosen
        What is done by how the target stands.
    asked, fractions
        As in `exact`.
    """
    found: dict[State, Array] = {}
    for state, counted in joint.items():
        if state.down:
            add(found, state, counted)
            continue
        for after, chances in link(attack, standing(state), fractions).joint(chosen[standing(state)]).items():
            add(found, _together(state, after, asked), _convolved(counted, _counted(chances, asked)))
    return found


def _together(before: State, after: State, asked: tuple[str, ...]) -> State:
    """The state after an attack with the Fatigue and the inches of the attacks before, where they are asked for."""
    if after.down:
        return DOWN
    fatigue = min(before.fatigue + after.fatigue, MOST_FATIGUE) if "fatigue" in asked else 0
    return after._replace(fatigue=fatigue, inches=before.inches + after.inches if "inches" in asked else 0)


def _counted(chances: Array, asked: tuple[str, ...]) -> Array:
    """Chances by [Hits, surviving Luck Dice], what is not asked for summed to one number."""
    unread = tuple(d for d, axis in enumerate(("hits", "luck_hits")) if axis not in asked)
    summed: Array = chances.sum(axis=unread, keepdims=True) if unread else chances
    return summed


def _convolved(one: Array, other: Array) -> Array:
    """The chances of the sums of two pairs of numbers."""
    shape = [a + b - 1 for a, b in zip(one.shape, other.shape, strict=True)]
    found = np.zeros(shape, dtype=one.dtype)
    for i, j in np.argwhere(one != 0):
        found[i : i + other.shape[0], j : j + other.shape[1]] += one[i, j] * other
    return found


def add(joint: dict[State, Array], state: State, more: Array) -> None:
    """Adds to what is known of a state; the larger of two shapes is kept."""
    if state not in joint:
        joint[state] = more
        return
    shape = np.maximum(joint[state].shape, more.shape)
    total = np.zeros(shape, dtype=more.dtype)
    for part in (joint[state], more):
        total[: part.shape[0], : part.shape[1]] += part
    joint[state] = total


def ends_table(target: Target, joint: dict[State, Array], asked: tuple[str, ...], fractions: bool) -> Array:
    """The joint chances over the axes asked for."""
    most = {axis: max(getattr(state, axis) for state in joint) for axis in ("fatigue", "inches")}
    counts = np.max([part.shape for part in joint.values()], axis=0)
    failed = confused(target, fractions)
    shape = (target.limit + 1, target.health, 2, most["fatigue"] + 1, most["inches"] + 1, len(failed), *counts)
    whole = np.zeros(shape, dtype=object if fractions else np.float64)
    for state, part in joint.items():
        cell = (state.harm, state.injuries, int(state.down), state.fatigue, state.inches)
        ends = failed if state.down else np.append(1, failed[1:] * 0)
        whole[cell][:, : part.shape[0], : part.shape[1]] += np.multiply.outer(ends, part)
    summed = whole.sum(axis=tuple(d for d, axis in enumerate(AXES) if axis not in asked))
    order = [axis for axis in AXES if axis in asked]
    return np.transpose(summed, [order.index(axis) for axis in asked])


# ------------------------------------------------------------------------------------------------ what is decided
def plan(attacks: Attacks) -> Plan:
    """What is best to do for the objective; both engines look it up."""
    return _solved(attacks)[0]


def opening(attacks: Attacks) -> Attack:
    """The first attack by itself, re-rolled as it is in the plan.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("4P P5 L2 reroll 1"), (), Target(endurance=4, health=1))
    >>> opening(Attacks([shot, shot])).test.objective.__name__
    'P(incapacitated) in the end'
    """
    here = link(attacks.attacks[0], start_of(attacks.target))
    return here.alone(_solved(attacks)[1].__getitem__, f"{attacks.objective} in the end")


@lru_cache(maxsize=256)
def _solved(attacks: Attacks) -> tuple[Plan, dict[State, float]]:
    """The plan, worked out from the last attack to the first, and what states after the first are worth."""
    stands = _reachable(attacks)
    steps = [(each, states) for each, states in zip(attacks.attacks, stands, strict=False)]
    check_rerolls((link(each, state), 1) for each, states in steps for state in states if not state.down)
    worth = _worth(attacks, stands[-1])
    found: list[dict[State, Tactic]] = []
    later = worth
    for attack, states in reversed(steps):
        later, best, worth = worth, {}, {}
        for state in states:
            if state.down:
                worth[state] = later[state]
                continue
            here = link(attack, state)
            best[state] = here.choose(later.__getitem__)
            worth[state] = sum(float(chance) * later[end] for end, chance in here.after(best[state]).items())
        found.append(best)
    return tuple(reversed(found)), later


def _worth(attacks: Attacks, states: set[State]) -> dict[State, float]:
    """What it is worth how the target stands in the end."""
    metric, shape = attacks.goal, (attacks.target.limit + 1, attacks.target.health, 2, 1, 1, 1, 1, 1)
    wanted = np.broadcast_to(utility(attacks.attacks[0], metric, shape), shape)
    return {state: float(wanted[state.harm, state.injuries, int(state.down), 0, 0, 0, 0, 0]) for state in states}


def is_all_the_same(attacks: Attacks) -> bool:
    """Whether nothing that the dice show changes what the attacks are for: it is out of reach, or sure.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("3P P5 L2 reroll 1"), (), Target(endurance=6, health=2))
    >>> [is_all_the_same(Attacks([shot] * n)) for n in (1, 2, 5)]
    [True, True, False]
    """
    worths = _worth(attacks, _reachable(attacks)[-1]).values()
    return max(worths) - min(worths) < SAME


def _reachable(attacks: Attacks) -> list[set[State]]:
    """The states there can be before the first attack, before the second, ..., after the last."""
    stands = [{start_of(attacks.target)}]
    for attack in attacks.attacks:
        after = {state for state in stands[-1] if state.down}
        for state in stands[-1]:
            if not state.down:
                after |= link(attack, state).reaches()
        stands.append(after)
    return stands
