"""A volley exactly: a chain of the target's states and of the attackers that are left, with what has been counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.subject import axes_of
from odds.factions.attacks.damage import State, standing, start_of
from odds.factions.attacks.outcome import AXES as ENDS
from odds.factions.attacks.outcome import STATES
from odds.factions.attacks.several.exact import add, carried, ends_table
from odds.factions.attacks.several.exact import events as events_of
from odds.factions.attacks.several.rules import Attacks
from odds.factions.volleys.policy import Node, Step, policy
from odds.factions.volleys.rules import Volley

Array = NDArray[Any]
ATTACKS = "attacks"
AXES = (*STATES, ATTACKS, *(axis for axis in ENDS if axis not in STATES))
"""The outcomes of several attacks, and how many attacks were made."""


def events(volley: Volley) -> dict[str, str | None]:
    """The named events: those of several attacks.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> sorted(events(Volley([Attack.of(parse("4P P5 L2"), (), Target(5, 1))])))
    ['critical', 'failed', 'fatigue', 'incapacitated', 'injury']
    """
    return events_of(Attacks(volley.attacks))


def exact(volley: Volley, *, axes: Sequence[str] = STATES, fractions: bool = False) -> Distribution:
    """How the target stands in the end, how many attacks were made, and what came up in all of them together.

    Parameters
    ----------
    volley
        The volley.
    axes
        Which outcomes of `AXES`, in which order.
    fractions
        Fractions instead of floats.

    Returns
    -------
    Distribution
        Joint over the axes. Floats sum to 1 within 1e-12, Fractions exactly.

    Raises
    ------
    OddsError
        If an axis is unknown or named twice.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=2)
    >>> shots = [Attack.of(parse("4P P4 L2"), (), target), Attack.of(parse("5S S5 L2"), ["Maim"], target)]
    >>> [round(exact(Volley(shots, play)).probability("incapacitated"), 6) for play in ("given", "best")]
    [0.000416, 0.001574]
    """
    asked = axes_of(axes, AXES, "a volley has")
    counted = tuple(axis for axis in asked if axis != ATTACKS)
    ended = _ended(volley, counted, fractions)
    if ATTACKS in asked:
        tables = [ends_table(volley.target, joint, counted, fractions) if joint else None for joint in ended]
        values = _stacked(tables, asked.index(ATTACKS))
    else:
        whole: dict[State, Array] = {}
        for joint in ended:
            for state, part in joint.items():
                add(whole, state, part)
        values = ends_table(volley.target, whole, counted, fractions)
    return Distribution(asked, values, None, events(volley), None, volley.text)


def _ended(volley: Volley, counted: tuple[str, ...], fractions: bool) -> list[dict[State, Array]]:
    """By the number of attacks made: every end after so many, with the chances of what was counted."""
    everybody = (1 << len(volley.attacks)) - 1
    one = np.array([[1]], dtype=object if fractions else np.float64)
    stands: dict[int, dict[State, Array]] = {everybody: {start_of(volley.target): one}}
    ended: list[dict[State, Array]] = [{}]
    for steps in policy(volley):
        ended.append({})
        after: dict[int, dict[State, Array]] = {}
        for left, joint in stands.items():
            for attacker, group in _by_attacker(left, joint, steps).items():
                chosen = {standing(state): steps[Node(standing(state), left)].tactic for state in group}
                for end, part in carried(group, volley.attacks[attacker], chosen, counted, fractions).items():
                    add(ended[-1] if end.down else after.setdefault(left ^ 1 << attacker, {}), end, part)
        stands = after
    for joint in stands.values():
        for state, part in joint.items():
            add(ended[-1], state, part)
    return ended


def _by_attacker(left: int, joint: dict[State, Array], steps: dict[Node, Step]) -> dict[int, dict[State, Array]]:
    """The states by who attacks next."""
    groups: dict[int, dict[State, Array]] = {}
    for state, part in joint.items():
        groups.setdefault(steps[Node(standing(state), left)].attacker, {})[state] = part
    return groups


def _stacked(tables: list[Array | None], at: int) -> Array:
    """Tables side by side along a new axis at this place, filled with zeros to one shape."""
    there = [each for each in tables if each is not None]
    shape = tuple(np.max([np.shape(each) for each in there], axis=0).astype(int))
    whole = np.zeros((len(tables), *shape), dtype=np.asarray(there[0]).dtype)
    for n, each in enumerate(tables):
        if each is not None:
            corner: tuple[int | slice, ...] = (n, *(slice(size) for size in np.shape(each)))
            whole[corner] = np.asarray(each)[()]  # the number itself, where there is no other axis
    return np.moveaxis(whole, 0, at)
