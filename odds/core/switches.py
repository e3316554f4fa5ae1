"""Editions of a game's rules, and switches for what is printed differently or can be read in more than one way.

A rules object holds one `Rules`: the edition and every switch that differs from it. Whoever reads a rule asks
`rules["switch"]` and never looks at the edition itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from odds.core.errors import OddsError
from odds.core.text import closest, listed, quoted, said, written


class Switch(NamedTuple):
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


class Book(NamedTuple):
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
        """The switch of that name, in upper or lower case.

        Raises
        ------
        OddsError
            If there is none; it names the nearest.

        Examples
        --------
        >>> from odds.factions.switches import BOOK
        >>> sorted(BOOK.switch("Luck-Dice").values)
        ['printed', 'with-bonus']
        """
        for switch in self.switches:
            if switch.name == name:  # as the engines write it, and they ask often
                return switch
        for switch in self.switches:
            if switch.name == written(name).lower():
                return switch
        known = [switch.name for switch in self.switches]
        near = closest(written(name), known)
        hint = f"did you mean {near}?" if near else "see odds rules for all of them"
        raise OddsError(f"unknown rule switch {quoted(name)}: {hint}")

    def setting(self, name: str, value: str) -> tuple[str, str]:
        """A switch's name and one of its values, as the book writes them.

        Raises
        ------
        OddsError
            If either is unknown.

        Examples
        --------
        >>> from odds.factions.switches import BOOK
        >>> BOOK.setting("LUCK-DICE", "Printed")
        ('luck-dice', 'printed')
        """
        switch = self.switch(name)
        if written(value).lower() in switch.values:
            return switch.name, written(value).lower()
        raise OddsError(f"the rule {switch.name} is {listed(list(switch.values))}, not {quoted(value)}")

    def settings(self, changes: Mapping[str, str] | None) -> dict[str, str]:
        """Switches and their values, as the book writes them.

        Raises
        ------
        OddsError
            If it is no mapping, or one of them is unknown.

        Examples
        --------
        >>> from odds.factions.switches import BOOK
        >>> BOOK.settings({"LUCK-DICE": "printed"})
        {'luck-dice': 'printed'}
        """
        if changes is not None and not isinstance(changes, Mapping):
            raise OddsError(f'rules must be a mapping, such as {{"luck-dice": "printed"}}, not {said(changes)}')
        return dict(self.setting(name, value) for name, value in (changes or {}).items())

    def edition(self, name: str) -> str:
        """The edition's name as the book writes it.

        Raises
        ------
        OddsError
            If there is none of that name.

        Examples
        --------
        >>> from odds.factions.switches import BOOK
        >>> BOOK.edition("core2025")
        'CORE2025'
        """
        for edition in self.editions:
            if edition.lower() == written(name).lower():
                return edition
        raise OddsError(f"unknown edition {quoted(name)}: use {listed(list(self.editions))}")

    def rules(self, edition: str | None = None, changes: Mapping[str, str] | None = None) -> Rules:
        """The rules of an edition, with some switches changed.

        Parameters
        ----------
        edition
            The edition's name; the default edition if None.
        changes
            Switch name -> value. A value that the edition has anyway is no change.

        Raises
        ------
        OddsError
            If the edition, a switch or a value is unknown.

        Examples
        --------
        >>> from odds.factions.switches import BOOK
        >>> BOOK.rules("NW2024", {"luck-dice": "printed", "all-duds": "reroll"}).changed
        (('luck-dice', 'printed'),)
        """
        named = self.edition(self.default if edition is None else edition)
        settings = self.settings(changes)
        changed = [item for item in settings.items() if item[1] != self.switch(item[0]).defaults[named]]
        return Rules(named, tuple(sorted(changed)), self)


@dataclass(frozen=True, slots=True)
class Rules:
    """One edition with the switches in force; made by `Book.rules`.

    Attributes
    ----------
    edition
        The edition's name.
    changed
        The switches that differ from the edition, with their values, sorted.
    book
        Where both are declared.

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
        """The value in force of a switch.

        Raises
        ------
        OddsError
            If there is no such switch.
        """
        for changed, value in self.changed:
            if changed == name:
                return value
        return self.book.switch(name).defaults[self.edition]

    def only(self, names: Sequence[str]) -> Rules:
        """These rules as far as some switches go: equal wherever those are, so that what reads no others is shared.

        Examples
        --------
        >>> from odds.factions.switches import BOOK
        >>> BOOK.rules(None, {"luck-dice": "printed"}).only(["outright"]) == BOOK.rules()
        True
        """
        return Rules(self.edition, tuple(each for each in self.changed if each[0] in names), self.book)

    @property
    def text(self) -> str:
        """The words of a query that give these rules back; nothing for the default edition as printed."""
        words = [] if self.edition == self.book.default else [f"edition {self.edition}"]
        return " ".join(words + [f"rule {name}={value}" for name, value in self.changed])

    def flipped(self, name: str) -> tuple[Rules, ...]:
        """These rules with one switch alone changed, once for each of its other values.

        Examples
        --------
        >>> from odds.factions.switches import BOOK
        >>> [rules.text for rules in BOOK.rules().flipped("luck-dice")]
        ['rule luck-dice=printed']
        """
        others = [value for value in self.book.switch(name).values if value != self[name]]
        return tuple(self.book.rules(self.edition, {**dict(self.changed), name: value}) for value in others)
