"""An attack on an area exactly: given the dice, what happens to one model does not depend on the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.errors import TooMuchError
from odds.core.subject import axes_of
from odds.factions.attacks.area.rules import MOST_TARGETS, AreaAttack, axis_of, numbered
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.exact import choice, confused, rolls, table, takes_hold
from odds.factions.attacks.outcome import ENDS, STATES
from odds.factions.attacks.rules import Attack

OWN = (*STATES, "fatigue")  # the outcomes that every model has for itself
AXES = ("down", "confused", *numbered(OWN, MOST_TARGETS), "hits", "luck_hits")
MOST_CELLS = 20_000_000

Array = NDArray[Any]
_FALLS = np.eye(2, dtype=np.int64).reshape(1, 2, 1, 1, 2, 1, 1, 1)  # picks the ends in which it falls, or does not


def events(area: AreaAttack) -> dict[str, str | None]:
    """The named events: "all_down", "any_down", and "target_1", "target_2", ...: that model is Incapacitated.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> events(AreaAttack(Attack.of(parse("3A A5 L2"), (), Target(4, 1)), [Target(5, 1)]))["all_down"]
    'down == 2'
    """
    models = len(area.attacks)
    single = {f"target_{n}": f"{axis_of('incapacitated', n)} >= 1" for n in range(1, models + 1)}
    critical = "luck_hits < 0" if area.attack.test.unlucky else "luck_hits >= 1"
    return {
        "all_down": f"down == {models}",
        "any_down": "down >= 1",
        **single,
        "failed": "hits == 0",
        "critical": critical,
    }


def shown(area: AreaAttack) -> tuple[str, ...]:
    """The axes that an answer shows: Confusion Tests only where there are any.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> shown(AreaAttack(Attack.of(parse("3A A5 L2"), (), Target(4, 1)), [Target(5, 1)]))
    ('down',)
    """
    friends = any(each.target.friends and each.target.confuses for each in area.attacks)
    return ("down", *["confused"] * friends)


def exact(area: AreaAttack, *, axes: Sequence[str] = ("down",), fractions: bool = False) -> Distribution:
    """How many models fall, and how each of them ends, jointly.

    Parameters
    ----------
    area
        The attack.
    axes
        Some of "down" (models Incapacitated), "confused" (failed Confusion Tests of friends, once all damage is dealt:
        those near each fallen model take one for its fall, Rulebook p. 23), "harm_1", "injuries_1", "incapacitated_1",
        "fatigue_1", "harm_2", ..., "hits", "luck_hits".
    fractions
        Fractions instead of floats.

    Raises
    ------
    OddsError
        If an axis is unknown or named twice, belongs to a model that is not there, or too many are asked for at once.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> grenade = AreaAttack(Attack.of(parse("3A A5 L2"), (), Target(2, 1)), [Target(3, 1)])
    >>> exact(grenade).probabilities.round(6)
    array([0.375  , 0.28125, 0.34375])
    """
    there = ("down", "confused", *numbered(OWN, len(area.attacks)), "hits", "luck_hits")
    asked = axes_of(axes, there, "this attack has")
    rolled = rolls(area.attack.rolled, fractions)
    joint, order = rolled[..., np.newaxis, np.newaxis], ["hits", "luck_hits", "down", "confused"]
    for number, attack in enumerate(area.attacks, 1):
        own = [axis for axis in OWN if axis_of(axis, number) in asked]
        order += [axis_of(axis, number) for axis in own]
        failed = confused(attack.target, fractions) if "confused" in asked else np.array([1])
        joint = _with_model(joint, _model(attack, rolled.shape, own, fractions), failed, count="down" in asked)
    summed = joint.sum(axis=tuple(d for d, axis in enumerate(order) if axis not in asked))
    kept = [axis for axis in order if axis in asked]
    values = np.transpose(summed, [kept.index(axis) for axis in asked])
    return Distribution(asked, values, None, events(area), None, area.text)


def _model(attack: Attack, dice: tuple[int, ...], own: Sequence[str], fractions: bool) -> Array:
    """A model's chances by [Hits, surviving Luck Dice, whether it falls, its own outcomes]."""
    holds, chosen = takes_hold(attack, dice[1], fractions), choice(attack)
    parts: list[tuple[Critical | None, Array]] = [(None, np.broadcast_to(1 - holds, dice))]
    parts += [(effect, holds * (chosen == n)) for n, effect in enumerate(attack.effects)]
    found: Any = 0
    for effect, weights in parts:
        split = table(attack, effect, fractions=fractions)[:, np.newaxis] * _FALLS  # Hits, whether it falls, ENDS
        ends = split.sum(axis=tuple(d for d, axis in enumerate(ENDS, 2) if axis not in own))
        found = found + weights.reshape(*dice, *[1] * (ends.ndim - 1)) * ends[:, np.newaxis]
    return np.asarray(found)


def _with_model(joint: Array, model: Array, failed: Array, *, count: bool) -> Array:
    """One model more: [Hits, surviving Luck Dice, models down, failed Confusion Tests, outcomes so far, its own].

    Parameters
    ----------
    joint
        The same without it.
    model
        Its chances by [Hits, surviving Luck Dice, whether it falls, its own outcomes].
    failed
        Chances of 0, 1, 2, ... failed Confusion Tests if it falls.
    count
        Whether models down are counted.
    """
    so_far, own = joint.shape[4:], model.shape[3:]
    downs, confusions = joint.shape[2:4]
    cells = int(np.prod(joint.shape)) * int(np.prod(own)) * 2 * len(failed)
    if cells > MOST_CELLS:
        raise TooMuchError("so many outcomes of so many models are too much to work out jointly: ask for fewer at once")
    left = joint.reshape(*joint.shape, *[1] * len(own))
    counts = (downs + 1 if count else 1, confusions + len(failed) - 1)
    found = np.zeros((*joint.shape[:2], *counts, *so_far, *own), dtype=joint.dtype)
    for falls, fails in ((0, [1]), (1, failed)):
        right = model[:, :, falls].reshape(*joint.shape[:2], 1, 1, *[1] * len(so_far), *own)
        at = falls if count else 0
        for more, chance in enumerate(fails):
            found[:, :, at : at + downs, more : more + confusions] += left * right * chance
    return found
