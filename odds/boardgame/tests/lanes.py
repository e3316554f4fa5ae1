"""A test on lanes: whole faces, re-rolled as the policy says, and their bullets added up."""

from __future__ import annotations

from collections.abc import Sequence

from odds.boardgame.dice import read, roll
from odds.boardgame.tests.exact import policy
from odds.boardgame.tests.rules import BoardTest
from odds.core.lanes.program import Bag, Number, Program


def play(p: Program, test: BoardTest) -> dict[str, Sequence[Number | Bag]]:
    """Rolls the dice in every lane; the outcome is the bullets, with those added."""
    faces = test.table.faces
    bullets = p.number(test.bonus)
    for die in roll(p, policy(test), test.table.kinds(), test.rerolls):
        bullets = bullets + read(p, lambda face: faces[face].bullets, die)
    return {"bullets": [bullets]}
