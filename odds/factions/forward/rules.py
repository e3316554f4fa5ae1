"""Failing Forward as an object: a crew's Tests in the order they are made."""

from __future__ import annotations

from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.factions.special.rules import SpecialTest

MOST_TESTS = 40


@dataclass(frozen=True, slots=True)
class Forward:
    """Tests made one after another: the first a crew fails in a game earns it 1 XP, once (Rulebook p. 16).

    Parameters
    ----------
    tests
        1 to 40 Tests, each with its statistic's value.

    Raises
    ------
    OddsError
        If there are none or too many, or one leaves its statistic's value open.

    Examples
    --------
    >>> from odds import parse
    >>> Forward((parse("2I I3 L2"), parse("4P P4 L2"))).text
    '2I I3 L2; 4P P4 L2'
    """

    tests: tuple[SpecialTest, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.tests) <= MOST_TESTS:
            raise OddsError(f"Failing Forward takes 1 to {MOST_TESTS} Tests, not {len(self.tests)}")
        for test in self.tests:
            if not isinstance(test, SpecialTest):
                raise OddsError(f"Failing Forward takes Tests, not {test!r}")
            if test.value is None:
                raise OddsError(
                    f"Failing Forward needs numbers: give {test.text} its statistic's value, such as {test.stat}4"
                )

    @property
    def text(self) -> str:
        """The canonical texts of the Tests."""
        return "; ".join(test.text for test in self.tests)
