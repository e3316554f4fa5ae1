"""Words with their places: what lets an error point at what it is about."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from odds.core.errors import OddsError

LONGEST = 500  # characters of a text worth reading
_WINDOW = 68  # characters of a long text shown around the caret
_WORD = 24  # characters of a word repeated in a sentence
_REPEATED = 10**12  # a larger number is not repeated in a sentence
_TOO_LONG = "a number that long"
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of an object in memory: nobody can do anything with it
_NEAR = 0.7  # likeness of a mistyped word: "please" is no "plus", "lukc" is "luck"

#: A dash is a sign only before a digit; any other joins or parts words, as an underscore does, and is left out.
_TOKEN = re.compile(r"(?P<number>-?[0-9]+(?:\.[0-9]+)?)|(?P<word>[a-z]+)|(?P<symbol>[<>=!]=|=[<>]|[^\s_-])")
_ALIKE = str.maketrans({"−": "-", "⩾": "≥", "≧": "≥"} | dict.fromkeys("‘’‚‹›", "'") | dict.fromkeys("“”„«»", '"'))
_SPELLED = {"≥": ">=", "=>": ">="}

T = TypeVar("T")


class QueryError(OddsError):
    """An error that can point at its place in a text.

    Parameters
    ----------
    message
        One sentence without a full stop: what is wrong and what would be right. Kept as `sentence`.
    text
        The whole text as typed.
    start, end
        The place, as in `text[start:end]`; the end of the text if there is nothing at the place.

    Examples
    --------
    >>> print(QueryError("unknown word 'lukc': did you mean luck?", "6S lukc 3", 3, 7))
    unknown word 'lukc': did you mean luck?
      6S lukc 3
         ^^^^
    """

    def __init__(self, message: str, text: str, start: int = 0, end: int | None = None) -> None:
        self.sentence = message
        self.text = text
        self.start, self.end = start, len(text) if end is None else end
        super().__init__(f"{message}\n{self._pointer()}")

    def __reduce__(self) -> tuple[type[QueryError], tuple[str, str, int, int]]:
        return QueryError, (self.sentence, self.text, self.start, self.end)

    def _pointer(self) -> str:
        """The text, or the part of it around the place, with carets under the place."""
        begin = 0 if len(self.text) <= _WINDOW else max(0, min(self.start - _WINDOW // 3, len(self.text) - _WINDOW))
        stop = min(len(self.text), begin + _WINDOW)
        before = "…" * (begin > 0) + escaped(self.text[begin : self.start])
        there = escaped(self.text[self.start : min(self.end, stop)])
        after = escaped(self.text[max(self.start, min(self.end, stop)) : stop]) + "…" * (stop < len(self.text))
        return f"  {before}{there}{after}\n  {' ' * _columns(before)}{'^' * max(1, _columns(there))}"


def escaped(text: str) -> str:
    r"""The text with what cannot be printed written out.

    Examples
    --------
    >>> print(escaped("6S\0L3\n"))
    6S\x00L3\n
    """
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def written(value: object) -> str:
    """Any value as text, even a whole number that Python refuses to write out; objects without their addresses.

    Examples
    --------
    >>> written(10**5000), written(object())
    ('a number that long', '<object object>')
    """
    try:
        return value if isinstance(value, str) else _ADDRESS.sub("", str(value))
    except ValueError:
        return _TOO_LONG


def quoted(value: object) -> str:
    """A word as a sentence repeats it: in quotes, on one line, cut if it is long.

    Examples
    --------
    >>> quoted("lukc")
    "'lukc'"
    """
    text = written(value)
    return text if text == _TOO_LONG else f"'{escaped(text[:_WORD])}{'…' * (len(text) > _WORD)}'"


def said(value: object) -> str:
    """Any value as a sentence repeats it: numbers, True, False and None as they are, the rest in quotes.

    Examples
    --------
    >>> said(2.5), said("six"), said(10**12)
    ('2.5', "'six'", 'a number that long')
    """
    if isinstance(value, int) and abs(value) >= _REPEATED:
        return _TOO_LONG
    return str(value) if value is None or isinstance(value, int | float) else quoted(value)


def _columns(text: str) -> int:
    """Columns of a terminal that a printable text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


