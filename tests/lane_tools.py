"""Ways to look into a row program: every code of its coins at once, or the lanes of one tile."""

import numpy as np

from odds.core.lanes import layout, story, vector
from odds.core.lanes.code import Code, compile_code
from odds.core.lanes.program import Bag, Mask, Number, Program


def every_code(program: Program) -> tuple[dict[int, np.ndarray], np.ndarray]:
    """All values of a program whose only draws are coins, for every way its coins can fall; and who is kept.

    An interpreter written for this purpose alone: it knows the steps as they were noted down, no rows, no table.
    """
    coins = [value for step in program.steps if step.operation == layout.COINS for value in step.writes]
    codes = np.arange(1 << len(coins))
    values = {0: np.zeros(len(codes), bool)}
    values |= {value: (codes >> k & 1).astype(bool) for k, value in enumerate(coins)}
    live = np.ones(len(codes), bool)
    for step in program.steps:
        read = [~values[bit >> 1] if bit & 1 else values[bit >> 1] for bit in step.reads]
        if step.operation == layout.AND:
            values[step.writes[0]] = read[0] & read[1]
        elif step.operation == layout.XOR:
            values[step.writes[0]] = read[0] ^ read[1]
        elif step.operation == layout.PICK:
            values[step.writes[0]] = np.where(read[0], read[1], read[2])
        elif step.operation == layout.ADD:
            total = sum(x.astype(int) for x in read)
            values[step.writes[0]], values[step.writes[1]] = total % 2 == 1, total >= 2
        elif step.operation == layout.DROP:
            live &= ~read[0]
        else:
            assert step.operation == layout.COINS
    return values, live


def value_of(what: Mask | Number, values: dict[int, np.ndarray]) -> np.ndarray:
    """A mask's or a number's value for every code."""
    if isinstance(what, Mask):
        return values[what.bit >> 1] ^ bool(what.bit & 1)
    total = np.zeros(len(values[0]), int)
    for j, digit in enumerate(what.digits):
        total += value_of(digit, values).astype(int) << j
    return total


def code_of(program: Program, **outcomes: Number | list[Mask]) -> Code:
    """The code that counts all the named outcomes jointly."""
    parts = {name: [what if isinstance(what, Number) else Bag(what)] for name, what in outcomes.items()}
    return compile_code(program, parts, list(parts))


def lanes_of(program: Program, seed: int = 1, **outcomes: Number | list[Mask]) -> list[dict[str, int]]:
    """What every live lane of the first tile shows."""
    code = code_of(program, **outcomes)
    rows = vector.execute(code.table, code.rows, vector.Generators(layout.stream_key(seed, 0), 0, 1))
    return story._lanes(code, rows)
