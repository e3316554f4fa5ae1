"""Names as people type them: case, accents, quotes, dashes, plural and the spellings seen in crew builders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Generic, TypeVar

from odds.core.errors import OddsError
from odds.core.kinds import as_text
from odds.core.text import closest, fold, listed, quoted

T = TypeVar("T")

LONGEST = 100  # characters of a name worth looking up
_WORD = re.compile(r"[^\W_]+|&")
_SPELLINGS = {
    "missle": "missile", "missles": "missile", "sworn": "sawn", "cyro": "cryo", "barrelled": "barreled",
    "armour": "armor", "gatlin": "gatling", "guass": "gauss", "and": "&", "oneanddone": "one&done",
}  # fmt: skip


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """What is left of a name when spelling no longer matters.

    Examples
    --------
    >>> key("Missle Launchers"), key("missile-launcher"), key("Claws & Jaws"), key("Claw and Jaw")
    ('missilelauncher', 'missilelauncher', 'claw&jaw', 'claw&jaw')
    """
    words = _WORD.findall(fold(name).replace("'", ""))
    spelled = (_SPELLINGS.get(word, word) for word in words)
    return "".join(word.removesuffix("s") if len(word) > 3 else word for word in spelled)


class Names(Generic[T]):
    """Rows by name.

    Parameters
    ----------
    kind
        What they are, in one word, for messages.
    rows
        Name and row, the better known first.
    label
        A row's name that tells it from others of the same name.

    Examples
    --------
    >>> perks = Names("perk", [("Wind Up", 1), ("Area", 2)], str)
    >>> perks.one("windup")
    1
    >>> perks.one("aria")
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: unknown perk 'aria': did you mean Area?
    """

    def __init__(self, kind: str, rows: Iterable[tuple[str, T]], label: Callable[[T], str]) -> None:
        self._kind, self._label = kind, label
        self._spelled: dict[str, list[T]] = {}
        self._keyed: dict[str, list[T]] = {}
        self._names: list[str] = []
        for name, row in rows:
            self._names.append(name)
            self._spelled.setdefault(fold(name), []).append(row)
            self._keyed.setdefault(key(name), []).append(row)

    def find(self, name: str) -> tuple[T, ...]:
        """All rows of a name: those spelled so, or else those whose name is meant; empty if there are none."""
        if len(as_text(name, f"the name of a {self._kind}")) > LONGEST:
            return ()
        return tuple(self._spelled.get(fold(" ".join(name.split())), ())) or self.alike(name)

    def alike(self, name: str) -> tuple[T, ...]:
        """All rows whose name is the same but for spelling: "Mr Handy" is both Mr Handy and Mr. Handy."""
        short = len(as_text(name, f"the name of a {self._kind}")) <= LONGEST
        return tuple(self._keyed.get(key(name), ())) if short and key(name) else ()

    def one(self, name: str) -> T:
        """The row of a name.

        Raises
        ------
        OddsError
            If there is none, with the one that may be meant; or if there are several, with all of them.
        """
        found = self.find(name)
        if not found:
            raise self.unknown(name)
        if len(found) > 1:
            labels = [self._label(row) for row in found]
            raise OddsError(f"{quoted(name)} is the name of {len(found)} {self._kind}s: write {listed(labels)}")
        return found[0]

    def unknown(self, name: str) -> OddsError:
        """The error for a name that nothing has."""
        near = self.nearest(name)
        hint = f": did you mean {near}?" if near else ""
        return OddsError(f"unknown {self._kind} {quoted(name)}{hint}")

    def nearest(self, name: str) -> str | None:
        """The name that an unknown one most likely meant."""
        if not key(name) or len(name) > LONGEST:
            return None
        near = closest(fold(name), dict.fromkeys(self._names))
        holding = [each for each in self._names if len(key(name)) > 2 and key(name) in key(each)]
        return near or min(holding, key=len, default=None)
