"""The model that is attacked: everything about it that decides how an attack ends."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import groupby
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import as_text
from odds.core.subject import Canonical
from odds.core.text import quoted
from odds.factions.attacks.checks import Limits, check_flags, settle_numbers
from odds.factions.special.rules import SpecialTest

HARM_LIMIT = 3
STURDY_HARM_LIMIT = 4  # Burly, Power Armor
MOVING = 2  # Endurance that Moving Target adds
MOST_FRIENDS = 20
CONFUSION = "Confusion Test (2I) "  # goes without saying of a friend

STATISTICS = {
    "strength": "S",
    "perception": "P",
    "endurance": "E",
    "charisma": "C",
    "intelligence": "I",
    "agility": "A",
    "luck": "L",
}
"""Field -> letter."""

_LIMITS: Limits = {
    **{field: (f"the target's {field.title()} ({letter})", 0, 20) for field, letter in STATISTICS.items()},
    "health": ("the target's Health (HP)", 1, 20),
    "harm_limit": ("the target's Harm Limit", 1, 10),
    "harm": ("the target's Harm", 0, 10),
    "injuries": ("the number of the target's Injuries", 0, 19),
    "radiation": ("the number of Radiation Tokens near the target", 0, 20),
    "endurance_bonus": ("the target's additional Endurance", 0, 10),
    "endurance_dice": ("the number of Bonus Dice of the target's Tests on Endurance", 0, 20),
}
_OPEN = (*(field for field in STATISTICS if field != "endurance"), "harm_limit")
FLAGS = {
    "power_armor": "Power Armor",
    "hardy": "Hardy",
    "machine": "Machine",
    "burly": "Burly",
    "disposable": "Disposable",
    "odd_anatomy": "Odd Anatomy",
    "toughness": "Toughness",
    "moving_target": "Moving Target",
    "survivalist": "Survivalist",
    "malfunction": "Malfunction",
    "rad_resistant": "Rad Resistant",
}
"""Field -> the perk's or property's name."""


@dataclass(frozen=True, slots=True)
class Target(Canonical):
    """The model that is attacked.

    Parameters
    ----------
    endurance, health
        What every attack needs.
    strength, perception, charisma, intelligence, agility, luck
        Its other statistics; None where they do not matter.
    harm, injuries
        What it has suffered before.
    harm_limit
        None: 3, or 4 with Burly or Power Armor.
    power_armor
        Harm Limit 4, suffers no Fatigue, ignores radiation.
    hardy
        Suffers no Fatigue.
    machine
        Ignores Poison, Tranquilize and radiation; its fall causes no Confusion Tests.
    burly
        Harm Limit 4.
    disposable
        Its fall causes no Confusion Tests.
    odd_anatomy
        A Shrug Test (2E) with as many Hits as the attacker has surviving Luck Dice cancels the Critical Effect.
    toughness
        At its first Incapacitation of the game a Toughness Test (2E) that passes leaves it standing, Harm at the limit.
    moving_target
        It has paid for Endurance +2 against this attack.
    survivalist
        Its Harm goes to a friend.
    malfunction
        An attacker without a Hit suffers 1 Harm.
    rad_resistant
        Ignores radiation.
    radiation
        Radiation Tokens near it: Endurance -1 each.
    endurance_bonus
        What perks, chems and ploys add to its Endurance.
    endurance_dice
        Bonus Dice of its Tests on Endurance.
    friends
        Confusion Tests of the friends near it, one each; `at_least` says how many Hits pass (1 if None).
    name
        What it is called; no part of what it is.

    Raises
    ------
    OddsError
        If a number is out of range, it begins above its Harm Limit, or it begins with as many Injuries as Health.

    Examples
    --------
    >>> target = Target(endurance=4, health=3, harm=2, power_armor=True)
    >>> target.text, target.limit
    ('E4 HP3 harm 2 power armor', 4)
    """

    endurance: int
    health: int
    strength: int | None = None
    perception: int | None = None
    charisma: int | None = None
    intelligence: int | None = None
    agility: int | None = None
    luck: int | None = None
    harm: int = 0
    injuries: int = 0
    harm_limit: int | None = None
    power_armor: bool = False
    hardy: bool = False
    machine: bool = False
    burly: bool = False
    disposable: bool = False
    odd_anatomy: bool = False
    toughness: bool = False
    moving_target: bool = False
    survivalist: bool = False
    malfunction: bool = False
    rad_resistant: bool = False
    radiation: int = 0
    endurance_bonus: int = 0
    endurance_dice: int = 0
    friends: tuple[SpecialTest, ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        settle_numbers(self, _LIMITS, may_be_open=_OPEN)
        check_flags(self, FLAGS)
        as_text(self.name, "the name of a target", "Paladin")
        if self.harm > self.limit:
            raise OddsError(f"the target's Harm can be {self.limit} at most, its Harm Limit, not {self.harm}")
        if self.injuries >= self.health:
            raise OddsError(
                f"a target of Health {self.health} with {self.injuries} Injur{'y' if self.injuries == 1 else 'ies'} "
                f"is Incapacitated already: "
                f"give it {self.health - 1} at most"
            )
        try:
            friends = tuple(self.friends)
        except TypeError:
            raise OddsError(f"friends are their Confusion Tests, not {quoted(self.friends)}") from None
        object.__setattr__(self, "friends", friends)  # frozen, but not finished yet
        if len(friends) > MOST_FRIENDS:
            raise OddsError(f"at most {MOST_FRIENDS} friends can be near the target, not {len(friends)}")
        for friend in friends:
            if not isinstance(friend, SpecialTest) or friend.value is None:
                raise OddsError(
                    f"a friend near the target is its Confusion Test with the statistic's value, such as "
                    f"Confusion I4 L2, not {quoted(getattr(friend, 'text', friend))}"
                )

    @property
    def limit(self) -> int:
        """The Harm Limit (Rulebook p. 21)."""
        if self.harm_limit is not None:
            return self.harm_limit
        return STURDY_HARM_LIMIT if self.burly or self.power_armor else HARM_LIMIT

    @property
    def toughened(self) -> int:
        """Endurance with what holds whoever attacks: bonuses and radiation, not below 1 (Rulebook p. 21)."""
        ignores_radiation = self.power_armor or self.machine or self.rad_resistant
        return max(1, self.endurance + self.endurance_bonus - (0 if ignores_radiation else self.radiation))

    @property
    def suffers_fatigue(self) -> bool:
        """Whether Fatigue can be given to it."""
        return not (self.power_armor or self.hardy)

    @property
    def confuses(self) -> bool:
        """Whether its fall makes its friends take Confusion Tests."""
        return not (self.machine or self.disposable)

    def needed(self, field: str, why: str) -> int:
        """A statistic that something asks for.

        Raises
        ------
        OddsError
            If it was left open.

        Examples
        --------
        >>> Target(4, 1, agility=5).needed("agility", "Ignite")
        5
        """
        value = getattr(self, field)
        if value is None:
            letter = STATISTICS[field]
            raise OddsError(f"{why} needs the target's {field.title()}: add {letter}4, for example")
        assert isinstance(value, int)
        return value

    @property
    def text(self) -> str:
        """Its statistics, Health, Harm, Injuries and properties."""
        words = [
            f"{letter}{value}" for field, letter in STATISTICS.items() if (value := getattr(self, field)) is not None
        ]
        words.append(f"HP{self.health}")
        said: dict[str, Any] = {each.name: each.default for each in fields(self)}
        for number in ("harm", "injuries", "harm_limit", "radiation", "endurance_bonus", "endurance_dice"):
            if getattr(self, number) != said[number]:
                words.append(f"{number.replace('_', ' ')} {getattr(self, number)}")
        words += [name.lower() for field, name in FLAGS.items() if getattr(self, field)]
        words += [
            f"{many} friends {how}" if (many := len(list(group))) > 1 else f"friend {how}"
            for how, group in groupby(friend.text.removeprefix(CONFUSION) for friend in self.friends)
        ]
        return " ".join(words)
