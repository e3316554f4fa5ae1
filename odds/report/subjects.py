"""What each kind of question is called in words: the one place where reports meet the games' rules objects."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

#: class of a rules object -> the module that describes it
MODULES = {
    "Forward": "odds.report.forward",
    "RollOff": "odds.report.rolloff",
    "SpecialTest": "odds.report.special",
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
