"""The Tests the rules name: their notation, and the words that mean them."""

from __future__ import annotations

from dataclasses import dataclass

ATTACK = "Attack"


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A Test with a name.

    Attributes
    ----------
    name
        Its name, without "Test".
    notation
        Pool Size and statistic, such as "2I"; "X" where the rules work it out elsewhere.
    when
        What tells it from others of the same name: a scenario, a ploy, a perk.
    edition
        The only edition that has this notation; None: all, or all others.
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

    @property
    def words(self) -> tuple[str, ...]:
        """The words that name it, in lower case."""
        return tuple(f"{self.name} {self.when}".lower().replace(",", "").split())


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


def notation_of(name: str, when: str, edition: str) -> NamedTest:
    """The Test of that name in an edition; `when` picks among several of one name, the first is the plain one."""
    same = [test for test in NAMED_TESTS if test.name == name and test.edition in (None, edition)]
    return next((test for test in same if when and test.when == when), same[0])
