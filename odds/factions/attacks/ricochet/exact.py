"""Ricochet exactly: with a Hit the other target is left alone, without one the first is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.errors import TooMuchError
from odds.core.subject import axes_of
from odds.factions.attacks.exact import exact as exact_attack
from odds.factions.attacks.exact import shape
from odds.factions.attacks.outcome import AXES as OF_ATTACKS
from odds.factions.attacks.outcome import ENDS, STATES
from odds.factions.attacks.ricochet.rules import TARGETS, Ricochet, numbered
from odds.factions.attacks.rules import Attack

AXES = ("down", "ricochets", *numbered(OF_ATTACKS))
MOST_CELLS = 20_000_000

Array = NDArray[Any]


def events(ricochet: Ricochet) -> dict[str, str | None]:
    """The named events.

    Returns
    -------
    dict
        "target_1", "target_2": it is Incapacitated; "any_down"; "injury_1", "injury_2": at least one new Injury, or
        Incapacitated; "ricochet": the second attack is made; "failed": neither attack has a Hit; "critical": a Luck
        Die survived.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("4P P5 L2"), (), Target(endurance=6, health=2))
    >>> events(Ricochet(shot, shot))["ricochet"]
    'ricochets >= 1'
    """
    pairs = list(zip(TARGETS, ricochet.attacks, strict=True))
    single = {f"target_{n}": f"incapacitated_{n} >= 1" for n in TARGETS}
    injured = {
        f"injury_{n}": f"incapacitated_{n} >= 1 or injuries_{n} > {attack.target.injuries}" for n, attack in pairs
    }
    lucky = [f"luck_hits_{n} >= 1" for n, attack in pairs if not attack.test.unlucky]
    return {
        **single,
        "any_down": "down >= 1",
        **injured,
        "ricochet": "ricochets >= 1",
        "failed": "hits_1 == 0 and hits_2 == 0",
        "critical": " or ".join(lucky) or "ricochets < 0",
    }


def shown(ricochet: Ricochet) -> tuple[str, ...]:
    """The axes that an answer shows: how both targets end, Confusion Tests only where there are any."""
    there = [*STATES, *["confused"] * any(shape(each)[ENDS.index("confused")] > 1 for each in ricochet.attacks)]
    return ("down", "ricochets", *numbered(tuple(there)))


def exact(ricochet: Ricochet, *, axes: Sequence[str] = ("down",), fractions: bool = False) -> Distribution:
    """How both targets end, jointly.

    Parameters
    ----------
    ricochet
        The attack and the other target.
    axes
        Some of "down" (models Incapacitated), "ricochets" (1 if the second attack is made), and of each target's own:
        "harm_1", "injuries_1", "incapacitated_1", ..., "luck_hits_2". What belongs to an attack that is not made is 0.
    fractions
        Fractions instead of floats.

    Raises
    ------
    OddsError
        If an axis is unknown or named twice, or too many are asked for at once.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("4P P5 L2"), (), Target(endurance=6, health=2))
    >>> exact(Ricochet(shot, shot.against(Target(4, 1)))).probabilities.round(6)
    array([0.985352, 0.014648, 0.      ])
    """
    asked = axes_of(axes, AXES, "a Ricochet has")
    own = [_own(asked, number) for number in TARGETS]
    hit, missed, left_alone = _first(ricochet.first, own[0], fractions)
    other = exact_attack(ricochet.second, axes=own[1], fractions=fractions).values
    spared = np.zeros_like(other)
    spared[_start(ricochet.second, own[1])] = 1
    if hit.size * other.size > MOST_CELLS:
        raise TooMuchError("so many outcomes of two targets are too much to work out jointly: ask for fewer at once")
    still = np.zeros_like(hit)
    still[left_alone] = missed
    joint = np.stack([np.multiply.outer(hit, spared), np.multiply.outer(still, other)])
    order = ["ricochets", *(f"{axis}_{n}" for n, names in zip(TARGETS, own, strict=True) for axis in names)]
    if "down" in asked:
        joint, order = _counted(joint, order), ["down", *order]
    summed = joint.sum(axis=tuple(d for d, axis in enumerate(order) if axis not in asked))
    kept = [axis for axis in order if axis in asked]
    values = np.transpose(summed, [kept.index(axis) for axis in asked])
    return Distribution(asked, values, None, events(ricochet), None, ricochet.text)


def _own(asked: Sequence[str], number: int) -> tuple[str, ...]:
    """A target's axes that are needed; whether it falls is always among them."""
    return tuple(axis for axis in OF_ATTACKS if axis == "incapacitated" or f"{axis}_{number}" in asked)


def _start(attack: Attack, own: Sequence[str]) -> tuple[int, ...]:
    """Where a target stands that nothing has happened to, over its axes."""
    return tuple({"harm": attack.target.harm, "injuries": attack.target.injuries}.get(axis, 0) for axis in own)


def _first(attack: Attack, own: tuple[str, ...], fractions: bool) -> tuple[Array, Any, tuple[int, ...]]:
    """The first attack's ends with a Hit, its chance of none, and where its target then is."""
    with_hits = (*(axis for axis in own if axis != "hits"), "hits")
    ends = exact_attack(attack, axes=with_hits, fractions=fractions).values
    missed = ends[..., 0].sum()
    hit = ends.copy()
    hit[..., 0] = 0
    if "hits" not in own:
        return hit.sum(axis=-1), missed, _start(attack, own)
    return np.moveaxis(hit, -1, own.index("hits")), missed, _start(attack, own)


def _counted(joint: Array, order: Sequence[str]) -> Array:
    """The same with the number of models down as its first axis."""
    places = [order.index(f"incapacitated_{n}") for n in TARGETS]
    found = np.zeros((len(TARGETS) + 1, *joint.shape), dtype=joint.dtype)
    for falls in np.ndindex(2, 2):
        cell: list[Any] = [slice(None)] * joint.ndim
        for place, value in zip(places, falls, strict=True):
            cell[place] = value
        found[(sum(falls), *cell)] = joint[tuple(cell)]
    return found
