"""Initiative on lanes: everybody's dice, round after round for those who tie.

Against one other, a roll that ties is left out of the count: what is rolled instead is a roll like any other. Against
several, and where two questions share their dice, `ROUNDS` rounds are played, and only what is still tied then is left
out, less than one trial in a million.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.core.lanes.program import Bag, Number, Program
from odds.pnp.initiative.rules import PnpInitiative
from odds.pnp.lanes import any_of, dice, same, total

ROUNDS = 8


def play(p: Program, initiative: PnpInitiative) -> dict[str, Sequence[Number | Bag]]:
    """Rolls for everybody in every lane; the outcome is the place of the one who asks."""
    others = initiative.against
    least = min(initiative.modifier, *others)
    tied, before = [p.true] * len(others), [p.false] * len(others)
    rerolled = initiative.ties == "reroll"
    again = rerolled and (len(others) > 1 or p.paired)  # of two questions one may tie and the other not
    for number in range(ROUNDS if again else 1):
        rolling = any_of(p, tied)
        rolled = total(p, dice(p, (6, 6, 6), f"own round {number}"))
        own = rolled + p.number(initiative.modifier - least)
        p.tell("you roll", rolled + p.number(3), rolling)
        for n, modifier in enumerate(others):
            rolled = total(p, dice(p, (6, 6, 6), f"other {n} round {number}"))
            p.tell(f"other {n + 1} rolls", rolled + p.number(3), tied[n])
            theirs = rolled + p.number(modifier - least)
            before[n] = before[n] | (tied[n] & (theirs > own))
            tied[n] = tied[n] & same(p, theirs, own)
    if rerolled:
        p.drop(any_of(p, tied))
    elif initiative.ties == "lose":
        before = [first | level for first, level in zip(before, tied, strict=True)]
    return {"place": [Bag([p.true, *before])]}
