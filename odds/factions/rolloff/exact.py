"""The Roll Off exactly: who wins, with the re-roll used as well as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from odds.core.distribution import Distribution
from odds.factions.rolloff.rules import FACES, RollOff

AXES = ("winner",)


def events(roll_off: RollOff) -> dict[str, str | None]:
    """The named events: player_1 wins, player_2 wins, ..."""
    return {f"player_{n}": f"winner == {n}" for n in range(1, roll_off.players + 1)}


def exact(roll_off: RollOff, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """The exact chance of every player.

    Examples
    --------
    >>> from odds.factions.rolloff.rules import RollOff
    >>> exact(RollOff(3), fractions=True).metric("player_1").value
    Fraction(1, 3)
    """
    n = roll_off.players
    first = best_chance(n)[0] if roll_off.reroll else Fraction(1, n)
    chances = [Fraction(0), first, *[(1 - first) / (n - 1)] * (n - 1)]
    values = np.array(chances, object if fractions else float)
    return Distribution(tuple(axes), values, None, events(roll_off), None, roll_off.text)


@cache
def best_chance(players: int) -> tuple[Fraction, int]:
    """Player 1's chance in a fresh round with his re-roll in hand, and when he uses it in a tie between all.

    He re-rolls when he has lost, keeps when he has won; when all tie on a face he re-rolls from the second number on.
    That number is the one with the best chance; each of them gives an equation chance = sure + again * chance.
    """
    options = []
    for threshold in range(1, FACES + 2):
        sure, again = Fraction(0), Fraction(0)
        for own in range(1, FACES + 1):
            for lowest, others, chance in _others(players - 1):
                share = chance / FACES
                if own == lowest and others == players - 1 and own < threshold:
                    again += share
                else:
                    sure += share * _value(players, own, lowest, others)
        options.append((sure / (1 - again), -threshold))
    chance, threshold = max(options)
    return chance, -threshold


def rerolls_tie(players: int, lowest: int, others: int) -> bool:
    """Whether player 1, tied on `lowest` with so many others in a round of so many players, uses his re-roll."""
    if others == players - 1:
        return lowest >= best_chance(players)[1]
    return after_reroll(lowest, others) > best_chance(others + 1)[0]


def after_reroll(lowest: int, others: int) -> Fraction:
    """His chance once he re-rolls against others who lie on `lowest`: he beats it, or ties and is one of many."""
    return Fraction(lowest - 1, FACES) + Fraction(1, FACES * (others + 1))


def _value(players: int, own: int, lowest: int, others: int) -> Fraction:
    """His chance after a round, where it does not lead back to the same round."""
    if own < lowest:
        return Fraction(1)
    if own == lowest and others < players - 1:
        return max(best_chance(others + 1)[0], after_reroll(lowest, others))
    return after_reroll(lowest, others)


def _others(players: int) -> Iterator[tuple[int, int, Fraction]]:
    """The lowest face of so many players, how many show it, and how likely that is."""
    for lowest in range(1, FACES + 1):
        for others in range(1, players + 1):
            ways = comb(players, others) * (FACES - lowest) ** (players - others)
            if ways:
                yield lowest, others, Fraction(ways, FACES**players)
