"""Questions of the sister games, in the words of their command lines: told apart, read, and varied."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.sweep import Parameter, read_range
from odds.core.text import closest, fold, listed, quoted, written

_SISTER = re.compile(  # "vats 3" is Factions
    r"\s*(?:odds\s+)?(?:(?:board|pnp)(?:\s|$)|vats\s+(?:test|open|fight)\b)", re.IGNORECASE
)
_NUMBER = r"-?(?:0|[1-9]\d{0,5})"
_SPAN = rf"{_NUMBER}(?:(?:\.\.+|-|…){_NUMBER})?"
_RANGE = re.compile(rf"(?!{_NUMBER}$){_SPAN}(?:,{_SPAN})*", re.ASCII)  # a number alone is none
_WHOLE = ("int", "int | None")  # annotations of what can be swept
POSITIONAL = "number"
_FIELDS = {"range": "distance"}  # an option whose number has another name


def is_sister(text: str) -> bool:
    """Whether a text is a command line of the board game or of Fallout PnP.

    Examples
    --------
    >>> is_sister("Board test 4"), is_sister("pnp check --skill 5 --difficulty 15"), is_sister("vats 2, 6S S6 L3")
    (True, True, False)
    """
    return _SISTER.match(text) is not None


def belongs_to_sister(question: Any) -> bool:
    """Whether a rules object is one of another game than Factions.

    Examples
    --------
    >>> from odds import BoardTest, parse
    >>> belongs_to_sister(BoardTest(4)), belongs_to_sister(parse("6S S6 L3"))
    (True, False)
    """
    return type(question).__module__.startswith(("odds.boardgame.", "odds.pnp."))


def read_sister(
    text: str, *, edition: str | None = None, rules: Mapping[str, str] | None = None
) -> tuple[Any, tuple[str, ...]]:
    """The rules object of a command line, and what had to be assumed.

    Parameters
    ----------
    text
        Such as "board test 4 --rerolls 1"; `odds` may stand before it.
    edition, rules
        Edition and rule switches where the text names no others.

    Raises
    ------
    OddsError
        If it cannot be read.

    Examples
    --------
    >>> read_sister("pnp check --skill 5 --difficulty 15")[0].need
    10
    """
    from odds.cli.asked import asked  # the command line is read where its options are written

    return asked(_words(text), edition=edition, rules=rules)


@dataclass(frozen=True)
class Ranged:
    """A command line with ranges at some of its numbers.

    Attributes
    ----------
    words
        Its words.
    places
        Where in `words` each range stands.
    starts
        What comes before each range in its word, as "--rerolls=".
    parameters
        The names and values of the ranges.
    """

    words: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    starts: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()

    @classmethod
    def of(cls, text: str) -> Ranged:
        """Finds the ranges of a text: 0..3, or 1,3,5, as the value of an option or as the number of a test.

        Raises
        ------
        OddsError
            If a range runs backwards, names a value twice, or stands at an option that is given twice.

        Examples
        --------
        >>> Ranged.of("board test 1..3 --rerolls 0,2").parameters
        (Parameter(name='number', values=(1, 2, 3)), Parameter(name='rerolls', values=(0, 2)))
        """
        words = _words(text)
        places: list[int] = []
        starts: list[str] = []
        parameters: list[Parameter] = []
        for place, word in enumerate(words):
            option, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
            if not _RANGE.fullmatch(value):
                continue
            before = option or (words[place - 1] if words[place - 1].startswith("--") else "")
            name = plain_name(before.lstrip("-")) or POSITIONAL
            name = _FIELDS.get(name, name)
            if name in [parameter.name for parameter in parameters]:
                raise OddsError(f"{before or POSITIONAL} has more than one range: give it one")
            places.append(place)
            starts.append(option + equals)
            parameters.append(Parameter(name, read_range(value, before or "the number", signed=True)))
        for start in (start.rstrip("=") or words[place - 1] for start, place in zip(starts, places, strict=True)):
            if start.startswith("--") and sum(word.partition("=")[0] == start for word in words) > 1:
                raise OddsError(f"{start} is given twice, once with a range: give it once")
        return cls(tuple(words), tuple(places), tuple(starts), tuple(parameters))

    def at(self, values: Sequence[int]) -> str:
        """The text with a value in place of every range.

        Examples
        --------
        >>> Ranged.of("board test 1..3 --rerolls 0,2").at((3, 2))
        'board test 3 --rerolls 2'
        """
        words = list(self.words)
        for place, start, value in zip(self.places, self.starts, values, strict=True):
            words[place] = f"{start}{value}"
        return shlex.join(words)


def numbers_in(text: str) -> list[str]:
    """The numbers that a command line gives by name, with or without a range.

    Examples
    --------
    >>> numbers_in("board test 1..3 --rerolls 0")
    ['rerolls']
    """
    options = (word.partition("=")[0] for word in _words(text) if word.startswith("--"))
    names = [plain_name(option.lstrip("-")) for option in options]
    return [_FIELDS.get(name, name) for name in names]


def changed(question: Any, values: Mapping[str, int]) -> Any:
    """A question of a sister game with some of its whole numbers changed.

    Raises
    ------
    OddsError
        If it has no such number, or a value is out of range.

    Examples
    --------
    >>> from odds import BoardTest
    >>> changed(BoardTest(4), {"rerolls": 2}).text
    'board test 4 --rerolls 2'
    """
    known = [field.name for field in fields(question) if field.type in _WHOLE]
    for name in values:
        if name not in known:
            near = closest(name, known)
            hint = f"did you mean {near}?" if near else f"it has {listed(known, 'and')}"
            raise OddsError(f"{question.text} has no number {quoted(name)} to sweep: {hint}")
    return replace(question, **values) if values else question


def plain_name(name: str) -> str:
    """A number's name as the rules objects have it.

    Examples
    --------
    >>> plain_name("Enemy-Armor")
    'enemy_armor'
    """
    return fold(written(name)).strip().lower().replace("-", "_").replace(" ", "_")


def _words(text: str) -> list[str]:
    """The words of a command line, quotes around some of them taken off."""
    split = shlex.shlex(text, posix=True)
    split.whitespace_split, split.escape, split.commenters = True, "", ""
    try:
        words = list(split)
    except ValueError:
        raise OddsError(f"a quotation mark is missing in {quoted(text)}: write it twice, or not at all") from None
    words = words[1:] if words[0].lower() == "odds" else words
    named = 1 if words[1:2] and words[1].startswith("-") else 2
    return [*(word.lower() for word in words[:named]), *words[named:]]  # the game and the kind of its question
