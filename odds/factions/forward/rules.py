"""Failing Forward as an object: a crew's Tests in the order they are made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.factions.special.rules import SpecialTest

MOST_TESTS = 40
MOST_DICE = 300  # in all: each costs the simulation a share of its trials


@dataclass(frozen=True, slots=True)
class Forward(Canonical):
    """Tests made one after another: the first a crew fails in a game earns it 1 XP, once (Rulebook p. 16).

    Parameters
    ----------
    tests
        1 to 40 Tests, each with its statistic's value; together they roll up to 300 dice, re-rolls counted.
    rules
        Edition and rule switches of all Tests; None: those of the Tests, which must be the same.

    Raises
    ------
    OddsError
        If there are none or too many, one leaves its statistic's value open or asks for a number of Hits, or they are
        of different editions or rules.

    Examples
    --------
    >>> from odds import parse
    >>> Forward((parse("2I I3 L2"), parse("4P P4 L2"))).text
    '2I I3 L2; 4P P4 L2'
    """

    tests: tuple[SpecialTest, ...]
    rules: Rules | None = None

    def __post_init__(self) -> None:
        try:
            tests = tuple(self.tests)
        except TypeError:
            raise OddsError(f"Failing Forward takes Tests, not {quoted(self.tests)}") from None
        object.__setattr__(self, "tests", tests)  # frozen, but not finished yet
        if not 1 <= len(self.tests) <= MOST_TESTS:
            raise OddsError(f"Failing Forward takes 1 to {MOST_TESTS} Tests, not {len(self.tests)}")
        for test in self.tests:
            _check(test)
        dice = sum(test.most_rolled for test in self.tests)
        if dice > MOST_DICE:
            raise OddsError(f"these Tests roll up to {dice:,} dice in all: Failing Forward takes up to {MOST_DICE}")
        self._settle_rules()

    def _settle_rules(self) -> None:
        if self.rules is None:
            if len({test.rules for test in self.tests}) > 1:
                raise OddsError("the Tests of one game have one edition and the same rules: give them once, for all")
            object.__setattr__(self, "rules", self.tests[0].rules)
        else:
            object.__setattr__(self, "tests", tuple(replace(test, rules=self.rules) for test in self.tests))

    @property
    def text(self) -> str:
        """The canonical texts of the Tests."""
        return "; ".join(test.text for test in self.tests)


def _check(test: object) -> None:
    """Refuses what is no Test, and a Test that is not ready to be failed."""
    if not isinstance(test, SpecialTest):
        raise OddsError(f"Failing Forward takes Tests, not {quoted(test)}")
    if test.value is None:
        raise OddsError(f"Failing Forward needs numbers: give {test.text} its statistic's value, such as {test.stat}4")
    if test.at_least is not None:
        raise OddsError(f"Failing Forward asks only whether a Test fails: leave out >={test.at_least}")
