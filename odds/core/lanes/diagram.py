"""Any plain function of small numbers as a mask: a decision diagram, shared wherever two branches agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from odds.core.lanes.program import Mask, Number, Program

CANNOT_HAPPEN = -1


def decide(program: Program, rule: Callable[..., object], numbers: Sequence[Number]) -> Mask:
    """The mask of lanes in which `rule`, called with the values of `numbers`, is true.

    The rule is called once for every combination of values within the numbers' bounds.
    """
    shape = [number.most + 1 for number in numbers]
    values = [bool(rule(*values)) for values in np.ndindex(*shape)]
    return look_up(program, np.array(values, np.int8).reshape(shape), numbers)


def look_up(program: Program, truth: np.ndarray, numbers: Sequence[Number]) -> Mask:
    """The mask of lanes in which a table, read at the values of `numbers`, is 1.

    What the table calls -1, and what lies beyond it, cannot happen and may go either way, which is what keeps the
    diagram small.
    """
    planes = [digit for number in numbers for digit in reversed(list(number.digits))]
    table = np.full([1 << len(number.digits) for number in numbers], CANNOT_HAPPEN, np.int8)
    within = tuple(slice(min(size, number.most + 1)) for size, number in zip(truth.shape, numbers, strict=True))
    table[within] = truth[within]
    made: dict[bytes, Mask] = {}

    def build(part: np.ndarray, depth: int) -> Mask:
        if (part != 0).all():
            return program.true
        if (part != 1).all():
            return program.false
        key = part.tobytes()
        if key not in made:
            no, yes = np.split(part, 2)
            agree = (no == yes) | (no == CANNOT_HAPPEN) | (yes == CANNOT_HAPPEN)
            if agree.all():
                made[key] = build(np.maximum(no, yes), depth + 1)
            else:
                made[key] = planes[depth].pick(build(yes, depth + 1), build(no, depth + 1))
        return made[key]

    return build(table.reshape(-1), 0)
