"""Ricochet as an object: an attack, and the one that is made on another target if it has no Hit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.factions.attacks.exact import rolls, worth
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.attacks.worthwhile import rerolled_for

PREFIX = "ricochet: "
TARGETS = (1, 2)


@dataclass(frozen=True, slots=True)
class Ricochet(Canonical):
    """An attack with the perk Ricochet: without a Hit it is made once more, on another target.

    The second attack is a Test of its own, with the Bonus Dice of its own target's Harm; it does not ricochet again.
    Number of the perk as reported by players, unofficial. Re-rolls of the first attack are best for both together.

    Parameters
    ----------
    first
        The attack on the first target.
    second
        The attack on the other target.
    rules
        Edition and rule switches of both; None: those of the attacks, which must be the same.

    Raises
    ------
    OddsError
        If one is no attack, or their rules differ.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("4P P5 L2"), (), Target(endurance=6, health=2))
    >>> Ricochet(shot, shot.against(Target(4, 1))).text
    'ricochet: 4P P5 L2 at E6 HP2; 4P P5 L2 at E4 HP1'
    """

    first: Attack
    second: Attack
    rules: Rules | None = None

    def __post_init__(self) -> None:
        for attack in (self.first, self.second):
            if not isinstance(attack, Attack):
                raise OddsError(f"a Ricochet is made of two attacks, not of {quoted(attack)}")
        if self.rules is None and self.first.rules != self.second.rules:
            raise OddsError("attacks of one game have one edition and the same rules: give them once, for both")
        rules = self.first.rules if self.rules is None else self.rules
        second = rerolled_for(replace(self.second, rules=rules))
        first = _for_both(replace(self.first, rules=rules), second)
        for name, value in {"rules": rules, "first": first, "second": second}.items():
            object.__setattr__(self, name, value)  # frozen, but not finished yet

    @property
    def attacks(self) -> tuple[Attack, Attack]:
        """Both attacks; the second is made if the first has no Hit."""
        return self.first, self.second

    @property
    def text(self) -> str:
        """Both canonical texts."""
        assert self.rules is not None
        plain = self.rules.book.rules()
        said = "; ".join(_without_rules(each, plain) for each in self.attacks)
        return " ".join(filter(None, [PREFIX + said, self.rules.text]))


def _without_rules(attack: Attack, plain: Rules) -> str:
    """An attack's text without its edition and switches."""
    return replace(attack, rules=plain).text


@dataclass(frozen=True)
class Either:
    """What the dice of the first attack are worth, the second being made if none hits: an objective for its Test.

    Parameters
    ----------
    first
        The attack, its Test without an objective of its own.
    second
        The attack on the other target.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> shot = Attack.of(parse("4P P5 L2"), (), Target(endurance=4, health=1))
    >>> value = Either(shot, shot)
    >>> value.__name__, value(hits=0, luck_hits=0), value(hits=1, luck_hits=0), value(hits=4, luck_hits=0)
    ('P(any_down)', 0.234375, 0.0, 1.0)
    """

    first: Attack
    second: Attack

    @property
    def __name__(self) -> str:
        """What reports call it."""
        return "P(any_down)" if self.first.objective == OBJECTIVE else f"{self.first.objective}, summed over both"

    def __call__(self, hits: int, luck_hits: int) -> float:
        """The mean of the objective, summed over both targets, after so many Hits and surviving Luck Dice."""
        other = worth(self.second)
        again = other[0, 0] if hits else (rolls(self.second.rolled) * other).sum()
        return float(worth(self.first)[hits, luck_hits] + again)


def _for_both(first: Attack, second: Attack) -> Attack:
    """The first attack with re-rolls that are best for both; unchanged if it has none."""
    if not first.test.may_reroll:
        return first
    plain = replace(first, test=replace(first.test, objective=None))
    return replace(plain, test=replace(plain.test, objective=Either(plain, second)))


def numbered(axes: tuple[str, ...]) -> Iterator[str]:
    """The names of the outcomes of both targets.

    Examples
    --------
    >>> list(numbered(("harm",)))
    ['harm_1', 'harm_2']
    """
    for number in TARGETS:
        yield from (f"{axis}_{number}" for axis in axes)
