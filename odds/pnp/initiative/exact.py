"""Initiative exactly: every total of the one who asks, and who of the others is above, level or below."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np

from odds.core.distribution import Distribution
from odds.pnp.initiative.rules import PnpInitiative

AXES = ("place",)


def events(initiative: PnpInitiative) -> dict[str, str | None]:
    """The named event: first; of an attack of opportunity, free_attack."""
    return {"first" if initiative.opportunity is None else "free_attack": "place == 1"}


def exact(initiative: PnpInitiative, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """The exact chance of every place.

    Examples
    --------
    >>> exact(PnpInitiative(modifier=2), fractions=True).probability("first")
    Fraction(1981, 2850)
    """
    lead = tuple(sorted(initiative.modifier - other for other in initiative.against))
    law = ahead(lead, initiative.ties)
    values = np.array([Fraction(0), *law], object if fractions else float)
    return Distribution(tuple(axes), values, events=events(initiative), label=initiative.text)


@lru_cache
def ahead(lead: tuple[int, ...], ties: str) -> tuple[Fraction, ...]:
    """Chance that 0, 1, 2, ... of the others go before the one who leads each by so much.

    Who ties rolls again with him; if all of them do, nothing has changed.

    Examples
    --------
    >>> ahead((0,), "reroll")
    (Fraction(1, 2), Fraction(1, 2))
    """
    law, again = [Fraction(0)] * (len(lead) + 1), Fraction(0)
    for total, chance in _totals().items():
        for above, level, share in _met(total, lead):
            if level == lead and ties == "reroll":
                again += chance * share
                continue
            others = ahead(level, ties) if level and ties == "reroll" else (Fraction(1),)
            more = above + (len(level) if ties == "lose" else 0)
            for number, part in enumerate(others):
                law[more + number] += chance * share * part
    return tuple(part / (1 - again) for part in law)


def _met(total: int, lead: tuple[int, ...]) -> list[tuple[int, tuple[int, ...], Fraction]]:
    """How many others are above a total, who is level with it, and how likely that is."""
    found: dict[tuple[int, tuple[int, ...]], Fraction] = {(0, ()): Fraction(1)}
    for own in lead:
        chances = {"above": Fraction(0), "level": Fraction(0), "below": Fraction(0)}
        for other, chance in _totals().items():
            chances["above" if other > total + own else "level" if other == total + own else "below"] += chance
        more: dict[tuple[int, tuple[int, ...]], Fraction] = {}
        for (above, level), share in found.items():
            for how, chance in chances.items():
                key = (above + (how == "above"), (*level, own) if how == "level" else level)
                more[key] = more.get(key, Fraction(0)) + share * chance
        found = more
    return [(above, level, share) for (above, level), share in found.items() if share]


@lru_cache
def _totals() -> dict[int, Fraction]:
    """Totals of 3d6."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=3):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, 216)
    return found
