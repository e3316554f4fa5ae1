"""Random sources: what a program can draw, each with exactly its probability.

Hits of a d10
    Three at a time from seven or ten bits, where a rule needs no more than Hit or Dud (`hit`).
Whole faces
    Any die of n sides (`face`): the twos of n are coins, the odd rest is packed, several dice to a code, so that few
    lanes are lost: five d3 to eight bits, three d5 to seven. Masks of one face are nested: whoever hits on 4 hits on
    6. In a paired program every die of a place is such a face, seen alike by both rules.
Numbers below n, weighted faces
    `below` is a face; `weighted` reads a face of as many sides as the weights add up to through a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from odds.core.lanes import layout
from odds.core.lanes.program import Mask, Number, Program

#: tenths of the faces that hit, up to 5 -> (instruction, whether to complement what it draws)
_TENTHS = {
    1: layout.THREE_TENTHS,
    2: layout.THREE_FIFTHS,
    3: layout.THREE_THREE_TENTHS,
    4: layout.THREE_TWO_FIFTHS,
    5: layout.COINS,
}
MOST_BITS = 12  # of a packed code


def hit(program: Program, tenths: int, place: str, index: int) -> Mask:
    """The mask of a d10 that shows one of its lowest `tenths` faces."""
    if not 0 <= tenths <= 10:
        raise ValueError(f"a d10 hits on 0 to 10 of its faces, not {tenths}")
    if tenths in (0, 10):
        return program.true if tenths else program.false
    if program.faces is not None:
        return die(program, 10, place, index) < tenths
    if tenths > 5:
        return ~program.draw(_TENTHS[10 - tenths])
    return program.draw(_TENTHS[tenths])


def die(program: Program, sides: int, place: str, index: int) -> Number:
    """The face (0 to sides - 1) of die `index` of a place: in a paired program the same for all who ask."""
    if program.faces is None:
        return face(program, sides)
    key = (place, index, sides)
    if key not in program.faces:
        program.faces[key] = face(program, sides)
    return program.faces[key]


def coin(program: Program) -> Mask:
    """A fair coin."""
    return program.draw(layout.COINS)


def face(program: Program, sides: int) -> Number:
    """A die's face less one, 0 to sides - 1, each equally likely."""
    if sides < 1:
        raise ValueError(f"a die has at least one side, not {sides}")
    odd, coins = sides, 0
    while odd % 2 == 0:
        odd, coins = odd // 2, coins + 1
    digits = [coin(program) for _ in range(coins)]
    if odd > 1:
        digits += _odd_face(program, odd).digits
    return Number(program, digits, sides - 1)


def below(program: Program, n: int) -> Number:
    """A uniform whole number from 0 to n - 1."""
    return face(program, n)


def weighted(program: Program, weights: Sequence[int]) -> Number:
    """A number i with probability weights[i] / sum(weights)."""
    if not weights or any(weight < 0 for weight in weights) or sum(weights) == 0:
        raise ValueError("weights are whole numbers from 0 up, not all of them 0")
    owner = [i for i, weight in enumerate(weights) for _ in range(weight)]
    drawn = below(program, len(owner))
    most = max(owner)
    digits = [program.where(lambda v, j=j: owner[v] >> j & 1, drawn) for j in range(most.bit_length())]
    return Number(program, digits, most)


@lru_cache
def packing(sides: int) -> tuple[int, int]:
    """(dice, bits): how many dice of an odd number of sides to spell with one code, and its bits.

    The choice costs the fewest bits a die, lanes left out included.
    """
    options = []
    for dice in range(1, 9):
        codes = sides**dice
        bits = codes.bit_length()
        if dice == 1 or bits <= MOST_BITS:
            options.append((bits * 2**bits / codes / dice, dice, bits))
    _, dice, bits = min(options)
    return dice, bits


def _odd_face(program: Program, sides: int) -> Number:
    """One of the dice that a packed code spells; the others wait for the next call."""
    waiting = program.packed.setdefault(sides, [])
    if not waiting:
        dice, bits = packing(sides)
        code = Number(program, [coin(program) for _ in range(bits)], 2**bits - 1)
        codes = sides**dice
        program.drop(code >= codes)
        code = code.cut(codes - 1)
        for die in range(dice):
            unit = sides**die
            digits = [
                program.where(lambda v, unit=unit, j=j: v // unit % sides >> j & 1, code)
                for j in range((sides - 1).bit_length())
            ]
            waiting.append(Number(program, digits, sides - 1))
    return waiting.pop()
