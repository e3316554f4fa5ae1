"""A test as an object."""

from __future__ import annotations

from dataclasses import dataclass, replace

from odds.boardgame.checks import MOST_REROLLS, WithFaces, options_text, settle_rules, settle_whole
from odds.boardgame.faces import FaceTable
from odds.core.switches import Rules

MOST_NUMBER = 20
MOST_BONUS = 9


@dataclass(frozen=True, slots=True)
class BoardTest(WithFaces):
    """Three V.A.T.S. dice rolled for bullets: at least a number of them, or as many as can be.

    A re-roll takes any number of the dice, and one follows the other (Rulebook, Well Rested; the rest as reported by
    players, unofficial). They are used as well as they can be: for the best chance to pass, in an open test for the
    most bullets.

    Parameters
    ----------
    number
        The number to reach, 1 to 20; None for an open test, whose result is the bullets.
    rerolls
        Re-rolls, 0 to 12: one for every letter of the test that you own, and one for losing Well Rested.
    bonus
        Bullets added to the roll, 0 to 9.
    faces
        The faces of the dice; those of the rule switch `faces` if None.
    rules
        Rule switches; the defaults if None.

    Raises
    ------
    OddsError
        If a value is out of range.

    Examples
    --------
    >>> from odds import exact
    >>> exact(BoardTest(3, rerolls=1), fractions=True).metric("not failed").value
    Fraction(21, 32)
    """

    number: int | None = None
    rerolls: int = 0
    bonus: int = 0
    faces: FaceTable | None = None
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if self.number is not None:
            settle_whole(self, "number", 1, MOST_NUMBER)
        settle_whole(self, "rerolls", 0, MOST_REROLLS)
        settle_whole(self, "bonus", 0, MOST_BONUS)
        settle_rules(self)

    @property
    def beside(self) -> dict[str, BoardTest]:
        """What is answered beside it: the same test with one re-roll more."""
        return {"well_rested": replace(self, rerolls=self.rerolls + 1)} if self.rerolls < MOST_REROLLS else {}

    @property
    def text(self) -> str:
        """The command line that asks for it."""
        what = "board open" if self.number is None else f"board test {self.number}"
        return f"{what} {options_text(self, ('rerolls', 'bonus'))}".rstrip()
