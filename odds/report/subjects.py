"""What each kind of question is called in words: the one place where reports meet the games' rules objects."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.report.view import Grid, Line

#: class of a rules object -> the module that describes it
MODULES = {
    "AreaAttack": "odds.report.attack_area",
    "Attack": "odds.report.attack",
    "Attacks": "odds.report.attack",
    "BoardDuel": "odds.report.board_duel",
    "BoardFight": "odds.report.board_fight",
    "BoardTest": "odds.report.board_test",
    "Forward": "odds.report.forward",
    "PnpAttack": "odds.report.pnp_attack",
    "PnpCheck": "odds.report.pnp_check",
    "PnpInitiative": "odds.report.pnp_initiative",
    "Ricochet": "odds.report.attack_ricochet",
    "RollOff": "odds.report.rolloff",
    "SpecialTest": "odds.report.special",
    "Stranger": "odds.report.attack_stranger",
    "Supported": "odds.report.volley_support",
    "UntilDown": "odds.report.attack_until",
    "Volley": "odds.report.volley",
}


class Description(Protocol):
    """What a describing module has to say."""

    def subtitle(self, question: Any) -> str:
        """The question in words."""
        ...

    def value_name(self, question: Any) -> str:
        """What the open value of a table is called."""
        ...

    def policy(self, question: Any) -> str:
        """How re-rolls are used, in words; empty where there are none."""
        ...

    def facts(self, question: Any) -> dict[str, Any]:
        """The question's fields for JSON."""
        ...

    def is_amount(self, question: Any) -> bool:
        """Whether the first axis counts something, so that "at least" and a mean say something."""
        ...


class _Plain:
    """Describes a question that nothing more is known about."""

    def subtitle(self, question: Any) -> str:  # noqa: ARG002
        return ""

    def value_name(self, question: Any) -> str:  # noqa: ARG002
        return "value"

    def policy(self, question: Any) -> str:  # noqa: ARG002
        return ""

    def facts(self, question: Any) -> dict[str, Any]:
        return {"text": question.text}

    def is_amount(self, question: Any) -> bool:  # noqa: ARG002
        return True


def describe(question: Any) -> Description:
    """The description that fits a question.

    Examples
    --------
    >>> from odds import parse
    >>> test = parse("6S S6 L3")
    >>> describe(test).subtitle(test)
    'Attack Test, Strength 6: 6 dice, 3 Luck Dice and 3 Standard Dice'
    """
    module = MODULES.get(type(question).__name__)
    return _Plain() if module is None else import_module(module)


def first_outcome(question: Any) -> int:
    """The least that can come out: its module's `FIRST`, 0 if it has none.

    Examples
    --------
    >>> from odds import RollOff, parse
    >>> first_outcome(RollOff()), first_outcome(parse("6S S6 L3"))
    (1, 0)
    """
    first: int = getattr(describe(question), "FIRST", 0)
    return first


def axis_name(question: Any, axis: str) -> str:
    """What an axis counts, in words: as its module's `AXES` says, else its name.

    Examples
    --------
    >>> from odds import RollOff, parse
    >>> axis_name(parse("6S S6 L3"), "luck_hits"), axis_name(RollOff(), "winner")
    ('Luck hits', 'Winner')
    """
    named: dict[str, str] = getattr(describe(question), "AXES", {})
    return named.get(axis) or axis.replace("_", " ").capitalize()


def heading(question: Any, axis: str) -> str:
    """The heading of a column of an axis' values: its module's `HEADING` if it has one, else the axis in words."""
    short: str | None = getattr(describe(question), "HEADING", None)
    return short or axis_name(question, axis)


def event_name(question: Any, event: str) -> str:
    """A named event in words: as its module's `event_words(event)` says, else its name.

    Examples
    --------
    >>> from odds import RollOff, parse
    >>> event_name(RollOff(), "player_1"), event_name(parse("6S S6 L3"), "critical")
    ('player 1 wins', 'critical')
    """
    told = getattr(describe(question), "event_words", None)
    return event.replace("_", " ") if told is None else told(event)


def tables(answer: Answer) -> tuple[Grid, ...] | None:
    """Tables in place of those of the first axis: its module's `tables(answer)`; None if it has no such tables."""
    told = getattr(describe(answer.question), "tables", None)
    return None if told is None else told(answer)


def sections(answer: Answer, width: int) -> tuple[tuple[Grid, ...], tuple[Line, ...]]:
    """Further tables and sentences that only this kind of question has: its module's `sections(answer, width)`."""
    told = getattr(describe(answer.question), "sections", None)
    return ((), ()) if told is None else told(answer, width)


def further(answer: Answer) -> Iterator[tuple[str, dict[str, Any]]]:
    """Further rows of its CSV, what each is about and its numbers: its module's `further(answer)`."""
    told = getattr(describe(answer.question), "further", None)
    return iter(()) if told is None else told(answer)


def fields(answer: Answer) -> dict[str, Any]:
    """Further keys of its JSON: its module's `fields(answer)`."""
    told = getattr(describe(answer.question), "fields", None)
    return {} if told is None else told(answer)
