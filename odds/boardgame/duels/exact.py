"""Fights one after another, exactly: a chain over the HP that the survivor has lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from odds.boardgame.duels.rules import BoardDuel
from odds.boardgame.fights.exact import deadly, joint, needed
from odds.core.distribution import Distribution

AXES = ("killed", "died")


def events(duel: BoardDuel) -> dict[str, str | None]:  # noqa: ARG001 (the same for all)
    """The named events: wins and dies_first; with both sides hit at once the survivor may win and die."""
    return {"wins": "killed >= 1", "dies_first": "died >= 1 and killed == 0"}


def exact(duel: BoardDuel, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """In which fight the enemy is killed and in which the survivor dies; 0: in none of them.

    Examples
    --------
    >>> from odds.boardgame.fights.rules import BoardFight
    >>> exact(BoardDuel(BoardFight(3, "body", hp=7), rounds=1), fractions=True).metric("dies_first").value
    Fraction(1, 3)
    """
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    standing = {0: Fraction(1)}  # HP lost -> probability that both still stand
    for number in range(1, duel.rounds + 1):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for lost, share in standing.items():
            for (kills, dies, now), chance in _fight(duel, lost).items():
                if kills or dies:
                    found[number * kills, number * dies] += share * chance
                else:
                    after[now] += share * chance
        standing = after
    found[0, 0] += sum(standing.values(), Fraction(0))
    values = np.full((duel.rounds + 1, duel.rounds + 1), Fraction(0), object)
    for place, share in found.items():
        values[place] = share
    if not fractions:
        values = values.astype(float)
    return Distribution(AXES, values, None, events(duel), None, duel.text).marginal(*axes)


def in_the_end(duel: BoardDuel) -> dict[str, Fraction | None]:
    """What comes of fighting on for ever.

    Returns
    -------
    dict
        wins, dies and dies_first: their probabilities; rounds: the mean number of fights until the enemy is killed, if
        it is; None if it never is.

    Examples
    --------
    >>> from odds.boardgame.fights.rules import BoardFight
    >>> in_the_end(BoardDuel(BoardFight(1, "body", armor=6)))["rounds"]
    Fraction(8, 7)
    """
    limit = deadly(duel.fight)
    assert limit is not None
    ends: dict[int, tuple[Fraction, ...]] = {}  # HP lost -> wins, dies, dies first, E[fights; a win]
    for lost in reversed(range(limit)):
        stays, sums = Fraction(0), [Fraction(0)] * 4
        for (kills, dead, now), chance in _fight(duel, lost).items():
            if kills or dead:
                parts: tuple[Fraction | int, ...] = (kills, dead, dead and not kills, 0)
            elif now > lost:
                parts = ends[now]
            else:
                stays += chance
                continue
            sums = [total + chance * part for total, part in zip(sums, parts, strict=True)]
        if stays == 1:  # nothing ever happens
            ends[lost] = (Fraction(0),) * 4
        else:
            wins, dies, first = (total / (1 - stays) for total in sums[:3])
            ends[lost] = (wins, dies, first, (sums[3] + wins) / (1 - stays))
    wins, dies, first, fights = ends[0]
    return {"wins": wins, "dies": dies, "dies_first": first, "rounds": fights / wins if wins else None}


def _fight(duel: BoardDuel, lost: int) -> dict[tuple[bool, bool, int], Fraction]:
    """What one fight does: (enemy killed, survivor dead, HP lost in all) and how likely that is."""
    limit, found = deadly(duel.fight), dict[tuple[bool, bool, int], Fraction]()
    assert limit is not None
    for (damage, hits), chance in joint(duel.after(lost)).items():
        now = min(lost + damage, limit)
        dies = now >= limit
        kills = hits >= needed(duel.fight) and (not dies or duel.fight.switches["first"] == "together")
        found[kills, dies, now] = found.get((kills, dies, now), Fraction(0)) + chance
    return found
