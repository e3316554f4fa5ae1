"""Fights one after another, as an object."""

from __future__ import annotations

from dataclasses import dataclass, replace

from odds.boardgame.checks import settle_whole
from odds.boardgame.fights.rules import START_HP, BoardFight
from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules

MOST_ROUNDS = 20
DEFAULT_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class BoardDuel(Canonical):
    """The same fight, again and again, until the enemy is killed or the survivor dies.

    The survivor keeps the damage, the enemy keeps nothing. Every fight has the same re-rolls and is fought for its goal
    alone; the goal survive knows the HP that are left.

    Parameters
    ----------
    fight
        The fight; without HP the survivor starts with 16.
    rounds
        Fights at most, 1 to 20.
    rules
        Rule switches; those of the fight if None.

    Raises
    ------
    OddsError
        If it is no fight, or the number of fights is out of range.

    Examples
    --------
    >>> from odds import exact
    >>> duel = BoardDuel(BoardFight(1, "body", armor=6), rounds=2)
    >>> exact(duel, fractions=True).metric("killed == 2").value
    Fraction(7, 64)
    """

    fight: BoardFight
    rounds: int = DEFAULT_ROUNDS
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.fight, BoardFight):
            raise OddsError(f"fights one after another take a BoardFight, not {type(self.fight).__name__}")
        settle_whole(self, "rounds", 1, MOST_ROUNDS)
        rules = self.fight.rules if self.rules is None else self.rules
        hp = START_HP if self.fight.hp is None else self.fight.hp
        object.__setattr__(self, "fight", replace(self.fight, hp=hp, rules=rules))  # frozen, but not finished yet
        object.__setattr__(self, "rules", rules)

    @property
    def hp(self) -> int:
        """The survivor's HP at the start, above the rads."""
        assert self.fight.hp is not None
        return self.fight.hp

    def after(self, lost: int) -> BoardFight:
        """The fight of a survivor who has lost so many HP and lives."""
        return replace(self.fight, hp=self.hp - lost) if self.fight.goal == "survive" else self.fight

    @property
    def text(self) -> str:
        """The fight's command line, and how often it is fought at most."""
        return f"{self.fight.text}, up to {self.rounds} fights"
