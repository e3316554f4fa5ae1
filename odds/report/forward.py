"""Failing Forward in words and as fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from odds.report import special

if TYPE_CHECKING:
    from odds.factions.forward.rules import Forward


def subtitle(forward: Forward) -> str:
    """What is asked."""
    many = len(forward.tests)
    return f"Failing Forward over {many} Test{'s' * (many > 1)}: the first one failed earns 1 XP"


def value_name(forward: Forward) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(forward: Forward) -> str:
    """The re-roll policies of the Tests that have one."""
    return "; ".join(dict.fromkeys(filter(None, map(special.policy, forward.tests))))


def facts(forward: Forward) -> dict[str, Any]:
    """The Tests as fields for JSON."""
    return {"tests": [{"query": test.text, **special.facts(test)} for test in forward.tests]}


def is_amount(forward: Forward) -> bool:  # noqa: ARG001
    """Tests passed are a number of something."""
    return True
