"""Action points spent on a roll of 3d6 (glossary, reported by players, unofficial)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.text import quoted, written

MOST_BONUS = 10
COSTS = {"odd-die": 1, "triple": 1, "reroll": 5}
_WANTED = "an action is odd-die, triple, reroll or attack:N"


@dataclass(frozen=True, slots=True)
class Actions:
    """What action points may be spent on.

    A re-roll is used when the roll misses and the re-roll can help: the odd die of a double, or all three after a
    triple, whose face is then added; after that, if it still misses, the whole roll once.

    Parameters
    ----------
    odd_die, triple, reroll
        1 point: the odd die of a double; 1 point: 3d6 again after a triple, adding its face; 5 points: a failed attack.
    bonus
        Points spent before the roll, each for 1 more.

    Examples
    --------
    >>> Actions.read(["odd-die", "attack:2"])
    Actions(odd_die=True, triple=False, reroll=False, bonus=2)
    """

    odd_die: bool = False
    triple: bool = False
    reroll: bool = False
    bonus: int = 0

    @classmethod
    def read(cls, texts: Iterable[str]) -> Actions:
        """Reads actions as they are typed.

        Raises
        ------
        OddsError
            If one is unknown or given twice.

        Examples
        --------
        >>> Actions.read(["reroll"]).most_points
        5
        """
        if not isinstance(texts, Iterable) or isinstance(texts, str):
            texts = [texts]
        found: dict[str, int] = {}
        for text in texts:
            word, _, number = written(text).strip().lower().partition(":")
            bonus = int(number) if re.fullmatch("[0-9]{1,3}", number, re.ASCII) else 0
            if word == "attack" and not 1 <= bonus <= MOST_BONUS:
                raise OddsError(f"attack:N spends 1 to {MOST_BONUS} action points, not {quoted(number)}")
            if word not in (*COSTS, "attack") or (word != "attack" and ":" in written(text)):
                raise OddsError(f"{_WANTED}, not {quoted(text)}")
            if word in found:
                raise OddsError(f"the action {word} is given twice: give it once")
            found[word] = bonus
        return cls("odd-die" in found, "triple" in found, "reroll" in found, found.get("attack", 0))

    @property
    def most_points(self) -> int:
        """The most action points that it can take."""
        again = 1 if self.odd_die or self.triple else 0
        return self.bonus + again + COSTS["reroll"] * self.reroll

    @property
    def names(self) -> tuple[str, ...]:
        """The actions as they are typed.

        Examples
        --------
        >>> Actions(triple=True, bonus=2).names
        ('triple', 'attack:2')
        """
        given = {"odd-die": self.odd_die, "triple": self.triple, "reroll": self.reroll}
        given[f"attack:{self.bonus}"] = self.bonus > 0
        return tuple(name for name, spent in given.items() if spent)

    @property
    def words(self) -> list[str]:
        """The options of the command line that give it back."""
        return [f"--action {name}" for name in self.names]
