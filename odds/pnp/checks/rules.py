"""A skill check of Fallout PnP as an object."""

from __future__ import annotations

from dataclasses import dataclass, field

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.pnp.actions import Actions
from odds.pnp.numbers import flag, rule_words, rules_of_pnp, whole
from odds.pnp.switches import BOOK

LIMITS = {
    "skill": ("the skill", -10, 30),
    "difficulty": ("the difficulty", 0, 60),
    "modifier": ("the modifier", -30, 30),
}
TWO_WEAPONS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PnpCheck(Canonical):
    """3d6 with ranks and modifiers against a difficulty (skills page, reported by players, unofficial).

    Parameters
    ----------
    skill, modifier
        Ranks of the skill, and whatever else is added.
    difficulty
        What the total has to equal or surpass.
    two_weapons
        Whether something else is done at the same time, one-handed: -8.
    actions
        What action points may be spent on: "odd-die", "triple", or both.
    rules
        Edition and rule switches.

    Raises
    ------
    OddsError
        If a value is out of range.

    Examples
    --------
    >>> check = PnpCheck(skill=5, difficulty=15)
    >>> check.text, check.need
    ('pnp check --skill 5 --difficulty 15', 10)
    """

    skill: int
    difficulty: int
    modifier: int = 0
    two_weapons: bool = False
    actions: Actions = field(default_factory=Actions)
    rules: Rules = field(default_factory=BOOK.rules)

    def __post_init__(self) -> None:
        for name, (said, least, most) in LIMITS.items():
            self._set(name, whole(getattr(self, name), said, least, most))
        self._set("two_weapons", flag(self.two_weapons, "two_weapons"))
        self._set("rules", rules_of_pnp(self.rules))
        self._set("actions", self.actions if isinstance(self.actions, Actions) else Actions.read(self.actions))
        if self.actions.reroll or self.actions.bonus:
            raise OddsError("a check takes the actions odd-die and triple: reroll and attack:N are for attacks")

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)  # frozen, but not finished yet

    @property
    def need(self) -> int:
        """What 3d6 must show."""
        return self.difficulty - self.skill - self.modifier + TWO_WEAPONS * self.two_weapons

    @property
    def text(self) -> str:
        """The command that asks this question: `odds` and these words."""
        words = [f"pnp check --skill {self.skill} --difficulty {self.difficulty}"]
        words += [f"--modifier {self.modifier}"] * (self.modifier != 0) + ["--two-weapons"] * self.two_weapons
        return " ".join(words + self.actions.words + rule_words(self.rules))
