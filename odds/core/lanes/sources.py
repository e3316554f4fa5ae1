"""Random sources: what a program can draw, each with exactly its probability.

Hits of a d10
    See `odds.core.lanes.hits`.
Whole faces
    Any die of n sides (`face`): the twos of n are coins, the odd rest is packed, several dice to a code, so that few
    lanes are lost: five d3 to eight bits, three d5 to seven. Masks of one face are nested: whoever hits on 4 hits on
    6. In a paired program every die of a place is such a face, seen alike by both rules.
Quick faces
    The same dice from as many coins in a fifth of the instructions, for those with one factor of 3 (`quick_die`): five
    d3 to eight bits by plain logic. Apart from `face`, because a seed's counts stay what they are.
Numbers below n, weighted faces
    `below` is a face; `weighted` reads a face of as many sides as the weights add up to through a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from odds.core.lanes import decode, layout
from odds.core.lanes.program import Mask, Number, Program

MOST_BITS = 12  # of a packed code


def redrawn(program: Program, operation: int) -> list[Mask]:
    """Three masks as an instruction draws them, in more instructions: an unused code is drawn once more.

    It leaves out one lane in 1,820 instead of one in 43, which a rule of hundreds of dice must have.
    """
    halved = operation in (layout.THREE_TENTHS, layout.THREE_THREE_TENTHS)
    if operation == layout.COINS:
        return [Mask(program, 2 * value) for value in program._note(operation, (), 3)]
    fifth = operation in (layout.THREE_FIFTHS, layout.THREE_TENTHS)
    decoder: Callable[..., tuple[Mask, ...]] = decode.three_fifths if fifth else decode.three_two_fifths
    first, second = ([coin(program) for _ in range(7)] for _ in range(2))
    unused = decoder(*first)[-1]
    *masks, out = decoder(*(unused.pick(again, bit) for bit, again in zip(first, second, strict=True)))
    program.drop(out)
    if not halved:
        return masks
    return [(mask if fifth else ~mask) & coin(program) for mask in masks]


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


def quick_die(program: Program, sides: int, place: str, index: int) -> Number:
    """The same as `die` in fewer instructions, if the die is a d3, d6, d12 or d24."""
    odd, coins = sides, 0
    while odd % 2 == 0:
        odd, coins = odd // 2, coins + 1
    if odd != 3:
        return die(program, sides, place, index)
    key = ("quick " + place, index, sides)
    if program.faces is not None and key in program.faces:
        return program.faces[key]
    if not program.threes:
        program.threes += _five_threes(program)
    drawn = Number(program, [coin(program) for _ in range(coins)] + list(program.threes.pop().digits), sides - 1)
    if program.faces is not None:
        program.faces[key] = drawn
    return drawn


def _five_threes(program: Program) -> list[Number]:
    """Five three-sided dice from eight coins; the 13 codes that would come up twice are left out.

    Three set bits in the middle say that the last two dice show 2, and the other five bits are the code of the first
    three; else those five are the low ones and the high three spell the last two dice. A code of five bits says by its
    low pair, or its middle pair, being set that a die shows 2.
    """
    b = [coin(program) for _ in range(8)]
    both_two = b[4] & b[3] & b[2]
    c0, c1 = b[0], b[1]
    c2, c3, c4 = (both_two.pick(b[high], b[low]) for high, low in ((5, 2), (6, 3), (7, 4)))
    pair = b[6] & b[5]
    last = (b[7] & ~(both_two | pair), both_two | pair)
    fourth = (~both_two & pair.pick(b[7], b[5]), both_two | (b[6] & ~b[5]))
    low, middle = c1 & c0, c3 & c2
    single = c2 & ~c3
    third = (c4 & ~(low | middle), low | middle)
    second = (low.pick(c4, single), c3 & ~low)
    first = (low.pick(single, c0 & ~c1), low.pick(c3, c1))
    program.drop(middle & (low | c4))
    return [Number(program, digits, 2) for digits in (last, fourth, third, second, first)]


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