class Token(NamedTuple):
    """A word, a number or a symbol, and where it stands.

    Attributes
    ----------
    kind
        "word", "number" or "symbol".
    text
        As read: in lower case, plain characters.
    start, end
        Its place in the text as typed.
    """

    kind: str
    text: str
    start: int
    end: int


def fold(text: str) -> str:
    """The text in lower case and plain characters, one for one, so that places stay what they are.

    Accents, wide forms, kinds of quotes, dashes and blanks are folded.

    Examples
    --------
    >>> fold("６Ｓ — Évade’s ≥4")
    "6s - evade's ≥4"
    """
    return text.lower() if text.isascii() else "".join(map(_folded, text.translate(_ALIKE)))


@lru_cache(maxsize=1024)
def _folded(char: str) -> str:
    if char.isascii():
        return char.lower()
    kind = unicodedata.category(char)
    if kind == "Pd":
        return "-"
    if kind == "Cf":  # marks that show nothing: pasted with a text, never meant
        return " "
    if kind in ("No", "Nl"):  # 6² is no 62, ½ is no 1
        return char
    plain = unicodedata.normalize("NFKD", char)
    same = plain[0].lower() if all(map(unicodedata.combining, plain[1:])) else char
    return same if len(same) == 1 else char


def tokens(text: str) -> list[Token]:
    """The words, numbers and symbols of a text; letters and digits part without a blank between them.

    Examples
    --------
    >>> [token.text for token in tokens("6S, Luck≥3 re-roll -2")]
    ['6', 's', ',', 'luck', '>=', '3', 're', 'roll', '-2']
    """
    return [
        Token(match.lastgroup or "", _SPELLED.get(match[0], match[0]), match.start(), match.end())
        for match in _TOKEN.finditer(fold(text))
    ]


class Vocabulary(Generic[T]):
    """Phrases and what they mean; the longest phrase that fits is read.

    A phrase may be written with its words apart, joined by dashes or underscores, or run together.

    Parameters
    ----------
    meanings
        Phrase -> meaning.

    Examples
    --------
    >>> words = Vocabulary({"luck": 1, "lucky break": 2})
    >>> words.match(tokens("6S Lucky-Break"), 2)
    (2, 4)
    >>> words.nearest("lukc"), words.nearest("break")
    ('luck', 'lucky break')
    """

    def __init__(self, meanings: dict[str, T]) -> None:
        self._meanings: dict[tuple[str, ...], T] = {}
        self._longest: dict[str, int] = {}
        self._phrases = [phrase for phrase in meanings if len(phrase) > 2]
        for phrase, meaning in meanings.items():
            words = tuple(token.text for token in tokens(phrase))
            for spelled in (words, ("".join(words),) if "".join(words).isalpha() else words):
                self._meanings[spelled] = meaning
                self._longest[spelled[0]] = max(len(spelled), self._longest.get(spelled[0], 0))
        self._holding = {
            word: phrase for phrase in reversed(meanings) for word in phrase.lower().split() if len(word) > 2
        }

    def match(self, words: Sequence[Token], at: int) -> tuple[T, int] | None:
        """The meaning of the longest phrase at this place, and the place after it; None if there is none."""
        if at >= len(words):
            return None
        for n in range(self._longest.get(words[at].text, 0), 0, -1):
            found = self._meanings.get(tuple([token.text for token in words[at : at + n]]))
            if found is not None and at + n <= len(words):
                return found, at + n
        return None

    def nearest(self, word: str) -> str | None:
        """The phrase that an unknown word most likely meant: one that holds it or is like it; None if none is near."""
        return (
            self._holding.get(word)
            or closest(word, self._phrases)
            or self._holding.get(closest(word, self._holding) or "")
        )


def closest(word: str, known: Collection[str]) -> str | None:
    """The known word that a mistyped or shortened one most likely meant, if any comes near.

    Examples
    --------
    >>> closest("lukc", ["luck", "reroll"])
    'luck'
    """
    from difflib import get_close_matches

    plain = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), list(plain), n=1, cutoff=_NEAR)
    begun = [name for name in plain if len(word) > 2 and name.startswith(word.lower())]
    return plain[(near or begun)[0]] if near or begun else None


def listed(words: Sequence[str], joint: str = "or") -> str:
    """Words as a list in a sentence.

    Examples
    --------
    >>> listed(["S", "P", "E"])
    'S, P or E'
    """
    return f" {joint} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
