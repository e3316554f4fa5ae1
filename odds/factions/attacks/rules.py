"""An attack as an object: everything that decides how it ends, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from odds.core.errors import OddsError
from odds.core.kinds import as_text, only_known
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted, said, written
from odds.core.whole import as_whole
from odds.factions.attacks.checks import Limits, as_list, check_flags, settle_numbers
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.target import MOVING, Target
from odds.factions.special.rules import SpecialTest

OBJECTIVE = "P(incapacitated)"
BETTER = 2  # dice that Better Criticals adds
PENETRABLE = 5  # Endurance from which Penetrator takes one away

_LIMITS: Limits = {
    "strength": ("the attacker's own Strength", 0, 20),
    "crackshot": ("the Harm that Crackshot adds", 0, 10),
}
FLAGS = {
    "plain": "no bonus dice",
    "penetrator": "Penetrator",
    "better_criticals": "Better Criticals",
    "non_lethal": "Non-Lethal",
    "sprint": "Grim Reaper's Sprint",
}
"""Field -> what it is called."""


class Bonus(NamedTuple):
    """Bonus Dice and where they come from."""

    source: str
    dice: int


def named_dice(pairs: Any) -> tuple[Bonus, ...]:
    """Bonus Dice as pairs of their source and how many they are.

    Raises
    ------
    OddsError
        If they are something else.

    Examples
    --------
    >>> named_dice([("Psycho", 2)])
    (Bonus(source='Psycho', dice=2),)
    """
    found = []
    for pair in as_list(pairs, "bonus", Bonus):
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not isinstance(pair[0], str):
            raise OddsError(f'Bonus Dice are pairs of their source and number, such as ("Psycho", 2), not {said(pair)}')
        dice = as_whole(pair[1])
        if dice is None or dice < 0:
            raise OddsError(f"Bonus Dice are a whole number from 0: {written(pair[0])} gives {said(pair[1])}")
        found.append(Bonus(pair[0], dice))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Attack(Canonical):
    """One attack, ready to be rolled: nothing is left to look up (Rulebook p. 20-23).

    Made from a Test by `Attack.of`, or from a weapon and a situation by `declare`.

    Parameters
    ----------
    test
        The Attack Test with the attacker's statistic and Luck. Its own Bonus Dice count as given.
    target
        The model attacked.
    criticals
        Critical Effects of the weapon, of which one is used.
    bonus
        Bonus Dice of the situation. Those for the target's Harm are not among them: they follow from the target.
    plain
        No Bonus Dice at all: Area, Pulse, Unwieldy.
    penetrator
        Endurance of 5 or more is 1 less.
    better_criticals
        A Critical Effect rolls 2 dice more.
    non_lethal
        Damage and Excess Harm cause no Injury.
    crackshot
        Harm that Crackshot adds, paid for already.
    strength
        The attacker's own Strength, for Haul.
    objective
        What the attacker wants when more than one effect could be used: a probability or a mean over the outcomes.
    rules
        Edition and rule switches; None: those of the Test.
    sprint
        The attacker has Grim Reaper's Sprint, whose event is told.
    name
        Whoever attacks, and with what, by name; no part of what the attack is.

    Raises
    ------
    OddsError
        If something is missing that the attack will ask for, out of range, or not of its kind.

    Examples
    --------
    >>> from odds import SpecialTest
    >>> attack = Attack.of(SpecialTest(6, "S", 6, 3), ["Maim"], Target(endurance=4, health=1, harm=2))
    >>> attack.bonus_dice, attack.rolled.text
    ((Bonus(source='Harm', dice=2),), '6S S6 L3 +2 dice')
    >>> attack.text
    '6S S6 L3 crit Maim at E4 HP1 harm 2'
    """

    test: SpecialTest
    target: Target
    criticals: tuple[Critical, ...] = ()
    bonus: tuple[Bonus, ...] = ()
    plain: bool = False
    penetrator: bool = False
    better_criticals: bool = False
    non_lethal: bool = False
    crackshot: int = 0
    strength: int | None = None
    objective: str = OBJECTIVE
    rules: Rules | None = None
    sprint: bool = False
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.test, SpecialTest) or not self.test.attack:
            raise OddsError(f"an attack rolls an Attack Test, not {quoted(getattr(self.test, 'text', self.test))}")
        if self.test.value is None:
            raise OddsError(f"an attack needs numbers: give {self.test.text} its statistic's value, such as 6S S6")
        if not isinstance(self.target, Target):
            raise OddsError(f"an attack needs a Target, not {quoted(self.target)}")
        as_text(self.name, "the name of an attack", "Master")
        settle_numbers(self, _LIMITS, may_be_open=["strength"])
        check_flags(self, FLAGS)
        self._settle_lists()
        self._settle_rules()
        self._ask_for_statistics()
        self._settle_objective()
        self.rolled_at(self.target.limit)  # the largest Pool there may be

    @classmethod
    def of(
        cls,
        test: SpecialTest,
        criticals: str | Critical | Sequence[str | Critical] = (),
        target: Target | None = None,
        **more: Any,
    ) -> Attack:
        """An attack with no weapon named.

        Parameters
        ----------
        test
            The Attack Test.
        criticals
            Critical Effects, as objects or as written: "Maim", "Ignite 2".
        target
            The model attacked.
        **more
            Other fields of `Attack`.

        Raises
        ------
        OddsError
            As `Attack` does.

        Examples
        --------
        >>> from odds import exact, parse
        >>> attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(endurance=4, health=1))
        >>> round(exact(attack).probability("incapacitated"), 9)
        0.746371584
        """
        only_known(more, cls, but="test target criticals")
        return cls(test, target, criticals, **more)  # type: ignore[arg-type]

    def _settle_lists(self) -> None:
        criticals = tuple(Critical.of(each) for each in as_list(self.criticals, "criticals", str, Critical))
        object.__setattr__(self, "criticals", tuple(dict.fromkeys(criticals)))  # frozen, but not finished yet
        object.__setattr__(self, "bonus", tuple(each for each in named_dice(self.bonus) if each.dice))

    def _settle_rules(self) -> None:
        rules = self.test.rules if self.rules is None else self.rules
        test = replace(self.test, rules=rules)
        under = getattr(test.objective, "under", None)  # an objective that is worked out by the rules, too
        if rules != self.test.rules and under is not None:
            test = replace(test, objective=under(rules))
        friends = tuple(replace(friend, rules=rules) for friend in self.target.friends)
        for name, value in {
            "rules": rules,
            "test": test,
            "target": replace(self.target, friends=friends) if friends else self.target,
        }.items():
            object.__setattr__(self, name, value)

    def _ask_for_statistics(self) -> None:
        target = self.target
        for effect in self.criticals:
            if effect.name == "Ignite":
                target.needed("agility", "Ignite")
            elif effect.name == "Suppress" and target.suffers_fatigue:
                target.needed("intelligence", "Suppress")
            elif effect.name == "Pushback":
                target.needed("strength", "Pushback")
            elif effect.name == "Meltdown":
                target.needed("luck", "Meltdown, a Test,")
            elif effect.name == "Haul" and self.strength is None:
                raise OddsError("Haul needs the attacker's own Strength")
        if target.toughness:
            target.needed("luck", "Toughness, a Test,")
        if target.odd_anatomy and self.effects:
            target.needed("luck", "Odd Anatomy, a Test,")

    def _settle_objective(self) -> None:
        from odds.factions.attacks.objective import checked

        object.__setattr__(self, "objective", checked(self).text)

    # ------------------------------------------------------------------------------------------------ what follows
    @property
    def effects(self) -> tuple[Critical, ...]:
        """The Critical Effects with the dice they roll; none if the Test is Unlucky (Rulebook p. 17)."""
        if self.test.unlucky:
            return ()
        return tuple(each.with_more(BETTER) for each in self.criticals) if self.better_criticals else self.criticals

    @property
    def takes_bonus(self) -> bool:
        """Whether this attack has Bonus Dice at all."""
        return not (self.plain or self.test.unlucky)

    @property
    def bonus_dice(self) -> tuple[Bonus, ...]:
        """The Bonus Dice it rolls and where they come from, the target's Harm included (Rulebook p. 20)."""
        if not self.takes_bonus:
            return ()
        every = (Bonus("given", self.test.bonus), *self.bonus, Bonus("Harm", self.target.harm))
        return tuple(each for each in every if each.dice)

    @property
    def steady(self) -> SpecialTest:
        """The Test with every Bonus Die but those for Harm."""
        return self.rolled_at(0)

    def rolled_at(self, harm: int) -> SpecialTest:
        """The Test that is rolled against so much Harm.

        Raises
        ------
        OddsError
            If the Pool gets too large.
        """
        given = self.test.bonus + sum(each.dice for each in self.bonus)
        return _with_bonus(self.test, given + harm if self.takes_bonus else 0)

    @property
    def rolled(self) -> SpecialTest:
        """The Test that is rolled."""
        return self.rolled_at(self.target.harm)

    def endurance(self, *, pierced: bool = False) -> int:
        """The Endurance that Damage is compared with, not below 1 (Rulebook p. 21).

        Examples
        --------
        >>> from odds import parse
        >>> Attack.of(parse("4P P4 L2"), (), Target(5, 1, moving_target=True), penetrator=True).endurance()
        6
        """
        value = self.target.toughened + MOVING * self.target.moving_target
        value -= self.penetrator and value >= PENETRABLE
        return max(1, value - pierced)

    def other_endurance(self, *, pierced: bool = False) -> int:
        """The Endurance of everything but the damage table: dice and Tests (switch attack-endurance)."""
        assert self.rules is not None
        if self.rules["attack-endurance"] == "table":
            return self.target.toughened
        return self.endurance(pierced=pierced)

    def endurance_test(self, name: str, *, pierced: bool = False) -> SpecialTest:
        """A Test 2E of the target: Meltdown, Shrug or Toughness."""
        assert self.rules is not None
        target = self.target
        value = self.other_endurance(pierced=pierced)
        return SpecialTest(2, "E", value, target.luck, target.endurance_dice, name=name, rules=self.rules)

    def against(self, target: Target) -> Attack:
        """The same attack against a target as it now is."""
        return replace(self, target=target)

    @property
    def text(self) -> str:
        """The canonical query."""
        assert self.rules is not None
        wish = self.test.objective if isinstance(self.test.objective, str) else None  # a function is the attack's own
        words = [replace(self.test, objective=wish, rules=self.rules.book.rules()).text]
        words += [f"{each.source} {each.dice:+}" for each in self.bonus]
        words += [name.lower() for flag, name in FLAGS.items() if getattr(self, flag)]
        words += [f"Crackshot {self.crackshot}"] * bool(self.crackshot)
        words += [f"Strength {self.strength}"] * (self.strength is not None)
        words += [f"crit {each.text}" for each in self.criticals]
        words.append(f"at {self.target.text}")
        words += [f"for {self.objective}"] * (self.objective != OBJECTIVE)
        return " ".join(filter(None, [*words, self.rules.text]))


@lru_cache(maxsize=4096)
def _with_bonus(test: SpecialTest, dice: int) -> SpecialTest:
    """The Test with so many Bonus Dice; it is asked for again and again."""
    return replace(test, bonus=dice)
