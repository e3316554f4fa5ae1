"""The S.P.E.C.I.A.L. Test as an object: everything that decides its odds, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import several
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import closest, listed, quoted, written
from odds.core.whole import as_whole, whole_error
from odds.factions.d10 import BEST
from odds.factions.effects.effect import Used
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
POLICIES = ("optimum", "duds-luck-first", "duds-standard-first", "fortune-smiles-only", "never")
MEAN = "mean(hits)"  # what re-rolls are for, where nothing else is said

#: field -> (its name in a sentence, least, most)
LIMITS = {
    "pool": ("the Pool Size", 1, MOST_DICE),
    "value": ("the Test Statistic", 0, 20),
    "luck": ("Luck", 0, MOST_DICE),
    "bonus": ("the number of Bonus Dice", 0, MOST_DICE - 1),
    "rerolls": ("the number of dice to re-roll", 0, MOST_DICE),
    "fortune_dice": ("the number of Fortune Smiles dice per surviving Luck Die", 1, 2),
    "at_least": ("the number of Hits asked for", 0, 4 * MOST_DICE),
    "vats": ("the number of Hits declared for V.A.T.S.", 0, MOST_DICE),
}
_OPEN = ("value", "luck", "at_least", "vats")  # may be None


def limit_error(name: str, value: Any, subject: str | None = None) -> str | None:
    """What is wrong with a number for a field, as a sentence; None if nothing is.

    Parameters
    ----------
    name
        A key of `LIMITS`.
    value
        The number; anything that is not a whole number is wrong, True and False too.
    subject
        What the sentence calls the field, if not by its own name.

    Examples
    --------
    >>> limit_error("pool", 61)
    'the Pool Size must be a whole number from 1 to 60, not 61'
    """
    own, least, most = LIMITS[name]
    return whole_error(value, subject or own, least, most)


@dataclass(frozen=True, slots=True)
class SpecialTest(Canonical):
    """A S.P.E.C.I.A.L. Test (Rulebook p. 16-17).

    Parameters
    ----------
    pool
        Pool Size as printed, from 1; with Bonus Dice at most 60.
    stat
        The Test Statistic: a letter of S, P, E, C, I, A, L, or its name.
    value
        The Test Statistic's value, 0 to 20. None: left open, the answer is a table over 1 to 9.
    luck
        The model's Luck, 0 to 60: up to that many dice of the Pool are Luck Dice. None: 2, the game's average; where
        Luck is the Test Statistic, its value.
    bonus
        Bonus Dice. An Unlucky Test ignores them.
    unlucky
        No Bonus Dice, no Fortune Smiles, no Critical Effect (Rulebook p. 17).
    rerolls
        Dice that may be re-rolled in this Test, each once (Rulebook p. 17): after the Pool roll, after the Fortune
        Smiles roll, or some after each.
    reroll_once
        Any number of dice may be re-rolled at one moment: after the Pool roll or after the Fortune Smiles roll.
    lucky_break
        Duds of the Pool may be re-rolled, once, before Fortune Smiles.
    policy
        How re-rolls are used, one of `POLICIES`. "optimum": as is best for the objective.
    objective
        What the optimum is best for: a metric, such as "hits >= 4", or from Python a function of `hits`, `luck_hits`
        and `pool_hits`, whose mean is wanted. None: the chance of `at_least` Hits if that is given, else mean Hits.
    vats
        Hits declared with V.A.T.S.: if the Pool shows so many, each counts as two. None: none declared.
    fortune_dice
        Fortune Smiles dice per surviving Luck Die: 1; 2 with Four Leaf Clover (see the switch four-leaf-clover).
    situation
        What is stated beside the numbers, as effects need it: "melee", "not moved" (`effects.effect.CONDITIONS`).
    effects
        Perks, chems and ploys in use. The fields are without them; `played` has them worked in.
    name
        The Test's name. Only an Attack Test can have a Critical Effect.
    at_least
        A number of Hits whose probability is asked for as well.
    rules
        Edition and rule switches.

    Raises
    ------
    OddsError
        If a value is out of range or unknown.

    Examples
    --------
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
    reroll_once: bool = False
    lucky_break: bool = False
    policy: str = POLICIES[0]
    objective: str | Callable[..., float] | None = None
    vats: int | None = None
    fortune_dice: int = 1
    name: str = ATTACK
    at_least: int | None = None
    situation: tuple[str, ...] = ()
    effects: tuple[Used, ...] = ()
    rules: Rules = field(default_factory=BOOK.rules)

    def __post_init__(self) -> None:
        self._set("stat", _letter(self.stat))
        self._set("name", _known("Test", self.name, NAMES))
        self._set("policy", _known("re-roll policy", self.policy, POLICIES))
        for flag in ("unlucky", "reroll_once", "lucky_break"):
            if not isinstance(getattr(self, flag), bool):
                raise OddsError(f"{flag} must be True or False, not {quoted(getattr(self, flag))}")
        if not isinstance(self.rules, Rules) or self.rules.book.switches != BOOK.switches:
            raise OddsError(f"rules must be rules of Fallout: Factions, not {quoted(self.rules)}")
        self._settle_numbers()
        if self.objective is not None:
            from odds.factions.rerolls.objective import checked

            self._set("objective", checked(self.objective))
        self._set("situation", tuple(map(written, several(self.situation, "situation"))))
        self._set("effects", several(self.effects, "effects"))
        if self.effects or self.situation:
            from odds.factions.effects.apply import check

            check(self)

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)  # frozen, but not finished yet

    def _settle_numbers(self) -> None:
        for name in LIMITS:
            number = getattr(self, name)
            if number is None and name in _OPEN:
                continue
            if error := limit_error(name, number):
                raise OddsError(error)
            self._set(name, as_whole(number))
        if self.stat == "L":  # one number is both
            self._set("value", self.luck if self.value is None else self.value)
            self._set("luck", self.value if self.luck is None else self.luck)
            if self.value != self.luck:
                raise OddsError(
                    f"in a Test on Luck the statistic is the Luck: it cannot be {self.value} and {self.luck}"
                )
            if self.value is not None and (error := limit_error("value", self.value, "Luck as the Test Statistic")):
                raise OddsError(error)
        elif self.luck is None:
            self._set("luck", AVERAGE_LUCK)
        if self.pool + self.bonus > MOST_DICE:
            raise OddsError(f"a Pool with its Bonus Dice has at most {MOST_DICE} dice, not {self.pool + self.bonus}")

    @property
    def dice(self) -> int:
        """Dice in the Pool; an Unlucky Test has no Bonus Dice (Rulebook p. 17)."""
        return self.pool + (0 if self.unlucky else self.bonus)

    def luck_dice_of(self, dice: int) -> int:
        """Luck Dice in a Pool of so many dice (Rulebook p. 16; switch luck-dice)."""
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
    def played(self) -> SpecialTest:
        """The Test with its effects worked into its numbers, as engines play it."""
        if not self.effects:
            return self
        from odds.factions.effects.apply import applied

        return applied(self)

    @property
    def faces(self) -> int:
        """How many of a die's ten faces hit: a 10 never does (Rulebook p. 16)."""
        return min(self.value or 0, BEST)

    @property
    def may_reroll(self) -> bool:
        """Whether any die may be re-rolled."""
        return bool(self.rerolls or self.reroll_once or self.lucky_break)

    @property
    def most_rolled(self) -> int:
        """The most dice rolled in it, Fortune Smiles dice apart."""
        played = self.played
        return played.dice + (
            played.dice if played.reroll_once or played.lucky_break else min(played.rerolls, played.dice)
        )

    @property
    def goal(self) -> str | Callable[..., float]:
        """What re-rolls are best used for: a metric or a function."""
        if self.objective is not None:
            return self.objective
        return MEAN if self.at_least is None else f"P(hits >= {self.at_least})"

    def fortune_dice_of(self, survivors: int) -> int:
        """Fortune Smiles dice that so many surviving Luck Dice bring (Rulebook p. 17; switch four-leaf-clover)."""
        if self.unlucky or not survivors:
            return 0
        if self.clover_for_every:
            return survivors * self.fortune_dice
        return survivors + self.fortune_dice - 1  # one of them rolls more than one die

    @property
    def attack(self) -> bool:
        """Whether it is an Attack Test."""
        return self.name == ATTACK

    @property
    def has_critical(self) -> bool:
        """Whether a Critical Effect is a question at all: of an Unlucky Attack Test it is, and its chance 0."""
        return self.attack

    @property
    def clover_for_every(self) -> bool:
        """Whether every surviving Luck Die rolls `fortune_dice`, not one of them."""
        return self.rules["four-leaf-clover"] == "every"

    @property
    def most_hits(self) -> int:
        """The most Hits there can be.

        Examples
        --------
        >>> SpecialTest(6, "S", 6, 3).most_hits
        9
        """
        most = self.dice + self.fortune_dice_of(self.luck_dice)
        if self.vats is None:
            return most
        return most + (most if self.rules["vats-fortune"] == "twice" else self.dice)

    @property
    def notation(self) -> str:
        """Pool Size and statistic as the rules print them: "6S"."""
        return f"{self.pool}{self.stat}"

    @property
    def text(self) -> str:
        """The canonical query: read again, it gives an equal Test.

        Examples
        --------
        >>> SpecialTest(3, "A", 4, name="Evade", bonus=1, unlucky=True).text
        'Evade Test (3A) A4 L2 +1 die unlucky'
        """
        words = [self.notation if self.attack else f"{self.name} Test ({self.notation})"]
        if self.value is not None and self.stat != "L":
            words.append(f"{self.stat}{self.value}")
        if self.luck is not None:
            words.append(f"L{self.luck}")
        if self.bonus:
            words.append(f"+{self.bonus} {'die' if self.bonus == 1 else 'dice'}")
        words += ["unlucky"] * self.unlucky
        words += self.situation
        words += ["with " + " and ".join(used.text for used in self.effects)] * bool(self.effects)
        words += [f"reroll {self.rerolls}"] * (self.rerolls > 0)
        words += ["reroll once"] * self.reroll_once
        words += ["Lucky Break"] * self.lucky_break
        words += ["Four Leaf Clover"] * (self.fortune_dice == 2)
        words += [f"V.A.T.S. {self.vats}"] * (self.vats is not None)
        words += [f">={self.at_least}"] * (self.at_least is not None)
        words += [f"policy {self.policy}"] * (self.policy != POLICIES[0])
        words += [self.rules.text] * bool(self.rules.text)
        words += [f"for {goal_text(self.goal)}"] * (self.objective is not None)
        return " ".join(words)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was asked for and does nothing, as sentences without a full stop."""
        notes = {
            f"{STATISTICS[self.stat]} {self.played.value} hits like {BEST}: a 10 is always a Dud": (
                self.played.value or 0
            )
            > BEST,
            "Bonus Dice are ignored: the Test is Unlucky": self.unlucky and self.bonus,
            "Four Leaf Clover does nothing: an Unlucky Test has no Fortune Smiles": self.unlucky
            and self.fortune_dice > 1,
            "The objective does nothing: there is nothing to decide": self.objective is not None
            and not (self.may_reroll and self.policy == POLICIES[0]),
            "The policy does nothing: there is no re-roll": self.policy != POLICIES[0] and not self.may_reroll,
        }
        return tuple(note for note, holds in notes.items() if holds)

    def with_value(self, value: int) -> SpecialTest:
        """The same Test at a value of its statistic; where that is Luck, its Luck Dice run along.

        Examples
        --------
        >>> SpecialTest(4, "L").with_value(3).text
        '4L L3'
        """
        return replace(self, value=value, luck=value if self.stat == "L" else self.luck)


def goal_text(goal: str | Callable[..., float]) -> str:
    """An objective in words; of a function its name, which no query can give back."""
    return goal if isinstance(goal, str) else getattr(goal, "__name__", "a function")


def policy_error(name: Any) -> str | None:
    """What is wrong with the name of a re-roll policy, as a sentence; None if nothing is.

    Examples
    --------
    >>> policy_error("nevr")
    "unknown re-roll policy 'nevr': did you mean never?"
    """
    try:
        _known("re-roll policy", name, POLICIES)
    except OddsError as error:
        return str(error)
    return None


def _letter(stat: Any) -> str:
    typed = written(stat).strip().lower()
    for letter, name in STATISTICS.items():
        if typed in (letter.lower(), name.lower()):
            return letter
    raise OddsError(f"the Test Statistic must be {listed(list(STATISTICS))}, not {quoted(stat)}")


def _known(what: str, name: Any, known: tuple[str, ...]) -> str:
    for candidate in known:
        if written(name).lower() == candidate.lower():
            return candidate
    near = closest(written(name), known)
    raise OddsError(f"unknown {what} {quoted(name)}: {f'did you mean {near}?' if near else f'use {listed(known)}'}")
