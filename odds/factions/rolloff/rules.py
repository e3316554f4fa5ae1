"""The Roll Off as an object."""

from __future__ import annotations

from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.text import said
from odds.core.whole import as_whole

MOST_PLAYERS = 6
FACES = 10


@dataclass(frozen=True, slots=True)
class RollOff(Canonical):
    """Everybody rolls one die and the lowest wins; those who tie for lowest roll again (Rulebook p. 17).

    Parameters
    ----------
    players
        How many roll, 2 to 6.
    reroll
        Whether player 1 may re-roll his die, once in the whole Roll Off, after seeing all dice. He does so whenever it
        helps him, and may keep it for a later round.

    Raises
    ------
    OddsError
        If a value is out of range.

    Examples
    --------
    >>> RollOff(3, reroll=True).text
    'Roll Off, 3 players, player 1 may re-roll'
    """

    players: int = 2
    reroll: bool = False

    def __post_init__(self) -> None:
        players = as_whole(self.players)
        if players is None:
            raise OddsError(f"the number of players must be a whole number, not {said(self.players)}")
        object.__setattr__(self, "players", players)  # frozen, but not finished yet
        if not 2 <= self.players <= MOST_PLAYERS:
            raise OddsError(f"a Roll Off is between 2 and {MOST_PLAYERS} players, not {said(self.players)}")
        if not isinstance(self.reroll, bool):
            raise OddsError(f"reroll must be True or False, not {said(self.reroll)}")

    @property
    def text(self) -> str:
        """The Roll Off in words."""
        return f"Roll Off, {self.players} players{', player 1 may re-roll' if self.reroll else ''}"
