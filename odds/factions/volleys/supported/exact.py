"""A volley in which an attacker supports, exactly."""

from __future__ import annotations

from collections.abc import Sequence

from odds.core.distribution import Distribution
from odds.factions.volleys.exact import exact as exact_volley
from odds.factions.volleys.supported.rules import Supported

AXES = ("incapacitated",)


def events(supported: Supported) -> dict[str, str | None]:  # noqa: ARG001 (it has always the same)
    """The one named event, "incapacitated".

    Examples
    --------
    >>> from odds.factions.volleys.query import parse_volley
    >>> events(Supported(parse_volley(["4P P4 L2"], "E6 HP2")))
    {'incapacitated': 'incapacitated >= 1'}
    """
    return {"incapacitated": "incapacitated >= 1"}


def exact(supported: Supported, *, axes: Sequence[str] = AXES, fractions: bool = False) -> Distribution:
    """Whether the target falls.

    Examples
    --------
    >>> from odds.factions.volleys.query import parse_volley
    >>> end = exact(Supported(parse_volley(["6S S6 L3 crit Maim"], "E4 HP1")))
    >>> round(end.probability("incapacitated"), 9)
    0.746371584
    """
    values = exact_volley(supported.volley, axes=AXES, fractions=fractions).values
    return Distribution(tuple(axes), values, None, events(supported), None, supported.text)
