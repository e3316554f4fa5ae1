"""Selective Fire: a weapon with two Traits of which one is chosen before each Test.

As reported by players, unofficial.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from odds.factions.catalogue.labels import labels

if TYPE_CHECKING:
    from odds.factions.catalogue.rows import WeaponProfile

SELECTIVE = "Selective Fire ("


def ways(profile: WeaponProfile) -> tuple[str, ...]:
    """The Traits of which one is chosen; none if the weapon leaves no choice.

    Examples
    --------
    >>> from odds.factions.catalogue.models import armed
    >>> ways(armed("Minigun: Selective Fire (Area (1), Storm (3)) & no Storm (3)")), ways(armed("Minigun"))
    (('Area (1)', 'Storm (3)'), ())
    """
    chosen = [trait for trait in profile.traits if trait.startswith(SELECTIVE)]
    return tuple(way for trait in chosen for way in labels(trait[len(SELECTIVE) : -1]))


def modes(profile: WeaponProfile) -> Iterator[WeaponProfile]:
    """The profiles of a weapon that may be fired in one way or another; of others the one.

    Examples
    --------
    >>> from odds.factions.catalogue.models import armed
    >>> minigun = armed("Minigun: Selective Fire (Area (1), Storm (3)) & no Storm (3)")
    >>> [mode.traits[-1] for mode in modes(minigun)]
    ['Area (1)', 'Storm (3)']
    """
    kept = tuple(trait for trait in profile.traits if not trait.startswith(SELECTIVE))
    found = ways(profile)
    for way in found:
        yield replace(profile, traits=(*kept, way))
    if not found:
        yield profile
