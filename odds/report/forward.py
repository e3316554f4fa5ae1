"""Failing Forward in words and as fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.report import special

if TYPE_CHECKING:
    from odds.factions.forward.rules import Forward


#: what the axes count, in words
AXES = {"tests_passed": "passed before the first failure"}
HEADING = "Before failure"


def subtitle(forward: Forward) -> str:
    """What is asked."""
    many = len(forward.tests)
    return f"Failing Forward over {many} Test{'s' * (many > 1)}: passed before the first failure, which earns 1 XP"


def value_name(forward: Forward) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(forward: Forward) -> str:
    """The re-roll policies of the Tests that have one."""
    return "; ".join(dict.fromkeys(filter(None, map(special.policy, forward.tests))))


def facts(forward: Forward) -> dict[str, Any]:
    """The Tests as fields for JSON."""
    return {"tests": [{"query": test.text, **special.facts(test)} for test in forward.tests]}


def event_words(event: str) -> str:
    """After how many Tests the XP has been earned.

    Examples
    --------
    >>> event_words("xp_after_1"), event_words("xp_after_3")
    ('XP after 1 Test', 'XP after 3 Tests')
    """
    tests = event.removeprefix("xp_after_")
    return f"XP after {tests} Test{'s' * (tests != '1')}"


def is_amount(forward: Forward) -> bool:  # noqa: ARG001
    """Tests passed are a number of something."""
    return True
