"""A volley in which an attacker supports, as an object."""

from __future__ import annotations

from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.text import quoted
from odds.factions.volleys.rules import Volley


@dataclass(frozen=True, slots=True)
class Supported(Canonical):
    """The others' volley if one attacker gives Supporting Fire instead of attacking (Rulebook p. 20).

    It is asked whether the target falls, and nothing else; rules are those of the volley.

    Parameters
    ----------
    volley
        The volley of the others, the Bonus Die among its attacks.

    Raises
    ------
    OddsError
        If it is no volley.

    Examples
    --------
    >>> from odds.factions.volleys.query import parse_volley
    >>> Supported(parse_volley(["4P P4 L2"], "E6 HP2")).text
    'volley: 4P P4 L2 at E6 HP2'
    """

    volley: Volley

    def __post_init__(self) -> None:
        if not isinstance(self.volley, Volley):
            raise OddsError(f"who supports leaves a Volley of the others, not {quoted(self.volley)}")

    @property
    def text(self) -> str:
        """The canonical text of the others' volley."""
        return self.volley.text
