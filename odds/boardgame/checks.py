"""Checks that the board game's rules objects share."""

from __future__ import annotations

from typing import Any

from odds.boardgame.faces import LISTS, FaceTable
from odds.boardgame.switches import BOOK
from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import said
from odds.core.whole import as_whole

MOST_REROLLS = 12


class WithFaces(Canonical):
    """A rules object that rolls the dice: its faces, and the rules in force."""

    __slots__ = ()
    faces: FaceTable | None
    rules: Rules | None

    @property
    def switches(self) -> Rules:
        """The rules in force."""
        assert self.rules is not None
        return self.rules

    @property
    def table(self) -> FaceTable:
        """The faces of the dice."""
        return LISTS[self.switches["faces"]] if self.faces is None else self.faces


def settle_whole(question: Any, name: str, least: int, most: int) -> None:
    """Makes a field of a frozen rules object a plain whole number within its bounds.

    Raises
    ------
    OddsError
        If it is none.
    """
    value = getattr(question, name)
    number = as_whole(value)
    if number is None or not least <= number <= most:
        raise OddsError(f"{name.replace('_', ' ')} must be a whole number from {least} to {most}, not {said(value)}")
    object.__setattr__(question, name, number)  # frozen, but not finished yet


def settle_rules(question: Any) -> None:
    """Fills in the default rules, and refuses what are no rules and no faces of this game.

    Raises
    ------
    OddsError
        If they are those of another game, or nothing of the kind.
    """
    if question.rules is None:
        object.__setattr__(question, "rules", BOOK.rules())
    if not isinstance(question.rules, Rules) or question.rules.book is not BOOK:
        raise OddsError("the rules must be rules of the board game: odds.boardgame.switches.BOOK.rules()")
    if question.faces is not None and not isinstance(question.faces, FaceTable):
        raise OddsError(f"faces must be a FaceTable, not {type(question.faces).__name__}")


def options_text(question: Any, names: tuple[str, ...]) -> str:
    """The command line's options that give a rules object back: what differs from 0, its faces and its switches."""
    words = [f"--{name.replace('_', '-')} {value}" for name in names if (value := getattr(question, name))]
    if question.faces is not None:
        words.append(f'--faces "{question.faces.text}"')
    return " ".join([*words, *(f"--rule {name}={value}" for name, value in question.rules.changed)])
