"""A Roll Off in words and as fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odds.factions.rolloff.rules import RollOff


FIRST = 1  # players are numbered from 1


def subtitle(roll_off: RollOff) -> str:
    """The Roll Off in words."""
    return f"{roll_off.players} players roll one die each; the lowest wins, ties for lowest roll again"


def value_name(roll_off: RollOff) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(roll_off: RollOff) -> str:
    """How the re-roll is used."""
    return "best chance to win (player 1, one die)" if roll_off.reroll else ""


def facts(roll_off: RollOff) -> dict[str, Any]:
    """The fields for JSON."""
    return {"players": roll_off.players, "reroll": roll_off.reroll}


def event_words(event: str) -> str:
    """Who wins.

    Examples
    --------
    >>> event_words("player_2")
    'player 2 wins'
    """
    return f"{event.replace('_', ' ')} wins"


def is_amount(roll_off: RollOff) -> bool:  # noqa: ARG001
    """The winner is one of many, not a number of something."""
    return False
