"""Editions of a game's rules, and switches for what is printed differently or can be read in more than one way.

A rules object holds one `Rules`: the edition and every switch that differs from it. Whoever reads a rule asks
`rules["switch"]` and never looks at the edition itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from odds.core.errors import OddsError
from odds.core.text import closest, listed


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule with more than one reading.

    Attributes
    ----------
    name
        Its name, as in `--rule name=value`.
    values
        What it can be, and what each value means.
    defaults
        The value in each edition.
    about
        What it decides.
    source
        Where the readings stand, and how sure they are.
    """

    name: str
    values: Mapping[str, str]
    defaults: Mapping[str, str]
    about: str
    source: str


@dataclass(frozen=True, slots=True)
class Book:
    """The editions of one game and all its switches.

    Attributes
    ----------
    editions
        Names and what each is, oldest first.
    default
        The edition used if none is named.
    switches
        The switches, in the order they are listed.
    """

    editions: Mapping[str, str]
    default: str
    switches: tuple[Switch, ...]

    def switch(self, name: str) -> Switch:
        """The switch of that name.

        Raises
        ------
        OddsError
            If there is none; it names the nearest.
        """
        for switch in self.switches:
            if switch.name == name.lower():
                return switch
        known = [switch.name for switch in self.switches]
        near = closest(name, known)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
        raise OddsError(f"unknown rule switch {name!r}: {hint}")

    def edition(self, name: str) -> str:
        """The edition's name as written in the book.

        Raises
        ------
        OddsError
            If there is none of that name.
        """
        for edition in self.editions:
            if edition.lower() == name.lower():
                return edition
        raise OddsError(f"unknown edition {name!r}: use {listed(list(self.editions))}")

    def rules(self, edition: str | None = None, changes: Mapping[str, str] | None = None) -> Rules:
        """The rules of an edition, with some switches changed.

        Raises
        ------
        OddsError
            If the edition, a switch or a value is unknown.
        """
        name = self.edition(edition or self.default)
        changed = {}
        for key, value in (changes or {}).items():
            switch = self.switch(key)
            if value.lower() not in switch.values:
                raise OddsError(f"the rule switch {switch.name} is {listed(list(switch.values))}, not {value!r}")
            if value.lower() != switch.defaults[name]:
                changed[switch.name] = value.lower()
        return Rules(name, tuple(sorted(changed.items())), self)


@dataclass(frozen=True, slots=True)
class Rules:
    """One edition with the switches in force; made by `Book.rules`.

    Examples
    --------
    >>> from odds.factions.switches import BOOK
    >>> rules = BOOK.rules("CORE2025", {"luck-dice": "printed"})
    >>> rules["luck-dice"], rules["four-leaf-clover"]
    ('printed', 'every')
    >>> rules.text
    'edition CORE2025 rule luck-dice=printed'
    """

    edition: str
    changed: tuple[tuple[str, str], ...]
    book: Book = field(compare=False, repr=False)

    def __getitem__(self, name: str) -> str:
        return dict(self.changed).get(name) or self.book.switch(name).defaults[self.edition]

    @property
    def text(self) -> str:
        """The words of a query that give these rules back; nothing for the default edition as printed."""
        words = [] if self.edition == self.book.default else [f"edition {self.edition}"]
        return " ".join(words + [f"rule {name}={value}" for name, value in self.changed])

    def flipped(self, name: str) -> Iterator[Rules]:
        """These rules with one switch alone changed to each of its other values."""
        for value in self.book.switch(name).values:
            if value != self[name]:
                yield self.book.rules(self.edition, {**dict(self.changed), name: value})
