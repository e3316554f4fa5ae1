"""The Tests that the rules name, with their Pool Size and Test Statistic.

Their sources are the rulebook, perks, ploys and scenarios; most of the notations were seen in one source only.
"""

from __future__ import annotations

from typing import NamedTuple

ATTACK = "Attack"


class NamedTest(NamedTuple):
    """A Test with a name.

    Attributes
    ----------
    name
        Its name, without "Test".
    notation
        Pool Size and statistic, such as "2I"; "X" where the rules work it out elsewhere.
    when
        What tells it from others of its name, or where alone it is made: a scenario, a ploy, a perk.
    edition
        The only edition with this notation; None: all, or all others.
    """

    name: str
    notation: str
    when: str = ""
    edition: str | None = None

    @property
    def pool(self) -> int | None:
        """The Pool Size, if it is fixed."""
        return None if self.notation == "X" else int(self.notation[:-1])

    @property
    def stat(self) -> str | None:
        """The letter of the Test Statistic, if it is fixed."""
        return None if self.notation == "X" else self.notation[-1]


NAMED_TESTS = (
    NamedTest(ATTACK, "X"),
    NamedTest("Confusion", "2I"),
    NamedTest("Evade", "3A"),
    NamedTest("Evade", "5A", "ploy Hook, Line"),
    NamedTest("Evade", "2E", "scenario"),
    NamedTest("Meltdown", "2E"),
    NamedTest("Shrug", "2E"),
    NamedTest("Toughness", "2E"),
    NamedTest("Reaction", "2A"),
    NamedTest("Drag", "3S"),
    NamedTest("Capture", "1S"),
    NamedTest("Lasso", "2S"),
    NamedTest("Pickpocket", "3P"),
    NamedTest("Scout", "2P"),
    NamedTest("Scout", "3P", "Wayfinder"),
    NamedTest("Charm", "2C"),
    NamedTest("Cool", "2C"),
    NamedTest("Strategy", "3I", edition="NW2024"),
    NamedTest("Strategy", "1I"),
    NamedTest("Autopsy", "2I"),
    NamedTest("Hack", "3I", "scenario"),
    NamedTest("React", "2I", "scenario"),
    NamedTest("Volley", "2I", "scenario"),
    NamedTest("Defuse", "4I"),
    NamedTest("Land Grab", "2P", "scenario"),
    NamedTest("Luck", "4L"),
    NamedTest("Mysterious Stranger", "1L"),
    NamedTest("Recuperate", "2E"),
)

NAMES = tuple(dict.fromkeys(test.name for test in NAMED_TESTS))
"""Every name once."""


def find_tests(name: str, edition: str) -> tuple[NamedTest, ...]:
    """The Tests of one name in an edition, the usual one first.

    Examples
    --------
    >>> [test.notation for test in find_tests("Evade", "ERR2026Q2")]
    ['3A', '5A', '2E']
    >>> [test.notation for test in find_tests("Strategy", "NW2024")]
    ['3I']
    """
    same = [test for test in NAMED_TESTS if test.name == name]
    own = [test for test in same if test.edition == edition]
    return tuple(own or [test for test in same if test.edition is None])
