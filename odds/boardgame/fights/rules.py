"""A fight as an object."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from odds.boardgame.checks import MOST_REROLLS, WithFaces, options_text, settle_rules, settle_whole
from odds.boardgame.faces import AREAS, FaceTable
from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import closest, listed, quoted, written

MOST_LEVEL = 9
MOST_MODIFIER = 9
MOST_HP = 30
START_HP = 16
GOALS = {
    "kill": "kill the enemy, then take little damage",
    "safe": "take little damage, then kill the enemy",
    "weighted": "the chance to kill, less a share of every point of damage",
    "survive": "kill the enemy and live, then live, then take little damage",
}
DEFAULT_WEIGHT = Fraction(1, 10)
MOST_WEIGHT = 1000
FINEST = 1000  # the largest denominator of a weight
_WEIGHT = re.compile(r"\d{1,4}(\.\d{0,20})?|\d{0,4}\.\d{1,20}|\d{1,5}/0*[1-9]\d{0,4}", re.ASCII)
BOUNDS = {
    "level": (1, MOST_LEVEL),
    "rerolls": (0, MOST_REROLLS),
    **dict.fromkeys(("armor", "survivor_bonus", "enemy_bonus", "enemy_armor"), (0, MOST_MODIFIER)),
}
OPTIONS = ("rerolls", "armor", "survivor_bonus", "enemy_bonus", "enemy_armor", "hp")


@dataclass(frozen=True, slots=True)
class BoardFight(WithFaces):
    """One fight with an enemy: three V.A.T.S. dice hit both sides (rules as reported by players, unofficial).

    Bullets are the enemy's hits; each costs the survivor HP equal to the enemy's level. Every die that shows a weak
    area of the enemy is a hit on it; as many hits as its level kill it. Nothing carries over to the next fight but
    the survivor's HP. A re-roll takes any number of the dice, one after another.

    Parameters
    ----------
    level
        The enemy's level, 1 to 9.
    weak
        Its weak areas: head, arms, body or legs, or areas of your own faces.
    rerolls
        Re-rolls, 0 to 12: one for every letter of the weapon that you own, and one for losing Well Rested.
    armor
        Hits that the survivor's armor cancels.
    survivor_bonus, enemy_bonus
        Extra hits for the side with the advantage at range.
    enemy_armor
        Armor icons of the enemy.
    hp
        The survivor's HP above the rads; None: nobody asks whether the survivor dies. The goal survive takes 16.
    goal
        What the re-rolls are for: kill, safe, weighted or survive (see `GOALS`).
    weight
        For the goal weighted: what a point of damage costs, as a share of a kill; 1/10 if None.
    faces
        The faces of the dice; those of the rule switch `faces` if None.
    rules
        Rule switches; the defaults if None.

    Raises
    ------
    OddsError
        If a value is out of range or unknown.

    Examples
    --------
    >>> from odds import exact
    >>> exact(BoardFight(2, "body", rerolls=1), fractions=True).metric("kill").value
    Fraction(27, 32)
    """

    level: int
    weak: tuple[str, ...]
    rerolls: int = 0
    armor: int = 0
    survivor_bonus: int = 0
    enemy_bonus: int = 0
    enemy_armor: int = 0
    hp: int | None = None
    goal: str = "kill"
    weight: Fraction | None = None
    faces: FaceTable | None = None
    rules: Rules | None = None

    def __post_init__(self) -> None:
        for name, bounds in BOUNDS.items():
            settle_whole(self, name, *bounds)
        settle_rules(self)
        object.__setattr__(self, "weak", _areas(self.weak, self.faces))
        if written(self.goal) not in GOALS:
            raise OddsError(f"the goal must be {listed(list(GOALS))}, not {quoted(self.goal)}")
        if self.hp is None and self.goal == "survive":
            object.__setattr__(self, "hp", START_HP)
        if self.hp is not None:
            settle_whole(self, "hp", 0, MOST_HP)
        object.__setattr__(self, "weight", _weight(self.weight, self.goal))

    @property
    def beside(self) -> dict[str, Any]:
        """What is answered beside it: the same fight with one re-roll more, and fights until one of the two falls."""
        from odds.boardgame.duels.rules import BoardDuel

        more = {"well_rested": replace(self, rerolls=self.rerolls + 1)} if self.rerolls < MOST_REROLLS else {}
        return {**more, "duel": BoardDuel(self)}

    @property
    def text(self) -> str:
        """The command line that asks for it."""
        words = [f"board fight --level {self.level} --weak {','.join(self.weak)}"]
        words += [f"--goal {self.goal}"] * (self.goal != "kill")
        words += [f"--weight {self.weight}"] * (self.weight not in (None, DEFAULT_WEIGHT))
        return " ".join([*words, options_text(self, OPTIONS)]).rstrip()


def _areas(weak: object, faces: FaceTable | None) -> tuple[str, ...]:
    """The weak areas, each once, in the order of the faces."""
    known = AREAS if faces is None else faces.areas
    try:
        given = weak.replace(",", " ").split() if isinstance(weak, str) else list(weak)  # type: ignore[call-overload]
    except TypeError:
        given = [weak]
    wanted = [written(area).lower() for area in given]
    for area in wanted:
        if area not in known:
            near = closest(area, known)
            hint = f"did you mean {near}?" if near else f"the faces show {listed(list(known), 'and')}"
            raise OddsError(f"unknown weak area {quoted(area)}: {hint}")
    if not wanted:
        raise OddsError(f"the enemy's weak areas are missing: {listed(list(known))}")
    return tuple(area for area in known if area in wanted)


def _weight(weight: Fraction | None, goal: str) -> Fraction | None:
    if goal == "weighted":
        return DEFAULT_WEIGHT if weight is None else read_weight(weight)
    if weight is not None:
        raise OddsError(f"a weight is for the goal weighted, not for {goal}")
    return None


def read_weight(weight: object) -> Fraction:
    """What a point of damage costs, as a share of a kill, however it is written.

    Raises
    ------
    OddsError
        If it is no number from 0 to 1000.

    Examples
    --------
    >>> read_weight("0.05"), read_weight("1/3")
    (Fraction(1, 20), Fraction(1, 3))
    """
    text = written(weight).strip()
    found = Fraction(text).limit_denominator(FINEST) if _WEIGHT.fullmatch(text) else Fraction(-1)
    if not 0 <= found <= MOST_WEIGHT:
        raise OddsError(
            f"the weight of damage must be a number from 0 to {MOST_WEIGHT}, such as 0.1, not {quoted(text)}"
        )
    return found
