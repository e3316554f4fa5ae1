"""Failing Forward on lanes: every Test is played, as long as none has failed."""

from __future__ import annotations

from collections.abc import Sequence

from odds.core.lanes.program import Bag, Number, Program
from odds.factions.forward.rules import Forward
from odds.factions.special.lanes import play as play_test


def play(p: Program, forward: Forward) -> dict[str, Sequence[Number | Bag]]:
    """Plays the Tests in every lane; the outcome is how many are passed before the first is failed."""
    passed, still = [], p.true
    for number, test in enumerate(forward.tests, 1):
        hits, told, made = p.number(0), len(p.told), still
        p.tell("Test", p.number(number))
        for part in play_test(p, test, place=f"Test {number} ")["pool_hits"]:
            hits = hits + (p.count(part) if isinstance(part, Bag) else part)
        still = still & (hits >= 1)
        passed.append(still)
        p.tell("passed so far", p.count(passed))
        p.tell_only(told, made)
    return {"tests_passed": [Bag(passed)]}
