"""An attack worked out exactly: the Test's Hits and surviving Luck Dice, and for each of them every end.

The structure is open on purpose: `ends` and `worth` say what an attack makes of so many Hits and surviving Luck Dice,
whatever the dice were re-rolled for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from odds.core.distribution import Distribution
from odds.core.subject import axes_of
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.damage import MOST_FATIGUE, fewer_hits, laws, start_of
from odds.factions.attacks.objective import checked, utility
from odds.factions.attacks.outcome import AXES, ENDS, STATES, events
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.special.exact import exact as exact_test
from odds.factions.special.rules import SpecialTest

SAME = 1e-12  # objectives that differ by less are equal: then the effect named first is used

Array = NDArray[Any]


def exact(attack: Attack, *, axes: Sequence[str] = STATES, fractions: bool = False) -> Distribution:
    """Works an attack out exactly (Rulebook p. 20-23).

    Parameters
    ----------
    attack
        The attack.
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
    >>> end = exact(Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1)))
    >>> end.probabilities[:, 0, 0].round(9).tolist(), round(end.probability("incapacitated"), 9)
    ([0.004096, 0.059904, 0.189628416, 0.0], 0.746371584)
    """
    asked = axes_of(axes, AXES, "an attack has")
    rolled = rolls(attack.rolled, fractions)
    unread = tuple(d for d, axis in enumerate(ENDS, 1) if axis not in asked)
    whole: Array | None = None
    for effect, weights in _uses(attack, rolled, fractions):
        part = _joined(weights, table(attack, effect, fractions=fractions).sum(axis=unread), asked)
        whole = part if whole is None else whole + part
    assert whole is not None
    order = [axis for axis in AXES if axis in asked]
    values = np.transpose(whole, [order.index(axis) for axis in asked])
    return Distribution(asked, values, events=events(attack), label=attack.text)


def _joined(weights: Array, ends: Array, asked: tuple[str, ...]) -> Array:
    """Chances by [ends, Hits, surviving Luck Dice], the last two if asked for, of weights by these and ends by Hits."""
    flat = ends.reshape(len(ends), -1)
    hits = "hits" in asked
    joint = flat.T[:, :, np.newaxis] * weights[np.newaxis] if hits else (flat.T @ weights)[:, np.newaxis]
    if "luck_hits" not in asked:
        joint = joint.sum(axis=2)
    kept = [size for size, axis in zip(weights.shape, AXES[-2:], strict=True) if axis in asked]
    return joint.reshape(*ends.shape[1:], *kept)


def _uses(attack: Attack, rolled: Array, fractions: bool) -> list[tuple[Critical | None, Array]]:
    """Each effect that takes hold, or none, with the chances of that by [Hits, surviving Luck Dice]."""
    holds = takes_hold(attack, rolled.shape[1], fractions)
    chosen = choice(attack)
    uses: list[tuple[Critical | None, Array]] = [(None, rolled * (1 - holds))]
    uses += [(effect, rolled * holds * (chosen == n)) for n, effect in enumerate(attack.effects)]
    return uses


@lru_cache(maxsize=1024)
def rolls(test: SpecialTest, fractions: bool = False) -> Array:
    """Chances by [Hits, surviving Luck Dice] of a Test, kept for the next time."""
    return exact_test(test, axes=("hits", "luck_hits"), fractions=fractions).values


def takes_hold(attack: Attack, luck_hits: int, fractions: bool = False) -> Array:
    """The chance that a Critical Effect takes hold, by surviving Luck Dice: at least one is needed (Rulebook p. 17).

    A Shrug Test of Odd Anatomy cancels it with as many Hits.

    Parameters
    ----------
    attack
        The attack.
    luck_hits
        How many numbers of surviving Luck Dice are wanted, from 0.
    fractions
        Fractions instead of floats.
    """
    holds = np.zeros(luck_hits, dtype=object if fractions else np.float64)
    if not attack.effects:
        return holds
    holds[1:] = 1
    if attack.target.odd_anatomy:
        shrug = attack.endurance_test("Shrug")
        holds[1:] = [fewer_hits(shrug, left, fractions) for left in range(1, luck_hits)]
    return holds


# ------------------------------------------------------------------------------------------------ the ends
def shape(attack: Attack) -> tuple[int, ...]:
    """How many values every axis of `ENDS` has."""
    target, effects = attack.target, attack.effects
    assert attack.rules is not None
    most = 1 if attack.rules["suppress"] == "any" else MOST_FATIGUE
    fatigue = max((min(most, each.dice) for each in effects if each.name == "Suppress"), default=0)
    inches = max((each.dice for each in effects if each.name in ("Pushback", "Haul")), default=0)
    confused = len(target.friends) if target.confuses else 0
    return (target.limit + 1, target.health, 2, fatigue * target.suffers_fatigue + 1, inches + 1, confused + 1)


def shown(attacks: Sequence[Attack]) -> tuple[str, ...]:
    """The axes that an answer about these attacks shows: inches and Confusion Tests only where there are any.

    Examples
    --------
    >>> from odds import parse
    >>> shown([Attack.of(parse("4P P5 L2"), ["Pushback 2"], Target(4, 1, strength=4))])
    ('harm', 'injuries', 'incapacitated', 'fatigue', 'inches', 'luck_hits')
    """
    always = (*STATES, "fatigue")
    sizes = zip(*map(shape, attacks), strict=True)
    there = [axis for axis, size in zip(ENDS, sizes, strict=True) if axis in always or max(size) > 1]
    return (*there, "luck_hits")


@lru_cache(maxsize=256)
def table(attack: Attack, effect: Critical | None, *, fractions: bool = False) -> Array:
    """Chances of every end, by [Hits, *ENDS], if this effect takes hold (None: no effect does).

    Examples
    --------
    >>> from odds import parse
    >>> attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
    >>> table(attack, attack.effects[0]).shape
    (10, 4, 1, 2, 1, 1, 1)
    """
    found = laws(attack, effect, start_of(attack.target), fractions)
    most = attack.rolled.most_hits
    ends = np.zeros((min(most + 1, len(found)), *shape(attack)), dtype=object if fractions else np.float64)
    confusion = confused(attack.target, fractions)
    for hits, law in enumerate(found[: len(ends)]):
        for state, chance in law.items():
            if state.down:
                ends[hits, 0, 0, 1, 0, 0, :] += chance * confusion
            else:
                ends[hits, state.harm, state.injuries, 0, state.fatigue, state.inches, 0] += chance
    ends = ends[np.minimum(np.arange(most + 1), len(found) - 1)]
    ends.flags.writeable = False
    return ends


def confused(target: Target, fractions: bool = False) -> Array:
    """Chances of 0, 1, 2, ... failed Confusion Tests once the target has fallen (2I, p. 23)."""
    law = np.array([1], dtype=object if fractions else np.float64)
    for friend in target.friends if target.confuses else ():
        needed = 1 if friend.at_least is None else friend.at_least
        fails = fewer_hits(friend, needed, fractions)
        law = np.append(law * (1 - fails), 0) + np.append(0, law * fails)
    return law


def ends(attack: Attack, effect: Critical | None, hits: int, luck_hits: int, *, fractions: bool = False) -> Array:
    """Chances of every end over `ENDS`, once the dice lie there.

    Parameters
    ----------
    attack
        The attack.
    effect
        The Critical Effect the attacker uses, one of `attack.effects`, or None.
    hits, luck_hits
        Hits of the Test, and Luck Dice that survived.
    fractions
        Fractions instead of floats.

    Returns
    -------
    ndarray
        Shape `shape(attack)`: harm, injuries, incapacitated, fatigue, inches, confused.

    Examples
    --------
    >>> from odds import parse
    >>> attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
    >>> ends(attack, attack.effects[0], hits=2, luck_hits=1)[2, 0, 0, 0, 0, 0]
    np.float64(1.0)
    """
    holds = takes_hold(attack, luck_hits + 1, fractions)[luck_hits] if effect is not None else 0
    with_it, without = table(attack, effect, fractions=fractions), table(attack, None, fractions=fractions)
    at: Array = holds * with_it[hits] + (1 - holds) * without[hits]
    return at


# ------------------------------------------------------------------------------------------------ what it is worth
def worths(attack: Attack, objective: str | None = None) -> Array:
    """What each effect is worth, by [effect, Hits, surviving Luck Dice]; one row, of no effect, if there is none.

    See `worth`.
    """
    metric = checked(attack, objective)
    hits, luck_hits = attack.rolled.most_hits + 1, attack.rolled.luck_dice + 1
    wanted = utility(attack, metric, (*shape(attack), hits, luck_hits))
    read = tuple(range(len(ENDS)))

    def mean(effect: Critical | None) -> Array:
        chances = np.moveaxis(table(attack, effect), 0, -1)[..., np.newaxis]
        unread = tuple(d for d in read if wanted.shape[d] == 1)
        at: Array = (chances.sum(axis=unread, keepdims=True) * wanted).sum(axis=read)
        return np.broadcast_to(at, (hits, luck_hits))

    holds, without = takes_hold(attack, luck_hits), mean(None)
    found = [holds * mean(effect) + (1 - holds) * without for effect in attack.effects]
    return np.array(found or [without])


def worth(attack: Attack, objective: str | None = None) -> NDArray[np.float64]:
    """What the dice are worth once they lie there: the mean of the objective, the best effect used.

    Parameters
    ----------
    attack
        The attack.
    objective
        A probability or mean over `AXES`; the attack's own if None.

    Returns
    -------
    ndarray
        By [Hits, surviving Luck Dice].

    Raises
    ------
    OddsError
        If the objective is none.

    Examples
    --------
    >>> from odds import parse
    >>> attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
    >>> worth(attack, "mean(harm)")[:, 1]
    array([0., 2., 2., 2., 0., 0., 0., 0., 0., 0.])
    """
    best: NDArray[np.float64] = worths(attack, objective).max(axis=0)
    return best


@lru_cache(maxsize=1024)
def choice(attack: Attack) -> NDArray[np.int64]:
    """The effect to use, an index of `attack.effects`, by [Hits, surviving Luck Dice]: the best for the objective.

    Of equal ones, the one named first. Both engines look it up.

    Examples
    --------
    >>> from odds import parse
    >>> attack = Attack.of(parse("6S S6 L3"), ["Maim", "Pierce"], Target(endurance=4, health=1))
    >>> choice(attack)[:, 1].tolist()
    [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    """
    if len(attack.effects) < 2:  # nothing to choose
        return np.zeros((attack.rolled.most_hits + 1, attack.rolled.luck_dice + 1), np.int64)
    found = worths(attack)
    best: NDArray[np.int64] = np.argmax(found >= found.max(axis=0) - SAME, axis=0)
    return best
