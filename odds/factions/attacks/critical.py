"""The Critical Effects: an attack with a surviving Luck Die may use one of those that its weapon has."""

from __future__ import annotations

import re
from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.text import closest, listed, quoted, written
from odds.factions.attacks.checks import settle_numbers

MOST_DICE = 20

#: name -> whether it rolls X dice
EFFECTS = {
    "Ignite": True,
    "Pierce": False,
    "Maim": False,
    "Meltdown": False,
    "Poison": True,
    "Tranquilize": True,
    "Suppress": True,
    "Showstopper": False,
    "Pushback": True,
    "Haul": True,
    "Seize": False,
}
_WRITTEN = re.compile(r"\s*([a-z]+)\s*(?:\(\s*(\d{1,3})\s*\)|(\d{1,3}))?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Critical(Canonical):
    """A Critical Effect (Rulebook p. 22-23).

    Parameters
    ----------
    name
        One of the eleven in `EFFECTS`.
    x
        Its dice, where it has a number: d10s that are no Test. None for the others.

    Raises
    ------
    OddsError
        If there is no such effect, its number is missing, or it has none.

    Examples
    --------
    >>> Critical("ignite", 2).text
    'Ignite 2'
    >>> Critical("Maim")
    Critical(name='Maim', x=None)
    """

    name: str
    x: int | None = None

    def __post_init__(self) -> None:
        names = {name.lower(): name for name in EFFECTS}
        name = written(self.name)
        if name.lower() not in names:
            near = closest(name, list(EFFECTS))
            hint = f"did you mean {near}?" if near else f"use {listed(list(EFFECTS))}"
            raise OddsError(f"unknown Critical Effect {quoted(self.name)}: {hint}")
        object.__setattr__(self, "name", names[name.lower()])  # frozen, but not finished yet
        if not EFFECTS[self.name]:
            if self.x is not None:
                raise OddsError(f"{self.name} has no number of dice: write {self.name} alone")
            return
        if self.x is None:
            raise OddsError(f"{self.name} needs its number of dice, such as {self.name} 2")
        settle_numbers(self, {"x": (f"the number of dice of {self.name}", 1, MOST_DICE)})

    @classmethod
    def of(cls, written: str | Critical) -> Critical:
        """The effect as cards write it: "Ignite (2)", "ignite 2", "Maim".

        Raises
        ------
        OddsError
            If it is no Critical Effect.

        Examples
        --------
        >>> Critical.of("Suppress (2)")
        Critical(name='Suppress', x=2)
        """
        if isinstance(written, Critical):
            return written
        found = _WRITTEN.fullmatch(written) if isinstance(written, str) else None
        if found is None:
            raise OddsError(f"a Critical Effect is written like Maim or Ignite 2, not {quoted(written)}")
        number = found[2] or found[3]
        return cls(found[1], None if number is None else int(number))

    @property
    def dice(self) -> int:
        """The d10s it rolls; 0 if it has no number."""
        return self.x or 0

    @property
    def text(self) -> str:
        """Its name and its number."""
        return self.name if self.x is None else f"{self.name} {self.x}"

    def with_more(self, dice: int) -> Critical:
        """The same with more dice, where it has a number of them (Better Criticals).

        Examples
        --------
        >>> Critical("Poison", 2).with_more(2).text, Critical("Maim").with_more(2).text
        ('Poison 4', 'Maim')
        """
        return self if self.x is None else Critical(self.name, self.x + dice)
