"""An attack that may bring the Mysterious Stranger, exactly: the second link of the chain has a Test before it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.subject import axes_of
from odds.factions.attacks.damage import State, fewer_hits, standing, start_of
from odds.factions.attacks.link import Tactic, link
from odds.factions.attacks.objective import utility
from odds.factions.attacks.outcome import AXES as OF_ATTACKS
from odds.factions.attacks.outcome import STATES
from odds.factions.attacks.several.exact import carried, ends_table
from odds.factions.attacks.several.exact import events as of_several
from odds.factions.attacks.stranger.rules import Stranger

AXES = (*OF_ATTACKS, "came")

Array = NDArray[Any]


def events(stranger: Stranger) -> dict[str, str | None]:
    """The named events: those of several attacks, and "stranger": the Stranger attacks.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> events(parse_attack("4P P5 L4 with Mysterious Stranger at E5 HP1"))["stranger"]
    'came >= 1'
    """
    return {**of_several(stranger.attacks), "stranger": "came >= 1"}


def exact(stranger: Stranger, *, axes: Sequence[str] = STATES, fractions: bool = False) -> Distribution:
    """How the target stands after the attack and, where the Stranger comes, after that of the Stranger.

    Parameters
    ----------
    stranger
        The attack, the Test and the Stranger's attack.
    axes
        Those of several attacks, and "came": 1 if the Stranger attacks. Hits, surviving Luck Dice and inches are those
        of both attacks together; the Test 1L has no part in them.
    fractions
        Fractions instead of floats.

    Raises
    ------
    OddsError
        If an axis is unknown or named twice.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> shot = parse_attack("4P P5 L4 with Mysterious Stranger at E5 HP1")
    >>> round(exact(shot).probability("incapacitated"), 6)
    0.386014
    """
    asked = axes_of(axes, AXES, "an attack that may bring the Stranger has")
    own = tuple(axis for axis in OF_ATTACKS if axis in asked) or ("incapacitated",)
    target, second = stranger.attacks.target, stranger.attacks.attacks[1]
    tactics = plan(stranger)
    passes = 1 - fewer_hits(stranger.test, 1, fractions)
    after = _after_own(stranger, own, fractions)
    alone = {state: counted * (1 if state.down else 1 - passes) for state, counted in after.items()}
    joined = {state: counted * passes for state, counted in after.items() if not state.down}
    both = carried(joined, second, tactics.second, own, fractions) if joined else {}
    parts = [ends_table(target, joint, own, fractions) for joint in (alone, both) if joint]
    values = np.stack(_padded([*parts, *[parts[0] * 0] * (2 - len(parts))]), axis=-1)
    order = [*own, "came"]
    summed = values.sum(axis=tuple(d for d, axis in enumerate(order) if axis not in asked))
    kept = [axis for axis in order if axis in asked]
    return Distribution(
        asked, np.transpose(summed, [kept.index(axis) for axis in asked]), None, events(stranger), None, stranger.text
    )


def after_own(stranger: Stranger) -> Distribution:
    """How the target stands after the attacker's own attack, made for how it ends.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> round(after_own(parse_attack("4P P5 L4 with Mysterious Stranger at E5 HP1")).probability("incapacitated"), 6)
    0.183594
    """
    values = ends_table(stranger.attacks.target, _after_own(stranger, STATES, False), STATES, False)
    return Distribution(STATES, values, None, of_several(stranger.attacks), None, stranger.attacks.attacks[0].text)


def _after_own(stranger: Stranger, own: tuple[str, ...], fractions: bool) -> dict[State, Array]:
    one = np.array([[1]], dtype=object if fractions else np.float64)
    start = {start_of(stranger.attacks.target): one}
    return carried(start, stranger.attacks.attacks[0], plan(stranger).first, own, fractions)


def _padded(parts: Sequence[Array]) -> list[Array]:
    """Tables of one shape, zeros where one lacks a cell."""
    shape = np.max([part.shape for part in parts], axis=0)
    return [
        np.pad(part, [(0, most - size) for most, size in zip(shape, part.shape, strict=True)], constant_values=0)
        for part in parts
    ]


class Tactics(NamedTuple):
    """What is best to do in both attacks, by how the target stands."""

    first: dict[State, Tactic]
    second: dict[State, Tactic]


@lru_cache(maxsize=256)
def plan(stranger: Stranger) -> Tactics:
    """What is best to do for the objective, the Stranger's attack before the attacker's; both engines look it up."""
    attacks, target = stranger.attacks, stranger.attacks.target
    first, second = attacks.attacks
    start = start_of(target)
    shape = (target.limit + 1, target.health, 2, 1, 1, 1, 1, 1)
    wanted = np.broadcast_to(utility(first, attacks.goal, shape), shape)

    def worth(state: State) -> float:
        return float(wanted[state.harm, state.injuries, int(state.down), 0, 0, 0, 0, 0])

    stands = [state for state in link(first, start).reaches() if not state.down]
    later = {state: link(second, state).choose(worth) for state in stands}
    passes = float(1 - fewer_hits(stranger.test, 1))

    def before(state: State) -> float:
        if state.down:
            return worth(state)
        after = link(second, state).after(later[standing(state)])
        return (1 - passes) * worth(state) + passes * sum(float(chance) * worth(end) for end, chance in after.items())

    return Tactics({start: link(first, start).choose(before)}, later)
