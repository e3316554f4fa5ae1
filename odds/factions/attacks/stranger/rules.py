"""An attack that may bring the Mysterious Stranger, as an object: two attacks with a Test between them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.factions.attacks.several.rules import Attacks
from odds.factions.special.rules import SpecialTest

PREFIX = "stranger"
NAME = "Mysterious Stranger"


@dataclass(frozen=True, slots=True)
class Stranger(Canonical):
    """An attack with the perk Mysterious Stranger: where its target stands, a Test 1L that passes brings one more.

    Harm and Injuries carry over, and what is decided is decided for how the target stands in the end. Numbers of the
    perk and of its model as reported by players, unofficial.

    Parameters
    ----------
    test
        The attacker's Test 1L.
    attacks
        Its attack and the Stranger's, on the same target.
    rules
        Edition and rule switches of all; None: those of the attacks.

    Raises
    ------
    OddsError
        If the Test has no value, or there are not two attacks.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.rules import Attack
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=5, health=1)
    >>> both = [Attack.of(parse(text), (), target) for text in ("4P P5 L4", "4A A6 L3")]
    >>> Stranger(parse("Mysterious Stranger L4"), Attacks(both)).text
    'stranger Mysterious Stranger Test (1L) L4: 4P P5 L4; 4A A6 L3 at E5 HP1'
    """

    test: SpecialTest
    attacks: Attacks
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.test, SpecialTest) or self.test.value is None or self.test.name != NAME:
            raise OddsError(
                f"the Mysterious Stranger comes by a Test 1L with the attacker's Luck, such as {NAME} L4, "
                f"not {quoted(getattr(self.test, 'text', self.test))}"
            )
        if not isinstance(self.attacks, Attacks) or len(self.attacks.attacks) != 2:
            raise OddsError("an attack and that of the Mysterious Stranger are wanted, two Attacks on one target")
        rules = self.attacks.rules if self.rules is None else self.rules
        assert rules is not None
        for name, value in {
            "rules": rules,
            "test": replace(self.test.played, rules=rules),
            "attacks": replace(self.attacks, rules=rules),
        }.items():
            object.__setattr__(self, name, value)  # frozen, but not finished yet

    @property
    def rolled(self) -> SpecialTest:
        """The Attack Test that is rolled first."""
        return self.attacks.attacks[0].rolled

    @property
    def text(self) -> str:
        """The Test and the canonical texts of both attacks."""
        assert self.rules is not None
        plain = self.rules.book.rules()
        test, attacks = replace(self.test, rules=plain), replace(self.attacks, rules=plain)
        return " ".join(filter(None, [f"{PREFIX} {test.text}: {attacks.text}", self.rules.text]))
