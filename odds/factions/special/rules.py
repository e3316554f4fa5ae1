"""The S.P.E.C.I.A.L. Test as an object: everything that decides its odds, and nothing else."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import closest, listed
from odds.factions.special.named import ATTACK, NAMES
from odds.factions.switches import BOOK

STATISTICS = {
    "S": "Strength",
    "P": "Perception",
    "E": "Endurance",
    "C": "Charisma",
    "I": "Intelligence",
    "A": "Agility",
    "L": "Luck",
}
AVERAGE_LUCK = 2  # of the models in the game: what Luck counts as where none is given
MOST_DICE = 60
POLICIES = ("duds-luck-first",)

#: field -> (its name in a sentence, least, most)
LIMITS = {
    "pool": ("the Pool Size", 1, MOST_DICE),
    "value": ("the Test Statistic", 0, 20),
    "luck": ("Luck", 0, MOST_DICE),
    "bonus": ("the number of Bonus Dice", 0, MOST_DICE - 1),
    "rerolls": ("the number of dice to re-roll", 0, MOST_DICE),
    "fortune_dice": ("the number of Fortune Smiles dice per surviving Luck Die", 1, 2),
    "at_least": ("the number of Hits asked for", 0, 3 * MOST_DICE),
}


def limit_error(name: str, value: Any) -> str | None:
    """What is wrong with a number for this field, in words; None if nothing is."""
    subject, least, most = LIMITS[name]
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is not None and least <= number <= most:
        return None
    shown = repr(value) if len(repr(value)) <= 20 else "a number that long" if number is not None else "that"
    return f"{subject} must be a whole number from {least} to {most}, not {shown}"


@dataclass(frozen=True, slots=True)
class SpecialTest:
    """A S.P.E.C.I.A.L. Test (Rulebook p. 16-17).

    Parameters
    ----------
    pool
        Pool Size as printed, 1 to 60 (with Bonus Dice, too).
    stat
        The Test Statistic's letter: one of S, P, E, C, I, A, L.
    value
        The Test Statistic's value, 0 to 20. None: left open; the answer is then a table over 1 to 9.
    luck
        The model's Luck, 0 to 60: up to that many dice of the Pool are Luck Dice. None: 2, the game's average; for the
        statistic Luck it is the statistic's own value.
    bonus
        Bonus Dice. An Unlucky Test ignores them.
    unlucky
        No Bonus Dice, no Fortune Smiles, no Critical Effect.
    rerolls
        Dice that may be re-rolled (a budget for the Test).
    lucky_break
        All Duds of the Pool may be re-rolled once.
    policy
        How re-rolls are used: "duds-luck-first" re-rolls Duds only, Luck Dice first, all after the Pool roll.
    fortune_dice
        Fortune Smiles dice per surviving Luck Die: 1, or 2 with Four Leaf Clover (switch four-leaf-clover).
    name
        The Test's name; only an Attack Test can have a Critical Effect.
    at_least
        A number of Hits whose probability is wanted as well.
    rules
        Edition and rule switches.

    Raises
    ------
    OddsError
        If a value is out of range.

    Examples
    --------
    >>> from odds import SpecialTest
    >>> test = SpecialTest(6, "S", 6, 3)
    >>> test.text, test.luck_dice, test.standard_dice
    ('6S S6 L3', 3, 3)
    """

    pool: int
    stat: str
    value: int | None = None
    luck: int | None = None
    bonus: int = 0
    unlucky: bool = False
    rerolls: int = 0
    lucky_break: bool = False
    policy: str = POLICIES[0]
    fortune_dice: int = 1
    name: str = ATTACK
    at_least: int | None = None
    rules: Rules = field(default_factory=BOOK.rules)

    def __post_init__(self) -> None:
        set_ = object.__setattr__  # frozen, but not yet finished
        set_(self, "stat", _letter(self.stat))
        set_(self, "name", _known("Test", self.name, NAMES))
        set_(self, "policy", _known("re-roll policy", self.policy, POLICIES))
        for flag in ("unlucky", "lucky_break"):
            if not isinstance(getattr(self, flag), bool):
                raise OddsError(f"{flag} must be True or False, not {getattr(self, flag)!r}")
        if not isinstance(self.rules, Rules):
            raise OddsError(f"rules must be a Rules object, not {self.rules!r}")
        if self.luck is None:
            set_(self, "luck", self.value if self.stat == "L" else AVERAGE_LUCK)
        for name in LIMITS:
            if getattr(self, name) is not None or name not in ("value", "luck", "at_least"):
                if error := limit_error(name, getattr(self, name)):
                    raise OddsError(error)
                set_(self, name, operator.index(getattr(self, name)))
        if self.stat == "L":
            if self.value is None:
                set_(self, "value", self.luck)
            if self.value != self.luck:
                raise OddsError(
                    f"a Test on Luck uses Luck both as statistic and for Luck Dice: it cannot be {self.value} and "
                    f"{self.luck} at once"
                )
        if self.pool + self.bonus > MOST_DICE:
            raise OddsError(f"the Pool with its Bonus Dice must be at most {MOST_DICE} dice, not {self.pool + self.bonus}")

    # ------------------------------------------------------------------------------------------ what follows
    @property
    def dice(self) -> int:
        """Dice in the Pool, Bonus Dice included."""
        return self.pool + (0 if self.unlucky else self.bonus)

    def luck_dice_of(self, dice: int) -> int:
        """Luck Dice in a Pool of so many dice."""
        room = dice if self.rules["luck-dice"] == "with-bonus" else min(dice, self.pool)
        return min(self.luck or 0, room)

    @property
    def luck_dice(self) -> int:
        """Luck Dice in the Pool."""
        return self.luck_dice_of(self.dice)

    @property
    def standard_dice(self) -> int:
        """Standard Dice in the Pool."""
        return self.dice - self.luck_dice

    @property
    def reroll_limit(self) -> int:
        """Duds of the Pool that may be re-rolled."""
        return self.dice if self.lucky_break else min(self.rerolls, self.dice)

    @property
    def attack(self) -> bool:
        """Whether it is an Attack Test."""
        return self.name == ATTACK

    @property
    def has_critical(self) -> bool:
        """Whether this kind of Test can trigger a Critical Effect."""
        return self.attack

    @property
    def clover_for_every(self) -> bool:
        """Whether Four Leaf Clover gives every surviving Luck Die its second die, not one of them."""
        return self.rules["four-leaf-clover"] == "every"

    @property
    def most_hits(self) -> int:
        """The most Hits there can be."""
        if self.unlucky:
            return self.dice
        extra = self.fortune_dice - 1
        return self.dice + self.luck_dice * (1 + extra if self.clover_for_every else 1) + (
            0 if self.clover_for_every else min(extra, self.luck_dice)
        )

    @property
    def notation(self) -> str:
        """Pool Size and statistic: "6S"."""
        return f"{self.pool}{self.stat}"

    @property
    def text(self) -> str:
        """The canonical query: parsed, it gives this Test back."""
        words = [self.notation if self.attack else f"{self.name} Test ({self.notation})"]
        if self.value is not None and self.stat != "L":
            words.append(f"{self.stat}{self.value}")
        if self.luck is not None:
            words.append(f"L{self.luck}")
        if self.bonus:
            words.append(f"+{self.bonus} {'die' if self.bonus == 1 else 'dice'}")
        words += ["unlucky"] * self.unlucky
        words += [f"reroll {self.rerolls}"] * bool(self.rerolls)
        words += ["Lucky Break"] * self.lucky_break
        words += [f"policy {self.policy}"] * (self.policy != POLICIES[0])
        words += ["Four Leaf Clover"] * (self.fortune_dice == 2)
        words += [f">={self.at_least}"] * (self.at_least is not None)
        words += [self.rules.text] * bool(self.rules.text)
        return " ".join(words)

    @property
    def notes(self) -> tuple[str, ...]:
        """What an answer should say about this Test."""
        notes = []
        if self.unlucky and self.bonus:
            notes.append("Bonus Dice are ignored: the Test is Unlucky")
        if self.unlucky and self.fortune_dice == 2:
            notes.append("Four Leaf Clover does nothing: an Unlucky Test has no Fortune Smiles")
        return tuple(notes)

    def with_value(self, value: int) -> SpecialTest:
        """The same Test with this statistic value; for the statistic Luck, Luck runs along."""
        return replace(self, value=value, luck=value if self.stat == "L" else self.luck)


def _letter(stat: Any) -> str:
    if isinstance(stat, str):
        for letter, name in STATISTICS.items():
            if stat.strip().lower() in (letter.lower(), name.lower()):
                return letter
    raise OddsError(f"the Test Statistic must be {listed(list(STATISTICS))}, not {stat!r}")


def _known(what: str, name: Any, known: tuple[str, ...]) -> str:
    for candidate in known:
        if isinstance(name, str) and name.lower() == candidate.lower():
            return candidate
    near = closest(str(name), known)
    raise OddsError(f"unknown {what} {name!r}: {f'did you mean {near}?' if near else 'use ' + listed(known)}")
