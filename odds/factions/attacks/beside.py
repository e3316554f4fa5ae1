"""What is said beside an attack's text, each value checked to be of its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import as_flag, as_open_text, as_texts
from odds.core.text import said
from odds.core.whole import as_whole, whole_error
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.several.rules import MOST_ATTACKS
from odds.factions.attacks.situation import LIMITS as OF_THE_MOMENT
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.target import MOST_FRIENDS, Target
from odds.factions.special.rules import LIMITS as OF_TESTS
from odds.factions.switches import BOOK

#: what is said as a number -> least, most
RANGES = {
    **{name: OF_TESTS[name][1:] for name in ("rerolls", "bonus")},
    **{name: limits[1:] for name, limits in OF_THE_MOMENT.items()},
    "friends_near": (0, MOST_FRIENDS),
    "attacks": (1, MOST_ATTACKS),
}
_NUMBERS = ("rerolls", "bonus", "friends_near", "attacks")


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What is said beside an attack's text.

    Attributes
    ----------
    targets
        Models attacked, as text; more than one with Area or Pulse. A `Target` is taken as well.
    weapon
        The attacker's weapon by name, with its modifications behind a colon.
    criticals, traits
        Critical Effects and Traits that the weapon has as well.
    effects, words
        Effects by name; conditions that are stated for them.
    moment
        What gives Bonus Dice.
    pays_crackshot
        Whether Crackshot is paid for.
    rerolls, bonus
        Dice that may be re-rolled, and further Bonus Dice.
    friends_near, friends
        How many friends are near the target, and their Confusion Test: "I4 L2"; the target's own values if None.
    ricochet
        The model that is attacked if the first attack has no Hit (Ricochet); "wide open", "half range" or "out of
        range" may stand behind it: it is in a place of its own.
    attacks, until_down
        How often the attack is made.
    single
        Whether nothing but single attacks are wanted: a volley is made of them.
    objective, edition, rules
        What the attack is for; the edition's name and rule switches.

    Raises
    ------
    OddsError
        If a value is not of its kind or out of range.

    Examples
    --------
    >>> Beside(targets="E4 HP1", criticals="Maim").targets
    ('E4 HP1',)
    """

    targets: str | Sequence[str] = ()
    weapon: str | None = None
    criticals: str | Sequence[str] = ()
    traits: str | Sequence[str] = ()
    effects: str | Sequence[str] = ()
    words: str | Sequence[str] = ()
    moment: Situation = field(default_factory=Situation)
    pays_crackshot: bool = False
    rerolls: int | None = None
    bonus: int | None = None
    friends_near: int = 0
    friends: str | None = None
    ricochet: str | None = None
    attacks: int | None = None
    until_down: bool = False
    single: bool = False
    objective: str | None = None
    edition: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("targets", "criticals", "traits", "effects", "words"):
            self._set(name, as_texts(_as_written(getattr(self, name)), name))
        for name in ("weapon", "friends", "ricochet", "objective", "edition"):
            as_open_text(getattr(self, name), f"the {name}")
        for name in ("pays_crackshot", "until_down", "single"):
            as_flag(getattr(self, name), name)
        for name in _NUMBERS:
            self._settle_number(name)
        if not isinstance(self.moment, Situation):
            raise OddsError(f"the moment of an attack must be a Situation, not {said(self.moment)}")
        self._set("rules", BOOK.settings(self.rules))
        for name, option, example in (("weapon", "--with", "Super Sledge"), ("objective", "--for", "mean(harm)")):
            if getattr(self, name) is not None and not getattr(self, name).strip():
                raise OddsError(f"{option} is empty: write for example {example}, or leave it out")

    def _settle_number(self, name: str) -> None:
        value = getattr(self, name)
        if value is None and name != "friends_near":
            return
        if error := whole_error(value, f"--{name.replace('_', '-')}", *RANGES[name]):
            raise OddsError(error)
        self._set(name, as_whole(value))

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)  # frozen, but not finished yet


def _as_written(values: Any) -> Any:
    """Targets and Critical Effects as their texts, and one of them as one; anything else as it is."""
    if isinstance(values, Target | Critical):
        return values.text
    if isinstance(values, list | tuple):
        return [each.text if isinstance(each, Target | Critical) else each for each in values]
    return values
