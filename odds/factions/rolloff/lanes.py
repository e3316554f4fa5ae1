"""The Roll Off on lanes: every die of every round a whole face.

Without a re-roll a tie is between equals, so one round decides and the tie is broken by lot. A re-roll in hand makes
them unequal: then `ROUNDS` rounds are played in full before what is still tied goes by lot, which moves no chance by
as much as 1e-8.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from odds.core.lanes import sources
from odds.core.lanes.program import Bag, Mask, Number, Program
from odds.factions.rolloff.exact import rerolls_tie
from odds.factions.rolloff.rules import FACES, RollOff

ROUNDS = 8


def play(p: Program, roll_off: RollOff) -> dict[str, Sequence[Number | Bag]]:
    """Plays the Roll Off in every lane; the outcome is the number of the winner."""
    tied = [p.true] * roll_off.players
    holds = p.true if roll_off.reroll else p.false
    for turn in range(ROUNDS if roll_off.reroll else 1):
        faces = [sources.die(p, FACES, f"round {turn}", n) for n in range(roll_off.players)]
        rolling = p.count(tied) >= 2
        for n, (own, face) in enumerate(zip(tied, faces, strict=True), 1):
            p.tell(f"player {n} has", face + p.true, own & rolling)
        if roll_off.reroll:
            uses = holds & _wants_reroll(p, tied, faces)
            faces[0] = uses.pick(sources.die(p, FACES, f"re-roll of round {turn}", 0), faces[0])
            holds = holds & ~uses
            p.tell("player 1 re-rolls and has", faces[0] + p.true, uses)
        tied = _lowest(p, tied, faces)
    won = _lot(p, tied)
    p.tell("players tied, so by lot", p.count(tied), p.count(tied) >= 2)
    digits = range(roll_off.players.bit_length())
    numbered = [[mask for n, mask in enumerate(won, 1) if n >> digit & 1] for digit in digits]
    return {"winner": [Number(p, [_any(p, masks) for masks in numbered], roll_off.players)]}


def _lowest(p: Program, tied: Sequence[Mask], faces: Sequence[Number]) -> list[Mask]:
    """Those among the tied whose face none of the tied beats; one who is alone stays alone."""
    return [
        own & ~_any(p, [other & ~(theirs >= face) for other, theirs in zip(tied, faces, strict=True)])
        for own, face in zip(tied, faces, strict=True)
    ]


def _wants_reroll(p: Program, tied: Sequence[Mask], faces: Sequence[Number]) -> Mask:
    """Where player 1 is in a tie with others and his die has lost, or ties where a re-roll is better."""
    others = _lowest(p, tied[1:], faces[1:])
    lowest = p.number(0)
    for other, face in zip(others, faces[1:], strict=True):
        lowest = other.pick(face, lowest)
    beaten = ~(lowest >= faces[0])
    level = (lowest >= faces[0]) & (faces[0] >= lowest)
    equals, everybody = p.count(others), p.count(tied)
    better = p.where(_rerolls, everybody, lowest, equals)
    return tied[0] & (everybody >= 2) & (beaten | (level & better))


def _rerolls(players: int, lowest: int, others: int) -> bool:
    """Whether a tie on this face (less one) is better re-rolled; there may be no such tie."""
    return 1 <= others < players and rerolls_tie(players, lowest + 1, others)


def _lot(p: Program, tied: Sequence[Mask]) -> list[Mask]:
    """One of the tied, each equally likely."""
    drawn, many, rank = sources.die(p, lcm(*range(1, len(tied) + 1)), "lot", 0), p.count(tied), p.number(0)
    won = []
    for own in tied:
        won.append(own & p.where(lambda lot, n, place: n > 0 and lot % n == place, drawn, many, rank))
        rank = rank + own
    return won


def _any(p: Program, masks: Sequence[Mask]) -> Mask:
    found = p.false
    for mask in masks:
        found = found | mask
    return found
