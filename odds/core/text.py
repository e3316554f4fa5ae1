"""Words with their places: what lets an error point at what it is about."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from odds.core.errors import OddsError

LONGEST = 500  # characters of a text worth reading
_WINDOW = 68  # characters of a long text shown around the caret

_TOKEN = re.compile(r"(?P<number>\d+(?:\.\d+)?)|(?P<word>[a-z_]+(?:'[a-z]+)?)|(?P<symbol>>=|<=|==|!=|\S)")
_SAME = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "×": "x"})


class QueryError(OddsError):
    """An error that can point at its place in a text.

    Parameters
    ----------
    message
        One sentence without a full stop: what is wrong and what would be right.
    text
        The whole text.
    start, end
        The place, as in `text[start:end]`.

    Examples
    --------
    >>> print(QueryError("unknown word lukc: did you mean luck?", "6S lukc 3", 3, 7))
    unknown word lukc: did you mean luck?
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
        shown = "".join(c if c.isprintable() else "�" for c in self.text)
        begin = 0 if len(shown) <= _WINDOW else max(0, min(self.start - _WINDOW // 3, len(shown) - _WINDOW))
        window = shown[begin : begin + _WINDOW]
        width = max(1, min(self.end, begin + len(window)) - self.start)
        return f"  {window}\n  {' ' * (self.start - begin)}{'^' * width}"


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a symbol and where it stands."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def place(self) -> tuple[int, int]:
        """(start, end)."""
        return self.start, self.end


def fold(text: str) -> str:
    """The text in lower case without accents, character for character, so that places stay what they are."""
    return "".join(map(_fold, text.translate(_SAME)))


def _fold(char: str) -> str:
    if char < "\x7f":
        return char.lower()
    if unicodedata.category(char) == "Pd":
        return "-"
    if char == "≥":
        return char
    base = unicodedata.normalize("NFKD", char)[0].lower()
    return base if len(base) == 1 else char


def tokens(text: str) -> Iterator[Token]:
    """The words, numbers and symbols of a text, in lower case, accents and kinds of quotes folded.

    Examples
    --------
    >>> [token.text for token in tokens("6S, Luck≥3")]
    ['6', 's', ',', 'luck', '>=', '3']
    """
    for match in _TOKEN.finditer(fold(text)):
        kind = match.lastgroup or "symbol"
        shown = match.group()
        yield Token(kind, ">=" if shown == "≥" else shown, match.start(), match.end())


def closest(word: str, known: Collection[str]) -> str | None:
    """The known word that a mistyped one most likely meant, if any comes near.

    Examples
    --------
    >>> closest("lukc", ["luck", "reroll"])
    'luck'
    """
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return near[0] if near else None


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "a, b or c"."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"
